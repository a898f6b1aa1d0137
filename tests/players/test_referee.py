"""The referee: whole battles without a fault, and faults that it must find."""

from __future__ import annotations

from typing import Any, cast

import pytest
from msgspec.structs import replace

from grognard.core.book import FromList
from grognard.core.state import Order, State
from grognard.players import DoctrinePlayer, Player, RandomPlayer, RefereeReport, referee
from grognard.rulebooks.feudal import BOOK
from grognard.rulebooks.feudal.book import FeudalBook
from grognard.rulebooks.feudal.invariants import broken, measures
from grognard.rulebooks.feudal.model import (
    FIELD,
    Army,
    FeudalSetup,
    FeudalState,
    Hit,
    InForce,
    Intent,
)

HOUSES: list[dict[str, Any]] = [
    {},
    {"umpire": "human", "targets": "human"},
    {"fog": "intelligence", "strategy_scope": "all", "stall": "literal", "natural_one_attack": "miss"},
    {
        "parting": "umpire",
        "strategy_damage": "mirrored",
        "static_conditions": "lost_on_advance",
        "resupply": "full",
        "later_rounds": "first",
        "rout": "half",
        "missiles": "unlimited",
        "tactic_gain": "always",
        "strategy_reset": "battle",
        "nightfall": 4,
    },
]


def setup_of(name: str, **options: Any) -> FeudalSetup:
    return BOOK.read_setup(BOOK.scenarios()[name], options=options or None)


def refereed(
    book: FeudalBook, setup: FeudalSetup, player: Player, seed: int = 1, **more: Any
) -> RefereeReport:
    return referee(book, setup, {seat.id: player for seat in setup.seats}, seed, **more)


def whats(report: RefereeReport) -> str:
    return "\n".join(one.what for one in report.violations)


@pytest.mark.clause("FE-GEN-02", "FE-GEN-05", "FE-SEQ-09", "FE-SEQ-12")
@pytest.mark.parametrize("house", HOUSES, ids=["plain", "umpire", "fog", "house"])
@pytest.mark.parametrize("scenario", ["skirmish", "standard", "deathmatch"])
@pytest.mark.parametrize("player", [RandomPlayer(), DoctrinePlayer()], ids=["random", "doctrine"])
def test_battles_hold_everything_that_must_hold(scenario: str, house: dict[str, Any], player: Player) -> None:
    report = refereed(BOOK, setup_of(scenario, **house), player)
    assert report.violations == ()
    assert report.good
    assert report.outcome[1]
    assert report.answers > 5
    assert report.options > report.answers


@pytest.mark.slow
@pytest.mark.parametrize("player", [RandomPlayer(), DoctrinePlayer()], ids=["random", "doctrine"])
@pytest.mark.parametrize("seed", range(10))
def test_more_battles(seed: int, player: Player) -> None:
    for scenario in ("skirmish", "standard", "deathmatch", "agincourt"):
        house = HOUSES[seed % len(HOUSES)]
        assert refereed(BOOK, setup_of(scenario, **house), player, seed).violations == ()


# --- faults that it must find --------------------------------------------------------------------------------


class Liar(FromList):
    """Offers what it doesn't take, and its default is not on the list."""

    clauses = ("FE-TAC-01",)

    def options(self, view: Any, question: Any) -> tuple[Order, ...]:
        return (("standard",), ("standard",), ("victory",))

    def check(self, view: Any, question: Any, order: Order) -> Order:
        if order[0] == "victory":
            order = ("victory", "please")
        return super().check(view, question, order)

    def default(self, view: Any, question: Any) -> Order:
        return ("flight",)


class Gullible(FromList):
    """Takes anything."""

    def options(self, view: Any, question: Any) -> tuple[Order, ...]:
        return (("standard",), ("steady_ranks",))

    def check(self, view: Any, question: Any, order: Order) -> Order:
        return ("standard",)


