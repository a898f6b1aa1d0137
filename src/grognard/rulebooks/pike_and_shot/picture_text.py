"""The battle picture in words: for terminals, for whoever can't see it, and for a counter one points at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from math import ceil

from grognard.locale import T
from grognard.rulebooks.pike_and_shot.model import Base
from grognard.rulebooks.pike_and_shot.picture_deeds import ENDS, Deeds
from grognard.rulebooks.pike_and_shot.picture_ground import look
from grognard.rulebooks.pike_and_shot.picture_map import block
from grognard.rulebooks.pike_and_shot.picture_scene import Counter, Ground, Leader, Scene, decimal
from grognard.rulebooks.pike_and_shot.seeing import apart, nearest_of
from grognard.rulebooks.pike_and_shot.words_names import LEVELS, STANCES
from grognard.show import terminal
from grognard.show.cells import packed, table, wrap
from grognard.show.style import side_of
from grognard.space.outline import Shape, holds

FILLS = "%#&$"
"""What fills the bases of each side on the map in letters."""
FACES = "^>v<"
ASPECT = 2.1
"""How much higher than wide a letter of a terminal is."""
GROUND = {
    "hill": "n",
    "wood": "t",
    "village": "m",
    "camp": "A",
    "marsh": ",",
    "river": "~",
    "stream": "~",
    "ditch": ":",
    "fieldwork": "=",
    "road": "-",
    "ford": "+",
    "bridge": "H",
    "open": ".",
}
LEAST, TABLE = 40, 72
"""Columns from which there is a map, and a table of units."""


# --- one unit ---


def unit_words(one: Counter, scene: Scene) -> list[str]:
    """A unit in words, an item a string."""
    lang = scene.lang
    return [f"{one.label}: {bases_words(one, lang)}", *state_words(one, scene)]


def bases_words(one: Counter, lang: str) -> str:
    """``6 Musketeers, 3 Pikemen``."""
    counted: dict[str, int] = {}
    for kind in one.types:
        name = kind.name.say(lang)
        counted[name] = counted.get(name, 0) + 1
    return ", ".join(f"{count} {name}" for name, count in counted.items())


def state_words(one: Counter, scene: Scene) -> list[str]:
    """Formation, DP, impulses, status, the nearest enemy."""
    lang, unit = scene.lang, one.unit
    found = formation_words(one, lang)
    found.append(T("{dp} DP", dp=unit.dp).say(lang))
    found.append(T("impulses left: {left}", left=unit.left).say(lang))
    found += status_words(one, lang)
    near = nearest(one, scene)
    if near is not None:
        found.append(
            T("nearest enemy {unit}, {far} inches", unit=near[0], far=decimal(near[1], lang)).say(lang)
        )
    return found


def formation_words(one: Counter, lang: str) -> list[str]:
    """Its formation; none for a unit whose status says that it has none."""
    loose = one.unit.routing or one.unit.hanging is not None
    return [] if loose else [one.formation.name.say(lang)]


def status_words(one: Counter, lang: str) -> list[str]:
    unit = one.unit
    flags = [
        (unit.routing, T("routing")),
        (unit.hanging is not None, T("unfinished manoeuvre")),
        (unit.activated, T("has acted")),
        (unit.reacted, T("has reacted")),
        (unit.under_fire, T("under fire")),
        (unit.loot, T("carries loot")),
        (one.unseen, T("not seen by the enemy")),
        (one.acting, T("acting now")),
    ]
    return [words.say(lang) for on, words in flags if on]


def nearest(one: Counter, scene: Scene) -> tuple[str, float] | None:
    """The nearest enemy that the seat knows of, and how far away he is in inches."""
    kept = scene.field.kept
    key = ("nearest", one.unit)
    if key not in kept:
        enemy = nearest_of(one.unit, (unit for unit in scene.field.enemies(one.id) if unit.bases))
        kept[key] = None if enemy is None else (enemy.id, apart(one.unit, enemy) / 1000)
    found: tuple[str, float] | None = kept[key]
    return found


def order_of(one: Leader, lang: str) -> str:
    """His order, where the seat may know it."""
    if one.order is None:
        return ""
    flag = one.order
    x, y = (decimal(at / 1000, lang) for at in (flag.x, flag.y))
    return T("order: {stance}, flag at ({x}; {y})", stance=STANCES[flag.stance], x=x, y=y).say(lang)


# --- the whole picture ---


def alt_text(scene: Scene) -> str:
    """The whole picture in sentences."""
    parts = [scene.title, scene.now.say(scene.lang)]
    for side in scene.sides:
        parts.append(f"{side_of(side.index).letter}, {side.name}")
        parts += ["; ".join(unit_words(one, scene)) for one in scene.counters if one.side == side.index]
        parts += [leader_line(one, scene.lang) for one in scene.leaders if one.side == side.index]
    return ". ".join(parts) + "."


def leader_line(one: Leader, lang: str) -> str:
    parts = [f"{one.name} ({LEVELS[one.level].say(lang)})"]
    if not one.alive:
        parts.append(T("post empty").say(lang))
    if one.cp:
        parts.append(T("{cp} CP", cp=one.cp).say(lang))
    if one.attached:
        parts.append(T("with {unit}", unit=one.attached).say(lang))
    if one.profile:
        parts.append(one.profile)
    return ", ".join([*parts, *filter(None, [order_of(one, lang)])])


def plain_text(scene: Scene, found: Deeds, width: int = 80) -> str:
    """The picture in letters of one width, no line longer than ``width`` columns."""
    lang = scene.lang
    lines = [*wrap(scene.title, width), *wrap(scene.now.say(lang), width)]
    for side in scene.sides:
        words = T("{side}: {points} VP", side=side.name, points=side.points).say(lang)
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
    """The table in letters: ground, bases as their side's sign, each unit's id and facing on them."""
    wide, high = scene.size
    columns = min(width - 2, max(wide // 500, 30))
    rows = max(ceil(columns * high / wide / ASPECT), 4)
    grid = _Letters(columns, rows, wide, high)
    grid.fill(scene)
    edge = "+" + "-" * columns + "+"
    return [edge, *(f"|{row}|" for row in grid.rows()), edge]


class _Letters:
    """A sheet of letters over the table."""

    def __init__(self, columns: int, rows: int, wide: int, high: int) -> None:
        self.columns, self.count, self.wide, self.high = columns, rows, wide, high
        self.cells = [[" "] * columns for _ in range(rows)]

    def fill(self, scene: Scene) -> None:
        for row, ground in enumerate(_ground_letters(self.columns, self.count, scene.size, scene.ground)):
            self.cells[row] = list(ground)
        for smoke in scene.smoke:
            self.put((smoke.x, smoke.y), "*")
        for spot in scene.spots:
            self.put((spot.x, spot.y), "o" if spot.holder is None else side_of(spot.holder).letter.lower())
        for unit in scene.counters:
            for base in unit.unit.bases:
                for row, column in _cells_of(self.columns, self.count, (self.wide, self.high), base):
                    self.cells[row][column] = FILLS[unit.side % len(FILLS)]
                self.put((base.x, base.y), FILLS[unit.side % len(FILLS)])
        for leader in scene.leaders:
            if leader.alive:
                self.put((leader.x, leader.y), "@")
        for unit in scene.counters:
            self._name(unit)

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

    def _name(self, one: Counter) -> None:
        """Id and facing on the middle of the unit; routers have a question mark for a face."""
        held = block(one.unit.bases)
        words = one.id + ("!" if one.unit.routing else FACES[(held.heading + 450) // 900 % 4])
        column, row = self.cell(held.at)
        start = min(max(column - len(words) // 2, 0), max(self.columns - len(words), 0))
        self.cells[row][start : start + len(words)] = list(words[: self.columns])


@lru_cache(maxsize=16)
def _ground_letters(
    columns: int, rows: int, size: tuple[int, int], ground: tuple[Ground, ...]
) -> tuple[str, ...]:
    """The bare table: rows of letters."""
    sheet = _Letters(columns, rows, *size)
    for one in ground:
        for row, column in sheet.area(one.piece.shape):
            sheet.cells[row][column] = GROUND[look(one.kind)]
    return tuple(sheet.rows())


@lru_cache(maxsize=1024)
def _cells_of(columns: int, rows: int, size: tuple[int, int], base: Base) -> tuple[tuple[int, int], ...]:
    """Rows and columns of the cells that a base covers."""
    return tuple(_Letters(columns, rows, *size).area(base.shape))


def _key(scene: Scene, width: int) -> list[str]:
    """What the letters mean."""
    lang = scene.lang
    items = [
        "^v<> " + T("facing").say(lang),
        "! " + T("routing").say(lang),
        "@ " + T("commander").say(lang),
    ]
    if scene.smoke:
        items.append("* " + T("smoke").say(lang))
    if scene.spots:
        items.append("o " + T("objective").say(lang))
    kinds = {one.kind.id: one.kind for one in scene.ground}
    items += [f"{GROUND[look(kind)]} {kind.name.say(lang)}" for kind in kinds.values()]
    return packed(items, width)


# --- lists ---


def _side(scene: Scene, index: int, width: int) -> Iterator[str]:
    """A side's units in a table, then its commanders."""
    side = next(one for one in scene.sides if one.index == index)
    lang = scene.lang
    yield from wrap(f"{side_of(index).letter}  {side.name}", width)
    units = [one for one in scene.counters if one.side == index]
    yield from _table(units, scene, width) if width >= TABLE else _list(units, scene, width)
    for one in scene.leaders:
        if one.side == index:
            yield from packed([f"@ {leader_line(one, lang)}"], width)


