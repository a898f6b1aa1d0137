"""Exact odds: the printed examples, simulation, and what happens beyond the budget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core import engine
from grognard.core.dice import Fast
from grognard.core.errors import Refused
from grognard.core.state import Question, Setup, State
from grognard.lab.graph import Budget
from grognard.lab.odds import Answer, absorb, until_asked
from grognard.rulebooks.feudal import BOOK
from tests.lab.clashes import DUELS, OPTIONS, THREE, clash


def odds(words: str, **options: Any) -> Answer:
    return absorb(BOOK, *clash(words, **options))


def one_blow(attacker: str, target: str) -> Answer:
    """The target can't strike back, so its losses are those of one attack."""
    return odds(f"{attacker} vs {target}", passes=1, rout="never")


def lost(answer: Answer, army: str, hp: int) -> Fraction:
    return hp - Fraction(answer.mean(f"{army}.hp"))


@pytest.mark.clause("FE-ATT-01", "FE-ATT-02", "FE-DMG-01")
def test_example_9_equal_strengths() -> None:
    answer = one_blow("warriors 30", "warriors 30")
    assert answer.of("warriors_2.hp")[5] == Fraction(1, 2)
    assert answer.of("warriors_2.status")["destroyed"] == Fraction(3, 10)
    assert lost(one_blow("warriors 1000", "warriors 1000"), "warriors_2", 49) == Fraction(11, 4)


TABLE_10 = {
    "defensive": ("1/20", "1/20", "1/20", "3/20", "1/2"),
    "cautious": ("1/20", "3/10", "3/4", "7/5", "9/4"),
    "standard": ("21/20", "9/5", "11/4", "39/10", "21/4"),
    "aggressive": ("3", "17/4", "57/10", "147/20", "46/5"),
    "bugurt": ("23/4", "15/2", "189/20", "58/5", "279/20"),
}


@pytest.mark.clause("FE-ATT-05", "FE-DMG-02", "FE-STR-01")
@pytest.mark.parametrize("mine", TABLE_10)
def test_example_10_expected_damage(mine: str) -> None:
    for theirs, mean in zip(TABLE_10, TABLE_10[mine], strict=True):
        answer = one_blow(f"warriors 1000 {mine}", f"warriors 1000 {theirs}")
        assert lost(answer, "warriors_2", 49) == Fraction(mean), theirs


@pytest.mark.clause("FE-ATT-04", "FE-END-02", "FE-ROUT-01")
def test_example_11_both_fall() -> None:
    answer = odds("warriors 30 hp=1 vs warriors 30 hp=1", passes=1)
    assert answer.of("winner")["nobody"] == Fraction(1, 4)
    assert answer.chance(lambda end: "routed" in end.values()) == 0


@pytest.mark.clause("FE-COND-01")
def test_example_12_the_hill_and_the_swamp() -> None:
    answer = one_blow("warriors 50 strength=3 high_ground hp=16", "warriors 50 swamp hp=16")
    assert 1 - answer.of("warriors_2.hp")[16] == Fraction(13, 20)
    assert 1 - answer.of("warriors_1.hp")[16] == Fraction(3, 10)
    assert lost(answer, "warriors_2", 16) == Fraction(91, 20)
    assert lost(answer, "warriors_1", 16) == Fraction(21, 20)


@pytest.mark.clause("FE-MULTI-04", "FE-DMG-05")
def test_example_24_three_on_one() -> None:
    three = "warriors 150 + warriors 50 + warriors strength=4 bugurt vs militia 50"
    answer = odds(three, passes=1, rout="never")
    hp = answer.of("militia.hp")
    assert hp[0] == Fraction(293, 500)
    assert sum(hp[left] for left in (1, 2, 3)) == Fraction(817, 8000)


@pytest.mark.clause("FE-DMG-01")
def test_example_25_fog() -> None:
    answer = one_blow("warriors 150 fog", "warriors 150")
    assert lost(answer, "warriors_2", 27) == Fraction(5, 4)


