"""The doctrine: points of the chapter What a sensible player does, from views alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from grognard.core.dice import Fast
from grognard.core.state import Order, Question
from grognard.players import DoctrinePlayer, RandomPlayer, play_out, referee
from grognard.rulebooks.modern.doctrine import answer
from grognard.rulebooks.modern.doctrine_scene import Scene as Thoughts
from grognard.rulebooks.modern.doctrine_scene import typical
from grognard.rulebooks.modern.points import ask_exchange
from grognard.rulebooks.modern.view import ModernView
from tests.rulebooks.modern.scenes import BOOK, CLOSE, Scene, scene
from tests.rulebooks.modern.test_secrets import pairs, setup_with

TANKS, RIFLES, TEAM = "west-1-01", "west-1-02", "west-1-03"
ABRAMS, THEIR_RIFLES, THEIR_TEAM = "east-1-01", "east-1-02", "east-1-03"
WEST, EAST = "west-1", "east-1"


def think(there: Scene, question: Question | None = None) -> Order:
    """The doctrine's answer to the open question, hexes by their labels; the rules must take it."""
    question = question or there.question
    view = there.view(question.seat)
    order = answer(view, question)
    BOOK.decisions[question.kind].check(view, question, order)
    grid = there.setup.map.grid
    return tuple(grid.label(word) if isinstance(word, int) and grid.holds(word) else word for word in order)


def apart(*units: str) -> Scene:
    """The skirmish with some units only, all others in reserve; no ability is left."""
    return scene("skirmish").alone(*units).change(WEST, ability_used=True)


# --- points 1 to 3: fire that adds up -----------------------------------------------------------------------


@pytest.mark.clause("MO-FIRE-04")
def test_1_fire_is_begun_only_where_it_comes_to_a_status() -> None:
    """T-90 (8) against an Abrams (10) in the open: not alone, but with an anti-tank team (8)."""
    there = apart(TANKS, ABRAMS).stand(TANKS, "0407").stand(ABRAMS, "0608", known=True)
    assert think(there.turn_of(WEST, "attack")) == ("end",)
    both = (
        apart(TANKS, TEAM, ABRAMS).stand(TANKS, "0407").stand(TEAM, "0507").stand(ABRAMS, "0608", known=True)
    )
    assert think(both.turn_of(WEST, "attack"))[::2] == ("fire", "0608")


def test_1_a_sum_that_stands_is_completed() -> None:
    from grognard.rulebooks.modern.model import Hit

    there = apart(TANKS, ABRAMS).stand(TANKS, "0407")
    there.stand(ABRAMS, "0608", known=True, hits=(Hit("west-1-02", 2, True),))
    assert think(there.turn_of(WEST, "attack")) == ("fire", TANKS, "0608")


def test_1_the_last_status_first_then_the_dearer() -> None:
    there = apart(TANKS, THEIR_RIFLES, THEIR_TEAM).stand(TANKS, "0508")
    there.stand(THEIR_RIFLES, "0608", known=True, lost=1).stand(THEIR_TEAM, "0708", known=True)
    assert think(there.turn_of(WEST, "attack")) == ("fire", TANKS, "0608")
    assert think(there.change(THEIR_RIFLES, lost=0)) == ("fire", TANKS, "0708")


def test_2_the_stronger_shooters_are_kept_for_others_where_weak_ones_do() -> None:
    """Rifles (4) are enough for rifles in the open (3): the anti-tank team needn't."""
    there = apart(RIFLES, TANKS, THEIR_RIFLES).stand(RIFLES, "0508").stand(TANKS, "0408")
    there.stand(THEIR_RIFLES, "0608", known=True)
    assert think(there.turn_of(WEST, "attack")) == ("fire", RIFLES, "0608")


def test_2_what_is_left_over_is_tried_on_a_counter_that_nobody_has_read() -> None:
    there = scene("skirmish", inspection="ask").alone(RIFLES, ABRAMS)
    there.stand(RIFLES, "0508").stand(ABRAMS, "0608").turn_of(WEST, "attack")
    assert think(there) == ("inspect", "0608")
    told = there.change(ABRAMS, known=True)
    assert think(told) == ("end",)


