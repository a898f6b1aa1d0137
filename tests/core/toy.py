"""A tiny rule book for tests of the table: two duellists, a secret guess each round, hits on a d6."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.core.battle import Battle
from grognard.core.book import FromList, RuleBook
from grognard.core.chance import Table
from grognard.core.events import Event
from grognard.core.rule import Rule, rule
from grognard.core.state import Arg, Order, Piece, Question, Seat, Setup, Side, State
from grognard.locale import Name

RED, BLUE = "red", "blue"


class Duellist(Piece, frozen=True, cache_hash=True, tag="duellist"):
    hp: int
    secret: str = ""


class Struck(Event, frozen=True):
    who: str
    face: int | None
    damage: int


class Guessed(Event, frozen=True):
    who: str
    guess: str


ToyBattle = Battle[Setup, Duellist]


@rule("TOY-01")
def duel_round(battle: ToyBattle) -> None:
    """Both guess in secret, then both strike, then again."""
    battle.ask("guess", RED, RED, then=guessed, secret=True)
    battle.ask("guess", BLUE, BLUE, then=guessed, secret=True)
    battle.then(strike, RED, strike, BLUE, over)


@rule("TOY-02")
def guessed(battle: ToyBattle, who: str, guess: Arg) -> None:
    battle.change(who, secret=str(guess))
    battle.tell(Guessed(who, str(guess)))


@rule("TOY-03", "TOY-04")
def strike(battle: ToyBattle, who: str) -> None:
    """5 and 6 take 1; a high guess takes 2. The other hears no face."""
    other = BLUE if who == RED else RED
    worth = 2 if battle.piece(who).secret == "high" else 1
    throw = battle.roll(Table.of(6, lambda face: worth if face >= 5 else 0), "strike", who)
    if throw.meaning:
        battle.change(other, hp=max(0, battle.piece(other).hp - throw.meaning))
    full, seen = Struck(who, throw.face, throw.meaning), Struck(who, None, throw.meaning)
    battle.tell_apart((full, (who,)), (seen, None))


@rule("TOY-05")
def over(battle: ToyBattle) -> None:
    alive = [piece.id for piece in battle.pieces.values() if piece.hp > 0]
    if len(alive) < 2:
        battle.end(alive, "duel")
    else:
        battle.then(duel_round)


class Guess(FromList):
    clauses = ("TOY-02",)

    def options(self, view: Any, question: Question) -> tuple[Order, ...]:
        return (("low",), ("high",))


class ToyView(msgspec.Struct, frozen=True):
    seat: str
    hp: tuple[tuple[str, int], ...]
    secret: str


class Toy(RuleBook):
    id = "toy"
    name = Name("Toy", "Игрушка")
    version = "1"
    setup_type = Setup
    state_type = State[Duellist]
    event_types = (Struck, Guessed)
    rules: dict[str, Rule[Any, ...]] = {one.name: one for one in (duel_round, guessed, strike, over)}
    decisions = {"guess": Guess()}

    def start(self, setup: Any) -> State[Any]:
        return State((Duellist(RED, 3), Duellist(BLUE, 3)), ((duel_round.name, ()),))

    def view(self, setup: Any, state: Any, seat: str) -> ToyView:
        own = next((piece.secret for piece in state.pieces if piece.id == seat), "")
        return ToyView(seat, tuple((piece.id, piece.hp) for piece in state.pieces), own)

    def turn(self, state: Any) -> str:
        return ".".join(str(piece.hp) for piece in state.pieces)


BOOK = Toy()
SETUP = Setup(
    book="toy",
    version="1",
    scenario="toy",
    name=Name("Toy"),
    sides=(Side(RED, Name("Red")), Side(BLUE, Name("Blue"))),
    seats=(Seat(RED, RED), Seat(BLUE, BLUE)),
    options={},
)
