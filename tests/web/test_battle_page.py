"""The battle page without a browser: parts, answers, prices, orders in words, taking back, earlier moments."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from fastapi import FastAPI
from fastapi.testclient import TestClient

from grognard import locale
from grognard.core.game import seal
from grognard.core.state import PUBLIC, UMPIRE
from grognard.show.style import INKS
from grognard.web.battle.svg import whole
from grognard.web.computers import PLAYERS
from grognard.web.house import House
from grognard.web.live.hub import Audience
from grognard.web.static_files import STATIC
from tests.web.battle_scenes import SCRIPT, begun, give, now, orders_in, play, sit, until_asked

_PO = Path(locale.__file__).parent / "ru" / "LC_MESSAGES"
ONE, TWO = "lord", "umpire_raiders"


@pytest.fixture
def battle(house: House) -> str:
    return begun(house)


@pytest.fixture
def one(client: TestClient, house: House, battle: str) -> str:
    """The address of the first seat's page; the client sits there."""
    return sit(client, house, battle, ONE)


@pytest.fixture
def rival(app: FastAPI, client: TestClient, house: House, battle: str) -> TestClient:
    """Somebody else's browser, in the other seat."""
    other = TestClient(app, headers={"accept-language": "en"})
    sit(other, house, battle, TWO)
    return other


def test_the_page_shows_table_question_forces_and_log(client: TestClient, one: str) -> None:
    page = client.get(one).text
    for words in ("Raiders at the mill", "Mill watch", "Order of battle", "The battle begins", "Your move"):
        assert words in page
    assert page.count("<svg ") >= 1
    assert "data-unit" in page
    assert len(orders_in(page)) >= 2


def test_in_russian_nothing_of_the_page_is_left_in_english(client: TestClient, one: str) -> None:
    page = client.get(f"{one}?lang=ru").text
    assert "Отдать приказ" in page
    assert "Ваш ход" in page
    with (_PO / "web_battle.po").open("rb") as file:
        said = [str(message.id) for message in read_po(file) if message.id]
    assert [one for one in said if len(one) > 12 and "{" not in one and one in page] == []


def test_an_answer_gives_a_receipt_that_holds(
    client: TestClient, house: House, battle: str, one: str
) -> None:
    question, order = (sight := now(house, battle, ONE)).asked[0], sight.options(sight.asked[0])[0]
    html = give(client, house, battle, ONE).text
    shown, salt = re.findall(r"<dd><code>([0-9a-f]+)</code></dd>", html)
    assert shown == seal(salt, ONE, question.id, order)
    assert shown in client.get(f"{one}/receipts").text


def test_without_a_script_the_answer_leads_back_to_the_page(client: TestClient, one: str) -> None:
    page = client.get(one).text
    question = re.search(r'name="question" value="([^"]*)"', page)
    assert question is not None
    data = {"question": question[1], "order": json.dumps(orders_in(page)[0])}
    answer = client.post(f"{one}/answer", data=data)
    assert answer.history[0].status_code == 303
    assert str(answer.url).endswith(one)


@pytest.mark.parametrize("order", ["", "[]", "hold", '{"a": 1}', '[["hold"]]', "[null]", "[1.5]"])
def test_what_is_no_order_is_refused_in_words(
    client: TestClient, house: House, battle: str, one: str, order: str
) -> None:
    question = now(house, battle, ONE).asked[0].id
    answer = client.post(f"{one}/answer", data={"question": question, "order": order}, headers=SCRIPT)
    assert answer.status_code in (409, 422)
    assert answer.headers["content-type"].startswith("text/plain")


def test_an_answer_to_nothing_changes_nothing(
    client: TestClient, house: House, battle: str, one: str
) -> None:
    before = now(house, battle, ONE).moment.sha
    answer = client.post(
        f"{one}/answer", data={"question": "melee_order:x", "order": '["hold"]'}, headers=SCRIPT
    )
    assert answer.status_code == 409
    assert now(house, battle, ONE).moment.sha == before


def test_one_may_not_answer_for_another_seat(client: TestClient, house: House, battle: str, one: str) -> None:
    question = now(house, battle, TWO).asked[0].id
    data = {"question": question, "order": '["hold"]'}
    assert client.post(f"/b/{battle}/{TWO}/answer", data=data, headers=SCRIPT).status_code == 403
    assert client.post(f"{one}/answer", data=data, headers=SCRIPT).status_code == 409


# --- several questions ---


