"""Movement over hexes: what a mover pays for each step, how far it reaches, and the cheapest way there.

Points are integers, whatever the rule book counts (half hexes, say); every step costs at least 1. ``Costs``
is the rule book's table for one kind of mover; ``going`` lays it over a map, with what the battle has changed.
A reach holds a set of hexes for each cost: the sets of all steps of one cost are found together, by shifting
whole sets, which is many times quicker than hex by hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TypeAlias

import msgspec

from grognard.space.hex_grid import Grid, Hex, HexSet, hex_set, members
from grognard.space.hex_map import UNCHANGED, Changes, HexMap

Prices: TypeAlias = tuple[tuple[str, int], ...]
"""Points for each symbol of terrain, sorted."""
UNLIMITED = 1 << 20
"""An allowance that no move uses up."""


class Costs(msgspec.Struct, frozen=True, cache_hash=True):
    """What one kind of mover pays to enter a hex, in points; use ``costs`` to write one.

    ``enter``: off the road, by terrain; a terrain that isn't named is barred. ``road``: along a road link, by
    the terrain entered, where that is cheaper; not named: the road doesn't help. ``passage``: a hex with a
    bridge or a crossing, whatever its terrain (None: neither helps). ``ends``: terrain that may be entered off
    the road with so many points left, and ends the move: it takes all that is left.
    """

    enter: Prices
    road: Prices = ()
    passage: int | None = None
    ends: Prices = ()


def costs(
    enter: Mapping[str, int],
    road: Mapping[str, int] | None = None,
    passage: int | None = None,
    ends: Mapping[str, int] | None = None,
) -> Costs:
    """A table of costs from mappings of symbols to points; raises ValueError for a cost below 1."""
    tables = [tuple(sorted((table or {}).items())) for table in (enter, road, ends)]
    if any(price < 1 for table in tables for _, price in table) or (passage is not None and passage < 1):
        raise ValueError("every step costs at least 1 point")
    return Costs(tables[0], tables[1], passage, tables[2])


class Going(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A table of costs laid over a map: sets of hexes by what a step into them costs.

    ``enter``: (points, hexes entered at that cost from any side). ``road``: (points, direction, hexes from
    which a step along a road that way costs so much). ``ends``: (points that must be left, hexes).
    """

    grid: Grid
    enter: tuple[tuple[int, HexSet], ...]
    road: tuple[tuple[int, int, HexSet], ...]
    ends: tuple[tuple[int, HexSet], ...]

    @cached_property
    def open(self) -> HexSet:
        """Every hex that can be entered from some side; where the mover can stand."""
        found = self._off_road
        for _, side, hexes in self.road:
            found |= _shifted(hexes, self.grid.steps[side])
        return found

    @cached_property
    def _off_road(self) -> HexSet:
        found = 0
        for _, hexes in (*self.enter, *self.ends):
            found |= hexes
        return found

    def step(self, hex: Hex, other: Hex) -> int | None:
        """The cost of a step to an adjacent hex; None where it is barred or would end the move (``need``)."""
        prices = [price for price, hexes in self.enter if hexes >> other & 1]
        steps = self.grid.steps
        prices += [
            price for price, side, hexes in self.road if steps[side] == other - hex and hexes >> hex & 1
        ]
        return min(prices, default=None)

    def need(self, other: Hex) -> int | None:
        """The points that must be left to enter a hex that ends the move; None for other hexes."""
        return min((need for need, hexes in self.ends if hexes >> other & 1), default=None)

    def first_steps(self, hex: Hex) -> HexSet:
        """The hexes beside a hex that can be entered from it, whatever they cost."""
        found = self._off_road
        for _, side, hexes in self.road:
            if hexes >> hex & 1:
                found |= 1 << hex + self.grid.steps[side]
        return found & self.grid.ring(hex, 1)

    @cached_property
    def cheapest(self) -> int:
        """The least that a step costs, or needs, anywhere."""
        return min(self._tolls, default=1)

    @cached_property
    def dearest(self) -> int:
        """The most that a step costs, or needs, anywhere."""
        return max(self._tolls, default=1)

    @cached_property
    def _tolls(self) -> list[int]:
        return [toll for toll, *_ in (*self.enter, *self.road, *self.ends)]

    def window(self, column: int, steps: int) -> Window:
        """The sets cut to the columns that so many steps from a column can touch; the last ones are remembered."""
        found = self._windows.get((column, steps))
        if found is None:
            if len(self._windows) >= _MOST_WINDOWS:
                self._windows.clear()
            found = self._windows[column, steps] = _cut(self, column, steps)
        return found

    @cached_property
    def _windows(self) -> dict[tuple[int, int], Window]:
        return {}


