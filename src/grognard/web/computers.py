"""Computer players at the tables: they answer in a thread of their own, one at a time for each battle."""

from __future__ import annotations

import random
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import structlog
from sqlalchemy import bindparam, select

from grognard.core.game import Game
from grognard.core.state import Order
from grognard.players import DoctrinePlayer, Player, RandomPlayer, SearchPlayer
from grognard.players.playing import answer_of
from grognard.web.moment import Moment
from grognard.web.store import Battle, Seat
from grognard.web.tables import DEFAULT, Tables

PLAYERS: Mapping[str, type[Player]] = {
    "doctrine": DoctrinePlayer,
    "search": SearchPlayer,
    "random": RandomPlayer,
}
"""Computer players by the name under which they hold a seat."""

HOLDERS = (*PLAYERS, DEFAULT)

_HELD = (
    select(Battle.awaited, Seat.seat, Seat.holder)
    .join(Seat, Seat.battle_id == Battle.id)
    .where(Battle.id == bindparam("battle"), Battle.status == "running", Seat.holder.in_(HOLDERS))
)
SWEEP = 60.0
"""Seconds between looks at all running battles."""

log = structlog.get_logger()


class Computers:
    """Watches the tables and answers for seats that no person holds."""

    def __init__(self, tables: Tables, threads: int = 2) -> None:
        self.tables = tables
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="computer")
        self._busy: set[str] = set()
        self._again: set[str] = set()
        self._guard = threading.Lock()
        self._stopped = False
        self._stop = threading.Event()
        self._sweeper = threading.Thread(target=self._sweep, name="computers", daemon=True)

    def start(self) -> None:
        """Hear of every change, and go on where a stopped server (or another worker that died) left off."""
        self.tables.watch(self.wake)
        self._sweeper.start()

    def stop(self) -> None:
        """Let each finish the answer it is at."""
        self._stopped = True
        self._stop.set()
        self._pool.shutdown(cancel_futures=True)

    def _sweep(self) -> None:
        while True:
            with self.tables.store.reading() as db:
                running = list(db.scalars(select(Battle.id).where(Battle.status == "running")))
            for battle_id in running:
                self.wake(battle_id)
            if self._stop.wait(SWEEP):
                return

    def wake(self, battle_id: str) -> None:
        """Something has changed on that table: perhaps a computer player is asked."""
        with self._guard:
            if battle_id in self._busy:
                self._again.add(battle_id)
                return
            if self._stopped:
                return
            self._busy.add(battle_id)
        self._pool.submit(self._work, battle_id)

    def _work(self, battle_id: str) -> None:
        """One answer; then the battle goes to the end of the queue, so that long ones keep nobody waiting."""
        more = False
        try:
            if not self._holders(battle_id):
                return
            with self.tables.store.alone(f"computers of {battle_id}") as mine:
                more = mine and not self._stopped and self._answer(battle_id)
        except Exception:
            log.exception("computer player failed", battle=battle_id)
        finally:
            self._next(battle_id, more)

    def _next(self, battle_id: str, more: bool) -> None:
        with self._guard:
            again = more or battle_id in self._again
            self._again.discard(battle_id)
            if not again or self._stopped:
                self._busy.discard(battle_id)
                return
        with suppress(RuntimeError):  # the pool is closing
            self._pool.submit(self._work, battle_id)

    def _holders(self, battle_id: str) -> dict[str, str]:
        """Seats that are asked and that no person holds, in asking order, each with what holds it."""
        rows = self.tables.store.ask(_HELD, battle=battle_id)
        holders = {seat: holder for _, seat, holder in rows}
        asked = rows[0][0].get("seats", []) if rows else []
        return {seat: holders[seat] for seat in asked if seat in holders}

    def _answer(self, battle_id: str) -> bool:
        """One seat's answers; False if no computer is asked."""
        holders = self._holders(battle_id)
        if not holders:
            return False
        seat = next(iter(holders))
        with self.tables.reading(battle_id) as table:
            moment = table.moment()
        answers = answers_for(moment, seat, holders[seat])
        return bool(answers) and self.tables.act(
            battle_id, lambda game: _give(game, seat, answers, moment.version)
        )


def answers_for(moment: Moment, seat: str, holder: str) -> Mapping[str, Order | None]:
    """What a computer player answers to everything that the seat is asked, None for the rules' default. Its chance
    comes from the record so far, so that the same battle is the same again."""
    asked = moment.asked(seat)
    if holder == DEFAULT:
        return {one.id: None for one in asked}
    player = PLAYERS[holder]()
    rng = random.Random(f"{moment.sha}:{seat}")
    view = moment.view(seat)
    return {one.id: answer_of(moment.book, player, view, one, rng) for one in asked}


def _give(game: Game, seat: str, answers: Mapping[str, Order | None], version: int) -> bool:
    """Hand the answers in, unless the battle has gone on meanwhile: then they are thought over again."""
    if len(game.record.lines) != version:
        return True
    given = {key: order for key, order in answers.items() if order is not None}
    for question in game.asked(seat):
        if question.id not in given:
            game.take_default(question)
    if given:
        game.submit_all(given, seat)
    return True
