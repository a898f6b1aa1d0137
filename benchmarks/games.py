"""Small games on the table itself: what an engine costs where the rules cost next to nothing."""

from __future__ import annotations

import math
import random
from typing import Any

from grognard.core import engine
from grognard.core.battle import Battle
from grognard.core.book import FromList, RuleBook
from grognard.core.chance import Pool, Table
from grognard.core.dice import Dice, Fast
from grognard.core.events import Event
from grognard.core.rule import rule
from grognard.core.state import Arg, Order, Piece, Question, Seat, Setup, Side, State
from grognard.locale import Name

Draft = Battle[Setup, Any]


class Game(RuleBook):
    """What all the small games share: everybody sees everything."""

    version = "1"
    setup_type = Setup
    decisions = {}

    def view(self, setup: Any, state: Any, seat: str) -> Any:
        return state

    def turn(self, state: Any) -> str:
        return "1"


def _setup(game: str) -> Setup:
    sides = (Side("x", Name("X")), Side("o", Name("O")))
    return Setup(
        book=game,
        version="1",
        scenario=game,
        name=Name(game),
        sides=sides,
        seats=(Seat("x", "x"), Seat("o", "o")),
        options={},
    )


# --- tic-tac-toe ---

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Board(Piece, frozen=True, cache_hash=True, tag="board"):
    cells: tuple[str, ...] = ("",) * 9
    seat: str = "x"


@rule()
def turn(battle: Draft) -> None:
    battle.ask("mark", battle.piece("board").seat, then=mark)


@rule()
def mark(battle: Draft, cell: Arg) -> None:
    board: Board = battle.piece("board")
    at, who = int(cell), board.seat
    cells = (*board.cells[:at], who, *board.cells[at + 1 :])
    battle.change("board", cells=cells, seat="o" if who == "x" else "x")
    for a, b, c in LINES:
        if cells[a] == who and cells[b] == who and cells[c] == who:
            battle.end((who,), "line")
            return
    if "" in cells:
        battle.then(turn)
    else:
        battle.end((), "full")


class Marks(FromList):
    def options(self, view: Any, question: Question) -> tuple[Order, ...]:
        return tuple([(at,) for at, cell in enumerate(view.piece("board").cells) if not cell])


class TicTacToe(Game):
    id = "tic_tac_toe"
    name = Name("Tic-tac-toe")
    rules = {one.name: one for one in (turn, mark)}
    decisions = {"mark": Marks()}
    state_type = State[Board]
    event_types = ()

    def start(self, setup: Any) -> State[Any]:
        return State((Board("board"),), ((turn.name, ()),))


TTT, TTT_SETUP = TicTacToe(), _setup("tic_tac_toe")
_NO_DICE = Fast(0)


def options_of(state: State[Any]) -> tuple[Order, ...]:
    question = state.questions[0]
    return TTT.decisions[question.kind].options(TTT.view(TTT_SETUP, state, question.seat), question)


def answered(state: State[Any], order: Order, listening: bool = False) -> State[Any]:
    given = {state.questions[0].id: order}
    return engine.answer(TTT, TTT_SETUP, state, given, _NO_DICE, listening).state


def playout(rng: random.Random, state: State[Any]) -> State[Any]:
    """Random answers to the end."""
    while state.questions:
        state = answered(state, rng.choice(options_of(state)))
    return state


def opening() -> State[Any]:
    return engine.begin(TTT, TTT_SETUP, _NO_DICE, listening=False).state


def uct(root: State[Any], iterations: int, rng: random.Random, c: float = 1.4) -> dict[State[Any], Any]:
    """Search with merged positions: position -> [visits, order -> [visits, value, next position]]."""
    nodes: dict[State[Any], Any] = {}
    for _ in range(iterations):
        state, path = root, []
        while state.questions:
            node = nodes.get(state)
            if node is None:
                nodes[state] = [1, {order: [0, 0.0, None] for order in options_of(state)}]
                break
            order = _choice(node, rng, c)
            edge = node[1][order]
            path.append((node, edge, state.questions[0].seat))
            if edge[2] is None:
                edge[2] = answered(state, order)
            state = edge[2]
        _credit(path, playout(rng, state))
    return nodes


