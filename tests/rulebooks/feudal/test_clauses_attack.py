"""Chapter Attack and damage."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from grognard.core.errors import Refused
from grognard.rulebooks.feudal.attack import table_of
from grognard.rulebooks.feudal.events import (
    Annihilated,
    Attacked,
    BattleEnded,
    BecameStalled,
    Lost,
    Recovered,
    RoutTested,
)
from grognard.rulebooks.feudal.model import Stall
from tests.rulebooks.feudal.scenes import Scene, Spec, army, effect, play, scene, tables_with

LINE: dict[str, Any] = {"posture": "in_melee"}
Options = Mapping[str, str | int | bool]
PLAIN: Options = {}


def duel(
    a: dict[str, Any], b: dict[str, Any], field: tuple[str, ...] = (), options: Options = PLAIN
) -> Scene:
    """Two ordinary armies in melee, in the second pass."""
    armies = (army("a", **{**LINE, **a}), army("b", side="blue", **{**LINE, **b}))
    return scene(*armies, at="melee 2", field=field, options=options)


def blow(here: Scene, face: int) -> Attacked:
    """What a's blow at b does with that die."""
    orders = {"melee_order:a": "attack b", "melee_order:b": "hold"}
    return play(here, orders, {"blow:a": face, "": 15}, until="1.melee.3").heard(Attacked)[0]


# --- the check -------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-ATT-01")
def test_total_is_die_and_attack_and_effects_and_strategy() -> None:
    """Knights' first charge +2, lance charge +2 on foot, Aggressive +2, warlord's +2, on mud -1 and -1 mounted."""
    knights = army("a", "knights", 30, commander=4, features=["warlord"], tactic="lance_charge",
                   tactics=["lance_charge"], conditions=["mud"], strategy="aggressive", **LINE)  # fmt: skip
    here = scene(knights, army("b", side="blue", **LINE), at="melee 1")
    assert here.figures("a", "b").bonus == 5 + 2 + 2 + 2 + 2 - 1 - 1


@pytest.mark.clause("FE-ATT-01", "FE-STR-06")
def test_strategy_adds_to_the_attack_in_melee_only() -> None:
    armies = (army("a", "javelins", strategy="bugurt"), army("b", side="blue", **LINE))
    assert scene(*armies, at="melee 2").figures("a", "b").bonus == 5 + 4
    assert scene(*armies, at="ranged 2").figures("a", "b").bonus == 5


@pytest.mark.clause("FE-ATT-02")
@pytest.mark.parametrize(
    ("face", "hit", "damage"), [(9, False, 0), (10, False, 0), (11, True, 1), (19, True, 9)]
)
def test_only_a_total_above_the_defence_hits(face: int, hit: bool, damage: int) -> None:
    """Worked example 4: 10 + 5 against 15 is no damage at all, 11 + 5 is 1."""
    found = blow(duel({}, {}), face)
    assert (found.total, found.goal, found.hit, found.damage) == (face + 5, 15, hit, damage)


@pytest.mark.clause("FE-ATT-02", "FE-DMG-01")
def test_equal_strengths() -> None:
    """Worked example 9: P(hit) 1/2, expected damage 11/4."""
    throws = table_of((here := duel({}, {})).setup, here.figures("a", "b")).throws
    assert Fraction(sum(throw.meaning.damage > 0 for throw in throws), 20) == Fraction(1, 2)
    assert Fraction(sum(throw.meaning.damage for throw in throws), 20) == Fraction(11, 4)


@pytest.mark.clause("FE-ATT-03")
@pytest.mark.parametrize(
    ("target", "goal"),
    [
        ({}, 15),
        ({"conditions": ["palisade"]}, 15 + 3),
        ({"conditions": ["palisade", "magic_wall"]}, 15 + 3 + 1),
        ({"tactic": "shield_wall", "tactics": ["shield_wall"]}, 15 + 2),
        ({"strategy": "cautious"}, 15 + 2),
        ({"strategy": "bugurt"}, 15 - 4),
    ],
)
def test_defence_is_base_and_effects_and_strategy(target: dict[str, Any], goal: int) -> None:
    assert duel({}, target).figures("a", "b").goal == goal


