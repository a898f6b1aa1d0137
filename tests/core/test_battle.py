"""The draft: agenda, nesting, asking, and what rules may do."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core import engine
from grognard.core.battle import Battle
from grognard.core.dice import Scripted
from grognard.core.rule import Rule, clause, clauses_in, rule, rules_of
from grognard.core.state import State
from tests.core import toy
from tests.core.toy import BLUE, BOOK, RED, SETUP, Duellist, ToyBattle, duel_round

heard: list[str] = []


@rule("X-01")
def first(battle: ToyBattle) -> None:
    battle.then(second, RED, second, BLUE)
    battle.then(third)


@rule("X-02")
def second(battle: ToyBattle, who: str) -> None:
    heard.append(who)
    if who == RED:
        battle.then(inner)


@rule("X-03")
def inner(battle: ToyBattle) -> None:
    heard.append("inner")


@rule("X-04")
def third(battle: ToyBattle) -> None:
    heard.append("third")
    battle.each(second, [BLUE, "green"])


class Sequence(toy.Toy):
    rules: dict[str, Rule[Any, ...]] = {one.name: one for one in (first, second, inner, third)}


def draft(*agenda: str, book: Any = None) -> Battle[Any, Any]:
    state = State((Duellist(RED, 3), Duellist(BLUE, 3)), tuple((name, ()) for name in agenda))
    return (book or BOOK).draft(SETUP, state, Scripted([]))


def test_the_agenda_reads_in_order_and_nests() -> None:
    heard.clear()
    draft(first.name, book=Sequence()).run()
    assert heard == [RED, "inner", BLUE, "third", BLUE, "green"]


def test_the_agenda_is_data_and_can_stop_anywhere() -> None:
    heard.clear()
    battle = draft(first.name, book=Sequence())
    battle.run(calls=2)
    kept = battle.state()
    assert heard == [RED]
    assert kept.agenda == ((third.name, ()), (second.name, (BLUE,)), (inner.name, ()))
    Sequence().draft(SETUP, kept, Scripted([])).run()
    assert heard == [RED, "inner", BLUE, "third", BLUE, "green"]


def test_calling_a_rule_runs_it_at_once_with_its_own_clauses() -> None:
    battle = draft()
    battle.rule = first
    duel_round(battle)
    assert battle.rule is first
    assert [question.id for question in battle.questions] == ["guess:red", "guess:blue"]


def test_the_draft_leaves_the_state_alone() -> None:
    state = State((Duellist(RED, 3), Duellist(BLUE, 3)))
    battle = BOOK.draft(SETUP, state, Scripted([]))
    battle.change(RED, hp=1)
    battle.place(Duellist("green", 2))
    battle.remove(BLUE)
    assert [piece.hp for piece in state.pieces] == [3, 3]
    assert [piece.id for piece in battle.state().pieces] == [RED, "green"]
    with pytest.raises(KeyError):
        battle.piece(BLUE)


def test_views_are_rebuilt_after_a_change() -> None:
    battle = draft()
    assert battle.view(RED).hp == ((RED, 3), (BLUE, 3))
    battle.change(BLUE, hp=1)
    assert battle.view(RED).hp == ((RED, 3), (BLUE, 1))


def test_what_leaves_no_choice_is_not_asked() -> None:
    class OneWay(toy.Guess):
        def options(self, view: Any, question: Any) -> Any:
            return (("low",),)

    class Narrow(toy.Toy):
        decisions = {"guess": OneWay()}

    step = engine.begin(Narrow(), SETUP, Scripted([1] * 2 + [6] * 60))
    assert step.state.finished
    assert step.state.outcome is not None


def test_equal_positions_are_equal_and_hash_alike() -> None:
    one, other = draft("x.y").state(), draft("x.y").state()
    assert one == other
    assert hash(one) == hash(other)
    assert one.digest() == other.digest()
    assert one.digest() != draft().state().digest()


def test_a_silent_draft_tells_nothing() -> None:
    state = engine.begin(BOOK, SETUP, Scripted([])).state
    answers = {question.id: ("low",) for question in state.questions}
    step = engine.answer(BOOK, SETUP, state, answers, Scripted([6, 1]), listening=False)
    loud = engine.answer(BOOK, SETUP, state, answers, Scripted([6, 1]))
    assert (step.told, step.rolled) == ((), ())
    assert step.state == loud.state
    assert loud.told[-1].clauses == ("TOY-03", "TOY-04")


def test_clauses_are_found_on_rules_and_functions() -> None:
    found = clauses_in([toy])
    assert found["TOY-03"] == ["toy.strike"]

    @clause("Z-01")
    def number() -> int:
        return 1

    assert number.__clauses__ == ("Z-01",)  # type: ignore[attr-defined]
    assert rules_of([toy])["toy.strike"].clauses == ("TOY-03", "TOY-04")
    assert "2" in toy.strike.doc
    assert repr(toy.strike) == "<rule toy.strike TOY-03 TOY-04>"
