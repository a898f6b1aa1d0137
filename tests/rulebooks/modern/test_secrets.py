"""Nobody learns what he must not know (chapter Who sees what).

Two positions that differ only in what a seat must not know look the same to it, in everything that it can be shown:
view, options, defaults, previews, refusals; and what it hears of a step is the same, as long as nothing that it may
know sets them apart.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from grognard.core import engine
from grognard.core.dice import Fast
from grognard.core.errors import Refused
from grognard.core.events import Event, Told
from grognard.core.state import PUBLIC, Arg, Order, Question
from grognard.players import play_out
from grognard.rulebooks.modern.events import (
    CardDrawn,
    Conference,
    Destroyed,
    HandSeen,
    Inspected,
    MinesFound,
    Shot,
    Strike,
    UnitMoved,
)
from grognard.rulebooks.modern.model import (
    Deck,
    General,
    Hit,
    Minefield,
    ModernSetup,
    ModernState,
    Played,
    Thing,
    Unit,
    UnitCard,
    mines_id,
)
from grognard.rulebooks.modern.view import HIDDEN, ModernView
from tests.rulebooks.modern.scenes import BOOK, CLOSE, Eager

GUESTS = "press:\n  - {seat: press-1}\nobserver:\n  - {seat: observer-1, side: w}\n"
VIEWERS = ("w-1", "w-2", "e-1", "press-1", "observer-1", PUBLIC)
"""A general, his ally, an enemy, a journalist, a guest, and whoever looks on."""
REVEALS = (CardDrawn, Conference, Destroyed, HandSeen, Inspected, MinesFound, Shot, Strike)
"""What a seat hears of these may be something new that it is entitled to."""


@cache
def setup_with(host: str = "public", inspection: str = "auto") -> ModernSetup:
    options: dict[str, str | int | bool] = {"observer_view": host, "inspection": inspection}
    return BOOK.read_setup(CLOSE + GUESTS, "secrets.yaml", options=options)


@cache
def positions(host: str, inspection: str) -> list[ModernState]:
    """Every position of two battles played by lot, from the deployment on."""
    setup, found = setup_with(host, inspection), list[ModernState]()
    players = {seat.id: Eager() for seat in setup.seats}
    for seed in (3, 4):
        play_out(BOOK, setup, players, Fast(seed), seed=seed, watch=lambda step: found.append(step.state))
    return [state for state in found if state.outcome is None]


# --- another world behind the same view -------------------------------------------------------------------


class Otherwise:
    """Changes whatever a seat must not know, by the table Who sees what."""

    def __init__(self, setup: ModernSetup, state: ModernState, seat: str, rng: random.Random) -> None:
        self.setup, self.state, self.rng = setup, state, rng
        guest = setup.guests.get(seat) if setup.options["observer_view"] == "side" else None
        self.side = guest or setup.side_of(seat)
        self.seat = seat
        others = [piece.id for piece in state.pieces if isinstance(piece, Unit) and piece.side != self.side]
        fresh = [f"zz-{number:02}" for number in range(len(others))]
        rng.shuffle(fresh)
        self.names = dict(zip(others, fresh, strict=True))
        self.cards = dict(self._dealt())

    def world(self) -> tuple[ModernSetup, ModernState]:
        pieces = [self._piece(piece) for piece in self.state.pieces]
        pieces = [piece for piece in pieces if piece is not None]
        self.rng.shuffle(others := [one for one in pieces if isinstance(one, Unit) and one.side != self.side])
        rest = [one for one in pieces if not (isinstance(one, Unit) and one.side != self.side)]
        hidden = self._more_mines() if self.rng.random() < 0.5 else []
        agenda = tuple((name, self._renamed(args)) for name, args in self.state.agenda)
        if not any(question.seat == self.seat for question in self.state.questions):
            agenda = agenda[: self.rng.randint(0, len(agenda))]
        state = replace(
            self.state,
            pieces=(*rest, *others, *hidden),
            questions=tuple(map(self._question, self.state.questions)),
            agenda=agenda,
        )
        return self._setup(), state

    def _renamed(self, args: tuple[Arg, ...]) -> tuple[Arg, ...]:
        return tuple(self.names.get(one, one) if isinstance(one, str) else one for one in args)

    def _question(self, question: Question) -> Question:
        if question.seat == self.seat:
            return question
        kinds = sorted(kind for kind in BOOK.decisions if (kind in HIDDEN) == (question.kind in HIDDEN))
        return replace(
            question, seat=self._asked(question), kind=self.rng.choice(kinds), about=("w-1", 5, "zz-01")
        )

    def _asked(self, question: Question) -> str:
        """Which enemy is asked for an answer nobody knows but his side."""
        side = self.setup.generals[question.seat].side
        if question.kind not in HIDDEN or side == self.side:
            return question.seat
        gone = {one.id for one in self.state.pieces if isinstance(one, General) and one.gone}
        mates = [
            one.seat for one in self.setup.generals.values() if one.side == side and one.seat not in gone
        ]
        return self.rng.choice(mates)

    # --- pieces ---

    def _piece(self, piece: Thing) -> Any:
        match piece:
            case Unit():
                return self._own(piece) if piece.side == self.side else self._other(piece)
            case General() if self.setup.generals[piece.id].side != self.side:
                proposal = self.rng.choice([("", 0), ("press", 5)])
                return replace(
                    piece, hand=self.cards[piece.id], proposal=proposal, proposed=bool(proposal[0])
                )
            case Played():
                return replace(piece, targets=self._renamed(piece.targets))
            case Deck():
                return replace(piece, cards=self.cards[piece.id], shed=self.cards[f"shed:{piece.id}"])
            case Minefield() if piece.side != self.side and not (piece.known and self.side):
                return None
            case Minefield() if piece.side == self.side:
                return replace(piece, known=self.rng.random() < 0.5)
        return piece

    def _own(self, unit: Unit) -> Unit:
        return replace(unit, known=self.rng.random() < 0.5, hits=tuple(map(self._suffered, unit.hits)))

    def _suffered(self, hit: Hit) -> Hit:
        if hit.source in self.setup.tables.operations or hit.source == "mines":
            return hit
        value = hit.value if hit.known else self.rng.randint(1, 9)
        return Hit(self.rng.choice(list(self.names.values())), value, hit.known)

    def _other(self, unit: Unit) -> Unit:
        known = unit.known and bool(self.side) and unit.status == "map"
        changed = (
            unit if known else replace(unit, number=self._number(unit), supply=self.rng.randint(50, 100))
        )
        if not self.side:
            changed = replace(
                changed, known=self.rng.random() < 0.5, hits=tuple(map(self._overheard, unit.hits))
            )
        aboard = self.names.get(unit.aboard, unit.aboard)
        if unit.status in ("aboard", "waiting"):
            changed = replace(changed, lost=0, status=self.rng.choice(["aboard", "waiting", "destroyed"]))
        return replace(changed, id=self.names[unit.id], aboard=aboard)

    def _overheard(self, hit: Hit) -> Hit:
        if hit.source in self.setup.tables.operations or hit.source == "mines":
            return hit
        return Hit(
            self.rng.choice(list(self.names.values())), self.rng.randint(1, 9), self.rng.random() < 0.5
        )

    def _number(self, unit: Unit) -> int:
        """Another card of the arm. What is seen and who holds a point is known, so what decides that stays."""
        cards, now = self.setup.tables.units, self.setup.tables.units[unit.number]

        def fits(card: UnitCard) -> bool:
            decides = {"stealth", "no_hold"} if self.side else set()
            same = decides & set(card.abilities) == decides & set(now.abilities)
            return card.arm == now.arm and same and (card.statuses > unit.lost or unit.status == "destroyed")

        return self.rng.choice([card.number for card in cards.values() if fits(card)])

    def _dealt(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Cards that the seat doesn't see change places, each tier for itself."""
        hands = {
            piece.id: list(piece.hand)
            for piece in self.state.pieces
            if isinstance(piece, General) and self.setup.generals[piece.id].side != self.side
        }
        operations = self.setup.tables.operations
        for deck in (piece for piece in self.state.pieces if isinstance(piece, Deck)):
            tier = deck.id.removeprefix("deck:")
            held = [
                (seat, card)
                for seat, hand in hands.items()
                for card in hand
                if card in operations and operations[card].tier == tier
            ]
            pool = [*deck.cards, *deck.shed, *(card for _, card in held)]
            self.rng.shuffle(pool)
            size, shed = len(deck.cards), len(deck.shed)
            yield deck.id, tuple(sorted(pool[:size]))
            yield f"shed:{deck.id}", tuple(sorted(pool[size : size + shed]))
            for (seat, card), other in zip(held, pool[size + shed :], strict=True):
                hands[seat][hands[seat].index(card)] = f"!{other}"
        yield from ((seat, tuple(sorted(card.lstrip("!") for card in hand))) for seat, hand in hands.items())

    def _more_mines(self) -> list[Minefield]:
        grid, found = self.setup.map.grid, []
        there = {piece.id for piece in self.state.pieces}
        for side in self.setup.armies:
            if side != self.side:
                label = f"{self.rng.randint(1, 12):02}{self.rng.randint(1, 7):02}"
                if mines_id(side, label) not in there:
                    found.append(Minefield(mines_id(side, label), side, grid.at(label), known=not self.side))
        return found

    # --- setup ---

    def _setup(self) -> ModernSetup:
        units = {one: sheet for one, sheet in self.setup.units.items() if sheet.side == self.side}
        generals = {
            one: sheet
            if sheet.side == self.side
            else replace(sheet, kso=("K01",), draw={"cheap": self.rng.randint(0, 3)})
            for one, sheet in self.setup.generals.items()
        }
        return replace(self.setup, units=units, generals=generals, mines=self.setup.mines)


