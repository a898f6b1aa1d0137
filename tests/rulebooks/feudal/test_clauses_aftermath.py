"""Chapter After the battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
import yaml

from grognard.core.errors import Refused
from grognard.rulebooks.feudal import muster, roster
from grognard.rulebooks.feudal.aftermath import condition_of, reckon
from grognard.rulebooks.feudal.events import (
    CommanderFate,
    FeatureTaken,
    LearningTested,
    LevelGained,
    Reckoned,
    TacticLearned,
    Upkeep,
)
from grognard.rulebooks.feudal.model import Commander
from grognard.rulebooks.feudal.tables import load_tables
from tests.rulebooks.feudal.scenes import Played, Spec, army, play, scene, tables_with

TABLES = load_tables()
LINE: dict[str, Any] = {"posture": "in_melee"}
NONE: dict[str, Any] = {}
Orders = Mapping[str, Any]
Dice = Mapping[str, int]
LAST = army("x", side="blue", hp=1, **LINE)


def now_at(hp: int, spec: Spec) -> Spec:
    """The army with that many HP left of those it began with."""
    return replace(spec, now={**spec.now, "hp": hp})


def won(
    a: dict[str, Any], *others: Any, until: str = "", answers: Orders = NONE, dice: Dice = NONE, **more: Any
) -> Played:
    """a destroys the last enemy in the first blow."""
    here = scene(army("a", **{**LINE, **a}), LAST, *others, at="melee 2", **more)
    orders = {"melee_order:x": "hold", "melee_order:a": "attack x", **answers}
    return play(here, orders, {"blow:a": 18, "learn": 1, **dice}, until=until)


# --- head-counts -----------------------------------------------------------------------------------------


@pytest.mark.clause("FE-AFT-01", "FE-SIZE-11")
@pytest.mark.parametrize(
    ("men", "hp", "full", "outcome", "reckoned", "after", "strength", "next_hp"),
    [
        (150, 17, 27, "victor", (95, 27, 0, 122), "ready", 3, 16),
        (60, 5, 16, "routed", (19, 0, 4, 15), "short_handed", 1, 2),
        (120, 9, 16, "parted", (68, 13, 0, 81), "ready", 3, 16),
        (30, 4, 5, "victor", (24, 3, 0, 27), "short_handed", 1, 4),
        (30, 1, 5, "victor", (6, 12, 0, 18), "short_handed", 1, 3),
        (120, 9, 16, "withdrawn", (68, 13, 0, 81), "ready", 3, 16),
        (150, 0, 27, "destroyed", (0, 0, 0, 0), "destroyed", 0, 0),
        (30, 1, 5, "routed", (6, 0, 1, 5), "remnant", 1, 0),
    ],
)
def test_losses(
    men: int,
    hp: int,
    full: int,
    outcome: str,
    reckoned: tuple[int, ...],
    after: str,
    strength: int,
    next_hp: int,
) -> None:
    """Worked example 29: standing, recovered, scattered, men."""
    assert reckon(men, hp, full, TABLES.aftermath[outcome]) == reckoned
    sheet = scene(army("a", men=men), LAST).setup.sheets["a"]
    assert condition_of(TABLES, sheet, reckoned[3]) == (after, strength)
    if next_hp:
        assert muster.starting_hp(TABLES, TABLES.troops["warriors"], reckoned[3]) == next_hp


@pytest.mark.clause("FE-AFT-01")
def test_healed_armies_have_no_more_men_than_they_began_with() -> None:
    """Standing is counted from the HP that it began the battle with, at most all its men."""
    assert reckon(30, 5, 3, TABLES.aftermath["victor"]) == (30, 0, 0, 30)


@pytest.mark.clause("FE-AFT-01")
def test_every_army_keeps_the_row_of_its_own_outcome() -> None:
    """An army that withdrew or routed keeps its own row even if its side wins."""
    others = (
        now_at(18, army("left", status="withdrawn")),
        now_at(18, army("fled", status="routed")),
        now_at(0, army("fell", status="destroyed")),
    )
    here = scene(now_at(18, army("a", **LINE)), LAST, *others, at="melee 2")
    done = play(here, {"melee_order:x": "hold", "melee_order:a": "attack x"}, {"blow:a": 18, "learn": 1})
    found = {
        one.army: (one.outcome, one.standing, one.recovered, one.scattered, one.after)
        for one in done.heard(Reckoned)
    }
    assert found == {
        "a": ("victor", 100, 25, 0, 125),
        "x": ("destroyed", 0, 0, 0, 0),
        "left": ("withdrawn", 100, 12, 0, 112),
        "fled": ("routed", 100, 0, 25, 75),
        "fell": ("destroyed", 0, 0, 0, 0),
    }
    assert {one: done.army(one).men for one in found} == {one: row[-1] for one, row in found.items()}


# --- commanders ------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-AFT-02", "FE-CMD-07", "FE-CMD-02")
def test_one_victory_one_level() -> None:
    """For named commanders of the winning side who neither routed nor fell; who withdrew in good order did win."""
    others = (
        army("left", commander=1, status="withdrawn"),
        army("fled", commander=1, status="routed"),
        army("fell", commander=1, status="destroyed"),
        army("plain"),
        army("foe", side="blue", commander=1, status="withdrawn"),
    )
    done = won({"commander": 2}, *others)
    found = {one.army: (one.before, one.after) for one in done.heard(LevelGained)}
    assert found == {"a": (2, 3), "left": (1, 2)}
    leader = done.army("a").commander
    assert (leader.level, leader.charisma, leader.leadership) == (3, 3, 6)
    assert done.army("plain").commander.nameless


@pytest.mark.clause("FE-AFT-03", "FE-CMD-05", "FE-CMD-06")
def test_a_feature_falls_due_at_level_5() -> None:
    """Worked example 30: level 4 with one feature wins: level 5, leadership 10, a second one, which may be
    ``banner``; he picks among those whose requirement is met, none twice, the first in table order by default."""
    done = won({"commander": 4, "features": ["beloved"]}, until="feature")
    leader = done.army("a").commander
    assert (leader.level, leader.charisma, leader.leadership) == (5, 5, 10)
    offered = {one.split()[0] for one in done.options("feature:a")}
    assert offered == set(TABLES.features) - {"beloved"}
    assert done.default("feature:a") == "flexible"
    after = play(done, {"feature:a": "banner"})
    assert after.heard(FeatureTaken) == [FeatureTaken("a", "leader of a", "banner", "")]
    assert [one.id for one in after.army("a").commander.features] == ["beloved", "banner"]


@pytest.mark.clause("FE-AFT-03", "FE-CMD-06")
def test_no_feature_beyond_the_leadership() -> None:
    """With features at every level the new one at level 3 needs leadership 6 or less."""
    tables = tables_with(feature_every=3)
    done = won({"commander": 2, "features": ["beloved"]}, until="feature", tables=tables)
    offered = {one.split()[0] for one in done.options("feature:a")}
    assert {"marksman", "strategist"} <= offered
    assert not offered & {"warlord", "engineer", "banner", "terrible_name"}
    why = r"feature 'warlord' needs leadership 8, 'leader of a' has 6 \(FE-CMD-06\)"
    with pytest.raises(Refused, match=why):
        done.check("feature:a", "warlord")


@pytest.mark.clause("FE-AFT-03")
def test_a_feature_with_a_choice_asks_for_it() -> None:
    done = won({"commander": 4, "features": ["beloved"]}, until="feature")
    with pytest.raises(Refused, match="feature 'old_hand' needs a choice; choose steady_ranks"):
        done.check("feature:a", "old_hand")
    after = play(done, {"feature:a": "old_hand shield_wall"})
    assert after.army("a").commander.features[-1].choice == "shield_wall"


@pytest.mark.clause("FE-AFT-03", "FE-CMD-05")
@pytest.mark.parametrize(
    ("level", "cadence", "due"),
    [(3, "at5", False), (4, "at5", True), (5, "at5", False), (4, "after5", False), (5, "after5", True)],
)
def test_option_feature_cadence(level: int, cadence: str, due: bool) -> None:
    """``at5``: due on reaching 5; ``after5``: on reaching 6. He has all that he was due before."""
    held = ["beloved", "flexible"] if (level, cadence) == (5, "at5") else ["beloved"]
    done = won({"commander": level, "features": held}, options={"feature_cadence": cadence})
    assert [one.feature_due for one in done.heard(LevelGained)] == [due]
    assert bool(done.heard(FeatureTaken)) == due


# --- learning --------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-AFT-04", "FE-MOR-04")
@pytest.mark.parametrize(("face", "learns"), [(13, False), (14, True)])
def test_a_winning_army_on_the_field_may_learn(face: int, learns: bool) -> None:
    """Worked example 30: nameless, its record rises to +1, so P 7/20: 14 and more."""
    done = won({}, dice={"learn": face})
    assert [one.success for one in done.heard(LearningTested)] == [learns]
    assert bool(done.army("a").tactics) == learns


@pytest.mark.clause("FE-AFT-04")
def test_only_of_the_winning_side_and_on_the_field() -> None:
    others = (army("left", status="withdrawn"), army("stays"), army("foe", side="blue", status="withdrawn"))
    done = won({}, *others, dice={"learn": 20})
    assert [one.army for one in done.heard(LearningTested)] == ["a", "stays"]


@pytest.mark.clause("FE-AFT-04", "FE-TAC-04", "FE-TAC-03")
def test_a_tactic_it_does_not_know_and_whose_needs_it_meets() -> None:
    """Foot learns no lance charge, without missiles no volleys; one lent by the commander is known already."""
    a = {"tactics": ["onslaught"], "features": ["old_hand:envelopment"]}
    done = won(a, until="learn", dice={"learn": 20})
    options = done.options("learn:a")
    unfit = {"standard", "onslaught", "envelopment", "lance_charge", "covering_bows", "volley_drill"}
    assert set(options) == set(TABLES.tactics) - unfit
    assert done.default("learn:a") == options[0] == "steady_ranks"
    after = play(done, {"learn:a": "spear_hedge"})
    assert after.heard(TacticLearned) == [TacticLearned("a", "spear_hedge")]
    assert after.army("a").tactics == ("onslaught", "spear_hedge")


@pytest.mark.clause("FE-AFT-04")
def test_whoever_knows_all_rolls_not() -> None:
    every = [
        one
        for one in TABLES.tactics
        if one not in ("standard", "lance_charge", "covering_bows", "volley_drill")
    ]
    done = won({"tactics": every})
    assert not done.heard(LearningTested)
    assert not done.faces("learn")


@pytest.mark.clause("FE-AFT-04", "FE-AFT-05")
def test_archers_who_shot_their_last_arrow_are_still_archers() -> None:
    """``needs`` are those of the troop."""
    bows = army("a", "archers", **LINE)
    here = scene(replace(bows, now={**bows.now, "missiles": 0}), LAST, at="melee 2")
    done = play(here, {"melee_order:a": "attack x"}, {"blow:a": 20, "learn": 20}, until="learn")
    assert done.army("a").missiles == 0
    assert "volley_drill" in done.options("learn:a")


@pytest.mark.clause("FE-AFT-04")
@pytest.mark.parametrize(
    ("value", "face", "learns", "rolls"),
    [("check", 1, False, 1), ("check", 20, True, 1), ("always", 1, True, 0), ("none", 20, False, 0)],
)
def test_option_tactic_gain(value: str, face: int, learns: bool, rolls: int) -> None:
    done = won({}, dice={"learn": face}, options={"tactic_gain": value})
    assert bool(done.army("a").tactics) == learns
    assert len(done.faces("learn")) == rolls


@pytest.mark.clause("FE-AFT-04", "FE-TAC-10")
def test_the_cap_on_known_tactics() -> None:
    done = won({"tactics": ["onslaught"]}, tables=tables_with(tactics_known_max=1))
    assert not done.heard(LearningTested)


@pytest.mark.clause("FE-AFT-04", "FE-TAC-06")
def test_the_tactic_of_the_battle_is_over_when_it_learns() -> None:
    """Steady ranks (+2) don't help; the drillmaster (+5, and his own new charisma 3) does."""
    steady = won({"tactic": "steady_ranks", "tactics": ["steady_ranks"]}, dice={"learn": 13})
    assert [one.success for one in steady.heard(LearningTested)] == [False]
    drilled = won({"commander": 2, "features": ["drillmaster"]}, dice={"learn": 6})
    assert [one.success for one in drilled.heard(LearningTested)] == [True]


