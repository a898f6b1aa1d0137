"""What ``run`` and ``simulate`` share: who fights, the bar that grows, and what many battles come to."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from grognard.cli import kit
from grognard.cli.failing import Failed
from grognard.cli.kit import option, pairs
from grognard.cli.lang import N_
from grognard.cli.measured import Measured, figure
from grognard.cli.output import put_blocks
from grognard.cli.play import seated
from grognard.cli.table import COMPUTERS, ME
from grognard.core.state import UMPIRE, Setup
from grognard.locale import T
from grognard.players import Player

if TYPE_CHECKING:
    from grognard.lab.rows import Share, Summary
    from grognard.show.model import Block

F = Callable[..., Any]
FEW = 60
"""Battles that are fought sooner than other processes would have begun."""

_OPTIONS = (
    option(
        "--seeds",
        "count",
        type=kit.COUNT,
        default=100,
        show_default=True,
        metavar=N_("NUMBER"),
        help=N_("How many battles."),
    ),
    option(
        "--first",
        type=int,
        default=1,
        show_default=True,
        metavar=N_("NUMBER"),
        help=N_("Number of the first seed."),
    ),
    option(
        "--seat",
        "seats",
        multiple=True,
        metavar=N_("SEAT=WHO"),
        help=N_("Which computer player holds a seat: doctrine, search, random or default."),
    ),
    kit.scenario_book,
    option(
        "--processes",
        type=int,
        default=0,
        metavar=N_("NUMBER"),
        help=N_("Processes; 0 is one for each core."),
    ),
    kit.house,
    kit.roster,
    kit.options,
)


def of_battles(function: F) -> F:
    """The options of commands that fight many battles."""
    for decorate in reversed(_OPTIONS):
        function = decorate(function)
    return function


def players(setup: Setup, seats: Sequence[str]) -> dict[str, Player]:
    """Computer players by seat; doctrine where nobody is named, none where the defaults of the rules count."""
    chosen = pairs(seats, "--seat")
    if ME in chosen.values():
        raise Failed(T("only computer players can fight many battles: {known}", known=tuple(COMPUTERS)))
    everybody = {**{one.id: "doctrine" for one in setup.seats}, **chosen}
    held = seated(setup, everybody)
    return {
        seat: COMPUTERS[who]()
        for seat, who in held.items()
        if who in COMPUTERS and (seat != UMPIRE or seat in chosen)
    }


def seeds(count: int, first: int) -> range:
    return range(first, first + count)


@contextmanager
def bar(words: str) -> Iterator[Callable[[int, int], None]]:
    """A bar that grows, on a terminal only: call it with (done, of)."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(words, total=None)
        yield lambda done, of: progress.update(task, completed=done, total=of)


def fight(
    book: Any, setup: Setup, held: Mapping[str, Player], numbers: Sequence[int], words: str, processes: int
) -> tuple[list[dict[str, str | int]], bool]:
    """(rows, whether all battles were fought). Ctrl-C keeps what is done."""
    from grognard.lab.simulate import simulate

    processes = processes or (1 if len(numbers) <= FEW else 0)
    with bar(words) as grow:
        rows = simulate(book, setup, held, numbers, processes=processes, progress=grow)
    return rows, len(rows) == len(numbers)


def show(found: Summary, measured: Measured) -> None:
    """Shares as bars with their 95 % intervals, numbers with mean, error and range."""
    put_blocks(list(_blocks(found, measured)), 0)


def _blocks(found: Summary, measured: Measured) -> Iterator[Block]:
    from grognard.show.model import Bar, Chart, Column, Paragraph, Strong, Table

    for name, shares in found.shares.items():
        yield Paragraph(Strong(measured.name(name)))
        bars = tuple(
            Bar(measured.value(name, value), one.share, note=interval(one)) for value, one in shares.items()
        )
        yield Chart(bars, maximum=1)
    heads = (T("measure"), T("mean"), T("error"), T("least"), T("most"))
    columns = tuple(Column(head, "right" if at else "left") for at, head in enumerate(heads))
    rows = [
        (measured.name(name), figure(one.mean), figure(one.error), str(one.least), str(one.most))
        for name, one in found.means.items()
    ]
    yield Table(columns, tuple(rows))


def interval(one: Share) -> str:
    share, low, high = (figure(part * 100, 1) for part in (one.share, one.low, one.high))
    return f"{share}% ({low} ... {high})"
