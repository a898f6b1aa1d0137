"""Step 1.5: two passes of moves in ticks, contact, priority, friends, attacks, courses of routers."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.state import Order
from grognard.rulebooks.napoleonic import movement
from grognard.rulebooks.napoleonic.events import LeftField, PlaceContested
from grognard.rulebooks.napoleonic.model import Lock, Rout
from grognard.space.measure import overlap
from tests.rulebooks.napoleonic.marching import at, march, moved, to
from tests.rulebooks.napoleonic.scenes import BLUE, Scene, box, gun, mil, scene, unit

AHEAD: Order = to("move", (3, 4, 0))
FAR = unit("far", BLUE, at=(10, 11, 180))


# --- ticks and contact ---------------------------------------------------------------------------------


@pytest.mark.clause("NA-MOVE-20", "NA-MOVE-21")
def test_a_move_is_carried_out_and_told() -> None:
    one = march(scene(unit("a"), FAR), a=to("move", (3, 3.4, 0), (3.1, 3.6, 340)))
    event = moved(one, "a")
    assert at(one, "a") == (3100, 3600, 3400)
    assert event.path == ((3000, 3400, 0), (3100, 3600, 3400))
    assert (event.why, event.kind, event.ticks, event.cost) == ("end", "order", 15, one.unit("a").moved)


@pytest.mark.clause("NA-MOVE-20", "NA-MOVE-22")
def test_enemies_meet_where_their_ticks_have_brought_them() -> None:
    """Foot near horse, and horse, head for each other over 0.9 merka: 0.025 and 0.1 a tick, they meet in the eighth."""
    one = scene(unit("a"), unit("b", BLUE, at=(3, 4.1, 180), arm="horse", figures=4))
    one = march(one, a=to("move", (3, 3.5, 0)), b=to("move", (3, 2.2, 180)))
    assert [(moved(one, name).why, moved(one, name).ticks) for name in "ab"] == [("contact", 7)] * 2
    assert (at(one, "a")[1], at(one, "b")[1]) == (3175, 3400)


@pytest.mark.clause("NA-MOVE-22")
def test_who_meets_an_enemy_that_stands_stops_alone() -> None:
    one = march(scene(unit("a"), unit("b", BLUE, at=(3, 3.73, 180))), a=AHEAD)
    assert at(one, "b") == (3000, 3730, 1800)
    assert (moved(one, "a").why, moved(one, "a").by, at(one, "a")[1]) == ("contact", "b", 3500)


@pytest.mark.clause("NA-MOVE-22", "NA-MOVE-16")
@settings(max_examples=40, deadline=None)
@given(
    places=st.lists(
        st.tuples(st.integers(20, 60), st.integers(20, 60), st.integers(0, 359)),
        min_size=4,
        max_size=8,
        unique=True,
    ),
    aims=st.lists(st.integers(0, 7), min_size=8, max_size=8),
)
def test_nobody_ends_on_an_enemy_nor_goes_farther_than_he_may(
    places: list[tuple[int, int, int]], aims: list[int]
) -> None:
    specs = [
        unit(
            f"u{k}",
            BLUE if k % 2 else "red",
            at=(x / 10, y / 10, heading),
            arm=("foot", "horse")[k // 2 % 2],
            figures=6,
        )
        for k, (x, y, heading) in enumerate(places)
    ]
    one = scene(*specs)
    before = one.field.units
    clear = {(p.id, q.id) for p in before for q in before if p.id < q.id and not overlap(p.shape, q.shape)}
    orders: dict[str, Order] = {}
    for k, body in enumerate(before):
        target = f"u{aims[k] % len(before)}"
        enemy = one.field.unit(target).side != body.side
        orders[body.id] = ("attack", target) if enemy else ("hold",)
    one = march(one, **orders)
    after = {body.id: body for body in one.field.units}
    for p, q in clear:
        if after[p].side != after[q].side:
            assert not overlap(after[p].shape, after[q].shape)
    for body in before:
        far = (after[body.id].x - body.x) ** 2 + (after[body.id].y - body.y) ** 2
        assert far <= (one.field.own_move(body) + 4) ** 2


@pytest.mark.clause("NA-MOVE-20")
@pytest.mark.parametrize("ticks", [10, 50])
def test_the_number_of_ticks_is_an_option(ticks: int) -> None:
    one = scene(unit("a"), unit("b", BLUE, at=(3, 3.73, 180)), options={"ticks": ticks})
    assert at(march(one, a=AHEAD), "a")[1] == {10: 3500, 50: 3520}[ticks]


# --- two passes ------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-MOVE-21", "NA-SEQ-03")
def test_withdrawals_come_first() -> None:
    """A unit that withdraws is away before its enemy comes."""
    one = scene(unit("a", at=(3, 3, 0)), unit("b", BLUE, at=(3, 3.6, 180)))
    one = march(one, a=to("withdraw_full", (3, 2, 0)), b=("attack", "a"))
    assert at(one, "a")[1] == 2000
    assert at(one, "b")[1] == 2600
    assert moved(one, "a").kind == "withdrawal"


@pytest.mark.clause("NA-SEQ-03")
def test_by_option_a_whole_side_that_withdraws_goes_first() -> None:
    specs = unit("a", at=(3, 3, 0)), unit("c", at=(8, 3, 0)), unit("b", BLUE, at=(8, 3.6, 180))
    orders = {
        "a": to("withdraw_half", (3, 2.5, 0)),
        "c": to("move", (7, 3, 0)),
        "b": to("move", (8, 2.6, 180)),
    }
    assert moved(march(scene(*specs), **orders), "b").why == "contact"
    by_side = march(scene(*specs, options={"retreat_priority": "side"}), **orders)
    assert (moved(by_side, "b").why, at(by_side, "b")[1]) == ("end", 2600)


@pytest.mark.clause("NA-MOVE-10", "NA-MOVE-11")
def test_a_full_withdrawal_of_the_first_line_of_foot_gives_way() -> None:
    one = scene(unit("a", at=(3, 3, 0)), unit("second", at=(3, 2, 0)), unit("b", BLUE, at=(3, 4, 180)))
    orders: dict[str, Order] = {"a": ("withdraw_full",), "second": to("withdraw_full", (3, 1.5, 0))}
    one = march(one, **orders)
    assert one.field.gives_way(one.unit("a"))
    assert not one.field.gives_way(one.unit("second"))
    horse = march(scene(unit("a", arm="horse"), FAR), a=to("withdraw_full", (3, 2, 0)))
    assert not horse.field.gives_way(horse.unit("a"))


# --- friends -----------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-MOVE-16", "NA-MOVE-23")
def test_friends_pass_through_each_other_but_do_not_end_on_each_other() -> None:
    through = march(scene(unit("a"), unit("c", at=(3, 3.5, 0)), FAR), a=AHEAD)
    assert at(through, "a")[1] == 4000
    onto = march(scene(unit("a"), unit("c", at=(3, 4.1, 0)), FAR), a=AHEAD)
    assert (moved(onto, "a").why, moved(onto, "a").by, at(onto, "a")[1]) == ("priority", "c", 3900)
    assert onto.unit("a").moved == 900


@pytest.mark.clause("NA-MOVE-23")
def test_of_two_that_moved_the_higher_id_goes_back() -> None:
    one = scene(unit("a", at=(3, 3, 0)), unit("c", at=(3.6, 3, 0)), FAR)
    one = march(one, a=to("move", (3.3, 3.6, 0)), c=to("move", (3.3, 3.6, 0)))
    assert at(one, "a") == (3300, 3600, 0)
    assert moved(one, "c").why == "priority"
    assert not overlap(one.unit("a").shape, one.unit("c").shape)


@pytest.mark.clause("NA-MOVE-23")
def test_the_lines_change_places() -> None:
    """The first line withdraws onto the second, which goes forward."""
    one = scene(unit("a", at=(3, 3, 0)), unit("c", at=(3, 2.5, 0)), unit("b", BLUE, at=(3, 4, 180)))
    one = march(one, a=to("withdraw_half", (3, 2.5, 0)), c=to("move", (3, 3, 0)))
    assert (at(one, "a")[1], at(one, "c")[1]) == (2500, 3000)


@pytest.mark.clause("NA-MOVE-23")
def test_who_withdrew_makes_room_if_the_other_stays() -> None:
    one = scene(unit("a", at=(3, 3, 0)), unit("c", at=(3, 2.5, 0)), unit("b", BLUE, at=(3, 4, 180)))
    one = march(one, a=to("withdraw_half", (3, 2.5, 0)))
    assert (at(one, "a")[1], at(one, "c")[1]) == (2700, 2500)


@pytest.mark.clause("NA-ART-08", "NA-MOVE-23")
def test_guns_do_not_end_too_near_to_each_other() -> None:
    one = scene(gun("g", at=(3, 3, 0)), gun("h", at=(4, 3, 0)), FAR)
    one = march(one, g=to("move_full", (3.7, 3, 0)))
    assert at(one, "g")[0] == 3500
    assert moved(one, "g").by == "h"


@pytest.mark.clause("NA-CC-22")
def test_pushed_foot_is_not_relieved() -> None:
    """A friend from behind may not end between it and the enemy that pushed it; another unit may beside it."""
    specs = (
        unit("a", pushed=1, pushed_by=("b",)),
        unit("c", at=(3, 2.6, 0)),
        unit("b", BLUE, at=(3, 3.9, 180)),
    )
    relief = march(scene(*specs), c=to("move", (3, 3.3, 0)))
    assert at(relief, "c")[1] < 2850
    free = march(scene(unit("a"), *specs[1:]), c=to("move", (3, 3.3, 0)))
    assert at(free, "c")[1] == 3300


# --- attacks -------------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-MOVE-06", "NA-MOVE-07")
def test_an_attack_turns_towards_its_target_and_is_carried_home() -> None:
    one = march(scene(unit("a"), unit("b", BLUE, at=(4, 3.6, 270))), a=("attack", "b"))
    assert one.unit("a").attacked == "b"
    assert 300 < at(one, "a")[2] < 900
    assert one.unit("a").moved <= 1000


@pytest.mark.clause("NA-MOVE-07")
def test_an_attack_that_falls_short_has_no_effect() -> None:
    one = march(scene(unit("a"), unit("b", BLUE, at=(3, 4.9, 180))), a=("attack", "b"))
    assert (at(one, "a")[1], one.unit("a").attacked) == (4000, "")
    near = march(scene(unit("a"), unit("b", BLUE, at=(3, 4.7, 180))), a=("attack", "b"))
    assert near.unit("a").attacked == "b"


@pytest.mark.clause("NA-MOVE-06")
def test_an_attack_follows_its_target_and_ends_when_it_leaves() -> None:
    one = scene(unit("a", arm="horse", figures=4), unit("b", BLUE, at=(4.5, 4, 90)))
    one = march(one, a=("attack", "b"), b=to("move", (5, 3.6, 90)))
    assert one.unit("a").attacked == "b"
    gone = scene(unit("a", at=(3, 11, 90)), unit("b", BLUE, at=(3.5, 11.6, 0)))
    gone = march(gone, a=("attack", "b"), b=to("withdraw_full", (3.5, 12.5, 0)))
    assert (gone.unit("b").standing, gone.unit("a").moved, gone.unit("a").attacked) == ("gone", 0, "")


@pytest.mark.clause("NA-MOVE-06")
def test_way_points_come_first() -> None:
    one = scene(unit("a", arm="horse", figures=4), unit("b", BLUE, at=(4, 4, 270)))
    one = march(one, a=("attack", "b", mil(3), mil(4)))
    assert one.unit("a").attacked == "b"
    assert any(abs(x - 3000) <= 2 and abs(y - 4000) <= 2 for x, y, _ in moved(one, "a").path)


@pytest.mark.clause("NA-MOVE-03")
def test_light_horse_attacks_straight_over_three_merka() -> None:
    specs = unit("a", arm="light_horse_regular", figures=4), unit("b", BLUE, at=(3.3, 6.5, 180))
    one = march(scene(*specs), a=("attack", "b"))
    assert (at(one, "a"), one.unit("a").attacked) == ((3000, 6000, 0), "b")
    aside = march(scene(*specs), a=("attack", "b"), b=to("move", (4.3, 6.5, 180)))
    assert aside.unit("a").moved == 2000


@pytest.mark.clause("NA-MOVE-26", "NA-MOD-15")
def test_horse_that_rides_past_the_front_of_foot_pays() -> None:
    def ride(*more: Any) -> bool:
        one = scene(
            unit("a", arm="horse", figures=4, at=(3, 3, 90)), unit("b", BLUE, at=(5.2, 3, 270)), *more
        )
        return march(one, a=("attack", "b")).unit("a").passed_front

    assert ride(unit("c", BLUE, at=(4, 3.6, 180)))
    assert not ride()
    assert not ride(unit("c", BLUE, at=(4, 3.6, 0)))
    assert not ride(unit("c", BLUE, at=(4, 3.9, 180)))
    assert not ride(unit("c", BLUE, at=(4, 3.6, 180), standing="fleeing", rout=Rout(1, 1, "1", 0)))
    assert not ride(unit("c", BLUE, at=(4, 3.6, 180), arm="horse", figures=4))
    assert not ride(unit("c", at=(4, 3.6, 180)))


# --- about face, leaving -----------------------------------------------------------------------------------


@pytest.mark.clause("NA-MOVE-05")
def test_about_face() -> None:
    one = march(scene(unit("a"), FAR), a=("about_face",))
    assert (at(one, "a"), one.unit("a").moved) == ((3000, 3000, 1800), 0)


@pytest.mark.clause("NA-MOVE-17")
def test_a_unit_whose_centre_leaves_the_table_is_away_for_the_day() -> None:
    one = march(
        scene(unit("a", at=(3, 0.3, 180)), unit("c", at=(5, 3, 0)), FAR), a=to("move", (3, -0.5, 180))
    )
    assert (one.unit("a").standing, moved(one, "a").why) == ("gone", "table")
    assert [event.reason for event in one.heard(LeftField)] == ["order"]
    assert march(scene(unit("a", at=(3, 0.3, 180)), FAR), a=to("move", (3, 0, 180))).unit("a").on_table


# --- courses of routers --------------------------------------------------------------------------------------


def running(turn: int, count: int = 1, **now: Any) -> Scene:
    rout = Rout(3, count, "1", 0)
    one = scene(
        unit("a", at=(3, 6, 0), standing="fleeing", rout=rout, **now), unit("c", at=(9, 1, 0)), FAR, turn=turn
    )
    return march(one)


@pytest.mark.clause("NA-ROUT-09")
@pytest.mark.parametrize(("turn", "y"), [(4, 6000), (5, 5000), (6, 5000), (7, 6000)])
def test_worked_example_26_courses_two_and_three_lead_to_the_rear(turn: int, y: int) -> None:
    one = running(turn)
    assert at(one, "a")[1] == y
    if y < 6000:
        assert at(one, "a")[2] == 1800
        assert moved(one, "a").kind == "flight"


@pytest.mark.clause("NA-ROUT-13")
def test_who_is_spent_runs_until_it_is_off_the_table() -> None:
    assert at(running(9, count=2), "a")[1] == 5000
    one = scene(
        unit("a", at=(3, 0.5, 0), standing="fleeing", rout=Rout(3, 2, "second", 0)), unit("c"), FAR, turn=9
    )
    one = march(one)
    assert one.unit("a").standing == "gone"
    assert [event.reason for event in one.heard(LeftField)] == ["spent"]


@pytest.mark.clause("NA-ROUT-09", "NA-ART-18")
def test_guns_flee_with_their_crew_at_their_own_move() -> None:
    one = scene(
        gun("g", at=(3, 6, 0), arm="horse_gun", standing="fleeing", rout=Rout(3, 1, "2", 0)),
        unit("c"),
        FAR,
        turn=5,
    )
    assert at(march(one), "g")[1] == 4000


@pytest.mark.clause("NA-ROUT-10")
def test_an_enemy_in_the_way_is_a_barrier_to_routers_and_friends_are_none() -> None:
    specs = unit("a", at=(3, 6, 0), standing="fleeing", rout=Rout(3, 1, "1", 0)), FAR
    free = march(scene(*specs, unit("c", at=(3, 5.5, 0)), turn=5))
    assert at(free, "a")[1] == 5000
    shut = march(scene(*specs, unit("c", at=(9, 1, 0)), unit("b", BLUE, at=(3, 5.5, 0)), turn=5))
    assert 5700 <= at(shut, "a")[1] <= 5750


@pytest.mark.clause("NA-ROUT-10", "NA-MOVE-22")
def test_routers_do_not_turn_onto_an_enemy() -> None:
    """Sideways and close to an enemy it keeps its heading and goes to the rear as it stands."""
    rout = Rout(3, 1, "1", 0)
    beside = unit("b", BLUE, at=(3.25, 6, 0), figures=2)
    one = scene(
        unit("a", at=(3, 6, 90), standing="fleeing", rout=rout), unit("c", at=(9, 1, 0)), beside, turn=5
    )
    one = march(one)
    assert at(one, "a") == (3000, 5000, 900)
    assert not overlap(one.unit("a").shape, one.unit("b").shape)


# --- places -----------------------------------------------------------------------------------------------------


def race(far: float, foot: Order = ()) -> Scene:
    """Foot 0.72 south of a village, dragoons ``far`` north of it."""
    village = box("village", "village", 2.5, 4, 3.5, 4.6)
    one = scene(
        unit("foot", at=(3, 4 - 0.72 - 0.1, 0)),
        unit("dragoons", BLUE, at=(3, 4.6 + far + 0.1, 180), arm="horse", figures=4),
        terrain=[village],
    )
    return march(
        one, foot=foot or to("move", (3, 4.18, 0)), dragoons=to("move", (3, 4.6 + far + 0.1 - 2, 180))
    )


@pytest.mark.clause("NA-MOVE-24", "NA-OBS-03", "NA-MOVE-20")
def test_worked_example_22_a_race_for_a_village() -> None:
    tie = race(1.46)
    (contest,) = tie.heard(PlaceContested)
    assert (contest.place, contest.tick, contest.winner) == ("village", 15, "")
    assert set(contest.units) == {"foot", "dragoons"}
    assert [moved(tie, name).why for name in ("foot", "dragoons")] == ["obstacle", "obstacle"]
    assert (at(tie, "foot")[1], at(tie, "dragoons")[1]) == (3903, 4697)
    won = race(1.36)
    assert not won.heard(PlaceContested)
    assert won.field.works.taken == (("village", "dragoons"),)
    assert moved(won, "foot").why == "obstacle"


@pytest.mark.clause("NA-MOVE-24", "NA-MOVE-21")
def test_worked_example_22_a_withdrawal_takes_the_village_first() -> None:
    village = box("village", "village", 2.5, 4, 3.5, 4.6)
    one = scene(
        unit("foot", at=(3, 3.18, 0)),
        unit("behind", BLUE, at=(3, 2, 0)),
        unit("dragoons", BLUE, at=(3, 6.1, 180), arm="horse", figures=4),
        terrain=[village],
    )
    one = march(one, foot=to("withdraw_full", (3, 4.18, 0)), dragoons=to("move", (3, 4.3, 180)))
    assert one.field.works.taken == (("village", "foot"),)
    assert at(one, "foot")[1] == 4180
    assert moved(one, "dragoons").why == "obstacle"


@pytest.mark.clause("NA-MOVE-24")
def test_of_friends_in_one_tick_the_lower_id_takes_the_place() -> None:
    village = box("village", "village", 2.5, 4, 4.5, 4.6)
    one = scene(unit("a", at=(3, 3.5, 0)), unit("c", at=(4, 3.5, 0)), FAR, terrain=[village])
    one = march(one, a=to("move", (3, 4.3, 0)), c=to("move", (4, 4.3, 0)))
    assert [(event.winner, event.units) for event in one.heard(PlaceContested)] == [("a", ("a", "c"))]
    assert (at(one, "a")[1], moved(one, "c").why) == (4300, "obstacle")


@pytest.mark.clause("NA-CC-21", "NA-CC-20")
def test_a_firefight_ends_when_one_withdraws() -> None:
    specs = unit("a", locks=(Lock("b", 1),)), unit("b", BLUE, at=(3, 3.6, 180), locks=(Lock("a", 1),))
    assert march(scene(*specs)).unit("a").locks
    one = march(scene(*specs), a=to("withdraw_half", (3, 2.5, 0)))
    assert not one.unit("a").locks
    assert not one.unit("b").locks


def test_privilege_needs_orders() -> None:
    one = scene(unit("a"), FAR, options={"retreat_priority": "side"})
    assert movement.privileged(one.field) == ""
