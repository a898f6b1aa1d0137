"""The battle picture in words: for terminals, for whoever can't see it, and for a unit one points at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from math import ceil

from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.napoleonic.model import Gun, Unit, Wagon
from grognard.rulebooks.napoleonic.picture_arrows import FIRE, KINDS, toll_words
from grognard.rulebooks.napoleonic.picture_deeds import Deeds
from grognard.rulebooks.napoleonic.picture_ground import STATES as PLACE_STATES
from grognard.rulebooks.napoleonic.picture_scene import STATES, Counter, Place, Scene, decimal
from grognard.rulebooks.napoleonic.words_names import FLANKS
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
    "water": "w",
    "river": "~",
    "stream": "~",
    "ford": "+",
    "bridge": "H",
    "defile": ":",
    "village": "m",
    "town_block": "M",
    "ravine": "u",
    "fence": "-",
    "field_work": "=",
    "stone_barrier": "=",
    "fortress_wall": "A",
}
LEAST, TABLE = 40, 72
"""Columns from which there is a map, and a table of units."""
NAMED = 60
"""So many bodies at most have their ids on the map in letters; of more only the side is shown."""


# --- one body ----------------------------------------------------------------------------------------


def unit_words(one: Counter, scene: Scene) -> list[str]:
    """A body in words, an item a string; worked out once for a position."""
    key = ("unit words", one, scene.lang)
    found: list[str] | None = scene.field.kept.get(key)
    if found is None:
        lang = scene.lang
        head = f"{one.name} ({one.id}): {arm_words(one, scene)}"
        found = [part for part in (head, strength_words(one, lang)) if part]
        found += [*state_words(one, scene), *men_words(one)]
        scene.field.kept[key] = found
    return found


def arm_words(one: Counter, scene: Scene) -> str:
    """``foot, guard``; what arm it is, and of which standing."""
    row = scene.field.tables.arms.get(one.arm)
    arm = row.name if row else T("train")
    return ", ".join(part for part in (arm.say(scene.lang), one.status_words) if part)


@clause("NA-UNIT-02", "NA-UNIT-03")
def strength_words(one: Counter, lang: str) -> str:
    """``9 of 12 figures``; of a gun its crew."""
    facts = {"left": one.count, "full": max(one.full, one.count)}
    if isinstance(one.body, Wagon) or (one.dim and isinstance(one.body, Gun)):
        return ""
    if one.dim:
        return T("about {count} figures", count=one.count).say(lang)
    words = (
        T("{left} of {full} gunners", **facts)
        if isinstance(one.body, Gun)
        else T("{left} of {full} figures", **facts)
    )
    return words.say(lang)


def state_words(one: Counter, scene: Scene) -> list[str]:
    lang, body = scene.lang, one.body
    found = [STATES[name].say(lang) for name in one.states]
    if isinstance(body, Unit):
        if body.kind != "line":
            found.insert(0, scene.field.tables.kinds[body.kind].name.say(lang))
        if body.colours:
            found.append(T("colours: {count}", count=body.colours).say(lang))
        if body.locks:
            found.append(T("locked in a firefight").say(lang))
    flags = [
        (one.flees, T("in flight")),
        (body.standing == "rallied", T("rallied in the rear")),
        (one.holder is not None, T("taken by the enemy")),
        (one.acting, T("asked about now")),
    ]
    return [*found, *(words.say(lang) for on, words in flags if on)]


@clause("NA-OOB-04")
def men_words(one: Counter) -> list[str]:
    return [f"{man.name} ({man.words})" for man in one.people]


# --- the whole picture -------------------------------------------------------------------------------


def alt_text(scene: Scene) -> str:
    """The whole picture in sentences; of a large battle its sides and places alone."""
    parts = [scene.title, scene.now.say(scene.lang)]
    for side in scene.sides:
        parts.append(f"{side_of(side.index).letter}: {side_words(scene, side.index)}")
        if len(scene.counters) <= NAMED:
            parts += ["; ".join(unit_words(one, scene)) for one in scene.counters if one.side == side.index]
    return ". ".join([*parts, *place_words(scene)]) + "."


@clause("NA-END-01")
def side_words(scene: Scene, index: int) -> str:
    side = scene.sides[index]
    facts = {"side": side.name, "regiments": side.regiments, "figures": side.figures, "guns": side.guns}
    return T("{side}: regiments {regiments}, figures {figures}, guns {guns}", **facts).say(scene.lang)


def plain_text(scene: Scene, found: Deeds, width: int = 80) -> str:
    """The picture in letters of one width, no line longer than ``width`` columns."""
    lang = scene.lang
    lines = [*wrap(scene.title, width), *wrap(scene.now.say(lang), width)]
    for side in scene.sides:
        words = side_words(scene, side.index)
        lines += wrap(f"{side_of(side.index).letter} {FILLS[side.index % len(FILLS)]}  {words}", width)
    if width >= LEAST:
        lines += ["", *letter_map(scene, width), *_key(scene, width)]
    for side in scene.sides:
        lines += ["", *_side(scene, side.index, width)]
    places = place_words(scene)
    lines += ["", *packed(places, width)] if places else []
    lines += _deeds(scene, found, width)
    return "\n".join(line.rstrip() for line in lines).rstrip("\n") + "\n"


# --- the map in letters ------------------------------------------------------------------------------


def letter_map(scene: Scene, width: int) -> list[str]:
    """The table in letters: ground, bodies as their side's sign, each one's id and facing on it."""
    wide, high = scene.size
    columns = min(width - 2, max(wide // 60, 30))
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
        for row, letters in enumerate(_ground_letters(self.columns, self.count, scene.size, scene.places)):
            self.cells[row] = list(letters)
        for spot in scene.spots:
            letter = "o" if spot.holder is None else side_of(spot.holder).letter.lower()
            self.put((spot.sheet.x, spot.sheet.y), letter)
        for one in scene.counters:
            fill = FILLS[one.side % len(FILLS)]
            for row, column in _cells_of(self.columns, self.count, (self.wide, self.high), one.body.shape):
                self.cells[row][column] = fill
            self.put(one.body.pose.at, "!" if one.flees else fill)
        if len(scene.counters) <= NAMED:
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
        """Id and facing on the middle of the body; those in flight have an exclamation mark for a face."""
        words = one.id + ("!" if one.flees else FACES[(one.body.heading + 450) // 900 % 4])
        column, row = self.cell(one.body.pose.at)
        start = min(max(column - len(words) // 2, 0), max(self.columns - len(words), 0))
        self.cells[row][start : start + len(words)] = list(words[: self.columns])


@lru_cache(maxsize=16)
def _ground_letters(
    columns: int, rows: int, size: tuple[int, int], places: tuple[Place, ...]
) -> tuple[str, ...]:
    """The bare table: rows of letters."""
    sheet = _Letters(columns, rows, *size)
    for one in sorted(places, key=lambda one: one.terrain.line):
        cells = sheet.path(one.terrain.points) if one.terrain.line else sheet.area(one.terrain.shapes[0])
        for row, column in cells:
            sheet.cells[row][column] = "*" if one.state == "burning" else GROUND[one.look]
    return tuple(sheet.rows())


@lru_cache(maxsize=1024)
def _cells_of(columns: int, rows: int, size: tuple[int, int], base: Base) -> tuple[tuple[int, int], ...]:
    """Rows and columns of the cells that a body covers."""
    return tuple(_Letters(columns, rows, *size).area(base))


def _key(scene: Scene, width: int) -> list[str]:
    """What the letters mean."""
    lang = scene.lang
    items = ["^v<> " + T("facing").say(lang)] if len(scene.counters) <= NAMED else []
    items.append("! " + T("in flight").say(lang))
    if scene.spots:
        items.append("o " + T("objective").say(lang))
    if any(one.state == "burning" for one in scene.places):
        items.append("* " + T("burning").say(lang))
    kinds = {one.terrain.kind: one for one in scene.places}
    items += [f"{GROUND[one.look]} {one.words}" for one in kinds.values()]
    return packed(items, width)


# --- lists -------------------------------------------------------------------------------------------


def _side(scene: Scene, index: int, width: int) -> Iterator[str]:
    """A side's bodies in a table."""
    yield from wrap(f"{side_of(index).letter}  {scene.sides[index].name}", width)
    bodies = [one for one in scene.counters if one.side == index]
    yield from _table(bodies, scene, width) if width >= TABLE else _list(bodies, scene, width)


