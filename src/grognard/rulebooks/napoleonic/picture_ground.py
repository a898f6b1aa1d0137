"""The ground as a staff map draws it: every kind by its own hatching, so that grey paper loses nothing.

Outlines are those the rules use; what fills them (trees, tufts, roofs) is chance that is always the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.napoleonic.picture_map import Map
from grognard.rulebooks.napoleonic.picture_scene import LOOKS, Place
from grognard.rulebooks.napoleonic.picture_signs import flames
from grognard.show.drawing import Point, area, group, label, line, points, tooltip
from grognard.show.markup import Markup, join, tag
from grognard.show.style import paint
from grognard.show.tabletop.ground import Painter, Ring, length, roofs, scattered, sides, trees, tufts, waves
from grognard.show.tabletop.plane import along, bounds, noise, salt
from grognard.show.tabletop.signs import dots, fallen, stroke, strokes

STATES = {"burning": T("burning"), "destroyed": T("destroyed")}


@lru_cache(maxsize=16)
@clause("NA-OBS-01", "NA-OBS-02", "NA-OBS-13")
def ground(places: tuple[Place, ...], map_: Map, lang: str) -> Markup:
    """All pieces in view: lower ground first, lines over areas."""
    shown = [one for one in places if any(map_.shows(shape.box) for shape in one.terrain.shapes)]
    shown.sort(key=lambda one: (LOOKS.index(one.look), one.terrain.level))
    return join(_piece(one, map_, lang) for one in shown)


@lru_cache(maxsize=256)
def _piece(one: Place, map_: Map, lang: str) -> Markup:
    ring = map_.ring(one.terrain.points)
    parts = [PAINTERS[one.look](ring, map_.grain, salt(one.terrain.id))]
    if one.terrain.level:
        parts.append(_level(ring, one.terrain.level, map_))
    if one.state:
        parts = _spoilt(one, parts, ring, map_)
    names = [one.name, one.words] if one.name else [one.words]
    if one.state:
        names.append(STATES[one.state].say(lang))
    drawn = tooltip(", ".join(names), *parts)
    return tag(
        "g", drawn, data_terrain=one.terrain.id, data_kind=one.terrain.kind, data_works=one.state or None
    )


@clause("NA-OBS-02")
def _level(ring: Ring, level: int, map_: Map) -> Markup:
    """The level of a hill, in its upper left part."""
    x = sum(x for x, _ in ring) / len(ring)
    y = sum(y for _, y in ring) / len(ring)
    left, top = min(ring, key=lambda at: at[0] + at[1])
    at = (left + (x - left) * 0.28, top + (y - top) * 0.34 + map_.letters * 0.4)
    return label(at, f"+{level}", map_.letters, "serif-bold", fill="soft", halo="hill")


@clause("NA-ART-12", "NA-ART-13", "NA-ART-14")
def _spoilt(one: Place, parts: list[Markup], ring: Ring, map_: Map) -> list[Markup]:
    """Flames over what burns; what is destroyed pale, with a cross where it closes the way."""
    left, top, right, bottom = bounds(ring)
    middle = ((left + right) / 2, (top + bottom) / 2)
    if one.state == "burning":
        size = min(max(map_.grain * 1.1, 6), max(right - left, 12) * 0.4)
        return [*parts, group(flames(size), at=middle)]
    pale = group(*parts, opacity=0.35)
    return [pale, group(fallen(max(map_.grain * 0.9, 5)), at=middle)] if one.crossing else [pale]


@lru_cache(maxsize=256)
def sample(kind: str, is_line: bool, width: float, height: float) -> Markup:
    """A small piece for the legend, around the origin; ``kind`` as of ``Place.look``."""
    x, y = width / 2, height / 2
    if is_line:
        return PAINTERS[kind]([(-x, 0), (x, 0)], height * 0.55, 5)
    ring: Ring = [(-x, -y), (x, -y), (x, y), (-x, y)]
    return PAINTERS[kind](ring, height * 0.5, 5)


# --- helps -------------------------------------------------------------------------------------------


def _inwards(ring: Ring, step: float, long: Callable[[int], float]) -> list[list[Point]]:
    """Strokes from the edge of a shape into it."""
    closed = [*ring, ring[0]]
    turns = sum((bx - ax) * (by + ay) for (ax, ay), (bx, by) in pairwise(closed))
    sign = 1 if turns < 0 else -1
    return [
        [(x, y), (x - sign * dy * long(at), y + sign * dx * long(at))]
        for at, ((x, y), (dx, dy)) in enumerate(along(closed, step))
    ]


def _sideways(path: Ring, step: float, left: float, right: float) -> list[list[Point]]:
    """Strokes across a line."""
    return [
        [(x + dy * left, y - dx * left), (x - dy * right, y + dx * right)]
        for (x, y), (dx, dy) in along(path, step)
    ]


# --- areas -------------------------------------------------------------------------------------------


def _hill(ring: Ring, grain: float, chance: int) -> Markup:
    """The exact edge, with hachures that run up from it, and a paler crest."""
    left, top, right, bottom = bounds(ring)
    deep = min(min(right - left, bottom - top) * 0.2, grain * 2.4)
    slopes = _inwards(ring, max(grain * 0.42, 3.6), lambda at: deep * (0.55 + 0.45 * noise(chance, at)))
    return join(
        [
            area(ring, "hill", "slope", 1.3, fill_opacity=0.55, stroke_dasharray="7 2"),
            strokes(slopes, "slope", 0.8),
        ]
    )


def _wood(ring: Ring, grain: float, chance: int) -> Markup:
    size = min(max(grain * 0.42, 2.2), 4.6)
    return trees(ring, size, max(size * 3.1, 7.5), chance, size)


def _bush(ring: Ring, grain: float, chance: int) -> Markup:
    size = min(max(grain * 0.3, 2), 3)
    return tufts(ring, size, size * 4, chance)


def _village(ring: Ring, grain: float, chance: int) -> Markup:
    """Cottages with gardens: small roofs scattered over a pale ground."""
    size = min(max(grain * 0.62, 3), 7)
    roofs = [
        [(x - s, y - s * 0.6), (x + s, y - s * 0.6), (x + s, y + s * 0.6), (x - s, y + s * 0.6)]
        for (x, y), key in scattered(ring, size * 2.7, chance, size * 0.9)
        for s in (size * (0.75 + 0.3 * noise(chance, key, 2)),)
    ]
    ridges = [
        [((a[0] + d[0]) / 2, (a[1] + d[1]) / 2), ((b[0] + c[0]) / 2, (b[1] + c[1]) / 2)]
        for a, b, c, d in roofs
    ]
    drawn = tag(
        "path",
        d="".join(points(one, closed=True) for one in roofs),
        stroke_width=0.8,
        **paint("house", "ink"),
    )
    edge = area(ring, "house", "house", 1.2, fill_opacity=0.16, stroke_dasharray="4 2")
    return join([edge, drawn, strokes(ridges, "glyph", 0.8)])


def _town(ring: Ring, grain: float, chance: int) -> Markup:
    """A block of houses wall to wall: a dark ground crossed by its ridges."""
    ridges, inner = roofs(ring, 0.5)
    return join(
        [
            area(ring, "house", "ink", 1.6, fill_opacity=0.85),
            strokes(ridges, "glyph", 1, 0.8),
            area(inner, "map", "glyph", 1, stroke_opacity=0.8, fill_opacity=0.5),
        ]
    )


def _water(ring: Ring, grain: float, chance: int) -> Markup:
    long = min(max(grain * 0.4, 2.5), 5)
    drawn = waves(scattered(ring, long * 3, chance, 2.5), long, 1.4, 0.9)
    return join([area(ring, "water", "ink", 1.4), drawn])


def _ford(ring: Ring, grain: float, chance: int) -> Markup:
    """Stepping stones."""
    size = min(max(grain * 0.22, 1.4), 2.6)
    stones = [(at, size) for at, _ in scattered(ring, size * 3.6, chance, size)]
    edge = area(ring, "water", "ink", 0.8, fill_opacity=0.4, stroke_dasharray="1.5 2")
    return join([edge, dots(stones, "card", "ink")])


def _bridge(ring: Ring, grain: float, chance: int) -> Markup:
    """Planks between two rails; they lie across the longer way."""
    rails = sorted(sides(ring), key=length)[-2:]
    (ax, ay), (bx, by) = rails[0]
    (cx, cy), (dx, dy) = rails[1]
    count = max(int(length(rails[0]) / max(grain * 0.4, 3)), 2)
    planks = [
        [
            (ax + (bx - ax) * k / count, ay + (by - ay) * k / count),
            (dx + (cx - dx) * k / count, dy + (cy - dy) * k / count),
        ]
        for k in range(count + 1)
    ]
    return join(
        [
            area(ring, "card", "ink", 0.6),
            strokes(planks, "ink", 0.7),
            *(line(one, "ink", 2.6) for one in rails),
        ]
    )


def _defile(ring: Ring, grain: float, chance: int) -> Markup:
    """A pass: teeth along both long sides, which point outwards."""
    brinks = sorted(sides(ring), key=length)[-2:]
    teeth = [
        tick for side in brinks for tick in _sideways(side, max(grain * 0.5, 4), 0, -max(grain * 0.5, 4))
    ]
    edges = [line(side, "ink", 1.6) for side in brinks]
    return join([area(ring, "map", fill_opacity=0.6), strokes(teeth, "ink", 1), *edges])


# --- lines -------------------------------------------------------------------------------------------


def _river(path: Ring, grain: float, chance: int) -> Markup:
    """Deep water: a broad band between dark banks, with a broken thread of foam."""
    pen = min(max(grain * 1.1, 5), 12)
    return join(
        [
            stroke(path, "ink", pen + 2.4, cap="round"),
            stroke(path, "water", pen, cap="round"),
            line(path, "card", 1, f"{pen:g} {pen * 0.7:g}", opacity=0.85),
        ]
    )


def _stream(path: Ring, grain: float, chance: int) -> Markup:
    """A thinner band without banks."""
    pen = min(max(grain * 0.5, 2.4), 5)
    return join([stroke(path, "water", pen, cap="round"), line(path, "card", 0.8, "5 6", opacity=0.8)])


def _ravine(path: Ring, grain: float, chance: int) -> Markup:
    """Two brinks with teeth that point down between them."""
    half = min(max(grain * 0.55, 3), 6)
    teeth = [
        one
        for (x, y), (dx, dy) in along(path, max(grain * 0.42, 3.4))
        for one in ([(x + dy * half, y - dx * half), (x + dy * half * 0.3, y - dx * half * 0.3)],
                    [(x - dy * half, y + dx * half), (x - dy * half * 0.3, y + dx * half * 0.3)])
    ]  # fmt: skip
    return join(
        [
            stroke(path, "slope", half * 2.2, cap="butt"),
            stroke(path, "hill", half * 1.9),
            strokes(teeth, "ink", 0.8),
        ]
    )


def _fence(path: Ring, grain: float, chance: int) -> Markup:
    """Rails with posts."""
    posts = _sideways(path, max(grain * 0.8, 6), grain * 0.32, grain * 0.32)
    return join([line(path, "card", 3.4), line(path, "ink", 1.3), strokes(posts, "ink", 1.5)])


def _work(path: Ring, grain: float, chance: int) -> Markup:
    """An earthwork: a broad bank with a ditch of short strokes on both sides."""
    pen = min(max(grain * 0.55, 3.6), 6.5)
    ditch = _sideways(path, max(grain * 0.36, 3), pen * 1.35, pen * 1.35)
    return join([strokes(ditch, "ink", 0.8), stroke(path, "ink", pen + 1.6), stroke(path, "slope", pen)])


def _wall(path: Ring, grain: float, chance: int) -> Markup:
    """Masonry: two lines with joints between them."""
    pen = min(max(grain * 0.42, 3.4), 5)
    return join(
        [
            stroke(path, "ink", pen + 1.8),
            stroke(path, "card", pen),
            stroke(path, "ink", pen, f"1 {pen * 1.3:g}"),
        ]
    )


def _fortress(path: Ring, grain: float, chance: int) -> Markup:
    """A thick wall with merlons on both sides."""
    pen = min(max(grain * 0.7, 5), 8)
    merlons = _sideways(path, pen * 1.5, pen * 0.85, pen * 0.85)
    return join([strokes(merlons, "ink", pen * 0.5), stroke(path, "ink", pen), line(path, "card", 1.2)])


PAINTERS: dict[str, Painter] = {
    "hill": _hill,
    "village": _village,
    "town_block": _town,
    "bridge": _bridge,
    "ford": _ford,
    "defile": _defile,
    "stream": _stream,
    "ravine": _ravine,
    "fence": _fence,
    "field_work": _work,
    "stone_barrier": _wall,
    "fortress_wall": _fortress,
    "bush": _bush,
    "wood": _wood,
    "river": _river,
    "water": _water,
}
