"""Fantasy: the Battle in Chernorechye, with secret orders carried out at once, magic and war machines."""

from __future__ import annotations

from grognard.rulebooks.fantasy.book import FantasyBook

BOOK = FantasyBook()
