"""The ways of units over a table, and which of all that was heard a picture shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

import msgspec

from grognard.core.events import Event
from grognard.core.game import Heard
from grognard.space.moves import between
from grognard.space.pose import Pose

D = TypeVar("D")


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
