"""What stands on the ground: units to scale with their marks, commanders, flags of orders, smoke, objectives."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grognard.rulebooks.pike_and_shot.model import Flag, Smoke, Unit
from grognard.rulebooks.pike_and_shot.picture_map import Map, block, noise, turned
from grognard.rulebooks.pike_and_shot.picture_scene import Counter, Leader, Scene, Spot
from grognard.rulebooks.pike_and_shot.picture_signs import body, frame, sign
from grognard.show import marks
from grognard.show.drawing import Point, area, disc, group, label, line
from grognard.show.glyphs import leader as star
from grognard.show.markup import Markup, join, number, tag
from grognard.show.style import Side, paint, side_of
from grognard.show.tabletop.arrows import trail
from grognard.show.tabletop.plane import Area, bounds, salt, wider
from grognard.show.tabletop.signs import flag, flag_area, gold, white_flag

MOST_PIPS = 4
"""More DP than that are a number."""
KEPT = 512
"""Drawings of units that are kept: most units stay as they are from one picture to the next."""
STARS = {"brigade": 1, "division": 2, "army": 3}


# --- units ---


def pad(map_: Map) -> float:
    """Room between bases and the frame around them."""
    return 2.6 if map_.fine else 1.2


@lru_cache(maxsize=KEPT)
def areas(counter: Counter, map_: Map) -> list[Area]:
    """What a unit covers on the sheet, base by base, its frame and marks included."""
    around = pad(map_) + 2.5
    found = []
    for base in counter.unit.bases:
        found.append(wider(bounds(map_.ring(base.shape.ring)), around))
    if map_.fine and not counter.unit.routing:
        held, size = block(counter.unit.bases), notch_size(map_)
        x, y = map_.ahead(held.at, held.heading, held.depth / 2)
        tip = map_.ahead(held.at, held.heading, held.depth / 2 + (size + around) * 1000 / map_.scale)
        left, top, right, bottom = bounds([(x, y), tip])
        found.append((left - size, top - size / 2, right + size, bottom + size / 2))
    return found


def notch_size(map_: Map) -> float:
    return min(max(map_.scale * 0.34, 4), 8)


@lru_cache(maxsize=KEPT)
def beneath(counter: Counter, map_: Map) -> Markup:
    """What lies under all counters: the trail of flight, the notch of facing, the ghost of what hangs."""
    unit, parts = counter.unit, []
    if unit.hanging is not None:
        parts.append(ghost(counter, map_))
    if unit.routing:
        parts.append(_trail(counter, map_))
    elif map_.fine:
        parts.append(_notch(counter, map_))
    return join(parts)


def _notch(counter: Counter, map_: Map) -> Markup:
    held = block(counter.unit.bases)
    size = notch_size(map_)
    top = -map_.px(held.depth) / 2 - pad(map_) - 1.2
    return group(notch(side_of(counter.side), size, top), at=map_.at(held.at), angle=held.heading / 10)


def notch(side: Side, size: float, top: float) -> Markup:
    """A point over the front, or a dome for a side of round corners."""
    if side.corner != "round":
        return area([(-size, top), (0, top - size * 1.05), (size, top)], side.ink, "ink", 0.8)
    arc = f"M{number(-size)} {number(top)}a{number(size)} {number(size)} 0 0 1 {number(2 * size)} 0Z"
    return tag("path", d=arc, stroke_width=0.8, **paint(side.ink, "ink"))


def _trail(counter: Counter, map_: Map) -> Markup:
    """Wavy lines behind a unit that runs, as long as its impulse is."""
    held = block(counter.unit.bases)
    x, y = map_.px(held.frontage) / 2, map_.px(held.depth) / 2
    long = max(map_.scale * 1.7, 12)
    size = min(map_.scale * 0.16, 2.6)
    drawn = (line(one, side_of(counter.side).ink, 1.3) for one in trail(x, y + 4, long, size))
    return group(*drawn, at=map_.at(held.at), angle=held.heading / 10)


def ghost(counter: Counter, map_: Map) -> Markup:
    """Where an unfinished manoeuvre is to end, and the way that each base still has."""
    hanging, ink = counter.unit.hanging, side_of(counter.side).ink
    assert hanging is not None
    parts = [
        line([map_.at((a.x, a.y)), map_.at((b.x, b.y))], ink, 0.9, "2 3")
        for a, b in zip(counter.unit.bases, hanging.goal, strict=True)
    ]
    parts += [
        area(map_.ring(base.shape.ring), "map", ink, 1, fill_opacity=0.6, stroke_dasharray="3 2")
        for base in hanging.goal
    ]
    return tag("g", *parts, data_hanging=counter.id)


@lru_cache(maxsize=KEPT)
def counter(one: Counter, map_: Map) -> Markup:
    """A unit's frame and bases, each with its sign."""
    side = side_of(one.side)
    parts = [_frame(one, map_)] if map_.fine else []
    for base, kind in zip(one.unit.bases, one.types, strict=True):
        wide, high = map_.px(base.frontage), map_.px(base.depth)
        hollow = one.unit.routing
        drawn = [body(side, wide, high, hollow=hollow, dash="3 2" if one.unseen else None)]
        if map_.fine:
            drawn.append(sign(kind, wide, high, side.ink if hollow else "glyph"))
        parts.append(group(*drawn, at=map_.at((base.x, base.y)), angle=base.heading / 10))
    return join(parts)


