"""Chapter Phase 1: artefacts."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grognard.core.errors import Refused
from grognard.rulebooks.feudal.conditions import heal_amount
from grognard.rulebooks.feudal.events import ArtefactPassed, ArtefactUsed
from grognard.rulebooks.feudal.model import InForce
from tests.rulebooks.feudal.scenes import Played, Spec, army, play, scene

FOE = army("foe", side="blue")
GREEN = army("third", side="green")


def conditions(done: Played, army_id: str = "") -> list[str]:
    where = done.army(army_id) if army_id else done.field
    return [one.id for one in where.conditions]


def used(artefact: str, order: str, *armies: Spec, field: Sequence[str] = ()) -> Played:
    """Red uses its artefact once in round 1."""
    here = scene(*(armies or (army("a"), FOE)), at="tactical", field=field, artefacts={"red": [artefact]})
    return play(here, {"artefact:red": [f"use {artefact} {order}".strip()]}, until="1.ranged.1")


# --- the window ------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-ART-01")
def test_an_artefact_is_used_in_phase_1_only_and_acts_at_once() -> None:
    here = scene(army("a"), FOE, at="tactical", artefacts={"red": ["walls", "dry_path"]})
    asked = play(here, until="artefact")
    after = play(asked, {"artefact:red": ["use walls a"]}, until="1.ranged.1")
    assert conditions(after, "a") == ["magic_wall"]
    later = play(after, until="1.melee.2")
    assert {turn for turn, one in later.asked if one.startswith("artefact")} == {"1.tactical"}


@pytest.mark.clause("FE-ART-01")
def test_an_artefact_belongs_to_a_seat() -> None:
    asked = play(
        scene(army("a"), FOE, artefacts={"red": ["walls"], "blue": ["dread_mask"]}), until="artefact"
    )
    with pytest.raises(Refused, match=r"this seat has no artefact 'dread_mask'; it has: walls \(FE-ART-01\)"):
        asked.check("artefact", "use dread_mask foe")


def order_of_seats(number: int) -> list[str]:
    """Seats in the order of their turns, each passing."""
    artefacts = {seat: ["walls"] for seat in ("red", "blue", "green")}
    here = scene(army("a"), FOE, GREEN, at="tactical", round=number, artefacts=artefacts)
    done = play(here, dice={"sky_drift": 10}, until=f"{number}.ranged.1")
    return [one.removeprefix("artefact:") for _, one in done.asked if one.startswith("artefact")]


@pytest.mark.clause("FE-ART-02")
@pytest.mark.parametrize(
    ("number", "order"),
    [
        (1, ["red", "blue", "green"]),
        (2, ["blue", "green", "red"]),
        (3, ["green", "red", "blue"]),
        (4, ["red", "blue", "green"]),
        (5, ["blue", "green", "red"]),
    ],
)
def test_the_window_begins_with_another_seat_each_round(number: int, order: list[str]) -> None:
    """Seat ((round - 1) mod seats) + 1, then in scenario order."""
    assert order_of_seats(number) == order


@pytest.mark.clause("FE-ART-02")
def test_it_ends_when_every_seat_has_passed_in_unbroken_succession() -> None:
    """Red passes, blue uses, green passes, red answers; then all three pass."""
    artefacts = {"red": ["weather_clear"], "blue": ["weather_rain"], "green": ["walls"]}
    here = scene(army("a"), FOE, GREEN, at="tactical", field=["rain"], artefacts=artefacts)
    orders = {"artefact:red": ["pass", "use weather_clear"], "artefact:blue": ["use weather_rain"]}
    done = play(here, orders, until="1.ranged.1")
    told = [one.versions[0][0] for one in done.told]
    turns = [
        (one.seat, isinstance(one, ArtefactUsed))
        for one in told
        if isinstance(one, (ArtefactUsed, ArtefactPassed))
    ]
    assert turns == [
        ("red", False),
        ("blue", True),
        ("green", False),
        ("red", True),
        ("blue", False),
        ("green", False),
        ("red", False),
    ]


@pytest.mark.clause("FE-ART-02")
def test_an_effect_can_always_be_answered() -> None:
    """A seat out of charges counts as passing; the one before it gets another turn."""
    artefacts = {"red": ["night_veil"], "blue": ["sun_disc"]}
    here = scene(army("a"), FOE, at="tactical", artefacts=artefacts)
    orders = {"artefact:red": ["use night_veil"], "artefact:blue": ["use sun_disc"]}
    assert conditions(play(here, orders, until="1.ranged.1")) == ["day"]


# --- charges ---------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-ART-03")
def test_each_use_takes_one_charge_of_the_battle() -> None:
    """The shell of calm has two: one is left, in round 2 as well."""
    here = scene(army("a"), FOE, at="tactical", field=["wind"], artefacts={"red": ["calm_shell"]})
    first = play(here, {"artefact:red": ["use calm_shell"]}, until="1.ranged.1")
    assert first.lord("red").artefacts == (("calm_shell", 1),)
    assert first.heard(ArtefactUsed)[0].left == 1
    second = play(first, {"parting": "yes"}, dice={"sky_drift": 10}, until="2.ranged.1")
    assert second.lord("red").artefacts == (("calm_shell", 1),)


@pytest.mark.clause("FE-ART-03")
def test_without_charges_it_is_not_offered() -> None:
    armies = (army("a"), FOE)
    here = scene(*armies, at="tactical", artefacts={"red": ["walls", "weather_rain"], "blue": ["dread_mask"]})
    asked = play(here, {"artefact:red": ["use walls a"]}, until="artefact:blue")
    again = play(asked, {"artefact:blue": "pass"}, until="artefact:red")
    assert again.options("artefact:red") == ["pass", "use weather_rain"]
    with pytest.raises(Refused, match=r"artefact 'walls' has no charges left \(FE-ART-03\)"):
        again.check("artefact:red", "use walls a")


@pytest.mark.clause("FE-ART-03")
def test_two_of_a_kind_have_their_charges_together() -> None:
    here = scene(army("a"), FOE, artefacts={"red": ["walls", "walls"]})
    assert play(here, until="artefact").lord("red").artefacts == (("walls", 2),)


# --- what they do ----------------------------------------------------------------------------------------


@pytest.mark.clause("FE-ART-04", "FE-ART-06")
@pytest.mark.parametrize(
    ("artefact", "before", "after"),
    [
        ("weather_clear", ["downpour", "dusk"], ["dusk", "clear"]),
        ("weather_rain", ["clear", "dusk"], ["dusk", "downpour"]),
        ("weather_winter", ["rain"], ["snow"]),
        ("fog_horn", ["rain", "wind"], ["rain", "fog"]),
        ("wind_sack", ["fog"], ["wind"]),
        ("calm_shell", ["rain", "gale"], ["rain"]),
        ("sun_disc", ["night"], ["day"]),
        ("night_veil", ["rain"], ["rain", "night"]),
    ],
)
def test_artefacts_of_the_field(artefact: str, before: list[str], after: list[str]) -> None:
    done = used(artefact, "", field=before)
    assert conditions(done) == after


@pytest.mark.clause("FE-ART-05")
def test_walls() -> None:
    """+1 Defence for one chosen army of the user's side, on top of natural works, until the battle ends."""
    fort = army("c", seat="ally", conditions=["palisade"])
    done = used("walls", "c", army("a"), fort, FOE)
    assert conditions(done, "c") == ["palisade", "magic_wall"]
    assert conditions(play(done, {"parting": "yes"}, until="2.ranged.1"), "c") == ["palisade", "magic_wall"]
    walled = army("c", conditions=["palisade", "magic_wall"])
    assert scene(walled, FOE, at="melee 1").figures("foe", "c").goal == 15 + 3 + 1
    assert scene(walled, FOE, at="ranged 1").figures("foe", "c").goal == 15 + 3 + 1


