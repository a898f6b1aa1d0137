"""The battle in motion: frames between two views, units gliding along the ways that the events tell.

Between the views everything is taken from what the seat has heard; the last frame is the later view itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from grognard.core.events import Event
from grognard.core.game import Heard
from grognard.rulebooks.pike_and_shot.events import (
    Advanced,
    CardDrawn,
    CommanderMoved,
    Destroyed,
    Fought,
    LeftTable,
    ManoeuvreDone,
    ManoeuvreProgress,
    Rallied,
    Routed,
    Volley,
)
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.model import TURN, Base, Bases, Thing, Unit
from grognard.rulebooks.pike_and_shot.picture import Sheet
from grognard.rulebooks.pike_and_shot.picture_deeds import Deeds, deeds
from grognard.rulebooks.pike_and_shot.picture_scene import scene
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.show.moving import Frame
from grognard.show.tabletop.film import DEED, SOME, STILL, Film, apply
from grognard.space.moves import between
from grognard.space.outline import Box

Move = Advanced | ManoeuvreProgress | ManoeuvreDone
AROUND = 5000
"""Room around everything that moves, in a small picture."""
Moment = tuple[PikeView, Sequence[Heard]]
"""A view, and what its seat has heard since the moment before."""


def replay(
    moments: Iterable[Moment],
    lang: str = "en",
    narrow: bool = False,
    *,
    frame: Box | None = None,
    steps: int = SOME,
) -> Iterator[Frame]:
    """A turn or a battle as frames for ``show.moving.animation``: moments as ``Game`` brings them, one seat's all.

    ``frame`` is the part of the table to look at; without one it is all of it, in a small picture (``narrow``) what
    moves. ``steps``: frames of each move. Moments are taken as they are needed, except for a small picture.
    """
    if frame is None and narrow:
        moments = list(moments)
        frame = _action(moments)
    return _Film(lang, narrow, frame, steps).frames(moments)


def _action(moments: Sequence[Moment]) -> Box | None:
    """The part of the table in which units move; None if none does."""
    boxes = [
        base.shape.box
        for _, heard in moments
        for one in heard
        if isinstance(one.event, Move)
        for base in (*one.event.before, *one.event.after)
    ]
    if not boxes:
        return None
    west, south, east, north = zip(*boxes, strict=True)
    return min(west) - AROUND, min(south) - AROUND, max(east) + AROUND, max(north) + AROUND


def frames(
    before: PikeView,
    after: PikeView,
    heard: Sequence[Heard],
    lang: str = "en",
    narrow: bool = False,
    *,
    frame: Box | None = None,
    steps: int = SOME,
) -> list[Frame]:
    """From one view of a seat to a later one of the same seat, by what it heard in between; the later one last."""
    return list(replay([(before, ()), (after, heard)], lang, narrow, frame=frame, steps=steps))


class _Film(Film[PikeView]):
    def __init__(self, lang: str, narrow: bool, frame: Box | None, steps: int) -> None:
        super().__init__(lang, steps)
        self.narrow, self.frame = narrow, frame

    def still(self, view: PikeView) -> Frame:
        return self._shot(view, view.field, (), STILL)

    def play(self, before: PikeView, after: PikeView, heard: Sequence[Heard]) -> Iterator[Frame]:
        """Everything heard between two views, one thing after another."""
        pieces: dict[str, Thing] = dict(before.field.pieces)
        later = after.field.pieces
        for one in heard:
            event = one.event
            if isinstance(event, Move):
                yield from self._move(after, pieces, later, event)
                continue
            apply(pieces, later, _changes(pieces, event))
            if isinstance(event, Volley | Fought):
                yield self._shot(after, Field(after.setup, pieces), (one,), DEED)

    def _move(self, view: PikeView, pieces: dict[str, Thing], later: Any, event: Move) -> Iterator[Frame]:
        unit = pieces.get(event.unit) or later.get(event.unit)
        if not isinstance(unit, Unit) or len(event.before) != len(event.after):
            return
        unit = replace(unit, status="ready", hanging=None)
        for way in self.shares():
            pieces[event.unit] = replace(unit, bases=midway(event.before, event.after, way))
            yield self._shot(view, Field(view.setup, pieces), (), self.pause)

    def _shot(self, view: PikeView, field: Field, heard: Sequence[Heard], ms: int) -> Frame:
        shown = scene(view, heard, self.lang, field=field)
        found = deeds(shown, heard) if heard else Deeds()
        return self.shot(
            lambda places: Sheet(shown, found, self.narrow, self.frame, places, legend=False), ms
        )


def midway(before: Bases, after: Bases, way: float) -> Bases:
    """Bases on their way from one place to another, ``way`` from 0 to 1."""
    return tuple(_between(a, b, way) for a, b in zip(before, after, strict=True))


def _between(before: Base, after: Base, way: float) -> Base:
    pose = between(before.shape.pose, after.shape.pose, round(way * 1000), 1000)
    return replace(after, x=pose.x, y=pose.y, heading=pose.heading)


def _changes(pieces: dict[str, Thing], event: Event) -> Iterator[tuple[str, dict[str, Any]]]:
    match event:
        case CardDrawn(commander=card):
            yield TURN, {"card": card}
        case Volley(target=unit, dp=dp):
            yield unit, {"dp": _dp(pieces, unit) + dp}
        case Fought(roller=one, other=other):
            yield one.unit, {"dp": _dp(pieces, one.unit) + one.dp}
            yield other.unit, {"dp": _dp(pieces, other.unit) + other.dp}
        case Routed(unit=unit):
            yield unit, {"routing": True}
        case Rallied(unit=unit):
            yield unit, {"routing": False}
        case Destroyed(unit=unit) | LeftTable(unit=unit):
            yield unit, {"status": "gone"}
        case CommanderMoved(commander=one, x=x, y=y, attached=to):
            yield one, {"x": x, "y": y, "attached": to}


def _dp(pieces: dict[str, Thing], unit: str) -> int:
    piece = pieces.get(unit)
    return piece.dp if isinstance(piece, Unit) else 0
