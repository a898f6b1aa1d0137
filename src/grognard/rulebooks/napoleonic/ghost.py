"""An order as it would lie on the table: where a unit comes to stand, its way, sector or strike, the risks it runs.

Everything comes from a view, and is no more than its seat is told by previews and sees in its picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.rulebooks.napoleonic import (
    aim_ways,
    aiming,
    crossing,
    deployment,
    fire,
    moving,
    persons,
    relations,
)
from grognard.rulebooks.napoleonic import picture_counters as counters
from grognard.rulebooks.napoleonic.allowance import allowance
from grognard.rulebooks.napoleonic.decisions import DECISIONS
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.hindrances import land_of
from grognard.rulebooks.napoleonic.model import Body, Gun, KindId, Person, Unit
from grognard.rulebooks.napoleonic.paper import paper
from grognard.rulebooks.napoleonic.picture_arrows import fire_arrow, strike_arrow, way_arrow
from grognard.rulebooks.napoleonic.picture_map import Map
from grognard.rulebooks.napoleonic.picture_reach import wedge
from grognard.rulebooks.napoleonic.picture_scene import Counter, decimal
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.rulebooks.risks import laid
from grognard.show.drawing import area, disc, group, label
from grognard.show.markup import Markup, join, tag
from grognard.show.style import side_of
from grognard.show.tabletop.ghosts import Trace, gilded, outlined, threat
from grognard.show.tabletop.plane import way
from grognard.space.measure import gap, nearest_point
from grognard.space.outline import Base, boxes_near
from grognard.space.pose import Pose, distance, heading_to, middle
from grognard.space.sine import TURN

MOST_DANGERS = 4


def ghost(
    view: NapoleonicView, question: Question, order: Order, lang: str = "en", heard: Sequence[Heard] = ()
) -> str:
    """The order as an SVG ``<g>`` over the wide picture of the view; "" if it draws nothing."""
    if question.kind not in _DRAWN or not order:
        return ""
    sheet = paper(view, lang)
    trace = _DRAWN[question.kind](Brush(view, question, sheet.map, lang), order)
    return laid(trace, sheet, DECISIONS[question.kind], view, question, order, lang)


class Brush:
    """Draws on the map of one view, in the inks of sides."""

    def __init__(self, view: NapoleonicView, question: Question, map_: Map, lang: str) -> None:
        self.view, self.question, self.map, self.lang = view, question, map_, lang
        self.field: Field = view.field
        self.sides = [side.id for side in view.setup.sides]

    def side(self, body: Body) -> int:
        return self.sides.index(body.side)

    def ink(self, body: Body) -> str:
        return side_of(self.side(body)).ink

    @property
    def body(self) -> Body | None:
        """Who is asked about."""
        return self.field.find(str(self.question.about[0])) if self.question.about else None

    # --- bodies ---

    def standing(self, body: Body, there: Pose) -> Markup:
        """A body where it would stand, pale but with its front."""
        moved: Any = replace(body, x=there.x, y=there.y, heading=there.heading)
        one = Counter(moved, body.id, self.side(body), self.field.arm(body) or "wagon", chosen=True)
        drawn = group(counters.counter(one, self.map), opacity=0.62)
        return tag("g", drawn, data_unit=body.id, data_side=one.side)

    def outline(self, base: Base, ink: str, **more: float | str) -> Markup:
        return outlined(self.map, base, ink, **more)

    def marked(self, body: Body) -> Markup:
        """Gold over a body."""
        return tag("g", gilded(self.map, body.shape), data_marked=body.id)

    def way(self, kind: str, poses: Sequence[Pose], ink: str) -> Markup:
        path = [self.map.at(pose.at) for pose in poses]
        if distance(poses[0].at, poses[-1].at) < aim_ways.HERE:
            return join(())
        return way_arrow(kind, path, ink, self.map.pen)

    def went(self, body: Body, kind: str, poses: Sequence[Pose]) -> Trace:
        """A way over some poses, its own first: outlines at the corners, the body at the end, what it risks there."""
        ink, there = self.ink(body), poses[-1]
        parts = [self.outline(body.shape.put(pose), ink, opacity=0.5) for pose in poses[1:-1]]
        parts += [
            *self.dangers(body, body.shape.put(there)),
            self.way(kind, poses, ink),
            self.standing(body, there),
        ]
        return Trace(tuple(parts), there.at)

    # --- risks ---

    @clause("NA-MOVE-03", "NA-ART-01", "NA-ART-02")
    def dangers(self, body: Body, there: Base) -> Iterator[Markup]:
        """Thin lines from the nearest enemies who could come at it there, and from the guns in whose sector it stands,
        each with how far away they are."""
        found = sorted((*self._chargers(body, there), *self._gunners(body, there)))
        for far, enemy_id, kind in found[:MOST_DANGERS]:
            enemy = self.field.body(enemy_id)
            path = self.map.ring([enemy.pose.at, there.at])
            dash = "2 4" if kind else "7 3"
            drawn = threat(path, self.ink(enemy), dash, decimal(far, self.lang))
            yield tag("g", *drawn, data_danger=enemy_id)

    def _chargers(self, body: Body, there: Base) -> Iterator[tuple[int, str, int]]:
        limit = self.field.distances.close_combat
        for enemy in self.field.threats(body.side):
            reach = self.field.own_move(enemy) + limit
            if enemy.locks or not boxes_near(enemy.shape.box, there.box, reach):
                continue
            far = gap(enemy.shape, there)
            if far <= reach:
                yield far, enemy.id, 0

    def _gunners(self, body: Body, there: Base) -> Iterator[tuple[int, str, int]]:
        limits, sector = self.field.distances, self.field.tables.angles.sector
        for gun in self.field.guns:
            if gun.owner == body.side or not gun.crew or gun.standing == "fleeing":
                continue
            far = distance(gun.muzzle, nearest_point(there, gun.muzzle))
            turn = (heading_to(gun.muzzle, there.at) - gun.heading + TURN // 2) % TURN - TURN // 2
            if far <= limits.ball_range and abs(turn) <= sector:
                yield far, gun.id, 1


# --- orders of step 1.4 ------------------------------------------------------------------------------


def _order(brush: Brush, order: Order) -> Trace:
    body, verb = brush.body, str(order[0])
    if body is None:
        return Trace()
    if verb in moving.WITH_LEGS:
        poses = moving.legs(body, order)
        kind = "withdrawal" if verb in moving.WITHDRAWALS else "order"
        return brush.went(body, kind, (body.pose, *poses)) if poses else Trace()
    return _VERBS.get(verb, _stays)(brush, body, order)


def _stays(brush: Brush, body: Body, order: Order) -> Trace:
    return Trace((*brush.dangers(body, body.shape), brush.marked(body)), body.pose.at)


@clause("NA-MOVE-06", "NA-MOVE-07")
def _attack(brush: Brush, body: Body, order: Order) -> Trace:
    """Its way over the way points to the target as that stands now, as far as it may go."""
    target = brush.field.find(str(order[1])) if len(order) > 1 else None
    if target is None:
        return Trace()
    poses: list[Pose] = []
    here = body.pose
    goals = [
        *moving.way_points(order),
        nearest_point(target.shape, (moving.way_points(order) or (here.at,))[-1]),
    ]
    for at, goal in enumerate(goals):
        if goal == here.at:
            continue
        turned = Pose(here.x, here.y, heading_to(here.at, goal))
        far = distance(here.at, goal) - (body.depth // 2 if at == len(goals) - 1 else 0)
        here = turned.ahead(max(far, 0))
        poses += [turned, here]
    most = allowance(brush.field, body, order)
    gone = aim_ways.within(body, tuple(poses), most)
    trace = brush.went(body, "pursuit", (body.pose, *gone)) if gone else _stays(brush, body, order)
    return Trace((brush.marked(target), *trace.parts), trace.at)


@clause("NA-MOVE-05")
def _about(brush: Brush, body: Body, order: Order) -> Trace:
    return Trace((brush.standing(body, body.pose.turned(TURN // 2)),), body.pose.at)


@clause("NA-MOVE-13", "NA-MOVE-14", "NA-UNIT-07")
def _form(brush: Brush, body: Body, order: Order) -> Trace:
    """As it would stand at the end of the turn."""
    if not isinstance(body, Unit) or len(order) < 2:
        return Trace()
    kind: KindId = "line" if order[1] == "mounted" else order[1]  # type: ignore[assignment]
    if kind not in brush.field.tables.kinds:
        return Trace()
    frontage, depth = brush.field.footprint(body, kind)
    shaped = replace(body, kind=kind, frontage=frontage, depth=depth)
    return Trace((*brush.dangers(body, shaped.shape), brush.standing(shaped, body.pose)), body.pose.at)


@clause("NA-OBS-09")
def _cross(brush: Brush, body: Body, order: Order) -> Trace:
    place = next((one for one in land_of(brush.field).terrain if one.id == order[-1]), None)
    there = crossing.landing(body.shape, place) if place is not None else None
    if there is None:
        return _stays(brush, body, order)
    return brush.went(body, "order", (body.pose, there))


@clause("NA-UNIT-08", "NA-UNIT-09")
def _parts(brush: Brush, body: Body, order: Order) -> Trace:
    """The parts side by side in the old footprint; whoever reunites marked."""
    if order[0] == "rejoin":
        whole = [one for one in brush.field.units_of(body.side) if one.sheet == body.sheet]
        return Trace(tuple(map(brush.marked, whole)), body.pose.at)
    counts = [int(word) for word in order[1:] if isinstance(word, int)]
    drawn, left = [], -body.frontage // 2
    for count in counts:
        wide = body.frontage * count // (sum(counts) or 1)
        right = left + wide // 2
        east, north = way(body.heading, 0, right)
        base = Base(Pose(round(body.x + east), round(body.y + north), body.heading), wide, body.depth)
        drawn.append(area(brush.map.ring(base.ring), "gold", "ink", 1.4, fill_opacity=0.3))
        drawn.append(label(brush.map.at(base.at), str(count), 10.5, "sans-bold"))
        left += wide
    return Trace(tuple(drawn), body.pose.at)


@clause("NA-ART-15", "NA-TROPH-02")
def _crews(brush: Brush, body: Body, order: Order) -> Trace:
    other = brush.field.find(str(order[1])) if len(order) > 1 else None
    if other is None:
        return Trace()
    path = brush.map.ring([other.pose.at, body.pose.at])
    return Trace(
        (brush.marked(other), way_arrow("order", path, brush.ink(body), brush.map.pen)), body.pose.at
    )


@clause("NA-TROPH-03")
def _escort(brush: Brush, body: Body, order: Order) -> Trace:
    """The gun or wagon, and the way to the rear of both."""
    other = brush.field.find(str(order[1])) if len(order) > 1 else None
    if other is None:
        return Trace()
    home = Pose(body.x, body.y, moving.rear_heading(brush.field, body))
    trace = brush.went(body, "order", (body.pose, home, home.ahead(brush.field.distances.train_move)))
    return Trace((brush.marked(other), *trace.parts), trace.at)


_VERBS: dict[str, Callable[[Brush, Body, Order], Trace]] = {
    "attack": _attack,
    "about_face": _about,
    "form": _form,
    "cross": _cross,
    "split": _parts,
    "rejoin": _parts,
    "swap_crew": _crews,
    "escort": _escort,
}


# --- fire and close combat ---------------------------------------------------------------------------


@clause("NA-ART-01", "NA-ART-02", "NA-ART-05")
def _fire(brush: Brush, order: Order) -> Trace:
    """The sector after the pivot, with its canister and ball, and the shot."""
    gun = brush.body
    if not isinstance(gun, Gun):
        return Trace()
    if len(order) != 3:
        return Trace((brush.marked(gun),), gun.pose.at)
    limits, sector, ink = brush.field.distances, brush.field.tables.angles.sector, brush.ink(gun)
    heading = (gun.heading + int(order[2])) % TURN
    parts = []
    for near, far, shade in (
        (limits.canister_range, limits.ball_range, 0.08),
        (0, limits.canister_range, 0.2),
    ):
        ring = brush.map.ring(wedge(gun.muzzle, heading, sector, near, far))
        parts.append(area(ring, ink, ink, 1.2, fill_opacity=shade))
    foe = brush.field.find(str(order[1]))
    place = next((one for one in brush.field.setup.terrain if one.id == order[1]), None)
    end = foe.pose.at if foe is not None else middle(place.points) if place is not None else None
    if end is None:
        return Trace(tuple(parts), gun.pose.at)
    parts += [brush.marked(foe)] if foe is not None else []
    parts.append(fire_arrow(str(order[0]), brush.map.ring([gun.muzzle, end]), ink, brush.map.pen))
    return Trace(tuple(parts), end)


@clause("NA-SKIR-03")
def _skirmish(brush: Brush, order: Order) -> Trace:
    """Each figure's shot at its nearest enemy."""
    unit = brush.body
    if not isinstance(unit, Unit) or order[0] != "fire" or not fire.may_skirmish(brush.field, unit):
        return Trace((brush.marked(unit),), unit.pose.at) if unit is not None else Trace()
    wish, foes = (str(order[1]) if len(order) > 1 else ""), []
    for targets in aiming.skirmish_aims(brush.field, unit):
        foes.append(wish if wish in targets else targets[0])
    parts = []
    for foe in dict.fromkeys(foes):
        path = brush.map.ring([unit.pose.at, brush.field.body(foe).pose.at])
        parts += [
            brush.marked(brush.field.body(foe)),
            fire_arrow("skirmish", path, brush.ink(unit), brush.map.pen),
        ]
        parts.append(label(path[1], f"×{foes.count(foe)}", 11, "sans-bold"))
    return Trace((brush.marked(unit), *parts), unit.pose.at)


