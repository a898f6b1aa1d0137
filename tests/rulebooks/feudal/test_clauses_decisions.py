"""FE-SEQ-10: the table Decisions and defaults, row by row, and what is sealed until a step is answered."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.state import UMPIRE
from grognard.locale import Name
from grognard.rulebooks.feudal.decisions import DECISIONS
from grognard.rulebooks.feudal.model import Stall, Veto
from grognard.rulebooks.feudal.tables import load_tables
from tests.rulebooks.feudal.scenes import Spec, army, effect, play, scene, tables_with

BOWS = army("bows", "archers", 50)
FOES = (army("x", side="blue", oob=8), army("y", side="blue", oob=9))
HUMAN = {"umpire": "human"}


@pytest.mark.clause("FE-SEQ-10", "FE-COND-01")
def test_conditions() -> None:
    """Asked of a human umpire; default: as the automatic one."""
    asked = play(scene(army("a"), *FOES, options=HUMAN), until="conditions")
    assert asked.question("conditions").seat == UMPIRE
    assert asked.default("conditions") == "auto"
    assert "set downpour" in asked.options("conditions")


@pytest.mark.clause("FE-SEQ-10", "FE-ART-02")
def test_artefact() -> None:
    """Each artefact with charges and each legal target; pass. Default: pass."""
    here = scene(army("a"), army("c"), *FOES, artefacts={"red": ["walls", "dread_mask"]})
    asked = play(here, until="artefact")
    assert asked.options("artefact") == [
        "pass",
        "use walls a",
        "use walls c",
        "use dread_mask x",
        "use dread_mask y",
    ]
    assert asked.default("artefact") == "pass"


@pytest.mark.clause("FE-SEQ-10", "FE-COND-09")
def test_ambush() -> None:
    asked = play(scene(army("a", conditions=["hidden"]), *FOES), until="ambush")
    assert asked.options("ambush:a") == ["none", "x", "y"]
    assert asked.default("ambush:a") == "none"


@pytest.mark.clause("FE-SEQ-10", "FE-TAC-01")
def test_tactic() -> None:
    asked = play(scene(army("a", tactics=["onslaught"]), *FOES), until="tactic")
    assert (asked.options("tactic:a"), asked.default("tactic:a")) == (["standard", "onslaught"], "standard")


@pytest.mark.clause("FE-SEQ-10", "FE-TAC-05")
@pytest.mark.parametrize("at", ["ranged 1", "melee 1"])
def test_change_of_tactic(at: str) -> None:
    """Keep; each other tactic as in T4, Standard too."""
    here = scene(army("a", tactics=["onslaught", "shield_wall"], tactic="onslaught"), *FOES, at=at)
    asked = play(here, until="change_tactic")
    assert asked.options("change_tactic:a") == ["keep", "change standard", "change shield_wall"]
    assert asked.default("change_tactic:a") == "keep"


@pytest.mark.clause("FE-SEQ-10")
@pytest.mark.parametrize(
    ("bows", "default"),
    [
        (BOWS, "x hold"),
        (army("bows", "archers", 50, last_target="y"), "y hold"),
        (army("bows", "archers", 50, last_target="gone"), "x hold"),
        (army("bows", "archers", 50, missiles=0), "none advance"),
        (army("bows", "warriors", 50), "none advance"),
        (army("bows", "archers", 50, stalled=Stall("ranged", 1)), "none hold"),
    ],
)
def test_ranged_order(bows: Spec, default: str) -> None:
    """With missiles: shoots its last target if on the field, else the lowest ``oob``, and holds; others advance."""
    gone = army("gone", side="blue", oob=1, status="withdrawn")
    asked = play(scene(bows, gone, *FOES, at="ranged 1"), until="ranged_order")
    assert asked.default("ranged_order:bows") == default


@pytest.mark.clause("FE-SEQ-10", "FE-MULTI-03")
def test_a_shot_makes_a_last_target() -> None:
    """Who shot at y in this pass shoots at y again by default."""
    asked = play(
        scene(BOWS, *FOES, at="ranged 1"),
        {"ranged_order:bows": ["y hold"], "ranged_order": "none hold"},
        until="1.ranged.2",
    )
    assert asked.army("bows").last_target == "y"
    assert play(asked, until="ranged_order").default("ranged_order:bows") == "y hold"


@pytest.mark.clause("FE-SEQ-10", "FE-PART-01")
def test_offer_to_part() -> None:
    """Each seat with armies on the field; yes, no; default no."""
    here = scene(army("a"), army("c", seat="ally", status="routed"), *FOES, at="ranged 1")
    asked = play(here, until="parting")
    assert asked.questions("parting") == ["parting:red", "parting:blue"]
    assert sorted(asked.options("parting:red")) == ["no", "yes"]
    assert asked.default("parting:red") == "no"


@pytest.mark.clause("FE-SEQ-10", "FE-STR-02")
@pytest.mark.parametrize(
    ("before", "default"), [(None, "standard"), ("bugurt", "bugurt"), ("cautious", "cautious")]
)
def test_strategy(before: str | None, default: str) -> None:
    """The five grades; first time in a round Standard, later keep."""
    asked = play(scene(army("a", strategy=before), *FOES, at="melee 1"), until="strategy")
    assert sorted(asked.options("strategy:a")) == [
        "aggressive",
        "bugurt",
        "cautious",
        "defensive",
        "standard",
    ]
    assert asked.default("strategy:a") == default


@pytest.mark.clause("FE-SEQ-10", "FE-STR-03")
def test_a_strategy_that_needs_the_check_is_marked() -> None:
    asked = play(scene(army("a", strategy="standard"), *FOES, at="melee 2"), until="strategy")
    question = asked.question("strategy:a")
    chances = {
        order: [
            chance
            for _, chance in DECISIONS["strategy"].preview(asked.view("red"), question, (order,)).chances
        ]
        for order in ("aggressive", "bugurt")
    }
    assert chances == {"aggressive": [], "bugurt": [pytest.approx(1 / 20)]}


@pytest.mark.clause("FE-SEQ-10", "FE-ROUT-06", "FE-CMD-12")
@pytest.mark.parametrize(
    ("posture", "options"),
    [
        ("in_melee", ["attack x", "attack y", "hold", "fall_back", "withdraw", "tend"]),
        ("standoff", ["attack x", "attack y", "hold", "withdraw", "tend"]),
    ],
)
def test_melee_order(posture: str, options: list[str]) -> None:
    here = scene(army("a", commander=2, features=["surgeon"], posture=posture), *FOES, at="melee 1")
    asked = play(here, until="melee_order")
    assert asked.options("melee_order:a") == options


@pytest.mark.clause("FE-SEQ-10", "FE-ATT-07", "FE-COND-10")
def test_no_attack_on_offer_when_stalled_or_forbidden() -> None:
    tables = tables_with(conditions={"truce": [effect("no_attack", phase="melee")]})
    armies = (army("a", stalled=Stall("ranged", 1)), army("c", conditions=["truce"]), army("d"))
    asked = play(scene(*armies, *FOES, at="melee 1", tables=tables), until="melee_order")
    assert asked.options("melee_order:a") == asked.options("melee_order:c") == ["hold", "withdraw"]
    assert "attack x" in asked.options("melee_order:d")


@pytest.mark.clause("FE-SEQ-10")
@pytest.mark.parametrize(
    ("mine", "x", "y", "default"),
    [
        ({"last_target": "y"}, "standoff", "standoff", "attack y"),
        ({}, "standoff", "in_melee", "attack y"),
        ({"troop": "knights"}, "standoff", "in_melee", "attack y"),
        ({}, "in_melee", "in_melee", "attack x"),
        ({}, "standoff", "standoff", "attack x"),
        ({"last_target": "z"}, "standoff", "in_melee", "attack y"),
        ({"posture": "standoff"}, "in_melee", "in_melee", "hold"),
        ({"stalled": Stall("melee", 1)}, "in_melee", "in_melee", "hold"),
    ],
)
def test_melee_order_by_default(mine: dict[str, Any], x: str, y: str, default: str) -> None:
    """In melee: its last target, else the enemy in melee of lowest ``oob``, else the lowest; in standoff: hold."""
    armies = (
        army("a", **{"posture": "in_melee", **mine}),
        army("x", side="blue", oob=8, posture=x),
        army("y", side="blue", oob=9, posture=y),
    )
    asked = play(scene(*armies, at="melee 2"), until="melee_order")
    assert asked.default("melee_order:a") == default


@pytest.mark.clause("FE-SEQ-10", "FE-VETO-02")
def test_a_default_names_nobody_whom_a_policy_forbids() -> None:
    """No enemy is in melee; a policy of the house forbids beasts: the next in the order of battle."""
    policy = Veto("beasts", "melee", Name("beasts"), target_has=("beast",))
    here = scene(
        army("a", posture="in_melee"),
        army("ogres", "ogres", 10, side="blue"),
        army("y", side="blue"),
        at="melee 1",
        tables=replace(load_tables(), vetoes=(policy,)),
    )
    assert play(here, until="melee_order").default("melee_order:a") == "attack y"


@pytest.mark.clause("FE-SEQ-10", "FE-VETO-01")
def test_veto_and_decree_of_a_human_umpire() -> None:
    """Allow; go on."""
    here = scene(army("a", posture="in_melee"), *FOES, at="melee 1", options={**HUMAN, "targets": "human"})
    asked = play(here, {"melee_order:a": "attack x"}, until="veto")
    assert asked.question("veto:a").seat == UMPIRE
    assert asked.default("veto:a") == "allow"
    later = play(asked, until="decree")
    assert (later.question("decree").seat, later.default("decree")) == (UMPIRE, "go_on")
    assert sorted(later.options("decree")) == ["go_on", "part"]


@pytest.mark.clause("FE-SEQ-10", "FE-VETO-04")
def test_second_choice() -> None:
    """Per vetoed army: each target still allowed, or none; default the lowest ``oob`` allowed."""
    armies = (
        army("a", posture="in_melee"),
        army("x", side="blue", oob=7),
        army("y", side="blue", oob=8, posture="in_melee"),
        army("z", side="blue", oob=9, posture="in_melee"),
    )
    asked = play(scene(*armies, at="melee 1"), {"melee_order:a": "attack x"}, until="second_choice")
    assert asked.options("second_choice:a") == ["y", "z", "none"]
    assert asked.default("second_choice:a") == "y"


@pytest.mark.clause("FE-SEQ-10", "FE-MULTI-08")
def test_strike_back() -> None:
    """Each of its attackers, or none; default the attacker of lowest ``oob``."""
    orders = {"melee_order:x": "attack a", "melee_order:y": "attack a", "melee_order:a": "hold"}
    asked = play(scene(army("a"), *FOES, at="melee 1"), orders, until="strike_back")
    assert asked.options("strike_back:a") == ["x", "y", "none"]
    assert asked.default("strike_back:a") == "x"


@pytest.mark.clause("FE-SEQ-10", "FE-AFT-03", "FE-AFT-04")
def test_feature_due_and_tactic_learned() -> None:
    """Default: the first in table order."""
    armies = (army("a", commander=4, features=["beloved"]), army("x", side="blue"))
    asked = play(scene(*armies, at="melee 1"), {"melee_order:x": "withdraw"}, until="feature")
    assert asked.default("feature:a") == "flexible"
    later = play(asked, dice={"learn": 20}, until="learn")
    assert later.default("learn:a") == "steady_ranks"


@pytest.mark.clause("FE-SEQ-10")
def test_a_decision_with_a_single_option_is_not_asked() -> None:
    """No artefact, no second tactic, only Standard under ``no_tactic``."""
    surprised = army("a", tactics=["onslaught"], conditions=["ambushed"])
    asked = play(scene(surprised, army("b", side="blue"), at="tactical"), until="1.ranged.1")
    assert asked.asked == []
    assert {question.kind for question in asked.state.questions} == {"ranged_order", "parting"}


# --- sealed orders ---------------------------------------------------------------------------------------


@pytest.mark.clause("FE-SEQ-10", "FE-PART-01")
@pytest.mark.parametrize(("at", "kind"), [("ranged 1", "ranged_order"), ("melee 1", "melee_order")])
def test_orders_and_offers_to_part_are_one_step(at: str, kind: str) -> None:
    """Nobody sees an enemy's order before he has offered to part, or conceded."""
    asked = play(scene(army("a"), army("b", side="blue"), at=at), until="parting")
    assert asked.questions() == [f"{kind}:a", f"{kind}:b", "parting:red", "parting:blue"]
    assert all(question.secret for question in asked.state.questions)


