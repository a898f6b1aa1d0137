"""The doctrine: points of the chapter What a sensible player does, from views alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from grognard.core.dice import Fast
from grognard.core.errors import Refused
from grognard.core.state import Order, Question
from grognard.players import DoctrinePlayer, Player, RandomPlayer, play_out
from grognard.rulebooks.pike_and_shot import cards, doctrine_use, movement
from grognard.rulebooks.pike_and_shot.coordination import check_unit
from grognard.rulebooks.pike_and_shot.decisions_card import able_together
from grognard.rulebooks.pike_and_shot.doctrine import answer
from grognard.rulebooks.pike_and_shot.doctrine_goals import Goal
from grognard.rulebooks.pike_and_shot.doctrine_odds import charge
from grognard.rulebooks.pike_and_shot.doctrine_scene import Scene as Thinking
from grognard.rulebooks.pike_and_shot.doctrine_scene import scene_of
from grognard.rulebooks.pike_and_shot.doctrine_use import Use, best_use
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.model import Commander, Flag, Unit
from grognard.rulebooks.pike_and_shot.victory import losses
from tests.rulebooks.pike_and_shot.scenes import BLUE, BOOK, BRIGADE, RED, Scene, commander, scene, unit

MISSED: dict[str, Any] = {"fired": True, "used": 2, "left": 0, "activated": True}
"""A unit that has done all it can this turn."""


def think(there: Scene, question: Question | None = None) -> Order:
    """The doctrine's answer to the open question; the rules must take it."""
    question = question or there.question
    view, decision = there.view(question.seat), BOOK.decisions[question.kind]
    order = answer(view, question, decision.options(view, question))
    assert decision.check(view, question, order) == order
    return order


def use_of(there: Scene, name: str) -> Use:
    scene_ = scene_of(there.view(there.setup.sheets[name].seat))
    return best_use(scene_, there.unit(name))


def horse(name: str = "R", side: str = RED, at: Any = (20, 18, 0), **now: Any) -> Any:
    return unit(name, side, 6, at, base="cuirassier", files=3, morale="high", **now)


def brigade(name: str = "B", side: str = BLUE, at: Any = (20, 22, 180), **now: Any) -> Any:
    return unit(name, side, BRIGADE, at, files=3, **now)


# --- points 2 and 9: order first ---


def test_2_a_unit_that_is_nearly_shaken_restores_order_first() -> None:
    there = scene(brigade("R", RED, (20, 10, 0), dp=8), brigade(at=(20, 11.9, 180)))
    assert use_of(there, "R").order == ("restore",)
    assert use_of(there.change("R", dp=0), "R").order == ("shoot", "B")


def test_9_a_commander_takes_disorder_off_a_router_that_he_touches() -> None:
    posts = [commander("Leslie", RED, (20, 8), cp=3), commander("Holk", BLUE, (30, 35))]
    there = scene(
        brigade("R", RED, (20, 11.5, 0), dp=10, routing=True, owes=True, command="Leslie"),
        brigade(at=(30, 30, 180), command="Holk"),
        commanders=posts,
    ).run(cards.menu, "Leslie", 0)
    there.change("Leslie", cp=3)
    assert think(there) == ("remove_dp", "R")


# --- point 3: no volley through friends ---


def test_3_nobody_shoots_through_a_friend() -> None:
    friend = unit("F", RED, 4, (20, 11.1, 0), base="pike")
    there = scene(unit("R", RED, 2, (20, 10, 0)), friend, brigade(at=(20, 11.9, 180)))
    assert use_of(there, "R").order[0] != "shoot"
    alone = scene(unit("R", RED, 2, (20, 10, 0)), brigade(at=(20, 11.9, 180)))
    assert use_of(alone, "R").order == ("shoot", "B")


# --- points 4 and 5: charges ---


def test_4_horse_leaves_a_fresh_brigade_alone_in_front() -> None:
    assert use_of(scene(horse(), brigade()), "R").order != ("charge",)


@pytest.mark.parametrize(
    "now", [{"dp": 8, **MISSED}, {"dp": 7, **MISSED}, {"dp": 10, "routing": True, **MISSED}]
)
def test_4_horse_charges_a_brigade_that_is_shot_up_and_spent(now: dict[str, Any]) -> None:
    assert use_of(scene(horse(), brigade(**now)), "R").order == ("charge",)


def test_4_horse_charges_a_flank() -> None:
    there = scene(horse(at=(20, 18, 0)), brigade(at=(21.5, 22, 900 / 10), **MISSED))
    assert use_of(there, "R").order == ("charge",)


def test_5_a_charge_from_too_far_is_begun_when_the_second_impulse_can_bring_it_home() -> None:
    there = scene(horse(at=(20, 15, 0)), brigade(dp=8, **MISSED))
    two, one = use_of(there, "R"), use_of(there.change("R", left=1, used=1), "R")
    assert two.order == ("charge",)
    assert two.worth > 2 * one.worth


# --- point 6: reactions ---


def charged(defender: Any, *, length: int = 4000, base: str = "cuirassier") -> Scene:
    """Blue horse with a move point left charges whoever stands before it."""
    rider = unit("C", BLUE, 6, (20, 27, 180), base=base, files=3, mode="charge", mp=1)
    return scene(rider, defender).run(movement.steps, "C").answer("advance", length)


