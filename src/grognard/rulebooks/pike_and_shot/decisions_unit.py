"""What a unit may do with an impulse, and with a move point."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.book import Preview
from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.locale import T
from grognard.rulebooks.pike_and_shot import plans, previews, refusals, shooting, steps
from grognard.rulebooks.pike_and_shot.decisions_base import Choice
from grognard.rulebooks.pike_and_shot.decisions_card import check_cp, cp_on
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.formations import ranks_of
from grognard.rulebooks.pike_and_shot.impulses import restored_by
from grognard.rulebooks.pike_and_shot.model import Flag, Unit
from grognard.rulebooks.pike_and_shot.seeing import near
from grognard.rulebooks.pike_and_shot.touch import touched
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.space.pose import between2, heading_to, turn_to

STOP: Order = ("stop",)
LEAST_TURN = 100
"""Smaller turns than 10 degrees are not on the list; any may be answered."""


# --- an impulse ---


class Use(Choice):
    """Restore order, move, charge, shoot, fight, or stop; the commander's CP in between (``cp`` and the use)."""

    clauses = ("PS-IMP-01", "PS-IMP-05", "PS-RALLY-03", "PS-SHOT-01", "PS-TURN-08", "PS-TURN-10")

    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        unit, commander = field.unit(str(question.about[0])), field.commander(str(question.about[1]))
        yield STOP
        yield from impulse_orders(field, unit)
        yield from (("cp", *order) for order in cp_on(field, commander, unit))

    def glance(self, field: Field, question: Question) -> bool | None:
        """With an impulse left it may move or fight; without one all hangs on its commander's points."""
        unit, commander = field.unit(str(question.about[0])), field.commander(str(question.about[1]))
        if unit.left > 0:
            return True
        return None if commander.alive and commander.cp > 0 else False

    def offers(self, view: PikeView, question: Question, order: Order) -> bool:
        """Told for each use by itself."""
        if order[:1] == ("cp",):
            return super().offers(view, question, order)
        return order == STOP or may_use(view.field, view.field.unit(str(question.about[0])), order)

    def check(self, view: PikeView, question: Question, order: Order) -> Order:
        if self.offers(view, question, order):
            return order
        field = view.field
        if (
            order[:1] == ("cp",)
            and order[1:2]
            and order[1] in ("go", "attach", "remove_dp", "impulse", "order")
        ):
            check_cp(field, field.commander(str(question.about[1])), order[1:])
            return order
        refuse_use(field, field.unit(str(question.about[0])), order)
        raise AssertionError

    def preview(self, view: PikeView, question: Question, order: Order) -> Preview:
        field = view.field
        unit, commander = field.unit(str(question.about[0])), field.commander(str(question.about[1]))
        return previews.of_use(field, unit, commander, order)


@clause("PS-IMP-01", "PS-IMP-05", "PS-RALLY-01", "PS-RALLY-03", "PS-HTH-14")
def impulse_orders(field: Field, unit: Unit) -> Iterator[Order]:
    """Uses of an impulse that make sense now."""
    if unit.left < 1:
        return
    if touched(field, unit):
        yield ("fight",)
        yield ("move",)
        return
    if unit.dp and restored_by(field, unit):
        yield ("restore",)
    yield ("move",)
    if steps.may_charge(field, unit) and _foe_in_reach(field, unit):
        yield ("charge",)
    yield from (("shoot", one) for one in shooting.targets(field, unit))


def may_use(field: Field, unit: Unit, order: Order) -> bool:
    """Whether a use is among :func:`impulse_orders`."""
    if unit.left < 1:
        return False
    match order:
        case ("move",):
            return True
        case ("fight",):
            return bool(touched(field, unit))
        case ("shoot", str(target)) if not touched(field, unit):
            return shooting.is_target(field, unit, target)
        case _:
            return order in impulse_orders(field, unit)


def _foe_in_reach(field: Field, unit: Unit) -> bool:
    most = max(steps.movement(field).points.values()) * field.move(unit)
    return any(near(unit, enemy, most) for enemy in field.enemies(unit.id))


def refuse_use(field: Field, unit: Unit, order: Order) -> None:
    """Say why an impulse can't be used so."""
    verb = str(order[0]) if order else ""
    able = tuple(" ".join(map(str, one)) for one in (STOP, *impulse_orders(field, unit)))
    hint = T("choose {options}", options=able)
    if unit.left < 1:
        raise Refused("PS-IMP-01", T("'{unit}' has no impulse left", unit=unit.id), hint)
    if touched(field, unit):
        raise Refused("PS-IMP-05", T("'{unit}' is in contact: it can only fight or move", unit=unit.id), hint)
    if verb == "restore":
        raise Refused("PS-RALLY-01", T("'{unit}' would lose no disorder", unit=unit.id), hint)
    if verb == "charge":
        why = "PS-ORD-03" if steps.may_advance(field, unit) else "PS-MOVE-12"
        raise Refused(why, T("'{unit}' can't charge anybody", unit=unit.id), hint)
    if verb == "shoot":
        target = str(order[1]) if len(order) > 1 else ""
        why_not = refusals.why_no_shot(field, unit, target)
        raise Refused(
            "PS-SHOT-01",
            T("'{unit}' can't shoot at '{target}': {why}", unit=unit.id, target=target, why=why_not),
            hint,
        )
    raise Refused("PS-IMP-01", T("'{order}' is no use of an impulse", order=" ".join(map(str, order))), hint)


