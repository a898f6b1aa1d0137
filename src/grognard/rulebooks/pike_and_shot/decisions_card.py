"""What the seat of a card may do next."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.core.book import Preview
from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Arg, Order, Question
from grognard.locale import T
from grognard.rulebooks.pike_and_shot import cards, command, coordination, previews
from grognard.rulebooks.pike_and_shot.decisions_base import Choice
from grognard.rulebooks.pike_and_shot.field import GUN, Field, in_order
from grognard.rulebooks.pike_and_shot.model import Commander, Unit
from grognard.rulebooks.pike_and_shot.seeing import apart
from grognard.rulebooks.pike_and_shot.shooting import targets
from grognard.rulebooks.pike_and_shot.standing import beside, in_contact
from grognard.rulebooks.pike_and_shot.steps import may_charge
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.space.pose import Point

MOST_GOES = 4
"""So many places to ride to are on the list; any other may be answered too."""
MOST_CP = 2
"""Coordinated orders on the list cost so many CP at most."""


def is_possible(check: Callable[[], None]) -> bool:
    try:
        check()
    except Refused:
        return False
    return True


# --- the list ---


def cp_orders(field: Field, commander: Commander) -> Iterator[Order]:
    """Uses of CP on units that are possible now, also during a unit's activation."""
    if not commander.alive:
        return
    for unit in field.of_side(field.post(commander.id).side):
        if not commander.attached and in_contact(field, commander, unit):
            yield "attach", unit.id
    if commander.cp < 1:
        return
    for unit in field.command_units(commander.id):
        yield from cp_on(field, commander, unit)
    for x, y in places_to_go(field, commander):
        yield "go", x, y


def cp_on(field: Field, commander: Commander, unit: Unit) -> Iterator[Order]:
    """Uses of CP on one unit."""
    if not commander.alive or commander.cp < 1 or not in_contact(field, commander, unit):
        return
    if unit.dp and _can(command.check_touch, field, commander, unit):
        yield "remove_dp", unit.id
    if _can(command.check_impulse, field, commander, unit):
        yield "impulse", unit.id


def _can(check: Callable[[Field, Commander, Unit], None], field: Field, one: Commander, unit: Unit) -> bool:
    return is_possible(lambda: check(field, one, unit))


def places_to_go(field: Field, commander: Commander) -> list[Point]:
    """Behind those of his own units that he can reach and doesn't touch."""
    found = []
    for unit in field.command_units(commander.id):
        if not in_contact(field, commander, unit):
            at = beside(field, commander, unit)
            if at != (commander.x, commander.y) and is_possible(
                lambda at=at: command.check_move(field, commander, at)  # type: ignore[misc]
            ):
                found.append(at)
    return found[:MOST_GOES]


def coordinated_orders(field: Field, commander: Commander) -> Iterator[Order]:
    """All who can do the same together: restore order, shoot at the nearest, move, charge."""
    able = list(able_together(field, commander))
    restoring = tuple(unit.id for unit in able if unit.dp)
    if restoring:
        yield "coordinate", "restore", 1, *restoring
    moving = tuple(word for unit in able for word in (unit.id, "move"))
    charging = tuple(w for u in able if _would_charge(field, u) for w in (u.id, "charge"))
    shooting = tuple(_volleys(field, able))
    for cp in range(1, min(MOST_CP, commander.cp) + 1):
        for action, words in (("shoot", shooting), ("move", moving), ("move", charging)):
            if words:
                yield "coordinate", action, cp, *words


def able_together(field: Field, commander: Commander) -> Iterator[Unit]:
    """Units that a coordinated order may move."""
    profile = field.profile(commander)
    if commander.gave_impulses or commander.cp < 1 or (profile and not profile.may_coordinate):
        return
    units = [unit for unit in field.command_units(commander.id) if not unit.activated or unit.coordinated]
    yield from (u for u in units if coordination.may_take_part(field, commander, u, "move"))