def faulty(**decisions: Any) -> FeudalBook:
    class Faulty(FeudalBook):
        pass

    made = Faulty()
    made.decisions = {**BOOK.decisions, **decisions}
    return made


def test_it_finds_decisions_that_contradict_themselves() -> None:
    found = whats(refereed(faulty(tactic=Liar()), setup_of("skirmish"), DoctrinePlayer(), longest=40))
    assert "option ('victory',) is refused" in found
    assert "twice on the list" in found
    assert "the default is refused" in found


def test_it_finds_decisions_that_take_anything() -> None:
    found = whats(refereed(faulty(tactic=Gullible()), setup_of("skirmish"), DoctrinePlayer(), longest=40))
    assert "nonsense was taken" in found


def test_it_finds_views_that_change_by_looking() -> None:
    class Restless(FeudalBook):
        looks = 0

        def view(self, setup_: Any, state: Any, seat: str) -> Any:
            self.looks += 1
            return replace(super().view(setup_, state, seat), waiting=(str(self.looks),))

    assert "isn't the same twice" in whats(
        refereed(Restless(), setup_of("skirmish"), RandomPlayer(), longest=10)
    )


def test_it_finds_battles_that_do_not_end() -> None:
    assert "not over after 3 answers" in whats(
        refereed(BOOK, setup_of("standard"), DoctrinePlayer(), longest=3)
    )


def test_it_finds_rules_that_break_down_and_records_that_do_not_verify() -> None:
    class Crumbling(FeudalBook):
        thoughts = 0

        def doctrine(self, view_: Any, question: Any, options: Any, rng: Any) -> Order:
            raise LookupError("no idea")

    assert "broke down: LookupError: no idea" in whats(
        refereed(Crumbling(), setup_of("skirmish"), DoctrinePlayer())
    )


def test_it_asks_the_book_for_its_own_invariants() -> None:
    class Strict(FeudalBook):
        def check_invariants(self, setup_: Any, before: Any, after: Any) -> list[str]:
            return ["too many ravens"] if before.pieces else []

    report = refereed(Strict(), setup_of("skirmish"), RandomPlayer())
    assert not report.good
    assert {one.what for one in report.violations} == {"too many ravens"}


# --- invariants of the feudal book ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def standing() -> tuple[FeudalSetup, FeudalState]:
    """A battle at its first ranged orders."""
    from grognard.core import engine
    from grognard.core.dice import Fast

    setup = setup_of("skirmish")
    state: State[Any] = engine.begin(BOOK, setup, Fast(1)).state
    while not any(question.kind == "ranged_order" for question in state.questions):
        answers = {
            q.id: BOOK.decisions[q.kind].default(BOOK.view(setup, state, q.seat), q)
            for q in state.questions
            if q.answer is None
        }
        state = engine.answer(BOOK, setup, state, answers, Fast(1)).state
    return setup, state


def with_piece(state: FeudalState, piece_id: str, **fields: Any) -> FeudalState:
    pieces = tuple(replace(p, **fields) if p.id == piece_id else p for p in state.pieces)
    return replace(state, pieces=pieces)


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("mill_watch", {"hp": 17}, "FE-GEN-05"),
    ("mill_watch", {"hp": 0}, "FE-DMG-05"),
    ("mill_watch", {"status": "destroyed"}, "FE-DMG-05"),
    ("mill_watch", {"posture": "asleep"}, "posture asleep"),
    ("mill_bows", {"missiles": -1}, "FE-RNG-04"),
    ("mill_bows", {"missiles": 7}, "FE-RNG-05"),
    ("mill_watch", {"men": 61}, "FE-AFT-01"),
    ("mill_watch", {"men": 59}, "FE-ARMY-05"),
    ("mill_watch", {"strategy": 3}, "FE-STR-01"),
    ("mill_watch", {"tactic": "dance"}, "FE-TAC-01"),
    ("mill_watch", {"morale_record": 5}, "FE-MOR-03"),
    ("mill_watch", {"tactics": ("war_cries", "war_cries")}, "FE-GEN-04"),
    ("mill_watch", {"conditions": (InForce("mud"), InForce("swamp"))}, "FE-COND-03"),
    ("mill_watch", {"conditions": (InForce("rain"),)}, "FE-COND-03"),
    (FIELD, {"conditions": (InForce("mud"),)}, "FE-COND-03"),
    (FIELD, {"hits": (Hit("mill_watch", 3),)}, "FE-SEQ-12"),
    (FIELD, {"routing": ("mill_watch",)}, "FE-SEQ-12"),
    (FIELD, {"intents": (Intent("mill_bows", "shoot"),) * 2}, "FE-MULTI-05"),
    (FIELD, {"phase": "tactical", "intents": (Intent("mill_bows", "shoot"),)}, "FE-MULTI-03"),
    (FIELD, {"round": 3}, "FE-SEQ-09"),
    (FIELD, {"ranged": 41}, "FE-SEQ-09"),
    (FIELD, {"melee": 21}, "FE-SEQ-09"),
    (FIELD, {"ranged": 0}, "FE-SEQ-01"),
    ("seat:lord", {"artefacts": (("walls", -1),)}, "FE-ART-03"),
]


