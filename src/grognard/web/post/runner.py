"""The worker that plays by post need: it follows battles, takes defaults at deadlines, reminds and sends.

Any number of them may run over one store. Each step of a job may be the last before the power fails: the next worker
finds the lease run out, looks what has been done and does the rest.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import structlog
from sqlalchemy import ColumnElement, and_, exists, or_, select

from grognard.core.errors import Refused
from grognard.core.game import Game
from grognard.core.record import Line
from grognard.core.state import UMPIRE
from grognard.locale import T, Text
from grognard.web.moment import Moment
from grognard.web.people.seats import HOST
from grognard.web.post import jobs
from grognard.web.post.carrier import Carrier, NotSent, apprise_carrier
from grognard.web.post.live import is_live
from grognard.web.post.news import tell_news
from grognard.web.post.notices import Notice
from grognard.web.post.sending import dispatch, sending
from grognard.web.post.waiting import Desk, course
from grognard.web.store import Address, Battle, Message, Store
from grognard.web.store.post_models import Follow, Job, Waiting
from grognard.web.tables import NoSuchBattle, Tables

if TYPE_CHECKING:
    from grognard.web.house import House

POLL, SHORTEST = 2.0, 0.1
"""Seconds after which the worker looks at the time even if nothing has happened, and at the soonest."""
GATHERED = 0.2
"""Seconds for which news is gathered before the worker looks at it: of many battles at once, not of each."""
TRIES = 5
PUNCTUAL, SLOW = ("deadline", "remind"), ("send",)
"""Kinds of jobs; what is sent may take its time, and no deadline waits for it."""

log = structlog.get_logger()


class JobRunner:
    """A thread (``start``, ``stop``), or step by step with ``step``. ``clock`` gives the present time as the store
    keeps it; ``carry`` hands a letter to the world."""

    def __init__(
        self, house: House, clock: Callable[[], datetime] | None = None, carry: Carrier | None = None
    ) -> None:
        self.house = house
        self.store: Store = house.store
        self.tables: Tables = house.tables
        self.clock = clock or house.clock
        self.carry = carry or apprise_carrier(house.settings)
        self._wakes = (threading.Event(), threading.Event())
        self._stopping = threading.Event()
        self._heard: set[str] = set()
        self._resting: dict[str, datetime] = {}
        self._kinds = {"deadline": self._deadline, "remind": self._remind, "send": self._send}
        self._threads = [
            threading.Thread(target=self._work, args=(kinds, wake), name=f"post {kinds[0]}", daemon=True)
            for kinds, wake in zip((PUNCTUAL, SLOW), self._wakes, strict=True)
        ]

    # --- the thread ---

    def start(self) -> None:
        """Begin, and hear of every change."""
        self.tables.watch(self.hear)
        with self.store.writing() as db:
            jobs.sweep(db, self.clock())
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Finish the job at hand and end."""
        self._stopping.set()
        for wake in self._wakes:
            wake.set()
        for thread in self._threads:
            thread.join(10)

    def _work(self, kinds: Sequence[str], wake: threading.Event) -> None:
        while not self._stopping.is_set():
            try:
                if self.step(kinds) and kinds is PUNCTUAL:
                    self._wakes[1].set()
            except Exception:
                log.exception("the post stumbled")
            if wake.wait(self._pause(kinds)):
                self._stopping.wait(GATHERED)
            wake.clear()

    def _pause(self, kinds: Sequence[str]) -> float:
        """Seconds to the next job, within reason."""
        until = jobs.next_due(self.store, kinds)
        left = POLL if until is None else (until - self.clock()).total_seconds()
        return max(SHORTEST, min(POLL, left))

    def step(self, kinds: Sequence[str] = (*PUNCTUAL, *SLOW)) -> int:
        """Follow the battles, then do every job of these kinds that is due; how many of both there were."""
        count = 0
        for battle in self.behind() if PUNCTUAL[0] in kinds else ():
            self._try_to_follow(battle)
            count += 1
        while not self._stopping.is_set() and (job := jobs.take(self.store, self.clock(), kinds)) is not None:
            self.do(job)
            count += 1
        return count

    def _try_to_follow(self, battle: str) -> None:
        """A battle that cannot be read (its rule book is gone, say) holds nobody else up."""
        if self._resting.get(battle, self.clock()) > self.clock():
            return
        try:
            self.follow(battle)
            self._resting.pop(battle, None)
        except Exception:
            log.exception("a battle could not be followed", battle=battle)
            self._resting[battle] = self.clock() + jobs.LEASE

    # --- following ---

    def hear(self, battle: str) -> None:
        """Something is different there, perhaps not in the record: another holder of a seat."""
        self._heard.add(battle)
        self._wakes[0].set()

    def behind(self) -> list[str]:
        """Battles in which something has happened that has not been looked at."""
        heard, self._heard = self._heard, set()
        told = and_(Follow.active, Battle.id.in_(heard))
        query = select(Battle.id).outerjoin(Follow, Follow.battle_id == Battle.id)
        query = query.where(or_(_behind(), told))
        return [battle for (battle,) in self.store.ask(query)]

    def follow(self, battle: str) -> None:
        """Bring deadlines and notices of a battle up to its record."""
        if self._is_idle(battle):
            return
        for _ in range(TRIES):
            try:
                with self.tables.reading(battle) as table:
                    moment, lines = table.moment(), tuple(table.game.record.lines)
            except NoSuchBattle:
                return
            if self._follow(moment, lines):
                return

    def _is_idle(self, battle: str) -> bool:
        """Whether there is neither a clock nor anybody who wants notices: then the battle need not be read."""
        if self.store.ask(select(Follow.battle_id).where(Follow.battle_id == battle, Follow.active)):
            return False
        with self.store.writing() as db:
            desk = Desk.at(db, battle, self.clock())
            if desk is None:
                return True
            desk.follow.active = (
                desk.clock.rule != "none"
                or is_live(desk.battle.policy)
                or bool(db.scalar(select(exists().where(Address.battle_id == battle))))
            )
            return not desk.follow.active

    def _follow(self, moment: Moment, lines: Sequence[Line]) -> bool:
        """False if the battle has gone on meanwhile."""
        with self.store.writing() as db:
            desk = Desk.at(db, moment.battle, self.clock())
            if desk is None:
                return True
            if desk.battle.length != moment.version:
                return False
            _stand_or_go(desk)
            tell_news(desk, moment, lines)
            desk.bring_up(moment, lines)
            desk.follow.seen = moment.version
        if desk.is_ticking:
            self.tables.changed(moment.battle)
        return True

    # --- jobs ---

    def do(self, job: Job) -> None:
        """One job, taken before."""
        try:
            self._kinds[job.kind](job)
        except NotSent as error:
            self._failed(job, error.message, error.for_good)
        except Exception as error:
            log.exception("a job failed", job=job.key)
            self._failed(job, T("an unexpected fault ({error})", error=type(error).__name__), False)

    def _failed(self, job: Job, why: Text, for_good: bool) -> None:
        with self.store.writing() as db:
            last = jobs.failed(db, job, why, self.clock(), for_good)
            desk = Desk.at(db, job.battle_id or "", self.clock()) if last else None
            if desk is not None and job.facts.get("kind") not in ("trouble", "test"):
                facts = {"what": job.kind, "why": why.source, "facts": why.facts, "job": job.id}
                for reader in (UMPIRE, HOST):
                    desk.tell(Notice("trouble", reader, str(job.id), facts))

    def _finish(self, job: Job) -> None:
        with self.store.writing() as db:
            jobs.done(db, job, self.clock())

    def _deadline(self, job: Job) -> None:
        battle = job.battle_id or ""
        self.follow(battle)
        try:
            if self._due_row(job) is not None:
                self.tables.act(battle, lambda game: self._take_defaults(job, game))
        except Refused:  # paused at this very moment: then the clock stands still and nothing is due
            self.follow(battle)
            if self._due_row(job) is not None:
                raise
        self.follow(battle)
        self.tables.changed(battle)
        self._finish(job)

    def _due_row(self, job: Job) -> Waiting | None:
        """The row whose default is to be taken now; None if there is nothing to be taken (any more)."""
        with self.store.writing() as db:
            row = _current(db.get(Waiting, job.facts["row"]), job)
            if row is None:
                return None
            if row.closes is not None:
                return row
            desk = Desk.at(db, row.battle_id, self.clock())
            assert desk is not None
            for reader in (row.seat, UMPIRE, HOST):
                desk.tell(Notice("passed", reader, job.key, {"who": row.seat}))
            return None

    def _take_defaults(self, job: Job, game: Game) -> None:
        with self.store.reading() as db:
            row = _current(db.get(Waiting, job.facts["row"]), job)
        if row is not None:
            take_defaults(game, row)

    def _remind(self, job: Job) -> None:
        with self.store.writing() as db:
            row = _current(db.get(Waiting, job.facts["row"]), job)
            if row is not None:
                desk = Desk.at(db, row.battle_id, self.clock())
                assert desk is not None
                facts = {
                    "row": row.id,
                    "questions": len(row.questions["ids"]),
                    "due": job.facts["due"],
                    "hours": job.facts["hours"],
                }
                desk.tell(Notice("remind", row.seat, job.key, facts))
            jobs.done(db, job, self.clock())

    def _send(self, job: Job) -> None:
        found = dispatch(self.store, self.house.settings, job)
        if found is not None:
            with sending(self.house.settings, found.address):
                self.carry(found)
        self._finish(job)