# --- order -----------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-AFT-05", "FE-AFT-03")
def test_the_order_of_the_aftermath() -> None:
    """Levels and features, record, head-count, learning, fate of commanders."""
    fallen = army("fell", commander=1, status="destroyed")
    done = won({"commander": 4, "features": ["beloved"]}, fallen, dice={"learn": 20, "commander_fate": 5})
    told = [event for one in done.told if (event := one.heard_by("umpire"))]
    kinds = (LevelGained, FeatureTaken, Reckoned, LearningTested, TacticLearned, CommanderFate, Upkeep)
    assert list(dict.fromkeys(type(one) for one in told if isinstance(one, kinds))) == list(kinds)


@pytest.mark.clause("FE-AFT-05", "FE-MOR-03")
def test_his_armys_morale_rises_by_2_in_all() -> None:
    """Worked example 30: charisma and record."""
    done = won(
        {"commander": 4, "features": ["flexible"]}, answers={"feature:a": "quartermaster"}, dice={"learn": 9}
    )
    (tested,) = done.heard(LearningTested)
    assert tested.roll is not None
    assert sum(part.value for part in tested.roll.parts) == 4 + 2
    assert tested.success


@pytest.mark.clause("FE-AFT-05", "FE-MOR-03")
@pytest.mark.parametrize(
    ("status", "before", "after"),
    [
        ("ready", 0, 1),
        ("ready", 4, 4),
        ("withdrawn", 0, 0),
        ("routed", 0, -1),
        ("routed", -4, -4),
        ("destroyed", 2, 2),
    ],
)
def test_the_record_by_outcome(status: str, before: int, after: int) -> None:
    other = army("o", status=status, morale_record=before)
    assert won({}, other).army("o").morale_record == after


