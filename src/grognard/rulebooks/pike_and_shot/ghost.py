"""An order as it would lie on the table: where pieces come to stand, their way and arc of fire, the risks they run.

Everything comes from a view, and is no more than its seat is told by previews and sees in its picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot

from msgspec.structs import replace

from grognard.core.game import Heard
from grognard.core.state import Order, Question
from grognard.rulebooks.pike_and_shot import picture_counters as counters
from grognard.rulebooks.pike_and_shot import picture_deeds as arrows
from grognard.rulebooks.pike_and_shot import reactions, shooting, steps
from grognard.rulebooks.pike_and_shot.aim_places import places_of, set_up
from grognard.rulebooks.pike_and_shot.aim_steps import end_of
from grognard.rulebooks.pike_and_shot.charge import conformed
from grognard.rulebooks.pike_and_shot.command import STANCES
from grognard.rulebooks.pike_and_shot.decisions import DECISIONS
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.model import Bases, Commander, Unit
from grognard.rulebooks.pike_and_shot.paper import paper
from grognard.rulebooks.pike_and_shot.picture_map import Map, block, front
from grognard.rulebooks.pike_and_shot.picture_reach import moves
from grognard.rulebooks.pike_and_shot.picture_scene import Counter
from grognard.rulebooks.pike_and_shot.seeing import zone
from grognard.rulebooks.pike_and_shot.standing import beside
from grognard.rulebooks.pike_and_shot.touch import touched
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.rulebooks.risks import laid
from grognard.show.drawing import Point as Spot
from grognard.show.drawing import area, disc, group, line
from grognard.show.markup import Markup, join, tag
from grognard.show.style import side_of
from grognard.show.tabletop.ghosts import Trace
from grognard.show.tabletop.plane import way
from grognard.show.tabletop.signs import swords
from grognard.space.outline import Edge
from grognard.space.pose import Point, between2


def ghost(
    view: PikeView, question: Question, order: Order, lang: str = "en", heard: Sequence[Heard] = ()
) -> str:
    """The order as an SVG ``<g>`` over the wide picture of the view; "" if it draws nothing."""
    if question.kind not in _DRAWN or not order:
        return ""
    sheet = paper(view, lang, heard)
    trace = _DRAWN[question.kind](_Brush(view, question, sheet.map), order)
    return laid(trace, sheet, DECISIONS[question.kind], view, question, order, lang)


class _Brush:
    """Draws on the map of one view, in the inks of sides."""

    def __init__(self, view: PikeView, question: Question, map_: Map) -> None:
        self.view, self.question, self.map = view, question, map_
        self.field = view.field
        self.sides = [side.id for side in view.setup.sides]

    def about(self, at: int = 0) -> str:
        return str(self.question.about[at])

    def unit(self, name: object) -> Unit | None:
        found = self.field.pieces.get(str(name))
        return found if isinstance(found, Unit) and found.bases else None

    def commander(self, name: object) -> Commander | None:
        found = self.field.pieces.get(str(name))
        return found if isinstance(found, Commander) else None

    def side(self, unit_id: str) -> int:
        return self.sides.index(self.field.side(unit_id))

    def ink(self, unit_id: str) -> str:
        return side_of(self.side(unit_id)).ink

    # --- units ---

    def counter(self, unit: Unit) -> Counter:
        types = self.field.tables.bases
        return Counter(
            unit,
            unit.id,
            self.side(unit.id),
            tuple(types[base.type] for base in unit.bases),
            self.field.formation(unit),
            chosen=True,
        )

    def standing(self, unit: Unit) -> Markup:
        """A unit where it would stand, pale but with its front."""
        one = self.counter(replace(unit, hanging=None, routing=False))
        drawn = group(counters.beneath(one, self.map), counters.counter(one, self.map), opacity=0.62)
        return tag("g", drawn, data_unit=unit.id, data_side=one.side)

    def outlined(self, unit: Unit) -> Markup:
        held = block(unit.bases)
        wide, high = self.map.px(held.frontage) + 12, self.map.px(held.depth) + 12
        ring: list[Spot] = [
            (-wide / 2, -high / 2),
            (wide / 2, -high / 2),
            (wide / 2, high / 2),
            (-wide / 2, high / 2),
        ]
        drawn = area(ring, "gold", "gold", 2.4, fill_opacity=0.18)
        return group(drawn, at=self.map.at(held.at), angle=held.heading / 10)

    def arc(self, unit: Unit) -> Markup:
        """The ground before its front that its longest shot covers: within its zone and range."""
        far = shooting.longest_range(self.field, unit)
        if not far or not self.field.formation(unit).may_shoot:
            return join(())
        held, ink = block(unit.bases), self.ink(unit.id)
        half = min(max(zone(self.field, unit, i) for i in range(len(unit.bases))) // 2, 900)
        first, second = held.edge(Edge.FRONT)
        ring = [self.map.at(first)]
        for corner, start, end in ((first, -half, 0), (second, 0, half)):
            for part in range(9):
                east, north = way(held.heading + start + (end - start) * part // 8, far)
                ring.append(self.map.at((corner[0] + east, corner[1] + north)))
        drawn = area([*ring, self.map.at(second)], ink, ink, 1, fill_opacity=0.09, stroke_dasharray="5 3")
        return tag("g", drawn, data_arc=far)

    def path(self, before: Bases, after: Bases, kind: str, ink: str) -> Markup:
        """An arrow from front to front; nothing where it stays."""
        ends = [front(before), front(after)] if kind != "manoeuvre" else [block(before).at, block(after).at]
        start, end = self.map.ring(ends)
        if hypot(end[0] - start[0], end[1] - start[1]) < 3:
            return join(())
        return arrows.WAYS.get(kind, arrows.advance_arrow)([start, end], ink, self.map.pen)

    def volley(self, unit: Unit, target: Unit) -> Markup:
        path = self.map.ring([front(unit.bases), block(target.bases).at])
        return arrows.volley_arrow(path, self.ink(unit.id), self.map.pen)

    def ride(self, unit: Unit, target: Unit) -> Markup:
        path = self.map.ring([front(unit.bases), block(target.bases).at])
        return arrows.charge_arrow(path, self.ink(unit.id), self.map.pen)

    def swords(self, unit: Unit, enemy: Unit) -> Markup:
        pairs = ((between2((a.x, a.y), (b.x, b.y)), a, b) for a in unit.bases for b in enemy.bases)
        _, a, b = min(pairs, key=lambda one: one[0])
        middle = self.map.at(((a.x + b.x) / 2, (a.y + b.y) / 2))
        return group(swords(max(self.map.scale * 0.7, 7)), at=middle)

    def danger(self, enemy: Unit, there: Unit) -> Markup:
        """A thin line from an enemy who may answer."""
        path = self.map.ring([block(enemy.bases).at, block(there.bases).at])
        drawn = line(path, "card", 3.4, opacity=0.7), line(path, self.ink(enemy.id), 1.5, "2 4")
        return tag("g", *drawn, data_danger=enemy.id)

    # --- commanders ---

    def thread(self, start: Point, end: Point, ink: str) -> Markup:
        return line(self.map.ring([start, end]), ink, 1.4, "1 4")

    def at_place(self, one: Commander, to: Point) -> Markup:
        """A commander where he would be, his way and how far his voice carries from there."""
        ink = side_of(self.sides.index(self.field.post(one.id).side)).ink
        radius = self.field.disc(one).radius
        profile = self.field.profile(one)
        voice = (profile.coordinated_in if profile else 0) or self.field.parameters.coordinated
        size = max(self.map.px(radius), 5.5)
        spot = self.map.at(to)
        parts = [
            self.thread((one.x, one.y), to, ink),
            disc(spot, self.map.px(radius + voice), "none", ink, 1.2, stroke_dasharray="1.5 4"),
            disc(spot, size + 3, "none", "gold", 2.4),
            disc(spot, size, ink, "ink", 1.2, fill_opacity=0.6),
        ]
        return tag("g", *parts, data_unit=one.id, data_side=self.sides.index(self.field.post(one.id).side))

    def flag(self, one: Commander, stance: str, to: Point) -> Markup:
        ink = side_of(self.sides.index(self.field.post(one.id).side)).ink
        size = min(max(self.map.scale * 1.2, 10), 18)
        zone_ = self.map.px(self.field.parameters.order_zone)
        return join(
            [
                self.thread((one.x, one.y), to, ink),
                disc(self.map.at(to), zone_, "none", ink, 1, stroke_dasharray="7 5", opacity=0.8),
                group(counters.order_flag(stance, ink, size), at=self.map.at(to)),
            ]
        )


def _point(words: Order) -> Point | None:
    """Two numbers as a place."""
    if len(words) != 2 or isinstance(words[0], str) or isinstance(words[1], str):
        return None
    return words[0], words[1]


# --- cards ---


def _card(brush: _Brush, order: Order) -> Trace:
    """Orders of a card, and uses of command points."""
    me = brush.commander(brush.about(1 if brush.question.kind == "use" else 0))
    verb, words = str(order[0]), order[1:]
    if verb == "coordinate":
        return _together(brush, words)
    if me is None or not words:
        return Trace()
    here = me.x, me.y
    if verb == "go":
        to = _point(words)
        if to is None:
            return Trace()
        return Trace((brush.at_place(me, to),), to)
    unit, other = brush.unit(words[0]), brush.commander(words[0])
    if unit is not None:
        return _for_unit(brush, verb, me, unit)
    if other is None:
        return Trace()
    to = other.x, other.y
    if verb == "order":
        flag = _point(words[2:])
        if flag is None or words[1] not in STANCES:
            return Trace()
        return Trace((brush.flag(other, str(words[1]), flag),), flag)
    thread = brush.thread(here, to, "ink")
    ring = disc(
        brush.map.at(to), max(brush.map.px(brush.field.disc(other).radius), 6) + 4, "none", "gold", 2.4
    )
    return Trace((thread, ring), to)


def _for_unit(brush: _Brush, verb: str, me: Commander, unit: Unit) -> Trace:
    if verb == "attach":
        return Trace((brush.at_place(me, beside(brush.field, me, unit)),), unit.block.at)
    parts = [brush.outlined(unit)]
    if verb in ("remove_dp", "impulse"):
        parts.append(brush.thread((me.x, me.y), unit.block.at, "ink"))
    return Trace(tuple(parts), unit.block.at)


def _together(brush: _Brush, words: Order) -> Trace:
    """All who take part, and whom they shoot at."""
    action, rest = words[:1], words[2:]
    named = rest if action == ("restore",) else rest[: len(rest) // 2 * 2 : 2]
    parts, at = [], None
    for place, name in enumerate(named):
        unit = brush.unit(name)
        if unit is None:
            continue
        parts.append(brush.outlined(unit))
        at = at or unit.block.at
        target = brush.unit(rest[2 * place + 1]) if action == ("shoot",) else None
        if target is not None:
            parts.append(brush.volley(unit, target))
    return Trace(tuple(parts), at)


# --- a unit ---


def _use(brush: _Brush, order: Order) -> Trace:
    unit = brush.unit(brush.about())
    if unit is None:
        return Trace()
    match order[0]:
        case "cp":
            return _card(brush, order[1:]) if order[1:] else Trace()
        case "shoot" if len(order) == 2:
            target = brush.unit(order[1])
            return (
                Trace((brush.arc(unit), brush.volley(unit, target)), target.block.at) if target else Trace()
            )
        case "fight":
            enemies = [brush.field.unit(one) for one in touched(brush.field, unit)]
            return Trace(tuple(brush.swords(unit, enemy) for enemy in enemies), unit.block.at)
        case "move" | "charge":
            mode = "charge" if order[0] == "charge" else "move"
            going = replace(unit, mode=mode)
            return Trace((moves(brush.counter(going), brush.field.put(going), brush.map),), unit.block.at)
        case "restore":
            return Trace((brush.outlined(unit),), unit.block.at)
    return Trace()


def _step(brush: _Brush, order: Order) -> Trace:
    """Where it stands after the step, the way there, its arc then, and who may answer."""
    unit = brush.unit(brush.about())
    end = None if unit is None or order == ("stop",) else end_of(brush.field, unit, order)
    if unit is None or end is None:
        return Trace()
    kind = "manoeuvre"
    dangers: Sequence[Markup] = ()
    if order[0] == "advance":
        kind = unit.mode if unit.mode in arrows.WAYS else "advance"
        end = _contact(brush.field, unit, int(order[1])) or end
        dangers = tuple(_dangers(brush, unit, int(order[1])))
    there = replace(unit, bases=end, hanging=None)
    parts = [*dangers, brush.path(unit.bases, end, kind, brush.ink(unit.id)), brush.standing(there)]
    if kind == "manoeuvre":
        parts.insert(0, _corners(brush, unit, order, end))
    parts.insert(0, brush.arc(there))
    return Trace(tuple(parts), block(end).at)


def _contact(field: Field, unit: Unit, length: int) -> Bases | None:
    """How it would stand after a step into contact."""
    way_ = steps.way_ahead(field, unit, length)
    if not way_.hits:
        return None
    at = field.put(replace(unit, bases=steps.moved(unit, way_.distance)))
    return conformed(at, at.unit(unit.id), way_.hits)


def _dangers(brush: _Brush, unit: Unit, length: int) -> Iterator[Markup]:
    """Enemies in view that may react to the step, as far as one can see."""
    way_ = steps.way_ahead(brush.field, unit, length)
    trigger = reactions.CHARGE if way_.hits else reactions.PASS
    there = unit if way_.hits else replace(unit, bases=steps.moved(unit, length))
    after = brush.field.put(there)
    shown = replace(unit, bases=steps.moved(unit, length))
    for enemy in after.enemies(unit.id):
        if reactions.options(after, enemy, trigger, "", length, there):
            yield brush.danger(enemy, shown)


def _corners(brush: _Brush, unit: Unit, order: Order, end: Bases) -> Markup:
    """The way of each base in a manoeuvre."""
    ink = brush.ink(unit.id)
    start = unit.hanging.start if order[0] == "go_on" and unit.hanging is not None else unit.bases
    if len(start) != len(end):
        return join(())
    ways = ([(a.x, a.y), (b.x, b.y)] for a, b in zip(start, end, strict=True))
    return join(line(brush.map.ring(one), ink, 0.9, "2 3") for one in ways)


# --- reactions and close combat ---


def _react(brush: _Brush, order: Order) -> Trace:
    if len(order) != 3:
        return Trace()
    option, unit, actor = str(order[0]), brush.unit(order[1]), brush.unit(order[2])
    if unit is None or actor is None:
        return Trace()
    parts = [brush.outlined(unit)]
    if option in (reactions.SHOOT, reactions.STAND_AND_SHOOT, reactions.MIXED):
        parts += [brush.arc(unit), brush.volley(unit, actor)]
    elif option in (reactions.RIDE, reactions.COUNTER):
        parts.append(brush.ride(unit, actor))
    elif option == reactions.EVADE:
        (x, y), (ax, ay) = unit.block.at, actor.block.at
        far = hypot(x - ax, y - ay) or 1
        reach = brush.field.move(unit)
        end = x + (x - ax) / far * reach, y + (y - ay) / far * reach
        path = brush.map.ring([(x, y), end])
        parts.append(arrows.evade_arrow(path, brush.ink(unit.id), brush.map.pen))
    return Trace(tuple(parts), unit.block.at)


def _reply(brush: _Brush, order: Order) -> Trace:
    own, roller = brush.unit(brush.about()), brush.unit(brush.about(1))
    if order != ("reply",) or own is None or roller is None:
        return Trace()
    return Trace((brush.swords(own, roller),), own.block.at)


def _enemy(brush: _Brush, order: Order) -> Trace:
    own, enemy = brush.unit(brush.about()), brush.unit(order[0])
    if own is None or enemy is None:
        return Trace()
    return Trace((brush.outlined(enemy), brush.swords(own, enemy)), enemy.block.at)


def _loss(brush: _Brush, order: Order) -> Trace:
    """A cross on the base that goes, the last of its type at the end that is said."""
    unit = brush.unit(brush.about())
    bases = [] if unit is None else [base for base in unit.bases if base.type == order[0]]
    if unit is None or not bases:
        return Trace()
    base = bases[0] if order[1:] == ("left",) else bases[-1]
    size = max(brush.map.scale * 0.5, 5)
    ways: list[list[Spot]] = [[(-size, -size), (size, size)], [(-size, size), (size, -size)]]
    drawn = [line(one, "card", 5) for one in ways] + [line(one, "ink", 2.4) for one in ways]
    return Trace((group(*drawn, at=brush.map.at((base.x, base.y))),))


# --- before the battle ---


def _deploy(brush: _Brush, order: Order) -> Trace:
    """The whole command at its places, with the zone."""
    side = brush.field.setup.armies[brush.field.post(brush.about()).side]
    units = set_up(brush.field, places_of(brush.field, brush.about(), order))
    if side.deploy is None or not units:
        return Trace()
    west, south, east, north = side.deploy
    ring = brush.map.ring([(west, south), (west, north), (east, north), (east, south)])
    frame = area(ring, "gold", "gold", 1.6, fill_opacity=0.08, stroke_dasharray="8 4")
    return Trace((frame, *(brush.standing(unit) for unit in units)))


def _initial_order(brush: _Brush, order: Order) -> Trace:
    commander, flag = brush.commander(brush.about()), _point(order[1:])
    if commander is None or flag is None or order[0] not in STANCES:
        return Trace()
    return Trace((brush.flag(commander, str(order[0]), flag),))


def _successor(brush: _Brush, order: Order) -> Trace:
    heir = brush.commander(order[0])
    return Trace() if heir is None else Trace((brush.at_place(heir, (heir.x, heir.y)),))


_DRAWN: dict[str, Callable[[_Brush, Order], Trace]] = {
    "card": _card,
    "use": _use,
    "step": _step,
    "react": _react,
    "reply": _reply,
    "fight_next": _enemy,
    "face": _enemy,
    "loss": _loss,
    "deploy": _deploy,
    "initial_order": _initial_order,
    "successor": _successor,
}
