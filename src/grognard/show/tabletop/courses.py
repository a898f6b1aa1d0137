"""The ways of units over a table, and which of all that was heard a picture shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

import msgspec

from grognard.core.events import Event
from grognard.core.game import Heard
from grognard.locale import Text
from grognard.space.moves import between
from grognard.space.pose import Point, Pose


class Going(Protocol):
    """A unit's going somewhere."""

    @property
    def unit(self) -> str: ...


D = TypeVar("D")
W = TypeVar("W", bound=Going)


class Course(msgspec.Struct, frozen=True):
    """The way of a point of a unit: poses, and how long the way to each of them is (thousandths)."""

    poses: tuple[Pose, ...]
    ways: tuple[float, ...]

    def at(self, share: float) -> Pose:
        """Where it is after a share (0 to 1) of the way."""
        left = share * self.ways[-1]
        for at in range(1, len(self.poses)):
            if left <= self.ways[at]:
                leg = self.ways[at] - self.ways[at - 1]
                part = (left - self.ways[at - 1]) / leg if leg else 1
                return between(self.poses[at - 1], self.poses[at], round(part * 1000), 1000)
        return self.poses[-1]


class Way(msgspec.Struct, frozen=True):
    """A unit went somewhere, in a ``kind`` of the book's. ``size``: width and depth of its rectangle."""

    unit: str
    kind: str
    course: Course
    size: tuple[int, int]


class Fire(msgspec.Struct, frozen=True):
    """A shot, or what else works from afar. ``done``: what it cost the target, -1 where that is not counted."""

    unit: str
    target: str
    kind: str
    start: Point
    end: Point
    done: int


class Toll(msgspec.Struct, frozen=True):
    """What became of a unit: how many it lost, and in words whatever else befell it. ``gone``: it is no more."""

    unit: str
    at: Point
    fallen: int
    said: tuple[Text, ...]
    gone: bool


def firsts(ways: Iterable[W]) -> list[W]:
    """The first way of each unit."""
    found: dict[str, W] = {}
    for one in ways:
        found.setdefault(one.unit, one)
    return list(found.values())


def latest(heard: Iterable[Heard], begins: type[Event], read: Callable[[Sequence[Event]], D], none: D) -> D:
    """What is read in the last part that says anything (is true), where an event of a kind begins each; else
    ``none``."""
    events = [one.event for one in heard]
    found = (read(part) for part in _parts(events, begins))
    return next((one for one in found if one), none)


def _parts(events: Sequence[Event], begins: type[Event]) -> Iterator[Sequence[Event]]:
    """The last first."""
    starts = [at for at, event in enumerate(events) if isinstance(event, begins)]
    if not starts or starts[0] > 0:
        starts.insert(0, 0)
    for start, end in reversed(list(zip(starts, [*starts[1:], len(events)], strict=True))):
        yield events[start:end]
