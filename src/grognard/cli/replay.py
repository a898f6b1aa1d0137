"""``replay``: a recorded battle, turn by turn."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click
import msgspec

from grognard.cli.console import Quit, ask
from grognard.cli.failing import Failed
from grognard.cli.film import WIDTH, Scene, animate, format_of
from grognard.cli.kit import EXISTING, FILE, argument, as_json, command, detail, force, option, seat
from grognard.cli.lang import N_, lang, say
from grognard.cli.output import bold, dim, put, put_blocks, put_json, refuse_if_there, width
from grognard.cli.records import Chronicle
from grognard.core.events import Told
from grognard.core.game import Heard
from grognard.core.state import State
from grognard.locale import T


class Turn(NamedTuple):
    """What was told in a turn, and the position at its end."""

    name: str
    told: tuple[Told, ...]
    state: State[Any]


@command(
    "replay",
    help=N_(
        "Step through a recorded battle turn by turn: what a seat heard, and the field as it saw it. Without a "
        "terminal, or with --all, everything at once. With --animate, as a moving picture."
    ),
    epilog=N_("For example: grognard replay battle.jsonl --turn 2 --animate turn2.gif"),
)
@argument("record", N_("RECORD"), type=EXISTING)
@seat
@option("--turn", metavar=N_("TURN"), help=N_("Only this turn, such as 1.melee.2, or all that begin so."))
@option("--all", "everything", is_flag=True, help=N_("Do not stop between turns."))
@option(
    "--animate",
    "film",
    type=FILE,
    metavar=N_("FILE"),
    help=N_("Write a moving picture instead: .gif (for boards), .apng or .webp."),
)
@option(
    "--width",
    "wide",
    type=click.IntRange(160, 3000),
    default=WIDTH,
    show_default=True,
    metavar=N_("NUMBER"),
    help=N_("How wide the moving picture is, in pixels."),
)
@detail
@as_json
@force
def replay(
    record: Path,
    seat: str | None,
    turn: str | None,
    everything: bool,
    film: Path | None,
    wide: int,
    detail: int,
    as_json: bool,
    force: bool,
) -> None:
    if film is not None:
        format_of(film)
        refuse_if_there(film, force)
    chronicle = Chronicle.open(record)
    reader = chronicle.reader(seat)
    found = list(turns(chronicle))
    chosen = _chosen(found, turn)
    if film is not None:
        animate(chronicle, reader, _scenes(chronicle, found, chosen), film, wide, force)
        return
    if as_json:
        put_json([_row(chronicle, reader, one) for one in chosen])
        return
    put(bold(say(chronicle.setup.name)))
    if everything or not sys.stdin.isatty() or len(chosen) == 1:
        for one in chosen:
            _show(chronicle, reader, one, detail)
        return
    _step(chronicle, reader, chosen, detail)


def turns(chronicle: Chronicle) -> Iterator[Turn]:
    """The battle cut at its turns. What was taken back is there too, with its taking back."""
    told: list[Told] = []
    name, last = "", None
    for _, state, new in chronicle.moments():
        told += new
        if last is None:
            name = chronicle.book.turn(state)
        elif chronicle.book.turn(state) != name:
            yield Turn(name, tuple(told), state)
            name, told = chronicle.book.turn(state), []
        last = state
    if last is not None and (told or last.finished):
        yield Turn(name, tuple(told), last)


def _chosen(found: list[Turn], wanted: str | None) -> list[Turn]:
    chosen = [one for one in found if wanted is None or (one.name + ".").startswith(wanted.rstrip(".") + ".")]
    if not chosen:
        from grognard.files import unknown

        raise Failed(unknown(T("turn"), wanted, dict.fromkeys(one.name for one in found)))
    return chosen


def _scenes(chronicle: Chronicle, found: Sequence[Turn], chosen: Sequence[Turn]) -> list[Scene]:
    """The chosen turns, and before them the position in which the first of them begins."""
    at = found.index(chosen[0])
    start = found[at - 1].state if at else next(chronicle.moments())[1]
    return [((), start), *((one.told, one.state) for one in chosen)]


def _heard(chronicle: Chronicle, reader: str, turn: Turn) -> list[Heard]:
    return chronicle.heard(reader, turn.told)


def _show(chronicle: Chronicle, reader: str, turn: Turn, detail: Any) -> None:
    view = chronicle.view(reader, turn.state)
    heard = _heard(chronicle, reader, turn)
    put()
    put(dim(f"--- {turn.name} " + "-" * max(width() - len(turn.name) - 5, 0)))
    put_blocks(chronicle.book.lines(view, heard), detail)
    put()
    put(chronicle.book.table_text(view, heard, lang(), width()).rstrip("\n"))


def _step(chronicle: Chronicle, reader: str, chosen: Sequence[Turn], detail: int) -> None:
    at = 0
    while at < len(chosen):
        _show(chronicle, reader, chosen[at], detail)
        try:
            line = ask(T("Enter: on, b: back, q: stop, or the name of a turn ({turn})", turn=chosen[at].name))
        except Quit:
            return
        if line in ("q", "в"):
            return
        at = _next(at, line, [one.name for one in chosen])


def _next(at: int, line: str, names: Sequence[str]) -> int:
    if line in names:
        return names.index(line)
    return max(at - 1, 0) if line in ("b", "н") else at + 1


def _row(chronicle: Chronicle, reader: str, turn: Turn) -> dict[str, Any]:
    heard = _heard(chronicle, reader, turn)
    return {
        "turn": turn.name,
        "events": [{"clauses": one.clauses, "event": msgspec.to_builtins(one.event)} for one in heard],
        "view": msgspec.to_builtins(chronicle.view(reader, turn.state)),
    }
