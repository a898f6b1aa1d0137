"""What all decisions share: a list of sensible orders, the default first; what may be answered at any moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from grognard.core.book import Preview
from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Arg, Order, Question
from grognard.locale import T
from grognard.rulebooks.modern import naming, previews, targets
from grognard.rulebooks.modern.conferences import KINDS, may_propose
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import General, Played
from grognard.rulebooks.modern.own_turn import may_use_ability
from grognard.rulebooks.modern.passing import TIME_UP
from grognard.rulebooks.modern.values import cards_a_turn
from grognard.rulebooks.modern.view import ModernView
from grognard.rulebooks.modern.visibility import readable
from grognard.rulebooks.modern.windows import has_use_left, opens_for


class Choice:
    """A decision with a list of sensible orders, the default first. ``orders`` names them one by one, ``options``
    keeps the whole list. ``check_own`` judges whatever isn't on the list."""

    clauses: ClassVar[tuple[str, ...]] = ()
    always: ClassVar[tuple[Order, ...]] = ()
    """Orders that are always on the list: for them it needn't be made."""

    def orders(self, view: ModernView, question: Question) -> Iterable[Order]:
        raise NotImplementedError

    def options(self, view: ModernView, question: Question) -> tuple[Order, ...]:
        memo = view.field.kept
        key = ("options", question.kind, question.about)
        found: tuple[Order, ...] | None = memo.get(key)
        if found is None:
            found = memo[key] = tuple(dict.fromkeys(self.orders(view, question)))
        return found

    def check(self, view: ModernView, question: Question, order: Order) -> Order:
        try:
            self.check_legal(view, question, order)
        except Refused as refused:
            raise naming.named(view.field, refused) from None
        return order

    def check_legal(self, view: ModernView, question: Question, order: Order) -> None:
        """Refused, with ids for names, unless the order is legal."""
        if order not in self.always and (not order or order not in self.options(view, question)):
            self.check_own(view, question, order)

    def check_own(self, view: ModernView, question: Question, order: Order) -> None:
        """Refused unless an order that isn't on the list is legal all the same."""
        raise unlisted(self.clauses[0], order, self.options(view, question))

    def default(self, view: ModernView, question: Question) -> Order:
        return next(iter(self.orders(view, question)))

    def preview(self, view: ModernView, question: Question, order: Order) -> Preview:
        return Preview()


def unlisted(clause_id: str, order: Order, options: Iterable[Order]) -> Refused:
    given = " ".join(map(str, order))
    some = tuple(" ".join(map(str, option)) for option in list(options)[:12])
    return Refused(
        clause_id, T("'{order}' is not possible here", order=given), T("choose {options}", options=some)
    )


class OwnTurn(Choice):
    """A decision of the active general; ``question.about[0]`` is his seat. A chapter says what is special to its
    phase (``phase_orders``, ``check_phase``, ``preview_phase``); cards, abilities and the like come from here."""

    verbs: ClassVar[tuple[str, ...]] = ()
    """Words of the phase's own orders."""
    always = (("end",),)

    def phase_orders(self, view: ModernView, seat: str) -> Iterator[Order]:
        """Sensible orders of the phase itself."""
        raise NotImplementedError

    def check_phase(self, view: ModernView, seat: str, order: Order) -> None:
        """Refused unless an order with one of ``verbs`` is legal."""
        raise NotImplementedError

    def preview_phase(self, view: ModernView, seat: str, order: Order) -> Preview:
        return Preview()

    def orders(self, view: ModernView, question: Question) -> Iterator[Order]:
        seat = str(question.about[0])
        yield ("end",)
        yield from self.phase_orders(view, seat)
        yield from moments(view.field, seat)
        if len(view.field.active) > 1:
            yield ("wait",)

    def check_legal(self, view: ModernView, question: Question, order: Order) -> None:
        if order and order[0] in self.verbs:
            self.check_phase(view, str(question.about[0]), order)
        else:
            super().check_legal(view, question, order)

    def check_own(self, view: ModernView, question: Question, order: Order) -> None:
        seat = str(question.about[0])
        if not check_moment(view.field, seat, order):
            raise unlisted(self.clauses[0], order, self.options(view, question))

    @clause("MO-TURN-06", "MO-TURN-07")
    def default(self, view: ModernView, question: Question) -> Order:
        """Whose clock has run out ends his turn; without a clock he ends the phase."""
        seconds = view.field.clock.seconds
        return (TIME_UP, seconds) if seconds else ("end",)

    def preview(self, view: ModernView, question: Question, order: Order) -> Preview:
        seat = str(question.about[0])
        if order and order[0] in self.verbs:
            return self.preview_phase(view, seat, order)
        return previews.of_moment(view.field, seat, order)


# --- at any moment of one's own turn ---------------------------------------------------------------------


@clause("MO-KSO-07", "MO-KSO-10", "MO-GNL-05", "MO-VIS-04")
def moments(field: Field, seat: str) -> Iterator[Order]:
    """What may be done at any decision of one's own turn: cards, the ability, reading counters, ending cards."""
    yield from plays(field, seat)
    if may_use_ability(field, seat):
        aim = targets.of_ability(field, seat)
        yield from (("ability", *words) for words in targets.choices(field, aim))
    yield from looks(field, seat)
    yield from (("withdraw", piece.id) for piece in withdrawable(field, seat))


