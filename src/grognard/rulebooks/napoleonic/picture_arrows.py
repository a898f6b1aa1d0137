"""How the deeds of a turn are drawn: tracks under the units, shots and strikes over them, a few words beside."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import cos, hypot, inf, pi, sin

from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.napoleonic.picture_deeds import Deeds, Strike
from grognard.rulebooks.napoleonic.picture_map import Map
from grognard.rulebooks.napoleonic.picture_scene import Scene
from grognard.rulebooks.napoleonic.words_names import name_of
from grognard.show.drawing import Point, area, disc, group, line, tooltip
from grognard.show.markup import Markup, join, tag
from grognard.show.style import side_of
from grognard.show.tabletop import arrows as heads
from grognard.show.tabletop.arrows import specks, suffered, toll_words
from grognard.show.tabletop.courses import Fire, Way, firsts
from grognard.show.tabletop.figures import EDGES
from grognard.show.tabletop.names import Wish
from grognard.show.tabletop.plane import Area, wavy
from grognard.show.tabletop.signs import fallen, stroke, strokes
from grognard.space.outline import Base

headed = partial(heads.headed, least=5.5, halo=2.2)
KINDS = {
    "order": T("moved"),
    "withdrawal": T("withdrew"),
    "flight": T("fled"),
    "push": T("was pushed"),
    "back": T("fell back"),
    "follow_up": T("followed up"),
    "pursuit": T("pursued"),
    "place": T("made way"),
}
FIRE = {"ball": T("ball"), "canister": T("canister"), "skirmish": T("fire of skirmishers")}


def ink_of(scene: Scene, one: str) -> str:
    body = scene.field.find(one)
    side = None if body is None else scene.side(body.side)
    return "soft" if side is None else side_of(side).ink


# --- drawing -------------------------------------------------------------------------------------------


@clause("NA-MOVE-20", "NA-ROUT-15")
def tracks(found: Deeds, scene: Scene, map_: Map) -> Markup:
    """Where bodies stood that have moved, pale, and the ways that they took."""
    outlines = (
        area(map_.ring(Base(one.course.poses[0], *one.size).ring), "none", ink_of(scene, one.unit), 0.8,
             stroke_dasharray="2 2", opacity=0.6)
        for one in firsts(found.ways)
    )  # fmt: skip
    return join([*outlines, *(_way(one, scene, map_) for one in found.ways)])


def arrows(found: Deeds, scene: Scene, map_: Map) -> Markup:
    """Shots and strikes, over the units."""
    parts = [_fire(one, scene, map_) for one in found.fire]
    parts += [_strike(one, scene, map_) for one in found.strikes]
    size = max(map_.grain * 0.6, 4.5)
    for toll in found.tolls:
        if toll.gone:
            parts.append(tag("g", group(fallen(size), at=map_.at(toll.at)), data_gone=toll.unit))
    return join(parts)


def _way(one: Way, scene: Scene, map_: Map) -> Markup:
    path = [map_.at(pose.at) for pose in one.course.poses]
    path[-1] = _edge(one, path, map_)
    if hypot(path[-1][0] - path[0][0], path[-1][1] - path[0][1]) < 3 and len(path) < 3:
        return join(())
    drawn = way_arrow(one.kind, path, ink_of(scene, one.unit), map_.pen)
    return tag("g", drawn, data_arrow=one.kind, data_from=one.unit)


def _edge(one: Way, path: list[Point], map_: Map) -> Point:
    """Where the last leg meets the footprint at its end, so that the head of the arrow is not hidden under it."""
    (ax, ay), (bx, by) = path[-2:]
    long = hypot(bx - ax, by - ay)
    if not long:
        return bx, by
    turn = one.course.poses[-1].heading * pi / 1800
    east, north = (bx - ax) / long, (ay - by) / long
    across, ahead = abs(east * cos(turn) - north * sin(turn)), abs(east * sin(turn) + north * cos(turn))
    half = map_.px(one.size[0]) / 2, map_.px(one.size[1]) / 2
    back = min(half[0] / across if across else inf, half[1] / ahead if ahead else inf)
    back = min(back, long * 0.5)
    return bx - (bx - ax) / long * back, by - (by - ay) / long * back


def _fire(one: Fire, scene: Scene, map_: Map) -> Markup:
    setup = scene.field.setup
    names = (name_of(setup, one.unit), name_of(setup, one.target))
    words = T("{unit} at {target}: {deed}", unit=names[0], target=names[1], deed=FIRE[one.kind])
    drawn = fire_arrow(one.kind, map_.ring((one.start, one.end)), ink_of(scene, one.unit), map_.pen)
    told = tooltip(words.say(scene.lang), drawn)
    return tag("g", told, data_arrow=one.kind, data_from=one.unit, data_to=one.target)


def _strike(one: Strike, scene: Scene, map_: Map) -> Markup:
    """The last part of the way from one middle to the other."""
    (ax, ay), (bx, by) = map_.ring((one.start, one.end))
    start = (ax + (bx - ax) * 0.3, ay + (by - ay) * 0.3)
    setup = scene.field.setup
    names = (name_of(setup, one.unit), name_of(setup, one.target))
    words = T("{unit} at {target}: {deed}", unit=names[0], target=names[1], deed=EDGES[one.flank])
    drawn = strike_arrow([start, (bx, by)], ink_of(scene, one.unit), map_.pen, flank=one.flank != "front")
    told = tooltip(words.say(scene.lang), drawn)
    return tag("g", told, data_arrow="strike", data_from=one.unit, data_to=one.target, data_flank=one.flank)


@clause("NA-MOVE-10", "NA-ROUT-09", "NA-PURS-05")
def way_arrow(kind: str, path: list[Point], ink: str, pen: float) -> Markup:
    """Moves plain, pursuits and follow-ups heavy, flight wavy, withdrawals in dashes, pushes in dots."""
    if kind in ("pursuit", "follow_up"):
        return headed(path, path, ink, pen * 1.8)
    if kind == "flight":
        return headed(path, wavy(path, pen * 1.5, pen * 3.2), ink, pen, full=False)
    dashes = {
        "withdrawal": f"{pen * 5:g} {pen * 2.4:g}",
        "push": f"{pen * 1.2:g} {pen * 1.8:g}",
        "back": f"{pen * 1.2:g} {pen * 1.8:g}",
        "place": f"{pen * 4:g} {pen * 2:g} {pen:g} {pen * 2:g}",
    }
    return headed(path, path, ink, pen, dashes.get(kind), full=kind == "order")


@clause("NA-ART-03", "NA-SKIR-03")
def fire_arrow(kind: str, path: list[Point], ink: str, pen: float) -> Markup:
    """A ball: a line with its shot at the end; canister: a fan of short strokes; skirmishers: fine dashes."""
    (ax, ay), (bx, by) = path
    if kind == "ball":
        drawn = [line(path, "card", pen + 1.8, opacity=0.75), line(path, ink, pen * 0.8)]
        return join([*drawn, disc((bx, by), pen * 1.9, "ink", "card", 1)])
    if kind == "canister":
        long = hypot(bx - ax, by - ay) or 1
        dx, dy = (bx - ax) / long, (by - ay) / long
        ends = [(bx - dy * at * long * 0.14, by + dx * at * long * 0.14) for at in (-1, -0.5, 0, 0.5, 1)]
        rays = [[(ax + dx * 4, ay + dy * 4), end] for end in ends]
        fan = [strokes(rays, "card", pen + 0.8, 0.6), *(stroke(ray, ink, pen * 0.6, "5 4") for ray in rays)]
        return join([*fan, *(disc(end, pen * 0.8, "ink") for end in ends)])
    return headed(path, path, ink, pen * 0.7, f"{pen * 1.8:g} {pen * 1.6:g}", full=False)


@clause("NA-CC-02", "NA-MOD-22")
def strike_arrow(path: list[Point], ink: str, pen: float, flank: bool = False) -> Markup:
    """Short and heavy; with a bar across where it falls on a flank or the rear."""
    drawn = headed(path, path, ink, pen * 1.7)
    if not flank:
        return drawn
    (ax, ay), (bx, by) = path
    long = hypot(bx - ax, by - ay) or 1
    dx, dy = (by - ay) / long * pen * 2.6, -(bx - ax) / long * pen * 2.6
    x, y = ax + (bx - ax) * 0.2, ay + (by - ay) * 0.2
    return join([drawn, line([(x - dx, y - dy), (x + dx, y + dy)], ink, pen * 1.4)])


# --- words beside --------------------------------------------------------------------------------------


def wishes(found: Deeds, scene: Scene, map_: Map) -> Iterator[Wish]:
    """Losses and fates: one name for each body that suffered and is in view."""
    for toll in found.tolls:
        words = toll_words(toll, scene.lang)
        one = scene.counter(toll.unit)
        shape = one.body.shape if one else None
        if words and map_.shows(shape.box if shape else (*toll.at, *toll.at)):
            ink, whole, size = ink_of(scene, toll.unit), ", ".join(words), map_.letters
            variants = [[whole], words, words[:1]] if map_.fine else [words[:1]]
            beside = suffered(shape, toll.at, map_)
            yield Wish(f"toll:{toll.unit}", beside, variants, size, "sans-bold", ink, optional=not map_.fine)


def in_the_way(found: Deeds, map_: Map) -> Iterator[Area]:
    """Small areas along all arrows, which names should rather not hide."""
    paths = [[pose.at for pose in one.course.poses] for one in found.ways]
    paths += [[one.start, one.end] for one in found.fire]
    paths += [[one.start, one.end] for one in found.strikes]
    yield from specks(paths, map_, 14 if map_.fine else 24)
