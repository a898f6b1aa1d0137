"""Chapter Rout, leaving, end: rout checks, pursuit, leaving the field."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.core.errors import Refused
from grognard.rulebooks.feudal.attack import pursuit_figures, table_of
from grognard.rulebooks.feudal.events import Attacked, Left, Lost, RoutTested
from grognard.rulebooks.feudal.model import Stall
from tests.rulebooks.feudal.scenes import Played, Scene, army, play, scene

LINE: dict[str, Any] = {"posture": "in_melee"}
AT_B = {"melee_order:a": "attack b", "melee_order:b": "hold"}


def hit(b: dict[str, Any], face: int, dice: dict[str, int], **more: Any) -> Played:
    """a (Strength 5) strikes at b (Strength 5 unless told otherwise); a third army keeps b's side on the field."""
    armies = (
        army("a", **{**LINE, **more.pop("a", {})}),
        army("b", side="blue", **{**LINE, **b}),
        army("c", side="blue"),
    )
    here = scene(*armies, at="melee 2", **more)
    return play(here, AT_B, {"blow:a": face, **dice}, until="1.melee.3")


# --- rout checks -----------------------------------------------------------------------------------------


@pytest.mark.clause("FE-ROUT-01")
@pytest.mark.parametrize(("face", "tests"), [(14, True), (13, False)])
def test_at_strength_or_below_after_damage_a_check_is_made(face: int, tests: bool) -> None:
    """Worked example 18: HP 27, from 9 to 5: 5 <= 5, checks; from 9 to 6: no check."""
    done = hit({"hp": 9}, face, {"rout": 20})
    assert [(one.army, one.hp, one.strength) for one in done.heard(RoutTested)] == (
        [("b", 5, 5)] if tests else []
    )


@pytest.mark.clause("FE-ROUT-01")
@pytest.mark.parametrize(("face", "status"), [(14, "routed"), (15, "ready")])
def test_the_check_has_difficulty_15(face: int, status: str) -> None:
    """An ordinary army stays with a 15."""
    assert hit({"hp": 9}, 14, {"rout": face, "pursuit": 2}).army("b").status == status


@pytest.mark.clause("FE-ROUT-01", "FE-MOR-01")
@pytest.mark.parametrize(("face", "status"), [(15, "routed"), (16, "ready")])
def test_militia_stay_with_a_quarter(face: int, status: str) -> None:
    """Worked example 18: morale -1, P 1/4."""
    done = hit({"troop": "militia", "hp": 9}, 14, {"rout": face, "pursuit": 2})
    assert done.army("b").status == status


@pytest.mark.clause("FE-ROUT-01")
def test_no_check_without_a_loss_in_this_pass() -> None:
    assert not hit({"hp": 3}, 10, {}).heard(RoutTested)


@pytest.mark.clause("FE-ROUT-01", "FE-COND-11")
def test_attrition_is_a_loss_too() -> None:
    done = hit({"hp": 5}, 10, {"rout": 20}, field=["sandstorm"])
    assert [(one.army, one.hp) for one in done.heard(RoutTested)] == [("b", 4)]


@pytest.mark.clause("FE-ROUT-01", "FE-RNG-03")
def test_shots_can_rout() -> None:
    armies = (army("a", "longbowmen"), army("b", side="blue", hp=9), army("c", side="blue"))
    done = play(
        scene(*armies, at="ranged 1"), {"ranged_order:a": "b hold"}, {"shot": 14, "rout": 1}, "1.melee.1"
    )
    assert done.army("b").status == "routed"


@pytest.mark.clause("FE-ROUT-01")
def test_no_check_if_no_enemy_is_left() -> None:
    """The victor may be as low as it likes."""
    armies = (army("a", hp=8, **LINE), army("b", side="blue", hp=3, **LINE))
    done = play(scene(*armies, at="melee 2"), {}, {"blow:a": 18, "blow:b": 15})
    assert done.army("a").hp == 3
    assert not done.heard(RoutTested)
    assert not done.faces("rout")


@pytest.mark.clause("FE-ROUT-01")
@pytest.mark.parametrize(
    ("value", "hp", "tests"),
    [
        ("strength", 14, False),
        ("strength", 5, True),
        ("half", 14, False),
        ("half", 13, True),
        ("never", 1, False),
    ],
)
def test_option_rout(value: str, hp: int, tests: bool) -> None:
    """``half``: HP x 2 <= 27, so 13; ``never``: nobody tests."""
    done = hit({"hp": hp + 1}, 11, {"rout": 20}, options={"rout": value})
    assert done.army("b").hp == hp
    assert bool(done.heard(RoutTested)) == tests


