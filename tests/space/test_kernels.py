from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.geometry import scene
from grognard.space import kernels
from grognard.space.measure import crosses, overlapping
from grognard.space.outline import Base, Outline, edges_of
from grognard.space.pose import Point
from grognard.space.sine import ONE
from tests.space.scenes import BASES, POINTS, base, stars


def pairs(bases: list[Base], slack: int) -> list[tuple[int, int]]:
    return [(int(i), int(j)) for i, j in kernels.overlapping(kernels.base_rows(bases), slack)]


@settings(max_examples=60)
@given(st.lists(BASES, max_size=12), st.sampled_from([0, 3, 40]))
def test_overlaps_are_those_of_plain_python(bases: list[Base], slack: int) -> None:
    assert pairs(bases, slack) == overlapping(bases, slack)


@pytest.mark.parametrize("depth", [0, 1, 2, 3, 4])
def test_bases_edge_to_edge_are_told_alike(depth: int) -> None:
    bases = [Base(it.pose.turned(h, (0, 0)), 2000, 1000) for h in range(0, 3600, 77) for it in _two(depth)]
    assert pairs(bases, 3) == overlapping(bases, 3)


def _two(depth: int) -> tuple[Base, Base]:
    return base(1, 2), base(1, 3).shifted((0, -depth))


@settings(max_examples=60)
@given(st.lists(stars(), max_size=4), st.lists(st.tuples(POINTS, POINTS), max_size=8))
def test_lines_are_those_of_plain_python(ground: list[Outline], lines: list[tuple[Point, Point]]) -> None:
    found = kernels.crossing(np.array(lines, np.int64).reshape(-1, 4), kernels.wall_rows(ground))
    sides = [side for shape in ground for side in edges_of(shape.ring)]
    assert found.tolist() == [any(crosses(*line, *side) for side in sides) for line in lines]


def test_the_floods_of_the_benchmark() -> None:
    bases, ground = scene()
    assert pairs(bases, 0) == overlapping(bases, 0)
    lines = list(combinations([it.at for it in bases], 2))
    found = kernels.crossing(np.array(lines, np.int64).reshape(-1, 4), kernels.wall_rows(ground))
    sides = [side for shape in ground for side in edges_of(shape.ring)]
    some = range(0, len(lines), 17)
    assert [bool(found[i]) for i in some] == [any(crosses(*lines[i], *side) for side in sides) for i in some]
    assert 0 < found.sum() < len(lines) == 1770


def test_the_same_code_before_it_is_compiled() -> None:
    bases = [base(0, 0, 30), base(1, 1), base(2.9, 1), base(-1, -1, 200)]
    rows = kernels.base_rows(bases)
    corners = kernels._corners(rows, kernels._SIN, kernels._COS, ONE)
    assert [tuple(row) for row in corners] == [(*right, *left) for right, left in (b.offsets for b in bases)]
    assert kernels._overlapping(rows, corners, 3).tolist() == [list(pair) for pair in overlapping(bases)]
    lines = np.array([(-5000, 0, 5000, 10), (0, 5000, 1000, 6000)], np.int64)
    assert kernels._crossing(lines, kernels.wall_rows(bases)).tolist() == [True, False]
