"""Odds of a clash agree with the rules played through: every branch of every die, nothing left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.core.state import Call, Order, Question, State
from grognard.lab.odds import absorb
from grognard.rulebooks.pike_and_shot import charge, combat, fates, reactions
from grognard.rulebooks.pike_and_shot.fates import HOLDS, LOSES, ROUTS, SHAKEN, Ends, Fights
from grognard.rulebooks.pike_and_shot.morale import STEADY, cohesion
from grognard.rulebooks.pike_and_shot.previews_clash import Charge, ends, marked, percent, shock
from tests.rulebooks.pike_and_shot.scenes import BLUE, BOOK, BRIGADE, RED, Scene, Spec, commander, scene, unit

Fates = dict[str, dict[str, float]]
RIDER: dict[str, Any] = {"base": "cuirassier", "files": 3, "mode": "charge", "mp": 2, "used": 1, "left": 1}


def horse(y: float, **more: Any) -> Spec:
    return unit("B", BLUE, 6, (20, y, 180), **{**RIDER, **more})


def foot(**more: Any) -> Spec:
    return unit("R", RED, BRIGADE, (20, 23, 0), files=3, **more)


def fate_of(there: Scene, state: State[Any], name: str) -> str:
    now, before = state.piece(name), there.unit(name)
    if now.routing or now.status != "ready":
        return ROUTS
    if len(now.bases) < len(before.bases):
        return LOSES
    return HOLDS if cohesion(there.field, now) == STEADY else SHAKEN


def played(there: Scene, names: tuple[str, ...], *agenda: Call, replies: bool = False) -> Fates:
    """How they come out by the rules themselves."""

    def policy(state: State[Any], question: Question) -> Order:
        if question.kind == "reply" and replies:
            return ("reply",)
        return BOOK.decisions[question.kind].default(BOOK.view(there.setup, state, question.seat), question)

    def measure(state: State[Any]) -> Mapping[str, str | int]:
        return {name: fate_of(there, state, name) for name in names}

    start = replace(there.state, agenda=agenda)
    found = absorb(BOOK, there.setup, start, measure, exact=False, policy=policy)
    assert not found.open
    return {name: {str(fate): float(share) for fate, share in found.of(name).items()} for name in names}


def reckoned(there: Scene, found: Ends) -> Fates:
    return {name: fates.fates(there.setup, spread, there.unit(name)) for name, spread in found.items()}


def same(found: Fates, expected: Fates) -> None:
    for name in expected:
        assert found[name] == pytest.approx(expected[name], abs=1e-9), name


def into_contact(there: Scene, *targets: str) -> Scene:
    """B straight on into contact."""
    (home,) = fates.arrivals(marked(there.field, there.unit("B"), targets), fates.home("B", 4500))
    assert home.striker == "B"
    there.state = State(tuple(home.field.pieces.values()))
    return there


SCENES = {
    "front": ([horse(25), foot()], {}, ()),
    "mild": ([horse(25), foot(dp=4)], {"rout_scale": "mild"}, ()),
    "mild_by_cause": ([horse(25), foot(dp=8)], {"rout_scale": "mild", "panic_tables": "by_cause"}, ()),
    "halves_down": ([horse(25, dp=2, morale="high"), foot(dp=3)], {"half_rounding": "down"}, ()),
    "led": (
        [horse(25, dp=5), foot(morale="bad")],
        {"rout_scale": "mild"},
        [commander("C", BLUE, (20, 30), attached="B", under="blue_general")],
    ),
    "small": ([horse(25), unit("R", RED, 2, (20, 23, 0), base="pike", dp=1)], {"rout_scale": "mild"}, ()),
}  # fmt: skip


@pytest.mark.clause("PS-IMPACT-01", "PS-PANIC-01", "PS-HTH-11")
@pytest.mark.parametrize("name", SCENES)
def test_an_impact_is_reckoned_as_it_is_played(name: str) -> None:
    specs, options, leaders = SCENES[name]
    there = into_contact(scene(*specs, options=options, commanders=leaders), "R")
    fights, at = Fights(there.setup), {fates.fighters(there.field, ("B", "R")): 1.0}
    expected = played(there, ("B", "R"), (charge.strike.name, ("B",)))
    same(reckoned(there, fights.last_impact(at, "B", "R")), expected)
    same(reckoned(there, dict.fromkeys(("B", "R"), fights.impact(at, "B", "R"))), expected)


@pytest.mark.clause("PS-HTH-15", "PS-DISMAY-01")
def test_of_two_enemies_the_second_may_have_seen_the_first_run() -> None:
    specs = [
        unit("B", BLUE, 6, (22, 24.5, 180), **RIDER),
        unit("R", RED, 4, (20.9, 23, 0), files=2, base="pike", dp=3),
        unit("R2", RED, 4, (24.95, 23, 0), files=2, base="musket", dp=3),
    ]
    there = into_contact(scene(*specs), "R", "R2")
    fights, at = Fights(there.setup), {fates.fighters(there.field, ("B", "R", "R2")): 1.0}
    for enemy in ("R", "R2"):
        at = fights.impact(at, "B", enemy)
    names = ("B", "R", "R2")
    expected = played(there, names, (charge.strike.name, ("B",)))
    same(reckoned(there, dict.fromkeys(names, at)), expected)


@pytest.mark.clause("PS-MELEE-03", "PS-MELEE-04")
@pytest.mark.parametrize("replies", [False, True])
def test_a_melee_is_reckoned_as_it_is_played(replies: bool) -> None:
    there = into_contact(scene(horse(25, used=0, left=2), foot(dp=5), options={"rout_scale": "mild"}), "R")
    fights = Fights(there.setup)
    field = there.field
    enemy = replace(fights.spent(field.unit("R")), replied=True) if replies else field.unit("R")
    at = {fates.fighters(field.put(enemy), ("B", "R")): 1.0}
    expected = played(there, ("B", "R"), (combat.melees.name, ("B", "fight")), replies=replies)
    same(reckoned(there, fights.last_melee(at, "B", "R", fights=True)), expected)


@pytest.mark.clause("PS-REACT-11", "PS-BRACE-01", "PS-REACT-12")
@pytest.mark.parametrize("option", ["stand_and_shoot", "brace", "mixed", "counter_charge"])
@pytest.mark.parametrize("scale", ["author", "mild"])
def test_a_reaction_is_reckoned_as_it_is_played(option: str, scale: str) -> None:
    there = scene(horse(27), foot(), options={"rout_scale": scale})
    there.state = State(tuple(marked(there.field, there.unit("B"), ["R"]).pieces.values()))
    assert option in reactions.options(there.field, there.unit("R"), "charge", "", 4500, there.unit("B"))
    react = fates.reaction(RED, "charge", 4500, (option, "R", "B"), "B")
    agenda = (fates.home("B", 4500), react)
    expected = played(there, ("B", "R"), *agenda)
    found = ends(Fights(there.setup), fates.arrivals(there.field, *agenda), "B", "R")
    same(reckoned(there, found), expected)
    home = next(fates.arrivals(there.field, fates.home("B", 4500)))
    if option != "counter_charge":
        stood = Fights(there.setup).stood(home, there.field, 4500, option, ("B", "R"), fates.AS_IT_IS)
        assert stood is not None
        same(reckoned(there, stood), expected)


@pytest.mark.clause("PS-PANIC-05", "PS-REACT-11")
def test_house_tables_under_which_a_unit_may_lose_a_base_and_ride_on() -> None:
    there = scene(horse(27), foot())
    parameters = replace(
        there.setup.tables.parameters, rout_on={"steady": [], "shaken": [], "broken": ["bad"]}
    )
    there.setup = replace(there.setup, tables=replace(there.setup.tables, parameters=parameters))
    there.state = State(tuple(marked(there.field, there.unit("B"), ["R"]).pieces.values()))
    fights = Fights(there.setup)
    home = next(fates.arrivals(there.field, fates.home("B", 4500)))
    assert fights.stood(home, there.field, 4500, "stand_and_shoot", ("B", "R"), fates.AS_IT_IS) is None
    react = fates.reaction(RED, "charge", 4500, ("stand_and_shoot", "R", "B"), "B")
    agenda = (fates.home("B", 4500), react)
    expected = played(there, ("B", "R"), *agenda)
    found = reckoned(there, ends(fights, fates.arrivals(there.field, *agenda), "B", "R"))
    same(found, expected)
    assert set(found["B"]) == {HOLDS, SHAKEN, LOSES, ROUTS}
    said = shock(fights, there.unit("B"), Charge(there.field, 4500, ("R",))).lines
    routs = "; ".join(f"{name} routs {percent(expected[name].get(ROUTS, 0.0))}" for name in ("B", "R"))
    assert f"stand and shoot: {routs}" in [line.say() for line in said]