_MOST_WINDOWS = 128
_WRITTEN_OUT = 4


class Window(msgspec.Struct, frozen=True, eq=False):
    """A part of a ``Going``: all sets shifted down by ``low``. ``cheap``: hexes entered off the road for 1, 2, 3
    and 4 points; ``dear``: (points, hexes) for more; ``road``: (points, what the step adds, hexes left); all
    of them in ``roads``; ``plain``: nothing but ``cheap``."""

    low: Hex
    open: HexSet
    plain: bool
    cheap: tuple[HexSet, HexSet, HexSet, HexSet]
    dear: tuple[tuple[int, HexSet], ...]
    roads: HexSet
    road: tuple[tuple[int, int, HexSet], ...]
    ends: tuple[tuple[int, HexSet], ...]


def going(map: HexMap, costs: Costs, changes: Changes = UNCHANGED) -> Going:
    """What steps cost one kind of mover on a map as it is now; the last ones asked for are remembered."""
    return _going(map, costs, changes)


@lru_cache(maxsize=64)
def _going(map: HexMap, costs: Costs, changes: Changes) -> Going:
    passages = changes.passages(map) if costs.passage is not None else 0
    enter = _by_price(map, costs.enter)
    if costs.passage is not None:
        enter[costs.passage] = enter.get(costs.passage, 0) | passages
    ends = tuple((need, map.of(symbol) & ~passages) for symbol, need in costs.ends)
    return Going(map.grid, _filled(enter), tuple(_roads(map, costs, changes)), ends)


def _by_price(map: HexMap, prices: Prices) -> dict[int, HexSet]:
    found: dict[int, HexSet] = {}
    for symbol, price in prices:
        found[price] = found.get(price, 0) | map.of(symbol)
    return found


def _filled(sets: Mapping[int, HexSet]) -> tuple[tuple[int, HexSet], ...]:
    return tuple((price, hexes) for price, hexes in sorted(sets.items()) if hexes)


def _roads(map: HexMap, costs: Costs, changes: Changes) -> Iterator[tuple[int, int, HexSet]]:
    """For each cost and direction the hexes with a link that way into terrain of that cost."""
    standing = map.roads & ~hex_set(changes.broken)
    for price, targets in _filled(_by_price(map, costs.road)):
        for side, ways in enumerate(map.ways):
            hexes = ways & standing & _shifted(targets & standing, -map.grid.steps[side])
            if hexes:
                yield price, side, hexes


def _shifted(hexes: HexSet, step: int) -> HexSet:
    return hexes << step if step >= 0 else hexes >> -step


def _cut(going: Going, column: int, steps: int) -> Window:
    grid = going.grid
    low = grid.number(max(column - steps, 1), 1)
    mask = (1 << grid.number(min(column + steps, grid.columns), grid.rows) + 1 - low) - 1
    enter = {price: hexes >> low & mask for price, hexes in going.enter}
    road = [(price, grid.steps[side], hexes >> low & mask) for price, side, hexes in going.road]
    ends = [(need, hexes >> low & mask) for need, hexes in going.ends]
    dear = tuple((price, hexes) for price, hexes in enter.items() if price > _WRITTEN_OUT and hexes)
    roads = _union(hexes for _, _, hexes in road)
    return Window(
        low,
        going.open >> low & mask,
        not (dear or roads or _union(hexes for _, hexes in ends)),
        (enter.get(1, 0), enter.get(2, 0), enter.get(3, 0), enter.get(4, 0)),
        dear,
        roads,
        tuple(link for link in road if link[2]),
        tuple(end for end in ends if end[1]),
    )


