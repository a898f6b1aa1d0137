"""Chapter Phase 1: conditions (artefacts stand in ``test_clauses_artefacts.py``)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.errors import Refused
from grognard.rulebooks.feudal.conditions import put
from grognard.rulebooks.feudal.events import AmbushTried, Attacked, ConditionsAnnounced, Lost, SkyDrifted
from grognard.rulebooks.feudal.model import Army, Field, InForce, RoundScript
from grognard.rulebooks.feudal.rout import pursues
from grognard.rulebooks.feudal.tables import load_tables
from tests.rulebooks.feudal.scenes import Played, Scene, army, effect, play, scene, tables_with

TABLES = load_tables()
FOE = army("foe", side="blue")
HUMAN = {"umpire": "human"}
LOST = {"static_conditions": "lost_on_advance"}


def names(where: Army | Field) -> list[str]:
    return [one.id for one in where.conditions]


def magic(*ids: str) -> list[InForce]:
    return [InForce(one, natural=False) for one in ids]


# --- who decides, and for how long -----------------------------------------------------------------------


@pytest.mark.clause("FE-COND-01")
def test_the_automatic_umpire_follows_the_script_of_the_round() -> None:
    """Conditions for the field and for single armies; groups not named in ``field`` are at their empty value."""
    rounds = [
        RoundScript(1, ("rain", "dusk"), {}),
        RoundScript(2, ("clear", "night", "fog"), {"a": ("high_ground",)}),
        RoundScript(3, None, {"foe": ("mud",)}),
    ]
    here = scene(army("a", conditions=["swamp", "weary"]), FOE, rounds=rounds)
    first = play(here, until="1.ranged.1")
    assert (names(first.field), names(first.army("a"))) == (["rain", "dusk"], ["swamp", "weary"])
    second = play(first, {"parting": "yes"}, until="2.ranged.1")
    assert names(second.field) == ["clear", "night", "fog"]
    assert (names(second.army("a")), names(second.army("foe"))) == (["high_ground"], [])
    third = play(second, {"parting": "yes"}, until="3.ranged.1")
    assert "night" in names(third.field)
    assert (names(third.army("a")), names(third.army("foe"))) == (["high_ground"], ["mud"])


@pytest.mark.clause("FE-COND-01")
def test_a_human_umpire_decides() -> None:
    here = scene(army("a"), FOE, options=HUMAN, at="tactical", field=["rain", "fog"])
    done = play(here, {"conditions": "set clear a=high_ground foe=swamp"}, until="1.ranged.1")
    assert sorted(names(done.field)) == ["clear", "fog"]
    assert (names(done.army("a")), names(done.army("foe"))) == (["high_ground"], ["swamp"])
    assert done.heard(ConditionsAnnounced, "blue")[0].armies == (("a", ("high_ground",)), ("foe", ("swamp",)))


@pytest.mark.clause("FE-COND-01", "FE-COND-08")
def test_a_human_umpire_may_leave_it_to_the_script_and_the_dice() -> None:
    here = scene(army("a"), FOE, options=HUMAN, at="tactical", round=2, field=["rain"])
    assert names(play(here, {"conditions": "auto"}, {"sky_drift": 1}, until="2.ranged.1").field) == [
        "downpour"
    ]
    assert play(here, {"conditions": "set snow"}, until="2.ranged.1").faces("sky_drift") == []


@pytest.mark.clause("FE-COND-02")
def test_conditions_change_from_round_to_round_and_by_players_means() -> None:
    rounds = [RoundScript(1, ("rain",)), RoundScript(2, ("snow",))]
    here = scene(army("a"), FOE, rounds=rounds, artefacts={"red": ["weather_clear"]})
    first = play(here, {"artefact:red": ["use weather_clear"]}, until="1.ranged.1")
    assert names(first.field) == ["clear"]
    assert names(play(first, {"parting": "yes"}, until="2.ranged.1").field) == ["snow"]


# --- groups ----------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-COND-03")
@pytest.mark.parametrize(
    ("before", "new", "after"),
    [
        (["rain", "dusk", "fog"], "snow", ["dusk", "fog", "snow"]),
        (["rain", "dusk", "fog"], "night", ["rain", "fog", "night"]),
        (["mud", "palisade"], "swamp", ["palisade", "swamp"]),
        (["high_ground"], "outflanked", ["outflanked"]),
        (["palisade"], "castle", ["castle"]),
        (["palisade"], "magic_wall", ["palisade", "magic_wall"]),
        (["hidden"], "ambushed", ["ambushed"]),
        (["weary", "hungry"], "inspired", ["weary", "hungry", "inspired"]),
    ],
)
def test_one_condition_of_a_group_at_a_time(before: list[str], new: str, after: list[str]) -> None:
    """Putting one in force replaces the other of its group; group ``state`` holds any number."""
    found = put(TABLES, tuple(InForce(one) for one in before), new, natural=True)
    assert [one.id for one in found] == after


@pytest.mark.clause("FE-COND-03")
@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("set rain snow", r"'rain' and 'snow' are both sky \(FE-COND-03\)"),
        ("set a=mud a=swamp", r"'mud' and 'swamp' are both footing \(FE-COND-03\)"),
        ("set a=rain", r"'rain' is a field condition \(FE-COND-03\)"),
        ("set mud", r"'mud' is an army condition \(FE-COND-03\)"),
        ("set hail", r"unknown condition 'hail'; known: clear, rain, .* \(FE-COND-05\)"),
        ("set x=mud", r"'x' is no army on the field \(FE-COND-03\)"),
    ],
)
def test_what_an_umpire_may_not_set(order: str, why: str) -> None:
    asked = play(scene(army("a"), FOE, options=HUMAN), until="conditions")
    with pytest.raises(Refused, match=why):
        asked.check("conditions", order)
    assert asked.check("conditions", "set rain dusk a=mud a=weary a=hungry foe=mud")


@pytest.mark.clause("FE-COND-04")
def test_a_field_condition_acts_on_all_armies_but_for_filters_and_ignore() -> None:
    """Downpour: shots -4; blows of mounted armies -1. True sight ignores light, mist, fog and sandstorm."""
    sharp = army("sharp", "archers", 150, conditions=["true_sight"])
    armies = (army("bows", "archers", 150), sharp, army("horse", "light_horse", 75), FOE)
    shots = scene(*armies, at="ranged 1", field=["downpour", "night"])
    assert shots.figures("bows", "foe").bonus == 5 - 4 - 2
    assert shots.figures("sharp", "foe").bonus == 5 - 4
    assert shots.figures("bows", "sharp").goal == 15
    assert shots.figures("sharp", "foe").goal == 13
    blows = scene(*armies, at="melee 1", field=["downpour"])
    assert (blows.figures("horse", "foe").bonus, blows.figures("foe", "horse").bonus) == (6 - 1, 5)


@pytest.mark.clause("FE-COND-04")
@pytest.mark.parametrize("air", ["fog", "sandstorm"])
def test_true_sight_is_not_halved(air: str) -> None:
    here = scene(army("a", conditions=["true_sight"]), FOE, at="melee 1", field=[air])
    assert not here.figures("a", "foe").halve
    assert here.figures("foe", "a").halve


@pytest.mark.clause("FE-COND-04")
def test_a_pathfinder_ignores_the_footing_only() -> None:
    guide: dict[str, Any] = {"commander": 3, "features": ["pathfinder"]}
    here = scene(army("a", conditions=["swamp", "weary"], **guide), FOE, at="melee 1")
    assert (here.figures("a", "foe").bonus, here.figures("foe", "a").goal) == (5 - 1, 15)


NUMBERS = [
    ("high_ground", "melee 1", 6, 17),
    ("high_ground", "ranged 1", 6, 17),
    ("swamp", "melee 1", 3, 13),
    ("swamp", "ranged 1", 3, 13),
    ("mud", "melee 1", 4, 15),
    ("mud", "ranged 1", 5, 15),
    ("ford", "melee 1", 3, 14),
    ("ford", "ranged 1", 5, 14),
    ("ford", "melee 2", 5, 15),
    ("wood", "ranged 1", 5, 17),
    ("wood", "melee 1", 5, 15),
    ("ice", "melee 1", 4, 15),
    ("river_flank", "melee 1", 5, 17),
    ("river_flank", "ranged 1", 5, 15),
    ("home_ground", "melee 1", 6, 16),
    ("outflanked", "melee 1", 5, 13),
    ("stakes", "melee 1", 5, 16),
    ("stakes", "ranged 1", 5, 15),
    ("wagons", "ranged 1", 5, 17),
    ("stone_wall", "melee 1", 5, 20),
    ("castle", "melee 1", 5, 23),
    ("ambusher", "melee 1", 7, 15),
    ("ambusher", "melee 2", 5, 15),
    ("ambushed", "ranged 1", 5, 13),
    ("ambushed", "ranged 2", 5, 15),
    ("burning_blades", "melee 1", 5, 15),
]


@pytest.mark.clause("FE-COND-05", "FE-COND-01")
@pytest.mark.parametrize(("condition", "at", "attack", "defence"), NUMBERS)
def test_numbers_of_army_conditions(condition: str, at: str, attack: int, defence: int) -> None:
    """On an army of 5 against 15, with its filters of phase and first pass."""
    here = scene(army("a", conditions=[condition]), FOE, at=at)
    assert (here.figures("a", "foe").bonus, here.figures("foe", "a").goal) == (attack, defence)


@pytest.mark.clause("FE-COND-05")
def test_filters_by_tags_of_either_army() -> None:
    """Stakes: +1 against foot, +1 and +3 against horse; ice: -2 on the Defence of the heavy; mud costs horse twice."""
    horse = army("horse", "knights", 30, side="blue", conditions=["mud"])
    here = scene(army("a", conditions=["stakes"]), FOE, horse, at="melee 2")
    assert (here.figures("foe", "a").goal, here.figures("horse", "a").goal) == (16, 19)
    assert here.figures("horse", "a").bonus == 5 - 2
    icy = scene(army("a", "men_at_arms", 50, conditions=["ice"]), FOE, at="melee 1")
    assert icy.figures("foe", "a").goal == 15 - 2


# --- how long they hold ----------------------------------------------------------------------------------


@pytest.mark.clause("FE-COND-06")
@pytest.mark.parametrize(("options", "left"), [({}, ["palisade", "high_ground", "mud"]), (LOST, ["mud"])])
def test_works_and_position_of_an_army_that_advances(options: dict[str, str], left: list[str]) -> None:
    """They hold for the whole round; with ``lost_on_advance`` the static ones go."""
    here = scene(
        army("a", conditions=["palisade", "high_ground", "mud"]), FOE, at="ranged 1", options=options
    )
    done = play(here, {"ranged_order:a": "none advance"}, until="1.melee.1")
    assert names(done.army("a")) == left


@pytest.mark.clause("FE-COND-06")
@pytest.mark.parametrize(("order", "left"), [("attack foe", []), ("hold", ["palisade"])])
def test_works_of_an_army_that_attacks_from_standoff(order: str, left: list[str]) -> None:
    """With ``lost_on_advance``; one that is drawn into the melee and strikes back keeps them."""
    here = scene(army("a", conditions=["palisade"]), FOE, at="melee 1", options=LOST)
    done = play(here, {"melee_order:a": order, "melee_order:foe": "attack a"}, until="1.melee.2")
    assert done.army("a").posture == "in_melee"
    assert names(done.army("a")) == left
    assert {one.goal for one in done.heard(Attacked) if one.target == "a"} == {15 + 3 * len(left)}


@pytest.mark.clause("FE-COND-06")
def test_a_condition_that_is_not_static_is_never_left_behind() -> None:
    here = scene(army("a", conditions=["home_ground"]), FOE, at="ranged 1", options=LOST)
    assert names(play(here, {"ranged_order:a": "none advance"}, until="1.melee.1").army("a")) == [
        "home_ground"
    ]


def second_round(*conditions: str | InForce, field: list[str | InForce] | None = None) -> Played:
    here = scene(army("a", conditions=conditions), FOE, at="tactical", round=2, field=field or [])
    return play(here, dice={"sky_drift": 10}, until="2.ranged.1")


@pytest.mark.clause("FE-COND-07")
def test_what_an_artefact_put_in_force_is_gone_in_the_next_round() -> None:
    """And leaves its group empty; what lasts the battle stays, and so do natural ones."""
    done = second_round(
        "palisade", *magic("magic_wall", "swamp", "inspired"), "weary", field=["dusk", *magic("fog")]
    )
    assert names(done.army("a")) == ["palisade", "magic_wall", "weary"]
    assert names(done.field) == ["dusk"]


@pytest.mark.clause("FE-COND-07", "FE-ART-01")
@pytest.mark.parametrize(("artefact", "target"), [("night_veil", ""), ("dread_mask", "foe")])
def test_what_an_artefact_did_in_round_1_is_undone_in_round_2(artefact: str, target: str) -> None:
    here = scene(army("a"), FOE, artefacts={"red": [artefact]})
    first = play(here, {"artefact:red": [f"use {artefact} {target}"]}, until="1.ranged.1")
    assert names(first.army(target) if target else first.field) != []
    second = play(first, {"parting": "yes"}, {"sky_drift": 10}, until="2.ranged.1")
    assert names(second.army(target) if target else second.field) == []


@pytest.mark.clause("FE-COND-07", "FE-ART-06")
def test_what_an_artefact_replaced_does_not_come_back() -> None:
    here = scene(army("a"), army("foe", side="blue", conditions=["wood"]), artefacts={"red": ["mire_jar"]})
    first = play(here, {"artefact:red": ["use mire_jar foe"]}, until="1.ranged.1")
    assert names(first.army("foe")) == ["swamp"]
    assert names(play(first, {"parting": "yes"}, until="2.ranged.1").army("foe")) == []


@pytest.mark.clause("FE-COND-07")
@pytest.mark.parametrize("surprise", ["hidden", "ambusher", "ambushed"])
def test_all_surprise_ends_with_round_1(surprise: str) -> None:
    """Natural or not: without ambush orders in round 2, too."""
    done = second_round(surprise)
    assert names(done.army("a")) == []
    assert not [one for _, one in done.asked if one.startswith("ambush")]


@pytest.mark.clause("FE-COND-07", "FE-COND-08")
def test_a_magic_sky_leaves_the_group_empty_before_the_drift() -> None:
    """Snow of an artefact goes, so the drift starts from clear: 1 to 3 is rain."""
    here = scene(army("a"), FOE, at="tactical", round=2, field=magic("snow"))
    done = play(here, dice={"sky_drift": 1}, until="2.ranged.1")
    assert [(one.before, one.after) for one in done.heard(SkyDrifted)] == [("clear", "rain")]
    assert done.heard(ConditionsAnnounced)[0].field == ("rain",)


@pytest.mark.clause("FE-COND-08")
@pytest.mark.parametrize(
    ("sky", "face", "after"),
    [
        ("clear", 1, "rain"),
        ("clear", 3, "rain"),
        ("clear", 4, "clear"),
        ("clear", 20, "clear"),
        ("rain", 3, "downpour"),
        ("rain", 4, "rain"),
        ("rain", 17, "rain"),
        ("rain", 18, "clear"),
        ("downpour", 1, "downpour"),
        ("downpour", 18, "rain"),
        ("downpour", 20, "rain"),
    ],
)
def test_the_sky_drifts_in_unscripted_rounds(sky: str, face: int, after: str) -> None:
    here = scene(army("a"), FOE, at="tactical", round=2, field=[sky])
    done = play(here, dice={"sky_drift": face}, until="2.ranged.1")
    assert (names(done.field), done.faces("sky_drift")) == ([after], [face])


@pytest.mark.clause("FE-COND-08")
@pytest.mark.parametrize(
    ("number", "sky", "script"),
    [(1, "rain", []), (2, "snow", []), (2, "rain", [RoundScript(2, ("dusk",))])],
)
def test_when_the_sky_does_not_drift(number: int, sky: str, script: list[RoundScript]) -> None:
    """Round 1, a sky off the ladder, and a round whose entry has ``field``, even if it names no sky."""
    here = scene(army("a"), FOE, at="tactical", round=number, field=[sky], rounds=script)
    assert play(here, until=f"{number}.ranged.1").faces("sky_drift") == []


@pytest.mark.clause("FE-COND-08")
def test_a_script_of_armies_only_is_no_script_of_the_sky() -> None:
    script = [RoundScript(2, None, {"a": ("mud",)})]
    here = scene(army("a"), FOE, at="tactical", round=2, field=["rain"], rounds=script)
    assert names(play(here, dice={"sky_drift": 2}, until="2.ranged.1").field) == ["downpour"]


# --- ambush ----------------------------------------------------------------------------------------------


def ambush(face: int, order: str = "foe", **foe: Any) -> Played:
    armies = (army("a", conditions=["hidden"]), army("foe", side="blue", **foe))
    return play(scene(*armies), {"ambush:a": order}, {"ambush": face}, until="1.ranged.1")


@pytest.mark.clause("FE-COND-09")
@pytest.mark.parametrize(("face", "comes_off"), [(11, True), (10, False)])
def test_an_ambush_must_exceed_the_base_defence(face: int, comes_off: bool) -> None:
    """d20 + 5 against 15. The target is then ambushed, the hidden army the ambusher; hidden it is no more."""
    done = ambush(face)
    assert names(done.army("foe")) == (["ambushed"] if comes_off else [])
    assert names(done.army("a")) == (["ambusher"] if comes_off else [])
    assert [(one.total, one.defence, one.success) for one in done.heard(AmbushTried)] == [
        (face + 5, 15, comes_off)
    ]


@pytest.mark.clause("FE-COND-09")
def test_who_does_not_try_is_hidden_no_more_either() -> None:
    done = ambush(20, "none")
    assert (names(done.army("a")), names(done.army("foe")), done.faces("ambush")) == ([], [], [])


@pytest.mark.clause("FE-COND-09")
@pytest.mark.parametrize(("men", "face", "comes_off"), [(10000, 20, False), (30, 1, False)])
def test_naturals_mean_nothing_in_an_ambush(men: int, face: int, comes_off: bool) -> None:
    """20 + 5 = 25 doesn't exceed 25; a natural 1 doesn't stall."""
    done = ambush(face, men=men)
    assert (names(done.army("foe")) == ["ambushed"]) is comes_off
    assert done.army("foe").hp == done.setup.sheets["foe"].hp_max
    assert done.army("a").stalled is None


def ambush_sums(here: Scene) -> tuple[int, int]:
    (tried,) = play(here, {"ambush:a": "foe"}, {"ambush": 10}, until="1.ranged.1").heard(AmbushTried)
    assert tried.total is not None
    assert tried.defence is not None
    return tried.total - 10, tried.defence


@pytest.mark.clause("FE-COND-09")
@pytest.mark.parametrize(
    ("mine", "theirs", "field", "sums"),
    [
        (["ford"], ["defile"], [], (5, 16)),
        (["home_ground"], ["high_ground"], [], (6, 17)),
        (["mud"], ["stakes"], [], (5, 15)),
        (["swamp"], ["palisade"], ["night"], (1, 16)),
        (["weary"], ["wood"], ["dusk"], (3, 15)),
        ([], ["ford"], [], (5, 15)),
    ],
)
def test_effects_without_phase_pass_or_tactic_filter_count(
    mine: list[str], theirs: list[str], field: list[str], sums: tuple[int, int]
) -> None:
    armies = (army("a", conditions=["hidden", *mine]), army("foe", side="blue", conditions=theirs))
    assert ambush_sums(scene(*armies, at="tactical", field=field)) == sums


@pytest.mark.clause("FE-COND-09")
def test_tags_and_ignore_count_in_an_ambush() -> None:
    """``self`` and ``vs`` filters are no such filters; a tactic's numbered pass is one."""
    tables = tables_with(
        conditions={
            "spiked": [effect("defence", 4, vs=("foot",)), effect("defence", 9, vs=("mounted",))],
            "lurking": [
                effect("attack", 3, self_=("foot",)),
                effect("attack", 9, not_self=("foot",)),
                effect("attack", 9, not_vs=("foot",)),
            ],
            "drill": [effect("attack", 7, tactic_pass=1)],
        }
    )
    hunter = army("a", conditions=["hidden", "lurking", "drill"])
    here = scene(hunter, army("foe", side="blue", conditions=["spiked"]), at="tactical", tables=tables)
    assert ambush_sums(here) == (8, 19)
    guide = army("a", conditions=["hidden", "swamp"], commander=3, features=["pathfinder"])
    assert ambush_sums(scene(guide, FOE, at="tactical")) == (5, 15)


