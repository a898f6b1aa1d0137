"""Accounts: in and out, passwords, battles in one place, one's data."""

from __future__ import annotations

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import func, select

from grognard.web.accounts import keeping
from grognard.web.app import create_app
from grognard.web.house import House
from grognard.web.people import invite
from grognard.web.settings import Settings
from grognard.web.store import Account, Battle, Grant, Message, Seat, Visit
from grognard.web.store.database import now

ANNA = {"name": "Anna", "password": "correct horse"}


@pytest.fixture
def second(app: FastAPI, client: TestClient) -> TestClient:
    """Another browser, while the first is there."""
    return TestClient(app, headers={"accept-language": "en"})


def begin(client: TestClient) -> str:
    data = {"book": "feudal", "scenario": "skirmish"}
    answer = client.post("/battles", data=data, follow_redirects=False)
    return answer.headers["location"].split("/")[2]


def test_an_account_brings_the_battles_of_one_browser_to_another(
    client: TestClient, second: TestClient
) -> None:
    battle = begin(client)
    client.post("/account/register", data={**ANNA, "claim": "true"})
    assert f"/b/{battle}/lord" not in second.get("/").text
    second.post("/account/login", data=ANNA)
    assert f"/b/{battle}/lord" in second.get("/").text
    assert second.get(f"/b/{battle}/lord").status_code == 200


def test_battles_stay_with_the_browser_unless_they_are_claimed(
    client: TestClient, second: TestClient
) -> None:
    battle = begin(client)
    client.post("/account/register", data=ANNA)
    assert f"/b/{battle}/lord" in client.get("/").text
    second.post("/account/login", data=ANNA)
    assert f"/b/{battle}/lord" not in second.get("/").text
    client.post("/account/claim")
    assert f"/b/{battle}/lord" in second.get("/").text


def test_a_login_gives_a_new_cookie_and_the_old_one_opens_nothing(client: TestClient) -> None:
    begin(client)
    before = client.cookies["grognard"]
    client.post("/account/register", data={**ANNA, "claim": "true"})
    after = client.cookies["grognard"]
    assert before != after
    client.cookies.clear()
    client.cookies.set("grognard", before)
    assert "Your battles" not in client.get("/").text


def test_the_password_is_kept_as_argon2_and_nowhere_else(client: TestClient, house: House) -> None:
    client.post("/account/register", data=ANNA)
    with house.store.reading() as db:
        account = db.scalar(select(Account))
    assert account is not None
    assert account.password.startswith("$argon2id$")
    assert ANNA["password"] not in client.get("/account").text
    assert account.password not in client.get("/account/data").text


@pytest.mark.parametrize(
    ("name", "password", "words"),
    [
        ("anna", "another horse", "is taken"),
        ("", "long enough", "a name has"),
        ("x" * 61, "long enough", "a name has"),
        ("Boris", "short", "a password has"),
        ("Boris", "x" * 201, "a password has"),
    ],
)
def test_some_accounts_cannot_be_made(
    client: TestClient, second: TestClient, name: str, password: str, words: str
) -> None:
    second.post("/account/register", data=ANNA)
    answer = client.post("/account/register", data={"name": name, "password": password})
    assert answer.status_code == 409
    assert words in answer.text


def test_guessing_is_stopped_and_says_nothing_about_names(client: TestClient, second: TestClient) -> None:
    second.post("/account/register", data=ANNA)
    wrong = {"name": "ANNA", "password": "a wrong horse"}
    nobody = client.post("/account/login", data={**wrong, "name": "nobody"})
    known = client.post("/account/login", data=wrong)
    assert known.status_code == nobody.status_code == 403
    assert known.text.replace("ANNA", "nobody") == nobody.text
    for _ in range(keeping.TRIES_BY_NAME - 1):
        client.post("/account/login", data=wrong)
    assert client.post("/account/login", data=ANNA).status_code == 429