@pytest.mark.clause("FE-ATT-06", "FE-ATT-07", "FE-ROUT-01", "FE-END-02")
@pytest.mark.parametrize(
    ("first", "rout", "wins", "nobody", "passes"),
    [
        (
            "",
            "never",
            "407086092202404425364782513/999852024445524246528000000",
            "0.1857073202",
            "1.8980071132",
        ),
        (
            "",
            "strength",
            "34221452679966295606691051/82292347690989649920000000",
            "0.1682956280",
            "1.7748281180",
        ),
        (
            "",
            "half",
            "2076806923519762383437824717/4937540861459378995200000000",
            "0.1587687143",
            "",
        ),
        ("bugurt", "never", "164013837152057/404695332421632", "0.4061236951", ""),
    ],
)
def test_example_28_duels(first: str, rout: str, wins: str, nobody: str, passes: str) -> None:
    answer = odds(f"warriors 30 {first} vs warriors 30", rout=rout)
    chances = answer.of("winner")
    assert chances["a"] == Fraction(wins)
    assert f"{float(chances['nobody']):.10f}" == nobody
    assert sum(chances.values()) == 1
    if passes:
        assert f"{float(answer.calls['clash.clash_pass']):.10f}" == passes
    if not first:
        assert chances["b"] == chances["a"]


def sampled(setup: Setup, state: State[Any], seed: int, battles: int) -> Counter[Any]:
    dice, found = Fast(seed), Counter[Any]()
    for _ in range(battles):
        draft = BOOK.draft(setup, state, dice, listening=False)
        draft.run()
        found[BOOK.measures(setup, draft.state())["winner"]] += 1
    return found


@settings(max_examples=15)
@given(DUELS | THREE, OPTIONS, st.integers(0, 2**32))
def test_exact_is_what_simulation_comes_to(
    words: tuple[str, ...], options: Mapping[str, Any], seed: int
) -> None:
    setup, state = clash(*words, **options)
    answer = absorb(BOOK, setup, state, exact=False, budget=Budget(5000, 20))
    battles = 1500
    found = sampled(setup, state, seed, battles)
    for winner, chance in answer.of("winner").items():
        low, high = answer.interval(chance)
        error = 5 * sqrt(max(high * (1 - low), 1 / battles) / battles)
        assert low - error <= found[winner] / battles <= high + error, winner


@settings(max_examples=15)
@given(DUELS, OPTIONS, st.integers(1, 60))
def test_the_interval_holds_the_exact_chance(
    words: tuple[str, ...], options: Mapping[str, Any], states: int
) -> None:
    setup, state = clash(*words, **options)
    whole = absorb(BOOK, setup, state, exact=True, budget=Budget(4000, 0))
    part = absorb(BOOK, setup, state, exact=True, budget=Budget(states, 0))
    assert part.branched <= states
    assert (part.open > 0) == bool(part.stopped)
    assert sum(part.results.values()) + part.open == 1
    for winner, chance in whole.of("winner").items():
        if not whole.open:
            low, high = part.interval(
                part.of("winner").get(winner, Fraction(0)) if part.results else Fraction(0)
            )
            assert low <= chance <= high


@settings(max_examples=10)
@given(DUELS, OPTIONS)
def test_floats_and_fractions_agree(words: tuple[str, ...], options: Mapping[str, Any]) -> None:
    setup, state = clash(*words, **options)
    exact = absorb(BOOK, setup, state, exact=True, budget=Budget(4000, 0))
    quick = absorb(BOOK, setup, state, exact=False, budget=Budget(4000, 0))
    assert exact.results.keys() == quick.results.keys()
    for result, chance in exact.results.items():
        assert quick.results[result] == pytest.approx(float(chance), abs=1e-12)
    assert quick.calls == pytest.approx({name: float(one) for name, one in exact.calls.items()})


