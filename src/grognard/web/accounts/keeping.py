"""Accounts: names, passwords, logins, and which battles are whose."""

from __future__ import annotations

import hashlib
import unicodedata
from datetime import timedelta
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from grognard.core.errors import GrognardError, Refused
from grognard.locale import T
from grognard.show.speech import clean
from grognard.web.people import HOST, Visitor
from grognard.web.people.seats import TooMany, invite
from grognard.web.people.visits import renewed
from grognard.web.store import Account, Attempt, Battle, Grant, Link, Store, Visit
from grognard.web.store.database import now

SHORTEST, LONGEST = 8, 200
"""Letters of a password."""
LONGEST_NAME = 60
PATIENCE = timedelta(minutes=15)
TRIES_BY_NAME, TRIES_BY_ADDRESS = 8, 40
"""Logins that may fail within ``PATIENCE``."""
hasher = PasswordHasher()


class TooManyTries(TooMany):
    """Somebody guesses passwords, or cannot remember his."""

    def __init__(self) -> None:
        minutes = PATIENCE.seconds // 60
        super().__init__(T("too many failed logins; try again in {minutes} minutes", minutes=minutes))


class WrongPassword(GrognardError):
    """No account of that name has that password; which of the two is wrong is not said."""

    def __init__(self) -> None:
        super().__init__(T("no account has this name and this password"))


def shown_name(name: str) -> str:
    """The name as its owner wrote it, on one clean line."""
    return clean(unicodedata.normalize("NFKC", name)).strip()


def folded(name: str) -> str:
    """The name as accounts are told apart: large and small letters are the same."""
    return shown_name(name).casefold()


def check_password(password: str) -> None:
    """Refused if it is too short or absurdly long."""
    if not SHORTEST <= len(password) <= LONGEST:
        facts = {"least": SHORTEST, "most": LONGEST}
        raise Refused("", T("a password has {least} to {most} characters", **facts))


def register(store: Store, name: str, password: str) -> int:
    """A new account's id; Refused for a name that is taken, empty or too long, or a password of wrong length."""
    called = shown_name(name)
    if not called or len(folded(name)) > LONGEST_NAME:
        raise Refused("", T("a name has 1 to {most} characters", most=LONGEST_NAME))
    check_password(password)
    made = Account(name=folded(name), password=hasher.hash(password), made=now(), settings={"called": called})
    try:
        with store.writing() as db:
            db.add(made)
            db.flush()
            return made.id
    except IntegrityError:
        raise Refused("", T("the name '{name}' is taken", name=called)) from None


def log_in(store: Store, name: str, password: str, address: str) -> int:
    """The id of the account; WrongPassword, or TooManyTries after many of them."""
    tried = [_who("name", folded(name)), _who("from", address)]
    with store.reading() as db:
        for who, most in zip(tried, (TRIES_BY_NAME, TRIES_BY_ADDRESS), strict=True):
            if _failures(db, who) >= most:
                raise TooManyTries
        account = db.scalar(select(Account).where(Account.name == folded(name)))
    if not fits(account, password):
        with store.writing() as db:
            db.add_all(Attempt(who=who, at=now()) for who in tried)
            db.execute(delete(Attempt).where(Attempt.at < now() - PATIENCE))
        raise WrongPassword
    assert account is not None
    if hasher.check_needs_rehash(account.password):
        set_password(store, account.id, password)
    return account.id


@cache
def _nobody() -> str:
    return hasher.hash("nobody's password")


def fits(account: Account | None, password: str) -> bool:
    """Whether that is the account's password. Takes as long where there is no account."""
    try:
        hasher.verify(account.password if account else _nobody(), password[: LONGEST + 1])
    except VerificationError:
        return False
    return account is not None


def set_password(store: Store, account: int, password: str) -> None:
    """Refused for a password of wrong length."""
    check_password(password)
    with store.writing() as db:
        db.execute(update(Account).where(Account.id == account).values(password=hasher.hash(password)))


def _who(kind: str, value: str) -> str:
    return hashlib.sha256(f"{kind}:{value}".encode()).hexdigest()


def _failures(db: Session, who: str) -> int:
    since = now() - PATIENCE
    return db.scalar(select(func.count(Attempt.id)).where(Attempt.who == who, Attempt.at > since)) or 0


def enter(store: Store, visitor: Visitor, account: int, secret: str, claiming: bool) -> Visitor:
    """The browser is logged in from now on, with a new cookie; ``claiming``: its battles become the account's."""
    with store.writing() as db:
        if claiming:
            claim(db, visitor.id, account, secret)
        return renewed(db, visitor, account)


def claim(db: Session, visit: int, account: int, secret: str) -> None:
    """What this browser holds is the account's: seats, and the battles that it hosts."""
    have = select(Grant.link_id).where(Grant.account_id == account)
    db.execute(delete(Grant).where(Grant.visit_id == visit, Grant.link_id.in_(have)))
    db.execute(update(Grant).where(Grant.visit_id == visit).values(visit_id=None, account_id=account))
    for battle in list(db.scalars(select(Battle).where(Battle.host == visit))):
        link_id = invite(db, secret, battle.id, HOST).partition(".")[0]
        db.add(Grant(link_id=link_id, account_id=account))
        battle.host = None


def leave(store: Store, visitor: Visitor) -> Visitor:
    """This browser is logged out; it keeps the seats that it holds without the account."""
    with store.writing() as db:
        return renewed(db, visitor, None)


def leave_everywhere(store: Store, account: int, but: int | None = None) -> None:
    """No browser is logged in any more, but that visit."""
    out = update(Visit).where(Visit.account_id == account, Visit.id != (but or -1))
    with store.writing() as db:
        db.execute(out.values(account_id=None))


def unclaimed(store: Store, visitor: Visitor) -> int:
    """Battles that this browser holds seats in without the account."""
    query = (
        select(func.count(func.distinct(Link.battle_id)))
        .join(Grant, Grant.link_id == Link.id)
        .where(Grant.visit_id == visitor.id, ~Link.revoked)
    )
    with store.reading() as db:
        return db.scalar(query) or 0
