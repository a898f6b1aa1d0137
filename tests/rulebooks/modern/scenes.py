"""Small scenes for tests of modern battles: a shipped map, units where a test wants them, one rule at a time."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from grognard.core import engine
from grognard.core.book import Preview
from grognard.core.dice import Scripted
from grognard.core.errors import Refused
from grognard.core.events import Event, Told
from grognard.core.rule import Rule
from grognard.core.state import Arg, Call, Order, Question, State
from grognard.rulebooks.modern.battle import ModernBattle
from grognard.rulebooks.modern.book import ModernBook
from grognard.rulebooks.modern.effects import TIERS
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import (
    CLOCK,
    Clock,
    General,
    ModernSetup,
    Phase,
    Played,
    Thing,
    Unit,
    deck_id,
    played_id,
)
from grognard.rulebooks.modern.own_turn import menu
from grognard.rulebooks.modern.sequence import attack, kso_2, movement, reserve
from grognard.rulebooks.modern.setup import first_pieces
from grognard.rulebooks.modern.view import ModernView

BOOK = ModernBook()
CLOSE = """\
scenario: {id: close, en: Close, ru: Вплотную, rounds: 5, turn_order: [w-1, e-1, w-2, e-2]}
map:
  grid: |
    ......R...F.
    ..M...R..FF.
    .MM..SR.....
    ......RS....
    ..F...R.....
    ~~~...R...~~
    ~~~~~~~~~~~~
  roads: [["0103", "0203", "0304", "0404", "0505", "0604", "0705", "0804", "0905", "1004", "1105", "1204"]]
  mines: [{hex: "0805", side: w}, {hex: "0505", side: e}]
  forts: [{hex: "0804", level: 1}]
  control_points:
    - {hex: "0603", kind: mill, yields: cheap, en: Mill, ru: Мельница}
    - {hex: "0804", kind: works, yields: medium, en: Works, ru: Завод}
side:
  - id: w
    en: West
    zones: [{cols: [1, 6], rows: [1, 7]}]
    reserve: [1, 15]
    general:
      - {seat: w-1, card: G02, units: ["15@0504", "22@0404", {card: 1, aboard: w-1-02}, "4@0605", "5@0501", "20@0202"]}
      - {seat: w-2, card: G07, units: ["32@0402", "2@0603", "14@0602", "44@0507", {card: 8, aboard: w-2-04}, "30@0405"]}
  - id: e
    en: East
    zones: [{cols: [7, 12], rows: [1, 7]}]
    reserve: [1, 17]
    general:
      - {seat: e-1, card: G04, units: ["17@0904", "23@0805", {card: 1, aboard: e-1-02}, "27@0903", "9@0901", "21@1103"]}
      - {seat: e-2, card: G08, units: ["33@1003", {card: 6, aboard: e-2-01}, "3@0804", "40@0807", "31@1004", "13@0803"]}
