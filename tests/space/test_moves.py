from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.space.measure import gap, overlap
from grognard.space.moves import (
    Slide,
    advanced,
    between,
    centroid,
    in_front,
    nearest_free,
    overlapped,
    slide,
    sweep,
    sweeps_over,
    travel,
    turned,
    turned_in_place,
    wheel_pivot,
)
from grognard.space.outline import Base, Edge, Outline, Shape
from grognard.space.pose import Pose, turn_to
from tests.space.scenes import BASES, HEADINGS, SOME, base, inches, poly, quarter, shape_of, stars

LINE = (base(-2, 0), base(0, 0), base(2, 0))
POSES = st.builds(lambda b: b.pose, BASES)


# --- what a manoeuvre costs -------------------------------------------------------------------------------


@pytest.mark.parametrize(("angle", "way"), [(1800, 2236), (900, 1581), (450, 856), (0, 0)])
def test_the_travel_of_a_base_that_turns_on_the_spot(angle: int, way: int) -> None:
    assert travel(base(0, 0), base(0, 0).turned(angle)) == way
    assert travel(base(5, 5, 30), base(5, 5, 30).turned(-angle)) == pytest.approx(way, abs=1)


def test_a_column_of_five_forms_line_on_its_head() -> None:
    column = [base(0, -y) for y in range(5)]
    line = [base(x, 0) for x in (0, 2, -2, 4, -4)]
    assert [travel(a, b) for a, b in zip(column, line, strict=True)] == [0, 2236, 2828, 5000, 5657]
    there = between(column[3].pose, line[3].pose, 3000, 5000)
    hanging = between(column[4].pose, line[4].pose, 3000, 5657)
    assert (there, hanging) == (Pose(2400, -1200), Pose(-2121, -1879))


@pytest.mark.parametrize(("bases", "angle", "way"), [(3, 450, 4655), (3, 900, 8602), (4, 450, 6171)])
def test_a_line_wheels_on_its_right_end(bases: int, angle: int, way: int) -> None:
    line = [base(-2 * i, 0) for i in range(bases)]
    wheeled = turned(line, angle, wheel_pivot(line[0], Edge.RIGHT))
    assert max(travel(a, b) for a, b in zip(line, wheeled, strict=True)) == pytest.approx(way, abs=1)
    assert wheel_pivot(line[0], Edge.LEFT) == (-1000, 500)


@SOME
@given(POSES, POSES)
def test_the_way_from_pose_to_pose(start: Pose, end: Pose) -> None:
    assert between(start, end, 0, 7) == start
    assert between(start, end, 7, 7) == end
    half = between(start, end, 1, 2)
    assert abs(2 * half.x - start.x - end.x) <= 1
    assert abs(turn_to(start.heading, half.heading)) <= 900


def test_a_half_turn_goes_clockwise() -> None:
    assert between(Pose(0, 0, 900), Pose(0, 0, 2700), 1, 3) == Pose(0, 0, 1500)


# --- rigid moves ------------------------------------------------------------------------------------------


def test_turns_and_shifts() -> None:
    assert inches(turned(LINE, 900, (0, 0))) == [(0, 2), (0, 0), (0, -2)]
    assert inches(advanced(LINE, 2700, 500)) == [(-2.5, 0), (-0.5, 0), (1.5, 0)]
    assert inches(turned_in_place(LINE, 1800)) == inches(LINE)
    assert centroid(LINE) == (0, 0)


@SOME
@given(HEADINGS, st.integers(1, 9000))
def test_an_advance_is_rigid(heading: int, way: int) -> None:
    line = turned(LINE, heading, (0, 0))
    after = advanced(line, heading, way)
    assert len({(b.pose.x - a.pose.x, b.pose.y - a.pose.y) for a, b in zip(line, after, strict=True)}) == 1


def test_a_rectangle_before_the_front() -> None:
    assert in_front(base(0, 0), 1000) == base(0, 1)
    assert in_front(base(0, 0, 90), 500, 100) == Base(Pose(850, 0, 900), 2000, 500)


def test_the_ground_swept_by_a_move() -> None:
    swept = sweep(base(0, 0), base(0, 5))
    assert set(swept.ring) == {(-1000, -500), (1000, -500), (1000, 5500), (-1000, 5500)}
    assert overlap(swept, base(1.5, 2))
    assert not overlap(swept, base(2, 2))


@SOME
@given(BASES, HEADINGS, st.integers(-9000, 9000), st.one_of(BASES, stars()), st.sampled_from((0, 300)))
def test_ground_that_is_swept_need_not_be_drawn(
    it: Base, heading: int, way: int, thing: Shape, angle: int
) -> None:
    (end,) = advanced([it.turned(angle)], heading, way)
    assert sweeps_over(it, end, thing) == overlap(sweep(it, end), thing)
    (ahead,) = advanced([it], it.heading, way)
    for beside in (*advanced([it], (it.heading + 900) % 3600, it.frontage), *advanced([ahead], heading, 3)):
        assert sweeps_over(it, ahead, beside) == overlap(sweep(it, ahead), beside)


# --- how far ----------------------------------------------------------------------------------------------


def test_a_line_advances_until_it_touches() -> None:
    wall, far, aside = base(3, 4), base(-2, 9), base(6, 3)
    assert slide(LINE, 0, 6000, [wall, far, aside]) == Slide(3000, (0,))
    assert slide(LINE, 0, 2999, [wall]) == Slide(2999)
    assert slide(LINE, 0, 3000, [wall]) == Slide(3000, (0,))
    assert slide(LINE, 900, 6000, [aside]) == Slide(6000)
    assert slide(LINE, 0, 500, []) == Slide(500)