def test_several_open_questions_stand_side_by_side(client: TestClient, house: House) -> None:
    battle = begun(house, scenario="standard")
    page = sit(client, house, battle, "lord_a")
    while len(now(house, battle, "lord_a").asked) < 2:
        play(house, battle, 1)
    first, second = now(house, battle, "lord_a").asked[:2]
    assert f'data-question="{first.id}"' in client.get(page).text
    assert f'data-question="{second.id}"' in client.get(page, params={"q": second.id}).text
    part = client.get(f"{page}/question", params={"q": second.id}).text
    assert f'data-question="{second.id}"' in part
    assert f'data-ask="{first.id}"' in part
    give(client, house, battle, "lord_a")
    assert "Answered, waiting for the others" in client.get(page).text


# --- prices and hands ---


def test_prices_come_for_all_answers_at_once(client: TestClient, house: House, battle: str, one: str) -> None:
    while now(house, battle, ONE).asked[:1] == () or now(house, battle, ONE).asked[0].kind != "melee_order":
        play(house, battle, 1)
    sight = now(house, battle, ONE)
    orders = [list(order) for order in sight.options(sight.asked[0])]
    prices = client.post(f"{one}/previews", json={"question": sight.asked[0].id, "orders": orders}).json()
    assert len(prices) == len(orders)
    assert any("%" in price["short"] and "hits" in price["html"] for price in prices)


@pytest.mark.parametrize("body", [b"", b"[]", b'{"question": 1}', b'{"question": "x", "orders": [[{}]]}'])
def test_rubbish_for_a_price_is_refused(client: TestClient, one: str, body: bytes) -> None:
    assert client.post(f"{one}/previews", content=body, headers=SCRIPT).status_code == 409


def test_a_drag_is_judged_before_it_counts(client: TestClient, house: House) -> None:
    battle = begun(house, "pike_and_shot")
    page = sit(client, house, battle, "swedish")
    unit = until_asked(house, battle, "swedish", "step").asked[0].about[0]
    svg = whole(house.hub.drawn(Audience(battle, "swedish", "en")).parts["picture"])
    found = re.search(rf'data-unit="{unit}".*?translate\(([\d.]+) ([\d.]+)\)', svg)
    assert found is not None
    hand = {"piece": unit, "x": float(found[1]), "y": float(found[2]) - 30}
    near = client.post(f"{page}/aim", json=hand).json()
    assert near["question"] == now(house, battle, "swedish").asked[0].id
    assert near["orders"][0]["legal"]
    assert near["ghost"].startswith("<g")
    far = client.post(f"{page}/aim", json={**hand, "y": 0.0}).json()["orders"][0]
    assert far["legal"] or (far["why"] and far["clause"])
    assert client.get(f"{page}/reach/{unit}").text.startswith("<g")
    laid = {"question": near["question"], "order": json.loads(near["orders"][0]["order"])}
    assert client.post(f"{page}/ghost", json=laid).json()["orders"][0]["legal"]
    late = client.post(f"{page}/ghost", json={**laid, "question": "answered-meanwhile"})
    assert (late.status_code, late.json()["orders"], late.json()["ghost"]) == (200, [], "")


def test_answers_beyond_those_shown_are_found_by_words_and_by_piece(client: TestClient, house: House) -> None:
    battle = begun(house, "pike_and_shot", "standard")
    seat = now(house, battle, UMPIRE).moment.waiting_for()[0]
    page = sit(client, house, battle, seat)
    sight = now(house, battle, seat)
    question = sight.asked[0]
    said = [
        sight.moment.book.order_words(sight.view, question, one).say("en") for one in sight.options(question)
    ]
    word = said[-1].split()[0]
    found = orders_in(client.get(f"{page}/options", params={"q": question.id, "words": word}).text)
    assert found
    assert list(sight.options(question)[-1]) in found
    assert not orders_in(client.get(f"{page}/options", params={"q": question.id, "words": "xyzzy"}).text)
    assert client.get(f"{page}/options", params={"q": "answered:meanwhile"}).status_code == 204


# --- orders in words ---


