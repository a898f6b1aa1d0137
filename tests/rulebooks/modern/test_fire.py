"""Shots, fire sums, lost statuses, attacks out of turn (chapter Fire)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.rulebooks.modern import visibility
from grognard.rulebooks.modern.clocks import clock_of
from grognard.rulebooks.modern.events import (
    ArmourRestored,
    Destroyed,
    Shot,
    ShotDeclared,
    Strike,
    TurnTimedOut,
)
from grognard.rulebooks.modern.fire import attack_now
from grognard.rulebooks.modern.hits import strike
from grognard.rulebooks.modern.model import Hit
from grognard.rulebooks.modern.sequence import reserve
from grognard.rulebooks.modern.values import value
from grognard.rulebooks.modern.windows import offer
from tests.rulebooks.modern.scenes import BOOK, Scene, scene
from tests.rulebooks.modern.test_clauses_values import own_cards

WEST, EAST = "west-1", "east-1"
TARGET = "east-1-01"


def firing(*cards: int, target: int = 15, at: str = "0505", lost: int = 0, **options: Any) -> Scene:
    """Units of these cards around a target in the attack phase of West, which knows it."""
    one = scene(**options).alone(TARGET).stand(TARGET, at, target, known=True, lost=lost)
    free = [hex for hex in one.field.grid.neighbours[one.hex(at)] if one.field.terrain(hex).id != "water"]
    for number, (card, hex) in enumerate(zip(cards, free, strict=False), 21):
        one.new(f"west-1-{number}", one.field.label(hex), card)
    return one.turn_of(WEST, "attack")


def volley(one: Scene, numbers: Iterable[int] = range(21, 27)) -> list[tuple[int, int]]:
    """The units fire in this order; after each shot the target's sum and statuses lost."""
    found = []
    for number in numbers:
        unit = f"west-1-{number}"
        if unit in one.field.pieces and one.unit(TARGET).status == "map":
            one.answer("fire", unit, one.unit(TARGET).hex)
            found.append((one.unit(TARGET).fire_sum, one.unit(TARGET).lost))
    return found


# --- sums ------------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-FIRE-03", "MO-FIRE-01")
def test_e01_attack_against_armour() -> None:
    one = firing(2)
    assert volley(one) == [(0, 1)]
    (shot,) = one.heard(Shot)
    assert (shot.attack, shot.armour, shot.before, shot.after, shot.result) == (8, 8, 0, 0, "lost")
    assert one.field.tally("east").lost == (0, 1, 0, 0)


@pytest.mark.clause("MO-FIRE-04", "MO-FIRE-14")
def test_e02_fire_adds_up() -> None:
    one = firing(2, 19, target=16)
    assert volley(one) == [(8, 0), (0, 1)]
    assert [shot.result for shot in one.heard(Shot)] == ["held", "lost"]


@pytest.mark.clause("MO-FIRE-04", "MO-FIRE-05", "MO-FIRE-12", "MO-UNIT-06", "MO-UNIT-07", "MO-UNIT-08")
def test_e03_a_surplus_is_lost() -> None:
    one = firing(32, 32, 2, 18, target=17)
    assert volley(one, (21, 22, 23)) == [(6, 0), (0, 1), (8, 1)]
    assert value(one.field, one.unit(TARGET), "armour") == 10
    one.answer("fire", "west-1-24", one.hex("0505"))
    assert one.unit(TARGET).status == "destroyed"
    assert not any(one.unit(f"west-1-2{n}").hits for n in range(1, 5))


@pytest.mark.clause("MO-FIRE-05", "MO-FIRE-01")
def test_e04_the_order_of_shots_matters() -> None:
    assert volley(firing(32, 32, 2, target=17), (23, 21, 22)) == [(8, 0), (0, 1), (6, 1)]


@pytest.mark.clause("MO-TERR-05", "MO-FIRE-06", "MO-FIRE-04")
def test_e05_a_tank_in_forest() -> None:
    assert volley(firing(2, 1, at="0402")) == [(8, 0), (0, 1)]


