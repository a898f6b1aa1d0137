"""Orders by post may be corrected until all have answered: the last counts."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from fastapi.testclient import TestClient

from grognard.core.state import UMPIRE
from grognard.web.house import House
from tests.web.battle_scenes import SCRIPT, begun, now, play, sit


class Player:
    """A seat of a battle, over the API."""

    def __init__(self, client: TestClient, made: dict[str, Any], seat: str) -> None:
        self.client, self.base = client, f"/api/v1/battles/{made['battle']}/seats/{seat}"
        self.headers = {"authorization": f"Bearer {made['seats'][seat]}"}

    def read(self, text: str) -> dict[str, Any]:
        found: dict[str, Any] = self.client.post(
            f"{self.base}/read", json={"text": text}, headers=self.headers
        ).json()
        return found

    def post(self, text: str) -> dict[str, Any]:
        """Read a post and give what was understood without a doubt."""
        found = self.read(text)
        orders = [
            {"question": one["question"], "order": one["order"]} for one in found["orders"] if one["sure"]
        ]
        body = {"orders": orders, "version": found["version"]}
        self.client.post(f"{self.base}/orders", json=body, headers=self.headers).raise_for_status()
        return found

    def answers(self) -> dict[str, str]:
        asked = self.client.get(f"{self.base}/questions", headers=self.headers).json()
        return {one["id"]: one["answer"][0] if one["answer"] else "" for one in asked}


def test_a_later_post_replaces_orders_and_the_rest_leaves_them(client: TestClient) -> None:
    made = client.post("/api/v1/battles", json={"book": "fantasy", "scenario": "skirmish"}).json()
    free = Player(client, made, "free")
    free.post("f1 march forward 6\nf2 hold position")
    assert free.answers() == {"order:f1": "march", "order:f2": "hold", "order:f3": ""}
    found = free.post("f2 stand and shoot\nthe rest hold position")
    remarks = {one["question"]: one["remarks"] for one in found["orders"]}
    assert remarks == {
        "order:f2": ["in place of what was given before: hold position"],
        "order:f3": [],
    }
    assert free.answers() == {"order:f1": "march", "order:f2": "stand_and_shoot", "order:f3": "hold"}
    assert free.read("f1 march forward 6")["orders"] == []  # it stands so already
    assert free.read("hello everybody")["silent"] == []


def test_an_illegal_correction_changes_nothing(client: TestClient) -> None:
    made = client.post("/api/v1/battles", json={"book": "fantasy", "scenario": "skirmish"}).json()
    free = Player(client, made, "free")
    free.post("f1 march forward 6")
    found = free.read("f1 march forward 20")
    assert found["orders"][0]["refused"]
    body = {
        "orders": [{"question": "order:f1", "order": found["orders"][0]["order"]}],
        "version": found["version"],
    }
    refused = client.post(f"{free.base}/orders", json=body, headers=free.headers)
    assert refused.status_code == 409
    assert free.answers()["order:f1"] == "march"


# --- on the battle page ---

_TICK = re.compile(r"""name="given" value='([^']*)'""")


def ticks(html: str) -> list[str]:
    """The orders that a reading offers to give."""
    return [unescape(one) for one in _TICK.findall(html)]


def answers_now(house: House, battle: str) -> dict[str, tuple[str | int, ...]]:
    return {one.id: one.answer or () for one in now(house, battle, UMPIRE).moment.state.questions}


def test_orders_in_words_replace_sealed_ones_on_the_battle_page(client: TestClient, house: House) -> None:
    battle = begun(house, "fantasy")
    free = sit(client, house, battle, "free")

    def read(text: str, lang: str = "en") -> str:
        return client.post(f"{free}/read", data={"text": text}, params={"lang": lang}, headers=SCRIPT).text

    def give(given: list[str]) -> bool:
        answer = client.post(f"{free}/answers", data={"given": given}, headers=SCRIPT)
        return answer.status_code == 200 and "x-refused" not in answer.headers

    assert give(ticks(read("f1 march forward 6\nf2 hold position")))
    found = read("f1 stand and shoot\nf2 hold position", "ru")
    assert "вместо отданного раньше: марш" in found
    assert "отдано уже:" in found
    (correction,) = ticks(read("f2 stand and shoot"))
    assert give([correction])
    assert answers_now(house, battle)["order:f2"] == ("stand_and_shoot",)
    assert not give([correction])  # sent twice
    (late,) = ticks(read("f2 hold position"))
    before = now(house, battle, UMPIRE).moment.book.turn(now(house, battle, UMPIRE).moment.state)
    while now(house, battle, UMPIRE).moment.book.turn(now(house, battle, UMPIRE).moment.state) == before:
        play(house, battle, 1)
    while "order:f2" not in answers_now(house, battle):
        play(house, battle, 1)
    assert not give([late])  # of another turn
    assert answers_now(house, battle)["order:f2"] == ()


def test_what_was_read_in_another_turn_is_not_given_in_this(client: TestClient, house: House) -> None:
    made = client.post("/api/v1/battles", json={"book": "fantasy", "scenario": "skirmish"}).json()
    free = Player(client, made, "free")
    free.post("f1 hold position\nf2 hold position\nf3 hold position")
    found = free.read("f2 stand and shoot")
    play(house, made["battle"], 1)
    while "order:f2" not in answers_now(house, made["battle"]):
        play(house, made["battle"], 1)
    orders = [{"question": one["question"], "order": one["order"]} for one in found["orders"]]
    body = {"orders": orders, "version": found["version"]}
    refused = client.post(f"{free.base}/orders", json=body, headers=free.headers)
    assert refused.status_code == 409
    assert "has gone on" in refused.json()["error"]
