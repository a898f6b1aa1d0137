"""Notices: to whom, what they say, where they may go, and how they are sent."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update

from grognard.locale import T
from grognard.web.accounts.keeping import claim
from grognard.web.app import create_app
from grognard.web.house import House
from grognard.web.people.visits import COOKIE
from grognard.web.post.addresses import BadAddress, as_apprise, checked, masked, offered
from grognard.web.post.carrier import Dispatch, NotSent, apprise_carrier
from grognard.web.post.fence import Fenced, fence, is_public
from grognard.web.post.news import named
from grognard.web.post.notices import Letter
from grognard.web.post.sending import sending
from grognard.web.settings import Settings
from grognard.web.store import Account, Address, Link, Message
from tests.web.post_scenes import DAILY, NOON, ONE, TWO, Post, begin, close_houses, want_all

pytestmark = pytest.mark.filterwarnings(
    "ignore:'imghdr' is deprecated:DeprecationWarning"
)  # apprise's plugins
closing = pytest.fixture(autouse=True)(close_houses)
BARE = Settings(database="sqlite://", secret="s")
FULL = Settings(
    database="sqlite://",
    secret="s",
    mail="mailtos://war:word@smtp.example.org?from=war@example.org",
    telegram="123456789:AABBCCDDEEFFaabbccddeeff1234567890a",
)
OPEN = Settings(database="sqlite://", secret="s", private_addresses=True)


@pytest.fixture
def post(tmp_path: Path) -> Post:
    return begin(f"sqlite:///{tmp_path / 'notices.db'}")


def say(post: Post, seat: str, channel: str, words: str) -> None:
    with post.house.store.writing() as db:
        db.add(Message(battle_id=post.battle, channel=channel, seat=seat, words=words, at=post.now))
    post.runner.step()


# --- to whom, and what ---


def test_each_seat_hears_of_itself_only(post: Post) -> None:
    post.runner.step()
    assert post.titles(ONE) == post.titles(TWO) == ["your orders, please"]
    post.sent.clear()
    post.turn(24)
    own, enemys = post.sent_to(TWO), post.sent_to(ONE)
    # the host, who plays the other side, learns that a deadline was missed, not how much was asked
    assert any("Defaults taken: 3" in one.body for one in own if "deadline passed" in one.title)
    about_two = [one for one in enemys if "raiders" in one.body.lower() and "did not answer" in one.body]
    assert len(about_two) == 1
    assert "Defaults taken" not in about_two[0].body


def test_notices_say_nothing_of_what_is_on_the_table(post: Post) -> None:
    post.runner.step()
    for _ in range(3):
        post.answer(ONE)
        post.turn(24)
    with post.house.tables.reading(post.battle) as table:
        state = table.game.state
    words = "\n".join(f"{one.letter.title} {one.letter.body}" for _, one in post.sent)
    for piece in state.pieces:
        assert f"{piece.id}" not in words
    for name in ("Cutthroats", "Mill watch", "Stragglers"):
        assert name not in words


def test_what_was_there_before_is_no_news(tmp_path: Path) -> None:
    post = begin(f"sqlite:///{tmp_path / 'new.db'}", seats=())
    post.answer(ONE)
    post.answer(TWO)
    say(post, TWO, "public", "@lord hello")
    with post.house.store.writing() as db:
        want_all(db, post.battle, ONE)
    say(post, TWO, "public", "no news")
    assert post.titles(ONE) == []


@pytest.mark.parametrize(
    ("channel", "words", "hears"),
    [
        ("public", "what do you say, @lord?", True),
        ("public", "@LORD: well?", True),
        ("public", "@lordship has no mail", False),
        ("public", "the lord is late", False),
        ("side:raiders", "@lord will never read this", False),
        ("note:umpire_raiders", "@lord is weak", False),
    ],
)
def test_a_message_that_names_somebody(post: Post, channel: str, words: str, hears: bool) -> None:
    post.runner.step()
    say(post, TWO, channel, words)
    assert post.titles(ONE).count("a message for you") == int(hears)
    assert post.titles(TWO).count("a message for you") == 0


def test_names_with_signs_in_them() -> None:
    assert named("@M. (Moscow) hi", ["M. (Moscow)"])
    assert not named("@", [""])


def test_who_answers_soon_is_not_bothered(post: Post) -> None:
    with post.house.store.writing() as db:
        db.execute(update(Address).values(after=5))
    post.runner.step()
    post.now += timedelta(minutes=3)
    post.answer(ONE)
    post.now += timedelta(minutes=10)
    post.runner.step()
    assert post.titles(ONE) == []
    assert post.titles(TWO) == ["your orders, please"]


def test_who_has_lost_the_seat_hears_nothing_any_more(post: Post) -> None:
    with post.house.store.writing() as db:
        db.execute(update(Link).where(Link.seat == TWO).values(revoked=True))
    post.runner.step()
    assert post.titles(TWO) == []


def test_notices_go_on_when_the_browsers_seats_become_the_accounts(post: Post) -> None:
    with post.house.store.writing() as db:
        account = Account(name="lord", password="", made=NOON)
        db.add(account)
        db.flush()
        claim(db, post.host.id, account.id, "not very")
    post.runner.step()
    assert post.titles(ONE) == ["your orders, please"]
    post.turn(24)
    assert (
        post.titles(ONE).count("deadline passed, default taken") == 2
    )  # its own, and as the host the other's


def test_in_the_readers_language(post: Post) -> None:
    with post.house.store.writing() as db:
        db.execute(update(Address).values(lang="ru"))
    post.runner.step()
    letter = post.sent_to(ONE)[0]
    assert letter.title == "Налётчики у мельницы: ждём ваших приказов"
    assert "Срок: ср 02.12.2026, 12:00 (Europe/Moscow)." in letter.body
    assert letter.body.endswith(f"https://war.example/b/{post.battle}/{ONE}/post")


# --- where to ---


@pytest.mark.parametrize(
    ("means", "target"),
    [
        ("email", "somebody@example.org"),
        ("telegram", "-1001234567"),
        ("telegram", "@war_channel"),
        ("discord", "https://discord.com/api/webhooks/123456789012345678/abc-DEF_1"),
        ("webhook", "https://example.org/hook?key=1"),
        ("other", "ntfys://ntfy.sh/topic"),
    ],
)
def test_good_addresses(means: str, target: str) -> None:
    assert checked(FULL, means, f" {target} ") == target
    assert masked(means, target) != target


@pytest.mark.parametrize(
    ("means", "target"),
    [
        ("email", "somebody"),
        ("email", "a@b.org&cc=c@d.org"),
        ("email", "a@b.org\nBcc: c@d.org"),
        ("telegram", "12/../34"),
        ("discord", "https://discord.com.evil.org/api/webhooks/1/a"),
        ("webhook", "ftp://example.org/"),
        ("webhook", "http://127.0.0.1:8000/"),
        ("webhook", "http://[::1]/"),
        ("webhook", "http://[::ffff:10.0.0.1]/"),
        ("webhook", "http://169.254.169.254/latest/meta-data"),
        ("webhook", "http://localhost/"),
        ("webhook", "http://printer.local/"),
        ("webhook", "http://[oops"),
        ("other", "file:///etc/passwd"),
        ("other", "mailto://user:word@smtp.example.org"),
        ("other", "ntfys://ntfy.sh/topic?attach=/etc/passwd"),
        ("other", "gotify://192.168.0.1/token"),
        ("pigeon", "north"),
        ("webhook", "https://example.org/" + "x" * 500),
    ],
)
def test_bad_addresses(means: str, target: str) -> None:
    with pytest.raises(BadAddress):
        checked(FULL, means, target)


def test_what_the_server_has_not_is_not_offered() -> None:
    assert offered(BARE) == ["discord", "webhook", "other"]
    assert offered(FULL) == ["email", "telegram", "discord", "webhook", "other"]
    with pytest.raises(BadAddress):
        checked(BARE, "email", "somebody@example.org")
    assert checked(OPEN, "webhook", "http://127.0.0.1:8000/") == "http://127.0.0.1:8000/"


def test_addresses_as_apprise_wants_them() -> None:
    import apprise

    for means, target in (
        ("email", "somebody@example.org"),
        ("telegram", "@war_channel"),
        ("telegram", "-1001234567"),
        ("discord", "https://discord.com/api/webhooks/123456789012345678/" + "a" * 64),
        ("webhook", "https://example.org/hook?key=1"),
        ("other", "ntfys://ntfy.sh/topic"),
    ):
        assert apprise.Apprise().add(as_apprise(FULL, means, target)), (means, target)


# --- the fence ---


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        ("10.1.2.3", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("fe80::1%eth0", False),
        ("::ffff:192.168.1.1", False),
        ("64:ff9b::a00:1", False),
        ("2002:a00:1::", False),
    ],
)
def test_whose_address(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_the_fence_holds_in_its_own_thread_and_while_it_stands() -> None:
    with fence():
        with pytest.raises(Fenced):
            socket.create_connection(("localhost", 9))
        found: list[object] = []
        thread = threading.Thread(target=lambda: found.append(socket.getaddrinfo("127.0.0.1", 9)))
        thread.start()
        thread.join()
        assert found[0]
    assert socket.getaddrinfo("127.0.0.1", 9)


# --- sending ---


class Box(HTTPServer):
    """A webhook on this machine. ``answer`` is the status that it gives; 302 sends on to ``/inside``."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Hook)
        self.got: list[tuple[str, dict[str, str]]] = []
        self.answer = 200

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Hook(BaseHTTPRequestHandler):
    server: Box

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.got.append((self.path, json.loads(body)))
        self.send_response(self.server.answer if self.path == "/hook" else 200)
        self.send_header("Location", "/inside")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Quietly."""


@pytest.fixture
def box() -> Iterator[Box]:
    server = Box()
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def send(settings: Settings, url: str) -> None:
    to = Address(means="webhook", target=f"{url}/hook")
    with sending(settings, to):
        apprise_carrier(settings)(Dispatch(to, Letter("Заголовок", "Первая строка\nвторая")))


def test_a_webhook_gets_title_and_message(box: Box) -> None:
    send(OPEN, box.url)
    ((path, got),) = box.got
    assert path == "/hook"
    assert (got["title"], got["message"]) == ("Заголовок", "Первая строка\nвторая")


def test_nothing_goes_to_this_machine_unless_allowed(box: Box) -> None:
    with pytest.raises(NotSent, match="could not be reached"):
        send(BARE, box.url)
    assert box.got == []


@pytest.mark.parametrize(("status", "why"), [(503, "answered 503"), (302, "answered 302")])
def test_refusals_are_told_and_nobody_is_led_elsewhere(box: Box, status: int, why: str) -> None:
    box.answer = status
    with pytest.raises(NotSent, match=why) as caught:
        send(OPEN, box.url)
    assert [path for path, _ in box.got] == ["/hook"]
    assert str(box.server_port) not in str(caught.value)


# --- on the page ---


@contextmanager
def browser(post: Post, token: str) -> Iterator[TestClient]:
    app = create_app(Settings(database=post.house.settings.database, secret="not very"))
    house = app.state.house
    assert isinstance(house, House)
    house.clock = lambda: post.now
    client = TestClient(app, headers={"accept-language": "en"})
    client.cookies.set(COOKIE, token)
    try:
        yield client
    finally:
        client.close()
        house.store.close()


def test_an_address_is_added_tried_and_forgotten(tmp_path: Path) -> None:
    post = begin(f"sqlite:///{tmp_path / 'page.db'}", DAILY, seats=())
    page = f"/b/{post.battle}/{ONE}/notices"
    with browser(post, post.host.token) as lord:
        wanted = {
            "means": "webhook",
            "target": "https://example.org/secret-word",
            "wanted": ["turn", "over", "spam"],
        }
        answer = lord.post(page, data=wanted)
        assert answer.status_code == 200
        assert "secret-word" not in answer.text
        assert "https://example.org/…" in answer.text
        with post.house.store.reading() as db:
            row = db.query(Address).one()
            assert row.kinds == {"wanted": ["turn", "over"]}
        lord.post(f"{page}/test", data={"address": row.id})
        post.runner.step()
        assert post.titles(ONE) == ["this is how notices reach you", "your orders, please"]
        assert "went out" in lord.get(page).text
        lord.post(f"{page}/drop", data={"address": row.id})
        assert "example.org/…" not in lord.get(page).text
        assert lord.post(page, data={**wanted, "target": "http://10.0.0.1/"}).status_code == 422


def test_nobody_else_sees_or_touches_an_address(tmp_path: Path) -> None:
    post = begin(f"sqlite:///{tmp_path / 'page.db'}", DAILY)
    with post.house.store.reading() as db:
        mine = db.query(Address).filter_by(seat=ONE).one().id
    own = f"/b/{post.battle}/{TWO}/notices"
    with browser(post, post.other.token) as raider:
        assert raider.get(f"/b/{post.battle}/{ONE}/notices").status_code == 403
        assert f'value="{mine}"' not in raider.get(own).text
        assert raider.post(f"{own}/test", data={"address": mine}).status_code == 409
        raider.post(f"{own}/drop", data={"address": mine})
    with post.house.store.reading() as db:
        assert db.get(Address, mine) is not None
    with browser(post, "nobody") as stranger:
        assert stranger.get(own).status_code == 403


def test_trials_are_few(tmp_path: Path) -> None:
    post = begin(f"sqlite:///{tmp_path / 'page.db'}", DAILY, seats=(ONE,))
    with post.house.store.reading() as db:
        mine = db.query(Address).one().id
    page = f"/b/{post.battle}/{ONE}/notices"
    with browser(post, post.host.token) as lord:
        codes = [
            lord.post(f"{page}/test", data={"address": mine}, follow_redirects=False).status_code
            for _ in range(11)
        ]
    assert codes == [303] * 10 + [409]


def test_what_went_wrong_stands_on_the_clocks_page_without_the_address(tmp_path: Path) -> None:
    def carry(dispatch: Dispatch) -> None:
        raise NotSent(T("the service answered {code}", code="404"))

    post = begin(f"sqlite:///{tmp_path / 'page.db'}", DAILY, seats=(TWO,))
    post.carry = carry
    post.worker().step()
    with browser(post, post.host.token) as lord:
        text = lord.get(f"/b/{post.battle}/clock").text
    assert "the service answered 404" in text
    assert "notices.example" not in text
    with browser(post, post.other.token) as raider:
        assert "404" not in raider.get(f"/b/{post.battle}/clock").text
        assert "The last notice did not go out" in raider.get(f"/b/{post.battle}/{TWO}/notices").text
    assert post.now == NOON
