"""What is shown before an answer is given: costs, chances, modifiers; never more than the seat sees."""

from __future__ import annotations

import time
from contextlib import suppress
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core.book import Preview
from grognard.core.dice import Fast
from grognard.core.state import Order, Question
from grognard.lab.odds import absorb
from grognard.players import DoctrinePlayer, play_out
from grognard.rulebooks.napoleonic import previews
from grognard.rulebooks.napoleonic.close_combat import Result, compare, suffered, worst
from grognard.rulebooks.napoleonic.fighting_value import Manner
from grognard.rulebooks.napoleonic.previews_fight import Blow, chances
from tests.rulebooks.napoleonic.fights import REAL, facing
from tests.rulebooks.napoleonic.scenes import BLUE, BOOK, RED, Scene, box, ground, gun, man, scene, unit

SOUTH = 180
LIMIT = 0.02
"""Seconds that a preview may take, of the processor alone."""


def said(found: Preview) -> str:
    return "; ".join(one.say("en") for one in found.lines)


def odds(found: Preview) -> dict[str, float]:
    return {what.say("en"): chance for what, chance in found.chances}


def of_order(made: Scene, name: str, *order: str | int) -> Preview:
    return previews.of_order(made.view(made.field.body(name).side), name, order)


# --- fire --------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-ART-04", "NA-ART-06", "NA-FATE-01")
def test_a_shot() -> None:
    there = scene(unit("a"), gun("g", at=(5, 3, 0)), unit("e", BLUE, at=(5, 4, SOUTH)))
    shot = previews.of_shot(there.view(RED), "g", ("canister", "e", 0))
    assert said(shot) == "full die at 0.75 merka"
    assert odds(shot)["e: figures lost 3"] == 1 / 6
    assert odds(shot)["e is stopped by canister"] == 1 / 6
    assert odds(shot)["persons there are in danger"] == 1 / 6
    turned = previews.of_shot(there.view(RED), "g", ("canister", "e", 100))
    assert said(turned).startswith("die less 1")
    assert previews.of_shot(there.view(RED), "g", ("hold",)) == Preview()


@pytest.mark.clause("NA-ART-11", "NA-ROUT-07")
def test_marks_that_would_bring_a_rout() -> None:
    there = scene(
        unit("a"),
        gun("g", at=(5, 3, 0)),
        unit("e", BLUE, at=(5, 4, SOUTH), stopped_before=1),
        gun("k", BLUE, at=(5.5, 4.5, SOUTH), silenced_in=1),
        turn=2,
    )
    view = there.view(RED)
    assert "stopped once more e routs" in said(previews.of_shot(view, "g", ("canister", "e", 0)))
    assert "silenced once more k routs" in said(previews.of_shot(view, "g", ("ball", "k", 0)))


@pytest.mark.clause("NA-ART-12", "NA-ART-13")
def test_a_shot_at_a_place() -> None:
    there = scene(
        gun("g", at=(5, 3, 0)),
        unit("e", BLUE, at=(5, 9, SOUTH)),
        terrain=(box("v", "village", 4.5, 4, 5.5, 4.5),),
    )
    shot = previews.of_shot(there.view(RED), "g", ("ball", "v", 0))
    assert odds(shot) == {"village catches fire": 1 / 6}


@pytest.mark.clause("NA-SKIR-03")
def test_skirmishers() -> None:
    there = scene(unit("a", at=(3, 3, 0), figures=3, kind="open_order"), unit("e", BLUE, at=(3, 3.4, SOUTH)))
    found = previews.of_skirmish(there.view(RED), "a", ("fire",))
    assert "dice at e" in said(found)
    count = int(said(found)[0])
    assert odds(found)["e loses a figure or more"] == pytest.approx(1 - (5 / 6) ** count)
    assert previews.of_skirmish(there.view(RED), "a", ("hold",)) == Preview()


# --- close combat ------------------------------------------------------------------------------------


@pytest.mark.clause("NA-CC-06", "NA-MOD-01")
def test_a_strike_names_every_modifier() -> None:
    near = facing({"status": "guard"}, {"figures": 4}, man("n", "a"), apart=0.5)
    strike = previews.of_strike(near.view(RED), "a", ("strike", "b"))
    assert (
        said(strike)
        == "a: fighting value 2 (Guard +1, general with it +1); b: fighting value -2 (figures missing -2)"
    )
    assert not strike.guessed
    assert previews.of_strike(near.view(RED), "a", ("none",)) == Preview()


