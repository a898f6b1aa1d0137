"""A recorded battle as a moving picture, painted frame by frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grognard.cli.battles import bar
from grognard.cli.failing import Failed
from grognard.cli.lang import lang, say
from grognard.cli.measured import figure
from grognard.cli.output import refuse_if_there, write
from grognard.cli.records import Chronicle
from grognard.core.events import Told
from grognard.core.state import State
from grognard.locale import T

if TYPE_CHECKING:
    from grognard.core.game import Heard
    from grognard.show.moving import Format

WIDTH = 720
"""Pixels; boards show no wider picture whole."""
SMOOTH, LONG = 24, 160
"""Up to so many turns (or cards) every move is smooth; from so many on it is but hinted at."""
Scene = tuple[Sequence[Told], State[Any]]
"""What was told, and the position after it."""


def animate(
    chronicle: Chronicle, reader: str, scenes: Sequence[Scene], path: Path, width: int, force: bool
) -> None:
    """Write the scenes, the first of which is only the beginning, as one file of the format that its name says."""
    from grognard.show.moving import animation

    form = format_of(path)
    refuse_if_there(path, force)
    with bar(say(T("drawing"))) as grow:
        film = chronicle.book.film(_moments(chronicle, reader, scenes, grow), lang(), steps(len(scenes)))
        data = animation(film, form, width)
    write(path, data, force)
    size = figure(len(data) / 1_000_000, 1)
    click.echo(say(T("written: {path} ({size} MB)", path=str(path), size=size)), err=True)


def format_of(path: Path) -> Format:
    """Failed for a name that says no format of moving pictures."""
    from grognard.show.moving import suffix_format

    form = suffix_format(path.name)
    if form is None:
        raise Failed(T("{path}: a moving picture is a .gif, .apng or .webp file", path=str(path)))
    return form


def steps(scenes: int) -> int:
    """Frames of a move, so that a long battle is neither a huge file nor a long wait."""
    return 6 if scenes <= SMOOTH else 3 if scenes <= LONG else 2


def _moments(
    chronicle: Chronicle, reader: str, scenes: Sequence[Scene], grow: Any
) -> Iterator[tuple[Any, Sequence[Heard]]]:
    for at, (told, state) in enumerate(scenes):
        grow(at, len(scenes))
        yield chronicle.view(reader, state), chronicle.heard(reader, told)
