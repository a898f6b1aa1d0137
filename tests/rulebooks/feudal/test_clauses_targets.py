"""Chapter Targets and vetoes: who may attack whom, striking back, postures."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.state import UMPIRE
from grognard.locale import Name
from grognard.rulebooks.feudal.attack import table_of
from grognard.rulebooks.feudal.events import Attacked, Lost, Moved, TargetChosenAnew, Vetoed
from grognard.rulebooks.feudal.model import Stall, Veto
from grognard.rulebooks.feudal.setup import read_setup, scenarios
from tests.rulebooks.feudal.scenes import Played, Scene, Spec, army, effect, play, scene, tables_with

LINE: dict[str, Any] = {"posture": "in_melee"}


def blows(done: Played) -> list[tuple[str, str]]:
    return [(one.attacker, one.target) for one in done.heard(Attacked)]


# --- targets ---------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-MULTI-01")
@pytest.mark.parametrize(
    ("name", "sides"),
    [
        ("standard", {"league": {"lord_a", "lord_b"}, "duke": {"duke"}}),
        ("deathmatch", {"red": {"red"}, "green": {"green"}, "blue": {"blue"}}),
    ],
)
def test_any_number_of_armies_and_sides(name: str, sides: dict[str, set[str]]) -> None:
    """Two allies against one with several armies; three players with three armies each."""
    setup = read_setup(scenarios()[name])
    found = {side.id: {seat.id for seat in setup.seats if seat.side == side.id} for side in setup.sides}
    assert found == sides
    if name == "deathmatch":
        assert [one.side for one in setup.sheets.values()] == ["red"] * 3 + ["green"] * 3 + ["blue"] * 3


@pytest.mark.clause("FE-MULTI-02", "FE-MULTI-07")
def test_armies_of_every_other_side_may_be_attacked_and_no_friend() -> None:
    """Allied seats are friends too."""
    armies = (
        army("a", **LINE),
        army("ally", seat="second"),
        army("b", side="blue"),
        army("c", side="green"),
        army("gone", side="blue", status="routed"),
    )
    done = play(scene(*armies, at="melee 1"), until="melee_order")
    assert [one for one in done.options("melee_order:a") if "attack" in one] == ["attack b", "attack c"]
    for target in ("ally", "a", "gone", "nobody"):
        with pytest.raises(Refused, match="is not an enemy on the field; choose from: b, c"):
            done.check("melee_order:a", ("attack", target))


@pytest.mark.clause("FE-MULTI-02")
def test_the_seat_chooses_for_each_of_its_armies() -> None:
    armies = (army("a", **LINE), army("b", **LINE), army("x", side="blue"), army("y", side="blue"))
    orders = {"melee_order:a": "attack y", "melee_order:b": "attack x"}
    done = play(scene(*armies, at="melee 1", options={"targets": "free"}), orders, until="1.melee.2")
    assert blows(done)[:2] == [("a", "y"), ("b", "x")]


@pytest.mark.clause("FE-MULTI-03")
def test_targets_change_freely_in_every_pass() -> None:
    """In phase 3 and in phase 2."""
    armies = (army("a", **LINE), army("x", side="blue", **LINE), army("y", side="blue", **LINE))
    done = play(scene(*armies, at="melee 1"), {"melee_order:a": ["attack x", "attack y"]}, until="1.melee.3")
    assert [pair for pair in blows(done) if pair[0] == "a"] == [("a", "x"), ("a", "y")]
    armies = (army("a", "archers"), army("x", side="blue"), army("y", side="blue"))
    orders = {"ranged_order:a": ["x hold", "y hold"], "ranged_order": "none hold"}
    done = play(scene(*armies, at="ranged 1"), orders, until="1.ranged.3")
    assert blows(done) == [("a", "x"), ("a", "y")]


@pytest.mark.clause("FE-MULTI-03")
def test_there_are_no_targets_in_phase_1() -> None:
    done = play(scene(army("a", tactics=["shield_wall"]), army("b", side="blue")), until="tactic:a")
    with pytest.raises(Refused, match=r"no targets in the tactical phase \(FE-MULTI-03\)"):
        done.check("tactic:a", ("shield_wall", "b"))


def three_on_one() -> Scene:
    return scene(
        army("a", strength=5, **LINE),
        army("b", strength=3, **LINE),
        army("c", strength=4, strategy="bugurt", **LINE),
        army("x", strength=3, side="blue", **LINE),
        at="melee 2",
    )


@pytest.mark.clause("FE-MULTI-04", "FE-DMG-05")
def test_damage_of_all_attackers_adds_up() -> None:
    """Each check is separate, attacks need not be mutual: 15 + 5 - 13 = 7, 11 + 3 - 13 = 1, a miss."""
    orders = {f"melee_order:{one}": "attack x" for one in "abc"} | {"melee_order:x": "attack a"}
    dice = {"blow:a": 15, "blow:b": 11, "blow:c": 5}
    done = play(three_on_one(), orders, dice, until="1.melee.3")
    assert [one.damage for one in done.heard(Attacked)[:3]] == [7, 1, 0]
    assert [one.damage for one in done.heard(Lost)] == [8]
    assert done.army("x").hp == 16 - 8


@pytest.mark.clause("FE-MULTI-04", "FE-DMG-05", "FE-ROUT-01")
def test_three_on_one_exactly() -> None:
    """Worked example 24: expected sum 343/20; annihilated 293/500; left with 1 to 3 HP 817/8000."""
    here = three_on_one()
    tables = [table_of(here.setup, here.figures(one, "x")) for one in "abc"]
    sums = [
        sum(throw.meaning.damage for throw in throws)
        for throws in product(*(table.throws for table in tables))
    ]
    assert Fraction(sum(sums), 8000) == Fraction(343, 20)
    assert Fraction(sum(one >= 16 for one in sums), 8000) == Fraction(293, 500)
    assert Fraction(sum(13 <= one <= 15 for one in sums), 8000) == Fraction(817, 8000)


@pytest.mark.clause("FE-MULTI-05")
def test_at_most_one_attack_a_pass() -> None:
    """Also for an army that attacks and is attacked: it isn't asked to strike back besides."""
    armies = (army("a"), army("b", side="blue"), army("c", side="blue"))
    orders = {"melee_order:a": "attack b", "melee_order:b": "attack a", "melee_order:c": "attack a"}
    done = play(scene(*armies, at="melee 1"), orders, until="1.melee.2")
    assert blows(done) == [("a", "b"), ("b", "a"), ("c", "a")]
    assert not [one for _, one in done.asked if one.startswith("strike_back")]


