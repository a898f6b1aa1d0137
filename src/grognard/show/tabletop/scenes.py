"""Small things that books gather before they draw: words in a row, drawings with the names that belong to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.locale import Text
from grognard.show.markup import Markup
from grognard.show.tabletop.names import Wish

Drawn = tuple[Markup, list[Wish]]
"""A drawing, and the names and figures that it wants beside it."""


def joined(parts: Sequence[Text]) -> Text:
    """Texts with a dot between them."""
    found = parts[0]
    for part in parts[1:]:
        found = Text("{first} · {second}", {"first": found, "second": part})
    return found


def gathered(chapters: Iterable[Iterable[Drawn]]) -> tuple[list[Markup], list[Wish]]:
    """All drawings in order, and all names."""
    every = [one for chapter in chapters for one in chapter]
    return [drawn for drawn, _ in every], [wish for _, wishes in every for wish in wishes]