@pytest.mark.clause("MO-TERR-12", "MO-KSO-21", "MO-FIRE-11", "MO-FIRE-10")
def test_e06_a_strike_counts_in_the_same_sum() -> None:
    one = firing(1, target=1, at="0902").change(TARGET, moved=True)  # so The Wall does nothing for it
    one.place(one.field.works.with_fort(one.hex("0902"), 2)).turn_of(WEST, "attack")
    one.run(strike, "K22", TARGET, 10)
    assert one.unit(TARGET).hits == (Hit("K22", 10, True),)
    assert volley(one) == [(0, 1)]
    assert one.heard(Shot)[0].armour == 12


@pytest.mark.clause("MO-FIRE-09", "MO-TURN-03", "MO-RES-01")
def test_e08_fire_of_two_turns_never_adds_up() -> None:
    one = firing(2, target=17)
    assert volley(one) == [(8, 0)]
    one.run(reserve)
    assert one.unit(TARGET).fire_sum == 0
    assert one.heard(ArmourRestored, EAST)[0].counters[0].unit == TARGET


@pytest.mark.clause("MO-TURN-03", "MO-FIRE-09")
def test_e08_by_option_a_side_shares_the_sum() -> None:
    one = scene("standard", turn_unit="side").alone("east-1-01").stand("east-1-01", "0507", 17, known=True)
    one.new("west-1-21", "0407", 2).new("west-2-21", "0506", 32).turn_of("west", "attack")
    one.answer("fire", "west-1-21", one.hex("0507")).answer("wait")
    assert one.asked == [("attack", "west-2")]
    assert one.unit("east-1-01").fire_sum == 8
    one.answer("fire", "west-2-21", one.hex("0507"))
    assert (one.unit("east-1-01").lost, one.unit("east-1-01").fire_sum) == (1, 0)


@pytest.mark.clause("MO-KSO-21", "MO-FIRE-11")
def test_e09_a_salvo_and_a_shot() -> None:
    one = firing(22, target=18).hand(WEST, "K08").turn_of(WEST, "kso1")
    one.answer("play", "K08", one.hex("0505"))
    assert one.unit(TARGET).fire_sum == 2
    (blow,) = one.heard(Strike, EAST)
    assert (blow.source, blow.value, blow.after, blow.armour, blow.result) == ("K08", 2, 2, 7, "held")
    one.turn_of(WEST, "attack")
    assert volley(one) == [(0, 1)]


@pytest.mark.clause("MO-FIRE-10", "MO-KSO-12")
def test_e10_smoke_in_the_window_of_the_shot() -> None:
    one = firing(1, 1, 1, target=15).hand(EAST, "K06").turn_of(WEST, "attack")
    one.change(TARGET, hits=(Hit("west-1-23", 6, False),)).turn_of(WEST, "attack")
    one.stand("west-1-21", "0405", 28).turn_of(WEST, "attack")
    one.answer("fire", "west-1-21", one.hex("0505"))
    assert one.asked == [("answer", EAST)]
    assert len(one.heard(ShotDeclared, EAST)) == 1
    assert one.heard(Shot) == []
    one.answer("play", "K06", TARGET)
    (shot,) = one.heard(Shot)
    assert (shot.before, shot.after, shot.armour, shot.result) == (6, 10, 11, "held")
    assert one.asked == [("attack", WEST)]


@pytest.mark.clause("MO-FIRE-04", "MO-FIRE-05", "MO-UNIT-06")
@settings(max_examples=40)
@given(st.lists(st.integers(1, 15), max_size=8), st.integers(0, 3))
def test_sums_by_the_other_way_of_saying_it(values: list[int], level: int) -> None:
    """Fire lowers the armour of the moment, which is whole again when a status has gone."""
    one = scene().stand(TARGET, "0505", 16)
    one.place(one.field.works.with_fort(one.hex("0505"), level))
    full = 11 + 2 * level
    armour, lost = full, 0
    for blow in values:
        if lost == 2:
            break
        one.run(strike, "K22", TARGET, blow)
        armour -= blow
        if armour <= 0:
            armour, lost = full, lost + 1
        unit = one.unit(TARGET)
        assert (unit.lost, full - unit.fire_sum) == (lost, armour)
        assert (unit.status == "destroyed") == (lost == 2)
    assert one.field.tally("east").lost == (0, lost, 0, 0)


