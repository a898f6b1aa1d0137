"""Chapter Phase 1: tactics."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.errors import Refused
from grognard.files import Problems, read_yaml
from grognard.rulebooks.feudal.aftermath import learnable
from grognard.rulebooks.feudal.events import Attacked, DidNotAttack, LearningTested, TacticChanged
from grognard.rulebooks.feudal.files import read_scenario
from grognard.rulebooks.feudal.tables import load_tables
from tests.rulebooks.feudal.scenes import Played, Spec, army, effect, play, scene, tables_with

LINE: dict[str, Any] = {"posture": "in_melee"}
FOE = army("foe", side="blue", posture="in_melee")
FILE = """\
scenario: {id: x, en: X}
side: [{id: red}, {id: blue}]
seat: [{id: red, side: red, kind: player}, {id: blue, side: blue, kind: player}]
army:
  - {id: a, oob: 1, seat: red, force: company, KEYS}
  - {id: b, oob: 2, seat: blue, force: company}
"""


def foul(**now: Any) -> Spec:
    return army(
        "a", tactics=["foul_play", "shield_wall"], **{"posture": "in_melee", "tactic": "foul_play", **now}
    )


def attack_of(done: Played, number: int) -> int:
    """Sum of the Attack of a's n-th attack."""
    return sum(
        part.value for part in [one for one in done.heard(Attacked) if one.attacker == "a"][number].attack
    )


@pytest.mark.clause("FE-TAC-01")
def test_each_army_gets_a_known_tactic_and_they_may_differ() -> None:
    armies = (army("a", tactics=["shield_wall"]), army("c", tactics=["onslaught"]), army("d"), FOE)
    orders = {"tactic:a": "shield_wall", "tactic:c": "onslaught"}
    done = play(scene(*armies, at="tactical"), orders, until="1.ranged.1")
    assert [done.army(one).tactic for one in "acd"] == ["shield_wall", "onslaught", "standard"]


@pytest.mark.clause("FE-TAC-01")
def test_an_unknown_tactic_is_refused() -> None:
    asked = play(scene(army("a", tactics=["shield_wall"]), FOE, at="tactical"), until="tactic")
    with pytest.raises(
        Refused, match=r"'a' does not know 'onslaught'; it knows: standard, shield_wall \(FE-TAC-01\)"
    ):
        asked.check("tactic:a", "onslaught")


@pytest.mark.clause("FE-TAC-01", "FE-MULTI-03")
def test_no_targets_in_phase_1() -> None:
    asked = play(scene(army("a", tactics=["shield_wall"]), FOE, at="tactical"), until="tactic")
    with pytest.raises(Refused, match=r"no targets in the tactical phase \(FE-MULTI-03\)"):
        asked.check("tactic:a", "shield_wall foe")


@pytest.mark.clause("FE-TAC-02")
@pytest.mark.parametrize("at", ["ranged 1", "melee 1"])
def test_standard_has_no_modifiers_and_is_known_to_all(at: str) -> None:
    here = scene(army("a", tactics=["shield_wall"]), army("b", side="blue"), at=at)
    numbers = here.figures("a", "b")
    assert (numbers.bonus, numbers.goal, numbers.extra) == (5, 15, 0)
    assert [part.source for part in (*numbers.attack, *numbers.defence)] == ["strength", "defence"]
    asked = play(scene(army("a", tactics=["shield_wall"]), FOE, at="tactical"), until="tactic")
    assert asked.options("tactic:a")[0] == "standard"


@pytest.mark.clause("FE-TAC-03")
def test_new_armies_know_no_other_tactic_unless_the_scenario_gives_some() -> None:
    assert read_scenario(FILE.replace("KEYS", "missiles: 0"), "x.yaml", load_tables()).armies[0].tactics == ()
    given = read_scenario(FILE.replace("KEYS", "tactics: [onslaught]"), "x.yaml", load_tables()).armies[0]
    assert given.tactics == ("onslaught",)


@pytest.mark.clause("FE-TAC-03", "FE-AFT-04")
def test_armies_learn_by_winning() -> None:
    done = play(
        scene(army("a"), FOE, at="melee 1"),
        {"melee_order:foe": "withdraw", "learn:a": "onslaught"},
        {"learn": 20},
    )
    assert (done.army("a").tactics, done.army("foe").tactics) == (("onslaught",), ())