# --- from standoff into the line --------------------------------------------------------------------------


@pytest.mark.clause("FE-MULTI-06")
def test_an_army_in_standoff_that_attacks_is_in_melee_from_this_pass_on() -> None:
    here = scene(army("a"), army("b", side="blue"), at="melee 1")
    done = play(here, {"melee_order:a": "attack b"}, until="1.melee.2")
    assert done.army("a").posture == "in_melee"
    assert done.heard(Moved) == [Moved("a", "charge"), Moved("b", "drawn_in")]


@pytest.mark.clause("FE-MULTI-06")
def test_whoever_is_attacked_is_in_melee_and_may_strike_back_at_one_attacker() -> None:
    """Asked of its own seat: each of its attackers, or none; else the attacker of lowest oob."""
    armies = (army("a"), army("b"), army("x", side="blue"))
    orders = {"melee_order:a": "attack x", "melee_order:b": "attack x"}
    done = play(scene(*armies, at="melee 1"), orders, until="strike_back:x")
    assert done.question("strike_back:x").seat == "blue"
    assert done.options("strike_back:x") == ["a", "b", "none"]
    assert done.default("strike_back:x") == "a"
    after = play(done, {"strike_back:x": "b"}, until="1.melee.2")
    assert blows(after) == [("a", "x"), ("b", "x"), ("x", "b")]
    assert after.army("x").posture == "in_melee"
    none = play(done, {"strike_back:x": "none"}, until="1.melee.2")
    assert blows(none) == [("a", "x"), ("b", "x")]
    assert none.army("x").posture == "in_melee"


