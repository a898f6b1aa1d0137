"""Around the map: the head strip, the scale, the north arrow, the legend."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.napoleonic import picture_signs as signs
from grognard.rulebooks.napoleonic.model import Gun, Unit
from grognard.rulebooks.napoleonic.picture_arrows import FIRE, KINDS, fire_arrow, strike_arrow, way_arrow
from grognard.rulebooks.napoleonic.picture_deeds import Deeds
from grognard.rulebooks.napoleonic.picture_ground import sample
from grognard.rulebooks.napoleonic.picture_map import Map
from grognard.rulebooks.napoleonic.picture_scene import STATES, Scene
from grognard.rulebooks.napoleonic.picture_text import side_words
from grognard.show.drawing import Item, Point, block, disc, group, line
from grognard.show.markup import Markup, join
from grognard.show.tabletop.margin import NEUTRAL, Badge, Sign, badge, numbers, scale_bar
from grognard.show.tabletop.plane import wavy
from grognard.show.tabletop.signs import fallen, flag, white_flag

SHARES = (0.56, 0.57, 0.43)
"""Of the head strip: see ``show.tabletop.margin.head``."""
SMALLER = 0.86
"""Letters of a side's line that would be too long."""
STEPS = (0.5, 1, 2, 4, 8)
"""Merka that a half of the scale bar may stand for."""


# --- around the map ----------------------------------------------------------------------------------


def badges(scene: Scene) -> Iterator[Badge]:
    """The sides, and what of each still fights."""
    return (badge(side.index, side_words(scene, side.index), SMALLER) for side in scene.sides)


@clause("NA-UNIT-02")
def scale(map_: Map, lang: str, metres: int) -> Item:
    name = T("merka, of {metres} m", metres=metres).say(lang)
    point = "," if lang == "ru" else "."
    return scale_bar(map_.scale, STEPS, name, lambda far: f"{far:g}".replace(".", point))


def merka(map_: Map, at: Point) -> Markup:
    """Along the edges of the map."""
    return numbers(map_, at, 1 if map_.scale >= 20 else 2)


# --- legend ------------------------------------------------------------------------------------------


def legend(scene: Scene, found: Deeds) -> Iterator[Sign]:
    """What the signs on this map mean, and only those."""
    yield from _arms(scene)
    yield from _marks(scene)
    yield from _people(scene)
    yield from _states(scene)
    yield from _ground(scene)
    yield from _arrows(found)


def _block(kind: str, ranks: tuple[int, ...]) -> Markup:
    drawn = [
        signs.body(NEUTRAL, 28, 12),
        signs.figures(ranks, 28 / max(ranks), 12 / len(ranks), "glyph", 0.42),
    ]
    return join([*drawn, signs.arm(kind, 28, 12, "glyph")])


def _arms(scene: Scene) -> Iterator[Sign]:
    here = {one.arm for one in scene.counters}
    for arm in (row for row in scene.field.tables.arms.values() if row.id in here):
        if arm.branch == "gun":
            gun = [signs.body(NEUTRAL, 15, 15), signs.engine(15, 15, "glyph", arm.id == "horse_gun")]
            yield join(gun), arm.name.say(scene.lang)
        else:
            yield _block(arm.id, (6, 6) if arm.branch == "foot" else (4,)), arm.name.say(scene.lang)
    if "wagon" in here:
        yield join([signs.body(NEUTRAL, 14, 14), signs.wagon(14, 14, "glyph")]), T("train")


@clause("NA-MOVE-13", "NA-SKIR-02", "NA-UNIT-07")
def _marks(scene: Scene) -> Iterator[Sign]:
    units = [one for one in scene.counters if isinstance(one.body, Unit)]
    kinds = {one.kind for one in units}
    names = scene.field.tables.kinds
    if "line" in kinds:
        yield join([block((-13, 0), (26, 7), "s5", "ink", 0.8), signs.notch(NEUTRAL, 5, -0.5)]), T("front")
    if "march_column" in kinds:
        drawn = [block((-4, -2), (8, 12), "s5", "ink", 0.8), signs.notch(NEUTRAL, 4.5, -2.5, "march_column")]
        yield join(drawn), names["march_column"].name.say(scene.lang)
    if "open_order" in kinds:
        loose = [group(signs.body(NEUTRAL, 6, 6), at=(x, 0)) for x in (-11, 0, 11)]
        yield (
            join([line([(-11, 0), (11, 0)], "s5", 1, "1.5 3"), *loose]),
            names["open_order"].name.say(scene.lang),
        )
    if "dismounted" in kinds:
        yield _block("dismounted", (4, 4)), names["dismounted"].name.say(scene.lang)
    if any(one.status > 0 for one in units):
        bar = [block((-13, -5), (26, 11), "s5", "ink", 0.8), line([(-11, -3), (11, -3)], "ink", 3)]
        yield join([*bar, line([(-11, -3), (11, -3)], "pip", 1.9)]), T("guards and elite")
    if any(one.status < 0 for one in units):
        bar = [
            block((-13, -5), (26, 11), "s5", "ink", 0.8),
            line([(-11, -3), (11, -3)], "glyph", 1.6, "1.5 2.5"),
        ]
        yield join(bar), T("militia, Cossacks and their like")
    if any(one.full > one.count for one in units):
        bar = [block((-13, -5), (26, 11), "s5", "ink", 0.8), block((-12, 3), (24, 2.6), "card", "ink", 0.5)]
        yield join([*bar, block((-12, 3), (15, 2.6), "ink")]), T("left of full strength")
    if any(isinstance(one.body, Unit) and one.body.colours and not one.flees for one in units):
        yield group(signs.colour(NEUTRAL, 8, 1), at=(-5, 8)), T("colours, a bar each")


