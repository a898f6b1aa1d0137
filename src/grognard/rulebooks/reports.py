"""What every after-action report has in common: how it ended, its turning points, and counting from events alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from grognard.core.events import Event, UmpireEnded
from grognard.locale import T, Text
from grognard.rulebooks.chronicle import stopped_words
from grognard.rulebooks.names import SideNames
from grognard.show.model import Block, Heading, Line

E = TypeVar("E", bound=Event)
K = TypeVar("K")


def ending(names: SideNames, events: Iterable[Event], end: Text | None) -> tuple[Text, bool]:
    """How it ended, and whether it did: ``end`` by the rules (None: it has not), or by the umpire's word."""
    stopped = next((one for one in events if isinstance(one, UmpireEnded)), None)
    if stopped is not None:
        return stopped_words(names, stopped), True
    return end or T("The battle goes on"), end is not None


def subtitle(over: bool) -> Text:
    return T("After-action report") if over else T("Report so far")


def turning_points(lines: Iterable[Line]) -> Iterator[Block]:
    """Under a heading of their own; nothing where there are none."""
    found = tuple(lines)
    if found:
        yield Heading(1, T("Turning points"), "turning")
        yield from found


def counted(counters: Mapping[type[Event], Callable[[K, Any], None]], tally: K, events: Iterable[Event]) -> K:
    """The tally when each event has been counted by whoever counts its kind."""
    for event in events:
        counter = counters.get(type(event))
        if counter is not None:
            counter(tally, event)
    return tally


def greatest(
    best: tuple[int, E] | None, turn: int, event: E, size: Callable[[E], int]
) -> tuple[int, E] | None:
    """The greatest deed of a kind so far, with its turn: the event, if it is greater than the best before; none of no
    size at all."""
    return (turn, event) if size(event) > (size(best[1]) if best else 0) else best
