"""The look ahead of the doctrine: bodies and courses in the mind agree with the rules, and few units play well."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, radians, sin
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core import engine
from grognard.core.dice import Fast, Rng
from grognard.core.state import Order, Question
from grognard.players import DoctrinePlayer, Player, play_out
from grognard.rulebooks.fantasy import doctrine, refusals
from grognard.rulebooks.fantasy.doctrine_ahead import _known, ideas_of, improve, is_small
from grognard.rulebooks.fantasy.doctrine_bodies import (
    LOTS,
    STAY,
    Body,
    Breed,
    Deed,
    align,
    groups,
    meets,
    overlap,
    touch,
)
from grognard.rulebooks.fantasy.doctrine_course import Bout, Course
from grognard.rulebooks.fantasy.doctrine_odds import contact_between, round_of
from grognard.rulebooks.fantasy.doctrine_scene import Scene
from grognard.rulebooks.fantasy.doctrine_wits import deeds_of
from grognard.rulebooks.fantasy.doctrine_world import World
from grognard.rulebooks.fantasy.model import TURN, Turn, Unit, UnitOrder
from grognard.rulebooks.fantasy.paths import end
from grognard.space import measure
from grognard.space.outline import Base, Edge
from grognard.space.pose import Pose
from tests.rulebooks.fantasy.scenes import BOOK, field_of, fwd, setup_of, state_of, unit, wheel

NORTH, EAST, SOUTH = 0, 90, 180
EVEN = [[0.5] * LOTS] * 8
"""Lots of a turn for whoever is there: sevens on two dice."""


def breed(id: str, move: int = 4, files: int = 10, start: int = 20, rally: float = 0.0) -> Breed:
    own = id.startswith("c")
    return Breed(id, own, move, (0.8, 0.8), files, start, 2.0, True, (0.4, 0.7, 1.0), rally, 2, {}, 0.0, 0.0)


def body(id: str, x: float, y: float, heading: float = 0.0, models: int = 20, **more: float) -> Body:
    kind = breed(id, **more)  # type: ignore[arg-type]
    return Body(kind, x, y, radians(heading), models, False)


def course(*bodies: Body, bout: Bout = (), turns: int = 1) -> Course:
    found = Course(bodies, (), lambda touches: bout, [EVEN[: len(bodies)]] * turns, (48.0, 36.0))
    found.begin(0, turns - 1)
    return found


def scene_at(*units: Unit, turn: int = 1, turns: int = 10) -> Scene:
    """What side ``c`` sees, who is asked for its orders."""
    setup = setup_of(units, turns=turns)
    state = state_of(setup, turn=Turn(TURN, number=turn))
    asked = replace(state, questions=(Question("order", "c", ("c1",), secret=True),))
    return Scene(BOOK.view(setup, asked, "c").field)


# --- bodies ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-UNIT-07", "FA-MOV-04")
def test_a_body_goes_where_the_rules_put_the_unit() -> None:
    one = unit("c1", "spearmen", 20, (20, 8))
    exact = end(field_of(setup_of([one, unit("h1", "orcs", 20, (20, 40), SOUTH)])), "c1", (wheel(25), fwd(3)))
    there = body("c1", 20, 8)
    there.turn, there.ahead = radians(25), 3.0
    there.turning = there.turn * there.wide
    there.go(there.turning + there.ahead)
    assert (there.cx, there.cy) == pytest.approx((exact.at[0] / 1000, exact.at[1] / 1000), abs=0.01)


places = st.tuples(st.integers(0, 20_000), st.integers(0, 20_000), st.integers(0, 3599))


@pytest.mark.clause("FA-MOV-05")
@given(places, places)
def test_bodies_meet_where_rectangles_do(one: tuple[int, int, int], other: tuple[int, int, int]) -> None:
    bodies = [
        body("c1", x / 1000 + 0.8 * sin(angle), y / 1000 + 0.8 * cos(angle), turn / 10)
        for x, y, turn in (one, other)
        for angle in (radians(turn / 10),)
    ]
    first, second = (Base(Pose(x, y, turn), 8000, 1600) for x, y, turn in (one, other))
    if measure.gap(first, second) > 20:
        assert not overlap(*bodies)
    elif measure.overlap(first, second):
        assert overlap(*bodies)


@pytest.mark.clause("FA-CHG-08", "FA-UNIT-05")
@pytest.mark.parametrize(("at", "edge"), [((22, 9), "front"), ((30, 2), "right"), ((19, -9), "rear")])
def test_a_charger_is_put_flush_on_the_edge_that_it_meets(at: tuple[float, float], edge: str) -> None:
    struck, charger = body("h1", 20, 0), body("c1", *at, files=5, models=5)
    gap, met = meets(charger, struck)
    assert (met, gap > 0) == (Edge(edge), True)
    align(charger, struck, met)
    assert overlap(charger, struck)
    charger.put((charger.x - charger.sine * 0.01, charger.y - charger.cosine * 0.01, *charger.pose[2:]))
    assert not overlap(charger, struck)


def test_contacts_with_one_in_common_are_one_melee() -> None:
    a, b, c, d, e = (body(key, 0, 0) for key in ("c1", "h1", "c2", "c3", "h3"))
    rows = [touch(a, b, Edge.FRONT), touch(d, e, Edge.FRONT), touch(c, b, Edge.REAR)]
    assert [len(one) for one in groups(rows)] == [1, 2]


# --- courses -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-MOV-08", "FA-CR-02")
def test_two_who_charge_each_other_clash_at_once() -> None:
    one, other = body("c1", 20, 10), body("h1", 20, 20, SOUTH)
    found = course(one, other, bout=(("c1", 3.0, 0.0), ("h1", 2.0, 0.0)))
    found.turn({"c1": Deed("charge", target="h1"), "h1": Deed("charge", target="c1")})
    assert [(row.charged, row.fought) for row in found.touches] == [(("c1", "h1"), True)]
    assert (one.models, other.models) == (17, 18)


@pytest.mark.clause("FA-MOV-09")
def test_who_is_charged_standing_fights_next_turn() -> None:
    one, other = body("c1", 20, 10), body("h1", 20, 20, SOUTH)
    found = course(one, other, bout=(("h1", 5.0, 0.0),), turns=2)
    found.turn({"c1": Deed("charge", target="h1")})
    assert [(row.charged, row.fought) for row in found.touches] == [(("c1",), False)]
    assert one.y == pytest.approx(20)
    found.begin(1, 0)
    found.turn({"c1": Deed("charge")})
    assert other.models == 15


@pytest.mark.clause("FA-CHG-02")
def test_a_charge_that_is_too_short_ends_where_its_roll_does() -> None:
    one, other = body("c1", 20, 5), body("h1", 20, 20, SOUTH)
    found = course(one, other)
    found.turn({"c1": Deed("charge", target="h1")})
    assert one.y == pytest.approx(5 + 4 + 8)
    assert not found.touches


@pytest.mark.clause("FA-RET-02", "FA-RET-07", "FA-CR-07")
def test_who_breaks_goes_away_and_is_followed() -> None:
    one, other = body("c1", 20, 10), body("h1", 20, 10, SOUTH)
    found = course(one, other, bout=(("c1", 0.0, 0.0), ("h1", 4.0, 0.9)))
    found.touches.append(touch(one, other, Edge.FRONT, ("c1",)))
    found.turn({"c1": Deed("charge")})
    assert other.runs
    assert [row.edge_b for row in found.touches] == [Edge.REAR]
    assert other.models == 12
    assert one.y == pytest.approx(other.y - other.depth)


@pytest.mark.clause("FA-RET-06")
def test_who_runs_over_the_edge_is_gone() -> None:
    one, other = body("c1", 20, 10), body("h1", 20, 30, 0)
    other.runs = True
    found = course(one, other)
    found.turn({})
    assert other.left


@pytest.mark.clause("FA-RET-04")
def test_a_commander_stops_a_flight() -> None:
    one, other = body("c1", 20, 10), body("h1", 20, 30, 0, rally=0.9)
    other.runs = True
    course(one, other).turn({})
    assert not other.runs
    assert other.bearing(one.cx, one.cy) == pytest.approx(0, abs=1e-9)


@pytest.mark.clause("FA-SHO-01", "FA-LD-03")
def test_a_volley_that_costs_a_quarter_is_a_test() -> None:
    shooters = breed("h1")._replace(volleys={"c1": 3.0}, near=30.0, range=60.0)
    for models, runs in ((5, True), (20, False)):
        one = body("c1", 20, 10, models=models)
        course(one, Body(shooters, 20, 20, pi, 20, False)).turn({"h1": Deed("shoot")})
        assert (one.models, one.runs) == (models - 3, runs)


@pytest.mark.clause("FA-LD-03")
def test_who_is_charged_from_behind_may_run_at_once() -> None:
    one, other = body("c1", 20, 10), body("h1", 20, 20, NORTH)
    found = course(one, other)
    other.breed = other.breed._replace(panics=(1.0, 1.0, 1.0))
    found.turn({"c1": Deed("charge", target="h1")})
    assert other.runs


# --- the world -----------------------------------------------------------------------------------------------------


def few() -> tuple[Unit, Unit, Unit]:
    return (
        unit("c1", "orcs", 20, (20, 28), SOUTH),
        unit("h1", "spearmen", 20, (20, 8)),
        unit("h2", "archers", 20, (33, 8)),
    )


@pytest.mark.clause("FA-MEL-01", "FA-CR-01")
def test_a_round_in_the_mind_is_that_of_the_odds() -> None:
    one, other, third = few()
    scene = scene_at(one, other, third)
    world = World(scene)
    bodies = {row.breed.id: row for row in world.course(()).bodies}
    rows = world.fight([touch(bodies["c1"], bodies["h1"], Edge.LEFT, ("c1",))])
    exact = round_of(scene.guess, [contact_between(one, other, Edge.LEFT)])
    assert [key for key, _, _ in rows] == [key for key, _ in exact.runs]
    assert [dead for _, dead, _ in rows] == pytest.approx(list(exact.dead))
    assert [breaks for _, _, breaks in rows] == pytest.approx([abs(part) for _, part in exact.runs])
    assert world.promise(bodies["c1"], bodies["h1"], Edge.LEFT) > world.promise(
        bodies["c1"], bodies["h1"], Edge.FRONT
    )


@pytest.mark.clause("FA-VIC-02", "FA-VIC-03")
def test_how_good_an_end_is() -> None:
    world = World(scene_at(*few()))
    found = world.course(())
    own, spears, archers = found.bodies
    level = world.verdict(found)
    archers.models = 10
    assert level < 0.5 < world.verdict(found) < 1
    assert not world.is_over(found)
    own.runs = True
    assert (world.is_over(found), world.verdict(found)) == (True, 0.0)
    own.runs, spears.left, archers.runs = False, True, True
    assert (world.is_over(found), world.verdict(found)) == (True, 1.0)


@pytest.mark.clause("FA-ORD-13")
def test_in_the_mind_everybody_does_something() -> None:
    world = World(scene_at(*few()))
    found = world.course([[[0.3] * LOTS] * 3])
    found.begin(0, 0)
    deeds = deeds_of(world, found, {"c1": STAY})
    assert set(deeds) == {"c1", "h1", "h2"}
    assert deeds["c1"] is STAY


# --- orders --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-ORD-01")
def test_what_is_compared_may_be_ordered() -> None:
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    state = engine.begin(BOOK, setup, Fast(1), False).state
    for side in ("free", "horde"):
        scene = Scene(BOOK.view(setup, state, side).field)
        doctrine.plan(scene)
        world = World(scene)
        for one in scene.own:
            ideas = list(ideas_of(scene, world, one))
            assert len(ideas) > 8
            for idea in ideas:
                assert refusals.why_not(scene.field, one.id, idea.order) is None, idea


def improved(*units: Unit, turn: int, turns: int) -> Scene:
    scene = scene_at(*units, turn=turn, turns=turns)
    doctrine.plan(scene)
    assert is_small(scene)
    improve(scene)
    return scene


def test_who_is_far_ahead_risks_nothing_in_the_end() -> None:
    """Spearmen at whom nobody has to go, with the archers all but gone."""
    own, spears, archers = few()
    spears = replace(spears, y=17_000, heading=0)
    archers = replace(archers, models=3)
    scene = improved(own, spears, archers, turn=6, turns=6)
    order = scene.orders["c1"]
    assert (order.word, order.targets) != ("attack", ("h1",))


@pytest.mark.clause("FA-CR-05")
def test_an_open_flank_is_taken() -> None:
    own, spears, archers = few()
    spears = replace(spears, x=20_000, y=18_000, heading=900)
    scene = improved(own, spears, replace(archers, x=40_000), turn=3, turns=6)
    assert scene.orders["c1"] == UnitOrder("attack", ("h1",))


def test_the_look_ahead_finds_the_same_each_time() -> None:
    """Whatever was thought before, and whatever the enemy has written."""
    plans = []
    for order in (None, UnitOrder("march", path=(fwd(8),))):
        own, spears, archers = few()
        _known.cache_clear()
        scene = improved(own, replace(spears, order=order), archers, turn=5, turns=6)
        plans.append(scene.orders)
    assert plans[0] == plans[1]


def test_big_battles_and_wizards_are_left_to_the_points() -> None:
    setup = BOOK.read_setup(BOOK.scenarios()["standard"])
    state = engine.begin(BOOK, setup, Fast(1), False).state
    assert not is_small(Scene(BOOK.view(setup, state, setup.sides[0].id).field))


def test_who_has_something_to_do_at_once_is_left_alone() -> None:
    own, spears, archers = few()
    scene = scene_at(own, spears, replace(archers, x=20_000, y=20_000, heading=1800), turn=3)
    doctrine.plan(scene)
    planned = dict(scene.orders)
    assert planned["c1"].word == "attack"
    improve(scene)
    assert scene.orders == planned


class Standing:
    """Holds whatever comes; whoever runs is rallied."""

    def answer(self, book: Any, view: Any, question: Question, options: Sequence[Order], rng: Rng) -> Order:
        return options[0]


@pytest.mark.slow
def test_few_units_break_a_line_that_only_stands() -> None:
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    won = 0
    for seed in (1, 2, 3):
        players: dict[str, Player] = {
            seat.id: DoctrinePlayer() if seat.side == "horde" else Standing() for seat in setup.seats
        }
        outcome = play_out(BOOK, setup, players, Fast(seed), seed=seed).outcome
        won += outcome is not None and outcome.winners == ("horde",)
    assert won >= 2
