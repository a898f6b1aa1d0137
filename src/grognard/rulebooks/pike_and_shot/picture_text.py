"""The battle picture in words: for terminals, for whoever can't see it, and for a counter one points at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from grognard.locale import T
from grognard.rulebooks.pike_and_shot.picture_deeds import ENDS, Deeds
from grognard.rulebooks.pike_and_shot.picture_ground import look
from grognard.rulebooks.pike_and_shot.picture_map import block
from grognard.rulebooks.pike_and_shot.picture_scene import Counter, Ground, Leader, Scene, SideLine, decimal
from grognard.rulebooks.pike_and_shot.seeing import apart, nearest_of
from grognard.rulebooks.pike_and_shot.words_names import LEVELS, STANCES
from grognard.show import terminal
from grognard.show.cells import packed, wrap
from grognard.show.style import side_of
from grognard.show.tabletop.letters import (
    LEAST,
    TABLE,
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


def side_words(side: SideLine, lang: str) -> str:
    return T("{side}: {points} VP", side=side.name, points=side.points).say(lang)


def plain_text(scene: Scene, found: Deeds, width: int = 80) -> str:
    """The picture in letters of one width, no line longer than ``width`` columns."""
    lang = scene.lang
    sides = ((side.index, side_words(side, lang)) for side in scene.sides)
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
    """Routers have an exclamation mark for a face."""
    sheet.lay(_ground_letters(sheet.columns, sheet.count, scene.size, scene.ground))
    for smoke in scene.smoke:
        sheet.put((smoke.x, smoke.y), "*")
    for spot in scene.spots:
        sheet.put((spot.x, spot.y), holder(spot.holder))
    for one in scene.counters:
        for base in one.unit.bases:
            sheet.stand(one.side, base.shape, (base.x, base.y))
    for leader in scene.leaders:
        if leader.alive:
            sheet.put((leader.x, leader.y), "@")
    for one in scene.counters:
        held = block(one.unit.bases)
        sheet.name(one.id + ("!" if one.unit.routing else face(held.heading)), held.at)


@lru_cache(maxsize=16)
def _ground_letters(
    columns: int, rows: int, size: tuple[int, int], ground: tuple[Ground, ...]
) -> tuple[str, ...]:
    """The bare table: rows of letters."""
    sheet = Letters(columns, rows, size)
    for one in ground:
        sheet.fill(sheet.area(one.piece.shape), GROUND[look(one.kind)])
    return tuple(sheet.rows())


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
    rows = [_row(one, scene) for one in units]
    if width < TABLE:
        rows = [[name, T("bases: {count}", count=count).say(lang), *more] for name, count, *more in rows]
    yield from listed(HEADS, rows, lang, width, ["left", "right", "left", "left", "left", "left"])
    for one in scene.leaders:
        if one.side == index:
            yield from packed([f"@ {leader_line(one, lang)}"], width)


HEADS = (T("unit"), T("bases"), T("DP"), T("impulses"), T("state"), T("nearest enemy"))


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
        side = None if spot.holder is None else scene.sides[spot.holder].name
        sacked = [T("sacked").say(lang)] if spot.sacked else []
        items.append(", ".join([held(spot.name, side, lang), *sacked]))
    return ["", *packed(items, width)] if items else []


def _deeds(found: Deeds, lang: str) -> Iterator[str]:
    """The arrows of the picture."""
    for unit, kinds in groupby(found.ways, key=lambda way: way.unit):
        yield f"{unit} -> {', '.join(WAYS[way.kind].say(lang) for way in kinds)}"
    for one in found.shots:
        yield f"{one.unit} - -> {one.target}: {_taken([one.dp], lang)}"
    for fight in found.clashes:
        yield f"{fight.unit} >< {fight.enemy}: {_taken(fight.taken, lang)}"
    for toll in found.tolls:
        words = [T("bases −{count}", count=toll.bases).say(lang)] if toll.bases else []
        words += [ENDS[toll.end].say(lang)] if toll.end else []
        yield f"{toll.unit}: {', '.join(words)}"


def _taken(taken: Sequence[int], lang: str) -> str:
    return " / ".join(T("+{dp} DP", dp=dp).say(lang) for dp in taken)


WAYS = {
    "advance": T("advance"),
    "manoeuvre": T("manoeuvre"),
    "charge": T("charge"),
    "evade": T("evasion"),
    "rout": T("flight"),
}
