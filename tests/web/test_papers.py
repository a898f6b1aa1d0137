"""Rules, dice and records in the war room."""

from __future__ import annotations

import math
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from grognard.core.dice import NeedDice
from grognard.core.game import Game
from grognard.rulebooks import shelf
from grognard.show.model import Die, Line
from grognard.web.dice.luck import luck
from grognard.web.house import House
from grognard.web.people import invite
from grognard.web.people.seats import take_seat
from grognard.web.people.visits import COOKIE, new_visit

BOOK = shelf.book("feudal")
SETUP = BOOK.read_setup(BOOK.scenarios()["skirmish"])


def default(game: Game) -> None:
    game.take_default(next(q for q in game.state.questions if q.answer is None))


def seat_at(house: House, client: TestClient, battle: str, *seats: str) -> None:
    """The client's browser sits there."""
    visitor = new_visit(house.store)
    with house.store.writing() as db:
        for seat in seats:
            take_seat(db, house.settings.secret, battle, seat, visitor)
    client.cookies.set(COOKIE, visitor.token)


@pytest.fixture
def battle(house: House) -> str:
    return house.tables.create(BOOK, SETUP, {}, seed=b"papers" * 4)


def finish(house: House, battle: str) -> None:
    while True:
        with house.tables.reading(battle) as table:
            if table.game.state.finished:
                return
        house.tables.act(battle, default)


# --- rules ---


@pytest.mark.parametrize("book", shelf.names())
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_clause_has_its_address(client: TestClient, book: str, lang: str) -> None:
    page = client.get(f"/rules/{book}", params={"lang": lang}).text
    clauses = shelf.book(book).rules_text(lang).paragraphs
    assert all(f'id="{clause}"' in page for clause in clauses)
    first = next(iter(clauses))
    assert f'href="/rules/{book}#{first}"' in client.get(f"/rules/{book}", params={"search": first}).text


def test_rules_are_escaped_and_an_unknown_book_is_said(client: TestClient) -> None:
    assert "<script>" not in client.get("/rules/feudal", params={"search": "<script>alert(1)</script>"}).text
    answer = client.get("/rules/monopoly")
    assert answer.status_code == 404
    assert "there is no rule book" in answer.text
    assert all(f"/rules/{name}" in client.get("/rules").text for name in shelf.names())


# --- dice ---


def test_luck_against_what_one_should_expect() -> None:
    dice = tuple(Die(face, 6) for face in (6, 6, 6, 6))
    (one,) = luck([Line("", dice=dice, side=1)])
    assert (one.side, one.sides, one.thrown, one.mean, one.expected) == (1, 6, 4, 6.0, 3.5)
    assert one.spread == pytest.approx(math.sqrt(35 / 12 / 4))
    assert one.deviation == pytest.approx(2.5 / one.spread)
    assert one.faces == (0, 0, 0, 0, 0, 4)


def test_the_dice_page_promises_then_takes_words_then_reveals(
    house: House, client: TestClient, battle: str
) -> None:
    seat_at(house, client, battle, "lord")
    at = f"/b/{battle}/lord/dice"
    with house.tables.reading(battle) as table:
        commitment, seed = table.game.record.header.commitment, b"papers" * 4
    page = client.get(at).text
    assert commitment in page
    assert seed.hex() not in page
    assert "“salt & <b>pepper</b>”" not in client.post(at, data={"words": "salt & <b>pepper</b>"}).text
    assert "<li>The fief: “salt &amp; &lt;b&gt;pepper&lt;/b&gt;”" in client.get(at).text
    finish(house, battle)
    assert client.post(at, data={"words": "late"}).status_code == 409
    page = client.get(at).text
    assert seed.hex() in page
    assert "d20" in page


# --- records ---


