"""Turns: all at once, in the order of steps, whoever answers first; ends of steps and turns."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core import engine
from grognard.core.dice import Fast
from grognard.core.state import UMPIRE, Order, State
from grognard.rulebooks.fantasy import sequence, upkeep
from grognard.rulebooks.fantasy.events import (
    BattleOpened,
    PhaseBegan,
    SpellEnded,
    SpellsLearnt,
    StandardLost,
    Struck,
    TurnStarted,
    UnitLost,
)
from grognard.rulebooks.fantasy.model import SpellInForce, Thing, UnitOrder
from grognard.space.pose import thousandths
from tests.rulebooks.fantasy.scenes import BOOK, Scene, contact, draft, hero, setup_of, shuffled, told, unit

SPEARS = unit("c1", "spearmen", 20, (20, 10), standard=True)
BOWS = unit("c2", "archers", 20, (34, 8))
KNIGHTS = unit("c3", "knights", 10, (48, 8))
ORCS = unit("h1", "orcs", 20, (20, 24), 180)
TROLLS = unit("h2", "trolls", 6, (34, 22), 180)
WOLVES = unit("h3", "wolf_riders", 10, (48, 24), 180)
ALL = (SPEARS, BOWS, KNIGHTS, ORCS, TROLLS, WOLVES)
ORDERS: dict[str, tuple[Order, ...]] = {
    "c1": (("hold",), ("attack", "target", "h1"), ("march", "fwd", 8000), ("retreat",)),
    "c2": (("stand_and_shoot",), ("hold", "if_charged", "retreat"), ("march", "fwd", 6000)),
    "c3": (("attack", "target", "h3"), ("attack", "target", "h2"), ("march", "fwd", 16000)),
    "h1": (("attack", "target", "c1"), ("march", "fwd", 8000), ("hold",)),
    "h2": (("attack", "target", "c2"), ("move", "fwd", 5000)),
    "h3": (
        ("attack", "target", "c3"),
        ("march", "wheel", 300, "fwd", 5000),
        ("hold", "if_charged", "retreat"),
    ),
}


@cache
def begun() -> Scene:
    return Scene(setup_of(ALL))


def played(choices: dict[str, Order], order: list[str], seed: int) -> tuple[State[Thing], list[Any]]:
    """A turn in which the seats answer in this order."""
    first = begun()
    state, heard = first.state, []
    for who in order:
        (question,) = (one for one in state.questions if one.about == (who,))
        checked = engine.check(BOOK, first.setup, state, question.seat, question.id, choices[who])
        step = engine.answer(BOOK, first.setup, state, {question.id: checked}, Fast(seed))
        state = step.state
        heard += [[one.heard_by(seat) for seat in ("c", "h", UMPIRE)] for one in step.told]
    return state, heard


@pytest.mark.clause("FA-GEN-03", "FA-GEN-04", "FA-GEN-06", "FA-GEN-11")
@settings(max_examples=25, deadline=None)
@given(
    st.fixed_dictionaries({who: st.sampled_from(rows) for who, rows in ORDERS.items()}), st.integers(0, 99)
)
def test_a_turn_is_the_same_whoever_answers_first(choices: dict[str, Order], seed: int) -> None:
    order = sorted(choices)
    state, heard = played(choices, order, seed)
    again, same = played(choices, shuffled(order, seed), seed)
    assert again == state
    assert again.digest() == state.digest()
    assert same == heard
    assert heard


@pytest.mark.clause("FA-GEN-03")
def test_the_phases_follow_each_other() -> None:
    one = Scene(setup_of(ALL))
    one.rest()
    assert one.heard(PhaseBegan) == [PhaseBegan("A"), PhaseBegan("B"), PhaseBegan("C")]
    assert one.heard(TurnStarted) == [TurnStarted(1), TurnStarted(2)]
    assert one.field.turn.number == 2
    assert all(unit.order is None and unit.motion is None for unit in one.field.units)


@pytest.mark.clause("FA-GEN-04", "FA-GEN-11")
def test_melees_know_nothing_of_each_other() -> None:
    """Dice are thrown by melee id; the result of one doesn't depend on whether the other is fought."""
    near = replace(ORCS, y=SPEARS.y, x=SPEARS.x)
    other = replace(WOLVES, x=KNIGHTS.x, y=KNIGHTS.y)
    both = setup_of((SPEARS, KNIGHTS, near, other))
    battle = draft(both, contact(SPEARS, near), contact(KNIGHTS, other))
    sequence.a1(battle)
    ids = [call[1][0] for call in battle._next if call[0] == sequence.a3.name]
    assert ids == ["melee:c1", "melee:c3"]


