"""The battle in motion: frames between two views. Everybody who moves in a phase glides at once, as the rules have it.

Between the views everything is taken from what the seat has heard; the last frame is the later view itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import cos, pi
from typing import Any

from msgspec.structs import replace

from grognard.core.events import Event
from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.rulebooks.fantasy.events import (
    Aligned,
    BallFlew,
    BombFell,
    Broke,
    CasualtiesTaken,
    Charged,
    Clashed,
    CommanderKilled,
    Crumbled,
    Deployed,
    Moved,
    PhaseBegan,
    Pursued,
    Rallied,
    Reformed,
    Retreated,
    Shifted,
    Shot,
    SpellCast,
    Struck,
    Summoned,
    UnitLost,
)
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import Character, Contact, Thing, Unit
from grognard.rulebooks.fantasy.picture import Sheet
from grognard.rulebooks.fantasy.picture_deeds import Deeds, Reading, course
from grognard.rulebooks.fantasy.picture_scene import scene
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.show.moving import Frame
from grognard.space.pose import Pose

GOING = Moved | Charged | Retreated | Pursued | Clashed
DEEDS = Struck | Crumbled | Shot | BallFlew | BombFell | SpellCast | CasualtiesTaken | CommanderKilled
STEP, STILL, DEED, REST = 70, 250, 900, 1500
"""Milliseconds of a frame in motion, of one at rest, of shots or melees, of the last one."""
SOME = 6
"""Frames of a movement."""
Moment = tuple[FantasyView, Sequence[Heard]]
"""A view, and what its seat has heard since the moment before."""
Pieces = dict[str, Thing]


def replay(moments: Iterable[Moment], lang: str = "en", steps: int = SOME) -> Iterator[Frame]:
    """A turn or a battle as frames for ``show.moving.animation``: moments as ``Game`` brings them, one seat's all,
    taken as they are needed. ``steps``: frames of each movement."""
    last: Frame | None = None
    for shot in _Film(lang, steps).all(moments):
        if last is not None and last.svg != shot.svg:
            yield last
            last = None
        last = shot if last is None else replace(last, ms=max(last.ms, shot.ms))
    if last is not None:
        yield replace(last, ms=REST)


class _Film:
    """Frames as they are made; ``places`` keeps names where they were, ``pause`` is the time of a frame in motion."""

    def __init__(self, lang: str, steps: int) -> None:
        self.lang, self.steps = lang, max(steps, 1)
        self.pause = STEP * SOME // max(self.steps, SOME // 2)
        self.places: dict[str, int] = {}

    def all(self, moments: Iterable[Moment]) -> Iterator[Frame]:
        """What happened before each moment, and the moment itself."""
        before: FantasyView | None = None
        for view, heard in moments:
            if before is not None:
                yield from self._play(before, view, heard)
            yield self._shot(view, view.field, (), STILL)
            before = view

    @clause("FA-MOV-04", "FA-GEN-04")
    def _play(self, before: FantasyView, after: FantasyView, heard: Sequence[Heard]) -> Iterator[Frame]:
        """Step by step: all shots of a step in one frame, all movement of a phase together."""
        pieces: Pieces = dict(before.field.pieces)
        for kind, found in groupby((one.event for one in heard), _kind):
            events = list(found)
            if kind == "going":
                yield from self._glide(after, pieces, [one for one in events if isinstance(one, Moved)])
                continue
            if any(isinstance(event, DEEDS) for event in events):
                yield self._shot(after, Field(after.setup, pieces, after.side), events, DEED)
            for event in events:
                _apply(pieces, after.field.pieces, event)

    def _glide(self, view: FantasyView, pieces: Pieces, moves: Sequence[Moved]) -> Iterator[Frame]:
        """All at once, each along its own path."""
        ways = {}
        for move in moves:
            unit = pieces.get(move.unit)
            if isinstance(unit, Unit):
                size = (unit.width, unit.depth)
                ways[move.unit] = course(move.start, move.end, move.path, size, move.cells)
                _part(pieces, move.unit)
        if not ways:
            return
        for at in range(1, self.steps + 1):
            share = (1 - cos(pi * at / self.steps)) / 2
            for unit_id, way in ways.items():
                _put(pieces, unit_id, way.at(share))
            yield self._shot(view, Field(view.setup, pieces, view.side), (), self.pause)

    def _shot(self, view: FantasyView, field: Field, events: Sequence[Event], ms: int) -> Frame:
        field = Field(field.setup, dict(field.pieces), field.side)
        shown = scene(view, self.lang, field=field)
        found = Reading(field, events).deeds() if events else Deeds()
        sheet = Sheet(shown, found, False, None, self.places, legend=False)
        svg = sheet.svg()
        self.places = dict(sheet.placer.used)
        return Frame(svg, ms)


def _kind(event: Event) -> str:
    """What is shown together: movement, or everything else that happens until the next phase."""
    if isinstance(event, GOING):
        return "going"
    return "cut" if isinstance(event, PhaseBegan) else "deeds"


def _part(pieces: Pieces, unit_id: str) -> None:
    """Whoever goes away is in contact no more."""
    for piece in list(pieces.values()):
        if isinstance(piece, Contact) and unit_id in (piece.a, piece.b):
            del pieces[piece.id]


def _put(pieces: Pieces, unit_id: str, pose: Pose) -> None:
    unit = pieces[unit_id]
    assert isinstance(unit, Unit)
    pieces[unit_id] = replace(unit, x=pose.x, y=pose.y, heading=pose.heading)


def _apply(pieces: Pieces, later: Mapping[str, Thing], event: Event) -> None:
    """What an event does to the pieces, as far as it shows."""
    for piece_id, fields in _changes(pieces, event):
        found = pieces.get(piece_id) or later.get(piece_id)
        if found is not None:
            pieces[piece_id] = replace(found, **fields)
    if isinstance(event, UnitLost):
        _part(pieces, event.unit)


def _changes(pieces: Pieces, event: Event) -> Iterator[tuple[str, dict[str, Any]]]:
    match event:
        case Struck(target=unit, fallen=fallen) | CasualtiesTaken(unit=unit, fallen=fallen):
            yield from _less(pieces, unit, fallen)
        case Crumbled(unit=unit, fallen=fallen):
            yield from _less(pieces, unit, fallen)
        case Broke(unit=unit, silenced=False):
            yield unit, {"retreating": True}
        case Rallied(unit=unit, passed=True):
            yield unit, {"retreating": False}
        case Aligned(unit=unit, end=pose) | Shifted(unit=unit, end=pose) | Summoned(unit=unit, end=pose):
            yield unit, _at(pose)
        case Reformed(unit=unit, pose=pose, files=files, formation=formation):
            yield unit, {**_at(pose), "files": files, "formation": formation}
        case Deployed(units=units, poses=poses):
            yield from ((unit, _at(pose)) for unit, pose in zip(units, poses, strict=True))
        case UnitLost(unit=unit, how=how):
            yield unit, {"status": "left" if how == "left" else "destroyed"}
        case CommanderKilled(character=one) if isinstance(pieces.get(one), Character):
            yield one, {"wounds": 0}


def _less(pieces: Pieces, unit_id: str, fallen: int) -> Iterator[tuple[str, dict[str, Any]]]:
    unit = pieces.get(unit_id)
    if isinstance(unit, Unit) and fallen:
        yield unit_id, {"models": max(unit.models - fallen, 0)}


def _at(pose: Pose) -> dict[str, Any]:
    return {"x": pose.x, "y": pose.y, "heading": pose.heading}