def test_a_record_is_the_umpires_until_all_is_over(house: House, client: TestClient, battle: str) -> None:
    seat_at(house, client, battle, "lord")
    at = f"/b/{battle}/lord"
    refused = client.get(f"{at}/battle.jsonl")
    assert refused.status_code == 403
    assert client.get(f"{at}/battle.jsonl.seed").status_code == 403
    assert "In order." in client.get(f"{at}/record", params={"verify": True}).text
    finish(house, battle)
    assert client.get(f"{at}/battle.jsonl").status_code == 200
    assert client.get(f"{at}/battle.jsonl.seed").status_code == 403


def test_a_battle_hands_its_results_on_when_it_is_over(house: House, client: TestClient) -> None:
    book = shelf.book("modern")
    battle = house.tables.create(book, book.read_setup(book.scenarios()["skirmish"]), {}, seed=b"mills" * 7)
    seat_at(house, client, battle, "west-1")
    at = f"/b/{battle}/west-1"
    assert client.get(f"{at}/aftermath").status_code == 403
    house.tables.act(battle, default)
    house.tables.act(battle, default)
    house.tables.act(battle, lambda game: game.submit("east-1", game.asked("east-1")[0].id, ("concede",)))
    assert f'href="{at}/aftermath"' in client.get(f"{at}/record").text
    answer = client.get(f"{at}/aftermath")
    assert 'filename="battle_result.toml"' in answer.headers["content-disposition"]
    found = tomllib.loads(answer.text)
    assert (found["winner"], found["reason"]) == ("west", "c")
    assert "Short report" in found["report"]


def test_a_book_without_results_says_so(house: House, client: TestClient, battle: str) -> None:
    seat_at(house, client, battle, "lord")
    finish(house, battle)
    assert "aftermath" not in client.get(f"/b/{battle}/lord/record").text
    refused = client.get(f"/b/{battle}/lord/aftermath")
    assert refused.status_code >= 400
    assert "hand on no file of results" in refused.text


def test_armies_march_on_and_belong_to_their_side(house: House, client: TestClient, battle: str) -> None:
    seat_at(house, client, battle, "lord")
    at, api = f"/b/{battle}/lord", f"/api/v1/battles/{battle}/seats/lord"
    with house.store.writing() as db:
        word = invite(db, house.settings.secret, battle, "lord")
    client.headers["authorization"] = f"Bearer {word}"
    early = client.get(f"{at}/armies/lord")
    assert early.status_code == 409
    assert "when the battle is over" in early.text
    assert client.get(f"{api}/armies").json() == []
    finish(house, battle)
    links = re.findall(r'href="([^"]*/armies/[^"]*)"', client.get(f"{at}/record").text)
    assert links == [f"{at}/armies/lord"]
    assert f'href="{at}/record#armies"' in client.get(at).text
    mine = client.get(links[0])
    assert 'filename="army-lord.yaml"' in mine.headers["content-disposition"]
    with house.tables.reading(battle) as table:
        assert mine.text == BOOK.roster(table.game.setup, table.game.state, "lord", "en")
    assert client.get(f"{api}/armies/lord").text == mine.text
    assert [one["seat"] for one in client.get(f"{api}/armies").json()] == ["lord"]
    for foreign in ("umpire_raiders", "umpire", "nobody"):
        refused = client.get(f"{api}/armies/{foreign}")
        assert (refused.status_code, "army:" in refused.text) == (403, False)
        assert "belongs to its side" in refused.text
        assert client.get(f"{at}/armies/{foreign}").status_code == 403
    seat_at(house, client, battle, "umpire")
    links = re.findall(r'href="([^"]*/armies/[^"]*)"', client.get(f"/b/{battle}/umpire/record").text)
    assert links == [f"/b/{battle}/umpire/armies/{one}" for one in ("lord", "umpire_raiders")]
    assert all(client.get(link).is_success for link in links)
    seat_at(house, client, battle, "observer")
    assert "/armies/" not in client.get(f"/b/{battle}/observer/record").text
    assert client.get(f"/b/{battle}/observer/armies/lord").status_code == 403