def _frame(one: Counter, map_: Map) -> Markup:
    """The outline of the formation, and of gold around the unit that acts or is chosen."""
    held, side = block(one.unit.bases), side_of(one.side)
    wide, high = map_.px(held.frontage), map_.px(held.depth)
    parts = [frame(one.formation.id, side, wide, high, pad(map_))]
    if one.acting or one.chosen:
        parts.insert(0, gold(wide + 13, high + 13, 3 if one.chosen else 2.2, 6))
    return group(*parts, at=map_.at(held.at), angle=held.heading / 10)


@lru_cache(maxsize=KEPT)
def marks_of(one: Counter, map_: Map) -> Markup:
    """On the rear edge: DP as pips of gold, impulses left as open squares; a flag, a sack of loot."""
    held, unit = block(one.unit.bases), one.unit
    wide, high = map_.px(held.frontage), map_.px(held.depth)
    small = min(max(map_.scale * 0.2, 2.1), 3.6)
    turn = held.heading / 10
    parts = [_row(unit, wide, high / 2 + pad(map_), small, turn)]
    if unit.routing:
        x, y = map_.at((unit.bases[0].x, unit.bases[0].y))
        middle = map_.at(held.at)
        at = turned((x - middle[0], y - middle[1]), -turn)
        parts.append(group(white_flag(max(map_.scale * 0.95, 9)), at=at, angle=-turn))
    if unit.loot:
        parts.append(group(sack(small * 1.7), at=(wide / 2, -high / 2)))
    return group(*parts, at=map_.at(held.at), angle=turn)


def _row(unit: Unit, wide: float, rear: float, small: float, turn: float) -> Markup:
    """DP from the left, impulses from the right; impulses in a row of their own where the unit is too narrow."""
    pips, pips_wide = dp_marks(unit.dp, small, turn)
    boxes, boxes_wide = impulse_marks(unit.left, small * 1.75)
    if pips_wide + boxes_wide + small <= wide or not (unit.dp and unit.left):
        left = -wide / 2 + small if unit.left else max(-wide / 2 + small, -wide / 2)
        return join([group(pips, at=(left, rear)), group(boxes, at=(wide / 2 - boxes_wide, rear))])
    return join(
        [
            group(pips, at=(-pips_wide / 2 + small, rear)),
            group(boxes, at=(-boxes_wide / 2, rear + small * 2.4)),
        ]
    )


def dp_marks(dp: int, size: float, turn: float = 0) -> tuple[Markup, float]:
    """Pips from the origin to the right, or one with a number; and their width."""
    if dp <= MOST_PIPS:
        pips = [disc((at * size * 2.5, 0), size, "pip", "ink", 0.9) for at in range(dp)]
        return tag("g", *pips, data_dp=dp) if dp else join(()), dp * size * 2.5
    radius = size * 2.1
    figure = label((0, radius * 0.5), str(dp), radius * 1.45, "sans-bold", halo=None)
    drawn = tag("g", disc((0, 0), radius, "pip", "ink", 1), group(figure, angle=-turn), data_dp=dp)
    return group(drawn, at=(radius - size, 0)), 2 * radius


