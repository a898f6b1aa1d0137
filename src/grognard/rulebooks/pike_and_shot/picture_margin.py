"""Around the map: the head strip, the scale, the north arrow, the legend."""

from __future__ import annotations

from grognard.locale import T, Text, say
from grognard.rulebooks.pike_and_shot import picture_counters as counters
from grognard.rulebooks.pike_and_shot import picture_deeds as arrows
from grognard.rulebooks.pike_and_shot.picture_deeds import Deeds
from grognard.rulebooks.pike_and_shot.picture_ground import look, sample
from grognard.rulebooks.pike_and_shot.picture_map import Map
from grognard.rulebooks.pike_and_shot.picture_scene import Scene
from grognard.rulebooks.pike_and_shot.picture_signs import body, frame, sign
from grognard.rulebooks.pike_and_shot.words_names import LEVELS, STANCES
from grognard.show import marks
from grognard.show.drawing import Item, Point, block, disc, flowed, group, label, labels, line
from grognard.show.markup import Markup, join, tag
from grognard.show.metrics import Face, measure, wrap_text
from grognard.show.style import Side, side_of

NEUTRAL = Side(5, "", "s5", "square")
SIGN = 34.0
"""Room for a sign in the legend."""


def fitted(words: str, room: float, size: float, face: Face = "sans") -> str:
    """Words cut short where they are too long for a line."""
    if measure(words, size, face) <= room:
        return words
    while words and measure(words + "…", size, face) > room:
        words = words[:-1]
    return words.rstrip() + "…"


# --- head strip ---


def head(scene: Scene, width: float, margin: float, narrow: bool, still: bool = True) -> tuple[Markup, float]:
    """Title, turn, card and who acts; the sides with their points. And where the strip ends.

    In motion (not ``still``) there is always room for two lines, so that the map below stays where it is.
    """
    inside = width - 2 * margin
    wide = inside if narrow else inside * 0.62
    size, small = (17.0, 12.0) if narrow else (22.0, 14.0)
    now = scene.now.say(scene.lang)
    lines = len(wrap_text(scene.title, wide, size, "serif-bold"))
    below = 9 + size + size * 1.25 * (lines - 1) + small * 1.5
    parts = [
        labels((margin, 9 + size), scene.title, wide, size, "serif-bold", "start", halo=None),
        labels((margin, below), now, wide, small, "serif", "start", halo=None),
    ]
    rows = max(len(wrap_text(now, wide, small, "serif")), 1 if still else 2)
    end = below + small * 0.6 + (rows - 1) * small * 1.25
    at = (margin, end + 5) if narrow else (margin + inside * 0.64, 12.0)
    room = inside if narrow else inside * 0.36
    badges, high = flowed(
        [_side(scene, side.index, small, room) for side in scene.sides],
        at,
        room,
        small * 1.9,
        to_right=not narrow,
    )
    end = max(end, at[1] + high) + 5
    paper = block((0, 0), (width, end), "paper")
    return join([paper, *parts, badges, line([(0, end), (width, end)], "ink", 1.6)]), end


def _side(scene: Scene, index: int, size: float, room: float) -> Item:
    """A side's sign, name and victory points."""
    side = next(one for one in scene.sides if one.index == index)
    at = size * 2.7
    words = T("{side}: {points} VP", side=side.name, points=side.points).say(scene.lang)
    words = fitted(words, room - at, size, "sans-bold")
    drawn = [
        group(marks.side_sign(side_of(index), size * 0.9), at=(size * 1.1, size * 0.72)),
        label((at, size * 1.08), words, size, "sans-bold", "start", halo=None),
    ]
    return tag("g", *drawn, data_side=index), at + measure(words, size, "sans-bold")


# --- scale and north ---


def scale_bar(map_: Map, lang: str) -> Item:
    """A bar of inches, as long as is handy at this scale."""
    step = next((one for one in (1, 2, 3, 6, 12, 24) if one * map_.scale >= 46), 24)
    words = ["0", f'{step}"', f'{2 * step}"']
    long = 2 * step * map_.scale
    name = T("inches").say(lang)
    drawn = [
        marks.scale_bar((8, 26), long, words),
        label((8 + long + 14, 30), name, 12, "sans", "start", halo=None),
    ]
    return tag("g", *drawn, data_scale=step), long + 30 + measure(name, 12)


def north(lang: str) -> Item:
    return group(marks.compass((10, 16), T("N").say(lang)), scale=0.62), 26


def margin_numbers(map_: Map, at: Point) -> Markup:
    """Inches along the edges of the map, every twelfth, as on a surveyor's sheet."""
    west, south, east, north_ = (edge / 1000 for edge in map_.box)
    step = 12 if map_.scale >= 3 else 24
    parts = []
    for inch in range(0, int(east) + 1, step):
        if west <= inch <= east:
            x = at[0] + (inch - west) * map_.scale
            parts += [label((x, at[1] + map_.height + 12), str(inch), 9, fill="soft", halo=None)]
    for inch in range(0, int(north_) + 1, step):
        if south <= inch <= north_:
            y = at[1] + (north_ - inch) * map_.scale
            parts += [label((at[0] - 4, y + 3), str(inch), 9, "sans", "end", "soft", None)]
    return join(parts)