@pytest.mark.clause("MO-FIRE-13", "MO-UNIT-06", "MO-END-02")
def test_a_destroyed_unit_frees_its_hex_and_shows_its_number() -> None:
    one = firing(2, lost=1)
    hex = one.hex("0505")
    one.answer("fire", "west-1-21", hex)
    assert one.field.at(hex) is None
    for ear in (WEST, EAST, "public"):
        assert one.heard(Destroyed, ear)[0].counter.number == 15
    assert [
        event.counter.unit for event in (one.heard(Destroyed, WEST)[0], one.heard(Destroyed, EAST)[0])
    ] == [
        "",
        TARGET,
    ]
    assert one.field.tally("east").destroyed == (0, 1, 0, 0)
    assert one.heard(Shot)[0].result == "destroyed"
    assert one.options() == (("end",),)


# --- who may fire at whom ----------------------------------------------------------------------------------


@pytest.mark.clause("MO-FIRE-01", "MO-SEAT-03", "MO-GNL-02")
def test_each_unit_once_its_generals_only() -> None:
    one = firing(2, 1, target=16)
    assert {order for order in one.options() if order[0] == "fire"} == {
        ("fire", "west-1-21", one.hex("0505")),
        ("fire", "west-1-22", one.hex("0505")),
    }
    volley(one, (21,))
    no = one.refused("fire", "west-1-21", one.hex("0505"))
    assert str(no) == "unit W121 has already fired this turn (MO-FIRE-01)"
    assert one.refused("fire", TARGET, one.hex("0405")).clause == "MO-SEAT-03"
    assert one.refused("fire", "west-1-22").clause == "MO-FIRE-01"
    assert one.refused("fire", "west-1-22", "0505").clause == "MO-MAP-02"
    assert one.general(WEST).activations == 0


@pytest.mark.clause("MO-FIRE-02", "MO-FIRE-13", "MO-VIS-01", "MO-VIS-03", "MO-UNIT-12")
def test_what_is_wrong_with_a_shot_and_what_would_be_right() -> None:
    one = firing(2, target=16).new("west-1-22", "0107", 3).new("east-1-09", "0108", 32)
    one.new("east-1-08", "0601", 12).stand("west-1-21", "0405").turn_of(WEST, "attack")
    hint = "; it may fire at 0505"
    reasons = {
        "0601": f"the counter in 0601 is 5 hexes away, effective range 2{hint} (MO-FIRE-02)",
        "0707": f"hex 0707 holds no enemy counter{hint} (MO-FIRE-13)",
        "0107": f"hex 0107 holds no enemy counter{hint} (MO-FIRE-13)",
    }
    for label, reason in reasons.items():
        assert str(one.refused("fire", "west-1-21", one.hex(label))) == reason
    one.stand("west-1-21", "0109", 2).turn_of(WEST, "attack")
    assert str(one.refused("fire", "west-1-21", one.hex("0108"))) == (
        "unit 2 Anti-tank team has attack 0 against aviation (MO-FIRE-02)"
    )
    one = firing(20, target=5, at="0505").stand("west-1-21", "0502").turn_of(WEST, "attack")
    assert one.refused("fire", "west-1-21", one.hex("0505")).reason.say() == (
        "no unit of west sees the counter in 0505"
    )
    one = firing(30).turn_of(WEST, "attack")
    assert str(one.refused("fire", "west-1-21", one.hex("0505"))) == "unit W121 has range 0 (MO-UNIT-12)"


