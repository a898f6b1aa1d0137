"""Random maps of hexes for tests and measurements: patches of terrain, a river, towns, roads between them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import pairwise

import msgspec

from grognard.locale import Name
from grognard.space.hex_grid import Grid, Hex, HexSet, Side, members
from grognard.space.hex_map import HexMap, Site
from grognard.space.hex_moves import costs, going, reach


class Scatter(msgspec.Struct, frozen=True):
    """Patches of one terrain: its symbol, the share of the map in percent, and the hexes of a patch."""

    symbol: str
    percent: int
    patch: int


class Recipe(msgspec.Struct, frozen=True):
    """What a random map is made of; later patches cover earlier ones."""

    clear: str = "."
    scatter: tuple[Scatter, ...] = (Scatter("F", 12, 9), Scatter("M", 10, 14), Scatter("~", 8, 30))
    river: str = "R"
    town: str = "S"
    towns_per_thousand: int = 12
    site: str = "control_point"


_DEAREST = 4
USUAL = Recipe()


def random_map(rng: random.Random, columns: int, rows: int, recipe: Recipe = USUAL) -> HexMap:
    """A map of so many columns and rows, the same for the same state of ``rng``.

    A river runs from north to south, towns have a site each, and roads join the towns; where a road meets the
    river there is a bridge, and one more river hex has a crossing.
    """
    maker = _Maker(rng, Grid(columns, rows), recipe)
    for scatter in recipe.scatter:
        maker.scatter(scatter)
    maker.run_river()
    towns = maker.build_towns()
    return maker.map(towns)


class _Maker:
    def __init__(self, rng: random.Random, grid: Grid, recipe: Recipe) -> None:
        self.rng = rng
        self.grid = grid
        self.recipe = recipe
        self.hexes = members(grid.all)
        self.symbols = dict.fromkeys(self.hexes, recipe.clear)

    def scatter(self, scatter: Scatter) -> None:
        for _ in range(round(len(self.hexes) * scatter.percent / (100 * scatter.patch))):
            patch = [self.rng.choice(self.hexes)]
            for _ in range(scatter.patch - 1):
                edge = [n for n in self.grid.neighbours[self.rng.choice(patch)] if n not in patch]
                patch += [self.rng.choice(edge)] if edge else []
            self.symbols.update(dict.fromkeys(patch, scatter.symbol))

    def run_river(self) -> None:
        hex: Hex | None = self.grid.number(self.rng.randint(1, self.grid.columns), 1)
        while hex is not None:
            self.symbols[hex] = self.recipe.river
            bend = self.rng.choice((Side.SOUTH, Side.SOUTH, Side.SOUTH_EAST, Side.SOUTH_WEST))
            following = self.grid.beside(hex, bend)
            hex = self.grid.beside(hex, Side.SOUTH) if following is None else following

    def build_towns(self) -> list[Hex]:
        dry = [hex for hex in self.hexes if self.symbols[hex] == self.recipe.clear]
        wanted = max(2, len(self.hexes) * self.recipe.towns_per_thousand // 1000)
        towns = sorted(self.rng.sample(dry, min(wanted, len(dry))))
        self.symbols.update(dict.fromkeys(towns, self.recipe.town))
        return towns

    def map(self, towns: list[Hex]) -> HexMap:
        bare = HexMap(self.grid, self._rows())
        links = sorted({link for pair in pairwise(towns) for link in self._road(bare, *pair)})
        sites = tuple(
            Site(hex, self.recipe.site, Name(f"Town {n}", f"Город {n}"), (("yields", "cheap"),))
            for n, hex in enumerate(towns, 1)
        )
        linked = msgspec.structs.replace(bare, links=tuple(links), sites=sites)
        river = linked.of(self.recipe.river)
        bridges = river & linked.roads
        return msgspec.structs.replace(
            linked, bridges=tuple(members(bridges)), crossings=self._crossing(river & ~bridges)
        )

    def _rows(self) -> tuple[str, ...]:
        columns, rows = range(1, self.grid.columns + 1), range(1, self.grid.rows + 1)
        return tuple("".join(self.symbols[self.grid.number(x, y)] for x in columns) for y in rows)

    def _road(self, bare: HexMap, town: Hex, other: Hex) -> Iterable[tuple[Hex, Hex]]:
        """The way that avoids water where it can."""
        wet = dict.fromkeys((scatter.symbol for scatter in self.recipe.scatter), _DEAREST)
        prices = wet | {self.recipe.clear: 1, self.recipe.town: 1, self.recipe.river: 3}
        points = _DEAREST * self.grid.distance(town, other)
        way = reach(going(bare, costs(prices)), town, points).path(other)
        return ((min(pair), max(pair)) for pair in pairwise(way))

    def _crossing(self, river: HexSet) -> tuple[Hex, ...]:
        return (self.rng.choice(members(river)),) if river else ()
