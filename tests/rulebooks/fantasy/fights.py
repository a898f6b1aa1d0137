"""Fights for the tests of melee and leadership: units in contact, and the rules that work out one round of them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from grognard.core.battle import Battle
from grognard.core.book import RuleBook
from grognard.core.chance import Chance, Throw
from grognard.core.dice import Dice, Scripted
from grognard.core.events import Event
from grognard.core.rule import rule, rules_of
from grognard.core.state import Seat, Side, State
from grognard.lab.odds import Answer, absorb
from grognard.locale import Name
from grognard.rulebooks.fantasy import leadership, melee, result
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.events import Struck
from grognard.rulebooks.fantasy.model import (
    TURN,
    Character,
    Contact,
    FantasyState,
    OrderWord,
    Thing,
    Turn,
    Unit,
    UnitOrder,
    contact_id,
)
from grognard.rulebooks.fantasy.printed import load_tables
from grognard.rulebooks.fantasy.setup import DEFAULTS, Army, FantasySetup, Value
from grognard.rulebooks.fantasy.tables import Tables
from grognard.space.outline import Edge

M = TypeVar("M")
FRONT, RIGHT, REAR, LEFT = Edge.FRONT, Edge.RIGHT, Edge.REAR, Edge.LEFT
SIDES = ("north", "south", "west")


def setup_of(*units: Unit, home: str = "", tables: Tables | None = None, **options: Value) -> FantasySetup:
    """``home``: the side on home ground; its general and those of the others are called ``<side>_general``."""
    return FantasySetup(
        book="fantasy",
        version="1",
        scenario="fight",
        name=Name("Fight", "Бой"),
        sides=tuple(Side(side, Name(side)) for side in SIDES),
        seats=tuple(Seat(side, side) for side in SIDES),
        options={**DEFAULTS, **options},
        tables=tables or load_tables(),
        width=72_000,
        height=48_000,
        turns=6,
        terrain=(),
        objectives=(),
        armies={side: Army(side, side == home, f"{side}_general") for side in SIDES},
        units=units,
    )


def unit(id: str, profile: str, models: int, files: int = 10, side: str = "", **more: Any) -> Unit:
    """Ids begin with the letter of their side (n1, s1, w1) unless ``side`` says otherwise."""
    tables = load_tables()
    row = tables.profiles[profile]
    base = row.base or (tables.bases[row.kind].width, tables.bases[row.kind].depth)
    side = side or next(one for one in SIDES if one[0] == id[0])
    fields: dict[str, Any] = {
        "x": 36_000,
        "y": 24_000,
        "heading": 0,
        "start_models": models,
        "phase_models": models,
    }
    fields["machine_wounds"] = row.machine_W
    return Unit(id, side, side, profile, row.kind, base, files=files, models=models, **{**fields, **more})


def hero(id: str, profile: str, of: Unit, **more: Any) -> Character:
    row = load_tables().characters[profile]
    fields: dict[str, Any] = {"rank": row.rank, "wounds": row.stats.W, "mount": ""}
    return Character(id, of.side, of.seat, profile, of.id, **{**fields, **more})


def contact(one: Unit, other: Unit, edge: Edge = FRONT, overlap: int = 0, **more: Any) -> Contact:
    """The front of ``one`` on the ``edge`` of ``other``; overlap as if laid on its middle."""
    length = other.depth if edge in (RIGHT, LEFT) else other.width
    edges = {one.id: more.pop("own", FRONT), other.id: edge}
    a, b = sorted(edges)
    fields: dict[str, Any] = {"maker": one.id, "turn": 1, "overlap": overlap or min(one.width, length)}
    return Contact(contact_id(a, b), a, b, edges[a], edges[b], **{**fields, **more})


def ordered(unit: Unit, word: OrderWord = "hold", **more: Any) -> Unit:
    return replace(unit, order=UnitOrder(word, **more))


# --- running --------------------------------------------------------------------------------------------


@rule("FA-MEL-01")
def fight(battle: FantasyBattle) -> None:
    """One round of every melee, A1 to A7 without closing up."""
    melees = _compare(battle)
    battle.each(a5, melees)
    battle.each(a6, melees)
    battle.then(a7)


@rule("FA-MEL-01")
def compare(battle: FantasyBattle) -> None:
    """A1 to A4 only: the melees stay, with their results."""
    _compare(battle)


def _compare(battle: FantasyBattle) -> tuple[str, ...]:
    melees = melee.begin(battle, clash=battle.turn.phase == "C")
    for step in (a2, a3, a4):
        battle.each(step, melees)
    return melees


@rule("FA-MEL-12")
def a2(battle: FantasyBattle, one: str) -> None:
    melee.challenges(battle, one)


@rule("FA-MEL-06")
def a3(battle: FantasyBattle, one: str) -> None:
    melee.strike(battle, one)


@rule("FA-CR-06")
def a4(battle: FantasyBattle, one: str) -> None:
    result.compare(battle, one)


@rule("FA-CR-07")
def a5(battle: FantasyBattle, one: str) -> None:
    result.break_tests(battle, one, late=battle.turn.phase == "C")


@rule("FA-CR-10")
def a6(battle: FantasyBattle, one: str) -> None:
    result.breakthrough(battle, one)


@rule("FA-MEL-02")
def a7(battle: FantasyBattle) -> None:
    melee.finish(battle)


@rule("FA-LD-03")
def losses(battle: FantasyBattle) -> None:
    leadership.after_losses(battle, "B7")


@rule("FA-LD-03")
def rear(battle: FantasyBattle) -> None:
    leadership.rear_tests(battle)


@rule("FA-RET-04")
def rally(battle: FantasyBattle) -> None:
    leadership.rally(battle)


class Rules(RuleBook):
    """The chapters under test, without questions."""

    id, version, name = "fantasy", "1", Name("Fantasy")
    battle: type[Battle[Any, Any]] = FantasyBattle

    def __init__(self) -> None:
        self.rules = rules_of([melee, result, leadership, sys.modules[__name__]])
        self.decisions = {}


class Same:
    """Every die shows the same face."""

    def __init__(self, face: int) -> None:
        self.face = face

    def throw(self, chance: Chance[M]) -> Throw[M]:
        return chance.throw(lambda sides: self.face)


BOOK = Rules()


def position(
    *pieces: Thing, does: Sequence[Any] = (fight,), phase: Any = "A", step: str = "", number: int = 1
) -> FantasyState:
    """These pieces, and rules to be run."""
    agenda = tuple((one.name, ()) for one in reversed(does))
    return State((*pieces, Turn(TURN, number, phase, step or f"{phase}1")), agenda)


def run(setup: FantasySetup, state: FantasyState, dice: Dice | Sequence[int]) -> FantasyBattle:
    """All that is on the agenda, with these dice."""
    hand = Scripted(dice) if isinstance(dice, Sequence) else dice
    battle = FantasyBattle(BOOK, setup, state, hand)
    battle.run()
    assert not isinstance(hand, Scripted) or hand.left == 0, "faces are left"
    return battle


def odds(setup: FantasySetup, state: FantasyState, measure: Any) -> Answer:
    """Exactly, by branching the rules themselves."""
    return absorb(BOOK, setup, state, measure)


def told(battle: FantasyBattle, kind: type[Event]) -> list[Any]:
    """Events of a kind in the fullest version, in order."""
    return [one.versions[0][0] for one in battle.told if isinstance(one.versions[0][0], kind)]


def struck(battle: FantasyBattle) -> list[tuple[str, str, int]]:
    """(unit, who, models) of every blow, in the order of the dice."""
    return [(one.unit, one.who, one.models) for one in told(battle, Struck)]


def round_of(*pieces: Thing, faces: Any = None, phase: str = "A", **options: Any) -> FantasyBattle:
    """A1 to A4 with these faces (none: every die shows 1)."""
    return run(setup_of(**options), position(*pieces, does=(compare,), phase=phase), faces or Same(1))


def blow(battle: FantasyBattle, of: str, who: str = "models") -> Struck:
    found: Struck = next(one for one in told(battle, Struck) if (one.unit, one.who) == (of, who))
    return found
