"""The battle in motion: frames between two views, units gliding along the ways that the events tell.

Between the views everything is taken from what the seat has heard; the last frame is the later view itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, pi
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
from grognard.space.moves import between
from grognard.space.outline import Box

Move = Advanced | ManoeuvreProgress | ManoeuvreDone
STEP, STILL, DEED, REST = 70, 250, 900, 1500
"""Milliseconds of a frame in motion, of one at rest, of a volley or fight, of the last one."""
AROUND = 5000
"""Room around everything that moves, in a small picture."""
SOME = 6
"""Frames of a move."""
Moment = tuple[PikeView, Sequence[Heard]]
"""A view, and what its seat has heard since the moment before."""


def replay(
    moments: Iterable[Moment],
    lang: str = "en",
    narrow: bool = False,
    *,
    frame: Box | None = None,
    steps: int = SOME,
) -> list[Frame]:
    """A turn or a battle as frames for ``show.moving.animation``: moments as ``Game`` brings them, one seat's all.

    ``frame`` is the part of the table to look at; without one it is all of it, in a small picture (``narrow``) what
    moves. ``steps``: frames of each move.
    """
    shown = list(moments)
    if frame is None and narrow:
        frame = _action(shown)
    film = _Film(lang, narrow, frame, steps)
    before: PikeView | None = None
    for view, heard in shown:
        if before is not None:
            film.play(before, view, heard)
        film.still(view)
        before = view
    if film.frames:
        film.frames[-1] = replace(film.frames[-1], ms=REST)
    return film.frames


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
    return replay([(before, ()), (after, heard)], lang, narrow, frame=frame, steps=steps)


class _Film:
    """Frames as they are made; ``places`` keeps names where they were."""

    def __init__(self, lang: str, narrow: bool, frame: Box | None, steps: int) -> None:
        self.lang, self.narrow, self.frame, self.steps = lang, narrow, frame, max(steps, 1)
        self.frames: list[Frame] = []
        self.places: dict[str, int] = {}

    def still(self, view: PikeView) -> None:
        """A view as it is."""
        self._shoot(view, view.field, (), STILL)

    def play(self, before: PikeView, after: PikeView, heard: Sequence[Heard]) -> None:
        """Everything heard between two views, one thing after another."""
        pieces: dict[str, Thing] = dict(before.field.pieces)
        later = after.field.pieces
        for one in heard:
            event = one.event
            if isinstance(event, Move):
                self._move(after, pieces, later, event)
                continue
            _apply(pieces, later, event)
            if isinstance(event, Volley | Fought):
                self._shoot(after, Field(after.setup, pieces), (one,), DEED)

    def _move(self, view: PikeView, pieces: dict[str, Thing], later: Any, event: Move) -> None:
        unit = pieces.get(event.unit) or later.get(event.unit)
        if not isinstance(unit, Unit) or len(event.before) != len(event.after):
            return
        unit = replace(unit, status="ready", hanging=None)
        for at in range(1, self.steps + 1):
            way = (1 - cos(pi * at / self.steps)) / 2
            pieces[event.unit] = replace(unit, bases=midway(event.before, event.after, way))
            self._shoot(view, Field(view.setup, pieces), (), STEP)

    def _shoot(self, view: PikeView, field: Field, heard: Sequence[Heard], ms: int) -> None:
        shown = scene(view, heard, self.lang, field=field)
        found = deeds(shown, heard) if heard else Deeds()
        sheet = Sheet(shown, found, self.narrow, self.frame, self.places, legend=False)
        svg = sheet.svg()
        self.places = dict(sheet.placer.used)
        if self.frames and self.frames[-1].svg == svg:
            self.frames[-1] = Frame(svg, max(ms, self.frames[-1].ms))
        else:
            self.frames.append(Frame(svg, ms))


def midway(before: Bases, after: Bases, way: float) -> Bases:
    """Bases on their way from one place to another, ``way`` from 0 to 1."""
    return tuple(_between(a, b, way) for a, b in zip(before, after, strict=True))


def _between(before: Base, after: Base, way: float) -> Base:
    pose = between(before.shape.pose, after.shape.pose, round(way * 1000), 1000)
    return replace(after, x=pose.x, y=pose.y, heading=pose.heading)


def _apply(pieces: dict[str, Thing], later: Any, event: Event) -> None:
    """What an event does to the pieces, as far as it shows."""
    for piece, fields in _changes(pieces, event):
        found = pieces.get(piece) or later.get(piece)
        if found is not None:
            pieces[piece] = replace(found, **fields)


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