# --- a move point ---


class Step(Choice):
    """Advance (thousandths), a manoeuvre by its plan, carry on with one, or stop."""

    clauses = ("PS-MOVE-08", "PS-MOVE-09", "PS-MAN-01", "PS-MAN-02", "PS-MAN-06", "PS-TURN-10")

    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        yield STOP
        yield from step_orders(field, field.unit(str(question.about[0])))

    def glance(self, field: Field, question: Question) -> bool | None:
        """Where no unit is hidden a seat knows all that a step of its own hangs on."""
        if field.option("fog") == "full":
            return None
        return next(step_orders(field, field.unit(str(question.about[0]))), None) is not None

    def check(self, view: PikeView, question: Question, order: Order) -> Order:
        field = view.field
        unit = field.unit(str(question.about[0]))
        if order != STOP and not field.still.get(_step_key(field, unit, order)):
            check_step(field, unit, order)
        return order

    def preview(self, view: PikeView, question: Question, order: Order) -> Preview:
        return previews.of_step(view.field, view.field.unit(str(question.about[0])), order)


def _length(order: Order) -> int:
    if len(order) != 2 or not isinstance(order[1], int):
        raise Refused("PS-MOVE-08", T("an advance needs its length"))
    return order[1]


def check_step(field: Field, unit: Unit, order: Order) -> None:
    """Refused where a step is not possible, with the reason."""
    match order[0] if order else "":
        case "advance":
            steps.check_advance(field, unit, _length(order))
        case "go_on" if len(order) == 1:
            steps.check_go_on(field, unit)
        case "manoeuvre":
            check_manoeuvre(field, unit, order)
        case _:
            given = " ".join(map(str, order))
            raise Refused("PS-MOVE-08", T("'{order}' is no step", order=given))


def may_step(field: Field, unit: Unit, order: Order) -> bool:
    """Whether a step is possible; kept as long as all stand so."""
    key = _step_key(field, unit, order)
    found: bool | None = field.still.get(key)
    if found is None:
        try:
            check_step(field, unit, order)
            found = True
        except Refused:
            found = False
        field.still[key] = found
    return found


def _step_key(field: Field, unit: Unit, order: Order) -> tuple[str, Unit, Order, Flag | None]:
    """All that a step hangs on but where units stand."""
    return "step", unit, order, steps.flag_of(field, unit)


@clause("PS-REACT-14", "PS-MELEE-02")
def check_manoeuvre(field: Field, unit: Unit, order: Order) -> plans.Plan:
    """After an evaded charge only straight on is possible."""
    if unit.mode == "straight":
        raise Refused("PS-REACT-10", T("'{unit}' can only go straight on, or stop", unit=unit.id))
    return steps.check_open(field, unit, order[1:])


def step_orders(field: Field, unit: Unit) -> Iterator[Order]:
    """Sensible steps: as far as possible and half of it; a few manoeuvres."""
    yield from (order for order in _thinkable(field, unit) if may_step(field, unit, order))


def _thinkable(field: Field, unit: Unit) -> Iterator[Order]:
    if unit.hanging is not None:
        yield ("go_on",)
    way = steps.furthest(field, unit)
    for length in dict.fromkeys((way.distance, way.distance // 2)):
        if length:
            yield "advance", length
    if unit.mode != "straight":
        yield from (("manoeuvre", *words) for words in manoeuvres(field, unit))


def manoeuvres(field: Field, unit: Unit) -> Iterator[Order]:
    """Plans worth a thought: face the nearest enemy, turn, wheel, change formation, step back, mount."""
    foes = [enemy.centroid for enemy in field.enemies(unit.id)]
    if foes:
        nearest = min(foes, key=lambda at: between2(unit.centroid, at))
        angle = turn_to(steps.heading_of(unit), heading_to(unit.centroid, nearest))
        if abs(angle) >= LEAST_TURN:
            yield "turn", angle
    yield from (("turn", 450), ("turn", -450), ("turn_about",), ("quarter_turn", "right"))
    yield from (("quarter_turn", "left"), ("wheel", "right", 450), ("wheel", "left", 450))
    yield from _formations(field, unit)
    yield "step_back", field.move(unit)
    if all(base.type in field.tables.swaps for base in unit.bases):
        yield ("swap",)


def _formations(field: Field, unit: Unit) -> Iterator[Order]:
    """Each formation that the unit can take, with the files it has and in two ranks."""
    count = len(unit.bases)
    now = unit.formation, max(map(len, ranks_of(unit.bases)))
    for name in plans.possible(field, unit):
        for files in dict.fromkeys((now[1], 2 if name == "column" else -(-count // 2))):
            if (name, files) != now and files <= count:
                yield "form", name, files
