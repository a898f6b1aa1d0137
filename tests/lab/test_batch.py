"""Sampling the branched graph gives what the graph says."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from grognard.lab.batch import Batch, TooLarge, batch
from grognard.lab.graph import Budget
from grognard.lab.odds import Result, absorb
from grognard.rulebooks.feudal import BOOK
from tests.lab.clashes import clash


def compared(words: str, battles: int = 200_000) -> None:
    setup, state = clash(words)
    found = batch(BOOK, setup, state).sample(battles, np.random.default_rng(7))
    exact = absorb(BOOK, setup, state, exact=False)
    assert sum(found.values()) == battles
    assert found.keys() == exact.results.keys()
    for result, chance in exact.results.items():
        error = 5 * sqrt(chance * (1 - chance) / battles) + 2 / battles
        assert found[result] / battles == pytest.approx(chance, abs=error), result


def test_a_batch_is_the_exact_answer_sampled() -> None:
    compared("warriors 50 vs knights 5 lance_charge")


def test_rout_and_pursuit_are_in_it() -> None:
    compared("warriors 50 bugurt vs militia 50 hp=9")


def test_the_same_seed_gives_the_same_battles() -> None:
    table: Batch = batch(BOOK, *clash("warriors 30 vs warriors 30"))
    one: dict[Result, int] = table.sample(1000, np.random.default_rng(3))
    assert table.sample(1000, np.random.default_rng(3)) == one
    assert table.sample(1000, np.random.default_rng(4)) != one


def test_no_table_of_half_a_graph() -> None:
    with pytest.raises(TooLarge, match="too many for a table"):
        batch(BOOK, *clash("warriors 150 vs warriors 150"), budget=Budget(10, 0))
