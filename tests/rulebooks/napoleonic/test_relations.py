"""How units stand to each other: reach, sides, directions, lines, neighbours, corridors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.rulebooks.napoleonic import relations
from grognard.rulebooks.napoleonic.model import Corridor
from grognard.space.measure import gap
from grognard.space.outline import hull
from tests.rulebooks.napoleonic.scenes import BLUE, RED, box, gun, scene, unit

PAIR = scene(unit("a", at=(6, 6, 0)), unit("b", BLUE, at=(6, 6, 0))).field


@pytest.mark.clause("NA-CMD-01")
@given(st.tuples(st.integers(-3000, 3000), st.integers(-3000, 3000), st.integers(0, 3599)), st.integers(0, 3599),
       st.tuples(st.integers(50, 2000), st.integers(50, 600)), st.integers(-60, 60))  # fmt: skip
def test_who_is_within_a_distance_is_within_its_measure(
    there: tuple[int, int, int], turn: int, size: tuple[int, int], off: int
) -> None:
    """Whatever tells it without measuring; most of all just at the limit."""
    field, (x, y, heading) = PAIR, there
    a = replace(field.unit("a"), heading=turn)
    b = replace(field.unit("b"), x=6000 + x, y=6000 + y, heading=heading, frontage=size[0], depth=size[1])
    measure = gap(a.shape, b.shape)
    for limit in (max(measure + off, 0), measure, max(measure - 1, 0), measure + 1, 0):
        assert field.within(a, b, limit) == (measure <= limit)


@pytest.mark.clause("NA-CC-01", "NA-CC-03")
@pytest.mark.parametrize(
    ("at", "reached"),
    [
        ((6, 6.7, 180), True),
        ((6, 6.701, 180), False),
        ((6.7, 6.1, 0), True),
        ((6.6, 5.7, 0), False),
        ((6, 5.4, 0), False),
    ],
)
def test_reach_is_half_a_merka_ahead_of_the_front(at: tuple[float, float, float], reached: bool) -> None:
    made = scene(unit("a", RED, (6, 6, 0)), unit("b", BLUE, at), generals=False)
    assert relations.reaches(made.field, made.unit("a"), made.unit("b")) == reached


@pytest.mark.clause("NA-MOD-23")
@pytest.mark.parametrize(
    ("muzzle", "side"), [((5.45, 5.25), "right"), ((5.5, 5.5), "front"), ((4.2, 5), "left")]
)
def test_the_side_struck_is_where_the_striker_s_front_is(muzzle: tuple[float, float], side: str) -> None:
    """Worked example 20: target at (5, 5), 0.5 wide and 0.2 deep; the striker looks south, 0.2 deep."""
    at = (muzzle[0], muzzle[1] + 0.1, 180)
    made = scene(unit("a", RED, at), unit("b", BLUE, (5, 5, 0)), generals=False)
    assert relations.flank(made.field, made.unit("a"), made.unit("b")) == side


@pytest.mark.clause("NA-CC-09")
@pytest.mark.parametrize(
    ("own", "others", "way"),
    [(1800, [0], 0), (1800, [900], 450), (1800, [0, 900], 266), (0, [1800, 0], 1800), (0, [0], None)],
)
def test_the_way_back_lies_across_the_mean_front(own: int, others: list[int], way: int | None) -> None:
    """Worked examples 19 and 36; 26.565 degrees are 26.6 in tenths."""
    assert relations.mean_front(own, others) == way


@pytest.mark.clause("NA-CC-09")
def test_where_fronts_cancel_out_one_goes_away_from_the_enemy_s_middle() -> None:
    made = scene(unit("a", RED, (6, 6, 0)), unit("b", BLUE, (6, 6.6, 0)), generals=False)
    assert relations.direction(made.field, "b", ["a"]) == 0


@pytest.mark.clause("NA-CC-09")
@given(st.integers(0, 3599), st.lists(st.integers(0, 3599), min_size=1, max_size=4), st.integers(0, 3599))
def test_a_turned_fight_goes_back_the_turned_way(own: int, others: list[int], turn: int) -> None:
    way = relations.mean_front(own, others)
    again = relations.mean_front((own + turn) % 3600, [(one + turn) % 3600 for one in others])
    assert (way is None) == (again is None)
    if way is not None and again is not None:
        assert (again - way - turn + 2) % 3600 <= 4


@pytest.mark.clause("NA-ROUT-08")
def test_a_rout_by_fire_leads_away_from_the_guns() -> None:
    made = scene(
        unit("a", RED, (6, 6, 0)), gun("g", BLUE, (6, 7, 180)), gun("h", BLUE, (7, 6, 270)), generals=False
    )
    assert relations.away_from(made.field, "a", ["g"]) == 1800
    assert relations.away_from(made.field, "a", ["g", "h"]) == 2250


@pytest.mark.clause("NA-MOVE-10", "NA-ROUT-16")
def test_the_second_line_has_friends_between_it_and_the_enemy() -> None:
    made = scene(
        unit("a", RED, (6, 6, 0)),
        unit("second", RED, (6, 5, 0)),
        unit("b", BLUE, (6, 8, 180)),
        generals=False,
    )
    assert relations.first_line(made.field, made.unit("a"))
    assert not relations.first_line(made.field, made.unit("second"))


@pytest.mark.clause("NA-ROUT-16")
def test_neighbours_are_the_nearest_of_the_first_line_on_either_side() -> None:
    made = scene(
        unit("a", RED, (6, 6, 0)),
        unit("left", RED, (5.3, 6, 0)),
        unit("farther", RED, (5.3, 6.3, 0)),
        gun("right", RED, (6.6, 6, 0)),
        unit("behind", RED, (6, 5.5, 0)),
        unit("far", RED, (7.4, 6, 0)),
        unit("b", BLUE, (6, 8, 180)),
        generals=False,
    )
    assert relations.neighbours(made.field, "a", made.unit("a").shape) == ("left", "right")


@pytest.mark.clause("NA-ROUT-17")
def test_friends_in_the_corridor_are_in_the_way() -> None:
    made = scene(
        unit("a", RED, (6, 6, 0)),
        unit("near", RED, (6, 5.5, 0)),
        unit("beside", RED, (7, 5.5, 0)),
        unit("enemy", BLUE, (6, 4.7, 0)),
        gun("far", RED, (6.3, 5, 0)),
        generals=False,
    )
    ring = hull(((5750, 4400), (5750, 6100), (6250, 6100), (6250, 4400))).ring
    corridor = Corridor("corridor:a", "a", ring, (6000, 6000), 1800, 1500, 500, 2)
    assert relations.in_the_way(made.field, corridor, made.unit("a").shape) == (("far", 750), ("near", 300))


@pytest.mark.clause("NA-ROUT-05", "NA-OBS-14")
@pytest.mark.parametrize(
    ("kind", "narrow"), [("village", True), ("defile", True), ("ford", True), ("wood", False)]
)
def test_any_part_on_a_narrow_place_counts(kind: str, narrow: bool) -> None:
    made = scene(unit("a", RED, (6, 6, 0)), terrain=[box("t", kind, 6.2, 5, 8, 7)], generals=False)
    assert relations.in_narrow(made.field, made.unit("a")) == narrow
    made.change("a", x=5000)
    assert not relations.in_narrow(made.field, made.unit("a"))
