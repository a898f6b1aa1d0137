"""Step 3.7: guns and wagons taken and retaken, guns silenced twice running."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.rulebooks.napoleonic.events import GunCaptured, GunRetaken, PersonRefuge, PersonTaken
from tests.rulebooks.napoleonic.fights import SOUTH, fight, pursue, take_guns
from tests.rulebooks.napoleonic.scenes import BLUE, RED, Scene, Spec, gun, man, scene, unit, wagon


def overrun(*more: Spec, now: dict[str, Any] | None = None, **setting: Any) -> Scene:
    """Red ``a`` stands before the blue gun ``g``."""
    return scene(
        unit("a", RED, (6, 6, 0)),
        gun("g", BLUE, (6, 6.6, SOUTH), **(now or {})),
        *more,
        **{"generals": False, "phase": "combat", **setting},
    )


@pytest.mark.clause("NA-TROPH-01", "NA-TROPH-02", "NA-ART-19")
def test_a_struck_gun_without_cover_is_taken_and_its_crew_leaves() -> None:
    made = take_guns(fight(overrun(), (5,), a="g"))
    lost = made.gun("g")
    assert (lost.owner, lost.captured, lost.crew, lost.spare, lost.spare_from) == (RED, 1, 0, 4, 6)
    assert made.heard(GunCaptured) == [GunCaptured("g", "a", 5)]
    assert made.field.camp(RED).guns == 1


@pytest.mark.clause("NA-TROPH-02")
@pytest.mark.parametrize(("y", "standing", "taken"), [(7.3, "ready", False), (7.4, "ready", True)])
def test_a_friend_within_half_a_merka_saves_it(y: float, standing: str, taken: bool) -> None:
    made = take_guns(fight(overrun(unit("b", BLUE, (6, y, SOUTH), standing=standing)), (5,), a="g"))
    assert (made.gun("g").owner == RED) == taken


@pytest.mark.clause("NA-TROPH-02")
def test_nobody_takes_a_gun_by_walking_past() -> None:
    made = take_guns(fight(overrun(), ()))
    assert made.gun("g").owner == BLUE


@pytest.mark.clause("NA-TROPH-02")
def test_who_is_pushed_takes_nothing() -> None:
    made = overrun(unit("b", BLUE, (6.7, 6.1, 270)))
    take_guns(fight(made, (1, 4), a="g", b="a"))
    assert made.unit("a").pushed == 2
    assert made.gun("g").owner == BLUE


@pytest.mark.clause("NA-TROPH-02")
def test_of_several_captors_the_highest_die_takes_it() -> None:
    made = take_guns(fight(overrun(unit("c", RED, (6.5, 6, 0))), (2, 4), a="g", c="g"))
    assert [one.unit for one in made.heard(GunCaptured)] == ["c"]


@pytest.mark.clause("NA-TROPH-02", "NA-PURS-09", "NA-UNIT-06")
@pytest.mark.parametrize(("dice", "fate", "at"), [((4, 3), "captured", "g"), ((3, 3), "", "b")])
def test_persons_at_the_gun_throw_for_their_freedom(dice: tuple[int, int], fate: str, at: str) -> None:
    made = overrun(man("chief", "g", BLUE), unit("b", BLUE, (6, 8, SOUTH)))
    take_guns(fight(made, (5,), a="g"), dice)
    chief = made.person("chief")
    assert (chief.fate, chief.at) == (fate, at)
    assert [one.captured for one in made.heard(PersonTaken)] == [bool(fate)]
    assert [one.unit for one in made.heard(PersonRefuge)] == ([] if fate else ["b"])
    assert made.field.camp(RED).persons == int(bool(fate))


@pytest.mark.clause("NA-TROPH-02")
def test_who_escapes_and_finds_nobody_leaves_the_field() -> None:
    made = take_guns(fight(overrun(man("chief", "g", BLUE)), (5,), a="g"), (1, 6))
    assert made.person("chief").fate == "left"


@pytest.mark.clause("NA-TROPH-04")
def test_a_captured_gun_is_retaken_in_the_same_way() -> None:
    made = overrun(now={"owner": RED, "crew": 0}, turn=3)
    made.change("g", captured=2)
    made.change("side:red", guns=1)
    made.change("a", side=BLUE)
    take_guns(fight(made, (5,), a="g"))
    assert (made.gun("g").owner, made.gun("g").captured) == (BLUE, 0)
    assert made.heard(GunRetaken) == [GunRetaken("g", "a", 5)]
    assert (made.field.camp(RED).guns, made.field.camp(BLUE).guns) == (0, 0)


@pytest.mark.clause("NA-TROPH-01", "NA-TROPH-02")
def test_wagons_are_taken_like_guns() -> None:
    made = scene(unit("a", RED, (6, 6, 0)), wagon("w", BLUE, (6, 6.6, SOUTH)), generals=False, phase="combat")
    take_guns(fight(made, (2,), a="w"))
    assert made.field.camp(RED).wagons == 1
    assert made.field.wagons[0].owner == RED


@pytest.mark.clause("NA-ART-11", "NA-ROUT-02", "NA-ART-10", "NA-ROUT-19")
def test_a_gun_silenced_twice_running_by_close_combat_routs_and_is_not_taken() -> None:
    made = take_guns(fight(overrun(now={"silenced_in": 1}, turn=2), (6,), a="g"))
    lost = made.gun("g")
    assert (lost.standing, lost.silenced, lost.silenced_in, lost.owner) == ("fleeing", 3, 2, BLUE)
    assert lost.rout is not None
    assert (lost.rout.way, lost.rout.overthrowers, lost.rout.by) == ("2", (), ("a",))
    assert lost.y == 8100


@pytest.mark.clause("NA-ART-11")
def test_one_silencing_is_no_rout() -> None:
    made = take_guns(fight(overrun(turn=2), (6,), a="g"))
    assert (made.gun("g").standing, made.gun("g").silenced_in) == ("ready", 2)


# --- crews that defend themselves (option gun_defence) -----------------------------------------------

DEFEND = {"gun_defence": "crew_defends"}


@pytest.mark.clause("NA-ART-19", "NA-ROUT-01", "NA-ART-18", "NA-PURS-07")
def test_a_crew_that_is_overthrown_runs_with_its_gun_and_is_pursued() -> None:
    made = fight(overrun(options=DEFEND), (6, 1), a="g")
    lost = made.gun("g")
    assert (lost.standing, lost.y, lost.crew) == ("fleeing", 8100, 4)
    pursue(made, (2,), (5, 6), a="g")
    assert (made.gun("g").crew, made.field.camp(RED).prisoners) == (2, 1)
    take_guns(made)
    assert made.gun("g").owner == BLUE


@pytest.mark.clause("NA-ART-19", "NA-TROPH-02", "NA-CC-20")
@pytest.mark.parametrize(("dice", "owner"), [((3, 3), RED), ((1, 6), BLUE), ((5, 3), RED)])
def test_a_crew_saves_its_gun_by_pushing_the_striker(dice: tuple[int, int], owner: str) -> None:
    """Missing one gunner the crew has -1; there are no firefights with guns."""
    made = take_guns(fight(overrun(options=DEFEND), dice, a="g"))
    assert made.gun("g").owner == owner
    assert not made.unit("a").locks
