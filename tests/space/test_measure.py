from __future__ import annotations

from math import dist

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.space.measure import (
    covers,
    crosses,
    enters,
    gap,
    gap2,
    near,
    nearest_point,
    nearest_points,
    overlap,
    overlapping,
    rings_overlap,
    touching,
    units_gap,
    within,
)
from grognard.space.outline import Base, Disc, Outline, Shape
from grognard.space.pose import Point, root
from tests.space.scenes import BASES, POINTS, SOME, TOUCH, base, mirrored, poly, quarter, shape_of, stars

SHAPES = st.one_of(BASES, stars())


def test_side_by_side_is_no_overlap() -> None:
    assert not overlap(base(0, 0), base(2, 0), 0)
    assert not overlap(base(0, 0), base(1.997, 0))
    assert overlap(base(0, 0), base(1.996, 0))
    assert overlap(base(0, 0), base(1.999, 0), 0)


def test_one_inside_the_other_overlaps() -> None:
    big = poly((-5, -5), (-5, 5), (5, 5), (5, -5))
    assert overlap(base(0, 0), big)
    assert gap(base(0, 0), big) == 0


def test_a_notch_is_outside() -> None:
    horseshoe = poly((0, 0), (0, 6), (1.9, 6), (1.9, 2), (4.1, 2), (4.1, 6), (6, 6), (6, 0))
    assert not overlap(base(3, 4), horseshoe)
    assert gap(base(3, 4), horseshoe) == 100
    assert overlap(base(3, 2.4), horseshoe)


@SOME
@given(SHAPES, SHAPES)
def test_overlap_agrees_with_shapely(a: Shape, b: Shape) -> None:
    p, q = shape_of(a), shape_of(b)
    assume(p.intersects(q) == p.buffer(-2).intersects(q))
    assert overlap(a, b, 0) == p.intersects(q)


@SOME
@given(SHAPES, SHAPES)
def test_gap_agrees_with_shapely(a: Shape, b: Shape) -> None:
    assert gap(a, b) == pytest.approx(shape_of(a).distance(shape_of(b)), abs=0.500001)


@SOME
@given(SHAPES, SHAPES, st.integers(0, 3000))
def test_what_is_measured_is_the_same_from_both_ends(a: Shape, b: Shape, limit: int) -> None:
    assert overlap(a, b) == overlap(b, a)
    assert gap(a, b) == gap(b, a)
    assert touching(a, b, TOUCH) == touching(b, a, TOUCH)
    assert within(a, b, limit) == (gap(a, b) <= limit)


@SOME
@given(SHAPES, SHAPES, POINTS)
def test_what_is_measured_does_not_depend_on_where_the_table_stands(a: Shape, b: Shape, by: Point) -> None:
    found = overlap(a, b), gap(a, b)
    assert (overlap(quarter(a), quarter(b)), gap(quarter(a), quarter(b))) == found
    assert (overlap(mirrored(a), mirrored(b)), gap(mirrored(a), mirrored(b))) == found
    assert (overlap(a.shifted(by), b.shifted(by)), gap(a.shifted(by), b.shifted(by))) == found


@SOME
@given(BASES, BASES)
def test_contact_is_no_overlap(a: Base, b: Base) -> None:
    if touching(a, b, TOUCH):
        assert not overlap(a, b)
        assert gap(a, b) <= TOUCH
    if overlap(a, b, 0):
        assert gap(a, b) == 0


@SOME
@given(POINTS, POINTS, POINTS)
def test_two_sides_of_a_triangle_are_no_shorter_than_the_third(a: Point, b: Point, c: Point) -> None:
    assert gap(a, c) <= gap(a, b) + gap(b, c) + 1


@SOME
@given(BASES, BASES, BASES)
def test_a_way_over_a_third_base_is_no_shorter(a: Base, b: Base, c: Base) -> None:
    across = 2 * b.reach
    assert gap(a, c) <= gap(a, b) + across + gap(b, c) + 1


@pytest.mark.parametrize(
    ("x", "tolerance", "touches"),
    [(2.0, 0, True), (2.05, 50, True), (2.051, 50, False), (1.99, 50, False), (1.998, 50, True)],
)
def test_touching_within_a_tolerance(x: float, tolerance: int, touches: bool) -> None:
    assert touching(base(0, 0), base(x, 0), tolerance) is touches


def test_distances_round_to_the_nearest_thousandth() -> None:
    corner_to_corner = base(0, 0), base(3, 2)
    assert gap(*corner_to_corner) == 1414
    assert within(*corner_to_corner, 1414)
    assert not within(*corner_to_corner, 1413)


def test_points_and_discs() -> None:
    stand = Disc((5000, 0), 500)
    assert gap(base(0, 0), stand) == 3500
    assert gap(stand, (5000, 200)) == 0
    assert gap((0, 0), (3000, 4000)) == 5000
    assert nearest_point(stand, (0, 0)) == (4500, 0)
    assert nearest_point(stand, (5100, 0)) == (5100, 0)
    assert within(stand, Disc((0, 0), 1000), 3500)


