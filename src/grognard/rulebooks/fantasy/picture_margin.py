"""Around the map: the head strip, the scale, the north arrow, the legend."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.locale import T, Text, say
from grognard.rulebooks.fantasy import picture_counters as counters
from grognard.rulebooks.fantasy import picture_signs as signs
from grognard.rulebooks.fantasy.picture_arrows import FIRE, KINDS, fire_arrow, way_arrow
from grognard.rulebooks.fantasy.picture_deeds import Deeds
from grognard.rulebooks.fantasy.picture_ground import look, sample
from grognard.rulebooks.fantasy.picture_map import Map, wavy
from grognard.rulebooks.fantasy.picture_scene import Counter, Scene
from grognard.rulebooks.fantasy.tables import Kind
from grognard.rulebooks.fantasy.words_names import RANKS
from grognard.show import marks
from grognard.show.drawing import Item, Point, block, disc, flowed, group, label, labels, line
from grognard.show.markup import Markup, join, tag
from grognard.show.metrics import Face, measure, wrap_text
from grognard.show.style import Side, side_of

NEUTRAL = Side(5, "", "s5", "square")
SIGN = 34.0
"""Room for a sign in the legend."""
Sign = tuple[Markup, "Text | str"]


def fitted(words: str, room: float, size: float, face: Face = "sans") -> str:
    """Words cut short where they are too long for a line."""
    if measure(words, size, face) <= room:
        return words
    while words and measure(words + "…", size, face) > room:
        words = words[:-1]
    return words.rstrip() + "…"


# --- head strip ---


def head(scene: Scene, width: float, margin: float, narrow: bool, still: bool = True) -> tuple[Markup, float]:
    """Title and turn; the sides with what is left of them. And where the strip ends.

    In motion (not ``still``) there is always room for two lines, so that the map below stays where it is.
    """
    inside = width - 2 * margin
    wide = inside if narrow else inside * 0.6
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
    at = (margin, end + 5) if narrow else (margin + inside * 0.62, 12.0)
    room = inside if narrow else inside * 0.38
    sides = [_side(scene, side.index, small, room) for side in scene.sides]
    badges, high = flowed(sides, at, room, small * 1.9, to_right=not narrow)
    end = max(end, at[1] + high) + 5
    paper = block((0, 0), (width, end), "paper")
    return join([paper, *parts, badges, line([(0, end), (width, end)], "ink", 1.6)]), end


def _side(scene: Scene, index: int, size: float, room: float) -> Item:
    """A side's sign and name, and how much of its army still fights."""
    side, at = scene.sides[index], size * 2.7
    words = T("{side}: {left}% in the field", side=side.name, left=side.left).say(scene.lang)
    words = fitted(words, room - at, size, "sans-bold")
    drawn = [
        group(marks.side_sign(side_of(index), size * 0.9), at=(size * 1.1, size * 0.72)),
        label((at, size * 1.08), words, size, "sans-bold", "start", halo=None),
    ]
    return tag("g", *drawn, data_side=index), at + measure(words, size, "sans-bold")


# --- scale and north ---


def scale_bar(map_: Map, lang: str) -> Item:
    """A bar of cells, as long as is handy at this scale."""
    step = next((one for one in (1, 2, 4, 8, 16, 32) if one * map_.scale >= 46), 32)
    long = 2 * step * map_.scale
    name = T("cells of 1.5 m").say(lang)
    drawn = [
        marks.scale_bar((8, 26), long, ["0", str(step), str(2 * step)]),
        label((8 + long + 14, 30), name, 12, "sans", "start", halo=None),
    ]
    return tag("g", *drawn, data_scale=step), long + 30 + measure(name, 12)


def north(lang: str) -> Item:
    return group(marks.compass((10, 16), T("N").say(lang)), scale=0.62), 26


def margin_numbers(map_: Map, at: Point) -> Markup:
    """Cells along the edges of the map, as on a surveyor's sheet."""
    west, south, east, north_ = (edge / 1000 for edge in map_.box)
    step = 12 if map_.scale >= 3 else 24
    parts = []
    for cell in range(0, int(east) + 1, step):
        if west <= cell <= east:
            x = at[0] + (cell - west) * map_.scale
            parts.append(label((x, at[1] + map_.height + 12), str(cell), 9, fill="soft", halo=None))
    for cell in range(0, int(north_) + 1, step):
        if south <= cell <= north_:
            y = at[1] + (north_ - cell) * map_.scale
            parts.append(label((at[0] - 4, y + 3), str(cell), 9, "sans", "end", "soft", None))
    return join(parts)


# --- legend ---


def legend(scene: Scene, found: Deeds, size: float, room: float) -> list[Item]:
    """What the signs on this map mean, and only those; none wider than ``room``."""
    rows = [*_arms(scene), *_marks(scene), *_heroes(scene), *_states(scene), *_ground(scene), *_arrows(found)]
    return [
        _item(drawn, fitted(say(words, scene.lang), room - SIGN - 5, size), size) for drawn, words in rows
    ]


def _item(drawn: Markup, words: str, size: float) -> Item:
    text = label((SIGN + 5, size * 1.05), words, size, "sans", "start", halo=None)
    return join([group(drawn, at=(SIGN / 2, size * 0.7)), text]), SIGN + 5 + measure(words, size)


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
        seam = [line([(-13, 0), (13, 0)], "ink", 5), line([(-13, 0), (13, 0)], "pip", 2.8), signs.swords(6)]
        yield join(seam), T("melee")
    if any(one.flank for one in scene.fronts):
        yield join([signs.swords(5), disc((0, 0), 8, "none", "s1", 1.8)]), T("on a flank or the rear")
    if any(unit.retreating for unit in units):
        trail = line(wavy([(2, 8), (14, 8)], 2, 4), "s5", 1.3)
        yield join([group(signs.white_flag(13), at=(-6, 7)), trail]), T("in flight")
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
        yield group(counters.flag(None, 9), at=(-5, 7)), T("objective, with its holder's colours")


def _ground(scene: Scene) -> Iterator[Sign]:
    kinds = {one.row.id: one.row for one in scene.ground if look(one.row) != "open"}
    yield from ((sample(kind, 30, 14), kind.name.say(scene.lang)) for kind in kinds.values())


def _arrows(found: Deeds) -> Iterator[Sign]:
    path: list[Point] = [(-15, 0), (12, 0)]
    kinds, fire = {way.kind for way in found.ways}, {one.kind for one in found.fire}
    yield from ((way_arrow(kind, path, "ink", 1.7), words) for kind, words in KINDS.items() if kind in kinds)
    yield from ((fire_arrow(kind, path, "ink", 1.7), words) for kind, words in FIRE.items() if kind in fire)
    if found.fights:
        yield signs.swords(6), T("fought")
