"""Battles for the tests of the battle page."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import partial
from html import unescape
from typing import Any

from fastapi.testclient import TestClient
from playwright.sync_api import BrowserContext, Page

from grognard.core.game import Game
from grognard.core.state import Order
from grognard.rulebooks import shelf
from grognard.web.battle.sight import Sight
from grognard.web.computers import answers_for
from grognard.web.house import House
from grognard.web.people import invite

SCRIPT = {"x-part": "1"}
"""What a script sends with its requests."""
_CHOICE = re.compile(r"""<button name="order" value='([^']*)'""")


def begun(house: House, book: str = "feudal", scenario: str = "skirmish", **holders: str) -> str:
    """A battle whose seats are held by persons, but for ``holders``."""
    found = shelf.book(book)
    setup: Any = found.read_setup(found.scenarios()[scenario])
    return house.tables.create(found, setup, holders, seed=b"1" * 32)


def word_for(house: House, battle: str, seat: str) -> str:
    with house.store.writing() as db:
        return invite(db, house.settings.secret, battle, seat)


def sit(browser: TestClient, house: House, battle: str, seat: str) -> str:
    """Take the seat; the address of its page."""
    browser.post(f"/join/{word_for(house, battle, seat)}", data={"called": ""}, follow_redirects=False)
    return f"/b/{battle}/{seat}"


def enter(context: BrowserContext, house: House, battle: str, seat: str) -> Page:
    """A person's browser takes the seat and opens its page."""
    context.request.post(f"/join/{word_for(house, battle, seat)}", form={"called": ""})
    page = context.new_page()
    page.goto(f"/b/{battle}/{seat}")
    ready(page)
    return page


def ready(page: Page) -> None:
    """The script has begun and its stream is open or coming."""
    page.wait_for_selector("#battle[data-ready]", state="attached")


def now(house: House, battle: str, seat: str) -> Sight:
    return house.scenes.sights.of(battle, seat)


def orders_in(html: str) -> list[list[str | int]]:
    """The answers that the panel offers."""
    return [json.loads(unescape(one)) for one in _CHOICE.findall(html)]


def give(browser: TestClient, house: House, battle: str, seat: str, at: int = 0) -> Any:
    """Answer the first open question with its option number ``at``."""
    sight = now(house, battle, seat)
    question = sight.asked[0]
    order = json.dumps(list(sight.options(question)[at]))
    return browser.post(
        f"/b/{battle}/{seat}/answer", data={"question": question.id, "order": order}, headers=SCRIPT
    )


def _submit(seat: str, answers: Mapping[str, Order], game: Game) -> None:
    game.submit_all(answers, seat)


def play(house: House, battle: str, rounds: int) -> None:
    """Everybody takes the first option, so many times."""
    for _ in range(rounds):
        for seat in now(house, battle, "umpire").moment.waiting_for():
            sight = now(house, battle, seat)
            answers = {one.id: sight.options(one)[0] for one in sight.asked}
            house.tables.act(battle, partial(_submit, seat, answers))


def until_asked(house: House, battle: str, seat: str, kind: str) -> Sight:
    """Sensible play by everybody until the seat is asked that kind of question."""
    for _ in range(200):
        sight = now(house, battle, seat)
        if any(one.kind == kind for one in sight.asked):
            return sight
        for who in sight.moment.waiting_for()[:1]:
            answers = {key: one for key, one in answers_for(sight.moment, who, "doctrine").items() if one}
            house.tables.act(battle, partial(_submit, who, answers))
    raise AssertionError(f"{seat} is never asked {kind}")