def impulse_marks(left: int, size: float) -> tuple[Markup, float]:
    """Open squares whose left edge is the origin, in the middle of their height; and their width."""
    if not left:
        return join(()), 0
    drawn = tag("g", marks.boxes((0, -size / 2), left, size=size), data_impulses=left)
    return drawn, size * (1.4 * left - 0.4)


def sack(size: float) -> Markup:
    """A tied sack: loot."""
    bag: list[Point] = [
        (-size * 0.25, -size * 0.5),
        (-size * 0.8, size * 0.5),
        (0, size * 0.85),
        (size * 0.8, size * 0.5),
        (size * 0.25, -size * 0.5),
    ]
    ties: list[Point] = [(-size * 0.45, -size), (0, -size * 0.45), (size * 0.45, -size)]
    return tag("g", area(bag, "gold", "ink", 0.9), line(ties, "ink", 1.2), data_loot="yes")


# --- commanders ---


def leader_radius(one: Leader, map_: Map) -> float:
    """To scale, but never too small to be seen."""
    return max(map_.px(one.radius), 5.5 if map_.fine else 3)


def leader_area(one: Leader, map_: Map) -> Area:
    x, y = map_.at((one.x, one.y))
    radius = leader_radius(one, map_) + 2
    return x - radius, y - radius, x + radius, y + radius


def leader(one: Leader, map_: Map) -> Markup:
    """A circle with one star for a brigade, two for a division, three for an army; a cross over the fallen."""
    side, radius = side_of(one.side), leader_radius(one, map_)
    parts = [
        disc((0, 0), radius, side.ink if one.alive else "map", "ink", 1.2),
        *stars(STARS.get(one.level, 1), radius, "glyph" if one.alive else "soft"),
    ]
    if side.corner != "square":
        parts.insert(1, disc((0, 0), radius * 0.84, "none", "glyph", 0.8))
    if one.in_play or one.chosen:
        parts.insert(0, disc((0, 0), radius + 3, "none", "gold", 2.4))
    if not one.alive:
        reach = radius * 0.9
        parts += [
            line([(-reach, -reach), (reach, reach)], "ink", 2),
            line([(-reach, reach), (reach, -reach)], "ink", 2),
        ]
    return group(*parts, at=map_.at((one.x, one.y)))


def stars(count: int, radius: float, ink: str) -> Iterator[Markup]:
    """Stars in a circle around the origin."""
    size = radius * (2.1 if count == 1 else 1.25 if count == 2 else 1.05)
    places: dict[int, tuple[Point, ...]] = {
        1: ((0, 0),),
        2: ((-radius * 0.42, 0), (radius * 0.42, 0)),
        3: ((0, -radius * 0.42), (-radius * 0.42, radius * 0.3), (radius * 0.42, radius * 0.3)),
    }
    return (group(star(size, size, ink), at=at) for at in places[count])


def reach(one: Leader, map_: Map) -> Markup:
    """A dotted circle: as far as his orders carry."""
    far = map_.px(one.radius + one.reach)
    ring = disc(
        map_.at((one.x, one.y)),
        far,
        "none",
        side_of(one.side).ink,
        1.3,
        stroke_dasharray="1.5 4",
        stroke_linecap="round",
    )
    return tag("g", ring, data_reach=one.id)


def order(one: Leader, flag: Flag, map_: Map, zone: int, beside: int = 0) -> Markup:
    """An order for its own side's eyes: the flag by its stance, a thread from the commander, the zone of one in play.

    ``beside``: how many flags are planted there already.
    """
    side, at = side_of(one.side), map_.at((flag.x, flag.y))
    parts = [line([map_.at((one.x, one.y)), at], side.ink, 0.8, "1 4", opacity=0.7)]
    if one.in_play or one.chosen:
        parts.append(disc(at, map_.px(zone), "none", side.ink, 1, stroke_dasharray="7 5", opacity=0.8))
    size = min(max(map_.scale * 1.05, 9), 15)
    parts.append(
        group(order_flag(flag.stance, side.ink, size), at=(at[0] - (0.2 + 0.6 * beside) * size, at[1]))
    )
    return tag("g", *parts, data_order=f"{one.id}:{flag.stance}")