@pytest.mark.clause("FE-ATT-03")
@pytest.mark.parametrize(
    ("attacker", "target", "goal"),
    [
        ({"commander": 4, "features": ["engineer"]}, {"conditions": ["stone_wall"]}, 15 + 5 - 3),
        ({"commander": 4, "features": ["engineer"]}, {"conditions": ["wagons"]}, 15),
        (
            {"commander": 4, "features": ["engineer"]},
            {"conditions": ["magic_wall", "high_ground"]},
            15 + 1 + 2,
        ),
        (
            {
                "commander": 4,
                "features": ["engineer"],
                "tactic": "storm_ladders",
                "tactics": ["storm_ladders"],
            },
            {"conditions": ["castle"]},
            15 + 8 - 3 - 3,
        ),
    ],
)
def test_pierce_reduces_works_only_and_not_below_nothing(
    attacker: dict[str, Any], target: dict[str, Any], goal: int
) -> None:
    """Several ``pierce`` values add up; conjured walls and ground aren't works."""
    assert duel(attacker, target).figures("a", "b").goal == goal


@pytest.mark.clause("FE-ATT-03", "FE-RNG-06")
@pytest.mark.parametrize(("at", "goal"), [("melee 2", 11), ("ranged 2", 11), ("ranged 1", 15)])
def test_the_guard_of_a_strategy(at: str, goal: int) -> None:
    """In the first ranged pass of a round nobody has a strategy yet; later shots find an open guard in melee."""
    armies = (army("a", "archers"), army("b", side="blue", strategy="bugurt", **LINE))
    assert scene(*armies, at=at).figures("a", "b").goal == goal


# --- simultaneous ----------------------------------------------------------------------------------------


@pytest.mark.clause("FE-ATT-04", "FE-END-02", "FE-ROUT-01")
def test_both_can_perish() -> None:
    """Worked example 11: two armies with 1 HP each; then nobody wins, and no rout check is made."""
    here = duel({"strength": 1, "hp": 1}, {"strength": 1, "hp": 1})
    done = play(here, {}, {"blow": 11})
    assert {done.army(one).status for one in "ab"} == {"destroyed"}
    assert [(one.winners, one.reason) for one in done.heard(BattleEnded)] == [((), "mutual_destruction")]
    assert not done.heard(RoutTested)


@pytest.mark.clause("FE-ATT-04")
def test_an_annihilated_army_still_deals_its_damage() -> None:
    done = play(duel({}, {"hp": 3}), {}, {"blow:a": 19, "blow:b": 18})
    assert done.army("b").status == "destroyed"
    assert done.army("a").hp == 27 - 8


@pytest.mark.clause("FE-ATT-04")
def test_attacks_are_computed_from_the_start_of_the_step() -> None:
    """b, whose commander fights better when half his men are down, isn't down yet when he strikes."""
    here = duel({}, {"hp": 14, "features": ["wounded_wolf"]})
    done = play(here, {}, {"blow:a": 19, "blow:b": 10, "rout:b": 20}, until="1.melee.3")
    assert done.army("b").hp == 14 - 9
    assert done.heard(Attacked)[1].total == 10 + 5
    after = play(done, {}, {"blow": 10, "rout:b": 20}, until="1.melee.4")
    assert after.heard(Attacked)[3].total == 10 + 5 + 1


# --- natural 20 and 1 ------------------------------------------------------------------------------------


@pytest.mark.clause("FE-ATT-05")
@pytest.mark.parametrize(
    ("attacker", "target", "total", "goal"),
    [
        ({"strength": 1}, {"strength": 20}, 21, 30),
        ({"strength": 1}, {"strength": 11}, 21, 21),
        ({"strength": 1, "strategy": "bugurt"}, {"strength": 20}, 25, 30),
        ({"strength": 1, "conditions": ["burning_blades"]}, {"strength": 20}, 21, 30),
    ],
)
def test_a_natural_20_that_is_too_low_does_exactly_1(
    attacker: dict[str, Any], target: dict[str, Any], total: int, goal: int
) -> None:
    """Worked example 5: below or equal, and nothing is added to this 1."""
    found = blow(duel(attacker, target), 20)
    assert (found.total, found.goal, found.hit, found.damage) == (total, goal, False, 1)


