"""The umpire's desk: each ruling an event in the record, and nobody else comes near it."""

from __future__ import annotations

import importlib
import re

import msgspec
import pytest
from fastapi.testclient import TestClient

from grognard.core.game import Game
from grognard.core.record import Ended, RolledBack, Ruled, Vetoed
from grognard.core.replay import verify
from grognard.core.state import UMPIRE, Piece
from grognard.locale import Text
from grognard.rulebooks import shelf
from grognard.web.house import House
from grognard.web.people.seats import take_seat
from grognard.web.people.visits import COOKIE, new_visit

BOOK = shelf.book("feudal")
SETUP = BOOK.read_setup(BOOK.scenarios()["skirmish"])


@pytest.fixture
def battle(house: House) -> str:
    return house.tables.create(BOOK, SETUP, {UMPIRE: "person"}, seed=b"desk" * 8)


def sit(house: House, client: TestClient, battle: str, seat: str) -> None:
    visitor = new_visit(house.store)
    with house.store.writing() as db:
        take_seat(db, house.settings.secret, battle, seat, visitor)
    client.cookies.set(COOKIE, visitor.token)


@pytest.fixture
def umpire(house: House, client: TestClient, battle: str) -> TestClient:
    sit(house, client, battle, UMPIRE)
    return client


def game(house: House, battle: str) -> Game:
    with house.tables.reading(battle) as table:
        return table.game


def answer(house: House, battle: str) -> str:
    """The first open question gets its default."""

    def default(game: Game) -> str:
        question = next(q for q in game.state.questions if q.answer is None)
        game.take_default(question)
        return question.id

    return house.tables.act(battle, default)


def test_everything_open_lies_on_the_desk(house: House, umpire: TestClient, battle: str) -> None:
    answered = answer(house, battle)
    page = umpire.get(f"/b/{battle}/umpire/desk").text
    for question in game(house, battle).state.questions:
        assert f'value="{question.id}"' in page
    assert page.count("Answered, waiting for the others") == 1
    assert re.search(rf'veto" class="row"><input type="hidden" name="question" value="{answered}"', page)


def test_an_answer_for_an_absent_seat_is_marked(house: House, umpire: TestClient, battle: str) -> None:
    question = game(house, battle).asked("lord")[0]
    order = game(house, battle).options(question)[1]
    page = umpire.get(f"/b/{battle}/umpire/desk").text
    assert "&#34;" not in page
    form = {"question": question.id, "order": str(list(order)).replace("'", '"')}
    assert umpire.post(f"/b/{battle}/umpire/answer-for", data=form).status_code == 200
    entry = game(house, battle).record.lines[-1].entry
    assert (entry.order, entry.by) == (order, UMPIRE)  # type: ignore[union-attr]
    other = game(house, battle).asked("lord")[0]
    umpire.post(f"/b/{battle}/umpire/answer-for", data={"question": other.id})
    assert game(house, battle).record.lines[-1].entry.by == "default"  # type: ignore[union-attr]


def test_each_ruling_stands_in_the_record(house: House, umpire: TestClient, battle: str) -> None:
    at = f"/b/{battle}/umpire"
    answered = answer(house, battle)
    assert umpire.post(f"{at}/veto", data={"question": answered, "reason": "fog"}).status_code == 200
    umpire.post(f"{at}/rule", data={"reason": "it rains", "scope": "this turn"})
    piece = next(one for one in game(house, battle).state.pieces if one.id == "mill_watch")
    change = {"piece": "mill_watch", "field": "hp", "value": str(piece.hp - 1), "reason": "a fall"}
    assert f">{piece.hp - 1}<" in umpire.post(f"{at}/rule", data=change).text
    first = next(line.n for line in game(house, battle).record.lines if isinstance(line.entry, Ruled))
    umpire.post(f"{at}/roll-back", data={"line": first, "reason": "second thoughts"})
    assert game(house, battle).state.piece("mill_watch").hp == piece.hp
    assert umpire.post(f"{at}/roll-again", data={"reason": "cocked"}).status_code == 409
    umpire.post(f"{at}/end", data={"reason": "dinner", "winners": "fief"})
    entries = [line.entry for line in game(house, battle).record.lines]
    kinds = [type(one) for one in entries if isinstance(one, Vetoed | Ruled | RolledBack | Ended)]
    assert kinds == [Vetoed, Ruled, Ruled, RolledBack, Ended]
    assert verify(BOOK, game(house, battle).record).good
    assert "the battle is over" in umpire.get(f"{at}/desk").text


