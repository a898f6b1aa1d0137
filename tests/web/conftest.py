"""A war room for the tests: in process, as a server of its own, and in a real browser."""

from __future__ import annotations

import shutil
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from fastapi import FastAPI
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from grognard.web.app import create_app
from grognard.web.house import House
from grognard.web.settings import Settings
from tests.web import postgres

CHROMIUM = next((path for path in map(shutil.which, ("chromium", "chromium-browser")) if path), None)
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

PATIENCE = 30_000
"""Milliseconds that a page may take on a machine that is busy with other things; what is quick is measured by the
benchmarks."""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=f"sqlite:///{tmp_path / 'warroom.db'}", secret="not very")


@pytest.fixture(scope="session")
def sockets() -> Iterator[str]:
    with postgres.cluster() as found:
        yield found


@pytest.fixture
def postgres_url(sockets: str) -> Iterator[str]:
    """A fresh database of a real PostgreSQL."""
    with postgres.database(sockets) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def any_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'any.db'}"
    found = request.getfixturevalue("postgres_url")
    assert isinstance(found, str)
    return found


@pytest.fixture
def app(settings: Settings) -> FastAPI:
    return create_app(settings)


@pytest.fixture
def house(app: FastAPI) -> House:
    found = app.state.house
    assert isinstance(found, House)
    return found


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """A browser without a screen; ``with TestClient(app)`` makes a second one."""
    with TestClient(app, headers={"accept-language": "en"}) as found:
        yield found


class Server:
    """A real server in a thread. ``url`` is its address; ``port``: the one to listen on, where it has to be one."""

    def __init__(self, app: FastAPI, port: int = 0) -> None:
        self.app = app
        self._socket = socket.create_server(("127.0.0.1", port))
        self.port = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2))
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), daemon=True)

    def __enter__(self) -> Server:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(10)
        self._socket.close()


@pytest.fixture
def server(app: FastAPI) -> Iterator[Server]:
    with Server(app) as found:
        yield found


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    assert CHROMIUM is not None, "Chromium is missing: ./check installs it where it may (Debian: chromium)"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        expect.set_options(timeout=PATIENCE)
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: Browser, server: Server) -> Iterator[BrowserContext]:
    """A person's browser: cookies of its own. Errors in scripts fail the test."""
    found = chromium.new_context(base_url=server.url, locale="en-GB", viewport={"width": 1280, "height": 800})
    found.set_default_timeout(PATIENCE)
    yield found
    found.close()


@pytest.fixture
def tab(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    yield page
    assert not wrong