# --- upkeep ----------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-AFT-06", "FE-ARMY-04", "FE-CMD-10")
def test_upkeep_of_every_army() -> None:
    """By the men that are left; a forager halves it (to 0 if need be); commanders cost their new level, lords none."""
    others = (
        army("big", men=1000),
        army("thrifty", men=60, features=["forager"]),
        army("lord", commander=Commander("The lord", 3, lord=True)),
        now_at(0, army("fell", status="destroyed")),
        now_at(12, army("beaten", status="withdrawn")),
    )
    done = won({"commander": 1}, *others)
    found = {one.army: (one.pp, one.wage) for one in done.heard(Upkeep)}
    assert found == {"a": (2, 2), "big": (4, 0), "thrifty": (0, 2), "lord": (2, 0), "beaten": (1, 0)}


@pytest.mark.clause("FE-AFT-07")
@pytest.mark.parametrize(("before", "after"), [(0, 0), (-4, -4)])
def test_unpaid_armies_go_hungry_into_the_next_battle(before: int, after: int) -> None:
    """And the morale record drops by 1 (the victory gave +1; never below -4)."""
    done = won({"morale_record": before})
    text = roster.roster(done.setup, done.state, "red")
    hungry = yaml.safe_load(
        roster.unpaid(roster.unpaid(text, TABLES, ["a"]) if before else text, TABLES, ["a"])
    )
    (row,) = hungry["army"]
    assert row["conditions"] == ["hungry"]
    assert row.get("morale_record", 0) == after