@pytest.mark.clause("FE-ATT-05")
def test_nothing_is_taken_from_the_1_of_a_natural_20() -> None:
    """Neither Defensive's -6 nor the halving of fog."""
    here = duel({"strength": 1, "strategy": "defensive"}, {"strength": 20}, ("fog",))
    assert blow(here, 20).damage == 1


@pytest.mark.clause("FE-ATT-06")
@pytest.mark.parametrize(("value", "hit", "damage"), [("arithmetic", True, 2), ("miss", False, 0)])
def test_option_natural_one_attack(value: str, hit: bool, damage: int) -> None:
    """Worked example 6: a giant among armies rolls 1; its attack counts by arithmetic, or misses; stalled anyway."""
    here = duel({"strength": 12}, {"strength": 1}, options={"natural_one_attack": value})
    done = play(here, {"melee_order:b": "hold"}, {"blow:a": 1, "": 15}, until="1.melee.3")
    found = done.heard(Attacked)[0]
    assert (found.total, found.goal, found.hit, found.damage) == (13, 11, hit, damage)
    assert done.army("a").stalled is not None
    assert done.heard(BecameStalled) == [BecameStalled("a")]


@pytest.mark.clause("FE-ATT-06")
@pytest.mark.parametrize("face", [1, 2])
def test_only_a_natural_1_stalls(face: int) -> None:
    done = play(duel({}, {}), {"melee_order:b": "hold"}, {"blow:a": face}, until="1.melee.3")
    assert (done.army("a").stalled is not None) == (face == 1)


@pytest.mark.clause("FE-ATT-06", "FE-ATT-07")
def test_a_stalled_army_may_not_attack() -> None:
    done = play(duel({}, {}), {"melee_order:b": "hold"}, {"blow:a": 1}, until="1.melee.3")
    done = play(done, until="melee_order:a")
    assert not [one for one in done.options("melee_order:a") if "attack" in one]
    assert done.default("melee_order:a") == "hold"
    with pytest.raises(Refused, match=r"'a' is stalled and may not attack until its next melee pass is over"):
        done.check("melee_order:a", "attack b")


# --- the stall in the loop -------------------------------------------------------------------------------


def bowmen(stall: str = "own") -> Scene:
    """Archers with 4 volleys at a distance; the lines close before them."""
    armies = (army("bows", "archers", missiles=4), army("line", **LINE), army("foe", side="blue", **LINE))
    return scene(*armies, at="ranged 1", options={"stall": stall, "rout": "never"})


BOWS_SHOOT = {"ranged_order:bows": "foe hold", "melee_order:bows": "hold"}


@pytest.mark.clause("FE-ATT-07")
def test_archers_stall_until_their_next_ranged_pass_is_over() -> None:
    """Worked example 20: no charge in melee pass 1, no shot in ranged pass 2, free from melee pass 2 on; missiles 3
    after pass 1 and still 3 after pass 2."""
    done = play(bowmen(), BOWS_SHOOT, {"shot": 1}, until="1.melee.1")
    assert done.army("bows").missiles == 3
    first = play(done, until="melee_order:bows")
    assert first.options("melee_order:bows") == ["hold", "withdraw"]
    second = play(first, until="ranged_order:bows")
    assert second.options("ranged_order:bows") == ["none advance", "none hold", "none withdraw"]
    with pytest.raises(Refused, match=r"'bows' cannot shoot: it is stalled \(FE-ATT-07\)"):
        second.check("ranged_order:bows", "foe hold")
    after = play(second, until="1.melee.2")
    assert after.heard(Recovered) == [Recovered("bows")]
    assert after.army("bows").missiles == 3
    assert "attack foe" in play(after, until="melee_order:bows").options("melee_order:bows")


@pytest.mark.clause("FE-ATT-07")
def test_archers_stall_literally() -> None:
    """With ``literal`` the very next pass of either kind ends it: they may shoot in ranged pass 2."""
    done = play(bowmen(stall="literal"), BOWS_SHOOT, {"shot": 1}, until="melee_order:bows")
    assert done.options("melee_order:bows") == ["hold", "withdraw"]
    after = play(done, until="ranged_order:bows")
    assert "foe hold" in after.options("ranged_order:bows")


