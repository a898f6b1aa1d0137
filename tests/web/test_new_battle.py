"""Setting a battle up: scenarios shipped, uploaded and written, options, seats, dice, undo."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page, expect
from sqlalchemy import select

from grognard.files import read_yaml
from grognard.rulebooks import shelf
from grognard.web.house import House
from grognard.web.lobby.draft import leading_away
from grognard.web.store import Battle, Link, Seat

BASE = {"book": "feudal", "scenario": "skirmish", "deed": "begin"}
SKIRMISH = shelf.book("feudal").scenarios()["skirmish"].read_text("utf-8")


def begin(client: TestClient, more: dict[str, str], files: dict[str, bytes] | None = None) -> str:
    """The battle that the form begins; the client is where it leads."""
    sent = {f"file_text_{name}": ("x.yaml", raw, "text/plain") for name, raw in (files or {}).items()}
    answer = client.post("/new", data={**BASE, **more}, files=sent or None, follow_redirects=False)
    assert answer.status_code == 303, re.findall(r'role="alert">([^<]+)|<span>([^<]+)', answer.text)
    return answer.headers["location"].split("/")[2]


def setup_of(house: House, battle: str) -> Any:
    with house.tables.reading(battle) as table:
        return table.game.setup


def test_a_shipped_scenario_as_it_is(client: TestClient, house: House) -> None:
    battle = begin(client, {})
    setup = setup_of(house, battle)
    shipped = shelf.book("feudal").read_setup(shelf.book("feudal").scenarios()["skirmish"])
    assert setup.digest() == shipped.digest()
    with house.store.reading() as db:
        holders = {one.seat: one.holder for one in db.scalars(select(Seat).where(Seat.battle_id == battle))}
    assert holders == {"lord": "person", "umpire_raiders": "doctrine", "umpire": "default"}


def test_a_scenario_written_on_the_page_or_uploaded(client: TestClient, house: House) -> None:
    changed = SKIRMISH.replace("men: 60", "men: 90").replace("Raiders at the mill", "Raiders at my mill")
    written = begin(client, {"text_scenario": changed})
    uploaded = begin(client, {"text_scenario": SKIRMISH}, {"scenario": changed.encode()})
    assert setup_of(house, written).digest() == setup_of(house, uploaded).digest()
    assert "Raiders at my mill" in client.get("/").text


def sample(name: str) -> str:
    """A file of the game masters' guide."""
    guide = Path(__file__).parents[2] / "docs" / "game-master.md"
    (found,) = re.findall(rf"```yaml file={name}\n(.*?)```", guide.read_text("utf-8"), re.DOTALL)
    return str(found)


def test_a_map_drawn_in_tiled_comes_with_its_scenario(client: TestClient, house: House) -> None:
    scenario = sample("at_the_mill.yaml").replace("map: mill.tmj", "map: map.tmj")
    more = {"book": "pike_and_shot", "scenario": "", "text_scenario": scenario}
    battle = begin(client, more, {"map": sample("mill.tmj").encode()})
    assert setup_of(house, battle).terrain
    lost = client.post("/new", data={**BASE, **more})
    assert lost.status_code == 422
    assert "map.tmj: cannot be read" in lost.text
    page = client.get("/new?book=pike_and_shot&scenario=skirmish").text
    assert 'name="file_text_map" accept=".tmj,.tmx,.json,.xml"' in page
    assert "text_map" not in client.get("/new?book=feudal&scenario=skirmish").text


def test_all_problems_stand_beside_their_lines(client: TestClient) -> None:
    wrong = SKIRMISH.replace("troop: archers", "troop: arhcers").replace("men: 90", "men: many")
    answer = client.post("/new", data={**BASE, "text_scenario": wrong})
    assert answer.status_code == 422
    lines = wrong.splitlines()
    for bad in ("arhcers", "many"):
        at = next(n for n, line in enumerate(lines, 1) if bad in line)
        assert f'data-jump="scenario:{at}:' in answer.text
        assert f"<code>{lines[at - 1]}</code>" in answer.text
    assert "troop: arhcers" in answer.text.split("<textarea")[1]
    found = client.post("/new/check", data={**BASE, "text_scenario": wrong}).json()
    assert len(found["lines"]) == answer.text.count("data-jump=")


def test_house_rules_tables_and_armies(client: TestClient, house: House) -> None:
    army = shelf.book("feudal").template("army")
    more = {
        "text_house-rules": "options: {rout: never}\noverlays: [tables.yaml]\n",
        "text_tables": "option:\n  - {id: pursuit, default: none}\n",
        "text_army-lord": army,
    }
    setup = setup_of(house, begin(client, more))
    assert setup.options["rout"] == "never"
    assert setup.options["pursuit"] == "none"
    known = shelf.book("feudal").read_setup(shelf.book("feudal").scenarios()["skirmish"])
    assert set(setup.sheets) != set(known.sheets)
    answer = client.post("/new", data={**BASE, "text_house-rules": "options: {rout: sometimes}\n"})
    assert 'data-jump="house-rules:1:' in answer.text


def test_options_of_every_book_are_on_the_form(client: TestClient) -> None:
    for book in shelf.books():
        key = next(iter(book.scenarios()))
        text = client.get(f"/new?book={book.id}&scenario={key}").text
        for option in book.read_setup(book.scenarios()[key]).tables.options.values():
            assert f'name="option_{option.id}"' in text


