"""What is drawn by lot, in words, for whoever throws dice by hand."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.locale import T, Text

PURPOSES: Mapping[str, Text] = {
    "order": T("who is next in the order of turns"),
    "draw": T("which card is drawn"),
    "discard": T("which card is lost"),
}


def purpose_words(purpose: str) -> Text:
    return PURPOSES[purpose]