# --- everything that a seat can be shown ------------------------------------------------------------------

BAD: tuple[Order, ...] = (
    (),
    ("nonsense",),
    ("end",),
    ("pass",),
    ("pass", "turn"),
    ("end_turn",),
    ("wait",),
    ("time_up", 7),
    ("concede",),
    ("propose", "press", 4),
    ("propose", "tea", 4),
    ("ability",),
    ("ability", 100),
    ("inspect", 200),
    ("withdraw", "card:1"),
    ("move", "w-1-01", 5),
    ("fire", "w-1-01", 300),
    ("fire", "e-1-01", 5),
    ("embark", "w-1-05", "w-1-04"),
    ("work", "w-1-07", "fort"),
    ("play", "K99"),
    ("take", "cheap", "", ""),
    ("take", "expensive", "K01", "K02"),
    ("discard", "K01"),
    ("deploy", "w-1-01", 5),
    ("deploy", "e-1-01", 400),
    *(("play", f"K{number:02}", 300) for number in range(1, 33)),
    *(("play", f"K{number:02}", "card:1") for number in (10, 14, 28)),
    *(("play", f"K{number:02}", "e-1-01") for number in (3, 6, 20, 23)),
)


def shown(setup: ModernSetup, state: ModernState, seat: str) -> dict[str, Any]:
    """What windows get from the book for that seat, in text or bytes."""
    view = BOOK.view(setup, state, seat)
    found: dict[str, Any] = {"view": msgspec.json.encode(view)}
    for question in view.asked:
        found.update({f"{question.id} {what}": value for what, value in _answers(view, question)})
    return found