@clause("NA-CC-02", "NA-MOD-23")
def _strike(brush: Brush, order: Order) -> Trace:
    unit = brush.body
    foe = brush.field.find(str(order[1])) if len(order) > 1 else None
    if unit is None:
        return Trace()
    if foe is None or order[0] != "strike":
        return Trace(tuple(brush.marked(one) for one in (unit, foe) if one is not None), unit.pose.at)
    path = brush.map.ring([unit.pose.at, foe.pose.at])
    side = relations.flank(brush.field, unit, foe)
    drawn = strike_arrow(path, brush.ink(unit), brush.map.pen, flank=side != "front")
    return Trace((brush.marked(foe), tag("g", drawn, data_flank=side)), foe.pose.at)


@clause("NA-CC-22", "NA-CC-32")
def _follow(brush: Brush, order: Order) -> Trace:
    unit = brush.body
    loser = brush.field.find(str(brush.question.about[1]))
    if unit is None or loser is None or order[0] != "follow" or len(order) < 2:
        return Trace((brush.marked(unit),), unit.pose.at) if unit is not None else Trace()
    towards = Pose(unit.x, unit.y, heading_to(unit.pose.at, loser.pose.at)).ahead(int(order[1]))
    return brush.went(unit, "follow_up", (unit.pose, Pose(towards.x, towards.y, unit.heading)))


