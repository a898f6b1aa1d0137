"""Who is waited for: a row for each seat and each time that it is asked, with its deadline.

What became of a row is read off the record, never remembered: whichever worker looks, and however often, comes to
the same result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from grognard.core.record import Answered, Line, Undid
from grognard.core.state import UMPIRE
from grognard.web.moment import Moment
from grognard.web.post import clock as clocks
from grognard.web.post import jobs, live
from grognard.web.post.clock import Clock, clock_of
from grognard.web.post.missed import missed_another
from grognard.web.post.notices import Notice, tell
from grognard.web.store import Battle, Seat
from grognard.web.store.post_models import Follow, Job, Waiting
from grognard.web.tables import PERSON


@dataclass
class Course:
    """What became of the questions of a row: still ``left``, taken by ``default``, answered ``itself``."""

    left: set[str]
    default: set[str]
    itself: set[str]


def course(seat: str, questions: Iterable[str], lines: Sequence[Line]) -> Course:
    """Read off the lines that were written since the seat was asked; what was taken back does not count."""
    given: list[tuple[int, str, str]] = []
    for line in lines:
        entry = line.entry
        if isinstance(entry, Answered) and entry.seat == seat:
            given.append((line.n, entry.question, entry.by))
        elif isinstance(entry, Undid) and entry.to:
            given = [one for one in given if one[0] <= entry.to]
        elif isinstance(entry, Undid) and entry.seat == seat:
            given = [one for one in given if one[1] != entry.question]
    first = {question: by for _, question, by in reversed(given)}
    wanted = set(questions)
    by = {who: {one for one in wanted if first.get(one) == who} for who in ("", "default")}
    return Course(wanted - set(first), by["default"], by[""])


@dataclass
class Desk:
    """A transaction on one battle: its row is locked, the record up to ``lines`` is what it has."""

    db: Session
    battle: Battle
    follow: Follow
    clock: Clock
    now: datetime
    is_ticking: bool = False
    """Whether a live clock was set going or came to rest: windows show it."""

    @classmethod
    def at(cls, db: Session, battle_id: str, now: datetime) -> Desk | None:
        """None if there is no such battle. Nobody else has a desk at the same battle."""
        battle = db.scalar(select(Battle).where(Battle.id == battle_id).with_for_update())
        if battle is None:
            return None
        follow = db.get(Follow, battle_id)
        if follow is None:
            follow = Follow(battle_id=battle_id, seen=0, message=0, turn="", over=False, active=False)
            db.add(follow)
        return cls(db, battle, follow, clock_of(battle.policy), now)

    def open_rows(self) -> list[Waiting]:
        """Rows that still wait, oldest first."""
        query = select(Waiting).where(Waiting.battle_id == self.battle.id, Waiting.state == "open")
        return list(self.db.scalars(query.order_by(Waiting.id)))

    def seat(self, seat: str) -> Seat | None:
        return self.db.get(Seat, (self.battle.id, seat))

    def tell(self, notice: Notice) -> None:
        tell(self.db, self.battle, notice, self.now)

    # --- following the battle ---

    def look_again(self) -> None:
        """The battle has to be followed although nothing has come to its record."""
        if self.follow.seen:
            self.follow.seen = -1

    def notices_wanted(self) -> None:
        """Somebody wants notices from now on: what has happened before is no news for him."""
        if not self.follow.active:
            self.follow.active, self.follow.seen = True, 0

    def bring_up(self, moment: Moment, lines: Sequence[Line]) -> None:
        """Close rows that have been answered, open those of seats that are asked now."""
        waited = {}
        for row in self.open_rows():
            if self._settle(row, moment, lines):
                waited[row.seat] = row
        if not moment.state.finished:
            for seat in moment.waiting_for():
                if seat not in waited and self._is_persons(seat):
                    self._open(seat, moment)

    def _settle(self, row: Waiting, moment: Moment, lines: Sequence[Line]) -> bool:
        """Look what has become of a row. True while something of it is still asked."""
        now = course(row.seat, row.questions["ids"], lines[row.line :])
        asked = {one.id for one in moment.asked(row.seat)}
        if now.left & asked and self._is_persons(row.seat):
            return True
        self._close(row, now)
        return False

    def _close(self, row: Waiting, now: Course) -> None:
        row.ended = self.now
        self.is_ticking |= bool(live.name_of(row))
        self.drop_jobs(row)
        seat = self.seat(row.seat)
        if now.default:
            row.state = "missed"
            if seat is not None and not live.name_of(row):
                missed_another(self, seat, str(row.id), len(now.default))
        else:
            row.state = "answered" if now.itself else "dropped"
            if seat is not None and now.itself:
                seat.missed = 0

    def _is_persons(self, seat: str) -> bool:
        held = self.seat(seat)
        return held is not None and held.holder == PERSON

    # --- deadlines ---

    def _open(self, seat: str, moment: Moment) -> None:
        asked = [one.id for one in moment.asked(seat)]
        name, seconds = live.clock_for(moment, seat) if live.is_live(self.battle.policy) else ("", 0)
        row = Waiting(
            battle_id=self.battle.id,
            seat=seat,
            line=moment.version,
            questions={"ids": asked, **({"clock": name} if name else {})},
            turn=self.battle.turn,
            since=self.now,
            state="open",
        )
        self.db.add(row)
        self.db.flush()
        if seat != UMPIRE:
            ends = live.due(self.db, row, seconds, self.now) if name else self._due_by_post()
            self.set_due(row, ends)
            if self.follow.frozen is not None:
                self.stop(row)
        if name:
            self.is_ticking = True
        else:
            self._tell_asked(row)

    def _due_by_post(self) -> datetime | None:
        return clocks.due(self.clock, self.now, self._turn_began(), self.battle.made)

    def _tell_asked(self, row: Waiting) -> None:
        due = row.due.isoformat() if row.due else ""
        facts = {"questions": len(row.questions["ids"]), "due": due, "row": row.id}
        self.tell(Notice("turn", row.seat, str(row.id), facts))

    def clock_of(self, row: Waiting) -> Clock:
        """By which clock the row is reckoned."""
        return live.LIVE if live.name_of(row) else self.clock

    def _turn_began(self) -> datetime:
        query = select(Waiting.since).where(
            Waiting.battle_id == self.battle.id, Waiting.turn == self.battle.turn
        )
        return min(self.db.scalars(query), default=self.now)

    def set_due(self, row: Waiting, due: datetime | None) -> None:
        """A new deadline, with its job and reminders."""
        row.due, row.closes, row.left = due, clocks.closes(self.clock_of(row), due), None
        self.drop_jobs(row)
        if due is None:
            return
        self.put_deadline(row, row.closes or due)
        for hours, at in clocks.reminders(self.clock_of(row), row.since, due).items():
            if at > self.now:
                self._put("remind", row, at, hours)

    def put_deadline(self, row: Waiting, at: datetime) -> None:
        """Look at the row at that time: take the default or say that it is late."""
        self._put("deadline", row, at, 0)

    def _put(self, kind: str, row: Waiting, at: datetime, hours: float) -> None:
        assert row.due is not None
        due, closed = row.due.isoformat(), row.closes.isoformat() if row.closes else ""
        facts = {"row": row.id, "due": due, "hours": hours}
        key = f"{self.battle.id}:{row.id}:{due}:{hours:g}" + (f":{closed}" if kind == "deadline" else "")
        jobs.put(self.db, kind, key, at, self.now, self.battle.id, facts)

    def drop_jobs(self, row: Waiting) -> None:
        """Deadline and reminders of a row that are still to come are not needed any more."""
        mine = (
            Job.battle_id == self.battle.id,
            Job.kind.in_(("deadline", "remind")),
            Job.state == "waiting",
        )
        for job in self.db.scalars(select(Job).where(*mine)).all():
            if job.facts["row"] == row.id:
                self.db.execute(delete(Job).where(Job.id == job.id))

    def extend(self, row: Waiting, hours: float) -> None:
        """Give a seat ``hours`` of running clock more."""
        if row.due is None:
            return
        if row.left is not None:
            row.left += hours * 3600
            return
        self.set_due(row, clocks.extended(self.clock_of(row), row.due, self.now, hours))

    # --- standing still ---

    def freeze(self) -> None:
        """Stop the clock; what is left on it stays."""
        self.follow.frozen = self.now
        for row in self.open_rows():
            self.stop(row)

    def stop(self, row: Waiting) -> None:
        """Stop one seat's clock."""
        if row.due is not None and row.left is None:
            row.left = clocks.ran(self.clock_of(row), self.now, row.due).total_seconds()
            self.drop_jobs(row)

    def thaw(self) -> None:
        """Let the clock go on."""
        self.follow.frozen = None
        for row in self.open_rows():
            if row.left is not None:
                left = timedelta(seconds=row.left)
                self.set_due(row, clocks.thawed(self.clock_of(row), left, self.now, self.battle.made))

    def let_run(self, wanted: bool) -> None:
        """Let the rule book's own clocks run or not: whoever is waited for is waited for anew."""
        if live.is_live(self.battle.policy) == wanted:
            return
        self.battle.policy = {**self.battle.policy, "live": wanted}
        for row in self.open_rows():
            if wanted or live.name_of(row):
                self.drop_jobs(row)
                self.db.delete(row)
        self.look_again()

    def change_clock(self, clock: Clock) -> None:
        """Another clock: the deadlines of those who are waited for are reckoned anew from when they were asked, but
        nobody is late at once."""
        self.clock = clock
        for row in self.open_rows():
            if row.seat == UMPIRE or live.name_of(row):
                continue
            due = clocks.due(clock, row.since, row.since, self.battle.made)
            if due is not None and due < self.now:
                due = clocks.due(clock, self.now, self.now, self.battle.made)
            self.set_due(row, due)
            if self.follow.frozen is not None:
                self.stop(row)
