"""Chapter Rounds, passes, loop; what is asked stands in ``test_clauses_decisions.py``."""

from __future__ import annotations

import pytest

from grognard.rulebooks.feudal.events import (
    Attacked,
    BattleEnded,
    BecameStalled,
    Left,
    Lost,
    Parted,
    PassBegan,
    Recovered,
    RoutTested,
    Tended,
)
from grognard.rulebooks.feudal.model import Stall
from tests.rulebooks.feudal.scenes import Played, Spec, army, play, scene

HOLD = {"ranged_order": "none hold", "melee_order": "hold"}
LINES = (army("a", posture="in_melee"), army("b", side="blue", posture="in_melee"))
BOWS = army("bows", "archers", 50)


def told(done: Played, *kinds: type) -> list[str]:
    """Names of the events of these kinds, in the order in which they were told."""
    events = [one.versions[0][0] for one in done.told]
    return [type(event).__name__ for event in events if isinstance(event, kinds)]


# --- the phases of a round -------------------------------------------------------------------------------


@pytest.mark.clause("FE-SEQ-01")
def test_phase_1_comes_once_and_holds_for_the_round() -> None:
    armies = (army("a", tactics=["shield_wall"]), army("b", side="blue"))
    orders = {"tactic:a": "shield_wall", "ranged_order": "none advance"}
    done = play(scene(*armies), orders, until="1.melee.4")
    assert done.passes.count("1.tactical") == 1
    assert done.army("a").tactic == "shield_wall"


@pytest.mark.clause("FE-SEQ-02")
@pytest.mark.parametrize("troop", ["warriors", "archers"])
def test_the_first_ranged_pass_is_always_played(troop: str) -> None:
    """Even if nobody can shoot: it is where the lines close."""
    done = play(
        scene(army("a", troop), army("b", side="blue")), {"ranged_order": "none advance"}, until="1.melee.1"
    )
    assert done.passes == ["1.tactical", "1.ranged.1", "1.melee.1"]
    assert done.army("a").posture == done.army("b").posture == "in_melee"


@pytest.mark.clause("FE-SEQ-03", "FE-SEQ-04")
@pytest.mark.parametrize(
    ("order", "left", "posture"),
    [
        ("b hold", 5, "standoff"),
        ("b advance", 5, "in_melee"),
        ("none hold", 6, "standoff"),
        ("none advance", 6, "in_melee"),
    ],
)
def test_a_shooter_may_shoot_and_hold_or_advance_or_do_only_one(order: str, left: int, posture: str) -> None:
    here = scene(BOWS, army("b", side="blue"), at="ranged 1")
    done = play(here, {"ranged_order:bows": order, "ranged_order:b": "none advance"}, until="1.melee.1")
    assert (done.army("bows").missiles, done.army("bows").posture) == (left, posture)


@pytest.mark.clause("FE-SEQ-04")
def test_postures_change_at_the_end_of_the_pass() -> None:
    """A shot at an army that advances strikes it in standoff; only survivors are in melee then."""
    armies = (BOWS, army("b", side="blue", hp=3), army("c", side="blue"))
    orders = {"ranged_order:bows": "b hold", "ranged_order": "none advance"}
    done = play(scene(*armies, at="ranged 1"), orders, {"shot": 20}, until="1.melee.1")
    assert (done.army("b").status, done.army("b").posture) == ("destroyed", "standoff")
    assert done.army("c").posture == "in_melee"


# --- the loop --------------------------------------------------------------------------------------------


def next_after(done: Played) -> str:
    return done.passes[1]


@pytest.mark.clause("FE-SEQ-05")
@pytest.mark.parametrize(
    ("bows", "foe", "follows"),
    [
        ("none hold", "none advance", "1.melee.1"),
        ("b hold", "none advance", "1.melee.1"),
        ("b hold", "none hold", "1.ranged.2"),
        ("b advance", "none hold", "1.melee.1"),
    ],
)
def test_what_follows_a_ranged_pass(bows: str, foe: str, follows: str) -> None:
    """A melee pass if anyone is in melee, else a ranged one if anyone is able to shoot, else a melee one."""
    here = scene(BOWS, army("b", side="blue"), at="ranged 1")
    orders = {"ranged_order:bows": bows, "ranged_order:b": foe}
    assert next_after(play(here, orders, until=follows)) == follows


