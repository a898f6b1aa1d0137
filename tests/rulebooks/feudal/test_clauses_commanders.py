"""Chapters Commanders and Morale."""

from __future__ import annotations

import pytest

from grognard.core.errors import Refused
from grognard.rulebooks.feudal import muster
from grognard.rulebooks.feudal.aftermath import features_open
from grognard.rulebooks.feudal.events import LearningTested, Left, LevelGained, RoutTested, Tended, Upkeep
from grognard.rulebooks.feudal.files import read_scenario
from grognard.rulebooks.feudal.model import NAMELESS, Army, Commander, FeatureHeld
from grognard.rulebooks.feudal.morale import check_morale
from grognard.rulebooks.feudal.tables import load_tables
from tests.rulebooks.feudal.scenes import Scene, army, effect, play, scene, tables_with

TABLES = load_tables()
ORM = Commander("Orm", 1, (FeatureHeld("beloved"),))
HILD = Commander("Hild", 2, (FeatureHeld("steadfast"),))
CHECKS = ("tactic", "strategy", "rout", "break_off", "learn")


def leader(level: int, *features: str, at: str = "melee 1") -> Scene:
    return scene(army("a", commander=level, features=features), army("b", side="blue"), at=at)


# --- commanders ------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-CMD-01", "FE-CMD-02")
def test_a_commander_leads_one_army_at_a_time() -> None:
    """Free named commanders are offered until they lead an army; a nameless one is always to be had."""
    armies = (army("a", commander=None), army("c", commander=None), army("b", side="blue"))
    here = scene(*armies, commanders={"red": [ORM, HILD]})
    first = play(here, until="commander:a")
    assert first.options("commander:a") == ["nameless", "Orm", "Hild"]
    assert first.default("commander:a") == "nameless"
    then = play(first, {"commander:a": "Orm"}, until="commander:c")
    assert then.options("commander:c") == ["nameless", "Hild"]
    done = play(then, {"commander:c": "nameless"}, until="1.ranged.1")
    assert (done.army("a").commander, done.army("c").commander) == (ORM, NAMELESS)
    assert done.lord("red").commanders == (HILD,)


@pytest.mark.clause("FE-CMD-01", "FE-CMD-02")
def test_without_free_commanders_nobody_is_asked() -> None:
    """No unit is without a commander: a nameless one is made."""
    done = play(scene(army("a", commander=None), army("b", side="blue")), until="1.ranged.1")
    assert not [one for _, one in done.asked if one.startswith("commander")]
    assert done.army("a").commander == NAMELESS


@pytest.mark.clause("FE-CMD-02", "FE-CMD-07")
def test_the_nameless_commander() -> None:
    """Level, charisma and leadership 0, no feature, no wage; he never gains levels."""
    assert (NAMELESS.level, NAMELESS.charisma, NAMELESS.leadership, NAMELESS.features) == (0, 0, 0, ())
    assert muster.wage(TABLES.constants, Army("a", hp=1)) == 0
    done = play(scene(army("a"), army("b", side="blue"), at="melee 1"), {"melee_order:b": "withdraw"})
    assert done.state.outcome is not None
    assert done.state.outcome.winners == ("red",)
    assert done.army("a").commander == NAMELESS
    assert not done.heard(LevelGained)


@pytest.mark.clause("FE-CMD-03")
def test_the_commander_block() -> None:
    """Charisma = level; leadership = level + charisma: level 2 gives 4."""
    assert (HILD.name, HILD.charisma, HILD.leadership) == ("Hild", 2, 4)
    assert HILD.features == (FeatureHeld("steadfast"),)


@pytest.mark.clause("FE-CMD-04", "FE-MOR-01")
@pytest.mark.parametrize("check", CHECKS)
def test_charisma_is_added_to_every_morale_check(check: str) -> None:
    assert leader(3).morale("a", check) == 3


@pytest.mark.clause("FE-CMD-05")
@pytest.mark.parametrize(
    ("level", "at5", "after5"),
    [(1, 1, 1), (4, 1, 1), (5, 2, 1), (6, 2, 2), (9, 2, 2), (10, 3, 2), (11, 3, 3)],
)
def test_how_many_features(level: int, at5: int, after5: int) -> None:
    """1 + level/5 rounded down; option ``feature_cadence``: ``after5`` counts from the level after."""
    assert muster.features_allowed(TABLES.constants, level, "at5") == at5
    assert muster.features_allowed(TABLES.constants, level, "after5") == after5
    assert muster.features_allowed(TABLES.constants, level, "at5", extra=2) == at5 + 2


