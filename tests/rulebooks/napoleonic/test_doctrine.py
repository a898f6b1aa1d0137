"""The doctrine: points of the chapter What a sensible player does, from views alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.dice import Fast
from grognard.core.state import Order
from grognard.players import DoctrinePlayer, Player, RandomPlayer, play_out, referee
from grognard.rulebooks.napoleonic import (
    doctrine_command,
    doctrine_fight,
    doctrine_goals,
    doctrine_move,
    persons,
    refusals,
    replacement,
)
from grognard.rulebooks.napoleonic.allowance import allowance
from grognard.rulebooks.napoleonic.doctrine_between import NEVER
from grognard.rulebooks.napoleonic.doctrine_kept import MOST, Kept
from grognard.rulebooks.napoleonic.doctrine_odds import odds
from grognard.rulebooks.napoleonic.doctrine_routes import FAR, Outward, routes_of
from grognard.rulebooks.napoleonic.doctrine_scene import MOVE, scene_of
from grognard.rulebooks.napoleonic.doctrine_scene import Scene as Thoughts
from grognard.rulebooks.napoleonic.hindrances import GUNS, Kind
from grognard.rulebooks.napoleonic.model import Lock
from grognard.rulebooks.napoleonic.tracks import leg_cost
from grognard.space.pose import Point, Pose, distance
from tests.rulebooks.napoleonic.scenes import (
    BOOK,
    RED,
    Scene,
    box,
    formation,
    ground,
    gun,
    man,
    objective,
    scene,
    unit,
)

FOE, SOUTH = "blue", 180


def thoughts(there: Scene) -> Thoughts:
    """What red thinks of a position."""
    return scene_of(there.view(RED).field, RED)


def plan(there: Scene) -> dict[str, Order]:
    """The orders of red; the rules must take them all."""
    mind = thoughts(there)
    doctrine_move.plan(mind)
    for one, order in mind.orders.items():
        refusals.check_order(mind.field, mind.field.body(one), order)
    return mind.orders


# --- what it reckons with ------------------------------------------------------------------------------------


BOUNDS = scene(
    unit("a", at=(6, 4, 0), arm="heavy_horse"),
    unit("l", at=(8, 4, 0), arm="light_horse_regular"),
    unit("f", at=(4, 4, 0)),
    unit("b", FOE, (6, 6, SOUTH)),
    terrain=[ground("s", "stream", (0, 5), (12, 5)), box("w", "wood", 5, 5.2, 7, 6)],
)


@given(st.integers(-2500, 2500), st.integers(-2500, 2500), st.integers(0, 3599))
@settings(max_examples=60, deadline=None)
def test_what_it_does_not_look_at_could_not_be(east: int, north: int, heading: int) -> None:
    """Nobody attacks from beyond the distance of middles, and nothing between two makes an attacker stronger."""
    mind = thoughts(replace(BOUNDS).change("b", x=6000 + east, y=5000 + north, heading=heading))
    enemy = mind.field.unit("b")
    for one in mind.units:
        assert not mind.can_attack(one, enemy) or mind.may_reach(enemy, mind.strides([one]))
        assert mind.striking(one, enemy) <= mind.at_best(one)
        assert mind.lead_of(enemy, [one]) <= mind.may_lead(enemy, [one])
        assert allowance(mind.field, one, MOVE) <= allowance(mind.field, one, ("attack", "b"))


@pytest.mark.clause("NA-OBS-10", "NA-OBS-03", "NA-OBS-09")
def test_what_is_kept_of_the_ground_holds_only_while_all_that_it_hangs_on_stands() -> None:
    there = scene(
        unit("a", at=(5, 4, 0), arm="heavy_horse"),
        gun("g", at=(5, 5, 0)),
        unit("b", FOE, (5, 6, SOUTH)),
        terrain=[ground("s", "stream", (8, 5), (12, 5)), ground("r", "stream", (7, 4.2), (12, 4.2))],
    )
    for _ in range(2):
        mind = thoughts(replace(there))
        a, enemy = mind.field.unit("a"), mind.field.unit("b")
        assert mind.across(a, enemy) < 0
        assert mind.between.way(a, enemy) < NEVER
        assert not mind.between.edges(a)
        aside = thoughts(replace(there).change("g", x=2000))
        assert aside.across(aside.field.unit("a"), aside.field.unit("b")) == 0
        moved = thoughts(replace(there).change("a", x=9000))
        assert [thing.id for thing, _ in moved.between.edges(moved.field.unit("a"))] == ["r"]
        assert moved.between.way(moved.field.unit("a"), enemy) == NEVER


def test_no_more_is_kept_than_so_much() -> None:
    kept: Kept[int] = Kept()
    for key in range(3 * MOST):
        assert kept.put(key, key) == kept.get(key) == key
    assert sum(kept.get(key) is not None for key in range(3 * MOST)) <= MOST


@pytest.mark.clause("NA-CC-20", "NA-CC-23")
def test_chances_are_those_of_the_worked_examples() -> None:
    setup = scene(unit("a"), unit("b", "blue", at=(3, 6, 180))).setup
    even = odds(setup, "foot", "foot", 0)
    assert [even.routs, even.pushes] == pytest.approx([1 / 36, 5 / 36])
    assert (even.routed, even.pushed) == (even.routs, even.pushes)
    guard = odds(setup, "foot", "foot", 2)
    assert [guard.routs, guard.pushes] == pytest.approx([1 / 6, 1 / 4])


@pytest.mark.clause("NA-MOD-21", "NA-MOD-22")
def test_two_from_two_sides_are_worth_more_than_two_in_front() -> None:
    front = scene(unit("a", at=(3, 3, 0)), unit("b", at=(3.7, 3, 0)), unit("e", FOE, at=(3.3, 3.6, SOUTH)))
    flank = scene(unit("a", at=(3, 3, 0)), unit("b", at=(4, 3.6, 270)), unit("e", FOE, at=(3.3, 3.6, SOUTH)))
    one, other = (thoughts(there) for there in (front, flank))
    units = [[mind.field.unit("a"), mind.field.unit("b")] for mind in (one, other)]
    assert other.together(other.field.unit("e"), units[1]) > one.together(one.field.unit("e"), units[0]) > 0


@pytest.mark.clause("NA-OBS-15", "NA-OBS-13")
def test_the_way_over_a_river_leads_over_the_bridge() -> None:
    there = scene(
        unit("a", at=(3, 3, 0)),
        unit("e", FOE, at=(3, 9, SOUTH)),
        terrain=(
            ground("west", "river", (0, 6), (5.8, 6)),
            ground("east", "river", (6.2, 6), (12, 6)),
            box("bridge", "bridge", 5.8, 5.9, 6.2, 6.1),
        ),
    )
    routes = routes_of(there.field, Kind("foot"))
    assert not routes.is_open((3000, 5000), (3000, 7000))
    here, steps = (3000, 5000), 0
    while distance(here, (3000, 7000)) > 300 and steps < 20:
        before, here, steps = here, routes.way(here, (3000, 7000), 1000), steps + 1
        if (before[1] < 6000) != (here[1] < 6000):
            assert 5750 < before[0] < 6250
            assert 5750 < here[0] < 6250
    assert steps < 12


RIVER = (
    ground("west", "river", (0, 6), (5.8, 6)),
    ground("east", "river", (6.2, 6), (12, 6)),
    box("bridge", "bridge", 5.8, 5.9, 6.2, 6.1),
)


@given(st.lists(st.tuples(st.integers(0, 11_999), st.integers(0, 11_999)), min_size=1, max_size=6))
@settings(max_examples=25, deadline=None)
def test_ways_found_only_as_far_as_asked_are_those_found_to_the_end(asked: list[Point]) -> None:
    field = scene(unit("a"), unit("b", FOE, (6, 10, SOUTH)), terrain=RIVER).field
    routes = routes_of(field, Kind("foot"))
    far, known = (Outward(routes, routes.cell((3000, 7000))) for _ in range(2))
    assert max(known[cell] for cell in range(len(routes.costs))) < FAR
    for point in asked:
        cell = routes.cell(point)
        assert far[cell] == known[cell]
        assert not far[cell] or far.next(cell) == known.next(cell)


@pytest.mark.clause("NA-OBS-03", "NA-OBS-15")
def test_who_is_on_the_way_to_a_bridge_goes_over_it_and_does_not_stay_on_it() -> None:
    for y in (5.2, 6):
        there = scene(
            unit("a", at=(6, y, 0)),
            unit("e", FOE, at=(10, 11, SOUTH)),
            terrain=RIVER,
            objectives=(objective("hill", (6, 9)),),
        )
        order = plan(there)["a"]
        assert order[0] == "move"
        assert int(order[-2]) > int(1000 * y) + 300


@pytest.mark.clause("NA-OBS-03")
def test_one_at_a_time_goes_over_a_bridge_and_who_stands_near_waits() -> None:
    behind = unit("b", at=(6.1, 5.5, 0))
    hills = (objective("hill", (6, 9)),)
    foe = unit("e", FOE, at=(10, 11, SOUTH))
    assert plan(scene(behind, foe, terrain=RIVER, objectives=hills))["b"][0] == "move"
    orders = plan(scene(unit("a", at=(6, 6, 0)), behind, foe, terrain=RIVER, objectives=hills))
    assert (orders["a"][0], orders["b"]) == ("move", ("hold",))


@pytest.mark.clause("NA-OBS-03", "NA-OBS-15")
def test_who_comes_over_a_bridge_before_a_village_that_is_held_makes_room_along_the_bank() -> None:
    there = scene(
        unit("a", at=(6, 6.35, 0)),
        unit("e", FOE, at=(6, 7, SOUTH)),
        terrain=(
            *RIVER[:2],
            box("bridge", "bridge", 5.8, 5.9, 6.2, 6.3),
            box("village", "village", 4.8, 6.6, 7.2, 7.4),
        ),
        objectives=(objective("hill", (6, 9)),),
    )
    verb, x, y, _ = plan(there)["a"]
    assert verb == "move"
    assert abs(int(x) - 6000) > 400
    assert 6050 < int(y) < 6600


@pytest.mark.clause("NA-OBS-06")
def test_guns_leave_the_way_to_a_bridge_free() -> None:
    there = scene(
        unit("a", at=(6, 4, 0)),
        gun("g", at=(6.2, 5.3, 0)),
        gun("h", at=(8, 5.3, 0)),
        unit("e", FOE, at=(6.5, 7, SOUTH)),
        unit("f", FOE, at=(8, 7, SOUTH)),
        terrain=RIVER,
    )
    orders = plan(there)
    assert orders["h"] == ("hold",)
    assert orders["g"][0] == "move_half"
    assert int(orders["g"][1]) > 6500
    assert orders["g"][2:] == (5300, 0)


@pytest.mark.clause("NA-OBS-06")
def test_a_way_through_a_gun_of_ours_is_shorter_by_its_delay() -> None:
    """Asked to go farther, the regiment would be stopped in the middle of its friends."""
    hill = objective("hill", (3, 11))
    free, through = (
        scene(
            unit("a", at=(3, 3, 0), arm="horse"), *guns, unit("e", FOE, at=(9, 11, SOUTH)), objectives=(hill,)
        )
        for guns in ((), (gun("g", at=(3, 3.5, 0), crew=0),))
    )
    costs = [
        leg_cost(there.unit("a").shape, Pose(*map(int, plan(there)["a"][1:]))) for there in (free, through)
    ]
    left = free.field.own_move(free.unit("a")) - free.setup.tables.obstacles[GUNS].delay
    assert costs[0] > left >= costs[1] > left - 30


@pytest.mark.clause("NA-OBS-09")
def test_nobody_is_sent_against_the_edge_of_what_takes_a_turn() -> None:
    edge = ground("brook", "stream", (0, 3.2), (12, 3.2))
    far = ground("brook", "stream", (0, 6), (12, 6))
    there = [
        scene(unit("a", at=(3, 3, 0)), unit("e", FOE, at=(3, 11, SOUTH)), terrain=(brook,),
              objectives=(objective("hill", (3, 9)),))
        for brook in (edge, far)
    ]  # fmt: skip
    assert plan(there[0])["a"][0] != "move"
    assert plan(there[1])["a"][0] == "move"


# --- points 2, 3, 9 and 13 -------------------------------------------------------------------------------------


def test_3_one_alone_attacks_only_with_two_more() -> None:
    even = scene(unit("a", at=(3, 3, 0)), unit("e", FOE, at=(3, 4, SOUTH)), generals=False)
    guard = scene(
        unit("a", at=(3, 3, 0), status="old_guard"), unit("e", FOE, at=(3, 4, SOUTH)), generals=False
    )
    assert plan(even)["a"][0] != "attack"
    assert plan(guard)["a"] == ("attack", "e")


@pytest.mark.clause("NA-CC-21")
def test_13_a_second_regiment_comes_to_a_firefight() -> None:
    there = scene(
        unit("a", at=(3, 3, 0), locks=(Lock("e", 0),)),
        unit("b", at=(3.8, 2.6, 0)),
        unit("e", FOE, at=(3, 3.5, SOUTH), locks=(Lock("a", 0),)),
        turn=3,
        generals=False,
    )
    orders = plan(there)
    assert orders["a"] == ("hold",)
    assert orders["b"] == ("attack", "e")


@pytest.mark.clause("NA-CC-22", "NA-MOVE-10")
def test_13_a_pushed_regiment_goes_back_half_a_move() -> None:
    there = scene(unit("a", at=(3, 3, 0), pushed=3), unit("e", FOE, at=(3, 3.6, SOUTH), figures=12), turn=3)
    assert plan(there)["a"][0] == "withdraw_half"


def test_9_heavy_horse_charges_standing_light_horse() -> None:
    there = scene(
        unit("a", at=(3, 3, 0), figures=5, arm="heavy_horse"),
        unit("e", FOE, at=(3, 5, SOUTH), figures=5, arm="light_horse_regular"),
        generals=False,
    )
    assert plan(there)["a"] == ("attack", "e")


@pytest.mark.clause("NA-END-08")
def test_2_a_division_goes_for_the_objective_in_two_lines() -> None:
    there = scene(
        *(unit(f"a{k}", at=(3 + k, 2, 0)) for k in range(4)),
        unit("e", FOE, at=(5, 11, SOUTH)),
        objectives=(objective("hill", (5, 8)),),
    )
    slots = doctrine_goals.slots(thoughts(there))
    depths = sorted(slot.at[1] for slot in slots.values())
    assert depths[1] - depths[0] < 100
    assert 600 <= depths[2] - depths[1] <= 1000
    assert {order[0] for order in plan(there).values()} == {"move"}


# --- points 5, 7 and 12 ----------------------------------------------------------------------------------------


@pytest.mark.clause("NA-ROUT-07")
def test_7_canister_of_all_guns_falls_on_one_regiment() -> None:
    there = scene(
        *(gun(f"g{k}", at=(3 + 0.6 * k, 3, 0)) for k in range(3)),
        unit("e", FOE, at=(3.3, 3.8, SOUTH)),
        unit("f", FOE, at=(3.9, 3.8, SOUTH)),
        generals=False,
        phase="fire",
    )
    shots = doctrine_fight.fire_plan(thoughts(there))
    assert {shot[0] for shot in shots.values()} == {"canister"}
    assert max([shot[1] for shot in shots.values()].count(one) for one in ("e", "f")) >= 2


@pytest.mark.clause("NA-PURS-03")
def test_12_who_obeys_pursues_where_nobody_can_come() -> None:
    free = scene(
        unit("a", at=(3, 3, 0)), unit("e", FOE, at=(3, 4, 0), standing="fleeing", colours=0), generals=False
    )
    beset = scene(
        unit("a", at=(3, 3, 0)),
        unit("e", FOE, at=(3, 4, 0), standing="fleeing", colours=0),
        unit("f", FOE, at=(4, 5, SOUTH)),
        generals=False,
    )
    assert doctrine_fight.pursue(thoughts(free), "a", False, ("e",)) == ("pursue", "e")
    assert doctrine_fight.pursue(thoughts(beset), "a", False, ("e",)) == ("stay",)
    assert doctrine_fight.pursue(thoughts(beset), "a", True, ("e",)) == ("pursue", "e")


@pytest.mark.clause("NA-OBS-09")
def test_no_attack_is_planned_over_what_ends_the_move() -> None:
    horse = unit("h", at=(3, 3, 0), arm="horse"), unit("e", FOE, at=(3, 4.4, SOUTH))
    open_ground, parted = scene(*horse), scene(*horse, terrain=(ground("gap", "ravine", (1, 3.5), (5, 3.5)),))
    for there, comes in ((open_ground, True), (parted, False)):
        mind = thoughts(there)
        assert mind.can_attack(mind.field.unit("h"), mind.field.unit("e")) is comes


# --- points 4, 14 and 15 ---------------------------------------------------------------------------------------


@pytest.mark.clause("NA-CMD-16", "NA-CMD-20")
@pytest.mark.parametrize(("few", "answer"), [(1, ("wait",)), (3, ("senior", "cor"))])
def test_1_a_senior_does_a_juniors_work_only_where_that_leaves_fewer_without_him(
    few: int, answer: Order
) -> None:
    there = scene(
        *(unit(f"a{k}", at=(3 + 0.8 * k, 3, 0)) for k in range(few)),
        *(unit(f"own{k}", at=(3 + 0.8 * k, 4, 0), formation="corps") for k in range(4 - few)),
        man("div", "a0"),
        man("cor", "own0", post="corps_commander", rank="lieutenant_general", formation="corps"),
        formations=(formation("corps", RED, "corps"), formation("red_div", RED, "division", "corps")),
        turn=5,
    ).do(lambda battle: persons.fall(battle, "div", "killed"))
    there.run(replacement.ask)
    assert ("senior", "cor") in there.options("red_div")
    assert doctrine_command.vacant(thoughts(there), "red_div") == answer


@pytest.mark.clause("NA-CMD-10")
def test_4_the_general_leaves_a_regiment_that_flees() -> None:
    there = scene(
        unit("a", at=(3, 3, 0), standing="fleeing"),
        unit("b", at=(4, 3, 0)),
        unit("e", FOE, at=(3, 9, SOUTH)),
    )
    assert doctrine_command.persons_order(thoughts(there), RED) == ("persons", "join", "red_general", "b")


@pytest.mark.clause("NA-ROUT-11")
def test_14_a_staff_officer_goes_to_whom_has_rallied() -> None:
    there = scene(
        unit("a", at=(3, 3, 0), formation="div"),
        unit("b", at=(3, 2, 0), formation="div", standing="rallied"),
        unit("e", FOE, at=(3, 9, SOUTH)),
        man("general", "a", formation="div"),
        man("aide", "a", post="aide", rank="field_officer", formation="corps"),
        man("chief", "a", post="corps_commander", rank="lieutenant_general", formation="corps"),
        formations=(formation("corps", RED, "corps"), formation("div", RED, "division", "corps")),
    )
    order = doctrine_command.persons_order(thoughts(there), RED)
    assert order == ("persons", "join", "aide", "b")


@pytest.mark.clause("NA-END-01")
def test_15_a_truce_is_offered_in_the_last_turns_unless_it_leads() -> None:
    def end(turn: int, **facts: str) -> Order:
        there = scene(
            unit("a"), unit("e", FOE, at=(3, 9, SOUTH)), objectives=(objective("hill", (5, 8)),), turn=turn
        ).change("objective:hill", **facts)
        return doctrine_command.end(thoughts(there), RED)

    assert end(5) == ("go_on",)
    assert end(12) == end(12, holder=FOE) == ("truce",)
    assert end(12, holder=RED) == ("go_on",)


def test_15_what_cannot_be_saved_is_conceded() -> None:
    lost = [unit(f"a{k}", at=(3 + k, 1, 0), standing="fleeing") for k in range(3)]
    there = scene(
        *lost,
        unit("a9", at=(8, 3, 0), figures=3),
        *(unit(f"e{k}", FOE, at=(3 + k, 9, SOUTH)) for k in range(4)),
        objectives=(objective("hill", (5, 8)),),
    ).change("objective:hill", holder=FOE)
    assert doctrine_command.end(thoughts(there), RED) == ("concede",)


# --- whole battles -------------------------------------------------------------------------------------------


def winners(count: int) -> Counter[str]:
    """Who wins skirmishes between doctrine and lot, sides swapped."""
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    found: Counter[str] = Counter()
    for seed in range(count):
        mine = setup.sides[seed % 2].id
        players: dict[str, Player] = {
            seat.id: DoctrinePlayer() if seat.side == mine else RandomPlayer() for seat in setup.seats
        }
        end = play_out(BOOK, setup, players, Fast(seed), seed=seed)
        found["doctrine" if end.outcome is not None and mine in end.outcome.winners else "other"] += 1
    return found


def test_doctrine_beats_the_lot() -> None:
    assert winners(20)["doctrine"] >= 19


def test_the_referee_finds_nothing_wrong() -> None:
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    found = referee(BOOK, setup, {seat.id: DoctrinePlayer() for seat in setup.seats}, 5, sample=2)
    assert found.violations == ()
    assert found.answers > 50


def test_the_same_battle_is_played_twice_alike() -> None:
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    players = {seat.id: DoctrinePlayer() for seat in setup.seats}
    assert len({play_out(BOOK, setup, players, Fast(7)).digest() for _ in range(2)}) == 1