# --- fate ------------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-AFT-08", "FE-CMD-11")
@pytest.mark.parametrize(
    ("face", "fate"),
    [(1, "killed"), (4, "killed"), (5, "captured"), (10, "captured"), (11, "escaped"), (20, "escaped")],
)
def test_the_fate_of_a_named_commander(face: int, fate: str) -> None:
    fell = army("fell", commander=1, status="destroyed")
    done = won({}, fell, dice={"commander_fate": face}, options={"commander_fate": "roll"})
    assert done.heard(CommanderFate) == [CommanderFate("fell", "leader of fell", face, fate)]


@pytest.mark.clause("FE-AFT-08")
def test_a_nameless_commander_is_lost_without_a_roll() -> None:
    done = won({"commander": 2})
    assert done.army("x").status == "destroyed"
    assert not done.faces("commander_fate")


@pytest.mark.clause("FE-AFT-08")
def test_option_commander_fate_escapes() -> None:
    fell = army("fell", commander=1, status="destroyed")
    done = won({}, fell, options={"commander_fate": "escapes"})
    assert [one.fate for one in done.heard(CommanderFate)] == ["escaped"]
    assert not done.faces("commander_fate")


@pytest.mark.clause("FE-AFT-09")
@pytest.mark.parametrize("way", ["parted", "mutual_destruction"])
def test_a_battle_without_winner_gives_no_level_and_no_tactic(way: str) -> None:
    armies = (army("a", commander=2, hp=1, **LINE), army("b", side="blue", commander=2, hp=1, **LINE))
    here = scene(*armies, at="melee 2", options={"last_round": 1})
    orders = {"parting": "yes", "melee_order": "hold"} if way == "parted" else {}
    done = play(here, orders, {"blow": 15, "learn": 20})
    assert done.state.outcome is not None
    assert (done.state.outcome.winners, done.state.outcome.reason) == ((), way)
    assert not done.heard(LevelGained)
    assert not done.heard(LearningTested)
    assert done.army("a").morale_record == 0