def order_area(one: Leader, map_: Map) -> Area:
    assert one.order is not None
    x, y = map_.at((one.order.x, one.order.y))
    size = min(max(map_.scale * 1.05, 9), 15)
    return x - size * 1.2, y - size * 1.3, x + 2, y + 2


def order_flag(stance: str, ink: str, size: float) -> Markup:
    """A pennon for the attack, a square to hold, a hollow swallowtail to withdraw.

    Its foot is the origin, the cloth to the left of the pole.
    """
    top, low = -size * 1.25, -size * 0.5
    cloths: dict[str, list[Point]] = {
        "attack": [(0, top), (-size, (top + low) / 2), (0, low)],
        "hold": [(0, top), (-size * 0.85, top), (-size * 0.85, low), (0, low)],
        "withdraw": [(0, top), (-size, top), (-size * 0.6, (top + low) / 2), (-size, low), (0, low)],
    }
    fill = "card" if stance == "withdraw" else ink
    pole = line([(0, 0), (0, top)], "ink", 1.4)
    return join(
        [
            area(cloths[stance], fill, "ink" if stance != "withdraw" else ink, 1),
            pole,
            disc((0, 0), 1.8, "ink"),
        ]
    )


# --- smoke and objectives ---


def smoke(one: Smoke, map_: Map) -> Markup:
    """Puffs within the marker's rectangle."""
    wide, deep = map_.px(one.frontage), map_.px(one.depth)
    chance = salt(one.id)
    puffs = []
    count = max(3, round(wide / max(deep, 1) * 2))
    for at in range(count):
        x = wide * ((at + 0.5) / count - 0.5)
        y = deep * (noise(chance, at) - 0.5) * 0.45
        radius = deep * (0.3 + 0.16 * noise(chance, at, 1))
        puffs.append(disc((x, y), radius, "smoke", "soft", 0.7, fill_opacity=0.72, stroke_opacity=0.8))
    return tag("g", group(*puffs, at=map_.at((one.x, one.y)), angle=one.heading / 10), data_smoke=one.id)


def smoke_area(one: Smoke, map_: Map) -> Area:
    return bounds(map_.ring(one.shape.ring))


def standard_size(map_: Map) -> float:
    return min(max(map_.scale * 0.9, 8), 14)


def spot(one: Spot, map_: Map) -> Markup:
    """An objective: its circle, and a pole that flies the holder's colours or none."""
    at, far = map_.at((one.x, one.y)), map_.px(one.radius)
    ring = disc(at, far, "none", "ink", 0.9, stroke_dasharray="5 4", opacity=0.6)
    size = standard_size(map_)
    holder = side_of(one.holder) if one.holder is not None else None
    parts = [ring, group(flag(holder, size), at=at)]
    if one.loot:
        parts.append(group(sack(size * 0.38), at=(at[0] - size * 0.7, at[1] - size * 0.3)))
    if one.sacked:
        cross = [
            [(-size, -size * 0.8), (size * 0.2, size * 0.3)],
            [(-size, size * 0.3), (size * 0.2, -size * 0.8)],
        ]
        parts += [group(line(way, "ink", 1.8), at=at) for way in cross]
    held = "" if one.holder is None else str(one.holder)
    return tag("g", *parts, data_objective=one.id, data_holder=held)


def spot_area(one: Spot, map_: Map) -> Area:
    return flag_area(map_.at((one.x, one.y)), standard_size(map_))


# --- all of them ---


def in_view(scene: Scene, map_: Map) -> list[Counter]:
    """Units of which something is in view."""
    return [one for one in scene.counters if map_.shows(one.unit.box)]


def leaders_in_view(scene: Scene, map_: Map) -> list[Leader]:
    return [one for one in scene.leaders if map_.shows((one.x, one.y, one.x, one.y), one.radius)]