def test_what_is_touched_at_once_and_what_is_passed_by() -> None:
    assert slide([base(0, 0)], 0, 3000, [base(0.5, 1)]) == Slide(0, (0,))
    assert slide([base(0, 0)], 0, 3000, [base(2, 1), base(-2, 3)]) == Slide(3000)
    assert slide([base(0, 0)], 0, 3000, [base(0, -1)]) == Slide(3000)
    assert slide([base(0, 0)], 1800, 3000, [base(0, -3)]) == Slide(2000, (0,))


def test_a_slide_into_a_notch_ends_at_its_bottom() -> None:
    horseshoe = poly((0, 0), (0, 6), (1.5, 6), (1.5, 2), (4.5, 2), (4.5, 6), (6, 6), (6, 0))
    assert slide([base(3, 8)], 1800, 9000, [horseshoe]) == Slide(5500, (0,))
    assert slide([base(3, 8)], 1800, 9000, [horseshoe], 100) == Slide(5400, (0,))
    assert slide([base(2.6, 8)], 1800, 9000, [horseshoe], 200) == Slide(1327, (0,))


def test_a_unit_keeps_its_distance() -> None:
    assert slide(LINE, 0, 6000, [base(0, 4)], 100) == Slide(2900, (0,))
    assert slide(LINE, 0, 6000, [base(4.05, 4)], 100) == Slide(3000 - 87, (0,))
    assert slide(LINE, 0, 6000, [base(4.1, 4)], 100) == Slide(6000)
    assert slide(LINE, 0, 6000, [base(4.05, 0)], 100) == Slide(6000)


@SOME
@given(BASES, HEADINGS, st.one_of(BASES, stars()), st.integers(1, 9000))
def test_a_slide_ends_where_the_overlap_would_begin(it: Base, heading: int, thing: Shape, limit: int) -> None:
    assume(gap(it, thing) > 2)
    found = slide([it], heading, limit, [thing])
    (end,) = advanced([it], heading, found.distance)
    assert not overlap(end, thing)
    assert 0 <= found.distance <= limit
    if found.hits:
        assert gap(end, thing) <= 2
    elif isinstance(thing, Base):
        swept = shape_of(Outline(sweep(it, end).ring)).buffer(-6)
        assert not swept.intersects(shape_of(thing))


@SOME
@given(BASES, HEADINGS, BASES, st.integers(1, 9000), st.integers(10, 800))
def test_a_unit_that_keeps_its_distance_is_never_nearer(
    it: Base, heading: int, thing: Base, limit: int, keep: int
) -> None:
    assume(gap(it, thing) >= keep)
    found = slide([it], heading, limit, [thing], keep)
    way = found.distance
    for share in range(11):
        (on_the_way,) = advanced([it], heading, way * share // 10)
        assert gap(on_the_way, thing) >= keep - 1
    if found.hits:
        (next_place,) = advanced([it], heading, way + 3)
        assert gap(next_place, thing) <= keep + 1


@SOME
@given(BASES, HEADINGS, BASES, st.integers(1, 9000))
def test_slides_turn_with_the_scene(it: Base, heading: int, thing: Base, limit: int) -> None:
    a, b = quarter(it), quarter(thing)
    assert isinstance(a, Base)
    assert slide([a], (heading + 900) % 3600, limit, [b]) == slide([it], heading, limit, [thing])


def test_ways_on_which_two_outlines_overlap() -> None:
    assert overlapped(base(0, 0).ring, base(0, 5).ring, 0, 0) == (4_000_000_000, 6_000_000_000)
    assert overlapped(base(0, 0).ring, base(2, 5).ring, 0) is None


def test_the_nearest_free_place() -> None:
    taken = [base(0.5, 0), base(3, 0)]
    assert nearest_free([base(0, 0)], 900, 9000, taken) == -1500
    assert nearest_free([base(0, 0)], 900, 1499, taken) is None
    assert nearest_free([base(0, 0)], 900, 9000, taken, back=False) == 5000
    assert nearest_free([base(0, 0)], 900, 9000, [base(0, 0)]) == 2000
    assert nearest_free([base(0, 0)], 900, 9000, [base(2, 0)]) == 0
    assert nearest_free(LINE, 0, 9000, [base(0, 0.5)]) == -500


@SOME
@given(BASES, HEADINGS, st.lists(BASES, min_size=1, max_size=4))
def test_the_nearest_free_place_is_free(it: Base, heading: int, others: list[Base]) -> None:
    way = nearest_free([it], heading, 60_000, others)
    assert way is not None
    (there,) = advanced([it], heading, way)
    assert not any(overlap(there, other) for other in others)
    if way:
        (nearer,) = advanced([it], heading, way - 30 * (1 if way > 0 else -1))
        assert any(overlap(nearer, other, 0) for other in others) or abs(way) < 30


@SOME
@given(BASES, HEADINGS, BASES, st.integers(0, 9000))
def test_a_base_stops_a_slide_as_a_polygon_of_its_corners_does(
    it: Base, heading: int, thing: Base, limit: int
) -> None:
    assert slide([it], heading, limit, [thing]) == slide([it], heading, limit, [Outline(thing.ring)])