@pytest.mark.parametrize(("piece", "fields", "want"), BAD)
def test_each_invariant_can_fail(
    standing: tuple[FeudalSetup, FeudalState], piece: str, fields: dict[str, Any], want: str
) -> None:
    setup, state = standing
    assert broken(setup, state, state) == []
    found = broken(setup, state, with_piece(state, piece, **fields))
    assert any(want in what for what in found), found


def test_what_is_gone_stays_gone(standing: tuple[FeudalSetup, FeudalState]) -> None:
    setup, state = standing
    before = with_piece(state, "cutthroats", status="routed", tended=True, spent_tactics=("foul_play",))
    before = with_piece(before, "seat:lord", conceded=True, artefacts=(("walls", 1),))
    after = with_piece(state, "seat:lord", artefacts=(("walls", 2),))
    found = "\n".join(broken(setup, before, after))
    for clause in ("FE-ROUT-04", "FE-CMD-12", "FE-TAC-07", "FE-END-04", "FE-ART-03"):
        assert clause in found


def test_pieces_and_questions_are_looked_at_too(standing: tuple[FeudalSetup, FeudalState]) -> None:
    setup, state = standing
    found = broken(setup, state, replace(state, pieces=state.pieces[1:] + state.pieces[:1]))
    assert "changed places" in found[0]
    twice = replace(state, questions=(*state.questions, state.questions[0]))
    assert "one question twice (FE-SEQ-10)" in broken(setup, state, twice)
    stolen = replace(
        state, questions=tuple(replace(q, seat="umpire_raiders") for q in state.questions if q.seat == "lord")
    )
    assert "whose army it isn't" in broken(setup, state, stolen)[0]
    gone = with_piece(state, "mill_watch", status="withdrawn")
    assert any("the army is gone" in what for what in broken(setup, state, gone))
    alone = with_piece(gone, "mill_bows", status="withdrawn")
    assert any("FE-END-01" in what for what in broken(setup, state, alone))


def test_measures_count_each_side(standing: tuple[FeudalSetup, FeudalState]) -> None:
    setup, state = standing
    lost = with_piece(state, "cutthroats", hp=0, status="destroyed", men=30)
    lost = with_piece(lost, "stragglers", hp=1, status="routed")
    found = measures(setup, lost)
    assert cast(Army, lost.piece("cutthroats")).hp == 0
    assert found == {
        "reason": "",
        "winner": "",
        "rounds": 1,
        "ranged_passes": 1,
        "melee_passes": 0,
        "fief.hp": 21,
        "fief.hp_permille": 1000,
        "fief.armies_lost": 0,
        "fief.men_lost": 0,
        "raiders.hp": 1,
        "raiders.hp_permille": 47,
        "raiders.armies_lost": 2,
        "raiders.men_lost": 60,
    }