def _would_charge(field: Field, unit: Unit) -> bool:
    """Guns may, but nobody means them to when he says "charge"."""
    return field.arm(unit) != GUN and may_charge(field, unit)


def _volleys(field: Field, units: list[Unit]) -> Iterator[str]:
    for unit in units:
        if unit.hanging is None:
            aimed_at = min(targets(field, unit), key=lambda one: apart(unit, field.unit(one)), default="")
            if aimed_at:
                yield from (unit.id, aimed_at)


def orders_for_others(field: Field, commander: Commander) -> Iterator[Order]:
    """What he may do with subordinate commanders."""
    for one in cards.may_command(field, commander):
        yield "command", one
    for other in field.subordinates(commander.id):
        if not other.activated and not command.is_past(field, other.id):
            yield from (("pass", other.id, cp) for cp in range(1, commander.cp + 1))
        if field.option("orders") != "none":
            yield from _new_orders(field, commander, other)
    yield from _replacements(field, commander)


def _new_orders(field: Field, commander: Commander, other: Commander) -> Iterator[Order]:
    if command.order_cost(field, commander, other) > commander.cp:
        return
    places = [(sheet.x, sheet.y) for sheet in field.setup.objectives.values()]
    places.append((other.x, other.y))
    for stance in command.STANCES:
        for x, y in places:
            flag = other.order
            if flag is None or (flag.stance, flag.x, flag.y) != (stance, x, y):
                yield "order", other.id, stance, x, y


def _replacements(field: Field, commander: Commander) -> Iterator[Order]:
    """Fallen subordinates, by the first unit of their command."""
    if commander.cp < 1:
        return
    for other in field.commanders:
        if not other.alive and field.post(other.id).under == commander.id:
            yield from (("replace", other.id, unit.id) for unit in field.command_units(other.id)[:1])


class Card(Choice):
    """Activate units, spend CP, let subordinates act, or end the card."""

    clauses = ("PS-TURN-03", "PS-TURN-04", "PS-TURN-05", "PS-TURN-06", "PS-CP-02", "PS-ROUT-03")

    @clause("PS-TURN-10")
    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        """By default routing units that must act do so in id order, and the card ends."""
        commander, nested = field.commander(str(question.about[0])), int(question.about[1])
        owing = in_order(cards.owing(field, commander.id, nested))
        yield from (("activate", one) for one in owing)
        if not owing:
            yield ("end",)
        yield from (("activate", one) for one in cards.activatable(field, commander.id, nested))
        yield from cp_orders(field, commander)
        if commander.alive:
            yield from coordinated_orders(field, commander)
            yield from orders_for_others(field, commander)

    def glance(self, field: Field, question: Question) -> bool | None:
        """A unit may be activated besides the first order, or a subordinate, or led by a common order; he who has
        fallen, or rides with a unit and has no points left, can do no more."""
        commander, nested = field.commander(str(question.about[0])), int(question.about[1])
        able = cards.activatable(field, commander.id, nested)
        if len(able) > 1 or (able and not cards.owing(field, commander.id, nested)):
            return True
        if commander.alive and cards.may_command(field, commander):
            return True
        if not commander.alive or (commander.cp < 1 and commander.attached):
            return False
        return any(able_together(field, commander)) or None

    def offers(self, view: PikeView, question: Question, order: Order) -> bool:
        """Told of what needs no command points by itself."""
        field = view.field
        commander, nested = field.commander(str(question.about[0])), int(question.about[1])
        match order:
            case ("end",):
                return not cards.owing(field, commander.id, nested)
            case ("activate", str(unit)):
                return unit in cards.activatable(field, commander.id, nested) or unit in cards.owing(
                    field, commander.id, nested
                )
            case ("command", str(one)):
                return commander.alive and one in cards.may_command(field, commander)
        return super().offers(view, question, order)

    def check(self, view: PikeView, question: Question, order: Order) -> Order:
        field = view.field
        commander, nested = field.commander(str(question.about[0])), int(question.about[1])
        verb = str(order[0]) if order else ""
        if verb not in WORDS and verb != "coordinate" and self.offers(view, question, order):
            return order
        if verb == "end":
            owing = in_order(cards.owing(field, commander.id, nested))
            raise Refused("PS-ROUT-03", T("routing units must run first: {units}", units=tuple(owing)))
        if verb == "activate":
            self._refuse_unit(field, commander, nested, order)
        check_cp(field, commander, order)
        return order

    def _refuse_unit(self, field: Field, commander: Commander, nested: int, order: Order) -> None:
        able = tuple(cards.activatable(field, commander.id, nested))
        unit = field.pieces.get(str(order[1])) if len(order) > 1 else None
        clause_id = "PS-TURN-04"
        if isinstance(unit, Unit) and field.sheet(unit.id).command == commander.id:
            clause_id = "PS-IMP-04" if unit.reacted else "PS-TURN-05"
        given = " ".join(map(str, order[1:]))
        raise Refused(
            clause_id,
            T("'{unit}' can't be activated by '{id}' now", unit=given, id=command.named(field, commander)),
            T("choose {options}", options=able),
        )

    def preview(self, view: PikeView, question: Question, order: Order) -> Preview:
        commander = view.field.commander(str(question.about[0]))
        return previews.of_card(view.field, commander, order)


