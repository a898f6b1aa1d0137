"""Pages without foreign or inline scripts, letters that stay letters, names that lead nowhere, cookies and headers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from grognard.web.app import create_app
from grognard.web.guarding import HEADERS
from grognard.web.settings import Settings
from tests.web.leaks import LOOKS, Case, World, worlds

BAD = '"><xss-canary onclick="x">\'{{7*7}}[img]x[/img]'
"""Written wherever people may write."""
PLAIN_PAGES = (
    "/",
    "/new",
    "/new?book=feudal&scenario=skirmish",
    "/rules",
    "/rules/feudal",
    f"/rules/feudal?search={'%22%3E%3Cxss-canary%3E'}",
    "/record",
    "/account",
    "/api/v1/docs",
    "/nowhere/%22%3E%3Cxss-canary%3E",
    "/join/%22%3E%3Cxss-canary%3E",
    "/b/%22%3E%3Cxss-canary%3E",
    "/b/%22%3E%3Cxss-canary%3E/%3Cxss-canary%3E",
    "/?lang=%22%3E%3Cxss-canary%3E",
)
URLS = ("href", "src", "action", "formaction", "poster", "data", "xlink:href")
OURS = re.compile(r"/(static|fonts|scenarios|img)/[\w./-]+")


class Looked(HTMLParser):
    """What in a page could make a browser do more than show it."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        facts = {key: value or "" for key, value in attributes}
        shown = self.get_starttag_text() or tag
        if tag in ("xss-canary", "iframe", "object", "embed", "base", "applet", "portal", "foreignobject"):
            self.wrong.append(shown)
        if tag == "script" and not facts.get("src", "").startswith("/static/"):
            self.wrong.append(shown)
        if any(key.startswith("on") or key == "srcdoc" for key in facts):
            self.wrong.append(shown)
        self.wrong += [shown for key in URLS if key in facts and not self._fine(tag, facts[key])]

    @staticmethod
    def _fine(tag: str, url: str) -> bool:
        """Links lead where they like by http; what is loaded comes from here or is a drawing inside the page."""
        parts = urlsplit(url.strip())
        if tag in ("script", "link", "form", "button", "input"):
            return not parts.scheme and not parts.netloc
        if tag in ("img", "image", "source"):
            return not parts.netloc and parts.scheme in ("", "data")
        return parts.scheme in ("", "http", "https")


def wrong_with(html: str) -> list[str]:
    looked = Looked()
    looked.feed(html)
    looked.close()
    return looked.wrong


def test_the_look_sees_what_it_looks_for() -> None:
    for html in (
        "<script>x</script>",
        '<script src="https://cdn.example/x.js"></script>',
        "<p onclick='x'>",
        '<a href="javascript:x">',
        '<a href=" JAVASCRIPT:x">',
        '<img src="https://spy.example/x.png">',
        '<form action="https://spy.example/">',
        BAD,
    ):
        assert wrong_with(html)
    assert not wrong_with('<script type="module" src="/static/a.js"></script><a href="/b/x">y</a>')


@pytest.mark.parametrize("path", PLAIN_PAGES)
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_no_page_has_scripts_of_its_own(client: TestClient, path: str, lang: str) -> None:
    answer = client.get(path, headers={"accept-language": lang})
    assert answer.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]
    assert not wrong_with(answer.text)


