"""From the lobby to a battle."""

from __future__ import annotations

from fastapi.testclient import TestClient
from playwright.sync_api import Page


def test_one_click_begins_a_battle_against_the_computer(client: TestClient) -> None:
    answer = client.post("/battles", data={"book": "feudal", "scenario": "skirmish"})
    assert answer.status_code == 200
    assert "Mill watch" in answer.text


def test_in_a_real_browser_too(tab: Page) -> None:
    tab.goto("/")
    tab.get_by_role("button", name="Raiders at the mill").click()
    tab.get_by_role("button", name="advance").click()
    tab.get_by_text("The battle begins").wait_for()
