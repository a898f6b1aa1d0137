from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.space.measure import gap, overlap
from grognard.space.moves import Slide, slide
from grognard.space.outline import Outline, area2
from grognard.space.pose import Point
from grognard.space.terrain import Broken, Compass, Piece, Table, at, faults, fences, legs, polygon, under
from tests.space.scenes import SOME, base, points, poly, shape_of, stars

TABLE = Table(36_000, 24_000)


@pytest.mark.parametrize(
    ("corners", "words"),
    [
        ([(0, 0), (1, 1)], ["a polygon needs at least 3 points, not 2"]),
        ([(0, 0), (4, 0), (4, 4), (0, 0)], ["points 1 and 4 are the same, (0, 0)"]),
        ([(0, 0), (1, 1), (2.5, 2.5)], ["all its points lie on one straight line"]),
        (
            [(0, 0), (4, 4), (4, 0), (0, 4)],
            ["edge 1 from (0, 0) to (4, 4) meets edge 3 from (4, 0) to (0, 4)"],
        ),
        (
            [(0, 0), (4, 0), (4, 4), (2, 0)],
            ["edge 1 from (0, 0) to (4, 0) meets edge 3 from (4, 4) to (2, 0)"],
        ),
        ([(0, 0), (4, 0), (4, 4), (4, 2), (2, 2)], ["it folds back on itself at point 3"]),
    ],
)
def test_points_that_make_no_polygon(corners: list[tuple[float, float]], words: list[str]) -> None:
    found = [fault.say() for fault in faults(points(*corners))]
    assert found[: len(words)] == words
    with pytest.raises(Broken) as broken:
        poly(*corners)
    assert [problem.say() for problem in broken.value.problems] == found


def test_all_faults_are_told() -> None:
    twice = points((0, 0), (4, 0), (0, 0), (4, 0))
    assert len(faults(twice)) == 2
    with pytest.raises(Broken, match=r"points 1 and 3 are the same, \(0, 0\), points 2 and 4"):
        polygon(twice)
    assert faults(twice)[0].say("ru") == "точки 1 и 3 совпадают: (0, 0)"


@SOME
@given(stars())
def test_a_good_polygon_has_no_faults_either_way_round(it: Outline) -> None:
    assert faults(it.ring) == ()
    assert polygon(it.ring[::-1]) == Outline(it.ring[::-1][::-1])
    assert area2(it.ring) > 0


@SOME
@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=3, max_size=7, unique=True))
def test_faults_agree_with_shapely(ring: list[Point]) -> None:
    assert (not faults(ring)) == shape_of(Outline(tuple(ring))).is_valid


def test_a_strip_along_a_line() -> None:
    (only,) = legs(points((0, 0), (0, 5)), 1000)
    assert set(only.ring) == {(-500, 0), (500, 0), (500, 5000), (-500, 5000)}
    first, second = legs(points((0, 0), (0, 5), (5, 5)), 1000)
    assert overlap(first, base(-0.25, 4.9, 0, 0.2, 0.1))
    assert set(second.ring) == {(0, 5500), (5000, 5500), (5000, 4500), (0, 4500)}
    assert gap(first, second) == 0


def test_a_line_without_width_stops_a_slide() -> None:
    low, steep = fences(points((-3, 4), (0, 4), (5, 9)))
    assert slide([base(-1.5, 0)], 0, 9000, [low, steep]) == Slide(3500, (0,))
    assert slide([base(2, 0)], 0, 9000, [low, steep]) == Slide(4500, (1,))
    assert slide([base(2, 0)], 0, 9000, [low, steep], 100) == Slide(4500 - 141, (1,))
    assert overlap(base(-1, 4), low)
    assert not overlap(base(-1, 4.5), low)
    assert gap(base(-1, 5), low) == 500


def test_what_ground_a_thing_stands_on() -> None:
    hill, wood = (
        Piece("h", "hill", (poly((0, 0), (0, 9), (9, 9), (9, 0)),)),
        Piece("w", "wood", (poly((5, 5), (5, 8), (8, 8)),)),
    )
    brook = Piece("b", "stream", (), points((0, 0), (9, 9)))
    assert at((5000, 6000), [hill, wood, brook]) == (hill, wood)
    assert at((9001, 0), [hill, wood]) == ()
    assert under(base(10, 4), [hill, wood]) == ()
    assert under(base(9.9, 4), [hill, wood]) == (hill,)


def test_the_edges_of_the_table() -> None:
    assert TABLE.holds(base(1, 0.5))
    assert TABLE.crossed(base(0.9, 0.4)) == (Compass.SOUTH, Compass.WEST)
    assert TABLE.crossed(base(35, 23.6)) == (Compass.NORTH,)
    assert TABLE.edge(Compass.EAST) == ((36_000, 24_000), (36_000, 0))
    assert [edge.heading for edge in Compass] == [0, 900, 1800, 2700]
    assert TABLE.nearest(Compass.NORTH, (5000, 7000)) == (5000, 24_000)
    assert TABLE.nearest(Compass.WEST, (5000, 99_000)) == (0, 24_000)
    assert TABLE.outline.convex