@pytest.mark.clause("FE-CMD-05", "FE-CMD-07", "FE-AFT-03")
@pytest.mark.parametrize(("cadence", "due"), [("at5", True), ("after5", False)])
def test_the_cadence_says_when_a_feature_is_due(cadence: str, due: bool) -> None:
    """A level-4 victor reaches level 5."""
    armies = (army("a", commander=4, features=["beloved"]), army("b", side="blue"))
    here = scene(*armies, at="melee 1", options={"feature_cadence": cadence})
    done = play(here, {"melee_order:b": "withdraw"})
    assert done.heard(LevelGained)[0].feature_due is due
    assert len(done.army("a").commander.features) == 1 + due


@pytest.mark.clause("FE-CMD-06")
def test_features_need_leadership_and_none_is_taken_twice() -> None:
    """Level 3 is leadership 6: ``bulwark`` (6) is open, ``warlord`` (8) is not."""
    open_ones = features_open(TABLES, Commander("Orm", 3, (FeatureHeld("beloved"),)))
    assert {"bulwark", "steadfast", "flexible"} <= set(open_ones)
    assert not {"warlord", "engineer", "banner", "beloved"} & set(open_ones)


@pytest.mark.clause("FE-CMD-07")
def test_a_victory_is_a_level() -> None:
    here = scene(army("a", commander=HILD), army("b", side="blue", commander=ORM), at="melee 1")
    done = play(here, {"melee_order:b": "withdraw"})
    assert (done.army("a").commander.level, done.army("b").commander.level) == (3, 1)
    assert (done.army("a").commander.charisma, done.army("a").commander.leadership) == (3, 6)


@pytest.mark.clause("FE-CMD-08")
def test_named_commanders_begin_at_level_1() -> None:
    """The lord and his general, with 1 feature each; a scenario may say otherwise."""
    text = """\
scenario: {id: x, en: X}
side: [{id: red}, {id: blue}]
seat: [{id: red, side: red, kind: player}, {id: blue, side: blue, kind: player}]
army:
  - {id: a, oob: 1, seat: red, force: company, commander: {name: Lord, features: [beloved], lord: true}}
  - {id: c, oob: 2, seat: red, force: company, commander: {name: General, features: [flexible]}}
  - {id: d, oob: 3, seat: red, force: company, commander: {name: Old, level: 3, features: [bulwark]}}
  - {id: b, oob: 4, seat: blue, force: company}
"""
    found = read_scenario(text, "x.yaml", TABLES).armies
    assert [one.commander.level for one in found if one.commander] == [1, 1, 3]


@pytest.mark.clause("FE-CMD-09")
@pytest.mark.parametrize("at", ["ranged 1", "melee 1", "melee 5"])
def test_features_take_effect_at_once_and_always(at: str) -> None:
    """``bulwark`` is Defence +1 in every pass."""
    here = scene(army("a"), army("b", side="blue", commander=3, features=["bulwark"]), at=at)
    assert here.figures("a", "b").goal == 15 + 1


@pytest.mark.clause("FE-CMD-09", "FE-TAC-01")
def test_old_hand_lends_the_tactic_of_his_choice() -> None:
    here = scene(army("a", commander=1, features=["old_hand:shield_wall"]), army("b", side="blue"))
    assert play(here, until="tactic").options("tactic:a") == ["standard", "shield_wall"]


@pytest.mark.clause("FE-CMD-09")
def test_wounded_wolf_bites_from_half_hp() -> None:
    """Attack +1 while HP x 2 is not above hp_max: 13 of 27, not 14; 8 of 16, not 9."""
    for men, strength, whole, half in ((150, 5, 14, 13), (50, 3, 9, 8)):
        for hp, more in ((whole, 0), (half, 1)):
            wolf = army("a", men=men, commander=1, features=["wounded_wolf"], hp=hp)
            here = scene(wolf, army("b", side="blue"), at="melee 1")
            assert here.figures("a", "b").bonus == strength + more


@pytest.mark.clause("FE-CMD-09")
@pytest.mark.parametrize(("troop", "volleys"), [("archers", 8), ("warriors", 0)])
def test_a_quartermaster_brings_volleys_to_shooters(troop: str, volleys: int) -> None:
    here = scene(army("a", troop, commander=1, features=["quartermaster"]), army("b", side="blue"))
    assert play(here, until="1.ranged.1").army("a").missiles == volleys


