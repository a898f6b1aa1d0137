"""Paper for a real table, offered by the page of a battle."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

from grognard.rulebooks import shelf
from grognard.web.house import House
from tests.web.battle_scenes import begun, sit, word_for

WITH = [one.id for one in shelf.books() if one.has_order_sheets]
WITHOUT = [one for one in shelf.names() if one not in WITH]


@pytest.mark.parametrize("book", WITH)
def test_a_seat_prints_its_own_sheet_alone(client: TestClient, house: House, book: str) -> None:
    battle = begun(house, book)
    first, second = (
        seat.id for seat in shelf.book(book).read_setup(shelf.book(book).scenarios()["skirmish"]).seats
    )
    here = sit(client, house, battle, first)
    assert f'href="{here}/sheets"' in client.get(here).text
    sheets = client.get(f"{here}/sheets").text
    assert re.findall('id="orders-([^"]*)"', sheets) == [first]
    key = {"authorization": f"Bearer {word_for(house, battle, first)}"}
    said = client.get(f"/api/v1/battles/{battle}/seats/{first}/sheets", headers=key).json()["sheets"]
    assert "Orders of" in said
    there = sit(TestClient(client.app), house, battle, second)
    assert client.get(f"{there}/sheets").status_code == 403


@pytest.mark.parametrize("book", WITHOUT)
def test_a_book_without_them_offers_none(client: TestClient, house: House, book: str) -> None:
    battle = begun(house, book)
    seat = shelf.book(book).read_setup(shelf.book(book).scenarios()["skirmish"]).seats[0].id
    here = sit(client, house, battle, seat)
    assert "/sheets" not in client.get(here).text
    answer = client.get(f"{here}/sheets")
    assert (answer.status_code, "no order sheets" in answer.text) == (409, True)
