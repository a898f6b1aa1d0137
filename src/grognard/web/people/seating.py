"""Who sits where in a battle, and what the host, the umpire and the holder of a seat may do about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

import msgspec
from sqlalchemy import ColumnElement, func, or_, select, update
from sqlalchemy.orm import Session

from grognard.core.errors import Refused
from grognard.core.state import UMPIRE
from grognard.locale import Name, T, Text
from grognard.show.speech import clean
from grognard.web.computers import PLAYERS
from grognard.web.house import House
from grognard.web.people.names import sketch
from grognard.web.people.seats import (
    JOURNALIST,
    OBSERVER,
    ONLOOKERS,
    NoEntry,
    address_of,
    grant_seat,
    holds,
    hosts,
    invite,
    open_link,
    revoke,
    revoke_seat,
)
from grognard.web.people.visits import Visitor
from grognard.web.store import Grant, Link, Seat, Visit
from grognard.web.tables import DEFAULT, PERSON

HOLDERS: Mapping[str, Text] = {
    PERSON: T("a person"),
    "doctrine": T("the computer, as a sensible player"),
    "search": T("the computer, looking ahead where the rule book allows it"),
    "random": T("the computer, at random"),
    DEFAULT: T("nobody: the rules' default"),
}
"""Who may answer for a seat, in words."""
LONGEST_NAME = 60


class Key(msgspec.Struct, frozen=True):
    """A link that the reader of the page may see."""

    id: str
    word: str
    hand_over: bool
    used: bool


class Place(msgspec.Struct, frozen=True):
    """A seat as the reader of the page may know it: ``people`` have come; ``keys`` are the links that he may see."""

    seat: str
    name: Text | Name
    side: int
    holder: str
    called: str
    people: int
    seen: datetime | None
    mine: bool
    keys: tuple[Key, ...]

    @property
    def looks_on(self) -> bool:
        return self.seat in ONLOOKERS


def may_invite(db: Session, visitor: Visitor | None, battle: str) -> bool:
    """Whether the visitor is the host or the umpire."""
    return hosts(db, visitor, battle) or (visitor is not None and holds(db, visitor, battle, UMPIRE))


def places(house: House, battle: str, visitor: Visitor | None) -> list[Place]:
    """All seats. Of links the reader sees those to his own seats, and, if he may invite, those by which nobody has
    come yet: once somebody holds the key to a seat, nobody else is shown it."""
    names = sketch(house.store, battle)
    with house.store.reading() as db:
        rows = {one.seat: one for one in db.scalars(select(Seat).where(Seat.battle_id == battle))}
        links = list(
            db.scalars(select(Link).where(Link.battle_id == battle, ~Link.revoked).order_by(Link.made))
        )
        came = _came(db, battle)
        inviting = may_invite(db, visitor, battle)
        found = []
        for seat in (*(one.id for one in names.seats), UMPIRE, OBSERVER, JOURNALIST):
            own = [one for one in links if one.seat == seat]
            mine = visitor is not None and holds(db, visitor, battle, seat)
            row = rows.get(seat)
            shown = [one for one in own if _may_see(one, mine, inviting, came)]
            place = Place(
                seat=seat,
                name=names.words(seat),
                side=names.side_index(seat),
                holder=row.holder if row else PERSON,
                called=row.called if row else "",
                people=sum(came.get(one.id, 0) for one in own),
                seen=_last_seen(db, [one.id for one in own]) if inviting else None,
                mine=mine,
                keys=tuple(_key(house.settings.secret, one, came) for one in shown),
            )
            found.append(place)
    return found


def _came(db: Session, battle: str) -> dict[str, int]:
    """Link -> how many browsers and accounts have come by it."""
    mine = select(Link.id).where(Link.battle_id == battle)
    counted = select(Grant.link_id, func.count()).where(Grant.link_id.in_(mine)).group_by(Grant.link_id)
    return {row[0]: row[1] for row in db.execute(counted)}


def _key(secret: str, link: Link, came: Mapping[str, int]) -> Key:
    return Key(link.id, address_of(secret, link), link.hand_over, link.id in came)


def _may_see(link: Link, mine: bool, inviting: bool, came: Mapping[str, int]) -> bool:
    if link.seat in ONLOOKERS:
        return inviting
    return mine or (inviting and link.id not in came and not link.hand_over)


def _last_seen(db: Session, links: list[str]) -> datetime | None:
    mine = or_(Visit.id == Grant.visit_id, Visit.account_id == Grant.account_id)
    return db.scalar(select(func.max(Visit.seen)).join(Grant, mine).where(Grant.link_id.in_(links)))


# --- deeds ---


def do(house: House, battle: str, visitor: Visitor, deed: str, target: str, words: str) -> None:
    """One deed of the seats page: its name, the seat it is about, and a word with it (a link's id, a computer
    player, a name). NoEntry if it is not the visitor's to do."""
    if deed not in DEEDS or target not in _seats(house, battle):
        said = f"{deed} {target}"[:80]
        raise Refused("", T("there is no such deed: '{deed}'", deed=said))
    with house.store.writing() as db:
        mine, inviting = holds(db, visitor, battle, target), may_invite(db, visitor, battle)
        rights, act = DEEDS[deed]
        if not rights(mine, inviting):
            raise NoEntry(T("only the host, the umpire and the holder of the seat may do this"))
        act(db, house.settings.secret, battle, target, visitor, words)
    house.tables.changed(battle)


