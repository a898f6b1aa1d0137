"""Modifiers of close combat, with the worked examples of the specification."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core.chance import Modifier
from grognard.rulebooks.napoleonic.fighting_value import (
    Fighter,
    Flank,
    Manner,
    Strike,
    half_recruits,
    is_weak,
    manner,
    modifiers,
    total,
)
from grognard.rulebooks.napoleonic.tables import load_tables

TABLES = load_tables()
FOOT = Fighter("foot", 10)
HUSSARS = Fighter("horse", 5)
CUIRASSIERS = Fighter("horse", 5, heavy=True)
SIDES: dict[str, Flank] = {"F": "front", "L": "left", "R": "right", "B": "rear"}


def struck(*strikes: str) -> list[Strike]:
    """``struck("F", "Lh")``: by foot in front and by horse in the left flank."""
    manners: dict[bool, Manner] = {True: "horse", False: "foot"}
    return [
        Strike(f"s{number}", manners[one.endswith("h")], SIDES[one[0]]) for number, one in enumerate(strikes)
    ]


def value(one: Fighter, *strikes: str) -> int:
    return total(modifiers(TABLES, one, struck(*strikes)))


@pytest.mark.clause("NA-UNIT-04", "NA-MOD-24")
def test_missing_figures() -> None:
    """Worked example 1."""
    assert [value(Fighter("foot", figures)) for figures in (4, 6, 7, 1)] == [-2, 0, 0, -5]
    assert [value(Fighter("horse", figures)) for figures in (1, 2, 3)] == [-4, -2, 0]
    assert value(Fighter("foot", 1, changed=True)) == -6


@pytest.mark.clause("NA-UNIT-07", "NA-CC-07")
def test_dismounted_light_horse_fights_as_foot_with_the_minimum_of_horse() -> None:
    assert manner("horse", dismounted=True) == "foot"
    assert value(Fighter("horse", 2, dismounted=True)) == -2
    assert value(Fighter("horse", 4, dismounted=True), "F") == 0


@pytest.mark.clause("NA-UNIT-04", "NA-CC-20")
def test_who_is_below_strength() -> None:
    weak = [Fighter("foot", 5), Fighter("horse", 2), Fighter("horse", 2, dismounted=True)]
    assert all(is_weak(TABLES.modifiers, one) for one in weak)
    assert not any(is_weak(TABLES.modifiers, one) for one in (Fighter("foot", 6), Fighter("horse", 3)))


@pytest.mark.clause("NA-MOD-02")
@pytest.mark.parametrize(
    ("status", "fv"),
    [("line", 0), ("guard", 1), ("elite", 1), ("old_guard", 2)]
    + [(one, -1) for one in ("recruit", "militia", "cossack", "mameluke", "other_age")],
)
def test_status(status: str, fv: int) -> None:
    assert value(replace(FOOT, status=status)) == fv


@pytest.mark.clause("NA-MOD-04", "NA-MOD-01")
def test_items_name_where_they_come_from() -> None:
    guard = replace(FOOT, status="guard", leader=1, figures=5, obstacle=-1)
    assert modifiers(TABLES, guard, struck("F", "R")) == (
        Modifier("status:guard", 1),
        Modifier("leader", 1),
        Modifier("flank:right", -1),
        Modifier("strikes", -1),
        Modifier("missing", -1),
        Modifier("obstacle", -1),
    )


@pytest.mark.clause("NA-CAMP-02", "NA-MOD-03")
def test_recruits() -> None:
    """Worked example 31; a unit with the status of recruits has the minus once."""
    assert (half_recruits(6, 12), half_recruits(5, 12), half_recruits(0, 0)) == (True, False, False)
    assert value(Fighter("foot", 12, recruits=6)) == -1
    assert value(Fighter("foot", 12, recruits=5)) == 0
    assert value(Fighter("foot", 12, status="recruit", recruits=12)) == -1
    assert value(Fighter("foot", 12, status="militia", recruits=12)) == -2


@pytest.mark.clause("NA-MOD-05", "NA-MOD-06")
def test_horse_that_attacks() -> None:
    """Worked examples 4 and 5."""
    cossacks = Fighter("horse", 4, status="cossack", attacks=True, lances=True)
    assert value(cossacks) == 0
    assert value(replace(cossacks, lances=False)) == -1
    assert value(replace(CUIRASSIERS, attacks=True)) == 1
    assert value(replace(CUIRASSIERS, attacks=True), "F") == 1
    assert value(CUIRASSIERS) == 0


@pytest.mark.clause("NA-MOD-13")
def test_horse_caught_standing_or_re_forming() -> None:
    """Worked example 4."""
    assert value(HUSSARS, "Fh") == -1
    assert value(HUSSARS) == 0
    assert value(CUIRASSIERS, "Fh") == 0
    assert value(replace(HUSSARS, attacks=True), "Fh") == 0
    assert [value(replace(one, reforming=True), "F") for one in (HUSSARS, CUIRASSIERS)] == [-1, -1]
    assert value(replace(HUSSARS, reforming=True, attacks=True), "F") == 0


@pytest.mark.clause("NA-MOD-15")
def test_riding_past_foot() -> None:
    assert value(replace(HUSSARS, attacks=True, passed_front=True)) == -1


@pytest.mark.clause(
    "NA-MOD-08", "NA-MOD-10", "NA-MOD-11", "NA-MOD-12", "NA-MOD-20", "NA-MOD-24", "NA-ROUT-14"
)
@pytest.mark.parametrize(
    ("state", "fv"),
    [("routed_enemy", 1), ("routed", -2)]
    + [(one, -1) for one in ("pushed", "stopped", "unruly", "disordered", "column", "changed", "tired")],
)
def test_states(state: str, fv: int) -> None:
    assert modifiers(TABLES, replace(FOOT, **{state: True}), []) == (Modifier(state, fv),)


@pytest.mark.clause("NA-MOD-21")
@pytest.mark.parametrize(
    ("sides", "fv"),
    [
        *(
            ("F", 0),
            ("FF", -1),
            ("L", -1),
            ("B", -2),
            ("LF", -2),
            ("LR", -3),
            ("FLR", -3),
            ("FB", -3),
            ("FLRB", -5),
        ),
        *(("LL", -2), ("LB", -4), ("FLB", -4), ("LRB", -5)),
    ],
)
def test_strikes_suffered(sides: str, fv: int) -> None:
    """The printed sums first, then those that only the formula gives."""
    assert value(FOOT, *sides) == fv


@pytest.mark.clause("NA-MOD-21", "NA-MOD-22")
def test_foot_struck_by_foot_and_horse() -> None:
    """Worked example 15."""
    assert value(FOOT, "F", "Lh") == -3
    assert value(FOOT, "F", "L", "R") == -3
    assert value(FOOT, "F", "L", "R", "B") == -5
    assert value(FOOT, "Fh", "B") == -4
    assert value(replace(CUIRASSIERS, attacks=True), "F", "Lh") == 1 - 2


@pytest.mark.clause("NA-MOVE-09")
def test_square_on_all_sides_spares_flank_and_rear_from_horse_only() -> None:
    square = replace(FOOT, square=True)
    assert value(square, "Lh") == 0
    assert value(square, "L") == -1
    assert value(square, "Bh", "Lh") == -1
    assert value(square, "F", "Bh") == -2


@pytest.mark.clause("NA-ART-19")
def test_a_crew_that_defends_has_no_other_modifiers() -> None:
    crew = Fighter("gun", 4, status="guard", leader=2, routed=True, obstacle=-1)
    assert manner("gun") == "foot"
    assert value(crew) == -3
    assert value(crew, "Fh", "B") == -3 - 4


@pytest.mark.clause("NA-MOD-25", "NA-MOD-21", "NA-MOD-22")
@given(st.lists(st.sampled_from(["F", "L", "R", "B", "Fh", "Lh", "Rh", "Bh"]), max_size=6))
def test_one_more_strike_never_helps(strikes: list[str]) -> None:
    for more in ("F", "L", "R", "B", "Fh", "Bh"):
        assert value(FOOT, *strikes, more) <= value(FOOT, *strikes)
