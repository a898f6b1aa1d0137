"""Figures and persons lost, and units that are no more."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.rulebooks.napoleonic.casualties import bury, fates, lose, recruits_left, seek_refuge, unlock
from grognard.rulebooks.napoleonic.events import Destroyed, Losses, PersonHit, PersonRefuge
from grognard.rulebooks.napoleonic.fighting_value import half_recruits
from grognard.rulebooks.napoleonic.model import Capture, Ledger, Lock
from tests.rulebooks.napoleonic.fights import facing, fight
from tests.rulebooks.napoleonic.scenes import BLUE, RED, Scene, gun, man, scene, unit

# --- figures -----------------------------------------------------------------------------------------


@pytest.mark.clause("NA-CAS-05", "NA-CAS-06", "NA-CMD-09")
def test_losses_are_entered_by_cause_and_never_more_than_are_there() -> None:
    made = facing({"figures": 3})
    made.do(lambda battle: (lose(battle, "a", 2, "fire"), lose(battle, "a", 4, "combat")))
    assert (made.unit("a").figures, made.unit("a").ledger) == (0, Ledger(fire=2, combat=1))
    assert made.heard(Losses) == [Losses("a", "fire", 2, 1), Losses("a", "combat", 1, 0)]
    assert made.unit("a").pressed == 1


@pytest.mark.clause("NA-CAS-06", "NA-PURS-07")
def test_gunners_and_prisoners() -> None:
    made = scene(gun("g", RED), generals=False)
    made.do(lambda battle: lose(battle, "g", 2, "prisoners"))
    assert (made.gun("g").crew, made.gun("g").ledger) == (3, Ledger(prisoners=2))
    assert made.heard(Losses) == []
    made.do(lambda battle: lose(battle, "g", 0, "fire"))
    assert made.gun("g").ledger == Ledger(prisoners=2)


@pytest.mark.clause("NA-CAMP-02", "NA-MOD-03")
@given(st.integers(1, 30), st.data())
def test_losses_don_t_change_whether_half_are_recruits(figures: int, data: st.DataObject) -> None:
    recruits = data.draw(st.integers(0, figures))
    left = data.draw(st.integers(1, figures))
    after = recruits_left(recruits, figures, left)
    assert 0 <= after <= left
    assert half_recruits(after, left) == half_recruits(recruits, figures)


# --- persons -----------------------------------------------------------------------------------------


@pytest.mark.clause("NA-FATE-01", "NA-FATE-02", "NA-CMD-13", "NA-OOB-04")
@pytest.mark.parametrize(
    ("die", "fate", "back"),
    [
        (1, "killed", 0),
        (2, "badly_wounded", 0),
        (3, "wounded", 0),
        (4, "lightly_wounded", 0),
        (5, "shaken", 3),
        (6, "", 0),
    ],
)
def test_fate(die: int, fate: str, back: int) -> None:
    """Worked example 25 among them."""
    made = facing({}, {}, man("boss", "a", RED))
    made.do(lambda battle: fates(battle, ["a"]), die)
    assert (made.person("boss").fate, made.person("boss").back) == (fate, back)
    assert made.heard(PersonHit)[0].turn == back


@pytest.mark.clause("NA-FATE-01", "NA-FATE-03", "NA-SEQ-05")
def test_dice_fall_by_units_then_from_the_highest_rank_down() -> None:
    people = (
        man("aide", "b", BLUE, post="aide", rank="field_officer"),
        man("boss", "b", BLUE, rank="lieutenant_general"),
        man("staff", "b", BLUE, post="chief_of_staff", rank="major_general"),
        man("red", "a", RED),
    )
    made = facing({}, {}, *people)
    made.do(lambda battle: fates(battle, ["b", "a", "b"]), 6, 5, 6, 6, 6, 6)
    assert [one.person for one in made.heard(PersonHit)] == ["red", "boss", "staff", "aide", "staff", "aide"]


# --- units that are no more --------------------------------------------------------------------------


def gone(made: Scene, name: str) -> Scene:
    made.change(name, figures=0)
    return made.do(bury)


@pytest.mark.clause("NA-UNIT-06")
def test_destroyed_by_fire_the_colours_are_saved() -> None:
    made = gone(facing(phase="fire"), "b")
    assert (made.unit("b").standing, made.unit("b").colours) == ("destroyed", 1)
    assert made.heard(Destroyed) == [Destroyed("b")]


@pytest.mark.clause("NA-UNIT-06", "NA-TROPH-01")
def test_destroyed_in_close_combat_they_go_to_the_lowest_id_of_those_who_hit_it() -> None:
    strong = {"status": "old_guard", "figures": 3, "colours": 2}
    made = facing({}, strong, unit("c", RED, (6.5, 6.1, 0)), unit("d", RED, (5.5, 6.1, 0)))
    fight(made, (1, 6, 6, 6), a="b", c="b", d="b", b="a")
    assert made.heard(Destroyed) == [Destroyed("b", "c", 2)]
    camp = made.field.camp(RED)
    assert (camp.colours, camp.captures) == (2, (Capture("c", "b", 1, colours=2),))


@pytest.mark.clause("NA-UNIT-06", "NA-OOB-04")
def test_a_person_without_a_unit_goes_to_the_nearest_friends() -> None:
    friends = (unit("near", BLUE, (6, 8, 180)), gun("far", BLUE, (6, 9, 180)))
    made = gone(facing({}, {}, man("boss", "b", BLUE), *friends), "b")
    assert made.person("boss").at == "near"
    assert made.heard(PersonRefuge) == [PersonRefuge("boss", "near")]


@pytest.mark.clause("NA-UNIT-06", "NA-TROPH-01", "NA-CMD-11")
def test_without_friends_near_he_is_taken_or_leaves() -> None:
    fleeing = unit("near", BLUE, (6, 8, 180), standing="fleeing")
    made = gone(facing({}, {}, man("boss", "b", BLUE), fleeing), "b")
    assert (made.person("boss").fate, made.field.camp(RED).persons) == ("captured", 1)
    assert made.field.formation("blue_div").commander == ""
    made = gone(facing({}, {}, man("boss", "b", BLUE), apart=2), "b")
    assert (made.person("boss").fate, made.field.camp(RED).persons) == ("left", 0)


@pytest.mark.clause("NA-UNIT-06")
def test_routers_are_buried_only_after_their_pursuit() -> None:
    made = facing({}, {"standing": "fleeing"}).change("b", figures=0)
    made.do(lambda battle: bury(battle, routed=False))
    assert made.unit("b").standing == "fleeing"
    made.do(bury)
    assert (made.unit("b").standing, made.unit("b").colours) == ("destroyed", 1)


@pytest.mark.clause("NA-UNIT-06", "NA-TROPH-02")
def test_who_was_not_hunted_down_leaves_the_field() -> None:
    made = facing({}, {}, man("boss", "b", BLUE))
    made.do(lambda battle: seek_refuge(battle, battle.person("boss"), battle.body("b"), hunted=False))
    assert made.person("boss").fate == "left"


@pytest.mark.clause("NA-CC-21")
def test_one_of_several_firefights_may_end_alone() -> None:
    locks = {"locks": (Lock("b", 1), Lock("c", 1))}
    made = facing(locks, {"locks": (Lock("a", 1),)}, unit("c", BLUE, (6.5, 6.6, 180), locks=(Lock("a", 1),)))
    made.do(lambda battle: unlock(battle, "a", "withdrawal", "c"))
    assert (made.unit("a").locks, made.unit("c").locks) == ((Lock("b", 1),), ())
