"""Orders by post may be corrected until all have answered: the last counts."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient


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