# --- legend ---


def legend(scene: Scene, found: Deeds, size: float, room: float) -> list[Item]:
    """What the signs on this map mean, and only those; none wider than ``room``."""
    signs = [
        *_arms(scene),
        *_formations(scene),
        *_marks(scene),
        *_commands(scene),
        *_ground(scene),
        *_arrows(found),
    ]
    return [
        _item(drawn, fitted(say(words, scene.lang), room - SIGN - 5, size), size) for drawn, words in signs
    ]


Sign = tuple[Markup, "Text | str"]


def _item(drawn: Markup, words: str, size: float) -> Item:
    wide = SIGN + 5 + measure(words, size)
    text = label((SIGN + 5, size * 1.05), words, size, "sans", "start", halo=None)
    return join([group(drawn, at=(SIGN / 2, size * 0.7)), text]), wide


def _arms(scene: Scene) -> list[Sign]:
    kinds = {kind.id: kind for one in scene.counters for kind in one.types}
    known = [kind for one, kind in scene.field.tables.bases.items() if one in kinds]
    found: list[Sign] = []
    for kind in known:
        wide, high = (9.0, 18.0) if kind.arm == "gun" else (26.0, 13.0)
        drawn = join([body(NEUTRAL, wide, high), sign(kind, wide, high)])
        found.append((drawn, kind.name.say(scene.lang)))
    return found


def _formations(scene: Scene) -> list[Sign]:
    kinds = {one.formation.id for one in scene.counters} - {"hanging"}
    return [
        (frame(one, NEUTRAL, 20, 7, 2), kind.name.say(scene.lang))
        for one, kind in scene.field.tables.formations.items()
        if one in kinds
    ]


def _marks(scene: Scene) -> list[Sign]:
    units = [one.unit for one in scene.counters]
    found: list[Sign] = []
    if any(unit.dp for unit in units):
        found.append(
            (
                join(
                    [
                        group(counters.dp_marks(2, 3.2)[0], at=(-13, 0)),
                        group(counters.dp_marks(7, 3.2)[0], at=(6, 0)),
                    ]
                ),
                T("disorder points"),
            )
        )
    if any(unit.left for unit in units):
        found.append((group(counters.impulse_marks(2, 7)[0], at=(-8, 0)), T("impulses left")))
    if any(unit.routing for unit in units):
        found.append((group(counters.white_flag(12), at=(-5, 6)), T("routing")))
    if any(unit.hanging for unit in units):
        ghost = block((-12, -5), (24, 10), "map", "ink", 1, 0, stroke_dasharray="3 2")
        found.append((ghost, T("unfinished manoeuvre")))
    if any(unit.loot for unit in units) or any(spot.loot for spot in scene.spots):
        found.append((counters.sack(6), T("loot")))
    if scene.smoke:
        found.append((marks.smoke((0, 0), 6.5), T("smoke")))
    return found


def _commands(scene: Scene) -> list[Sign]:
    levels = {one.level for one in scene.leaders}
    found: list[Sign] = []
    for level, count in counters.STARS.items():
        if level in levels:
            radius = 6.5 if count == 1 else 9
            drawn = [disc((0, 0), radius, "s5", "ink", 1), *counters.stars(count, radius, "glyph")]
            found.append((join(drawn), LEVELS[level]))
    if any(one.in_play or one.chosen for one in scene.leaders):
        found.append((disc((0, 0), 9, "none", "ink", 1.3, stroke_dasharray="1.5 4"), T("command radius")))
    for stance in ("attack", "hold", "withdraw"):
        if any(one.order is not None and one.order.stance == stance for one in scene.leaders):
            flag = group(counters.order_flag(stance, "s5", 12), at=(5, 7))
            found.append((flag, T("order: {stance}", stance=STANCES[stance])))
    if scene.spots:
        found.append(
            (group(counters.standard(None, 9), at=(-5, 7)), T("objective, with its holder's colours"))
        )
    return found


def _ground(scene: Scene) -> list[Sign]:
    kinds = {one.kind.id: one.kind for one in scene.ground if look(one.kind) != "open"}
    return [(sample(kind, 30, 14), kind.name.say(scene.lang)) for kind in kinds.values()]


def _arrows(found: Deeds) -> list[Sign]:
    path: list[Point] = [(-15, 0), (15, 0)]
    kinds = {way.kind for way in found.ways}
    drawn = [
        ("advance", arrows.advance_arrow, T("advance")),
        ("manoeuvre", arrows.manoeuvre_arrow, T("manoeuvre")),
        ("charge", arrows.charge_arrow, T("charge")),
        ("evade", arrows.evade_arrow, T("evasion")),
        ("rout", arrows.rout_arrow, T("flight")),
    ]
    signs: list[Sign] = [(made(path, "ink", 1.8), words) for kind, made, words in drawn if kind in kinds]
    if found.shots:
        signs.append((arrows.volley_arrow(path, "ink", 1.7), T("volley")))
    if found.clashes:
        signs.append((arrows.swords(6), T("close combat")))
    return signs
