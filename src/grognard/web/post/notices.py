"""Notices: what is worth telling somebody who is not looking, and to whom.

A notice is put down in the same transaction as what it is about, as one job for each address that wants it; its key
makes it once. Its words are made when it is sent, from facts that the seat may know: who is awaited, the turn,
deadlines, addresses of pages. What happened in the battle stands on the page only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Select, or_, select
from sqlalchemy.orm import Session

from grognard.locale import Name, T, Text
from grognard.web.people.seats import HOST
from grognard.web.post import jobs
from grognard.web.post.clock import Clock, moment_words
from grognard.web.store import Battle, Grant, Link, Visit
from grognard.web.store.post_models import Address

KINDS: Mapping[str, Text] = {
    "turn": T("you are asked for orders"),
    "remind": T("a deadline comes near"),
    "missed": T("a deadline has passed, defaults were taken"),
    "report": T("a turn is over, its report is out"),
    "over": T("the battle is over"),
    "mention": T("a message names you"),
    "given_up": T("a seat changes hands"),
    "trouble": T("something could not be done or sent"),
}
"""Kinds of notices, in words."""
ALWAYS = frozenset({"given_up", "trouble", "test"})
"""Kinds that nobody can refuse; there are few of them, and they ask for something to be done."""
WANTED_AS = {"passed": "missed"}
"""Kinds that are wanted together with another."""


class Notice(NamedTuple):
    """``seat`` hears something of ``kind`` (for HOST: the host does, wherever he sits); ``key`` makes it once."""

    kind: str
    seat: str
    key: str
    facts: Mapping[str, Any]


def tell(db: Session, battle: Battle, notice: Notice, now: datetime) -> None:
    """Put the notice down for every address of the seat that wants it."""
    for address in addresses(db, battle, notice.seat):
        if WANTED_AS.get(notice.kind, notice.kind) in (*ALWAYS, *address.kinds.get("wanted", [])):
            patience = timedelta(minutes=address.after if notice.kind == "turn" else 0)
            facts = {
                "kind": notice.kind,
                "seat": notice.seat,
                "address": address.id,
                "facts": dict(notice.facts),
            }
            key = f"{battle.id}:{notice.kind}:{notice.key}:{_where(db, address)}"
            jobs.put(db, "send", key, now + patience, now, battle.id, facts)


def _where(db: Session, address: Address) -> str:
    """The same for one person's address given twice (as the umpire and as the host): he is told once."""
    grant = db.get_one(Grant, address.grant_id)
    owner = f"{grant.account_id}:{grant.visit_id}"
    return hashlib.sha256(f"{owner}:{address.means}:{address.target}".encode()).hexdigest()[:16]


def addresses(db: Session, battle: Battle, seat: str) -> list[Address]:
    """Where notices of a seat go."""
    query = _counting().where(Address.battle_id == battle.id)
    if seat == HOST:
        visits, accounts = _hosts(db, battle)
        query = query.where(or_(Grant.visit_id.in_(visits), Grant.account_id.in_(accounts)))
    else:
        query = query.where(Address.seat == seat)
    return list(db.scalars(query.order_by(Address.id)))


def _counting() -> Select[Any]:
    """Addresses of those who still sit where they sat when they gave them."""
    mine = select(Address).join(Grant, Grant.id == Address.grant_id).join(Link, Link.id == Grant.link_id)
    return mine.where(~Link.revoked)


def _hosts(db: Session, battle: Battle) -> tuple[set[int], set[int]]:
    """Browsers and accounts that may do what the host may."""
    query = select(Grant.visit_id, Grant.account_id).join(Link, Link.id == Grant.link_id)
    rows = list(db.execute(query.where(Link.battle_id == battle.id, Link.seat == HOST, ~Link.revoked)))
    first = db.get(Visit, battle.host) if battle.host is not None else None
    found = [*rows, *([(first.id, first.account_id)] if first is not None else [])]
    return {visit for visit, _ in found if visit}, {account for _, account in found if account}


