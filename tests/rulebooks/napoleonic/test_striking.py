"""Whom a unit may strike, as an answer only or freely, and who may strike it."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.rulebooks.napoleonic import striking
from grognard.rulebooks.napoleonic.model import Lock
from tests.rulebooks.napoleonic.fights import facing
from tests.rulebooks.napoleonic.scenes import BLUE, RED, Scene, gun, scene, unit, wagon


def targets(made: Scene, name: str) -> tuple[str, ...]:
    return striking.targets(made.field, made.unit(name))


def freely(made: Scene, name: str) -> tuple[str, ...]:
    return striking.freely(made.field, made.unit(name))


@pytest.mark.clause("NA-CC-04")
@pytest.mark.parametrize(
    "now",
    [
        {"standing": "fleeing"},
        {"standing": "rallied"},
        {"figures": 0},
        {"full_withdrawal": 1},
    ],
)
def test_who_flees_gives_way_or_is_no_more_strikes_nobody(now: dict[str, Any]) -> None:
    made = facing(now if "figures" not in now else {})
    if "figures" in now:
        made.change("a", figures=0)
    assert targets(made, "a") == ()
    assert targets(facing(), "a") == ("b",)


@pytest.mark.clause("NA-CC-04", "NA-SKIR-04")
def test_foot_strikes_freely_horse_after_an_attack_or_as_an_answer() -> None:
    horse = {"arm": "horse", "figures": 5}
    made = facing(horse)
    assert (freely(made, "a"), targets(made, "a")) == ((), ("b",))
    assert freely(made, "b") == ("a",)
    assert freely(facing({**horse, "attacked": "b"}), "a") == ("b",)
    assert freely(facing({**horse, "order": ("attack", "x")}), "a") == ("b",)
    assert targets(facing(horse, {"arm": "horse", "figures": 5}), "a") == ()
    assert freely(facing({"kind": "open_order", "figures": 2}), "a") == ("b",)


@pytest.mark.clause("NA-CMD-08", "NA-CC-20")
def test_without_command_only_the_partner_of_a_firefight_is_struck_freely() -> None:
    made = facing({"commanded": False})
    assert (freely(made, "a"), targets(made, "a")) == ((), ("b",))
    made = facing({"commanded": False, "locks": (Lock("b", 1),)}, {"locks": (Lock("a", 1),)})
    assert freely(made, "a") == ("b",)


@pytest.mark.clause("NA-CC-20", "NA-SEQ-07")
def test_a_locked_unit_strikes_its_partner_and_nobody_else() -> None:
    other = unit("c", BLUE, (6.4, 6.5, 180))
    made = facing({"locks": (Lock("b", 1),)}, {"locks": (Lock("a", 1),)}, other)
    assert targets(made, "a") == ("b",)
    assert striking.default(made.field, made.unit("a")) == "b"
    assert targets(facing({}, {}, other), "a") == ("b", "c")


@pytest.mark.clause("NA-SEQ-07", "NA-MOVE-07")
def test_by_default_the_target_of_the_attack_is_struck_and_else_nobody() -> None:
    other = unit("c", BLUE, (6.4, 6.5, 180))
    made = facing({"order": ("attack", "c")}, {}, other)
    assert striking.default(made.field, made.unit("a")) == "c"
    assert striking.default(facing().field, facing().unit("a")) == ""
    away = facing({"order": ("attack", "c")}, {}, unit("c", BLUE, (9, 9, 180)))
    assert striking.default(away.field, away.unit("a")) == ""


@pytest.mark.clause("NA-PURS-02", "NA-ROUT-18")
def test_a_pursuer_rests_and_only_foot_may_strike_it() -> None:
    """Worked example 35."""
    horse = unit("h", BLUE, (6.3, 6.5, 180), 5, arm="horse", attacked="a")
    made = facing({"pursued": 1}, {}, horse, turn=2)
    assert freely(made, "a") == ()
    assert targets(made, "a") == ("b",)
    assert (freely(made, "b"), freely(made, "h")) == (("a",), ())
    assert striking.shielded(made.field, made.unit("a"))
    later = facing({"pursued": 1}, {}, horse, turn=3)
    assert (freely(later, "a"), freely(later, "h")) == (("b", "h"), ("a",))


@pytest.mark.clause("NA-ROUT-18")
@pytest.mark.parametrize(("value", "safe"), [("canister_on_pursuers", False), ("way6_unshielded", True)])
def test_canister_at_pursuers_is_a_question_of_the_option(value: str, safe: bool) -> None:
    made = facing({"pursued": 1}, turn=2, options={"pursuit_exception": value})
    assert striking.shielded(made.field, made.unit("a"), "canister") == safe
    assert striking.shielded(made.field, made.unit("a"), "ball")
    assert not striking.shielded(made.field, made.unit("b"), "ball")


@pytest.mark.clause("NA-CC-02", "NA-TROPH-02", "NA-TROPH-04")
def test_guns_and_wagons_of_the_enemy_are_targets_and_own_ones_that_he_holds() -> None:
    made = scene(
        unit("a", RED, (6, 6, 0)),
        gun("enemy", BLUE, (5.7, 6.5, 180)),
        gun("lost", RED, (6, 6.5, 0), owner=BLUE),
        gun("own", RED, (6.4, 6.5, 0)),
        wagon("train", BLUE, (6.4, 6.2, 0)),
        generals=False,
    )
    assert set(targets(made, "a")) == {"enemy", "lost", "train"}


@pytest.mark.clause("NA-CC-05")
def test_who_may_strike_a_unit() -> None:
    horse = unit("h", BLUE, (6.3, 6.5, 180), 5, arm="horse", attacked="")
    made = facing({}, {}, horse)
    assert striking.may_be_struck(made.field, made.unit("a")) == ("b", "h")
    assert striking.may_be_struck(made.field, made.unit("h")) == ("a",)
    for now in ({"standing": "fleeing"}, {"full_withdrawal": 1}):
        made = facing(now)
        assert striking.may_be_struck(made.field, made.unit("a")) == ()
    assert striking.may_be_struck(facing(apart=2).field, facing(apart=2).unit("a")) == ()