"""
"""Two forces a few hexes apart, with every arm and most abilities."""
E = TypeVar("E", bound=Event)
LATER: dict[Phase, tuple[Rule[Any, ...], ...]] = {
    "kso1": (movement, attack, kso_2, reserve),
    "movement": (attack, kso_2, reserve),
    "attack": (kso_2, reserve),
    "kso2": (reserve,),
    "reserve": (),
}


@cache
def shipped(name: str = "skirmish", **options: Any) -> ModernSetup:
    return BOOK.read_setup(BOOK.scenarios()[name], options=options)


@dataclass
class Scene:
    """A position under a setup, played on one answer at a time with dice thrown by hand."""

    setup: ModernSetup
    state: State[Thing]
    told: list[Told] = field(default_factory=list)
    rolled: list[Any] = field(default_factory=list)

    # --- looking ---

    @property
    def field(self) -> Field:
        return Field(self.setup, {piece.id: piece for piece in self.state.pieces})

    def hex(self, label: str) -> int:
        return self.setup.map.grid.at(label)

    def unit(self, unit_id: str) -> Unit:
        return self.field.unit(unit_id)

    def general(self, seat: str) -> General:
        return self.field.general(seat)

    def view(self, seat: str) -> ModernView:
        return BOOK.view(self.setup, self.state, seat)

    @property
    def question(self) -> Question:
        """The one open question."""
        (question,) = [q for q in self.state.questions if q.answer is None]
        return question

    @property
    def asked(self) -> list[tuple[str, str]]:
        """Kind and seat of the open questions."""
        return [
            (question.kind, question.seat) for question in self.state.questions if question.answer is None
        ]

    def options(self) -> tuple[Order, ...]:
        question = self.question
        found: tuple[Order, ...] = BOOK.decisions[question.kind].options(self.view(question.seat), question)
        return found

    def preview(self, *order: Arg) -> Preview:
        question = self.question
        found: Preview = BOOK.decisions[question.kind].preview(self.view(question.seat), question, order)
        return found

    def default(self) -> Order:
        question = self.question
        found: Order = BOOK.decisions[question.kind].default(self.view(question.seat), question)
        return found

    def heard(self, kind: type[E], by: str = "umpire") -> list[E]:
        """Everything of a kind that a seat has been told."""
        found = (told.heard_by(by) for told in self.told)
        return [event for event in found if isinstance(event, kind)]

    # --- putting together ---

    def change(self, piece_id: str, **fields: Any) -> Scene:
        """The same scene with a piece changed by hand."""
        assert any(piece.id == piece_id for piece in self.state.pieces)
        pieces = tuple(replace(p, **fields) if p.id == piece_id else p for p in self.state.pieces)
        self.state = replace(self.state, pieces=pieces)
        return self

    def place(self, *pieces: Thing) -> Scene:
        ids = {piece.id for piece in pieces}
        kept = tuple(piece for piece in self.state.pieces if piece.id not in ids)
        self.state = replace(self.state, pieces=kept + pieces)
        return self

    def stand(self, unit_id: str, label: str, number: int = 0, **fields: Any) -> Scene:
        """A unit on the map, by ``number`` of another card."""
        more = {"number": number} if number else {}
        return self.change(unit_id, status="map", hex=self.hex(label), **more, **fields)

    def new(self, unit_id: str, label: str, number: int, **fields: Any) -> Scene:
        """One more unit: ids as in scenarios, ``west-1-09``."""
        seat = unit_id[: unit_id.rindex("-")]
        unit = Unit(unit_id, self.setup.generals[seat].side, number, seat, "map", self.hex(label), **fields)
        return self.place(unit)

    def alone(self, *unit_ids: str) -> Scene:
        """All other units go into reserve."""
        for unit in self.field.on_map:
            if unit.id not in unit_ids:
                self.change(unit.id, status="reserve", hex=-1)
        return self

    def hand(self, seat: str, *cards: str) -> Scene:
        """These cards in his hand, out of the decks or whoever had them; what he had goes back."""
        for card in self.general(seat).hand:
            self._to_deck(card)
        self.change(seat, hand=())
        for card in cards:
            self._take(card)
        return self.change(seat, hand=tuple(sorted(cards)))

    def _to_deck(self, card: str) -> None:
        deck = deck_id(self.setup.tables.operations[card].tier)
        self.change(deck, cards=tuple(sorted((*self.field.pieces[deck].cards, card))))  # type: ignore[union-attr]

    def _take(self, card: str) -> None:
        for tier in TIERS:
            for pile in ("cards", "seen", "shed"):
                cards = getattr(self.field.deck(tier), pile)
                if card in cards:
                    at = cards.index(card)
                    self.change(deck_id(tier), **{pile: cards[:at] + cards[at + 1 :]})
                    return
        owner = next(seat for seat in self.setup.generals if card in self.general(seat).hand)
        self.change(owner, hand=tuple(one for one in self.general(owner).hand if one != card))

    def in_play(self, card: str, owner: str, *targets: Arg, expires: str = "") -> Scene:
        """A card that works."""
        if card in self.setup.tables.operations:
            self._take(card)
        number = self.field.clock.played + 1
        self.change(CLOCK, played=number)
        turn = self.field.clock.turn
        return self.place(Played(played_id(number), card, owner, targets, "working", turn, expires))

    def turn_of(self, holder: str, phase: Phase = "kso1", round: int = 1) -> Scene:
        """In the middle of a turn: that phase is on, the later ones and whatever follows are to come."""
        order = self.field.clock.order
        self.change(
            CLOCK, place=order.index(holder), phase=phase, round=round, turn=max(1, self.field.clock.turn)
        )
        for seat in self.field.active:
            self.change(seat, done=False)
        calls = (menu, *LATER[phase])
        self.state = replace(self.state, agenda=tuple(reversed(_calls(*calls))), questions=())
        return self.go()

    # --- doing ---

    def draft(self, *faces: int) -> ModernBattle:
        return BOOK.draft(self.setup, self.state, Scripted(faces))  # type: ignore[return-value]

    def run(self, rule: Rule[Any, ...], *args: Arg, dice: Sequence[int] = ()) -> Scene:
        """Play one rule on from here; in the middle of a turn its general is asked again afterwards."""
        again: tuple[Call, ...] = ()
        if self.state.questions:
            again = ((menu.name, (self.question.seat,)),)
        agenda = (*self.state.agenda, *again, (rule.name, tuple(args)))
        self.state = replace(self.state, agenda=agenda, questions=())
        return self.go(*dice)

    def go(self, *dice: int) -> Scene:
        """Play on what is on the agenda."""
        draft = BOOK.draft(self.setup, self.state, Scripted(dice))
        draft.run()
        self._keep(draft.state(), draft.told, draft.rolled)
        return self

    def answer(self, *order: Arg, dice: Sequence[int] = ()) -> Scene:
        """Answer the one open question, checked as at the table."""
        question = self.question
        checked = engine.check(BOOK, self.setup, self.state, question.seat, question.id, order)
        step = engine.answer(BOOK, self.setup, self.state, {question.id: checked}, Scripted(dice))
        self._keep(step.state, step.told, step.rolled)
        return self

    def refused(self, *order: Arg) -> Refused:
        """Why an order isn't possible."""
        with pytest.raises(Refused) as caught:
            self.answer(*order)
        return caught.value

    def _keep(self, state: State[Thing], told: Sequence[Told], rolled: Sequence[Any]) -> None:
        self.state = state
        self.told += told
        self.rolled += rolled


