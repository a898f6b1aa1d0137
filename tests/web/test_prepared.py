"""The quick way to ask the store answers as the usual one does, and writers on SQLite queue."""

from __future__ import annotations

import threading
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import bindparam, select

from grognard.web.store import Battle, Store

OF_BATTLE = select(Battle.awaited, Battle.touched, Battle.public, Battle.length, Battle.status).where(
    Battle.id == bindparam("battle"), Battle.status.in_(("running", "paused")), Battle.length > 1
)
NOON = datetime(2026, 11, 30, 12, 0, 0, 5)
TIMES = 40


def store(folder: Path) -> Store:
    found = Store(f"sqlite:///{folder / 'x.db'}")
    found.make_tables()
    with found.writing() as db:
        for name, length, status in (("a", 3, "running"), ("b", 1, "running"), ("c", 3, "over")):
            facts = {"id": name, "length": length, "status": status, "awaited": {"seats": ["east"]}}
            db.add(
                Battle(
                    book="x", scenario="x", title={}, seed=b"", made=NOON, touched=NOON, public=True, **facts
                )
            )
    return found


def test_a_prepared_question_gives_what_the_session_gives(tmp_path: Path) -> None:
    found = store(tmp_path)
    for battle in ("a", "b", "c", "d"):
        with found.reading() as db:
            slowly = [tuple(row) for row in db.execute(OF_BATTLE, {"battle": battle})]
        assert [tuple(row) for row in found.ask(OF_BATTLE, battle=battle)] == slowly
    (row,) = found.ask(OF_BATTLE, battle="a")
    assert (row.awaited, row.public, row.touched.microsecond) == ({"seats": ["east"]}, True, 5)


def test_many_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    found = store(tmp_path)

    def write() -> None:
        for _ in range(TIMES):
            with found.writing() as db:
                battle = db.get_one(Battle, "a")
                battle.length += 1

    threads = [threading.Thread(target=write) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert found.ask(OF_BATTLE, battle="a")[0].length == 3 + 4 * TIMES


def test_a_writer_that_fails_lets_the_next_one_write(tmp_path: Path) -> None:
    found = store(tmp_path)

    def fail() -> None:
        with found.writing() as db:
            db.get_one(Battle, "a").length = 5
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        fail()
    assert found.ask(OF_BATTLE, battle="a")[0].length == 3
    with found.writing() as db:
        db.get_one(Battle, "a").length = 9
    assert found.ask(OF_BATTLE, battle="a")[0].length == 9