@clause("NA-PURS-03", "NA-PURS-05")
def _pursue(brush: Brush, order: Order) -> Trace:
    unit = brush.body
    routed = brush.field.find(str(order[1])) if len(order) > 1 else None
    if unit is None:
        return Trace()
    if routed is None:
        return Trace((brush.marked(unit),), unit.pose.at)
    path = brush.map.ring([unit.pose.at, routed.pose.at])
    return Trace(
        (brush.marked(routed), way_arrow("pursuit", path, brush.ink(unit), brush.map.pen)), unit.pose.at
    )


# --- persons, links, places --------------------------------------------------------------------------


@clause("NA-CMD-10", "NA-CMD-01")
def _persons(brush: Brush, order: Order) -> Trace:
    """Who rides where, and how far his command would reach from there; other changes as marks."""
    parts: list[Markup] = []
    for change in persons.read(order) or ():
        here, there = _with(brush, change.who), brush.field.find(change.other)
        if change.what == "join" and here is not None and there is not None:
            path = brush.map.ring([here.pose.at, there.pose.at])
            ring = _circle(brush, change.who, there)
            parts += [ring, brush.marked(there), way_arrow("order", path, brush.ink(here), brush.map.pen)]
        elif here is not None:
            parts.append(brush.marked(here))
    return Trace(tuple(parts))