# --- free answers ---


WORDS = {"go": 2, "attach": 1, "remove_dp": 1, "impulse": 1, "order": 4, "pass": 2, "replace": 2}
"""How many words follow each use of CP; a coordinated order may have any number."""


@clause("PS-CP-02")
def check_cp(field: Field, commander: Commander, order: Order) -> None:
    """Refused where a use of command points is not possible, with the reason."""
    words = order[1:]
    wanted = WORDS.get(str(order[0])) if order else None
    if wanted is not None and len(words) != wanted:
        given = " ".join(map(str, order))
        raise Refused("PS-CP-02", T("'{order}' needs {count} words more", order=given, count=wanted))
    if not commander.alive:
        raise Refused("PS-TURN-09", T("'{other}' has fallen", other=command.named(field, commander)))
    match order[0] if order else "":
        case "coordinate":
            coordination.check_coordinate(field, commander, words)
        case "go":
            command.check_move(field, commander, (_number(words, 0), _number(words, 1)))
        case "attach":
            unit = _unit(field, words, 0)
            if commander.attached:
                raise Refused("PS-CP-03", T("'{id}' is attached already", id=command.named(field, commander)))
            command.check_attach(field, commander, unit)
        case "remove_dp":
            command.check_touch(field, commander, _unit(field, words, 0))
        case "impulse":
            command.check_impulse(field, commander, _unit(field, words, 0))
        case "order":
            at = _number(words, 2), _number(words, 3)
            command.check_order(field, commander, _other(field, words), str(words[1]), at)
        case "pass":
            command.check_pass(field, commander, _other(field, words), _number(words, 1))
        case "replace":
            command.check_replace(field, commander, _other(field, words), _unit(field, words, 1))
        case _:
            given = " ".join(map(str, order))
            raise Refused("PS-TURN-03", T("'{order}' is not possible here", order=given))


def _number(words: tuple[Arg, ...], at: int) -> int:
    if len(words) <= at or not isinstance(words[at], int):
        raise Refused("PS-CP-01", T("a whole number is missing"))
    return int(words[at])


def _unit(field: Field, words: tuple[Arg, ...], at: int) -> Unit:
    known = {unit.id: unit for unit in field.units}
    name = str(words[at]) if len(words) > at else ""
    if name not in known:
        raise Refused("PS-CP-07", T("there is no unit '{unit}'", unit=name))
    return known[name]


def _other(field: Field, words: tuple[Arg, ...]) -> Commander:
    known = {one.id: one for one in field.commanders}
    name = str(words[0]) if words else ""
    if name not in known:
        raise Refused("PS-CP-08", T("there is no commander '{id}'", id=name))
    return known[name]
