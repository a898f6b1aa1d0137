"""How the deeds of a turn are drawn: tracks under the units, shots and fights over them, a few words beside."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.fantasy.picture_deeds import Deeds, Fight
from grognard.rulebooks.fantasy.picture_map import Map
from grognard.rulebooks.fantasy.picture_scene import Scene
from grognard.rulebooks.fantasy.picture_signs import rosette
from grognard.show.drawing import Point, area, disc, group, line, tooltip
from grognard.show.markup import Markup, join, tag
from grognard.show.style import side_of
from grognard.show.tabletop.arrows import headed, specks, suffered, toll_words
from grognard.show.tabletop.courses import Fire, Way, firsts
from grognard.show.tabletop.names import Wish
from grognard.show.tabletop.plane import Area, around, wavy
from grognard.show.tabletop.signs import fallen, stroke, swords
from grognard.space.outline import Base
from grognard.space.pose import Pose

KINDS = {
    "march": T("marched"),
    "move": T("moved"),
    "charge": T("charged"),
    "retreat": T("fled"),
    "withdraw": T("drew back by order"),
    "pursuit": T("pursued"),
}
FIRE = {"volley": T("volley"), "ball": T("cannon ball"), "bomb": T("bomb"), "spell": T("spell")}


def ink_of(scene: Scene, unit: str) -> str:
    side = scene.side(scene.field.unit(unit).side) if unit in scene.field.pieces else None
    return "soft" if side is None else side_of(side).ink


# --- drawing -------------------------------------------------------------------------------------------


@clause("FA-MOV-04")
def tracks(found: Deeds, scene: Scene, map_: Map) -> Markup:
    """Where units stood that have moved, pale, and the ways that they took."""
    outlines = (
        area(map_.ring(standing(one.course.poses[0], one.size).ring), "none", ink_of(scene, one.unit), 0.8,
             stroke_dasharray="2 2", opacity=0.7)
        for one in firsts(found.ways)
    )  # fmt: skip
    return join([*outlines, *(_way(one, scene, map_) for one in found.ways)])


def standing(front: Pose, size: tuple[int, int]) -> Base:
    """The rectangle of a unit whose front middle is there."""
    middle = front.ahead(-size[1] // 2)
    return Base(Pose(middle.x, middle.y, front.heading), *size)


def arrows(found: Deeds, scene: Scene, map_: Map) -> Markup:
    """Shots and fights, over the units."""
    parts = [_fire(one, scene, map_) for one in found.fire]
    parts += [_fight(one, map_) for one in found.fights]
    size = max(map_.scale * 0.55, 5)
    for toll in found.tolls:
        if toll.gone:
            cross = group(fallen(size), at=map_.at(toll.at))
            parts.append(tag("g", cross, data_gone=toll.unit))
    return join(parts)


def _way(one: Way, scene: Scene, map_: Map) -> Markup:
    path = [map_.at(pose.at) for pose in one.course.poses]
    drawn = way_arrow(one.kind, path, ink_of(scene, one.unit), map_.pen)
    return tag("g", drawn, data_arrow=one.kind, data_from=one.unit)


def _fire(one: Fire, scene: Scene, map_: Map) -> Markup:
    words = T("{unit} at {target}: {deed}", unit=one.unit, target=one.target or "-", deed=FIRE[one.kind])
    path = map_.ring((one.start, one.end))
    drawn = fire_arrow(one.kind, path, ink_of(scene, one.unit), map_.pen)
    return tag(
        "g",
        tooltip(words.say(scene.lang), drawn),
        data_arrow=one.kind,
        data_from=one.unit,
        data_to=one.target or None,
    )


def _fight(one: Fight, map_: Map) -> Markup:
    drawn = group(swords(min(max(map_.scale * 0.5, 5), 10)), at=map_.at(one.at))
    return tag("g", drawn, data_arrow="fight", data_from=one.units[0], data_to=one.units[1])


def way_arrow(kind: str, path: list[Point], ink: str, pen: float) -> Markup:
    """Marches long dashes, moves plain, charges and pursuits heavy, flight wavy, an ordered retreat dash and dot."""
    if kind in ("charge", "pursuit"):
        return headed(path, path, ink, pen * 1.8)
    if kind == "retreat":
        return headed(path, wavy(path, pen * 1.5, pen * 3.2), ink, pen, full=False)
    dashes = {
        "march": f"{pen * 6:g} {pen * 2.2:g}",
        "withdraw": f"{pen * 4:g} {pen * 2:g} {pen:g} {pen * 2:g}",
    }
    return headed(path, path, ink, pen, dashes.get(kind), full=False)


def fire_arrow(kind: str, path: list[Point], ink: str, pen: float) -> Markup:
    """Volleys in short dashes; a ball with its shot at the end; a bomb on a high arc; a spell a thread of dots."""
    (ax, ay), (bx, by) = path
    if kind == "ball":
        return join([headed(path, path, ink, pen * 0.9), disc((bx, by), pen * 1.7, "ink", "card", 1)])
    if kind == "bomb":
        high = min(hypot(bx - ax, by - ay) * 0.18, 40)
        shares = [at / 14 for at in range(15)]
        arc = [(ax + (bx - ax) * t, ay + (by - ay) * t - 4 * high * t * (1 - t)) for t in shares]
        burst = disc((bx, by), pen * 2.6, "pip", "ink", 1)
        return join([line(arc, "card", pen + 2.2, opacity=0.85), line(arc, ink, pen, "5 3"), burst])
    if kind == "spell":
        thread = stroke(path, "s4", pen, f"0.1 {pen * 2.4:g}", "round")
        return join(
            [line(path, "card", pen + 2, opacity=0.7), thread, group(rosette(pen * 3, True), at=(bx, by))]
        )
    return headed(path, path, ink, pen * 0.8, f"{pen * 2.4:g} {pen * 1.8:g}")


# --- words beside --------------------------------------------------------------------------------------


def wishes(found: Deeds, scene: Scene, map_: Map) -> Iterator[Wish]:
    """Losses and fates: one name for each unit that suffered and is in view."""
    for toll in found.tolls:
        words = toll_words(toll, scene.lang)
        unit = scene.counter(toll.unit)
        shape = unit.unit.shape if unit else None
        if words and map_.shows(shape.box if shape else (*toll.at, *toll.at)):
            ink, beside = ink_of(scene, toll.unit), suffered(shape, toll.at, map_)
            variants = [[", ".join(words)], words]
            yield Wish(f"toll:{toll.unit}", beside, variants, map_.letters, "sans-bold", ink)


def in_the_way(found: Deeds, map_: Map) -> Iterator[Area]:
    """Small areas along all arrows, which names should rather not hide."""
    paths = [[pose.at for pose in one.course.poses] for one in found.ways]
    paths += [[one.start, one.end] for one in found.fire]
    yield from specks(paths, map_, 14 if map_.fine else 24)
    yield from (around(map_.at(fight.at), 8) for fight in found.fights)
