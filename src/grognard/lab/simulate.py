"""Many battles by computer players, in processes: seeded, stoppable, resumable."""

from __future__ import annotations

import hashlib
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from grognard.core import engine
from grognard.core.dice import Fast
from grognard.core.engine import Step
from grognard.core.errors import GrognardError
from grognard.core.state import Setup, State, encode
from grognard.lab.rows import Row, Rows
from grognard.locale import T
from grognard.players import Player, play_out
from grognard.players.playing import all_answers, chances
from grognard.rulebooks.book import Book

Done: TypeAlias = Callable[[int, int], bool | None]
"""Called after each portion with (battles done, battles in all); true stops the work, and what is done is kept."""
_PORTIONS_A_PROCESS = 8
_LARGEST_PORTION = 50


class BattleFailed(GrognardError):
    """A battle that the rule book could not play; ``seed`` says which."""

    def __init__(self, seed: int, error: Exception) -> None:
        what = f"{type(error).__name__}: {error}"
        super().__init__(T("the battle with seed {seed} failed: {error}", seed=seed, error=what))
        self.seed, self.error = seed, error

    def __reduce__(self) -> tuple[Any, ...]:
        return BattleFailed, (self.seed, self.error)


class Job(msgspec.Struct, frozen=True):
    """What is simulated: the battle from its beginning, or from ``state``. Seats without a player get defaults."""

    book: Any
    setup: Any
    players: dict[str, Any]
    state: Any = None

    @property
    def mark(self) -> str:
        """16 hex digits that tell one job's rows from another's."""
        who = {seat: type(player).__name__ for seat, player in sorted(self.players.items())}
        start = self.state.digest() if self.state is not None else ""
        return hashlib.sha256(encode((self.setup.digest(), who, start))).hexdigest()[:16]

    def battle(self, seed: int) -> Row:
        """One battle: its seed and the book's measures."""
        try:
            end = self._played(seed)
            return {"seed": seed, **self.book.measures(self.setup, end)}
        except Exception as error:
            raise BattleFailed(seed, error) from error

    def _played(self, seed: int) -> State[Any]:
        if self.state is None:
            return play_out(self.book, self.setup, self.players, Fast(seed), seed=seed)
        dice = Fast(seed)
        rngs = chances(seed, (*self.players, ""))
        draft = self.book.draft(self.setup, self.state, dice, listening=False)
        draft.run()
        step = Step(draft.state())
        while not step.state.finished:
            answers = all_answers(self.book, self.setup, step.state, self.players, rngs)
            step = engine.answer(self.book, self.setup, step.state, answers, dice, listening=False)
        return step.state


def simulate(
    book: Book,
    setup: Setup,
    players: Mapping[str, Player],
    seeds: Iterable[int],
    *,
    state: State[Any] | None = None,
    processes: int = 0,
    file: Path | None = None,
    progress: Done | None = None,
) -> list[Row]:
    """One row a battle, ascending by seed: its seed and the book's measures of its end.

    ``players`` by seat; they go to the processes by pickle. ``processes``: 0 is one a core, 1 plays here. ``file``
    (.jsonl or .csv): rows are added as they come, and seeds that are there already aren't played again. Ctrl-C
    keeps what is done, as ``progress`` returning true does. Raises BattleFailed, RecordError (a file of another job).
    """
    job = Job(book, setup, dict(players), state)
    rows = Rows(file, job.mark)
    todo = [seed for seed in dict.fromkeys(seeds) if seed not in rows.known]
    total = len(rows.known) + len(todo)
    try:
        for portion in _portions(job, todo, processes or os.cpu_count() or 1):
            rows.add(portion)
            if progress is not None and progress(len(rows.known), total):
                break
    except KeyboardInterrupt:
        pass
    return rows.sorted()


def _portions(job: Job, todo: list[int], processes: int) -> Iterator[list[Row]]:
    """Rows in portions, as they come in."""
    size = max(1, min(_LARGEST_PORTION, len(todo) // (processes * _PORTIONS_A_PROCESS)))
    portions = [todo[at : at + size] for at in range(0, len(todo), size)]
    if processes == 1 or len(portions) < 2:
        for seeds in portions:
            yield [job.battle(seed) for seed in seeds]
        return
    yield from _by_processes(job, portions, processes)


def _by_processes(job: Job, portions: list[list[int]], processes: int) -> Iterator[list[Row]]:
    """At most two portions a process are on their way, so that stopping is quick."""
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _take_job, (job,))
    try:
        coming = iter(portions)
        running = {pool.submit(_play, seeds) for seeds in islice(coming, 2 * processes)}
        while running:
            done: set[Future[list[Row]]]
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for one in done:
                yield one.result()
                running |= {pool.submit(_play, seeds) for seeds in islice(coming, 1)}
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


_job: Job | None = None


def _take_job(job: Job) -> None:
    """A process begins: Ctrl-C is for the process that started it."""
    global _job  # noqa: PLW0603
    _job = job
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(seeds: list[int]) -> list[Row]:
    assert _job is not None
    return [_job.battle(seed) for seed in seeds]
