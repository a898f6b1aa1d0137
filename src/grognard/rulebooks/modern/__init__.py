"""Modern war: battles of combined arms on hexes, with hidden counters, operation cards and clocks."""

from __future__ import annotations

from grognard.rulebooks.modern.book import ModernBook

BOOK = ModernBook()
