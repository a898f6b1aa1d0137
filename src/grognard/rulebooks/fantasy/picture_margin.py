"""Around the map: the head strip, the scale, the north arrow, the legend."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.locale import T, Text
from grognard.rulebooks.fantasy import picture_signs as signs
from grognard.rulebooks.fantasy.picture_arrows import FIRE, KINDS, fire_arrow, way_arrow
from grognard.rulebooks.fantasy.picture_deeds import Deeds
from grognard.rulebooks.fantasy.picture_ground import look, sample
from grognard.rulebooks.fantasy.picture_map import Map
from grognard.rulebooks.fantasy.picture_scene import Counter, Scene
from grognard.rulebooks.fantasy.picture_text import side_words
from grognard.rulebooks.fantasy.tables import Kind
from grognard.rulebooks.fantasy.words_names import RANKS
from grognard.show.drawing import Item, Point, block, disc, group, line
from grognard.show.markup import Markup, join
from grognard.show.tabletop.margin import NEUTRAL, Badge, Sign, badge, numbers, scale_bar
from grognard.show.tabletop.plane import wavy
from grognard.show.tabletop.signs import flag, swords, white_flag

SHARES = (0.6, 0.62, 0.38)
"""Of the head strip: see ``show.tabletop.margin.head``."""
STEPS = (1, 2, 4, 8, 16, 32)
"""Cells that a half of the scale bar may stand for."""


# --- around the map ---


def badges(scene: Scene) -> Iterator[Badge]:
    """The sides, and how much of its army still fights."""
    return (badge(side.index, side_words(scene, side.index)) for side in scene.sides)


def scale(map_: Map, lang: str) -> Item:
    return scale_bar(map_.scale, STEPS, T("cells of 1.5 m").say(lang), str)


def cells(map_: Map, at: Point) -> Markup:
    """Along the edges of the map."""
    return numbers(map_, at, 12 if map_.scale >= 3 else 24)


# --- legend ---


def legend(scene: Scene, found: Deeds) -> Iterator[Sign]:
    """What the signs on this map mean, and only those."""
    yield from _arms(scene)
    yield from _marks(scene)
    yield from _heroes(scene)
    yield from _states(scene)
    yield from _ground(scene)
    yield from _arrows(found)


ARMS: dict[tuple[Kind, bool], Text] = {
    ("foot", False): T("foot"),
    ("foot", True): T("shooters"),
    ("horse", False): T("horse"),
    ("horse", True): T("mounted shooters"),
    ("monster", False): T("monsters"),
    ("monster", True): T("monsters that shoot"),
    ("machine", True): T("war machine with crew"),
}


def _arms(scene: Scene) -> Iterator[Sign]:
    here = {_arm(one) for one in scene.counters}
    for (kind, shoots), words in ARMS.items():
        if (kind, shoots) not in here:
            continue
        if kind == "machine":
            yield join([signs.body(NEUTRAL, 13, 19), signs.engine(13, 14, "glyph", False)]), words
        else:
            drawn = [signs.body(NEUTRAL, 28, 14), signs.models(kind, (7, 7) if kind == "foot" else (4, 2), *_base(kind),
                     "glyph", 0.42), signs.arm(kind, shoots, 28, 14, "glyph")]  # fmt: skip
            yield join(drawn), words


def _arm(one: Counter) -> tuple[Kind, bool]:
    return one.unit.kind, one.shoots or one.unit.kind == "machine"


def _base(kind: Kind) -> tuple[float, float]:
    return (4, 4.5) if kind == "foot" else (6.6, 6.6)


def _marks(scene: Scene) -> Iterator[Sign]:
    units = [one.unit for one in scene.counters]
    words = {
        "line": T("front of a line"),
        "column": T("front of a column"),
        "wedge": T("front of a wedge"),
    }
    for formation in ("line", "column", "wedge"):
        if any(unit.formation == formation for unit in units):
            drawn = [block((-13, 0), (26, 7), "s5", "ink", 0.8), signs.notch(NEUTRAL, formation, 5, -0.5)]
            yield join(drawn), words[formation]
    if any(unit.standard for unit in units):
        yield group(signs.standard(NEUTRAL, 9), at=(-5, 8)), T("standard")
    if any(max(unit.start_models, unit.models) > unit.models for unit in units if unit.kind != "machine"):
        gap = block((-12, -5), (24, 10), "map", "s5", 1, 0, stroke_dasharray="2 2.5")
        men = signs.models("foot", (5, 5), 4, 4, "s5", 0.25)
        yield join([gap, men]), T("places of the fallen")


def _heroes(scene: Scene) -> Iterator[Sign]:
    ranks = {hero.rank for one in scene.counters for hero in one.heroes}
    for rank in ("general", "captain", "champion", "wizard"):
        if rank in ranks:
            yield signs.hero(NEUTRAL, rank, 7), RANKS[rank]


def _states(scene: Scene) -> Iterator[Sign]:
    units = [one.unit for one in scene.counters]
    if scene.fronts:
        seam = [line([(-13, 0), (13, 0)], "ink", 5), line([(-13, 0), (13, 0)], "pip", 2.8), swords(6)]
        yield join(seam), T("melee")
    if any(one.flank for one in scene.fronts):
        yield join([swords(5), disc((0, 0), 8, "none", "s1", 1.8)]), T("on a flank or the rear")
    if any(unit.retreating for unit in units):
        trail = line(wavy([(2, 8), (14, 8)], 2, 4), "s5", 1.3)
        yield join([group(white_flag(13), at=(-6, 7)), trail]), T("in flight")
    kinds = {harms for one in scene.counters for _, harms in one.spells}
    if False in kinds:
        yield signs.rosette(5.5, False), T("blessed by a spell")
    if True in kinds or scene.circles:
        yield signs.rosette(5.5, True), T("under a curse")
    for kind, words in (
        ("reload", T("turns of reloading")),
        ("jammed", T("jammed")),
        ("silenced", T("does not shoot: lost its nerve")),
    ):
        if any(getattr(unit, kind) for unit in units):
            yield group(signs.stopped(kind, 2, 7), at=(-7, 0)), words
    if scene.zones:
        yield block((-12, -6), (24, 12), "map", "s5", 1.4, 0, stroke_dasharray="6 3"), T("set-up zone")
    if scene.spots:
        yield group(flag(None, 9), at=(-5, 7)), T("objective, with its holder's colours")


def _ground(scene: Scene) -> Iterator[Sign]:
    kinds = {one.row.id: one.row for one in scene.ground if look(one.row) != "open"}
    yield from ((sample(kind, 30, 14), kind.name.say(scene.lang)) for kind in kinds.values())


def _arrows(found: Deeds) -> Iterator[Sign]:
    path: list[Point] = [(-15, 0), (12, 0)]
    kinds, fire = {way.kind for way in found.ways}, {one.kind for one in found.fire}
    yield from ((way_arrow(kind, path, "ink", 1.7), words) for kind, words in KINDS.items() if kind in kinds)
    yield from ((fire_arrow(kind, path, "ink", 1.7), words) for kind, words in FIRE.items() if kind in fire)
    if found.fights:
        yield swords(6), T("fought")
