"""Work to be done at a certain time, each piece once, whatever number of workers look for it.

A worker takes a job by writing a lease on it in one transaction; two cannot both have it. One that is killed at its
work leaves the lease, and when that has run out somebody else does the job again: so every kind of job looks first
at what has been done already.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import and_, delete, func, or_, select, update
from sqlalchemy.orm import Session

from grognard.core.state import encode
from grognard.locale import Text
from grognard.web.store import OrderKey, Store
from grognard.web.store.post_models import Job

LEASE = timedelta(minutes=5)
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 20, 60, 240, 720))
"""How long a job waits after each try that failed; after the last it has failed for good."""


def put(
    db: Session,
    kind: str,
    key: str,
    at: datetime,
    now: datetime,
    battle: str | None = None,
    facts: Mapping[str, Any] | None = None,
) -> bool:
    """Put a job down for ``at``; False if one of that key is or was there."""
    key = f"{kind}:{key}"
    if db.scalar(select(Job.id).where(Job.key == key)) is not None:
        return False
    db.add(Job(kind=kind, key=key, battle_id=battle, facts=dict(facts or {}), due=at, made=now))
    db.flush()
    return True


def take(store: Store, now: datetime, kinds: Collection[str]) -> Job | None:
    """The job of these kinds that has been due longest, now ours for the time of a lease."""
    waiting = and_(Job.state == "waiting", Job.due <= now)
    left = and_(Job.state == "running", Job.lease < now)
    due = and_(Job.kind.in_(kinds), or_(waiting, left))
    if not store.ask(select(Job.id).where(due).limit(1)):
        return None
    with store.writing() as db:
        query = select(Job).where(due).order_by(Job.due, Job.id).limit(1).with_for_update(skip_locked=True)
        job = db.scalar(query)
        if job is not None:
            job.state, job.lease, job.tries = "running", now + LEASE, job.tries + 1
        return job


def next_due(store: Store, kinds: Collection[str]) -> datetime | None:
    """When the next job of these kinds is due."""
    query = select(func.min(Job.due)).where(Job.kind.in_(kinds), Job.state == "waiting")
    ((found,),) = store.ask(query)
    return found  # type: ignore[no-any-return]


def done(db: Session, job: Job, now: datetime) -> None:
    """The job is done; in the same transaction as what it did."""
    _end(db, job, state="done", ended=now, error="")


def failed(db: Session, job: Job, why: Text, now: datetime, for_good: bool = False) -> bool:
    """The try went wrong: once more after a while. True when that was the last try."""
    last, words = for_good or job.tries > len(PAUSES), encode(why).decode()
    if last:
        _end(db, job, state="failed", ended=now, error=words)
    else:
        _end(db, job, state="waiting", due=now + PAUSES[job.tries - 1], error=words)
    return last


def why(job: Job) -> Text:
    """Why the job's last try went wrong."""
    return msgspec.json.decode(job.error, type=Text)


def _end(db: Session, job: Job, **values: Any) -> None:
    """Only while the job is ours: a worker that was slow has lost it to another."""
    mine = (Job.id == job.id, Job.state == "running", Job.lease == job.lease)
    db.execute(update(Job).where(*mine).values(lease=None, **values))


def again(db: Session, job_id: int, battle: str, now: datetime) -> None:
    """Somebody wants a job of that battle that failed to be tried again now."""
    mine = (Job.id == job_id, Job.battle_id == battle, Job.error != "", Job.state.in_(("failed", "waiting")))
    db.execute(update(Job).where(*mine).values(state="waiting", due=now, tries=0, ended=None))


def troubles(db: Session, battle: str) -> list[Job]:
    """Jobs of the battle whose last try went wrong, newest first."""
    query = select(Job).where(Job.battle_id == battle, Job.error != "").order_by(Job.id.desc()).limit(50)
    return list(db.scalars(query))


def sweep(db: Session, now: datetime, kept: timedelta = timedelta(days=60)) -> None:
    """Forget jobs that were done long ago (their keys are never used again: rows that they name are numbered), and
    the keys under which programs gave orders then."""
    db.execute(delete(Job).where(Job.state == "done", Job.ended < now - kept))
    db.execute(delete(OrderKey).where(OrderKey.made < now - kept))
