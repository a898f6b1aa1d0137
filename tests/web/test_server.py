"""Keeping a server: health, limits, forged requests, logs, backups, the line between workers, kills, restarts."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest
import structlog
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from fastapi.testclient import TestClient
from sqlalchemy import inspect

from grognard.cli.serve import serve
from grognard.core.errors import GrognardError
from grognard.core.record import Answered
from grognard.rulebooks import shelf
from grognard.web.app import create_app
from grognard.web.server import logs
from grognard.web.server.backup import back_up, restore
from grognard.web.server.wire import EVERYTHING, Wire
from grognard.web.settings import Settings
from grognard.web.store import Base, RecordLine, Store
from grognard.web.store.migrating import bring_up_to_date, configuration
from grognard.web.tables import Tables

BOOK = shelf.book("feudal")
SETUP = BOOK.read_setup(BOOK.scenarios()["skirmish"])


def until(true: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


# --- one process ---


def test_health_and_headers(client: TestClient) -> None:
    answer = client.get("/health")
    assert (answer.status_code, answer.json()["status"]) == (200, "well")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert answer.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"sec-fetch-site": "same-origin"}, 303),
        ({"origin": "http://testserver"}, 303),
        ({}, 303),
    ],
)
def test_other_sites_make_a_browser_do_nothing(
    client: TestClient, headers: dict[str, str], status: int
) -> None:
    begun = {"book": "feudal", "scenario": "skirmish"}
    answer = client.post("/battles", data=begun, headers=headers, follow_redirects=False)
    assert answer.status_code == status


def test_large_bodies_are_cut_off_whatever_their_header_says(settings: Settings) -> None:
    small = Settings(settings.database, settings.secret, upload_bytes=1000)
    with TestClient(create_app(small)) as client:
        assert client.post("/battles", data={"book": "x" * 1001}).status_code == 413
        chunks = iter([b"book=" + b"x" * 600, b"x" * 600])
        form = {"content-type": "application/x-www-form-urlencoded"}
        assert client.post("/battles", content=chunks, headers=form).status_code == 413


def test_too_many_requests_are_told_to_wait(settings: Settings) -> None:
    with TestClient(create_app(Settings(settings.database, settings.secret, requests_a_minute=3))) as client:
        assert [client.get("/health").status_code for _ in range(4)] == [200, 200, 200, 429]
        assert "подождите" in client.get("/health", headers={"accept-language": "ru"}).text


def test_the_log_is_json_without_invitations() -> None:
    stream = io.StringIO()
    logs.set_up_logs(stream)
    structlog.get_logger().info("request", path=logs.shown_path("/join/abc.def"))
    said = json.loads(stream.getvalue())
    assert (said["event"], said["path"]) == ("request", "/join/...")


def test_a_secret_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    one, two = (Settings.from_environment({"GROGNARD_DATA": str(tmp_path / "data")}) for _ in range(2))
    assert one == two
    assert len(one.secret) > 30
    assert (tmp_path / "data" / "secret").stat().st_mode & 0o077 == 0


def test_a_shown_setting_holds_no_password() -> None:
    assert Settings("postgresql://me:hush@db/x", "s").where == "postgresql://me:***@db/x"


# --- the store ---


def columns(store: Store) -> dict[str, list[str]]:
    found = inspect(store.engine)
    return {name: sorted(c["name"] for c in found.get_columns(name)) for name in found.get_table_names()}


def test_a_new_store_gets_every_table_and_an_old_one_is_left_in_peace(any_url: str) -> None:
    store = Store(any_url)
    store.make_tables()
    have = columns(store)
    assert set(Base.metadata.tables) <= set(have)
    bring_up_to_date(store.engine)
    assert columns(store) == have
    store.close()


def test_a_backup_moves_everything_to_the_other_kind_of_database(tmp_path: Path, postgres_url: str) -> None:
    lite, post = Store(f"sqlite:///{tmp_path / 'a.db'}"), Store(postgres_url)
    for store in (lite, post):
        store.make_tables()
    tables = Tables(lite)
    battle = tables.create(BOOK, SETUP, {})
    rows = back_up(lite, tmp_path / "all.zip")
    assert rows == restore(post, tmp_path / "all.zip")
    with Tables(post).reading(battle) as there, tables.reading(battle) as here:
        assert there.game.record.lines == here.game.record.lines
        assert there.game.state == here.game.state
    with pytest.raises(GrognardError, match=r"not empty: .*battle"):
        restore(post, tmp_path / "all.zip")
    Tables(post).create(BOOK, SETUP, {})
    assert (tmp_path / "all.zip").stat().st_mode & 0o077 == 0
    for store in (lite, post):
        store.close()


# --- several workers ---


def test_workers_hear_of_each_others_changes_but_not_of_those_taken_back(postgres_url: str) -> None:
    heard: list[str] = []
    one, two = Store(postgres_url), Store(postgres_url)
    one.make_tables()
    here, there = Wire(one, lambda battle: None), Wire(two, heard.append)
    there.start()
    until(lambda: heard == [EVERYTHING])
    with one.reading() as db:
        here.tell(db, "never")
        db.rollback()
    with one.writing() as db:
        here.tell(db, "battle")
    with two.writing() as db:
        there.tell(db, "own")
    until(lambda: "battle" in heard)
    assert heard == [EVERYTHING, "battle"]
    there.stop()
    for store in (one, two):
        store.close()


def test_only_one_worker_at_a_time_does_what_one_should_do_alone(postgres_url: str) -> None:
    one, two = Store(postgres_url), Store(postgres_url)
    with one.alone("dishes") as first, two.alone("dishes") as second, two.alone("floors") as other:
        assert (first, second, other) == (True, False, True)
    with two.alone("dishes") as now:
        assert now
    for store in (one, two):
        store.close()


class Process:
    """``grognard serve`` as a process of its own."""

    def __init__(self, url: str, folder: Path, workers: int = 1) -> None:
        self.log = (folder / f"log-{workers}").open("a+")
        environment = os.environ | {
            "GROGNARD_DATABASE": url,
            "GROGNARD_DATA": str(folder),
            "GROGNARD_SECRET": "s",
        }
        self.port = free_port()
        command = [
            sys.executable,
            "-m",
            "grognard",
            "serve",
            "--port",
            str(self.port),
            "--workers",
            str(workers),
        ]
        self.process = subprocess.Popen(
            command, env=environment, stdout=self.log, stderr=self.log, start_new_session=True
        )
        self.url = f"http://127.0.0.1:{self.port}"
        until(self.answers, 120)

    def answers(self) -> bool:
        assert self.process.poll() is None, Path(self.log.name).read_text()
        try:
            return httpx2.get(f"{self.url}/health").status_code == 200
        except httpx2.TransportError:
            return False

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.log.close()

    def end(self) -> int:
        self.process.terminate()
        self.log.close()
        return self.process.wait(15)


def free_port() -> int:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def lines(store: Store, battle: str) -> int:
    with store.reading() as db:
        return db.query(RecordLine).filter_by(battle_id=battle).count()


@pytest.mark.slow
def test_a_killed_server_has_lost_no_order_and_its_computers_go_on(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'w.db'}"
    server = Process(url, tmp_path)
    with httpx2.Client(base_url=server.url, follow_redirects=True) as browser:
        page = browser.post("/battles", data={"book": "feudal", "scenario": "standard"})
        battle, seat = page.url.path.split("/")[2:4]
        store = Store(url)
        tables = Tables(store)
        for _ in range(6):
            with tables.reading(battle) as table:
                asked = table.game.asked(seat)
                if not asked:
                    break
                order = table.game.options(asked[0])[0]
            given = {"question": asked[0].id, "order": json.dumps(order)}
            accepted = browser.post(f"/b/{battle}/{seat}/answer", data=given)
            assert accepted.status_code == 200
            kept = lines(store, battle)
            server.kill()
            assert lines(store, battle) >= kept
            with Tables(store).reading(battle) as table:
                entries = [line.entry for line in table.game.record.lines]
            given_ones = [(one.question, one.order) for one in entries if isinstance(one, Answered)]
            assert (asked[0].id, order) in given_ones
            server = Process(url, tmp_path)
            browser.base_url = server.url
    assert server.end() == -signal.SIGTERM
    store.close()


@pytest.mark.slow
def test_two_workers_show_each_others_changes_and_leave_in_order(tmp_path: Path, postgres_url: str) -> None:
    store = Store(postgres_url)
    store.make_tables()
    tables = Tables(store)
    wire = Wire(store, lambda battle: None)
    tables.announce = wire.tell
    battle = tables.create(BOOK, SETUP, {}, public=True)
    server = Process(postgres_url, tmp_path, workers=2)
    messages: list[str] = []

    def watch() -> None:
        with httpx2.stream("GET", f"{server.url}/b/{battle}/observer/stream", timeout=30) as stream:
            messages.extend(line for line in stream.iter_lines() if line.startswith("data:"))

    watchers = [threading.Thread(target=watch) for _ in range(4)]
    for one in watchers:
        one.start()
    until(lambda: len(messages) >= 4)
    before = len(messages)
    while len(messages) < before + 4:
        with tables.reading(battle) as table:
            assert not table.game.state.finished
        tables.act(
            battle, lambda game: game.take_default(next(q for q in game.state.questions if q.answer is None))
        )
        time.sleep(0.2)
    assert server.end() == 0
    for one in watchers:
        one.join(5)
        assert not one.is_alive()
    store.close()


# --- what the guide and the container say ---


def test_the_container_serves_what_the_command_line_has() -> None:
    root = Path(__file__).parents[2]
    recipe = (root / "Dockerfile").read_text(encoding="utf-8")
    extras = re.search(r'"\.\[([\w,]+)\]"', recipe)
    assert extras is not None
    known = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    assert set(extras[1].split(",")) <= set(known)
    words = json.loads(recipe[recipe.index('CMD ["grognard') + 4 :].strip())
    with serve.make_context(words[1], words[2:], resilient_parsing=True) as context:
        assert context.params["host"] == "0.0.0.0"
        assert context.params["proxy"]


@pytest.mark.parametrize("page", ["server.md", "server.ru.md"])
def test_every_setting_stands_in_the_guide(page: str) -> None:
    root = Path(__file__).parents[2]
    code = (root / "src/grognard/web/settings.py").read_text(encoding="utf-8")
    named = set(re.findall(r'"(GROGNARD_[A-Z_]+)"', code))
    guide = (root / "docs" / page).read_text(encoding="utf-8")
    assert {name for name in named if f"`{name}`" not in guide} == set()


def test_step_by_step_one_comes_to_the_same_tables_as_at_once(any_url: str) -> None:
    store = Store(any_url)
    with store.engine.begin() as line:
        made = configuration()
        made.attributes["connection"] = line
        command.upgrade(made, "head")
        wrong = compare_metadata(MigrationContext.configure(line), Base.metadata)
    assert wrong == []
    store.make_tables()
    store.close()
