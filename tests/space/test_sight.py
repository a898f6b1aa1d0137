from __future__ import annotations

from fractions import Fraction

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.space.outline import Base, Outline, hull
from grognard.space.pose import Point, distance
from grognard.space.sight import (
    Obstacle,
    _stretches,
    beyond,
    crossed,
    height_at,
    inside,
    is_clear,
    passes,
    spans,
)
from tests.space.scenes import BASES, POINTS, SOME, base, poly, quarter, shape_of, stars

WOOD = poly((2, -3), (2, 3), (5, 3), (5, -3))
EYE, MARK = (0, 0), (10_000, 0)


def test_what_a_line_crosses_and_for_how_long() -> None:
    smoke, wood, aside = (
        Obstacle("smoke", base(8, 0, 90)),
        Obstacle("wood", WOOD, 2),
        Obstacle("hut", base(5, 9)),
    )
    first, second = crossed(EYE, MARK, [smoke, wood, aside])
    assert (first.obstacle, first.length, first.from_eye, first.to_mark) == (wood, 3000, 2000, 5000)
    assert (second.obstacle, second.length, second.from_eye, second.to_mark) == (smoke, 1000, 7500, 1500)
    assert inside((first, second)) == 4000
    assert inside(()) == 0


def test_ground_that_lies_in_two_woods_counts_once() -> None:
    woods = [Obstacle("a", WOOD), Obstacle("b", poly((4, -3), (4, 3), (7, 3), (7, -3)))]
    assert inside(crossed(EYE, MARK, woods)) == 5000


def test_a_horseshoe_is_crossed_twice() -> None:
    horseshoe = poly((2, -1), (2, 4), (3, 4), (3, 1), (6, 1), (6, 4), (7, 4), (7, -1))
    both = spans((0, 2000), (10_000, 2000), horseshoe)
    assert both == ((Fraction(1, 5), Fraction(3, 10)), (Fraction(3, 5), Fraction(7, 10)))


def test_a_line_that_starts_or_ends_inside() -> None:
    assert spans((3000, 0), MARK, WOOD) == ((Fraction(0), Fraction(2, 7)),)
    assert spans((3000, 0), (4000, 0), WOOD) == ((Fraction(0), Fraction(1)),)
    assert spans(EYE, EYE, WOOD) == ()


@pytest.mark.parametrize(
    "line",
    [
        ((0, 3000), (9000, 3000)),
        ((2000, -9000), (2000, 9000)),
        ((0, 1000), (4000, 5000)),
        ((0, 0), (2000, 0)),
    ],
)
def test_a_touch_of_an_edge_or_corner_is_no_crossing(line: tuple[Point, Point]) -> None:
    assert spans(*line, WOOD) == ()
    assert spans(*line, base(3.5, 0, 0, 3, 6)) == ()


def test_a_line_along_a_diagonal_and_through_a_corner_is_inside() -> None:
    star = poly((0, 0), (0, 4), (4, 4), (2, 2), (4, 0))
    assert spans((-1000, 2000), (3000, 2000), star) == ((Fraction(1, 4), Fraction(3, 4)),)
    assert spans((4000, 4000), (0, 0), star) == ((Fraction(1, 2), Fraction(1)),)


def test_a_base_must_be_entered_more_deeply_than_rounding_goes() -> None:
    it = base(5, 0)
    assert spans((0, 498), (9000, 498), it) == ()
    assert spans((0, 498), (9000, 498), it, 0) != ()
    assert spans((0, 496), (9000, 496), it) == spans((0, 400), (9000, 400), it, 0)


@SOME
@given(POINTS, POINTS, stars())
def test_length_inside_agrees_with_shapely(eye: Point, mark: Point, it: Outline) -> None:
    (found,) = crossed(eye, mark, [Obstacle("x", it)]) or (None,)
    exact = shapely.LineString([eye, mark]).intersection(shape_of(it).buffer(-1e-6)).length
    assert (found.length if found else 0) == pytest.approx(exact, abs=1)


@SOME
@given(POINTS, POINTS, BASES)
def test_a_base_is_crossed_like_any_polygon(eye: Point, mark: Point, it: Base) -> None:
    assert spans(eye, mark, it, 0) == spans(eye, mark, Outline(it.ring))
    turned = quarter(it)
    assert spans((eye[1], -eye[0]), (mark[1], -mark[0]), turned) == spans(eye, mark, it)


@SOME
@given(POINTS, POINTS, BASES)
def test_a_line_is_the_same_from_both_ends(eye: Point, mark: Point, it: Base) -> None:
    assume(eye != mark)
    back = tuple((1 - stop, 1 - start) for start, stop in spans(mark, eye, it))
    assert spans(eye, mark, it) == back
    assert is_clear(eye, mark, [it]) is (not back)


def test_heights() -> None:
    hills = [Obstacle("low", WOOD, 1), Obstacle("high", poly((3, 0), (3, 2), (6, 2), (6, 0)), 2)]
    assert [height_at(p, hills) for p in ((2500, 0), (4000, 1000), (9000, 0))] == [1, 2, 0]


def test_a_line_goes_on_through_a_point() -> None:
    assert beyond((0, 0), (3000, 4000), 5000) == (6000, 8000)
    assert beyond((1, 1), (1, 1), 5000) == (1, 1)


@SOME
@given(POINTS, POINTS)
def test_the_way_beyond_is_as_long_as_asked(eye: Point, through: Point) -> None:
    assume(distance(eye, through) > 50)
    assert distance(through, beyond(eye, through, 4000)) == pytest.approx(4000, abs=45)


@SOME
@given(POINTS, POINTS, st.one_of(BASES, stars()))
def test_a_line_passes_through_what_it_spans(eye: Point, mark: Point, shape: Base | Outline) -> None:
    assert passes(eye, mark, shape) == bool(spans(eye, mark, shape))


@SOME
@given(POINTS, POINTS, st.lists(POINTS, min_size=3, max_size=7, unique=True))
def test_a_convex_outline_is_crossed_once_like_any_other(
    eye: Point, mark: Point, corners: list[Point]
) -> None:
    it = hull(corners)
    assume(len(it.ring) > 2 and eye != mark)
    assert it.convex
    assert spans(eye, mark, it) == tuple(_stretches(eye, mark, it.ring))
    start, end = it.ring[:2]
    assert spans(start, end, it) == tuple(_stretches(start, end, it.ring)) == ()