def _calls(*rules: Rule[Any, ...]) -> tuple[Call, ...]:
    return tuple((rule.name, ()) for rule in rules)


def scene(
    name: str = "skirmish", *, deployed: bool = True, setup: ModernSetup | None = None, **options: Any
) -> Scene:
    """A shipped scenario before the first turn: units where it proposes them, hands empty, nobody asked."""
    setup = setup or shipped(name, **options)
    found = Scene(setup, State(first_pieces(setup)))
    for seat in setup.generals:
        found.hand(seat)
    holders = tuple(dict.fromkeys(found.field.holder(seat) for seat in setup.order))
    found.change(CLOCK, order=holders)
    if deployed:
        for sheet in setup.units.values():
            if sheet.aboard:
                found.change(sheet.id, status="aboard", aboard=sheet.aboard)
            elif sheet.general:
                found.change(sheet.id, status="map", hex=sheet.hex)
    return found


def clock(found: Scene) -> Clock:
    return found.field.clock


class Eager:
    """By lot, but whoever can fire, play, ride or work mostly does."""

    def answer(
        self, book: Any, view: Any, question: Question, options: Sequence[Order], rng: random.Random
    ) -> Order:
        wanted = [
            one for one in options if one[0] in ("fire", "play", "embark", "disembark", "work", "ability")
        ]
        acting = [one for one in options if one[0] not in ("end", "withdraw", "wait")]
        return rng.choice((rng.random() < 0.6 and wanted) or (rng.random() < 0.9 and acting) or options)