@pytest.mark.clause("FE-SEQ-05")
@pytest.mark.parametrize(
    ("bows", "field", "follows"),
    [
        (army("bows", "archers", 50, stalled=Stall("ranged", 1)), (), "1.ranged.2"),
        (army("bows", "archers", 50, missiles=0), (), "1.melee.1"),
        (army("bows", "archers", 50), ("gale",), "1.melee.1"),
        (army("bows", "archers", 50), ("wind",), "1.ranged.2"),
        (army("bows", "archers", 50, missiles=1), (), "1.ranged.2"),
    ],
)
def test_who_counts_as_able_to_shoot_after_a_ranged_pass(
    bows: Spec, field: tuple[str, ...], follows: str
) -> None:
    """Stalled ones are included."""
    here = scene(bows, army("b", side="blue"), at="ranged 1", field=field)
    assert next_after(play(here, HOLD, until=follows)) == follows


@pytest.mark.clause("FE-SEQ-05")
@pytest.mark.parametrize(
    ("bows", "field", "follows"),
    [
        (army("bows", "archers", 50), (), "1.ranged.2"),
        (army("bows", "archers", 50, stalled=Stall("ranged", 1)), (), "1.ranged.2"),
        (army("bows", "archers", 50, posture="in_melee"), (), "1.melee.2"),
        (army("bows", "archers", 50, missiles=0), (), "1.melee.2"),
        (army("bows", "archers", 50), ("blizzard",), "1.melee.2"),
    ],
)
def test_what_follows_a_melee_pass(bows: Spec, field: tuple[str, ...], follows: str) -> None:
    """A ranged pass if anyone in standoff is able to shoot, stalled ones included; else the next melee pass."""
    here = scene(*LINES, bows, at="melee 1", field=field)
    assert next_after(play(here, until=follows)) == follows


@pytest.mark.clause("FE-SEQ-05")
def test_an_ambushed_shooter_is_able_again_after_the_first_ranged_pass() -> None:
    """``no_attack`` of ``ambushed`` acts in the first ranged pass; between passes the next one is judged."""
    here = scene(army("bows", "archers", 50, conditions=["ambushed"]), army("b", side="blue"), at="ranged 1")
    done = play(here, HOLD, until="1.ranged.2")
    assert "ranged_order:bows" in [one for _, one in done.asked]
    assert "b hold" in play(done, until="ranged_order").options("ranged_order:bows")


@pytest.mark.clause("FE-SEQ-06")
def test_a_ranged_pass_in_the_loop_waits_for_the_melee_to_be_resolved() -> None:
    here = scene(*LINES, BOWS, at="melee 1")
    done = play(here, {"melee_order:a": "attack b"}, {"blow:a": 15}, until="1.ranged.2")
    assert told(done, PassBegan, Attacked, Lost) == ["PassBegan", "Attacked", "Attacked", "Lost", "PassBegan"]


@pytest.mark.clause("FE-SEQ-07")
def test_a_shoot_out_has_no_melee_pass_until_someone_advances() -> None:
    here = scene(BOWS, army("b", "archers", 50, side="blue"), at="ranged 1")
    orders = {"ranged_order:bows": "b hold", "ranged_order:b": ["bows hold", "bows hold", "none advance"]}
    done = play(here, orders, until="1.melee.1")
    assert done.passes == ["1.ranged.1", "1.ranged.2", "1.ranged.3", "1.melee.1"]


