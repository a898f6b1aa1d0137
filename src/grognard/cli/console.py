"""A person at the keyboard: prompts, yes or no, the screen handed over, completions."""

from __future__ import annotations

import sys
from collections.abc import Callable

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


def ask(words: Text | str, mark: str = "> ") -> str:
    """One line from the person; Quit at the end of the input."""
    prompt = (say(words) if words else "") + mark
    try:
        line = input(prompt)
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
