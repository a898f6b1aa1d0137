"""The API: tokens, orders that count once, everything that the pages can do, and a computer player over it."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import select

from grognard.rulebooks import shelf
from grognard.web import api
from grognard.web.house import House
from grognard.web.people.seating import DEEDS
from grognard.web.store import Link, OrderKey, RecordLine
from tests.web.conftest import Server

PLAYER = Path(__file__).parents[2] / "docs" / "examples" / "computer_player.py"
Made = Mapping[str, Any]


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


class Seat:
    """A program in a seat."""

    def __init__(self, client: TestClient, made: Made, seat: str, token: str = "") -> None:
        self.client, self.seat = client, seat
        self.base = f"/api/v1/battles/{made['battle']}"
        self.headers = bearer(token or made["seats"][seat])

    def get(self, path: str, code: int = 200, **more: Any) -> Any:
        answer = self.client.get(f"{self.base}/seats/{self.seat}/{path}", headers=self.headers, **more)
        assert answer.status_code == code, answer.text
        return answer.json()

    def send(self, path: str, body: Any = None, code: int = 200, key: str = "") -> Any:
        headers = {**self.headers, **({"idempotency-key": key} if key else {})}
        answer = self.client.post(f"{self.base}/{path}", headers=headers, json=body)
        assert answer.status_code == code, answer.text
        return answer.json()

    def post(self, path: str, body: Any = None, code: int = 200, key: str = "") -> Any:
        return self.send(f"seats/{self.seat}/{path}", body, code, key)

    @property
    def asked(self) -> list[str]:
        return [one["id"] for one in self.get("questions") if one["answer"] is None]

    def first(self, question: str) -> dict[str, Any]:
        return {"question": question, "order": self.get(f"questions/{question}")["options"][0]["order"]}


@pytest.fixture
def made(client: TestClient) -> Made:
    """Two lords and a duke, each a person."""
    answer = client.post("/api/v1/battles", json={"book": "feudal", "scenario": "standard"})
    assert answer.status_code == 201
    found: Made = answer.json()
    return found


@pytest.fixture
def lord(client: TestClient, made: Made) -> Seat:
    return Seat(client, made, "lord_a")


# --- tokens ---


def test_a_token_opens_its_own_seat_and_no_other(client: TestClient, made: Made, lord: Seat) -> None:
    assert lord.get("view")["seat"] == "lord_a"
    base = f"/api/v1/battles/{made['battle']}/seats"
    assert client.get(f"{base}/duke/view", headers=lord.headers).status_code == 403
    assert client.get(f"{base}/umpire/view", headers=lord.headers).status_code == 403
    assert client.get(f"{base}/lord_a/view").status_code == 401
    forged = made["seats"]["lord_a"][:-1] + "x"
    refused = client.get(f"{base}/lord_a/view", headers=bearer(forged))
    assert refused.status_code == 401
    assert refused.headers["www-authenticate"] == "Bearer"
    assert set(refused.json()) == {"error", "clause", "hint", "problems"}


def test_the_cookie_of_a_browser_counts_for_nothing(app: FastAPI, client: TestClient, made: Made) -> None:
    browser = TestClient(app)
    browser.post(f"/join/{made['seats']['duke']}")
    assert browser.get(f"/b/{made['battle']}/duke").status_code == 200
    assert browser.get(f"/api/v1/battles/{made['battle']}/seats/duke/view").status_code == 401


def test_a_revoked_link_is_no_token_any_more(
    client: TestClient, house: House, made: Made, lord: Seat
) -> None:
    lord.get("view")
    host = Seat(client, made, "lord_a", made["host"])
    host.send("seats/lord_a/deeds", {"deed": "empty"})
    lord.get("view", 401)
    with house.store.reading() as db:
        assert db.get_one(Link, made["seats"]["lord_a"].partition(".")[0]).revoked


def test_a_link_used_by_a_program_is_shown_to_nobody_else(client: TestClient, made: Made, lord: Seat) -> None:
    host = bearer(made["host"])
    before = client.get(f"{lord.base}/seats", headers=host).json()
    assert before[0]["keys"][0]["token"] == made["seats"]["lord_a"]
    lord.get("view")
    after = client.get(f"{lord.base}/seats", headers=host).json()
    assert after[0]["keys"] == []
    assert after[0]["people"] == 1


def test_by_a_link_of_a_hand_over_the_seat_is_taken_first(client: TestClient, made: Made, lord: Seat) -> None:
    lord.send("seats/lord_a/deeds", {"deed": "hand_over"})
    keys = client.get(f"{lord.base}/seats", headers=lord.headers).json()[0]["keys"]
    token = next(one["token"] for one in keys if one["hand_over"])
    heir = Seat(client, made, "lord_a", token)
    heir.get("view", 403)
    taken = client.post("/api/v1/take", headers=heir.headers, json={"called": "Heir"})
    assert taken.json() == {"battle": made["battle"], "seat": "lord_a"}
    heir.get("view")
    lord.get("view", 401)


def test_observers_of_an_open_battle_need_no_token(client: TestClient) -> None:
    body = {"book": "feudal", "scenario": "standard", "public": True}
    made = client.post("/api/v1/battles", json=body).json()
    base = f"/api/v1/battles/{made['battle']}"
    assert client.get(base).json()["waiting_for"] == ["lord_a"]
    assert client.get(f"{base}/seats/observer/view").status_code == 200
    assert client.get(f"{base}/seats/duke/view").status_code == 401
    assert client.post(f"{base}/seats/observer/undo/refuse").status_code == 409


def test_an_accounts_token_opens_all_its_seats(app: FastAPI, client: TestClient) -> None:
    browser = TestClient(app)
    browser.post("/account/register", data={"name": "Ann", "password": "long enough"})
    browser.post("/battles", data={"book": "feudal", "scenario": "skirmish", "seat": "lord"})
    refused = client.post("/api/v1/login", json={"name": "Ann", "password": "wrong and long"})
    assert refused.status_code == 422
    token = client.post("/api/v1/login", json={"name": "Ann", "password": "long enough"}).json()["token"]
    (mine,) = client.get("/api/v1/battles", headers=bearer(token)).json()
    assert mine["my_move"]
    base = f"/api/v1/battles/{mine['battle']}/seats/lord"
    assert client.get(f"{base}/view", headers=bearer(token)).status_code == 200
    assert client.post("/api/v1/logout", headers=bearer(token)).json() == {"done": True}
    assert client.get(f"{base}/view", headers=bearer(token)).status_code == 401


# --- orders ---


def test_a_repeated_order_gives_the_same_receipt_and_changes_nothing(house: House, lord: Seat) -> None:
    body = {"orders": [lord.first("artefact:lord_a")]}
    first = lord.post("orders", body, key="one")
    length = lines(house)
    assert lord.post("orders", body, key="one") == first
    assert lines(house) == length
    assert lord.get("receipts") == first
    again = lord.post("orders", body, 409)
    assert again["error"]


def lines(house: House) -> int:
    with house.store.reading() as db:
        return len(list(db.scalars(select(RecordLine.n))))


def test_a_key_belongs_to_its_orders(lord: Seat) -> None:
    lord.post("orders", {"orders": [lord.first("artefact:lord_a")]}, key="one")
    other = {"orders": [{"question": "artefact:lord_a", "order": ["use", "weather_clear"]}]}
    assert "take a new key" in lord.post("orders", other, 409, "one")["hint"]


def test_a_refused_order_leaves_its_key_free(house: House, lord: Seat) -> None:
    wrong = {"orders": [{"question": "artefact:lord_a", "order": ["use", "nothing"]}]}
    refused = lord.post("orders", wrong, 409, "one")
    assert refused["clause"].startswith("FE-ART")
    assert refused["hint"]
    with house.store.reading() as db:
        assert db.scalar(select(OrderKey)) is None
    lord.post("orders", {"orders": [lord.first("artefact:lord_a")]}, key="one")


def test_an_order_whose_answer_was_lost_is_found_in_the_record(
    house: House, lord: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server dies between giving and answering: what stands in the record counts."""
    body = {"orders": [lord.first("artefact:lord_a")]}
    act = house.tables.act

    def killed(*given: Any, **more: Any) -> Any:
        act(*given, **more)
        raise SystemError

    monkeypatch.setattr(house.tables, "act", killed)
    with pytest.raises(SystemError):
        lord.post("orders", body, key="one")
    monkeypatch.undo()
    length = lines(house)
    (receipt,) = lord.post("orders", body, key="one")["receipts"]
    assert receipt["order"] == body["orders"][0]["order"]
    assert lines(house) == length


