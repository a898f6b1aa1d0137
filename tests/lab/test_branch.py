"""Branching over what dice mean is branching over their faces."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.branching import Branches
from grognard.core.chance import Throw
from grognard.core.dice import Branch, Brancher, Fast
from grognard.core.state import Setup, State
from grognard.lab.branch import Unfolding
from grognard.rulebooks.feudal import BOOK
from tests.lab.clashes import DUELS, OPTIONS, THREE, clash


def by_faces(setup: Setup, state: State[Any], listening: bool) -> dict[State[Any], Fraction]:
    """Every face of every die, nothing merged on the way, a draft of its own each time."""
    found: dict[State[Any], Fraction] = {}
    paths: list[tuple[tuple[Throw[Any], ...], Fraction]] = [((), Fraction(1))]
    while paths:
        path, share = paths.pop()
        draft = BOOK.draft(setup, state, Brancher(path), listening)
        try:
            draft.run(calls=1)
        except Branch as point:
            chance = point.chance
            part = share / chance.sides**chance.count
            every = product(range(1, chance.sides + 1), repeat=chance.count)
            paths += [((*path, chance.read(faces)), part) for faces in every]
            continue
        after = draft.state()
        found[after] = found.get(after, Fraction(0)) + share
    return found


def as_shares(branches: Branches) -> dict[State[Any], Fraction]:
    assert sum(branches.after.values()) == branches.total
    return {state: Fraction(weight, branches.total) for state, weight in branches.after.items()}


@settings(max_examples=25)
@given(DUELS | THREE, OPTIONS, st.integers(0, 2**32), st.integers(0, 8), st.booleans())
def test_meanings_give_what_faces_give(
    words: tuple[str, ...], options: Mapping[str, Any], seed: int, calls: int, listening: bool
) -> None:
    """Whether somebody listens changes nothing either."""
    setup, state = clash(*words, **options)
    draft = BOOK.draft(setup, state, Fast(seed), listening=False)
    for _ in range(calls):
        if draft.agenda:
            state = draft.state()
            draft.run(calls=1)
    assert as_shares(Unfolding(BOOK, setup).branch(state)) == by_faces(setup, state, listening)


def test_a_position_at_rest_has_no_next_one() -> None:
    setup, state = clash("warriors 30 vs warriors 30")
    unfolding = Unfolding(BOOK, setup)
    assert not unfolding.at_rest(state)
    draft = BOOK.draft(setup, state, Fast(1), listening=False)
    draft.run()
    assert unfolding.at_rest(draft.state())


def test_paths_of_different_lengths_stand_on_one_total() -> None:
    """A rout check with a second roll: 20 faces, or 400."""
    setup, state = clash("warriors 30 hp=2 steadfast vs warriors 30 hp=5")
    unfolding = Unfolding(BOOK, setup)
    check = ("rout.rout_check", ("warriors_1",))
    tested = unfolding.branch(next(one for one in unfolding.branch(state).after if check in one.agenda[-1:]))
    assert tested.total == 400
    assert len(tested.after) == 2
    assert all(weight % 20 for weight in tested.after.values())
