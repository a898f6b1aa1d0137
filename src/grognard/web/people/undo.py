"""Taking answers back, as the host of a battle has decided (``policy["undo"]``)."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from grognard.core.errors import Refused
from grognard.core.state import UMPIRE
from grognard.locale import T, Text
from grognard.web.store import Battle, Seat
from grognard.web.tables import PERSON, NoSuchBattle

USUAL, FREE, NEVER = "usual", "free", "never"
UNDO: Mapping[str, Text] = {
    USUAL: T("free until dice have fallen or others have learnt of it, then with everybody's consent"),
    FREE: T("always, nobody is asked"),
    NEVER: T("never: an order stands"),
}


def easy_about_undo(db: Session, battle: str, seat: str) -> list[str]:
    """Seats that agree to an undo without being asked: computer players, and in a free battle everybody. Refused
    where nothing is taken back."""
    row = db.get(Battle, battle)
    if row is None:
        raise NoSuchBattle(battle)
    policy = row.policy.get("undo", USUAL)
    if policy == NEVER:
        raise Refused("", T("in this battle an order stands: nothing is taken back"))
    seats = db.scalars(select(Seat).where(Seat.battle_id == battle))
    return [
        one.seat
        for one in seats
        if one.seat not in (seat, UMPIRE) and (policy == FREE or one.holder != PERSON)
    ]