def test_units_are_measured_by_their_nearest_bases() -> None:
    assert units_gap([base(0, 0), base(2, 0)], [base(9, 0), base(6, 0)]) == 2000
    with pytest.raises(ValueError, match="no bases"):
        units_gap([], [base(0, 0)])


@SOME
@given(st.lists(BASES, min_size=1, max_size=4), st.lists(BASES, min_size=1, max_size=4))
def test_the_distance_of_units_is_the_least_of_all_pairs(ours: list[Base], theirs: list[Base]) -> None:
    assert units_gap(ours, theirs) == min(gap(a, b) for a in ours for b in theirs)


@SOME
@given(SHAPES, POINTS)
def test_the_nearest_point_is_the_nearest(it: Shape, point: Point) -> None:
    there = nearest_point(it, point)
    assert dist(there, point) == pytest.approx(shape_of(it).distance(shapely.Point(point)), abs=1)
    assert shape_of(it).distance(shapely.Point(there)) <= 0.71


@SOME
@given(BASES, BASES)
def test_the_nearest_points_are_as_far_apart_as_the_gap(a: Base, b: Base) -> None:
    assume(gap(a, b) > 0)
    p, q = nearest_points(a, b)
    assert dist(p, q) == pytest.approx(gap(a, b), abs=1.3)


@SOME
@given(st.lists(BASES, max_size=8))
def test_all_pairs_are_those_found_one_by_one(bases: list[Base]) -> None:
    pairs = [(i, j) for j in range(len(bases)) for i in range(j) if overlap(bases[i], bases[j])]
    assert sorted(overlapping(bases)) == sorted(pairs)


def test_the_quick_cut_keeps_the_order() -> None:
    others = [base(9, 0), base(3, 0), base(0, 2)]
    assert near(base(0, 0), others, 1000) == others[1:]


@SOME
@given(POINTS, POINTS, POINTS, POINTS)
def test_crossing_agrees_with_shapely(a: Point, b: Point, c: Point, d: Point) -> None:
    first, second = shapely.LineString([a, b]), shapely.LineString([c, d])
    assume(a != b and c != d)
    if not first.touches(second):
        assert crosses(a, b, c, d) == first.crosses(second)


def test_a_touch_is_no_crossing() -> None:
    assert not crosses((0, 0), (4, 0), (2, 0), (2, 5))
    assert crosses((0, 0), (4, 0), (2, -1), (2, 5))
    assert not crosses((0, 0), (4, 0), (1, 0), (9, 0))


def test_outline_is_measured_like_a_base() -> None:
    it = base(3, 1, 30)
    assert gap(Outline(it.ring), base(9, 9)) == gap(it, base(9, 9))


def test_what_lies_wholly_in_an_area() -> None:
    horseshoe = poly((0, 0), (0, 6), (1.5, 6), (1.5, 2), (4.5, 2), (4.5, 6), (6, 6), (6, 0))
    assert covers(horseshoe, base(1, 1, 90))
    assert covers(horseshoe, base(3, 0.5))
    assert not covers(horseshoe, base(3, 1.51))
    assert not covers(horseshoe, base(3, 4, 0, 5, 1))
    assert not covers(poly((0, 0), (0, 4), (2, 1), (4, 4), (4, 0)), base(2, 1, 0, 3, 1))


@SOME
@given(SHAPES, SHAPES)
def test_covering_agrees_with_shapely(a: Shape, b: Shape) -> None:
    big, small = shape_of(a), shape_of(b)
    assume(big.covers(small) == big.buffer(-2).covers(small))
    assert covers(a, b) == big.covers(small)


@SOME
@given(POINTS, POINTS, BASES)
def test_a_segment_enters_a_base_where_the_two_overlap(start: Point, end: Point, it: Base) -> None:
    assume(start != end)
    assert enters(start, end, it) == rings_overlap((start, end), it.ring)
    assert enters(start, end, it, 0) == rings_overlap((start, end), it.ring, 0)


@SOME
@given(BASES, BASES)
def test_bases_and_their_fronts_are_measured_like_any_polygons(one: Base, other: Base) -> None:
    front = Outline(one.ring[:2])
    assert gap(one, other) == root(*gap2(one.ring, other.ring))
    assert gap(front, other) == root(*gap2(front.ring, other.ring))


@SOME
@given(BASES, POINTS)
def test_a_base_is_as_far_from_a_point_as_any_polygon(one: Base, point: Point) -> None:
    far = root(*gap2(one.ring, (point,)))
    assert gap(one, point) == gap(point, one) == far
    assert gap(one, Disc(point, 700)) == gap(Disc(point, 700), one) == max(0, far - 700)


@SOME
@given(stars(), POINTS)
def test_an_outline_is_as_far_from_a_point_as_any_polygon(one: Outline, point: Point) -> None:
    assert gap(one, point) == gap(point, one) == root(*gap2((point,), one.ring))