@pytest.mark.clause("FE-ART-06")
@pytest.mark.parametrize(
    ("artefact", "target", "before", "after"),
    [
        ("wall_breaker", "foe", ["palisade", "magic_wall", "mud"], ["mud"]),
        ("dry_path", "a", ["swamp", "weary"], ["weary"]),
        ("mire_jar", "foe", ["wood"], ["swamp"]),
        ("heart_banner", "a", ["weary"], ["weary", "inspired"]),
        ("dread_mask", "foe", [], ["dread"]),
        ("seeing_stone", "a", [], ["true_sight"]),
        ("ember_oil", "a", [], ["burning_blades"]),
    ],
)
def test_artefacts_of_an_army(artefact: str, target: str, before: list[str], after: list[str]) -> None:
    mine = army("a", conditions=before if target == "a" else [])
    theirs = army("foe", side="blue", conditions=before if target == "foe" else [])
    assert conditions(used(artefact, target, mine, theirs), target) == after


@pytest.mark.clause("FE-ART-06")
@pytest.mark.parametrize(("hp", "healed"), [(10, 15), (25, 27)])
def test_the_healing_cauldron(hp: int, healed: int) -> None:
    """Strength in HP, not above hp_max."""
    assert used("healing_cauldron", "a", army("a", hp=hp), FOE).army("a").hp == healed


