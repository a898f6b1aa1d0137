"""Arrows of the battle picture: what one turn brought, from the events that the seat has heard."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from grognard.core.events import Event
from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic import events as told
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.words_names import GONE_FATES, name_of
from grognard.show.tabletop.courses import Course, Fire, Toll, Way, latest
from grognard.space.pose import Point, Pose, distance, middle, turn_to

# --- courses -------------------------------------------------------------------------------------------


@clause("NA-MOVE-04", "NA-MOVE-20")
def course(event: told.Moved) -> Course:
    """The way as it was gone; turns on the spot take time too."""
    poses, ways = [Pose(*event.before)], [0.0]
    for spot in (*event.path, event.after):
        pose = Pose(*spot)
        if pose != poses[-1]:
            turn = abs(turn_to(poses[-1].heading, pose.heading)) / 6
            poses.append(pose)
            ways.append(ways[-1] + max(distance(poses[-2].at, pose.at), turn, 1))
    return Course(tuple(poses), tuple(ways))


# --- deeds ---------------------------------------------------------------------------------------------


class Strike(msgspec.Struct, frozen=True):
    """A strike in close combat; ``flank``: the side of the target on which it fell."""

    unit: str
    target: str
    flank: str
    start: Point
    end: Point


class Deeds(msgspec.Struct, frozen=True):
    """Everything that one turn (or a given step) brought; ``when`` says which."""

    when: Text | None = None
    ways: tuple[Way, ...] = ()
    fire: tuple[Fire, ...] = ()
    strikes: tuple[Strike, ...] = ()
    tolls: tuple[Toll, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.ways or self.fire or self.strikes or self.tolls)


def deeds(field: Field, heard: Sequence[Heard]) -> Deeds:
    """The arrows of the last turn that brought any."""
    return latest(heard, told.TurnStarted, lambda events: Reading(field, events).deeds(), Deeds())


class Reading:
    """Goes through some events and remembers where bodies stood at each."""

    def __init__(self, field: Field, events: Sequence[Event]) -> None:
        self.field, self.events = field, events
        self.at: dict[str, Pose] = dict(_first_seen(events))
        self.ways: list[Way] = []
        self.fire: list[Fire] = []
        self.strikes: list[Strike] = []
        self.fallen: Tally[str] = Tally()
        self.said: dict[str, list[Text]] = {}
        self.gone: set[str] = set()

    def deeds(self) -> Deeds:
        for event in self.events:
            self._take(event)
        hurt = dict.fromkeys([*self.fallen, *self.said])
        tolls = (
            Toll(
                one,
                self.middle(one),
                self.fallen[one],
                tuple(self.said.get(one, ())),
                one in self.gone,
            )
            for one in hurt
            if self.known(one)
        )
        return Deeds(self._when(), tuple(self.ways), tuple(self.fire), tuple(self.strikes), tuple(tolls))

    def _when(self) -> Text | None:
        first = self.events[0] if self.events else None
        return T("arrows: turn {turn}", turn=first.turn) if isinstance(first, told.TurnStarted) else None

    # --- where bodies are ---

    def known(self, one: str) -> bool:
        return one in self.at or self.field.find(one) is not None

    def pose(self, one: str) -> Pose:
        return self.at[one] if one in self.at else self.field.body(one).pose

    def middle(self, one: str) -> Point:
        return self.pose(one).at

    def target(self, one: str) -> Point | None:
        """The middle of a body, or of a piece of terrain."""
        if self.known(one):
            return self.middle(one)
        place = next((piece for piece in self.field.setup.terrain if piece.id == one), None)
        return middle(place.points) if place else None

    # --- events ---

    @clause("NA-ART-04", "NA-SKIR-03", "NA-CC-02")
    def _take(self, event: Event) -> None:
        match event:
            case told.Moved():
                self._move(event)
            case told.Sighted(unit=unit, at=after):
                self.at[unit] = Pose(*after)
            case told.Crossed(unit=unit, after=after, stays=False):
                self.at[unit] = Pose(*after)
            case told.Deployed(places=places):
                self.at.update((unit, Pose(*spot)) for unit, spot in places)
            case told.Shot(gun=gun, target=target, ammunition=ammunition, losses=losses):
                self._shoot(gun, target, ammunition, losses)
            case told.SkirmishFire(unit=unit, target=target, hits=hits):
                self._shoot(unit, target, "skirmish", hits)
            case told.StrikeDeclared(striker=unit, target=target) if self.known(unit) and self.known(target):
                self.strikes.append(Strike(unit, target, event.flank, self.middle(unit), self.middle(target)))
            case told.Losses(unit=unit, figures=figures):
                self.fallen[unit] += figures
            case _:
                self._befall(event)

    def _befall(self, event: Event) -> None:
        for unit, words in befallen(self.field, event):
            said = self.said.setdefault(unit, [])
            if words not in said:
                said.append(words)
        if isinstance(event, told.Destroyed):
            self.gone.add(event.unit)

    def _move(self, event: told.Moved) -> None:
        if event.before != event.after:
            body = self.field.find(event.unit)
            size = (body.frontage, body.depth) if body else (300, 200)
            self.ways.append(Way(event.unit, event.kind, course(event), size))
        self.at[event.unit] = Pose(*event.after)

    def _shoot(self, unit: str, target: str, kind: str, done: int) -> None:
        end = self.target(target)
        if self.known(unit) and end is not None:
            self.fire.append(Fire(unit, target, kind, self.middle(unit), end, done))


def befallen(field: Field, event: Any) -> Iterator[tuple[str, Text]]:
    """What an event does to whom, in a word or two."""
    match event:
        case told.Routed(unit=unit, way=way):
            yield unit, T("spent") if way == "second" else T("routed")
        case told.UnitStopped(unit=unit):
            yield unit, T("stopped by canister")
        case told.GunSilenced(gun=gun):
            yield gun, T("silenced")
        case told.Pushed(unit=unit):
            yield unit, T("pushed back")
        case told.Parted(unit=unit) | told.Repulsed(unit=unit):
            yield unit, T("draws off")
        case told.RoutersPass(unit=unit, result="disordered"):
            yield unit, T("disordered")
        case told.Destroyed(unit=unit):
            yield unit, T("no more")
        case told.GunCaptured(gun=gun):
            yield gun, T("taken")
        case told.GunRetaken(gun=gun):
            yield gun, T("retaken")
        case told.PersonHit(person=person, unit=unit, fate=fate) if fate != "shielded":
            yield (
                unit,
                T("{person}: {fate}", person=name_of(field.setup, person), fate=fate_words(field, fate)),
            )
        case told.LeftField(unit=unit):
            yield unit, T("left the field")
        case told.ReturnedToBattle(unit=unit):
            yield unit, T("returns to battle")


def fate_words(field: Field, fate: str) -> Any:
    if fate in GONE_FATES:
        return GONE_FATES[fate]
    return next((row.name for row in field.tables.fate.values() if row.id == fate), fate)


def _first_seen(events: Sequence[Event]) -> Iterator[tuple[str, Pose]]:
    """Where bodies stood before their first move, as far as the events tell."""
    seen: set[str] = set()
    for event in events:
        if isinstance(event, told.Moved) and event.unit not in seen:
            seen.add(event.unit)
            yield event.unit, Pose(*event.before)
        elif isinstance(event, told.Deployed):
            seen.update(unit for unit, _ in event.places)