@pytest.mark.clause("FE-ROUT-01", "FE-CMD-12", "FE-SEQ-12")
def test_tending_comes_before_the_check() -> None:
    """b falls to 4, regains 5 and needs no check."""
    armies = (
        army("a", **LINE),
        army("b", side="blue", hp=9, features=["surgeon"], **LINE),
        army("c", side="blue"),
    )
    orders = {"melee_order:a": "attack b", "melee_order:b": "tend"}
    done = play(scene(*armies, at="melee 2"), orders, {"blow": 15}, until="1.melee.3")
    assert done.army("b").hp == 9
    assert not done.heard(RoutTested)


@pytest.mark.clause("FE-ROUT-01", "FE-MOR-01")
@pytest.mark.parametrize(
    ("a", "status"),
    [
        ({}, "ready"),
        ({"tactic": "war_cries", "tactics": ["war_cries"]}, "routed"),
        ({"commander": 5, "features": ["terrible_name"]}, "routed"),
    ],
)
def test_the_enemy_that_struck_frightens(a: dict[str, Any], status: str) -> None:
    """War cries -4, a terrible name -2: a 15 is no longer enough."""
    assert hit({"hp": 9}, 14, {"rout": 15, "pursuit": 2}, a=a).army("b").status == status


@pytest.mark.clause("FE-ROUT-02")
def test_all_checks_are_evaluated_before_any_army_leaves() -> None:
    """The routing banner of the realm still gives its friend +2: with it 13 is enough."""
    armies = (
        army("banner", side="blue", hp=9, commander=5, features=["banner"], morale_record=-4, **LINE),
        army("b", side="blue", hp=9, **LINE),
        army("x", **LINE),
        army("y", **LINE),
    )
    orders = {"melee_order:x": "attack banner", "melee_order:y": "attack b", "melee_order": "hold"}
    done = play(
        scene(*armies, at="melee 2"), orders, {"blow": 14, "rout:banner": 1, "rout:b": 13}, "1.melee.3"
    )
    assert [(one.army, one.success) for one in done.heard(RoutTested)] == [("banner", False), ("b", True)]
    assert (done.army("banner").status, done.army("b").status) == ("routed", "ready")


# --- pursuit ---------------------------------------------------------------------------------------------


def pursuit_of(a: dict[str, Any], b: dict[str, Any]) -> Scene:
    armies = (army("a", **{**LINE, **a}), army("b", side="blue", **{**LINE, **b}), army("c", side="blue"))
    return scene(*armies, at="melee 2")


@pytest.mark.clause("FE-ROUT-03")
def test_pursuit_against_bare_defence() -> None:
    """Worked example 19: Strength 5 Aggressive on Strength 3 with 3 HP behind a palisade: attack 7 against 13, +3:
    P(destroyed) 7/10, mean damage 147/20."""
    here = pursuit_of({"strategy": "aggressive"}, {"strength": 3, "hp": 3, "conditions": ["palisade"]})
    draft = here.draft()
    numbers = pursuit_figures(here.setup, draft.bearer("a"), draft.bearer("b"), draft.moment())
    assert (numbers.bonus, numbers.goal) == (7, 13)
    throws = table_of(here.setup, numbers).throws
    assert Fraction(sum(throw.meaning.damage >= 3 for throw in throws), 20) == Fraction(7, 10)
    assert Fraction(sum(throw.meaning.damage for throw in throws), 20) == Fraction(147, 20)


@pytest.mark.clause("FE-ROUT-03")
@pytest.mark.parametrize(
    "guard",
    [
        {"tactic": "shield_wall", "tactics": ["shield_wall"]},
        {"strategy": "defensive"},
        {"strategy": "bugurt"},
        {"conditions": ["high_ground", "castle", "magic_wall"]},
        {"commander": 3, "features": ["bulwark"]},
        {"conditions": ["swamp"]},
    ],
)
def test_nothing_changes_the_defence_of_the_fleeing(guard: dict[str, Any]) -> None:
    """No tactic, strategy, works, ground or any other effect."""
    here = pursuit_of({}, guard)
    draft = here.draft()
    assert pursuit_figures(here.setup, draft.bearer("a"), draft.bearer("b"), draft.moment()).goal == 15


