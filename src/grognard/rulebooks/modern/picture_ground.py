"""The ground of a hex map: terrain told apart by its marks as well as by its ink, rivers, roads, bridges; what never
changes is drawn once and kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from grognard.core.rule import clause
from grognard.rulebooks.modern.model import ModernSetup, TerrainKind, Works
from grognard.rulebooks.modern.picture_map import Plan
from grognard.show.drawing import Point, area, disc, label, line
from grognard.show.markup import Markup, join, number, tag
from grognard.show.style import paint
from grognard.space.hex_grid import Hex, HexSet, hex_set, members
from grognard.space.hex_map import HexMap

CLEAR, MOUNTAIN, FOREST, TOWN, WATER, RIVER = "clear", "mountain", "forest", "settlement", "water", "river"
FILLS: Mapping[str, str] = {MOUNTAIN: "hill", FOREST: "wood", TOWN: "card", WATER: "water"}
"""The ink of a terrain; clear ground and rivers have that of the map."""


# --- what never changes ----------------------------------------------------------------------------------


Looks = tuple[tuple[str, str], ...]
"""The symbol of each terrain on a map, and how it is drawn."""


def still(setup: ModernSetup, plan: Plan) -> Markup:
    """Terrain, rivers, roads, the grid and its labels."""
    looks = tuple((kind.symbol, look(kind)) for kind in setup.tables.terrain.values())
    return _still(setup.map, looks, plan)


@lru_cache(maxsize=8)
@clause("MO-MAP-01", "MO-TERR-01")
def _still(map_: HexMap, looks: Looks, plan: Plan) -> Markup:
    layers = [
        *(_terrain(map_, plan, *one) for one in looks),
        _rivers(map_, plan, looks),
        _path(plan.grid_lines(), "none", "grid", max(0.6, plan.radius * 0.022)),
        *(_marks(map_, plan, *one) for one in looks),
        labels(plan),
    ]
    return tag("g", *layers, data_ground="yes")


def _path(
    d: str, fill: str, stroke: str | None = None, width: float = 1.0, **more: str | float | None
) -> Markup:
    if not d:
        return Markup("")
    return tag(
        "path",
        d=d,
        stroke_width=width if stroke else None,
        stroke_linejoin="round" if stroke else None,
        **more,
        **paint(fill, stroke),
    )


def look(kind: TerrainKind) -> str:
    """A terrain of a game master's is drawn like the shipped one that it works like."""
    if kind.id in (CLEAR, MOUNTAIN, FOREST, TOWN, WATER, RIVER):
        return kind.id
    if not kind.land:
        return RIVER if kind.bridge_cost else WATER
    if kind.adjacent_only_as_target:
        return TOWN
    return FOREST if kind.broken else CLEAR


def _terrain(map_: HexMap, plan: Plan, symbol: str, looks_like: str) -> Markup:
    fill = FILLS.get(looks_like)
    return _path(plan.outlines(map_.of(symbol)), fill) if fill else Markup("")


# --- marks that tell terrain apart in grey ---


def _marks(map_: HexMap, plan: Plan, symbol: str, looks_like: str) -> Markup:
    hexes = members(map_.of(symbol))
    drawn = SIGNS.get(looks_like)
    if not hexes or drawn is None:
        return Markup("")
    shape, fill, stroke, pen = drawn
    scale = plan.radius / 30
    body = shape(scale)
    d = "".join(f"M{number(x)} {number(y)}{body}" for x, y in map(plan.at, hexes))
    return _path(d, fill, stroke, pen * max(scale, 0.6))


def _n(*values: float) -> str:
    return " ".join(map(number, values))


def _peaks(s: float) -> str:
    """Two ridges, the right one shaded by a second stroke."""
    return (
        f"m{_n(-17 * s, 7 * s)}l{_n(9 * s, -15 * s)}l{_n(9 * s, 15 * s)}"
        f"m{_n(-9 * s, -15 * s)}l{_n(2 * s, 8 * s)}l{_n(-2 * s, 4 * s)}"
        f"m{_n(9 * s, 3 * s)}l{_n(7 * s, -11 * s)}l{_n(8 * s, 11 * s)}"
    )


