"""What ways cost, and where one stands on them."""

from __future__ import annotations

from math import cos, radians

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.rulebooks.napoleonic.tracks import lay, leg_cost, read_legs, turned_towards, written
from grognard.space.outline import Base
from grognard.space.pose import Pose, distance, step, turn_to

FOOT = Base(Pose(5000, 5000, 0), 500, 200)
POSES = st.builds(Pose, st.integers(3000, 7000), st.integers(3000, 7000), st.integers(0, 3599))


@pytest.mark.clause("NA-MOVE-04")
def test_worked_example_21() -> None:
    assert leg_cost(FOOT, Pose(5000, 4500, 0)) == 500
    assert leg_cost(FOOT, Pose(5000, 5000, 900)) == 381
    assert leg_cost(FOOT, Pose(5000, 5700, 300)) == 839


@pytest.mark.clause("NA-MOVE-04", "NA-MOVE-20")
@given(legs=st.lists(POSES, min_size=1, max_size=3), share=st.integers(0, 100))
def test_no_corner_goes_farther_than_the_way_has_cost(legs: list[Pose], share: int) -> None:
    track = lay(FOOT, legs)
    cost = track.total * share // 100
    k = max(i for i, c in enumerate(track.costs) if c <= cost)
    there, here = FOOT.put(track.at(cost)), FOOT.put(track.poses[k])
    turn = turn_to(here.heading, track.poses[min(k + 1, len(track.poses) - 1)].heading)
    # a corner that turns goes along an arc, whose cost is its chord: halfway it lies beside that by the arc's height
    bulge = FOOT.reach * (1 - cos(radians(turn / 20)))
    for a, b in zip(here.ring, there.ring, strict=True):
        assert distance(a, b) <= cost - track.costs[k] + bulge + 4
    assert track.at(track.total) == legs[-1]
    assert track.at(0) == track.poses[track.costs.count(0) - 1]


@pytest.mark.clause("NA-MOVE-05")
def test_turning_about_is_free_as_the_first_leg_of_a_withdrawal_only() -> None:
    about = Pose(5000, 5000, 1800)
    assert lay(FOOT, (about,), about=True).total == 0
    assert lay(FOOT, (about,)).total == leg_cost(FOOT, about) > 0
    assert lay(FOOT, (about, Pose(5000, 4500, 1800)), about=True).total == 500


@pytest.mark.clause("NA-MOVE-06")
@given(heading=st.integers(0, 3599), most=st.integers(0, 600))
def test_a_turn_goes_as_far_as_its_cost_allows(heading: int, most: int) -> None:
    turned = turned_towards(FOOT, heading, most)
    assert leg_cost(FOOT, turned) <= most
    left = abs(turn_to(turned.heading, heading))
    if left:
        sign = 1 if turn_to(0, heading) > 0 else -1
        assert leg_cost(FOOT, turned.turned(sign)) > most
    # a turn costs 2 r sin(a / 2), r being half the diagonal
    assert abs(leg_cost(FOOT, FOOT.pose.turned(heading)) - _chord(heading)) <= 2


def _chord(angle: int) -> int:
    return distance((0, 269), step(angle, 269))


@given(st.lists(POSES, min_size=1, max_size=4))
def test_legs_are_read_as_they_are_written(legs: list[Pose]) -> None:
    assert read_legs(written(legs)) == tuple(legs)
    assert read_legs(written(legs)[1:]) is None


def test_headings_beyond_the_circle_are_no_legs() -> None:
    assert read_legs((1, 2, 3600)) is None
    assert read_legs(()) is None
