"""The picture in plain letters: for terminals, for those who can't see it, for tooltips."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grognard.core.rule import clause
from grognard.locale import T, Text, say
from grognard.rulebooks.modern.card_words import ARM_WORDS, TIER_WORDS
from grognard.rulebooks.modern.effects import ARMS
from grognard.rulebooks.modern.picture_deeds import Deeds, sum_words
from grognard.rulebooks.modern.picture_scene import Laid, Scene
from grognard.rulebooks.modern.sheets import state
from grognard.show.cells import packed, wrap
from grognard.show.terminal import mark, pips
from grognard.space.hex_grid import members
from grognard.space.hex_map import HexMap

CELL = 3
"""Columns of a hex in the map of letters."""
_SIGNS = {"infantry": "x", "armour": "o", "aviation": "^", "fleet": "&"}


def unit_words(scene: Scene, one: Laid) -> tuple[str, ...]:
    """What a counter is, where, and in what state."""
    lang, unit, field = scene.lang, scene.field.unit(one.piece.id), scene.field
    side = next(s.name for s in scene.setup.sides if s.id == unit.side)
    found = [f"{one.name.say(lang)} ({side.say(lang)})"]
    if unit.status == "map":
        found.append(f"{field.label(unit.hex)}, {field.terrain(unit.hex).name.say(lang)}")
    if one.piece.statuses:
        left = T("statuses {left} of {all}", left=one.piece.statuses - unit.lost, all=one.piece.statuses)
        found.append(left.say(lang))
    elif unit.lost:
        found.append(T("statuses lost {lost}", lost=unit.lost).say(lang))
    found += [words.say(lang) for words in state(unit)]
    aboard = field.passengers(unit.id)
    if aboard:
        from grognard.rulebooks.modern.words_names import unit_name

        found.append(T("aboard: {units}", units=tuple(unit_name(field, p) for p in aboard)).say(lang))
    return tuple(found)


def alt_text(scene: Scene) -> str:
    """The position in a few sentences."""
    lang = scene.lang
    parts = [scene.setup.name.say(lang), scene.now.say(lang)]
    for at, side in enumerate(scene.setup.sides):
        count = sum(one.piece.side == at for one in scene.counters)
        parts.append(T("{side}: counters on the map {count}", side=side.name, count=count).say(lang))
    return ". ".join(parts)


@clause("MO-UNIT-01", "MO-CP-02")
def plain_text(scene: Scene, found: Deeds, width: int = 80, marked: bool = False) -> str:
    """Map of letters (where it fits), units by side, points, hands, cards, what has just happened."""
    lang = scene.lang
    lines = [*wrap(scene.setup.name.say(lang), width), *wrap(scene.now.say(lang), width), ""]
    lines += _map(scene, width, marked)
    lines += ["", *packed(list(_signs(scene, marked)), width, "", "")]
    for at, side in enumerate(scene.setup.sides):
        lines += ["", _name(side.name.say(lang), at, marked)]
        lines += packed([_unit_line(scene, one) for one in _of(scene, at)], width, "  ", "  ")
        lines += packed(list(_generals(scene, at)), width, "  ", "  ")
    lines += ["", *_points(scene, width)]
    lines += _cards(scene, width)
    if found:
        lines += ["", *packed(list(_deed_words(scene, found)), width, "", "")]
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def _name(words: str, side: int, marked: bool) -> str:
    return mark(words, side) if marked else words


def _of(scene: Scene, side: int) -> list[Laid]:
    return [one for one in (*scene.counters, *scene.tray) if one.piece.side == side]


def _unit_line(scene: Scene, one: Laid) -> str:
    from grognard.rulebooks.modern.picture_margin import where_words

    place = scene.field.label(one.hex) if one.hex >= 0 else where_words(scene, one).say(scene.lang)
    left = one.piece.statuses - one.piece.lost
    hits = (
        pips(max(left, 0), one.piece.statuses)
        if one.piece.statuses
        else f"-{one.piece.lost}"
        if one.piece.lost
        else ""
    )
    unit = scene.field.unit(one.piece.id)
    doings = [words.say(scene.lang) for words in state(unit)]
    tail = f" ({', '.join(doings)})" if doings else ""
    return f"{place} {one.name.say(scene.lang)} {hits}".rstrip() + tail


def _generals(scene: Scene, side: int) -> Iterator[str]:
    for one in scene.generals:
        if one.side != side:
            continue
        facts = {
            "general": one.name,
            "cards": one.cards,
            "limit": one.limit,
            "credits": one.credits,
            "used": one.activations,
            "command": one.command,
        }
        words = T(
            "{general}: cards {cards} of {limit}, credits {credits}, command {used} of {command}", **facts
        )
        hand = ", ".join(say(scene.names.card(card).words, scene.lang) for card in one.hand)
        yield words.say(scene.lang) + (f" [{hand}]" if hand else "")
    reserve = dict(scene.view.reserves).get(scene.setup.sides[side].id, (0, 0, 0, 0))
    if sum(reserve) and not any(
        scene.field.unit(o.piece.id).status == "reserve" for o in scene.tray if o.piece.side == side
    ):
        arms = tuple(
            Text("{arm} {count}", {"arm": ARM_WORDS[arm], "count": count})
            for arm, count in zip(ARMS, reserve, strict=True)
            if count
        )
        yield T("in reserve: {arms}", arms=arms).say(scene.lang)


def _points(scene: Scene, width: int) -> list[str]:
    """Every point with what it pays and the runs on it."""
    items = []
    for one in scene.spots:
        runs = [
            f"{say(scene.names.who(holder), scene.lang)} {run}/{most}" for _, holder, run, most in one.runs
        ]
        tail = f": {', '.join(runs)}" if runs else ""
        name = f"{scene.field.label(one.hex)} {one.name.say(scene.lang)} ({TIER_WORDS[one.yields].say(scene.lang)})"
        items.append(name + tail)
    return packed(items, width, T("Points: ").say(scene.lang), "  ") if items else []


def _cards(scene: Scene, width: int) -> list[str]:
    items = [
        f"{say(scene.names.card(card).words, scene.lang)} ({say(scene.names.who(owner), scene.lang)})"
        for card, owner in scene.played
    ]
    return packed(items, width, T("On the table: ").say(scene.lang), "  ") if items else []


# --- the map of letters ----------------------------------------------------------------------------------


@clause("MO-MAP-01")
def _map(scene: Scene, width: int, marked: bool) -> list[str]:
    """Three columns a hex, two lines a row: the odd columns, and the even ones half a hex lower. A unit is its side's
    letter and its arm's sign. Of a map that is too large only what lies around the units."""
    columns, rows = _columns(scene, (width - 3) // CELL), _rows(scene)
    cells = dict(_still_cells(scene.setup.map, columns, rows))
    cells |= {spot.hex: "*" + cells[spot.hex][1:] for spot in scene.spots if spot.hex in cells}
    cells |= {hex: f"{cells[hex][0]}{level} " for hex, level in scene.forts if hex in cells}
    cells |= {one.hex: _counter(one, marked) for one in scene.counters if one.hex in cells}
    first, last = columns
    lines = ["   " + "".join(f"{column:<{CELL}}" for column in range(first, last + 1)).rstrip()]
    number = scene.setup.map.grid.number
    for row in range(rows[0], rows[1] + 1):
        for lower in (0, 1):
            line = "".join(
                cells[number(column, row)] if column % 2 != lower else " " * CELL
                for column in range(first, last + 1)
            )
            lines.append(f"{row:>2} {line}" if not lower else f"   {line}")
    return lines


def _signs(scene: Scene, marked: bool) -> Iterator[str]:
    """What the letters on this map mean, and only those."""
    lang = scene.lang
    for at, side in enumerate(scene.setup.sides):
        yield f"{_name('ABCDEF'[at % 6], at, marked)} {side.name.say(lang)}"
    here = {one.piece.arm for one in (*scene.counters, *scene.tray)}
    yield from (f"{_SIGNS[arm]} {ARM_WORDS[arm].say(lang)}" for arm in ARMS if arm in here)
    kinds = scene.setup.tables.terrain.values()
    yield from (f"{one.symbol} {one.name.say(lang)}" for one in kinds if scene.setup.map.of(one.symbol))
    if scene.setup.map.roads:
        yield "= " + T("road").say(lang)
    if scene.spots:
        yield "* " + T("control point").say(lang)
    if scene.forts:
        yield T("a digit: a fort and its level").say(lang)


@lru_cache(maxsize=16)
def _still_cells(
    map_: HexMap, columns: tuple[int, int], rows: tuple[int, int]
) -> tuple[tuple[int, str], ...]:
    """Terrain and roads of a part of the map."""
    hexes = members(map_.grid.rectangle(columns, rows))
    return tuple((hex, map_.terrain(hex) + ("= " if map_.roads >> hex & 1 else "  ")) for hex in hexes)


def _counter(one: Laid, marked: bool) -> str:
    words = "ABCDEF"[one.piece.side % 6] + _SIGNS[one.piece.arm]
    return (mark(words, one.piece.side) if marked else words) + " "


def _columns(scene: Scene, room: int) -> tuple[int, int]:
    """The columns that are shown: all, or those around the middle of the units."""
    grid = scene.setup.map.grid
    if grid.columns <= room:
        return 1, grid.columns
    places = sorted(grid.place(one.hex)[0] for one in scene.counters) or [1]
    first = min(max(1, places[len(places) // 2] - room // 2), grid.columns - room + 1)
    return first, first + room - 1


def _rows(scene: Scene) -> tuple[int, int]:
    grid, room = scene.setup.map.grid, 24
    if grid.rows <= room:
        return 1, grid.rows
    places = sorted(grid.place(one.hex)[1] for one in scene.counters) or [1]
    first = min(max(1, places[len(places) // 2] - room // 2), grid.rows - room + 1)
    return first, first + room - 1


# --- what has just happened ------------------------------------------------------------------------------


def _deed_words(scene: Scene, found: Deeds) -> Iterator[str]:
    label = scene.field.label
    for way in found.ways:
        yield "–".join(map(label, way.path))
    for fire in found.fire:
        yield f"{label(fire.start)} → {label(fire.target)}"
    for one in found.sums:
        yield f"{label(one.hex)}: {sum_words(one)}"
    for hex in found.lost:
        yield T("{hex}: a unit destroyed", hex=label(hex)).say(scene.lang)
