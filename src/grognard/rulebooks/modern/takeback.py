"""Taking back one's last action (MO-TURN-09): what the program grants when it is the umpire."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.core.errors import Refused
from grognard.core.events import Event, Told
from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.modern.events import (
    CardDiscarded,
    CardDrawn,
    Destroyed,
    HandSeen,
    Inspected,
    MinesFound,
    Shot,
    Strike,
)
from grognard.rulebooks.modern.model import ModernSetup

REVEALING: tuple[type[Event], ...] = (
    CardDiscarded,
    CardDrawn,
    Destroyed,
    HandSeen,
    Inspected,
    MinesFound,
    Shot,
    Strike,
)
"""What tells somebody something that he didn't know before."""


@clause("MO-TURN-09", "MO-GEN-05")
def check_take_back(setup: ModernSetup, seat: str, told: Iterable[Told], answered: Sequence[str]) -> None:
    """Refused unless a seat may have its last action back. ``told``: everything told since, that action's own events
    included; ``answered``: the seats that have answered since."""
    if setup.options["takeback"] == "never":
        raise Refused("MO-TURN-09", T("in this battle nothing is taken back"))
    if any(one != seat for one in answered):
        raise Refused("MO-TURN-09", T("another seat has answered since"))
    if any(isinstance(event, REVEALING) for one in told for event, _ in one.versions):
        raise Refused("MO-TURN-09", T("something was revealed by it"))