@pytest.mark.clause("NA-CC-06", "NA-CC-20", "NA-CC-22")
def test_a_strike_has_the_chances_of_the_real_steps() -> None:
    near = facing({"status": "guard", "declared": ("strike", "b")}, {"declared": ("strike", "a")}, apart=0.5)
    strike = odds(previews.of_strike(near.view(RED), "a", ("strike", "b")))
    real = replace(near.state, agenda=tuple((rule.name, ()) for rule in reversed(REAL)))
    answer = absorb(BOOK, near.setup, real, lambda state: {one: _fate(state, one) for one in "ab"})
    assert strike["b routs"] == pytest.approx(float(answer.of("b")["routs"]))
    assert strike["b is pushed"] == pytest.approx(float(answer.of("b")["pushed"]))
    assert strike["a is pushed"] == pytest.approx(float(answer.of("a")["pushed"]))


def _fate(state: Any, one: str) -> str:
    piece = state.piece(one)
    return "routs" if piece.standing == "fleeing" else "pushed" if piece.push_turn else "stands"


@pytest.mark.clause("NA-CC-08", "NA-MOD-21", "NA-MOD-22")
def test_friends_who_strike_too_are_reckoned_with() -> None:
    near = facing(None, None, unit("h", RED, (6.7, 6.5, 270), 5, arm="horse", attacked="b"), apart=0.5)
    alone = previews.of_strike(near.view(RED), "a", ("strike", "b"))
    view = near.view(RED)
    together = previews.of_strike(
        replace(view, answers=(("strike:h", ("strike", "b")),)), "a", ("strike", "b")
    )
    assert "with h; if nobody else strikes" in said(together)
    assert "b: fighting value -3" in said(together)
    assert odds(together)["b routs"] > odds(alone)["b routs"]


MANNERS: tuple[Manner, ...] = ("foot", "horse")
BLOWS = st.builds(Blow, st.sampled_from(MANNERS), st.integers(-4, 4), st.integers(-4, 4))


@settings(max_examples=40, deadline=None)
@given(st.lists(BLOWS, min_size=1, max_size=3), st.sampled_from(MANNERS), st.booleans())
@pytest.mark.clause("NA-CC-08")
def test_chances_of_several_are_those_of_all_dice(blows: list[Blow], enemy: Manner, best: bool) -> None:
    setup = facing().setup
    if best:
        blows = [one._replace(against=blows[0].against) for one in blows]
    theirs, own = _counted(setup, blows, enemy, best)
    found = chances(setup, tuple(blows), enemy, best)
    assert all(found.theirs[what] == pytest.approx(theirs.get(what, 0.0)) for what in found.theirs)
    assert all(found.own[what] == pytest.approx(own.get(what, 0.0)) for what in found.own)


def _counted(
    setup: Any, blows: list[Blow], enemy: Manner, best: bool
) -> tuple[dict[str, float], dict[str, float]]:
    theirs: dict[str, float] = {}
    own: dict[str, float] = {}
    share = 1 / 6 ** (len(blows) + 1)
    for face, *faces in product(range(1, 7), repeat=len(blows) + 1):
        scores = [own + blow.value for own, blow in zip(faces, blows, strict=True)]
        used = [max(scores)] * len(scores) if best else scores
        suffers = []
        for at, (score, blow) in enumerate(zip(used, blows, strict=True)):
            verdict = compare(
                setup.tables,
                Result("a", blow.manner, score, 0, 1000),
                Result("b", enemy, face, blow.against, 1000),
            )
            pair = {one.unit: suffered(verdict, one) for one in (verdict.winner, verdict.loser)}
            suffers.append(pair["b"])
            if not at:
                own[pair["a"].what] = own.get(pair["a"].what, 0.0) + share
        what = worst(suffers).what
        theirs[what] = theirs.get(what, 0.0) + share
    return theirs, own


