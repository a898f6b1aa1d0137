"""Whatever is sent to the API: no mistake of ours, and every answer as the description has it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, settings
from schemathesis.generation.case import Case

from grognard.rulebooks import shelf
from grognard.web import api
from grognard.web.app import create_app
from grognard.web.settings import Settings

SCHEMA = schemathesis.openapi.from_dict(api.described(api.router))
SCHEMA.config.phases.coverage.enabled = False
ENDLESS = "/api/v1/battles/{battle}/seats/{seat}/stream"
FEW = settings(
    max_examples=4,
    deadline=None,
    database=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


class World(NamedTuple):
    """A server with a battle of every book, and a token for each of their seats."""

    client: TestClient
    battles: Sequence[Mapping[str, Any]]
    victim: Mapping[str, Any]
    """Its seats are emptied and given away."""

    def real(self, case: Case[Any], at: int) -> dict[str, str]:
        """A seat that there is, in the place of whatever was made up."""
        battle = self.battles[at % len(self.battles)]
        if case.operation.path.endswith("/deeds"):
            battle = self.victim
        seat = sorted(battle["seats"])[at % len(battle["seats"])]
        if "/umpire/" in case.operation.path:
            seat = "umpire"
        elif "/clock" in case.operation.path:
            return {"battle": battle["battle"], "token": battle["host"]}
        return {
            "battle": battle["battle"],
            "seat": seat,
            "token": battle["seats"][seat],
            "book": battle["book"],
        }


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    path = tmp_path_factory.mktemp("fuzz") / "warroom.db"
    chosen = Settings(f"sqlite:///{path}", "not very", requests_a_minute=10**6)
    with TestClient(create_app(chosen), raise_server_exceptions=True) as client:
        battles = []
        for book in (shelf.names()[0], *shelf.names()):
            body = {"book": book, "scenario": "skirmish"}
            battles.append({**client.post("/api/v1/battles", json=body).json(), "book": book})
        yield World(client, battles[1:], battles[0])


@(SCHEMA.exclude(path=ENDLESS).parametrize())
@FEW
def test_no_request_breaks_anything(case: Case[Any], world: World) -> None:
    found = world.real(case, len(repr(case.body)))
    for name in ("battle", "seat", "book"):
        if name in case.path_parameters and name in found:
            case.path_parameters[name] = found[name]
    headers = {"authorization": f"Bearer {found['token']}"}
    sent = case.as_transport_kwargs(base_url="http://testserver", headers=headers)
    sent.pop("cookies", None)
    if isinstance(sent.get("data"), bytes | str):
        sent["content"] = sent.pop("data")
    answer = world.client.request(**sent)
    assert answer.status_code < 500, answer.text
    case.validate_response(
        answer,
        checks=[
            schemathesis.checks.response_schema_conformance,
            schemathesis.checks.status_code_conformance,
            schemathesis.checks.content_type_conformance,
        ],
    )


NONSENSE = ("", "nobody", "x" * 200, "№ 1", "-1", "1e9", "0.5", "null", "true", -1, 0, 1, 2**31 - 1, -(2**31))


def spoilt(order: Sequence[str | int], words: Sequence[str | int], rng: random.Random) -> list[str | int]:
    """An order with something wrong with it, or nothing."""
    made = list(order)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(made) + 1)
        match rng.randrange(4):
            case 0 if len(made) > 1:
                del made[min(at, len(made) - 1)]
            case 1:
                made.insert(at, rng.choice(words))
            case 2:
                made[min(at, len(made) - 1)] = rng.choice(words)
            case _:
                made = made[:1] + [rng.choice(words) for _ in made[1:]]
    return made


@pytest.mark.slow
@pytest.mark.parametrize("book", shelf.names())
def test_no_order_breaks_a_rule_book(book: str, world: World) -> None:
    """Play at random; before every answer the question gets spoilt ones, which are refused or taken."""
    rng = random.Random(7)
    made = world.client.post("/api/v1/battles", json={"book": book, "scenario": "standard"}).json()
    for _ in range(40):
        waiting = world.client.get(f"/api/v1/battles/{made['battle']}", headers=bearer(made["host"])).json()[
            "waiting_for"
        ]
        if not waiting:
            break
        answer_badly_then_well(world.client, made, rng.choice(waiting), rng)


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def answer_badly_then_well(
    client: TestClient, made: Mapping[str, Any], seat: str, rng: random.Random
) -> None:
    base, headers = f"/api/v1/battles/{made['battle']}/seats/{seat}", bearer(made["seats"][seat])
    asked = [one for one in client.get(f"{base}/questions", headers=headers).json() if not one["answer"]]
    if not asked:
        return
    question = rng.choice(asked)["id"]
    found = client.get(f"{base}/questions/{question}", headers=headers).json()["options"]
    words = [*NONSENSE, *(word for one in found for word in one["order"])]
    wrong = [spoilt(rng.choice(found)["order"], words, rng) for _ in range(8)]
    judged = client.post(
        f"{base}/judge", headers=headers, json={"question": question, "orders": wrong, "ghost": True}
    )
    assert judged.status_code == 200, (question, wrong, judged.text)
    bad = [one for one, verdict in zip(wrong, judged.json()["orders"], strict=True) if not verdict["legal"]]
    for order in (*bad[:1], rng.choice(found)["order"]):
        body = {"orders": [{"question": question, "order": order}]}
        given = client.post(f"{base}/orders", headers=headers, json=body)
        assert given.status_code == (409 if order in bad else 200), (question, order, given.text)