@pytest.mark.clause("FE-TAC-04")
@pytest.mark.parametrize(
    ("troop", "tactic", "fits"),
    [
        ("warriors", "shield_wall", True),
        ("knights", "shield_wall", False),
        ("knights", "lance_charge", True),
        ("warriors", "lance_charge", False),
        ("archers", "volley_drill", True),
        ("warriors", "volley_drill", False),
    ],
)
def test_needs_of_a_tactic(troop: str, tactic: str, fits: bool) -> None:
    """Only if the army meets its ``needs``: foot, mounted, shooter."""
    here = scene(army("a", troop, 150, tactics=[tactic, "onslaught"]), FOE, at="tactical")
    asked = play(here, until="tactic")
    assert (tactic in asked.options("tactic:a")) is fits
    if not fits:
        with pytest.raises(Refused, match=rf"'a' does not meet the needs of '{tactic}'.*\(FE-TAC-04\)"):
            asked.check("tactic:a", tactic)


@pytest.mark.clause("FE-TAC-04")
def test_a_shooter_without_missiles_is_none() -> None:
    here = scene(
        army("a", "archers", 50, missiles=0, tactics=["volley_drill", "onslaught"]), FOE, at="tactical"
    )
    assert play(here, until="tactic").options("tactic:a") == ["standard", "onslaught"]


# --- changes ---------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-TAC-05", "FE-MOR-04")
@pytest.mark.parametrize("at", ["ranged 1", "ranged 2", "melee 1", "melee 2"])
@pytest.mark.parametrize(("face", "tactic"), [(15, "shield_wall"), (14, "onslaught")])
def test_a_change_of_tactic_is_a_morale_check_of_15(at: str, face: int, tactic: str) -> None:
    """In every pass; success: in force from this pass on; failure: the old one stays."""
    armies = (army("a", tactics=["shield_wall", "onslaught"], tactic="onslaught"), FOE)
    here = scene(*armies, at=at)
    order = "ranged_order" if "ranged" in at else "melee_order"
    done = play(here, {"change_tactic:a": "change shield_wall"}, {"tactic": face}, until=order)
    assert done.army("a").tactic == tactic
    assert [(one.before, one.after, one.success) for one in done.heard(TacticChanged)] == [
        ("onslaught", "shield_wall", face == 15)
    ]
    assert done.faces("tactic") == [face]


@pytest.mark.clause("FE-TAC-05")
def test_a_change_back_to_standard_needs_the_check_too() -> None:
    here = scene(army("a", tactics=["onslaught"], tactic="onslaught"), FOE, at="melee 2")
    done = play(here, {"change_tactic:a": "change standard"}, {"tactic": 14}, until="strategy")
    assert done.army("a").tactic == "onslaught"


@pytest.mark.clause("FE-TAC-05")
def test_each_army_may_try_once_in_each_pass() -> None:
    here = scene(army("a", tactics=["onslaught"], posture="in_melee"), FOE, at="melee 1")
    done = play(here, until="1.melee.4")
    assert [turn for turn, one in done.asked if one == "change_tactic:a"] == [
        "1.melee.1",
        "1.melee.2",
        "1.melee.3",
    ]


@pytest.mark.clause("FE-TAC-05")
def test_a_new_tactic_acts_in_the_very_pass() -> None:
    here = scene(army("a", tactics=["onslaught"], **LINE), FOE, at="melee 2")
    orders = {"change_tactic:a": "change onslaught", "melee_order:a": "attack foe"}
    assert attack_of(play(here, orders, {"tactic": 15}, until="1.melee.3"), 0) == 5 + 4


@pytest.mark.clause("FE-TAC-05")
def test_all_tries_of_a_step_are_judged_by_the_old_tactics() -> None:
    """Leaving ``steady_ranks`` (morale +2) helps with 13; nobody profits from another's new tactic."""
    here = scene(army("a", tactics=["steady_ranks", "onslaught"], tactic="steady_ranks"), FOE, at="melee 2")
    done = play(here, {"change_tactic:a": "change onslaught"}, {"tactic": 13}, until="strategy")
    assert done.army("a").tactic == "onslaught"


@pytest.mark.clause("FE-TAC-05", "FE-COND-09")
def test_no_change_under_no_tactic() -> None:
    here = scene(army("a", tactics=["onslaught"], conditions=["ambushed"]), FOE, at="melee 1")
    done = play(here, until="1.melee.2")
    assert "change_tactic:a" not in [one for _, one in done.asked]


@pytest.mark.clause("FE-TAC-06")
def test_a_tactic_ends_with_the_round() -> None:
    here = scene(army("a", tactics=["onslaught"], tactic="onslaught"), FOE, at="ranged 1")
    assert play(here, {"parting": "yes"}, until="tactic").army("a").tactic == "standard"


