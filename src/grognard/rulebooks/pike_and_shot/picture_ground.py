"""The ground as a staff map draws it: every kind by its own hatching, so that grey paper loses nothing.

Outlines are those the rules use; what fills them (trees, houses, tufts) is chance that is always the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from math import hypot

from grognard.rulebooks.pike_and_shot.model import TerrainKind
from grognard.rulebooks.pike_and_shot.picture_map import Map, chords, noise
from grognard.rulebooks.pike_and_shot.picture_scene import Ground
from grognard.show.drawing import Point, area, block, disc, group, line, tooltip
from grognard.show.markup import Markup, join, tag
from grognard.show.tabletop.ground import Painter, Ring, length, long_sides, scattered, sides, ticks
from grognard.show.tabletop.plane import along, bounds, salt, smoothed
from grognard.show.tabletop.signs import strokes

FLAT = 0.22
"""Sides of ribbons that are shorter than this share of the longest are their ends."""
ORDER = ("hill", "marsh", "wood", "village", "camp", "river", "stream", "ditch", "fieldwork", "road", "ford")


@lru_cache(maxsize=16)
def ground(pieces: tuple[Ground, ...], map_: Map, lang: str) -> Markup:
    """All pieces in view, the lowest first."""
    shown = [one for one in pieces if map_.shows(one.piece.shape.box)]
    shown.sort(key=lambda one: ORDER.index(look(one.kind)) if look(one.kind) in ORDER else len(ORDER))
    return join(_piece(one, map_, lang) for one in shown)


def _piece(one: Ground, map_: Map, lang: str) -> Markup:
    ring = map_.ring(one.piece.polygon)
    drawn = PAINTERS[look(one.kind)](ring, map_.scale, salt(one.piece.id))
    return tag("g", tooltip(one.kind.name.say(lang), drawn), data_terrain=one.piece.id)


def look(kind: TerrainKind) -> str:
    """How a kind is drawn: by its id, or as one of the known kinds that works like it."""
    if kind.id in PAINTERS:
        return kind.id
    if kind.los in ("height", "edge2", "block"):
        return {"height": "hill", "edge2": "wood", "block": "village"}[kind.los]
    if kind.impassable:
        return "river"
    return "ditch" if kind.defend else "marsh" if kind.rough else "open"


@lru_cache(maxsize=256)
def sample(kind: TerrainKind, width: float, height: float) -> Markup:
    """A small piece for the legend, around the origin."""
    x, y = width / 2, height / 2
    if look(kind) in ("road", "river", "stream", "ditch", "fieldwork", "bridge", "ford"):
        y *= 0.55
    ring: Ring = [(-x, -y), (x, -y), (x, y), (-x, y)]
    return PAINTERS[look(kind)](ring, height * 0.62, 5)


# --- areas ---


def _hill(ring: Ring, scale: float, chance: int) -> Markup:
    """Contours within the exact edge, and hachures that run down from each."""
    parts = [area(ring, "hill", "slope", 1.1, fill_opacity=0.34, stroke_dasharray="7 2")]
    left, top, right, bottom = bounds(ring)
    deep = min(right - left, bottom - top)
    for step in (1, 2):
        inner = _contour(ring, deep * (0.15 * step - 0.02), chance + step, deep * 0.03)
        parts.append(area(inner, "hill", "slope", 0.9, fill_opacity=0.42))
        most = min(deep * 0.105, scale * 1.3)
        ways = []
        for at, ((x, y), (dx, dy)) in enumerate(along([*inner, inner[0]], max(scale * 0.3, 3.2))):
            long = most * (0.5 + 0.6 * noise(chance, at, step))
            ways.append([(x, y), (x + dy * long, y - dx * long)])
        parts.append(strokes(ways, "slope", 0.7))
    return join(parts)


def _contour(ring: Ring, by: float, chance: int, shake: float) -> Ring:
    """The ring drawn in by a distance, its sides a little bent, its corners rounded."""
    left, top, right, bottom = bounds(ring)
    cx, cy = (left + right) / 2, (top + bottom) / 2
    sx, sy = 1 - 2 * by / (right - left), 1 - 2 * by / (bottom - top)
    bent = []
    for at, ((x, y), _) in enumerate(along([*ring, ring[0]], max((right - left) / 7, 8))):
        jog = (noise(chance, at) - 0.5) * 2 * shake, (noise(chance, at, 1) - 0.5) * 2 * shake
        bent.append((cx + (x - cx) * sx + jog[0], cy + (y - cy) * sy + jog[1]))
    return smoothed(bent)


_scattered = partial(scattered, noise=noise)


def _wood(ring: Ring, scale: float, chance: int) -> Markup:
    """Trees over a green ground with a dotted edge."""
    size = max(scale * 0.32, 2.2)
    trees = []
    for (x, y), at in _scattered(ring, max(scale * 0.95, 6.5), chance, size * 1.1):
        radius = size * (0.62 + 0.6 * noise(chance, at, 2))
        trees += [
            disc((x + radius * 0.22, y + radius * 0.28), radius, "ink", fill_opacity=0.3),
            disc((x, y), radius, "tree", "ink", 0.5),
        ]
    edge = area(ring, "wood", "tree", 1.2, fill_opacity=0.9, stroke_dasharray="1.5 3", stroke_linecap="round")
    return join([edge, *trees])


def _village(ring: Ring, scale: float, chance: int) -> Markup:
    """Houses with their ridges, a church among them."""
    wide, high = max(scale * 0.95, 6), max(scale * 0.66, 4.2)
    houses = []
    for number, ((x, y), at) in enumerate(_scattered(ring, max(scale * 1.75, 10), chance, wide * 0.55)):
        angle = 90 * (noise(chance, at, 2) > 0.5) + (noise(chance, at, 3) - 0.5) * 24
        houses.append(
            group(_church(wide, high) if number == 4 else _house(wide, high), at=(x, y), angle=angle)
        )
    edge = area(ring, "house", "house", 1, fill_opacity=0.13, stroke_dasharray="6 2")
    return join([edge, *houses])


def _house(wide: float, high: float) -> Markup:
    ridge = line([(-wide / 2, 0), (wide / 2, 0)], "glyph", 0.7)
    return join([block((-wide / 2, -high / 2), (wide, high), "house", "ink", 0.7), ridge])


def _church(wide: float, high: float) -> Markup:
    cross = [
        line([(0, -high * 0.4), (0, high * 0.4)], "glyph", 1.2),
        line([(-high * 0.3, -high * 0.1), (high * 0.3, -high * 0.1)], "glyph", 1.2),
    ]
    return join([block((-wide * 0.6, -high * 0.55), (wide * 1.2, high * 1.1), "ink", "ink", 0.7), *cross])


def _camp(ring: Ring, scale: float, chance: int) -> Markup:
    """Tents in rows."""
    size = max(scale * 0.5, 3.6)
    tents = []
    for (x, y), _ in _scattered(ring, max(scale * 1.6, 9), chance, size):
        roof: Ring = [(x - size, y + size * 0.6), (x, y - size * 0.8), (x + size, y + size * 0.6)]
        tents += [
            area(roof, "card", "ink", 0.8),
            line([(x, y - size * 0.8), (x, y + size * 0.6)], "ink", 0.7),
        ]
    return join([area(ring, "road", "house", 1, fill_opacity=0.3, stroke_dasharray="2 2"), *tents])


def _marsh(ring: Ring, scale: float, chance: int) -> Markup:
    """Level lines with tufts of reed."""
    parts = [area(ring, "water", "water", 0.8, fill_opacity=0.16, stroke_dasharray="4 3")]
    lines: list[list[Point]] = []
    _, top, _, bottom = bounds(ring)
    step = max(scale * 0.42, 4)
    for row in range(int((bottom - top) / step)):
        y = top + (row + 0.5) * step
        for left, right in chords(ring, y):
            lines += _broken(left, right, y, scale, chance + row)
    high = max(scale * 0.42, 4)
    places = _scattered(ring, max(scale * 1.7, 11), chance, 3)
    tufts = [[(x, y), (x + dx * high, y - high)] for (x, y), _ in places for dx in (-0.5, 0, 0.5)]
    return join([*parts, strokes(lines, "water", 0.9), strokes(tufts, "ink", 0.8)])


def _broken(left: float, right: float, y: float, scale: float, chance: int) -> Iterator[list[Point]]:
    """A level line with gaps."""
    x, at = left + noise(chance, 0) * scale, 0
    while x < right:
        end = min(x + scale * (0.5 + noise(chance, at, 1)), right)
        yield [(x, y), (end, y)]
        x, at = end + scale * (0.3 + 0.7 * noise(chance, at, 2)), at + 1


def _open(ring: Ring, scale: float, chance: int) -> Markup:
    return area(ring, None, "soft", 0.7, stroke_dasharray="2 4")


# --- ribbons: their long sides matter ---


def _river(ring: Ring, scale: float, chance: int) -> Markup:
    """Deep water: dark, with strong banks and waves."""
    waves = []
    for (x, y), at in _scattered(ring, max(scale * 0.9, 7), chance, 2.5):
        long = max(scale * 0.3, 2.5)
        waves.append(
            line(
                [(x - long, y), (x - long / 2, y - 1.6), (x, y), (x + long / 2, y + 1.6), (x + long, y)],
                "card",
                1,
                opacity=0.4 + 0.5 * noise(chance, at, 2),
            )
        )
    return join([area(ring, "water"), *waves, *(line(side, "ink", 1.5) for side in long_sides(ring, FLAT))])


def _stream(ring: Ring, scale: float, chance: int) -> Markup:
    """Shallow water: pale between thin banks, with a broken thread in its middle."""
    left, right = _halves(ring)
    thread = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(left, right, strict=False)]
    parts = [
        area(ring, "water", fill_opacity=0.5),
        *(line(side, "water", 1.3) for side in long_sides(ring, FLAT)),
    ]
    if len(thread) > 1:
        parts.append(line(thread, "ink", 0.8, "7 3 1.5 3", opacity=0.75))
    return join(parts)


def _halves(ring: Ring) -> tuple[Ring, Ring]:
    """The two banks of a ribbon whose corners come in pairs."""
    half = len(ring) // 2
    start = min(
        range(len(ring)),
        key=lambda at: hypot(ring[at][0] - ring[at - 1][0], ring[at][1] - ring[at - 1][1]),
    )
    turned = ring[start:] + ring[:start]
    return turned[:half], turned[half:][::-1]


def _ford(ring: Ring, scale: float, chance: int) -> Markup:
    """Stepping stones."""
    stones = [
        disc(at, max(scale * 0.13, 1.3), "card", "ink", 0.7)
        for at, _ in _scattered(ring, max(scale * 0.6, 5), chance, 1)
    ]
    return join([area(ring, "water", "ink", 0.7, fill_opacity=0.35, stroke_dasharray="1.5 2"), *stones])


def _bridge(ring: Ring, scale: float, chance: int) -> Markup:
    """Planks between two rails, along the longer sides."""
    rails = sorted(sides(ring), key=lambda side: -length(side))[:2]
    planks = ticks(rails[0], max(scale * 0.3, 3), _across(ring, *rails[0]))
    drawn = (line(side, "ink", 2.6) for side in rails)
    return join([area(ring, "card", "ink", 0.6), strokes(planks, "ink", 0.7), *drawn])


def _across(ring: Ring, first: Point, second: Point) -> float:
    """How far a shape reaches inwards from one of its sides."""
    (ax, ay), (bx, by) = first, second
    long = length((first, second)) or 1
    return max(((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / long for x, y in ring)


def _road(ring: Ring, scale: float, chance: int) -> Markup:
    """A pale way between two lines."""
    edges = (line(side, "slope", 1.1) for side in long_sides(ring, FLAT))
    return join([area(ring, "card", fill_opacity=0.55), *edges])


def _ditch(ring: Ring, scale: float, chance: int) -> Markup:
    """Slopes that fall inwards from both sides."""
    parts = [area(ring, "slope", fill_opacity=0.16)]
    for side in long_sides(ring, FLAT):
        fall = ticks(side, max(scale * 0.26, 2.8), max(scale * 0.4, 3))
        parts += [line(side, "slope", 1.1), strokes(fall, "slope", 0.9)]
    return join(parts)


def _fieldwork(ring: Ring, scale: float, chance: int) -> Markup:
    """A rampart: a heavy line with teeth outwards."""
    tooth = max(scale * 0.42, 3.4)
    teeth = []
    for (x, y), (dx, dy) in along([*ring, ring[0]], tooth * 2):
        foot = tooth * 0.62
        teeth.append(
            area(
                [
                    (x - dx * foot, y - dy * foot),
                    (x + dy * tooth, y - dx * tooth),
                    (x + dx * foot, y + dy * foot),
                ],
                "ink",
            )
        )
    return join([*teeth, area(ring, "hill", "ink", 2, fill_opacity=0.8)])


PAINTERS: dict[str, Painter] = {
    "hill": _hill,
    "wood": _wood,
    "village": _village,
    "camp": _camp,
    "marsh": _marsh,
    "open": _open,
    "river": _river,
    "stream": _stream,
    "ford": _ford,
    "bridge": _bridge,
    "road": _road,
    "ditch": _ditch,
    "fieldwork": _fieldwork,
}