def _current(row: Waiting | None, job: Job) -> Waiting | None:
    """The row if it still waits for the deadline that the job is about, and its clock runs."""
    if row is None or row.state != "open" or row.left is not None or row.due is None:
        return None
    return row if row.due.isoformat() == job.facts["due"] else None


def take_defaults(game: Game, row: Waiting) -> None:
    """Take the rules' defaults for whatever of the row has not been answered."""
    while True:
        left = course(row.seat, row.questions["ids"], game.record.lines[row.line :]).left
        question = next((one for one in game.asked(row.seat) if one.id in left), None)
        if question is None:
            return
        game.take_default(question)


def _stand_or_go(desk: Desk) -> None:
    """The clock stands while the battle is paused, whoever paused it."""
    paused = desk.battle.status == "paused"
    if paused and desk.follow.frozen is None:
        desk.freeze()
    elif not paused and desk.follow.frozen is not None:
        desk.thaw()


def _behind() -> ColumnElement[bool]:
    news = exists().where(Message.battle_id == Battle.id, Message.id > Follow.message)
    paused = and_(Battle.status == "paused", Follow.frozen.is_(None))
    going = and_(Battle.status != "paused", Follow.frozen.is_not(None))
    new = or_(Battle.length != Follow.seen, news, paused, going)
    return or_(Follow.battle_id.is_(None), and_(Follow.active, new))