def test_one_key_from_many_threads_counts_once(house: House, lord: Seat) -> None:
    body, got = {"orders": [lord.first("artefact:lord_a")]}, []
    threads = [
        threading.Thread(target=lambda: got.append(lord.post("orders", body, key="one"))) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 6
    assert all(one == got[0] for one in got)


def test_all_orders_count_or_none(client: TestClient, made: Made) -> None:
    body = {"book": "feudal", "scenario": "agincourt"}
    henry = Seat(client, client.post("/api/v1/battles", json=body).json(), "henry")
    first, second = (henry.first(one) for one in henry.asked[:2])
    henry.post("orders", {"orders": [first, {**second, "order": ["fly"]}]}, 409)
    assert henry.get("receipts")["receipts"] == []
    henry.post("orders", {"orders": [first, first]}, 409)
    assert len(henry.post("orders", {"orders": [first, second]})["receipts"]) == 2


def test_an_order_is_judged_before_it_is_given(lord: Seat) -> None:
    orders = [["use", "weather_clear"], ["use", "nothing"]]
    found = lord.post("judge", {"question": "artefact:lord_a", "orders": orders})["orders"]
    assert [one["legal"] for one in found] == [True, False]
    assert found[1]["clause"].startswith("FE-ART")
    assert lord.asked == ["artefact:lord_a"]


def test_words_are_read_back_and_confirmed(client: TestClient, lord: Seat) -> None:
    read = lord.post("read", {"text": "use the staff of clear skies!\nand what about Zzz?"})
    (order,) = read["orders"]
    assert order["order"] == ["use", "weather_clear"]
    assert "Staff of clear skies" in order["words"]
    given = {"question": order["question"], "order": order["order"]}
    lord.post("orders", {"orders": [given], "version": read["version"]})
    refused = lord.post("orders", {"orders": [given], "version": read["version"]}, 409)
    assert "has gone on" in refused["error"]


def test_words_come_in_the_readers_language(lord: Seat) -> None:
    english, russian = (lord.get("questions", params={"lang": lang})[0]["words"] for lang in ("en", "ru"))
    assert english == "Use an artefact?"
    assert russian != english


def test_an_answer_is_taken_back_if_the_others_agree(client: TestClient, made: Made, lord: Seat) -> None:
    lord.post("orders", {"orders": [lord.first("artefact:lord_a")]})
    assert lord.post("undo") == {"done": False}
    lord.post("undo/agree", code=409)
    assert Seat(client, made, "duke").post("undo/agree") == {"done": False}
    assert Seat(client, made, "duke").get("view")["undo_asked"] == "lord_a"
    assert Seat(client, made, "lord_b").post("undo/agree") == {"done": True}
    assert lord.asked == ["artefact:lord_a"]
    lord.post("undo", code=409)


def test_the_past_is_what_the_seat_saw_then(lord: Seat) -> None:
    moment = lord.get("view")["moment"]
    before = lord.get("view")["view"]
    lord.post("orders", {"orders": [{"question": "artefact:lord_a", "order": ["use", "weather_clear"]}]})
    assert lord.get("view")["moment"] > moment
    assert lord.get("view", params={"at": moment})["view"] == before
    assert lord.get("log", params={"since": 3})["heard"][0]["number"] == 4
    lord.get("view", 422, params={"at": 999})


# --- the rest of the table ---


def test_everything_on_the_shelf_is_there(client: TestClient) -> None:
    for card in client.get("/api/v1/books").json():
        base = f"/api/v1/books/{card['id']}"
        first = client.get(f"{base}/rules").json()[0]
        assert client.get(f"{base}/rules/{first['clause']}").json() == first
        for key in card["scenarios"]:
            text = client.get(f"{base}/scenarios/{key}").json()["text"]
            found = client.post("/api/v1/check", json={"book": card["id"], "text": text})
            assert found.json() == {"good": True, "problems": []}
    assert client.get("/api/v1/books/chess").status_code == 404
    assert client.get("/api/v1/books/feudal/rules/FE-NO-99").status_code == 404


def test_all_problems_of_a_scenario_come_with_their_lines(client: TestClient) -> None:
    text = "scenario:\n  id: x\n  en: X\n  frost: 3\nside: []\n"
    found = client.post("/api/v1/check", json={"book": "feudal", "text": text}).json()
    assert not found["good"]
    assert len(found["problems"]) > 1
    begun = client.post("/api/v1/battles", json={"book": "feudal", "text": text})
    assert begun.status_code == 422
    assert begun.json()["problems"] == found["problems"]


def test_the_clock_is_the_hosts(client: TestClient, made: Made, lord: Seat) -> None:
    url, host = f"{lord.base}/clock", bearer(made["host"])
    body = {"fields": {"rule": "hours", "hours": 12, "zone": "Europe/Moscow"}}
    assert client.put(url, headers=lord.headers, json=body).status_code == 403
    assert client.put(url, json=body, headers=host).json()["fields"]["rule"] == "hours"
    assert client.put(url, json={"fields": {"zone": "Mars"}}, headers=host).status_code == 422
    client.post(f"{url}/pause", headers=host)
    assert (
        "stopped the battle" in lord.post("orders", {"orders": [lord.first("artefact:lord_a")]}, 409)["error"]
    )
    client.post(f"{url}/go", headers=host)
    lord.post("orders", {"orders": [lord.first("artefact:lord_a")]})


def test_the_umpire_answers_rules_and_ends(client: TestClient, house: House, made: Made) -> None:
    umpire, duke = Seat(client, made, "umpire"), Seat(client, made, "duke")
    desk = client.get(f"{umpire.base}/umpire/desk", headers=umpire.headers).json()
    assert {one["seat"] for one in desk["questions"]} == {"lord_a"}
    assert client.get(f"{umpire.base}/umpire/desk", headers=duke.headers).status_code == 403
    umpire.send("umpire/answer", {"question": "artefact:lord_a"})
    assert duke.asked == ["artefact:duke"]
    umpire.send("umpire/veto", {"question": "artefact:duke", "reason": "not so"}, 409)
    umpire.send("umpire/roll-back", {"line": 3, "reason": "not so"})
    assert duke.asked == []
    piece = next(one for one in desk["pieces"] if one["id"] == "a_bows")
    change = {"piece": "a_bows", "field": "hp", "value": piece["fields"]["hp"] - 1}
    umpire.send("umpire/rule", {"reason": "a stray dog", "changes": [change]})
    umpire.send("umpire/rule", {"reason": "", "changes": []}, 409)
    umpire.send("umpire/roll-again", {"reason": "cocked"}, 409)
    umpire.send("umpire/pause")
    umpire.send("umpire/go")
    umpire.send("umpire/end", {"reason": "supper", "winners": ["league"]})
    assert duke.get("view")["finished"]
    record = client.get(f"{umpire.base}/seats/duke/record", headers=duke.headers)
    judged = client.post("/api/v1/records/verify", json={"record": record.text}).json()
    assert judged["good"]
    assert judged["finished"]
    spoilt = record.text.replace("supper", "tea")
    assert client.post("/api/v1/records/verify", json={"record": spoilt}).status_code == 422


def test_a_record_goes_on_elsewhere(client: TestClient, house: House, made: Made, lord: Seat) -> None:
    url = f"{lord.base}/seats/umpire"
    record = client.get(f"{url}/record", headers=bearer(made["seats"]["umpire"])).text
    seed = json.dumps({"seed": client.get(f"/b/{made['battle']}/umpire/battle.jsonl.seed").text})
    assert client.post("/api/v1/records/continue", json={"record": record, "seed": seed}).status_code == 422
    with house.tables.reading(made["battle"]) as table:
        seed = json.dumps({"seed": table.game._seed.hex()})
    again = client.post("/api/v1/records/continue", json={"record": record, "seed": seed}).json()
    assert Seat(client, again, "lord_a").asked == ["artefact:lord_a"]


def test_talk_dice_and_reports(client: TestClient, made: Made, lord: Seat) -> None:
    duke = Seat(client, made, "duke")
    lord.post("talk", {"channel": "side:league", "words": "we <b>attack</b>"})
    lord.post("talk", {"channel": "public", "words": "hail"})
    assert [one["words"] for one in lord.get("talk")["messages"]] == ["we <b>attack</b>", "hail"]
    assert [one["words"] for one in duke.get("talk")["messages"]] == ["hail"]
    duke.post("talk", {"channel": "side:league", "words": "x"}, 409)
    lord.post("dice", {"words": "salt"})
    assert duke.get("dice")["words"] == [{"seat": "lord_a", "words": "salt"}]
    for form in lord.get("reports")["forms"]:
        assert lord.get("reports/all", params={"form": form, "detail": 2})["posts"]
    lord.get("reports/all", 403, params={"for": "duke"})


def test_every_deed_of_the_seats_page_is_described() -> None:
    described = api.described(api.router)["components"]["schemas"]["SeatDeed"]["properties"]["deed"]["enum"]
    assert set(described) == set(DEEDS)


def test_the_description_is_a_page_without_scripts(client: TestClient) -> None:
    page = client.get("/api/v1/docs")
    assert "<script" not in page.text.replace('<script type="module" src="/static/', "")
    for path in client.get("/api/v1/openapi.json").json()["paths"]:
        assert path in page.text
    assert client.get("/openapi.json").status_code == 404


# --- live ---


@pytest.mark.slow
def test_a_stream_tells_what_the_seat_may_know(server: Server) -> None:
    with httpx2.Client(base_url=server.url) as client:
        body = {"book": "feudal", "scenario": "standard"}
        made = client.post("/api/v1/battles", json=body).json()
        base = f"/api/v1/battles/{made['battle']}/seats"
        duke, lord = (bearer(made["seats"][one]) for one in ("duke", "lord_a"))
        with client.stream("GET", f"{base}/duke/stream", headers=duke) as stream:
            events = (json.loads(line[6:]) for line in stream.iter_lines() if line.startswith("data: "))
            first = next(events)
            assert first["questions"] == []
            order = {"question": "artefact:lord_a", "order": ["use", "weather_clear"]}
            client.post(f"{base}/lord_a/orders", headers=lord, json={"orders": [order]}).raise_for_status()
            second = next(events)
            assert second["kept"] == len(first["heard"])
            assert second["questions"] == [{"id": "artefact:duke", "kind": "artefact", "secret": False}]
            assert [one["number"] for one in second["heard"]] == [second["kept"] + 1, second["kept"] + 2]


@pytest.mark.slow
def test_the_example_computer_player_plays_a_battle_to_its_end(server: Server) -> None:
    body = {"book": "feudal", "scenario": "skirmish", "holders": {"umpire_raiders": "doctrine"}}
    with httpx2.Client(base_url=server.url) as client:
        made = client.post("/api/v1/battles", json=body).json()
        words = [server.url, made["battle"], "lord", made["seats"]["lord"]]
        done = subprocess.run(
            [sys.executable, str(PLAYER), *words], capture_output=True, text=True, check=False, timeout=120
        )
        assert done.returncode == 0, done.stderr
        base = f"/api/v1/battles/{made['battle']}"
        assert client.get(base, headers=bearer(made["host"])).json()["status"] == "over"


def test_a_battle_has_the_options_and_policies_that_were_asked_for(client: TestClient, house: House) -> None:
    body = {"book": "feudal", "scenario": "standard", "options": {"stall": "literal"}, "undo": "never"}
    made = client.post("/api/v1/battles", json=body).json()
    with house.tables.reading(made["battle"]) as table:
        assert table.game.setup.options["stall"] == "literal"
    lord = Seat(client, made, "lord_a")
    lord.post("orders", {"orders": [lord.first("artefact:lord_a")]})
    assert "stands" in lord.post("undo", code=409)["error"]
    wrong = {**body, "options": {"stall": "nothing"}}
    assert client.post("/api/v1/battles", json=wrong).status_code == 422
    wrong = {**body, "options": {"nothing": 1}}
    assert client.post("/api/v1/battles", json=wrong).status_code == 409


@pytest.mark.parametrize("path", ["/etc/passwd", "../../secret", "C:\\secret.tmj"])
def test_no_scenario_leads_to_a_file_of_this_machine(client: TestClient, path: str) -> None:
    for book in shelf.names():
        text = client.get(f"/api/v1/books/{book}/scenarios/skirmish").json()["text"]
        text = text.replace("scenario:\n", f"scenario:\n  map: {path}\n", 1)
        found = client.post("/api/v1/check", json={"book": book, "text": text}).json()
        assert any("outside the files" in one["message"] for one in found["problems"])


def test_questions_with_their_first_answers(client: TestClient) -> None:
    """One call instead of two for each order."""
    made = client.post("/api/v1/battles", json={"book": "feudal", "scenario": "skirmish"}).json()
    token = {"authorization": f"Bearer {made['seats']['lord']}"}
    base = f"/api/v1/battles/{made['battle']}/seats/lord/questions"
    bare = client.get(base, headers=token).json()
    assert all(one["answer"] is not None or "options" not in one for one in bare)
    for one in client.get(f"{base}?options=2", headers=token).json():
        alone = client.get(f"{base}/{one['id']}", headers=token).json()
        assert one["options"] == alone["options"][:2]
        assert one["more"] == max(0, len(alone["options"]) - 2)
    assert client.get(f"{base}?options=201", headers=token).status_code == 422
