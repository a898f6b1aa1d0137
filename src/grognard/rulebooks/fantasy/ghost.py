"""An order as it would lie on the table: where a unit comes to stand, its way, lane or arc, the risks it runs.

Everything comes from a view, and is no more than its seat is told by previews and sees in its picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.rulebooks.fantasy import aiming, charging, orders, paths, placing, shooting
from grognard.rulebooks.fantasy import picture_counters as counters
from grognard.rulebooks.fantasy.decisions import DECISIONS
from grognard.rulebooks.fantasy.decisions_order import charge_chance
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import Character, SpellInForce, Unit, UnitOrder
from grognard.rulebooks.fantasy.paper import paper
from grognard.rulebooks.fantasy.picture_arrows import fire_arrow, way_arrow
from grognard.rulebooks.fantasy.picture_map import Map
from grognard.rulebooks.fantasy.picture_reach import ARC, fan
from grognard.rulebooks.fantasy.picture_scene import Counter, decimal
from grognard.rulebooks.fantasy.picture_signs import notch, pip, rosette
from grognard.rulebooks.fantasy.regiment import Block, about, reformed
from grognard.rulebooks.fantasy.seeing import block
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.rulebooks.risks import laid
from grognard.show.drawing import Point as Spot
from grognard.show.drawing import area, group, label, line
from grognard.show.markup import Markup, join, tag
from grognard.show.style import side_of
from grognard.show.tabletop.ghosts import Trace, gilded, outlined, threat
from grognard.show.tabletop.signs import swords
from grognard.space.measure import gap
from grognard.space.outline import Base, Edge
from grognard.space.pose import Point, Pose, between2, heading_to

SAMPLES = 24
"""Places of a way at which is looked who is in it."""
SHADOWS = (8, 16)
"""Those of them at which the unit is outlined on its way."""
MOST_DANGERS = 4
ROLLS = (2, 7, 12)
"""The lowest, the mean and the highest of 2d6."""


def ghost(
    view: FantasyView, question: Question, order: Order, lang: str = "en", heard: Sequence[Heard] = ()
) -> str:
    """The order as an SVG ``<g>`` over the wide picture of the view; "" if it draws nothing."""
    if question.kind not in _DRAWN or not order:
        return ""
    sheet = paper(view, lang)
    trace = _DRAWN[question.kind](Brush(view, question, sheet.map, lang), order)
    return laid(trace, sheet, DECISIONS[question.kind], view, question, order, lang)


class Brush:
    """Draws on the map of one view, in the inks of sides."""

    def __init__(self, view: FantasyView, question: Question, map_: Map, lang: str) -> None:
        self.view, self.question, self.map, self.lang = view, question, map_, lang
        self.field: Field = view.field
        self.sides = [side.id for side in view.setup.sides]
        self.warns = question.kind != "confirm"

    def side(self, unit: Unit) -> int:
        return self.sides.index(unit.side)

    def ink(self, unit: Unit) -> str:
        return side_of(self.side(unit)).ink

    # --- units ---

    def standing(self, unit: Unit, there: Block) -> Markup:
        """A unit where it would stand, pale but with its front."""
        front = there.front
        files = unit.files if unit.kind == "machine" else there.files
        moved = replace(unit, x=front.x, y=front.y, heading=front.heading, files=files, retreating=False)
        profile = self.field.profile(unit.id)
        one = Counter(moved, unit.id, self.side(unit), profile.role, bool(profile.missile), chosen=True)
        top = -self.map.px(moved.depth) / 2 - 1
        point = notch(side_of(one.side), moved.formation, counters.notch_size(self.map), top)
        turned = group(point, at=self.map.at(moved.centre), angle=moved.heading / 10)
        drawn = group(turned, counters.counter(one, self.map), opacity=0.62)
        return tag("g", drawn, data_unit=unit.id, data_side=one.side)

    def outline(self, base: Base, ink: str, **more: float | str) -> Markup:
        return outlined(self.map, base, ink, **more)

    def marked(self, unit: Unit, number: int = 0) -> Markup:
        """Gold over a unit; with its place in a list of several."""
        drawn = gilded(self.map, unit.shape)
        figure = [group(pip(str(number), 11), at=self.map.at(unit.centre))] if number else []
        return tag("g", drawn, *figure, data_marked=unit.id)

    def way(self, kind: str, fronts: Sequence[Pose], ink: str) -> Markup:
        path = [self.map.at(pose.at) for pose in fronts]
        if between2(fronts[0].at, fronts[-1].at) < 90_000:
            return join(())
        return way_arrow(kind, path, ink, self.map.pen)

    # --- shots and spells ---

    @clause("FA-SHO-04", "FA-LOS-01")
    def fire(self, unit: Unit, targets: Sequence[str]) -> list[Markup]:
        """Its arc as far as its weapon carries, and the shot at the first target."""
        weapon, ink = aiming.weapon_of(self.field, unit.id), self.ink(unit)
        if weapon is None:
            return []
        half = ARC * 2 if unit.kind == "machine" else ARC
        parts = []
        ranges = ((weapon.range, "5 3"), (min(weapon.long, weapon.range), None))
        for far, dash in ranges if self.warns else ():
            ring = self.map.ring(fan(unit.shape, far, half))
            drawn = area(ring, ink, ink, 1, fill_opacity=0.06, stroke_dasharray=dash, stroke_opacity=0.7)
            parts.append(tag("g", drawn, data_arc=far))
        kind = "volley" if unit.kind != "machine" else "bomb" if weapon.scatter else "ball"
        for number, target in enumerate(targets, 1):
            foe = self.field.unit(target)
            parts.append(self.marked(foe, number if len(targets) > 1 else 0))
            if number == 1:
                path = self.map.ring([unit.front, foe.centre])
                parts.append(fire_arrow(kind, path, ink, self.map.pen))
        return parts

    @clause("FA-MAG-16")
    def spells(self, unit: Unit, order: UnitOrder) -> Iterator[Markup]:
        """Threads from the unit to whatever its wizards cast at first."""
        for cast in order.casts:
            at = self.place(cast.targets[0]) if cast.targets else unit.centre
            if at is None:
                continue
            path = self.map.ring([unit.front, at])
            sign = group(rosette(counters.marks_size(self.map) * 0.8, False), at=path[1])
            drawn = [fire_arrow("spell", path, "s4", self.map.pen)] if at != unit.centre else []
            yield tag("g", *drawn, sign, data_cast=cast.spell)

    def place(self, target: str | Point) -> Point | None:
        """Where a target of a spell is: a unit, a character, a spell in force, or a point."""
        if not isinstance(target, str):
            return target
        match self.field.pieces.get(target):
            case Unit() as unit:
                return unit.centre
            case Character(unit=unit_id) if self.field.ready(unit_id):
                return self.field.unit(unit_id).centre
            case SpellInForce(target=on, x=x, y=y):
                return self.place(on) if on else (x, y)
        return None

    # --- risks ---

    @clause("FA-CHG-01", "FA-CHG-12")
    def dangers(self, unit: Unit, there: Base) -> Iterator[Markup]:
        """Thin lines from the nearest enemies who could charge it there, each with its chance, as far as one knows
        their pace."""
        if not self.warns:
            return
        near = sorted((gap(enemy.shape, there), enemy.id) for enemy in self.field.enemies(unit.id))
        able = [one for one in near if self._could_charge(*one)]
        for far, enemy_id in able[:MOST_DANGERS]:
            chance = round(100 * charge_chance(far, self.field.stats(enemy_id).M))
            enemy = self.field.unit(enemy_id)
            path = self.map.ring([enemy.front, there.at])
            drawn = threat(path, self.ink(enemy), "2 4", f"≈{chance}%")
            yield tag("g", *drawn, data_danger=enemy_id)

    def _could_charge(self, far: int, enemy_id: str) -> bool:
        enemy = self.field.unit(enemy_id)
        if enemy.kind == "machine" or enemy.retreating or self.field.engaged(enemy_id):
            return False
        return far <= charging.reach(self.field, enemy_id)


# --- orders ---


def _order(brush: Brush, order: Order) -> Trace:
    unit_id = str(brush.question.about[0])
    try:
        given = orders.read(order)
    except Refused:
        return Trace()
    if not brush.field.ready(unit_id):
        return Trace()
    unit = brush.field.unit(unit_id)
    if unit.retreating:
        return _rally(brush, unit, given)
    if given.by_default:
        able = aiming.may_shoot(brush.field, unit_id) is None
        given = orders.default(brush.field, unit_id, able)
    return _given(brush, unit, given)


def _given(brush: Brush, unit: Unit, given: UnitOrder) -> Trace:
    if any(not brush.field.ready(one) for one in given.targets):
        return Trace()
    trace = _WORDS[given.word](brush, unit, given)
    return Trace((*trace.parts, *brush.spells(unit, given)), trace.at)


def _rally(brush: Brush, unit: Unit, order: UnitOrder) -> Trace:
    """How it would look if it is rallied."""
    if not order.rally:
        return Trace((brush.marked(unit),), unit.centre)
    here = block(brush.field, unit.id)
    enemy = brush.field.nearest_enemy(unit.id)
    heading = (
        order.heading if order.heading is not None else heading_to(unit.centre, enemy.centre) if enemy else 0
    )
    return Trace((brush.standing(unit, about(here, heading)),), unit.centre)


def _hold(brush: Brush, unit: Unit, order: UnitOrder) -> Trace:
    foes = [brush.field.unit(foe) for foe in brush.field.foes(unit.id)]
    size = max(brush.map.scale * 0.6, 6)
    parts = [brush.marked(unit)]
    for foe in foes:
        (ax, ay), (bx, by) = brush.map.at(unit.centre), brush.map.at(foe.centre)
        parts.append(group(swords(size), at=((ax + bx) / 2, (ay + by) / 2)))
    if not foes:
        parts += brush.dangers(unit, unit.shape)
    return Trace(tuple(parts), unit.centre)


@clause("FA-MOV-02", "FA-MOV-03")
def _walk(brush: Brush, unit: Unit, order: UnitOrder) -> Trace:
    """The way and the unit at its end, as it would be with everybody else standing."""
    field, march = brush.field, order.word == "march"
    laid = paths.track(field, unit.id, order.path, march=march)
    fronts = [laid.front(laid.cost * at // SAMPLES) for at in range(SAMPLES + 1)]
    here = block(field, unit.id)
    met, gone = _met(field, unit, here, fronts)
    fronts = fronts[: gone + 1]
    there, ink = here.put(fronts[-1]), brush.ink(unit)
    parts = [brush.outline(here.put(fronts[at]).base, ink, opacity=0.5) for at in SHADOWS if at < gone]
    parts += brush.dangers(unit, there.base)
    if order.word == "move_and_shoot":
        targets = order.targets or shooting.targets(field, unit.id)[:1]
        parts += brush.fire(unit, targets)
    parts += [brush.way("march" if march else "move", fronts, ink), brush.standing(unit, there)]
    if met:
        parts.append(_touch(brush, there, field.unit(met)))
    return Trace(tuple(parts), there.centre)


def _met(field: Field, unit: Unit, here: Block, fronts: Sequence[Pose]) -> tuple[str, int]:
    """The first enemy in the way, as they stand now, and the last sample before him."""
    for at, front in enumerate(fronts[1:]):
        base = here.put(front).base
        for enemy in field.enemies(unit.id):
            if gap(base, enemy.shape) <= 0:
                return enemy.id, at
    return "", len(fronts) - 1


def _touch(brush: Brush, there: Block, enemy: Unit) -> Markup:
    (ax, ay), (bx, by) = brush.map.at(there.front.at), brush.map.at(enemy.centre)
    drawn = group(swords(max(brush.map.scale * 0.6, 6)), at=((2 * ax + bx) / 3, (2 * ay + by) / 3))
    return tag("g", drawn, data_touch=enemy.id)


@clause("FA-CHG-01", "FA-CHG-03", "FA-CHG-04", "FA-CHG-05")
def _attack(brush: Brush, unit: Unit, order: UnitOrder) -> Trace:
    """The lane of the charge with the lowest, mean and highest roll, whom it meets first, and where it would stop."""
    field = brush.field
    if field.engaged(unit.id) or not order.targets:
        return _hold(brush, unit, order)
    target = field.unit(order.targets[0])
    path = order.path or charging.charge_path(field, unit.id, target.id)
    move = field.stats(unit.id).M
    here, most = block(field, unit.id), (move + ROLLS[-1]) * 1000
    laid = paths.track(field, unit.id, path, on=most)
    fronts = [laid.front(most * 1000 * at // (2 * SAMPLES)) for at in range(2 * SAMPLES + 1)]
    met, gone = _met(field, unit, here, fronts)
    there, ink = here.put(fronts[gone]), brush.ink(unit)
    several = len(order.targets) > 1
    parts = [brush.marked(field.unit(one), at * several) for at, one in enumerate(order.targets, 1)]
    parts.append(_lane(brush, here, fronts, ink))
    for roll in ROLLS if brush.warns else ():
        parts.append(_roll_mark(brush, here.put(laid.front((move + roll) * 1_000_000)), move + roll))
    parts += [brush.way("charge", fronts[: gone + 1], ink), brush.standing(unit, there)]
    if met:
        parts.append(_touch(brush, there, field.unit(met)))
    return Trace(tuple(parts), there.centre)


def _lane(brush: Brush, here: Block, fronts: Sequence[Pose], ink: str) -> Markup:
    """The ground that its front sweeps."""
    edges = [here.put(front).base.edge(Edge.FRONT) for front in fronts]
    ring = [one for one, _ in edges] + [other for _, other in reversed(edges)]
    drawn = area(brush.map.ring(ring), ink, ink, 0.9, fill_opacity=0.13, stroke_dasharray="6 3")
    return tag("g", drawn, data_lane="yes")


def _roll_mark(brush: Brush, there: Block, far: int) -> Markup:
    """A line across the lane with the distance of that roll."""
    start, end = brush.map.ring(there.base.edge(Edge.FRONT))
    at: Spot = (end[0] + 3, end[1] + 4)
    words = decimal(far * 1000, brush.lang)
    return join([line([start, end], "s1", 1.4, "4 3"), label(at, words, 10.5, "sans-bold", "start", "s1")])


@clause("FA-ORD-06", "FA-SHO-06")
def _shoot(brush: Brush, unit: Unit, order: UnitOrder) -> Trace:
    targets = order.targets or shooting.targets(brush.field, unit.id)[:1]
    parts = [brush.marked(unit), *brush.fire(unit, targets)]
    at = brush.field.unit(targets[0]).centre if targets else unit.centre
    return Trace(tuple(parts), at)


@clause("FA-ORD-08", "FA-RET-01", "FA-RET-02")
def _retreat(brush: Brush, unit: Unit, order: UnitOrder) -> Trace:
    """Turned about, and as far as the mean of its dice; the least and the most as lines across its way."""
    field, here = brush.field, block(brush.field, unit.id)
    foes = [field.unit(foe) for foe in field.foes(unit.id)]
    enemy = field.nearest(unit.id, foes) or field.nearest_enemy(unit.id)
    heading = order.heading
    if heading is None:
        heading = heading_to(enemy.centre, unit.centre) if enemy else unit.heading
    turned = about(here, heading)
    dice = field.profile(unit.id).retreat_dice
    low, high = dice.count + dice.plus, dice.count * dice.sides + dice.plus
    ends = [turned.put(turned.front.ahead(far)) for far in (low * 1000, (low + high) * 500, high * 1000)]
    ink = brush.ink(unit)
    parts = [brush.outline(end.base, ink, opacity=0.6) for end in (ends[0], ends[2])]
    parts += [brush.way("withdraw", [turned.front, ends[1].front], ink), brush.standing(unit, ends[1])]
    return Trace(tuple(parts), ends[1].centre)


@clause("FA-ORD-09", "FA-UNIT-08")
def _reform(brush: Brush, unit: Unit, order: UnitOrder) -> Trace:
    heading = unit.heading if order.heading is None else order.heading
    there = reformed(block(brush.field, unit.id), heading, order.files or unit.files)
    shaped = replace(unit, formation=order.formation or unit.formation)
    parts = [*brush.dangers(unit, there.base), brush.standing(shaped, there)]
    return Trace(tuple(parts), there.centre)


_WORDS: dict[str, Callable[[Brush, Unit, UnitOrder], Trace]] = {
    "march": _walk,
    "move": _walk,
    "move_and_shoot": _walk,
    "attack": _attack,
    "hold": _hold,
    "stand_and_shoot": _shoot,
    "retreat": _retreat,
    "reform": _reform,
}


# --- before the battle ---


@clause("FA-GEN-10")
def _deploy(brush: Brush, order: Order) -> Trace:
    """All units of the seat where they would stand."""
    field, seat, words = brush.field, str(brush.question.about[0]), order[1:]
    own = {unit.id for unit in placing.units_of(field, seat)}
    if order[0] != "deploy" or len(words) % placing.PLACE or not set(words[:: placing.PLACE]) <= own:
        return Trace()
    parts = []
    for unit in placing.placed(field, seat, words).values():
        there = Block(Pose(unit.x, unit.y, unit.heading), unit.files, unit.standing, *unit.base)
        if unit.kind == "machine":
            there = Block(there.front, 1, 1, *unit.base)
        parts.append(brush.standing(unit, there))
    return Trace(tuple(parts))


def _award(brush: Brush, order: Order) -> Trace:
    """Whom a bonus is given to."""
    at = brush.place(str(order[-1]))
    piece = brush.field.pieces.get(str(order[-1]))
    unit_id = piece.unit if isinstance(piece, Character) else str(order[-1])
    if at is None or not brush.field.ready(unit_id):
        return Trace()
    return Trace((brush.marked(brush.field.unit(unit_id)),), at)


@clause("FA-GEN-03")
def _confirm(brush: Brush, order: Order) -> Trace:
    """All orders as they have been read, for whoever may know them."""
    parts: list[Markup] = []
    for unit in brush.field.units:
        if unit.order is not None and not unit.retreating and unit.order.word != "hold":
            parts += _given(brush, unit, unit.order).parts
    return Trace(tuple(parts))


_DRAWN: dict[str, Callable[[Brush, Order], Trace]] = {
    "order": _order,
    "confirm": _confirm,
    "deploy": _deploy,
    "legend_bonus": _award,
}
