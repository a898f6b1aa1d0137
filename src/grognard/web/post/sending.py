"""From a job to a letter: is it still wanted, and what does it say."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from sqlalchemy.orm import Session

from grognard.locale import T
from grognard.web.people.names import sketch
from grognard.web.post.addresses import is_fenced
from grognard.web.post.carrier import Dispatch
from grognard.web.post.clock import clock_of
from grognard.web.post.fence import fence
from grognard.web.post.notices import Letter, counts, letter
from grognard.web.settings import Settings
from grognard.web.store import Battle, Store
from grognard.web.store.post_models import Address, Job, Waiting

TWICE = T("(This may reach you a second time: the server stopped while it was sending.)")


def dispatch(store: Store, settings: Settings, job: Job) -> Dispatch | None:
    """The letter of a job; None if nobody wants it any more."""
    kind, facts = job.facts["kind"], dict(job.facts["facts"])
    with store.reading() as db:
        address = db.get(Address, job.facts["address"])
        battle = db.get(Battle, job.battle_id or "")
        if address is None or battle is None or (kind != "given_up" and not counts(db, address)):
            return None
        if kind in ("turn", "remind") and not _still_asked(db, facts["row"]):
            return None
    if "who" in facts:
        facts["who"] = sketch(store, battle.id).words(facts["who"])
    links = [f"{settings.address}/b/{battle.id}/{address.seat}{PAGES.get(kind, '')}"]
    found = letter(
        battle, clock_of(battle.policy), kind, facts, links if settings.address else (), address.lang
    )
    if job.tries > 1 and not job.error:
        found = Letter(found.title, f"{found.body}\n{TWICE.say(address.lang)}")
    return Dispatch(address, found)


PAGES = {"report": "/reports", "over": "/reports", "turn": "/post", "remind": "/post", "trouble": ""}


def _still_asked(db: Session, row_id: int) -> bool:
    row = db.get(Waiting, row_id)
    return row is not None and row.state == "open"


@contextmanager
def sending(settings: Settings, address: Address) -> Iterator[None]:
    """Around the handing over: the fence, where a player chose the address."""
    with fence() if is_fenced(settings, address.means) else nullcontext():
        yield
