"""Clauses at their edges: where two of them meet, where a plain case leaves a word of one untried."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.errors import Refused
from grognard.locale import Name
from grognard.rulebooks.pike_and_shot import (
    cards,
    charge,
    deployment,
    movement,
    plans,
    reactions,
    rout,
    sequence,
    shooting,
    standing,
    steps,
    victory,
)
from grognard.rulebooks.pike_and_shot.events import (
    CommanderMoved,
    Fought,
    LeftTable,
    ObjectiveSacked,
    StoodShort,
    Tested,
    UnitSeen,
    Volley,
)
from grognard.rulebooks.pike_and_shot.formations import anchor
from grognard.rulebooks.pike_and_shot.model import Flag, ObjectiveSheet, VictoryCondition, VictoryTest
from grognard.rulebooks.pike_and_shot.touch import touched
from tests.rulebooks.pike_and_shot.scenes import (
    BLUE,
    RED,
    Scene,
    box,
    commander,
    mil,
    scene,
    unit,
)

FOE = unit("B", BLUE, 3, (20, 40, 180), base="pike")


def moving(*specs: Any, mode: str = "move", mp: int = 2, **more: Any) -> Scene:
    return scene(*specs, **more).change("R", mode=mode, mp=mp).run(movement.steps, "R")


# --- charges and reactions -----------------------------------------------------------------------------------


@pytest.mark.clause("PS-HTH-15", "PS-TURN-10")
def test_the_charger_says_whom_it_strikes_first() -> None:
    there = scene(
        unit("R", RED, 4, (20, 20, 0), base="cuirassier"),
        unit("B2", BLUE, 2, (18, 20, 180), base="pike"),
        unit("B10", BLUE, 2, (22, 20, 180), base="pike"),
    ).run(charge.strike, "R")
    assert there.options() == (("B2",), ("B10",))
    there.answer("B10", dice=((3, 4) + (1,) * 6) * 2)
    assert [event.other.unit for event in there.heard(Fought)] == ["B10", "B2"]


@pytest.mark.clause("PS-REACT-13", "PS-MOVE-13")
def test_a_reaction_charge_that_cannot_conform_ends_nobodys_move() -> None:
    there = scene(
        unit("R", RED, 1, (20, 20, 0), base="cuirassier"),
        unit("B", BLUE, 1, (21.9, 22.5, 130), mode="move", mp=2),
        unit("S", RED, 1, (18.5, 23.0, 0)),
    )
    there.run(reactions.reaction_charge, "R", "B", dice=(3, 4))
    assert len(there.heard(StoodShort)) == 1
    assert there.heard(Fought) == []
    assert (there.unit("B").mp, there.unit("B").surprised) == (2, False)


def evading(*more: Any, y: float = 23, dice: tuple[int, ...] = (3, 4, 1), **setting: Any) -> Scene:
    """Two Tatars run south from blue horse before them: M is 4.5, and they turn free."""
    rider = unit("B", BLUE, 6, (20, 27, 180), base="cuirassier", files=3, mode="charge", mp=2)
    tatars = unit("R", RED, 2, (20, y, 0), base="tatar", formation="open")
    there = scene(rider, tatars, *more, **setting)
    return there.run(reactions.evade, "R", "B", dice=dice)


@pytest.mark.clause("PS-REACT-14")
@pytest.mark.parametrize(("north", "y"), [(19, 19.6), (17.6, 18.2), (17.4, 18.0), (10, 18.0)])
def test_an_evader_stops_a_tenth_of_an_inch_short_of_what_it_may_not_cross(north: float, y: float) -> None:
    """From 22.5 it would come to 18, its front to 17.5."""
    there = evading(terrain=[box("r", "river", 0, 5, 72, north)])
    assert there.unit("R").bases[0].y == mil(y)


@pytest.mark.clause("PS-REACT-14", "PS-MOVE-11")
@pytest.mark.parametrize(("at", "y"), [(20.5, 18.0), (19, 19.6)])
def test_light_evaders_cross_friends_but_do_not_stop_on_them(at: float, y: float) -> None:
    there = evading(unit("S", RED, 5, (20, at, 0), base="pike"))
    assert there.unit("R").bases[0].y == mil(y)


@pytest.mark.clause("PS-REACT-14", "PS-MOVE-11")
def test_a_formed_evader_stops_short_of_friends_and_of_the_tables_edge() -> None:
    rider = unit("B", BLUE, 3, (20, 27, 180), base="cuirassier")
    there = scene(rider, unit("R", RED, 3, (20, 23, 0), base="harquebusier"), unit("S", RED, 5, (20, 21, 0)))
    there.run(reactions.evade, "R", "B", dice=(5, 6))
    assert there.unit("R").bases[0].y == mil(21 + 0.1 + 0.5)
    edge = scene(
        unit("B", BLUE, 3, (20, 7, 180), base="cuirassier"),
        unit("R", RED, 3, (20, 3, 0), base="harquebusier"),
    ).run(reactions.evade, "R", "B", dice=(5, 6))
    assert edge.unit("R").bases[0].y == mil(0.1 + 0.5)


@pytest.mark.clause("PS-ORD-02", "PS-REACT-10")
def test_going_on_after_an_evasion_is_bound_by_the_order_too() -> None:
    """Only manoeuvres, reactions, rout moves and leaving contact are exempt."""
    leader = commander("C", RED, (1, 1), under="red_general", order=Flag("attack", mil(40), mil(10)))
    for mode, bound in (("straight", True), ("charge", True), ("move", True), ("leave", False)):
        there = scene(unit("R", at=(20, 20, 0), command="C", mode=mode, mp=1), FOE, commanders=[leader])
        if bound:
            with pytest.raises(Refused, match="PS-ORD-02"):
                steps.check_advance(there.field, there.unit("R"), 1000)
        else:
            steps.check_advance(there.field, there.unit("R"), 1000)


@pytest.mark.clause("PS-MELEE-02", "PS-MAN-09")
def test_once_it_touches_nobody_a_unit_that_leaves_may_advance() -> None:
    there = moving(
        unit("R", bases=2, base="cuirassier", at=(20, 20, 0)), unit("B", BLUE, 2, (20, 20, 180), left=0),
        mode="leave",
    )  # fmt: skip
    with pytest.raises(Refused, match="PS-MELEE-02"):
        there.answer("advance", 500)
    there.answer("manoeuvre", "step_back", 3000)
    assert (touched(there.field, there.unit("R")), there.unit("R").mp) == ((), 1)
    there.answer("advance", 500)
    assert anchor(there.unit("R").bases).y == mil(17.5)


# --- loot ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PS-VIC-04", "PS-BASE-09")
def test_loot_goes_home_over_the_own_edge_alone() -> None:
    """Heading south-east, with the table's east edge nearer than red's own."""
    there = moving(unit("R", bases=1, base="tatar", at=(70, 20, 135), loot=True), FOE, mp=1)
    with pytest.raises(Refused, match="PS-BASE-09"):
        there.answer("advance", 4500)
    home = moving(unit("R", bases=1, base="tatar", at=(60, 3, 135), loot=True), FOE, mp=1)
    home.answer("advance", 4500)
    assert home.field.turn.happened == (("loot_home", RED, "R"),)


@pytest.mark.clause("PS-VIC-04", "PS-ROUT-08")
@pytest.mark.parametrize(("y", "foe", "home"), [(46, (20, 38, 0), False), (2, (20, 10, 180), True)])
def test_a_router_brings_loot_home_only_over_its_own_edge(y: float, foe: Any, home: bool) -> None:
    there = scene(
        unit("R", bases=1, base="tatar", at=(20, y, 0), loot=True, routing=True),
        unit("B", BLUE, 3, foe, base="pike"),
    ).run(rout.run, "R", dice=(6, 6, 6))
    assert there.unit("R").status == "gone"
    assert [event.loot for event in there.heard(LeftTable)] == [home]
    assert bool(there.field.turn.happened) is home


def village(name: str, x: float) -> ObjectiveSheet:
    return ObjectiveSheet(name, Name(name), mil(x), mil(20), 3000, loot=True)


RAID = {RED: [VictoryCondition("sacked", Name("Sacked"), VictoryTest("sacked"), "each", 1)]}


@pytest.mark.clause("PS-VIC-04")
def test_a_unit_that_carries_loot_may_sack_another_place() -> None:
    there = scene(
        unit("R", bases=1, at=(20, 20, 0), loot=True), FOE, objectives=[village("v", 20)], victory=RAID
    ).run(victory.sack)
    assert there.field.turn.happened == (("sacked", RED, "v"),)
    pair = scene(
        unit("R", bases=1, at=(20, 20, 0), loot=True), unit("S", bases=1, at=(22, 20, 0)), FOE,
        objectives=[village("v", 20)], victory=RAID,
    ).run(victory.sack)  # fmt: skip
    assert pair.unit("S").loot


# --- reinforcements ---------------------------------------------------------------------------------------------


@pytest.mark.clause("PS-DEP-02")
def test_a_reinforcement_slides_the_other_way_where_the_table_ends() -> None:
    """The least way would lead over the east edge; 4.9 inches to the west there is room."""
    there = scene(
        unit("R", RED, 3, (68.9, 5, 0), turn=2, status="waiting", shown=False),
        unit("S", RED, 1, (68, 5, 0)),
        FOE,
    ).run(deployment.reinforcements)
    assert there.unit("R").status == "waiting"
    there.change("turn", number=2).run(deployment.reinforcements)
    assert there.unit("R").status == "ready"
    assert anchor(there.unit("R").bases).at == (mil(64), mil(5))


@pytest.mark.clause("PS-DEP-02")
def test_it_slides_12_inches_at_most() -> None:
    for width, status in ((6, "ready"), (7, "waiting")):
        wall = [unit(f"W{i}", RED, width, (36 + (2 * i - 1) * width, 5, 0)) for i in (0, 1)]
        late = unit("R", RED, 1, (36, 5, 0), turn=1, status="waiting")
        there = scene(late, *wall, FOE).run(deployment.reinforcements)
        assert there.unit("R").status == ("waiting" if 2 * width + 1 > 12 else status)
    far = scene(
        unit("R", RED, 1, (36, 5, 0), turn=1, status="waiting"),
        unit("W", RED, 11, (36, 5, 0)),
        FOE,
    ).run(deployment.reinforcements)
    assert anchor(far.unit("R").bases).at == (mil(36 + 12), mil(5))


# --- the fog ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PS-FOG-01")
def test_a_hidden_unit_that_shoots_is_seen_and_its_volley_heard() -> None:
    there = scene(
        unit("R", bases=2, base="field_gun", at=(20, 20, 0), shown=False, fired=True),
        unit("B", BLUE, 3, (20, 35, 0)),
        options={"fog": "full"},
    ).run(shooting.volley, "R", "B", dice=(1, 1))
    assert there.unit("R").shown
    for kind in (UnitSeen, Tested, Volley):
        (told,) = [one for one in there.told if isinstance(one.versions[0][0], kind)]
        assert told.heard_by(BLUE) is not None


@pytest.mark.clause("PS-FOG-01", "PS-VIS-06")
def test_a_hidden_unit_is_seen_when_the_mist_lifts() -> None:
    there = scene(
        unit("R", bases=2, base="pike", at=(20, 20, 0)),
        unit("B", BLUE, 3, (20, 35, 0)),
        options={"fog": "full"}, sight=[12],
    ).run(deployment.hide_unseen)  # fmt: skip
    assert not there.unit("B").shown
    there.run(sequence.begin_turn, dice=(1,))
    assert there.field.turn.number == 2
    assert there.unit("B").shown
    assert not there.unit("R").shown


@pytest.mark.clause("PS-FOG-01")
@pytest.mark.parametrize(("far", "hidden"), [(8, False), (8.001, True)])
def test_within_8_inches_nobody_is_hidden(far: float, hidden: bool) -> None:
    """Back to back: neither sees the other."""
    there = scene(
        unit("R", bases=3, base="pike", at=(20, 20, 180)),
        unit("B", BLUE, 3, (20, 20, 180), base="pike"),
        options={"fog": "full"},
    )
    bases = plans.shifted(there.unit("B").bases, (0, 1000 + mil(far)))
    turned = tuple(base.put(base.shape.turned(1800)) for base in bases)
    there.change("B", bases=turned).run(deployment.hide_unseen)
    assert there.unit("B").shown is not hidden
    assert standing.is_seen_by(there.field, there.unit("B"), there.unit("R")) is not hidden


@pytest.mark.clause("PS-FOG-02")
def test_a_secret_objective_is_known_once_it_has_scored() -> None:
    goals = [
        VictoryCondition("first", Name("First"), VictoryTest("enemy_lost", at_least=0), "once", 3),
        VictoryCondition("other", Name("Other"), VictoryTest("enemy_lost", at_least=90), "once", 3),
    ]
    there = scene(unit("R"), FOE, victory={RED: goals}, options={"objectives": "secret"})
    assert there.view(BLUE).setup.armies[RED].victory == ()
    there.run(victory.score_turn)
    assert [one.id for one in there.view(BLUE).setup.armies[RED].victory] == ["first"]
    assert len(there.view(RED).setup.armies[RED].victory) == 2


@pytest.mark.clause("PS-FOG-01", "PS-FOG-03")
def test_in_full_fog_nobody_hears_where_an_unseen_commander_goes() -> None:
    leader = commander("C", RED, (20, 10), under="red_general")
    there = scene(
        unit("R", bases=3, base="pike", at=(20, 12, 0), command="C", shown=False), FOE,
        commanders=[leader], options={"fog": "full"},
    ).run(cards.play_card, "C")  # fmt: skip
    there.answer("go", mil(20), mil(10.6)).answer("attach", "R")
    moves = [one for one in there.told if isinstance(one.versions[0][0], CommanderMoved)]
    assert len(moves) == 2
    assert all(told.heard_by(RED) is not None and told.heard_by(BLUE) is None for told in moves)
    seen = scene(
        unit("R", bases=3, base="pike", at=(20, 12, 0), command="C"), FOE,
        commanders=[leader], options={"fog": "full"},
    ).run(cards.play_card, "C")  # fmt: skip
    seen.answer("go", mil(20), mil(10.6))
    (told,) = [one for one in seen.told if isinstance(one.versions[0][0], CommanderMoved)]
    assert told.heard_by(BLUE) is not None


@pytest.mark.clause("PS-FOG-03", "PS-VIC-04")
def test_who_sacked_a_place_unseen_is_known_to_its_own_side() -> None:
    there = scene(
        unit("R", bases=1, at=(20, 20, 0), shown=False), FOE, objectives=[village("v", 20)], victory=RAID,
        options={"fog": "full"},
    ).run(victory.sack)  # fmt: skip
    (told,) = [one for one in there.told if isinstance(one.versions[0][0], ObjectiveSacked)]
    assert (told.heard_by(RED) is not None, told.heard_by(BLUE)) == (True, None)
