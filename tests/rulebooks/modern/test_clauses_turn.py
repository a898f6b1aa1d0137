"""Seats, deployment, the turn and its clock, generals who give up (chapters Battles and seats, The turn)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from grognard.core.dice import Fast
from grognard.core.errors import Refused
from grognard.core.state import UMPIRE
from grognard.players import RandomPlayer, play_out
from grognard.rulebooks.modern import victory
from grognard.rulebooks.modern.clocks import clock_of
from grognard.rulebooks.modern.deployment import deployment
from grognard.rulebooks.modern.events import (
    ArmourRestored,
    ConcededBy,
    Deployed,
    PhaseStarted,
    TurnEnded,
    TurnStarted,
    TurnTimedOut,
)
from grognard.rulebooks.modern.model import Hit, ModernSetup
from grognard.rulebooks.modern.sequence import battle, order_of_turns
from grognard.rulebooks.modern.takeback import check_take_back
from tests.rulebooks.modern.scenes import BOOK, CLOSE, Scene, clock, scene, shipped
from tests.rulebooks.modern.test_clauses_values import own_cards

WEST, EAST = "west-1", "east-1"
TANK, RIFLES, TEAM = "west-1-01", "west-1-02", "west-1-03"
ENEMY = "east-1-01"


def played(setup: ModernSetup, seed: int = 0) -> Scene:
    """A battle by lot to its end."""
    found: list[Scene] = []

    def watch(step: object) -> None:
        found.append(Scene(setup, step.state, list(step.told)))  # type: ignore[attr-defined]

    players = {seat.id: RandomPlayer() for seat in setup.seats}
    play_out(BOOK, setup, players, Fast(seed), seed=seed, listening=True, watch=watch)
    last = found[-1]
    last.told = [told for one in found for told in one.told]
    return last


# --- order and phases ------------------------------------------------------------------------------------


@pytest.mark.clause("MO-TURN-02")
def test_e29_a_shuffled_order_is_any_order_alike() -> None:
    setup = shipped("standard", turn_order_mode="random")
    found = Counter[str]()
    for faces in product((1, 2, 3, 4), (1, 2, 3), (1, 2)):
        one = scene(setup=setup).run(order_of_turns, dice=faces)
        found["".join(seat[0] for seat in clock(one).order)] += 1
    total = sum(found.values())
    assert Fraction(found["wewe"] + found["ewew"], total) == Fraction(1, 3)
    assert Fraction(found["wwee"], total) == Fraction(1, 6)


@pytest.mark.clause("MO-TURN-01", "MO-TURN-04", "MO-GEN-05")
def test_a_round_is_a_turn_of_everybody_with_its_phases_in_order() -> None:
    last = played(shipped("skirmish"))
    turns = last.heard(TurnStarted)
    assert [(event.round, event.holder) for event in turns] == list(product(range(1, 9), (EAST, WEST)))
    assert len(last.heard(TurnEnded)) == 16
    phases = [event.phase for event in last.heard(PhaseStarted)]
    assert phases == ["kso1", "movement", "attack", "kso2", "reserve"] * 16


@pytest.mark.clause("MO-TURN-03", "MO-CP-02", "MO-FIRE-09")
def test_by_option_a_side_has_one_common_turn() -> None:
    one = scene("standard", turn_unit="side").hand("west-1", "K03").turn_of("west")
    assert clock(one).order == ("east", "west")
    assert one.asked == [("kso", "west-1")]
    one.answer("end")
    assert one.asked == [("kso", "west-2")]
    one.answer("end")
    assert one.asked == [("movement", "west-1")]
    one.answer("wait")
    assert one.asked == [("movement", "west-2")]
    one.answer("wait").answer("end")
    assert one.asked == [("movement", "west-2")]
    assert one.refused("end_turn").clause == "MO-MOVE-01"
    one.answer("end")
    assert one.asked == [("attack", "west-1")]
    last = played(shipped("skirmish", turn_unit="side"))
    assert {event.holder for event in last.heard(TurnStarted)} == {"west", "east"}


@pytest.mark.clause("MO-TURN-04")
def test_skipping_forward_goes_to_the_reserve_phase() -> None:
    one = scene().turn_of(WEST).answer("end_turn")
    assert next(event.phase for event in one.heard(PhaseStarted)) == "reserve"
    assert one.asked == [("movement", EAST)]


@pytest.mark.clause("MO-TURN-11", "MO-VIS-03", "MO-GNL-05", "MO-KSO-11")
def test_what_units_did_is_forgotten_when_their_general_plays_again() -> None:
    one = scene().change(TANK, activated=True, moved=True, attacks=1, exposed=True)
    one.change(ENEMY, activated=True, moved=True, worked=True).change(EAST, uses=1)
    one.turn_of(EAST).answer("end_turn")
    forgotten, kept = one.unit(TANK), one.unit(ENEMY)
    assert (forgotten.moved, forgotten.exposed, forgotten.attacks) == (False, False, 0)
    assert (kept.moved, kept.worked) == (True, True)
    assert one.general(EAST).uses == 0


# --- the clock -------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-TURN-05")
def test_which_clock_runs() -> None:
    one = scene().hand(EAST, "K06").turn_of(WEST)
    one.change("clock", seconds=120).answer("end")
    assert clock_of(one.field, one.question) == ("answer", 30)
    assert one.default() == ("pass",)
    one.answer("pass")
    assert clock_of(one.field, one.question) == ("turn", 120)
    free = scene(turn_seconds=0, answer_seconds=0).hand(EAST, "K06").turn_of(WEST).answer("end")
    free.change("clock", seconds=0)
    assert clock_of(free.field, free.question) == ("", 0)
    free.answer("pass")
    assert clock_of(free.field, free.question) == ("", 0)
    assert free.default() == ("end",)
    assert free.refused("time_up", 5).clause == "MO-MOVE-01"


@pytest.mark.clause("MO-TURN-05", "MO-KSO-20")
@pytest.mark.parametrize(("more", "seconds"), [(0, 120), (-30, 90), (-300, 60), (300, 180)])
def test_cards_change_the_next_turn_within_the_limits(more: int, seconds: int) -> None:
    one = scene().change(WEST, seconds=more).turn_of(EAST).answer("end_turn")
    assert clock(one).seconds == seconds
    assert one.general(WEST).seconds == 0


@pytest.mark.clause("MO-TURN-06", "MO-TURN-07", "MO-CP-05", "MO-FIRE-09", "MO-RES-01")
def test_e42_a_turn_that_is_out_of_time_ends_as_it_stands() -> None:
    one = scene().stand(TANK, "0605").stand(ENEMY, "0705").change("point:0605", runs=((WEST, 4),))
    one.turn_of(WEST, "attack").change("clock", seconds=120)
    one.change(ENEMY, hits=(Hit(TANK, 5, True),))
    assert one.default() == ("time_up", 120)
    one.answer("time_up", 120)
    assert [(event.phase, event.seconds) for event in one.heard(TurnTimedOut)] == [("attack", 120)]
    assert [event.phase for event in one.heard(PhaseStarted)][:2] == ["reserve", "kso1"]
    assert len(one.heard(ArmourRestored)) == 1
    assert one.unit(ENEMY).hits == ()
    assert one.general(WEST).credits == 1, "kept, not exchanged"
    assert clock(one).active == EAST


@pytest.mark.clause("MO-TURN-06")
def test_time_may_run_out_while_credits_are_exchanged_or_a_card_is_answered() -> None:
    one = scene().change(WEST, credits=2).turn_of(WEST).change("clock", seconds=60).answer("end_turn")
    assert one.asked == [("exchange", WEST)]
    one.answer("time_up", 60)
    assert (one.general(WEST).credits, one.general(WEST).hand) == (2, ())
    setup = shipped()
    fox = {**setup.generals, WEST: replace(setup.generals[WEST], card="G02")}
    one = scene(setup=replace(setup, generals=fox)).hand(WEST, "K09", "K14").hand(EAST, "K10").turn_of(WEST)
    one.change("clock", seconds=60).answer("play", "K09", WEST).answer("play", "K10", "card:1")
    assert one.question.seat == WEST
    assert one.default() == ("time_up", 60)
    one.answer("time_up", 60)
    assert one.general(WEST).extra_moves == 0
    assert clock(one).active == EAST


# --- taking back -----------------------------------------------------------------------------------------


@pytest.mark.clause("MO-TURN-09", "MO-GEN-05")
def test_what_may_be_taken_back() -> None:
    one = scene().hand(WEST, "K03").turn_of(WEST).answer("play", "K03", TANK)
    check_take_back(one.setup, WEST, one.told, [WEST])
    with pytest.raises(Refused, match="another seat has answered since"):
        check_take_back(one.setup, WEST, one.told, [WEST, EAST])
    one = scene().hand(WEST, "K01").turn_of(WEST).answer("play", "K01", one.hex("1105"))
    with pytest.raises(Refused, match="something was revealed by it"):
        check_take_back(one.setup, WEST, one.told, [WEST])
    with pytest.raises(Refused, match="in this battle nothing is taken back"):
        check_take_back(shipped(takeback="never"), WEST, [], [WEST])


# --- deployment ------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-TURN-08")
def test_generals_deploy_in_order_of_turns_and_the_proposal_is_the_default() -> None:
    one = scene(deployed=False).run(deployment)
    assert one.asked == [("deployment", EAST)]
    assert one.default() == ("deploy",)
    one.answer("deploy")
    assert one.asked == [("deployment", WEST)]
    one.answer("deploy", TANK, one.hex("0101"), RIFLES, "reserve")
    assert one.unit(TANK).hex == one.hex("0101")
    assert (one.unit(RIFLES).status, one.unit(RIFLES).general) == ("reserve", "")
    assert one.unit(TEAM).hex == one.hex("0206")
    assert {event.counter.number for event in one.heard(Deployed, EAST) if event.general == WEST} == {0}
    assert {event.counter.number for event in one.heard(Deployed, WEST) if event.general == WEST} == {15, 2}


@pytest.mark.clause("MO-TURN-08")
@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (("deploy", TANK, "0505"), "0505 is no hex of your start zone"),
        (("deploy", TANK, "0204"), "two units cannot stand in 0204"),
        (("deploy", ENEMY, "0101"), f"there is no unit '{ENEMY}' of yours"),
        (("deploy", RIFLES, TANK), "unit 1 cannot go aboard W101"),
        (("deploy", TANK), "'deploy west-1-01' is not possible here"),
    ],
)
def test_deployments_that_are_refused(order: tuple[str, ...], reason: str) -> None:
    one = scene(deployed=False).run(deployment).answer("deploy")
    no = one.refused(*(one.hex(word) if word.isdigit() else word for word in order))
    assert (no.clause, str(no.reason)) == ("MO-TURN-08", reason)


@pytest.mark.clause("MO-TURN-08")
def test_where_a_unit_cannot_stand() -> None:
    one = scene("standard", deployed=False).run(deployment).answer("deploy")
    no = one.refused("deploy", "west-1-01", one.hex("0401"))
    assert str(no.reason) == "unit 15 cannot stand in 0401"


@pytest.mark.clause("MO-TURN-08")
def test_by_option_units_stand_as_listed() -> None:
    one = scene(deployed=False, deployment="listed").run(deployment)
    assert one.asked == []
    assert one.unit(TANK).hex == one.hex("0205")


# --- giving up -------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-GNL-08", "MO-END-01")
def test_units_of_who_concedes_go_to_the_mate_who_plays_next() -> None:
    one = scene("standard").hand("west-1", "K01").turn_of("west-1").answer("concede")
    assert {unit.general for unit in one.field.of_side("west")} == {"west-2"}
    assert (one.general("west-1").gone, one.general("west-1").hand) == ("conceded", ())
    assert one.field.deck("cheap").shed == ("K01",)
    assert [(event.general, event.heir) for event in one.heard(ConcededBy)] == [("west-1", "west-2")]
    assert clock(one).active == "east-2"
    one.state = replace(one.state, agenda=(), questions=())
    one.turn_of("west-2").answer("leave")
    assert one.state.outcome is not None
    assert (one.state.outcome.winners, one.state.outcome.reason) == (("east",), "conceded.major")


@pytest.mark.clause("MO-GNL-08")
def test_an_heir_is_whoever_plays_next() -> None:
    one = scene("grand").turn_of("north-2")
    assert victory.heir_of(one.field, "north-2") == "north-3"
    assert victory.heir_of(one.field, "north-3") == "north-2"


# --- seats and whole battles -----------------------------------------------------------------------------


@pytest.mark.clause("MO-SEAT-01", "MO-SEAT-02", "MO-SEAT-03")
def test_guests_see_what_everybody_sees_or_what_their_hosts_do() -> None:
    text = BOOK.scenarios()["skirmish"].read_text(encoding="utf-8")
    text += "press:\n  - {seat: press-1}\nobserver:\n  - {seat: observer-1, side: west}\n"
    one = scene(setup=BOOK.read_setup(text, "x.yaml"))
    shared = {name: one.view(name) for name in ("press-1", "observer-1", "public")}
    assert {view.pieces for view in shared.values()} == {shared["public"].pieces}
    host = scene(setup=BOOK.read_setup(text, "x.yaml", options={"observer_view": "side"}))
    assert host.view("observer-1").pieces == host.view(WEST).pieces
    assert host.draft().seats_of("west") == (WEST, "observer-1")
    assert one.draft().seats_of("west") == (WEST,)
    assert one.view(UMPIRE).pieces == one.state.pieces


@pytest.mark.clause("MO-ACAD-11", "MO-SEAT-03")
def test_a_civilian_unit_is_commanded_by_the_general_whom_it_joins() -> None:
    one = scene(setup=BOOK.read_setup(CLOSE, "close.yaml"))
    (saboteur,) = (unit for unit in one.field.on_map if one.field.has(unit, "civilian"))
    assert (one.field.arm(saboteur), saboteur.general) == ("infantry", "w-2")
    one.turn_of("w-1", "movement")
    assert not any(saboteur.id in order for order in one.options())
    one.answer("end_turn")
    one.turn_of("w-2", "movement")
    assert any(saboteur.id in order for order in one.options())


@pytest.mark.clause("MO-GEN-01", "MO-KSO-20")
def test_whole_battles_by_lot_keep_all_invariants() -> None:
    rows = """\
kso_card:
  - {id: K40, tier: cheap, kind: T, sudden: true, windows: [enemy_card, enemy_movement_end], en: X, ru: Х,
     target: {what: unit, side: own, max: 2}, effects: [{op: relocate, max_distance: 2}, {op: extra_attack, count: 1}]}
"""
    for seed, setup in enumerate(
        (own_cards(rows), shipped("skirmish", card_award="choose", bank_credits=False))
    ):
        before = Scene(setup, BOOK.start(setup)).state

        def watch(step: object) -> None:
            nonlocal before
            after = step.state  # type: ignore[attr-defined]
            problems = BOOK.check_invariants(setup, before, after)  # noqa: B023
            assert problems == []
            before = after

        players = {seat.id: RandomPlayer() for seat in setup.seats}
        end = play_out(BOOK, setup, players, Fast(seed), seed=seed, watch=watch)
        assert end.outcome is not None
    assert battle.name == "sequence.battle"