@pytest.mark.clause("FE-COND-09")
def test_ambushes_are_tried_in_round_1_by_hidden_armies_on_any_enemy() -> None:
    armies = (army("a", conditions=["hidden"]), army("c"), FOE, army("gone", side="blue", status="routed"))
    asked = play(scene(*armies), until="ambush")
    assert asked.questions() == ["ambush:a"]
    assert asked.options("ambush:a") == ["none", "foe"]


@pytest.mark.clause("FE-COND-09")
def test_who_is_hidden_later_tries_no_ambush() -> None:
    here = scene(army("a"), FOE, at="tactical", round=2, rounds=[RoundScript(2, (), {"a": ("hidden",)})])
    done = play(here, until="2.ranged.1")
    assert names(done.army("a")) == ["hidden"]
    assert done.asked == []


@pytest.mark.clause("FE-COND-09", "FE-GEN-03")
def test_several_attempts_each_roll_on_their_own() -> None:
    """Two on one target: the second may fail, it is ambushed all the same."""
    armies = (army("a", conditions=["hidden"]), army("c", conditions=["hidden"]), FOE)
    done = play(scene(*armies), {"ambush": "foe"}, [15, 5], until="1.ranged.1")
    assert [names(done.army(one)) for one in ("a", "c", "foe")] == [["ambusher"], [], ["ambushed"]]