@pytest.mark.clause("FE-MULTI-06", "FE-VETO-02", "FE-RNG-07")
def test_knights_ride_down_archers_behind_a_line() -> None:
    """Worked example 23: in this same pass they strike back with Strength - 2; next pass they can't shoot unless
    they fall back."""
    armies = (
        army("line", **LINE),
        army("archers", "archers", 50),
        army("knights", "knights", 15, side="blue", **LINE),
    )
    done = play(scene(*armies, at="melee 2"), {"melee_order:knights": "attack archers"}, until="1.melee.3")
    back = next(one for one in done.heard(Attacked) if one.attacker == "archers")
    assert (back.target, sum(part.value for part in back.attack)) == ("knights", 3 - 2)
    assert done.passes == ["1.melee.2", "1.melee.3"]
    fell = play(done, {"melee_order:archers": "fall_back", "melee_order:knights": "hold"}, until="1.melee.4")
    assert [one[:8] for one in fell.passes[-2:]] == ["1.ranged", "1.melee."]


@pytest.mark.clause("FE-MULTI-08")
@pytest.mark.parametrize(
    ("order", "x"),
    [
        ("withdraw", army("x", side="blue")),
        ("tend", army("x", side="blue", features=["surgeon"])),
        ("hold", army("x", side="blue", stalled=Stall("melee", 1))),
        ("hold", army("x", side="blue", conditions=["stunned"])),
    ],
)
def test_who_does_not_strike_back(order: str, x: Spec) -> None:
    """Told to withdraw or tend, stalled, or forbidden to attack: drawn into the melee all the same."""
    tables = tables_with(conditions={"stunned": [effect("no_attack", phase="melee")]})
    here = scene(army("a", **LINE), x, at="melee 2", tables=tables)
    done = play(here, {"melee_order:x": order, "melee_order:a": "attack x"}, until="1.melee.3")
    assert not [one for _, one in done.asked if one.startswith("strike_back")]
    assert blows(done) == [("a", "x")]
    assert done.army("x").posture == "in_melee"


@pytest.mark.clause("FE-MULTI-08", "FE-ROUT-05")
def test_withdrawing_from_standoff_needs_the_check_when_attacked() -> None:
    here = scene(army("a"), army("x", side="blue"), at="melee 1")
    orders = {"melee_order:a": "attack x", "melee_order:x": "withdraw"}
    done = play(here, orders, {"break_off:x": 14}, until="1.melee.2")
    assert (done.army("x").status, done.army("x").posture) == ("ready", "in_melee")


@pytest.mark.clause("FE-MULTI-08")
def test_an_army_that_nobody_attacks_keeps_its_distance() -> None:
    armies = (army("a", **LINE), army("x", side="blue", **LINE), army("y", side="blue"))
    done = play(scene(*armies, at="melee 2"), {"melee_order:a": "attack x"}, until="1.melee.3")
    assert done.army("y").posture == "standoff"


@pytest.mark.clause("FE-MULTI-08")
def test_postures_change_before_the_dice() -> None:
    """An effect for armies in melee acts on the blow that draws its bearer in."""
    tables = tables_with(conditions={"braced": [effect("defence", 3, self_=("in_melee",))]})
    here = scene(army("a"), army("x", side="blue", conditions=["braced"]), at="melee 1", tables=tables)
    done = play(here, {"melee_order:a": "attack x"}, until="1.melee.2")
    assert done.heard(Attacked)[0].goal == 15 + 3


@pytest.mark.clause("FE-MULTI-08")
def test_a_vetoed_attacker_without_a_target_draws_nobody_in() -> None:
    """Postures follow the attack orders that are left after the vetoes."""
    armies = (army("a"), army("line", side="blue", **LINE), army("bows", "archers", side="blue"))
    orders = {"melee_order:a": "attack bows", "second_choice": "none", "melee_order:line": "hold"}
    done = play(scene(*armies, at="melee 1"), orders, until="ranged_order")
    assert done.army("a").posture == "standoff"
    assert done.army("bows").posture == "standoff"


@pytest.mark.clause("FE-MULTI-08", "FE-VETO-03")
def test_striking_back_knows_no_veto_and_takes_no_room() -> None:
    """The attacker comes from behind a line, out of a defile where another enemy strikes already."""
    armies = (
        army("a", "knights", 30, conditions=["defile"]),
        army("front", **LINE),
        army("x", side="blue"),
        army("y", "knights", 30, side="blue", **LINE),
    )
    orders = {"melee_order:a": "attack x", "melee_order:y": "attack a", "melee_order:front": "hold"}
    done = play(scene(*armies, at="melee 2"), orders, until="strike_back:x")
    after = play(done, {"strike_back:x": "a"}, until="1.melee.3")
    assert not after.heard(Vetoed)
    assert {("x", "a"), ("y", "a")} <= set(blows(after))


