"""What stands on the ground: regiments to scale, figure by figure, guns and train, with their marks; corridors,
firefights, links of command, objectives.

A regiment is a handful of elements however many figures it has: each rank is one dashed line.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import hypot

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic import picture_signs as signs
from grognard.rulebooks.napoleonic.model import Body, Gun, Unit
from grognard.rulebooks.napoleonic.picture_map import Map
from grognard.rulebooks.napoleonic.picture_scene import Counter, Fray, Ring, Scene, Spot, Strip, Thread
from grognard.show.drawing import Point, area, block, disc, group, line, points
from grognard.show.markup import Markup, join, tag
from grognard.show.style import paint, side_of
from grognard.show.tabletop.arrows import trail
from grognard.show.tabletop.plane import Area, Beyond, bounds, wavy, way, wider
from grognard.show.tabletop.signs import flag, flag_area, gold, stroke, strokes, white_flag
from grognard.space.outline import Base

KEPT = 512
"""Drawings of bodies that are kept: most stay as they are from one picture to the next."""
MOST_SIGNS = 4


def in_view(scene: Scene, map_: Map) -> list[Counter]:
    """Bodies of which something is in view."""
    return [one for one in scene.counters if map_.shows(one.body.shape.box)]


def notch_size(map_: Map) -> float:
    return min(max(map_.grain * 0.5, 3), 7)


def marks_size(map_: Map) -> float:
    return min(max(map_.grain * 0.62, 4), 7)


@lru_cache(maxsize=KEPT)
def area_of(one: Counter, map_: Map) -> Area:
    """What a body covers on the sheet, its frame and front included."""
    return wider(bounds(map_.ring(one.body.shape.ring)), 2 + (notch_size(map_) if map_.fine else 1))


def _placed(body: Body, map_: Map, *parts: Markup) -> Markup:
    """Parts around the middle of a body, turned as it is."""
    return group(*parts, at=map_.at(body.pose.at), angle=body.heading / 10)


# --- bodies ------------------------------------------------------------------------------------------


@lru_cache(maxsize=KEPT)
@clause("NA-UNIT-02", "NA-MOVE-13", "NA-SKIR-02", "NA-UNIT-07", "NA-ROUT-09")
def counter(one: Counter, map_: Map) -> Markup:
    """A body to scale in its side's colour and corners, its front, figures, arm and strength; a frame of gold around
    the one that is asked about or chosen."""
    parts = [_trail(one, map_)] if one.flees else []
    wide, high = map_.px(one.body.frontage), map_.px(one.body.depth)
    if one.acting or one.chosen:
        parts.append(gold(wide + 9, high + 9, 3 if one.chosen else 2.2, 4))
    if not one.flees and one.arm != "wagon":
        parts.append(signs.notch(side_of(one.side), notch_size(map_), -high / 2 - 0.5, one.kind))
    if one.kind == "open_order":
        parts.append(_skirmishers(one, map_))
    elif isinstance(one.body, Unit):
        parts.append(_regiment(one, map_, wide, high))
    else:
        parts.append(_engine(one, map_, wide, high))
    return _placed(one.body, map_, *parts)


def _regiment(one: Counter, map_: Map, wide: float, high: float) -> Markup:
    """The block, its figures, the arm's sign, and along the rear how much of it is left."""
    side, hollow = side_of(one.side), one.flees
    ink = side.ink if hollow else "glyph"
    parts = [signs.body(side, wide, high, hollow=hollow)]
    if map_.fine:
        ranks = ranks_of(one)
        discs = side.corner == "round"
        parts.append(signs.figures(ranks, wide / max(ranks), high / len(ranks), ink, 0.45, discs))
    kind = "dismounted" if one.kind == "dismounted" else one.arm
    parts.append(signs.arm(kind, wide, high, ink))
    if one.status:
        parts.append(_rank_of_honour(one.status, wide, high))
    if one.full > one.count and map_.fine:
        parts.append(_strength(one.count / one.full, wide, high))
    return join(parts)