@pytest.mark.clause("FE-TAC-06", "FE-AFT-04")
@pytest.mark.parametrize(("face", "learned"), [(14, True), (13, False)])
def test_a_tactic_ends_with_the_battle(face: int, learned: bool) -> None:
    """``steady_ranks`` (morale +2) doesn't help in learning: 14 + 1 for the new record are needed."""
    here = scene(army("a", tactics=["steady_ranks"], tactic="steady_ranks"), FOE, at="melee 1")
    done = play(here, {"melee_order:foe": "withdraw"}, {"learn": face})
    assert done.army("a").tactic == "standard"
    assert [one.success for one in done.heard(LearningTested)] == [learned]


# --- once a battle, and the count of passes --------------------------------------------------------------


@pytest.mark.clause("FE-TAC-07", "FE-TAC-08")
def test_foul_play_is_spent_after_its_first_melee_pass() -> None:
    """Attack +4 in it, then it acts as Standard and can't be chosen again."""
    here = scene(foul(), FOE, at="melee 1")
    done = play(here, {"melee_order:a": "attack foe"}, until="1.melee.3")
    assert [attack_of(done, at) for at in (0, 1)] == [9, 5]
    assert play(here, until="1.melee.2").army("a").spent_tactics == ("foul_play",)
    asked = play(done, {"parting": "yes"}, until="tactic")
    assert asked.options("tactic:a") == ["standard", "shield_wall"]
    with pytest.raises(Refused, match=r"'foul_play' is spent for this battle.*\(FE-TAC-07\)"):
        asked.check("tactic:a", "foul_play")


@pytest.mark.clause("FE-TAC-07", "FE-TAC-02")
def test_a_spent_tactic_acts_as_standard() -> None:
    """With all its effects, numbered or not."""
    effects = [effect("attack", 4, tactic_pass=1), effect("defence", 2)]
    here = scene(foul(), FOE, at="melee 1", tables=tables_with(tactics={"foul_play": effects}))
    done = play(here, {"melee_order:foe": "attack a"}, until="1.melee.3")
    assert [one.goal for one in done.heard(Attacked) if one.target == "a"] == [17, 15]


@pytest.mark.clause("FE-TAC-07", "FE-TAC-08", "FE-COND-10")
def test_feigned_flight_is_spent_after_its_second_pass() -> None:
    """No attack in the first melee pass; attack +4, Defence +4 in the second."""
    here = scene(army("a", tactics=["feigned_flight"], tactic="feigned_flight", **LINE), FOE, at="melee 1")
    first = play(here, until="melee_order")
    assert "attack foe" not in first.options("melee_order:a")
    second = play(first, {"melee_order:foe": "attack a"}, until="1.melee.2")
    assert second.army("a").spent_tactics == ()
    done = play(second, {"melee_order:a": "attack foe", "melee_order:foe": "attack a"}, until="1.melee.4")
    assert [attack_of(done, at) for at in (0, 1)] == [9, 5]
    assert [one.goal for one in done.heard(Attacked) if one.target == "a"] == [15, 19, 15]
    assert done.army("a").spent_tactics == ("feigned_flight",)
    assert not done.heard(DidNotAttack)


@pytest.mark.clause("FE-TAC-07")
@pytest.mark.parametrize(("passes", "spent"), [(0, ()), (1, ("feigned_flight",))])
def test_a_change_spends_it_after_its_first_melee_pass_only(passes: int, spent: tuple[str, ...]) -> None:
    tricky = army(
        "a", tactics=["feigned_flight", "shield_wall"], tactic="feigned_flight", tactic_pass=passes, **LINE
    )
    here = scene(tricky, FOE, at="melee 2")
    done = play(here, {"change_tactic:a": "change shield_wall"}, {"tactic": 15}, until="strategy")
    assert (done.army("a").tactic, done.army("a").spent_tactics) == ("shield_wall", spent)


@pytest.mark.clause("FE-TAC-07", "FE-PART-02")
@pytest.mark.parametrize(("passes", "spent"), [(0, ()), (1, ("feigned_flight",))])
def test_the_end_of_the_round_spends_it_in_the_same_way(passes: int, spent: tuple[str, ...]) -> None:
    """A ranged pass does not count."""
    tricky = army("a", tactics=["feigned_flight"], tactic="feigned_flight", tactic_pass=passes)
    here = scene(tricky, FOE, at="ranged 2")
    assert play(here, {"parting": "yes"}, until="2.ranged.1").army("a").spent_tactics == spent


