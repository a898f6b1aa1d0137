"""The grammar of deployment: where units are to stand, each in a row of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Arg, Order, Question
from grognard.locale import T, Text
from grognard.orders import Said
from grognard.orders.compass import heading_of
from grognard.orders.model import Key
from grognard.orders.stretch import Keys, number_of
from grognard.rulebooks.fantasy import placing
from grognard.rulebooks.fantasy.model import Unit
from grognard.rulebooks.fantasy.order_words import order_words
from grognard.rulebooks.fantasy.orders import FORMATIONS
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.space.sine import TURN

DEPLOY: Order = ("deploy",)


class PlaceGrammar:
    """Deployment of a seat's units. A part holds whole rows; a unit's later row replaces its earlier one."""

    def __init__(self, view: FantasyView, question: Question, keys: frozenset[Key]) -> None:
        self.view, self.question, self.keys = view, question, keys
        self.own = {unit.id: unit for unit in placing.units_of(view.field, str(question.about[0]))}

    def read(self, said: tuple[Keys, ...]) -> tuple[Said, ...]:
        rows = list(_rows(self.own, said))
        if "at:listed" in (said[-1] if said else ()) and len(said) <= 2:
            return (Said(DEPLOY),)
        if not rows or None in rows:
            return ()
        return (Said((*DEPLOY, *(word for row in rows if row for word in row))),)

    def problem(self, said: tuple[Keys, ...]) -> Text | None:
        named = any(keys & self.own.keys() for keys in said)
        return T("of a unit's place two numbers are to be said, x and y") if named else None

    @clause("FA-GEN-10")
    def joined(self, parts: Sequence[Order]) -> tuple[Order, bool]:
        places: dict[Arg, Order] = {}
        put_aside = False
        for part in parts:
            rows = [part[at : at + placing.PLACE] for at in range(1, len(part), placing.PLACE)]
            put_aside = any(row[0] in places and places[row[0]] != row for row in rows)
            put_aside = put_aside or (not rows and bool(places))
            places = {**places, **{row[0]: row for row in rows}} if rows else {}
        return (*DEPLOY, *(word for row in places.values() for word in row)), put_aside

    def allows(self, order: Order) -> bool:
        from grognard.rulebooks.fantasy.decisions import DECISIONS

        try:
            DECISIONS["deploy"].check(self.view, self.question, order)
        except Refused:
            return False
        return True

    def words(self, order: Order) -> Text:
        return order_words(self.view, self.question, order)


def _rows(own: dict[str, Unit], said: tuple[Keys, ...]) -> Iterator[Order | None]:
    """The rows said; None for what is none."""
    if not said:
        return
    starts = [at for at, keys in enumerate(said) if number_of(keys) is None and len(keys & own.keys()) == 1]
    before = said[: starts[0]] if starts else said
    if any("do:deploy" not in keys for keys in before):
        yield None
    for start, end in pairwise((*starts, len(said))):
        (unit_id,) = said[start] & own.keys()
        yield _row(own[str(unit_id)], said[start + 1 : end])


@clause("FA-GEN-10", "FA-UNIT-09")
def _row(unit: Unit, said: tuple[Keys, ...]) -> Order | None:
    """A unit's place; what isn't said of it is as now. None if something is over."""
    place: list[Decimal] = []
    heading, files, formation = unit.heading, unit.files, str(unit.formation)
    wanted = ""
    for keys in said:
        number = number_of(keys)
        compass = heading_of(keys)
        form = next((one for one in FORMATIONS if f"form:{one}" in keys), "")
        if number is not None and wanted == "heading":
            heading, wanted = int(number * 10) % TURN, ""
        elif number is not None and wanted == "files":
            files, wanted = int(number), ""
        elif number is not None and len(place) < 2:
            place.append(number)
        elif compass is not None:
            heading, wanted = compass, ""
        elif form and "n:files" not in keys:
            formation = form
        elif keys & {"do:face", "n:files"}:
            wanted = "heading" if "do:face" in keys else "files"
        elif not keys & {"at:point", "do:deploy", "do:formation", "n:degrees", "n:cells"}:
            return None
    if len(place) != 2:
        return None
    x, y = (int(one * 1000) for one in place)
    return (unit.id, x, y, heading, files, formation)
