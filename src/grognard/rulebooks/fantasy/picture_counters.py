"""What stands on the ground: units to scale, rank by rank, with their marks; fronts in melee; objectives; spells.

A unit is a handful of elements however many men it has: all its models are one dashed line.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grognard.core.rule import clause
from grognard.rulebooks.fantasy import picture_signs as signs
from grognard.rulebooks.fantasy.model import Unit
from grognard.rulebooks.fantasy.picture_map import Map
from grognard.rulebooks.fantasy.picture_scene import Circle, Counter, Front, Scene, Spot
from grognard.rulebooks.fantasy.regiment import block_of, rank_sizes
from grognard.show.drawing import Point, area, disc, group, line
from grognard.show.markup import Markup, join, tag
from grognard.show.style import side_of
from grognard.show.tabletop.arrows import trail
from grognard.show.tabletop.plane import Area, bounds, wider
from grognard.show.tabletop.signs import flag, flag_area, gold, stroke, swords, white_flag

KEPT = 512
"""Drawings of units that are kept: most units stay as they are from one picture to the next."""


def in_view(scene: Scene, map_: Map) -> list[Counter]:
    """Units of which something is in view."""
    return [one for one in scene.counters if map_.shows(one.unit.shape.box)]


def notch_size(map_: Map) -> float:
    return min(max(map_.scale * 0.42, 3), 8)


def marks_size(map_: Map) -> float:
    return min(max(map_.scale * 0.5, 5), 8.5)


@lru_cache(maxsize=KEPT)
def area_of(one: Counter, map_: Map) -> Area:
    """What a unit covers on the sheet, its frame, front and marks included."""
    return wider(bounds(map_.ring(one.unit.shape.ring)), 3 + (notch_size(map_) if map_.fine else 2))


def _placed(unit: Unit, map_: Map, *parts: Markup) -> Markup:
    """Parts around the middle of a unit, turned as it is."""
    return group(*parts, at=map_.at(unit.centre), angle=unit.heading / 10)


# --- beneath everything ---


@lru_cache(maxsize=KEPT)
@clause("FA-UNIT-04")
def beneath(one: Counter, map_: Map) -> Markup:
    """Under all units: the places of the fallen behind them, the trail of flight, the point of the front."""
    unit, parts = one.unit, []
    if unit.kind != "machine" and one.starting.depth > unit.shape.depth + unit.base[1] // 2:
        parts.append(_gaps(one, map_))
    if unit.retreating or unit.withdrawing:
        parts.append(_trail(one, map_))
    else:
        top = -map_.px(unit.depth) / 2 - 1
        parts.append(
            _placed(unit, map_, signs.notch(side_of(one.side), unit.formation, notch_size(map_), top))
        )
    return join(parts)


def _gaps(one: Counter, map_: Map) -> Markup:
    """The ranks that it began with and has no more."""
    held, ink = one.starting, side_of(one.side).ink
    lost = max(one.unit.start_models, one.unit.models) - one.unit.models
    wide, deep = (map_.px(size) for size in one.unit.base)
    full = rank_sizes(block_of(one.unit))
    left = (one.unit.files,) * ((lost + one.unit.files - 1) // one.unit.files)
    top = map_.px(held.depth) / 2 - len(left) * deep
    shadow = area(map_.ring(held.ring), "map", ink, 0.8, fill_opacity=0.5, stroke_dasharray="2 2.5")
    if not map_.fine or not full:
        return tag("g", shadow, data_lost=lost)
    men = signs.models(one.unit.kind, left, wide, deep, ink, 0.22)
    places = group(men, at=(0, top + len(left) * deep / 2))
    return tag("g", shadow, group(places, at=map_.at(held.at), angle=one.unit.heading / 10), data_lost=lost)


def _trail(one: Counter, map_: Map) -> Markup:
    """Wavy lines behind a unit that runs; it runs where it looks."""
    x, y = map_.px(one.unit.width) / 2, map_.px(one.unit.depth) / 2
    long = max(map_.scale * 1.5, 9)
    size = min(map_.scale * 0.16, 2.4)
    ink = side_of(one.side).ink
    return _placed(one.unit, map_, *(line(way, ink, 1.2) for way in trail(x, y + 3, long, size)))


# --- units ---


@lru_cache(maxsize=KEPT)
@clause("FA-UNIT-01", "FA-UNIT-03", "FA-GEN-02")
def counter(one: Counter, map_: Map) -> Markup:
    """A unit to scale: full ranks in the side's colour and corners, a thinner last rank behind them, its models, the
    sign of its arm; a frame of gold around the one that is asked about or chosen."""
    unit, side = one.unit, side_of(one.side)
    hollow = unit.retreating or unit.withdrawing
    ink = side.ink if hollow else "glyph"
    wide, high = map_.px(unit.width), map_.px(unit.depth)
    parts = []
    if one.acting or one.chosen:
        parts.append(gold(wide + 10, high + 10, 3 if one.chosen else 2.2, 5))
    parts.append(_block(unit, map_, one.side, hollow))
    if unit.kind == "machine":
        parts.append(_machine(one, map_, ink))
    else:
        base = (map_.px(unit.base[0]), map_.px(unit.base[1]))
        sizes = rank_sizes(block_of(unit))
        if min(base) >= 2:
            parts.append(signs.models(unit.kind, sizes, *base, ink, 0.42))
        thin = base[1] if len(sizes) > 1 and sizes[-1] < sizes[0] else 0
        sign = signs.arm(unit.kind, one.shoots, wide, high - thin, ink)
        parts.append(group(sign, at=(0, -thin / 2)))
    return _placed(unit, map_, *parts)


def _block(unit: Unit, map_: Map, side: int, hollow: bool) -> Markup:
    """The rectangle; where the last rank is not full, it stands alone behind the others."""
    marks = side_of(side)
    wide, high = map_.px(unit.width), map_.px(unit.depth)
    sizes = rank_sizes(block_of(unit)) if unit.kind != "machine" else (1,)
    deep = map_.px(unit.base[1])
    if len(sizes) < 2 or sizes[-1] == sizes[0]:
        return signs.body(marks, wide, high, hollow=hollow)
    last = signs.body(marks, map_.px(unit.base[0]) * sizes[-1], deep, hollow=hollow)
    full = signs.body(marks, wide, high - deep, hollow=hollow)
    return join([group(last, at=(0, (high - deep) / 2)), group(full, at=(0, -deep / 2))])


@clause("FA-WM-01")
def _machine(one: Counter, map_: Map, ink: str) -> Markup:
    """Engine and crew: a dot a man along the rear."""
    unit = one.unit
    wide, high = map_.px(unit.width), map_.px(unit.depth)
    lobs = "mortar" in unit.profile
    parts = [group(signs.engine(wide, high * 0.72, ink, lobs), at=(0, -high * 0.08))]
    radius = min(max(wide * 0.09, 1.2), 3)
    step = wide / max(unit.models, 3)
    for at in range(unit.models):
        parts.append(disc(((at - (unit.models - 1) / 2) * step, high * 0.37), radius, ink, "ink", 0.5))
    return tag("g", *parts, data_crew=unit.models)


# --- marks ---


@lru_cache(maxsize=KEPT)
@clause("FA-CMD-01", "FA-CMD-05", "FA-WM-05", "FA-SPC-06")
def marks_of(one: Counter, map_: Map) -> Markup:
    """Characters in the first rank, the standard, the white flag, spells in force, what keeps it from shooting."""
    unit, side = one.unit, side_of(one.side)
    wide, high, size, turn = map_.px(unit.width), map_.px(unit.depth), marks_size(map_), unit.heading / 10
    parts = []
    for at, hero in enumerate(one.heroes):
        x = (at - (len(one.heroes) - 1) / 2) * size * 2.1
        drawn = group(signs.hero(side, hero.rank, size * 0.8), angle=-turn)
        parts.append(
            tag(
                "g", group(drawn, at=(x, -high / 2 + size * 0.4)), data_character=hero.id, data_rank=hero.rank
            )
        )
    if unit.standard:
        x = wide / 2 - size * 0.6
        parts.append(group(group(signs.standard(side, size * 1.15), angle=-turn), at=(x, -high / 2 + size)))
    if unit.retreating:
        x = wide * 0.24 if one.heroes else 0
        parts.append(group(group(white_flag(size * 1.9), angle=-turn), at=(x, 0)))
    for at, (_, harms) in enumerate(one.spells):
        x = -wide / 2 + size * (0.5 + 1.5 * at)
        parts.append(group(group(signs.rosette(size * 0.62, harms), angle=-turn), at=(x, high / 2)))
    for kind, left in _stops(unit):
        parts.append(group(signs.stopped(kind, left, size * 0.75), at=(wide / 2 - size, high / 2)))
    return _placed(unit, map_, *parts)


def _stops(unit: Unit) -> Iterator[tuple[str, int]]:
    """The worst of what keeps it from shooting."""
    for kind, left in (("jammed", unit.jammed), ("silenced", unit.silenced), ("reload", unit.reload)):
        if left:
            yield kind, left
            return


# --- melee ---


@clause("FA-MEL-15", "FA-CR-05")
def front(one: Front, map_: Map) -> Markup:
    """A seam of gold along which two units fight, with crossed swords; twice the swords on a flank or rear."""
    start, end = map_.ring(one.stretch)
    size = min(max(map_.scale * 0.42, 4.5), 8)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    parts = [
        stroke([start, end], "ink", 5),
        stroke([start, end], "pip", 2.8),
        group(swords(size), at=middle),
    ]
    if one.flank:
        parts.append(disc(middle, size * 1.6, "none", "s1", 1.8))
    return tag("g", *parts, data_contact=one.id, data_flank="yes" if one.flank else None)


# --- objectives and spells at places ---


@clause("FA-VIC-04")
def spot(one: Spot, map_: Map) -> Markup:
    """An objective: its area, and a pole that flies the holder's colours or none."""
    ring = area(map_.ring(one.objective.area), None, "ink", 1.1, stroke_dasharray="6 4", opacity=0.7)
    held = one.holder if one.holder is not None else "nobody"
    holder = side_of(one.holder) if one.holder is not None else None
    return tag(
        "g",
        ring,
        group(flag(holder, flag_size(map_)), at=spot_foot(one, map_)),
        data_objective=one.objective.id,
        data_holder=held,
    )


