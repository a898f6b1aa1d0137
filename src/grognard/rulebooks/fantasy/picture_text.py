"""The battle picture in words: for terminals, for whoever can't see it, and for a unit one points at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from math import ceil

from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.fantasy.ground import Piece
from grognard.rulebooks.fantasy.picture_arrows import FIRE, KINDS, toll_words
from grognard.rulebooks.fantasy.picture_deeds import Deeds
from grognard.rulebooks.fantasy.picture_ground import look
from grognard.rulebooks.fantasy.picture_scene import Counter, Scene, decimal
from grognard.rulebooks.fantasy.words_names import RANKS
from grognard.show.cells import packed, table, wrap
from grognard.show.style import side_of
from grognard.space.outline import Base, Shape, holds

FILLS = "%#&$"
"""What fills the units of each side on the map in letters."""
FACES = "^>v<"
ASPECT = 2.1
"""How much higher than wide a letter of a terminal is."""
GROUND = {
    "hill": "n",
    "wood": "t",
    "bush": '"',
    "marsh": ",",
    "river": "~",
    "stream": "~",
    "ford": "+",
    "bridge": "H",
    "building": "m",
    "cliff": "A",
    "fog": ":",
    "wall": "=",
    "hedge": "-",
    "open": ".",
}
LEAST, TABLE = 40, 72
"""Columns from which there is a map, and a table of units."""


# --- one unit ---


def unit_words(one: Counter, scene: Scene) -> list[str]:
    """A unit in words, an item a string; worked out once for a position."""
    key = ("unit words", one, scene.lang)
    found: list[str] | None = scene.field.kept.get(key)
    if found is None:
        found = scene.field.kept[key] = _unit_words(one, scene)
    return found


def _unit_words(one: Counter, scene: Scene) -> list[str]:
    lang = scene.lang
    found = [f"{one.label}: {models_words(one, lang)}", *state_words(one, lang)]
    found += hero_words(one, lang)
    near = nearest(one, scene)
    if near:
        words = T("nearest enemy {unit}, {far} cells", unit=near[0], far=decimal(near[1], lang))
        found.append(words.say(lang))
    return found


@clause("FA-UNIT-03", "FA-WM-01")
def models_words(one: Counter, lang: str) -> str:
    """``26 of 30, 10 x 3``; of a machine its crew."""
    unit = one.unit
    if unit.kind == "machine":
        return T("crew of {count}", count=unit.models).say(lang)
    started = max(unit.start_models, unit.models)
    facts = {"left": unit.models, "start": started, "files": min(unit.files, unit.standing)}
    return T("{left} of {start}, {files} x {ranks}", ranks=unit.ranks, **facts).say(lang)


FORMATIONS = {"line": T("line"), "column": T("column"), "wedge": T("wedge")}


def state_words(one: Counter, lang: str) -> list[str]:
    unit = one.unit
    flags = [
        (unit.kind != "machine", FORMATIONS[unit.formation]),
        (unit.standard, T("standard")),
        (one.engaged, T("in melee")),
        (unit.retreating, T("in flight")),
        (unit.withdrawing, T("draws back")),
        (unit.jammed > 0, T("jammed")),
        (unit.silenced > 0, T("does not shoot: lost its nerve")),
        (unit.reload > 0, T("reloading")),
        (one.acting, T("asked about now")),
    ]
    return [words.say(lang) for on, words in flags if on] + [name for name, _ in one.spells]


def hero_words(one: Counter, lang: str) -> list[str]:
    return [f"{hero.name} ({RANKS[hero.rank].say(lang)})" for hero in one.heroes]


def nearest(one: Counter, scene: Scene) -> tuple[str, int] | None:
    """The nearest enemy and how far away he is in thousandths."""
    field, key = scene.field, ("nearest enemy", one.id)
    if key not in field.kept:
        enemy = field.nearest_enemy(one.id)
        field.kept[key] = None if enemy is None else (enemy.id, field.distance(one.id, enemy.id))
    found: tuple[str, int] | None = field.kept[key]
    return found


# --- the whole picture ---


def alt_text(scene: Scene) -> str:
    """The whole picture in sentences."""
    parts = [scene.title, scene.now.say(scene.lang)]
    for side in scene.sides:
        parts.append(f"{side_of(side.index).letter}, {side.name}")
        parts += ["; ".join(unit_words(one, scene)) for one in scene.counters if one.side == side.index]
    return ". ".join(parts) + "."


def plain_text(scene: Scene, found: Deeds, width: int = 80) -> str:
    """The picture in letters of one width, no line longer than ``width`` columns."""
    lang = scene.lang
    lines = [*wrap(scene.title, width), *wrap(scene.now.say(lang), width)]
    for side in scene.sides:
        words = T("{side}: {left}% in the field", side=side.name, left=side.left).say(lang)
        lines += wrap(f"{side_of(side.index).letter} {FILLS[side.index % len(FILLS)]}  {words}", width)
    if width >= LEAST:
        lines += ["", *letter_map(scene, width), *_key(scene, width)]
    for side in scene.sides:
        lines += ["", *_side(scene, side.index, width)]
    lines += _places(scene, width)
    lines += _deeds(scene, found, width)
    return "\n".join(line.rstrip() for line in lines).rstrip("\n") + "\n"


# --- the map in letters ---


def letter_map(scene: Scene, width: int) -> list[str]:
    """The table in letters: ground, units as their side's sign, each unit's id and facing on them."""
    wide, high = scene.size
    columns = min(width - 2, max(wide // 500, 30))
    rows = max(ceil(columns * high / wide / ASPECT), 4)
    sheet = _Letters(columns, rows, wide, high)
    sheet.fill(scene)
    edge = "+" + "-" * columns + "+"
    return [edge, *(f"|{row}|" for row in sheet.rows()), edge]


class _Letters:
    """A sheet of letters over the table."""

    def __init__(self, columns: int, rows: int, wide: int, high: int) -> None:
        self.columns, self.count, self.wide, self.high = columns, rows, wide, high
        self.cells = [[" "] * columns for _ in range(rows)]

    def fill(self, scene: Scene) -> None:
        for row, letters in enumerate(_ground_letters(self.columns, self.count, scene.size, scene.ground)):
            self.cells[row] = list(letters)
        for spot in scene.spots:
            west, south, east, north = spot.objective.shape.box
            letter = "o" if spot.holder is None else side_of(spot.holder).letter.lower()
            self.put(((west + east) // 2, (south + north) // 2), letter)
        for circle in scene.circles:
            self.put(circle.at, "*")
        for one in scene.counters:
            fill = FILLS[one.side % len(FILLS)]
            for row, column in _cells_of(self.columns, self.count, (self.wide, self.high), one.unit.shape):
                self.cells[row][column] = fill
            self.put(one.unit.centre, fill)
        for one in scene.counters:
            self._name(one)

    def rows(self) -> list[str]:
        return ["".join(row) for row in self.cells]

    def cell(self, point: tuple[int, int]) -> tuple[int, int]:
        column = min(max(point[0] * self.columns // self.wide, 0), self.columns - 1)
        row = min(max((self.high - point[1]) * self.count // self.high, 0), self.count - 1)
        return column, row

    def put(self, point: tuple[int, int], letter: str) -> None:
        column, row = self.cell(point)
        self.cells[row][column] = letter

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

    def path(self, points: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Rows and columns of the cells that a line passes."""
        for (ax, ay), (bx, by) in pairwise(points):
            steps = max(abs(bx - ax) * self.columns // self.wide, abs(by - ay) * self.count // self.high, 1)
            for at in range(steps + 1):
                column, row = self.cell((ax + (bx - ax) * at // steps, ay + (by - ay) * at // steps))
                yield row, column

    def _name(self, one: Counter) -> None:
        """Id and facing on the middle of the unit; those in flight have an exclamation mark for a face."""
        words = one.id + ("!" if one.unit.retreating else FACES[(one.unit.heading + 450) // 900 % 4])
        column, row = self.cell(one.unit.centre)
        start = min(max(column - len(words) // 2, 0), max(self.columns - len(words), 0))
        self.cells[row][start : start + len(words)] = list(words[: self.columns])


@lru_cache(maxsize=16)
def _ground_letters(
    columns: int, rows: int, size: tuple[int, int], ground: tuple[Piece, ...]
) -> tuple[str, ...]:
    """The bare table: rows of letters."""
    sheet = _Letters(columns, rows, *size)
    for one in ground:
        for row, column in sheet.area(one.shape) if one.shape else sheet.path(one.line):
            sheet.cells[row][column] = GROUND[look(one.row)]
    return tuple(sheet.rows())


@lru_cache(maxsize=1024)
def _cells_of(columns: int, rows: int, size: tuple[int, int], base: Base) -> tuple[tuple[int, int], ...]:
    """Rows and columns of the cells that a unit covers."""
    return tuple(_Letters(columns, rows, *size).area(base))


def _key(scene: Scene, width: int) -> list[str]:
    """What the letters mean."""
    lang = scene.lang
    items = ["^v<> " + T("facing").say(lang), "! " + T("in flight").say(lang)]
    if scene.spots:
        items.append("o " + T("objective").say(lang))
    if scene.circles:
        items.append("* " + T("spell").say(lang))
    kinds = {one.row.id: one.row for one in scene.ground}
    items += [f"{GROUND[look(kind)]} {kind.name.say(lang)}" for kind in kinds.values()]
    return packed(items, width)


# --- lists ---


def _side(scene: Scene, index: int, width: int) -> Iterator[str]:
    """A side's units in a table."""
    yield from wrap(f"{side_of(index).letter}  {scene.sides[index].name}", width)
    units = [one for one in scene.counters if one.side == index]
    yield from _table(units, scene, width) if width >= TABLE else _list(units, scene, width)


def _table(units: Sequence[Counter], scene: Scene, width: int) -> list[str]:
    words = (T("unit"), T("models"), T("state"), T("characters"), T("nearest enemy"))
    heads = [word.say(scene.lang) for word in words]
    return table(heads, [_row(one, scene) for one in units], ["left"] * len(heads), width)


def _list(units: Sequence[Counter], scene: Scene, width: int) -> Iterator[str]:
    """The same for a narrow terminal."""
    for one in units:
        yield from packed([part for part in _row(one, scene) if part], width)


def _row(one: Counter, scene: Scene) -> list[str]:
    lang, near = scene.lang, nearest(one, scene)
    far = f"{near[0]} {decimal(near[1], lang)}" if near else ""
    heroes = ", ".join(hero_words(one, lang))
    return [one.label, models_words(one, lang), ", ".join(state_words(one, lang)), heroes, far]


@clause("FA-VIC-04")
def _places(scene: Scene, width: int) -> list[str]:
    lang, items = scene.lang, []
    for spot in scene.spots:
        words = T("{place}: held by nobody", place=spot.name)
        if spot.holder is not None:
            words = T("{place}: held by {side}", place=spot.name, side=scene.sides[spot.holder].name)
        items.append(words.say(lang))
    return ["", *packed(items, width)] if items else []


def _deeds(scene: Scene, found: Deeds, width: int) -> list[str]:
    """The arrows of the picture, a line each."""
    if not found:
        return []
    lang = scene.lang
    lines = ["", *(wrap(found.when.say(lang), width) if found.when else [])]
    for unit, ways in groupby(found.ways, key=lambda way: way.unit):
        lines += packed([f"{unit} -> {', '.join(KINDS[way.kind].say(lang) for way in ways)}"], width)
    for one in found.fire:
        done = f" ({one.done})" if one.done >= 0 else ""
        lines += packed([f"{one.unit} - -> {one.target}: {FIRE[one.kind].say(lang)}{done}"], width)
    for fight in found.fights:
        words = T("wounds {one} / {other}", one=fight.taken[0], other=fight.taken[1]).say(lang)
        lines += packed([f"{fight.units[0]} >< {fight.units[1]}: {words}"], width)
    for toll in found.tolls:
        said = toll_words(toll, lang)
        lines += packed([f"{toll.unit}: {', '.join(said)}"], width) if said else []
    return lines