def _table(units: Sequence[Counter], scene: Scene, width: int) -> list[str]:
    words = (T("unit"), T("bases"), T("DP"), T("impulses"), T("state"), T("nearest enemy"))
    heads = [word.say(scene.lang) for word in words]
    rows = [_row(one, scene) for one in units]
    return table(heads, rows, ["left", "right", "left", "left", "left", "left"], width)


def _list(units: Sequence[Counter], scene: Scene, width: int) -> Iterator[str]:
    """The same for a narrow terminal."""
    for one in units:
        name, bases, *more = _row(one, scene)
        items = [name, T("bases: {count}", count=bases).say(scene.lang), *filter(None, more)]
        yield from packed(items, width)


def _row(one: Counter, scene: Scene) -> list[str]:
    near = nearest(one, scene)
    far = "" if near is None else f'{near[0]} {decimal(near[1], scene.lang)}"'
    state = ", ".join([*formation_words(one, scene.lang), *status_words(one, scene.lang)])
    pips = terminal.pips(one.unit.dp) if one.unit.dp <= 4 else str(one.unit.dp)
    return [one.label, str(len(one.types)), pips, "[]" * one.unit.left, state, far]


def _places(scene: Scene, width: int) -> list[str]:
    lang = scene.lang
    items = []
    for spot in scene.spots:
        words = T("{place}: held by nobody", place=spot.name)
        if spot.holder is not None:
            words = T("{place}: held by {side}", place=spot.name, side=scene.sides[spot.holder].name)
        sacked = [T("sacked").say(lang)] if spot.sacked else []
        items.append(", ".join([words.say(lang), *sacked]))
    return ["", *packed(items, width)] if items else []