def _trees(s: float) -> str:
    """Five firs."""
    one = f"l{_n(4 * s, -9 * s)}l{_n(4 * s, 9 * s)}z"
    places = ((-19, 2), (15, 9), (13, -18), (-13, 26), (18, -3))
    return "".join(f"m{_n(x * s, y * s)}{one}" for x, y in places)


def _houses(s: float) -> str:
    """A few roofs around a square."""
    one = f"h{_n(7 * s)}v{_n(6 * s)}h{_n(-7 * s)}z"
    places = ((-17, -12), (12, -4), (12, 5), (-22, 9), (13, 5), (12, -6))
    return "".join(f"m{_n(x * s, y * s)}{one}" for x, y in places)


def _waves(s: float) -> str:
    """Two rows of waves."""
    wave = f"q{_n(3.5 * s, -5 * s, 7 * s, 0)}t{_n(7 * s, 0)}"
    return f"m{_n(-15 * s, -5 * s)}{wave}m{_n(2 * s, 11 * s)}{wave}"


def _dots(s: float) -> str:
    """Tufts: so little that counters stay clear."""
    return f"m{_n(-8 * s, 8 * s)}l{_n(2 * s, -4 * s)}m{_n(14 * s, -9 * s)}l{_n(2 * s, -4 * s)}"


SIGNS = {
    MOUNTAIN: (_peaks, "none", "slope", 2.0),
    FOREST: (_trees, "tree", None, 0.0),
    TOWN: (_houses, "house", "ink", 0.5),
    WATER: (_waves, "none", "card", 1.4),
    CLEAR: (_dots, "none", "grid", 1.1),
}


# --- rivers and roads ---


@clause("MO-TERR-09")
def _rivers(map_: HexMap, plan: Plan, looks: Looks) -> Markup:
    """A band from hex to hex, with a lighter thread along it."""
    symbols = [symbol for symbol, like in looks if like == RIVER]
    wet = [symbol for symbol, like in looks if like in (RIVER, WATER)]
    hexes, near = map_.of(symbols), map_.of(wet)
    d = "".join(_ways(plan, hex, near) for hex in members(hexes))
    if not d:
        return Markup("")
    wide = plan.radius
    return join(
        [
            _path(d, "none", "water", wide * 0.42, stroke_linecap="round"),
            _path(
                d,
                "none",
                "card",
                max(0.8, wide * 0.05),
                stroke_dasharray=f"{_n(wide * 0.25)} {_n(wide * 0.2)}",
            ),
        ]
    )


def _ways(plan: Plan, hex: Hex, near: HexSet) -> str:
    """From the middle of a hex to each neighbour of the set; a spring alone is a short stroke."""
    x, y = plan.at(hex)
    ends = [plan.at(other) for other in plan.grid.neighbours[hex] if near >> other & 1]
    if not ends:
        return f"M{_n(x - plan.radius * 0.3, y)}h{_n(plan.radius * 0.6)}"
    return "".join(f"M{_n(x, y)}L{_n((x + a) / 2, (y + b) / 2)}" for a, b in ends)


@clause("MO-TERR-11", "MO-TERR-10", "MO-WORK-05")
def roads(setup: ModernSetup, plan: Plan, works: Works) -> Markup:
    """Roads that are left as double lines, bridges and crossings over them."""
    return _roads(setup.map, plan, works)


