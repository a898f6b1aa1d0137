"""Steps 3.1 to 3.4: strikes, dice, losses, results, firefights."""

from __future__ import annotations

import pytest

from grognard.rulebooks.napoleonic import allowance
from grognard.rulebooks.napoleonic.events import CombatDie, Fight, LockEnded, PersonHit, StrikeDeclared
from grognard.rulebooks.napoleonic.model import Lock
from tests.rulebooks.napoleonic.fights import SOUTH, begin, facing, fight, rolls, strike
from tests.rulebooks.napoleonic.scenes import BLUE, RED, ground, gun, man, scene, unit, wagon


def locked(*persons: str) -> dict[str, object]:
    return {"locks": (Lock("b", 1, persons),)}


def both_locked(**setting: object) -> tuple[dict[str, object], dict[str, object]]:
    return {"locks": (Lock("b", 1),)}, {"locks": (Lock("a", 1),)}


# --- strikes and dice --------------------------------------------------------------------------------


@pytest.mark.clause("NA-CC-02", "NA-CC-06", "NA-CAS-02")
def test_one_die_does_two_things() -> None:
    """Worked example 6: FV +1 against -1, dice 5 and 2."""
    made = facing({"status": "guard"}, {"status": "militia"})
    strike(made, (5, 2), a="b")
    (told,) = made.heard(Fight)
    assert (told.units, told.results, told.difference, told.outcome) == (("a", "b"), (6, 1), 5, "rout")
    assert (made.unit("a").figures, made.unit("b").figures) == (10, 8)
    assert made.unit("b").ledger.combat == 2


@pytest.mark.clause("NA-CC-05")
def test_who_is_struck_and_strikes_nobody_throws_a_die_all_the_same() -> None:
    made = facing()
    strike(made, (1, 6), a="b")
    assert [(die.unit, die.on, die.losses) for die in made.heard(CombatDie)] == [("a", "b", 0), ("b", "a", 2)]


@pytest.mark.clause("NA-CC-05", "NA-SEQ-07")
@pytest.mark.parametrize(("order", "on"), [(("none",), "a"), (("none", "c"), "c"), ((), "a")])
def test_losses_fall_on_the_front_or_on_whom_the_owner_wished(order: tuple[str, ...], on: str) -> None:
    made = facing({}, {}, unit("c", RED, (6.6, 6.6, 270)))
    strike(made, (1, 1, 5), a="b", c="b", b=order)
    assert dict(made.field.fray.falls)["b"] == on
    assert made.unit(on).figures == 8


@pytest.mark.clause("NA-CC-02", "NA-SEQ-04")
def test_a_pair_fights_once_and_each_unit_throws_one_die() -> None:
    made = facing({}, {}, unit("c", RED, (6.6, 6.6, 270)))
    strike(made, (3, 4, 2), a="b", b="a", c="b")
    assert rolls(made) == ("a", "c", "b")
    assert [told.units for told in made.heard(Fight)] == [("a", "b"), ("b", "c")]


@pytest.mark.clause("NA-MOD-23", "NA-MOD-21", "NA-MOD-22")
def test_sides_struck_come_from_where_the_strikers_stand() -> None:
    """Foot in front and horse in the flank: worked example 15."""
    made = facing({}, {}, unit("h", RED, (6.7, 6.6, 270), 5, arm="heavy_horse", attacked="b"))
    strike(made, (4, 2, 3), a="b", h="b", b="a")
    assert {told.striker: told.flank for told in made.heard(StrikeDeclared)} == {
        "a": "front", "h": "left", "b": "front",
    }  # fmt: skip
    told = next(told for told in made.heard(Fight) if told.units == ("a", "b"))
    assert {one.source: one.value for one in told.modifiers[1]} == {
        "flank:left": -1,
        "strikes": -1,
        "combined": -1,
    }