@pytest.mark.clause("FE-MULTI-08", "FE-TAC-08")
def test_the_count_of_a_tactic_starts_with_the_next_melee_pass() -> None:
    here = scene(army("a"), army("x", side="blue", tactic="foul_play", tactics=["foul_play"]), at="melee 1")
    done = play(here, {"melee_order:a": "attack x"}, until="1.melee.2")
    assert done.army("x").tactic_pass == 0
    after = play(done, until="melee_order")
    assert after.army("x").tactic_pass == 1


# --- vetoes ----------------------------------------------------------------------------------------------


def behind_a_line(attacker: str = "warriors", **options: str) -> Scene:
    """a in the line; the enemy has a line in melee and archers behind it."""
    return scene(
        army("a", attacker, **LINE),
        army("line", side="blue", **LINE),
        army("bows", "archers", side="blue"),
        at="melee 2",
        options=options,
    )


@pytest.mark.clause("FE-VETO-01", "FE-VETO-02")
def test_the_screen_forbids_archers_behind_a_line_and_the_seat_picks_another() -> None:
    """With a stated reason."""
    done = play(behind_a_line(), {"melee_order:a": "attack bows"}, until="second_choice")
    assert done.heard(Vetoed) == [Vetoed("a", "bows", "screen", "")]
    assert done.question("second_choice:a").seat == "red"
    assert done.options("second_choice:a") == ["line", "none"]
    after = play(done, {"second_choice:a": "line"}, until="1.ranged.3")
    assert ("a", "line") in blows(after)
    assert after.heard(TargetChosenAnew) == [TargetChosenAnew("a", "line")]


@pytest.mark.clause("FE-VETO-02")
def test_mounted_armies_ride_round_the_screen() -> None:
    done = play(behind_a_line("knights"), {"melee_order:a": "attack bows"}, until="1.melee.3")
    assert not done.heard(Vetoed)
    assert ("a", "bows") in blows(done)


@pytest.mark.clause("FE-VETO-02")
@pytest.mark.parametrize("front", ["standoff", "gone", "other side"])
def test_no_screen_without_a_line_of_that_side(front: str) -> None:
    """The enemy's own side must have an army in melee on the field when orders are given."""
    line = {
        "standoff": army("line", side="blue"),
        "gone": army("line", side="blue", status="routed", **LINE),
        "other side": army("line", side="green", **LINE),
    }[front]
    here = scene(army("a", **LINE), line, army("bows", "archers", side="blue"), at="melee 2")
    done = play(here, {"melee_order:a": "attack bows"}, until="1.melee.3")
    assert not done.heard(Vetoed)


@pytest.mark.clause("FE-VETO-02")
def test_shots_pass_over_the_screen() -> None:
    armies = (army("a", "archers"), army("line", side="blue", **LINE), army("bows", "archers", side="blue"))
    done = play(scene(*armies, at="ranged 2"), {"ranged_order:a": "bows hold"}, until="1.melee.2")
    assert not done.heard(Vetoed)
    assert blows(done)[0] == ("a", "bows")


@pytest.mark.clause("FE-VETO-03")
def test_who_comes_too_many_with_the_highest_numbers_is_turned_away() -> None:
    """A defile takes one attacker: of 2, 4 and 7 only 2 may strike."""
    armies = (
        army("x", side="blue", oob=1, conditions=["defile"], **LINE),
        army("four", oob=4, **LINE),
        army("two", oob=2, **LINE),
        army("seven", oob=7, **LINE),
    )
    orders = {f"melee_order:{one}": "attack x" for one in ("two", "four", "seven")}
    done = play(scene(*armies, at="melee 2"), orders, until="1.melee.3")
    assert done.heard(Vetoed) == [Vetoed("four", "x", "crowded", ""), Vetoed("seven", "x", "crowded", "")]
    assert [one for one in blows(done) if one[1] == "x"] == [("two", "x")]


