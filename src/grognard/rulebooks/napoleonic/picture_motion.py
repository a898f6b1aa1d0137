"""The battle in motion: frames between two views. Everybody who moves in a pass glides at once, as the rules have it.

Between the views everything is taken from what the seat has heard; the last frame is the later view itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from grognard.core.events import Event
from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.rulebooks.napoleonic import events as told
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import WORKS, Body, Thing, Unit, Works
from grognard.rulebooks.napoleonic.picture import Sheet
from grognard.rulebooks.napoleonic.picture_deeds import Deeds, Reading, course
from grognard.rulebooks.napoleonic.picture_scene import scene
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.show.moving import Frame
from grognard.show.tabletop.film import DEED, SOME, STILL, Film, apply
from grognard.space.pose import Pose

DEEDS = told.Shot | told.SkirmishFire | told.StrikeDeclared | told.Losses | told.Routed | told.PersonHit
GOING = told.Moved | told.Crossed
Moment = tuple[NapoleonicView, Sequence[Heard]]
"""A view, and what its seat has heard since the moment before."""
Pieces = dict[str, Thing]


def replay(moments: Iterable[Moment], lang: str = "en", steps: int = SOME) -> Iterator[Frame]:
    """A turn or a battle as frames for ``show.moving.animation``: moments as ``Game`` brings them, one seat's all,
    taken as they are needed. ``steps``: frames of each movement."""
    return _Film(lang, steps).frames(moments)


class _Film(Film[NapoleonicView]):
    def still(self, view: NapoleonicView) -> Frame:
        return self._shot(view, dict(view.field.pieces), (), STILL)

    @clause("NA-MOVE-20", "NA-MOVE-21", "NA-ROUT-09")
    def play(self, before: NapoleonicView, after: NapoleonicView, heard: Sequence[Heard]) -> Iterator[Frame]:
        """Step by step: withdrawals, then all other moves; all shots or strikes of a phase in one frame."""
        pieces: Pieces = dict(before.field.pieces)
        for kind, found in groupby((one.event for one in heard), _kind):
            events = list(found)
            if kind.startswith("going"):
                yield from self._glide(after, pieces, events)
                continue
            if any(isinstance(event, DEEDS) for event in events):
                yield self._shot(after, pieces, events, DEED)
            for event in events:
                apply(pieces, after.field.pieces, _changes(pieces, event))

    def _glide(self, view: NapoleonicView, pieces: Pieces, events: Sequence[Event]) -> Iterator[Frame]:
        """All at once, each along its own path."""
        ways = {}
        for move in events:
            if (
                isinstance(move, told.Moved)
                and isinstance(pieces.get(move.unit), Body)
                and move.before != move.after
            ):
                ways[move.unit] = course(move)
        for share in self.shares() if ways else ():
            for one, way in ways.items():
                _put(pieces, one, way.at(share))
            yield self._shot(view, pieces, (), self.pause)
        for event in events:
            apply(pieces, view.field.pieces, _changes(pieces, event))

    def _shot(self, view: NapoleonicView, pieces: Pieces, events: Sequence[Event], ms: int) -> Frame:
        field = Field(view.setup, dict(pieces))
        shown = scene(view, self.lang, field=field)
        found = Reading(field, events).deeds() if events else Deeds()
        return self.shot(lambda places: Sheet(shown, found, before=places, legend=False), ms)


def _kind(event: Event) -> str:
    """What is shown together: the moves of a pass, or everything else until the next phase."""
    if isinstance(event, told.Moved):
        return f"going {event.kind in ('withdrawal', 'flight')}"
    if isinstance(event, GOING):
        return "going False"
    return "cut" if isinstance(event, told.PhaseStarted) else "deeds"


def _put(pieces: Pieces, one: str, pose: Pose) -> None:
    body = pieces[one]
    assert isinstance(body, Body)
    pieces[one] = replace(body, x=pose.x, y=pose.y, heading=pose.heading)


@clause("NA-CAS-01", "NA-ROUT-09", "NA-OBS-13")
def _changes(pieces: Pieces, event: Event) -> Iterator[tuple[str, dict[str, Any]]]:
    match event:
        case told.Losses(unit=unit, left=left) if left >= 0:
            yield unit, {"figures" if isinstance(pieces.get(unit), Unit) else "crew": left}
        case told.Moved(unit=unit, after=spot) | told.Crossed(unit=unit, after=spot):
            yield unit, _at(spot)
        case told.Sighted(unit=unit, at=spot):
            yield unit, _at(spot)
        case told.Reinforcement(unit=unit, at=spot, waits=False):
            yield unit, {**_at(spot), "standing": "ready"}
        case told.Deployed(places=places):
            yield from ((unit, _at(spot)) for unit, spot in places)
        case told.Routed(unit=unit):
            yield unit, {"standing": "fleeing"}
        case told.Rallied(unit=unit):
            yield unit, {"standing": "rallied"}
        case told.ReturnedToBattle(unit=unit):
            yield unit, {"standing": "ready"}
        case told.Destroyed(unit=unit):
            yield unit, {"standing": "destroyed"}
        case told.LeftField(unit=unit):
            yield unit, {"standing": "gone"}
        case told.BuildingBurning(place=place):
            yield from _spoilt(pieces, "burning", place)
        case told.BridgeDestroyed(place=place) | told.WorkDestroyed(place=place):
            yield from _spoilt(pieces, "destroyed", place)


def _spoilt(pieces: Pieces, how: str, place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    works = pieces[WORKS]
    assert isinstance(works, Works)
    yield WORKS, {how: (*getattr(works, how), place)}


def _at(spot: Sequence[int]) -> dict[str, Any]:
    x, y, heading = spot
    return {"x": x, "y": y, "heading": heading}