@pytest.mark.clause("FE-COND-09", "FE-TAC-05")
def test_what_an_ambush_does() -> None:
    """The target is under Standard, may not shoot in the first ranged pass, Defence -2 in first passes; the ambusher
    has +2 in them."""
    bows = army("foe", "archers", 150, side="blue", tactics=["volley_drill"], conditions=["ambushed"])
    here = scene(army("a", conditions=["ambusher"]), bows, at="tactical")
    done = play(here, until="ranged_order")
    assert not [one for _, one in done.asked if one in ("tactic:foe", "change_tactic:foe")]
    assert done.options("ranged_order:foe") == ["none advance", "none hold", "none withdraw"]
    for at, attack, defence in (("melee 1", 7, 13), ("melee 2", 5, 15)):
        now = scene(army("a", conditions=["ambusher"]), bows, at=at)
        assert (now.figures("a", "foe").bonus, now.figures("a", "foe").goal) == (attack, defence)


# --- no attack, attrition --------------------------------------------------------------------------------


@pytest.mark.clause("FE-COND-10")
def test_no_attack_forbids_pursuit_in_its_phase() -> None:
    """It does not stall. c, whom no condition holds back, pursues."""
    tables = tables_with(conditions={"chained": [effect("no_attack", phase="melee")]})
    line: dict[str, Any] = {"posture": "in_melee"}
    armies = (army("a", conditions=["chained"], **line), army("c", **line), army("foe", side="blue", **line))
    draft = scene(*armies, army("rest", side="blue"), at="melee 2", tables=tables).draft(
        intents=[("a", "attack", "foe"), ("c", "attack", "foe")]
    )
    draft.change("field", routing=("foe",))
    assert not pursues(draft, "a", "foe", "attack")
    assert pursues(draft, "c", "foe", "attack")
    assert draft.army("a").stalled is None