@pytest.mark.clause("FE-VETO-03", "FE-VETO-06")
def test_second_choices() -> None:
    """Worked example 33: 4 and 7 are vetoed; 4 chooses first and takes the second defile; 7 can take neither."""
    armies = (
        army("x", side="blue", oob=1, conditions=["defile"], **LINE),
        army("y", side="blue", oob=3, conditions=["defile"], **LINE),
        army("two", oob=2, **LINE),
        army("four", oob=4, **LINE),
        army("seven", oob=7, **LINE),
    )
    orders = {f"melee_order:{one}": "attack x" for one in ("two", "four", "seven")}
    done = play(scene(*armies, at="melee 2"), orders, until="second_choice")
    assert done.questions() == ["second_choice:four:y"]
    after = play(done, {"second_choice:four": "y"}, until="1.melee.3")
    assert {("two", "x"), ("four", "y")} <= set(blows(after))
    assert "seven" not in {attacker for attacker, _ in blows(after)}
    kept = play(done, {"second_choice:four": "none"}, until="second_choice:seven")
    assert kept.options("second_choice:seven") == ["y", "none"]


@pytest.mark.clause("FE-VETO-06")
def test_all_vetoes_are_found_on_the_orders_as_given() -> None:
    """4 is turned away for 2's sake though 2 itself may not strike there (and then nobody does)."""
    armies = (
        army("x", side="blue", oob=1, conditions=["defile"]),
        army("line", side="blue", oob=3, **LINE),
        army("two", oob=2, **LINE),
        army("four", "knights", oob=4, **LINE),
    )
    orders = {"melee_order:two": "attack x", "melee_order:four": "attack x", "second_choice": "none"}
    done = play(scene(*armies, at="melee 2"), orders, until="1.melee.3")
    assert [(one.army, one.policy) for one in done.heard(Vetoed)] == [("two", "screen"), ("four", "crowded")]
    assert "x" not in {target for _, target in blows(done)}


@pytest.mark.clause("FE-VETO-06", "FE-VETO-04")
def test_a_second_choice_is_any_target_still_allowed_and_final() -> None:
    """Not the one that was forbidden, none that a policy forbids; without an answer the lowest oob allowed."""
    armies = (
        army("a", **LINE),
        army("bows", "archers", side="blue"),
        army("slings", "javelins", side="blue"),
        army("line", side="blue", **LINE),
        army("free", side="green"),
    )
    done = play(scene(*armies, at="melee 2"), {"melee_order:a": "attack slings"}, until="second_choice")
    assert done.options("second_choice:a") == ["line", "free", "none"]
    assert done.default("second_choice:a") == "line"
    after = play(done, {"second_choice:a": "free"}, until="1.ranged.3")
    assert ("a", "free") in blows(after)
    assert len(after.heard(Vetoed)) == 1


@pytest.mark.clause("FE-VETO-04")
def test_after_a_veto_one_may_choose_not_to_attack() -> None:
    done = play(
        behind_a_line(), {"melee_order:a": "attack bows", "second_choice": "none"}, until="1.ranged.3"
    )
    assert "a" not in {attacker for attacker, _ in blows(done)}


@pytest.mark.clause("FE-VETO-04")
def test_without_another_target_nothing_is_asked() -> None:
    """A decision with a single option isn't asked: the army doesn't attack."""
    x = army("x", side="blue", conditions=["defile"], **LINE)
    here = scene(army("a"), x, army("b", oob=9, **LINE), at="melee 2")
    orders = {"melee_order:a": "attack x", "melee_order:b": "attack x"}
    done = play(here, orders, until="1.melee.3")
    assert not [one for _, one in done.asked if one.startswith("second_choice")]
    assert [one for one in blows(done) if one[1] == "x"] == [("a", "x")]


@pytest.mark.clause("FE-VETO-05")
@pytest.mark.parametrize("value", ["free", "screen"])
def test_option_targets_free_never_vetoes(value: str) -> None:
    """Neither the screen nor a crowd."""
    armies = (
        army("a", **LINE),
        army("b", **LINE),
        army("line", side="blue", conditions=["defile"], **LINE),
        army("bows", "archers", side="blue"),
        army("c", **LINE),
    )
    orders = {"melee_order:a": "attack bows", "melee_order:b": "attack line", "melee_order:c": "attack line"}
    done = play(scene(*armies, at="melee 2", options={"targets": value}), orders, until="1.melee.3")
    expected = [] if value == "free" else [("a", "screen"), ("c", "crowded")]
    assert [(one.army, one.policy) for one in done.heard(Vetoed)] == expected