@pytest.mark.clause("FE-ATT-07")
@pytest.mark.parametrize(("value", "attacks"), [("own", False), ("literal", True)])
def test_warriors_in_melee_with_ranged_passes_between(value: str, attacks: bool) -> None:
    """Worked example 20: a 1 in melee pass 1, then a ranged pass: no attack in melee pass 2; literally they do."""
    done = play(bowmen(stall=value), BOWS_SHOOT, {"blow:line": 1}, until="1.ranged.2")
    assert done.army("line").stalled is not None
    second = play(done, BOWS_SHOOT, until="melee_order:line")
    assert second.passes[-1] == "1.melee.2"
    assert ("attack foe" in second.options("melee_order:line")) == attacks
    third = play(play(second, BOWS_SHOOT, until="1.ranged.3"), BOWS_SHOOT, until="melee_order:line")
    assert "attack foe" in third.options("melee_order:line")


@pytest.mark.clause("FE-ATT-07")
def test_no_stall_for_ever() -> None:
    """Worked example 34: archers who lose the power to shoot serve the stall in melee pass 1."""
    tables = tables_with(tactics={"lowered": [effect("no_attack", phase="ranged")]})
    bows = army(
        "bows", "archers", missiles=3, tactic="lowered", tactics=["lowered"], stalled=Stall("ranged", 1)
    )
    armies = (bows, army("line", **LINE), army("foe", side="blue", **LINE))
    here = scene(*armies, at="melee 1", tables=tables)
    done = play(here, until="melee_order:bows")
    assert done.options("melee_order:bows") == ["hold", "withdraw"]
    after = play(done, until="1.melee.2")
    assert after.army("bows").stalled is None


@pytest.mark.clause("FE-ATT-07", "FE-ROUT-03", "FE-ATT-08")
def test_a_stalled_army_makes_no_attack_of_any_kind() -> None:
    """Not even a pursuit in the pass of its 1, though it hit."""
    here = duel({"strength": 12}, {"strength": 1, "hp": 3})
    done = play(here, {}, {"blow:a": 1, "blow:b": 5, "rout:b": 1})
    assert done.army("b").hp == 3 - 2
    assert done.army("b").status == "routed"
    assert not done.faces("pursuit")


@pytest.mark.clause("FE-ATT-08")
def test_what_a_stalled_army_may_do() -> None:
    """It defends itself normally, may hold, fall back, withdraw, tend, and change tactic and strategy."""
    stalled = {"stalled": Stall("melee", 1), "features": ["surgeon"], "tactics": ["shield_wall"]}
    here = duel({**stalled, "strategy": 0, "hp": 20}, {})
    assert here.figures("b", "a").goal == 15
    done = play(here, until="change_tactic:a")
    assert done.options("change_tactic:a") == ["keep", "change shield_wall"]
    done = play(done, until="strategy:a")
    assert len(done.options("strategy:a")) == 5
    done = play(done, until="melee_order:a")
    assert done.options("melee_order:a") == ["hold", "fall_back", "withdraw", "tend"]


@pytest.mark.clause("FE-ATT-08")
def test_a_stalled_army_may_advance() -> None:
    armies = (army("a", "archers", stalled=Stall("ranged", 1)), army("b", side="blue"))
    done = play(scene(*armies, at="ranged 2"), {"ranged_order:a": "none advance"}, until="1.melee.2")
    assert done.army("a").posture == "in_melee"


@pytest.mark.clause("FE-ATT-08", "FE-PART-02")
def test_a_new_round_ends_any_stall() -> None:
    done = play(duel({"stalled": Stall("ranged", 2)}, {}), {"parting": "yes"}, until="2.ranged.1")
    assert done.army("a").stalled is None


@pytest.mark.clause("FE-ATT-08")
def test_a_1_in_pursuit_stalls_too() -> None:
    armies = (army("a", **LINE), army("b", side="blue", hp=9, **LINE), army("c", side="blue", **LINE))
    orders = {"melee_order:a": "attack b", "melee_order:c": "hold"}
    done = play(
        scene(*armies, at="melee 2"), orders, {"blow:a": 14, "rout": 1, "pursuit": 1}, until="1.melee.3"
    )
    assert done.army("b").status == "routed"
    assert done.army("a").stalled is not None


