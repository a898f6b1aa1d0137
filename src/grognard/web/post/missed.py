"""What happens to a seat that missed a deadline, as the host declared it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import update

from grognard.core.state import UMPIRE
from grognard.web.people.seats import HOST
from grognard.web.post.notices import Notice
from grognard.web.store import Link, Seat
from grognard.web.tables import DEFAULT

if TYPE_CHECKING:
    from grognard.web.post.waiting import Desk

STAND_IN = "doctrine"
"""The computer player that takes over."""


def missed_another(desk: Desk, seat: Seat, key: str, defaults: int) -> None:
    """One more deadline missed: tell the seat, the umpire and the host, and carry out the policy when it is time.
    How many questions a seat was asked may say how many pieces it has: the host, who may be its enemy, is not told."""
    seat.missed += 1
    facts = {"who": seat.seat, "missed": seat.missed}
    own = {**facts, "defaults": defaults}
    for reader in (seat.seat, UMPIRE, HOST):
        desk.tell(Notice("missed", reader, key, facts if reader == HOST else own))
    if desk.clock.missed != "default" and seat.missed >= desk.clock.after:
        _carry_out(desk, seat, key)


def _carry_out(desk: Desk, seat: Seat, key: str) -> None:
    """Who held the seat is told, and so are those who have to do something about it."""
    policy = desk.clock.missed
    if policy == "ask" and seat.missed != desk.clock.after:
        return
    facts = {"who": seat.seat, "missed": seat.missed, "policy": policy}
    for reader in (seat.seat, UMPIRE, HOST):
        desk.tell(Notice("given_up", reader, key, facts))
    if policy == "computer":
        seat.holder = STAND_IN
    elif policy == "out":
        seat.holder = DEFAULT
        mine = (Link.battle_id == seat.battle_id, Link.seat == seat.seat)
        desk.db.execute(update(Link).where(*mine).values(revoked=True))