@pytest.mark.clause("NA-CC-08")
def test_two_strikers_on_a_unit_with_its_general() -> None:
    """Worked example 16 with its dice: pushed by the foot, the heavy horse repulsed."""
    general = man("boss", "b", BLUE)
    made = facing({}, {}, unit("h", RED, (6.7, 6.6, 270), 5, arm="heavy_horse", attacked="b"), general)
    fight(made, (4, 2, 3), a="b", h="b", b="a")
    assert [(told.units, told.results) for told in made.heard(Fight)] == [
        (("a", "b"), (4, 1)),
        (("b", "h"), (1, 3)),
    ]
    assert (made.unit("b").figures, made.unit("a").figures) == (9, 9)
    assert made.unit("b").pushed == 2
    assert made.unit("b").y == 7100
    assert (made.unit("h").x, made.unit("h").y) == (7407, 5893)
    assert made.unit("h").reforming == 2


@pytest.mark.clause("NA-CC-08")
def test_by_option_the_best_striker_counts_for_all() -> None:
    made = facing({}, {}, unit("c", RED, (6.6, 6.6, 270)), options={"multi_fight": "best_attacker"})
    strike(made, (6, 1, 3), a="b", c="b", b="a")
    assert [told.results for told in made.heard(Fight)] == [(6, 1), (1, 6)]


# --- who resists -------------------------------------------------------------------------------------


@pytest.mark.clause("NA-MOVE-11")
def test_who_withdraws_a_full_move_is_struck_without_a_fight() -> None:
    made = facing({}, {"full_withdrawal": 1})
    fight(made, (6,), a="b")
    assert rolls(made) == ("a",)
    assert made.heard(CombatDie)[0].why == "non_resisting"
    assert made.heard(Fight) == []
    assert (made.unit("b").figures, made.unit("b").standing, made.unit("b").pushed) == (8, "ready", 0)


@pytest.mark.clause("NA-ART-19")
def test_guns_are_overrun_and_throw_no_die() -> None:
    made = scene(unit("a", RED), gun("g", BLUE, (3, 3.6, 180)), generals=False, phase="combat")
    strike(made, (6,), a="g")
    assert (made.gun("g").crew, made.gun("g").silenced, made.heard(Fight)) == (4, 2, [])


@pytest.mark.clause("NA-ART-19")
def test_by_option_the_crew_defends_itself_as_foot() -> None:
    options = {"gun_defence": "crew_defends"}
    made = scene(
        unit("a", RED), gun("g", BLUE, (3, 3.6, 180)), generals=False, phase="combat", options=options
    )
    strike(made, (3, 5), a="g")
    (told,) = made.heard(Fight)
    assert told.results == (3, 4)
    assert [(one.source, one.value) for one in told.modifiers[1]] == [("missing", -1)]
    assert made.unit("a").figures == 8


@pytest.mark.clause("NA-CC-02", "NA-TROPH-01")
def test_wagons_have_nobody_to_lose() -> None:
    made = scene(unit("a", RED), wagon("w", BLUE, (3, 3.6, 180)), generals=False, phase="combat")
    strike(made, (6,), a="w")
    assert made.heard(CombatDie)[0].on == "w"
    assert made.heard(Fight) == []


# --- the real state in the numbers -------------------------------------------------------------------


@pytest.mark.clause("NA-UNIT-05", "NA-FATE-04", "NA-SEQ-04")
def test_losses_of_the_same_fight_don_t_spoil_it() -> None:
    """Six figures of which two fall, and a general who falls: both count in the comparison."""
    made = facing({}, {"figures": 6}, man("boss", "b", BLUE))
    strike(made, (6, 3, 1), a="b")
    assert (made.unit("b").figures, made.person("boss").fate) == (4, "killed")
    assert made.heard(Fight)[0].modifiers[1][0].source == "leader"
    assert made.heard(Fight)[0].results == (6, 4)
    assert [(hit.person, hit.die) for hit in made.heard(PersonHit)] == [("boss", 1)]


@pytest.mark.clause("NA-MOD-05", "NA-MOD-06", "NA-MOVE-07")
@pytest.mark.parametrize(
    ("now", "sources"),
    [
        ({"attacked": "b"}, {"lances", "heavy"}),
        ({"attacked": "b", "has_attacked": True}, {"heavy"}),
        ({"order": ("attack", "x")}, {"heavy"}),
    ],
)
def test_lances_count_in_the_first_attack_carried_home(now: dict[str, object], sources: set[str]) -> None:
    made = facing({"arm": "heavy_horse", "figures": 5, "lances": True, **now})
    strike(made, (3, 3), a="b")
    assert {one.source for one in made.heard(Fight)[0].modifiers[0]} == sources


