"""Around the map: the head strip, the scale, the north arrow, the legend."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.rule import clause
from grognard.locale import T, Text, say
from grognard.rulebooks.napoleonic import picture_signs as signs
from grognard.rulebooks.napoleonic.model import Gun, Unit
from grognard.rulebooks.napoleonic.picture_arrows import FIRE, KINDS, fire_arrow, strike_arrow, way_arrow
from grognard.rulebooks.napoleonic.picture_deeds import Deeds
from grognard.rulebooks.napoleonic.picture_ground import sample
from grognard.rulebooks.napoleonic.picture_map import Map, wavy
from grognard.rulebooks.napoleonic.picture_scene import STATES, Scene
from grognard.rulebooks.napoleonic.picture_text import side_words
from grognard.show import marks
from grognard.show.drawing import Item, Point, block, disc, flowed, group, label, labels, line
from grognard.show.markup import Markup, join, tag
from grognard.show.metrics import Face, measure, wrap_text
from grognard.show.style import Side, side_of

NEUTRAL = Side(5, "", "s5", "square")
SIGN = 34.0
"""Room for a sign in the legend."""
SMALLER = 0.86
"""Letters of a side's line that would be too long."""
Sign = tuple[Markup, "Text | str"]


def fitted(words: str, room: float, size: float, face: Face = "sans") -> str:
    """Words cut short where they are too long for a line."""
    if measure(words, size, face) <= room:
        return words
    while words and measure(words + "…", size, face) > room:
        words = words[:-1]
    return words.rstrip() + "…"


# --- head strip --------------------------------------------------------------------------------------


def head(scene: Scene, width: float, margin: float, narrow: bool, still: bool = True) -> tuple[Markup, float]:
    """Title and turn; the sides with what is left of them. And where the strip ends.

    In motion (not ``still``) there is always room for two lines, so that the map below stays where it is.
    """
    inside = width - 2 * margin
    wide = inside if narrow else inside * 0.56
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
    at = (margin, end + 5) if narrow else (margin + inside * 0.57, 12.0)
    room = inside if narrow else inside * 0.43
    sides = [_side(scene, side.index, small, room) for side in scene.sides]
    badges, high = flowed(sides, at, room, small * 1.9, to_right=not narrow)
    end = max(end, at[1] + high) + 5
    paper = block((0, 0), (width, end), "paper")
    return join([paper, *parts, badges, line([(0, end), (width, end)], "ink", 1.6)]), end


def _side(scene: Scene, index: int, size: float, room: float) -> Item:
    """A side's sign and name, and what of it still fights."""
    at = size * 2.7
    words = side_words(scene, index)
    if measure(words, size, "sans-bold") > room - at:
        size *= SMALLER
        at = size * 2.7
    words = fitted(words, room - at, size, "sans-bold")
    drawn = [
        group(marks.side_sign(side_of(index), size * 0.9), at=(size * 1.1, size * 0.72)),
        label((at, size * 1.08), words, size, "sans-bold", "start", halo=None),
    ]
    return tag("g", *drawn, data_side=index), at + measure(words, size, "sans-bold")


# --- scale and north ---------------------------------------------------------------------------------


@clause("NA-UNIT-02")
def scale_bar(map_: Map, lang: str, metres: int) -> Item:
    """A bar of merka in halves."""
    merka = map_.scale
    step = next((one for one in (0.5, 1, 2, 4, 8) if one * merka >= 46), 8)
    long = 2 * step * merka
    words = ["0", *(f"{at:g}".replace(".", "," if lang == "ru" else ".") for at in (step, 2 * step))]
    name = T("merka, of {metres} m", metres=metres).say(lang)
    drawn = [
        marks.scale_bar((8, 26), long, words),
        label((8 + long + 14, 30), name, 12, "sans", "start", halo=None),
    ]
    return tag("g", *drawn, data_scale=step), long + 30 + measure(name, 12)


def north(lang: str) -> Item:
    return group(marks.compass((10, 16), T("N").say(lang)), scale=0.62), 26