def counts(db: Session, address: Address) -> bool:
    """Whether the owner of the address still sits there."""
    return db.scalar(_counting().where(Address.id == address.id)) is not None


# --- words ---


class Letter(NamedTuple):
    """A notice in words, in the reader's language."""

    title: str
    body: str


def letter(
    battle: Battle, clock: Clock, kind: str, facts: Mapping[str, Any], links: Iterable[str], lang: str
) -> Letter:
    """Title and body; each of ``links`` on a line of its own."""
    name = Name(battle.title.get("en", ""), battle.title.get("ru", ""))
    title = T("{battle}: {what}", battle=name, what=_subject(kind, facts))
    lines = [line.say(lang) for line in _lines(clock, kind, facts)]
    return Letter(title.say(lang), "\n".join([*lines, *links]))


def _subject(kind: str, facts: Mapping[str, Any]) -> Text:
    if kind == "remind":
        hours = f"{facts['hours']:g}"
        return T("{hours} h left for your orders", hours=hours)
    return SUBJECTS[kind]


SUBJECTS: Mapping[str, Text] = {
    "turn": T("your orders, please"),
    "missed": T("deadline passed, default taken"),
    "passed": T("deadline passed"),
    "report": T("the report is out"),
    "over": T("the battle is over"),
    "mention": T("a message for you"),
    "given_up": T("a seat is given up"),
    "trouble": T("something went wrong"),
    "test": T("this is how notices reach you"),
}


def _lines(clock: Clock, kind: str, facts: Mapping[str, Any]) -> list[Text]:
    made = {
        "turn": _turn,
        "remind": _turn,
        "missed": _missed,
        "passed": _passed,
        "report": _report,
        "mention": _mention,
        "given_up": _given_up,
        "trouble": _trouble,
    }.get(kind)
    return made(clock, facts) if made else []


def _turn(clock: Clock, facts: Mapping[str, Any]) -> list[Text]:
    lines = [T("Open questions: {count}.", count=facts["questions"])]
    if facts.get("due"):
        due = moment_words(clock, datetime.fromisoformat(facts["due"]))
        lines.append(T("Deadline: {time}.", time=due))
    return lines


def _missed(clock: Clock, facts: Mapping[str, Any]) -> list[Text]:
    lines = [T("Seat {seat} did not answer in time.", seat=facts["who"])]
    if "defaults" in facts:
        lines.append(T("Defaults taken: {count}.", count=facts["defaults"]))
    return [*lines, T("Deadlines missed in a row: {count}.", count=facts["missed"])]


def _passed(clock: Clock, facts: Mapping[str, Any]) -> list[Text]:
    return [
        T("Seat {seat} did not answer in time.", seat=facts["who"]),
        T("Its orders still count until the host takes the default."),
    ]


def _report(clock: Clock, facts: Mapping[str, Any]) -> list[Text]:
    return [T("Turn {turn} is over.", turn=facts["turn"])]


def _mention(clock: Clock, facts: Mapping[str, Any]) -> list[Text]:
    return [T("{seat} writes: {words}", seat=facts["who"], words=facts["words"])]


POLICIES: Mapping[str, Text] = {
    "computer": T("The computer plays on for it."),
    "ask": T(
        "The host is asked to find a new player: an invitation to the seat is made on the battle's page."
    ),
    "out": T("It is out of the game; the rules' defaults are taken for it."),
}


def _given_up(clock: Clock, facts: Mapping[str, Any]) -> list[Text]:
    told = T("Seat {seat} has missed {count} deadlines in a row.", seat=facts["who"], count=facts["missed"])
    return [told, POLICIES[facts["policy"]]]


WORK: Mapping[str, Text] = {
    "deadline": T("taking the default at a deadline"),
    "remind": T("a reminder"),
    "send": T("sending a notice"),
}
"""Kinds of jobs, in words."""


def _trouble(clock: Clock, facts: Mapping[str, Any]) -> list[Text]:
    return [T("{what}: {why}", what=WORK[facts["what"]], why=Text(facts["why"], facts["facts"]))]
