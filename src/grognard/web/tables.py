"""Battles on their tables: each in memory while somebody plays, every line in the store before anybody hears of it.

Everything that changes a battle goes through :meth:`Tables.act`. Another process may have written in between: then
the table first takes over its lines; if it writes in the same instant, the key of the line decides who was first, and
the other's action is done again on the new position (and refused there if it no longer fits).
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec
from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from grognard.core.errors import GrognardError, Refused
from grognard.core.game import Game
from grognard.core.record import Journal, Line
from grognard.core.state import PUBLIC, UMPIRE, Setup, encode
from grognard.locale import T
from grognard.rulebooks import shelf
from grognard.rulebooks.book import Book
from grognard.web.moment import Moment
from grognard.web.store import Battle, RecordLine, Seat, Store
from grognard.web.store.database import now

R = TypeVar("R")
TRIES = 5
OVER_KEPT = 8
"""Battles that are over and still lie on a table: people look at them, nobody plays."""
PERSON, DEFAULT = "person", "default"
RUNNING, PAUSED, OVER = "running", "paused", "over"
Watcher = Callable[[str], None]
_STANDS = select(Battle.length, Battle.status).where(Battle.id == bindparam("battle"))
_COURSE: dict[str, Any] = {
    name: bindparam(f"new_{name}") for name in ("length", "touched", "turn", "awaited")
}
_ON = update(Battle).where(Battle.id == bindparam("battle")).values(_COURSE)
_OVER = _ON.values(status="over")
_LINES = insert(RecordLine)


def _nothing(_: Session) -> None:
    """No more than the record."""


class NoSuchBattle(GrognardError):
    """There is no battle of that id here."""

    def __init__(self, battle_id: str) -> None:
        super().__init__(T("there is no battle '{battle}' here", battle=battle_id))


class Overtaken(Refused):
    """Nobody did anything wrong: the battle has gone on (or stands still) meanwhile."""


class Table:
    """One battle in memory. Hold ``lock`` while reading ``game``; change it through ``Tables.act`` only."""

    def __init__(self, battle_id: str, book: Book, game: Game) -> None:
        self.id, self.book, self.game = battle_id, book, game
        self.lock = threading.RLock()

    @property
    def version(self) -> int:
        """Lines of record: grows with everything that happens."""
        return len(self.game.record.lines)

    def moment(self) -> Moment:
        """The present position, to be looked at without holding anybody up."""
        game = self.game
        return Moment(
            self.id,
            self.book,
            game.setup,
            game.state,
            tuple(game.log),
            self.version,
            game.record.sha,
            game.undo_asked,
        )


class Tables:
    """The battles of a store. ``watch`` callbacks hear the id of each battle that has changed."""

    def __init__(self, store: Store, kept: int = 200) -> None:
        self.store, self.kept = store, kept
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._guard = threading.Lock()
        self._loading: dict[str, threading.Lock] = {}
        self._watchers: list[Watcher] = []
        self._cleaners: list[Watcher] = []
        self.announce: Callable[[Session, str], None] = lambda _db, _battle: None
        """Tells other processes of a change, in the transaction that makes it."""

    def watch(self, watcher: Watcher) -> None:
        """Call ``watcher(battle_id)`` after every change, from whatever thread it was made in."""
        self._watchers.append(watcher)

    def when_put_away(self, cleaner: Watcher) -> None:
        """Call ``cleaner(battle_id)`` when a battle leaves memory (it is in the store, and comes back when wanted)."""
        self._cleaners.append(cleaner)

    def changed(self, battle_id: str) -> None:
        """Something that is not in the record has changed (a message, a new holder of a seat): tell everybody."""
        with self.store.writing() as db:
            self.announce(db, battle_id)
        self.wake(battle_id)

    def wake(self, battle_id: str) -> None:
        """Tell the watchers of this process."""
        for watcher in self._watchers:
            watcher(battle_id)

    # --- new battles ---

    def create(
        self,
        book: Book,
        setup: Setup,
        holders: Mapping[str, str],
        *,
        host: int | None = None,
        seed: bytes | None = None,
        links: int = 1,
        policy: Mapping[str, Any] | None = None,
        public: bool = False,
    ) -> str:
        """Put a new battle on a table and return its id. ``holders``: seat -> ``person``, a computer player or
        ``default``; seats that are not named are held by persons, the umpire's by nobody."""
        seed = seed or secrets.token_bytes(32)
        game = Game.new(book, setup, seed=seed, links=links)
        seats = {one.id: holders.get(one.id, PERSON) for one in setup.seats}
        seats[UMPIRE] = holders.get(UMPIRE, DEFAULT)
        return self.keep(book, game, seed, seats, host=host, policy=policy, public=public)

    def keep(
        self,
        book: Book,
        game: Game,
        seed: bytes,
        seats: Mapping[str, str],
        *,
        host: int | None = None,
        policy: Mapping[str, Any] | None = None,
        public: bool = False,
    ) -> str:
        """Store a game that is not in the store yet (a new one, or an uploaded record) and return its id."""
        battle_id = secrets.token_urlsafe(9)
        lines = game.record.lines
        row = Battle(
            id=battle_id,
            title=msgspec.to_builtins(game.setup.name),
            book=book.id,
            scenario=game.setup.scenario,
            seed=seed,
            made=now(),
            touched=now(),
            host=host,
            policy=dict(policy or {}),
            public=public,
            **_course(game),
        )
        with self.store.writing() as db:
            db.add(row)
            db.flush()
            db.add_all(RecordLine(battle_id=battle_id, n=line.n, line=encode(line)) for line in lines)
            db.add_all(Seat(battle_id=battle_id, seat=seat, holder=holder) for seat, holder in seats.items())
        self._put(Table(battle_id, book, game))
        self.wake(battle_id)
        return battle_id

    # --- reading ---

    @contextmanager
    def reading(self, battle_id: str) -> Iterator[Table]:
        """The table with everything that any process has written; nobody changes it meanwhile."""
        table = self._table(battle_id)
        with table.lock:
            yield self._fresh(table)

    def _table(self, battle_id: str) -> Table:
        with self._guard:
            table = self._tables.get(battle_id)
            if table is not None:
                self._tables.move_to_end(battle_id)
                return table
            loading = self._loading.setdefault(battle_id, threading.Lock())
        with loading:
            with self._guard:
                table = self._tables.get(battle_id)
            return table or self._put(self._load(battle_id))

    def _put(self, table: Table) -> Table:
        with self._guard:
            self._tables[table.id] = table
            self._loading.pop(table.id, None)
        self._tidy()
        return table

    def _tidy(self) -> None:
        """Put away what lay untouched longest, first of all battles that are over."""
        with self._guard:
            over = [one.id for one in self._tables.values() if one.game.state.finished]
            gone = over[: max(0, len(over) - OVER_KEPT)]
            others = [one for one in self._tables if one not in gone]
            gone += others[: max(0, len(others) - self.kept)]
            for battle_id in gone:
                del self._tables[battle_id]
        for battle_id in gone:
            for cleaner in self._cleaners:
                cleaner(battle_id)

    def _drop(self, battle_id: str) -> None:
        with self._guard:
            self._tables.pop(battle_id, None)

    def _load(self, battle_id: str) -> Table:
        with self.store.reading() as db:
            row = db.get(Battle, battle_id)
            if row is None:
                raise NoSuchBattle(battle_id)
            lines = self._lines(battle_id, 0)
        journal = Journal()
        journal.lines = lines
        book = shelf.book(row.book)
        return Table(battle_id, book, Game.resume(book, journal, row.seed))

    def _lines(self, battle_id: str, since: int) -> list[Line]:
        query = (
            select(RecordLine.line)
            .where(RecordLine.battle_id == battle_id, RecordLine.n >= since)
            .order_by(RecordLine.n)
        )
        return [msgspec.json.decode(line, type=Line) for (line,) in self.store.ask(query)]

    def _fresh(self, table: Table, though_paused: bool = True) -> Table:
        """Take over what other processes have written."""
        rows = self.store.ask(_STANDS, battle=table.id)
        if not rows:
            self._drop(table.id)
            raise NoSuchBattle(table.id)
        length, status = rows[0]
        if status == PAUSED and not though_paused:
            raise Overtaken("", T("the umpire has stopped the battle; nothing is taken until it goes on"))
        if length > table.version:
            table.game.follow(self._lines(table.id, table.version))
        return table

    # --- changing ---

    def act(
        self,
        battle_id: str,
        action: Callable[[Game], R],
        *,
        though_paused: bool = False,
        also: Callable[[Session], None] = _nothing,
    ) -> R:
        """Do ``action`` on the newest position and store what it wrote, all of it or nothing. What the action raises
        (Refused) leaves the battle as it was. While the umpire has paused the battle nobody but he acts
        (``though_paused``). ``also`` is written in the same transaction, if the action wrote anything."""
        for _ in range(TRIES):
            table = self._table(battle_id)
            with table.lock:
                self._fresh(table, though_paused)
                before = table.version
                try:
                    result = action(table.game)
                    if table.version > before:
                        self._save(table, before, also)
                except IntegrityError:
                    self._drop(battle_id)
                    continue
                except BaseException:
                    if table.version > before:
                        self._drop(battle_id)
                    raise
            if table.version > before:
                self.wake(battle_id)
                if table.game.state.finished:
                    self._tidy()
            return result
        raise GrognardError(T("too many people answer at once; try again"))

    def _save(self, table: Table, before: int, also: Callable[[Session], None]) -> None:
        lines = table.game.record.lines[before:]
        new = [{"battle_id": table.id, "n": line.n, "line": encode(line)} for line in lines]
        course = {"length": table.version, "touched": now(), **_course(table.game, running=None)}
        change = _OVER if course.pop("status", None) else _ON
        stands = {"battle": table.id, **{f"new_{name}": value for name, value in course.items()}}
        with self.store.writing() as db:
            db.connection().execute(_LINES, new)
            db.connection().execute(change, stands)
            also(db)
            self.announce(db, table.id)


def _course(game: Game, running: str | None = RUNNING) -> dict[str, Any]:
    """What a battle's row says about its course. ``status`` of a battle that goes on is left as it is."""
    assert isinstance(game.book, Book)
    seen = game.book.waiting(game.view(PUBLIC))
    course: dict[str, Any] = {
        "turn": game.book.turn(game.state),
        "awaited": {"seats": list(game.waiting_for()), "seen": list(seen)},
    }
    if running is not None:
        course["length"] = len(game.record.lines)
    status = OVER if game.state.finished else running
    return course if status is None else {**course, "status": status}
