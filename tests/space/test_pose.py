from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.space.pose import (
    Pose,
    decimal,
    heading_to,
    local,
    middle,
    nearest,
    root,
    step,
    tenths,
    thousandths,
    turn_to,
    turned,
)
from grognard.space.sine import COS, ONE, SIN, arc_angle, arc_length, sin_cos
from tests.space.scenes import HEADINGS, POINTS


def test_the_table_of_sines_is_the_sine() -> None:
    assert [*SIN] == [round(math.sin(math.radians(k / 10)) * ONE) for k in range(3600)]
    assert [*COS] == [round(math.cos(math.radians(k / 10)) * ONE) for k in range(3600)]
    assert all(sin_cos(Fraction(k, 10)) == (SIN[k], COS[k]) for k in range(0, 3600, 7))


@given(st.fractions(-720, 720, max_denominator=1000))
def test_sines_of_any_angle(degrees: Fraction) -> None:
    sine, cosine = sin_cos(degrees)
    assert sine == pytest.approx(math.sin(math.radians(degrees)) * ONE, abs=1)
    assert cosine == pytest.approx(math.cos(math.radians(degrees)) * ONE, abs=1)


def test_arcs() -> None:
    assert arc_length(2236, 900) == round(2236 * math.pi / 2)
    assert arc_length(1000, -450) == 785
    assert arc_angle(1000, 785) == 449
    assert arc_angle(1000, 786) == 450


@given(st.integers(-(10**12), 10**12), st.integers(1, 10**6))
def test_rounding_is_to_the_nearest_and_the_same_on_both_sides(n: int, d: int) -> None:
    assert abs(nearest(n, d) * d - n) * 2 <= d
    assert nearest(-n, d) == -nearest(n, d)
    assert root(abs(n), d) == pytest.approx(math.sqrt(abs(n) / d), abs=0.500001)


def test_halves_go_away_from_zero_and_up() -> None:
    assert (nearest(5, 2), nearest(-5, 2), root(1, 4)) == (3, -3, 1)
    assert (thousandths(2.0005), thousandths("-0.0005"), thousandths(3)) == (2001, -1, 3000)


def test_lengths_and_headings_as_people_write_them() -> None:
    assert [decimal(n) for n in (2500, 3000, -1250, 7, 0)] == ["2.5", "3", "-1.25", "0.007", "0"]
    assert (tenths(359.96), tenths(-90), tenths("22.5")) == (0, 2700, 225)


def test_a_heading_is_from_0_to_3599() -> None:
    with pytest.raises(ValueError, match="heading 3600"):
        Pose(0, 0, 3600)


def test_headings_run_clockwise_from_north() -> None:
    assert Pose(0, 0, 900).ahead(1000).at == (1000, 0)
    assert Pose(0, 0).ahead(-500).at == (0, -500)
    assert turned((1000, 0), (0, 0), 900) == (0, -1000)
    assert Pose(1, 2, 3500).turned(200) == Pose(1, 2, 100)
    assert local(Pose(0, 0, 900), (5, 3)) == (-3, 5)


def test_turns_take_the_shorter_way() -> None:
    assert [turn_to(a, b) for a, b in ((0, 900), (0, 2700), (0, 1800), (3500, 100))] == [900, -900, 1800, 200]


@given(POINTS, POINTS)
def test_heading_is_the_nearest_tenth(a: tuple[int, int], b: tuple[int, int]) -> None:
    if a == b:
        assert heading_to(a, b) == 0
        return
    exact = math.degrees(math.atan2(b[0] - a[0], b[1] - a[1])) * 10
    assert abs((heading_to(a, b) - exact + 1800) % 3600 - 1800) <= 0.5001


@given(POINTS, POINTS, HEADINGS)
def test_a_place_seen_from_a_pose_leads_back_to_it(
    at: tuple[int, int], point: tuple[int, int], heading: int
) -> None:
    right, ahead = local(Pose(*at, heading), point)
    dx, dy = step(heading, ahead, right)
    assert abs(at[0] + dx - point[0]) <= 1
    assert abs(at[1] + dy - point[1]) <= 1


@given(POINTS, POINTS, HEADINGS)
def test_turning_keeps_the_distance(point: tuple[int, int], pivot: tuple[int, int], angle: int) -> None:
    assert math.dist(turned(point, pivot, angle), pivot) == pytest.approx(math.dist(point, pivot), abs=0.71)


def test_the_middle_of_some_points() -> None:
    assert middle([(0, 0), (3, 0), (3, 3)]) == (2, 1)
    with pytest.raises(ValueError, match="no points"):
        middle([])