def margin_numbers(map_: Map, at: Point) -> Markup:
    """Merka along the edges of the map, as on a surveyor's sheet."""
    west, south, east, north_ = (edge / 1000 for edge in map_.box)
    step = 1 if map_.scale >= 20 else 2
    parts = []
    for merka in range(0, int(east) + 1, step):
        if west <= merka <= east:
            x = at[0] + (merka - west) * map_.scale
            parts.append(label((x, at[1] + map_.height + 12), str(merka), 9, fill="soft", halo=None))
    for merka in range(0, int(north_) + 1, step):
        if south <= merka <= north_:
            y = at[1] + (north_ - merka) * map_.scale
            parts.append(label((at[0] - 4, y + 3), str(merka), 9, "sans", "end", "soft", None))
    return join(parts)


# --- legend ------------------------------------------------------------------------------------------


def legend(scene: Scene, found: Deeds, size: float, room: float) -> list[Item]:
    """What the signs on this map mean, and only those; none wider than ``room``."""
    rows = [*_arms(scene), *_marks(scene), *_people(scene), *_states(scene), *_ground(scene), *_arrows(found)]
    return [
        _item(drawn, fitted(say(words, scene.lang), room - SIGN - 5, size), size) for drawn, words in rows
    ]


def _item(drawn: Markup, words: str, size: float) -> Item:
    text = label((SIGN + 5, size * 1.05), words, size, "sans", "start", halo=None)
    return join([group(drawn, at=(SIGN / 2, size * 0.7)), text]), SIGN + 5 + measure(words, size)


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
        yield join([group(signs.white_flag(13), at=(-6, 7)), trail]), T("in flight")
    if any(one.body.standing == "rallied" for one in scene.counters):
        yield group(signs.white_flag(10), at=(-3, 5)), T("rallied in the rear")
    if scene.strips:
        edge = block((-13, -6), (26, 12), "s5", "s5", 1, 0, fill_opacity=0.12, stroke_dasharray="3 3")
        yield (
            join([edge, line(wavy([(-12, 0), (12, 0)], 1.4, 4), "s5", 0.9)]),
            T("corridor of routers, closed"),
        )
    yield from ((signs.state(name, 7), words) for name, words in STATES.items() if name in here)
    if any(isinstance(one.body, Gun) and one.holder is not None for one in scene.counters):
        yield group(signs.flag(NEUTRAL, 9), at=(-5, 7)), T("taken by that side")
    if scene.zones:
        yield block((-12, -6), (24, 12), "map", "s5", 1.4, 0, stroke_dasharray="6 3"), T("deployment zone")
    if scene.spots:
        yield group(signs.flag(None, 9), at=(-5, 7)), T("objective, with its holder's colours")


@clause("NA-OBS-01")
def _ground(scene: Scene) -> Iterator[Sign]:
    kinds = {one.terrain.kind: one for one in scene.places}
    yield from ((sample(one.look, one.terrain.line, 30, 14), one.words) for one in kinds.values())
    if any(one.state == "burning" for one in scene.places):
        yield group(signs.flames(6), at=(0, 4)), T("burning, closed to all")
    if any(one.state == "destroyed" for one in scene.places):
        yield signs.fallen(5), T("destroyed")


def _arrows(found: Deeds) -> Iterator[Sign]:
    path: list[Point] = [(-15, 0), (12, 0)]
    kinds, fire = {way.kind for way in found.ways}, {one.kind for one in found.fire}
    yield from ((way_arrow(kind, path, "ink", 1.7), words) for kind, words in KINDS.items() if kind in kinds)
    yield from ((fire_arrow(kind, path, "ink", 1.7), words) for kind, words in FIRE.items() if kind in fire)
    if found.strikes:
        yield strike_arrow([(-8, 0), (9, 0)], "ink", 1.7), T("strike")
    if any(one.flank != "front" for one in found.strikes):
        yield strike_arrow([(-8, 0), (9, 0)], "ink", 1.7, flank=True), T("strike at a flank or the rear")
