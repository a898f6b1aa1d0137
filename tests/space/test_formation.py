from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.space.formation import anchor, block, faced, faced_about, groups, laid, rows, same_heading
from grognard.space.measure import gap, overlap
from grognard.space.moves import turned, turned_in_place
from grognard.space.outline import Edge
from grognard.space.pose import Pose
from tests.space.scenes import HEADINGS, SOME, TOUCH, base, inches

FOOT = (2000, 1000)


def test_ranks_and_files_in_list_order() -> None:
    assert rows(5, 3) == ((0, 1, 2), (3, 4))
    assert rows(2, 3) == ((0, 1),)
    assert rows(0, 3) == ()
    with pytest.raises(ValueError, match="0 files"):
        rows(3, 0)


def test_ranks_counted_anew() -> None:
    assert faced_about(rows(6, 3)) == ((5, 4, 3), (2, 1, 0))
    assert faced(rows(6, 3), Edge.RIGHT) == ((2, 5), (1, 4), (0, 3))
    assert faced(rows(6, 3), Edge.LEFT) == ((3, 0), (4, 1), (5, 2))
    assert faced(rows(5, 3), Edge.RIGHT) == ((2,), (1, 4), (0, 3))


def test_bases_are_laid_out_behind_their_anchor() -> None:
    unit = laid(Pose(18000, 11000), rows(5, 3), [FOOT] * 5)
    assert inches(unit) == [(16, 10.5), (18, 10.5), (20, 10.5), (16, 9.5), (18, 9.5)]
    assert anchor(unit, rows(5, 3)) == Pose(18000, 11000)
    assert block(unit) == base(18, 10, 0, 6, 2)


def test_other_layouts() -> None:
    assert inches(laid(Pose(0, 0), rows(5, 3), [FOOT] * 5, last="centre"))[3:] == [(-1, -1.5), (1, -1.5)]
    assert inches(laid(Pose(0, 0), rows(4, 2), [FOOT] * 4, 500)) == [
        (-1.25, -0.5),
        (1.25, -0.5),
        (-1.25, -2),
        (1.25, -2),
    ]
    facing_east = laid(Pose(0, 0, 900), rows(2, 2), [FOOT] * 2)
    assert inches(facing_east) == [(-0.5, 1), (-0.5, -1)]


def test_bases_of_several_sizes_share_files_and_ranks() -> None:
    gun = (1000, 2000)
    unit = laid(Pose(0, 0), rows(3, 2), [gun, FOOT, FOOT])
    assert inches(unit) == [(-1, -1), (1, -0.5), (-1, -2.5)]


def test_a_front_shorter_than_what_follows() -> None:
    ranks = faced(rows(5, 3), Edge.RIGHT)
    unit = laid(Pose(0, 0), ranks, [FOOT] * 5)
    assert inches(unit) == [(0, -2.5), (0, -1.5), (0, -0.5), (2, -2.5), (2, -1.5)]


@SOME
@given(HEADINGS, st.integers(1, 12), st.integers(1, 6))
def test_neighbours_touch_and_do_not_overlap(heading: int, count: int, files: int) -> None:
    ranks = rows(count, files)
    unit = laid(Pose(123, -456, heading), ranks, [FOOT] * count)
    assert not any(overlap(unit[i], unit[j]) for i in range(count) for j in range(i))
    assert all(gap(unit[a], unit[b]) <= 3 for rank in ranks for a, b in pairwise(rank))
    there = anchor(unit, ranks)
    assert abs(there.x - 123) + abs(there.y + 456) <= 3
    assert groups(unit, TOUCH) == [tuple(range(count))]
    assert same_heading(unit)


def test_facing_about_keeps_the_ground() -> None:
    ranks = rows(6, 3)
    unit = laid(Pose(0, 0), ranks, [FOOT] * 6)
    about = turned_in_place(unit, 1800)
    assert anchor(about, faced_about(ranks)) == Pose(0, -2000, 1800)


def test_bodies_that_hold_together() -> None:
    bases = [base(0, 0), base(9, 0), base(2, 0), base(4.04, 0), base(9, 1)]
    assert groups(bases, TOUCH) == [(0, 2, 3), (1, 4)]
    assert not same_heading([*bases, base(0, 9, 1)])


def test_a_block_at_another_heading() -> None:
    unit = laid(Pose(0, 0), rows(2, 1), [FOOT] * 2)
    assert block(unit, 900) == base(0, -1, 90, 2, 2)
    tilted = turned(unit, 450, (0, 0))
    assert block(tilted).frontage == pytest.approx(2000, abs=2)