@pytest.mark.clause("FE-COND-10")
def test_no_attack_of_the_ranged_phase_leaves_blows_alone() -> None:
    here = scene(army("a", "archers", 50, missiles=3), FOE, at="melee 1", field=["gale"])
    assert "attack foe" in play(here, until="melee_order").options("melee_order:a")
    shots = scene(army("a", "archers", 50, missiles=3), FOE, at="ranged 1", field=["gale"])
    asked = play(shots, until="ranged_order")
    with pytest.raises(Refused, match=r"'a' cannot shoot: conditions forbid it \(FE-COND-10\) \(FE-RNG-01\)"):
        asked.check("ranged_order:a", "foe hold")


@pytest.mark.clause("FE-COND-11")
@pytest.mark.parametrize("at", ["ranged 1", "melee 1"])
def test_attrition_takes_hp_in_each_combat_pass(at: str) -> None:
    """Sandstorm: 1 from every army but those with true sight; together with the damage; it can annihilate."""
    armies = (
        army("a"),
        army("sharp", conditions=["true_sight"]),
        army("foe", side="blue", hp=1),
        army("x", side="blue"),
    )
    here = scene(*armies, at=at, field=["sandstorm"])
    orders = {"ranged_order": "none hold", "melee_order": "hold", "parting": "yes"}
    done = play(here, orders, until="2.ranged.1")
    assert [done.army(one).hp for one in ("a", "sharp", "foe", "x")] == [26, 27, 0, 26]
    assert done.army("foe").status == "destroyed"
    assert {one.attrition for one in done.heard(Lost)} == {1}


@pytest.mark.clause("FE-COND-11", "FE-ROUT-01")
def test_attrition_alone_calls_for_a_rout_check() -> None:
    """At least 1 HP lost in this pass, down to Strength."""
    here = scene(army("a", hp=6), FOE, at="melee 1", field=["sandstorm"])
    done = play(here, {"melee_order": "hold"}, {"rout": 15}, until="1.melee.2")
    assert done.faces("rout", "a") == [15]
