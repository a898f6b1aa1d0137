"""The umpire's desk: each ruling an event in the record, and nobody else comes near it."""

from __future__ import annotations

import importlib
import re
from html import unescape

import msgspec
import pytest
from fastapi.testclient import TestClient

from grognard.core.errors import Refused
from grognard.core.events import Change
from grognard.core.game import Game
from grognard.core.record import Ended, RolledBack, Ruled, Vetoed
from grognard.core.replay import verify
from grognard.core.state import UMPIRE, Piece
from grognard.locale import Text, say
from grognard.rulebooks import shelf
from grognard.web.desk.glance import known
from grognard.web.desk.typed import choices, entries, hints, read_typed
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
    page = umpire.post(f"{at}/rule", data=change).text
    assert re.search(rf'id="f-hp" value="{piece.hp - 1}"', page)
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
    fields = re.findall(r'<td title="([^"]+)"><label[^>]*>([^<]+)<', section)
    assert {one for one, _ in fields} == piece.keys() - {"id", "piece"}
    assert [words for _, words in fields if not re.search("[а-яё]", words)] == []


KINDS = [
    (book, kind)
    for book in shelf.books()
    for kind in vars(importlib.import_module(f"grognard.rulebooks.{book.id}.model")).values()
    if isinstance(kind, type) and issubclass(kind, Piece) and str(kind.__struct_config__.tag).islower()
]


def test_every_field_of_every_piece_has_words() -> None:
    """Those of pieces that come later in a battle too, and what may be chosen."""
    for book, kind in KINDS:
        words, tag = book.hand_words(), str(kind.__struct_config__.tag)
        assert isinstance(words.kind(tag), Text), tag
        wordless = [one for one in kind.__struct_fields__ if isinstance(words.field(one, tag), str)]
        assert wordless == ["id"], (tag, wordless)
        for field, hint in hints(kind).items():
            said = [words.value(one, field, tag) for one in choices(hint)]
            assert all(isinstance(one, Text) for one in said), (tag, field)
            assert len({one.say("ru") for one in said if isinstance(one, Text)}) == len(said), (tag, field)


@pytest.mark.parametrize("book", shelf.names())
def test_every_value_on_the_table_is_read_as_it_is_shown(book: str) -> None:
    found = shelf.book(book)
    game = Game.new(found, found.read_setup(found.scenarios()["skirmish"]), seed=b"desk" * 8)
    while len(game.record.lines) < 60 and not game.state.finished:
        game.take_default(next(one for one in game.state.questions if one.answer is None))
    words = found.hand_words()
    for piece in game.state.pieces:
        plain = msgspec.json.decode(msgspec.json.encode(piece))
        for one in entries(piece, words):
            assert read_typed(piece, one.field, one.typed, words) == plain[one.field], (piece.id, one.field)


def begun(book: str) -> Game:
    found = shelf.book(book)
    return Game.new(found, found.read_setup(found.scenarios()["skirmish"]), seed=b"desk" * 8)


@pytest.mark.parametrize("book", shelf.names())
def test_what_stands_on_the_table_is_among_what_may_be_named(book: str) -> None:
    game = begun(book)
    while len(game.record.lines) < 40 and not game.state.finished:
        game.take_default(next(one for one in game.state.questions if one.answer is None))
    named = 0
    for piece in game.state.pieces:
        for field, rows in known(shelf.book(book), game.setup, game.state, piece, {}).items():
            value = getattr(piece, field)
            named += bool(rows)
            assert not rows or set(value if isinstance(value, tuple) else (value,)) <= set(rows), (
                piece.id,
                field,
            )
    assert named


@pytest.mark.parametrize(
    ("book", "kind", "field", "typed", "right"),
    [
        ("fantasy", "unit", "profile", "spearmem", "choose spearmen, "),
        ("fantasy", "unit", "side", "crown", "choose free, horde"),
        ("napoleonic", "formation", "commander", "neversky", "choose neverovsky, compans"),
        ("napoleonic", "unit", "assails", "fr57, nobody", "choose fr57, fr61, fr2ch"),
        ("pike_and_shot", "unit", "formation", "lime", "choose line, "),
        ("feudal", "army", "tactic", "standart", "choose standard, "),
        ("modern", "unit", "number", "999", "choose "),
    ],
)
def test_a_row_that_is_not_there_is_refused_with_those_that_are(
    book: str, kind: str, field: str, typed: str, right: str
) -> None:
    game, piece = begun(book), some(book, kind)
    found = shelf.book(book)
    allowed = known(found, game.setup, game.state, piece, {})
    with pytest.raises(Refused) as refused:
        read_typed(piece, field, typed, found.hand_words(), allowed)
    assert right in refused.value.say("en")


def test_rows_are_offered_as_a_choice_in_words() -> None:
    game, piece = begun("fantasy"), some("fantasy", "unit")
    words = shelf.book("fantasy").hand_words()
    rows = {
        one.field: one
        for one in entries(piece, words, known(shelf.book("fantasy"), game.setup, game.state, piece, {}))
    }
    offered = {key: say(said, "en") for key, said in rows["profile"].choices}
    assert offered["spearmen"] == "Spearmen (spearmen)"
    assert rows["profile"].typed in offered
    assert not rows["tested"].choices


