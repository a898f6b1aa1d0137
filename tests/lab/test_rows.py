"""What rows come to, and how they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.lab.rows import Row, as_csv, as_lines, mean_of, summary, wilson

ROWS: list[Row] = [
    {"seed": 1, "winner": "a", "hp": 4},
    {"seed": 2, "winner": "b", "hp": 0},
    {"seed": 3, "winner": "a", "hp": 5},
]


def test_shares_of_words_and_means_of_numbers() -> None:
    found = summary(ROWS)
    assert found.battles == 3
    assert found.shares.keys() == {"winner"}
    assert found.shares["winner"]["a"].times == 2
    assert found.means["hp"].mean == 3
    assert found.means["hp"].error == pytest.approx((7 / 3) ** 0.5)
    assert (found.means["hp"].least, found.means["hp"].most) == (0, 5)
    assert found.builtins()["shares"]["winner"]["b"]["times"] == 1


def test_wilson_as_printed() -> None:
    """Newcombe (1998), table I: 81 of 263 is 0.2553 to 0.3662; 0 of 20 is 0 to 0.1611."""
    assert wilson(81, 263)[2:] == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20)[2:] == pytest.approx((0, 0.1611), abs=5e-5)


@given(st.integers(1, 500).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_wilson_holds_the_share(counts: tuple[int, int]) -> None:
    found = wilson(*counts)
    assert 0 <= found.low <= found.share <= found.high <= 1


def test_one_battle_has_no_spread() -> None:
    assert mean_of([7]) == (7, 0, 7, 7)


def test_rows_as_files() -> None:
    assert as_csv(ROWS).splitlines()[:2] == ["seed,winner,hp", "1,a,4"]
    assert as_lines(ROWS).splitlines()[1] == '{"seed":2,"winner":"b","hp":0}'
