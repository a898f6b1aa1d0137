"""A person at the keyboard: prompts, yes or no, the screen handed over, completions."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import click

from grognard.cli.lang import say
from grognard.cli.output import on_terminal, put
from grognard.locale import T, Text

YES = ("y", "yes", "д", "да")
NO = ("n", "no", "н", "нет")
_CLEAN = "\x1b[2J\x1b[3J\x1b[H"


class Quit(Exception):
    """The person stops for now. ``ended``: the input came to its end."""

    def __init__(self, ended: bool = False) -> None:
        super().__init__()
        self.ended = ended


class TimeUp(Exception):
    """The person's time is over."""


_left: ContextVar[Callable[[], float] | None] = ContextVar("left", default=None)
"""Tells what seconds are left to the person who is asked; None: all the time in the world."""


@contextmanager
def within(left: Callable[[], float] | None) -> Iterator[None]:
    """Prompts raise TimeUp when ``left()`` seconds have come to nothing; None: they wait."""
    before = _left.set(left)
    try:
        yield
    finally:
        _left.reset(before)


def _typed(prompt: str) -> str:
    """One line; TimeUp if it comes too late, at once where the machine can interrupt."""
    left = _left.get()
    if left is None:
        return input(prompt)
    if left() <= 0:
        raise TimeUp
    with _bell(left()):
        line = input(prompt)
    if left() <= 0:
        raise TimeUp
    return line


@contextmanager
def _bell(seconds: float) -> Iterator[None]:
    """TimeUp after so many seconds, where there are such signals."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(_signal: int, _frame: object) -> None:
    raise TimeUp


def ask(words: Text | str, mark: str = "> ") -> str:
    """One line from the person; Quit at the end of the input."""
    prompt = (say(words) if words else "") + mark
    try:
        line = _typed(prompt)
    except EOFError:
        put()
        raise Quit(ended=True) from None
    if not sys.stdin.isatty():
        put(line)  # nobody has seen it typed
    return line.strip()


def agreed(words: Text, otherwise: bool = True) -> bool:
    """Yes or no, in either language; Enter alone is ``otherwise``."""
    choice = T("[Y/n]") if otherwise else T("[y/N]")
    while True:
        line = ask(T("{words} {choice}", words=words, choice=choice), " ").casefold()
        if not line or line in YES or line in NO:
            return line in YES if line else otherwise
        put(T("yes or no?"))


def hand_over(words: Text) -> None:
    """Clean the screen, so that the next person sees nothing of the last one, and wait for that person."""
    if on_terminal():
        click.echo(_CLEAN, nl=False, color=True)
    put()
    ask(words, " ")
    if on_terminal():
        click.echo(_CLEAN, nl=False, color=True)


def complete_with(suggest: Callable[[str], list[tuple[int, str]]]) -> None:
    """Let Tab complete what is typed: ``suggest(line)`` gives (start, text) pairs."""
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:
        return

    def completer(_: str, state: int) -> str | None:
        line = readline.get_line_buffer()
        begin = readline.get_begidx()
        found = [
            line[begin:start] + text if start >= begin else text[begin - start :]
            for start, text in suggest(line)
        ]
        return found[state] if state < len(found) else None

    readline.set_completer(completer)
    readline.set_completer_delims("\n")
    readline.parse_and_bind("tab: complete")
