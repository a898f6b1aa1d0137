"""Troops described on a page."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

LANCERS = "Сорок ветеранов-копейщиков со щитами, в кольчугах, стоят насмерть"


def test_a_description_becomes_numbers_with_their_reasons(client: TestClient) -> None:
    page = client.post("/muster/fantasy?lang=ru", data={"text": LANCERS})
    assert page.status_code == 200
    assert "ветеранов" in page.text
    assert re.search(r"<th scope=\"row\">WS</th><td>4</td>", page.text)
    assert LANCERS in page.text  # still there to be changed


def test_nothing_written_or_no_troops_in_it_is_said(client: TestClient) -> None:
    empty = client.post("/muster/fantasy", data={"text": " "})
    assert empty.status_code == 422
    assert "write who they are" in empty.text
    none = client.post("/muster/fantasy", data={"text": "hello everybody"})
    assert none.status_code == 422
    assert 'role="alert"' in none.text


def test_words_come_out_as_words(client: TestClient) -> None:
    page = client.post("/muster/fantasy", data={"text": "30 spearmen </textarea><script>alert(1)</script>"})
    assert "<script>alert" not in page.text


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_book_without_descriptions_says_so(client: TestClient, method: str) -> None:
    answer = getattr(client, method)(
        "/muster/feudal", **({"data": {"text": "x"}} if method == "post" else {})
    )
    assert answer.status_code == 409
    assert "makes no troops of descriptions" in answer.text


def test_it_is_found_where_a_scenario_is_written(client: TestClient) -> None:
    assert 'href="/muster/fantasy"' in client.get("/new?book=fantasy&scenario=skirmish").text
    assert "/muster/" not in client.get("/new?book=feudal&scenario=skirmish").text
