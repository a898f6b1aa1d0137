"""Hexes: reach of a unit, distances over the whole map, lines and fields of sight on a map of 100 x 80.

The map is that of the performance runner, drawn from the same seed: 8,000 hexes that cost 1 to 4 points to
enter, one in eight of which stops lines. Its rows are shifted; here columns are, so rows and columns change
places. Prints one JSON line a measurement.

python hexes.py [--quick]
"""

from __future__ import annotations

import heapq
import random

from measuring import bench

from grognard.space.hex_grid import Grid, Hex
from grognard.space.hex_lines import Lines, lines
from grognard.space.hex_map import HexMap
from grognard.space.hex_moves import UNLIMITED, costs, going, reach

WIDE, HIGH, POINTS, RADIUS = 100, 80, 12, 10


def scene() -> tuple[HexMap, HexMap, list[Hex]]:
    """The map of costs (symbols 1 to 4), the map of what stops lines (``#``), a hundred hexes."""
    rng = random.Random(5)
    prices = [[rng.choice((1, 1, 1, 2, 2, 3, 4)) for _ in range(WIDE)] for _ in range(HIGH)]
    walls = [[rng.random() < 0.12 for _ in range(WIDE)] for _ in range(HIGH)]
    places = [(rng.randrange(HIGH), rng.randrange(WIDE)) for _ in range(100)]
    grid = Grid(HIGH, WIDE)
    ground = tuple("".join(str(prices[x][y]) for x in range(HIGH)) for y in range(WIDE))
    stops = tuple("".join(".#"[walls[x][y]] for x in range(HIGH)) for y in range(WIDE))
    return HexMap(grid, ground), HexMap(grid, stops), [grid.number(x + 1, y + 1) for x, y in places]


MAP, WALLS, UNITS = scene()
GOING = going(MAP, costs({str(price): price for price in (1, 2, 3, 4)}))


def plain(source: Hex, points: int) -> dict[Hex, int]:
    """Reach with Python's heap."""
    found, heap = {source: 0}, [(0, source)]
    while heap:
        cost, hex = heapq.heappop(heap)
        for other in MAP.grid.neighbours[hex] if cost == found[hex] else ():
            dearer = cost + int(MAP.terrain(other))
            if dearer <= points and dearer < found.get(other, UNLIMITED):
                found[other] = dearer
                heapq.heappush(heap, (dearer, other))
    return found


def check() -> None:
    """The answers that are timed are right."""
    for unit in UNITS[:10]:
        found = reach(GOING, unit, POINTS)
        assert found.costs() == plain(unit, POINTS)
        assert len(found) == len(plain(unit, POINTS))
    assert sum(len(reach(GOING, unit, POINTS)) for unit in UNITS[:10]) == 1924
    assert reach(GOING, UNITS[0], UNLIMITED).costs() == plain(UNITS[0], UNLIMITED)


def sight_lines(over: Lines) -> int:
    pairs = [(UNITS[i], UNITS[(i * 7 + 3) % 100]) for i in range(100)]
    return len([over.free(*pair) for pair in pairs])


def main() -> None:
    check()
    some, stops = UNITS[:10], WALLS.of("#")
    edges = lines(WALLS, "#").edges
    kept = lines(WALLS, "#")
    bench(
        "grognard.hex.reach",
        lambda: len([reach(GOING, unit, POINTS) for unit in some]),
        "units/s",
        "reach of one unit, 12 points: the hexes of each cost as sets",
        5,
    )
    bench(
        "grognard.hex.reach_costs",
        lambda: len([reach(GOING, unit, POINTS).costs() for unit in some]),
        "units/s",
        "the same as a dict from hex to cost",
        5,
    )
    bench(
        "grognard.hex.full",
        lambda: len([reach(GOING, unit, UNLIMITED) for unit in some]),
        "maps/s",
        "the whole map from one hex",
        5,
    )
    bench(
        "grognard.hex.los", lambda: sight_lines(Lines(WALLS, stops, edges)), "lines/s", "lines, none kept", 5
    )
    bench(
        "grognard.hex.los_kept",
        lambda: sight_lines(kept),
        "lines/s",
        "lines of a map that was asked before",
        5,
    )
    bench(
        "grognard.hex.fov",
        lambda: len([Lines(WALLS, stops, edges).seen(unit, RADIUS) for unit in some[:3]]),
        "units/s",
        "field of view, radius 10, nothing kept",
        5,
    )


if __name__ == "__main__":
    main()
