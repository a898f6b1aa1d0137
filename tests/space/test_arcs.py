from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.space.arcs import (
    ahead_of_front,
    front_strip,
    in_cone,
    in_zone,
    part_in_cone,
    sector,
    side_of,
    sides_of,
    surely_unseen,
    those_in_zone,
    zone_points,
)
from grognard.space.measure import gap
from grognard.space.outline import Base, Edge, Outline, holds
from grognard.space.pose import Point, Pose, local
from tests.space.scenes import BASES, HEADINGS, POINTS, SOME, base, quarter, shape_of


@pytest.mark.parametrize(
    ("angle", "point", "seen"),
    [
        (900, (3, 2.5), True),
        (900, (3.1, 2.5), False),
        (900, (0, 0.5), True),
        (900, (0, 0.4), False),
        (2700, (0, -0.6), False),
        (2700, (0.5, -0.6), True),
        (2700, (0, -0.5), True),
        (3600, (0, -9), True),
        (0, (1, 5), True),
        (0, (1.1, 5), False),
        (0, (0, -5), False),
        (1800, (9, 0.5), True),
        (1800, (9, 0.4), False),
    ],
)
def test_zones_run_outward_from_the_front_corners(angle: int, point: tuple[float, float], seen: bool) -> None:
    x, y = (round(part * 1000) for part in point)
    assert in_zone(base(0, 0), angle, (x, y)) is seen


@SOME
@given(BASES, st.sampled_from([450, 900, 1800, 2700]), POINTS)
def test_zones_turn_with_the_scene(it: Base, angle: int, point: Point) -> None:
    turned = quarter(it)
    assert isinstance(turned, Base)
    assert in_zone(turned, angle, (point[1], -point[0])) == in_zone(it, angle, point)


@SOME
@given(BASES, POINTS)
def test_a_wider_zone_holds_all_of_a_narrower_one(it: Base, point: Point) -> None:
    seen = [in_zone(it, angle, point) for angle in (0, 450, 900, 1800, 2700, 3600)]
    assert seen == sorted(seen)


@SOME
@given(POINTS, HEADINGS, st.integers(1, 1799), POINTS)
def test_a_cone_is_an_angle(at: Point, heading: int, half: int, point: Point) -> None:
    right, ahead = local(Pose(*at, heading), point)
    off = math.degrees(math.atan2(abs(right), ahead)) * 10
    assume((right, ahead) != (0, 0) and abs(off - half) > 0.01)
    assert in_cone(Pose(*at, heading), 2 * half, point) == (off < half)


def test_reference_points_in_the_zone() -> None:
    assert zone_points(base(0, 0), 900, base(4, 2)) == ((3000, 2500),)


@pytest.mark.parametrize(
    ("point", "side"),
    [
        ((0, 5), Edge.FRONT),
        ((0, -5), Edge.REAR),
        ((5, 0), Edge.RIGHT),
        ((-5, 0), Edge.LEFT),
        ((2, 1.5), Edge.FRONT),
        ((2, 1.499), Edge.RIGHT),
        ((-2, -1.5), Edge.LEFT),
        ((-2, -1.501), Edge.REAR),
    ],
)
def test_the_side_of_a_base_where_a_point_lies(point: tuple[float, float], side: Edge) -> None:
    it = base(0, 0)
    x, y = (round(part * 1000) for part in point)
    assert side_of(it, (x, y)) is side
    assert side_of(base(0, 0, 90), (y, -x)) is side


def test_the_sides_at_which_another_base_stands() -> None:
    assert sides_of(base(0, 0), base(3, 3).ring) == {Edge.FRONT, Edge.RIGHT}
    assert sides_of(base(0, 0), base(0, -4).ring) == {Edge.REAR}


def test_ahead_of_the_front_line() -> None:
    assert ahead_of_front(base(0, 0), base(9, 2)) == 2000
    assert ahead_of_front(base(0, 0), base(9, -2)) == -2000


def test_the_strip_straight_ahead() -> None:
    assert set(front_strip(base(0, 0), 3000).ring) == {(-1000, 500), (1000, 500), (1000, 3500), (-1000, 3500)}


def test_a_sector() -> None:
    assert set(sector(Pose(0, 0), 900, 2000).ring) == {(0, 0), (-2000, 2000), (2000, 2000)}
    assert holds(sector(Pose(0, 0, 900), 450, 4000), (3000, 1200))


def test_the_part_of_a_base_in_a_cone() -> None:
    part = part_in_cone(Pose(0, 0), 900, base(3, 3))
    assert part is not None
    assert set(part.ring) == {(2000, 3500), (3500, 3500), (2500, 2500), (2000, 2500)}
    assert gap((0, 0), part) == 3202
    assert part_in_cone(Pose(0, 0), 900, base(9, 1)) is None


def test_a_single_corner_in_the_cone_counts() -> None:
    assert part_in_cone(Pose(0, 0), 900, base(3, 1.5)) == Outline(((2000, 2000),))


@SOME
@given(POINTS, HEADINGS, st.sampled_from([450, 900, 1700]), BASES)
def test_the_part_in_a_cone_is_shapely_s_cut(at: Point, heading: int, angle: int, it: Base) -> None:
    wedge = shape_of(sector(Pose(*at, heading), angle, 60_000))
    cut = shape_of(it).intersection(wedge).area
    part = part_in_cone(Pose(*at, heading), angle, it)
    found = shape_of(part).area if part and len(part.ring) > 2 else 0
    assert found == pytest.approx(cut, abs=9000)


@SOME
@given(BASES, st.sampled_from([0, 450, 900, 1800, 2700, 3600]), BASES)
def test_a_quick_cut_of_zones_is_never_wrong(it: Base, angle: int, other: Base) -> None:
    seen = those_in_zone(it, angle, other.reference_points)
    assert seen == [point for point in other.reference_points if in_zone(it, angle, point)]
    if surely_unseen(it, angle, other.box):
        assert seen == []


def test_what_lies_behind_or_far_beside_is_surely_unseen() -> None:
    assert surely_unseen(base(0, 0), 900, base(0, -4).box)
    assert surely_unseen(base(0, 0), 900, base(9, 2).box)
    assert not surely_unseen(base(0, 0), 900, base(0, 4).box)
    assert not surely_unseen(base(0, 0), 2700, base(0, -4).box)
