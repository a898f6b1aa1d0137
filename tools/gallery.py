"""Photograph the war room for docs/gallery.md: seeded battles in a server of its own, looked at by Chromium.

``python tools/gallery.py`` writes every picture into docs/images/war-room (``--only NAME`` one of them).
"""

from __future__ import annotations

import argparse
import random
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import structlog
import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from grognard.core.game import Game, secret
from grognard.core.state import UMPIRE
from grognard.rulebooks import shelf
from grognard.web.app import create_app
from grognard.web.house import House
from grognard.web.people.seats import take_seat
from grognard.web.people.visits import COOKIE, new_visit
from grognard.web.settings import Settings

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "images" / "war-room"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-sync",
)
SETTLE = 1500
"""Milliseconds in which previews come and pieces come to rest."""


@dataclass(frozen=True)
class Photograph:
    """A picture: the battle, how many answers of the doctrine have been given, whose page, what is done before."""

    name: str
    scenario: str = ""
    answers: int = 0
    seat: str = ""
    path: str = ""
    size: tuple[int, int] = (1440, 900)
    lang: str = "en"
    colours: Literal["light", "dark"] = "light"
    before: Callable[[Page], None] = lambda page: None


def pick_a_unit(page: Page) -> None:
    """Point at the first piece that a choice is about."""
    page.locator("svg [data-unit]").first.click(force=True)


PHOTOGRAPHS = (
    Photograph("lobby", path="/"),
    Photograph("battle", "pike_and_shot/standard", 90, "swedish", before=pick_a_unit),
    Photograph("lamplight", "pike_and_shot/skirmish", 14, "swedish", colours="dark"),
    Photograph("telephone", "pike_and_shot/skirmish", 14, "swedish", size=(390, 780)),
    Photograph("feudal", "feudal/standard", 30, "lord_a"),
    Photograph("fantasy", "fantasy/standard", 60, "crown"),
    Photograph("modern", "modern/standard", 160, "west-1"),
    Photograph("napoleonic", "napoleonic/quatre_bras", 230, "french_1"),
    Photograph("russian", "feudal/standard", 30, "lord_a", lang="ru"),
    Photograph("desk", "feudal/skirmish", 3, UMPIRE, "/desk"),
    Photograph("by-post", "feudal/standard", 30, "lord_a", "/post"),
    Photograph("rules", path="/rules/pike_and_shot#PS-SHOOT-05"),
    Photograph("dice", "feudal/standard", 60, "lord_a", "/dice"),
)


@contextmanager
def war_room() -> Iterator[tuple[House, str]]:
    """A server with an empty store, and its address."""
    folder = tempfile.mkdtemp()
    app = create_app(Settings(f"sqlite:///{folder}/warroom.db", "gallery", requests_a_minute=100_000))
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield app.state.house, f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join()
    shutil.rmtree(folder)


def begin(house: House, shot: Photograph) -> str:
    """The battle of the photograph, played by the doctrine until its seat is asked."""
    name, _, scenario = shot.scenario.partition("/")
    book = shelf.book(name)
    setup = book.read_setup(book.scenarios()[scenario])
    holders = {one.id: "person" for one in setup.seats} | {UMPIRE: "person"}
    battle = house.tables.create(book, setup, holders, seed=secret(shot.name))
    house.tables.act(battle, lambda game: play(game, shot))
    return battle


def play(game: Game, shot: Photograph) -> None:
    """So many answers, and on until the seat is asked."""
    rng = random.Random(shot.name)
    given = 0
    while not game.state.finished and (
        given < shot.answers or (shot.seat != UMPIRE and not game.asked(shot.seat))
    ):
        question = next(q for q in game.state.questions if q.answer is None)
        order = shelf.book(game.book.id).doctrine(
            game.view(question.seat), question, game.options(question), rng
        )
        game.submit(question.seat, question.id, order)
        given += 1


def photograph(browser: Browser, house: House, address: str, shot: Photograph) -> None:
    """Take one."""
    context = browser.new_context(
        base_url=address,
        locale="ru-RU" if shot.lang == "ru" else "en-GB",
        color_scheme=shot.colours,
        viewport={"width": shot.size[0], "height": shot.size[1]},
    )
    path = shot.path
    if shot.scenario:
        battle, visitor = begin(house, shot), new_visit(house.store)
        with house.store.writing() as db:
            take_seat(db, house.settings.secret, battle, shot.seat, visitor)
        context.add_cookies([{"name": COOKIE, "value": visitor.token, "url": address}])
        path = f"/b/{battle}/{shot.seat}{shot.path}"
    page = context.new_page()
    page.goto(path)
    page.wait_for_timeout(SETTLE)
    shot.before(page)
    page.wait_for_timeout(SETTLE)
    page.screenshot(path=FOLDER / f"{shot.name}.png")
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Photograph the war room for the documentation.")
    parser.add_argument("--only", choices=[shot.name for shot in PHOTOGRAPHS])
    only = parser.parse_args().only
    FOLDER.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    with war_room() as (house, address), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        for shot in PHOTOGRAPHS:
            if only in (None, shot.name):
                photograph(browser, house, address, shot)
                print(shot.name)
        browser.close()


if __name__ == "__main__":
    main()