def test_whoever_asks_may_stop_and_keeps_what_is_known() -> None:
    setup, state = clash("warriors 150 vs warriors 150")
    seen: list[tuple[int, int]] = []

    def enough(branched: int, found: int) -> bool:
        seen.append((branched, found))
        return True

    answer = absorb(BOOK, setup, state, exact=False, progress=enough)
    assert len(seen) == 1
    assert answer.stopped == "asked"
    assert answer.branched == seen[0][0]
    assert 0 < answer.open <= 1
    assert sum(answer.results.values()) + answer.open == pytest.approx(1)


def test_time_runs_out() -> None:
    answer = absorb(BOOK, *clash("warriors 150 vs warriors 150"), exact=False, budget=Budget(0, 0.05))
    assert answer.stopped == "seconds"
    assert answer.open > 0


@pytest.mark.clause("FE-TAC-08")
def test_a_feigned_flight_strikes_from_the_second_pass_on() -> None:
    words = "warriors 30 feigned_flight hp=5 vs warriors 30"
    first = absorb(BOOK, *clash(words, passes=1))
    assert first.of("warriors_2.hp") == {5: 1}
    second = absorb(BOOK, *clash(words, passes=2))
    assert second.of("warriors_2.hp")[5] < 1
    assert second.of("winner")["undecided"] < 1


def test_json_has_decimals_and_fractions() -> None:
    found = odds("warriors 30 hp=1 vs warriors 30 hp=1", passes=1).builtins()
    assert found["chances"]["winner"]["nobody"] == {"value": 0.25, "exact": "1/4"}
    assert found["open"] == {"value": 0.0, "exact": "0/1"}
    quick = absorb(BOOK, *clash("warriors 30 hp=1 vs warriors 30 hp=1", passes=1), exact=False).builtins()
    assert quick["chances"]["winner"]["nobody"] == pytest.approx(0.25)


# --- a pending decision ---


def skirmish() -> tuple[Any, State[Any], Question]:
    """Played by defaults to the first order for the bowmen in which they may shoot."""
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    dice = Fast(1)
    step = engine.begin(BOOK, setup, dice, listening=False)
    while True:
        state = step.state
        for question in state.questions:
            if question.id == "ranged_order:mill_bows":
                return setup, state, question
        answers = {
            one.id: BOOK.decisions[one.kind].default(BOOK.view(setup, state, one.seat), one)
            for one in state.questions
            if one.answer is None
        }
        step = engine.answer(BOOK, setup, state, answers, dice, listening=False)


def hp(state: State[Any]) -> dict[str, int]:
    return {"hp": state.piece("cutthroats").hp}


def test_odds_of_an_answer_up_to_the_next_question() -> None:
    """Archers of Strength 1 at a Strength 3 in a swamp, from afar: the die decides the rest."""
    setup, state, question = skirmish()
    decision = BOOK.decisions[question.kind]
    order = ("cutthroats", "hold")
    preview = decision.preview(BOOK.view(setup, state, question.seat), question, order)
    answer = until_asked(BOOK, setup, state, question.id, order, measure=hp)
    full = setup.sheets["cutthroats"].hp_start
    hits = next(chance for what, chance in preview.chances if what.source == "hits")
    unhurt = answer.of("hp")[full]
    assert answer.open == 0
    assert 0.05 < hits < 0.95
    assert float(1 - unhurt) == pytest.approx(hits)
    calm = until_asked(BOOK, setup, state, question.id, ("none", "hold"), measure=hp)
    assert calm.of("hp") == {full: 1}


def test_other_answers_may_be_given() -> None:
    setup, state, question = skirmish()
    others = {one.id: ("none", "hold") for one in state.questions if one.kind == question.kind}
    answer = until_asked(BOOK, setup, state, question.id, ("none", "hold"), others, measure=hp)
    assert answer.branched >= 1
    assert sum(answer.results.values()) == 1


def test_an_answer_that_is_not_allowed_is_refused() -> None:
    setup, state, question = skirmish()
    with pytest.raises(Refused):
        until_asked(BOOK, setup, state, question.id, ("mill_watch", "hold"), measure=hp)
    with pytest.raises(Refused):
        until_asked(BOOK, setup, state, "strategy:nobody", ("standard",), measure=hp)
