"""Feudal: fief armies and their battles."""

from __future__ import annotations

from grognard.rulebooks.feudal.book import FeudalBook

BOOK = FeudalBook()
