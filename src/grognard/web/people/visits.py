"""Browsers that came by. A cookie holds a random token; the store keeps its sha256 only."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

import msgspec
from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from grognard.web.store import Store, Visit
from grognard.web.store.database import now

COOKIE = "grognard"
DAYS = 400
SEEN_EVERY = timedelta(hours=6)


class Visitor(msgspec.Struct, frozen=True):
    """A browser: its row in the store, its account if it is logged in, and its cookie's token."""

    id: int
    account: int | None
    token: str


_KNOWN = select(Visit.id, Visit.account_id, Visit.seen).where(Visit.token == bindparam("token"))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def find_visit(store: Store, token: str) -> Visitor | None:
    """The browser with that cookie, if we know it."""
    if not token:
        return None
    rows = store.ask(_KNOWN, token=_hash(token))
    if not rows:
        return None
    row = rows[0]
    if now() - row.seen > SEEN_EVERY:
        with store.writing() as db:
            db.execute(update(Visit).where(Visit.id == row.id).values(seen=now()))
    return Visitor(row.id, row.account_id, token)


def new_visit(store: Store) -> Visitor:
    """A browser that is here for the first time."""
    token = secrets.token_urlsafe(32)
    with store.writing() as db:
        row = Visit(token=_hash(token), seen=now())
        db.add(row)
        db.flush()
        return Visitor(row.id, None, token)


def renewed(db: Session, visitor: Visitor, account: int | None) -> Visitor:
    """The same browser with another account (None: logged out) and a new token: an old cookie opens nothing."""
    token = secrets.token_urlsafe(32)
    values = {"token": _hash(token), "account_id": account, "seen": now()}
    db.execute(update(Visit).where(Visit.id == visitor.id).values(**values))
    return Visitor(visitor.id, account, token)