@pytest.mark.clause("FE-VETO-05")
def test_policies_are_data() -> None:
    """A policy of one's own: no foot may attack beasts while these have spearmen with them."""
    own = Veto("fear", "melee", Name("they are too big"), ("beast",), ("spears",), ("heavy",))
    tables = replace(tables_with(), vetoes=(own,))
    armies = (
        army("a", **LINE),
        army("heavy", "men_at_arms", **LINE),
        army("ogres", "ogres", 30, side="blue", **LINE),
        army("spears", "spearmen", side="blue", **LINE),
    )
    orders = {"melee_order:a": "attack ogres", "melee_order:heavy": "attack ogres"}
    done = play(scene(*armies, at="melee 2", tables=tables), orders, until="1.melee.3")
    assert done.heard(Vetoed) == [Vetoed("a", "ogres", "fear", "")]


# --- a human umpire --------------------------------------------------------------------------------------


@pytest.mark.clause("FE-VETO-01", "FE-VETO-05")
def test_a_human_umpire_is_asked_for_each_target_and_says_why() -> None:
    """No standing policy speaks for him; the default is to allow."""
    here = behind_a_line(targets="human")
    orders = {"melee_order:a": "attack bows", "melee_order:line": "attack a"}
    done = play(here, orders, until="veto")
    assert done.questions() == ["veto:a", "veto:line"]
    assert {done.question(one).seat for one in done.questions()} == {UMPIRE}
    assert done.default("veto:a") == "allow"
    allowed = play(done, until="1.melee.3")
    assert ("a", "bows") in blows(allowed)
    why = ("forbid", "the", "ditch", "is", "too", "deep")
    forbidden = play(done, {"veto:a": why}, until="second_choice")
    assert forbidden.heard(Vetoed) == [Vetoed("a", "bows", "", "the ditch is too deep")]
    with pytest.raises(
        Refused, match=r"forbidden: the ditch is too deep; choose from: line, none \(FE-VETO-01\)"
    ):
        forbidden.check("second_choice:a", "bows")


@pytest.mark.clause("FE-VETO-01")
def test_the_umpire_may_forbid_shots_too() -> None:
    """Vetoes apply in all passes."""
    armies = (army("a", "archers"), army("x", side="blue"), army("y", side="blue"))
    here = scene(*armies, at="ranged 1", options={"targets": "human"})
    done = play(here, {"ranged_order:a": "x hold", "veto:a": "forbid smoke"}, until="second_choice")
    assert done.options("second_choice:a") == ["y", "none"]
    after = play(done, {"second_choice:a": "y"}, until="1.melee.1")
    assert blows(after) == [("a", "y")]


@pytest.mark.clause("FE-VETO-04")
def test_the_last_target_may_not_be_forbidden_but_he_may_say_that_it_cannot_attack() -> None:
    armies = (army("a", **LINE), army("x", side="blue", **LINE))
    here = scene(*armies, at="melee 2", options={"targets": "human"})
    done = play(here, {"melee_order:a": "attack x", "melee_order:x": "hold"}, until="veto")
    with pytest.raises(Refused, match=r"the army's last target; say no_attack .* \(FE-VETO-04\)"):
        done.check("veto:a", ("forbid", "mist"))
    after = play(done, {"veto:a": "no_attack mist"}, until="1.melee.3")
    assert not blows(after)
    assert not [one for _, one in after.asked if one.startswith("second_choice")]


@pytest.mark.clause("FE-VETO-04")
def test_an_army_that_cannot_attack_at_all_chooses_no_second_time() -> None:
    """However many enemies are left."""
    done = play(behind_a_line(targets="human"), {"melee_order:a": "attack bows"}, until="veto")
    after = play(done, {"veto:a": "no_attack exhausted", "veto:line": "allow"}, until="1.ranged.3")
    assert not [one for _, one in after.asked if one.startswith("second_choice")]
    assert "a" not in {attacker for attacker, _ in blows(after)}