@pytest.mark.clause("FE-TAC-07")
def test_other_tactics_are_never_spent() -> None:
    here = scene(army("a", tactics=["onslaught"], tactic="onslaught", **LINE), FOE, at="melee 1")
    done = play(here, {"parting:red": [None, "yes"], "parting:blue": [None, "yes"]}, until="tactic")
    assert done.options("tactic:a") == ["standard", "onslaught"]


@pytest.mark.clause("FE-TAC-08")
def test_a_pass_in_standoff_is_not_counted() -> None:
    """The pass must begin (step M2) in melee: an attack out of standoff enters it too late."""
    here = scene(foul(posture="standoff"), FOE, at="melee 1")
    done = play(here, {"melee_order:a": "attack foe"}, until="1.melee.3")
    assert [attack_of(done, at) for at in (0, 1)] == [5, 9]


@pytest.mark.clause("FE-TAC-08")
def test_ranged_passes_are_not_counted() -> None:
    here = scene(foul(), FOE, army("bows", "archers", 50), at="ranged 2")
    done = play(here, until="1.melee.2")
    assert done.army("a").tactic_pass == 0


@pytest.mark.clause("FE-TAC-08")
def test_the_count_restarts_at_every_adoption() -> None:
    counted = tables_with(tactics={"onslaught": [effect("attack", 3, tactic_pass=1)]})
    armies = (army("a", tactics=["onslaught", "shield_wall"], tactic="onslaught", tactic_pass=4, **LINE), FOE)
    here = scene(*armies, at="melee 5", tables=counted)
    orders = {
        "change_tactic:a": ["change shield_wall", "change onslaught"],
        "melee_order:a": "attack foe",
    }
    done = play(here, orders, {"tactic": 15}, until="1.melee.7")
    assert done.army("a").tactic_pass == 1
    assert [attack_of(done, at) for at in (0, 1)] == [3, 8]


@pytest.mark.clause("FE-TAC-08")
def test_the_pass_of_the_adoption_is_the_first() -> None:
    here = scene(foul(tactic="standard"), FOE, at="melee 3")
    orders = {"change_tactic:a": "change foul_play", "melee_order:a": "attack foe"}
    assert attack_of(play(here, orders, {"tactic": 15}, until="1.melee.4"), 0) == 9


# --- the list of tactics ---------------------------------------------------------------------------------


@pytest.mark.clause("FE-TAC-09")
def test_the_umpire_may_add_or_strike_tactics() -> None:
    own = """\
tactic:
  - {id: hymn, en: Hymn, effects: [{kind: morale, value: 3}]}
  - {remove: [onslaught]}
"""
    tables = load_tables([read_yaml(own, "own.yaml")])
    assert "hymn" in tables.tactics
    assert "onslaught" not in tables.tactics
    here = scene(army("a", tactics=["hymn"]), FOE, at="tactical", tables=tables)
    assert play(here, until="tactic").options("tactic:a") == ["standard", "hymn"]


@pytest.mark.clause("FE-TAC-10")
@pytest.mark.parametrize(("most", "open_ones"), [(0, True), (3, True), (2, False), (1, False)])
def test_how_many_tactics_an_army_may_know(most: int, open_ones: bool) -> None:
    """Any number; ``tactics_known_max`` (0 = no limit) caps what it learns."""
    tables = tables_with(tactics_known_max=most)
    here = scene(army("a", tactics=["onslaught", "shield_wall"]), FOE, at="melee 1", tables=tables)
    found = learnable(tables, here.draft().army("a"), here.setup.sheets["a"])
    assert bool(found) is open_ones
    assert "onslaught" not in found


@pytest.mark.clause("FE-TAC-10")
def test_the_cap_holds_for_scenarios_too() -> None:
    text = FILE.replace("KEYS", "tactics: [onslaught, shield_wall]")
    with pytest.raises(Problems, match=r"FE-TAC-10"):
        read_scenario(text, "x.yaml", tables_with(tactics_known_max=1))


@pytest.mark.clause("FE-AFT-04", "FE-TAC-03")
def test_a_lent_tactic_is_known_and_not_learned() -> None:
    here = scene(army("a", commander=1, features=["old_hand:onslaught"]), FOE, at="melee 1")
    assert "onslaught" not in learnable(here.setup.tables, here.draft().army("a"), here.setup.sheets["a"])