@pytest.mark.parametrize("deed", ["veto", "rule", "roll-again", "roll-back", "end"])
def test_without_a_reason_nothing_happens(house: House, umpire: TestClient, battle: str, deed: str) -> None:
    before = game(house, battle).record.sha
    answered = answer(house, battle)
    form = {"question": answered, "line": "2", "reason": " "}
    refused = umpire.post(f"/b/{battle}/umpire/{deed}", data=form)
    assert refused.status_code == 409
    assert "a ruling needs a reason" in refused.text
    house.tables.act(battle, lambda game: game.undo("lord", by_umpire=True))
    assert before in {line.sha for line in game(house, battle).record.lines}


def test_a_paused_battle_takes_nothing_but_the_umpires_word(
    house: House, umpire: TestClient, battle: str
) -> None:
    umpire.post(f"/b/{battle}/umpire/pause", data={"on": "true"})
    question = game(house, battle).asked("lord")[0]
    order = str(list(game(house, battle).options(question)[0])).replace("'", '"')
    form = {"question": question.id, "order": order}
    chair = umpire.cookies[COOKIE]
    sit(house, umpire, battle, "lord")
    refused = umpire.post(f"/b/{battle}/lord/answer", data=form)
    assert refused.status_code == 409
    assert "the umpire has stopped the battle" in refused.text
    umpire.cookies.set(COOKIE, chair)
    umpire.post(f"/b/{battle}/umpire/rule", data={"reason": "tea"})
    umpire.post(f"/b/{battle}/umpire/pause", data={"on": "false"})
    sit(house, umpire, battle, "lord")
    assert umpire.post(f"/b/{battle}/lord/answer", data=form).is_success


@pytest.mark.parametrize(
    "deed", ["answer-for", "veto", "rule", "roll-again", "roll-back", "pause", "end", "desk"]
)
def test_the_desk_is_the_umpires_alone(house: House, client: TestClient, battle: str, deed: str) -> None:
    sit(house, client, battle, "lord")
    before = game(house, battle).record.sha
    form = {"question": "x", "line": "1", "reason": "mine now", "on": "true"}
    at = f"/b/{battle}/umpire/{deed}"
    answer = client.get(at) if deed == "desk" else client.post(at, data=form)
    assert answer.status_code == 403
    assert game(house, battle).record.sha == before


@pytest.mark.parametrize("order", ["attack", "[]", "[[1]]", '{"a": 1}', '["hold", null]'])
def test_what_is_no_order_is_not_given_for_anybody(
    house: House, umpire: TestClient, battle: str, order: str
) -> None:
    question = game(house, battle).asked("lord")[0]
    form = {"question": question.id, "order": order}
    refused = umpire.post(f"/b/{battle}/umpire/answer-for", data=form)
    assert refused.status_code == 409
    assert "is no order" in refused.text


@pytest.mark.parametrize("book", shelf.names())
def test_pieces_are_changed_by_names_and_not_by_identifiers(
    house: House, client: TestClient, book: str
) -> None:
    found = shelf.book(book)
    battle = house.tables.create(found, found.read_setup(found.scenarios()["skirmish"]), {})
    sit(house, client, battle, UMPIRE)
    piece = msgspec.to_builtins(game(house, battle).state.pieces[0])
    page = client.get(f"/b/{battle}/umpire/desk", params={"piece": piece["id"], "lang": "ru"}).text
    section = page.partition('<section id="pieces">')[2].partition("</section>")[0]
    options = re.findall(r'<option value="([^"]+)"[^>]*>([^<]+)<', section.partition('name="field"')[2])
    assert {one for one, _ in options} == piece.keys() - {"id", "piece"}
    assert [words for _, words in options if not re.search("[а-яё]", words)] == []


def test_every_field_of_every_piece_has_words() -> None:
    """Those of pieces that come later in a battle too."""
    for book in shelf.books():
        model = importlib.import_module(f"grognard.rulebooks.{book.id}.model")
        kinds = [one for one in vars(model).values() if isinstance(one, type) and issubclass(one, Piece)]
        for kind in (one for one in kinds if str(one.__struct_config__.tag).islower()):
            tag = str(kind.__struct_config__.tag)
            assert isinstance(book.piece_words(tag), Text), tag
            wordless = [one for one in kind.__struct_fields__ if isinstance(book.field_words(tag, one), str)]
            assert wordless == ["id"], (tag, wordless)
