"""Pike and Shot: battles of the Thirty Years' War and its eastern neighbours."""

from __future__ import annotations

from grognard.rulebooks.pike_and_shot.book import PikeBook

BOOK = PikeBook()