@pytest.mark.clause("FE-CMD-10")
@pytest.mark.parametrize(
    ("level", "lord", "wage"), [(1, False, 1), (4, False, 4), (4, True, 0), (0, False, 0)]
)
def test_wages(level: int, lord: bool, wage: int) -> None:
    """1 coin a level each fief turn; 0 for the lord himself."""
    assert muster.wage(TABLES.constants, Army("a", hp=1, commander=Commander("Orm", level, (), lord))) == wage


@pytest.mark.clause("FE-CMD-10")
def test_wages_are_reported_with_the_upkeep() -> None:
    done = play(leader(3), {"melee_order:b": "withdraw"})
    assert {one.army: one.wage for one in done.heard(Upkeep)} == {"a": 4, "b": 0}


@pytest.mark.clause("FE-CMD-11")
def test_the_commander_stays_with_his_army() -> None:
    """He leaves with it, and nobody is asked for another during the battle."""
    armies = (army("a", commander=HILD, hp=6), army("b", side="blue"), army("c", commander=None))
    here = scene(*armies, commanders={"red": [ORM]})
    done = play(here, {"ranged_order": "none advance"}, {"blow:b": 20, "rout": 1, "pursuit": 1})
    assert done.army("a").status in ("routed", "destroyed")
    assert done.army("a").commander == HILD
    assert {turn for turn, one in done.asked if one.startswith("commander")} == {"0.setup"}


@pytest.mark.clause("FE-CMD-12")
def test_tending_the_wounded() -> None:
    """Instead of attacking; after the damage it regains its Strength in HP. Once a battle."""
    armies = (army("a", commander=2, features=["surgeon"], hp=15), army("b", side="blue"))
    here = scene(*armies, at="melee 1")
    done = play(
        here, {"melee_order:a": "tend", "melee_order:b": "attack a"}, {"blow:b": 14}, until="1.melee.2"
    )
    assert [(one.before, one.after) for one in done.heard(Tended)] == [(11, 16)]
    assert done.faces("blow", "a") == []
    again = play(done, until="melee_order")
    assert "tend" not in again.options("melee_order:a")
    with pytest.raises(Refused, match=r"cannot tend its wounded.*\(FE-CMD-12\)"):
        again.check("melee_order:a", "tend")
    assert "tend" not in again.options("melee_order:b")


@pytest.mark.clause("FE-CMD-12")
def test_tending_does_not_heal_above_hp_max_nor_raise_the_dead() -> None:
    armies = (army("a", commander=2, features=["surgeon"]), army("b", side="blue"), army("c"))
    orders = {"melee_order:a": "tend", "melee_order:b": "attack a"}
    full = play(scene(*armies, at="melee 1"), orders, {"blow:b": 12}, until="1.melee.2")
    assert [(one.before, one.after) for one in full.heard(Tended)] == [(25, 27)]
    hurt = (army("a", commander=2, features=["surgeon"], hp=3), *armies[1:])
    dead = play(scene(*hurt, at="melee 1"), orders, {"blow:b": 17}, until="1.melee.2")
    assert (dead.army("a").hp, dead.army("a").status) == (0, "destroyed")


@pytest.mark.clause("FE-CMD-12", "FE-SEQ-12", "FE-ROUT-01")
def test_tending_comes_before_rout_checks() -> None:
    """Down to 1, up to 6: above Strength 5, so no check."""
    armies = (army("a", commander=2, features=["surgeon"], hp=8), army("b", side="blue"))
    orders = {"melee_order:a": "tend", "melee_order:b": "attack a"}
    done = play(scene(*armies, at="melee 1"), orders, {"blow:b": 17}, until="1.melee.2")
    assert done.army("a").hp == 8 - 7 + 5
    assert not done.heard(RoutTested)


@pytest.mark.clause("FE-CMD-12", "FE-ATT-08")
def test_a_stalled_army_may_tend() -> None:
    armies = (
        army("a", commander=2, features=["surgeon"], hp=15, posture="in_melee"),
        army("b", side="blue", posture="in_melee"),
    )
    here = play(scene(*armies, at="melee 1"), {"melee_order:a": "attack b"}, {"blow:a": 1}, until="1.melee.2")
    assert here.army("a").stalled
    options = play(here, until="melee_order").options("melee_order:a")
    assert "tend" in options
    assert "attack b" not in options


# --- morale ----------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-MOR-01")
def test_what_a_morale_value_is_made_of() -> None:
    """Troop morale + record + charisma + effects that fit the check: knights 1, record 1, level 3, ``beloved`` 3."""
    armies = (
        army("a", "knights", 15, commander=3, features=["beloved"], morale_record=1, conditions=["inspired"]),
        army("b", side="blue"),
    )
    assert scene(*armies, at="melee 1").morale("a", "rout") == 1 + 1 + 3 + 3 + 2


