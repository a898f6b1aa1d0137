"""The ground as a staff map draws it: every kind by its own hatching, so that grey paper loses nothing.

Outlines are those the rules use; what fills them (trees, tufts, waves) is chance that is always the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.ground import Piece
from grognard.rulebooks.fantasy.picture_map import Map
from grognard.rulebooks.fantasy.tables import TerrainKind
from grognard.show.drawing import Point, area, line, tooltip
from grognard.show.markup import Markup, join, tag
from grognard.show.tabletop.ground import (
    Painter,
    Ring,
    length,
    long_sides,
    roofs,
    scattered,
    sides,
    ticks,
    trees,
    tufts,
    waves,
)
from grognard.show.tabletop.plane import along, bounds, inside, noise, salt, smoothed
from grognard.show.tabletop.signs import dots, stroke, strokes

ORDER = ("hill", "marsh", "bush", "wood", "river", "stream", "ford", "bridge", "cliff", "building", "fog")


@lru_cache(maxsize=16)
@clause("FA-TER-01", "FA-TER-03", "FA-TER-04")
def ground(pieces: tuple[Piece, ...], map_: Map, lang: str) -> Markup:
    """All pieces in view, the lowest first; lines over areas."""
    shown = [one for one in pieces if map_.shows(one.box)]
    shown.sort(key=lambda one: ORDER.index(look(one.row)) if look(one.row) in ORDER else len(ORDER))
    return join(_piece(one, map_, lang) for one in shown)


@lru_cache(maxsize=256)
def _piece(one: Piece, map_: Map, lang: str) -> Markup:
    ring = map_.ring(one.shape.ring if one.shape else one.line)
    drawn = PAINTERS[look(one.row)](ring, map_.scale, salt(one.id))
    return tag("g", tooltip(one.row.name.say(lang), drawn), data_terrain=one.row.id)


def look(kind: TerrainKind) -> str:
    """How a kind is drawn: by its id, or as one of the known kinds that works like it."""
    if kind.id in PAINTERS:
        return kind.id
    if kind.line:
        return "wall" if kind.cover == 2 else "hedge"
    if kind.los != "clear":
        return {"hill": "hill", "deep": "wood", "blocked": "building"}[kind.los]
    if not kind.cost:
        return "river"
    return "bush" if kind.cover else "marsh" if kind.cost > 100 else "open"


@lru_cache(maxsize=256)
def sample(kind: TerrainKind, width: float, height: float) -> Markup:
    """A small piece for the legend, around the origin."""
    x, y = width / 2, height / 2
    if kind.line:
        return PAINTERS[look(kind)]([(-x, 0), (x, 0)], height * 0.8, 5)
    if look(kind) in ("river", "stream", "bridge", "ford"):
        y *= 0.6
    ring: Ring = [(-x, -y), (x, -y), (x, y), (-x, y)]
    return PAINTERS[look(kind)](ring, height * 0.62, 5)


# --- areas ---


def _hill(ring: Ring, scale: float, chance: int) -> Markup:
    """The exact edge, a crest within it, and hachures that run down between the two."""
    left, top, right, bottom = bounds(ring)
    deep = min(right - left, bottom - top)
    cx, cy = (left + right) / 2, (top + bottom) / 2
    parts = [area(ring, "hill", "slope", 1.2, fill_opacity=0.38, stroke_dasharray="7 2")]
    for part in (0.16, 0.34):
        sx, sy = 1 - 2 * part * deep / (right - left), 1 - 2 * part * deep / (bottom - top)
        crest = smoothed([(cx + (x - cx) * sx, cy + (y - cy) * sy) for x, y in ring])
        most = min(deep * 0.11, scale * 1.2)
        ways = []
        for at, ((x, y), (dx, dy)) in enumerate(along([*crest, crest[0]], max(scale * 0.3, 3.4))):
            long = most * (0.5 + 0.6 * noise(chance, at, int(part * 100)))
            ways.append([(x, y), (x + dy * long, y - dx * long)])
        parts += [area(crest, "hill", "slope", 0.9, fill_opacity=0.45), strokes(ways, "slope", 0.75)]
    return join(parts)


def _wood(ring: Ring, scale: float, chance: int) -> Markup:
    size = max(scale * 0.34, 2.2)
    return trees(ring, size, max(scale * 1.0, 7.5), chance, size * 1.1)


def _bush(ring: Ring, scale: float, chance: int) -> Markup:
    return tufts(ring, max(scale * 0.24, 2), max(scale * 1.0, 7), chance)


def _marsh(ring: Ring, scale: float, chance: int) -> Markup:
    """Short level lines with tufts of reed."""
    step, high = max(scale * 0.5, 4.5), max(scale * 0.42, 4)
    lines = [
        [(x - step * 0.6, y), (x + step * (0.2 + 0.5 * noise(chance, key, 4)), y)]
        for (x, y), key in scattered(ring, step, chance, 1)
        if noise(chance, key, 3) > 0.4
    ]
    reeds = [
        [(x, y), (x + dx * high, y - high)]
        for (x, y), _ in scattered(ring, max(scale * 1.7, 12), chance + 1, 3)
        for dx in (-0.5, 0, 0.5)
    ]
    edge = area(ring, "water", "water", 0.8, fill_opacity=0.16, stroke_dasharray="4 3")
    return join([edge, strokes(lines, "water", 0.9), strokes(reeds, "ink", 0.8)])


def _fog(ring: Ring, scale: float, chance: int) -> Markup:
    """Banks of level strokes with rounded ends over a pale ground."""
    step = max(scale * 0.7, 6)
    banks = [
        [(x - step * 0.55, y), (x + step * 0.55, y)]
        for (x, y), _ in scattered(ring, step, chance, 0.6 * step)
    ]
    return join(
        [
            area(ring, "smoke", "soft", 0.9, fill_opacity=0.8, stroke_dasharray="1 3"),
            strokes(banks, "soft", step * 0.34, 0.45),
        ]
    )


def _building(ring: Ring, scale: float, chance: int) -> Markup:
    """Roofs: a dark ground crossed by its ridges."""
    ridges, inner = roofs(ring, 0.62)
    return join(
        [
            area(ring, "house", "ink", 1.6),
            strokes(ridges, "glyph", 1, 0.8),
            area(inner, "house", "glyph", 1, stroke_opacity=0.8),
        ]
    )


def _cliff(ring: Ring, scale: float, chance: int) -> Markup:
    """Rock: a heavy edge with teeth inwards."""
    teeth = [tick for side in sides(ring) for tick in ticks(side, 5, max(scale * 0.6, 5))]
    return join([area(ring, "slope", "ink", 2.4, fill_opacity=0.55), strokes(teeth, "ink", 1)])


def _open(ring: Ring, scale: float, chance: int) -> Markup:
    return area(ring, None, "soft", 0.7, stroke_dasharray="2 4")


# --- water and ways over it ---


def _river(ring: Ring, scale: float, chance: int) -> Markup:
    """Deep water: dark, with strong banks and waves."""
    drawn = waves(scattered(ring, max(scale * 0.7, 7), chance, 2.5), max(scale * 0.3, 2.5), 1.6)
    banks = [line(side, "ink", 1.6) for side in long_sides(ring, 0.3)]
    return join([area(ring, "water"), drawn, *banks])


def _stream(ring: Ring, scale: float, chance: int) -> Markup:
    """Shallow water: pale between thin banks, with broken threads along it."""
    shores = sorted(long_sides(ring, 0.3), key=length, reverse=True)
    (ax, ay), (bx, by) = shores[0]
    dx, dy, long = bx - ax, by - ay, length(shores[0]) or 1
    far = max((dx * (y - ay) - dy * (x - ax)) / long for x, y in ring)
    nx, ny = -dy / long * far, dx / long * far
    step = max(scale * 0.5, 6)
    threads = []
    for share in (0.34, 0.66):
        path = [(ax + nx * share, ay + ny * share), (bx + nx * share, by + ny * share)]
        for at, ((x, y), (ex, ey)) in enumerate(along(path, step)):
            end = (x + ex * step * 0.6, y + ey * step * 0.6)
            if noise(chance, at, round(share * 10)) > 0.25 and inside(ring, x, y) and inside(ring, *end):
                threads.append([(x, y), end])
    banks = (line(side, "water", 1.4) for side in shores[:2])
    return join([area(ring, "water", fill_opacity=0.5), *banks, strokes(threads, "ink", 0.8, 0.6)])


def _ford(ring: Ring, scale: float, chance: int) -> Markup:
    """Stepping stones."""
    size = max(scale * 0.16, 1.4)
    stones = [(at, size) for at, _ in scattered(ring, max(scale * 0.62, 5), chance, size)]
    ground_ = area(ring, "water", "ink", 0.7, fill_opacity=0.35, stroke_dasharray="1.5 2")
    return join([ground_, dots(stones, "card", "ink")])


def _short(side: Sequence[Point], share: float) -> Point:
    """The point after a share of a side."""
    (ax, ay), (bx, by) = side
    return ax + (bx - ax) * share, ay + (by - ay) * share


def _bridge(ring: Ring, scale: float, chance: int) -> Markup:
    """Planks between two rails; they lie across the shorter way, which leads over the water."""
    found = sorted(sides(ring), key=length)
    rails = [line(side, "ink", 2.8) for side in found[:2]]
    laid = ticks(found[0], max(scale * 0.3, 3), length(found[-1]))
    planks = [
        plank for plank in laid if inside(ring, *_short(plank, 0.03)) and inside(ring, *_short(plank, 0.97))
    ]
    return join([area(ring, "card", "ink", 0.6), strokes(planks, "ink", 0.7), *rails])


# --- lines ---


def _wall(path: Ring, scale: float, chance: int) -> Markup:
    """Masonry: two lines with joints between them."""
    pen = max(scale * 0.3, 3.6)
    return join(
        [
            stroke(path, "ink", pen + 1.8),
            stroke(path, "card", pen),
            line(path, "ink", pen, f"1 {pen * 1.3:g}"),
        ]
    )


def _hedge(path: Ring, scale: float, chance: int) -> Markup:
    """A row of bushes on a line."""
    size = max(scale * 0.22, 2.2)
    bushes = [((x, y), size) for (x, y), _ in along(path, size * 1.7)]
    return join([line(path, "ink", 1), dots(bushes, "tree", "ink")])


PAINTERS: dict[str, Painter] = {
    "hill": _hill,
    "wood": _wood,
    "bush": _bush,
    "marsh": _marsh,
    "fog": _fog,
    "building": _building,
    "cliff": _cliff,
    "open": _open,
    "river": _river,
    "stream": _stream,
    "ford": _ford,
    "bridge": _bridge,
    "wall": _wall,
    "hedge": _hedge,
}
