"""All kinds of questions, and the first: where units stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.locale import T
from grognard.rulebooks.modern import deployment
from grognard.rulebooks.modern.decisions_base import Choice, unlisted
from grognard.rulebooks.modern.decisions_card import Answer, Discard, Exchange, Inspection, Kso, Voice
from grognard.rulebooks.modern.decisions_fire import Attack, Shot
from grognard.rulebooks.modern.decisions_move import Movement
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.view import ModernView

MOST_SWAPS = 40


class Deployment(Choice):
    """(``deploy``, unit, place, unit, place ...): what stands elsewhere than proposed. A place is a hex, a transport,
    or ``reserve``."""

    clauses = ("MO-TURN-08",)

    def orders(self, view: ModernView, question: Question) -> Iterator[Order]:
        """The proposal; then pairs of units that change places."""
        seat, field = str(question.about[0]), view.field
        places = deployment.proposal(field, seat)
        yield ("deploy",)
        on_hexes = [(unit_id, hex) for unit_id, hex in places.items() if isinstance(hex, int)]
        found = 0
        for at, (one, hex) in enumerate(on_hexes):
            for other, there in on_hexes[at + 1 :]:
                if found < MOST_SWAPS and _differ(field, one, other):
                    order = ("deploy", one, there, other, hex)
                    if deployment.why_not(field, seat, deployment.changed(field, seat, order[1:])) is None:
                        found += 1
                        yield order

    @clause("MO-TURN-08")
    def check_own(self, view: ModernView, question: Question, order: Order) -> None:
        seat, field, words = str(question.about[0]), view.field, order[1:]
        known = deployment.proposal(field, seat)
        if not order or order[0] != "deploy" or len(words) % 2:
            raise unlisted("MO-TURN-08", order, (("deploy",),))
        for one in words[::2]:
            if one not in known:
                raise Refused("MO-TURN-08", T("there is no unit '{unit}' of yours", unit=one),
                              T("choose {options}", options=tuple(known)))  # fmt: skip
        problem = deployment.why_not(field, seat, deployment.changed(field, seat, words))
        if problem is not None:
            raise _refusal(field, *problem)


def _differ(field: Field, one: str, other: str) -> bool:
    return field.unit(one).number != field.unit(other).number


def _refusal(field: Field, unit_id: str, place: Any, why: str) -> Refused:
    number = field.unit(unit_id).number
    where = field.label(place) if isinstance(place, int) else str(place)
    words = {
        "zone": T("{hex} is no hex of your start zone", hex=where),
        "ground": T("unit {number} cannot stand in {hex}", number=number, hex=where),
        "taken": T("two units cannot stand in {hex}", hex=where),
        "aboard": T("unit {number} cannot go aboard {hex}", number=number, hex=where),
    }
    return Refused("MO-TURN-08", words[why])


DECISIONS: dict[str, Any] = {
    "deployment": Deployment(),
    "kso": Kso(),
    "movement": Movement(),
    "attack": Attack(),
    "shot": Shot(),
    "answer": Answer(),
    "exchange": Exchange(),
    "discard": Discard(),
    "conference": Voice(),
    "inspection": Inspection(),
}
