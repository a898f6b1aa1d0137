"""The database behind the war room: SQLite on one machine, PostgreSQL for many workers."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Engine, Select, create_engine, event, text
from sqlalchemy.orm import Session, sessionmaker

from grognard.web.store.migrating import bring_up_to_date
from grognard.web.store.prepared import Prepared


def now() -> datetime:
    """The present time as the store keeps it."""
    return datetime.now(UTC).replace(tzinfo=None)


class Store:
    """Sessions on one database. ``writing`` commits when its block ends well and holds the writer's lock of SQLite
    from its beginning, so that nothing is lost between reading and writing."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self._session = sessionmaker(self.engine, expire_on_commit=False)
        self._asking = self.engine.execution_options(
            **({"isolation_level": "AUTOCOMMIT"} if self.is_postgres else {"grognard_asks": True})
        )
        self._questions: dict[int, Prepared] = {}
        self._turn = nullcontext() if self.is_postgres else threading.Lock()
        """SQLite writes one at a time and lets those who wait try again and again: they queue here instead."""

    @property
    def is_postgres(self) -> bool:
        return self.engine.dialect.name == "postgresql"

    def make_tables(self) -> None:
        """All tables as this version needs them."""
        bring_up_to_date(self.engine)

    def ask(self, question: Select[*tuple[Any, ...]], **values: Any) -> Sequence[Any]:
        """The rows that answer one question of columns. The quick way: no session and no transaction about it, and a
        question that is asked with every request is made once, with ``bindparam`` for what changes (``values``, text
        or numbers)."""
        if values and not self.is_postgres:
            return self._prepared(question, values).ask(self.engine, values)
        with self._asking.connect() as line:
            return line.execute(question, values).all()

    def _prepared(self, question: Select[*tuple[Any, ...]], values: dict[str, Any]) -> Prepared:
        found = self._questions.get(id(question))
        if found is None or found.question is not question:
            found = self._questions[id(question)] = Prepared(question, values)
        return found

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that only looks."""
        with self._session() as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session whose changes count all together or not at all."""
        with self._turn, self._session() as session, session.begin():
            session.connection(execution_options={"grognard_writes": True})
            yield session

    @contextmanager
    def alone(self, what: str) -> Iterator[bool]:
        """Whether this process is the only one that does ``what`` meanwhile. On SQLite there is only one."""
        if not self.is_postgres:
            yield True
            return
        key = int.from_bytes(hashlib.sha256(what.encode()).digest()[:8], "big", signed=True)
        with self.engine.connect() as line:
            mine = bool(line.scalar(text("select pg_try_advisory_lock(:key)"), {"key": key}))
            line.commit()
            try:
                yield mine
            finally:
                if mine:
                    line.execute(text("select pg_advisory_unlock(:key)"), {"key": key})
                    line.commit()

    def close(self) -> None:
        self.engine.dispose()


def _engine(url: str) -> Engine:
    if url.startswith("postgres"):
        return create_engine(
            url.replace("postgres://", "postgresql://", 1).replace(
                "postgresql://", "postgresql+psycopg://", 1
            ),
            pool_pre_ping=True,
            pool_size=10,
            max_overflow=20,
        )
    engine = create_engine(url, connect_args={"timeout": 30, "check_same_thread": False}, pool_size=20)
    event.listen(engine, "connect", _sqlite_connected)
    event.listen(engine, "begin", _sqlite_begins)
    return engine


def _sqlite_connected(connection: Any, _record: Any) -> None:
    """The driver begins no transactions of its own: ours say BEGIN themselves."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        connection.execute(f"PRAGMA {pragma}")


def _sqlite_begins(connection: Any) -> None:
    options = connection.get_execution_options()
    if not options.get("grognard_asks"):
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("grognard_writes") else "BEGIN")