@lru_cache(maxsize=32)
def _roads(map_: HexMap, plan: Plan, works: Works) -> Markup:
    broken = hex_set(works.passages.broken)
    links = [one for one in map_.links if not broken >> one[0] & 1 and not broken >> one[1] & 1]
    d = "".join(f"M{_n(*plan.at(a))}L{_n(*plan.at(b))}" for a, b in links)
    wide = plan.radius * 0.15
    parts = [
        _path(d, "none", "ink", wide + 1.6, stroke_linecap="round"),
        _path(d, "none", "road", wide, stroke_linecap="round"),
    ]
    bridges = works.passages.bridges(map_)
    parts += [_bridge(plan, hex, map_, False) for hex in members(bridges)]
    parts += [_bridge(plan, hex, map_, True) for hex in members(works.passages.passages(map_) & ~bridges)]
    parts += [_gap(plan, hex) for hex in members(broken & ~works.passages.passages(map_))]
    return join(parts)


def _heading(plan: Plan, hex: Hex, map_: HexMap) -> Point:
    """The way that a passage leads: along the road, or else to the right."""
    x, y = plan.at(hex)
    ends = [plan.at(other) for other in plan.grid.neighbours[hex] if map_.linked(hex, other)]
    if not ends:
        return 1.0, 0.0
    dx, dy = (
        ends[0][0] - (ends[-1][0] if len(ends) > 1 else x),
        ends[0][1] - (ends[-1][1] if len(ends) > 1 else y),
    )
    long = max((dx * dx + dy * dy) ** 0.5, 0.01)
    return dx / long, dy / long


def _bridge(plan: Plan, hex: Hex, map_: HexMap, laid: bool) -> Markup:
    """Two railings; those of a crossing that engineers have laid are broken lines."""
    (x, y), (dx, dy), r = plan.at(hex), _heading(plan, hex, map_), plan.radius
    parts = []
    for side in (-1, 1):
        ox, oy = x - dy * side * r * 0.17, y + dx * side * r * 0.17
        way = [(ox - dx * r * 0.42, oy - dy * r * 0.42), (ox + dx * r * 0.42, oy + dy * r * 0.42)]
        parts.append(line(way, "card", r * 0.14))
        parts.append(line(way, "ink", r * 0.075, "3 2" if laid else None))
    return tag("g", *parts, data_passage="crossing" if laid else "bridge")


def _gap(plan: Plan, hex: Hex) -> Markup:
    """A passage that was demolished."""
    (x, y), r = plan.at(hex), plan.radius * 0.3
    ways: list[list[Point]] = [[(x - r, y - r), (x + r, y + r)], [(x - r, y + r), (x + r, y - r)]]
    return tag("g", *(line(way, "ink", 2) for way in ways), data_passage="gone")


# --- labels ----------------------------------------------------------------------------------------------


def labels(plan: Plan) -> Markup:
    """A label in each hex where there is room, else columns and rows along the edges."""
    if plan.fine:
        return tag(
            "g", *(_label(plan, hex) for hex in members(plan.grid.all)), **_letters(plan.radius * 0.235)
        )
    first = [plan.grid.number(column, 1) for column in range(1, plan.grid.columns + 1)]
    last = [plan.grid.number(column, plan.grid.rows) for column in range(1, plan.grid.columns + 1)]
    size = plan.radius * 0.42
    top = [_word(plan.at(hex), -plan.pitch * 0.28, plan.grid.label(hex)) for hex in (*first, *last)]
    rows = [plan.grid.number(column, row) for row in range(2, plan.grid.rows) for column in _edges(plan)]
    return tag(
        "g",
        *top,
        *(_word(plan.at(hex), -plan.pitch * 0.28, plan.grid.label(hex)) for hex in rows),
        **_letters(size),
    )


def _edges(plan: Plan) -> tuple[int, ...]:
    """The columns whose hexes bear labels on a map with small ones: the first, the last, and every fifth."""
    return tuple(dict.fromkeys((1, *range(5, plan.grid.columns, 5), plan.grid.columns)))


def _letters(size: float) -> dict[str, str | float | None]:
    return {"font_size": size, "text_anchor": "middle", **paint("soft")}