@pytest.mark.clause("FE-ROUT-03")
def test_the_pursuer_has_all_his_melee_effects_and_pursuit_attack() -> None:
    """Merciless +4, envelopment +2, Bugurt +4 and +6 damage."""
    a = {"commander": 2, "features": ["merciless"], "tactic": "envelopment", "tactics": ["envelopment"]}
    here = pursuit_of({**a, "strategy": "bugurt"}, {})
    draft = here.draft()
    numbers = pursuit_figures(here.setup, draft.bearer("a"), draft.bearer("b"), draft.moment())
    assert (numbers.bonus, numbers.extra) == (5 + 4 + 2 + 4, 6)


@pytest.mark.clause("FE-ROUT-03")
@pytest.mark.parametrize(("face", "status", "hp"), [(14, "routed", 1), (15, "destroyed", 0)])
def test_destroyed_instead_of_routed(face: int, status: str, hp: int) -> None:
    done = hit({"hp": 9}, 14, {"rout": 1, "pursuit": face})
    assert (done.army("b").status, done.army("b").hp) == (status, hp)
    assert [one.kind for one in done.heard(Attacked)] == ["blow", "pursuit"]


@pytest.mark.clause("FE-ROUT-03", "FE-SEQ-12")
def test_who_pursues() -> None:
    """Those who struck at it in this pass: not bystanders, not the routing, not the destroyed, not the stalled."""
    armies = (
        army("b", side="blue", hp=27, **LINE),
        army("good", **LINE),
        army("other", **LINE),
        army("idle", **LINE),
        army("one", strength=16, **LINE),
        army("flees", hp=6, **LINE),
        army("falls", hp=2, **LINE),
        *(army(f"c{n}", side="blue", **LINE) for n in (1, 2, 3)),
    )
    orders = {f"melee_order:{one}": "attack b" for one in ("good", "one", "flees", "falls")}
    orders |= {
        "melee_order:c1": "attack flees",
        "melee_order:c2": "attack falls",
        "melee_order:other": "attack c3",
    }
    dice = {"blow:good": 15, "blow:one": 1, "blow:flees": 17, "blow:falls": 18, "blow:c1": 12, "blow:c2": 20}
    dice |= {"rout": 1, "rout:b": 1, "pursuit": 2, "": 10}
    done = play(scene(*armies, at="melee 2"), orders | {"melee_order": "hold"}, dice, until="1.melee.3")
    assert done.army("b").hp == 27 - 5 - 2 - 7 - 8
    assert (done.army("flees").status, done.army("falls").status) == ("routed", "destroyed")
    assert [one.attacker for one in done.heard(Attacked) if one.kind == "pursuit"] == ["good", "c1"]


@pytest.mark.clause("FE-ROUT-03")
def test_who_strikes_back_pursues_too() -> None:
    armies = (army("a", hp=9), army("b", side="blue"), army("c"))
    orders = {"melee_order:a": "attack b", "strike_back": "a"}
    dice = {"blow:b": 14, "rout:a": 1, "pursuit:b": 16}
    done = play(scene(*armies, at="melee 1"), orders, dice, until="1.melee.2")
    assert done.army("a").status == "destroyed"


@pytest.mark.clause("FE-ROUT-03")
def test_pursuit_attacks_are_simultaneous() -> None:
    """Both pursuers strike though the first has destroyed it already."""
    armies = (
        army("a", **LINE),
        army("d", **LINE),
        army("b", side="blue", hp=9, **LINE),
        army("c", side="blue"),
    )
    orders = {**AT_B, "melee_order:d": "attack b"}
    dice = {"blow:a": 14, "blow:d": 10, "rout": 1, "pursuit": 19}
    done = play(scene(*armies, at="melee 2"), orders, dice, until="1.melee.3")
    assert done.faces("pursuit") == [19, 19]
    assert [(one.damage, one.before, one.after) for one in done.heard(Lost)] == [(4, 9, 5), (18, 5, 0)]


@pytest.mark.clause("FE-ROUT-03")
@pytest.mark.parametrize(("value", "pursued"), [("one_attack", True), ("none", False)])
def test_option_pursuit(value: str, pursued: bool) -> None:
    done = hit({"hp": 9}, 14, {"rout": 1, "pursuit": 2}, options={"pursuit": value})
    assert bool(done.faces("pursuit")) == pursued


@pytest.mark.clause("FE-ROUT-03")
@pytest.mark.parametrize(
    "b",
    [
        {"tactic": "fighting_retreat", "tactics": ["fighting_retreat"]},
        {"commander": 2, "features": ["hit_and_run"]},
    ],
)
def test_nobody_pursues_whom_no_pursuit_protects(b: dict[str, Any]) -> None:
    done = hit({"hp": 9, "morale_record": -4, **b}, 14, {"rout": 1})
    assert done.army("b").status == "routed"
    assert not done.faces("pursuit")


