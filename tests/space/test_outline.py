from __future__ import annotations

import msgspec
import pytest
import shapely
from hypothesis import given

from grognard.space.outline import Base, Edge, Outline, area2, holds, hull, where
from grognard.space.pose import Point, Pose
from tests.space.scenes import BASES, POINTS, SOME, base, mirrored, poly, quarter, shape_of, stars


def test_corners_of_a_base() -> None:
    assert base(0, 0).ring == ((-1000, 500), (1000, 500), (1000, -500), (-1000, -500))
    assert base(1, 2, 90).ring == ((1500, 3000), (1500, 1000), (500, 1000), (500, 3000))
    assert base(0, 0, 45, 2, 2).ring == ((0, 1414), (1414, 0), (0, -1414), (-1414, 0))


def test_edges_of_a_base() -> None:
    it = base(0, 0, 90)
    assert it.edge(Edge.FRONT) == ((500, 1000), (500, -1000))
    assert it.edge_middle(Edge.LEFT) == (0, 1000)
    assert [it.facing(edge) for edge in Edge] == [900, 1800, 2700, 0]
    assert [it.length(edge) for edge in Edge] == [2000, 1000, 2000, 1000]
    assert len(set(it.reference_points)) == 9


def test_an_odd_size_keeps_opposite_corners_opposite() -> None:
    assert Base(Pose(0, 0), 25, 7).ring == ((-13, 4), (13, 4), (13, -4), (-13, -4))


@SOME
@given(BASES)
def test_opposite_corners_stay_opposite(it: Base) -> None:
    fl, fr, rr, rl = it.ring
    assert fl[0] + rr[0] == 2 * it.pose.x == fr[0] + rl[0]
    assert fl[1] + rr[1] == 2 * it.pose.y == fr[1] + rl[1]
    assert it.turned(1800).ring == (rr, rl, fl, fr)


@SOME
@given(BASES)
def test_a_scene_may_be_turned_by_a_right_angle_or_mirrored(it: Base) -> None:
    assert quarter(it).ring == tuple((y, -x) for x, y in it.ring)
    assert set(mirrored(it).ring) == {(-x, y) for x, y in it.ring}


def test_a_base_is_a_plain_value() -> None:
    it = base(3, 4, 30)
    assert it.ring
    assert it.box == (1884, 3067, 4116, 4933)
    assert msgspec.json.decode(msgspec.json.encode(it), type=Base) == it
    assert hash(it) == hash(base(3, 4, 30))


@SOME
@given(stars(), POINTS)
def test_inside_and_outside_agree_with_shapely(it: Outline, point: Point) -> None:
    there = shapely.Point(point)
    inside = where(it.ring, *point)
    assert (inside >= 0) == shape_of(it).covers(there)
    assert (inside > 0) == shape_of(it).contains(there)
    assert holds(it, point) == (inside >= 0)


@SOME
@given(stars())
def test_corners_and_edges_lie_on_the_outline(it: Outline) -> None:
    assert all(where(it.ring, *corner) == 0 for corner in it.ring)
    (ax, ay), (bx, by) = it.ring[:2]
    assert where(it.ring, ax + bx, ay + by, 2) == 0


@SOME
@given(stars())
def test_parts_make_up_the_whole(it: Outline) -> None:
    assert sum(area2(part) for part in it.parts) == area2(it.ring)
    assert all(Outline(part).convex for part in it.parts)


def test_corners_in_the_middle_of_an_edge_do_no_harm() -> None:
    it = poly((0, 0), (0, 2), (0, 4), (2, 4), (2, 2), (4, 2), (4, 0), (2, 0))
    assert sum(area2(part) for part in it.parts) == area2(it.ring)


def test_an_outline_that_crosses_itself_has_no_parts() -> None:
    crossed = Outline(((0, 0), (0, 4), (4, 0), (4, 4), (2, -5)))
    with pytest.raises(ValueError, match="crosses itself"):
        assert crossed.parts


@SOME
@given(BASES, BASES)
def test_a_hull_is_that_of_shapely(a: Base, b: Base) -> None:
    it = hull((*a.ring, *b.ring))
    assert it.convex
    assert area2(it.ring) / 2 == pytest.approx(shapely.MultiPoint((*a.ring, *b.ring)).convex_hull.area)
