"""Arrows of the battle picture: what one card brought, from the events that the seat has heard."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence

import msgspec

from grognard.core.events import Event
from grognard.core.game import Heard
from grognard.locale import T, Text
from grognard.rulebooks.pike_and_shot.events import (
    Advanced,
    BaseLost,
    CardDrawn,
    Destroyed,
    Fought,
    LeftTable,
    ManoeuvreDone,
    ManoeuvreProgress,
    Routed,
    Volley,
)
from grognard.rulebooks.pike_and_shot.model import Bases, Unit
from grognard.rulebooks.pike_and_shot.picture_map import Map, block, front, rear
from grognard.rulebooks.pike_and_shot.picture_scene import Scene
from grognard.show.drawing import Point, area, group, tooltip
from grognard.show.markup import Markup, join, tag
from grognard.show.style import side_of
from grognard.show.tabletop.arrows import headed, specks
from grognard.show.tabletop.courses import firsts, latest
from grognard.show.tabletop.plane import Area, around, bounds, wavy
from grognard.show.tabletop.signs import fallen, swords

CHARGES = ("charge", "counter_charge", "reaction_charge")
Spot = tuple[int, int]


class Way(msgspec.Struct, frozen=True):
    """A unit went somewhere. ``kind``: advance, manoeuvre, charge, evade or rout. ``path``: of its rear's middle, so
    that the track ends where the unit stands; of its own middle in a manoeuvre."""

    unit: str
    kind: str
    path: tuple[Spot, ...]
    before: Bases


class Shot(msgspec.Struct, frozen=True):
    """A volley from a front to a unit; ``dp`` is what it did."""

    unit: str
    target: str
    start: Spot
    end: Spot
    dp: int


class Clash(msgspec.Struct, frozen=True):
    """A fight: where, and the DP that each side took."""

    unit: str
    enemy: str
    at: Spot
    taken: tuple[int, int]


class Toll(msgspec.Struct, frozen=True):
    """What became of a unit: bases lost, and how it ended (routed, destroyed, gone, or "")."""

    unit: str
    at: Spot
    bases: int
    end: str


class Deeds(msgspec.Struct, frozen=True):
    """Everything that one card (or a given step) brought; ``when`` says which."""

    when: Text | None = None
    ways: tuple[Way, ...] = ()
    shots: tuple[Shot, ...] = ()
    clashes: tuple[Clash, ...] = ()
    tolls: tuple[Toll, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.ways or self.shots or self.clashes or self.tolls)


def deeds(scene: Scene, heard: Sequence[Heard]) -> Deeds:
    """The arrows of the last card that brought any; what was heard before any card counts as one."""
    return latest(heard, CardDrawn, lambda events: _Reading(scene, events).deeds(), Deeds())


class _Reading:
    """Goes through some events and remembers where units stood at each."""

    def __init__(self, scene: Scene, events: Sequence[Event]) -> None:
        self.scene, self.field, self.events = scene, scene.field, events
        self.at: dict[str, Bases] = dict(_first_seen(events))

    def deeds(self) -> Deeds:
        ways: list[Way] = []
        shots: list[Shot] = []
        clashes: list[Clash] = []
        lost: Tally[str] = Tally()
        ends: dict[str, str] = {}
        for event in self.events:
            if isinstance(event, Advanced | ManoeuvreProgress | ManoeuvreDone):
                self._move(event, ways)
            elif isinstance(event, Volley):
                shots += self._shot(event)
            elif isinstance(event, Fought):
                clashes += self._clash(event)
            elif isinstance(event, BaseLost):
                lost[event.unit] += 1
            elif isinstance(event, Routed | Destroyed | LeftTable):
                ends[event.unit] = _END[type(event)]
        tolls = [self._toll(unit, lost[unit], ends.get(unit, "")) for unit in dict.fromkeys([*lost, *ends])]
        found = [one for one in tolls if one is not None]
        return Deeds(self._when(), tuple(ways), tuple(shots), tuple(clashes), tuple(found))

    def _when(self) -> Text | None:
        first = self.events[0] if self.events else None
        if not isinstance(first, CardDrawn):
            return None
        names = self.scene.field.setup.commanders
        post = names.get(first.commander)
        return T("arrows: card of {commander}", commander=post.name if post else first.commander)

    def _bases(self, unit: str) -> Bases:
        """Where a unit stands at this event; empty if the seat has never seen it."""
        known = self.at.get(unit)
        if known is None:
            piece = self.field.pieces.get(unit)
            known = piece.bases if isinstance(piece, Unit) else ()
        return known

    def _move(self, event: Advanced | ManoeuvreProgress | ManoeuvreDone, ways: list[Way]) -> None:
        kind = "manoeuvre"
        if isinstance(event, Advanced):
            kind = "charge" if event.kind in CHARGES else event.kind
        before = self.at.get(event.unit) or event.before
        self.at[event.unit] = event.after
        place = _middle if kind == "manoeuvre" else rear
        start, end = place(before), place(event.after)
        if start == end:
            return
        last = ways[-1] if ways else None
        if last is not None and (last.unit, last.kind) == (event.unit, kind):
            ways[-1] = msgspec.structs.replace(last, path=(*last.path, end))
        else:
            ways.append(Way(event.unit, kind, (start, end), before))

    def _shot(self, event: Volley) -> Iterator[Shot]:
        here, there = self._bases(event.shooter), self._bases(event.target)
        if here and there:
            yield Shot(event.shooter, event.target, front(here), _middle(there), event.dp)

    def _clash(self, event: Fought) -> Iterator[Clash]:
        one, other = event.roller, event.other
        here, there = self._bases(one.unit), self._bases(other.unit)
        if here and there:
            (ax, ay), (bx, by) = _nearest(here, there)
            yield Clash(one.unit, other.unit, ((ax + bx) // 2, (ay + by) // 2), (one.dp, other.dp))

    def _toll(self, unit: str, bases: int, end: str) -> Toll | None:
        here = self._bases(unit)
        return Toll(unit, _middle(here), bases, end) if here else None


_END: dict[type[Event], str] = {Routed: "routed", Destroyed: "destroyed", LeftTable: "gone"}


def _first_seen(events: Sequence[Event]) -> Iterator[tuple[str, Bases]]:
    """Where units stood before the first move of theirs."""
    seen: set[str] = set()
    for event in events:
        if isinstance(event, Advanced | ManoeuvreProgress | ManoeuvreDone) and event.unit not in seen:
            seen.add(event.unit)
            yield event.unit, event.before


def _middle(bases: Bases) -> Spot:
    return block(bases).at


def _nearest(one: Bases, other: Bases) -> tuple[Spot, Spot]:
    """The centres of the two bases that are nearest to each other."""
    pairs = (((a.x - b.x) ** 2 + (a.y - b.y) ** 2, (a.x, a.y), (b.x, b.y)) for a in one for b in other)
    _, first, second = min(pairs)
    return first, second


# --- drawing ---


def tracks(found: Deeds, scene: Scene, map_: Map) -> Markup:
    """Where units stood that have moved, pale, and the ways that they took, under everything."""
    parts = []
    for one in firsts(found.ways):
        ink = _ink(scene, one.unit)
        parts += [
            area(map_.ring(base.shape.ring), "none", ink, 0.8, stroke_dasharray="2 2", opacity=0.7)
            for base in one.before
        ]
    return join([*parts, *(_way(one, scene, map_) for one in found.ways)])


def arrows(found: Deeds, scene: Scene, map_: Map) -> Markup:
    """Volleys and fights, over the counters."""
    parts = [_shot(one, scene, map_) for one in found.shots]
    parts += [_clash(one, map_) for one in found.clashes]
    parts += [_fallen(one, map_) for one in found.tolls if one.end in ("destroyed", "gone")]
    return join(parts)


def _ink(scene: Scene, unit: str) -> str:
    sheet = scene.field.setup.sheets.get(unit)
    if sheet is None:
        return "soft"
    at = [side.id for side in scene.field.setup.sides].index(sheet.side)
    return side_of(at).ink


def _way(one: Way, scene: Scene, map_: Map) -> Markup:
    path = map_.ring(one.path)
    drawn = WAYS.get(one.kind, advance_arrow)(path, _ink(scene, one.unit), map_.pen)
    return tag("g", drawn, data_arrow=one.kind, data_from=one.unit)


def _shot(one: Shot, scene: Scene, map_: Map) -> Markup:
    words = T("{unit} shoots at {target}: {dp} DP", unit=one.unit, target=one.target, dp=one.dp)
    path = map_.ring((one.start, one.end))
    drawn = volley_arrow(path, _ink(scene, one.unit), max(map_.scale * 0.14, 1.4))
    return tag(
        "g",
        tooltip(words.say(scene.lang), drawn),
        data_arrow="volley",
        data_from=one.unit,
        data_to=one.target,
    )


def _clash(one: Clash, map_: Map) -> Markup:
    drawn = group(swords(max(map_.scale * 0.62, 6)), at=map_.at(one.at))
    return tag("g", drawn, data_arrow="fight", data_from=one.unit, data_to=one.enemy)


def _fallen(one: Toll, map_: Map) -> Markup:
    """A cross where a unit was last seen."""
    cross = group(fallen(max(map_.scale * 0.6, 6)), at=map_.at(one.at))
    return tag("g", cross, data_arrow=one.end, data_from=one.unit)


def advance_arrow(path: list[Point], ink: str, pen: float) -> Markup:
    return headed(path, path, ink, pen, full=False)


def manoeuvre_arrow(path: list[Point], ink: str, pen: float) -> Markup:
    return headed(path, path, ink, pen, f"{pen * 0.4:g} {pen * 2:g}", full=False)


def charge_arrow(path: list[Point], ink: str, pen: float) -> Markup:
    return headed(path, path, ink, pen * 1.9)


def evade_arrow(path: list[Point], ink: str, pen: float) -> Markup:
    return headed(path, path, ink, pen, f"{pen * 5:g} {pen * 2:g} {pen:g} {pen * 2:g}", full=False)


def rout_arrow(path: list[Point], ink: str, pen: float) -> Markup:
    return headed(path, wavy(path, pen * 1.5, pen * 3.2), ink, pen, full=False)


def volley_arrow(path: list[Point], ink: str, pen: float) -> Markup:
    return headed(path, path, ink, pen, f"{pen * 3:g} {pen * 2.2:g}")


WAYS = {
    "manoeuvre": manoeuvre_arrow,
    "charge": charge_arrow,
    "evade": evade_arrow,
    "rout": rout_arrow,
}


# --- words on arrows ---


class Word(msgspec.Struct, frozen=True):
    """A few letters beside a place of the sheet."""

    id: str
    beside: Area
    words: str
    ink: str


def words(found: Deeds, scene: Scene, map_: Map) -> list[Word]:
    """DP of volleys and fights, bases lost, ends: one word for each unit that suffered."""
    lang = scene.lang
    said: dict[str, list[str]] = {}
    places: dict[str, Spot] = {}
    hurt = [(one.target, one.end, one.dp) for one in found.shots]
    hurt += [
        part
        for one in found.clashes
        for part in ((one.unit, one.at, one.taken[0]), (one.enemy, one.at, one.taken[1]))
    ]
    total: Tally[str] = Tally()
    for unit, at, dp in hurt:
        total[unit] += dp
        places.setdefault(unit, at)
    for unit, dp in total.items():
        said.setdefault(unit, []).append((T("+{dp} DP", dp=dp) if dp else T("no effect")).say(lang))
    for one in found.tolls:
        places.setdefault(one.unit, one.at)
        said.setdefault(one.unit, []).extend(_toll_words(one, lang))
    return [
        Word(f"word:{unit}", _around(scene, unit, places[unit], map_), ", ".join(parts), _ink(scene, unit))
        for unit, parts in said.items()
        if parts and _shown(scene, unit, places[unit], map_)
    ]


def _shown(scene: Scene, unit: str, at: Spot, map_: Map) -> bool:
    """Whether a unit is in the frame, or was where it was last seen."""
    counter = scene.counter(unit)
    return map_.shows(counter.unit.box if counter else (*at, *at))


def _toll_words(one: Toll, lang: str) -> Iterator[str]:
    if one.bases:
        yield T("bases −{count}", count=one.bases).say(lang)
    if one.end:
        yield ENDS[one.end].say(lang)


ENDS = {"routed": T("routs"), "destroyed": T("destroyed"), "gone": T("left the table")}


def _around(scene: Scene, unit: str, at: Spot, map_: Map) -> Area:
    """The unit as it stands now, or where it was last seen."""
    counter = scene.counter(unit)
    if counter is not None:
        return bounds(map_.ring(block(counter.unit.bases).ring))
    return around(map_.at(at), 8)


def in_the_way(found: Deeds, map_: Map) -> Iterator[Area]:
    """Small areas along all arrows, which names should rather not hide."""
    paths = [one.path for one in found.ways] + [(one.start, one.end) for one in found.shots]
    yield from specks(paths, map_, 12)
    yield from (around(map_.at(clash.at), 8) for clash in found.clashes)
