"""Seats and the links that open them: signed, revocable, for whoever has the link."""

from __future__ import annotations

import hashlib
import hmac
import secrets

import msgspec
from sqlalchemy import ColumnElement, or_, select, update
from sqlalchemy.orm import Session

from grognard.core.errors import GrognardError
from grognard.core.state import PUBLIC, UMPIRE
from grognard.locale import T
from grognard.web.people.visits import Visitor
from grognard.web.store import Battle, Grant, Link, Seat, Store
from grognard.web.store.database import now
from grognard.web.tables import PERSON

OBSERVER = "observer"
"""Looks on with the eyes of the public."""
JOURNALIST = "journalist"
"""Looks on as an observer does, and may speak in public."""
ONLOOKERS = (OBSERVER, JOURNALIST)
HOST = "host"
"""No seat with a page: whoever holds it set the battle up, and may invite and revoke."""


class NoEntry(GrognardError):
    """A link that opens nothing, or a seat that is somebody else's."""


class TooMany(GrognardError):
    """Somebody does a thing more often than people do: logins, messages."""


class Sitting(msgspec.Struct, frozen=True):
    """Somebody in a seat of a battle; he sees with ``eyes``."""

    battle: str
    seat: str

    @property
    def eyes(self) -> str:
        return PUBLIC if self.seat in ONLOOKERS else self.seat

    @property
    def is_umpire(self) -> bool:
        return self.seat == UMPIRE


def _signature(secret: str, link: str) -> str:
    return hmac.new(secret.encode(), b"link:" + link.encode(), hashlib.sha256).hexdigest()[:32]


def invite(db: Session, secret: str, battle: str, seat: str, hand_over: bool = False) -> str:
    """A new link to a seat: the last part of its address. ``hand_over``: whoever comes by it takes the seat from
    those who held it before."""
    link = Link(id=secrets.token_urlsafe(12), battle_id=battle, seat=seat, made=now(), hand_over=hand_over)
    db.add(link)
    db.flush()
    return f"{link.id}.{_signature(secret, link.id)}"


def address_of(secret: str, link: Link) -> str:
    """The last part of the address of a link that there is."""
    return f"{link.id}.{_signature(secret, link.id)}"


def signed_link(secret: str, word: str) -> str:
    """The id of the link behind the last part of an address, "" if the signature is not ours."""
    link_id, _, signature = word.partition(".")
    return link_id if hmac.compare_digest(signature, _signature(secret, link_id)) else ""


def open_link(db: Session, secret: str, word: str) -> Link:
    """The link behind the last part of an address; NoEntry for a forged, revoked or unknown one."""
    link_id = signed_link(secret, word)
    link = db.get(Link, link_id) if link_id else None
    if link is None or link.revoked:
        raise NoEntry(T("this invitation opens nothing (any more); ask the host for a new one"))
    return link


def sit_down(store: Store, secret: str, word: str, visitor: Visitor, called: str = "") -> Sitting:
    """The visitor takes the seat that the link opens; once more changes nothing. By a link of a hand-over the seat
    changes hands: whoever held it has lost it, unless it is he himself who tries the link. ``called`` is what the
    others are to call him. If the computer played the seat, he takes it back."""
    with store.writing() as db:
        link = open_link(db, secret, word)
        if not holds(db, visitor, link.battle_id, link.seat):
            if link.hand_over:
                revoke_seat(db, link.battle_id, link.seat, but=link.id)
                link.hand_over = False
            grant_seat(db, link, visitor)
            if link.seat not in ONLOOKERS:
                values = {"holder": PERSON, **({"called": called} if called else {})}
                place = Seat.battle_id == link.battle_id, Seat.seat == link.seat
                db.execute(update(Seat).where(*place).values(**values))
        return Sitting(link.battle_id, link.seat)


def his(visitor: Visitor) -> ColumnElement[bool]:
    """Grants of this browser or of its account."""
    return or_(Grant.visit_id == visitor.id, Grant.account_id == (visitor.account or -1))


def holds(db: Session, visitor: Visitor, battle: str, seat: str) -> bool:
    """Whether the visitor sits there."""
    found = (
        select(Grant.id)
        .join(Link, Grant.link_id == Link.id)
        .where(Link.battle_id == battle, Link.seat == seat, ~Link.revoked, his(visitor))
    )
    return db.scalar(found.limit(1)) is not None


def hosts(db: Session, visitor: Visitor | None, battle: str) -> bool:
    """Whether the visitor set that battle up: he may invite, revoke and let computers play."""
    if visitor is None:
        return False
    by_browser = select(Battle.id).where(Battle.id == battle, Battle.host == visitor.id)
    return db.scalar(by_browser) is not None or holds(db, visitor, battle, HOST)


def hosted(db: Session, visitor: Visitor) -> list[str]:
    """Battles that the visitor set up, whether he sits in them or not."""
    granted = (
        select(Link.battle_id)
        .join(Grant, Grant.link_id == Link.id)
        .where(Link.seat == HOST, ~Link.revoked, his(visitor))
    )
    return list(db.scalars(select(Battle.id).where(or_(Battle.host == visitor.id, Battle.id.in_(granted)))))


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


def revoke_seat(db: Session, battle: str, seat: str, but: str = "") -> None:
    """The seat is nobody's: all its links are revoked, except ``but``."""
    seats = Link.battle_id == battle, Link.seat == seat, Link.id != but
    db.execute(update(Link).where(*seats).values(revoked=True))


def sittings(store: Store, visitor: Visitor, battle: str | None = None) -> list[Sitting]:
    """The seats that the visitor holds, in this battle or in all."""
    query = (
        select(Link.battle_id, Link.seat)
        .join(Grant, Grant.link_id == Link.id)
        .join(Battle, Battle.id == Link.battle_id)
        .where(~Link.revoked, Link.seat != HOST, his(visitor))
        .order_by(Battle.touched.desc(), Link.seat)
    )
    if battle is not None:
        query = query.where(Link.battle_id == battle)
    return [Sitting(*row) for row in dict.fromkeys(tuple(row) for row in store.ask(query))]