@pytest.mark.clause("FE-SEQ-10")
def test_a_sealed_answer_is_seen_by_allies_only() -> None:
    here = scene(army("a"), army("c", seat="ally"), army("b", side="blue"), at="ranged 1")
    asked = play(here, until="ranged_order")
    first, *others = asked.state.questions
    asked.state = replace(asked.state, questions=(replace(first, answer=("b", "hold")), *others))
    answers = {seat: asked.view(seat).answers for seat in ("red", "ally", "blue", UMPIRE)}
    sealed = (("ranged_order:a", ("b", "hold")),)
    assert answers == {"red": sealed, "ally": sealed, "blue": (), UMPIRE: sealed}
    assert "b" not in repr(asked.view("blue").field.intents)


@pytest.mark.clause("FE-SEQ-10")
def test_a_rejected_answer_changes_nothing() -> None:
    asked = play(scene(army("a"), army("b", side="blue"), at="melee 1"), until="melee_order")
    before = asked.state
    with pytest.raises(
        Refused, match=r"target 'a' is not an enemy on the field; choose from: b \(FE-MULTI-02\)"
    ):
        asked.check("melee_order:a", "attack a")
    with pytest.raises(Refused, match="'melee_order:a' belongs to seat 'red'"):
        asked.check("melee_order:a", "hold", seat="blue")
    assert asked.state is before
