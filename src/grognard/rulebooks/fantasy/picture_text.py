"""The battle picture in words: for terminals, for whoever can't see it, and for a unit one points at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.fantasy.ground import Piece
from grognard.rulebooks.fantasy.picture_arrows import FIRE, KINDS
from grognard.rulebooks.fantasy.picture_deeds import Deeds
from grognard.rulebooks.fantasy.picture_ground import look
from grognard.rulebooks.fantasy.picture_scene import Counter, Scene, decimal
from grognard.rulebooks.fantasy.words_names import RANKS
from grognard.show.cells import packed, wrap
from grognard.show.style import side_of
from grognard.show.tabletop.arrows import toll_words
from grognard.show.tabletop.letters import (
    LEAST,
    Letters,
    face,
    finished,
    head,
    held,
    holder,
    letter_map,
    listed,
    told,
)

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


def side_words(scene: Scene, index: int) -> str:
    side = scene.sides[index]
    return T("{side}: {left}% in the field", side=side.name, left=side.left).say(scene.lang)


def plain_text(scene: Scene, found: Deeds, width: int = 80) -> str:
    """The picture in letters of one width, no line longer than ``width`` columns."""
    lang = scene.lang
    sides = ((side.index, side_words(scene, side.index)) for side in scene.sides)
    lines = head(scene.title, scene.now.say(lang), sides, width)
    if width >= LEAST:
        most = max(scene.size[0] // 500, 30)
        drawn = letter_map(scene.size, most, width, lambda sheet: _fill(sheet, scene))
        lines += ["", *drawn, *_key(scene, width)]
    for side in scene.sides:
        lines += ["", *_side(scene, side.index, width)]
    lines += _places(scene, width)
    lines += told(found.when, _deeds(found, lang), lang, width) if found else []
    return finished(lines)


# --- the map in letters ---


def _fill(sheet: Letters, scene: Scene) -> None:
    """Those in flight have an exclamation mark for a face."""
    sheet.lay(_ground_letters(sheet.columns, sheet.count, scene.size, scene.ground))
    for spot in scene.spots:
        west, south, east, north = spot.objective.shape.box
        sheet.put(((west + east) // 2, (south + north) // 2), holder(spot.holder))
    for circle in scene.circles:
        sheet.put(circle.at, "*")
    for one in scene.counters:
        sheet.stand(one.side, one.unit.shape, one.unit.centre)
    for one in scene.counters:
        sheet.name(one.id + ("!" if one.unit.retreating else face(one.unit.heading)), one.unit.centre)


@lru_cache(maxsize=16)
def _ground_letters(
    columns: int, rows: int, size: tuple[int, int], ground: tuple[Piece, ...]
) -> tuple[str, ...]:
    """The bare table: rows of letters."""
    sheet = Letters(columns, rows, size)
    for one in ground:
        sheet.fill(sheet.area(one.shape) if one.shape else sheet.path(one.line), GROUND[look(one.row)])
    return tuple(sheet.rows())


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
    heads = (T("unit"), T("models"), T("state"), T("characters"), T("nearest enemy"))
    yield from listed(heads, [_row(one, scene) for one in units], scene.lang, width)


def _row(one: Counter, scene: Scene) -> list[str]:
    lang, near = scene.lang, nearest(one, scene)
    far = f"{near[0]} {decimal(near[1], lang)}" if near else ""
    heroes = ", ".join(hero_words(one, lang))
    return [one.label, models_words(one, lang), ", ".join(state_words(one, lang)), heroes, far]


@clause("FA-VIC-04")
def _places(scene: Scene, width: int) -> list[str]:
    lang, items = scene.lang, []
    for spot in scene.spots:
        side = None if spot.holder is None else scene.sides[spot.holder].name
        items.append(held(spot.name, side, lang))
    return ["", *packed(items, width)] if items else []


def _deeds(found: Deeds, lang: str) -> Iterator[str]:
    """The arrows of the picture."""
    for unit, ways in groupby(found.ways, key=lambda way: way.unit):
        yield f"{unit} -> {', '.join(KINDS[way.kind].say(lang) for way in ways)}"
    for one in found.fire:
        done = f" ({one.done})" if one.done >= 0 else ""
        yield f"{one.unit} - -> {one.target}: {FIRE[one.kind].say(lang)}{done}"
    for fight in found.fights:
        words = T("wounds {one} / {other}", one=fight.taken[0], other=fight.taken[1]).say(lang)
        yield f"{fight.units[0]} >< {fight.units[1]}: {words}"
    for toll in found.tolls:
        said = toll_words(toll, lang)
        if said:
            yield f"{toll.unit}: {', '.join(said)}"