@pytest.mark.clause("FE-ROUT-03", "FE-COND-10")
def test_no_pursuit_after_shots() -> None:
    armies = (army("a", "longbowmen"), army("b", side="blue", hp=9, **LINE), army("c", side="blue"))
    done = play(
        scene(*armies, at="ranged 2"), {"ranged_order:a": "b hold"}, {"shot": 14, "rout": 1}, "1.melee.2"
    )
    assert done.army("b").status == "routed"
    assert not done.faces("pursuit")


@pytest.mark.clause("FE-ROUT-04", "FE-CMD-11")
def test_a_routed_army_is_off_the_field_for_the_rest_of_the_battle() -> None:
    """Over a parting too; its commander goes with it."""
    done = hit({"hp": 9, "features": ["beloved"]}, 14, {"rout": 1, "pursuit": 2})
    later = play(done, {"parting": ["yes", "yes"]}, until="2.melee.1")
    assert later.army("b").status == "routed"
    assert not [one for turn, one in later.asked if one.endswith(":b") and turn > "1.melee.2"]
    assert later.army("b").commander.name == "leader of b"


# --- leaving in good order -------------------------------------------------------------------------------


@pytest.mark.clause("FE-ROUT-05")
def test_withdrawing_unattacked_needs_no_check() -> None:
    """No attack this pass, and it leaves at once."""
    armies = (army("a", **LINE), army("b", side="blue", **LINE), army("c", side="blue"))
    done = play(
        scene(*armies, at="melee 2"), {"melee_order:a": "hold", "melee_order:b": "withdraw"}, {}, "1.melee.3"
    )
    assert done.army("b").status == "withdrawn"
    assert not done.faces("break_off")
    assert done.heard(Left) == [Left("b", "withdrew", None)]
    assert not done.heard(Attacked)


@pytest.mark.clause("FE-ROUT-05", "FE-SEQ-12")
@pytest.mark.parametrize(("face", "status"), [(14, "ready"), (15, "withdrawn")])
def test_withdrawing_under_attack_needs_the_check(face: int, status: str) -> None:
    """Attacks on it are resolved first; difficulty 15; on failure it stays in melee."""
    armies = (army("a", **LINE), army("b", side="blue", **LINE), army("c", side="blue"))
    orders = {"melee_order:a": "attack b", "melee_order:b": "withdraw"}
    done = play(scene(*armies, at="melee 2"), orders, {"blow:a": 15, "break_off": face}, until="1.melee.3")
    assert (done.army("b").hp, done.army("b").status, done.army("b").posture) == (22, status, "in_melee")


@pytest.mark.clause("FE-ROUT-05", "FE-MOR-01")
@pytest.mark.parametrize(
    ("b", "field", "needed"),
    [
        ({"conditions": ["surrounded"]}, [], 19),
        ({}, ["fog"], 13),
        ({"commander": 2, "features": ["hit_and_run"]}, [], 9),
    ],
)
def test_what_counts_when_breaking_off(b: dict[str, Any], field: list[str], needed: int) -> None:
    """Surrounded -4, fog +2, hit and run +4 with charisma 2."""
    for face in (needed - 1, needed):
        armies = (army("a", **LINE), army("b", side="blue", **{**LINE, **b}), army("c", side="blue"))
        orders = {"melee_order:a": "attack b", "melee_order:b": "withdraw"}
        here = scene(*armies, at="melee 2", field=field)
        done = play(here, orders, {"blow:a": 3, "break_off": face}, until="1.melee.3")
        assert (done.army("b").status == "withdrawn") == (face == needed)


@pytest.mark.clause("FE-ROUT-05")
def test_a_withdrawing_army_may_fall_or_rout_first() -> None:
    """Then there is nothing left to withdraw."""
    orders = {"melee_order:a": "attack b", "melee_order:b": "withdraw"}
    armies = (army("a", **LINE), army("b", side="blue", hp=9, **LINE), army("c", side="blue"))
    done = play(
        scene(*armies, at="melee 2"), orders, {"blow": 14, "rout": 1, "pursuit": 2}, until="1.melee.3"
    )
    assert done.army("b").status == "routed"
    assert not done.faces("break_off")


