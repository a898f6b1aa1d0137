"""Requests that do not fit their description are told where and what would be right, in the reader's language."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient

CASES: list[tuple[Any, str, str]] = [
    ({}, "book: is missing", "book: не указано"),
    ([], "the request: must be an object with fields", "запрос: ожидается объект с полями"),
    ({"book": 3}, "book: must be text", "book: ожидается текст"),
    ({"book": "x" * 201}, "book: may have 200 characters at most", "book: не больше 200 знаков"),
    ({"book": "a", "foo": 1}, "foo: is not known here", "foo: такого поля здесь нет"),
    ({"book": "a", "links": 0}, "links: must be 1 or more", "links: нужно не меньше 1"),
    ({"book": "a", "links": "many"}, "links: must be a whole number", "links: ожидается целое число"),
    ({"book": "a", "public": "maybe"}, "public: must be true or false", "public: ожидается true или false"),
    (
        {"book": "a", "undo": "always"},
        "undo: must be one of: usual, free, never",
        "undo: ожидается одно из: usual, free, never",
    ),
    (
        {"book": "a", "options": {"night": [1]}},
        "options.night: must be text or a whole number or true or false or a number",
        "options.night: ожидается текст или целое число или true или false или число",
    ),
    (
        {"book": "a", "armies": {"!": "x"}},
        "armies.!: must be text of the form",
        "armies.!: ожидается текст вида",
    ),
]


def test_each_mistake_has_its_place_and_its_words(client: TestClient) -> None:
    for body, *said in CASES:
        for lang, words in zip(("en", "ru"), said, strict=True):
            answer = client.post("/api/v1/battles", json=body, params={"lang": lang})
            assert answer.status_code == 422
            assert words in answer.json()["error"]


def test_only_the_nearest_of_several_ways_is_named(client: TestClient) -> None:
    made = client.post("/api/v1/battles", json={"book": "feudal", "scenario": "skirmish"}).json()
    at = f"/api/v1/battles/{made['battle']}/seats/lord/orders?lang=ru"
    headers = {"authorization": f"Bearer {made['seats']['lord']}"}
    long = client.post(at, json={"orders": [{"question": "q", "order": ["x" * 300]}]}, headers=headers)
    assert long.json()["error"] == "не понято: orders[0].order[0]: не больше 200 знаков"
    none = client.post(at, content="{", headers={**headers, "content-type": "application/json"})
    assert none.json()["error"] == "не понято: запрос: это не JSON"


def test_pages_say_it_too(client: TestClient) -> None:
    answer = client.post("/record/verify?lang=ru", headers={"accept": "application/json"})
    assert answer.json()["error"] == "не понято: record: не указано"
