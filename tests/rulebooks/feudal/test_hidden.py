"""What is hidden from whom: option ``fog`` (the secrets of NPC armies are chapter NPCs)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from grognard.core import engine
from grognard.core.state import UMPIRE
from grognard.locale import Name
from grognard.rulebooks.feudal.view import FeudalView
from tests.rulebooks.feudal.scenes import BOOK, Played, army, dice_of, play, scene

FOG = {"fog": "intelligence"}
FULL: dict[str, Any] = {
    "tactics": ["volley_drill", "shield_wall"],
    "commander": 5,
    "features": ["bulwark", "warlord"],
}


def bowmen(**now: Any) -> Any:
    return army("foe", "archers", 150, side="blue", **{**FULL, **now})


def known(view: FeudalView) -> tuple[tuple[str, ...], list[str], int | None]:
    """What the seat knows of ``foe``: tactics, features, volleys."""
    mine = view.armies["foe"]
    sheet = view.setup.sheets["foe"]
    assert set(sheet.tactics) in (set(), {"volley_drill", "shield_wall"})
    return mine.tactics, [one.id for one in mine.commander.features], view.seen["foe"].missiles


EVERYTHING = (("volley_drill", "shield_wall"), ["bulwark", "warlord"], 6)
NOTHING: tuple[Any, ...] = ((), [], None)


@pytest.mark.parametrize(("fog", "expected"), [("orders", EVERYTHING), ("intelligence", NOTHING)])
def test_the_fog_of_intelligence_hides_what_an_enemy_has_not_used(
    fog: str, expected: tuple[Any, ...]
) -> None:
    """List of known tactics, features, volleys left; between players all else is open."""
    here = scene(army("a"), bowmen(), at="ranged 1", options={"fog": fog})
    view = here.view("red")
    assert known(view) == expected
    assert (view.armies["foe"].hp, view.setup.sheets["foe"].defence) == (27, 15)
    assert (view.seen["foe"].commander, view.seen["foe"].level) == (Name("leader of foe"), 5)
    if fog == "intelligence":
        sheet = view.setup.sheets["foe"]
        assert (sheet.tactics, sheet.commander, sheet.missiles) == ((), None, 0)


@pytest.mark.parametrize("seat", ["blue", "ally", UMPIRE])
def test_it_hides_nothing_from_the_own_side_and_the_umpire(seat: str) -> None:
    here = scene(army("a"), bowmen(), army("c", side="blue", seat="ally"), at="ranged 1", options=FOG)
    assert known(here.view(seat)) == EVERYTHING


def unveiled(at: str, orders: dict[str, Any], dice: dict[str, Any], until: str, **now: Any) -> Played:
    foe = bowmen(**now)
    return play(scene(army("a"), foe, army("rest", side="blue"), at=at, options=FOG), orders, dice, until)


def test_a_shot_shows_the_volleys() -> None:
    orders = {"ranged_order:foe": "a hold", "ranged_order": "none hold"}
    done = unveiled("ranged 1", orders, {}, "1.ranged.2")
    assert known(done.view("red")) == ((), [], 5)


def test_a_tactic_is_shown_when_it_is_put_in_force() -> None:
    done = unveiled("tactical", {"tactic:foe": "volley_drill"}, {}, "1.ranged.1")
    assert known(done.view("red"))[0] == ("volley_drill",)
    changed = unveiled(
        "ranged 1", {"change_tactic:foe": "change shield_wall"}, {"tactic": 20}, "ranged_order"
    )
    assert known(changed.view("red"))[0] == ("shield_wall",)


def test_features_are_shown_in_attack_and_in_defence() -> None:
    """``warlord`` strikes, ``bulwark`` guards."""
    orders = {"melee_order:foe": "attack a", "melee_order": "hold", "strike_back": "none"}
    strikes = unveiled("melee 1", orders, {}, "1.melee.2")
    assert known(strikes.view("red"))[1] == ["warlord"]
    orders = {"melee_order:a": "attack foe", "melee_order:foe": "withdraw"}
    guards = unveiled("melee 1", orders, {"break_off": 1}, "1.melee.2")
    assert known(guards.view("red"))[1] == ["bulwark"]


def test_features_are_shown_in_pursuit_and_in_shots() -> None:
    orders = {"melee_order:foe": "attack a", "melee_order": "hold"}
    foe: dict[str, Any] = {"features": ["merciless", "beloved"], "men": 500}
    armies = (army("a", hp=6), army("more"), army("foe", "warriors", side="blue", commander=5, **foe))
    done = play(scene(*armies, at="melee 1", options=FOG), orders, {"blow:foe": 9, "rout": 1}, "1.melee.2")
    assert [one.id for one in done.view("red").armies["foe"].commander.features] == ["merciless"]
    shots = {"ranged_order:foe": "a hold", "ranged_order": "none hold"}
    shot = unveiled("ranged 1", shots, {}, "1.ranged.2", features=["marksman", "beloved"])
    assert known(shot.view("red"))[1] == ["marksman"]


@pytest.mark.parametrize(
    ("features", "dice", "shown"),
    [
        (["beloved", "steadfast"], 20, ["beloved"]),
        (["steadfast", "bulwark"], [1, 20], ["steadfast", "bulwark"]),
    ],
)
def test_features_are_shown_in_morale_checks(features: list[str], dice: Any, shown: list[str]) -> None:
    """Those that add to the check, and the one that gives the second roll (``bulwark`` guarded in the same pass)."""
    orders = {"melee_order:a": "attack foe", "melee_order": "hold"}
    foe = army("foe", side="blue", commander=5, features=features, hp=6)
    here = scene(army("a"), foe, army("rest", side="blue"), at="melee 1", options=FOG)
    faces = {"blow:a": 13, "rout:foe": dice, "rout:reroll": 20}
    done = play(here, {**orders, "strike_back": "none"}, faces, "1.melee.2")
    assert [one.id for one in done.view("red").armies["foe"].commander.features] == shown


def test_a_feature_of_the_enemy_is_not_put_down_to_the_attacker() -> None:
    """Both have ``bulwark``; only the one that was struck has shown it."""
    both: dict[str, Any] = {"commander": 5, "features": ["bulwark", "beloved"]}
    here = scene(army("a", **both), army("foe", side="blue", **both), at="melee 1", options=FOG)
    done = play(here, {"melee_order:a": "attack foe", "strike_back": "none"}, until="1.melee.2")
    assert (done.army("a").shown, done.army("foe").shown) == ((), ("feature:bulwark",))


def test_unused_artefacts_are_hidden_until_their_first_use() -> None:
    artefacts = {"blue": ["weather_rain", "night_veil"]}
    here = scene(army("a"), army("foe", side="blue"), at="tactical", options=FOG, artefacts=artefacts)
    before = play(here, until="artefact:blue")
    assert before.view("red").lords["blue"].artefacts == ()
    assert before.view("blue").lords["blue"].artefacts == (("weather_rain", 2), ("night_veil", 1))
    assert before.view("red").setup.artefacts == {}
    done = play(before, {"artefact:blue": ["use weather_rain"]}, until="1.ranged.1")
    assert done.view("red").lords["blue"].artefacts == (("weather_rain", 1),)


def test_without_that_fog_artefacts_are_open() -> None:
    here = scene(army("a"), army("foe", side="blue"), at="tactical", artefacts={"blue": ["walls"]})
    assert play(here, until="artefact:blue").view("red").lords["blue"].artefacts == (("walls", 1),)


def test_all_is_opened_when_the_battle_is_over() -> None:
    here = scene(army("a"), bowmen(), at="melee 1", options=FOG)
    assert known(play(here, {"melee_order:foe": "withdraw"}).view("red"))[0] == (
        "volley_drill",
        "shield_wall",
    )


def test_what_is_shown_does_not_hang_on_anybody_listening() -> None:
    """The laboratory plays without events and must reach the same positions."""
    here = scene(army("a"), bowmen(hp=6), at="melee 1", options=FOG)
    asked = play(here, until="melee_order")
    answers = {one: ("attack", "foe") if one.endswith(":a") else ("no",) for one in asked.questions()}
    answers["melee_order:foe"] = ("hold",)
    states = []
    for listening in (True, False):
        step = engine.answer(BOOK, asked.setup, asked.state, answers, dice_of(10), listening)
        answer = {one.id: ("a",) for one in step.state.questions if one.kind == "strike_back"}
        dice = dice_of({"blow:a": 12, "rout": 10})
        states.append(engine.answer(BOOK, asked.setup, step.state, answer, dice, listening).state)
    assert states[0] == states[1]
    assert states[0].piece("foe").shown


# --- chances that rest on a guess --------------------------------------------------------------------------


def previewed(here: Any, question: str, *order: str) -> Any:
    view = here.view("red")
    asked = next(one for one in view.asked if one.id == question)
    return BOOK.decisions[asked.kind].preview(view, asked, order)


@pytest.mark.clause("FE-NPC-02")
@pytest.mark.parametrize(
    ("options", "npc", "doubt"),
    [
        ({}, False, None),
        ({}, True, "the enemy's numbers are not known; guessed from its row"),
        (FOG, False, "features that the enemy has not shown are left out"),
    ],
)
def test_a_guess_is_called_a_guess(options: Any, npc: bool, doubt: str | None) -> None:
    """Where an enemy's numbers, or what it has not used yet, count; never in a check of one's own."""
    npcs = ["blue"] if npc else []
    here = scene(army("a"), bowmen(), at="melee 1", options=options, npc=npcs)
    fight = play(here, until="melee_order:a")
    blow = previewed(fight, "melee_order:a", "attack", "foe")
    assert blow.guessed == (doubt is not None)
    assert doubt is None or blow.lines[0].say() == doubt
    assert re.fullmatch(r"средний урон \d+,\d\d", blow.lines[-1].say("ru"))
    assert not previewed(fight, "melee_order:a", "fall_back").guessed
