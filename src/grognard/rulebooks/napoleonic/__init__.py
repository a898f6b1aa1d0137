"""Napoleonic: toy-soldier battles of regiments, corps and armies, 1792-1815 (clauses NA-..., see RULES.md)."""

from grognard.rulebooks.napoleonic.book import BOOK

__all__ = ["BOOK"]
