"""Ways over the ground, roughly: a grid on which barriers, bridges and slow ground are written down, and how far it is
from everywhere to a goal. The rules judge the order itself."""

from __future__ import annotations

from heapq import heappop, heappush

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.doctrine_kept import Kept
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.hindrances import Kind, Thing, is_barred, land_of
from grognard.rulebooks.napoleonic.model import NapoleonicSetup
from grognard.space.outline import Base, once
from grognard.space.pose import Point, Pose, distance, heading_to

CELL, EDGE = 250, 20
"""A cell, and how much more of the ground it looks at: a river along its edge closes it too."""
PLAIN, TURN_LOST, SLOW, DELAY = 10, 60, 12, 8
"""Cost of a cell, and what is added where crossing takes a turn, where one goes slowly, and where one is delayed."""
STOPS = PLAIN + TURN_LOST
"""What costs so much ends a move."""
DIAGONAL = 14
CLOSED = 1 << 20
FAR = 1 << 24


class Outward:
    """The cost of the way to a goal from each cell, found from the goal outwards only as far as somebody asks."""

    def __init__(self, routes: Routes, goal: int) -> None:
        self._routes = routes
        self._far = [FAR] * len(routes.costs)
        self._far[goal] = 0
        self._edge = [(0, goal)]

    def __getitem__(self, cell: int) -> int:
        return self._upto(cell)[cell]

    def _upto(self, cell: int) -> list[int]:
        """Costs as far as they are known when that of a cell is: no way that is still to be found can be shorter than
        the shortest at the edge."""
        far, edge = self._far, self._edge
        while edge and far[cell] > edge[0][0]:
            cost, here = heappop(edge)
            if cost > far[here]:
                continue
            for other, step in self._routes.priced(here):
                price = cost + step
                if price < far[other]:
                    far[other] = price
                    heappush(edge, (price, other))
        return far

    def next(self, cell: int) -> int:
        """The cell after one that is not the goal; what costs less than it is known when it is."""
        far = self._upto(cell)
        return min((far[other], other) for other, _ in self._routes.beside(cell))[1]


