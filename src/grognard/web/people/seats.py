"""Seats and the links that open them: signed, revocable, for whoever has the link."""

from __future__ import annotations

import hashlib
import hmac
import secrets

import msgspec
from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session

from grognard.core.errors import GrognardError
from grognard.core.state import PUBLIC, UMPIRE
from grognard.locale import T
from grognard.web.people.visits import Visitor
from grognard.web.store import Battle, Grant, Link, Store
from grognard.web.store.database import now

OBSERVER = "observer"
"""Looks on with the eyes of the public."""


class NoEntry(GrognardError):
    """A link that opens nothing, or a seat that is somebody else's."""


class Sitting(msgspec.Struct, frozen=True):
    """Somebody in a seat of a battle; he sees with ``eyes``."""

    battle: str
    seat: str

    @property
    def eyes(self) -> str:
        return PUBLIC if self.seat == OBSERVER else self.seat

    @property
    def is_umpire(self) -> bool:
        return self.seat == UMPIRE


def _signature(secret: str, link: str) -> str:
    return hmac.new(secret.encode(), b"link:" + link.encode(), hashlib.sha256).hexdigest()[:32]


def invite(db: Session, secret: str, battle: str, seat: str) -> str:
    """A new link to a seat: the last part of its address."""
    link = Link(id=secrets.token_urlsafe(12), battle_id=battle, seat=seat, made=now())
    db.add(link)
    db.flush()
    return f"{link.id}.{_signature(secret, link.id)}"


def address_of(secret: str, link: Link) -> str:
    """The last part of the address of a link that there is."""
    return f"{link.id}.{_signature(secret, link.id)}"


def open_link(db: Session, secret: str, word: str) -> Link:
    """The link behind the last part of an address; NoEntry for a forged, revoked or unknown one."""
    link_id, _, signature = word.partition(".")
    link = db.get(Link, link_id) if hmac.compare_digest(signature, _signature(secret, link_id)) else None
    if link is None or link.revoked:
        raise NoEntry(T("this invitation opens nothing (any more); ask the host for a new one"))
    return link


def sit_down(store: Store, secret: str, word: str, visitor: Visitor) -> Sitting:
    """The visitor takes the seat that the link opens; once more changes nothing."""
    with store.writing() as db:
        link = open_link(db, secret, word)
        grant_seat(db, link, visitor)
        return Sitting(link.battle_id, link.seat)


def grant_seat(db: Session, link: Link, visitor: Visitor) -> None:
    """Write down that the visitor (or his account) sits there."""
    mine = Grant.account_id == visitor.account if visitor.account else Grant.visit_id == visitor.id
    if db.scalar(select(Grant.id).where(Grant.link_id == link.id, mine)) is None:
        account = visitor.account
        db.add(Grant(link_id=link.id, account_id=account, visit_id=None if account else visitor.id))


def take_seat(db: Session, secret: str, battle: str, seat: str, visitor: Visitor) -> None:
    """Sit the visitor down without an invitation (the host's own seat): by a link of its own."""
    word = invite(db, secret, battle, seat)
    grant_seat(db, open_link(db, secret, word), visitor)


def revoke(db: Session, link_id: str) -> None:
    """The link opens nothing any more, and whoever came by it has lost the seat."""
    db.execute(update(Link).where(Link.id == link_id).values(revoked=True))


def sittings(store: Store, visitor: Visitor, battle: str | None = None) -> list[Sitting]:
    """The seats that the visitor holds, in this battle or in all."""
    query = (
        select(Link.battle_id, Link.seat)
        .join(Grant, Grant.link_id == Link.id)
        .join(Battle, Battle.id == Link.battle_id)
        .where(~Link.revoked, or_(Grant.visit_id == visitor.id, Grant.account_id == (visitor.account or -1)))
        .order_by(Battle.touched.desc(), Link.seat)
    )
    if battle is not None:
        query = query.where(Link.battle_id == battle)
    with store.reading() as db:
        return [Sitting(*row) for row in dict.fromkeys(tuple(row) for row in db.execute(query))]