@clause("MO-VIS-04", "MO-VIS-05")
def looks(field: Field, seat: str) -> Iterator[Order]:
    """Counters that may be read now: all of them, or one."""
    if field.option("inspection") == "ask":
        hexes = readable(field, field.side_of(seat))
        if len(hexes) > 1:
            yield ("inspect", *hexes)
        yield from (("inspect", hex) for hex in hexes)


@clause("MO-VIS-04")
def check_looks(field: Field, seat: str, hexes: Order) -> None:
    """Refused where a counter can't be read."""
    side = field.side_of(seat)
    able = readable(field, side)
    name = next(one.name for one in field.setup.sides if one.id == side)
    for hex in hexes:
        if hex not in able:
            where = field.label(hex) if isinstance(hex, int) else hex
            raise Refused(
                "MO-VIS-04",
                T("the counter in {hex} is not in sight of {side}, or already known", hex=where, side=name),
                T("choose {options}", options=tuple(map(field.label, able))),
            )


@clause("MO-KSO-06", "MO-KSO-08", "MO-KSO-10")
def plays(field: Field, seat: str, window: str = "", about: Arg = "") -> Iterator[Order]:
    """Every card in hand that may be played now, with its targets."""
    for card_id in dict.fromkeys(field.general(seat).hand):
        if why_not_now(field, seat, card_id, window, about) is None:
            aim = targets.of_card(field.tables.operations[card_id], seat, window, about)
            yield from (("play", card_id, *words) for words in targets.choices(field, aim))


@clause("MO-GNL-04", "MO-KSO-06", "MO-KSO-10", "MO-KSO-11", "MO-KSO-12")
def why_not_now(field: Field, seat: str, card_id: str, window: str = "", about: Arg = "") -> Refused | None:
    """Why a card may not be played now; None if it may (its targets aside)."""
    general, most = field.general(seat), cards_a_turn(field, seat)
    if card_id not in general.hand:
        hand = tuple(dict.fromkeys(general.hand))
        return Refused(
            "MO-KSO-06", T("{card} is not in your hand", card=card_id), T("choose {options}", options=hand)
        )
    card = field.tables.operations[card_id]
    if not (card.sudden and has_use_left(field, seat)) and general.uses >= most:
        return Refused("MO-GNL-04", T("{used} of {most} KSO used this turn", used=general.uses, most=most))
    if window:
        if not opens_for(field, seat, card, window, about):
            return Refused("MO-KSO-12", T("{card} does not fit this moment", card=card_id))
        return None
    if not card.sudden and field.clock.phase not in ("kso1", "kso2"):
        return Refused("MO-KSO-06", T("{card} is not sudden: only in KSO-1 or KSO-2", card=card_id))
    if not card.sudden and general.phase_card:
        return Refused("MO-GNL-04", T("one card has been played in this phase"))
    return None


def withdrawable(field: Field, seat: str) -> list[Played]:
    """His own cards in play."""
    own = (one for one in field.cards if one.owner == seat and one.status == "working")
    return [one for one in own if one.card in field.tables.operations]


@clause("MO-KSO-07", "MO-KSO-10", "MO-RES-02", "MO-TURN-04", "MO-TURN-07", "MO-END-01")
def check_moment(field: Field, seat: str, order: Order) -> bool:
    """False if an order is none of these; Refused if it is one and not legal."""
    verb, words = (order[0], order[1:]) if order else ("", ())
    general: General = field.general(seat)
    match verb:
        case "play" if words:
            check_play(field, seat, order)
        case "ability":
            if not may_use_ability(field, seat):
                raise Refused(
                    "MO-GNL-05",
                    T("the ability of {card} cannot be used now", card=field.general_card(seat).id),
                )
            targets.check(field, targets.of_ability(field, seat), words)
        case "inspect" if words:
            check_looks(field, seat, words)
        case "propose":
            check_proposal(field, general, words)
        case "end_turn":
            return not words and len(field.active) == 1
        case "concede" | "leave":
            return not words
        case "time_up":
            return (
                bool(field.clock.seconds) and len(words) == 1 and isinstance(words[0], int) and words[0] >= 0
            )
        case _:
            return False
    return True


def check_play(field: Field, seat: str, order: Order, window: str = "", about: Arg = "") -> None:
    """Refused unless the card may be played now at these targets."""
    refusal = why_not_now(field, seat, str(order[1]), window, about)
    if refusal is not None:
        raise refusal
    card = field.tables.operations[str(order[1])]
    targets.check(field, targets.of_card(card, seat, window, about), order[2:])


@clause("MO-RES-02", "MO-RES-03")
def check_proposal(field: Field, general: General, words: tuple[Arg, ...]) -> None:
    span = field.parameters.conference_minutes
    fits = len(words) == 2 and words[0] in KINDS and isinstance(words[1], int)
    if not fits or not span.least <= int(words[1]) <= span.most:
        limits = {"least": span.least, "most": span.most}
        raise Refused("MO-RES-02", T("a conference has a kind and {least} to {most} minutes", **limits),
                      T("choose {options}", options=KINDS))  # fmt: skip
    if not may_propose(field, general.id):
        raise Refused("MO-RES-03", T("you have proposed a conference in this turn already"))
