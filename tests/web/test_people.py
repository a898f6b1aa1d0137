"""Seats: invitations, who may do what about them, and that no page shows another seat's key."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from playwright.sync_api import BrowserContext, Page, expect

from grognard.core.state import UMPIRE
from grognard.rulebooks import shelf
from grognard.web.house import House
from grognard.web.people import HOST, OBSERVER, invite
from grognard.web.people.seats import ONLOOKERS
from grognard.web.store import Seat

Browser = Callable[[], TestClient]
PAGES = ("", "/seats", "/talk", "/post", "/dice", "/record")
WORD = re.compile(r"/join/([\w-]+\.[0-9a-f]{32})")


@pytest.fixture
def another(app: FastAPI, client: TestClient) -> Browser:
    """Browsers of other people."""
    return lambda: TestClient(app, headers={"accept-language": "en"})


@pytest.fixture
def battle(house: House, client: TestClient) -> str:
    """Two lords and a duke, all persons; the client hosts and sits nowhere."""
    book = shelf.book("feudal")
    battle = house.tables.create(book, book.read_setup(book.scenarios()["standard"]), {})
    with house.store.writing() as db:
        word = invite(db, house.settings.secret, battle, HOST)
    client.post(f"/join/{word}", follow_redirects=False)
    return battle


def word_for(house: House, battle: str, seat: str) -> str:
    with house.store.writing() as db:
        return invite(db, house.settings.secret, battle, seat)


def sit(browser: TestClient, house: House, battle: str, seat: str, called: str = "") -> str:
    word = word_for(house, battle, seat)
    browser.post(f"/join/{word}", data={"called": called}, follow_redirects=False)
    return word


def deed(browser: TestClient, battle: str, seat: str, name: str, target: str, words: str = "") -> int:
    data = {"deed": name, "target": target, "words": words}
    return browser.post(f"/b/{battle}/{seat}/seats", data=data).status_code


def keys(browser: TestClient, battle: str, seat: str) -> list[str]:
    return WORD.findall(browser.get(f"/b/{battle}/{seat}/seats").text)


def holder(house: House, battle: str, seat: str) -> str:
    with house.store.reading() as db:
        row = db.get(Seat, (battle, seat))
    assert row is not None
    return row.holder


def test_a_link_that_a_program_only_looks_at_takes_no_seat(
    another: Browser, house: House, battle: str
) -> None:
    word = word_for(house, battle, "duke")
    looker = another()
    answer = looker.get(f"/join/{word}", follow_redirects=False)
    assert answer.status_code == 200
    assert "grognard" not in looker.cookies
    assert "Your seat: The duke." in answer.text
    assert answer.headers["referrer-policy"] == "no-referrer"


def test_whoever_has_sat_down_goes_in_at_once(another: Browser, house: House, battle: str) -> None:
    duke = another()
    word = sit(duke, house, battle, "duke", "  Anna\u202e ")
    again = duke.get(f"/join/{word}", follow_redirects=False)
    assert again.headers["location"] == f"/b/{battle}/duke"
    assert "The duke · Anna" in duke.get(f"/b/{battle}/duke/seats").text


@pytest.mark.parametrize("word", ["", "x", "x.y", "x." + "0" * 32])
def test_a_forged_link_opens_nothing(client: TestClient, word: str) -> None:
    assert client.post(f"/join/{word}").status_code in (403, 404, 405)


def test_the_host_invites_until_somebody_comes_and_is_not_shown_his_key(
    client: TestClient, another: Browser, house: House, battle: str
) -> None:
    assert deed(client, battle, OBSERVER, "invite", "duke") == 200
    assert deed(client, battle, OBSERVER, "invite", "duke") == 200
    (word,) = keys(client, battle, OBSERVER)
    duke = another()
    duke.post(f"/join/{word}")
    assert keys(client, battle, OBSERVER) == []
    assert keys(duke, battle, "duke") == [word]


def test_no_page_of_a_seat_shows_the_key_of_another(another: Browser, house: House, battle: str) -> None:
    seats = ("lord_a", "lord_b", "duke", UMPIRE, OBSERVER, "journalist")
    people = {seat: another() for seat in seats}
    words = {seat: sit(people[seat], house, battle, seat) for seat in seats}
    spare = {seat: word_for(house, battle, seat) for seat in seats}
    for seat, browser in people.items():
        pages = "".join(browser.get(f"/b/{battle}/{seat}{rest}").text for rest in PAGES)
        assert pages
        for other in (one for one in seats if one != seat):
            open_to_many = seat == UMPIRE and other in ONLOOKERS
            assert words[other] not in pages or open_to_many
            assert spare[other] not in pages or seat == UMPIRE


def test_only_host_and_umpire_invite_and_take_away(another: Browser, house: House, battle: str) -> None:
    lord, umpire = another(), another()
    sit(lord, house, battle, "lord_a")
    sit(umpire, house, battle, UMPIRE)
    duke = another()
    word = sit(duke, house, battle, "duke")
    for name in ("invite", "empty", "alone", "hand_over", "call", "holder"):
        assert deed(lord, battle, "lord_a", name, "duke", "doctrine") == 403
    assert deed(lord, battle, "lord_a", "revoke", "duke", word.partition(".")[0]) == 403
    assert duke.get(f"/b/{battle}/duke").status_code == 200
    assert deed(umpire, battle, UMPIRE, "empty", "duke") == 200
    assert duke.get(f"/b/{battle}/duke").status_code == 403
    assert len(keys(umpire, battle, UMPIRE)) == 2


def test_a_link_is_revoked_for_its_own_seat_only(
    client: TestClient, another: Browser, house: House, battle: str
) -> None:
    lord = another()
    sit(lord, house, battle, "lord_a")
    duke = word_for(house, battle, "duke").partition(".")[0]
    assert deed(lord, battle, "lord_a", "revoke", "lord_a", duke) == 409
    assert deed(client, battle, OBSERVER, "revoke", "duke", duke) == 200
    assert keys(client, battle, OBSERVER) == []


def test_a_seat_changes_hands_when_the_other_comes(another: Browser, house: House, battle: str) -> None:
    old, new = another(), another()
    sit(old, house, battle, "duke", "Anna")
    deed(old, battle, "duke", "hand_over", "duke")
    word = keys(old, battle, "duke")[1]
    old.post(f"/join/{word}")
    assert old.get(f"/b/{battle}/duke").status_code == 200
    assert "leaves it" in new.get(f"/join/{word}").text
    new.post(f"/join/{word}", data={"called": "Boris"})
    assert old.get(f"/b/{battle}/duke").status_code == 403
    assert "The duke · Boris" in new.get(f"/b/{battle}/duke/seats").text


def test_a_hand_over_can_be_thought_better_of(another: Browser, house: House, battle: str) -> None:
    duke = another()
    own = sit(duke, house, battle, "duke")
    deed(duke, battle, "duke", "hand_over", "duke")
    word = keys(duke, battle, "duke")[1]
    deed(duke, battle, "duke", "revoke", "duke", word.partition(".")[0])
    assert keys(duke, battle, "duke") == [own]
    assert another().post(f"/join/{word}").status_code == 403


def test_other_keys_are_locked_out(another: Browser, house: House, battle: str) -> None:
    duke, spy = another(), another()
    word = sit(duke, house, battle, "duke")
    spy.post(f"/join/{word}")
    assert "with 2 keys" in duke.get(f"/b/{battle}/duke/seats").text
    deed(duke, battle, "duke", "alone", "duke")
    assert duke.get(f"/b/{battle}/duke").status_code == 200
    assert spy.get(f"/b/{battle}/duke").status_code == 403


def test_the_computer_takes_over_and_the_person_takes_back(
    another: Browser, house: House, battle: str
) -> None:
    duke = another()
    word = sit(duke, house, battle, "duke")
    assert deed(duke, battle, "duke", "holder", "duke", "doctrine") == 200
    assert holder(house, battle, "duke") == "doctrine"
    assert deed(duke, battle, "duke", "holder", "duke", "person") == 200
    assert holder(house, battle, "duke") == "person"
    assert deed(duke, battle, "duke", "holder", "duke", "genius") == 409
    deed(duke, battle, "duke", "holder", "duke", "random")
    another().post(f"/join/{word}")
    assert holder(house, battle, "duke") == "person"


def test_what_is_no_deed_or_no_seat_is_refused(client: TestClient, battle: str) -> None:
    assert deed(client, battle, OBSERVER, "burn", "duke") == 409
    assert deed(client, battle, OBSERVER, "invite", "king") == 409
    assert client.get(f"/b/{battle}/duke/seats").status_code == 403


def test_a_battle_that_one_only_hosts_is_in_the_lobby(client: TestClient, battle: str) -> None:
    assert f"/b/{battle}/observer" in client.get("/").text


@pytest.mark.slow
def test_an_invitation_from_browser_to_browser(tab: Page, context: BrowserContext, server: object) -> None:
    tab.goto("/")
    tab.get_by_role("button", name=re.compile("“The ford at Black Mill” as The duke")).click()
    tab.goto(f"{tab.url}/seats")
    tab.get_by_role("button", name="Make an invitation").first.click()
    link = tab.get_by_label("Invitation:").input_value()
    tab.get_by_role("button", name="Copy").last.click()
    browser = context.browser
    assert browser is not None
    friend = browser.new_context(locale="ru-RU").new_page()
    friend.goto(link)
    friend.get_by_label("Как вас называть остальным").fill("Борис")
    friend.get_by_role("button", name="Занять место").click()
    expect(friend).to_have_url(re.compile(r"/b/[\w-]+/\w+$"))
    tab.reload()
    expect(tab.get_by_text("Борис")).to_be_visible()
    friend.context.close()