def _choice(node: Any, rng: random.Random, c: float) -> Order:
    fresh = [order for order, edge in node[1].items() if not edge[0]]
    if fresh:
        return rng.choice(fresh)
    log = math.log(node[0])
    return max(node[1], key=lambda o: node[1][o][1] / node[1][o][0] + c * math.sqrt(log / node[1][o][0]))


def _credit(path: list[Any], end: State[Any]) -> None:
    assert end.outcome is not None
    for node, edge, seat in path:
        node[0] += 1
        edge[0] += 1
        if end.outcome.winners:
            edge[1] += 1 if end.outcome.winners == (seat,) else -1


# --- fifty units ---


class Unit(Piece, frozen=True, cache_hash=True, tag="unit"):
    side: int
    hp: int
    x: int
    y: int
    facing: int = 0
    moved: bool = False
    morale: int = 7


class Hit(Event, frozen=True):
    attacker: str
    target: str
    hits: int


HITS = Pool(4, 6, 4)


@rule()
def attack(battle: Draft, attacker: str, target: str) -> None:
    hits = battle.roll(HITS, "attack", attacker).meaning
    battle.change(target, hp=battle.piece(target).hp - hits)
    battle.change(attacker, moved=True)
    battle.tell(Hit(attacker, target, hits))


class Fifty(Game):
    id = "fifty"
    name = Name("Fifty units")
    rules = {attack.name: attack}
    state_type = State[Unit]
    event_types = (Hit,)

    def start(self, setup: Any) -> State[Any]:
        return State(tuple(Unit(f"u{i}", i % 2, 12, i, i % 7) for i in range(50)))


FIFTY, FIFTY_SETUP = Fifty(), _setup("fifty")


def fifty_moves(moves: int, dice: Dice) -> int:
    """So many attacks, each a step from one frozen position to the next, with its dice and events kept."""
    state = FIFTY.start(FIFTY_SETUP)
    log: list[Any] = []
    for i in range(moves):
        call = (attack.name, (f"u{i * 7 % 50}", f"u{(i * 11 + 1) % 50}"))
        draft = FIFTY.draft(FIFTY_SETUP, State(state.pieces, (call,)), dice)
        draft.run()
        state = draft.state()
        log += (draft.told, draft.rolled)
    return moves


# --- dice problems as rules: a simultaneous contest, a chain of pools ---


class Fighter(Piece, frozen=True, cache_hash=True, tag="fighter"):
    hp: int


MARGIN = Table.of(20, lambda face: max(0, face + 5 - 15))


@rule()
def bout(battle: Draft) -> None:
    """Both roll d20 + 5 against 15; the margin is damage, both at once."""
    a, b = battle.roll(MARGIN, "blow").meaning, battle.roll(MARGIN, "blow").meaning
    left, right = max(0, battle.piece("a").hp - b), max(0, battle.piece("b").hp - a)
    battle.change("a", hp=left)
    battle.change("b", hp=right)
    if left and right:
        battle.then(bout)


@rule()
def volley(battle: Draft, shots: int) -> None:
    """Hits on 4 or more."""
    battle.then(wound, battle.roll(Pool(shots, 6, 4), "hit").meaning)


@rule()
def wound(battle: Draft, hits: int) -> None:
    """Wounds on 5 or more."""
    battle.then(save, battle.roll(Pool(hits, 6, 5), "wound").meaning)


@rule()
def save(battle: Draft, wounds: int) -> None:
    """Each is saved on a 6."""
    battle.change("b", hp=wounds - battle.roll(Pool(wounds, 6, 6), "save").meaning)


class Problems(Game):
    id = "problems"
    name = Name("Dice problems")
    rules = {one.name: one for one in (bout, volley, wound, save)}
    state_type = State[Fighter]
    event_types = ()


PROBLEMS, PROBLEMS_SETUP = Problems(), _setup("problems")
CONTEST: State[Any] = State((Fighter("a", 27), Fighter("b", 16)), ((bout.name, ()),))
VOLLEY: State[Any] = State((Fighter("b", 0),), ((volley.name, (40,)),))


def fighters(state: State[Any]) -> dict[str, int]:
    """Kills of the volley, or who is left of the contest: 1 for a, 2 for b."""
    if len(state.pieces) == 1:
        return {"kills": state.pieces[0].hp}
    return {"left": (state.pieces[0].hp > 0) + 2 * (state.pieces[1].hp > 0)}