@pytest.mark.clause("NA-MOD-05")
def test_after_an_attack_carried_home_the_lances_are_used() -> None:
    made = facing({"arm": "horse", "figures": 5, "lances": True, "attacked": "b"})
    fight(made, (3, 3), a="b")
    assert made.unit("a").has_attacked


@pytest.mark.clause("NA-MOD-10", "NA-MOD-11", "NA-MOD-12", "NA-MOD-20", "NA-MOD-24", "NA-MOD-13", "NA-MOD-08")
def test_states_of_this_turn_count_and_those_of_earlier_ones_do_not() -> None:
    now = {
        "pushed": 3, "stopped": 3, "unruly": 3, "disordered": 3, "has_routed": True, "split_malus": 3, "tired": True,
        "has_routed_enemy": True, "bonus_from": 3, "kind": "march_column",
    }  # fmt: skip
    made = facing({}, now, turn=3)
    strike(made, (3, 3), a="b")
    assert {one.source for one in made.heard(Fight)[0].modifiers[1]} == {
        "pushed", "stopped", "unruly", "disordered", "routed", "changed", "tired", "routed_enemy", "column",
    }  # fmt: skip
    over = {name: 2 if value == 3 and name != "bonus_from" else value for name, value in now.items()}
    made = facing({}, {**over, "bonus_from": 4, "kind": "line"}, turn=3)
    strike(made, (3, 3), a="b")
    assert {one.source for one in made.heard(Fight)[0].modifiers[1]} == {"routed", "tired"}


@pytest.mark.clause("NA-MOD-03", "NA-CAMP-02")
@pytest.mark.parametrize(("recruits", "value"), [(6, [("recruits", -1)]), (5, [])])
def test_half_recruits(recruits: int, value: list[tuple[str, int]]) -> None:
    """Worked example 31; whoever falls in the fight, the unit is what it was when the battle began."""
    made = facing({}, {"figures": 12, "recruits": recruits})
    strike(made, (6, 3), a="b")
    assert [(one.source, one.value) for one in made.heard(Fight)[0].modifiers[1]] == value


