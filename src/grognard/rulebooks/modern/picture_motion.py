"""The battle in motion: counters glide along the ways that the events tell, shots stand by themselves for a moment.

Between two views everything is taken from what the seat has heard; the last frame of each is the later view itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, pi

from msgspec.structs import replace

from grognard.core.game import Heard
from grognard.rulebooks.modern.events import Destroyed, Relocated, Shot, Strike, UnitMoved
from grognard.rulebooks.modern.picture import Sheet
from grognard.rulebooks.modern.picture_deeds import Deeds, deeds
from grognard.rulebooks.modern.picture_scene import Laid, Scene, scene
from grognard.rulebooks.modern.view import ModernView
from grognard.show.drawing import Point
from grognard.show.moving import Frame
from grognard.space.hex_grid import Hex

STEP, DEED, REST = 70, 900, 1500
"""Milliseconds of a frame in motion, of a shot, of a position."""
Moment = tuple[ModernView, Sequence[Heard]]
"""A view, and what its seat has heard since the one before."""


def replay(moments: Iterable[Moment], lang: str = "en", steps: int = 6) -> Iterator[Frame]:
    """A battle or a part of it as frames; ``steps`` of each move. Moments are taken as they are needed."""
    before: Scene | None = None
    for view, heard in moments:
        now = scene(view, lang)
        if before is not None:
            yield from _between(before, now, heard, max(1, steps))
        yield Frame(Sheet(now, deeds(heard)).svg(), REST)
        before = now


def _between(before: Scene, now: Scene, heard: Sequence[Heard], steps: int) -> Iterator[Frame]:
    """Everything heard between two views, one thing after another, under the head of the later one."""
    there = {one.hex: one for one in before.counters}
    for one in heard:
        match one.event:
            case UnitMoved(path=path) if len(path) > 1 and path[0] in there:
                yield from _glide(_with(now, there), there[path[0]], path, steps)
                there[path[-1]] = replace(there.pop(path[0]), hex=path[-1])
            case Relocated(counter=counter, origin=origin) if origin in there:
                there[counter.hex] = replace(there.pop(origin), hex=counter.hex)
            case Shot() | Strike():
                yield Frame(Sheet(_with(now, there), deeds((one,))).svg(), DEED)
            case Destroyed(counter=counter):
                there.pop(counter.hex, None)


def _with(now: Scene, there: dict[Hex, Laid]) -> Scene:
    return replace(now, counters=tuple(there.values()))


def _glide(shown: Scene, one: Laid, path: Sequence[Hex], steps: int) -> Iterator[Frame]:
    plan = Sheet(shown, Deeds()).plan
    way = [plan.at(hex) for hex in path]
    for at in range(1, steps + 1):
        share = (1 - cos(pi * at / steps)) / 2
        yield Frame(Sheet(shown, Deeds(), {one.piece.id: along(way, share)}).svg(), STEP)


def along(way: Sequence[Point], share: float) -> Point:
    """The point after a share (0 to 1) of a way."""
    legs = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way)]
    left = share * sum(legs)
    for (a, b), leg in zip(pairwise(way), legs, strict=True):
        if left <= leg and leg:
            return a[0] + (b[0] - a[0]) * left / leg, a[1] + (b[1] - a[1]) * left / leg
        left -= leg
    return way[-1]