@pytest.mark.clause("MO-FIRE-02", "MO-VIS-01")
def test_any_unit_of_the_side_may_be_the_eyes() -> None:
    one = scene("standard").alone("west-1-08").stand("west-1-08", "0407", 20).stand(TARGET, "0907")
    one.turn_of(WEST, "attack")
    assert one.refused("fire", "west-1-08", one.hex("0907")).reason.say().startswith("no unit of west sees")
    one.new("west-2-21", "0908", 12).turn_of(WEST, "attack")
    assert ("fire", "west-1-08", one.hex("0907")) in one.options()


@pytest.mark.clause("MO-VIS-03", "MO-FIRE-02", "MO-VIS-04")
def test_who_fires_is_stealthy_no_more() -> None:
    one = firing(9, target=12).stand("west-1-21", "0405").stand("west-1-21", "0305").stand(TARGET, "0505")
    one.turn_of(WEST, "attack").run(visibility.look)
    one.stand(TARGET, "0505", 3, known=True).turn_of(WEST, "attack")
    assert not one.unit("west-1-21").exposed
    one.answer("fire", "west-1-21", one.hex("0505"))
    assert one.unit("west-1-21").exposed
    assert one.unit("west-1-21").known  # sight 4 of the air-defence team


@pytest.mark.clause("MO-FIRE-02", "MO-TURN-10", "MO-TURN-11")
def test_guns_that_moved_must_deploy() -> None:
    one = firing(19, target=16).change("west-1-21", moved=True, activated=True).turn_of(WEST, "attack")
    no = one.refused("fire", "west-1-21", one.hex("0505"))
    assert str(no) == "unit W121 has moved and must deploy (MO-FIRE-02)"
    tanks = firing(15, target=16).change("west-1-21", moved=True, activated=True).turn_of(WEST, "attack")
    assert len(tanks.options()) == 2


@pytest.mark.clause("MO-TURN-10")
def test_by_option_who_was_activated_does_not_fire() -> None:
    one = firing(15, 18, target=16, fire_after_move=False)
    one.change("west-1-21", activated=True).turn_of(WEST, "attack")
    no = one.refused("fire", "west-1-21", one.hex("0505"))
    assert str(no) == "unit W121 was activated, so it cannot attack (MO-TURN-10)"
    assert ("fire", "west-1-22", one.hex("0505")) in one.options()


@pytest.mark.clause("MO-KSO-20", "MO-FIRE-01")
def test_second_echelon_fires_twice() -> None:
    one = firing(1, target=16).in_play("K30", WEST, "west-1-21", expires=WEST).turn_of(WEST, "attack")
    assert volley(one, (21, 21)) == [(2, 0), (4, 0)]
    assert one.refused("fire", "west-1-21", one.hex("0505")).clause == "MO-FIRE-01"


@pytest.mark.clause("MO-KSO-20")
def test_a_card_that_forbids_attacks() -> None:
    rows = (
        "kso_card:\n  - {id: K33, tier: cheap, kind: T, en: Hold, ru: Стой, target: {what: unit, side: enemy},"
        " effects: [{op: restrict, what: attack}]}\n"
    )
    one = firing(15, setup=own_cards(rows)).in_play("K33", EAST, "west-1-21", expires=WEST)
    one.turn_of(WEST, "attack")
    assert str(one.refused("fire", "west-1-21", one.hex("0505"))) == (
        "a card keeps unit W121 from attacking (MO-KSO-20)"
    )
    assert one.options() == (("end",),)


# --- what is heard of a shot -------------------------------------------------------------------------------