@pytest.mark.clause("NA-MOVE-09")
@pytest.mark.parametrize(("value", "sources"), [("movement_only", {"flank:left"}), ("all_round", set())])
def test_a_square_has_no_flanks_for_horse_by_option(
    value: str, sources: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(allowance, "near_enemy_horse", lambda field, unit: unit.id == "b")
    horse = unit("h", RED, (6.7, 6.6, 270), 5, arm="horse", attacked="b")
    made = scene(
        horse, unit("b", BLUE, (6, 6.6, SOUTH)), generals=False, phase="combat", options={"square": value}
    )
    strike(made, (3, 3), h="b")
    assert {one.source for one in made.heard(Fight)[0].modifiers[0]} == sources


@pytest.mark.clause("NA-OBS-10", "NA-OBS-11")
def test_the_assailant_over_a_fence_has_its_minus() -> None:
    fence = ground("fence", "fence", (5, 6.3), (7, 6.3))
    made = facing({"assails": ("b",)}, terrain=[fence])
    strike(made, (3, 3), a="b", b="a")
    own, other = made.heard(Fight)[0].modifiers
    assert [(one.source, one.value) for one in own] == [("obstacle", -1)]
    assert other == ()


# --- firefights --------------------------------------------------------------------------------------


@pytest.mark.clause("NA-CC-20")
def test_locked_units_fire_one_shot_a_turn_without_a_comparison() -> None:
    made = facing({"locks": (Lock("b", 1),)}, {"locks": (Lock("a", 1),)}, turn=2)
    fight(made, (6, 5), a="b", b="a")
    assert made.heard(Fight) == []
    assert [die.why for die in made.heard(CombatDie)] == ["firefight", "firefight"]
    assert (made.unit("a").figures, made.unit("b").figures) == (8, 8)
    assert made.unit("a").locks


@pytest.mark.clause("NA-CC-20")
def test_an_even_fight_of_foot_locks_the_two() -> None:
    made = facing({}, {}, man("boss", "a", RED))
    fight(made, (3, 2), a="b")
    assert made.unit("a").locks == (Lock("b", 1, ("boss",)),)
    assert made.unit("b").locks == (Lock("a", 1, ("boss",)),)


@pytest.mark.clause("NA-CC-21")
def test_fresh_forces_decide_a_firefight_anew() -> None:
    made = facing(
        {"locks": (Lock("b", 1),)}, {"locks": (Lock("a", 1),)}, unit("c", RED, (6.6, 6.6, 270)), turn=2
    )
    strike(made, (3, 3, 3), a="b", b="a", c="b")
    assert [(told.units, told.why) for told in made.heard(LockEnded)] == [(("a", "b"), "fresh_forces")]
    assert [told.units for told in made.heard(Fight)] == [("a", "b"), ("b", "c")]


@pytest.mark.clause("NA-CC-21")
@pytest.mark.parametrize(
    ("known", "post", "ends"),
    [((), "division_commander", True), (("boss",), "division_commander", False), ((), "aide", False)],
)
def test_a_general_who_came_up_decides_it_anew_and_no_staff_officer(
    known: tuple[str, ...], post: str, ends: bool
) -> None:
    boss = man("boss", "a", RED, post=post, rank="field_officer" if post == "aide" else "major_general")
    made = facing({"locks": (Lock("b", 1, known),)}, {"locks": (Lock("a", 1, known),)}, boss, turn=2)
    strike(made, (3, 3), a="b", b="a")
    assert [told.why for told in made.heard(LockEnded)] == (["general"] if ends else [])
    assert bool(made.heard(Fight)) == ends


@pytest.mark.clause("NA-CC-20")
@pytest.mark.parametrize(("value", "ends"), [("fresh_forces", False), ("below_strength", True)])
def test_by_option_a_weak_unit_ends_a_firefight(value: str, ends: bool) -> None:
    made = facing(
        {"locks": (Lock("b", 1),)},
        {"locks": (Lock("a", 1),), "figures": 5},
        turn=2,
        options={"lock_break": value},
    )
    strike(made, (3, 3), a="b", b="a")
    assert bool(made.heard(Fight)) == ends


@pytest.mark.clause("NA-CC-21")
def test_a_firefight_ends_when_the_two_are_out_of_reach() -> None:
    made = facing({"locks": (Lock("b", 1),)}, {"locks": (Lock("a", 1),)}, apart=1.0, turn=2)
    strike(made)
    assert [told.why for told in made.heard(LockEnded)] == ["withdrawal"]
    assert not made.unit("a").locks
    assert not made.unit("b").locks


@pytest.mark.clause("NA-CC-21", "NA-ROUT-20")
def test_a_lock_ends_with_the_rout_of_one() -> None:
    fresh = unit("c", RED, (6.6, 6.6, 270), status="old_guard")
    made = facing({"locks": (Lock("b", 1),)}, {"locks": (Lock("a", 1),)}, fresh, turn=2)
    fight(made, (3, 6, 1), a="b", c="b", b="a")
    assert made.unit("b").standing == "fleeing"
    assert not made.unit("a").locks
    assert not made.unit("b").locks


@pytest.mark.clause("NA-CMD-09")
def test_who_is_struck_is_under_pressure_in_the_next_turn() -> None:
    made = facing()
    strike(made, (1, 1), a="b")
    assert (made.unit("b").pressed, made.unit("a").pressed) == (1, 0)
    assert begin(made, 2).field.turn == 2


@pytest.mark.clause("NA-CC-04", "NA-CMD-08")
@pytest.mark.parametrize(("enemy", "strikes"), [(("strike", "a"), ["a", "b"]), (("none",), [])])
def test_a_strike_that_is_only_an_answer_counts_if_that_enemy_strikes(
    enemy: tuple[str, ...], strikes: list[str]
) -> None:
    made = facing({"commanded": False})
    strike(made, (3, 3) if strikes else (), a="b", b=enemy)
    assert [blow.striker for blow in made.field.fray.strikes] == strikes