def _label(plan: Plan, hex: Hex) -> Markup:
    return _word(plan.at(hex), -plan.pitch / 2 + plan.radius * 0.27, plan.grid.label(hex))


def _word(at: Point, down: float, words: str) -> Markup:
    return tag("text", words, x=at[0], y=at[1] + down)


# --- what a battle changes -------------------------------------------------------------------------------


@clause("MO-TERR-12")
def fort(plan: Plan, hex: Hex, level: int) -> Markup:
    """A bastion with its level: as many walls, and the figure."""
    (x, y), r = plan.at(hex), plan.radius
    parts: list[Markup] = []
    for wall in range(level):
        k = 0.84 - wall * 0.1
        ring = [(x + cx * k, y + cy * k) for cx, cy in plan.corners]
        parts.append(line([ring[5], ring[4], ring[3], ring[2]], "ink", max(1.4, r * 0.06)))
    at = (x - r * 0.5, y + plan.pitch * 0.36)
    parts += [
        disc(at, r * 0.17, "card", "ink", 1),
        label((at[0], at[1] + r * 0.1), str(level), r * 0.28, "sans-bold", halo=None),
    ]
    return tag("g", *parts, data_fort=level)


@clause("MO-TERR-14")
def mines(plan: Plan, hex: Hex, ink: str) -> Markup:
    """Three mines with their horns."""
    (x, y), r = plan.at(hex), plan.radius
    parts = []
    for dx, dy in ((-0.3, 0.3), (0, 0.45), (0.3, 0.3)):
        at, far = (x + dx * r, y + dy * r), r * 0.13
        for way in ((1, 0), (0, 1)):
            ends = [
                (at[0] - way[0] * far, at[1] - way[1] * far),
                (at[0] + way[0] * far, at[1] + way[1] * far),
            ]
            parts.append(line(ends, ink, max(1, r * 0.04)))
        parts.append(disc(at, far * 0.6, ink, "ink", 0.8))
    return tag("g", *parts, data_mines="yes")


@lru_cache(maxsize=32)
@clause("MO-VIS-01", "MO-VIS-02")
def fog(plan: Plan, seen: HexSet) -> Markup:
    """Everything that a side doesn't look over is veiled, with a broken line around what it does."""
    frame = f"M0 0H{number(plan.width)}V{number(plan.height)}H0z"
    veil = _path(frame + plan.outlines(seen), "soft", fill_rule="evenodd", fill_opacity=0.2)
    edge = _path(plan.border(seen), "none", "soft", 1.1, stroke_dasharray="4 3")
    return tag("g", veil, edge, data_fog="yes")


def zone(plan: Plan, hexes: HexSet, ink: str) -> Markup:
    """A start zone."""
    return tag("g", _path(plan.border(hexes), "none", ink, 2.4, stroke_dasharray="8 5"), data_zone="yes")


def sample(kind: TerrainKind, size: float = 13.0) -> Markup:
    """One hex of a terrain for the legend, around the origin."""
    r, y = size, size * 0.866
    ring = [(-r, 0.0), (-r / 2, -y), (r / 2, -y), (r, 0.0), (r / 2, y), (-r / 2, y)]
    parts = [area(ring, FILLS.get(look(kind), "map"), "soft", 0.8)]
    if look(kind) == RIVER:
        parts += [
            line([(-r * 0.8, 0), (r * 0.8, 0)], "water", r * 0.42),
            line([(-r * 0.8, 0), (r * 0.8, 0)], "card", 1, "3 2"),
        ]
    drawn = SIGNS.get(look(kind))
    if drawn is not None:
        shape, fill, stroke, pen = drawn
        parts.append(_path("M0 0" + shape(size / 30), fill, stroke, pen * 0.6))
    return join(parts)


def samples(setup: ModernSetup) -> Iterator[tuple[Markup, TerrainKind]]:
    """The kinds of terrain that are on a map."""
    for kind in setup.tables.terrain.values():
        if setup.map.of(kind.symbol):
            yield sample(kind), kind
