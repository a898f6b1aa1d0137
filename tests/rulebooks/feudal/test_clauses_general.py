"""Chapter General."""

from __future__ import annotations

import pytest

from grognard.core.state import UMPIRE
from grognard.rulebooks.feudal.conditions import put
from grognard.rulebooks.feudal.events import Attacked, BattleEnded, Lost
from grognard.rulebooks.feudal.setup import read_setup
from grognard.rulebooks.feudal.tables import load_tables
from tests.rulebooks.feudal.scenes import army, effect, play, scene, tables_with

TABLES = load_tables()
CLOSE = {"ranged_order": "none advance"}


@pytest.mark.clause("FE-GEN-01", "FE-SEQ-01")
def test_a_round_is_tactical_ranged_melee_in_that_order() -> None:
    done = play(scene(army("a"), army("b", side="blue")), CLOSE, until="1.melee.2")
    assert done.passes == ["1.tactical", "1.ranged.1", "1.melee.1", "1.melee.2"]


@pytest.mark.clause("FE-GEN-01")
def test_a_battle_is_a_sequence_of_rounds() -> None:
    done = play(scene(army("a"), army("b", side="blue")), {**CLOSE, "parting": "yes"}, until="3.ranged.1")
    assert done.passes == ["1.tactical", "1.ranged.1", "2.tactical", "2.ranged.1", "3.tactical", "3.ranged.1"]


@pytest.mark.clause("FE-GEN-02")
@pytest.mark.parametrize("way", ["destroyed", "routed", "withdrawn"])
def test_a_battle_goes_on_until_a_side_is_defeated(way: str) -> None:
    """All its armies have fled, left or been annihilated."""
    armies = (army("a"), army("b", side="blue", hp=6), army("c", side="blue", hp=6))
    orders = {"melee_order:a": ["attack b", "attack c"]}
    dice = {"blow:a": 20 if way == "destroyed" else 12, "rout": 1, "": 10}
    if way == "withdrawn":
        orders |= {
            "melee_order:b": ["withdraw"],
            "melee_order:c": ["hold", "withdraw"],
            "melee_order:a": ["hold"] * 9,
        }
    done = play(scene(*armies, at="melee 1"), orders, dice)
    assert {done.army(one).status for one in "bc"} == {way}
    assert done.passes == ["1.melee.1", "1.melee.2"]
    assert [one.winners for one in done.heard(BattleEnded)] == [("red",)]


@pytest.mark.clause("FE-GEN-03")
def test_dice_fall_in_the_order_of_battle() -> None:
    """Whatever the order of the file or of the orders."""
    armies = (army("z", oob=1), army("m", side="blue", oob=2), army("a", oob=3))
    orders = {"melee_order:z": "attack m", "melee_order:a": "attack m", "melee_order:m": "attack a"}
    done = play(scene(*reversed(armies), at="melee 1"), orders, [10, 11, 12], until="1.melee.2")
    assert [(one.who, one.faces) for one in done.rolled] == [("z", (10,)), ("m", (11,)), ("a", (12,))]
    assert {one.sides for one in done.rolled} == {20}


@pytest.mark.clause("FE-GEN-03")
def test_the_order_of_dice_never_affects_a_result() -> None:
    """A step's outcomes are applied together: the same two blows, the other way about in the order of battle."""
    for first, second in ((1, 2), (2, 1)):
        armies = (army("a", hp=7, oob=first), army("b", side="blue", hp=7, oob=second))
        orders = {"melee_order:a": "attack b", "melee_order:b": "attack a"}
        done = play(scene(*armies, at="melee 1"), orders, {"blow:a": 17, "blow:b": 18})
        assert (done.army("a").status, done.army("b").status) == ("destroyed", "destroyed")


