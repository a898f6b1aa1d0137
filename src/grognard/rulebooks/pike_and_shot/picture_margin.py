"""Around the map: the head strip, the scale, the north arrow, the legend."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.locale import T
from grognard.rulebooks.pike_and_shot import picture_counters as counters
from grognard.rulebooks.pike_and_shot import picture_deeds as arrows
from grognard.rulebooks.pike_and_shot.picture_deeds import Deeds
from grognard.rulebooks.pike_and_shot.picture_ground import look, sample
from grognard.rulebooks.pike_and_shot.picture_map import Map
from grognard.rulebooks.pike_and_shot.picture_scene import Scene
from grognard.rulebooks.pike_and_shot.picture_signs import body, frame, sign
from grognard.rulebooks.pike_and_shot.picture_text import side_words
from grognard.rulebooks.pike_and_shot.words_names import LEVELS, STANCES
from grognard.show import marks
from grognard.show.drawing import Item, Point, block, disc, group
from grognard.show.markup import Markup, join
from grognard.show.tabletop.margin import NEUTRAL, Badge, Sign, badge, numbers, scale_bar
from grognard.show.tabletop.signs import flag, swords, white_flag

SHARES = (0.62, 0.64, 0.36)
"""Of the head strip: see ``show.tabletop.margin.head``."""
STEPS = (1, 2, 3, 6, 12, 24)
"""Inches that a half of the scale bar may stand for."""


# --- around the map ---


def badges(scene: Scene) -> Iterator[Badge]:
    """The sides with their victory points."""
    return (badge(side.index, side_words(side, scene.lang)) for side in scene.sides)


def scale(map_: Map, lang: str) -> Item:
    return scale_bar(map_.scale, STEPS, T("inches").say(lang), lambda far: f'{far}"')


def inches(map_: Map, at: Point) -> Markup:
    """Along the edges of the map, every twelfth."""
    return numbers(map_, at, 12 if map_.scale >= 3 else 24)


# --- legend ---


def legend(scene: Scene, found: Deeds) -> list[Sign]:
    """What the signs on this map mean, and only those."""
    return [
        *_arms(scene),
        *_formations(scene),
        *_marks(scene),
        *_commands(scene),
        *_ground(scene),
        *_arrows(found),
    ]


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
        found.append((group(white_flag(12), at=(-5, 6)), T("routing")))
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
            pennon = group(counters.order_flag(stance, "s5", 12), at=(5, 7))
            found.append((pennon, T("order: {stance}", stance=STANCES[stance])))
    if scene.spots:
        found.append((group(flag(None, 9), at=(-5, 7)), T("objective, with its holder's colours")))
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
        signs.append((swords(6), T("close combat")))
    return signs
