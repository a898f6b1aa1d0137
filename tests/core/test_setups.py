"""Setups of battles that are in memory."""

from __future__ import annotations

import weakref

from grognard.core.state import Setup, shared
from grognard.locale import Name


def named(scenario: str) -> Setup:
    return Setup(
        book="b", version="1", scenario=scenario, name=Name("N", "Н"), sides=(), seats=(), options={}
    )


def test_equal_setups_in_use_are_one() -> None:
    """What is worked out about a setup is kept by the setup itself, so battles of the same scenario share it."""
    one, other = named("s"), named("t")
    assert shared(one) is one
    assert shared(named("s")) is one
    assert shared(other) is other


def test_a_setup_that_is_not_in_use_is_let_go() -> None:
    one = shared(named("s"))
    kept = weakref.ref(one)
    del one
    assert kept() is None