@pytest.mark.clause("MO-MOVE-01")
def test_1_whoever_a_kill_needs_moves_up_first() -> None:
    """The anti-tank team walks into range, where both together take a status of the Abrams."""
    there = (
        apart(TANKS, TEAM, ABRAMS).stand(TANKS, "0507").stand(TEAM, "0306").stand(ABRAMS, "0608", known=True)
    )
    verb, unit, hex = think(there.turn_of(WEST, "movement"))
    assert (verb, unit) == ("move", TEAM)
    there.answer(
        *BOOK.decisions["movement"].check(there.view(WEST), there.question, (verb, unit, there.hex(str(hex))))
    )
    there.answer("end")
    assert think(there)[0] == "fire"


# --- points 5 to 8: where units go ---------------------------------------------------------------------------


def test_7_a_point_in_reach_is_taken_and_kept() -> None:
    there = apart(RIFLES, THEIR_RIFLES).stand(RIFLES, "0405").stand(THEIR_RIFLES, "1201")
    assert think(there.turn_of(WEST, "movement")) == ("move", RIFLES, "0605")
    held = apart(RIFLES, THEIR_RIFLES).stand(RIFLES, "0605").stand(THEIR_RIFLES, "1201")
    assert think(held.turn_of(WEST, "movement")) == ("end",)


def test_7_foot_goes_before_vehicles_where_both_come_as_soon() -> None:
    there = apart(RIFLES, TANKS, THEIR_RIFLES).stand(RIFLES, "0405").stand(TANKS, "0406")
    thoughts = Thoughts(there.stand(THEIR_RIFLES, "1201").turn_of(WEST, "movement").view(WEST))
    assert thoughts.holders[RIFLES].hex == there.hex("0605")


def test_6_armour_stays_out_of_a_sum_that_reaches_it() -> None:
    """In reach of Abrams and anti-tank team together (9 + 8) the T-90 (8) would lose two statuses."""
    there = (
        apart(TANKS, ABRAMS, THEIR_TEAM, THEIR_RIFLES).stand(TANKS, "0408").stand(ABRAMS, "0808", known=True)
    )
    there.stand(THEIR_TEAM, "0708", known=True).stand(THEIR_RIFLES, "1208").turn_of(WEST, "movement")
    thoughts = Thoughts(there.view(WEST))
    unit = thoughts.field.unit(TANKS)
    assert thoughts.threat(unit, there.hex("0608")) == 17
    assert thoughts.loss(unit, there.hex("0608")) > thoughts.loss(unit, there.hex("0102")) == 0


def test_6_cover_counts_and_so_does_who_can_come_next_to_it() -> None:
    there = apart(RIFLES, ABRAMS).stand(RIFLES, "0407").stand(ABRAMS, "0807", known=True)
    thoughts = Thoughts(there.turn_of(WEST, "movement").view(WEST))
    unit = thoughts.field.unit(RIFLES)
    assert thoughts.armour(unit, there.hex("0605")) == 9
    assert thoughts.armour(unit, there.hex("0607")) == 3 + 3
    assert thoughts.loss(unit, there.hex("0605")) == 0 < thoughts.loss(unit, there.hex("0507"))


@pytest.mark.clause("MO-FIRE-09")
def test_6_fire_of_two_generals_does_not_add_up() -> None:
    there = scene("standard").alone("west-1-01", "east-1-01", "east-2-03")
    there.stand("west-1-01", "0914").stand("east-1-01", "1013", known=True)
    there.stand("east-2-03", "1014", number=17, known=True).turn_of("west-1", "movement")
    thoughts = Thoughts(there.view("west-1"))
    assert thoughts.threat(thoughts.field.unit("west-1-01"), there.hex("0914")) == 9


def test_6_after_the_last_turn_nobody_comes() -> None:
    there = apart(TANKS, ABRAMS).stand(TANKS, "0608").stand(ABRAMS, "0808", known=True)
    late = Thoughts(there.turn_of(WEST, "movement", round=8).view(WEST))
    assert late.coming == frozenset()
    assert late.loss(late.field.unit(TANKS), there.hex("0608")) == 0


# --- points 9 to 12: cards -----------------------------------------------------------------------------------