@pytest.mark.clause("FE-MOR-01")
@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize(
    ("feature", "only", "value"),
    [("flexible", "tactic", 5), ("hit_and_run", "break_off", 4), ("drillmaster", "learn", 5)],
)
def test_only_effects_of_that_kind_of_check_count(check: str, feature: str, only: str, value: int) -> None:
    assert leader(2, feature).morale("a", check) == 2 + (value if check == only else 0)


@pytest.mark.clause("FE-MOR-01", "FE-GEN-04")
def test_the_banner_reaches_all_other_armies_of_its_side() -> None:
    """``side_morale``: not its own army, not another side's, and two banners count once."""
    here = scene(
        army("flag", commander=5, features=["banner", "beloved"]),
        army("flag2", commander=5, features=["banner", "beloved"]),
        army("friend"),
        army("foe", side="blue"),
        at="melee 1",
    )
    assert here.morale("friend", "tactic") == 2
    assert here.morale("foe", "tactic") == 0
    assert here.morale("flag", "rout") == 5 + 3 + 2
    alone = scene(army("flag", commander=5, features=["banner"]), army("foe", side="blue"), at="melee 1")
    assert alone.morale("flag", "rout") == 5


@pytest.mark.clause("FE-MOR-01")
def test_the_banner_must_be_on_the_field_and_the_battle_on() -> None:
    """``side_morale`` reaches checks during the battle only, from armies on the field."""
    for status, expected in (("ready", 2), ("routed", 0)):
        flag = army("flag", commander=5, features=["banner"], status=status)
        here = scene(flag, army("friend"), army("foe", side="blue"), at="melee 1")
        assert here.morale("friend", "rout") == expected
        assert here.morale("friend", "learn") == 0


FRIGHT = (
    army("a"),
    army("b", side="blue", tactic="war_cries", tactics=["war_cries"]),
    army("c", side="blue"),
)


@pytest.mark.clause("FE-MOR-01")
@pytest.mark.parametrize(
    ("intents", "value"),
    [
        ([("b", "attack", "a")], -4),
        ([("a", "attack", "b")], -4),
        ([("a", "strike_back", "b")], -4),
        ([("b", "shoot", "a")], -4),
        ([("c", "attack", "a")], 0),
        ([], 0),
        ([("a", "silenced", "b")], 0),
        ([("a", "hold"), ("b", "vetoed", "a")], 0),
    ],
)
def test_enemy_morale_frightens_whoever_was_fought_in_this_pass(
    intents: list[tuple[str, ...]], value: int
) -> None:
    """Rout and break-off checks; shots count as attacks, orders that never became attacks don't."""
    here = scene(*FRIGHT, at="melee 1")
    assert here.morale("a", "rout", intents) == value
    assert here.morale("a", "break_off", intents) == value
    assert [here.morale("a", check, intents) for check in ("tactic", "strategy", "learn")] == [0, 0, 0]


@pytest.mark.clause("FE-MOR-01", "FE-GEN-04")
def test_two_war_cries_count_once_but_add_to_a_terrible_name() -> None:
    dreadful = army("c", side="blue", tactic="war_cries", commander=5, features=["terrible_name"])
    here = scene(*FRIGHT[:2], dreadful, at="melee 1")
    both = [("b", "attack", "a"), ("c", "attack", "a")]
    assert here.morale("a", "rout", both) == -4 - 2


@pytest.mark.clause("FE-MOR-02", "FE-MOR-04")
@pytest.mark.parametrize(
    ("morale", "face", "success"), [(0, 15, True), (0, 14, False), (5, 10, True), (5, 9, False)]
)
def test_a_morale_check_reaches_or_exceeds_its_difficulty(morale: int, face: int, success: bool) -> None:
    draft = leader(morale).draft([face]) if morale else scene(*FRIGHT, at="melee 1").draft([face])
    assert check_morale(draft, "a", "rout", 15).success is success


@pytest.mark.clause("FE-MOR-02")
def test_natural_1_and_20_mean_nothing_in_a_morale_check() -> None:
    assert check_morale(leader(14).draft([1]), "a", "rout", 15).success
    assert not check_morale(leader(1).draft([20]), "a", "rout", 22).success


@pytest.mark.clause("FE-MOR-03")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (3, 4), (4, 4), (-4, -3)])
def test_a_victory_raises_the_record(before: int, after: int) -> None:
    armies = (army("a", morale_record=before), army("b", side="blue"))
    done = play(scene(*armies, at="melee 1"), {"melee_order:b": "withdraw"})
    assert done.army("a").morale_record == after