def _union(sets: Iterable[HexSet]) -> HexSet:
    found = 0
    for hexes in sets:
        found |= hexes
    return found


# --- reach ----------------------------------------------------------------------------------------------


class Reach:
    """The hexes that a mover can get to, and at what cost; its own hex among them, at cost 0."""

    __slots__ = ("_ended", "_levels", "_low", "allowance", "going", "source")

    def __init__(
        self, going: Going, source: Hex, allowance: int, low: Hex, levels: list[HexSet], ended: HexSet
    ) -> None:
        self.going = going
        self.source = source
        self.allowance = allowance
        self._low = low
        self._levels = levels
        self._ended = ended

    def __contains__(self, hex: Hex) -> bool:
        return self.cost(hex) is not None

    def __iter__(self) -> Iterator[Hex]:
        return iter(members(_union(self._levels) | self._ended, self._low))

    def __len__(self) -> int:
        return self.hexes.bit_count()

    @property
    def hexes(self) -> HexSet:
        """All of them as a set."""
        return self._up_to(len(self._levels)) | self._ended << self._low

    @property
    def ended(self) -> HexSet:
        """Those whose entry takes all the points that are left, and ends the move."""
        return self._ended << self._low

    def within(self, points: int) -> HexSet:
        """Those that cost at most so many points."""
        return self.hexes if points >= self.allowance else self._up_to(points + 1)

    def _up_to(self, count: int) -> HexSet:
        return _union(self._levels[:count]) << self._low

    def cost(self, hex: Hex) -> int | None:
        """The points that the cheapest way to a hex takes; None where the mover can't get there."""
        at = hex - self._low
        if at < 0:
            return None
        for cost, level in enumerate(self._levels):
            if level >> at & 1:
                return cost
        return self.allowance if self._ended >> at & 1 else None

    def costs(self) -> dict[Hex, int]:
        """Every hex with its cost, cheapest first; of the same cost the highest number first."""
        found: dict[Hex, int] = {}
        for cost, level in [*enumerate(self._levels), (self.allowance, self._ended)]:
            left = level
            while left:  # few hexes in each: quicker than ``members``, and what is left gets shorter
                at = left.bit_length() - 1
                left ^= 1 << at
                found[self._low + at] = cost
        return found

    def path(self, hex: Hex) -> tuple[Hex, ...]:
        """A cheapest way to a hex, from the mover's own hex on; raises KeyError where there is none.

        Of equal ways, going backwards, the one over the hex of lower cost, then the first clockwise from north.
        """
        cost = self.cost(hex)
        if cost is None:
            raise KeyError(hex)
        way = [hex]
        while way[-1] != self.source:
            cost, hex = self._before(way[-1], cost)
            way.append(hex)
        return tuple(reversed(way))

    def _before(self, hex: Hex, cost: int) -> tuple[int, Hex]:
        """The hex from which a cheapest way enters another, and what it costs to be there."""
        found = list(self._through(hex, cost))
        need = self.going.need(hex) if cost == self.allowance else None
        if need is not None:
            found += self._ending(hex, cost - need)
        so_far, _, other = min(found, default=(0, 0, self.source))
        return so_far, other

    def _through(self, hex: Hex, cost: int) -> Iterator[tuple[int, int, Hex]]:
        """The hexes at the cost from which a step into ``hex`` comes to ``cost``."""
        for order, other in enumerate(self.going.grid.neighbours[hex]):
            price = self.going.step(other, hex)
            if price is not None and self._is_at(other, cost - price):
                yield cost - price, order, other

    def _is_at(self, hex: Hex, cost: int) -> bool:
        at = hex - self._low
        return at >= 0 and 0 <= cost < len(self._levels) and bool(self._levels[cost] >> at & 1)

    def _ending(self, hex: Hex, most: int) -> Iterator[tuple[int, int, Hex]]:
        """The hexes from which a move may end in ``hex``: those that cost at most so much."""
        for order, other in enumerate(self.going.grid.neighbours[hex]):
            so_far = self.cost(other)
            if so_far is not None and so_far <= most:
                yield so_far, order, other