TYPED = [
    ("napoleonic", "unit", "x", "3.5", 3500),
    ("napoleonic", "unit", "x", " 3,25 ", 3250),
    ("napoleonic", "unit", "heading", "90°", 900),
    ("napoleonic", "unit", "figures", "12", 12),
    ("napoleonic", "unit", "has_routed", "yes", True),
    ("napoleonic", "unit", "has_routed", "нет", False),
    ("napoleonic", "unit", "has_routed", "true", True),
    ("napoleonic", "unit", "standing", "fleeing", "fleeing"),
    ("napoleonic", "unit", "standing", "бегство", "fleeing"),
    ("napoleonic", "unit", "kind", '"line"', "line"),
    ("napoleonic", "unit", "start", "", None),
    ("napoleonic", "unit", "start", "1600, 2400, 900", [1600, 2400, 900]),
    ("napoleonic", "unit", "declared", '["shoot", "r1"]', ["shoot", "r1"]),
    ("napoleonic", "unit", "declared", "shoot, r1, 2", ["shoot", "r1", 2]),
    ("napoleonic", "unit", "side", "12", "12"),
    ("napoleonic", "unit", "rout", '{"turn": 1}', {"turn": 1}),
    ("fantasy", "unit", "base", "1, 1.5", [1000, 1500]),
]


@pytest.mark.parametrize(("book", "kind", "field", "typed", "value"), TYPED)
def test_values_are_typed_as_people_write_them(
    book: str, kind: str, field: str, typed: str, value: object
) -> None:
    assert read_typed(some(book, kind), field, typed, shelf.book(book).hand_words()) == value


@pytest.mark.parametrize(
    ("field", "typed", "hint"),
    [
        ("figures", "3.5", "type a whole number, such as 12"),
        ("figures", "many", "type a whole number, such as 12"),
        ("figures", "9" * 40, "type a whole number, such as 12"),
        ("x", "1.00001", "its smallest step is 0.001"),
        ("x", "1e99", "its smallest step is 0.001"),
        ("has_routed", "perhaps", "choose yes, no"),
        ("standing", "asleep", "choose not yet arrived, ready, fleeing"),
        ("rout", "badly", "type it as it stands there now: null"),
        ("rout", "[" * 9000, "type it as it stands there now: null"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_would_be_right(field: str, typed: str, hint: str) -> None:
    with pytest.raises(Refused) as refused:
        read_typed(some("napoleonic", "unit"), field, typed, shelf.book("napoleonic").hand_words())
    assert hint in refused.value.say("en")


def some(book: str, kind: str) -> Piece:
    found = shelf.book(book)
    game = Game.new(found, found.read_setup(found.scenarios()["skirmish"]), seed=b"desk" * 8)
    pieces: tuple[Piece, ...] = game.state.pieces
    return next(one for one in pieces if one.__struct_config__.tag == kind)


def test_only_what_was_typed_anew_is_changed(house: House, umpire: TestClient, battle: str) -> None:
    at = f"/b/{battle}/umpire"
    page = umpire.get(f"{at}/desk?piece=mill_watch").text
    names = re.findall(r'name="field" value="([^"]+)"', page)
    before = [unescape(one) for one in re.findall(r'name="before" value="([^"]*)"', page)]
    value = list(before)
    value[names.index("hp")], value[names.index("posture")] = "7", "in_melee"
    form = {"piece": "mill_watch", "field": names, "before": before, "value": value, "reason": "a fall"}
    assert umpire.post(f"{at}/rule", data=form).status_code == 200
    ruled = game(house, battle).record.lines[-1].entry
    assert isinstance(ruled, Ruled)
    assert [(field, msgspec.json.decode(new)) for _, field, new in ruled.changes] == [
        ("posture", "in_melee"),
        ("hp", 7),
    ] or [field for _, field, _ in ruled.changes] == ["hp", "posture"]
    same = umpire.post(f"{at}/rule", data={**form, "before": value})
    assert same.status_code == 409
    assert "nothing was changed of this piece" in same.text
    wrong = umpire.post(f"{at}/rule?lang=ru", data={**form, "value": ["seven", *value[1:]], "reason": "ещё"})
    assert wrong.status_code == 409
    assert "напишите" in wrong.text
    assert 'value="ещё"' in wrong.text


def test_a_ruling_is_told_in_words() -> None:
    words = shelf.book("napoleonic").hand_words()
    field, change = words.change(Change("f1", "x", "1600", "3500"))
    assert (say(field, "ru"), say(change, "ru")) == ("место: восток", "1.6 → 3.5")
    assert say(words.change(Change("f1", "standing", '"ready"', '"fleeing"'))[1], "ru") == "в строю → бегство"
    assert say(words.change(Change("f1", "has_routed", "false", "true"))[1], "ru") == "нет → да"