def zone(side: int, corners: tuple[tuple[int, int], ...], map_: Map) -> Markup:
    """Where a side sets up."""
    ink = side_of(side).ink
    drawn = area(map_.ring(corners), ink, ink, 1.6, fill_opacity=0.06, stroke_dasharray="9 4")
    return tag("g", drawn, data_zone=side)


def flag_size(map_: Map) -> float:
    return min(max(map_.scale * 0.8, 8), 13)


def spot_foot(one: Spot, map_: Map) -> Point:
    """Where its pole stands: in the upper left corner of the area."""
    left, top, _, _ = bounds(map_.ring(one.objective.area))
    return left + 4, top + flag_size(map_) * 1.9


def spot_area(one: Spot, map_: Map) -> Area:
    return flag_area(spot_foot(one, map_), flag_size(map_))


@clause("FA-MAG-16", "FA-MAG-17")
def circle(one: Circle, map_: Map) -> Markup:
    """A spell at a place: a ring of dots as wide as it works, with its sign in the middle."""
    at = map_.at(one.at)
    ring = disc(at, map_.px(one.radius), "none", "s4", 1.4, stroke_dasharray="1.5 4", stroke_linecap="round")
    sign = group(signs.rosette(marks_size(map_) * 0.7, True), at=at)
    return tag("g", ring, sign, data_spell_at=one.id)