# --- damage ----------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-DMG-01")
def test_total_11_against_defence_7() -> None:
    """Worked example 3: Defence 7 is Strength 1 under Bugurt; 4 damage."""
    found = blow(duel({"strength": 1}, {"strength": 1, "strategy": "bugurt"}), 10)
    assert (found.total, found.goal, found.damage) == (11, 7, 4)


@pytest.mark.clause("FE-DMG-01")
def test_bugurt_against_bugurt() -> None:
    """Worked example 8: attack 7, Defence 9; roll 10: 17, 8 + 6 = 14 damage."""
    found = blow(duel({"strength": 3, "strategy": "bugurt"}, {"strength": 3, "strategy": "bugurt"}), 10)
    assert (found.total, found.goal, found.damage) == (17, 9, 14)


GRADES = ("defensive", "cautious", "standard", "aggressive", "bugurt")
EXPECTED = {
    "defensive": ("1/20", "1/20", "1/20", "3/20", "1/2"),
    "cautious": ("1/20", "3/10", "3/4", "7/5", "9/4"),
    "standard": ("21/20", "9/5", "11/4", "39/10", "21/4"),
    "aggressive": ("3", "17/4", "57/10", "147/20", "46/5"),
    "bugurt": ("23/4", "15/2", "189/20", "58/5", "279/20"),
}


@pytest.mark.clause("FE-DMG-01", "FE-ATT-05", "FE-DMG-02")
@pytest.mark.parametrize("mine", GRADES)
@pytest.mark.parametrize("theirs", GRADES)
def test_expected_damage_of_one_attack(mine: str, theirs: str) -> None:
    """Worked example 10, natural 20 rule included."""
    here = duel({"strategy": mine}, {"strategy": theirs})
    throws = table_of(here.setup, here.figures("a", "b")).throws
    mean = Fraction(sum(throw.meaning.damage for throw in throws), 20)
    assert mean == Fraction(EXPECTED[mine][GRADES.index(theirs)])


@pytest.mark.clause("FE-DMG-01", "FE-STR-07")
@pytest.mark.parametrize(
    ("mine", "theirs", "damage"),
    [("standard", "bugurt", 5 + 6), ("bugurt", "defensive", 1), ("standard", "cautious", 0)],
)
def test_mirrored_damage_counts_the_targets_column_too(mine: str, theirs: str, damage: int) -> None:
    """Worked example 32: Standard on Bugurt roll 11: 16 - 11 + 6; Bugurt on Defensive roll 11: 20 - 19 + 6 - 6."""
    here = duel({"strategy": mine}, {"strategy": theirs}, options={"strategy_damage": "mirrored"})
    assert blow(here, 13 if theirs == "cautious" else 11).damage == damage


@pytest.mark.clause("FE-STR-07", "FE-RNG-06")
def test_mirrored_damage_is_for_blows_only() -> None:
    """A shot at a Bugurt finds an open guard and no more, whatever part of a strategy else reaches it."""
    armies = (army("a", "archers"), army("b", side="blue", strategy="bugurt", **LINE))
    options = {"strategy_damage": "mirrored", "strategy_scope": "all"}
    figures = scene(*armies, at="ranged 2", options=options).figures("a", "b")
    assert (figures.goal, figures.extra) == (11, 0)


@pytest.mark.clause("FE-DMG-01")
def test_effects_on_damage_of_both_sides_count() -> None:
    """Roll 15: 5, burning blades +2, armour -3."""
    tables = tables_with(conditions={"armour": [effect("damage_taken", -3)]})
    armies = (
        army("a", conditions=["burning_blades"], **LINE),
        army("b", side="blue", conditions=["armour"], **LINE),
    )
    assert blow(scene(*armies, at="melee 2", tables=tables), 15).damage == 5 + 2 - 3


@pytest.mark.clause("FE-DMG-01")
@pytest.mark.parametrize(
    ("face", "grade", "damage"), [(15, "aggressive", 4), (12, "standard", 1), (11, "standard", 0)]
)
def test_the_fog_halves_what_all_the_rest_has_made(face: int, grade: str, damage: int) -> None:
    """Worked example 25: Attack 5, Defence 15, roll 15 and +3: (5 + 3)/2 = 4; roll 12: 1; roll 11: 0."""
    attacker = army("a", **LINE, strategy=0, conditions=["keen"] if grade == "aggressive" else [])
    tables = tables_with(conditions={"keen": [effect("damage", 3)]})
    here = scene(attacker, army("b", side="blue", **LINE), at="melee 2", field=["fog"], tables=tables)
    assert blow(here, face).damage == damage