@pytest.mark.clause("FE-SEQ-07", "FE-SEQ-05")
def test_a_shoot_out_ends_when_nobody_can_shoot() -> None:
    here = scene(
        army("bows", "archers", 50, missiles=2),
        army("b", "archers", 50, missiles=1, side="blue"),
        at="ranged 1",
    )
    orders = {"ranged_order:bows": "b hold", "ranged_order:b": ["bows hold", "none hold"]}
    assert play(here, orders, until="1.melee.1").passes == ["1.ranged.1", "1.ranged.2", "1.melee.1"]


# --- the safety nets -------------------------------------------------------------------------------------


@pytest.mark.clause("FE-SEQ-08")
def test_two_quiet_passes_of_whatever_kind_part_the_sides() -> None:
    """Ranged pass 1 and melee pass 1: nobody attacked, changed posture or left."""
    done = play(scene(army("a"), army("b", side="blue")), HOLD, until="2.ranged.1")
    assert done.passes == ["1.tactical", "1.ranged.1", "1.melee.1", "2.tactical", "2.ranged.1"]
    assert [one.why for one in done.heard(Parted)] == ["quiet"]


@pytest.mark.clause("FE-SEQ-08")
def test_two_quiet_ranged_passes_part_the_sides() -> None:
    here = scene(BOWS, army("b", side="blue"), at="ranged 1")
    assert play(here, HOLD, until="2.ranged.1").passes[:3] == ["1.ranged.1", "1.ranged.2", "2.tactical"]


@pytest.mark.clause("FE-SEQ-08")
@pytest.mark.parametrize(
    ("first", "second", "third", "parted_after"),
    [
        ("hold", "hold", "hold", 2),
        ("hold", "attack b", "hold", 4),
        ("hold", "fall_back", "hold", 4),
        ("hold", "hold", "attack b", 2),
        ("attack b", "hold", "hold", 3),
    ],
)
def test_attacks_and_movement_break_the_quiet(first: str, second: str, third: str, parted_after: int) -> None:
    """An attack counts though it misses, a change of posture though nobody strikes."""
    orders = {"melee_order:b": "hold", "melee_order:a": [first, second, third, "hold", "hold", "hold"]}
    done = play(scene(*LINES, at="melee 1"), orders, until="2.ranged.1")
    assert done.passes[:-2] == [f"1.melee.{n}" for n in range(1, parted_after + 1)]
    assert [one.why for one in done.heard(Parted)] == ["quiet"]


@pytest.mark.clause("FE-SEQ-08")
def test_an_army_that_leaves_breaks_the_quiet() -> None:
    here = scene(*LINES, army("c"), at="melee 1")
    orders = {"melee_order:a": "hold", "melee_order:b": "hold", "melee_order:c": ["hold", "withdraw"]}
    done = play(here, orders, until="2.ranged.1")
    assert done.passes[:-2] == [f"1.melee.{n}" for n in range(1, 5)]


@pytest.mark.clause("FE-SEQ-08")
def test_quiet_is_counted_afresh_in_a_new_round() -> None:
    """Round 1 ends by agreement after one quiet pass; the first quiet pass of round 2 parts nobody."""
    here = scene(army("a"), army("b", side="blue"), at="ranged 1")
    orders = {**HOLD, "parting": ["yes", "yes"]}
    done = play(here, orders, until="2.melee.1")
    assert [one.why for one in done.heard(Parted)] == ["agreement"]


@pytest.mark.clause("FE-SEQ-09")
@pytest.mark.parametrize("nightfall", [1, 3, 20])
def test_nightfall(nightfall: int) -> None:
    """After so many melee passes in one round the umpire parts the sides."""
    here = scene(*LINES, at="melee 1", options={"nightfall": nightfall})
    done = play(here, until="2.ranged.1")
    assert done.passes[:-2] == [f"1.melee.{n}" for n in range(1, nightfall + 1)]
    assert [(one.why, one.next_round) for one in done.heard(Parted)] == [("nightfall", 2)]


