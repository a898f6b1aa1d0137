"""Battles by post: played through with the clock turned, orders from a post, reports, the clock's page."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path

import msgspec
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from playwright.sync_api import Page

from grognard.core.errors import Refused
from grognard.core.game import Game
from grognard.core.record import Answered
from grognard.core.state import PUBLIC, UMPIRE
from grognard.rulebooks import shelf
from grognard.web.app import create_app
from grognard.web.house import House
from grognard.web.people.seats import take_seat
from grognard.web.people.visits import COOKIE
from grognard.web.post import JobRunner, check_in_time, extend, freeze, set_clock, thaw
from grognard.web.post.desk import close_now, come_back
from grognard.web.post.orders import confirm, from_form, read_post, silences, waiting_answers
from grognard.web.post.pill import pill
from grognard.web.post.reports import FORMS, Chronicle, written
from grognard.web.post.turns import turns_of
from grognard.web.settings import Settings
from grognard.web.store import Battle
from grognard.web.tables import DEFAULT, PERSON
from tests.web.post_scenes import DAILY, NOON, ONE, TWO, Post, begin, close_houses

closing = pytest.fixture(autouse=True)(close_houses)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'post.db'}"


# --- a whole game ---


def test_three_days_with_somebody_who_is_always_late(any_url: str) -> None:
    post = begin(any_url, msgspec.structs.replace(DAILY, missed="computer", after=3))
    for _ in range(3):
        post.runner.step()
        while post.asked(ONE):
            post.think(ONE)
        post.turn(24)
    # the one that answers is never defaulted, the other misses three deadlines and the computer takes over
    assert set(post.by(ONE)) == {""}
    assert set(post.by(TWO)) == {"default"}
    assert [row.state for row in post.rows(TWO)] == ["missed"] * 3
    assert [row.ended for row in post.rows(TWO)] == [NOON + timedelta(days=day) for day in (1, 2, 3)]
    assert (post.seat(TWO).holder, post.seat(TWO).missed) == ("doctrine", 3)
    assert (post.seat(ONE).holder, post.seat(ONE).missed) == (PERSON, 0)
    told = post.titles(TWO)
    assert told.count("your orders, please") == 3
    assert told.count("2 h left for your orders") == 3
    assert told.count("deadline passed, default taken") == 3
    assert told.count("a seat is given up") == 1
    assert post.titles(ONE).count("2 h left for your orders") == 0
    letters = [(one.address.seat, *one.letter) for _, one in post.sent]
    orders = [one for one in letters if one[1].endswith(("orders, please", "for your orders"))]
    assert len(orders) == len(set(orders))
    # from now on the computer plays that seat, and the battle comes to its end without another deadline missed
    while not post.over():
        for seat in (ONE, TWO):
            if post.asked(seat):
                post.think(seat)
    assert (post.titles(ONE) + post.titles(TWO)).count("the battle is over") == 2
    assert post.titles(ONE).count("deadline passed, default taken") == 3  # the host is told
    assert [row.state for row in post.rows(TWO)] == ["missed"] * 3
    assert not post.jobs("send", "failed")
    assert not post.jobs("deadline", "waiting")


def test_the_clock_stands_still_at_night(url: str) -> None:
    quiet = msgspec.structs.replace(DAILY, quiet=("23:00", "08:00"))
    post = begin(url, quiet)
    post.turn(33)  # 11 h today and 13 h tomorrow (08:00 to 21:00 in Moscow) would be 24
    assert post.row(TWO).state == "open"
    post.turn(1)
    assert next(row.state for row in post.rows(TWO)) == "missed"
    hours = [int(f"{when + timedelta(hours=3):%H}") for when, _ in post.sent]
    assert all(8 <= hour <= 23 for hour in hours)


@pytest.mark.parametrize("policy", ["default", "ask", "out"])
def test_policies_for_those_who_miss_too_often(url: str, policy: str) -> None:
    post = begin(url, msgspec.structs.replace(DAILY, missed=policy, after=2))
    for _ in range(3):
        post.answer(ONE)
        post.turn(24)
    seat = post.seat(TWO)
    assert seat.holder == (DEFAULT if policy == "out" else PERSON)
    assert seat.missed == (2 if policy == "out" else 3)
    told = post.titles(ONE).count("a seat is given up")
    assert told == (0 if policy == "default" else 1)


def test_answering_in_time_wipes_out_what_was_missed(url: str) -> None:
    post = begin(url)
    post.runner.step()
    post.turn(24)
    assert (post.seat(ONE).missed, post.seat(TWO).missed) == (1, 1)
    post.answer(ONE)
    post.answer(TWO)
    assert (post.seat(ONE).missed, post.seat(TWO).missed) == (0, 0)


def test_whoever_comes_back_takes_the_seat_back(url: str) -> None:
    post = begin(url, msgspec.structs.replace(DAILY, missed="computer", after=1))
    post.runner.step()
    post.turn(24)
    assert post.seat(TWO).holder == "doctrine"
    come_back(post.house, post.battle, TWO)
    post.runner.step()
    assert post.seat(TWO).holder == PERSON
    assert post.row(TWO).state == "open"
    with pytest.raises(Refused):
        come_back(post.house, post.battle, TWO)


def test_an_umpire_who_goes_back_puts_the_question_again(url: str) -> None:
    post = begin(url)
    post.runner.step()
    post.turn(24)
    assert post.rows(TWO)[0].state == "missed"
    with post.house.tables.reading(post.battle) as table:
        first = next(line.n for line in table.game.record.lines if isinstance(line.entry, Answered))
    post.house.tables.act(post.battle, lambda game: game.roll_back(first, "a mistake"))
    post.runner.step()
    row = post.row(TWO)
    assert (row.state, row.due) == ("open", post.now + timedelta(hours=24))
    assert row.questions == post.rows(TWO)[0].questions
    post.answer(TWO)
    post.turn(24)
    assert [one.state for one in post.rows(TWO)][:3] == ["missed", "dropped", "answered"]


# --- late, more time, standing still ---


def test_an_order_a_second_late_is_refused_even_before_the_worker_wakes(url: str) -> None:
    post = begin(url)
    post.runner.step()
    due = post.row(TWO).due
    assert due is not None
    post.now = due
    check_in_time(post.house, post.battle, TWO)
    post.now = due + timedelta(seconds=1)
    with pytest.raises(Refused, match="2026-12-02, 12:00"):
        check_in_time(post.house, post.battle, TWO)


def test_grace_counts(url: str) -> None:
    post = begin(url, msgspec.structs.replace(DAILY, late="grace", grace=90))
    post.runner.step()
    post.turn(25)
    check_in_time(post.house, post.battle, TWO)
    post.answer(TWO)
    assert set(post.by(TWO)) == {""}
    post.turn(1)
    assert set(post.by(ONE)) == {"default"}


def test_late_orders_count_until_the_host_takes_the_default(url: str) -> None:
    post = begin(url, msgspec.structs.replace(DAILY, late="open"))
    post.runner.step()
    post.turn(30)
    check_in_time(post.house, post.battle, TWO)
    assert post.by(TWO) == []
    assert post.titles(TWO)[-1] == "deadline passed"
    post.answer(ONE)
    close_now(post.house, post.battle, TWO)
    post.runner.step()
    assert set(post.by(TWO)) == {"default"}
    assert post.seat(TWO).missed == 1


def test_more_time_moves_deadline_and_reminder(url: str) -> None:
    post = begin(url)
    post.runner.step()
    post.turn(23)
    extend(post.house, post.battle, 10, TWO)
    post.turn(2)
    assert post.row(TWO).state == "open"
    assert post.rows(ONE)[0].state == "missed"
    post.turn(9)
    assert post.rows(TWO)[0].state == "missed"
    assert post.titles(TWO).count("2 h left for your orders") == 2


def test_a_frozen_clock_keeps_what_is_left(url: str) -> None:
    post = begin(url)
    post.runner.step()
    post.turn(20)
    freeze(post.house, post.battle)
    post.turn(100)
    assert post.row(TWO).state == "open"
    thaw(post.house, post.battle)
    post.turn(3)
    assert post.row(TWO).state == "open"
    post.turn(1)
    assert post.rows(TWO)[0].state == "missed"


def test_a_battle_that_another_room_pauses_stands_still_too(url: str) -> None:
    post = begin(url)
    post.runner.step()
    with post.house.store.writing() as db:
        found = db.get(Battle, post.battle)
        assert found is not None
        found.status = "paused"
    post.turn(40)
    assert post.by(TWO) == []
    assert post.row(TWO).left == timedelta(hours=23).total_seconds()


def test_a_clock_set_later_makes_nobody_late_at_once(url: str) -> None:
    post = begin(url, None)
    post.turn(50)
    assert post.row(TWO).due is None
    set_clock(post.house, post.battle, DAILY)
    post.runner.step()
    assert post.row(TWO).due == post.now + timedelta(hours=24)


# --- orders from a post ---

RUSSIAN = """Привет всем! Вот мои приказы.
Стража мельницы: вперёд
Лучники мельницы: назад
разойтись: нет
[quote="Ведущий"]Стража мельницы: стоять[/quote]
"""


def test_a_russian_post_is_read_back_and_counts_when_confirmed(url: str) -> None:
    post = begin(url)
    with post.house.tables.reading(post.battle) as table:
        found = read_post(table.moment(), ONE, RUSSIAN, "ru")
    assert next(row.words for row in found.rows if row.sure) == "1 Стража мельницы: вперёд"
    assert len(post.asked(ONE)) == 3
    given = from_form([row.given for row in found.rows if row.sure])
    receipts = post.house.tables.act(post.battle, lambda game: confirm(game, ONE, given, found.version))
    assert all(one.valid() for one in receipts)
    with pytest.raises(Refused, match="gone on"):
        post.house.tables.act(post.battle, lambda game: confirm(game, ONE, given, found.version))


def test_orders_read_before_the_deadline_do_not_slip_into_the_next_question(url: str) -> None:
    """Questions of the next pass may have the same names."""
    post = begin(url)
    post.runner.step()
    with post.house.tables.reading(post.battle) as table:
        found = read_post(table.moment(), ONE, RUSSIAN, "ru")
    post.turn(24)
    given = from_form([row.given for row in found.rows])
    with pytest.raises(Refused, match="gone on"):
        post.house.tables.act(post.battle, lambda game: confirm(game, ONE, given, found.version))


def test_two_orders_for_one_question_cannot_both_be_chosen() -> None:
    with pytest.raises(Refused, match="two orders"):
        from_form(['["q", ["hold"]]', '["q", ["advance"]]'])
    with pytest.raises(Refused, match="no order was chosen"):
        from_form([])
    for bad in ("{}", "[1]", '["q", [[1]]]', "q", '["q", null]'):
        with pytest.raises(Refused, match="is no order"):
            from_form([bad])


# --- reports ---


@pytest.fixture
def played(url: str) -> Post:
    """A battle some turns old."""
    post = begin(url)
    for _ in range(4):
        post.answer(ONE)
        post.answer(TWO)
    return post


def chronicle(post: Post, eyes: str) -> Chronicle:
    with post.house.tables.reading(post.battle) as table:
        return Chronicle(table.moment(), tuple(table.game.record.lines), eyes)


def test_every_form_of_a_turns_report(played: Post) -> None:
    told = chronicle(played, ONE).report("1", "ru")
    assert len(told.pictures) == 2
    for form in FORMS:
        (post,) = written(told, form, "ru", 1, ["https://x.example/1.png", "https://x.example/2.png"])
        assert "Ход 1" in post
        assert ("https://x.example/1.png" in post) == (form not in ("html", "text"))
    posts = written(told, "rusff", "ru", 2, ["https://x.example/1.png"], limit=600)
    assert len(posts) > 1
    assert all(len(one) <= 600 for one in posts)


def test_turns_that_were_taken_back_are_not_reported(played: Post) -> None:
    with played.house.tables.reading(played.battle) as table:
        before = turns_of(table.game.record.lines)
    for _ in range(3):
        for seat in (TWO, ONE):
            played.house.tables.act(played.battle, partial(Game.undo, seat=seat, by_umpire=True))
    with played.house.tables.reading(played.battle) as table:
        after = turns_of(table.game.record.lines)
    assert after == before[: len(after)]
    assert len(after) < len(before)


def test_what_a_report_holds_is_what_its_reader_may_know(played: Post) -> None:
    own = written(chronicle(played, ONE).report("1", "en"), "text", "en", 2, ())[0]
    public = written(chronicle(played, PUBLIC).report("1", "en"), "text", "en", 2, ())[0]
    assert "for everybody" in public
    assert own != public


# --- in the browser's way ---


def browser(post: Post, seat: str) -> Iterator[TestClient]:
    """Somebody at the pages of the house, without the worker of its own."""
    app = create_app(Settings(database=post.house.settings.database, secret="not very"))
    house = app.state.house
    assert isinstance(house, House)
    house.clock = lambda: post.now
    client = TestClient(app, headers={"accept-language": "en"})
    client.cookies.set(COOKIE, (post.host if seat == ONE else post.other).token)
    yield client
    client.close()
    house.store.close()


@pytest.fixture
def lord(played: Post) -> Iterator[TestClient]:
    yield from browser(played, ONE)


@pytest.fixture
def raider(played: Post) -> Iterator[TestClient]:
    yield from browser(played, TWO)


def test_the_page_reads_asks_and_gives_a_receipt(played: Post, lord: TestClient) -> None:
    base = f"/b/{played.battle}/{ONE}"
    page = lord.get(f"{base}/post")
    assert "(Europe/Moscow)" in page.text
    assert "if nothing comes" in page.text
    question = played.asked(ONE)[0]
    back = lord.post(f"{base}/post", data={"post": "<script>alert(1)</script>\nretreat everyone"})
    assert "<script>alert" not in back.text
    assert len(played.asked(ONE)) > 0
    version = re.search(r'name="version" value="(\d+)"', back.text)
    assert version is not None
    with played.house.tables.reading(played.battle) as table:
        options = table.game.options(table.game.asked(ONE)[0])
    given = msgspec.json.encode([question, options[0]]).decode()
    done = lord.post(f"{base}/post/confirm", data={"version": version[1], "given": [given]})
    assert done.status_code == 200
    assert "Your orders are in" in done.text
    assert question not in played.asked(ONE)


WRITTEN = "Mill watch: hold & <b>nothing</b> else"


@pytest.mark.parametrize("step", ["post", "post/confirm"])
def test_who_is_late_has_his_post_back(played: Post, lord: TestClient, step: str) -> None:
    """Before and after the worker has taken the default."""
    data = {"post": WRITTEN, "version": "3", "given": ['["x", ["y"]]']}
    played.now += timedelta(hours=25)
    late = lord.post(f"/b/{played.battle}/{ONE}/{step}", data=data)
    assert late.status_code == 409
    assert "the deadline was" in late.text
    assert "the umpire can give more time" in late.text
    assert re.search(rf"<textarea[^>]*>{html.escape(WRITTEN)}</textarea>", late.text)
    assert f'href="/b/{played.battle}/{ONE}/talk"' in late.text
    assert 'name="given"' not in late.text


def test_who_is_late_has_his_post_back_when_nothing_is_asked_any_more(played: Post, lord: TestClient) -> None:
    while not played.asked(TWO):
        played.answer(ONE)
    extend(played.house, played.battle, 1000, TWO)
    while played.asked(ONE):
        played.turn(24)
    late = lord.post(f"/b/{played.battle}/{ONE}/post?lang=ru", data={"post": WRITTEN})
    assert late.status_code == 409
    assert "взят ответ по правилам" in late.text
    assert html.escape(WRITTEN) in late.text
    # what the clock has taken waits sealed for the others: it is neither replaced nor taken back
    before = played.by(ONE)
    for way in ("post/back", "undo"):
        back = lord.post(f"/b/{played.battle}/{ONE}/{way}")
        assert back.status_code == 409
        assert "only the umpire can turn the battle back" in html.unescape(back.text)
    assert played.by(ONE) == before


def test_any_refusal_leaves_the_post_to_be_given_again(played: Post, lord: TestClient) -> None:
    post = "Mill watch: hold"
    nothing = lord.post(f"/b/{played.battle}/{ONE}/post/confirm", data={"post": post, "version": "3"})
    assert nothing.status_code == 409
    assert "no order was chosen" in nothing.text
    assert f">{post}</textarea>" in nothing.text
    assert 'name="given"' in nothing.text
    too_long = "long " * 5000
    assert too_long in lord.post(f"/b/{played.battle}/{ONE}/post", data={"post": too_long}).text


@pytest.mark.parametrize(
    ("book", "said"),
    [("fantasy", {"hold position", "stand and shoot at the nearest"}), ("modern", {"deploy as proposed"})],
)
def test_what_counts_without_an_order_is_said_in_words(house: House, book: str, said: set[str]) -> None:
    found = shelf.book(book)
    battle = house.tables.create(found, found.read_setup(found.scenarios()["skirmish"]), {})
    with house.tables.reading(battle) as table:
        moment = table.moment()
    assert {one.default.say("en") for one in silences(moment, moment.state.questions)} == said


def test_silence_in_ones_own_turn_leaves_the_rest_of_it_out(house: House) -> None:
    found = shelf.book("modern")
    battle = house.tables.create(found, found.read_setup(found.scenarios()["skirmish"]), {})

    def deployed(game: Game) -> None:
        while game.state.questions[0].kind == "deployment":
            game.take_default(game.state.questions[0])

    house.tables.act(battle, deployed)
    with house.tables.reading(battle) as table:
        moment = table.moment()
    (silence,) = silences(moment, moment.state.questions)
    assert silence.default.say("ru") == "остаток вашего хода пропускается"


def test_pictures_for_boards_need_no_cookie_and_say_nothing(played: Post, lord: TestClient) -> None:
    report = lord.get(f"/b/{played.battle}/{ONE}/reports/1?form=rusff")
    text = html.unescape(report.text)
    addresses = re.findall(r"\[img\](http://\S+?)\[/img\]", text)
    assert len(addresses) == 2
    name = addresses[1].rpartition("/")[2]
    assert played.battle not in name
    assert ONE not in name
    lord.cookies.clear()
    picture = lord.get(f"/img/{name}")
    assert picture.content.startswith(b"\x89PNG")
    assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
    assert lord.get(f"/img/{name.replace('png', 'svg')}").text.startswith("<svg")
    assert lord.get("/img/0123456789abcdef.png").status_code == 404
    assert lord.get(f"/img/{name.replace('png', 'php')}").status_code == 404


def test_nobody_gets_another_seats_report(played: Post, raider: TestClient) -> None:
    assert raider.get(f"/b/{played.battle}/{ONE}/reports/1").status_code == 403
    assert raider.get(f"/b/{played.battle}/{TWO}/reports/1?for={ONE}").status_code == 403
    assert raider.get(f"/b/{played.battle}/{TWO}/reports/1?for={PUBLIC}").status_code == 200
    assert raider.get(f"/b/{played.battle}/{TWO}/reports/77").status_code == 422
    assert raider.get(f"/b/{played.battle}/{TWO}/reports/1?form=html&raw=true").text.startswith("<!doctype")


def test_the_umpire_writes_for_every_seat(played: Post, lord: TestClient) -> None:
    with played.house.store.writing() as db:
        take_seat(db, "not very", played.battle, UMPIRE, played.host)
    reports = f"/b/{played.battle}/{UMPIRE}/reports/1"
    for reader, words in ((TWO, "for Raiders only"), (ONE, "for The fief only"), (PUBLIC, "for everybody")):
        text = lord.get(f"{reports}?for={reader}&form=text").text
        assert words in html.unescape(text)
    own = written(chronicle(played, TWO).report("1", "en"), "text", "en", 1, ())[0]
    assert own in html.unescape(lord.get(f"{reports}?for={TWO}&form=text").text).replace("\r\n", "\n")


def test_only_host_and_umpire_turn_the_clock(played: Post, lord: TestClient, raider: TestClient) -> None:
    clock = f"/b/{played.battle}/clock"
    assert "Pause the battle" in lord.get(clock).text
    assert "Pause the battle" not in raider.get(clock).text
    for path, data in (
        ("", {}),
        ("/pause", {}),
        ("/go", {}),
        ("/extend", {"hours": "9"}),
        ("/again", {"job": "1"}),
    ):
        assert raider.post(clock + path, data=data).status_code == 403
    assert lord.post(clock + "/pause").status_code == 200
    assert "the clock stands still" in raider.get(clock).text
    assert lord.post(clock + "/go").status_code == 200
    assert lord.post(clock, data={"clock_rule": "daily", "clock_zone": "Asia/Tokyo"}).status_code == 200
    assert "Asia/Tokyo" in raider.get(clock).text
    wrong = lord.post(clock, data={"clock_rule": "hours", "clock_hours": "-1"})
    assert wrong.status_code == 422
    assert "is no number from" in wrong.text


@pytest.mark.slow
def test_in_a_real_browser_on_a_telephone(tab: Page, house: House, server: object) -> None:
    tab.set_viewport_size({"width": 360, "height": 740})
    tab.goto("/")
    tab.context.add_cookies([{"name": "lang", "value": "ru", "url": tab.url}])
    tab.get_by_role("button", name="Raiders at the mill").first.click()
    tab.wait_for_url("**/lord")
    battle = tab.url.split("/")[-2]
    set_clock(house, battle, DAILY)
    JobRunner(house).follow(battle)
    tab.goto(f"/b/{battle}/{ONE}/post")
    tab.locator("time .yours").wait_for()
    tab.get_by_role("textbox").fill(RUSSIAN)
    tab.get_by_role("button", name="Прочитать").click()
    tab.locator(".orders li.sure").first.wait_for()
    tab.get_by_role("button", name="Отдать отмеченные приказы").click()
    tab.get_by_text("Приказы приняты").wait_for()
    tab.goto(f"/b/{battle}/{ONE}/reports/all?form=rusff")
    tab.get_by_role("button", name="Скопировать").click()
    tab.get_by_role("button", name="Скопировано").wait_for()
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360
    tab.goto(f"/b/{battle}/clock")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360
    at = tab.get_by_label("Время суток", exact=True)
    assert at.is_hidden()
    tab.get_by_text("Изменить часы").click()
    tab.get_by_label("Срок ответов").select_option("daily")
    at.wait_for()


def test_what_belongs_to_the_app_starts_with_it(app: FastAPI) -> None:
    with TestClient(app) as client:
        answer = client.post("/battles", data={"book": "feudal", "scenario": "skirmish"})
        assert client.get(f"{answer.url.path}/post").status_code == 200


def test_the_deadline_stands_in_the_head_of_the_battle_page(url: str) -> None:
    post = begin(url)
    post.runner.step()
    house, battle = post.house, post.battle
    assert pill(house, battle, PUBLIC, "en") == ""
    shown = pill(house, battle, ONE, "ru")
    assert "<time datetime=" in shown
    assert DAILY.zone in shown
    freeze(house, battle)
    assert "часы стоят" in pill(house, battle, ONE, "ru")


def test_a_default_that_waits_is_told_as_what_comes_of_it(house: House) -> None:
    found = shelf.book("fantasy")
    battle = house.tables.create(found, found.read_setup(found.scenarios()["skirmish"]), {})
    with house.tables.reading(battle) as table:
        first = table.game.state.questions[0]
    house.tables.act(battle, lambda game: game.take_default(first))
    with house.tables.reading(battle) as table:
        ((_, words),) = waiting_answers(table.moment(), first.seat)
    assert words.say("en") == "hold position"