@pytest.mark.clause("FE-ART-06")
@pytest.mark.parametrize(
    ("value", "strength", "hp"),
    [("strength", 5, 5), ("half_strength", 5, 2), ("half_strength", 1, 1), (7, 5, 7)],
)
def test_how_much_is_healed(value: str | int, strength: int, hp: int) -> None:
    """``half_strength`` is rounded down, at least 1."""
    assert heal_amount(value, strength) == hp


@pytest.mark.clause("FE-ART-06")
@pytest.mark.parametrize("left", [6, 0])
def test_the_endless_quiver(left: int) -> None:
    """3 volleys for a shooter, one that has run out too."""
    assert (
        used("endless_quiver", "a", army("a", "archers", 50, missiles=left), FOE).army("a").missiles
        == left + 3
    )


@pytest.mark.clause("FE-ART-06")
def test_targets_are_of_their_kind_and_on_the_field() -> None:
    """``own_army`` is an army of the user's side, ``enemy_army`` one of any other."""
    armies = (
        army("a"),
        army("c", seat="ally"),
        army("gone", status="withdrawn"),
        FOE,
        GREEN,
        army("fled", side="blue", status="routed"),
    )
    asked = play(scene(*armies, at="tactical", artefacts={"red": ["walls", "dread_mask"]}), until="artefact")
    assert asked.options("artefact") == [
        "pass",
        "use walls a",
        "use walls c",
        "use dread_mask foe",
        "use dread_mask third",
    ]
    with pytest.raises(Refused, match=r"artefact 'walls' can't be used so; targets: a, c \(FE-ART-06\)"):
        asked.check("artefact", "use walls foe")


@pytest.mark.clause("FE-ART-06")
@pytest.mark.parametrize(
    ("artefact", "mine", "theirs", "field"),
    [
        ("weather_clear", [], [], []),
        ("weather_clear", [], [], ["clear"]),
        ("sun_disc", [], [], ["day"]),
        ("sun_disc", [], [], []),
        ("weather_rain", [], [], ["downpour"]),
        ("calm_shell", [], [], []),
        ("calm_shell", [], [], ["still"]),
        ("walls", ["magic_wall"], [], []),
        ("dry_path", [], [], []),
        ("dry_path", ["firm"], [], []),
        ("wall_breaker", [], ["mud"], []),
        ("mire_jar", [], ["swamp"], []),
        ("heart_banner", ["inspired"], [], []),
        ("healing_cauldron", [], [], []),
        ("endless_quiver", [], [], []),
    ],
)
def test_what_would_change_nothing_is_not_offered(
    artefact: str, mine: list[str], theirs: list[str], field: list[str]
) -> None:
    """Full HP, no shooter, a condition in force already, a group that is empty or has its plain condition."""
    armies = (army("a", conditions=mine), army("foe", side="blue", conditions=theirs))
    asked = play(
        scene(*armies, at="tactical", field=field, artefacts={"red": [artefact], "blue": ["night_veil"]}),
        until="artefact:blue",
    )
    assert not [one for _, one in asked.asked if one == "artefact:red"]


@pytest.mark.clause("FE-ART-06")
def test_one_effect_that_changes_something_is_enough() -> None:
    """The trumpet clears works and conjured walls: either is a reason to sound it."""
    for condition in ("palisade", InForce("magic_wall", natural=False)):
        walled = army("foe", side="blue", conditions=[condition])
        here = scene(army("a"), walled, at="tactical", artefacts={"red": ["wall_breaker"]})
        assert play(here, until="artefact").options("artefact") == ["pass", "use wall_breaker foe"]
