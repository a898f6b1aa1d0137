"""Errors as one clear message on standard error, and the exit codes: 1 no or bad input, 2 usage, 130 interrupted."""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path

import click

from grognard.cli.lang import lang, say
from grognard.core.errors import GrognardError
from grognard.locale import T, Text

NO, USAGE, INTERRUPTED = 1, 2, 130


class Failed(GrognardError):
    """A command that can't do what was asked; its message says why."""


def words_of(error: BaseException) -> str:
    """What a person reads about an error."""
    if isinstance(error, GrognardError):
        return error.say(lang())
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {_system(error)}"
    if isinstance(error, OSError):
        return _system(error)
    if isinstance(error, UnicodeDecodeError):
        return say(T("this is no text in UTF-8: {error}", error=str(error)))
    spoken = getattr(error, "say", None)
    return str(spoken(lang())) if spoken else _bug(error)


def _system(error: OSError) -> str:
    known: dict[type[OSError], Text] = {
        FileNotFoundError: T("there is no such file"),
        IsADirectoryError: T("this is a folder"),
        NotADirectoryError: T("this is no folder"),
        PermissionError: T("permission is denied"),
        FileExistsError: T("this is there already"),
    }
    words = known.get(type(error))
    return say(words) if words else error.strerror or str(error)


def _bug(error: BaseException) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(frame.filename).name}:{frame.lineno}"
    return say(
        T(
            "a mistake in the program itself: {kind}: {error} ({place}). Set GROGNARD_DEBUG=1 to see all of it.",
            kind=type(error).__name__,
            error=str(error),
            place=place,
        )
    )


def tell(message: str) -> None:
    """Something went wrong: one message on standard error."""
    click.echo(message, err=True)


def usage(error: click.UsageError) -> str:
    """A mistake in the arguments: how the command is used, and what is wrong."""
    lines = []
    if error.ctx is not None:
        lines.append(error.ctx.get_usage())
        path = error.ctx.command_path
        lines.append(say("Try '{command} {option}' for help.").format(command=path, option="--help"))
    return "\n".join([*lines, "", say("Error: {message}").format(message=_usage_words(error))])


def _usage_words(error: click.UsageError) -> str:
    if isinstance(error, click.NoSuchOption):
        return _guessed(error.message, error.option_name, error.ctx)
    if isinstance(error, click.BadOptionUsage) and error.message.startswith("Option"):
        return say(T("option {name} needs a value", name=error.option_name))
    return error.format_message()


def _guessed(message: str, word: str, ctx: click.Context | None) -> str:
    from grognard.files import did_you_mean

    params = ctx.command.get_params(ctx) if ctx is not None else []
    guess = did_you_mean(word, [name for param in params for name in (*param.opts, *param.secondary_opts)])
    return " ".join((message, say(T("Did you mean {guess}?", guess=guess)))) if guess else message


def failed(error: BaseException) -> int:
    """Say what went wrong; the exit code for it."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.ctx.get_help())
        return USAGE
    if isinstance(error, click.UsageError):
        tell(usage(error))
        return USAGE
    if isinstance(error, click.Abort | KeyboardInterrupt):
        return INTERRUPTED
    if isinstance(error, BrokenPipeError):
        _let_go(sys.stdout)
        return NO
    if isinstance(error, click.ClickException):
        tell(say("Error: {message}").format(message=error.format_message()))
        return error.exit_code
    if "GROGNARD_DEBUG" in os.environ:
        traceback.print_exception(error)
    tell(words_of(error))
    return NO


def _let_go(stream: object) -> None:
    """Nobody reads any more: what is still to be flushed goes nowhere, quietly."""
    fileno = getattr(stream, "fileno", None)
    try:
        if fileno is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), fileno())
    except OSError:
        return