@pytest.mark.clause("FA-MAG-03")
def test_only_his_own_side_hears_what_a_wizard_has_learnt() -> None:
    mage = hero("magus", "mage", BOWS, level=2, path="flame", rank="wizard")
    one = Scene(setup_of(ALL, [mage]))
    assert len(one.heard(SpellsLearnt, "c")) == 1
    assert one.heard(SpellsLearnt, "h") == []


@pytest.mark.clause("FA-GEN-05")
def test_what_the_game_master_changed_in_profiles_is_kept_for_him_alone() -> None:
    setup = replace(setup_of(ALL), changes=(("orcs", "T", "4", "5"),))
    one = Scene(setup)
    assert one.heard(BattleOpened) == [BattleOpened("scene", (("orcs", "T", "4", "5"),))]
    assert one.heard(BattleOpened, "h") == [BattleOpened("scene")]


# --- ends of steps and turns ---


@pytest.mark.clause("FA-GEN-08", "FA-CMD-05")
def test_a_unit_with_nobody_left_is_removed_with_its_contacts_and_spells() -> None:
    dead = replace(SPEARS, models=0)
    near = replace(ORCS, y=SPEARS.y)
    spell = SpellInForce("spell_1", "faith_5", "c", "c", "c1", fresh=False)
    battle = draft(setup_of((dead, near)), contact(dead, near), spell)
    upkeep.sweep(battle)
    assert battle.unit("c1").status == "destroyed"
    assert battle.field.contacts == []
    assert battle.field.spells == []
    assert told(battle, UnitLost) == [UnitLost("c1", "destroyed")]
    assert told(battle, SpellEnded) == [SpellEnded("spell_1", "faith_5", "c1", "target_gone")]
    assert told(battle, StandardLost) == [StandardLost("c1", "")]


@pytest.mark.clause("FA-GEN-08", "FA-CMD-01")
def test_a_character_stays_as_a_unit_of_one_model() -> None:
    dead = replace(SPEARS, models=0)
    battle = draft(setup_of((dead, ORCS), [hero("cap", "captain", dead)]))
    upkeep.sweep(battle)
    lone = battle.unit("c1")
    assert lone.status == "ready"
    assert (lone.width, lone.depth) == SPEARS.base
    alone = battle.field.alone("c1")
    assert alone is not None
    assert alone.id == "cap"


@pytest.mark.clause("FA-WM-02")
def test_a_machine_without_a_crew_is_lost() -> None:
    gun = replace(unit("c9", "cannon", 3, (60, 10)), models=0)
    battle = draft(setup_of((gun, ORCS)))
    upkeep.sweep(battle)
    assert told(battle, UnitLost) == [UnitLost("c9", "crew")]


@pytest.mark.clause("FA-SPC-12")
def test_wounds_of_trolls_close_at_the_end_of_a_turn() -> None:
    battle = draft(setup_of((replace(TROLLS, pool=2, models=5), replace(unit("h9", "ogres", 6), pool=2))))
    upkeep.end_of_turn(battle)
    assert (battle.unit("h2").pool, battle.unit("h2").models) == (0, 5)
    assert battle.unit("h9").pool == 2


@pytest.mark.clause("FA-WM-05", "FA-WM-06", "FA-SPC-06", "FA-WM-03")
def test_counters_go_down() -> None:
    gun = unit("c9", "cannon", 3, (60, 10), reload=2, jammed=3, silenced=1)
    battle = draft(setup_of((gun, ORCS)))
    upkeep.end_of_turn(battle)
    assert (battle.unit("c9").reload, battle.unit("c9").jammed) == (1, 2)
    upkeep.unsilence(battle)
    assert battle.unit("c9").silenced == 0


@pytest.mark.clause("FA-CMD-03")
def test_a_seat_whose_commander_is_dead_goes_on_commanding() -> None:
    dead = replace(hero("lord", "general", SPEARS), wounds=0)
    one = Scene(setup_of(ALL, [dead]))
    assert one.question("c1").seat == "c"


@pytest.mark.clause("FA-GEN-01")
def test_metres_are_cells_divided_by_one_and_a_half() -> None:
    assert Scene(setup_of(ALL)).setup.tables.missile["long_bow"].range == thousandths(100 / 1.5)


@pytest.mark.clause("FA-MEL-01", "FA-GEN-03")
def test_contacts_of_the_start_of_the_turn_are_fought_before_anybody_moves() -> None:
    near = replace(ORCS, x=SPEARS.x, y=SPEARS.y)
    setup = setup_of((replace(SPEARS, order=UnitOrder("hold")), near))
    battle = draft(setup, contact(SPEARS, near))
    battle.agenda = [(sequence.phase_a.name, ())]
    battle.run(calls=40)
    assert {one.unit for one in told(battle, Struck)} == {"c1", "h1"}