def test_logged_out_everywhere(client: TestClient, second: TestClient) -> None:
    client.post("/account/register", data=ANNA)
    second.post("/account/login", data=ANNA)
    assert "Logged in: 2." in client.get("/account").text
    client.post("/account/logout", data={"everywhere": "true"})
    assert "Log out here" not in client.get("/account").text
    assert "Log out here" not in second.get("/account").text


def test_another_password_logs_the_other_browsers_out(client: TestClient, second: TestClient) -> None:
    client.post("/account/register", data=ANNA)
    second.post("/account/login", data=ANNA)
    wrong = client.post("/account/password", data={"old": "guessed it", "password": "battery staple"})
    assert wrong.status_code == 409
    client.post("/account/password", data={"old": ANNA["password"], "password": "battery staple"})
    assert "Log out here" in client.get("/account").text
    assert "Log out here" not in second.get("/account").text
    assert second.post("/account/login", data=ANNA).status_code == 403
    assert second.post("/account/login", data={**ANNA, "password": "battery staple"}).status_code == 200


def test_my_data_names_what_is_mine_and_nothing_of_others(
    client: TestClient, second: TestClient, house: House
) -> None:
    mine, others = begin(client), begin(second)
    client.post("/account/register", data={**ANNA, "claim": "true"})
    text = client.get("/account/data").text
    assert mine in text
    assert "anna" in text
    assert others not in text
    assert client.cookies["grognard"] not in text


def test_deleted_data_is_gone(client: TestClient, house: House) -> None:
    battle = begin(client)
    client.post("/account/register", data={**ANNA, "claim": "true"})
    assert client.post("/account/delete", data={"password": ANNA["password"]}).status_code == 409
    assert client.post("/account/delete", data={"sure": "true", "password": "wrong"}).status_code == 409
    client.post("/account/delete", data={"sure": "true", "password": ANNA["password"]})
    with house.store.reading() as db:
        for table in (Account, Visit, Grant, Battle):
            assert db.scalar(select(func.count()).select_from(table)) == 0
    assert client.get(f"/b/{battle}/lord").status_code == 404


def test_whoever_leaves_for_good_leaves_his_seat_to_the_computer(
    client: TestClient, second: TestClient, house: House
) -> None:
    battle = begin(client)
    with house.store.writing() as db:
        link = invite(db, house.settings.secret, battle, "umpire_raiders")
        row = db.get(Seat, (battle, "umpire_raiders"))
        assert row is not None
        row.holder = "person"
    second.post(f"/join/{link}", data={"called": "Boris"})
    with house.store.writing() as db:
        visit = db.scalar(select(func.max(Visit.id)))
        note = {"battle_id": battle, "channel": "note:umpire_raiders", "seat": "umpire_raiders"}
        db.add(Message(**note, words="wait for night", at=now(), visit_id=visit))
    second.post("/account/delete", data={"sure": "true"})
    with house.store.reading() as db:
        row = db.get(Seat, (battle, "umpire_raiders"))
        assert row is not None
        assert (row.holder, row.called) == ("doctrine", "")
        assert db.scalar(select(func.count(Message.id))) == 0
    assert client.get(f"/b/{battle}/lord").status_code == 200


@pytest.mark.slow
def test_all_of_it_on_postgresql(postgres_url: str) -> None:
    house_app = create_app(Settings(database=postgres_url, secret="not very"))
    with TestClient(house_app, headers={"accept-language": "en"}) as client:
        battle = begin(client)
        talk = {"channel": "note:lord", "words": "wait for night"}
        assert client.post(f"/b/{battle}/lord/talk", data=talk).status_code == 200
        client.post("/account/register", data={**ANNA, "claim": "true"})
        assert client.post("/account/login", data={**ANNA, "password": "a wrong horse"}).status_code == 403
        assert client.get(f"/b/{battle}/lord/seats").status_code == 200
        assert f"/b/{battle}/lord" in client.get("/").text
        assert "wait for night" in client.get("/account/data").text
        client.post("/account/delete", data={"sure": "true", "password": ANNA["password"]})
        assert client.get(f"/b/{battle}/lord").status_code == 404