def exchanged(there: Scene, credits: int, **more: Any) -> Order:
    there.turn_of(WEST, "kso1").change(WEST, credits=credits, **more)
    there.state = there.state.__class__(there.state.pieces)
    return think(there.run(ask_exchange, WEST))


@pytest.mark.clause("MO-CP-04")
def test_9_a_dear_card_at_three_credits_a_medium_one_where_none_cancels() -> None:
    assert exchanged(apart(RIFLES, ABRAMS), 3)[:2] == ("take", "expensive")
    assert exchanged(apart(RIFLES, ABRAMS), 2)[:2] == ("take", "medium")
    assert exchanged(apart(RIFLES, ABRAMS).hand(WEST, "K10"), 2)[:2] == ("take", "cheap")


def test_9_credits_are_saved_while_the_next_payment_is_near() -> None:
    there = apart(RIFLES, ABRAMS)
    there.change("point:0605", runs=((WEST, 3),))
    assert exchanged(there, 2) == ("end",)


@pytest.mark.clause("MO-KSO-18")
def test_9_with_a_full_hand_the_cheapest_that_is_not_sudden_goes() -> None:
    there = apart(RIFLES, ABRAMS).hand(WEST, "K01", "K10", "K25")
    assert exchanged(there, 3) == ("take", "expensive", "K01", "")


def test_10_the_dear_are_healed_at_their_last_status() -> None:
    there = apart(TANKS, RIFLES, ABRAMS).hand(WEST, "K04").change(TANKS, lost=1)
    assert think(there.turn_of(WEST)) == ("play", "K04", TANKS)


@pytest.mark.clause("MO-KSO-21")
def test_10_a_strike_falls_only_where_it_completes_a_sum() -> None:
    there = apart(RIFLES, ABRAMS, THEIR_RIFLES).hand(WEST, "K22").stand(RIFLES, "0708")
    there.stand(ABRAMS, "0808", known=True).stand(THEIR_RIFLES, "1201")
    assert think(there.turn_of(WEST)) == ("play", "K22", "0808")
    forted = apart(RIFLES, ABRAMS).hand(WEST, "K08").stand(RIFLES, "0708").stand(ABRAMS, "0808", known=True)
    assert think(forted.turn_of(WEST)) == ("end",)


@pytest.mark.clause("MO-KSO-22")
def test_10_reinforcements_come_at_once() -> None:
    there = scene("skirmish").hand(WEST, "K18").turn_of(WEST)
    verb, card, hex, unit = think(there)
    assert (verb, card, unit) == ("play", "K18", "west-r01")
    assert str(hex)[:2] in ("01", "02")


@pytest.mark.clause("MO-KSO-14")
@pytest.mark.parametrize(
    ("played", "held", "cancels"),
    [("K25", "K28", True), ("K17", "K14", True), ("K01", "K28", False), ("K01", "K10", False)],
)
def test_11_what_is_cancelled(played: str, held: str, cancels: bool) -> None:
    there = scene("skirmish").hand(EAST, played).hand(WEST, held).turn_of(EAST)
    options = [one for one in there.options() if one[:2] == ("play", played)]
    there.answer(*options[0])
    assert there.question.kind == "answer"
    assert (think(there)[:2] == ("play", held)) == cancels


@pytest.mark.clause("MO-FIRE-10")
def test_12_smoke_where_it_makes_the_possible_fire_too_little() -> None:
    """An anti-tank team (2 against infantry) and rifles (4) fire at rifles (3): 3 more armour hold against the rifles
    alone, not against both."""
    there = apart(RIFLES, THEIR_RIFLES, THEIR_TEAM).hand(WEST, "K06").stand(RIFLES, "0508", known=True)
    there.stand(THEIR_RIFLES, "0608", known=True).stand(THEIR_TEAM, "1208", known=True)
    assert think(fired_at(there)) == ("play", "K06", RIFLES)
    both = apart(RIFLES, THEIR_RIFLES, THEIR_TEAM).hand(WEST, "K06").stand(RIFLES, "0508", known=True)
    both.stand(THEIR_RIFLES, "0608", known=True).stand(THEIR_TEAM, "0607", known=True)
    assert think(fired_at(both)) == ("pass",)


