"""A battle on the floor, followed on a page that keeps its own text."""

from __future__ import annotations

import re
from html import unescape

from fastapi.testclient import TestClient

PAGE = "/companion/napoleonic"
BEGUN = "сражение skirmish\nход 1\nсхватка odessa > fr57 фронт: 5 3\n"


def test_a_line_is_answered_and_kept_in_the_page(client: TestClient) -> None:
    page = client.post(f"{PAGE}?lang=ru", data={"text": BEGUN, "line": "потери tarnopol 2"})
    assert page.status_code == 200
    assert "Завязли в перестрелке" in page.text
    assert "Тарнопольский пехотный" in page.text
    assert f"{BEGUN}потери tarnopol 2" in unescape(page.text)  # in the text that the page keeps
    assert re.search(r'href="/rules/napoleonic#NA-CC-20"', page.text)


def test_a_line_that_is_wrong_stays_where_it_is_typed(client: TestClient) -> None:
    page = client.post(
        f"{PAGE}?lang=en", data={"text": "battle skirmish\nturn 1\n", "line": "fight odessa > fr58"}
    )
    assert page.status_code == 422
    assert 'role="alert"' in page.text
    assert "did you mean &#39;fr57&#39;" in page.text
    assert 'value="fight odessa &gt; fr58"' in page.text
    assert "fr58" not in page.text[page.text.index("<textarea") :]


def test_dice_that_are_missing_are_asked_for(client: TestClient) -> None:
    page = client.post(f"{PAGE}?lang=en", data={"text": "battle skirmish", "line": "odessa > fr57"})
    assert page.status_code == 200
    assert "throw 1 for Odessa Infantry" in page.text
    assert 'value="odessa &gt; fr57: "' in page.text


def test_what_is_due_is_a_button_that_begins_the_line(client: TestClient) -> None:
    text = "battle skirmish\nodessa > fr57: 6 1\n"
    page = client.post(f"{PAGE}?lang=en", data={"text": text})
    assert re.search(r'class="must".*?value="obedience odessa: "', page.text)
    taken = client.post(f"{PAGE}?lang=en", data={"text": text, "take": "obedience odessa: "})
    assert 'name="line" value="obedience odessa: "' in taken.text
    undone = client.post(f"{PAGE}?lang=en", data={"text": text, "do": "undo"})
    assert "odessa &gt; fr57" not in undone.text


def test_text_goes_out_as_a_file_and_comes_in_again(client: TestClient) -> None:
    out = client.post(PAGE, data={"text": BEGUN, "do": "download"})
    assert (out.text, "attachment" in out.headers["content-disposition"]) == (BEGUN, True)
    back = client.post(
        f"{PAGE}?lang=en", data={"do": "upload"}, files={"ledger": ("battle.txt", out.content)}
    )
    assert "locked in a firefight" in back.text
    bad = client.post(
        f"{PAGE}?lang=en", data={"do": "upload"}, files={"ledger": ("battle.txt", b"\xff\xfe\x00")}
    )
    assert (bad.status_code, "no text in UTF-8" in bad.text) == (422, True)
    none = client.post(f"{PAGE}?lang=en", data={"do": "upload"})
    assert (none.status_code, "choose a text file" in none.text) == (422, True)


def test_army_files_after_the_battle(client: TestClient) -> None:
    over = BEGUN + "конец победили Русские\n"
    page = client.post(f"{PAGE}?lang=en", data={"text": over, "do": "follow"})
    assert 'name="army" value="russian_1"' in page.text
    army = client.post(PAGE, data={"text": over, "army": "russian_1"})
    assert "id: odessa, figures: 9" in army.text
    assert 'filename="russian_1.yaml"' in army.headers["content-disposition"]
    early = client.post(f"{PAGE}?lang=en", data={"text": BEGUN, "army": "russian_1"})
    assert (early.status_code, "the battle is not over" in early.text) == (409, True)


def test_no_file_of_the_server_is_read(client: TestClient) -> None:
    def followed(text: str) -> str:
        return client.post(f"{PAGE}?lang=en", data={"text": text, "do": "follow"}).text

    for name in ("/etc/passwd", "../../../etc/passwd", "napoleonic/../x.yaml"):
        assert "unknown scenario" in followed(f"battle {name}\n")
        army = followed(f"battle skirmish\narmy french_1 {name}\n")
        assert "army files are read by the program in a terminal only" in army


def test_words_come_out_as_words(client: TestClient) -> None:
    page = client.post(PAGE, data={"text": "note </textarea><script>alert(1)</script>", "line": "<b>x"})
    assert "<script>alert" not in page.text
    assert "<b>x" not in page.text


def test_a_book_without_battles_on_a_floor_says_so(client: TestClient) -> None:
    for answer in (client.get("/companion/feudal?lang=en"), client.post("/companion/feudal?lang=en")):
        assert answer.status_code == 409
        assert "follows no battles on a floor" in answer.text


def test_it_is_found_in_the_lobby_and_where_a_battle_is_set_up(client: TestClient) -> None:
    assert f'href="{PAGE}"' in client.get("/").text
    assert f'href="{PAGE}"' in client.get("/new?book=napoleonic&scenario=skirmish").text
    assert "/companion/" not in client.get("/new?book=feudal&scenario=skirmish").text
