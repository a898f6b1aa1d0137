"""Whole phases of close combat between units anywhere, with any dice: what must hold, holds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.dice import Fast
from grognard.core.state import State
from grognard.rulebooks.napoleonic import capture, invariants, melee, outcomes, pursuit, striking, upkeep
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.model import Unit
from tests.rulebooks.napoleonic.scenes import BLUE, BOOK, RED, Scene, Spec, gun, man, scene, unit

ARMS = ("foot", "foot", "heavy_horse", "light_horse_irregular")
STATUSES = ("line", "militia", "guard", "old_guard")


@st.composite
def regiments(draw: st.DrawFn) -> list[Spec]:
    """Red from the south and blue from the north, front to front with a merka's play, a gun and a general each."""
    found: list[Spec] = []
    for side, y, heading in ((RED, 6.0, 0), (BLUE, 6.6, 180)):
        for at in range(draw(st.integers(1, 3))):
            arm = draw(st.sampled_from(ARMS))
            spot = (4.5 + at + draw(st.integers(0, 3)) / 10, y + draw(st.integers(-2, 2)) / 20, heading)
            figures = draw(st.integers(1, 12 if arm == "foot" else 6))
            name = f"{side}_{at}"
            status = draw(st.sampled_from(STATUSES))
            attacked = f"{BLUE if side == RED else RED}_0" if arm != "foot" else ""
            found.append(unit(name, side, spot, figures, arm=arm, status=status, attacked=attacked))
        found.append(man(f"{side}_boss", f"{side}_0", side))
    return [*found, gun("g", BLUE, (3.6, 6.5, 180), draw(st.integers(0, 5)))]


def everybody_strikes(made: Scene, seed: int) -> Scene:
    """One phase 3 in which whoever can strike strikes the first it may, with dice of a seed."""
    field = made.field
    for one in field.units:
        found = striking.targets(field, one)
        made.change(one.id, declared=("strike", found[seed % len(found)]) if found else ("none",))
    draft = NapoleonicBattle(BOOK, made.setup, made.state, Fast(seed))
    rules = (melee.strikes, melee.dice, melee.losses, melee.results, outcomes.carry_out, pursuit.obedience)
    for rule in rules:
        rule(draft)
    for question in draft.questions:
        pursuit.take_pursuit(draft, *question.about, "pursue", question.about[-1])  # type: ignore[arg-type]
    draft.questions.clear()
    for last in (pursuit.pursue_all, capture.guns, upkeep.close_phase):
        last(draft)
    made.state = draft.state()
    return made


@pytest.mark.clause("NA-CAS-06", "NA-CC-20", "NA-UNIT-06", "NA-ROUT-20", "NA-TROPH-01", "NA-SEQ-04")
@settings(max_examples=40, deadline=None)
@given(regiments(), st.integers(0, 10_000))
def test_a_phase_keeps_what_must_hold(specs: list[Spec], seed: int) -> None:
    made = scene(*specs, generals=False, phase="combat")
    before: State = made.state  # type: ignore[type-arg]
    everybody_strikes(made, seed)
    made.change("clock", phase="end")
    assert invariants.broken(made.setup, before, made.state) == []
    lost = sum(unit.colours == 0 for unit in made.field.pieces.values() if isinstance(unit, Unit))
    assert lost == sum(made.field.camp(side).colours for side in (RED, BLUE))