def _table(bodies: Sequence[Counter], scene: Scene, width: int) -> list[str]:
    words = (T("unit"), T("arm"), T("figures left"), T("state"), T("persons"))
    heads = [word.say(scene.lang) for word in words]
    return table(heads, [_row(one, scene) for one in bodies], ["left"] * len(heads), width)


def _list(bodies: Sequence[Counter], scene: Scene, width: int) -> Iterator[str]:
    """The same for a narrow terminal."""
    for one in bodies:
        yield from packed([part for part in _row(one, scene) if part], width)


def _row(one: Counter, scene: Scene) -> list[str]:
    name = one.name if one.name.endswith(one.id) else f"{one.name} {one.id}"
    return [
        name,
        arm_words(one, scene),
        one.strength,
        ", ".join(state_words(one, scene)),
        ", ".join(men_words(one)),
    ]


@clause("NA-END-08", "NA-OBS-13")
def place_words(scene: Scene) -> list[str]:
    """Who holds the objectives; what burns and is destroyed."""
    lang, items = scene.lang, []
    for spot in scene.spots:
        facts = {"place": spot.name, "points": spot.sheet.points}
        words = T("{place} ({points}): held by nobody", **facts)
        if spot.holder is not None:
            words = T("{place} ({points}): held by {side}", side=scene.sides[spot.holder].name, **facts)
        items.append(words.say(lang))
    spoilt = (one for one in scene.places if one.state)
    return [
        *items,
        *(f"{one.name or one.words}: {PLACE_STATES[one.state].say(lang)}" for one in spoilt),
    ]


def _deeds(scene: Scene, found: Deeds, width: int) -> list[str]:
    """The arrows of the picture, a line each."""
    if not found:
        return []
    lang = scene.lang
    lines = ["", *(wrap(found.when.say(lang), width) if found.when else [])]
    for unit, ways in groupby(found.ways, key=lambda way: way.unit):
        gone = (f"{KINDS[way.kind].say(lang)} {decimal(way.course.ways[-1], lang)}" for way in ways)
        lines += packed([f"{unit} -> {', '.join(gone)}"], width)
    for one in found.fire:
        lines += packed([f"{one.unit} - -> {one.target}: {FIRE[one.kind].say(lang)} ({one.done})"], width)
    for strike in found.strikes:
        lines += packed([f"{strike.unit} >< {strike.target}: {FLANKS[strike.flank].say(lang)}"], width)
    for toll in found.tolls:
        said = toll_words(toll, lang)
        lines += packed([f"{toll.unit}: {', '.join(said)}"], width) if said else []
    return lines
