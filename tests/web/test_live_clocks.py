"""Live clocks: seconds that run while a seat is asked, over all its questions of a turn, and the default once."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from grognard.core.errors import Refused
from grognard.core.game import Game
from grognard.core.state import UMPIRE
from grognard.rulebooks import shelf
from grognard.web.app import open_house
from grognard.web.people import new_visit
from grognard.web.people.seats import take_seat
from grognard.web.post.clock import Clock
from grognard.web.post.desk import check_in_time, extend, freeze, set_clock, thaw
from grognard.web.post.live import name_of
from grognard.web.post.pill import pill
from grognard.web.settings import Settings
from grognard.web.store import Waiting
from tests.web.post_scenes import HOUSES, NOON, Post, close_houses, same
from tests.web.test_jobs import race

closing = pytest.fixture(autouse=True)(close_houses)
WEST, EAST = "west-1", "east-1"
BOOK = shelf.book("modern")


def begin(url: str, live: bool = True) -> Post:
    """Two people, East's turn just begun; deployment has no clock."""
    house = open_house(Settings(database=url, secret="not very", address="https://war.example"))
    HOUSES.append(house)
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"], options={"turn_seconds": 120, "answer_seconds": 30})
    host, other = new_visit(house.store), new_visit(house.store)
    holders = {WEST: "person", EAST: "person", UMPIRE: "default"}
    battle = house.tables.create(BOOK, setup, holders, host=host.id, policy={"live": live})
    with house.store.writing() as db:
        take_seat(db, "not very", battle, WEST, host)
        take_seat(db, "not very", battle, EAST, other)
    post = Post(house, battle, host, other)
    post.runner.step()
    for seat in (EAST, WEST):
        give(post, seat, "default")
    return post


def give(post: Post, seat: str, *orders: str | tuple[str | int, ...]) -> None:
    """Answer the seat's question; ``default``: as the rules do, named so that it does not count as missed."""

    def act(game: Game) -> None:
        (question,) = game.asked(seat)
        for order in orders:
            taken = (
                BOOK.decisions[question.kind].default(game.view(seat), question)
                if order == "default"
                else order
            )
            game.submit(seat, question.id, taken if isinstance(taken, tuple) else (taken,))

    post.house.tables.act(post.battle, act)
    post.runner.step()


def later(post: Post, seconds: float) -> None:
    post.now += timedelta(seconds=seconds)


def left(row: Waiting, post: Post) -> float:
    assert row.due is not None
    return (row.due - post.now).total_seconds()


def turn(post: Post) -> str:
    with post.house.tables.reading(post.battle) as table:
        return BOOK.turn(table.game.state)


def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'live.db'}"


def test_deployment_has_no_clock_and_a_turn_has_one(tmp_path: Path) -> None:
    post = begin(url(tmp_path))
    assert [row.due for row in post.rows(EAST)][:1] == [None]
    row = post.row(EAST)
    assert (name_of(row), left(row, post)) == ("turn", 120)


def test_without_the_hosts_word_no_clock_runs(tmp_path: Path) -> None:
    post = begin(url(tmp_path), live=False)
    assert not post.rows(EAST)
    later(post, 1000)
    post.runner.step()
    assert turn(post) == "1.east-1"


def test_the_clock_runs_on_over_the_questions_of_a_turn_and_stands_still_while_another_answers(
    tmp_path: Path,
) -> None:
    post = begin(url(tmp_path))
    later(post, 20)
    give(post, EAST, ("end",))
    assert (name_of(post.row(WEST)), left(post.row(WEST), post)) == ("answer", 30)
    assert post.row(EAST).state == "answered"
    later(post, 29)
    give(post, WEST, ("pass",))
    assert left(post.row(EAST), post) == 100
    later(post, 40)
    give(post, EAST, ("propose", "generals", 1))
    assert left(post.row(EAST), post) == 60
    assert post.row(WEST).state == "answered"


def test_silence_of_the_asked_is_a_pass_and_nobody_is_written_to(tmp_path: Path) -> None:
    post = begin(url(tmp_path))
    give(post, EAST, ("end",))
    later(post, 30.1)
    post.runner.step()
    assert post.by(WEST)[-1] == "default"
    assert (post.row(WEST).state, post.seat(WEST).missed, post.sent) == ("missed", 0, [])
    assert left(post.row(EAST), post) == 120


@pytest.mark.clause("MO-TURN-05", "MO-TURN-06")
def test_a_turn_is_lost_to_the_clock_once_over_several_workers(any_url: str) -> None:
    first = begin(any_url)
    second = same(any_url, first)
    first.now = second.now = NOON + timedelta(seconds=121)
    race([first.runner, second.runner, first.worker(), second.worker()])
    assert turn(first) == "1.west-1"
    assert first.by(EAST).count("default") == 1
    assert left(first.row(WEST), first) == 120


def test_what_comes_after_the_clock_is_refused(tmp_path: Path) -> None:
    post = begin(url(tmp_path))
    later(post, 119)
    check_in_time(post.house, post.battle, EAST)
    later(post, 2)
    with pytest.raises(Refused, match="time on the clock is up"):
        check_in_time(post.house, post.battle, EAST)


def test_a_pause_stops_the_seconds_and_the_umpire_may_give_more(tmp_path: Path) -> None:
    post = begin(url(tmp_path))
    later(post, 100)
    freeze(post.house, post.battle)
    later(post, 5000)
    post.runner.step()
    assert turn(post) == "1.east-1"
    thaw(post.house, post.battle)
    assert left(post.row(EAST), post) == 20
    extend(post.house, post.battle, 1, EAST)
    assert left(post.row(EAST), post) == 3620


def test_the_host_switches_them_on_and_off(tmp_path: Path) -> None:
    post = begin(url(tmp_path), live=False)
    set_clock(post.house, post.battle, Clock(), live=True)
    post.runner.step()
    assert left(post.row(EAST), post) == 120
    set_clock(post.house, post.battle, Clock(rule="hours", hours=24), live=False)
    post.runner.step()
    assert (name_of(post.row(EAST)), left(post.row(EAST), post)) == ("", 24 * 3600)


def test_the_page_shows_whose_seconds_run_to_himself_alone(tmp_path: Path) -> None:
    post = begin(url(tmp_path))
    shown = pill(post.house, post.battle, EAST, "ru")
    assert re.search(r'datetime="2026-12-01T09:02:00Z" data-runs role="timer">до 09:02:00 \(UTC\)<', shown)
    assert pill(post.house, post.battle, WEST, "ru") == ""


@pytest.mark.slow
def test_seconds_run_down_beside_the_turn(tab: Page) -> None:
    tab.goto("/new?book=modern&scenario=skirmish")
    tab.locator("#seat-east-1").select_option("doctrine")
    tab.get_by_label("The clocks of the rules run").check()
    tab.get_by_role("button", name="Begin the battle").click()
    tab.wait_for_selector("#battle[data-ready]", state="attached")
    tab.locator("[data-part=question] button[name=order]").first.click()
    tab.keyboard.press("Enter")
    clock = tab.locator(".deadline.live time")
    expect(clock).to_have_text(re.compile(r"^[012]:\d\d$"))
    shown = clock.inner_text()
    expect(clock).not_to_have_text(shown)