@pytest.mark.clause("FE-ROUT-05")
def test_in_a_ranged_pass_an_army_in_standoff_leaves_after_the_shots_without_check() -> None:
    """It is shot at, and its own shot flies too."""
    armies = (army("a", "archers"), army("b", "archers", side="blue"), army("c", side="blue"))
    orders = {"ranged_order:a": "b hold", "ranged_order:b": "a withdraw", "ranged_order:c": "none hold"}
    done = play(scene(*armies, at="ranged 1"), orders, {"shot": 15}, until="1.ranged.2")
    assert (done.army("b").status, done.army("b").hp, done.army("a").hp) == ("withdrawn", 22, 22)
    assert not done.faces("break_off")


@pytest.mark.clause("FE-ROUT-05")
def test_withdrawn_armies_do_not_return() -> None:
    armies = (army("a"), army("b", side="blue"), army("c", side="blue"))
    orders = {"ranged_order:b": "none withdraw", "parting": "yes"}
    done = play(scene(*armies, at="ranged 1"), orders, until="2.ranged.1")
    assert done.army("b").status == "withdrawn"
    assert done.questions()
    assert not [one for one in done.questions() if one.endswith(":b")]


@pytest.mark.clause("FE-ROUT-06")
@pytest.mark.parametrize(
    ("attacked", "face", "posture"), [(False, 1, "standoff"), (True, 14, "in_melee"), (True, 15, "standoff")]
)
def test_fall_back_as_withdraw_but_to_standoff(attacked: bool, face: int, posture: str) -> None:
    armies = (army("a", **LINE), army("b", side="blue", **LINE))
    orders = {"melee_order:a": "attack b" if attacked else "hold", "melee_order:b": "fall_back"}
    done = play(scene(*armies, at="melee 2"), orders, {"blow": 3, "break_off": face}, until="1.melee.3")
    assert (done.army("b").posture, done.army("b").status) == (posture, "ready")
    assert bool(done.faces("break_off")) == attacked


@pytest.mark.clause("FE-ROUT-06")
def test_only_an_army_in_melee_falls_back() -> None:
    """One in standoff chooses among attack, hold, withdraw and tend."""
    armies = (army("a", features=["surgeon"]), army("b", side="blue", **LINE))
    done = play(scene(*armies, at="melee 2"), until="melee_order")
    assert done.options("melee_order:a") == ["attack b", "hold", "withdraw", "tend"]
    assert "fall_back" in done.options("melee_order:b")
    with pytest.raises(Refused, match=r"only an army in melee can fall back \(FE-ROUT-06\)"):
        done.check("melee_order:a", "fall_back")


@pytest.mark.clause("FE-ROUT-07")
@pytest.mark.parametrize("order", ["withdraw", "fall_back"])
def test_no_pursuit_on_an_army_that_leaves_in_good_order(order: str) -> None:
    armies = (
        army("a", features=["merciless"], commander=2, **LINE),
        army("b", side="blue", **LINE),
        army("c", side="blue"),
    )
    orders = {"melee_order:a": "attack b", "melee_order:b": order}
    done = play(scene(*armies, at="melee 2"), orders, {"blow": 15, "break_off": 20}, until="1.melee.3")
    assert done.army("b").posture == "standoff" or done.army("b").status == "withdrawn"
    assert not done.faces("pursuit")


@pytest.mark.clause("FE-SEQ-12", "FE-ROUT-05")
def test_departures_are_judged_by_the_attacks_made_even_of_those_who_fell() -> None:
    """The attacker perishes in the pass; b must still check."""
    armies = (
        army("a", hp=1, **LINE),
        army("b", side="blue", **LINE),
        army("d", **LINE),
        army("c", side="blue", **LINE),
    )
    orders = {"melee_order:a": "attack b", "melee_order:b": "withdraw", "melee_order:c": "attack a"}
    orders |= {"melee_order:d": "hold"}
    done = play(scene(*armies, at="melee 2"), orders, {"blow:c": 15, "break_off": 14}, until="1.melee.3")
    assert (done.army("a").status, done.army("b").status) == ("destroyed", "ready")


@pytest.mark.clause("FE-SEQ-12", "FE-ATT-07")
def test_a_stall_served_to_its_end_does_not_pursue() -> None:
    """Stalls end last, after pursuit and departures."""
    armies = (
        army("a", stalled=Stall("melee", 1), **LINE),
        army("b", side="blue", hp=9, **LINE),
        army("d", **LINE),
        army("c", side="blue"),
    )
    orders = {"melee_order:d": "attack b", "melee_order:b": "hold"}
    done = play(
        scene(*armies, at="melee 2"),
        orders,
        {"blow:d": 14, "rout": 1, "pursuit": 2},
        "1.melee.3",
    )
    assert [one.attacker for one in done.heard(Attacked) if one.kind == "pursuit"] == ["d"]
    assert done.army("a").stalled is None
