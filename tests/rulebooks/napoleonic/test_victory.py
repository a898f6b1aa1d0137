"""The end of a battle: objectives, concession, truce, winners, breakdown of losses."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.state import Order
from grognard.rulebooks.napoleonic import victory
from grognard.rulebooks.napoleonic.events import (
    BattleEnded,
    LossBreakdown,
    ObjectiveHeld,
    PersonAfter,
    SideBreakdown,
)
from grognard.rulebooks.napoleonic.model import Ledger, Rout
from tests.rulebooks.napoleonic.scenes import BLUE, RED, Scene, formation, man, objective, scene, unit

HILL = objective("hill", (3, 3), 0.5, 2)
FLED: dict[str, Any] = {"standing": "fleeing", "rout": Rout(1, 1, "1", 1800)}


def battle(turn: int = 3, turns: int = 12, **more: Any) -> Scene:
    return scene(
        unit("a", at=(3, 3, 0)),
        unit("b", BLUE, at=(9, 9, 180)),
        objectives=(HILL,),
        turn=turn,
        turns=turns,
        options=more,
    )


def end(one: Scene, red: Order = ("go_on",), blue: Order = ("go_on",)) -> Scene:
    return one.run(victory.ask).answer_all(red=red, blue=blue).run(victory.close_turn)


@pytest.mark.clause("NA-END-08")
def test_an_objective_is_held_by_who_is_alone_within_its_radius() -> None:
    one = battle().do(victory.hold_objectives)
    assert one.heard(ObjectiveHeld) == [ObjectiveHeld("hill", RED, "")]
    one.change("b", x=3000, y=3600).do(victory.hold_objectives)
    assert one.field.objective("hill").holder == RED
    one.change("a", **FLED).do(victory.hold_objectives)
    assert one.field.objective("hill").holder == BLUE
    one.change("b", x=9000).do(victory.hold_objectives)
    assert one.field.objective("hill").holder == BLUE
    assert victory.score(one.field) == {RED: 0, BLUE: 2}


@pytest.mark.clause("NA-END-08")
def test_any_part_of_the_footprint_within_the_radius_counts() -> None:
    inside = battle().change("a", x=3750).do(victory.hold_objectives)
    outside = battle().change("a", x=3751).do(victory.hold_objectives)
    assert (inside.field.objective("hill").holder, outside.field.objective("hill").holder) == (RED, "")


@pytest.mark.clause("NA-END-01", "NA-SEQ-07")
def test_the_battle_goes_on_by_default() -> None:
    one = battle().run(victory.ask)
    assert one.default(RED) == ("go_on",)
    assert end(battle()).state.outcome is None


@pytest.mark.clause("NA-END-01", "NA-END-02")
@pytest.mark.parametrize(
    ("red", "blue", "winners", "reason"),
    [
        ("concede", "go_on", (BLUE,), "concession"),
        ("concede", "concede", (), "concession"),
        ("truce", "truce", (), "truce"),
    ],
)
def test_concession_and_truce(red: str, blue: str, winners: tuple[str, ...], reason: str) -> None:
    outcome = end(battle(), (red,), (blue,)).state.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (winners, reason)


@pytest.mark.clause("NA-END-01")
def test_an_offer_that_is_not_accepted_lapses() -> None:
    one = end(battle(), ("truce",))
    assert one.state.outcome is None
    assert end(one.change("clock", turn=4), blue=("truce",)).state.outcome is None


@pytest.mark.clause("NA-END-01", "NA-END-02")
def test_a_side_without_fit_units_loses_unless_more_are_to_come() -> None:
    outcome = end(battle().change("b", **FLED)).state.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((RED,), "no_fit_units")
    late = (formation("late", BLUE, "division", turn=5),)
    more = scene(
        unit("a"), unit("b", BLUE, at=(9, 9, 180), **FLED), unit("c", BLUE, at=(6, 9, 180), formation="late", turn=5),
        formations=late,
    )  # fmt: skip
    assert end(more).state.outcome is None


@pytest.mark.clause("NA-END-01", "NA-END-02", "NA-END-08")
def test_at_the_turn_limit_points_decide() -> None:
    one = end(battle(12))
    assert one.state.outcome is not None
    assert one.state.outcome.winners == (RED,)
    assert one.heard(BattleEnded) == [BattleEnded("turn_limit", (RED,), ((RED, 2), (BLUE, 0)))]
    drawn = end(battle(12).change("a", x=9000, y=3000))
    assert drawn.state.outcome is not None
    assert drawn.state.outcome.winners == ()


@pytest.mark.clause("NA-END-03", "NA-END-04", "NA-END-05", "NA-END-06", "NA-CAS-06")
@pytest.mark.parametrize(
    ("rounding", "red", "blue"),
    [("quarters", (7, 7, 7, 7), (14, 7, 7)), ("whole_figures", (8, 8, 8, 4), (16, 8, 4))],
)
def test_worked_example_30(rounding: str, red: tuple[int, ...], blue: tuple[int, ...]) -> None:
    """Seven figures and three prisoners of either side."""
    lost = Ledger(fire=2, skirmish=1, combat=3, pursuit=1, prisoners=3)
    one = (
        battle(loss_rounding=rounding).change("a", ledger=lost, figures=0).change("b", ledger=lost, figures=0)
    )
    one.do(lambda draft: victory.finish(draft, (RED,), "concession"))
    found = {event.unit: event for event in one.heard(LossBreakdown)}
    assert tuple(quarters for _, quarters, _ in found["a"].parts) == red
    assert tuple(quarters for _, quarters, _ in found["b"].parts) == blue
    assert [(event.side, event.lost, event.prisoners_lost) for event in one.heard(SideBreakdown)] == [
        (RED, 7, 3), (BLUE, 7, 3),
    ]  # fmt: skip


@pytest.mark.clause("NA-END-04", "NA-END-05")
@pytest.mark.parametrize(("reason", "parts"), [("truce", 4), ("turn_limit", 3)])
def test_a_draw_breaks_down_as_a_victory_only_under_a_truce(reason: str, parts: int) -> None:
    one = battle().change("a", ledger=Ledger(fire=4), figures=6)
    one.do(lambda draft: victory.finish(draft, (), reason))
    assert len(one.heard(LossBreakdown)[0].parts) == parts


@pytest.mark.clause("NA-END-07", "NA-FATE-02")
def test_persons_return_as_their_fate_says() -> None:
    one = scene(unit("a"), man("x", "a", fate="wounded"), man("y", "a", fate="captured"), generals=False)
    one.do(lambda draft: victory.finish(draft, (), "turn_limit"))
    assert [(event.person, event.returns) for event in one.heard(PersonAfter)] == [
        ("x", "7_days"),
        ("y", "never"),
    ]
