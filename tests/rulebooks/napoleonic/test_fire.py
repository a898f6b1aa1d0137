"""Steps 2.1 to 2.4: who may fire, all dice before any effect, marks, places, routs by fire."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.rulebooks.napoleonic import aiming, fire
from grognard.rulebooks.napoleonic.aiming import Aim
from grognard.rulebooks.napoleonic.events import (
    BridgeDestroyed,
    BuildingBurning,
    GunSilenced,
    PersonHit,
    Routed,
    SkirmishFire,
    UnitStopped,
    WorkDestroyed,
)
from grognard.rulebooks.napoleonic.events import Shot as Fired
from grognard.rulebooks.napoleonic.model import FRAY, Ledger, Shot
from tests.rulebooks.napoleonic.scenes import BLUE, RED, Scene, Spec, box, ground, gun, man, scene, unit


def field_of_fire(*more: Spec, **setting: Any) -> Scene:
    return scene(
        gun("g", RED, (6, 6, 0)),
        unit("b", BLUE, (6, 6.8, 180)),
        *more,
        **{"generals": False, "phase": "fire", **setting},
    )


@pytest.fixture
def aims(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, str], Aim]:
    """What guns aim at, as a test says it: (gun, target) -> aim; the rest is full canister."""
    known: dict[tuple[str, str], Aim] = {}

    def aim(field: Any, gun: Any, target: str, ammunition: Any, pivot: int) -> Aim:
        return known.get((gun.id, target), Aim(target, ammunition, pivot, 700, "full"))

    monkeypatch.setattr(aiming, "aim", aim)
    return known


def shoot(made: Scene, dice: tuple[int, ...], fate: tuple[int, ...] = (), **orders: tuple[Any, ...]) -> Scene:
    """Steps 2.2 to 2.4 after these declarations."""
    for one, order in orders.items():
        made.change(one, declared=order)
    made.run(fire.fire_dice, dice=dice)
    return after(made, fate)


def after(made: Scene, fate: tuple[int, ...] = ()) -> Scene:
    made.run(fire.fire_results, dice=fate)
    return made.run(fire.fire_routs)


def stops(made: Scene, count: int) -> Scene:
    """So many full canister sixes at ``b``, from as many guns."""
    shots = tuple(Shot("g", "b", "canister", "full", (6,), 0, stopped=True) for _ in range(count))
    made.change(FRAY, shots=shots)
    return after(made)


# --- who may -----------------------------------------------------------------------------------------


@pytest.mark.clause("NA-ART-10", "NA-ART-15", "NA-TROPH-02", "NA-ROUT-09")
@pytest.mark.parametrize(
    ("now", "may"),
    [
        ({}, True),
        ({"silenced": 2}, True),
        ({"silenced": 3}, False),
        ({"crew": 0}, False),
        ({"owner": BLUE}, False),
        ({"standing": "fleeing"}, False),
        ({"standing": "rallied"}, False),
    ],
)
def test_which_gun_may_fire(now: dict[str, Any], may: bool) -> None:
    made = field_of_fire(turn=3).change("g", **now)
    assert fire.may_fire(made.field, made.gun("g")) == may


@pytest.mark.clause("NA-SKIR-03", "NA-PURS-02")
@pytest.mark.parametrize(
    ("now", "may"),
    [({}, True), ({"kind": "line"}, False), ({"pursued": 2}, False), ({"standing": "fleeing"}, False)],
)
def test_which_skirmishers_may_fire(now: dict[str, Any], may: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aiming, "skirmish_aims", lambda field, unit: (("b",), ()))
    made = field_of_fire(unit("s", RED, (6, 6.2, 0), 2, kind="open_order"), turn=3).change("s", **now)
    assert fire.may_skirmish(made.field, made.unit("s")) == may
    monkeypatch.setattr(aiming, "skirmish_aims", lambda field, unit: ((), ()))
    assert not fire.may_skirmish(made.field, made.unit("s"))


# --- shots -------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-ART-06", "NA-ART-17", "NA-CAS-06", "NA-ART-03")
@pytest.mark.usefixtures("aims")
def test_a_full_canister_six_takes_three_and_stops() -> None:
    made = shoot(field_of_fire(), (6,), g=("canister", "b", 0))
    hit = made.unit("b")
    assert (hit.figures, hit.ledger, hit.stopped, hit.stops, hit.standing) == (
        7,
        Ledger(fire=3),
        1,
        1,
        "ready",
    )
    assert made.heard(Fired) == [Fired("g", "b", 6, "full", 6, 3, ("stopped",), "canister")]
    assert made.heard(UnitStopped) == [UnitStopped("b", 1, 1)]


@pytest.mark.clause("NA-ART-06", "NA-ART-10")
def test_a_half_shot_with_a_six_silences_a_gun(aims: dict[tuple[str, str], Aim]) -> None:
    """Worked example 8."""
    aims["g", "e"] = Aim("e", "canister", 300, 700, "half")
    made = shoot(field_of_fire(gun("e", BLUE, (6.8, 6.8, 180))), (6,), g=("canister", "e", 300))
    lost = made.gun("e")
    assert (lost.crew, lost.silenced, lost.silenced_in, lost.ledger) == (4, 2, 1, Ledger(fire=1))
    assert made.heard(GunSilenced) == [GunSilenced("e", 2, 1)]
    assert made.heard(Fired)[0].row == 3


@pytest.mark.clause("NA-ART-05")
def test_a_gun_turns_about_its_muzzle_and_keeps_its_facing(aims: dict[tuple[str, str], Aim]) -> None:
    aims["g", "b"] = Aim("b", "canister", 200, 700, "minus_one")
    made = field_of_fire()
    before = made.gun("g").muzzle
    shoot(made, (1,), g=("canister", "b", 200))
    assert made.gun("g").heading == 200
    assert all(abs(one - two) <= 1 for one, two in zip(made.gun("g").muzzle, before, strict=True))


@pytest.mark.clause("NA-SEQ-04", "NA-SEQ-05", "NA-ART-10")
@pytest.mark.usefixtures("aims")
def test_a_gun_that_is_silenced_has_still_fired() -> None:
    made = field_of_fire(gun("e", BLUE, (6.8, 6.8, 180)), gun("f", RED, (7, 6, 0)))
    shoot(made, (6, 5, 6), g=("canister", "e", 0), e=("canister", "f", 0), f=("canister", "e", 0))
    assert [one.gun for one in made.heard(Fired)] == ["f", "g", "e"]
    assert (made.gun("e").silenced, made.gun("f").silenced) == (2, 2)
    assert made.gun("e").crew == 1


@pytest.mark.clause("NA-SKIR-03", "NA-CAS-06")
def test_each_skirmisher_in_range_throws_a_die_at_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    near = (("b",), ("b", "c"), (), ("b", "c"))
    monkeypatch.setattr(aiming, "skirmish_aims", lambda field, unit: near)
    skirmishers = unit("s", RED, (6, 6.2, 0), 4, kind="open_order")
    made = field_of_fire(skirmishers, unit("c", BLUE, (7, 6.8, 180)))
    shoot(made, (6, 6, 2), s=("fire", "c"))
    assert made.heard(SkirmishFire) == [SkirmishFire("s", "b", (6,), 1), SkirmishFire("s", "c", (6, 2), 1)]
    assert (made.unit("b").ledger, made.unit("c").ledger) == (Ledger(skirmish=1), Ledger(skirmish=1))
    held = shoot(field_of_fire(skirmishers), (), s=("hold",))
    assert held.field.fray.shots == ()


@pytest.mark.clause("NA-FATE-01", "NA-FATE-03")
@pytest.mark.usefixtures("aims")
def test_every_six_calls_for_fate_of_those_still_there() -> None:
    other = gun("h", RED, (6.6, 6, 0))
    people = (man("boss", "b", BLUE), man("aide", "b", BLUE, post="aide", rank="field_officer"))
    made = field_of_fire(other, *people)
    shoot(made, (6, 6), (5, 6, 6), g=("canister", "b", 0), h=("canister", "b", 0))
    assert [(one.person, one.die, one.fate) for one in made.heard(PersonHit)] == [
        ("boss", 5, "shaken"), ("aide", 6, "shielded"), ("aide", 6, "shielded"),
    ]  # fmt: skip
    assert (made.person("boss").back, made.person("aide").present) == (3, True)


# --- places ------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-ART-12", "NA-ART-13", "NA-ART-14", "NA-FATE-05", "NA-OBS-13")
@pytest.mark.usefixtures("aims")
@pytest.mark.parametrize(
    ("kind", "event"),
    [("village", BuildingBurning), ("bridge", BridgeDestroyed), ("field_work", WorkDestroyed)],
)
def test_a_full_six_ruins_a_place_and_hurts_nobody(kind: str, event: Any) -> None:
    line = ground("t", kind, (5, 6.7), (7, 6.7)) if kind == "field_work" else box("t", kind, 5.8, 6.6, 6.4, 7)
    made = field_of_fire(man("boss", "b", BLUE), terrain=[line])
    shoot(made, (5,), g=("ball", "t", 0))
    assert not made.field.works.burning
    assert not made.field.works.destroyed
    shoot(made, (6,), g=("ball", "t", 0))
    marked = made.field.works.burning if kind == "village" else made.field.works.destroyed
    assert marked == ("t",)
    assert [one.place for one in made.heard(event)] == ["t"]
    assert made.unit("b").figures == 10
    assert made.heard(PersonHit) == []


@pytest.mark.clause("NA-ART-12", "NA-ART-13")
def test_a_weaker_shot_ruins_nothing(aims: dict[tuple[str, str], Aim]) -> None:
    aims["g", "t"] = Aim("t", "ball", 100, 700, "minus_one")
    made = shoot(field_of_fire(terrain=[box("t", "village", 5.8, 6.6, 6.4, 7)]), (6,), g=("ball", "t", 100))
    assert made.field.works.burning == ()


# --- routs -------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-ROUT-07", "NA-ROUT-19", "NA-ROUT-08")
def test_two_stops_in_a_turn_are_a_rout_without_an_overthrower() -> None:
    made = stops(field_of_fire(), 2)
    routed = made.unit("b")
    assert routed.rout is not None
    assert (routed.rout.way, routed.rout.overthrowers, routed.rout.by) == ("6", (), ("g", "g"))
    assert (routed.heading, routed.y) == (0, 8300)


@pytest.mark.clause("NA-ROUT-07", "NA-ART-17")
@pytest.mark.parametrize(("before", "flees"), [(1, True), (0, False)])
def test_one_stop_in_each_of_two_turns_is_a_rout(before: int, flees: bool) -> None:
    made = stops(field_of_fire().change("b", stopped_before=before), 1)
    assert (made.unit("b").standing == "fleeing") == flees


@pytest.mark.clause("NA-ART-11", "NA-ROUT-02", "NA-ART-18", "NA-ROUT-09")
@pytest.mark.usefixtures("aims")
@pytest.mark.parametrize(("before", "flees"), [(1, True), (0, False)])
def test_a_gun_silenced_in_two_turns_running_routs(before: int, flees: bool) -> None:
    enemy = gun("e", BLUE, (6, 6.8, 180), silenced_in=before)
    made = scene(gun("g", RED, (6, 6, 0)), enemy, generals=False, phase="fire", turn=2)
    shoot(made, (6,), g=("canister", "e", 0))
    assert (made.gun("e").standing == "fleeing") == flees
    assert made.gun("e").silenced_in == 2
    assert [(one.unit, one.way) for one in made.heard(Routed)] == ([("e", "2")] if flees else [])


@pytest.mark.clause("NA-ART-11", "NA-ART-15")
@pytest.mark.usefixtures("aims")
def test_two_sixes_in_one_turn_count_once_and_a_gun_without_gunners_stands() -> None:
    other = gun("h", RED, (6.6, 6, 0))
    made = scene(gun("g", RED, (6, 6, 0)), other, gun("e", BLUE, (6, 6.8, 180)), generals=False, phase="fire")
    shoot(made, (6, 6), g=("canister", "e", 0), h=("canister", "e", 0))
    assert (made.gun("e").standing, made.gun("e").crew) == ("ready", 1)
    made.change(FRAY, shots=())
    made.change("clock", turn=2)
    shoot(made, (6, 6), g=("canister", "e", 0), h=("canister", "e", 0))
    assert (made.gun("e").standing, made.gun("e").crew) == ("ready", 0)


@pytest.mark.clause("NA-ART-10")
@pytest.mark.usefixtures("aims")
@pytest.mark.parametrize(("turns", "until"), [(1, 3), (3, 5)])
def test_how_long_a_gun_is_silent_is_an_option(turns: int, until: int) -> None:
    options = {"silence_turns": turns}
    made = field_of_fire(gun("e", BLUE, (6.8, 6.8, 180)), turn=2, options=options)
    shoot(made, (6,), g=("canister", "e", 0))
    assert made.gun("e").silenced == until
