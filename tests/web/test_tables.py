"""Battles in the store: nothing accepted is lost, nothing is taken twice, whoever writes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from grognard.core.errors import GrognardError, Refused
from grognard.core.game import Game
from grognard.core.record import Journal
from grognard.core.replay import verify
from grognard.core.state import Order, encode
from grognard.locale import T
from grognard.rulebooks import shelf
from grognard.web.computers import Computers
from grognard.web.store import Battle, RecordLine, Seat, Store
from grognard.web.tables import OVER_KEPT, NoSuchBattle, Tables

BOOK = shelf.book("feudal")
SETUP = BOOK.read_setup(BOOK.scenarios()["skirmish"])
SEED = b"seed" * 8


@pytest.fixture
def store(any_url: str) -> Iterator[Store]:
    found = Store(any_url)
    found.make_tables()
    yield found
    found.close()


def begin(store: Store) -> tuple[Tables, str]:
    tables = Tables(store)
    return tables, tables.create(BOOK, SETUP, {}, seed=SEED)


def answer_first(game: Game) -> str:
    """Take the default of the first open question."""
    question = next(q for q in game.state.questions if q.answer is None)
    game.take_default(question)
    return question.id


def play_out(tables: Tables, battle: str) -> None:
    while True:
        with tables.reading(battle) as table:
            if table.game.state.finished:
                return
        tables.act(battle, answer_first)


def record(store: Store, battle: str) -> bytes:
    with store.reading() as db:
        rows = db.query(RecordLine).filter_by(battle_id=battle).order_by(RecordLine.n)
        return b"".join(row.line + b"\n" for row in rows)


def test_a_battle_in_the_store_is_its_record(store: Store) -> None:
    tables, battle = begin(store)
    play_out(tables, battle)
    journal = Journal.parse(record(store, battle))
    assert verify(BOOK, journal).good
    with store.reading() as db:
        row = db.get(Battle, battle)
        assert row is not None
        assert (row.status, row.length, row.awaited) == (
            "over",
            len(journal.lines),
            {"seats": [], "seen": []},
        )


def test_another_process_goes_on_where_this_one_stopped(store: Store) -> None:
    first, battle = begin(store)
    second = Tables(store)
    for tables in (first, second, first, second, second, first):
        tables.act(battle, answer_first)
    with first.reading(battle) as one, second.reading(battle) as other:
        assert encode(one.game.state) == encode(other.game.state)
        assert one.game.record.sha == other.game.record.sha
        assert one.game.events("lord") == other.game.events("lord")
        assert one.game.record.lines == Journal.parse(record(store, battle)).lines


def test_the_same_seed_and_answers_give_the_same_record_with_one_process_or_two(store: Store) -> None:
    alone, battle = begin(store)
    play_out(alone, battle)
    one, shared = begin(store)
    two = Tables(store)
    turns = [one, two]
    while True:
        tables = turns[0]
        turns.reverse()
        with tables.reading(shared) as table:
            if table.game.state.finished:
                break
        tables.act(shared, answer_first)
    assert record(store, battle) == record(store, shared)


def test_of_two_answers_in_the_same_instant_one_counts_and_the_other_is_refused(store: Store) -> None:
    first, battle = begin(store)
    second = Tables(store)
    with first.reading(battle) as table:
        question = table.game.asked("lord")[0]
        orders = table.game.options(question)[:2]
        before = table.version
    both_look = threading.Barrier(2, timeout=10)

    def give(tables: Tables, order: Order) -> str:
        met: list[bool] = []

        def action(game: Game) -> str:
            if not met:
                met.append(True)
                both_look.wait()
            return game.submit("lord", question.id, order).seal

        try:
            return tables.act(battle, action)
        except Refused as refused:
            return refused.say()

    with ThreadPoolExecutor(2) as pool:
        told = list(pool.map(give, (first, second), orders))
    refused = [words for words in told if "already answered" in words]
    assert len(refused) == 1
    assert len(Journal.parse(record(store, battle)).lines) == before + 1


def test_what_an_action_raises_leaves_the_battle_as_it_was(store: Store) -> None:
    tables, battle = begin(store)
    before = record(store, battle)

    def broken(game: Game) -> None:
        answer_first(game)
        raise GrognardError(T("not now"))

    with pytest.raises(GrognardError):
        tables.act(battle, broken)
    assert record(store, battle) == before
    with tables.reading(battle) as table:
        assert table.version == len(before.splitlines())


def test_watchers_hear_of_changes_and_of_nothing_else(store: Store) -> None:
    tables, battle = begin(store)
    heard: list[str] = []
    tables.watch(heard.append)
    with tables.reading(battle) as table:
        question = table.game.asked("lord")[0]
    with pytest.raises(Refused):
        tables.act(battle, lambda game: game.submit("lord", question.id, ("fly",)))
    assert heard == []
    tables.act(battle, answer_first)
    assert heard == [battle]


def test_a_battle_that_is_not_there(store: Store) -> None:
    with pytest.raises(NoSuchBattle, match="no battle 'x' here"), Tables(store).reading("x"):
        pass


def test_computers_play_to_the_end_and_a_stopped_server_goes_on(store: Store) -> None:
    tables = Tables(store)
    battle = tables.create(BOOK, SETUP, {one.id: "doctrine" for one in SETUP.seats}, seed=SEED)
    over = threading.Event()

    def watch(_: str) -> None:
        with store.reading() as db:
            row = db.get(Battle, battle)
            if row is not None and row.status == "over":
                over.set()

    tables.watch(watch)
    computers = Computers(tables)
    computers.start()
    assert over.wait(30)
    computers.stop()
    assert verify(BOOK, Journal.parse(record(store, battle))).good
    with store.reading() as db:
        holders = {row.seat: row.holder for row in db.query(Seat).filter_by(battle_id=battle)}
    assert holders == {"lord": "doctrine", "umpire_raiders": "doctrine", "umpire": "default"}


def test_battles_that_are_over_leave_memory_and_come_back_when_wanted(store: Store) -> None:
    tables, first = begin(store)
    gone: list[str] = []
    tables.when_put_away(gone.append)
    tables.act(first, lambda game: game.end("night falls", ()))
    going_on = tables.create(BOOK, SETUP, {}, seed=SEED)
    for _ in range(OVER_KEPT):
        one = tables.create(BOOK, SETUP, {}, seed=SEED)
        tables.act(one, lambda game: game.end("night falls", ()))
    assert gone == [first]
    with tables.reading(first) as table, tables.reading(going_on) as other:
        assert table.game.state.finished
        assert not other.game.state.finished


def test_a_long_battle_of_computers_keeps_no_other_waiting(store: Store) -> None:
    tables = Tables(store)
    holders = {seat.id: "doctrine" for seat in SETUP.seats}
    battles = [tables.create(BOOK, SETUP, holders, seed=SEED) for _ in range(2)]
    heard: set[str] = set()
    first = threading.Event()
    found: set[str] = set()

    def watch(battle: str) -> None:
        heard.add(battle)
        if len(heard) == 2 and not first.is_set():
            with store.reading() as db:
                found.update(db.get_one(Battle, one).status for one in battles)
            first.set()

    tables.watch(watch)
    computers = Computers(tables, threads=1)
    computers.start()
    assert first.wait(30)
    computers.stop()
    assert found == {"running"}