@pytest.fixture
def scribbled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A battle in which everybody writes what would be markup."""
    quoted = BAD.replace("'", "''")
    case = Case(
        "feudal",
        "standard",
        watcher="lord_a",
        rival="duke",
        changes=(
            ("  en: The ford at Black Mill\n", f"  en: '{quoted}'\n"),
            ("name: {en: Lord A's bowmen,", f"name: {{en: '{quoted}',"),
            ("{id: duke, en: The duke, ru: Герцог}", f"{{id: duke, en: '{quoted}', ru: Герцог}}"),
        ),
    )
    world = worlds(case, tmp_path, monkeypatch)[0]
    page = f"/b/{world.battle}/duke"
    duke, umpire = world.browsers["duke"], world.browsers["umpire"]
    duke.post(f"{page}/seats", data={"deed": "call", "target": "duke", "words": BAD})
    duke.post(f"{page}/talk", data={"channel": "public", "words": BAD})
    duke.post(f"{page}/dice", data={"words": BAD})
    desk = f"/b/{world.battle}/umpire"
    umpire.post(f"{desk}/rule", data={"reason": BAD, "scope": BAD})
    umpire.post(f"{desk}/talk", data={"channel": "public", "words": f"{BAD} http://example.org/{BAD}"})
    return world


@pytest.mark.slow
def test_what_people_write_stays_letters_everywhere(scribbled: World) -> None:
    seen = 0
    for seat in ("lord_a", "umpire", "observer"):
        for name, sent in scribbled.looks(seat).items():
            head, _, body = sent.partition(b"\n\n")
            if not any(kind in head for kind in (b"text/html", b"image/svg", b"application/json\n")):
                continue
            seen += b"xss-canary" in body
            html = body.decode()
            if b"application/json" in head:
                assert b"nosniff" in head
                if " /b/" not in name:
                    continue  # facts, which nobody shows as they are
                html = "\n".join(strings(html))
            assert not wrong_with(html), name
            assert "49[img]" not in html, name
    assert seen > 20


def strings(text: str) -> Iterator[str]:
    """Every text in a JSON value."""
    import json

    def walk(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            for one in value:
                yield from walk(one)
        elif isinstance(value, dict):
            for one in value.values():
                yield from walk(one)

    yield from walk(json.loads(text))


# --- requests of other sites ---


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
    ],
)
def test_other_sites_change_nothing_anywhere(client: TestClient, headers: dict[str, str]) -> None:
    """Every address that takes a POST refuses it, whatever it is for."""
    for route in LOOKS:
        method, _, pattern = route.partition(" ")
        if method == "POST":
            path = re.sub(r"\{\w+\}", "x", pattern)
            assert client.post(path, headers=headers).status_code == 403, route


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8000", 200),
        ("[::1]:8000", 200),
        ("localhost", 200),
        ("warbox.local", 200),
        ("192.168.1.5:8000", 200),
        ("war.example.org", 200),
        ("rebound.evil.example", 421),
        ("war.example.org.evil.example", 421),
    ],
)
def test_a_server_answers_to_its_own_names_only(tmp_path: Path, host: str, status: int) -> None:
    """A page of another site that has its own name lead here (DNS rebinding) gets nothing."""
    settings = Settings(f"sqlite:///{tmp_path / 'x.db'}", "not very", address="https://war.example.org")
    answer = TestClient(create_app(settings)).get("/health", headers={"host": host})
    assert answer.status_code == status


# --- names that lead elsewhere ---


@pytest.mark.parametrize(
    "path",
    [
        "/static/../settings.py",
        "/static/..%2fsettings.py",
        "/static/%2e%2e/settings.py",
        "/fonts/..%2f..%2fpyproject.toml",
        "/scenarios/feudal/..%2f..%2fdata%2foptions.svg",
        "/scenarios/..%2ffeudal/skirmish.svg",
        "/img/..%2f..%2fsecret.png",
        "/rules/..%2f..%2fREADME",
        "/api/v1/books/feudal/scenarios/..%2fdata%2foptions",
        "/join/..%2f..%2fetc%2fpasswd",
    ],
)
def test_no_name_in_an_address_leads_to_a_file(client: TestClient, path: str) -> None:
    assert client.get(path).status_code in (403, 404)


def test_the_name_of_an_uploaded_file_means_nothing(client: TestClient) -> None:
    answer = client.post("/record/verify", files={"record": ("../../../etc/passwd", b"no record")})
    assert answer.status_code == 422
    assert "passwd" not in answer.text


@pytest.mark.parametrize(
    "back", ["//evil.example", "/\\evil.example", "https://evil.example", "javascript:x", "\t//x"]
)
def test_nobody_is_led_to_another_site(client: TestClient, back: str) -> None:
    answer = client.post("/look", data={"lang": "ru", "back": back}, follow_redirects=False)
    assert answer.headers["location"] == "/"


# --- cookies and headers ---


@pytest.mark.parametrize("address", ["", "https://war.example.org"])
def test_cookies_are_for_the_server_alone(tmp_path: Path, address: str) -> None:
    settings = Settings(f"sqlite:///{tmp_path / 'x.db'}", "not very", address=address, secure=bool(address))
    client = TestClient(create_app(settings), base_url=address or "http://localhost")
    begun = client.post("/battles", data={"book": "feudal", "scenario": "skirmish"}, follow_redirects=False)
    looked = client.post("/look", data={"lang": "ru", "theme": "dark"}, follow_redirects=False)
    report = client.get(f"{begun.headers['location']}/reports/all")
    cookies = [one for answer in (begun, looked, report) for one in answer.headers.get_list("set-cookie")]
    assert len(cookies) == 4
    for cookie in cookies:
        assert "httponly" in cookie.lower()
        assert "samesite=lax" in cookie.lower()
        assert ("secure" in cookie.lower()) == bool(address)


def test_a_cookie_that_somebody_made_up_is_never_taken(client: TestClient) -> None:
    """Whoever plants a cookie in a browser does not know the one that the browser gets (session fixation)."""
    headers = {"cookie": "grognard=planted"}
    body = {"book": "feudal", "scenario": "skirmish"}
    answer = client.post("/battles", data=body, headers=headers, follow_redirects=False)
    assert "planted" not in answer.headers["set-cookie"]


@pytest.mark.parametrize(
    "path",
    ["/", "/health", "/nowhere", "/static/page.css", "/static/nothing", "/api/v1/books", "/api/v1/nothing"],
)
def test_every_answer_has_the_headers(client: TestClient, path: str) -> None:
    answer = client.get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert answer.headers["referrer-policy"] == "no-referrer"


def test_a_page_of_a_seat_is_kept_by_nobody(scribbled: World) -> None:
    """What a seat sees is not for caches that others share."""
    for path in ("/view", "/questions", "/log"):
        url = f"/api/v1/battles/{scribbled.battle}/seats/lord_a{path}"
        assert scribbled.ask("lord_a", "GET", url).headers["cache-control"] == "no-store"


# --- letters that databases do not take ---


@pytest.mark.parametrize("letter", ["%00", "%ED%A0%80", "%F4%90%80%80", "%EF%BF%BF"])
def test_letters_that_are_none_break_nothing(any_url: str, letter: str) -> None:
    app: FastAPI = create_app(Settings(any_url, "not very"))
    client = TestClient(app, raise_server_exceptions=False)
    begun = client.post("/battles", data={"book": "feudal", "scenario": "skirmish"}, follow_redirects=False)
    page = begun.headers["location"]
    for path in (
        f"/b/{letter}",
        f"/b/{letter}/{letter}",
        f"/join/{letter}.x",
        f"/img/{letter}.png",
        f"/rules/{letter}",
        f"{page}?unit={letter}",
        f"{page}/options?q={letter}",
        f"/api/v1/battles/{letter}",
    ):
        assert client.get(path).status_code < 500, path
    form = {"content-type": "application/x-www-form-urlencoded"}
    for path, fields in (
        (f"{page}/talk", "channel=public&words=x{}y"),
        (f"{page}/seats", "deed=call&target=lord&words=x{}y"),
        (f"{page}/seats", "deed=revoke&target=lord&words=x{}y"),
        (f"{page}/dice", "words=x{}y"),
        (f"{page}/read", "text=x{}y"),
        (f"{page}/answer", "question=x{}y&order=[%22x{}%22]"),
        (f"{page}/notices", "means=webhook&target=https://example.org/{}"),
        ("/account/register", "name=x{}y&password=long+enough{}"),
        ("/account/login", "name=x{}y&password=long+enough{}"),
        ("/battles", "book=feudal&scenario=x{}y"),
        ("/battles", "book=feudal&scenario=skirmish&seat=x{}y"),
        ("/look", "lang=ru&back=/{}"),
    ):
        answer = client.post(path, content=fields.replace("{}", letter), headers=form)
        assert answer.status_code < 500, (path, answer.text)