@clause("NA-OOB-06", "NA-CMD-01")
def _people(scene: Scene) -> Iterator[Sign]:
    here = {man.post: man.words for one in scene.counters for man in one.people}
    for post in scene.field.tables.posts:
        if post in here:
            yield signs.person(NEUTRAL, post, 7), here[post]
    if scene.rings:
        drawn = disc((0, 0), 8, "none", "s5", 1.5, stroke_dasharray="0.1 4", stroke_linecap="round")
        yield drawn, T("how far a command reaches")
    if any(not one.held for one in scene.threads):
        yield line([(-14, 0), (14, 0)], "s1", 1.3, "4 3"), T("broken link of command")
    if scene.chain and any(one.held for one in scene.threads):
        yield line([(-14, 0), (14, 0)], "s5", 1.2), T("link of command")


def _states(scene: Scene) -> Iterator[Sign]:
    here = {name for one in scene.counters for name in one.states}
    if scene.frays:
        seam = [
            line([(-13, 0), (13, 0)], "ink", 4.2),
            line([(-13, 0), (13, 0)], "pip", 2.4),
            signs.muskets(6),
        ]
        yield join(seam), T("locked in a firefight")
    if any(one.flees for one in scene.counters):
        trail = line(wavy([(2, 6), (14, 6)], 2, 4), "s5", 1.3)
        yield join([group(white_flag(13), at=(-6, 7)), trail]), T("in flight")
    if any(one.body.standing == "rallied" for one in scene.counters):
        yield group(white_flag(10), at=(-3, 5)), T("rallied in the rear")
    if scene.strips:
        edge = block((-13, -6), (26, 12), "s5", "s5", 1, 0, fill_opacity=0.12, stroke_dasharray="3 3")
        yield (
            join([edge, line(wavy([(-12, 0), (12, 0)], 1.4, 4), "s5", 0.9)]),
            T("corridor of routers, closed"),
        )
    yield from ((signs.state(name, 7), words) for name, words in STATES.items() if name in here)
    if any(isinstance(one.body, Gun) and one.holder is not None for one in scene.counters):
        yield group(flag(NEUTRAL, 9), at=(-5, 7)), T("taken by that side")
    if scene.zones:
        yield block((-12, -6), (24, 12), "map", "s5", 1.4, 0, stroke_dasharray="6 3"), T("deployment zone")
    if scene.spots:
        yield group(flag(None, 9), at=(-5, 7)), T("objective, with its holder's colours")


@clause("NA-OBS-01")
def _ground(scene: Scene) -> Iterator[Sign]:
    kinds = {one.terrain.kind: one for one in scene.places}
    yield from ((sample(one.look, one.terrain.line, 30, 14), one.words) for one in kinds.values())
    if any(one.state == "burning" for one in scene.places):
        yield group(signs.flames(6), at=(0, 4)), T("burning, closed to all")
    if any(one.state == "destroyed" for one in scene.places):
        yield fallen(5), T("destroyed")


def _arrows(found: Deeds) -> Iterator[Sign]:
    path: list[Point] = [(-15, 0), (12, 0)]
    kinds, fire = {way.kind for way in found.ways}, {one.kind for one in found.fire}
    yield from ((way_arrow(kind, path, "ink", 1.7), words) for kind, words in KINDS.items() if kind in kinds)
    yield from ((fire_arrow(kind, path, "ink", 1.7), words) for kind, words in FIRE.items() if kind in fire)
    if found.strikes:
        yield strike_arrow([(-8, 0), (9, 0)], "ink", 1.7), T("strike")
    if any(one.flank != "front" for one in found.strikes):
        yield strike_arrow([(-8, 0), (9, 0)], "ink", 1.7, flank=True), T("strike at a flank or the rear")