def test_orders_in_words_are_read_back_before_they_count(
    client: TestClient, house: House, battle: str, one: str
) -> None:
    before = now(house, battle, ONE).moment.sha
    html = client.post(
        f"{one}/read", data={"text": "Mill watch: hold\nMill bowmen: fly to the moon"}, headers=SCRIPT
    ).text
    assert "Mill watch" in html
    assert "checked" in html
    assert now(house, battle, ONE).moment.sha == before
    given = [
        json.loads(one.replace("&#34;", '"').replace("&quot;", '"'))
        for one in re.findall(r"value='([^']*)' checked", html)
    ]
    answer = client.post(f"{one}/answers", data={"given": [json.dumps(one) for one in given]}, headers=SCRIPT)
    assert answer.text.count("Order given.") == len(given) >= 1


def test_without_a_script_the_reading_comes_with_the_page(client: TestClient, one: str) -> None:
    page = client.post(f"{one}/read", data={"text": "nonsense & <b>"}).text
    assert "nonsense &amp; &lt;b&gt;" in page
    assert "No order was found" in page


def test_of_several_answers_all_count_or_none(
    client: TestClient, house: House, battle: str, one: str
) -> None:
    asked = now(house, battle, ONE).asked
    before = now(house, battle, ONE).moment.sha
    given = [
        json.dumps([asked[0].id, list(now(house, battle, ONE).options(asked[0])[0])]),
        json.dumps(["nothing:x", ["hold"]]),
    ]
    assert client.post(f"{one}/answers", data={"given": given}, headers=SCRIPT).status_code == 409
    assert now(house, battle, ONE).moment.sha == before
    for rubbish in ("{", "[]", "[1, 2, 3]", '["a", "b"]', "7"):
        assert client.post(f"{one}/answers", data={"given": [rubbish]}, headers=SCRIPT).status_code == 409


def _form(page: str) -> dict[str, str]:
    """The question's form with its last answer, as a browser sends it."""
    hidden = dict(re.findall(r'name="(question|occasion)" value="([^"]*)"', page))
    return {**hidden, "order": json.dumps(orders_in(page)[-1])}


def test_an_order_sent_twice_counts_once(client: TestClient, house: House) -> None:
    """Even where the next question has the same name: the next step of the same unit."""
    battle = begun(house, "pike_and_shot", "skirmish")
    addresses = {one: sit(client, house, battle, one) for one in ("swedish", "imperial")}
    seat, form = "", {}
    for _ in range(40):
        seat = now(house, battle, UMPIRE).moment.waiting_for()[0]
        question = now(house, battle, seat).asked[0]
        form = _form(client.get(addresses[seat]).text)
        assert client.post(f"{addresses[seat]}/answer", data=form, headers=SCRIPT).status_code == 200
        if any(one.id == question.id for one in now(house, battle, seat).asked):
            break
    before = now(house, battle, seat).moment.sha
    again = client.post(f"{addresses[seat]}/answer", data=form, headers=SCRIPT)
    assert (again.status_code, again.headers["x-refused"]) == (200, "1")
    assert "answered already" in again.text
    assert client.post(f"{addresses[seat]}/answer", data=form).status_code == 409
    assert now(house, battle, seat).moment.sha == before


def test_the_last_line_is_completed(client: TestClient, one: str) -> None:
    found = client.post(f"{one}/suggest", data={"text": "mill w"}).json()
    assert any("Mill watch" in one["text"] for one in found)


# --- taking back ---


def test_a_sealed_answer_is_taken_back_freely(
    client: TestClient, house: House, battle: str, one: str
) -> None:
    asked = now(house, battle, ONE).asked
    give(client, house, battle, ONE)
    assert now(house, battle, ONE).asked != asked
    client.post(f"{one}/undo")
    assert now(house, battle, ONE).asked == asked


def test_what_has_happened_is_taken_back_only_if_the_other_agrees(
    client: TestClient, rival: TestClient, house: House, battle: str, one: str
) -> None:
    play(house, battle, 1)
    before = now(house, battle, ONE).moment.state
    client.post(f"{one}/undo")
    assert "You asked to take back" in client.get(one).text
    other = f"/b/{battle}/{TWO}"
    assert "asks to take back the last answer" in rival.get(other).text
    assert client.post(f"{one}/undo/agree", headers=SCRIPT).status_code == 409
    rival.post(f"{other}/undo/refuse")
    assert now(house, battle, ONE).moment.state == before
    assert "You asked" not in client.get(one).text
    client.post(f"{one}/undo")
    rival.post(f"{other}/undo/agree")
    assert now(house, battle, ONE).moment.state != before
    assert now(house, battle, ONE).moment.undo_asked == ""