@pytest.mark.parametrize(
    ("option", "given_value", "value"),
    [
        ("rout", "half", "half"),
        ("min_hit_damage", "1", 1),
        ("npc_secrecy", "False", False),
        ("nightfall", "7", 7),
    ],
)
def test_an_option_that_was_chosen_holds(
    client: TestClient, house: House, option: str, given_value: str, value: object
) -> None:
    setup = setup_of(house, begin(client, {f"option_{option}": given_value}))
    assert setup.options[option] == value


def test_what_an_option_cannot_be_is_said(client: TestClient) -> None:
    for wrong in ("many", "1000", "-3", "9" * 40):
        answer = client.post("/new", data={**BASE, "option_nightfall": wrong})
        assert answer.status_code == 422
        assert "nightfall" in answer.text.split('id="problems"')[1][:900]


def test_seats_umpire_public_dice_undo_and_clock(client: TestClient, house: House) -> None:
    more = {
        "scenario": "standard",
        "seat_lord_a": "random",
        "seat_lord_b": "invited",
        "seat_duke": "me",
        "seat_umpire": "invited",
        "public": "true",
        "links": "1000",
        "words": "by my sword",
        "undo": "never",
        "clock_rule": "hours",
        "clock_hours": "48",
    }
    battle = begin(client, more)
    with house.store.reading() as db:
        row = db.get(Battle, battle)
        holders = {one.seat: one.holder for one in db.scalars(select(Seat).where(Seat.battle_id == battle))}
        links = sorted(db.scalars(select(Link.seat).where(Link.battle_id == battle)))
    assert row is not None
    assert row.public
    assert row.policy["undo"] == "never"
    assert row.policy["clock"]["hours"] == 48
    assert holders == {"lord_a": "random", "lord_b": "person", "duke": "person", "umpire": "person"}
    assert links == ["duke", "host", "lord_b", "umpire"]
    with house.tables.reading(battle) as table:
        assert table.game.dice.links == 1000  # type: ignore[attr-defined]
    assert client.get(f"/b/{battle}/duke/seats").text.count("/join/") == 3


def test_in_a_battle_where_orders_stand_nothing_is_taken_back(client: TestClient) -> None:
    battle = begin(client, {"undo": "never"})
    answer = client.post(f"/b/{battle}/lord/undo", headers={"x-part": "1"})
    assert answer.status_code == 409
    assert "an order stands" in answer.text


@pytest.mark.parametrize(
    "wrong",
    [
        {"seat_lord": "genius"},
        {"undo": "sometimes"},
        {"links": "0"},
        {"clock_rule": "hours", "clock_hours": "-1"},
    ],
)
def test_what_the_form_does_not_offer_is_refused(
    client: TestClient, house: House, wrong: dict[str, str]
) -> None:
    assert client.post("/new", data={**BASE, **wrong}).status_code == 422
    with house.store.reading() as db:
        assert db.scalar(select(Battle.id)) is None


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../secret", "a/../../b.yaml", "C:\\\\secret", "\\\\\\\\host\\\\x"]
)
def test_a_form_reads_no_file_of_the_machine(client: TestClient, path: str) -> None:
    house_rules = f'overlays: ["{path}"]\n'
    answer = client.post("/new", data={**BASE, "text_house-rules": house_rules})
    assert answer.status_code == 422
    assert "outside the files of this form" in answer.text
    beside = client.post("/new", data={**BASE, "text_house-rules": "overlays: [other.yaml]\n"})
    assert "no such file" in beside.text


@given(st.lists(st.sampled_from(["..", ".", "a", "b.yaml", "", "/", "\\", "~"]), min_size=1, max_size=6))
def test_whatever_is_not_refused_stays_in_its_folder(
    tmp_path_factory: pytest.TempPathFactory, parts: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("form")
    name = "/".join(parts)
    path = folder / "x.yaml"
    path.write_text(f"key: '{name}'\n")
    if read_yaml(path).data["key"] and not list(leading_away(path)):
        assert (folder / name).resolve().is_relative_to(folder.resolve())


def test_a_file_in_other_letters_is_named_as_such(client: TestClient) -> None:
    raw = SKIRMISH.encode("cp1251", "replace")
    sent = {"file_text_scenario": ("x.yaml", raw, "text/plain")}
    answer = client.post("/new", data=BASE, files=sent)
    assert "not UTF-8" in answer.text


def test_names_of_files_that_were_sent_lead_nowhere(client: TestClient, tmp_path: Path) -> None:
    target = tmp_path / "written.yaml"
    sent = {"file_text_scenario": (str(target), SKIRMISH.encode(), "text/plain")}
    assert client.post("/new", data=BASE, files=sent).status_code == 200
    assert not target.exists()
    odd = client.post("/new", data={**BASE, "text_../../evil": "x: 1\n"})
    assert odd.status_code in (200, 422)


@pytest.mark.slow
def test_problems_appear_while_one_writes(tab: Page) -> None:
    tab.goto("/new?book=feudal&scenario=skirmish")
    tab.get_by_text("The scenario's text").click()
    field = tab.get_by_label("Scenario", exact=True)
    field.fill(SKIRMISH.replace("troop: archers", "troop: arhcers"))
    link = tab.locator("#problems a[data-jump]").first
    expect(link).to_be_visible()
    expect(tab.locator(".gutter .wrong").first).to_be_visible()
    link.click()
    expect(field).to_be_focused()
    field.fill(SKIRMISH.replace("Raiders at the mill", "Raiders at my mill"))
    expect(tab.get_by_text("No problems")).to_be_visible()
    tab.get_by_role("button", name="Begin the battle").click()
    expect(tab.get_by_role("heading", name="Raiders at my mill").first).to_be_visible()