@pytest.mark.clause("NA-CC-20", "NA-MOVE-11", "NA-ROUT-12", "NA-ART-19")
def test_who_throws_no_die() -> None:
    def strike(**now: Any) -> str:
        made = facing(None, now, apart=0.5)
        return said(previews.of_strike(made.view(RED), "a", ("strike", "b")))

    assert "gives way" in strike(full_withdrawal=1)
    assert "second rout" in strike(standing="fleeing")
    there = scene(unit("a", at=(3, 3, 0)), gun("k", BLUE, at=(3, 3.5, SOUTH)))
    found = previews.of_strike(there.view(RED), "a", ("strike", "k"))
    assert "it is taken" in said(found)
    assert odds(found)["k falls silent"] == 1 / 6


# --- after a fight -----------------------------------------------------------------------------------


@pytest.mark.clause("NA-PURS-07", "NA-PURS-08", "NA-PURS-09", "NA-CC-22", "NA-CC-32")
def test_pursuit_and_following_up() -> None:
    there = facing(None, {"figures": 3, "standing": "fleeing"}, man("n", "b", BLUE))
    found = previews.of_pursuit(there.view(RED), "a", False, ("pursue", "b"))
    assert said(found).startswith("runs up to 1 merka")
    assert odds(found)["b loses a figure or more"] == 2 / 3
    assert odds(found)["its colours are taken"] == pytest.approx(5 / 12)
    assert odds(found)["n is taken"] == pytest.approx(5 / 12)
    assert said(previews.of_pursuit(there.view(RED), "a", True, ("pursue", "b"))).startswith("runs up to 1.5")
    assert "keeps" in said(previews.of_pursuit(there.view(RED), "a", False, ("stay",)))
    assert said(previews.of_follow(there.view(RED), "b", ("follow", 400))).startswith("0.4 merka less")
    horse = facing(None, {"arm": "horse", "figures": 4})
    assert said(previews.of_follow(horse.view(RED), "b", ("follow", 250))) == "the step is free"


# --- orders ------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-MOVE-04", "NA-MOVE-08", "NA-OBS-02", "NA-OBS-05", "NA-OBS-07")
def test_a_way_and_what_lies_on_it() -> None:
    there = scene(
        unit("a", at=(3, 3, 0)),
        unit("e", BLUE, at=(3, 11, SOUTH)),
        terrain=(
            box("w", "wood", 2, 3.5, 4, 4),
            ground("s", "stream", (0, 4.5), (9, 4.5)),
            box("h", "hill", 6, 3.4, 8, 5, 1),
        ),
    )
    far = of_order(there, "a", "move", 3000, 3900, 0)
    assert said(far).startswith("costs 0.9 of 1 merka; wood: no more than 0.5 merka; wood: fighting value -1")
    across = scene(
        unit("a", at=(3, 4, 0)), unit("e", BLUE, at=(3, 11, SOUTH)), terrain=there.setup.terrain[1:]
    )
    assert "it stops at the edge: stream" in said(of_order(across, "a", "move", 3000, 4900, 0))
    hill = scene(unit("a", at=(7, 3, 0)), unit("e", BLUE, at=(3, 11, SOUTH)), terrain=there.setup.terrain[2:])
    assert "slope takes 0.5 merka" in said(of_order(hill, "a", "move", 7000, 3900, 0))
    horse = scene(unit("a", at=(3, 3, 0)), unit("e", BLUE, at=(3, 4.5, SOUTH), arm="horse", figures=5))
    assert "near enemy horse (e)" in said(of_order(horse, "a", "move", 3000, 3400, 0))


@pytest.mark.clause("NA-ART-09", "NA-MOVE-10", "NA-MOVE-11")
def test_what_a_move_leaves_of_fire_and_resistance() -> None:
    there = scene(gun("g", at=(3, 3, 0)), unit("a", at=(6, 3, 0)), unit("e", BLUE, at=(6, 8, SOUTH)))
    assert said(of_order(there, "g", "move_half", 3000, 3400, 0)).endswith("it will fire with half a die")
    assert said(of_order(there, "g", "move_full", 3000, 3900, 0)).endswith("it will not fire in this turn")
    assert said(of_order(there, "g", "hold")) == "it will fire with the full die"
    back = of_order(there, "a", "withdraw_full", 6000, 2100, 0)
    assert "it does not resist in this turn" in said(back)


