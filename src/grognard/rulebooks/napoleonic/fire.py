"""Steps 2.2 to 2.4: shots, what they do, routs by fire (chapters Artillery, Skirmishers).

Not done yet: its steps do nothing.
"""

from __future__ import annotations

from grognard.core.rule import rule
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Gun, Unit


@rule()
def fire_dice(battle: NapoleonicBattle) -> None:
    """Step 2.2: all dice, of which nothing takes effect yet."""


@rule()
def fire_results(battle: NapoleonicBattle) -> None:
    """Step 2.3: losses, marks, burning and destroyed places, fate."""


@rule()
def fire_routs(battle: NapoleonicBattle) -> None:
    """Step 2.4: routs by ways 2 and 6."""


def may_fire(field: Field, gun: Gun) -> bool:
    """Whether a gun may fire this turn at all, whatever is before it."""
    return False


def may_skirmish(field: Field, unit: Unit) -> bool:
    """Whether a unit in open order may fire this turn at all."""
    return False
