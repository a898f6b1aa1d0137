"""The battle in motion: frames between two views. Everybody who moves in a phase glides at once, as the rules have it.

Between the views everything is taken from what the seat has heard; the last frame is the later view itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
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
from grognard.show.tabletop.film import DEED, SOME, STILL, Film, apply
from grognard.space.pose import Pose

GOING = Moved | Charged | Retreated | Pursued | Clashed
DEEDS = Struck | Crumbled | Shot | BallFlew | BombFell | SpellCast | CasualtiesTaken | CommanderKilled
Moment = tuple[FantasyView, Sequence[Heard]]
"""A view, and what its seat has heard since the moment before."""
Pieces = dict[str, Thing]


def replay(moments: Iterable[Moment], lang: str = "en", steps: int = SOME) -> Iterator[Frame]:
    """A turn or a battle as frames for ``show.moving.animation``: moments as ``Game`` brings them, one seat's all,
    taken as they are needed. ``steps``: frames of each movement."""
    return _Film(lang, steps).frames(moments)


class _Film(Film[FantasyView]):
    def still(self, view: FantasyView) -> Frame:
        return self._shot(view, view.field, (), STILL)

    @clause("FA-MOV-04", "FA-GEN-04")
    def play(self, before: FantasyView, after: FantasyView, heard: Sequence[Heard]) -> Iterator[Frame]:
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
        for share in self.shares():
            for unit_id, way in ways.items():
                _put(pieces, unit_id, way.at(share))
            yield self._shot(view, Field(view.setup, pieces, view.side), (), self.pause)

    def _shot(self, view: FantasyView, field: Field, events: Sequence[Event], ms: int) -> Frame:
        field = Field(field.setup, dict(field.pieces), field.side)
        shown = scene(view, self.lang, field=field)
        found = Reading(field, events).deeds() if events else Deeds()
        return self.shot(lambda places: Sheet(shown, found, before=places, legend=False), ms)


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
    apply(pieces, later, _changes(pieces, event))
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
