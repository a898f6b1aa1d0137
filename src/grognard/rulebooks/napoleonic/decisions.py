"""All kinds of questions; here those of a seat or a side: places, persons, initiative, vacant posts, the end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from grognard.core.book import Preview
from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic import command, deployment, persons, replacement
from grognard.rulebooks.napoleonic.decisions_base import Choice, unlisted
from grognard.rulebooks.napoleonic.decisions_fight import Fire, Follow, Pursue, Skirmish, Strike
from grognard.rulebooks.napoleonic.decisions_order import UnitOrder
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Person, Unit
from grognard.rulebooks.napoleonic.order_of_battle import ARTILLERY_CHIEF
from grognard.rulebooks.napoleonic.persons import Change
from grognard.rulebooks.napoleonic.view import NapoleonicView

MOST_SWAPS = 30
MOST_JOINS = 8


class Deployment(Choice):
    """(``deploy``, then unit, x, y, heading of each that stands elsewhere than printed)."""

    clauses = ("NA-SEQ-07",)

    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        yield ("deploy",)
        seat = question.seat
        legal = (
            ("deploy", *words)
            for words in deployment.swaps(field, seat)
            if deployment.why_not(field, seat, deployment.read(("deploy", *words)) or {}) is None
        )
        yield from islice(legal, MOST_SWAPS)

    @clause("NA-ART-08", "NA-CMD-01")
    def check_own(self, view: NapoleonicView, question: Question, order: Order) -> None:
        places = deployment.read(order)
        if places is None:
            raise Refused("NA-SEQ-07", T("say deploy, then unit, x, y and heading for each"))
        wrong = deployment.why_not(view.field, question.seat, places)
        if wrong is not None:
            raise _misplaced(*wrong)


def _misplaced(unit: str, why: str) -> Refused:
    words: dict[str, tuple[str, Text]] = {
        "yours": ("NA-SEQ-07", T("'{unit}' is not yours to place", unit=unit)),
        "zone": ("NA-SEQ-07", T("'{unit}' stands outside its zone", unit=unit)),
        "taken": ("NA-MOVE-16", T("'{unit}' overlaps another unit", unit=unit)),
        "ground": ("NA-OBS-12", T("'{unit}' stands where it can't", unit=unit)),
        "guns": ("NA-ART-08", T("'{unit}' stands too near to another gun", unit=unit)),
        "link": ("NA-CMD-01", T("'{unit}' is out of reach of its superior", unit=unit)),
    }
    return Refused(*words[why])


class Persons(Choice):
    """(``persons``, then items: ``join`` person unit, ``take`` person formation, ``give`` person, ``cover`` unit chief,
    ``release`` unit)."""

    clauses = ("NA-CMD-10", "NA-CMD-16", "NA-CMD-20", "NA-CMD-02")

    @clause("NA-SEQ-07")
    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        """All stay; then one change each."""
        seat = question.seat
        yield ("persons",)
        for man in persons.of_seat(field, seat):
            yield from (
                ("persons", "join", man.id, one) for one in islice(persons.reachable(field, man), MOST_JOINS)
            )
            yield from _posts(field, man)
        yield from _covers(field, seat)

    def only(self, field: Field, question: Question) -> Order | None:
        """Who may join anybody has a choice: it need not be known who is the nearest."""
        men = persons.of_seat(field, question.seat)
        if any(persons.may_join_anybody(field, man) for man in men):
            return None
        return super().only(field, question)

    def check(self, view: NapoleonicView, question: Question, order: Order) -> Order:
        """The list need not be made: an order is judged by itself."""
        self.check_own(view, question, order)
        return order

    def check_own(self, view: NapoleonicView, question: Question, order: Order) -> None:
        changes = persons.read(order)
        if changes is None:
            raise Refused("NA-CMD-10", T("say persons, then what each of them does"))
        own = {man.id: man for man in persons.of_seat(view.field, question.seat)}
        places = {one.who: one.other for one in changes if one.what == "join"}
        if len({(one.what in ("cover", "release"), one.what, one.who) for one in changes}) < len(changes):
            raise Refused("NA-CMD-10", T("one person is told the same thing twice"))
        for change in changes:
            _check_change(view.field, question.seat, own, places, change)


def _posts(field: Field, man: Person) -> Iterator[Order]:
    if man.acting:
        yield "persons", "give", man.id
    for formation in persons.juniors_of(field, man):
        if persons.stands_with(field, man.at, formation):
            yield "persons", "take", man.id, formation
            continue
        near = (one for one in persons.reachable(field, man) if persons.stands_with(field, one, formation))
        for unit in islice(near, 1):
            yield "persons", "join", man.id, unit, "take", man.id, formation


@clause("NA-CMD-02")
def _covers(field: Field, seat: str) -> Iterator[Order]:
    chiefs = [man for man in persons.of_seat(field, seat) if man.post == ARTILLERY_CHIEF]
    for unit in field.units:
        if field.seat(unit) != seat:
            continue
        if unit.covers:
            yield "persons", "release", unit.id
        else:
            yield from (
                ("persons", "cover", unit.id, man.id)
                for man in chiefs
                if persons.may_cover(field, unit, man)
                and field.gap(unit, field.body(man.at)) <= _reach(field)
            )


def _reach(field: Field) -> int:
    return field.tables.posts[ARTILLERY_CHIEF].radius


def _check_change(
    field: Field, seat: str, own: dict[str, Person], places: dict[str, str], change: Change
) -> None:
    what, who, other = change
    if what in ("cover", "release"):
        _check_cover(field, seat, own, change)
        return
    if who not in own:
        raise Refused("NA-CMD-10", T("'{person}' is no person of yours on the table", person=who),
                      T("choose {options}", options=tuple(own)))  # fmt: skip
    man = own[who]
    if what == "join" and (why := persons.why_not_join(field, man, other)):
        raise _no_join(field, man, other, why)
    if what == "give" and not man.acting:
        raise Refused("NA-CMD-20", T("'{person}' does nobody else's work", person=who))
    if what == "take":
        juniors = persons.juniors_of(field, man)
        if other not in juniors:
            raise Refused("NA-CMD-16", T("'{person}' can't take over '{formation}'", person=who, formation=other),
                          T("choose {options}", options=tuple(juniors)))  # fmt: skip
        if not persons.stands_with(field, places.get(who, man.at), other):
            raise Refused("NA-CMD-16", T("he must be with a unit of '{formation}'", formation=other))


def _no_join(field: Field, man: Person, unit: str, why: str) -> Refused:
    words = {
        "nobody": T("'{unit}' is no unit of his side on the table", unit=unit),
        "held": T("from a locked or fleeing unit he can join only one that is neither"),
        "far": T("'{unit}' is too far for him", unit=unit),
        "crossed": T("the enemy stands between him and '{unit}'", unit=unit),
    }
    return Refused(
        "NA-CMD-10", words[why], T("choose {options}", options=tuple(persons.reachable(field, man)))
    )


@clause("NA-CMD-02")
def _check_cover(field: Field, seat: str, own: dict[str, Person], change: Change) -> None:
    unit = field.pieces.get(change.who)
    if not isinstance(unit, Unit) or not unit.on_table or field.seat(unit) != seat:
        raise Refused("NA-CMD-02", T("'{unit}' is no regiment of yours", unit=change.who))
    if change.what == "release" and not unit.covers:
        raise Refused("NA-CMD-02", T("'{unit}' covers no guns", unit=unit.id))
    chief = own.get(change.other)
    if change.what == "cover" and (chief is None or not persons.may_cover(field, unit, chief)):
        why = T("'{unit}' can't cover guns under '{person}'", unit=unit.id, person=change.other)
        raise Refused("NA-CMD-02", why)


class Initiative(Choice):
    """(``roll``, lower ends of broken links ..., ``split``, units that want to split or rejoin ...)."""

    clauses = ("NA-CMD-07", "NA-UNIT-08", "NA-UNIT-10")

    @clause("NA-SEQ-07")
    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        """Every broken link rolls; each split besides; nobody rolls."""
        seat = question.seat
        broken = command.broken(field, seat)
        yield ("roll", *broken)
        yield from (("roll", *broken, command.SPLIT, unit) for unit in command.may_try_split(field, seat))
        yield ("roll",)
        if len(broken) > 1:
            yield from (("roll", *(other for other in broken if other != one)) for one in broken)

    def check(self, view: NapoleonicView, question: Question, order: Order) -> Order:
        """The list need not be made: an order is judged by itself."""
        self.check_own(view, question, order)
        return order

    def check_own(self, view: NapoleonicView, question: Question, order: Order) -> None:
        if order[:1] != ("roll",):
            raise unlisted("NA-CMD-07", order, self.options(view, question))
        links, splits = command.read(order)
        known = command.broken(view.field, question.seat)
        wrong = [one for one in links if one not in known] or (
            ["twice"] if len(set(links)) < len(links) else []
        )
        if wrong:
            raise Refused("NA-CMD-07", T("'{unit}' has no broken link to roll for", unit=wrong[0]),
                          T("choose {options}", options=tuple(known)))  # fmt: skip
        may = command.may_try_split(view.field, question.seat) if splits else []
        if not set(splits) <= set(may) or len(set(splits)) < len(splits):
            raise Refused("NA-UNIT-08", T("'{units}' can't try to split or rejoin", units=" ".join(splits)),
                          T("choose {options}", options=tuple(may)))  # fmt: skip

    def preview(self, view: NapoleonicView, question: Question, order: Order) -> Preview:
        from grognard.rulebooks.napoleonic import previews

        return previews.of_initiative(order)


class Replacement(Choice):
    """(``juniors``, those who may try: all without names), (``senior``, person), (``appoint``, person), (``give``,
    person) or (``wait``,)."""

    clauses = ("NA-CMD-15", "NA-CMD-16", "NA-CMD-17", "NA-CMD-18", "NA-CMD-19")

    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        yield from replacement.choices(field, str(question.about[0]))

    @clause("NA-CMD-18")
    def check_own(self, view: NapoleonicView, question: Question, order: Order) -> None:
        able = [man.id for man in replacement.candidates(view.field, str(question.about[0]))]
        if len(order) < 2 or order[0] != "juniors" or not set(order[1:]) <= set(able):
            raise unlisted("NA-CMD-15", order, self.options(view, question))


class End(Choice):
    """(``go_on``,), (``truce``,) or (``concede``,)."""

    clauses = ("NA-END-01", "NA-SEQ-07")

    def orders(self, field: Field, question: Question) -> Iterator[Order]:
        yield from (("go_on",), ("truce",), ("concede",))


DECISIONS: dict[str, Any] = {
    "deploy": Deployment(),
    "persons": Persons(),
    "initiative": Initiative(),
    "order": UnitOrder(),
    "fire": Fire(),
    "skirmish": Skirmish(),
    "strike": Strike(),
    "follow": Follow(),
    "pursue": Pursue(),
    "replacement": Replacement(),
    "end": End(),
}
