"""Victory, deployment, reinforcements, hidden information."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.core.errors import Refused
from grognard.core.state import UMPIRE, encode
from grognard.locale import Name
from grognard.rulebooks.pike_and_shot import command, deployment, sequence, standing, steps, victory
from grognard.rulebooks.pike_and_shot.events import GameEnded, ObjectiveSacked, Reinforcement, Scored
from grognard.rulebooks.pike_and_shot.model import (
    Commander,
    Flag,
    Objective,
    ObjectiveSheet,
    VictoryCondition,
    VictoryTest,
)
from grognard.rulebooks.pike_and_shot.view import imagine
from tests.rulebooks.pike_and_shot.scenes import BLUE, BOOK, RED, Scene, commander, mil, scene, unit

HILL = ObjectiveSheet("hill", Name("Hill"), mil(30), mil(24), 3000)
VILLAGE = ObjectiveSheet("village", Name("Village"), mil(30), mil(24), 3000, loot=True)


def condition(kind: str, when: Any = "end", vp: int = 5, name: str = "", **test: Any) -> VictoryCondition:
    return VictoryCondition(name or kind, Name(kind), VictoryTest(kind, **test), when, vp)


def armies(*more: Any, **options: Any) -> Scene:
    return scene(
        *more,
        unit("R", RED, 6, (20, 20, 0), base="pike"),
        unit("B", BLUE, 6, (50, 40, 180), base="pike"),
        **options,
    )


def held(there: Scene) -> str:
    """Who holds the hill."""
    piece = there.state.piece("objective:hill")
    assert isinstance(piece, Objective)
    return piece.holder


# --- objectives ---


@pytest.mark.clause("PS-VIC-03")
def test_an_objective_is_held_by_unbroken_bases_and_stays_held() -> None:
    there = armies(unit("S", RED, 1, (30, 21.2, 0)), objectives=[HILL]).run(victory.hold_objectives)
    assert held(there) == RED
    there.change("S", status="gone").run(victory.hold_objectives)
    assert held(there) == RED
    both = armies(unit("S", RED, 1, (30, 22, 0)), unit("C", BLUE, 1, (30, 26, 180)), objectives=[HILL])
    assert victory.holder_of(both.field, HILL) == ""
    both.change("S", routing=True)
    assert victory.holder_of(both.field, HILL) == BLUE


@pytest.mark.clause("PS-VIC-04")
def test_loot_is_taken_by_raiders_with_no_enemy_near_and_once_only() -> None:
    raid = {RED: [condition("loot_home", "each", 4), condition("sacked", "each", 1)]}
    there = armies(unit("S", RED, 1, (30, 24, 0)), objectives=[VILLAGE], victory=raid).run(victory.sack)
    assert there.unit("S").loot
    assert there.heard(ObjectiveSacked)[0].unit == "S"
    there.run(victory.sack).run(victory.score_turn)
    assert [(one.condition, one.vp) for one in there.field.turn.scores] == [("sacked", 1)]
    near = armies(
        unit("S", RED, 1, (30, 24, 0)), unit("C", BLUE, 1, (30, 31, 180)), objectives=[VILLAGE], victory=raid
    )
    assert not near.run(victory.sack).unit("S").loot
    blue = armies(unit("C", BLUE, 1, (30, 24, 180)), objectives=[VILLAGE], victory=raid)
    assert not blue.run(victory.sack).unit("C").loot


# --- losses and the end ---


@pytest.mark.clause("PS-VIC-02")
def test_what_counts_as_lost() -> None:
    there = armies(
        unit("S", RED, 4, (30, 10, 0), base="musket"), unit("G", RED, 2, (40, 10, 0), base="field_gun"),
        unit("L", RED, 2, (50, 10, 0), base="tatar"),
    )  # fmt: skip
    assert victory.losses(there.field, RED) == (10, 0)
    assert victory.losses(there.change("S", routing=True).field, RED) == (10, 4)
    assert victory.losses(there.change("S", routing=False, status="gone").field, RED) == (10, 4)
    assert victory.losses(there.change("S", loot=True).field, RED) == (10, 0)
    there.change("R", bases=there.unit("R").bases[:4])
    assert victory.losses(there.field, RED) == (10, 2)
    tatars = scene(unit("L", RED, 3, (20, 10, 0), base="tatar"), unit("P", RED, 3, (40, 10, 0), base="pike"))
    assert victory.losses(tatars.field, RED) == (6, 0)


@pytest.mark.clause("PS-VIC-05", "PS-VIC-07")
def test_the_battle_ends_when_an_army_breaks_and_it_scores_none_of_its_end() -> None:
    conditions = {
        RED: [condition("own_lost", below=100, vp=9), condition("objectives_held", at_least=0, vp=1)],
        BLUE: [condition("enemy_lost", "once", 4, at_least=50)],
    }
    there = armies(unit("S", RED, 6, (30, 10, 0), base="pike"), victory=conditions, turns=9)
    there.change("S", status="destroyed", bases=()).run(sequence.end_turn)
    assert there.state.outcome is not None
    assert (there.state.outcome.winners, there.state.outcome.reason) == ((BLUE,), "army_broken")
    assert [one.condition for one in there.heard(Scored)] == ["enemy_lost"]
    assert there.heard(GameEnded)[0].margin == "marginal"
    less = armies(unit("S", RED, 6, (30, 10, 0), base="pike"), options={"army_break": 60}, turns=9)
    less.change("S", status="destroyed", bases=()).run(sequence.end_turn, dice=(1,))
    assert less.state.outcome is None


@pytest.mark.clause("PS-VIC-05")
@pytest.mark.parametrize(
    ("red", "margin"), [(0, "draw"), (2, "draw"), (3, "marginal"), (6, "marginal"), (7, "decisive")]
)
def test_margins(red: int, margin: str) -> None:
    there = armies()
    found, winners = victory.verdict(there.field, {RED: red, BLUE: 0}, [])
    assert (found, winners) == (margin, () if margin == "draw" else (RED,))
    assert victory.verdict(there.field, {RED: 0, BLUE: 9}, [BLUE]) == ("decisive", (RED,))


@pytest.mark.clause("PS-VIC-05")
def test_the_last_turn_ends_it() -> None:
    there = armies(turns=3, turn=3).run(sequence.end_turn)
    assert there.state.outcome is not None
    assert there.state.outcome.reason == "last_turn"
    assert there.state.finished


@pytest.mark.clause("PS-VIC-01", "PS-VIC-07")
def test_each_kind_of_condition() -> None:
    there = armies(
        unit("G", BLUE, 1, (60, 40, 180), base="field_gun", routing=True),
        unit("H", RED, 2, (40, 10, 0), base="hussar", entry="hussars"), objectives=[HILL],
    )  # fmt: skip
    there.change("objective:hill", holder=RED)
    turn = (
        ("fallen", BLUE, "army:blue_general"),
        ("loot_home", RED, "H"),
        ("loot_lost", BLUE, "G"),
        ("sacked", RED, "v"),
    )
    there.change("turn", happened=turn)

    def met(kind: str, **test: Any) -> list[str]:
        return victory.causes(there.field, RED, VictoryTest(kind, **test))

    assert met("enemy_units_lost", trait="artillery") == ["G"]
    assert met("own_units_lost", trait="artillery", at_most=0) == [""]
    assert met("own_units_intact", template="hussars", at_least=66) == [""]
    assert met("own_bases_lost", base="hussar", below=34) == [""]
    assert met("objectives_held", at_least=50) == [""]
    assert met("enemy_commander_killed", level="army") == ["blue_general"]
    assert met("enemy_commander_killed", level="brigade") == []
    assert met("loot_home") == ["H"]
    assert met("enemy_loot_unit_destroyed") == ["G"]
    assert met("sacked") == ["v"]
    assert met("enemy_lost", at_least=50) == []
    there.change("H", routing=True)
    assert met("own_units_intact", template="hussars", at_least=66) == []
    assert met("own_bases_lost", base="hussar", below=34) == []


@pytest.mark.clause("PS-VIC-07")
def test_each_counts_a_thing_once_and_once_counts_once() -> None:
    conditions = {
        RED: [condition("enemy_units_lost", "each", 2), condition("enemy_lost", "once", 3, at_least=1)],
    }
    there = armies(unit("C", BLUE, 1, (60, 40, 180), base="pike"), victory=conditions)
    there.change("C", routing=True).run(victory.score_turn).run(victory.score_turn)
    there.change("B", routing=True).run(victory.score_turn)
    assert victory.points(there.field, RED) == 2 + 2 + 3


# --- deployment ---


@pytest.mark.clause("PS-DEP-01", "PS-TURN-10")
def test_commands_are_placed_in_turn_in_the_zone_facing_the_enemy() -> None:
    there = scene(
        unit("R1", RED, 3, (0, 0, 0), status="waiting"), unit("R2", RED, 3, (0, 0, 0), status="waiting"),
        unit("B1", BLUE, 3, (0, 0, 0), status="waiting"),
        deploy={RED: (mil(10), 0, mil(40), mil(8)), BLUE: (mil(10), mil(40), mil(40), mil(48))},
    ).run(deployment.deploy)  # fmt: skip
    assert there.question.about == ("red_general",)
    with pytest.raises(Refused, match="PS-DEP-01"):
        there.answer("place", "R1", mil(20), mil(8))
    with pytest.raises(Refused, match="PS-DEP-01"):
        there.answer("place", "R1", mil(20), mil(8), "R2", mil(20), mil(8))
    with pytest.raises(Refused, match="PS-DEP-01"):
        there.answer("place", "R1", mil(20), mil("8.1"), "R2", mil(30), mil(8))
    there.answer("place", "R1", mil(20), mil(8), "R2", mil(30), mil(8))
    assert there.unit("R1").bases[0].heading == 0
    there.answer("auto")
    assert there.unit("B1").bases[0].heading == 1800
    assert there.unit("B1").status == "ready"
    assert there.asked == []


@pytest.mark.clause("PS-DEP-02", "PS-TURN-02")
def test_reinforcements_come_on_slide_or_wait() -> None:
    late = unit("L", RED, 3, (20, 5, 0), turn=2, status="waiting", shown=False)
    there = armies(
        late, commanders=[commander("C", RED, (20, 3), turn=2, status="waiting", under="red_general")]
    )
    there.run(sequence.begin_turn, dice=(1, 1, 1))
    assert there.unit("L").status == "ready"
    assert there.commander("C").status == "ready"
    taken = armies(late, unit("S", RED, 3, (21, 5, 0))).run(sequence.begin_turn, dice=(1, 1))
    assert taken.unit("L").bases[0].x == mil(18) - mil(5)
    wall = [unit(f"W{i}", RED, 8, (8 + 16 * i, 5, 0)) for i in range(4)]
    full = armies(late, *wall).run(sequence.begin_turn, dice=(1, 1))
    assert full.unit("L").status == "waiting"
    assert full.heard(Reinforcement)[0].waits


# --- who sees what ---


@pytest.mark.clause("PS-FOG-01", "PS-FOG-02", "PS-FOG-03")
def test_orders_and_profiles_are_for_ones_own_side() -> None:
    def worlds(**options: Any) -> list[bytes]:
        seen = []
        for flag, profile in ((Flag("attack", 1, 1), "able"), (Flag("hold", 9, 9), "wavering")):
            there = armies(
                commanders=[commander("C", RED, (30, 10), under="red_general")], options=options
            ).change("C", order=flag, profile=profile)  # fmt: skip
            seen.append(encode(there.view(BLUE)))
        return seen

    first, second = worlds(commander_profiles="random")
    assert first == second
    first, second = worlds(commander_profiles="random", fog="open")
    assert first != second
    there = armies(commanders=[commander("C", RED, (30, 10), under="red_general")]).change(
        "C", order=Flag("hold", 1, 1)
    )
    for seat in (RED, UMPIRE):
        assert there.view(seat).field.commander("C").order == Flag("hold", 1, 1)


@pytest.mark.clause("PS-FOG-02")
def test_a_profile_is_shown_when_it_is_first_used() -> None:
    there = armies(options={"commander_profiles": "random"}).change("red_general", profile="able")
    assert there.view(BLUE).field.commander("red_general").profile == ""
    battle = there.draft()
    command.begin_activation(battle, "red_general")
    there._take(battle.state(), battle.told, battle.rolled)
    assert there.view(BLUE).field.commander("red_general").profile == "able"


@pytest.mark.clause("PS-FOG-02")
def test_secret_objectives_are_hidden_until_they_score() -> None:
    goals = {RED: [condition("enemy_lost", "once", 5, at_least=50)], BLUE: [condition("own_lost", below=50)]}
    there = armies(victory=goals, options={"objectives": "secret"})
    assert there.view(BLUE).setup.armies[RED].victory == ()
    assert len(there.view(BLUE).setup.armies[BLUE].victory) == 1
    assert len(armies(victory=goals).view(BLUE).setup.armies[RED].victory) == 1


@pytest.mark.clause("PS-FOG-01", "PS-FOG-03")
def test_in_full_fog_a_far_unseen_unit_is_hidden_until_it_moves_or_is_seen() -> None:
    there = scene(
        unit("R", RED, 3, (20, 10, 180)), unit("B", BLUE, 3, (50, 40, 0)), options={"fog": "full"}
    ).run(deployment.hide_unseen)
    assert not there.unit("B").shown
    view = there.view(RED)
    assert "B" not in view.setup.sheets
    assert all(piece.id != "B" for piece in view.pieces)
    assert all(piece.id != "blue_general" for piece in view.pieces)
    assert b'"B"' not in encode(view)
    battle = there.draft()
    battle.change("B", mode="move", mp=1)
    steps.advance(battle, "B", 1000, "advance")
    there._take(battle.state(), battle.told, battle.rolled)
    assert there.unit("B").shown
    near = scene(unit("R", RED, 3, (20, 10, 180)), unit("B", BLUE, 3, (20, 18, 0)), options={"fog": "full"})
    assert standing.is_seen_by(near.field, near.unit("B"), near.unit("R"))


@pytest.mark.clause("PS-FOG-03")
def test_of_a_hidden_unit_only_its_own_side_hears() -> None:
    there = armies(options={"fog": "full"}).change("B", shown=False, dp=2)
    from grognard.rulebooks.pike_and_shot import impulses

    there.run(impulses.restore, "B")
    assert there.told
    assert all(told.heard_by(RED) is None for told in there.told)
    assert all(told.heard_by(BLUE) is not None for told in there.told)


def test_an_imagined_position_is_a_whole_one() -> None:
    there = armies(
        commanders=[commander("C", RED, (30, 10), under="red_general")], options={"commander_profiles": "random"}
    ).change("C", order=Flag("hold", 1, 1))  # fmt: skip
    view = there.view(BLUE)
    state = imagine(view.setup, view, random.Random(1))
    assert [piece.id for piece in state.pieces] == [piece.id for piece in there.state.pieces]
    post = state.piece("C")
    assert isinstance(post, Commander)
    assert post.order is not None
    assert BOOK.imagine(view.setup, view, random.Random(1)) == state