@pytest.mark.clause("FE-SEQ-09")
def test_40_ranged_passes_are_nightfall_too() -> None:
    here = scene(BOWS, army("b", side="blue"), at="ranged 39", options={"missiles": "unlimited"})
    done = play(here, {"ranged_order:bows": "b hold", "ranged_order:b": "none hold"}, until="2.ranged.1")
    assert done.passes[:3] == ["1.ranged.39", "1.ranged.40", "2.tactical"]
    assert [one.why for one in done.heard(Parted)] == ["nightfall"]


@pytest.mark.clause("FE-SEQ-09")
@pytest.mark.parametrize("last", [1, 2, 9])
def test_the_last_round(last: int) -> None:
    """When it ends by a parting, the battle ends undecided."""
    done = play(scene(army("a"), army("b", side="blue"), options={"last_round": last}), {"parting": "yes"})
    assert [one for one in done.passes if "tactical" in one] == [f"{n}.tactical" for n in range(1, last + 1)]
    assert done.heard(Parted)[-1].next_round == 0
    assert [(one.winners, one.reason) for one in done.heard(BattleEnded)] == [((), "parted")]


@pytest.mark.clause("FE-SEQ-11")
@pytest.mark.parametrize(("later", "shots"), [("every", True), ("first", False)])
def test_missiles_of_later_rounds(later: str, shots: bool) -> None:
    """Option ``later_rounds``: every round with its shots, or none in ranged pass 1 from round 2 on."""
    for number, may in ((1, True), (2, shots)):
        options = {"later_rounds": later}
        here = scene(BOWS, army("b", side="blue"), at="ranged 1", round=number, options=options)
        asked = play(here, until="ranged_order")
        assert ("b hold" in asked.options("ranged_order:bows")) is may


@pytest.mark.clause("FE-SEQ-11")
@pytest.mark.parametrize("line", [(), (army("a"),)])
def test_later_ranged_passes_are_shot_as_usual(line: tuple[Spec, ...]) -> None:
    """With ``first`` too: what FE-SEQ-05 grants after the closing of the lines."""
    here = scene(
        BOWS, army("b", side="blue"), *line, at="ranged 1", round=2, options={"later_rounds": "first"}
    )
    orders = {
        "ranged_order:bows": ["none hold"],
        "ranged_order:a": "none advance",
        "ranged_order:b": "none hold",
    }
    done = play(here, orders, until="2.ranged.2")
    assert "b hold" in play(done, until="ranged_order").options("ranged_order:bows")
    assert done.passes == ["2.ranged.1", *(["2.melee.1"] if line else []), "2.ranged.2"]


# --- the order of what follows the dice ------------------------------------------------------------------


@pytest.mark.clause("FE-SEQ-12", "FE-COND-11")
def test_damage_and_attrition_together() -> None:
    """HP 4, 3 damage and 1 of the sandstorm: destroyed, without a rout check (fog halves 7 to 3)."""
    armies = (LINES[0], army("b", side="blue", posture="in_melee", hp=4), army("c", side="blue"))
    orders = {"melee_order:a": "attack b", "melee_order:b": "hold"}
    done = play(scene(*armies, at="melee 1", field=["sandstorm"]), orders, {"blow:a": 17}, until="1.melee.2")
    assert (done.army("b").hp, done.army("b").status) == (0, "destroyed")
    assert done.army("c").hp == 26
    assert not done.heard(RoutTested)