def _deeds(scene: Scene, found: Deeds, width: int) -> list[str]:
    """The arrows of the picture, a line each."""
    if not found:
        return []
    lang = scene.lang
    lines = ["", *(wrap(found.when.say(lang), width) if found.when else [])]
    for unit, kinds in groupby(found.ways, key=lambda way: way.unit):
        lines += packed([f"{unit} -> {', '.join(WAYS[way.kind].say(lang) for way in kinds)}"], width)
    for one in found.shots:
        lines += packed([f"{one.unit} - -> {one.target}: {_taken([one.dp], lang)}"], width)
    for fight in found.clashes:
        lines += packed([f"{fight.unit} >< {fight.enemy}: {_taken(fight.taken, lang)}"], width)
    for toll in found.tolls:
        words = [T("bases −{count}", count=toll.bases).say(lang)] if toll.bases else []
        words += [ENDS[toll.end].say(lang)] if toll.end else []
        lines += packed([f"{toll.unit}: {', '.join(words)}"], width)
    return lines


def _taken(taken: Sequence[int], lang: str) -> str:
    return " / ".join(T("+{dp} DP", dp=dp).say(lang) for dp in taken)


WAYS = {
    "advance": T("advance"),
    "manoeuvre": T("manoeuvre"),
    "charge": T("charge"),
    "evade": T("evasion"),
    "rout": T("flight"),
}
