"""Chapters Phase 2: missiles, and Phase 3: strategy."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.errors import Refused
from grognard.rulebooks.feudal.events import Attacked, MissilesOut, StrategyChosen
from grognard.rulebooks.feudal.missiles import able_to_shoot
from grognard.rulebooks.feudal.model import Stall
from tests.rulebooks.feudal.scenes import Spec, army, effect, play, scene, tables_with

FOE = army("foe", side="blue")
GRADES = [
    ("defensive", -4, 4, -6),
    ("cautious", -2, 2, -3),
    ("standard", 0, 0, 0),
    ("aggressive", 2, -2, 3),
    ("bugurt", 4, -4, 6),
]


def bows(**now: Any) -> Spec:
    return army("bows", "archers", 150, **now)


# --- missiles --------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-RNG-01")
@pytest.mark.parametrize(
    ("shooter", "field", "able"),
    [
        (bows(), [], True),
        (bows(missiles=1), [], True),
        (bows(missiles=0), [], False),
        (bows(posture="in_melee"), [], False),
        (bows(status="withdrawn"), [], False),
        (bows(status="routed"), [], False),
        (bows(), ["gale"], False),
        (bows(), ["blizzard"], False),
        (bows(), ["downpour", "wind"], True),
        (bows(conditions=["ambushed"]), [], False),
        (bows(stalled=Stall("ranged", 1)), [], True),
        (army("bows"), [], False),
    ],
)
def test_who_is_able_to_shoot(shooter: Spec, field: list[str], able: bool) -> None:
    """On the field, in standoff, missiles left, no ``no_attack`` in a ranged pass; a stall is not looked at."""
    draft = scene(shooter, FOE, at="ranged 1", field=field).draft()
    assert able_to_shoot(draft.setup, draft.bearer("bows"), draft.field) is able


@pytest.mark.clause("FE-RNG-01")
@pytest.mark.parametrize(("at", "able"), [("ranged 1", False), ("ranged 2", True), ("melee 1", True)])
def test_asked_in_a_melee_pass_it_is_judged_for_the_next_ranged_one(at: str, able: bool) -> None:
    """``ambushed`` forbids shots in the first ranged pass only."""
    draft = scene(bows(conditions=["ambushed"]), FOE, at=at).draft()
    assert able_to_shoot(draft.setup, draft.bearer("bows"), draft.field) is able


@pytest.mark.clause("FE-RNG-01", "FE-COND-10")
def test_a_no_attack_of_the_melee_does_not_forbid_shots() -> None:
    tables = tables_with(conditions={"chained": [effect("no_attack", phase="melee")]})
    draft = scene(bows(conditions=["chained"]), FOE, at="ranged 1", tables=tables).draft()
    assert able_to_shoot(draft.setup, draft.bearer("bows"), draft.field)


@pytest.mark.clause("FE-RNG-01")
@pytest.mark.parametrize(
    ("shooter", "why"),
    [
        (bows(missiles=0), "no missiles left"),
        (army("bows"), "it has no missiles"),
        (bows(stalled=Stall("ranged", 1)), r"it is stalled \(FE-ATT-07\)"),
        (bows(conditions=["ambushed"]), r"conditions forbid it \(FE-COND-10\)"),
    ],
)
def test_why_an_army_cannot_shoot(shooter: Spec, why: str) -> None:
    asked = play(scene(shooter, FOE, at="ranged 1"), until="ranged_order")
    assert "foe hold" not in asked.options("ranged_order:bows")
    with pytest.raises(Refused, match=rf"'bows' cannot shoot: {why} \(FE-RNG-01\)"):
        asked.check("ranged_order:bows", "foe hold")


@pytest.mark.clause("FE-RNG-02")
def test_others_advance_or_hold() -> None:
    """No attack in a ranged pass but a shot; an army in melee gets no order there."""
    armies = (army("a"), army("line", posture="in_melee"), bows(), FOE)
    asked = play(scene(*armies, at="ranged 2"), until="ranged_order")
    assert asked.questions("ranged_order") == ["ranged_order:a", "ranged_order:bows", "ranged_order:foe"]
    assert asked.options("ranged_order:a") == ["none advance", "none hold", "none withdraw"]
    assert not play(asked, {"ranged_order": "none hold"}, until="1.melee.2").heard(Attacked)


@pytest.mark.clause("FE-RNG-03")
def test_a_shot_may_be_at_any_enemy_on_the_field() -> None:
    """In standoff or in melee, also one fighting friends."""
    armies = (
        bows(),
        army("line", posture="in_melee"),
        army("x", side="blue", posture="in_melee", last_target="line"),
        army("y", side="green"),
        army("gone", side="blue", status="routed"),
    )
    asked = play(scene(*armies, at="ranged 2"), until="ranged_order")
    assert asked.options("ranged_order:bows") == [
        f"{target} {move}" for target in ("none", "x", "y") for move in ("advance", "hold", "withdraw")
    ]
    done = play(asked, {"ranged_order:bows": "x hold"}, {"shot": 14}, until="1.melee.2")
    (shot,) = done.heard(Attacked)
    assert (shot.kind, shot.target, shot.total, shot.goal, shot.damage) == ("shot", "x", 19, 15, 4)
    assert done.army("x").hp == 27 - 4
    assert asked.army("bows").posture == "standoff"


@pytest.mark.clause("FE-RNG-03", "FE-ATT-04")
def test_shots_of_a_pass_are_simultaneous() -> None:
    armies = (bows(hp=2), army("foe", "archers", 150, side="blue", hp=2))
    orders = {"ranged_order:bows": "foe hold", "ranged_order:foe": "bows hold"}
    done = play(scene(*armies, at="ranged 1"), orders, {"shot": 15})
    assert (done.army("bows").status, done.army("foe").status) == ("destroyed", "destroyed")


@pytest.mark.clause("FE-RNG-04")
@pytest.mark.parametrize(("face", "left"), [(20, 5), (10, 5), (1, 5)])
def test_every_shot_takes_a_missile_hit_or_not(face: int, left: int) -> None:
    done = play(
        scene(bows(), FOE, at="ranged 1"),
        {"ranged_order:foe": "none hold"},
        {"shot": face},
        until="1.ranged.2",
    )
    assert done.army("bows").missiles == left


@pytest.mark.clause("FE-RNG-04")
def test_who_does_not_shoot_keeps_his_missiles() -> None:
    done = play(scene(bows(), FOE, at="ranged 1"), {"ranged_order": "none hold"}, until="1.ranged.2")
    assert done.army("bows").missiles == 6


@pytest.mark.clause("FE-RNG-04", "FE-ARMY-06")
def test_at_0_missiles_it_is_no_shooter() -> None:
    done = play(
        scene(bows(missiles=1), FOE, at="ranged 1"), {"ranged_order:foe": "none hold"}, until="1.melee.1"
    )
    assert [one.army for one in done.heard(MissilesOut)] == ["bows"]
    assert done.passes == ["1.ranged.1", "1.melee.1"]
    assert "shooter" not in done.view("red").bearer("bows").tags


@pytest.mark.clause("FE-RNG-04")
@pytest.mark.parametrize(("option", "left"), [("tracked", 0), ("unlimited", 1)])
def test_missiles_may_be_unlimited(option: str, left: int) -> None:
    here = scene(bows(missiles=1), FOE, at="ranged 1", options={"missiles": option})
    follows = "1.ranged.2" if left else "1.melee.1"
    done = play(here, {"ranged_order:foe": "none hold"}, until=follows)
    assert done.army("bows").missiles == left
    assert done.heard(Attacked)[0].missiles_left == left


@pytest.mark.clause("FE-RNG-05")
@pytest.mark.parametrize(
    ("option", "troop", "before", "after"),
    [
        ("none", "archers", 1, 1),
        ("half", "archers", 1, 4),
        ("half", "archers", 4, 6),
        ("half", "engines", 0, 2),
        ("half", "archers", 0, 3),
        ("full", "archers", 1, 6),
        ("full", "archers", 8, 8),
        ("half", "archers", 8, 8),
        ("full", "warriors", 0, 0),
    ],
)
def test_resupply_between_rounds(option: str, troop: str, before: int, after: int) -> None:
    """``half`` of the troop's full count, rounded down, is added, not above full; 8 are a quartermaster's."""
    armies = (army("a", troop, 50, missiles=before), FOE)
    here = scene(*armies, at="melee 1", options={"resupply": option})
    assert play(here, {"parting": "yes"}, until="2.ranged.1").army("a").missiles == after


@pytest.mark.clause("FE-RNG-05")
def test_no_missile_is_regained_during_a_round() -> None:
    here = scene(bows(missiles=2), FOE, at="melee 1", options={"resupply": "full"})
    assert play(here, {"ranged_order:bows": "none hold"}, until="1.melee.2").army("bows").missiles == 2


# --- strategy in ranged passes ---------------------------------------------------------------------------

SCOPE = [
    # option, pass, posture of the target, its grade, grade of the shooter -> attack, Defence, damage bonus
    ("defence", "ranged 2", "in_melee", "bugurt", "bugurt", 5, 11, 0),
    ("defence", "ranged 2", "in_melee", "defensive", "standard", 5, 19, 0),
    ("defence", "ranged 2", "standoff", "bugurt", "standard", 5, 15, 0),
    ("defence", "ranged 1", "in_melee", "bugurt", "bugurt", 5, 15, 0),
    ("melee", "ranged 2", "in_melee", "bugurt", "bugurt", 5, 15, 0),
    ("all", "ranged 2", "in_melee", "bugurt", "aggressive", 7, 11, 3),
    ("all", "ranged 2", "standoff", "cautious", "bugurt", 9, 17, 6),
    ("all", "ranged 2", "in_melee", None, None, 5, 15, 0),
    ("all", "ranged 1", "in_melee", "bugurt", "bugurt", 5, 15, 0),
]


@pytest.mark.clause("FE-RNG-06", "FE-STR-06")
@pytest.mark.parametrize(("scope", "at", "posture", "theirs", "mine", "attack", "defence", "damage"), SCOPE)
def test_strategies_in_ranged_passes(
    scope: str,
    at: str,
    posture: str,
    theirs: str | None,
    mine: str | None,
    attack: int,
    defence: int,
    damage: int,
) -> None:
    """``defence``: the Defence column of armies in melee; ``melee``: nothing; ``all``: all columns, standoff included.
    In the first ranged pass nobody has a strategy."""
    armies = (bows(strategy=mine), army("foe", side="blue", strategy=theirs, posture=posture))
    numbers = scene(*armies, at=at, options={"strategy_scope": scope}).figures("bows", "foe")
    assert (numbers.bonus, numbers.goal, numbers.extra) == (attack, defence, damage)


@pytest.mark.clause("FE-RNG-06", "FE-STR-02")
def test_a_grade_kept_over_a_parting_does_not_act_in_the_first_ranged_pass() -> None:
    options = {"strategy_reset": "battle", "strategy_scope": "all"}
    armies = (bows(strategy="bugurt"), army("foe", side="blue", strategy="bugurt"))
    numbers = scene(*armies, at="ranged 1", round=2, options=options).figures("bows", "foe")
    assert (numbers.bonus, numbers.goal, numbers.extra) == (5, 15, 0)


@pytest.mark.clause("FE-RNG-07")
def test_an_army_in_melee_never_shoots_but_has_its_missiles() -> None:
    """Covering bows: damage +1 in melee for a shooter; without missiles none."""
    covering: dict[str, Any] = {
        "tactic": "covering_bows",
        "tactics": ["covering_bows"],
        "posture": "in_melee",
    }
    here = scene(bows(**covering), FOE, at="melee 2")
    assert here.figures("bows", "foe").extra == 1
    assert scene(bows(missiles=0, **covering), FOE, at="melee 2").figures("bows", "foe").extra == 0
    asked = play(scene(bows(posture="in_melee"), bows2(), FOE, at="ranged 2"), until="ranged_order")
    assert "ranged_order:bows" not in asked.questions()


def bows2() -> Spec:
    return army("others", "archers", 50)


# --- strategy --------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-STR-01")
@pytest.mark.parametrize(("grade", "attack", "defence", "damage"), GRADES)
def test_the_five_grades(grade: str, attack: int, defence: int, damage: int) -> None:
    here = scene(army("a", strategy=grade), FOE, at="melee 2")
    own, against = here.figures("a", "foe"), here.figures("foe", "a")
    assert (own.bonus, own.extra, against.goal, against.extra) == (5 + attack, damage, 15 + defence, 0)


@pytest.mark.clause("FE-STR-01")
def test_an_unknown_grade() -> None:
    asked = play(scene(army("a"), FOE, at="melee 1"), until="strategy")
    with pytest.raises(
        Refused, match=r"strategy 'berserk' unknown; choose defensive, .*, bugurt \(FE-STR-01\)"
    ):
        asked.check("strategy:a", "berserk")


@pytest.mark.clause("FE-STR-02")
@pytest.mark.parametrize("grade", [one[0] for one in GRADES])
def test_the_first_choice_of_a_round_is_free(grade: str) -> None:
    done = play(scene(army("a"), FOE, at="melee 1"), {"strategy:a": grade}, until="melee_order")
    assert done.faces("strategy") == []
    assert [one.success for one in done.heard(StrategyChosen) if one.army == "a"] == [True]


@pytest.mark.clause("FE-STR-02", "FE-PART-02")
@pytest.mark.parametrize(("reset", "kept", "dice"), [("round", None, []), ("battle", 2, [20])])
def test_a_new_round_starts_afresh_or_keeps_the_grade(reset: str, kept: int | None, dice: list[int]) -> None:
    """Option ``strategy_reset``: with ``battle`` even the first change of a round is bound to its free grades."""
    here = scene(army("a", strategy="bugurt"), FOE, at="melee 2", options={"strategy_reset": reset})
    new = play(here, {"parting": ["yes", "yes"], "strategy:foe": ["bugurt"]}, until="2.ranged.1")
    assert new.army("a").strategy == kept
    done = play(new, {"strategy:a": "standard"}, {"strategy": 20}, until="melee_order")
    assert (done.army("a").strategy, done.faces("strategy", "a")) == (0, dice)


CHANGES = [
    ("standard", "aggressive"),
    ("standard", "cautious"),
    ("bugurt", "aggressive"),
    ("cautious", "cautious"),
]


@pytest.mark.clause("FE-STR-03")
@pytest.mark.parametrize(("before", "after"), CHANGES)
def test_a_change_by_one_grade_is_free(before: str, after: str) -> None:
    here = scene(army("a", strategy=before), FOE, at="melee 2")
    done = play(here, {"strategy:a": after}, until="melee_order")
    assert done.faces("strategy", "a") == []
    assert done.view("red").setup.tables.grades[done.army("a").strategy or 0].id == after


@pytest.mark.clause("FE-STR-03", "FE-STR-04", "FE-MOR-04")
@pytest.mark.parametrize(
    ("before", "after", "face", "grade"),
    [
        ("standard", "bugurt", 20, 2),
        ("standard", "bugurt", 19, 0),
        ("bugurt", "defensive", 20, -2),
        ("bugurt", "defensive", 19, 2),
        ("cautious", "aggressive", 19, -1),
    ],
)
def test_a_change_by_more_needs_a_check_of_20(before: str, after: str, face: int, grade: int) -> None:
    """If it fails the strategy stays as it was: not even one grade is changed."""
    here = scene(army("a", strategy=before), FOE, at="melee 2")
    done = play(here, {"strategy:a": after}, {"strategy": face}, until="melee_order")
    assert (done.army("a").strategy, done.faces("strategy", "a")) == (grade, [face])


@pytest.mark.clause("FE-STR-03")
def test_a_later_pass_is_no_first_choice() -> None:
    """Chosen in melee pass 1, bound in melee pass 2."""
    here = scene(army("a", posture="in_melee"), FOE, at="melee 1")
    done = play(here, {"strategy:a": ["defensive", "bugurt"]}, {"strategy": 19}, until="1.melee.3")
    assert (done.army("a").strategy, done.faces("strategy", "a")) == (-2, [19])


@pytest.mark.clause("FE-STR-05")
@pytest.mark.parametrize(("after", "faces"), [("standard", []), ("aggressive", [20]), ("bugurt", [20])])
def test_a_strategist_changes_two_grades_freely(after: str, faces: list[int]) -> None:
    general = army("a", commander=3, features=["strategist"], strategy="defensive")
    done = play(
        scene(general, FOE, at="melee 2"), {"strategy:a": after}, {"strategy": 20}, until="melee_order"
    )
    assert done.faces("strategy", "a") == faces


@pytest.mark.clause("FE-STR-05")
def test_the_highest_free_grades_count_where_their_filters_hold() -> None:
    """Not their sum; and an effect for bloodied armies does nothing for a fresh one."""
    nimble = tables_with(
        conditions={
            "nimble": [effect("free_grades", 2), effect("free_grades", 3)],
            "desperate": [effect("free_grades", 4, self_=("bloodied",))],
        }
    )
    for condition, hp, grade, faces in (
        ("nimble", 27, "aggressive", []),
        ("nimble", 27, "bugurt", [1]),
        ("desperate", 27, "standard", [1]),
        ("desperate", 13, "bugurt", []),
    ):
        here = scene(
            army("a", strategy="defensive", conditions=[condition], hp=hp), FOE, at="melee 2", tables=nimble
        )
        done = play(here, {"strategy:a": grade}, {"strategy": 1}, until="melee_order")
        assert done.faces("strategy", "a") == faces, condition


@pytest.mark.clause("FE-STR-06")
def test_an_army_not_yet_in_melee_also_chooses() -> None:
    """The grade acts as soon as it attacks or is attacked in a melee pass."""
    here = scene(army("a"), FOE, at="melee 1")
    orders = {
        "strategy:a": "bugurt",
        "melee_order:a": "hold",
        "melee_order:foe": "attack a",
        "strike_back:a": "foe",
    }
    done = play(here, orders, until="1.melee.2")
    attacks = {one.attacker: one for one in done.heard(Attacked)}
    assert attacks["foe"].goal == 15 - 4
    assert sum(part.value for part in attacks["a"].attack) == 5 + 4
    assert done.passes[0] == "1.melee.1"


@pytest.mark.clause("FE-STR-07", "FE-DMG-01")
@pytest.mark.parametrize(
    ("option", "mine", "theirs", "extra"),
    [
        ("dealt", "bugurt", "standard", 6),
        ("dealt", "standard", "bugurt", 0),
        ("dealt", "standard", "cautious", 0),
        ("mirrored", "standard", "bugurt", 6),
        ("mirrored", "standard", "cautious", -3),
        ("mirrored", "bugurt", "defensive", 0),
        ("mirrored", "aggressive", "aggressive", 6),
    ],
)
def test_the_damage_column(option: str, mine: str, theirs: str, extra: int) -> None:
    """Added to damage dealt, not suffered; with ``mirrored`` also to every hit taken in a melee pass."""
    armies = (army("a", strategy=mine), army("foe", side="blue", strategy=theirs))
    here = scene(*armies, at="melee 2", options={"strategy_damage": option})
    assert here.figures("a", "foe").extra == extra


@pytest.mark.clause("FE-STR-07")
def test_shots_are_never_mirrored() -> None:
    armies = (bows(), army("foe", side="blue", strategy="bugurt", posture="in_melee"))
    options = {"strategy_damage": "mirrored", "strategy_scope": "all"}
    here = scene(*armies, at="ranged 2", options=options)
    assert here.figures("bows", "foe").extra == 0
