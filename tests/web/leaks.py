"""What the tests of leaks look at: two worlds that differ only in what a seat must not know, and every address that
the seat can ask, with everything that it is answered."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient

from grognard.core.game import Game
from grognard.core.state import UMPIRE, Question
from grognard.rulebooks import shelf
from grognard.web import api
from grognard.web.app import ROOMS, create_app
from grognard.web.house import House
from grognard.web.people import OBSERVER, invite
from grognard.web.post import JobRunner
from grognard.web.post.carrier import Dispatch
from grognard.web.post.notices import KINDS
from grognard.web.post.turns import turns_of
from grognard.web.settings import Settings

CANARIES = ("canary-green-71f3", "canary-amber-90be")
"""Written where the watcher must not read; each world has its own."""
DAY = datetime(2026, 5, 17, 12)
SEED = hashlib.sha256(b"leaks").digest()
_TIME = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?|Expires=[^;]*")


class Case(NamedTuple):
    """A scenario of a book: ``hidden`` are two texts for the same place of its file, which only ``rival`` (or nobody)
    knows apart; ``watcher`` must not."""

    book: str
    scenario: str
    watcher: str
    rival: str
    changes: tuple[tuple[str, str], ...] = ()
    begun: bool = False
    """Whether a turn is over before anything is hidden."""
    hidden: tuple[str, str, str] = ("", "", "")

    def text(self, world: int) -> str:
        text = shelf.book(self.book).scenarios()[self.scenario].read_text("utf-8")
        for old, new in (*self.changes, (self.hidden[0], self.hidden[1 + world])):
            assert old in text, old
            text = text.replace(old, new, 1) if old else text
        return text


class World:
    """A server with one battle, in which the rival has done what the watcher must not know."""

    def __init__(self, case: Case, number: int, folder: Path) -> None:
        self.case, self.number = case, number
        self.app = create_app(
            Settings(f"sqlite:///{folder / f'{number}.db'}", "not very", requests_a_minute=10**6)
        )
        self.house: House = self.app.state.house
        self.house.clock = lambda: DAY
        book = shelf.book(case.book)
        setup = book.read_setup(case.text(number), "scenario")
        self.battle = self.house.tables.create(book, setup, {}, seed=SEED, public=True)
        self.seats = (*(one.id for one in setup.seats), UMPIRE, OBSERVER)
        with self.house.store.writing() as db:
            self.tokens = {
                seat: invite(db, self.house.settings.secret, self.battle, seat) for seat in self.seats
            }
        self.browsers = {seat: self._browser(seat) for seat in (case.watcher, case.rival, UMPIRE, OBSERVER)}
        self.sent_out: list[Dispatch] = []
        self.worker = JobRunner(self.house, carry=self.sent_out.append)
        self._wants_notices(case.watcher, "https://example.org/watcher")
        self._secrets()
        while self.worker.step():
            pass

    def _browser(self, seat: str) -> TestClient:
        found = TestClient(self.app, headers={"accept-language": "en"})
        found.post(f"/join/{self.tokens[seat]}", data={"called": f"the {seat}"}, follow_redirects=False)
        return found

    def _secrets(self) -> None:
        """The rival gives sealed orders, and he and the umpire write what is not for the watcher."""
        canary = CANARIES[self.number]
        if self.case.begun:
            self._until_a_turn_is_over()
        sealed = self._until_sealed()
        if sealed is not None:
            self.answer(sealed, -self.number)
        for seat, channels in ((self.case.rival, ("side:", "note:")), (UMPIRE, ("note:",))):
            found = self.ask(seat, "GET", f"/api/v1/battles/{self.battle}/seats/{seat}/talk").json()[
                "channels"
            ]
            for one in found:
                if one["channel"].startswith(channels):
                    words = f"{canary} for {one['channel']}"
                    self._post(seat, "talk", {"channel": one["channel"], "words": words})
        self._wants_notices(self.case.rival, f"https://example.org/{canary}")

    def _wants_notices(self, seat: str, target: str) -> None:
        form = {"means": "webhook", "target": target, "wanted": list(KINDS)}
        self._post(seat, "notices", form)

    def _post(self, seat: str, page: str, form: dict[str, Any]) -> None:
        answer = self.browsers[seat].post(
            f"/b/{self.battle}/{seat}/{page}", data=form, follow_redirects=False
        )
        assert answer.status_code == 303, answer.text

    def _until_a_turn_is_over(self) -> None:
        for _ in range(60):
            with self.house.tables.reading(self.battle) as table:
                if turns_of(table.game.record.lines):
                    return
            self.house.tables.act(self.battle, _default)
        raise AssertionError("no turn ended")

    def _until_sealed(self) -> Question | None:
        """Play by defaults up to a secret question of the rival's that has several answers."""
        for _ in range(60):
            with self.house.tables.reading(self.battle) as table:
                moment = table.moment()
            for one in moment.asked(self.case.rival):
                if one.secret and len(moment.options(one)) > 1 and len(moment.waiting_for()) > 1:
                    return one
            if moment.state.finished:
                return None
            self.house.tables.act(self.battle, _default)
        return None

    def answer(self, question: Question, which: int) -> None:
        def action(game: Game) -> None:
            game.submit(question.seat, question.id, game.options(question)[which])

        self.house.tables.act(self.battle, action)

    # --- what a seat is sent ---

    def ask(self, seat: str, method: str, path: str, **more: Any) -> Any:
        headers = {"authorization": f"Bearer {self.tokens[seat]}"} if path.startswith("/api/") else {}
        return self.browsers[seat].request(
            method, path, headers={**headers, **more.pop("headers", {})}, **more
        )

    def looks(self, seat: str) -> dict[str, bytes]:
        """Everything that the seat is answered wherever it looks."""
        found = {name: self.sent(seat, *asked) for name, asked in self._requests(seat)}
        letters = [
            f"{one.letter.title}\n{one.letter.body}" for one in self.sent_out if one.address.seat == seat
        ]
        return {**found, "notices": "\n\n".join(letters).encode()}

    def sent(self, seat: str, method: str, path: str, more: Mapping[str, Any]) -> bytes:
        """Status, headers and body, without the time of day."""
        answer = self.ask(seat, method, path, **more)
        assert answer.status_code < 500, (method, path, answer.text)
        headers = "\n".join(f"{key}: {value}" for key, value in sorted(answer.headers.items()))
        return _TIME.sub(b"TIME", f"{answer.status_code}\n{headers}\n\n".encode() + answer.content)

    def _requests(self, seat: str) -> Iterator[tuple[str, tuple[str, str, dict[str, Any]]]]:
        facts = self._facts(seat)
        for route, variants in LOOKS.items():
            method, _, pattern = route.partition(" ")
            for at, more in enumerate(variants):
                path = _filled(pattern, facts)
                body = json.loads(json.dumps(more), object_hook=lambda one: _known(one, facts))
                yield f"{route} #{at}", (method, path, body)

    def _facts(self, seat: str) -> dict[str, Any]:
        with self.house.tables.reading(self.battle) as table:
            moment = table.moment()
        eyes = "public" if seat == OBSERVER else seat
        view = moment.view(eyes)
        asked = moment.asked(eyes)
        order = list(moment.options(asked[0])[-1]) if asked else ["hold"]
        pieces = [one.id for one in moment.book.strengths(view)]
        report = self.ask(seat, "GET", f"/b/{self.battle}/{seat}/reports/1?raw=true&form=md").text
        images = re.findall(r"/img/(\w+\.png)", report)
        return {
            "battle": self.battle,
            "seat": seat,
            "of": self.case.rival,
            "step": 1,
            "turn": "all",
            "book": self.case.book,
            "scenario": self.case.scenario,
            "question": asked[0].id if asked else "nothing",
            "order": order,
            "piece": pieces[0] if pieces else "nothing",
            "word": self.tokens[seat],
            "name": images[0] if images else "nothing.png",
            "words": moment.book.order_words(view, asked[0], tuple(order)).say("en") if asked else "hold",
            "clause": next(iter(moment.book.rules_text("en").paragraphs)),
        }


