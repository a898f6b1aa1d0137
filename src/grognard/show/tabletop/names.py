"""Names on the map: upright, with a halo of paper, each where it hides least."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import NamedTuple

from grognard.show.drawing import Anchor, label, line
from grognard.show.markup import Markup, join
from grognard.show.metrics import Face, measure
from grognard.show.tabletop.plane import Area

CELL = 48
"""Side of the squares by which what is in the way is looked up."""
OUTSIDE = 100_000.0
APART = 4
"""Names in one row do not run into each other."""
NEAR = 8
"""Places from this one on are so far away that a line leads to the name."""
ORDERS = {
    "below": ("below", "above", "right", "left"),
    "above": ("above", "below", "right", "left"),
    "left": ("left", "below", "above", "right"),
    "right": ("right", "below", "above", "left"),
}


BEHIND: tuple[str, ...] = ("below", "left", "above", "right")


def behind(heading: int) -> str:
    """On which side of a unit that looks there (tenths of a degree) its enemies are not."""
    return BEHIND[(heading + 450) // 900 % 4]


class Manner(NamedTuple):
    """How names are laid. ``shorter``, ``farther``: what a shorter name, and the next place, cost in square pixels
    hidden; ``much``: what an optional name may hide; ``gaps``: how far off it may stand when all near places hide
    something, in its own height; ``over``: how far any other may hang over the map's edge, in its own size."""

    shorter: float = 60.0
    farther: float = 12.0
    much: float = 260.0
    gaps: tuple[float, ...] = (0.9, 2.2)
    over: float = 0.0


class Wish(NamedTuple):
    """A name that wants a place beside an area. ``variants``: ways to write it, the best first; ``rear``: the side to
    begin with. An ``optional`` name is left away where it would hide much, a ``close`` one stands at once beside it."""

    id: str
    beside: Area
    variants: Sequence[Sequence[str]]
    size: float
    face: Face = "sans"
    ink: str = "ink"
    rear: str = "below"
    optional: bool = False
    close: bool = False


class Placer:
    """Lays names on a map of a size, one after another; ``used`` tells which place each one took."""

    def __init__(self, width: float, height: float, manner: Manner | None = None) -> None:
        self.width, self.height, self.manner = width, height, manner or Manner()
        self.used: dict[str, int] = {}
        self._cells: dict[tuple[int, int], list[tuple[Area, float]]] = defaultdict(list)

    def block(self, areas: Iterable[Area], weight: float = 3) -> None:
        """Something that names should not hide; the heavier the less."""
        for one in areas:
            for cell in _cells(one):
                self._cells[cell].append((one, weight))

    def lay(self, wish: Wish, before: Mapping[str, int] | None = None) -> Markup:
        """The name where it costs least; ``before``: places of the picture before, which are kept if they can be."""
        cost, at, place, found = self._cheapest(wish, (before or {}).get(wish.id))
        if cost > (self.manner.much if wish.optional else OUTSIDE + wish.size * self.manner.over):
            return join(())
        self.used[wish.id] = place
        left, top, right, bottom = found
        self.block([(left - APART, top, right + APART, bottom)], 9)
        return _drawn(wish, wish.variants[at], found, place)

    def _cheapest(self, wish: Wish, kept: int | None) -> tuple[float, int, int, Area]:
        """Cost, variant, place and area of the least offer."""
        best: tuple[float, int, int, Area] | None = None
        manner = self.manner
        for at, lines in enumerate(wish.variants):
            for place, found in enumerate(_places(wish, _size(lines, wish), manner.gaps)):
                own = at * manner.shorter + place * manner.farther - (30 if place == kept else 0)
                if best is None or own < best[0]:
                    most = inf if best is None else best[0] - own
                    offer = (own + self._cost(found, most), at, place, found)
                    best = offer if best is None else min(best, offer)
        assert best is not None
        return best

    def _cost(self, found: Area, most: float) -> float:
        """What a name there would hide; more than ``most`` needn't be reckoned to the end."""
        left, top, right, bottom = found
        out = max(-left, 0) + max(-top, 0) + max(right - self.width, 0) + max(bottom - self.height, 0)
        if out > 0:
            return OUTSIDE + out
        seen: set[Area] = set()
        cost = 0.0
        for cell in _cells(found):
            for other, weight in self._cells.get(cell, ()):
                a, b, c, d = other
                if a < right and left < c and b < bottom and top < d and other not in seen:
                    seen.add(other)
                    cost += weight * (min(right, c) - max(left, a)) * (min(bottom, d) - max(top, b))
            if cost > most:
                break
        return cost


def _cells(one: Area) -> Iterator[tuple[int, int]]:
    for x in range(int(one[0] // CELL), int(one[2] // CELL) + 1):
        for y in range(int(one[1] // CELL), int(one[3] // CELL) + 1):
            yield x, y


def _size(lines: Sequence[str], wish: Wish) -> tuple[float, float]:
    return max(measure(part, wish.size, wish.face) for part in lines), len(lines) * wish.size * 1.12


def _places(wish: Wish, size: tuple[float, float], gaps: Sequence[float]) -> Iterator[Area]:
    """Places around an area: beside the middles of its sides, beside its corners, then farther off."""
    sides = ORDERS[wish.rear]
    for side in sides:
        yield _beside(wish.beside, side, size, 2, 0.5)
    for side in sides[:2]:
        for share in (0.0, 1.0):
            yield _beside(wish.beside, side, size, 2, share)
    for gap in () if wish.close else gaps:
        for side in sides:
            yield _beside(wish.beside, side, size, size[1] * gap, 0.5)


def _beside(one: Area, side: str, size: tuple[float, float], gap: float, share: float) -> Area:
    """``share``: where along the side, 0 at its left or upper end."""
    (left, top, right, bottom), (wide, high) = one, size
    if side in ("below", "above"):
        x = left + (right - left - wide) * share
        y = bottom + gap if side == "below" else top - gap - high
    else:
        y = top + (bottom - top - high) * share
        x = right + gap + 1 if side == "right" else left - gap - wide - 1
    return x, y, x + wide, y + high


def _drawn(wish: Wish, lines: Sequence[str], found: Area, place: int) -> Markup:
    top, (x, anchor) = found[1], _hold(wish.beside, found)
    parts = []
    if place >= NEAR:
        parts.append(line([_nearest(wish.beside, found), _nearest(found, wish.beside)], wish.ink, 0.7))
    for row, words in enumerate(lines):
        at = (x, top + wish.size * (0.86 + 1.12 * row))
        parts.append(label(at, words, wish.size, wish.face, anchor, wish.ink))
    return join(parts)


def _hold(one: Area, found: Area) -> tuple[float, Anchor]:
    """Where letters are held, and by which end: those that windows enlarge grow away from what they name."""
    if found[2] <= one[0]:
        return found[2], "end"
    return (found[0], "start") if found[0] >= one[2] else ((found[0] + found[2]) / 2, "middle")


def _nearest(one: Area, other: Area) -> tuple[float, float]:
    """The point of one area nearest to the middle of another."""
    x, y = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return min(max(x, one[0]), one[2]), min(max(y, one[1]), one[3])


def halved(words: str) -> list[str]:
    """Words on two lines, broken where they are most alike; one line where there is no space."""
    cuts = [at for at, letter in enumerate(words) if letter == " "]
    if not cuts:
        return [words]
    at = min(cuts, key=lambda cut: abs(2 * cut - len(words)))
    return [words[:at], words[at + 1 :]]
