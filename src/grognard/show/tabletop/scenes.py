"""Small things that books gather before they draw: words in a row, drawings with the names that belong to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.core.state import Outcome, Side
from grognard.locale import T, Text
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


def over_words(outcome: Outcome, sides: Iterable[Side]) -> Text:
    """That the battle is over, and who has won."""
    won = tuple(side.name for side in sides if side.id in outcome.winners)
    return T("the battle is over, won by {sides}", sides=won) if won else T("the battle is over, a draw")


def gathered(chapters: Iterable[Iterable[Drawn]]) -> tuple[list[Markup], list[Wish]]:
    """All drawings in order, and all names."""
    every = [one for chapter in chapters for one in chapter]
    return [drawn for drawn, _ in every], [wish for _, wishes in every for wish in wishes]