@pytest.mark.clause("FE-MOR-03")
@pytest.mark.parametrize(("before", "after"), [(0, -1), (-3, -4), (-4, -4)])
def test_a_rout_lowers_the_record(before: int, after: int) -> None:
    armies = (army("a"), army("b", side="blue", morale_record=before, hp=6))
    done = play(
        scene(*armies, at="melee 1"), {"melee_order:a": "attack b"}, {"blow:a": 12, "rout": 1, "pursuit": 1}
    )
    assert done.army("b").status == "routed"
    assert done.army("b").morale_record == after


@pytest.mark.clause("FE-MOR-03")
def test_the_record_begins_at_0() -> None:
    assert play(scene(army("a"), army("b", side="blue")), until="1.ranged.1").army("a").morale_record == 0


DIFFICULTIES = [
    ("dc_tactic", 15),
    ("dc_strategy", 20),
    ("dc_rout", 15),
    ("dc_break_off", 15),
    ("dc_learn", 15),
]


@pytest.mark.clause("FE-MOR-04")
@pytest.mark.parametrize(("key", "dc"), DIFFICULTIES)
def test_difficulties_are_data(key: str, dc: int) -> None:
    assert getattr(TABLES.constants, key) == dc


@pytest.mark.clause("FE-MOR-04", "FE-ROUT-05")
@pytest.mark.parametrize(("dc", "left"), [(15, "failed"), (14, "fell_back")])
def test_breaking_off_rolls_against_its_difficulty(dc: int, left: str) -> None:
    armies = (army("a", posture="in_melee"), army("b", side="blue", posture="in_melee"))
    here = scene(*armies, at="melee 1", tables=tables_with(dc_break_off=dc))
    done = play(here, {"melee_order:a": "fall_back"}, {"break_off": 14}, until="1.melee.2")
    assert done.heard(Left)[0].how == left


@pytest.mark.clause("FE-MOR-04", "FE-AFT-04")
@pytest.mark.parametrize(("face", "success"), [(14, True), (13, False)])
def test_learning_rolls_with_the_new_record_against_15(face: int, success: bool) -> None:
    done = play(
        scene(army("a"), army("b", side="blue"), at="melee 1"), {"melee_order:b": "withdraw"}, {"learn": face}
    )
    assert [one.success for one in done.heard(LearningTested)] == [success]


@pytest.mark.clause("FE-MOR-05")
@pytest.mark.parametrize(
    ("faces", "success"), [([15], True), ([2, 13], True), ([2, 12], False), ([13], True)]
)
def test_a_reroll_is_used_on_the_first_failed_check(faces: list[int], success: bool) -> None:
    """``steadfast``, level 2: automatically, once, and the second result stands."""
    roll = check_morale(leader(2, "steadfast").draft(faces), "a", "rout", 15)
    assert (roll.faces, roll.success) == (tuple(faces), success)


@pytest.mark.clause("FE-MOR-05")
def test_a_reroll_fits_its_kind_of_check_only() -> None:
    assert check_morale(leader(2, "steadfast").draft([2]), "a", "break_off", 15).faces == (2,)


@pytest.mark.clause("FE-MOR-05")
def test_two_sources_give_one_second_roll() -> None:
    tables = tables_with(tactics={"standard": [effect("reroll")]})
    armies = (army("a", commander=2, features=["steadfast"]), army("b", side="blue"))
    roll = check_morale(scene(*armies, at="melee 1", tables=tables).draft([2, 3]), "a", "rout", 15)
    assert (roll.faces, roll.success) == ((2, 3), False)


@pytest.mark.clause("FE-MOR-05")
def test_once_per_check_means_every_check_anew() -> None:
    draft = leader(2, "steadfast").draft([2, 13, 3, 20])
    assert [check_morale(draft, "a", "rout", 15).faces for _ in range(2)] == [(2, 13), (3, 20)]


@pytest.mark.clause("FE-MOR-06")
@pytest.mark.parametrize("at", ["ranged 1", "melee 1"])
def test_morale_counts_only_where_a_check_is_called_for(at: str) -> None:
    plain = scene(army("a"), army("b", side="blue"), at=at)
    high = scene(
        army("a", morale_record=4, conditions=["inspired"], commander=9, features=["beloved"]),
        army("b", side="blue", morale_record=-4),
        at=at,
    )
    assert high.figures("a", "b") == plain.figures("a", "b")