def _with(brush: Brush, one: str) -> Body | None:
    """A body, or the one with which a person stands."""
    piece = brush.field.pieces.get(one)
    return brush.field.find(piece.at if isinstance(piece, Person) else one)


def _circle(brush: Brush, person: str, body: Body) -> Markup:
    post = brush.field.tables.posts[brush.field.person(person).post]
    if not post.radius:
        return join(())
    ring = brush.map.ring(counters.around(body.shape, post.radius))
    return area(ring, None, brush.ink(body), 1.5, stroke_dasharray="0.1 5", stroke_linecap="round")


@clause("NA-CMD-07", "NA-CMD-15", "NA-CMD-16")
def _named(brush: Brush, order: Order) -> Trace:
    """All that an order names: lower ends of links, persons."""
    bodies = (_with(brush, str(word)) for word in order[1:])
    return Trace(tuple(_ringed(brush, one) for one in bodies if one is not None))


def _ringed(brush: Brush, body: Body) -> Markup:
    at = brush.map.at(body.pose.at)
    return join([brush.marked(body), disc(at, max(brush.map.grain, 6), "none", "gold", 2)])


@clause("NA-SEQ-07")
def _deploy(brush: Brush, order: Order) -> Trace:
    """All units of the order where they would stand."""
    places = deployment.read(order) or {}
    bodies = ((brush.field.find(one), pose) for one, pose in places.items())
    return Trace(tuple(brush.standing(body, pose) for body, pose in bodies if body is not None))


_DRAWN: dict[str, Callable[[Brush, Order], Trace]] = {
    "order": _order,
    "fire": _fire,
    "skirmish": _skirmish,
    "strike": _strike,
    "follow": _follow,
    "pursue": _pursue,
    "persons": _persons,
    "initiative": _named,
    "replacement": _named,
    "deploy": _deploy,
}