@pytest.mark.clause("FE-DMG-01")
def test_equal_armies_in_fog() -> None:
    """Worked example 25: mean 5/4; a natural 20 that misses does 1."""
    here = duel({}, {}, ("fog",))
    throws = table_of(here.setup, here.figures("a", "b")).throws
    assert Fraction(sum(throw.meaning.damage for throw in throws), 20) == Fraction(5, 4)


@pytest.mark.clause("FE-DMG-01")
def test_below_nothing_comes_before_halving_and_the_natural_20_last() -> None:
    """Defensive rolls 20: 6 - 6 = 0, halved 0, natural 20 makes it 1."""
    here = duel({"strength": 1, "strategy": "defensive"}, {"strength": 1}, ("fog",))
    found = blow(here, 20)
    assert (found.total, found.hit, found.damage) == (17, True, 1)


@pytest.mark.clause("FE-DMG-02")
@pytest.mark.parametrize(("least", "damage"), [(0, 0), (1, 1)])
def test_option_min_hit_damage(least: int, damage: int) -> None:
    """Worked example 7: 13 against 11, 2 - 3 = -1, so 0 and a success all the same; 1 with the option."""
    here = duel({"strength": 1, "strategy": "cautious"}, {"strength": 1}, options={"min_hit_damage": least})
    found = blow(here, 14)
    assert (found.total, found.hit, found.damage) == (13, True, damage)


@pytest.mark.clause("FE-DMG-02")
def test_a_hit_never_heals() -> None:
    here = duel({"strength": 1, "strategy": "cautious"}, {"strength": 1, "hp": 4})
    done = play(here, {"melee_order:b": "hold"}, {"blow:a": 14}, until="1.melee.3")
    assert done.army("b").hp == 4
    assert not done.heard(Lost)


@pytest.mark.clause("FE-DMG-03")
@pytest.mark.parametrize("least", [0, 1])
def test_a_miss_gets_no_bonus(least: int) -> None:
    """Neither strategy, nor effects, nor the least damage of a hit."""
    here = duel(
        {"strategy": "bugurt", "conditions": ["burning_blades"]}, {}, options={"min_hit_damage": least}
    )
    found = blow(here, 6)
    assert (found.total, found.goal, found.damage) == (15, 15, 0)


@pytest.mark.clause("FE-DMG-04")
def test_several_halvings_halve_once() -> None:
    """Roll 19: 9, halved 4."""
    tables = tables_with(conditions={"dazed": [effect("halve_damage")], "weak": [effect("halve_damage")]})
    a: Spec = army("a", conditions=["dazed", "weak"], **LINE)
    here = scene(a, army("b", side="blue", **LINE), at="melee 2", field=["fog"], tables=tables)
    assert blow(here, 19).damage == 4


@pytest.mark.clause("FE-DMG-05")
def test_damage_and_attrition_come_off_together_and_hp_stop_at_0() -> None:
    """Roll 15 in a sandstorm: 5 halved 2, and 1 worn; with 3 HP left that is annihilation."""
    here = duel({}, {"hp": 20}, ("sandstorm",))
    done = play(here, {"melee_order:b": "hold"}, {"blow:a": 15}, until="1.melee.3")
    lost = done.heard(Lost)
    assert [(one.army, one.damage, one.attrition, one.after) for one in lost] == [
        ("a", 0, 1, 26),
        ("b", 2, 1, 17),
    ]
    done = play(duel({}, {"hp": 3}, ("sandstorm",)), {"melee_order:b": "hold"}, {"blow:a": 15})
    assert (done.army("b").hp, done.army("b").status) == (0, "destroyed")
    done = play(duel({}, {"hp": 3}), {"melee_order:b": "hold"}, {"blow:a": 19})
    assert (done.army("b").hp, done.army("b").status) == (0, "destroyed")
    assert done.heard(Annihilated) == [Annihilated("b", ("a",))]
