"""A computer player over the API: python computer_player.py SERVER BATTLE SEAT TOKEN

TOKEN is the last part of the address of the seat's invitation (/join/TOKEN). The player waits until its seat is asked,
looks at what each answer may bring, and gives the most promising one. It needs Python's standard library only.
"""

from __future__ import annotations

import json
import sys
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from typing import Any


class Seat:
    """A seat of a battle, as the API shows it."""

    def __init__(self, server: str, battle: str, seat: str, token: str) -> None:
        self.address = f"{server}/api/v1/battles/{battle}/seats/{seat}"
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def call(self, path: str, body: Any = None, **more: str) -> Any:
        """Ask for ``path``, or send ``body`` there."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}/{path}", data, {**self.headers, **more})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            told = json.load(error)
            raise SystemExit(f"{told['error']} ({told['clause']}) {told['hint']}") from None

    def changes(self) -> Iterator[dict[str, Any]]:
        """Facts now, and again whenever the seat sees something new (server-sent events)."""
        request = urllib.request.Request(f"{self.address}/stream", headers=self.headers)
        with urllib.request.urlopen(request, timeout=60) as lines:
            for line in lines:
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])

    def give(self, question: str, order: list[str | int]) -> None:
        """Give an order. The key makes it safe to send again if the answer is lost on the way."""
        body = {"orders": [{"question": question, "order": order}]}
        self.call("orders", body, **{"Idempotency-Key": uuid.uuid4().hex})


def best(seat: Seat, question: dict[str, Any]) -> list[str | int]:
    """The answer with the best first chance; the first of those that are equal. (A better player would look at the
    position: ``seat.call("view")``.)"""
    options = [one["order"] for one in question["options"]]
    judged = seat.call("judge", {"question": question["id"], "orders": options})["orders"]
    return max(judged, key=lambda one: one["chances"][0]["chance"] if one["chances"] else 0.0)["order"]  # type: ignore[no-any-return]


def play(seat: Seat) -> None:
    """Answer whatever is asked until the battle is over."""
    for facts in seat.changes():
        if facts["finished"]:
            return
        while asked := [one for one in seat.call("questions?options=48") if one["answer"] is None]:
            seat.give(asked[0]["id"], best(seat, asked[0]))


if __name__ == "__main__":
    play(Seat(*sys.argv[1:5]))