def ranks_of(one: Counter) -> tuple[int, ...]:
    """Figures of each rank, the foremost first."""
    if one.kind == "march_column":
        full, rest = divmod(one.count, 2)
        return (2,) * full + (1,) * rest or (1,)
    if one.arm != "foot" and one.kind != "dismounted":
        return (max(one.count, 1),)
    return tuple(part for part in ((one.count + 1) // 2, one.count // 2) if part) or (1,)


def _rank_of_honour(status: int, wide: float, high: float) -> Markup:
    """A line of gold along the front of guards and their like; a dotted pale one of recruits and theirs."""
    y = -high / 2 + max(high * 0.11, 1.4)
    path: list[Point] = [(-wide / 2 + 2, y), (wide / 2 - 2, y)]
    if status > 0:
        return tag("g", line(path, "ink", 3), line(path, "pip", 1.9), data_status="guard")
    return tag("g", line(path, "glyph", 1.6, "1.5 2.5"), data_status="recruit")


def _strength(share: float, wide: float, high: float) -> Markup:
    """A bar along the rear edge: what is left of full strength."""
    deep = max(high * 0.15, 2.2)
    left, top = -wide / 2 + 1, high / 2 - deep
    return tag(
        "g",
        block((left, top), (wide - 2, deep), "card", "ink", 0.5),
        block((left, top), ((wide - 2) * share, deep), "ink"),
        data_left=round(share * 100),
    )


@clause("NA-SKIR-02")
def _skirmishers(one: Counter, map_: Map) -> Markup:
    """Each figure by itself on a thread, in the shape of its side."""
    side, step = side_of(one.side), map_.px(500)
    size = min(max(map_.grain * 0.9, 3.4), 9)
    count = max(one.count, 1)
    xs = [(at - (count - 1) / 2) * step for at in range(count)]
    parts = [line([(xs[0], 0), (xs[-1], 0)], side.ink, 1, "1.5 3")]
    hollow = one.flees
    for x in xs:
        parts.append(group(signs.body(side, size, size, hollow=hollow), at=(x, 0)))
    parts.append(strokes([[(x, -size / 2), (x, -size)] for x in xs], "ink", 1.2))
    return join(parts)


@clause("NA-UNIT-03", "NA-TROPH-01", "NA-ART-10")
def _engine(one: Counter, map_: Map, wide: float, high: float) -> Markup:
    """A gun with its crew, a dot a gunner along the rear; or a wagon."""
    body, side = one.body, side_of(one.side)
    empty = isinstance(body, Gun) and not (body.crew or one.dim)
    hollow = one.flees or one.holder is not None or empty
    ink = side.ink if hollow else "glyph"
    parts = [signs.body(side, wide, high, hollow=hollow)]
    if not isinstance(body, Gun):
        return join([*parts, signs.wagon(wide, high, ink)])
    parts.append(signs.engine(wide, high, ink, one.arm == "horse_gun"))
    if map_.fine and not one.dim:
        step = wide / max(body.crew, 5)
        radius = min(max(wide * 0.08, 1.1), 2.4)
        gunners = "".join(
            f"M{(at - (body.crew - 1) / 2) * step - radius:.2f} {high * 0.36:.2f}h{2 * radius:.2f}"
            for at in range(body.crew)
        )
        parts.append(tag("path", d=gunners, stroke_width=2 * radius, **paint("none", ink)))
    return tag("g", *parts, data_crew=None if one.dim else body.crew)


def _trail(one: Counter, map_: Map) -> Markup:
    """Wavy lines behind a unit that runs; it runs where it looks."""
    x, y = map_.px(one.body.frontage) / 2, map_.px(one.body.depth) / 2
    long, size = max(map_.grain * 1.8, 8), min(max(map_.grain * 0.17, 1), 2.2)
    return strokes(trail(x, y + 2, long, size, 1), side_of(one.side).ink, 1.2)


# --- marks -------------------------------------------------------------------------------------------


@lru_cache(maxsize=KEPT)
@clause("NA-OOB-04", "NA-ROUT-11", "NA-TROPH-01")
def marks_of(one: Counter, map_: Map) -> Markup:
    """Persons at the front, colours, the white flag, the holder's flag of what was taken, signs of state."""
    side, size, turn = side_of(one.side), marks_size(map_), one.body.heading / 10
    wide, high = map_.px(one.body.frontage), map_.px(one.body.depth)
    wide = min(wide, map_.px(1200))
    parts = list(_people(one, size, wide, turn))
    if isinstance(one.body, Unit) and one.body.colours and map_.fine and not (one.flees or one.dim):
        cloth = group(signs.colour(side, size * 0.85, min(one.body.colours, 4)), angle=-turn)
        parts.append(group(cloth, at=(wide / 2 - size * 0.5, -high / 2 + size * 0.6)))
    if one.body.standing in ("fleeing", "rallied"):
        high_ = size * (1.9 if one.flees else 1.3)
        parts.append(group(group(white_flag(high_), angle=-turn), at=(wide * 0.2, 0)))
    if one.holder is not None:
        parts.append(group(group(flag(side_of(one.holder), size * 1.2), angle=-turn), at=(0, 0)))
    shown = one.states[:MOST_SIGNS]
    for at, name in enumerate(shown):
        x = (at - (len(shown) - 1) / 2) * size * 1.7
        parts.append(group(signs.state(name, size * 0.72, turn), at=(x, high / 2 + size * 0.3)))
    return _placed(one.body, map_, *parts) if parts else join(())


def _people(one: Counter, size: float, wide: float, turn: float) -> Iterator[Markup]:
    for at, man in enumerate(one.people):
        x = (
            -wide / 2 + size * (0.5 + 1.9 * at)
            if wide > size * 4
            else (at - (len(one.people) - 1) / 2) * size * 1.9
        )
        drawn = group(signs.person(side_of(one.side), man.post, size * 0.85), angle=-turn)
        yield tag("g", group(drawn, at=(x, -size * 0.25)), data_person=man.id, data_post=man.post)


# --- corridors and firefights ------------------------------------------------------------------------


@lru_cache(maxsize=512)
@clause("NA-ROUT-15")
def strip(one: Strip, map_: Map) -> Markup:
    """The corridor of routers: a dashed strip hatched along its way."""
    ink, corridor = side_of(one.side).ink, one.corridor
    ring = map_.ring(corridor.ring)
    ways = []
    for share in (-0.25, 0.25):
        east, north = way(corridor.heading, 0, corridor.width * share)
        far_east, far_north = way(corridor.heading, corridor.length)
        start = (corridor.start[0] + east, corridor.start[1] + north)
        ways.append(wavy(map_.ring([start, (start[0] + far_east, start[1] + far_north)]), 1.2, 4))
    edge = area(ring, ink, ink, 1, fill_opacity=0.1, stroke_dasharray="3 3")
    return tag("g", edge, strokes(ways, ink, 0.9, 0.7), data_corridor=corridor.unit)


@clause("NA-CC-20")
def fray(one: Fray, scene: Scene, map_: Map) -> Markup:
    """Smoke and flashes between two units that are locked in a firefight, and the line along which they stand."""
    a, b = (scene.field.body(unit) for unit in one.units)
    (px, py), (qx, qy) = map_.ring(one.between)
    (ax, ay), (bx, by) = map_.at(a.pose.at), map_.at(b.pose.at)
    x, y = (px + qx) / 2, (py + qy) / 2
    long = hypot(bx - ax, by - ay) or 1
    half = map_.px(min(a.frontage, b.frontage, 900)) * 0.42
    dx, dy = -(by - ay) / long * half, (bx - ax) / long * half
    seam: list[Point] = [(x - dx, y - dy), (x + dx, y + dy)]
    parts = [stroke(seam, "ink", 4.2), stroke(seam, "pip", 2.4)]
    parts.append(group(signs.muskets(min(max(map_.grain * 0.7, 4.5), 8)), at=(x, y)))
    return tag("g", *parts, data_lock=" ".join(one.units))


# --- command -----------------------------------------------------------------------------------------


@clause("NA-CMD-01", "NA-CMD-05")
def thread(one: Thread, map_: Map) -> Markup:
    """A link: thin where it holds, a dashed red line with a gap where it is broken."""
    path = map_.ring([one.start, one.end])
    (ax, ay), (bx, by) = path
    if hypot(bx - ax, by - ay) < 2:
        return join(())
    if one.held:
        drawn = line(path, side_of(one.side).ink, 1.3 if one.leads else 0.8, opacity=0.75)
        return tag("g", drawn, data_link=one.lower, data_held="yes")
    x, y = ax + (bx - ax) * 0.3, ay + (by - ay) * 0.3
    cross = strokes([[(x - 3, y - 3), (x + 3, y + 3)], [(x - 3, y + 3), (x + 3, y - 3)]], "s1", 1.8)
    parts = [
        line(path, "card", 3, opacity=0.7),
        line(path, "s1", 1.3, "4 3"),
        disc((x, y), 5.5, "card", "s1", 1),
        cross,
    ]
    return tag("g", *parts, data_link=one.lower, data_held="no")


def around(base: Base, far: int) -> list[Beyond]:
    """All that is so far from a rectangle: its outline with rounded corners."""
    ring: list[Beyond] = []
    parts = 6 if far < 900 else 14
    for at, (x, y) in enumerate(base.ring):
        for part in range(parts + 1):
            east, north = way(base.heading + 900 * (at - 1) + part * 900 / parts, far)
            ring.append((x + east, y + north))
    return ring


@clause("NA-CMD-01", "NA-CMD-03")
def ring(one: Ring, map_: Map) -> Markup:
    """How far a command reaches: fine dots, farther apart the higher the post."""
    path = map_.ring(around(one.body.shape, one.man.radius))
    gap = 3 + one.man.radius / 900
    drawn = tag(
        "path",
        d=points(path, closed=True),
        stroke_width=1.5,
        stroke_dasharray=f"0.1 {gap:g}",
        stroke_linecap="round",
        **paint("none", side_of(one.side).ink),
    )
    return tag("g", drawn, data_radius=f"{one.man.id}:{one.man.radius}")


# --- objectives and zones ----------------------------------------------------------------------------


def flag_size(map_: Map) -> float:
    return min(max(map_.grain * 0.9, 8), 12)


@clause("NA-END-08")
def circle(one: Spot, map_: Map) -> Markup:
    """The ground of an objective."""
    at = map_.at((one.sheet.x, one.sheet.y))
    return disc(at, map_.px(one.sheet.radius), "none", "ink", 1.1, stroke_dasharray="6 4", opacity=0.65)


@clause("NA-END-08")
def spot(one: Spot, foot: Point, map_: Map) -> Markup:
    """A pole that flies the holder's colours or none."""
    side = side_of(one.holder) if one.holder is not None else None
    flown = group(flag(side, flag_size(map_)), at=foot)
    held = one.holder if one.holder is not None else "nobody"
    return tag("g", flown, data_objective=one.sheet.id, data_holder=held)


def spot_feet(one: Spot, map_: Map) -> Iterator[Point]:
    """Where its pole may stand: in the middle, then around on the circle."""
    x, y = map_.at((one.sheet.x, one.sheet.y))
    high, far = flag_size(map_) * 0.6, map_.px(one.sheet.radius)
    yield x, y + high
    for at in range(16):
        east, north = way(3150 + at * 225, far)
        yield x + east, y - north + high


def spot_area(foot: Point, map_: Map) -> Area:
    return flag_area(foot, flag_size(map_))


@clause("NA-SEQ-07")
def zone(side: int, box: tuple[int, int, int, int], map_: Map) -> Markup:
    """Where a side sets up."""
    west, south, east, north = box
    ring_ = map_.ring([(west, south), (west, north), (east, north), (east, south)])
    ink = side_of(side).ink
    drawn = area(ring_, ink, ink, 1.6, fill_opacity=0.06, stroke_dasharray="9 4")
    return tag("g", drawn, data_zone=side)