def fired_at(there: Scene) -> Scene:
    there.turn_of(EAST, "attack")
    while there.question.kind == "answer":
        there.answer("pass")
    return there.answer("fire", THEIR_RIFLES, there.hex("0508"))


# --- points 13 and 14 ----------------------------------------------------------------------------------------


@pytest.mark.clause("MO-WORK-02")
def test_13_engineers_dig_in_on_a_point_that_they_hold() -> None:
    there = apart(RIFLES, THEIR_RIFLES).stand(RIFLES, "0605", number=4).stand(THEIR_RIFLES, "1201")
    assert think(there.turn_of(WEST, "movement")) == ("work", RIFLES, "fort", "0605")


@pytest.mark.clause("MO-TRAN-03", "MO-TRAN-04")
def test_14_who_has_far_to_go_is_carried_and_gets_off_near_the_goal() -> None:
    there = apart(RIFLES, TANKS, THEIR_RIFLES).stand(RIFLES, "0107").stand(TANKS, "0207", number=33)
    there.stand(THEIR_RIFLES, "1201").turn_of(WEST, "movement")
    assert think(there) == ("embark", RIFLES, TANKS)
    landed = apart(RIFLES, TANKS, THEIR_RIFLES).stand(TANKS, "0506", number=33).stand(THEIR_RIFLES, "1201")
    landed.change(RIFLES, status="aboard", aboard=TANKS, hex=-1).turn_of(WEST, "movement")
    assert think(landed) == ("disembark", RIFLES, "0605")


# --- from the view alone -------------------------------------------------------------------------------------


@pytest.mark.clause("MO-UNIT-01", "MO-SEAT-03")
@pytest.mark.parametrize("seat", ["w-1", "e-2"])
def test_what_the_seat_does_not_know_changes_no_order(seat: str) -> None:
    answers = 0
    for state, otherwise in pairs(seat, 60, "public", "auto"):
        other_setup, other_state = otherwise.world()
        one, other = BOOK.view(setup_with(), state, seat), BOOK.view(other_setup, other_state, seat)
        assert orders_of(one) == orders_of(other)
        answers += len(one.asked)
    assert answers > 20


def orders_of(view: ModernView) -> list[Order]:
    return [answer(view, question) for question in view.asked]


def test_a_counter_that_nobody_has_read_is_taken_for_a_typical_one() -> None:
    there = apart(RIFLES, ABRAMS).stand(ABRAMS, "1205").turn_of(WEST, "movement")
    thoughts = Thoughts(there.view(WEST))
    (foe,) = thoughts.foes
    assert foe.number == typical(there.setup, "armour") != 0
    assert thoughts.field.arm(foe) == "armour"


# --- whole battles -------------------------------------------------------------------------------------------


def winners(count: int) -> Counter[str]:
    """Who wins skirmishes between doctrine and lot, sides swapped."""
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    found: Counter[str] = Counter()
    for seed in range(count):
        mine = setup.sides[seed % 2].id
        players = {
            seat: DoctrinePlayer() if one.side == mine else RandomPlayer()
            for seat, one in setup.generals.items()
        }
        end = play_out(BOOK, setup, players, Fast(seed), seed=seed)
        found["doctrine" if end.outcome is not None and mine in end.outcome.winners else "other"] += 1
    return found


@pytest.mark.slow
def test_doctrine_beats_the_lot() -> None:
    assert winners(20)["doctrine"] >= 19


@pytest.mark.parametrize("options", [{}, {"inspection": "ask", "turn_unit": "side", "card_award": "choose"}])
def test_the_referee_finds_nothing_wrong(options: dict[str, Any]) -> None:
    setup = BOOK.read_setup(CLOSE, "close.yaml", options=options)
    found = referee(BOOK, setup, {seat: DoctrinePlayer() for seat in setup.generals}, 5, sample=4)
    assert found.violations == ()
    assert found.answers > 50


def test_the_same_battle_is_played_twice_alike() -> None:
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    players = {seat: DoctrinePlayer() for seat in setup.generals}
    assert len({play_out(BOOK, setup, players, Fast(7)).digest() for _ in range(2)}) == 1
