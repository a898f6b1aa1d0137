"""Close combats of scenes: who strikes whom is said, the dice are thrown by hand, one step of phase 3 after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grognard.core.state import Order
from grognard.rulebooks.napoleonic import capture, melee, outcomes, pursuit
from grognard.rulebooks.napoleonic.model import CLOCK, FRAY, Fray, Rout
from tests.rulebooks.napoleonic.scenes import BLUE, RED, Scene, Spec, scene, unit

NORTH, EAST, SOUTH, WEST = 0, 90, 180, 270
REAL = (melee.strikes, melee.dice, melee.losses, melee.results, outcomes.carry_out)
"""Phase 3 up to step 3.5, (f)."""


def facing(
    one: Mapping[str, Any] | None = None,
    two: Mapping[str, Any] | None = None,
    *more: Spec,
    apart: float = 0.6,
    **setting: Any,
) -> Scene:
    """Red ``a`` looks north at blue ``b``, which looks south; generals stand far away."""
    return scene(
        unit("a", RED, **{"at": (6, 6, NORTH), **(one or {})}),
        unit("b", BLUE, **{"at": (6, 6 + apart, SOUTH), **(two or {})}),
        *more,
        **{"generals": False, "phase": "combat", **setting},
    )


def begin(made: Scene, turn: int | None = None) -> Scene:
    """A new close-combat phase, of another turn if one is named."""
    made.change(FRAY, **{name: () for name in Fray.__struct_fields__ if name != "id"})
    return made.change(CLOCK, turn=turn or made.field.turn, phase="combat", step="3.1")


def strike(made: Scene, dice: Sequence[int] = (), **orders: str | Order) -> Scene:
    """Steps 3.1 to 3.4: each named unit strikes the one that is named, or says what else is given."""
    for name, order in orders.items():
        made.change(name, declared=("strike", order) if isinstance(order, str) else order)
    made.run(melee.strikes)
    made.run(melee.dice, dice=dice[: len(rolls(made))])
    rest = dice[len(made.field.fray.dice) :]
    made.run(melee.losses, dice=rest)
    return made.run(melee.results)


def rolls(made: Scene) -> tuple[str, ...]:
    """Who throws a die of close combat."""
    return tuple(one for one, _ in made.field.fray.falls)


def fight(made: Scene, dice: Sequence[int] = (), after: Sequence[int] = (), **orders: str | Order) -> Scene:
    """Steps 3.1 to 3.5 (f); ``after``: dice of units in the way."""
    strike(made, dice, **orders)
    return made.run(outcomes.carry_out, dice=after)


def pursue(made: Scene, obedience: Sequence[int], dice: Sequence[int] = (), **answers: str) -> Scene:
    """Step 3.6: dice of obedience; who obeys and is named pursues that enemy, the rest by default; then the dice."""
    made.run(pursuit.obedience, dice=obedience)
    if made.open:
        orders: dict[str, Any] = {one: ("pursue", whom) for one, whom in answers.items()}
        made.answer_all(**orders)
    return made.run(pursuit.pursue_all, dice=dice)


def rout_of(made: Scene, name: str) -> Rout:
    """The rout that a unit or gun is in."""
    rout = made.field.trooper(name).rout
    assert rout is not None
    return rout


def take_guns(made: Scene, dice: Sequence[int] = ()) -> Scene:
    return made.run(capture.guns, dice=dice)
