"""What begins and ends turns and phases."""

from __future__ import annotations

import pytest

from grognard.rulebooks.napoleonic import upkeep
from grognard.rulebooks.napoleonic.events import Rallied, Reinforcement, ReturnedToBattle, TurnStarted
from grognard.rulebooks.napoleonic.model import Corridor, Rout, corridor_id
from tests.rulebooks.napoleonic.scenes import BLUE, RED, Scene, formation, man, scene, unit

LATE = (formation("late", RED, "division", turn=3),)


def reinforced(turn: int, blocked: bool = False) -> Scene:
    return scene(
        unit("a", at=(8, 8, 0) if blocked else (3, 3, 0)),
        unit("new", at=(8, 8, 0), formation="late", turn=3),
        unit("b", BLUE, at=(3, 9, 180)),
        man("he", "a"),
        man("she", "new", formation="late"),
        formations=LATE,
        turn=turn,
    ).run(upkeep.upkeep)


@pytest.mark.clause("NA-UNIT-01")
def test_a_turn_is_twenty_minutes() -> None:
    one = scene(unit("a"), turn=3).run(upkeep.upkeep)
    assert one.heard(TurnStarted) == [TurnStarted(4, 6 * 60 + 60)]


@pytest.mark.clause("NA-SEQ-06", "NA-OOB-04")
def test_reinforcements_come_in_their_turn_with_their_persons() -> None:
    early = reinforced(1)
    assert early.unit("new").standing == "waiting"
    assert not early.person("she").present
    one = reinforced(2)
    assert one.unit("new").standing == "ready"
    assert one.person("she").present
    assert one.heard(Reinforcement) == [Reinforcement("new", (8000, 8000, 0))]


@pytest.mark.clause("NA-SEQ-06")
def test_who_finds_his_place_taken_waits_for_the_next_turn() -> None:
    one = reinforced(2, blocked=True)
    assert one.unit("new").standing == "waiting"
    assert one.heard(Reinforcement)[0].waits
    one.change("a", x=1000).run(upkeep.upkeep)
    assert one.unit("new").standing == "ready"


@pytest.mark.clause("NA-ROUT-07")
def test_stops_of_the_turn_before_are_remembered_for_one_turn() -> None:
    one = scene(unit("a", stopped=1, stops=1)).run(upkeep.upkeep)
    assert (one.unit("a").stopped_before, one.unit("a").stops) == (1, 0)
    one.run(upkeep.upkeep)
    assert one.unit("a").stopped_before == 0


@pytest.mark.clause("NA-ROUT-15")
def test_a_corridor_is_closed_through_the_next_turn() -> None:
    made = scene(unit("a"))
    strip = Corridor(corridor_id("a"), "a", ((0, 0), (0, 9), (9, 9), (9, 0)), (0, 0), 0, 1500, 500, until=2)
    made.do(lambda battle: battle.place(strip))
    assert made.run(upkeep.upkeep).field.corridors
    assert not made.run(upkeep.upkeep).field.corridors


@pytest.mark.clause("NA-ROUT-09")
def test_a_routed_unit_is_in_order_again_at_the_end_of_the_fourth_turn_after() -> None:
    """Worked example 26: routed in turn 3, rallied from turn 8 on; red faces north, away from its rear edge."""
    rout = Rout(3, 1, "1", 1800)
    early = scene(unit("a", at=(3, 3, 180), standing="fleeing", rout=rout, has_routed=True), turn=6).do(
        upkeep.rally
    )
    assert early.unit("a").standing == "fleeing"
    one = scene(unit("a", at=(3, 3, 180), standing="fleeing", rout=rout, has_routed=True), turn=7).do(
        upkeep.rally
    )
    assert (one.unit("a").standing, one.unit("a").heading) == ("rallied", 0)
    assert one.heard(Rallied) == [Rallied("a", "course")]


@pytest.mark.clause("NA-ROUT-13")
def test_a_spent_unit_never_rallies() -> None:
    one = scene(unit("a", standing="fleeing", rout=Rout(1, 2, "second", 1800)), turn=9).do(upkeep.rally)
    assert one.unit("a").standing == "fleeing"


@pytest.mark.clause("NA-ROUT-11")
def test_who_has_rallied_fights_again_when_led_or_when_the_battle_reaches_him() -> None:
    waiting = scene(
        unit("a", standing="rallied"),
        unit("c", at=(9, 3, 0)),
        unit("b", BLUE, at=(3, 4.201, 180)),
        man("he", "c"),
    )
    assert waiting.do(upkeep.return_to_battle).unit("a").standing == "rallied"
    near = waiting.change("b", y=4200).do(upkeep.return_to_battle)
    assert (near.unit("a").standing, near.unit("a").led) == ("ready", True)
    assert near.heard(ReturnedToBattle) == [ReturnedToBattle("a", "battle_line")]
    led = scene(unit("a", standing="rallied"), man("he", "a")).do(upkeep.return_to_battle)
    assert led.heard(ReturnedToBattle) == [ReturnedToBattle("a", "led")]


@pytest.mark.clause("NA-SKIR-02", "NA-UNIT-07")
def test_fronts_are_reckoned_anew_about_the_same_centre_when_a_phase_ends() -> None:
    one = scene(unit("a", at=(3, 3, 0), figures=10)).change("a", figures=6, declared=("none",))
    one.run(upkeep.close_phase)
    a = one.unit("a")
    assert (a.x, a.y, a.frontage, a.depth, a.declared) == (3000, 3000, 300, 200, ())
