"""Chat and notes: who reads what, what may be written, and that talk arrives at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from playwright.sync_api import BrowserContext, Page, expect
from sqlalchemy import func, select, update

from grognard.core.state import PUBLIC, UMPIRE
from grognard.rulebooks import shelf
from grognard.web.house import House
from grognard.web.people import JOURNALIST, OBSERVER, invite
from grognard.web.store import Battle, Message
from grognard.web.talk import talk_part
from grognard.web.talk.talking import A_MINUTE, LONGEST

SEATS = ("lord_a", "lord_b", "duke", UMPIRE, JOURNALIST, OBSERVER)
READS = {
    "lord_a": {"hail", "we attack", "my plan a"},
    "lord_b": {"hail", "we attack", "my plan b"},
    "duke": {"hail", "umpire?", "my plan d"},
    UMPIRE: {"hail", "we attack", "umpire?", "my plan u"},
    JOURNALIST: {"hail"},
    OBSERVER: {"hail"},
}
"""What each seat may read of what was said in ``talked``."""
FORBIDDEN = (
    (OBSERVER, "public"),
    (JOURNALIST, f"note:{JOURNALIST}"),
    (JOURNALIST, "side:league"),
    ("lord_a", "side:duke"),
    ("lord_a", "note:lord_b"),
    ("lord_a", "note:umpire"),
    (UMPIRE, "note:duke"),
    ("duke", "private"),
)
EVERYTHING = set.union(*READS.values())


@pytest.fixture
def people(app: FastAPI, client: TestClient, house: House) -> dict[str, TestClient]:
    """A browser in every seat."""
    book = shelf.book("feudal")
    battle = house.tables.create(book, book.read_setup(book.scenarios()["standard"]), {})
    found = {}
    for seat in SEATS:
        found[seat] = TestClient(app, headers={"accept-language": "en"})
        with house.store.writing() as db:
            word = invite(db, house.settings.secret, battle, seat)
        found[seat].post(f"/join/{word}", follow_redirects=False)
    return found


@pytest.fixture
def battle(people: dict[str, TestClient], house: House) -> str:
    with house.store.reading() as db:
        return db.scalars(select(Battle.id)).one()


Say = Callable[[str, str, str], int]


@pytest.fixture
def write(people: dict[str, TestClient], battle: str) -> Say:
    def written(seat: str, channel: str, words: str) -> int:
        data = {"channel": channel, "words": words}
        answer = people[seat].post(f"/b/{battle}/{seat}/talk", data=data, follow_redirects=False)
        return answer.status_code

    return written


@pytest.fixture
def talked(write: Say) -> None:
    assert write(JOURNALIST, "public", "hail") == 303
    assert write("lord_a", "side:league", "we attack") == 303
    assert write("duke", "side:duke", "umpire?") == 303
    for seat, plan in (("lord_a", "a"), ("lord_b", "b"), ("duke", "d"), (UMPIRE, "u")):
        assert write(seat, f"note:{seat}", f"my plan {plan}") == 303


@pytest.mark.usefixtures("talked")
def test_each_seat_reads_what_is_for_it_and_nothing_else(
    people: dict[str, TestClient], battle: str, house: House
) -> None:
    for seat, browser in people.items():
        eyes = PUBLIC if seat in (JOURNALIST, OBSERVER) else seat
        pages = [browser.get(f"/b/{battle}/{seat}{rest}").text for rest in ("", "/talk", "/seats")]
        part = talk_part(house, battle, eyes, "en")
        assert {text for text in EVERYTHING if text in part} == READS[seat]
        assert {text for text in EVERYTHING if any(text in page for page in pages)} == READS[seat]


def test_a_seat_writes_to_its_own_channels_only(write: Say, house: House) -> None:
    for seat, channel in FORBIDDEN:
        assert write(seat, channel, "psst") == 409
    with house.store.reading() as db:
        assert db.scalar(select(func.count(Message.id))) == 0


def test_what_people_write_is_shown_as_letters(
    people: dict[str, TestClient], battle: str, write: Say
) -> None:
    write("duke", "public", "<script>alert(1)</script>\u202e & {{ 7 * 7 }}\n\n\x00second line")
    text = people["lord_a"].get(f"/b/{battle}/lord_a/talk").text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; {{ 7 * 7 }}" in text
    assert "<p>second line</p>" in text


def test_nothing_and_too_much_are_refused(write: Say) -> None:
    for words in ("", " \n\t ", "\u202e", "x" * (LONGEST + 1), "x\n" * 50):
        assert write("duke", "public", words) == 409


def test_a_flood_is_stopped_and_a_repeated_message_counts_once(write: Say, house: House) -> None:
    assert write("duke", "public", "again") == write("duke", "public", "again") == 303
    with house.store.reading() as db:
        assert db.scalar(select(func.count(Message.id))) == 1
    for n in range(A_MINUTE - 1):
        assert write("duke", "public", f"{n}") == 303
    assert write("duke", "public", "one more") == 429
    assert write("lord_a", "public", "I am another") == 303
    with house.store.writing() as db:
        db.execute(update(Message).values(at=house.clock() - timedelta(minutes=2)))
    assert write("duke", "public", "one more") == 303


def test_notes_can_be_deleted_by_their_writer_only(
    people: dict[str, TestClient], battle: str, write: Say
) -> None:
    write("duke", "note:duke", "burn this")
    write("duke", "note:duke", "keep this")
    page = people["duke"].get(f"/b/{battle}/duke/talk").text
    note = re.findall(r'name="note" value="(\w+)"', page)[0]
    people["lord_a"].post(f"/b/{battle}/lord_a/talk/forget", data={"note": note})
    assert "burn this" in people["duke"].get(f"/b/{battle}/duke/talk").text
    page = people["duke"].post(f"/b/{battle}/duke/talk/forget", data={"note": note}).text
    assert "burn this" not in page
    assert "keep this" in page


def test_others_talk_leaves_no_trace_in_a_page(
    people: dict[str, TestClient], battle: str, write: Say, house: House
) -> None:
    write("duke", "public", "hail")
    before = talk_part(house, battle, "duke", "en")
    write("lord_a", "side:league", "we attack")
    write("lord_a", "note:lord_a", "at dawn")
    assert talk_part(house, battle, "duke", "en") == before
    write("duke", "side:duke", "hm")
    ids = re.findall(r'value="(\w+)" form="forget"', people["duke"].get(f"/b/{battle}/duke/talk").text)
    assert all(len(one) == 16 for one in ids)


def test_long_talk_has_pages(people: dict[str, TestClient], battle: str, house: House) -> None:
    with house.store.writing() as db:
        for n in range(230):
            row = {"battle_id": battle, "channel": "public", "seat": "duke", "words": f"line {n}."}
            db.add(Message(**row, at=house.clock() + timedelta(seconds=n - 400)))
    new = people["duke"].get(f"/b/{battle}/duke/talk").text
    assert "line 229." in new
    assert "line 29." not in new
    older = re.search(r'href="(/b/[^"]+before=[^"]+)"', new)
    assert older is not None
    assert "line 29." in people["duke"].get(older[1]).text
    assert "line 169." not in talk_part(house, battle, "duke", "en")


@pytest.mark.slow
def test_talk_arrives_at_once_on_the_battle_page_and_on_its_own(tab: Page, context: BrowserContext) -> None:
    tab.goto("/")
    tab.get_by_role("button", name=re.compile("“Raiders at the mill” as The fief")).click()
    table, talk = tab.url, context.new_page()
    talk.goto(f"{table}/talk")
    talk.get_by_placeholder("Your message").fill("We hold the mill")
    talk.get_by_placeholder("Your message").press("Enter")
    expect(talk.locator(".chat-lines")).to_contain_text("We hold the mill")
    expect(tab.locator(".chat-lines")).to_contain_text("We hold the mill")
    expect(talk.get_by_placeholder("Your message")).to_have_value("")
