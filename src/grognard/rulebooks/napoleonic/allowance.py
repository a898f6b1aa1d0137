"""How far a unit or gun may go in a turn (chapter Movement).

Not done yet: the limits of NA-MOVE-03 (straight attacks), 08 and 10 are missing.
"""

from __future__ import annotations

from grognard.core.state import Order
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Body, Unit


def allowance(field: Field, body: Body, order: Order) -> int:
    """Thousandths that it may use under that order in this turn, before delays."""
    paid = body.paid if isinstance(body, Unit) else 0
    return max(field.plain_move(body) - paid, 0)


def near_enemy_horse(field: Field, unit: Unit) -> bool:
    """Whether foot is within the move of enemy horse that could come at it (NA-MOVE-08)."""
    return False
