"""From the lobby to a battle."""

from __future__ import annotations

import re
from html import unescape

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from playwright.sync_api import Page, expect

from grognard.rulebooks import shelf
from grognard.web.house import House
from grognard.web.lobby.cards import cards
from grognard.web.people.seats import take_seat
from grognard.web.people.visits import COOKIE, new_visit
from grognard.web.post import JobRunner


def test_one_click_begins_a_battle_against_the_computer(client: TestClient) -> None:
    answer = client.post("/battles", data={"book": "feudal", "scenario": "skirmish"})
    assert answer.status_code == 200
    assert "Mill watch" in answer.text


def test_the_lobby_offers_every_scenario_of_every_book_for_every_side(client: TestClient) -> None:
    text = unescape(client.get("/").text)
    for book in shelf.books():
        for key, path in book.scenarios().items():
            assert f"/scenarios/{book.id}/{key}.svg" in text
            for side in book.read_setup(path).sides:
                assert side.name.en in text


@pytest.mark.parametrize(
    ("book", "units"),
    [("fantasy", 5), ("feudal", 4), ("modern", 8), ("napoleonic", 6), ("pike_and_shot", 6)],
)
def test_units_are_counted_without_seats_commands_and_persons(book: str, units: int) -> None:
    assert {card.key: card.units for card in cards(book)}["skirmish"] == units


@pytest.mark.parametrize("side", [0, 1])
def test_either_side_can_be_played(client: TestClient, house: House, side: int) -> None:
    setup = shelf.book("feudal").read_setup(shelf.book("feudal").scenarios()["agincourt"])
    seat = setup.seats[side].id
    data = {"book": "feudal", "scenario": "agincourt", "seat": seat}
    answer = client.post("/battles", data=data, follow_redirects=False)
    assert answer.headers["location"].endswith(f"/{seat}")


@pytest.mark.parametrize(
    ("wrong", "status", "words"),
    [
        ({"book": "chess"}, 404, "there is no rule book &#39;chess&#39;"),
        ({"scenario": "../skirmish"}, 409, "has no scenario"),
        ({"seat": "king"}, 409, "has no seat"),
    ],
)
def test_what_there_is_not_cannot_be_begun(
    client: TestClient, wrong: dict[str, str], status: int, words: str
) -> None:
    answer = client.post("/battles", data={"book": "feudal", "scenario": "skirmish", **wrong})
    assert answer.status_code == status
    assert words in answer.text


def test_a_small_picture_is_sent_once(client: TestClient) -> None:
    first = client.get("/scenarios/feudal/skirmish.svg")
    assert first.headers["content-encoding"] == "gzip"
    assert first.text.startswith("<svg ")
    plain = client.get("/scenarios/feudal/skirmish.svg", headers={"accept-encoding": "identity"})
    assert plain.text == first.text
    again = client.get("/scenarios/feudal/skirmish.svg", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert client.get("/scenarios/feudal/nowhere.svg").status_code == 404


def test_my_battles_are_in_the_lobby_and_nobody_elses(app: FastAPI, client: TestClient) -> None:
    client.post("/battles", data={"book": "feudal", "scenario": "skirmish"})
    mine = client.get("/").text
    assert "Your battles" in mine
    assert "your move" in mine
    other = TestClient(app, headers={"accept-language": "en"})
    assert "Your battles" not in other.get("/").text


def test_nobody_begins_battles_without_end(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.web.lobby.mine.NEW_ONES", 1)
    data = {"book": "feudal", "scenario": "skirmish", "deed": "begin"}
    assert client.post("/battles", data=data, follow_redirects=False).status_code == 303
    assert client.post("/battles", data=data).status_code == 429
    assert "begun many battles" in client.post("/new", data=data).text


def test_language_and_lamp_are_kept_wherever_they_were_chosen(client: TestClient) -> None:
    answer = client.post("/look", data={"lang": "ru", "back": "/new?book=feudal"}, follow_redirects=False)
    assert answer.headers["location"] == "/new?book=feudal"
    client.post("/look", data={"theme": "dark"})
    text = client.get("/").text
    assert '<html lang="ru" data-theme="dark">' in text
    assert "Сыграть первый бой" in text
    client.post("/look", data={"theme": "auto"})
    assert "data-theme" not in client.get("/").text


@pytest.mark.parametrize("back", ["//evil.example", "/\\evil.example", "https://evil.example", "", "/a\r\nb"])
def test_one_is_sent_back_to_this_server_only(client: TestClient, back: str) -> None:
    answer = client.post("/look", data={"lang": "en", "back": back}, follow_redirects=False)
    assert answer.headers["location"] == "/"


@pytest.mark.slow
def test_a_newcomer_is_led_through_a_turn_to_his_first_order(tab: Page) -> None:
    tab.goto("/")
    tab.get_by_role("button", name="Play a first battle").click()
    tour = tab.get_by_role("dialog", name="Your first turn")
    expect(tour).to_be_visible()
    while tour.is_visible():
        tour.get_by_role("button").first.click()
    tab.get_by_role("button", name=re.compile("^advance")).click()
    tab.get_by_role("button", name="Give this order").click()
    expect(tab.get_by_text("The battle begins")).to_be_visible()


def test_a_telephone_needs_no_sideways_scrolling(tab: Page) -> None:
    tab.set_viewport_size({"width": 360, "height": 740})
    for address in ("/", *(f"/rules/{book}" for book in shelf.names())):
        tab.goto(address)
        assert tab.evaluate("document.documentElement.scrollWidth") <= 360, address
    tab.goto("/new?book=feudal&scenario=skirmish")
    tick, words = (
        tab.locator("[name=public]").bounding_box(),
        tab.locator("label:has([name=public])").bounding_box(),
    )
    assert tick
    assert words
    assert tick["y"] < words["y"] + 20
    assert words["height"] < 60


@pytest.mark.parametrize(("fog", "told"), [("orders", True), ("intelligence", False)])
def test_who_is_awaited_is_told_as_far_as_the_rules_let_it_be_seen(
    client: TestClient, house: House, fog: str, told: bool
) -> None:
    book = shelf.book("feudal")
    setup = book.read_setup(book.scenarios()["skirmish"], options={"fog": fog})
    battle = house.tables.create(book, setup, {}, policy={"clock": {"rule": "hours"}})
    JobRunner(house).follow(battle)
    visitor = new_visit(house.store)
    with house.store.writing() as db:
        take_seat(db, house.settings.secret, battle, "lord", visitor)
    client.cookies.set(COOKIE, visitor.token)
    house.tables.act(battle, lambda game: [game.take_default(one) for one in game.asked("lord")])
    JobRunner(house).follow(battle)
    assert ("awaited: Raiders" in client.get("/?lang=en").text) is told
    rows = client.get(f"/b/{battle}/clock?lang=en").text
    assert ("<b>Raiders</b>" in rows) is told
