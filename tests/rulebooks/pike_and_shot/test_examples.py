"""The worked examples of the rules, as a table: every case of ``examples.yaml`` is worked out by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grognard.files import read_yaml
from tests.rulebooks.pike_and_shot.workings import ASK

EXAMPLES: Any = read_yaml(Path(__file__).with_name("examples.yaml")).data["examples"]


def same(expected: Any, found: Any) -> bool:
    """Whether a printed value is the one found: lengths in thousandths to four printed places, fractions exactly."""
    if isinstance(expected, dict):
        return all(key in found and same(value, found[key]) for key, value in expected.items())
    if isinstance(expected, list):
        return len(expected) == len(found) and all(map(same, expected, found))
    if isinstance(expected, str) and isinstance(found, int) and not isinstance(found, bool):
        return abs(Decimal(expected) * 1000 - found) <= 1
    if isinstance(expected, str) and isinstance(found, Fraction) and "." in expected and len(expected) > 4:
        return abs(Fraction(expected) - found) <= Fraction(1, 10000)
    if isinstance(expected, str) and isinstance(found, Fraction):
        return Fraction(expected) == found
    return bool(expected == found)


def cases() -> Iterator[Any]:
    for example in EXAMPLES:
        for number, case in enumerate(example["cases"], 1):
            yield pytest.param(case, id=f"EX-{example['number']:02}-{number}-{case['ask']}")


@pytest.mark.clause(
    "PS-DICE-01", "PS-DICE-02", "PS-DICE-03", "PS-DICE-04", "PS-DICE-05", "PS-DICE-06", "PS-DICE-07",
    "PS-IMP-02", "PS-MOVE-02", "PS-MOVE-03", "PS-MOVE-04", "PS-MOVE-05", "PS-MOVE-06", "PS-MOVE-07",
    "PS-MAN-03", "PS-MAN-04", "PS-MAN-05", "PS-MAN-06", "PS-MAN-10", "PS-RALLY-01",
    "PS-RALLY-02", "PS-CP-05", "PS-CP-08", "PS-CP-11", "PS-COORD-02", "PS-COORD-03", "PS-SHOT-02",
    "PS-SHOT-04", "PS-SHOT-05", "PS-SHOT-06", "PS-SHOT-07", "PS-ART-01", "PS-ART-02", "PS-PANIC-02",
    "PS-PANIC-03", "PS-PANIC-04", "PS-PANIC-05", "PS-ROUT-01", "PS-ROUT-04", "PS-ROUT-07", "PS-ROUT-11",
    "PS-DISMAY-01", "PS-HTH-05", "PS-HTH-06", "PS-HTH-08", "PS-HTH-09", "PS-HTH-10", "PS-IMPACT-01",
    "PS-IMPACT-02", "PS-IMPACT-04", "PS-BRACE-01", "PS-BRACE-02", "PS-BRACE-03", "PS-MELEE-01",
    "PS-MELEE-03", "PS-MELEE-04", "PS-VIS-02", "PS-VIS-03", "PS-SMOKE-02", "PS-REACT-04", "PS-ORD-02",
    "PS-TURN-06",
)  # fmt: skip
@pytest.mark.parametrize("case", list(cases()))
def test_the_worked_examples_come_out_as_printed(case: Any) -> None:
    found = ASK[case["ask"]](case["given"])
    expected = case["expected"]
    assert same(expected, found), f"expected {expected}, found {found}"


def test_every_sort_of_example_is_worked_out() -> None:
    assert {case["ask"] for example in EXAMPLES for case in example["cases"]} == set(ASK)
