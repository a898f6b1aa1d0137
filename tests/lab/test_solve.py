"""Visits on graphs small enough to check by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.lab.graph import Edges
from grognard.lab.solve import Visits, gauss, loops, with_numpy


def ruin(size: int, up: int, down: int) -> list[Edges | None]:
    """A gambler between 0 and ``size``, numbered so that position 0 is the middle."""
    at = {size // 2: 0} | {
        place: n for n, place in enumerate((p for p in range(size + 1) if p != size // 2), 1)
    }
    ways: list[Edges | None] = [None] * (size + 1)
    for place in range(1, size):
        ways[at[place]] = Edges((at[place - 1], at[place + 1]), (down, up), up + down)
    return ways


@pytest.mark.parametrize("exact", [True, False])
def test_the_gamblers_ruin(exact: bool) -> None:
    """Classic: from the middle of n = 2m the chance to reach the top is 1 / (1 + (down / up)^m)."""
    visits = Visits(ruin(6, 3, 2), exact)
    top = 1 / (1 + Fraction(2, 3) ** 3)
    assert visits.count[6] == (top if exact else pytest.approx(float(top)))
    assert visits.count[1] == (1 - top if exact else pytest.approx(float(1 - top)))
    assert visits.trapped == 0


def test_a_long_loop_is_solved_the_same_with_arrays() -> None:
    fast, slow = Visits(ruin(40, 1, 1), exact=False), Visits(ruin(40, 1, 1), exact=True)
    assert fast.count == pytest.approx([float(one) for one in slow.count])


def test_a_position_that_leads_to_itself() -> None:
    visits = Visits([Edges((0, 1, 2), (2, 1, 1), 4), None, None], exact=True)
    assert visits.count == [2, Fraction(1, 2), Fraction(1, 2)]


def test_what_never_ends_is_trapped() -> None:
    ways = [
        Edges((1, 2, 4), (1, 1, 2), 4),
        Edges((1,), (5,), 5),
        Edges((3,), (1,), 1),
        Edges((2,), (1,), 1),
        None,
    ]
    visits = Visits(ways, exact=True)
    assert visits.trapped == Fraction(1, 2)
    assert visits.count[4] == Fraction(1, 2)


def test_components_come_before_what_leads_to_them() -> None:
    ways = [Edges((1,), (1,), 1), Edges((2, 3), (1, 1), 2), Edges((1,), (1,), 1), None]
    assert [sorted(group) for group in loops(ways)] == [[3], [1, 2], [0]]


@given(st.lists(st.lists(st.integers(-5, 5), min_size=4, max_size=4), min_size=3, max_size=3))
def test_gauss_solves(rows: list[list[int]]) -> None:
    exact = [[Fraction(cell) for cell in row] for row in rows]
    try:
        solved = gauss([row[:] for row in exact])
    except ZeroDivisionError:
        return
    assert all(sum(a * x for a, x in zip(row, solved, strict=False)) == row[3] for row in exact)
    floats = [[float(cell) for cell in row] for row in rows]
    assert with_numpy(floats) == pytest.approx([float(one) for one in solved], rel=1e-6, abs=1e-6)