@pytest.mark.clause("MO-FIRE-04", "MO-UNIT-08", "MO-SEAT-02")
def test_numbers_of_a_shot_are_for_those_who_know_them() -> None:
    one = firing(2, target=16).change(TARGET, known=False).turn_of(WEST, "attack")
    one.stand(TARGET, "0505", 16, known=False).in_play("K07", EAST, TARGET).turn_of(WEST, "attack")
    one.answer("fire", "west-1-21", one.hex("0505"))
    heard = {ear: one.heard(Shot, ear)[0] for ear in (WEST, EAST, "public", "umpire")}
    numbers = {
        ear: (shot.attack, shot.armour, shot.before, shot.after, bool(shot.parts), shot.result)
        for ear, shot in heard.items()
    }
    assert numbers[WEST] == (8, -1, 0, 8, False, "held")
    assert numbers[EAST] == (-1, 11, -1, -1, True, "held")
    assert numbers["public"] == (-1, -1, -1, -1, False, "held")
    assert numbers["umpire"] == (8, 11, 0, 8, True, "held")
    assert heard[EAST].shooter.number == heard["public"].shooter.number == heard[WEST].target.number == 0
    one.run(strike, "K22", TARGET, 1)
    strikes = {ear: one.heard(Strike, ear)[0] for ear in (WEST, EAST, "public")}
    assert {ear: (blow.value, blow.before) for ear, blow in strikes.items()} == {
        WEST: (1, 8),
        EAST: (1, -1),
        "public": (1, -1),
    }


@pytest.mark.clause("MO-FIRE-04", "MO-VIS-07")
def test_whose_number_is_known_his_fire_is_known() -> None:
    one = firing(2, target=16).change("west-1-21", known=True).turn_of(WEST, "attack")
    one.answer("fire", "west-1-21", one.hex("0505"))
    shot = one.heard(Shot, EAST)[0]
    assert (shot.attack, shot.before, shot.after) == (8, 0, 8)
    assert one.view(EAST).field.unit(TARGET).fire_sum == 8


@pytest.mark.clause("MO-FIRE-04", "MO-FIRE-13")
def test_previews_of_shots_say_what_is_known() -> None:
    def said(lost: int, known: bool, by: int = 2, target: int = 15) -> list[str]:
        one = firing(by, target=target, lost=lost).change(TARGET, known=known)
        one.turn_of(WEST, "attack")
        return [str(line) for line in one.preview("fire", "west-1-21", one.hex("0505")).lines]

    first = "attack 8, sum before it 0"
    assert said(0, True) == [first, "0505: sum 8 of 8: a status is lost"]
    assert said(1, True) == [first, "0505: sum 8 of 8: destroyed"]
    assert said(0, True, target=16) == [first, "0505: sum 8 of 11: it holds"]
    assert said(0, False) == [first, "0505: sum 8, armour unknown"]


@pytest.mark.clause("MO-FIRE-02", "MO-UNIT-01")
def test_hidden_numbers_change_no_list_of_shots() -> None:
    one, other = firing(2, 20), firing(2, 20, target=17)
    for each in (one, other):
        each.change(TARGET, known=False).turn_of(WEST, "attack")
    assert one.options() == other.options()
    order = one.options()[1]
    assert one.preview(*order) == other.preview(*order)


# --- out of turn -------------------------------------------------------------------------------------------


def ambush(number: int = 2, **fields: Any) -> Scene:
    """East plays Ambush at the end of West's movement with a unit of that card next to a Merkava."""
    one = scene().alone("west-1-01").stand("west-1-01", "0405", 16).hand(EAST, "K19")
    one.stand("east-1-03", "0505", number, **fields).turn_of(WEST, "movement")
    return one.run(offer, "enemy_movement_end", "east")


@pytest.mark.clause("MO-KSO-20", "MO-FIRE-11", "MO-TURN-11", "MO-FIRE-12")
def test_e45_an_ambush_adds_to_the_sum_of_mines() -> None:
    one = ambush()
    one.change("west-1-01", hits=(Hit("mines", 10, True),))
    assert one.asked == [("answer", EAST)]
    one.answer("play", "K19", "east-1-03")
    assert one.asked == [("shot", EAST)]
    assert one.options() == (("fire", one.hex("0405")), ("pass",))
    assert str(one.preview("fire", one.hex("0405")).lines[0]) == "attack 8, sum before it 10"
    assert one.preview("pass").lines == ()
    one.answer("fire", one.hex("0405"))
    assert (one.unit("west-1-01").lost, one.unit("west-1-01").fire_sum) == (1, 0)
    assert one.unit("east-1-03").attacks == 0
    assert one.unit("east-1-03").exposed
    assert one.heard(Shot)[0].before == 10