def _seats(house: House, battle: str) -> tuple[str, ...]:
    return (*(one.id for one in sketch(house.store, battle).seats), UMPIRE, *ONLOOKERS)


def _place(battle: str, seat: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return Seat.battle_id == battle, Seat.seat == seat


def _invite(db: Session, secret: str, battle: str, seat: str, _visitor: Visitor, _words: str) -> None:
    """One more link; of a seat that is played one that nobody has used is enough."""
    used = select(Grant.link_id)
    mine = Link.battle_id == battle, Link.seat == seat, ~Link.revoked, ~Link.hand_over
    if db.scalar(select(Link.id).where(*mine, Link.id.not_in(used)).limit(1)) is None:
        invite(db, secret, battle, seat)


def _revoke(db: Session, _secret: str, battle: str, seat: str, _visitor: Visitor, words: str) -> None:
    link = db.get(Link, words)
    if link is None or (link.battle_id, link.seat) != (battle, seat):
        raise Refused("", T("there is no such link"))
    revoke(db, words)


def _empty(db: Session, secret: str, battle: str, seat: str, _visitor: Visitor, _words: str) -> None:
    """Whoever sat there has lost the seat; a new link waits for somebody else."""
    revoke_seat(db, battle, seat)
    db.execute(update(Seat).where(*_place(battle, seat)).values(called=""))
    if seat not in ONLOOKERS:
        invite(db, secret, battle, seat)


def _alone(db: Session, secret: str, battle: str, seat: str, visitor: Visitor, _words: str) -> None:
    """The holder keeps the seat by a new link; all others who came by an old one have lost it."""
    revoke_seat(db, battle, seat)
    word = invite(db, secret, battle, seat)
    grant_seat(db, open_link(db, secret, word), visitor)


def _hand_over(db: Session, secret: str, battle: str, seat: str, _visitor: Visitor, _words: str) -> None:
    waiting = Link.battle_id == battle, Link.seat == seat, ~Link.revoked, Link.hand_over
    if seat not in ONLOOKERS and db.scalar(select(Link.id).where(*waiting).limit(1)) is None:
        invite(db, secret, battle, seat, hand_over=True)


def _holder(db: Session, _secret: str, battle: str, seat: str, _visitor: Visitor, words: str) -> None:
    if words not in HOLDERS or seat in ONLOOKERS or (seat == UMPIRE and words in PLAYERS):
        raise Refused("", T("'{holder}' cannot hold this seat", holder=words[:40]))
    db.execute(update(Seat).where(*_place(battle, seat)).values(holder=words, missed=0))


def _call(db: Session, _secret: str, battle: str, seat: str, _visitor: Visitor, words: str) -> None:
    name = clean(words).strip()[:LONGEST_NAME]
    db.execute(update(Seat).where(*_place(battle, seat)).values(called=name))


Act = Callable[[Session, str, str, str, Visitor, str], None]
DEEDS: Mapping[str, tuple[Callable[[bool, bool], bool], Act]] = {
    "invite": (lambda mine, inviting: inviting, _invite),
    "revoke": (lambda mine, inviting: mine or inviting, _revoke),
    "empty": (lambda mine, inviting: inviting, _empty),
    "alone": (lambda mine, inviting: mine, _alone),
    "hand_over": (lambda mine, inviting: mine, _hand_over),
    "holder": (lambda mine, inviting: mine or inviting, _holder),
    "call": (lambda mine, inviting: mine, _call),
}
"""Deeds by name: who may (does he hold the seat, is he host or umpire), and what is done."""
