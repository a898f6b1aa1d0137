"""What units may be formed in, said in words, and what they cost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.rulebooks.pike_and_shot import muster
from grognard.rulebooks.pike_and_shot.formations import fits
from grognard.rulebooks.pike_and_shot.model import Base
from grognard.rulebooks.pike_and_shot.tables import load_tables

TABLES = load_tables()
TYPES = st.lists(st.sampled_from(["musket", "pike", "reiter", "tatar", "wagon"]), min_size=1, max_size=16)


@pytest.mark.clause("PS-FORM-01", "PS-FORM-02", "PS-FORM-03", "PS-FORM-04", "PS-FORM-05", "PS-FORM-07")
@given(types=TYPES, files=st.integers(1, 16), formation=st.sampled_from(sorted(TABLES.formations)))
def test_a_fault_is_named_exactly_where_the_rules_refuse(
    types: list[str], files: int, formation: str
) -> None:
    files = min(files, len(types))
    kind = TABLES.formations[formation]
    fault = muster.formation_fault(kind, muster.types_of(TABLES, types), files)
    bases = tuple(Base(one, 0, 0, 0, 2000, 1000) for one in types)
    assert (fault is None) == fits(TABLES, kind, bases, -(-len(types) // files), files)
    assert fault is None or formation in fault.say()


@pytest.mark.clause("PS-BASE-11", "PS-FORM-05")
def test_a_trait_of_the_unit_counts_for_all_its_bases() -> None:
    open_order, muskets = TABLES.formations["open"], muster.types_of(TABLES, ["musket", "musket"])
    assert muster.formation_fault(open_order, muskets, 2) is not None
    assert muster.formation_fault(open_order, muskets, 2, ["open"]) is None


@pytest.mark.clause("PS-VIC-06")
@pytest.mark.parametrize(
    ("quality", "morale", "cost"),
    [
        ("normal", "normal", 24),
        ("good", "normal", 30),
        ("bad", "normal", 20),
        ("good", "high", 38),
        ("bad", "bad", 16),
        ("good", "bad", 24),
    ],
)
def test_points(quality: str, morale: str, cost: int) -> None:
    """Six pikes at 4 points; 24 x 0.8 = 19.2 and 24 x 1.25 x 1.25 = 37.5 are rounded up."""
    assert muster.points(muster.types_of(TABLES, ["pike"] * 6), quality, morale) == cost