def test_computers_never_mind(client: TestClient, house: House) -> None:
    battle = begun(house, umpire_raiders=next(iter(PLAYERS)))
    page = sit(client, house, battle, ONE)
    play(house, battle, 1)
    client.post(f"{page}/undo")
    assert now(house, battle, ONE).moment.undo_asked == ""


# --- earlier moments ---


def test_an_earlier_moment_is_what_the_seat_saw_then(
    client: TestClient, house: House, battle: str, one: str
) -> None:
    seen: dict[int, dict[str, object]] = {}
    for _ in range(6):
        frame = house.hub.drawn(Audience(battle, ONE, "en"))
        seen[now(house, battle, ONE).steps] = {
            name: frame.parts[name] for name in ("picture", "forces", "log")
        }
        play(house, battle, 1)
    for step, parts in seen.items():
        then = client.get(f"{one}/at/{step}").json()["parts"]
        assert {
            name: tuple(then[name]) if isinstance(parts[name], tuple) else then[name] for name in parts
        } == parts


def test_between_two_moments_only_the_change_is_sent(
    client: TestClient, house: House, battle: str, one: str
) -> None:
    play(house, battle, 4)
    last = now(house, battle, ONE).steps
    whole_, change = (client.get(f"{one}/at/{last}", params=more) for more in ({}, {"since": last - 1}))
    assert len(change.content) < len(whole_.content) / 2
    assert change.json()["to"] == whole_.json()["to"]


def test_there_is_no_moment_before_the_first_or_after_the_last(
    client: TestClient, house: House, battle: str, one: str
) -> None:
    last = now(house, battle, ONE).steps
    for step in (0, last + 1, 10**6):
        assert client.get(f"{one}/at/{step}", headers=SCRIPT).status_code == 422


def test_a_link_to_a_moment_and_a_piece(client: TestClient, house: House, battle: str, one: str) -> None:
    play(house, battle, 3)
    page = client.get(one, params={"at": 1, "unit": "mill_watch"}).text
    assert 'data-step="1"' in page
    assert 'data-unit-asked="mill_watch"' in page
    assert f"Moment 1 of {now(house, battle, ONE).steps}" in page


def test_looking_back_after_an_undo(client: TestClient, house: House, battle: str, one: str) -> None:
    play(house, battle, 2)
    house.tables.act(battle, lambda game: game.undo(ONE, by_umpire=True))
    play(house, battle, 2)
    sight = now(house, battle, ONE)
    assert sight.course.log(sight.moment.version - 1) == sight.moment.log
    assert sight.course.state(sight.moment.version - 1) == sight.moment.state
    for step in range(1, sight.steps + 1):
        assert client.get(f"{one}/at/{step}").status_code == 200


# --- in words, and for those who only look on ---


def test_table_and_log_in_words(client: TestClient, one: str) -> None:
    for extra in ({}, SCRIPT):
        assert "Mill watch" in client.get(f"{one}/words", headers=extra).text
        assert "The battle begins" in client.get(f"{one}/log", headers=extra).text
    assert "<html" not in client.get(f"{one}/words", headers=SCRIPT).text


def test_whoever_looks_on_is_asked_nothing(client: TestClient, house: House, battle: str, one: str) -> None:
    page = client.get(f"/b/{battle}/observer").text
    assert "You are looking on." in page
    assert not orders_in(page)
    assert 'id="words"' not in page


def test_a_seat_is_shown_what_it_may_know_and_no_more(house: House) -> None:
    """The same page, byte for byte, whatever the other side's hidden pieces are doing."""
    battle = begun(house, scenario="standard")
    play(house, battle, 1)
    duke = now(house, battle, "duke")
    frames = {seat: house.hub.drawn(Audience(battle, seat, "en")) for seat in ("lord_a", PUBLIC)}
    answers = {one.id: duke.options(one)[-1] for one in duke.asked if one.secret}
    if answers:
        house.tables.act(battle, lambda game: game.submit_all(answers, "duke"))
    for seat, before in frames.items():
        after = house.hub.drawn(Audience(battle, seat, "en"))
        same = {name for name in before.parts if before.parts[name] == after.parts[name]}
        assert set(before.parts) - same <= {"status", "aside"}


# --- the look ---


def test_the_page_has_the_inks_of_the_kit() -> None:
    sheet = (STATIC / "page.css").read_text("utf-8")
    for name, (day, dark) in INKS.items():
        assert f"--{name}:{day}" in sheet
        assert f"--{name}:{dark}" in sheet
