"""The battle picture in words: for terminals, for whoever can't see it, and for a unit one points at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.napoleonic.model import Gun, Unit, Wagon
from grognard.rulebooks.napoleonic.picture_arrows import FIRE, KINDS
from grognard.rulebooks.napoleonic.picture_deeds import Deeds
from grognard.rulebooks.napoleonic.picture_ground import STATES as PLACE_STATES
from grognard.rulebooks.napoleonic.picture_scene import STATES, Counter, Place, Scene, decimal
from grognard.show.cells import packed, wrap
from grognard.show.style import side_of
from grognard.show.tabletop.arrows import toll_words
from grognard.show.tabletop.figures import EDGES
from grognard.show.tabletop.letters import (
    LEAST,
    Letters,
    face,
    finished,
    head,
    holder,
    letter_map,
    listed,
    told,
)

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
    sides = ((side.index, side_words(scene, side.index)) for side in scene.sides)
    lines = head(scene.title, scene.now.say(lang), sides, width)
    if width >= LEAST:
        most = max(scene.size[0] // 60, 30)
        drawn = letter_map(scene.size, most, width, lambda sheet: _fill(sheet, scene))
        lines += ["", *drawn, *_key(scene, width)]
    for side in scene.sides:
        lines += ["", *_side(scene, side.index, width)]
    places = place_words(scene)
    lines += ["", *packed(places, width)] if places else []
    lines += told(found.when, _deeds(found, lang), lang, width) if found else []
    return finished(lines)


# --- the map in letters ------------------------------------------------------------------------------


def _fill(sheet: Letters, scene: Scene) -> None:
    """Those in flight have an exclamation mark for a face."""
    sheet.lay(_ground_letters(sheet.columns, sheet.count, scene.size, scene.places))
    for spot in scene.spots:
        sheet.put((spot.sheet.x, spot.sheet.y), holder(spot.holder))
    for one in scene.counters:
        sheet.stand(one.side, one.body.shape, one.body.pose.at, "!" if one.flees else "")
    if len(scene.counters) <= NAMED:
        for one in scene.counters:
            sheet.name(one.id + ("!" if one.flees else face(one.body.heading)), one.body.pose.at)


@lru_cache(maxsize=16)
def _ground_letters(
    columns: int, rows: int, size: tuple[int, int], places: tuple[Place, ...]
) -> tuple[str, ...]:
    """The bare table: rows of letters."""
    sheet = Letters(columns, rows, size)
    for one in sorted(places, key=lambda one: one.terrain.line):
        cells = sheet.path(one.terrain.points) if one.terrain.line else sheet.area(one.terrain.shapes[0])
        sheet.fill(cells, "*" if one.state == "burning" else GROUND[one.look])
    return tuple(sheet.rows())


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
    heads = (T("unit"), T("arm"), T("figures left"), T("state"), T("persons"))
    yield from listed(heads, [_row(one, scene) for one in bodies], scene.lang, width)


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


def _deeds(found: Deeds, lang: str) -> Iterator[str]:
    """The arrows of the picture."""
    for unit, ways in groupby(found.ways, key=lambda way: way.unit):
        gone = (f"{KINDS[way.kind].say(lang)} {decimal(way.course.ways[-1], lang)}" for way in ways)
        yield f"{unit} -> {', '.join(gone)}"
    for one in found.fire:
        yield f"{one.unit} - -> {one.target}: {FIRE[one.kind].say(lang)} ({one.done})"
    for strike in found.strikes:
        yield f"{strike.unit} >< {strike.target}: {EDGES[strike.flank].say(lang)}"
    for toll in found.tolls:
        said = toll_words(toll, lang)
        if said:
            yield f"{toll.unit}: {', '.join(said)}"
