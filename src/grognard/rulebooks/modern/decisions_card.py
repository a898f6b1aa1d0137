"""What may be played in the KSO phases and in windows; exchange of credits, discards, conferences."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.book import Preview
from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.locale import T
from grognard.rulebooks.modern import decks, previews
from grognard.rulebooks.modern.card_words import TIER_WORDS
from grognard.rulebooks.modern.decisions_base import (
    Choice,
    OwnTurn,
    check_looks,
    check_moment,
    check_play,
    looks,
    moments,
    plays,
    unlisted,
)
from grognard.rulebooks.modern.effects import TIERS
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.passing import TIME_UP
from grognard.rulebooks.modern.points import buyable
from grognard.rulebooks.modern.view import ModernView


class Kso(OwnTurn):
    """KSO-1 and KSO-2: a card, an ability, or none."""

    clauses = ("MO-KSO-06", "MO-GNL-04", "MO-GNL-05")

    def phase_orders(self, view: ModernView, seat: str) -> Iterator[Order]:
        return iter(())

    def check_phase(self, view: ModernView, seat: str, order: Order) -> None:
        raise unlisted(self.clauses[0], order, ())


class Answer(Choice):
    """A window: a sudden card that fits, or pass. ``about``: window, declared card or firer's hex, target's hex, seat,
    who is asked after him."""

    clauses = ("MO-KSO-12", "MO-KSO-13", "MO-KSO-10")
    always = (("pass",),)

    def orders(self, view: ModernView, question: Question) -> Iterator[Order]:
        window, about, _, seat, _ = question.about
        yield ("pass",)
        yield from plays(view.field, str(seat), str(window), about)
        yield ("pass", "turn")
        yield from looks(view.field, str(seat))

    def check_own(self, view: ModernView, question: Question, order: Order) -> None:
        window, about, _, seat, _ = question.about
        own_turn = seat in view.field.active
        verb = order[0] if order else ""
        allowed = ("inspect", "propose", TIME_UP) if own_turn else ("inspect", "propose")
        if verb == "play" and len(order) > 1:
            check_play(view.field, str(seat), order, str(window), about)
        elif verb not in allowed or not check_moment(view.field, str(seat), order):
            raise unlisted("MO-KSO-12", order, self.options(view, question))

    @clause("MO-TURN-05", "MO-TURN-06")
    def default(self, view: ModernView, question: Question) -> Order:
        """Silence is a pass; of the active general it is that his time is out."""
        seconds = view.field.clock.seconds
        own_turn = question.about[3] in view.field.active
        return (TIME_UP, seconds) if own_turn and seconds else ("pass",)

    def preview(self, view: ModernView, question: Question, order: Order) -> Preview:
        return previews.of_moment(view.field, str(question.about[3]), order)


class Exchange(Choice):
    """A card for credits or a voucher: (``take`` or ``voucher``, tier, card to discard first or "", card named or "");
    or end."""

    clauses = ("MO-CP-04", "MO-KSO-17", "MO-KSO-18")
    always = (("end",),)

    def orders(self, view: ModernView, question: Question) -> Iterator[Order]:
        seat = str(question.about[0])
        yield ("end",)
        for verb, tier in buyable(view.field, seat):
            for gone in _to_discard(view.field, seat):
                yield from ((verb, tier, gone, named) for named in _to_name(view.field, tier))
        yield from moments(view.field, seat)

    def check_own(self, view: ModernView, question: Question, order: Order) -> None:
        field, seat = view.field, str(question.about[0])
        if order and order[0] in ("take", "voucher"):
            _check_taking(field, seat, order)
        if order == ("end_turn",) or not check_moment(field, seat, order):
            raise unlisted("MO-CP-04", order, self.options(view, question))

    @clause("MO-TURN-06")
    def default(self, view: ModernView, question: Question) -> Order:
        seconds = view.field.clock.seconds
        return (TIME_UP, seconds) if seconds else ("end",)

    def preview(self, view: ModernView, question: Question, order: Order) -> Preview:
        field, seat = view.field, str(question.about[0])
        if order and order[0] == "take" and len(order) > 1 and order[1] in TIERS:
            left = field.general(seat).credits - field.parameters.credit_cost[str(order[1])]
            return Preview((T("credits left after it: {left}", left=left),))
        return previews.of_moment(field, seat, order)


@clause("MO-KSO-18")
def _to_discard(field: Field, seat: str) -> tuple[str, ...]:
    """With a full hand a card goes first."""
    return ("",) if decks.has_room(field, seat) else tuple(dict.fromkeys(field.general(seat).hand))


@clause("MO-KSO-17")
def _to_name(field: Field, tier: str) -> tuple[str, ...]:
    """By option he names a card of the deck; of an empty deck whatever comes."""
    if field.option("card_award") != "choose":
        return ("",)
    return tuple(dict.fromkeys(field.deck(tier).cards)) or ("",)


def _check_taking(field: Field, seat: str, order: Order) -> None:
    """Why an exchange isn't possible."""
    general, tier = field.general(seat), str(order[1]) if len(order) > 1 else ""
    cost = field.parameters.credit_cost.get(tier, 0)
    if order[0] == "take" and cost > general.credits:
        facts = {"cost": cost, "credits": general.credits}
        raise Refused(
            "MO-CP-04", T("{tier} costs {cost} credits, you have {credits}", tier=TIER_WORDS[tier], **facts)
        )
    if not decks.has_room(field, seat) and (len(order) < 3 or order[2] not in general.hand):
        held = len(general.hand)
        raise Refused(
            "MO-KSO-18",
            T("hand {held} of {held}: name a card to discard or keep the credit", held=held),
            T("choose {options}", options=tuple(dict.fromkeys(general.hand))),
        )


class Discard(Choice):
    """What a card of the enemy makes him lose."""

    clauses = ("MO-KSO-20",)

    def orders(self, view: ModernView, question: Question) -> Iterator[Order]:
        hand = dict.fromkeys(view.field.general(str(question.about[0])).hand)
        yield from (("discard", card) for card in hand)


class Voice(Choice):
    """A conference is accepted or refused."""

    clauses = ("MO-RES-02",)

    def orders(self, view: ModernView, question: Question) -> Iterator[Order]:
        yield from (("refuse",), ("accept",))


class Inspection(Choice):
    """Out of turn: read a counter in sight, or none."""

    clauses = ("MO-VIS-05",)

    def orders(self, view: ModernView, question: Question) -> Iterator[Order]:
        yield ("pass",)
        yield from looks(view.field, str(question.about[0]))

    def check_own(self, view: ModernView, question: Question, order: Order) -> None:
        if len(order) < 2 or order[0] != "inspect":
            raise unlisted("MO-VIS-05", order, self.options(view, question))
        check_looks(view.field, str(question.about[0]), order[1:])