def reach(
    going: Going,
    source: Hex,
    allowance: int,
    blocked: HexSet = 0,
    *,
    one_hex: bool = True,
    one_step: bool = False,
) -> Reach:
    """How far a mover gets with so many points, never into a hex of ``blocked`` (where others stand, say).

    With ``one_hex`` a hex beside the mover that can be entered at all may be entered even if it costs more;
    the move then ends, all points used. With ``one_step`` the mover may enter one hex only. A mover without
    points stays where it is.
    """
    if one_step or allowance < 1:
        return _one_step(going, source, allowance, blocked, one_hex)
    stride = going.grid.stride
    window = going.window(2 * source // (2 * stride - 1) + 1, allowance // going.cheapest or 1)
    low = window.low
    free = window.open & ~(blocked >> low) if blocked else window.open
    levels, ended, free = _flood(stride, window, 1 << source - low, free, allowance)
    if one_hex and allowance < going.dearest:
        ended |= going.first_steps(source) >> low & free
    return Reach(going, source, allowance, low, levels, ended)


def _flood(
    stride: int, window: Window, start: HexSet, free: HexSet, allowance: int
) -> tuple[list[HexSet], HexSet, HexSet]:
    """For each cost the hexes that cost so much; those that end the move; those that are left.

    ``near`` to ``near4`` are the hexes beside those reached one to four points ago: whoever entered them off
    the road at that price is there now. Arrivals by road and at higher prices wait in ``later``.
    """
    for1, for2, for3, for4 = window.cheap
    plain, slant, front, ended = window.plain, stride - 1, start, 0
    near = near2 = near3 = 0
    levels: list[HexSet] = []
    later: dict[int, HexSet] = {}
    free |= start
    for cost in range(allowance):
        free ^= front
        levels.append(front)
        near4, near3, near2 = near3, near2, near
        near = front | front << 1
        near |= near << slant
        near |= near >> stride  # the hexes of ``front`` and all beside them, as in ``Grid.spread``
        if not plain:
            ended |= _uncommon(window, front, near, cost, allowance, later)
        front = (near & for1 | near2 & for2 | near3 & for3 | near4 & for4) & free
        if later:
            front |= later.pop(cost + 1, 0) & free
        elif not (front or near or near2 or near3):
            break
    levels.append(front)
    return levels, ended & free & ~front, free & ~front & ~ended


def _uncommon(
    window: Window, front: HexSet, near: HexSet, cost: int, allowance: int, later: dict[int, HexSet]
) -> HexSet:
    """Steps along roads and at high prices arrive later; the hexes entered now that end the move come back."""
    for price, hexes in window.dear:
        later[cost + price] = later.get(cost + price, 0) | near & hexes
    if leaving := front & window.roads:
        for price, step, hexes in window.road:
            if out := leaving & hexes:
                later[cost + price] = later.get(cost + price, 0) | _shifted(out, step)
    return _union(near & hexes for need, hexes in window.ends if cost + need <= allowance)


def _one_step(going: Going, source: Hex, allowance: int, blocked: HexSet, one_hex: bool) -> Reach:
    levels, ended = [1 << source, *[0] * max(allowance, 0)], 0
    targets = members(going.first_steps(source) & ~blocked) if allowance >= 1 else []
    for other in targets:
        price = going.step(source, other)
        if price is not None and price <= allowance:
            levels[price] |= 1 << other
        elif one_hex or (price is None and (going.need(other) or 0) <= allowance):
            ended |= 1 << other
    return Reach(going, source, allowance, 0, levels, ended)


# --- a way given hex by hex -----------------------------------------------------------------------------


class Stop(Enum):
    """Why a way can't be followed to its end."""

    GAP = "gap"  # the next hex isn't adjacent
    BARRED = "barred"  # the mover can't enter it from there
    BLOCKED = "blocked"  # somebody is there
    DEAR = "dear"  # the points don't suffice
    ENDED = "ended"  # the move ended with the hex before


class Walk(msgspec.Struct, frozen=True):
    """How far a way can be followed: ``costs`` of the steps that can be made, in order; why not farther.

    A step that ends the move costs all the points that were left. ``stop`` belongs to the step into
    ``way[len(costs) + 1]``; ``price`` is what that step would cost (0 where it has no price).
    """

    way: tuple[Hex, ...]
    costs: tuple[int, ...]
    stop: Stop | None = None
    price: int = 0

    @property
    def cost(self) -> int:
        """The points that the steps take."""
        return sum(self.costs)

    @property
    def end(self) -> Hex:
        """The last hex that is reached."""
        return self.way[len(self.costs)]


def follow(
    going: Going,
    way: Sequence[Hex],
    allowance: int,
    blocked: HexSet = 0,
    *,
    one_hex: bool = True,
    one_step: bool = False,
) -> Walk:
    """A way followed hex by hex, from the mover's own hex on, under the same rules as ``reach``."""
    paid: list[int] = []
    left, over = allowance, allowance < 1
    for hex, other in pairwise(way):
        stop = Stop.ENDED if over and paid else _stop(going, hex, other, blocked)
        price, need = (None, None) if stop is Stop.GAP else (going.step(hex, other), going.need(other))
        first = one_hex and not paid and allowance >= 1
        if stop is None and price is not None and price <= left:
            paid.append(price)
            over = one_step
        elif stop is None and (first or (need is not None and need <= left)):
            paid.append(left)
            over = True
        else:
            return Walk(tuple(way), tuple(paid), stop or Stop.DEAR, price or need or 0)
        left -= paid[-1]
    return Walk(tuple(way), tuple(paid))


def _stop(going: Going, hex: Hex, other: Hex, blocked: HexSet) -> Stop | None:
    if other not in going.grid.neighbours[hex]:
        return Stop.GAP
    if not going.first_steps(hex) >> other & 1:
        return Stop.BARRED
    return Stop.BLOCKED if blocked >> other & 1 else None


# --- distances over the whole map -----------------------------------------------------------------------


def toward(going: Going, goals: HexSet, blocked: HexSet = 0) -> dict[Hex, int]:
    """For each hex the points of the cheapest way from it to the nearest hex of ``goals``, cheapest first.

    For plans over many turns: nothing ends a move (a hex that would costs what it needs). No way leads through
    ``blocked``, but a goal may lie there. Hexes from which no way leads are left out.
    """
    found: dict[Hex, int] = {}
    waiting, entered, cost = {0: goals & going.grid.all}, ~blocked | goals, 0
    unseen = going.grid.all
    while waiting:
        if front := waiting.pop(cost, 0) & unseen:
            unseen &= ~front
            found |= dict.fromkeys(members(front), cost)
            for price, before in _before(going, front & entered):
                waiting[cost + price] = waiting.get(cost + price, 0) | before & unseen
        cost += 1
    return found


def _before(going: Going, entered: HexSet) -> Iterator[tuple[int, HexSet]]:
    """The hexes from which a step leads into some others, by its price."""
    for price, hexes in (*going.enter, *going.ends):
        if here := entered & hexes:
            yield price, going.grid.spread(here)
    for price, side, hexes in going.road:
        if before := _shifted(entered, -going.grid.steps[side]) & hexes:
            yield price, before
