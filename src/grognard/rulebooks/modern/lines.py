"""Which shots are legal (chapters Fire, Lines of fire): questions only, for views and positions."""

from __future__ import annotations

from grognard.core.rule import clause
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import Unit
from grognard.space.hex_grid import Hex


@clause("MO-FIRE-02")
def shots(field: Field, unit: Unit, out_of_turn: bool = False) -> list[Hex]:
    """The hexes of the enemy counters at which a unit may fire now, lowest first. ``out_of_turn``: for a card
    (``attack_now``), which doesn't need or use the shot of its own attack phase."""
    return []
