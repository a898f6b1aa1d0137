"""Arrows of the battle picture: what one turn brought, from the events that the seat has heard."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from math import hypot
from typing import TypeAlias

import msgspec

from grognard.core.events import Event
from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.fantasy.events import (
    Aligned,
    BallFlew,
    BombFell,
    Broke,
    CasualtiesTaken,
    CommanderKilled,
    Crumbled,
    Moved,
    Rallied,
    Reformed,
    Shifted,
    Shot,
    SpellCast,
    Struck,
    Summoned,
    TurnStarted,
    UnitLost,
)
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import Character, Leg, Unit
from grognard.rulebooks.fantasy.tracks import wheeled
from grognard.rulebooks.fantasy.words_names import hero_name
from grognard.show.tabletop.courses import Course, Fire, Toll, Way, latest
from grognard.space.pose import Point, Pose, distance

Placing: TypeAlias = Aligned | Reformed | Shifted | Summoned
FINE = 150
"""Tenths of a degree of a wheel that are drawn as one straight line."""


# --- courses -------------------------------------------------------------------------------------------


@clause("FA-MOV-02", "FA-UNIT-07")
def course(start: Pose, end: Pose, legs: Sequence[Leg], size: tuple[int, int], gone: float) -> Course:
    """A path as it was gone: cut where the unit stopped, prolonged to where it ended. ``size``: of its rectangle,
    ``gone``: thousandths, wheels as the rules measure them."""
    poses, ways = [start], [0.0]

    def add(pose: Pose, way: float) -> None:
        if pose != poses[-1]:
            poses.append(pose)
            ways.append(ways[-1] + max(way, 1))

    left = gone
    for leg in legs:
        long = leg.amount if leg.kind == "fwd" else abs(leg.amount) * hypot(*size) / 573
        part = min(left / long, 1.0) if long else 1.0
        for pose in _parts(poses[-1], leg, part, size[0]):
            add(pose, distance(poses[-1].at, pose.at))
        left -= long
        if left <= 0:
            break
    far = distance(poses[-1].at, end.at)
    if left <= 0 and len(poses) > 1 and far < 1500:
        poses[-1] = end
    else:
        add(end, far)
    return Course(tuple(poses), tuple(ways))


def _parts(pose: Pose, leg: Leg, part: float, width: int) -> Iterator[Pose]:
    if leg.kind == "fwd":
        yield pose.ahead(round(leg.amount * part))
        return
    whole = round(leg.amount * part)
    steps = max(1, abs(whole) // FINE)
    yield from (wheeled(pose, width, whole * at // steps) for at in range(1, steps + 1))


# --- deeds ---------------------------------------------------------------------------------------------


class Fight(msgspec.Struct, frozen=True):
    """Two units that struck at each other, and the wounds that each took."""

    units: tuple[str, str]
    at: Point
    taken: tuple[int, int]


class Deeds(msgspec.Struct, frozen=True):
    """Everything that one turn (or a given step) brought; ``when`` says which."""

    when: Text | None = None
    ways: tuple[Way, ...] = ()
    fire: tuple[Fire, ...] = ()
    fights: tuple[Fight, ...] = ()
    tolls: tuple[Toll, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.ways or self.fire or self.fights or self.tolls)


def deeds(field: Field, heard: Sequence[Heard]) -> Deeds:
    """The arrows of the last turn that brought any."""
    return latest(heard, TurnStarted, lambda events: Reading(field, events).deeds(), Deeds())


class Reading:
    """Goes through some events and remembers where units stood at each."""

    def __init__(self, field: Field, events: Sequence[Event]) -> None:
        self.field, self.events = field, events
        self.at: dict[str, Pose] = dict(_first_seen(events))
        self.ways: list[Way] = []
        self.fire: list[Fire] = []
        self.fights: dict[tuple[str, str], list[int]] = {}
        self.places: dict[tuple[str, str], Point] = {}
        self.fallen: Tally[str] = Tally()
        self.said: dict[str, list[Text]] = {}
        self.gone: set[str] = set()

    def deeds(self) -> Deeds:
        for event in self.events:
            self._take(event)
        fights = (Fight(pair, self.places[pair], (a, b)) for pair, (a, b) in self.fights.items())
        hurt = dict.fromkeys([*self.fallen, *self.said])
        tolls = (
            Toll(one, self.centre(one), self.fallen[one], tuple(self.said.get(one, ())), one in self.gone)
            for one in hurt
            if self.known(one)
        )
        return Deeds(self._when(), tuple(self.ways), tuple(self.fire), tuple(fights), tuple(tolls))

    def _when(self) -> Text | None:
        first = self.events[0] if self.events else None
        return T("arrows: turn {turn}", turn=first.number) if isinstance(first, TurnStarted) else None

    # --- where units are ---

    def known(self, unit: str) -> bool:
        return isinstance(self.field.pieces.get(unit), Unit)

    def front(self, unit: str) -> Pose:
        piece = self.field.unit(unit)
        return self.at.get(unit) or Pose(piece.x, piece.y, piece.heading)

    def centre(self, unit: str) -> Point:
        return self.front(unit).ahead(-self.field.unit(unit).depth // 2).at

    # --- events ---

    def _take(self, event: Event) -> None:
        match event:
            case Moved(unit=unit) if self.known(unit):
                self._move(event)
            case Aligned(unit=unit, end=pose) | Shifted(unit=unit, end=pose) | Summoned(unit=unit, end=pose):
                self.at[unit] = pose
            case Reformed(unit=unit, pose=pose):
                self.at[unit] = pose
            case Shot(unit=unit, target=target, unsaved=wounds):
                self._shoot(unit, target, "volley", wounds)
            case BallFlew(machine=unit, target=target, wounds=wounds):
                self._shoot(unit, target, "ball", wounds)
            case BombFell(machine=unit, target=target):
                wounds = sum(one.unsaved for one in event.struck)
                self._shoot(unit, target, "bomb", wounds, (event.x, event.y))
            case SpellCast(result=result) if result not in ("failed", "barred"):
                self._cast(event)
            case Struck(unit=unit, target=target):
                self._strike(unit, target, event.unsaved)
                self.fallen[target] += event.fallen
            case CasualtiesTaken(unit=unit, fallen=fallen) | Crumbled(unit=unit, fallen=fallen):
                self.fallen[unit] += fallen
            case _:
                self._befall(event)

    def _befall(self, event: Event) -> None:
        match event:
            case Broke(unit=unit, silenced=silenced):
                self.said.setdefault(unit, []).append(T("lost its nerve") if silenced else T("breaks"))
            case Rallied(unit=unit, passed=True):
                self.said.setdefault(unit, []).append(T("rallies"))
            case CommanderKilled(character=one, unit=unit):
                words = T("{hero} falls", hero=hero_name(self.field, one))
                self.said.setdefault(unit, []).append(words)
            case UnitLost(unit=unit, how=how):
                self.said.setdefault(unit, []).append(LOST.get(how, LOST["destroyed"]))
                self.gone.add(unit)

    def _move(self, event: Moved) -> None:
        unit = self.field.unit(event.unit)
        size = (unit.width, unit.depth)
        if event.start != event.end:
            gone = course(event.start, event.end, event.path, size, event.cells)
            self.ways.append(Way(event.unit, event.kind, gone, size))
        self.at[event.unit] = event.end

    def _shoot(self, unit: str, target: str, kind: str, done: int, end: Point | None = None) -> None:
        if self.known(unit) and (end or self.known(target)):
            there = end or self.centre(target)
            self.fire.append(Fire(unit, target, kind, self.front(unit).at, there, done))

    @clause("FA-MAG-16")
    def _cast(self, event: SpellCast) -> None:
        """From the wizard's unit to whom or where it is cast; on his own unit it draws no line."""
        wizard = self.field.pieces.get(event.wizard)
        aimed = self.field.pieces.get(event.target)
        target = aimed.unit if isinstance(aimed, Character) else event.target
        if not isinstance(wizard, Character) or target == wizard.unit:
            return
        at = (event.x, event.y) if not target and (event.x or event.y) else None
        self._shoot(wizard.unit, target, "spell", -1, at)

    def _strike(self, unit: str, target: str, wounds: int) -> None:
        if not (self.known(unit) and self.known(target)):
            return
        a, b = sorted((unit, target))
        taken = self.fights.setdefault((a, b), [0, 0])
        taken[target == b] += wounds
        (ax, ay), (bx, by) = self.centre(a), self.centre(b)
        self.places.setdefault((a, b), ((ax + bx) // 2, (ay + by) // 2))


LOST = {
    "destroyed": T("destroyed"),
    "left": T("left the table"),
    "crew": T("the crew is dead"),
    "engine": T("the engine is wrecked"),
    "exploded": T("exploded"),
    "abandoned": T("abandoned"),
}


def _first_seen(events: Sequence[Event]) -> Iterator[tuple[str, Pose]]:
    """Where units stood before the first move of theirs, as far as the events tell."""
    seen: set[str] = set()
    for event in events:
        if isinstance(event, Moved) and event.unit not in seen:
            yield event.unit, event.start
        if isinstance(event, Moved | Placing):
            seen.add(event.unit)