@pytest.mark.clause("FE-SEQ-12", "FE-ROUT-02", "FE-ROUT-05")
def test_the_order_after_the_dice_of_a_melee_pass() -> None:
    """Damage, tending, rout checks, pursuit, the routed leave, withdrawals, stalls; then one end-of-battle test."""
    armies = (
        army("a", posture="in_melee"),
        army("healer", posture="in_melee", commander=2, features=["surgeon"], hp=20),
        army("b", side="blue", posture="in_melee", hp=8),
        army("c", side="blue", posture="in_melee"),
        army("d", side="blue"),
    )
    orders = {
        "melee_order:a": "attack b",
        "melee_order:b": "attack a",
        "melee_order:healer": "tend",
        "melee_order:c": "withdraw",
        "melee_order:d": "hold",
    }
    dice = {"blow:a": 15, "blow:b": 1, "rout": 2, "pursuit": 20}
    done = play(scene(*armies, at="melee 1"), orders, dice, until="1.melee.2")
    kinds = (Attacked, Lost, Tended, RoutTested, Left, BecameStalled, Recovered)
    assert told(done, *kinds) == [
        "Attacked",
        "Attacked",
        "Lost",
        "Tended",
        "RoutTested",
        "Attacked",
        "Lost",
        "Left",
    ]
    assert [one.how for one in done.heard(Left)] == ["withdrew"]
    assert done.army("b").status == "destroyed"


@pytest.mark.clause("FE-SEQ-12", "FE-ROUT-02")
def test_all_rout_checks_are_made_before_anyone_leaves() -> None:
    """The banner of a friend that routs in the same step still helps, whatever the order of battle."""
    for flag_oob, friend_oob in ((2, 3), (3, 2)):
        armies = (
            army("flag", oob=flag_oob, hp=6, commander=5, features=["banner", "beloved"]),
            army("friend", oob=friend_oob, hp=6),
            army("x", side="blue", oob=4),
            army("y", side="blue", oob=5),
            army("rest", oob=9),
        )
        orders = {"melee_order:x": "attack flag", "melee_order:y": "attack friend", "melee_order": "hold"}
        dice = {"blow:x": 11, "blow:y": 11, "rout:flag": 1, "rout:friend": 13, "pursuit": 10}
        done = play(scene(*armies, at="melee 1"), orders, dice, until="1.melee.2")
        assert (done.army("flag").status, done.army("friend").status) == ("routed", "ready")


@pytest.mark.clause("FE-SEQ-12", "FE-ROUT-05")
def test_withdrawals_are_judged_by_the_attacks_made_in_this_pass() -> None:
    """The attacker has been annihilated meanwhile; the check is due all the same."""
    armies = (
        army("a", posture="in_melee"),
        army("b", side="blue", posture="in_melee", hp=2),
        army("c", posture="in_melee"),
        army("d", side="blue"),
    )
    orders = {
        "melee_order:a": "withdraw",
        "melee_order:b": "attack a",
        "melee_order:c": "attack b",
        "melee_order:d": "hold",
    }
    done = play(scene(*armies, at="melee 1"), orders, {"blow:c": 17, "break_off": 14}, until="1.melee.2")
    assert done.army("b").status == "destroyed"
    assert (done.army("a").status, done.army("a").posture) == ("ready", "in_melee")
    assert done.faces("break_off") == [14]


@pytest.mark.clause("FE-SEQ-12")
@pytest.mark.parametrize(("at", "order"), [("ranged 2", "ranged_order:a"), ("melee 1", "melee_order:a")])
def test_the_parting_test_only_if_the_battle_goes_on(at: str, order: str) -> None:
    """Both sides offer to part, but one is annihilated in this pass: a victory."""
    armies = (army("a", "archers", 150), army("b", side="blue", posture="in_melee", hp=2))
    orders = {"parting": "yes", order: "b hold" if "ranged" in at else "attack b"}
    done = play(scene(*armies, at=at), orders, {"shot:a": 17, "blow:a": 19})
    assert not done.heard(Parted)
    assert [(one.winners, one.reason) for one in done.heard(BattleEnded)] == [(("red",), "victory")]


@pytest.mark.clause("FE-SEQ-12", "FE-END-01")
def test_the_end_of_battle_test_comes_after_everything() -> None:
    """Both last armies withdraw in the same pass: nobody holds the field."""
    here = scene(army("a"), army("b", side="blue"), at="melee 1")
    done = play(here, {"melee_order": "withdraw"})
    assert [done.army(one).status for one in "ab"] == ["withdrawn", "withdrawn"]
    assert [one.winners for one in done.heard(BattleEnded)] == [()]