@pytest.mark.clause("MO-TURN-11", "MO-KSO-25", "MO-WORK-01")
@pytest.mark.parametrize("fields", [{"moved": True, "activated": True}, {"worked": True, "activated": True}])
def test_e45_a_gun_that_moved_and_a_unit_that_worked_make_no_ambush(fields: dict[str, bool]) -> None:
    one = ambush(19, **fields)
    assert one.refused("play", "K19", "east-1-03").clause == "MO-KSO-25"
    assert not any(order[0] == "play" for order in one.options())


@pytest.mark.clause("MO-KSO-20", "MO-TURN-05")
def test_the_shot_of_a_card_may_be_let_go_and_silence_is_a_pass() -> None:
    one = ambush().answer("play", "K19", "east-1-03")
    assert clock_of(one.field, one.question) == ("answer", 30)
    assert one.default() == ("pass",)
    assert one.refused("fire", one.hex("0505")).clause == "MO-FIRE-13"
    assert one.refused("time_up", 30).clause == "MO-KSO-20"
    assert one.refused("jump").clause == "MO-KSO-20"
    one.answer("pass")
    assert one.heard(Shot) == []


@pytest.mark.clause("MO-TURN-06", "MO-KSO-10", "MO-KSO-12")
def test_in_his_own_turn_the_clock_may_run_out_over_it() -> None:
    one = firing(2).hand(WEST, "K19").turn_of(WEST, "attack").answer("play", "K19", "west-1-21")
    assert one.asked == [("shot", WEST)]
    assert clock_of(one.field, one.question)[0] == "turn"
    assert one.default() == ("time_up", 120)
    one.answer("time_up", 120)
    assert one.heard(TurnTimedOut)[0].seconds == 120
    assert one.heard(Shot) == []


@pytest.mark.clause("MO-KSO-20", "MO-KSO-12")
def test_an_ambush_is_not_the_shot_of_ones_own_phase() -> None:
    one = firing(2, target=16).hand(WEST, "K19").turn_of(WEST, "attack")
    one.answer("play", "K19", "west-1-21").answer("fire", one.hex("0505"))
    assert one.unit(TARGET).fire_sum == 8
    assert volley(one) == [(0, 1)]


@pytest.mark.clause("MO-KSO-20")
def test_nothing_happens_where_the_targets_have_gone() -> None:
    one = firing(2).stand(TARGET, "1105").turn_of(WEST, "attack").run(attack_now, WEST, "west-1-21")
    assert one.asked == [("attack", WEST)]


@pytest.mark.clause("MO-FIRE-02", "MO-KSO-12")
def test_a_shot_that_a_card_has_made_impossible_is_void() -> None:
    rows = (
        "kso_card:\n  - {id: K33, tier: cheap, kind: Q, sudden: true, windows: [enemy_attack_declared], en: Flee,"
        " ru: Бег, target: {what: unit, side: own}, effects: [{op: relocate, max_distance: 6}]}\n"
    )
    one = firing(2, setup=own_cards(rows)).hand(EAST, "K33").turn_of(WEST, "attack")
    one.answer("fire", "west-1-21", one.hex("0505")).answer("play", "K33", TARGET, one.hex("1005"))
    (shot,) = one.heard(Shot)
    assert (shot.result, shot.attack, one.unit(TARGET).fire_sum) == ("void", -1, 0)
    assert one.unit("west-1-21").attacks == 1


# --- the list ----------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-FIRE-02")
def test_every_option_passes_the_check() -> None:
    one = scene("standard").stand("east-1-01", "0407").stand("east-2-05", "0606").turn_of(WEST, "attack")
    question, decision = one.question, BOOK.decisions["attack"]
    shots = [order for order in one.options() if order[0] == "fire"]
    assert len(shots) > 6
    for order in one.options():
        assert decision.check(one.view(WEST), question, order) == order
        decision.preview(one.view(WEST), question, order)