@pytest.mark.clause("FE-GEN-03")
def test_checks_of_a_step_too_are_rolled_in_the_order_of_battle() -> None:
    sides = {"b": "blue", "a": "red", "c": "red"}
    places = {"b": 2, "a": 3, "c": 1}
    armies = [army(one, side=sides[one], oob=places[one], tactics=["shield_wall"]) for one in "bac"]
    done = play(scene(*armies, at="ranged 1"), {"change_tactic": "change shield_wall"}, until="ranged_order")
    assert [(one.purpose, one.who) for one in done.rolled] == [
        ("tactic", "c"),
        ("tactic", "b"),
        ("tactic", "a"),
    ]


@pytest.mark.clause("FE-GEN-04")
def test_modifiers_of_different_sources_always_add_up() -> None:
    """High ground +2, palisade +3, magic wall +1, shield wall +2, night -2, Cautious +2 on Defence 15."""
    fort = army(
        "b",
        side="blue",
        conditions=["high_ground", "palisade", "magic_wall"],
        tactic="shield_wall",
        strategy="cautious",
    )
    here = scene(army("a"), fort, at="melee 1", field=["night"])
    assert here.figures("a", "b").goal == 15 + 2 + 3 + 1 + 2 - 2 + 2


@pytest.mark.clause("FE-GEN-04", "FE-COND-03")
def test_the_same_condition_never_counts_twice() -> None:
    """``weary`` twice: once."""
    both = put(TABLES, put(TABLES, (), "weary", natural=True), "weary", natural=False)
    assert [one.id for one in both] == ["weary"]
    here = scene(army("a", conditions=["weary"]), army("b", side="blue"), at="melee 1")
    assert here.figures("a", "b").bonus == 4


@pytest.mark.clause("FE-GEN-05")
def test_no_limit_to_totals_and_values() -> None:
    """A Defence of 7 by penalties; with more of them Attack, Defence and morale go below 0."""
    weak = tables_with(
        conditions={"cursed": [effect("attack", -30), effect("defence", -30), effect("morale", -30)]}
    )
    here = scene(
        army("a", men=30, strategy="bugurt"),
        army("b", men=30, side="blue", conditions=["cursed"]),
        at="melee 1",
        tables=weak,
    )
    assert here.figures("b", "a").goal == 7
    assert here.figures("a", "b").goal == 11 - 30
    assert here.figures("b", "a").bonus == 1 - 30
    assert here.morale("b", "rout") == -30


@pytest.mark.clause("FE-GEN-05", "FE-DMG-05")
def test_hp_stay_between_0_and_hp_max_and_damage_above_0() -> None:
    armies = (army("a", hp=3, strategy="defensive"), army("b", side="blue", strategy="bugurt"))
    orders = {
        "melee_order:a": "attack b",
        "melee_order:b": "attack a",
        "strategy:a": "defensive",
        "strategy:b": "bugurt",
    }
    done = play(scene(*armies, at="melee 1"), orders, {"blow:a": 12, "blow:b": 20})
    assert [one.damage for one in done.heard(Attacked) if one.attacker == "a"] == [0]
    assert done.army("b").hp == 27
    (lost,) = done.heard(Lost)
    assert (lost.before, lost.after, done.army("a").hp) == (3, 0, 0)


@pytest.mark.clause("FE-GEN-06")
def test_every_seat_may_be_a_player_or_an_npc() -> None:
    """A person, a computer player or the umpire: the rules ask all alike."""
    text = """\
scenario: {id: x, en: X}
side: [{id: red}, {id: blue}]
seat: [{id: red, side: red, kind: KIND}, {id: blue, side: blue, kind: npc}]
army:
  - {id: a, oob: 1, seat: red, force: company}
  - {id: b, oob: 2, seat: blue, force: company}
"""
    for kind in ("player", "npc"):
        setup = read_setup(text.replace("KIND", kind), "x.yaml")
        assert [seat.kind for seat in setup.seats] == [kind, "npc"]
    done = play(scene(army("a"), army("b", side="blue"), npc=["blue"]), until="1.ranged.1")
    assert done.questions("ranged_order") == ["ranged_order:a", "ranged_order:b"]
    assert done.question("ranged_order:b").seat == "blue"
    assert UMPIRE not in {one.seat for one in done.state.questions}