@pytest.mark.clause("NA-MOVE-03", "NA-MOVE-07", "NA-MOD-05", "NA-MOD-06", "NA-MOD-13")
def test_an_attack_has_the_odds_of_its_clash() -> None:
    there = scene(
        unit("a", at=(3, 3, 0), arm="heavy_horse", figures=5),
        unit("e", BLUE, at=(3, 4.5, SOUTH), arm="light_horse_regular", figures=4),
        generals=False,
    )
    found = of_order(there, "a", "attack", "e")
    assert "a: fighting value 1 (heavy horse attacks +1)" in said(found)
    assert "e: fighting value -1 (horse caught standing -1)" in said(found)
    assert odds(found)["e routs"] == pytest.approx(1 / 6)
    assert odds(found)["e is pushed"] == pytest.approx(1 / 4)
    far = scene(unit("a", at=(3, 3, 0)), unit("e", BLUE, at=(3, 6, SOUTH)))
    assert "it will hardly come home" in said(of_order(far, "a", "attack", "e"))
    assert of_order(far, "a", "attack", "e").chances == ()


@pytest.mark.clause("NA-MOVE-13", "NA-MOVE-14", "NA-UNIT-04", "NA-UNIT-08", "NA-MOD-24", "NA-OBS-05")
def test_orders_without_a_way() -> None:
    there = scene(
        unit("a", at=(3, 3, 0)),
        unit("e", BLUE, at=(3, 8, SOUTH)),
        terrain=(ground("s", "stream", (0, 3.2), (9, 3.2)),),
    )
    for order, words in (
        (("form", "march_column"), "goes 1.5 merka a turn; fighting value -1"),
        (("form", "open_order"), "10 dice a turn at enemies within 0.5 merka"),
        (("split", 7, 3), "a part of 3: fighting value -3"),
        (("rejoin", "a"), "in this turn fighting value -1"),
        (("cross", "s"), "stream: fighting value -1 in this turn"),
        (("reform",), "horse struck meanwhile has -1"),
    ):
        assert words in said(of_order(there, "a", *order))


# --- what the seat may know --------------------------------------------------------------------------


@pytest.mark.clause("NA-SEQ-07")
def test_of_enemies_far_away_nothing_is_betrayed() -> None:
    def seen(status: str, figures: int) -> Preview:
        made = scene(
            unit("a", at=(3, 3, 0), arm="light_horse_irregular", figures=5),
            unit("e", BLUE, at=(3, 6.1, SOUTH), status=status, figures=figures),
            options={"fog": "line_of_sight"},
            generals=False,
        )
        return of_order(made, "a", "attack", "e")

    first = seen("line", 10)
    assert first.guessed
    assert "seen from afar" in said(first)
    assert seen("old_guard", 11) == first


@pytest.mark.parametrize(("name", "options"), [("skirmish", {}), ("quatre_bras", {"fog": "line_of_sight"})])
def test_every_preview_of_a_battle_is_quick_and_can_be_said(name: str, options: dict[str, Any]) -> None:
    setup = BOOK.read_setup(BOOK.scenarios()[name], options=options)
    seen: list[tuple[Question, Order]] = []
    slow: list[tuple[float, Order]] = []

    def watch(step: Any) -> None:
        waiting = [one for one in step.state.questions if one.answer is None]
        for question in waiting[:2]:
            view, decision = BOOK.view(setup, step.state, question.seat), BOOK.decisions[question.kind]
            for order in decision.options(view, question)[:6]:
                begun = time.process_time()
                found = decision.preview(view, question, order)
                slow.append((time.process_time() - begun, order))
                seen.append((question, order))
                assert all(0 < chance <= 1 for _, chance in found.chances), order
                assert all(words.say("ru") for words in (*found.lines, *(what for what, _ in found.chances)))
        if len(seen) > 400:
            raise StopIteration

    players = {seat.id: DoctrinePlayer() for seat in setup.seats}
    with suppress(StopIteration):
        play_out(BOOK, setup, players, Fast(5), seed=5, watch=watch)
    assert len({question.kind for question, _ in seen}) > 3
    slow.sort()
    assert slow[len(slow) * 99 // 100][0] < LIMIT
