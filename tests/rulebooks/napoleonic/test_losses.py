"""Ledger, dice of pursuit and the breakdown of losses, with the worked examples of the specification."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.rulebooks.napoleonic.losses import (
    Ending,
    Share,
    Split,
    breakdown,
    entered,
    is_even,
    is_taken,
    pursuit_loss,
    split,
    struck_out,
    together,
)
from grognard.rulebooks.napoleonic.model import Ledger
from grognard.rulebooks.napoleonic.tables import load_tables

TABLES = load_tables()
FACES = range(1, 7)


def figures(shares: tuple[Share, ...]) -> list[Fraction]:
    return [Fraction(share.quarters, 4) for share in shares]


@pytest.mark.clause("NA-CAS-05")
def test_no_more_fall_than_are_there() -> None:
    assert (struck_out(3, 2), struck_out(1, 2), struck_out(2, 0)) == (2, 1, 0)


@pytest.mark.clause("NA-CAS-06", "NA-END-03")
def test_the_ledger_keeps_causes_apart_and_prisoners_out_of_the_struck() -> None:
    ledger = entered(entered(entered(Ledger(), "fire", 2), "combat", 1), "prisoners", 4)
    assert ledger == Ledger(fire=2, combat=1, prisoners=4)
    assert ledger.struck_out == 3
    assert entered(ledger, "pursuit", 1).struck_out == 4


@pytest.mark.clause("NA-PURS-06", "NA-PURS-07")
def test_dice_of_a_pursuit() -> None:
    """Worked example 28: foot routers."""
    sums = [
        pursuit_loss(TABLES, "casualties", first, "foot", 9)
        + pursuit_loss(TABLES, "prisoners", second, "foot", 9)
        for first, second in product(FACES, repeat=2)
    ]
    odds = [Fraction(sums.count(n), 36) for n in range(5)]
    assert odds == [Fraction(1, 9), Fraction(2, 9), Fraction(1, 3), Fraction(2, 9), Fraction(1, 9)]
    assert odds[3] + odds[4] == Fraction(1, 3)
    assert pursuit_loss(TABLES, "casualties", 5, "foot", 9) == 2
    assert pursuit_loss(TABLES, "prisoners", 4, "foot", 9) == 1


@pytest.mark.clause("NA-PURS-07", "NA-PURS-10")
def test_gunners_fall_as_horse_does_and_never_more_than_are_left() -> None:
    for face in FACES:
        assert pursuit_loss(TABLES, "casualties", face, "gun", 9) == int(face >= 5)
        assert pursuit_loss(TABLES, "prisoners", face, "horse", 9) == int(face >= 5)
    assert pursuit_loss(TABLES, "casualties", 6, "foot", 1) == 1


@pytest.mark.clause("NA-PURS-08", "NA-PURS-09", "NA-TROPH-02")
def test_colours_and_persons_go_to_the_higher_die_and_are_kept_on_equal_ones() -> None:
    """Worked example 28."""
    taken = Fraction(sum(is_taken(a, b) for a, b in product(FACES, repeat=2)), 36)
    assert taken == Fraction(5, 12)
    assert 1 - (1 - taken) ** 2 == Fraction(95, 144)
    assert not is_taken(3, 3)
    assert is_taken(6, 2)


@pytest.mark.clause("NA-CMD-21", "NA-PURS-01")
def test_even_and_odd() -> None:
    assert [face for face in FACES if is_even(face)] == [2, 4, 6]


@pytest.mark.clause("NA-END-04", "NA-END-05")
@pytest.mark.parametrize(
    ("ending", "truce", "expected"),
    [
        ("won", False, "winner"),
        ("won", True, "winner"),
        ("lost", True, "loser"),
        ("draw", True, "winner"),
        ("draw", False, "loser"),
    ],
)
def test_who_breaks_down_how(ending: Ending, truce: bool, expected: Split) -> None:
    assert split(ending, truce) == expected


@pytest.mark.clause("NA-END-04", "NA-END-05", "NA-END-06")
def test_seven_figures_after_the_battle() -> None:
    """Worked example 30."""
    won, lost = breakdown(TABLES, 7, "winner"), breakdown(TABLES, 7, "loser")
    assert figures(won) == [Fraction(7, 4)] * 4
    assert figures(lost) == [Fraction(7, 2), Fraction(7, 4), Fraction(7, 4)]
    assert [share.figures for share in lost] == [3, 1, 1]
    assert figures(breakdown(TABLES, 7, "winner", whole_figures=True)) == [2, 2, 2, 1]
    assert figures(breakdown(TABLES, 7, "loser", whole_figures=True)) == [4, 2, 1]


@pytest.mark.clause("NA-END-04", "NA-END-05", "NA-CAMP-01")
def test_when_they_return() -> None:
    returns = {share.part: share.returns for share in breakdown(TABLES, 4, "winner")}
    assert list(returns.values()) == ["never", "end_of_war", "7_days", "next_day"]
    assert [share.returns for share in breakdown(TABLES, 4, "loser")] == ["never", "end_of_war", "7_days"]
    assert TABLES.return_days == {"next_day": 1, "7_days": 7}


@pytest.mark.clause("NA-END-06")
@given(st.integers(0, 200), st.sampled_from(["winner", "loser"]), st.booleans())
def test_parts_make_up_the_losses(lost: int, which: Split, whole: bool) -> None:
    shares = breakdown(TABLES, lost, which, whole_figures=whole)
    assert sum(share.quarters for share in shares) == 4 * lost
    exact = breakdown(TABLES, lost, which)
    assert all(abs(one.quarters - two.quarters) < 8 for one, two in zip(shares, exact, strict=True))
    assert not whole or all(share.quarters % 4 == 0 for share in shares)


@pytest.mark.clause("NA-END-06")
def test_quarters_of_several_units_add_up_to_whole_figures() -> None:
    two = together([breakdown(TABLES, 7, "winner"), breakdown(TABLES, 1, "winner")])
    assert two == breakdown(TABLES, 8, "winner")
    assert together([]) == ()