class Routes:
    """The grid of one arm under what fire has closed."""

    def __init__(self, setup: NapoleonicSetup, things: tuple[Thing, ...], kind: Kind) -> None:
        self.wide, self.high = -(-setup.width // CELL), -(-setup.height // CELL)
        self.costs = [PLAIN] * (self.wide * self.high)
        self.kept: dict[int, Outward] = {}
        self._next: dict[int, list[tuple[int, int]]] = {}
        self._over: dict[int, dict[int, int]] = {}
        self._prices: dict[int, list[tuple[int, int]]] = {}
        self._ways: Kept[Point] = Kept()
        self._open: Kept[bool] = Kept()
        self._after: dict[int, dict[int, int]] = {}
        self._before_one: dict[int, set[int]] = {}
        self.bridged: set[int] = set()
        for thing in things:
            cells = [cell for cell in self.cells(thing.box) if thing.meets(self.base(cell))]
            if thing.row is not None and thing.row.crossing and not is_barred(thing, kind):
                self.bridged.update(cells)
            else:
                for cell in cells:
                    self.costs[cell] += _price(thing, kind)
        for cell in self.bridged:
            self.costs[cell] = PLAIN + DELAY

    def cells(self, box: tuple[int, int, int, int]) -> list[int]:
        west, south, east, north = (one // CELL for one in box)
        return [
            y * self.wide + x
            for y in range(max(south, 0), min(north + 1, self.high))
            for x in range(max(west, 0), min(east + 1, self.wide))
        ]

    def base(self, cell: int) -> Base:
        return Base(Pose(*self.middle(cell), 0), CELL + EDGE, CELL + EDGE)

    def middle(self, cell: int) -> Point:
        return cell % self.wide * CELL + CELL // 2, cell // self.wide * CELL + CELL // 2

    def cell(self, point: Point) -> int:
        x, y = point[0] // CELL, point[1] // CELL
        if not (0 <= x < self.wide and 0 <= y < self.high):
            x, y = min(max(x, 0), self.wide - 1), min(max(y, 0), self.high - 1)
        return y * self.wide + x

    def is_open(self, start: Point, end: Point) -> bool:
        """Whether nothing that stops a move lies on the straight line."""
        found = self._open.get((start, end))
        return self._open.put((start, end), self._is_open(start, end)) if found is None else found

    def _is_open(self, start: Point, end: Point) -> bool:
        (x, y), dx, dy = start, end[0] - start[0], end[1] - start[1]
        count, costs, wide, high = (
            max(distance(start, end) // (CELL // 2), 1),
            self.costs,
            self.wide,
            self.high,
        )
        for k in range(1, count + 1):
            east, north = x + dx * k // count, y + dy * k // count
            column, row = east // CELL, north // CELL
            on_table = 0 <= column < wide and 0 <= row < high
            if costs[row * wide + column if on_table else self.cell((east, north))] >= STOPS:
                return False
        return True

    def far(self, goal: Point) -> Outward:
        """From every cell the cost of the way to a goal."""
        cell = self.cell(goal)
        found = self.kept.get(cell)
        if found is None:
            found = self.kept[cell] = Outward(self, cell)
        return found

    def first_over(self, start: Point, goal: Point) -> Point | None:
        """Where the way to a goal comes to a bridge or ford, or begins on one; None where it leads over none."""
        known, far, way = self._over.setdefault(self.cell(goal), {}), self.far(goal), [self.cell(start)]
        while (cell := way[-1]) not in known:
            if cell in self.bridged or not far[cell] or far[cell] >= FAR:
                known[cell] = cell if cell in self.bridged else -1
            else:
                way.append(self.next(cell, goal))
        for cell in way:
            known[cell] = known[way[-1]]
        return self.middle(known[way[0]]) if known[way[0]] >= 0 else None

    def next(self, cell: int, goal: Point) -> int:
        """The cell after one on the way to a goal."""
        known = self._after.setdefault(self.cell(goal), {})
        found = known.get(cell)
        if found is None:
            found = known[cell] = self.far(goal).next(cell)
        return found

    def priced(self, cell: int) -> list[tuple[int, int]]:
        """The cells beside one, with what it costs to come to each."""
        found = self._prices.get(cell)
        if found is None:
            costs = self.costs
            found = self._prices[cell] = [(one, costs[one] * step // 10) for one, step in self.beside(cell)]
        return found

    def beside(self, cell: int) -> list[tuple[int, int]]:
        found = self._next.get(cell)
        if found is None:
            found = self._next[cell] = self._around(cell)
        return found

    def _around(self, cell: int) -> list[tuple[int, int]]:
        x, y = cell % self.wide, cell // self.wide
        return [
            (cell + dy * self.wide + dx, DIAGONAL if dx and dy else 10)
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            if (dx or dy) and 0 <= x + dx < self.wide and 0 <= y + dy < self.high
            if not (dx and dy) or not self.bridged & {cell, cell + dy * self.wide + dx}
        ]

    def is_on(self, point: Point) -> bool:
        """Whether a bridge or ford is under a place: who stands there goes on first."""
        cell = self.cell(point)
        return cell in self.bridged or self.costs[cell] >= CLOSED

    @once
    def lanes(self) -> list[Pose]:
        """Where one stands before a bridge or ford, looking straight away from it."""
        found = []
        for cell in sorted(self.bridged):
            for other, _ in self.beside(cell):
                straight = other - cell in (1, -1, self.wide, -self.wide)
                if straight and other not in self.bridged and self.costs[other] < CLOSED:
                    here = self.middle(other)
                    found.append(Pose(*here, heading_to(self.middle(cell), here)))
        return found

    def is_before(self, point: Point, wide: int = 1) -> bool:
        """Whether a bridge or ford is next to a place, or within so many cells of it."""
        near = self._before_one.get(wide)
        if near is None:
            near = self._before_one[wide] = {
                cell for one in self.bridged for cell in self._around_one(one, wide)
            }
        return self.cell(point) in near

    def _around_one(self, cell: int, wide: int) -> list[int]:
        """Cells within so many of one, but itself."""
        x, y = cell % self.wide, cell // self.wide
        near = self.cells(((x - wide) * CELL, (y - wide) * CELL, (x + wide) * CELL, (y + wide) * CELL))
        return [one for one in near if one != cell]

    def along(self, start: Point, goal: Point, most: int) -> Point:
        """A point of the way to a goal, so far along it, whatever it costs to come there."""
        far, cell, gone = self.far(goal), self.cell(start), 0
        while far[cell] and gone < most:
            cell = self.next(cell, goal)
            gone += CELL
        return self.middle(cell) if far[cell] else goal

    def _before(self, start: Point, cell: int) -> bool:
        """Whether one stands straight before a bridge or ford: only so a wide front finds it."""
        return distance(start, self.middle(cell)) <= CELL

    def way(self, start: Point, goal: Point, most: int) -> Point:
        """The farthest point of the way to a goal that can be reached straight on, at most so far away."""
        key = start, goal, most
        found = self._ways.get(key)
        return self._ways.put(key, self._way(start, goal, most)) if found is None else found

    def _way(self, start: Point, goal: Point, most: int) -> Point:
        if distance(start, goal) <= most and self.is_open(start, goal):
            return goal
        far, cell = self.far(goal), self.cell(start)
        best, lane = start, 0
        while far[cell]:
            before, cell = cell, self.next(cell, goal)
            point = self.middle(cell)
            if cell in self.bridged and before not in self.bridged and not self._before(start, before):
                return self.middle(before)
            if lane and cell - before != lane:
                return best
            lane = lane or (cell - before if cell in self.bridged else 0)
            if distance(start, point) > most or not self.is_open(start, point):
                return best if best != start else point
            best = point
        return goal if distance(start, goal) <= most else best


def _price(thing: Thing, kind: Kind) -> int:
    row = thing.row
    if row is None or is_barred(thing, kind):
        return CLOSED
    if row.one_turn:
        return TURN_LOST
    return SLOW if row.max_move else DELAY if row.delay or row.one_unit else 0


@clause("NA-OBS-01", "NA-OBS-15")
def routes_of(field: Field, kind: Kind) -> Routes:
    """The grid for an arm as the ground is now."""
    return _routes(
        field.setup, tuple(land_of(field).terrain), field.works.burning, field.works.destroyed, kind
    )


_KNOWN: dict[tuple[NapoleonicSetup, tuple[str, ...], tuple[str, ...], Kind], Routes] = {}
MOST = 32


def _routes(
    setup: NapoleonicSetup,
    things: tuple[Thing, ...],
    burning: tuple[str, ...],
    destroyed: tuple[str, ...],
    kind: Kind,
) -> Routes:
    key = (setup, burning, destroyed, kind)
    found = _KNOWN.get(key)
    if found is None:
        if len(_KNOWN) >= MOST:
            _KNOWN.clear()
        found = _KNOWN[key] = Routes(setup, things, kind)
    return found