@pytest.mark.parametrize("book", shelf.names())
def test_books_say_rightly_whether_battles_leave_army_files(
    house: House, client: TestClient, book: str
) -> None:
    found = shelf.book(book)
    setup = found.read_setup(found.scenarios()["skirmish"])
    battle = house.tables.create(found, setup, {}, seed=b"mills" * 7)
    house.tables.act(battle, lambda game: game.end("dinner"))
    seat_at(house, client, battle, "umpire")
    one = setup.seats[0].id
    answer = client.get(f"/b/{battle}/umpire/armies/{one}")
    assert answer.is_success == found.has_army_files
    assert ("has no army files" in answer.text) == (not found.has_army_files)


def test_a_record_goes_down_and_up_and_on(
    house: House, client: TestClient, battle: str, tmp_path: Path
) -> None:
    house.tables.act(battle, default)
    seat_at(house, client, battle, "umpire")
    record = client.get(f"/b/{battle}/umpire/battle.jsonl").content
    seed = client.get(f"/b/{battle}/umpire/battle.jsonl.seed").content
    refused = client.post("/record/continue", files={"record": record})
    assert refused.status_code == 422
    assert "its seed is needed" in refused.text
    assert client.post("/record/continue", files={"record": record, "seed": b"{}"}).status_code == 422
    wrong = client.post("/record/continue", files={"record": record, "seed": b'{"seed": "00"}'})
    assert "not the seed" in wrong.text
    files = {"record": record, "seed": seed}
    moved = (
        client.post("/record/continue", files=files, follow_redirects=False).headers["location"].split("/")[2]
    )
    assert moved != battle
    finish(house, moved)
    finish(house, battle)
    with house.tables.reading(moved) as there, house.tables.reading(battle) as here:
        data = there.game.record.written()
        assert data == here.game.record.written()
    judged = client.post("/record/verify", files={"record": data}).text
    assert "the second checker, which shares no code with the program, agrees" in judged
    again = client.post("/record/continue", files={"record": data}, follow_redirects=False)
    assert again.headers["location"].endswith("/observer")
    (tmp_path / "battle.jsonl").write_bytes(data)
    (tmp_path / "check_dice.py").write_bytes(client.get("/check_dice.py").content)
    done = subprocess.run([sys.executable, "-I", "check_dice.py", "battle.jsonl"], cwd=tmp_path, check=False)
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "it has no whole line"),
        (b"PK\x03\x04\n", "line 1: this is no line of a record"),
        (b'{"n":0}\n', "line 1: this is no line of a record"),
    ],
)
def test_what_is_no_record_is_told_so(client: TestClient, data: bytes, words: str) -> None:
    for way in ("verify", "continue"):
        answer = client.post(f"/record/{way}", files={"record": data})
        assert answer.status_code == 422
        assert words in answer.text


def test_a_battle_with_real_dice_goes_on_at_a_terminal_only(client: TestClient) -> None:
    game = typed_battle()
    answer = client.post(
        "/record/continue", files={"record": game.record.written(), "seed": b'{"seed": "00"}'}
    )
    assert answer.status_code == 422
    assert "real dice are typed in at a terminal only (grognard play --dice typed)" in answer.text
    upload = {"record": game.record.written().decode(), "seed": '{"seed": "00"}'}
    assert "real dice" in client.post("/api/v1/records/continue", json=upload).json()["error"]
    wanted = {"book": "feudal", "scenario": "skirmish", "dice": "typed"}
    refused = client.post("/api/v1/battles", json=wanted)
    assert refused.status_code == 409
    assert "real dice" in refused.json()["error"]
    assert "grognard play --dice typed" in client.get("/new?book=feudal&scenario=skirmish").text
    game.end("a draw")
    over = client.post(
        "/record/continue",
        files={"record": game.record.written(), "seed": b'{"seed": "00"}'},
        follow_redirects=False,
    )
    assert "real ones, thrown on a table" in client.get(f"{over.headers['location']}/dice").text


def typed_battle() -> Game:
    """A battle that has begun with real dice."""
    faces: list[int] = []
    while True:
        try:
            return Game.new(BOOK, SETUP, seed=b"", dice="typed", faces=faces)
        except NeedDice as need:
            faces += [1] * need.chance.count
