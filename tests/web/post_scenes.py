"""A battle by post for the tests, with a clock to be turned by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import event
from sqlalchemy.orm import Session

from grognard.core.game import Game
from grognard.core.state import UMPIRE
from grognard.rulebooks import shelf
from grognard.web.app import open_house
from grognard.web.computers import answers_for
from grognard.web.house import House
from grognard.web.people import Visitor, new_visit
from grognard.web.people.seats import take_seat
from grognard.web.post import Clock, JobRunner
from grognard.web.post.carrier import Dispatch
from grognard.web.post.notices import Letter
from grognard.web.settings import Settings
from grognard.web.store import Address, Battle, Grant, Job, Link, Seat, Waiting

NOON = datetime(2026, 12, 1, 9, 0)
"""12:00 in Moscow."""
ONE, TWO = "lord", "umpire_raiders"
"""The two seats; both are played by people here."""
ALL = ("turn", "remind", "missed", "report", "over", "mention")
HOUSES: list[House] = []
DAILY = Clock(rule="hours", hours=24, zone="Europe/Moscow", remind=(2,))


@dataclass
class Post:
    """A house with one battle, its worker, the present time and everything that was sent."""

    house: House
    battle: str
    host: Visitor
    other: Visitor
    now: datetime = NOON
    sent: list[tuple[datetime, Dispatch]] = field(default_factory=list)
    carry: Callable[[Dispatch], None] | None = None

    def __post_init__(self) -> None:
        self.house.clock = lambda: self.now
        self.runner = self.worker()

    def worker(self) -> JobRunner:
        return JobRunner(self.house, carry=self.carry or self._carry)

    def _carry(self, dispatch: Dispatch) -> None:
        self.sent.append((self.now, dispatch))

    def turn(self, hours: float) -> None:
        """Turn the clock, an hour at a time as it would go."""
        end = self.now + timedelta(hours=hours)
        while self.now < end:
            self.now = min(end, self.now + timedelta(hours=1))
            self.runner.step()

    def answer(self, seat: str) -> None:
        """The seat answers everything with the first thing that comes to its mind."""

        def act(game: Game) -> None:
            for question in game.asked(seat):
                if question in game.asked(seat):
                    game.submit(seat, question.id, game.options(question)[0])

        self.house.tables.act(self.battle, act)
        self.runner.step()

    def think(self, seat: str) -> None:
        """The seat answers as the computer would."""
        with self.house.tables.reading(self.battle) as table:
            answers = answers_for(table.moment(), seat, "doctrine")
        given = {key: order for key, order in answers.items() if order is not None}
        self.house.tables.act(self.battle, lambda game: game.submit_all(given, seat))
        self.runner.step()

    def over(self) -> bool:
        with self.house.tables.reading(self.battle) as table:
            return table.game.state.finished

    def asked(self, seat: str) -> list[str]:
        with self.house.tables.reading(self.battle) as table:
            return [one.id for one in table.game.asked(seat)]

    def titles(self, seat: str) -> list[str]:
        """What was sent to a seat."""
        return [one.letter.title.partition(": ")[2] for _, one in self.sent if one.address.seat == seat]

    def sent_to(self, seat: str) -> list[Letter]:
        return [one.letter for _, one in self.sent if one.address.seat == seat]

    def rows(self, seat: str) -> list[Waiting]:
        with self.house.store.reading() as db:
            return list(db.query(Waiting).where(Waiting.seat == seat).order_by(Waiting.id))

    def row(self, seat: str) -> Waiting:
        return self.rows(seat)[-1]

    def seat(self, seat: str) -> Seat:
        with self.house.store.reading() as db:
            found = db.get(Seat, (self.battle, seat))
        assert found is not None
        return found

    def jobs(self, kind: str, state: str) -> list[Job]:
        with self.house.store.reading() as db:
            return list(db.query(Job).where(Job.kind == kind, Job.state == state).order_by(Job.id))

    def by(self, seat: str) -> list[str]:
        """Who gave the seat's answers that are in the record: "", "default", "umpire"."""
        with self.house.tables.reading(self.battle) as table:
            lines = list(table.game.record.lines)
        return [line.entry.by for line in lines if getattr(line.entry, "seat", "") == seat]  # type: ignore[union-attr]


def begin(url: str, clock: Clock | None = DAILY, seats: tuple[str, ...] = (ONE, TWO)) -> Post:
    """A battle of two people with a clock, everybody wanting all notices at once."""
    house = _house(url)
    book = shelf.book("feudal")
    setup = book.read_setup(book.scenarios()["skirmish"])
    host, other = new_visit(house.store), new_visit(house.store)
    policy = {"clock": msgspec.to_builtins(clock)} if clock else {}
    holders = dict.fromkeys((ONE, TWO), "person") | {UMPIRE: "default"}
    battle = house.tables.create(book, setup, holders, host=host.id, policy=policy)
    with house.store.writing() as db:
        row = db.get(Battle, battle)
        assert row is not None
        row.made = NOON
        for seat, visitor in ((ONE, host), (TWO, other)):
            take_seat(db, "not very", battle, seat, visitor)
            if seat in seats:
                want_all(db, battle, seat)
    return Post(house, battle, host, other)


def same(url: str, post: Post, minutes: float = 0) -> Post:
    """The same battle in another server process, some minutes later."""
    return Post(_house(url), post.battle, post.host, post.other, post.now + timedelta(minutes=minutes))


def _house(url: str) -> House:
    house = open_house(Settings(database=url, secret="not very", address="https://war.example"))
    HOUSES.append(house)
    if not house.store.is_postgres:
        event.listen(house.store.engine, "connect", _hastily)
        house.store.engine.dispose()
    return house


def close_houses() -> Iterator[None]:
    """After a test."""
    yield
    while HOUSES:
        HOUSES.pop().store.close()


def _hastily(connection: Any, _record: Any) -> None:
    """Nobody cuts the power here: no need to wait for the disk."""
    connection.execute("PRAGMA synchronous=OFF")


def want_all(db: Session, battle: str, seat: str) -> None:
    """Whoever sits there wants everything at once."""
    grant = db.query(Grant).join(Link, Link.id == Grant.link_id).filter(Link.seat == seat).one()
    db.add(
        Address(
            battle_id=battle,
            seat=seat,
            grant_id=grant.id,
            means="webhook",
            target=f"https://notices.example/{seat}",
            kinds={"wanted": list(ALL)},
            after=0,
            lang="en",
            made=NOON,
        )
    )