def _answers(view: ModernView, question: Question) -> Iterator[tuple[str, Any]]:
    decision = BOOK.decisions[question.kind]
    options = decision.options(view, question)
    yield "options", options
    yield "default", decision.default(view, question)
    yield (
        "previews",
        [_plain(decision.preview(view, question, one)) for one in options[:: 1 + len(options) // 8]],
    )
    yield "refusals", [_refusal(view, question, order) for order in BAD]


def _plain(preview: Any) -> tuple[list[str], list[tuple[str, float]]]:
    return [line.say() for line in preview.lines], [(what.say(), chance) for what, chance in preview.chances]


def _refusal(view: ModernView, question: Question, order: Order) -> str:
    try:
        return str(BOOK.decisions[question.kind].check(view, question, order))
    except Refused as refused:
        return refused.say()


def pairs(seat: str, count: int, host: str, inspection: str) -> Iterator[tuple[ModernState, Otherwise]]:
    """Positions, half of them such in which the seat is asked, and another world for each."""
    rng = random.Random(f"{seat} {host} {inspection}")
    places = positions(host, inspection)
    own = [state for state in places if any(question.seat == seat for question in state.questions)]
    some = rng.sample(places, count - min(len(own), count // 2)) + rng.sample(own, min(len(own), count // 2))
    for state in some:
        yield state, Otherwise(setup_with(host, inspection), state, seat, rng)


def compare(seat: str, count: int, host: str, inspection: str) -> None:
    setup = setup_with(host, inspection)
    for state, otherwise in pairs(seat, count, host, inspection):
        other_setup, other_state = otherwise.world()
        assert shown(setup, state, seat) == shown(other_setup, other_state, seat)
        assert other_state != state


@pytest.mark.slow
@pytest.mark.clause("MO-UNIT-01", "MO-SEAT-02", "MO-VIS-07", "MO-KSO-13")
@pytest.mark.parametrize("inspection", ["auto", "ask"])
@pytest.mark.parametrize("host", ["public", "side"])
@pytest.mark.parametrize("seat", VIEWERS)
def test_worlds_that_differ_in_secrets_look_the_same(seat: str, host: str, inspection: str) -> None:
    """Over a thousand pairs in all."""
    compare(seat, 42, host, inspection)


# --- what is heard ---------------------------------------------------------------------------------------


def heard(told: tuple[Told, ...], seat: str) -> tuple[list[Event], bool]:
    """What a seat hears, up to the first thing that may be new to it; and whether there was such a thing."""
    found: list[Event] = []
    for one in told:
        event = one.heard_by(seat)
        if isinstance(event, REVEALS) and not (isinstance(event, CardDrawn) and not event.card):
            walked = bool(found) and isinstance(found[-1], UnitMoved)  # as far as the mine, say
            return found[:-1] if walked else found, True
        if event is not None:
            found.append(event)
    return found, False


def same(first: tuple[Told, ...], second: tuple[Told, ...], seat: str) -> int:
    """How much was heard alike: everything, or what came before something new in one of the worlds."""
    (one, cut), (other, other_cut) = heard(first, seat), heard(second, seat)
    length = min(len(one), len(other)) if cut or other_cut else max(len(one), len(other))
    assert one[:length] == other[:length]
    return length


def answered(setup: ModernSetup, state: ModernState, order: Order) -> engine.Step:
    return engine.answer(BOOK, setup, state, {state.questions[0].id: order}, Fast(7))


@pytest.mark.slow
@pytest.mark.clause("MO-UNIT-01", "MO-KSO-13")
@pytest.mark.parametrize("seat", ["w-1", "e-1"])
def test_worlds_that_differ_in_secrets_sound_the_same(seat: str) -> None:
    setup, rng, compared = setup_with(), random.Random(seat), 0
    for state, otherwise in pairs(seat, 120, "public", "auto"):
        if len(state.questions) != 1 or state.questions[0].seat != seat:
            continue
        other_setup, other_state = otherwise.world()
        other_setup = replace(other_setup, generals=setup.generals, units=setup.units)
        question = state.questions[0]
        order = rng.choice(BOOK.decisions[question.kind].options(BOOK.view(setup, state, seat), question))
        first, second = answered(setup, state, order), answered(other_setup, other_state, order)
        compared += same(first.told, second.told, seat) > 0
    assert compared > 10


# --- imagination -----------------------------------------------------------------------------------------


@pytest.mark.clause("MO-UNIT-01", "MO-KSO-16")
@pytest.mark.parametrize("seat", ["w-1", "e-2"])
def test_what_is_imagined_is_a_position_behind_the_same_view(seat: str) -> None:
    setup, rng = setup_with(), random.Random(seat)
    for state in rng.sample(positions("public", "auto"), 12):
        view = BOOK.view(setup, state, seat)
        imagined = BOOK.imagine(view.setup, view, rng)
        again = BOOK.view(setup, imagined, seat)
        for fact in ("reserves", "asked", "outcome"):
            assert getattr(again, fact) == getattr(view, fact)
        assert {piece.id: _blind(piece) for piece in again.pieces} == {
            piece.id: _blind(piece) for piece in view.pieces
        }
        step = _played_on(view, imagined, rng)
        assert step is None or step.state != imagined


def _blind(piece: Thing) -> Thing:
    return replace(piece, hits=()) if isinstance(piece, Unit) else piece


def _played_on(view: ModernView, state: ModernState, rng: random.Random) -> engine.Step | None:
    """A search goes on from what it imagines."""
    if not view.asked:
        return None
    question = view.asked[0]
    order = rng.choice(BOOK.decisions[question.kind].options(view, question))
    return engine.answer(BOOK, view.setup, state, {question.id: order}, Fast(1))