def _default(game: Game) -> None:
    game.take_default(next(one for one in game.state.questions if one.answer is None))


def _filled(pattern: str, facts: Mapping[str, Any]) -> str:
    return re.sub(r"\{(\w+)\}", lambda name: quote(str(facts[name[1]]), safe=""), pattern)


def _known(values: dict[str, Any], facts: Mapping[str, Any]) -> dict[str, Any]:
    """``"$question"`` and the like are filled in."""

    def known(value: Any) -> Any:
        if isinstance(value, str) and value.startswith("$"):
            return facts[value[1:]]
        return [known(one) for one in value] if isinstance(value, list) else value

    return {key: known(value) for key, value in values.items()}


def worlds(case: Case, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[World, World]:
    """Both worlds, made with the same luck."""
    return _made(case, 0, folder, monkeypatch), _made(case, 1, folder, monkeypatch)


def _made(case: Case, number: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    numbers = count()

    def drawn(length: int = 32) -> bytes:
        return hashlib.sha512(str(next(numbers)).encode()).digest()[:length]

    monkeypatch.setattr(secrets, "token_bytes", drawn)
    monkeypatch.setattr(secrets, "token_hex", lambda length=32: drawn(length).hex())
    monkeypatch.setattr(secrets, "token_urlsafe", lambda length=32: drawn(length).hex()[: length * 4 // 3])
    return World(case, number, folder)


# --- addresses ---

SEAT, API = "/b/{battle}/{seat}", "/api/v1/battles/{battle}/seats/{seat}"
ONCE: tuple[dict[str, Any], ...] = ({},)
Asked = Sequence[Mapping[str, Any]]


def _query(*queries: Mapping[str, Any]) -> Asked:
    return tuple({"params": dict(one)} for one in queries)


def _form(**fields: Any) -> Asked:
    return ({"data": fields}, {"data": fields, "headers": {"x-part": "1"}})


def _json(**fields: Any) -> Asked:
    return ({"json": fields},)


DRAG = {"x": 300, "y": 300, "piece": "$piece", "target": "", "question": ""}
ORDERS = [["no", "such", "order"], "$order"]
LOOKS: Mapping[str, Asked] = {
    "GET /": ONCE,
    "GET /b/{battle}": ONCE,
    f"GET {SEAT}": _query({}, {"at": 1}, {"unit": "$piece"}, {"q": "$question"}),
    f"GET {SEAT}/now": _query({}, {"lang": "ru"}),
    f"GET {SEAT}/at/{{step}}": ONCE,
    f"GET {SEAT}/question": _query({"q": "$question"}),
    f"GET {SEAT}/words": _query({}, {"at": 1}),
    f"GET {SEAT}/sheets": _query({}, {"at": 1}),
    f"GET {SEAT}/log": ONCE,
    f"GET {SEAT}/receipts": ONCE,
    f"GET {SEAT}/options": _query({"q": "$question"}, {"q": "$question", "unit": "$piece"}),
    f"GET {SEAT}/reach/{{piece}}": ONCE,
    f"GET {SEAT}/seats": ONCE,
    f"GET {SEAT}/talk": ONCE,
    f"GET {SEAT}/dice": ONCE,
    f"GET {SEAT}/record": _query({}, {"verify": "true"}),
    f"GET {SEAT}/aftermath": ONCE,
    f"GET {SEAT}/armies/{{of}}": ONCE,
    f"GET {SEAT}/battle.jsonl": ONCE,
    f"GET {SEAT}/battle.jsonl.seed": ONCE,
    f"GET {SEAT}/notices": ONCE,
    f"GET {SEAT}/reports": ONCE,
    f"GET {SEAT}/reports/{{turn}}": _query(
        {}, {"detail": 2, "raw": "true", "form": "rusff"}, {"raw": "true", "form": "html"}
    ),
    f"GET {SEAT}/post": ONCE,
    "GET /img/{name}": ONCE,
    "GET /b/{battle}/clock": ONCE,
    "GET /b/{battle}/umpire/desk": ONCE,
    "GET /join/{word}": ONCE,
    "GET /account/data": ONCE,
    f"POST {SEAT}/previews": _json(question="$question", orders=ORDERS),
    f"POST {SEAT}/aim": _json(**DRAG),
    f"POST {SEAT}/ghost": _json(question="$question", order="$order"),
    f"POST {SEAT}/read": _form(text="$words"),
    f"POST {SEAT}/suggest": _form(text="$words"),
    f"POST {SEAT}/post": _form(post="$words"),
    "GET /api/v1/battles": ONCE,
    "GET /api/v1/battles/{battle}": ONCE,
    "GET /api/v1/battles/{battle}/seats": ONCE,
    "GET /api/v1/battles/{battle}/clock": ONCE,
    "GET /api/v1/battles/{battle}/umpire/desk": ONCE,
    f"GET {API}/view": _query({}, {"at": 1}),
    f"GET {API}/picture.svg": ONCE,
    f"GET {API}/picture.png": ONCE,
    f"GET {API}/words": ONCE,
    f"GET {API}/sheets": ONCE,
    f"GET {API}/log": ONCE,
    f"GET {API}/chronicle": _query({"detail": 2}),
    f"GET {API}/agenda": ONCE,
    f"GET {API}/strengths": ONCE,
    f"GET {API}/reach/{{piece}}": ONCE,
    f"GET {API}/questions": ONCE,
    f"GET {API}/questions/{{question}}": ONCE,
    f"POST {API}/judge": _json(question="$question", orders=ORDERS, ghost=True),
    f"POST {API}/aim": _json(**DRAG),
    f"POST {API}/read": _json(text="$words"),
    f"POST {API}/suggest": _json(text="$words"),
    f"GET {API}/receipts": ONCE,
    f"GET {API}/deadline": ONCE,
    f"GET {API}/talk": ONCE,
    f"GET {API}/reports": ONCE,
    f"GET {API}/reports/{{turn}}": _query({"detail": 2}, {"form": "rusff"}, {"for": "public"}),
    f"GET {API}/dice": ONCE,
    f"GET {API}/record": ONCE,
    f"GET {API}/armies": ONCE,
    f"GET {API}/armies/{{of}}": ONCE,
    f"GET {API}/aftermath": ONCE,
    f"GET {API}/record/verify": ONCE,
    # what a seat does, and how it is refused
    f"POST {SEAT}/answer": _form(question="$question", order='["no", "such", "order"]'),
    f"POST {SEAT}/answers": _form(given='["x", ["no"]]'),
    f"POST {SEAT}/undo/agree": _form(),
    f"POST {SEAT}/undo/refuse": _form(),
    f"POST {SEAT}/dice": _form(words="salt"),
    f"POST {SEAT}/post/confirm": _form(version="1", given='["x", ["no"]]', post="$words"),
    f"POST {SEAT}/post/back": _form(),
    f"POST {SEAT}/post/return": _form(),
    f"POST {API}/orders": _json(orders=[{"question": "x", "order": ["no"]}]),
    f"POST {API}/undo/agree": ONCE,
    f"POST {API}/undo/refuse": ONCE,
    f"POST {API}/dice": _json(words="pepper"),
    f"POST {SEAT}/undo": _form(),
    f"POST {API}/undo": ONCE,
}
"""Where a seat can look, each with what is sent."""

_SERVER = "says the same to everybody, of no battle"
_OWN = "the answer repeats what was sent, or leads to a page that is looked at"
_UMPIRE = "the umpire's alone (tested with the desk)"
ELSEWHERE: Mapping[str, str] = {
    f"GET {SEAT}/stream": "endless; its messages are made of the frames in /now (tested apart)",
    f"GET {API}/stream": "endless; its messages are made of frames (tested apart)",
    "GET /health": _SERVER,
    "GET /check_dice.py": _SERVER,
    "GET /new": _SERVER,
    "POST /new": _OWN,
    "POST /new/check": _OWN,
    "POST /battles": _OWN,
    "POST /look": _OWN,
    "GET /muster/{book}": _SERVER,
    "POST /muster/{book}": _OWN,
    "GET /companion/{book}": _SERVER,
    "POST /companion/{book}": _OWN,
    "GET /rules": _SERVER,
    "GET /rules/{book}": _SERVER,
    "GET /scenarios/{book}/{scenario}.svg": _SERVER,
    "GET /record": _SERVER,
    "POST /record/verify": _OWN,
    "POST /record/continue": _OWN,
    "GET /account": "of the account alone",
    **{
        f"POST /account/{deed}": "of the account alone"
        for deed in ("register", "login", "logout", "password", "claim", "delete")
    },
    "POST /join/{word}": _OWN,
    f"POST {SEAT}/seats": _OWN,
    f"POST {SEAT}/talk": _OWN,
    f"POST {SEAT}/talk/forget": _OWN,
    f"POST {SEAT}/notices": _OWN,
    f"POST {SEAT}/notices/drop": _OWN,
    f"POST {SEAT}/notices/test": _OWN,
    "POST /b/{battle}/clock": _UMPIRE,
    **{f"POST /b/{{battle}}/clock/{deed}": _UMPIRE for deed in ("pause", "go", "extend", "close", "again")},
    **{
        f"POST /b/{{battle}}/umpire/{deed}": _UMPIRE
        for deed in ("answer-for", "veto", "rule", "roll-again", "roll-back", "pause", "end")
    },
    **{
        f"POST /api/v1/battles/{{battle}}/umpire/{deed}": _UMPIRE
        for deed in ("answer", "veto", "rule", "roll-again", "roll-back", "pause", "go", "end")
    },
    "PUT /api/v1/battles/{battle}/clock": _UMPIRE,
    **{
        f"POST /api/v1/battles/{{battle}}/clock/{deed}": _UMPIRE
        for deed in ("pause", "go", "extend", "close")
    },
    "GET /api/v1/openapi.json": _SERVER,
    "GET /api/v1/docs": _SERVER,
    "GET /api/v1/books": _SERVER,
    "GET /api/v1/books/{book}": _SERVER,
    "GET /api/v1/books/{book}/rules": _SERVER,
    "GET /api/v1/books/{book}/rules/{clause}": _SERVER,
    "GET /api/v1/books/{book}/scenarios/{scenario}": _SERVER,
    "GET /api/v1/books/{book}/scenarios/{scenario}/picture.svg": _SERVER,
    "GET /api/v1/languages": _SERVER,
    "POST /api/v1/check": _OWN,
    "POST /api/v1/login": _OWN,
    "POST /api/v1/logout": _OWN,
    "POST /api/v1/take": _OWN,
    "POST /api/v1/battles": _OWN,
    "POST /api/v1/records/verify": _OWN,
    "POST /api/v1/records/continue": _OWN,
    "POST /api/v1/battles/{battle}/seats/{seat}/deeds": _OWN,
    f"POST {API}/talk": _OWN,
    f"DELETE {API}/talk/{{note}}": _OWN,
}
"""Addresses that are not looked at here, and why."""


def addresses() -> set[str]:
    """Every address of the application."""
    found: set[str] = set()
    for room in ROOMS:
        _collect(room.router, "", found)
    described = api.described(api.router)["paths"]
    found |= {f"{method.upper()} {path}" for path, methods in described.items() for method in methods}
    return found


def _collect(router: Any, prefix: str, found: set[str]) -> None:
    if router is api.router:
        found |= {"GET /api/v1/openapi.json", "GET /api/v1/docs"}
        return
    for route in router.routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            _collect(inner, prefix, found)
        else:
            found |= {f"{method} {route.path}" for method in route.methods if method != "HEAD"}
