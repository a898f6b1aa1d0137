"""A tabletop in letters of one width, for terminals: ground, units as their side's sign, each one's id and facing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil

from grognard.locale import T, Text
from grognard.show.cells import packed, table, wrap
from grognard.show.model import Align
from grognard.show.style import side_of
from grognard.space.outline import Shape, holds
from grognard.space.pose import Point

FILLS = "%#&$"
"""What fills the units of each side on the map in letters."""
FACES = "^>v<"
ASPECT = 2.1
"""How much higher than wide a letter of a terminal is."""
LEAST, TABLE = 40, 72
"""Columns from which there is a map, and a table of units."""


class Letters:
    """A sheet of letters over the table."""

    def __init__(self, columns: int, rows: int, size: tuple[int, int]) -> None:
        self.columns, self.count, self.size = columns, rows, size
        self.wide, self.high = size
        self.cells = [[" "] * columns for _ in range(rows)]

    def rows(self) -> list[str]:
        return ["".join(row) for row in self.cells]

    def lay(self, rows: Iterable[str]) -> None:
        """Whole rows in the place of these."""
        self.cells = [list(row) for row in rows]

    def cell(self, point: Point) -> tuple[int, int]:
        column = min(max(point[0] * self.columns // self.wide, 0), self.columns - 1)
        row = min(max((self.high - point[1]) * self.count // self.high, 0), self.count - 1)
        return column, row

    def put(self, point: Point, letter: str) -> None:
        column, row = self.cell(point)
        self.cells[row][column] = letter

    def fill(self, cells: Iterable[tuple[int, int]], letter: str) -> None:
        """Rows and columns with the same letter."""
        for row, column in cells:
            self.cells[row][column] = letter

    def stand(self, side: int, shape: Shape, at: Point, letter: str = "") -> None:
        """What of a unit stands there, in its side's sign; on its middle ``letter`` where one is given."""
        sign = sign_of(side)
        self.fill(covered(self.columns, self.count, self.size, shape), sign)
        self.put(at, letter or sign)

    def name(self, words: str, at: Point) -> None:
        """Words over a place, whole on the sheet."""
        column, row = self.cell(at)
        start = min(max(column - len(words) // 2, 0), max(self.columns - len(words), 0))
        self.cells[row][start : start + len(words)] = list(words[: self.columns])

    def area(self, shape: Shape) -> Iterator[tuple[int, int]]:
        """Rows and columns of the cells whose middle is in a shape, or near enough to a thin one."""
        box = shape.box
        (left, bottom), (right, top) = self.cell(box[:2]), self.cell(box[2:])
        for row in range(top, bottom + 1):
            y = self.high - (2 * row + 1) * self.high // (2 * self.count)
            y = min(max(y, box[1]), box[3])
            for column in range(left, right + 1):
                x = (2 * column + 1) * self.wide // (2 * self.columns)
                if holds(shape, (min(max(x, box[0]), box[2]), y)):
                    yield row, column

    def path(self, points: Sequence[Point]) -> Iterator[tuple[int, int]]:
        """Rows and columns of the cells that a line passes."""
        for (ax, ay), (bx, by) in pairwise(points):
            steps = max(abs(bx - ax) * self.columns // self.wide, abs(by - ay) * self.count // self.high, 1)
            for at in range(steps + 1):
                column, row = self.cell((ax + (bx - ax) * at // steps, ay + (by - ay) * at // steps))
                yield row, column


@lru_cache(maxsize=1024)
def covered(columns: int, rows: int, size: tuple[int, int], shape: Shape) -> tuple[tuple[int, int], ...]:
    """Rows and columns of the cells that a unit covers."""
    return tuple(Letters(columns, rows, size).area(shape))


def letter_map(size: tuple[int, int], most: int, width: int, fill: Callable[[Letters], None]) -> list[str]:
    """A table in a frame, at most so many columns of the ``width`` there is, filled by a book."""
    wide, high = size
    columns = min(width - 2, most)
    sheet = Letters(columns, max(ceil(columns * high / wide / ASPECT), 4), size)
    fill(sheet)
    edge = "+" + "-" * columns + "+"
    return [edge, *(f"|{row}|" for row in sheet.rows()), edge]


def sign_of(side: int) -> str:
    return FILLS[side % len(FILLS)]


def holder(side: int | None) -> str:
    """The letter of an objective."""
    return "o" if side is None else side_of(side).letter.lower()


def face(heading: int) -> str:
    """The way in which a heading (tenths of a degree) looks."""
    return FACES[(heading + 450) // 900 % 4]


# --- the words around it ---


def head(title: str, now: str, sides: Iterable[tuple[int, str]], width: int) -> list[str]:
    """Title and turn; a line a side with its letter and its sign on the map."""
    lines = [*wrap(title, width), *wrap(now, width)]
    for side, words in sides:
        lines += wrap(f"{side_of(side).letter} {sign_of(side)}  {words}", width)
    return lines


def listed(
    heads: Sequence[Text],
    rows: Sequence[Sequence[str]],
    lang: str,
    width: int,
    aligns: Sequence[Align] | None = None,
) -> list[str]:
    """Rows in a table; for a narrow terminal a few lines each, without heads."""
    if width >= TABLE:
        return table([one.say(lang) for one in heads], rows, aligns or ["left"] * len(heads), width)
    return [line for row in rows for line in packed([part for part in row if part], width)]


def held(place: str, side: str | None, lang: str) -> str:
    """By whom (None: by nobody) an objective is held."""
    if side is None:
        return T("{place}: held by nobody", place=place).say(lang)
    return T("{place}: held by {side}", place=place, side=side).say(lang)


def told(when: Text | None, deeds: Iterable[str], lang: str, width: int) -> list[str]:
    """The arrows of a picture, a line each, below what they are of."""
    return [
        "",
        *(wrap(when.say(lang), width) if when else []),
        *(line for one in deeds for line in packed([one], width)),
    ]


def finished(lines: Iterable[str]) -> str:
    """Lines as one text, without spaces at their ends."""
    return "\n".join(line.rstrip() for line in lines).rstrip("\n") + "\n"