def test_6_pikes_brace_against_horse_and_fresh_muskets_fire() -> None:
    there = charged(brigade("R", RED, (20, 23, 0)))
    assert think(there) == ("mixed", "R", "C")
    there = charged(brigade("R", RED, (20, 23, 0), fired=True, dp=3))
    assert think(there)[0] in ("brace", "mixed")


def test_6_the_last_impulse_is_kept_for_a_charge_that_may_come() -> None:
    cuirassiers = horse("C", BLUE, (20, 18, 180))
    there = scene(brigade("R", RED, (20, 13.8, 0), left=1, used=1, dp=2), cuirassiers)
    assert use_of(there, "R").order == ("stop",)
    spent = there.change("C", left=0, used=2, activated=True)
    assert use_of(spent, "R").order != ("stop",)


def test_6_no_charge_is_awaited_of_those_who_are_seen_to_be_ordered_back() -> None:
    rider = horse("C", BLUE, (20, 18, 180), command="Holk")
    holk = commander("Holk", BLUE, (30, 35), under="blue_general", order=Flag("attack", 0, 0))
    own = brigade("R", RED, (20, 13.8, 0), left=1, used=1, dp=2)
    there = scene(own, rider, commanders=[holk], options={"fog": "open"})
    assert use_of(there, "R").order == ("stop",)
    there.change("Holk", order=Flag("withdraw", 0, 0))
    assert use_of(there, "R").order != ("stop",)


def test_7_a_small_unit_saves_its_impulse_for_charges() -> None:
    passer = unit("C", BLUE, 3, (20, 24, 180), base="pike", mode="move", mp=1)
    there = scene(passer, unit("R", RED, 3, (20, 17, 0))).run(movement.steps, "C").answer("advance", 2000)
    assert think(there) == ("pass",)


# --- the whole ---


@pytest.mark.slow
def test_the_doctrine_beats_chance_from_either_side() -> None:
    """Twenty battles here; two hundred of each scenario are reported in benchmarks/README.md."""
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    won = 0
    for seed in range(10):
        for side in ("swe", "imp"):
            players: dict[str, Player] = {
                seat.id: DoctrinePlayer() if seat.side == side else RandomPlayer() for seat in setup.seats
            }
            outcome = play_out(BOOK, setup, players, Fast(seed), seed=seed).outcome
            won += outcome is not None and outcome.winners == (side,)
    assert won >= 18


# --- short cuts ---


def test_short_cuts_say_what_the_long_way_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who may share an order, whose loss would break an army, and that no move of foot is worth more than is said."""
    setup, states = BOOK.read_setup(BOOK.scenarios()["skirmish"]), []
    real, worths = doctrine_use._step_worth, []

    def step_worth(scene_: Any, one: Unit, goal: Goal) -> float:
        worth = real(scene_, one, goal)
        worths.append(worth if scene_.is_foot(one) else 0.0)
        return worth

    monkeypatch.setattr(doctrine_use, "_step_worth", step_worth)
    players: dict[str, Player] = {seat.id: DoctrinePlayer() for seat in setup.seats}
    play_out(BOOK, setup, players, Fast(3), seed=3, watch=lambda step: states.append(step.state))
    assert 0 < max(worths) <= doctrine_use.HASTE
    led = straws = 0
    for state in states[::5]:
        scene_ = scene_of(BOOK.view(setup, state, setup.seats[0].id))
        for post in scene_.field.commanders:
            able = {one.id for one in able_together(scene_.field, post)}
            assert able in (
                set(),
                {one.id for one in scene_.field.units if _may_share(scene_.field, post, one)},
            )
            led += len(able)
        for one in scene_.field.units:
            assert scene_.is_last_straw(one) == _breaks(scene_.field, one)
            straws += scene_.is_last_straw(one)
    assert led
    assert straws


def test_a_glance_leaves_out_no_charge_that_wins_something(monkeypatch: pytest.MonkeyPatch) -> None:
    setup, looked = BOOK.read_setup(BOOK.scenarios()["camp"]), {True: 0, False: 0}
    real = doctrine_use._charges

    def charges(scene_: Thinking, one: Unit) -> Iterator[Use]:
        found = doctrine_use.quarry(scene_, one)
        meet = doctrine_use.charge_ahead(scene_, one)
        if meet is not None:
            home = sum(doctrine_use.arrivals(scene_.field, one, meet.points))
            won = home * charge(
                scene_.field, one, meet, scene_.boldness(one, scene_.field.unit(meet.hits[0]))
            )
            assert found is not None or won < 0.5
            looked[found is not None] += 1
        yield from real(scene_, one)

    monkeypatch.setattr(doctrine_use, "_charges", charges)
    players: dict[str, Player] = {seat.id: DoctrinePlayer() for seat in setup.seats}
    play_out(BOOK, setup, players, Fast(1), seed=1)
    assert min(looked.values()) > 5


def _may_share(field: Field, post: Commander, one: Unit) -> bool:
    try:
        check_unit(field, post, one, "move")
    except Refused:
        return False
    return True


def _breaks(field: Field, one: Unit) -> bool:
    """With this unit lost its side would be broken, and is not so yet (PS-VIC-05)."""
    start, lost = losses(field, field.side(one.id))
    limit, more = int(field.option("army_break")), 0 if one.routing else len(one.bases)
    return lost * 100 < start * limit <= (lost + more) * 100
