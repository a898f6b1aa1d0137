"""A map of hexes: terrain, roads, bridges, crossings and sites. It never changes; a battle keeps the changes.

Terrain is one character a hex, the symbol that the rule book's table gives it. Roads are links between
adjacent hexes, rivers are hexes. A site is a place that the rule book gives a meaning: a control point, a
fort, a minefield. ``Changes`` holds what becomes of bridges and crossings; it is small, and the map stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

import msgspec

from grognard.core.errors import GrognardError
from grognard.locale import Name, T, Text
from grognard.space.hex_grid import MOST, Grid, Hex, HexSet, hex_set, members
from grognard.space.terrain import Fact

Link: TypeAlias = tuple[Hex, Hex]
"""A road from a hex to one beside it; the lower number first."""


class Site(msgspec.Struct, frozen=True):
    """A place on the map with a kind of the rule book's, a name, and what else the map says about it."""

    hex: Hex
    kind: str
    name: Name = Name("")
    facts: tuple[tuple[str, Fact], ...] = ()

    def fact(self, key: str) -> Fact | None:
        return dict(self.facts).get(key)


class HexMap(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """The printed map. ``ground`` is one text a row, one symbol a hex; links, bridges, crossings are sorted.

    Numbers of hexes are those of ``grid``. Tables worked out from the map are kept with it.
    """

    grid: Grid
    ground: tuple[str, ...]
    links: tuple[Link, ...] = ()
    bridges: tuple[Hex, ...] = ()
    crossings: tuple[Hex, ...] = ()
    sites: tuple[Site, ...] = ()

    def terrain(self, hex: Hex) -> str:
        """The symbol of a hex."""
        return self._symbols[hex]

    def of(self, symbols: Iterable[str]) -> HexSet:
        """The hexes of some kinds of terrain: ``map.of("MF")``."""
        found = 0
        for symbol in symbols:
            found |= self._sets.get(symbol, 0)
        return found

    def patch(self, hex: Hex) -> HexSet:
        """The connected hexes of the terrain in which a hex lies."""
        return self.grid.patch(hex, self.of(self.terrain(hex)))

    def linked(self, hex: Hex, other: Hex) -> bool:
        """Whether a road joins two hexes."""
        return ((hex, other) if hex < other else (other, hex)) in self._links

    @cached_property
    def roads(self) -> HexSet:
        """The hexes with a road."""
        return hex_set(hex for link in self.links for hex in link)

    @cached_property
    def ways(self) -> tuple[HexSet, ...]:
        """For each direction the hexes that have a road link that way."""
        found = [0] * 6
        for hex, other in self.links:
            side = self.grid.side(hex, other)
            assert side is not None
            found[side] |= 1 << hex
            found[side.opposite] |= 1 << other
        return tuple(found)

    def sited(self, kind: str) -> tuple[Site, ...]:
        """The sites of a kind, in the order of the map."""
        return tuple(site for site in self.sites if site.kind == kind)

    @cached_property
    def _symbols(self) -> str:
        columns = ("".join(column) for column in zip(*self.ground, strict=True))
        return "".join(column + "  "[: 2 - x % 2] for x, column in enumerate(columns))

    @cached_property
    def _sets(self) -> dict[str, HexSet]:
        return {
            symbol: hex_set(hex for hex, found in enumerate(self._symbols) if found == symbol)
            for symbol in sorted(set("".join(self.ground)))
        }

    @cached_property
    def _links(self) -> frozenset[Link]:
        return frozenset(self.links)


class Changes(msgspec.Struct, frozen=True, cache_hash=True):
    """What became of the map's passages in a battle; sorted, so that equal changes are equal.

    ``broken``: bridges and crossings that are gone, with the road links into their hexes. ``laid``: crossings
    laid since (one on a hex of ``broken`` gives passage, but no road).
    """

    broken: tuple[Hex, ...] = ()
    laid: tuple[Hex, ...] = ()

    def breaking(self, hex: Hex) -> Changes:
        """With the bridge or crossing of a hex gone."""
        broken = tuple(sorted({*self.broken, hex}))
        return Changes(broken, tuple(other for other in self.laid if other != hex))

    def laying(self, hex: Hex) -> Changes:
        """With a crossing on a hex."""
        return Changes(self.broken, tuple(sorted({*self.laid, hex})))

    def passages(self, map: HexMap) -> HexSet:
        """The hexes with a bridge or a crossing now."""
        printed = hex_set(map.bridges) | hex_set(map.crossings)
        return printed & ~hex_set(self.broken) | hex_set(self.laid)

    def bridges(self, map: HexMap) -> HexSet:
        """The hexes whose printed bridge still stands."""
        return hex_set(map.bridges) & ~hex_set(self.broken)

    def linked(self, map: HexMap, hex: Hex, other: Hex) -> bool:
        """Whether a road joins two hexes now."""
        return map.linked(hex, other) and hex not in self.broken and other not in self.broken


UNCHANGED = Changes()


# --- maps that people write -----------------------------------------------------------------------------


class SiteSketch(msgspec.Struct, frozen=True):
    """A site with the label of its hex."""

    hex: str
    kind: str
    name: Name = Name("")
    facts: tuple[tuple[str, Fact], ...] = ()


class Sketch(msgspec.Struct, frozen=True):
    """A map as people write it: rows of symbols, roads as chains of labels."""

    grid: Sequence[str]
    roads: Sequence[Sequence[str]] = ()
    bridges: Sequence[str] = ()
    crossings: Sequence[str] = ()
    sites: Sequence[SiteSketch] = ()


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with a sketch, and where: the field, then the numbers in it from 0."""

    path: tuple[str | int, ...]
    message: Text


class MapFaults(GrognardError):
    """Everything that is wrong with a sketch."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults[0].message)


def drawn(sketch: Sketch, symbols: str, rivers: str = "") -> HexMap:
    """The map of a sketch; raises MapFaults with all that is wrong.

    ``symbols`` are those that the grid may hold. A road link into or out of a hex of ``rivers`` makes a bridge.
    """
    faults = list(_grid_faults(sketch.grid, symbols))
    if faults:
        raise MapFaults(faults)
    reading = _Reading(Grid(len(sketch.grid[0]), len(sketch.grid)))
    links = reading.links(sketch.roads)
    bridges = reading.hexes("bridges", sketch.bridges)
    crossings = reading.hexes("crossings", sketch.crossings)
    sites = reading.sites(sketch.sites)
    if reading.faults:
        raise MapFaults(reading.faults)
    map = HexMap(reading.grid, tuple(sketch.grid), links, (), crossings, sites)
    over = hex_set(bridges) | map.roads & map.of(rivers)
    return msgspec.structs.replace(map, bridges=tuple(members(over)))


def sketched(map: HexMap) -> Sketch:
    """A map in the form in which people write it; ``drawn`` gives the same map back."""
    label = map.grid.label
    return Sketch(
        map.ground,
        [[label(hex) for hex in chain] for chain in chains(map)],
        [label(hex) for hex in map.bridges],
        [label(hex) for hex in map.crossings],
        [SiteSketch(label(site.hex), site.kind, site.name, site.facts) for site in map.sites],
    )


def chains(map: HexMap) -> list[list[Hex]]:
    """The road links as few chains of adjacent hexes: from ends and forks first, then what is round."""
    left: dict[Hex, list[Hex]] = {}
    for hex, other in map.links:
        left.setdefault(hex, []).append(other)
        left.setdefault(other, []).append(hex)
    ends = [hex for hex in sorted(left) if len(left[hex]) != 2]
    found = []
    for hex in [*ends, *sorted(left)]:
        while left[hex]:
            found.append(_chain(left, hex, set(ends)))
    return found


def _chain(left: dict[Hex, list[Hex]], start: Hex, ends: set[Hex]) -> list[Hex]:
    chain = [start]
    while left[chain[-1]] and (len(chain) == 1 or chain[-1] not in ends):
        hex = chain[-1]
        following = min(left[hex])
        left[hex].remove(following)
        left[following].remove(hex)
        chain.append(following)
    return chain


def _grid_faults(rows: Sequence[str], symbols: str) -> Iterable[Fault]:
    if not rows or not rows[0]:
        yield Fault(("grid",), T("the grid is empty"))
        return
    if max(len(rows), len(rows[0])) > MOST:
        yield Fault(("grid",), T("the grid has more than {most} columns or rows", most=MOST))
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            yield Fault(
                ("grid", number - 1),
                T(
                    "grid row {row} has {count} characters, row 1 has {first}",
                    row=number, count=len(row), first=len(rows[0]),
                ),
            )  # fmt: skip
        for symbol in sorted(set(row) - set(symbols)):
            yield Fault(
                ("grid", number - 1),
                T(
                    "grid row {row}, column {column}: {symbol} is no terrain; valid: {valid}",
                    row=number, column=row.index(symbol) + 1, symbol=repr(symbol), valid=" ".join(symbols),
                ),
            )  # fmt: skip


class _Reading:
    """Turns labels into hexes; gathers what is wrong."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.faults: list[Fault] = []

    def hex(self, label: str, *path: str | int) -> Hex | None:
        found = self.grid.find(label)
        if found is None:
            self.faults.append(Fault(path, off_map(self.grid, label)))
        return found

    def hexes(self, field: str, labels: Sequence[str]) -> tuple[Hex, ...]:
        found = [self.hex(label, field, at) for at, label in enumerate(labels)]
        return tuple(sorted({hex for hex in found if hex is not None}))

    def links(self, roads: Sequence[Sequence[str]]) -> tuple[Link, ...]:
        found: set[Link] = set()
        for number, road in enumerate(roads):
            if len(road) < 2:
                self.faults.append(Fault(("roads", number), T("a road needs at least 2 hexes")))
            chain = [self.hex(label, "roads", number, at) for at, label in enumerate(road)]
            for at, (hex, other) in enumerate(pairwise(chain), 1):
                if hex is None or other is None:
                    continue
                if self.grid.side(hex, other) is None:
                    message = T("{hex} and {other} are not adjacent", hex=road[at - 1], other=road[at])
                    self.faults.append(Fault(("roads", number, at), message))
                found.add((min(hex, other), max(hex, other)))
        return tuple(sorted(found))

    def sites(self, sketches: Sequence[SiteSketch]) -> tuple[Site, ...]:
        found = []
        for at, sketch in enumerate(sketches):
            hex = self.hex(sketch.hex, "sites", at)
            if hex is not None:
                found.append(Site(hex, sketch.kind, sketch.name, sketch.facts))
        return tuple(found)


def off_map(grid: Grid, label: str) -> Text:
    """That a label is no hex of the grid, and which are."""
    return T(
        "{label} is no hex of the map; valid: {first} to {last}",
        label=label,
        first=grid.label(0),
        last=grid.label(grid.size - 1),
    )
