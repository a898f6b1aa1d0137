"""Commands and options that speak the reader's language: texts are translated when they are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from pathlib import Path
from typing import Any, TypeVar

import click

from grognard.cli.lang import N_, from_arguments, say, speak
from grognard.locale import LANGUAGES, T

F = TypeVar("F", bound=Callable[..., Any])


def _said(sentence: str | None) -> str | None:
    return say(sentence) if sentence else sentence


class Option(click.Option):
    """An option whose help and metavar are translated."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        shown = copy(self)
        shown.help, shown.metavar = _said(self.help), _said(self.metavar)
        return click.Option.get_help_record(shown, ctx)


class Argument(click.Argument):
    """An argument whose metavar is translated."""

    def make_metavar(self, *context: Any) -> str:
        return say(self.metavar) if self.metavar else super().make_metavar(*context)


class Word(click.ParamType[Any]):
    """One of a few words; a wrong one is answered with the likeliest right one."""

    name = "word"

    def __init__(self, *words: str) -> None:
        self.words = words

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return "[" + "|".join(self.words) + "]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in self.words:
            return str(value)
        from grognard.files import did_you_mean

        guess = did_you_mean(str(value), self.words)
        wrong = T("'{value}' is not one of: {known}", value=value, known=self.words)
        if guess:
            wrong = T("'{value}'; did you mean '{guess}'?", value=value, guess=guess)
        raise click.BadParameter(say(wrong), ctx, param)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(word) for word in self.words if word.startswith(incomplete)]


class Speaking(click.Command):
    """What commands and the program have in common."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("options_metavar", N_("[OPTIONS]"))
        settings: dict[str, Any] = kwargs.setdefault("context_settings", {})
        settings.setdefault("help_option_names", ["-h", "--help"])
        super().__init__(*args, **kwargs)
        self.params.append(
            Option(
                ["--lang"],
                type=Word(*LANGUAGES),
                is_eager=True,
                expose_value=False,
                help=N_("Language of everything that is said (default: from the environment)."),
            )
        )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        language = from_arguments(args)
        if language:
            speak(language)
        if isinstance(self, click.Group):
            return super().parse_args(ctx, args)
        ctx.allow_extra_args = True
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            ctx.fail(say(T("too many arguments: {rest}", rest=" ".join(map(str, rest)))))
        return rest

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        found = super().get_help_option(ctx)
        if found is not None:
            found.help = say("Show this message and exit.")
        return found

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [say(piece) for piece in super().collect_usage_pieces(ctx)]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        shown = copy(self)
        shown.help = _said(self.help)
        click.Command.format_help_text(shown, ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        shown = copy(self)
        shown.epilog = _said(self.epilog)
        click.Command.format_epilog(shown, ctx, formatter)


class Command(Speaking):
    """A command of the program."""


class Group(Speaking, click.Group):
    """A command with commands of its own."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(say("Commands")):
            formatter.write_dl([(name, say(one.short_help or "")) for name, one in self.commands.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-"):
            from grognard.files import did_you_mean

            guess = did_you_mean(args[0], known)
            wrong = T("there is no command '{word}'", word=args[0])
            if guess:
                wrong = T("there is no command '{word}'; did you mean '{guess}'?", word=args[0], guess=guess)
            ctx.fail(say(wrong))
        return super().resolve_command(ctx, args)


def command(name: str, help: str, epilog: str = "") -> Callable[[Callable[..., Any]], Command]:
    """Make a function a command; ``help`` is marked with ``N_``."""

    def made(function: Callable[..., Any]) -> Command:
        return click.command(name, cls=Command, help=help, epilog=epilog or None)(function)

    return made


def option(*names: str, **settings: Any) -> Callable[[F], F]:
    return click.option(*names, cls=Option, **settings)


def argument(name: str, metavar: str, **settings: Any) -> Callable[[F], F]:
    return click.argument(name, cls=Argument, metavar=metavar, **settings)


FILE = click.Path(path_type=Path)
COUNT = click.IntRange(min=1)
EXISTING = click.Path(path_type=Path, exists=True, dir_okay=False)

as_json = option("--json", "as_json", is_flag=True, help=N_("Print JSON for programs."))
out_file = option(
    "-o",
    "--output",
    "output",
    type=FILE,
    metavar=N_("FILE"),
    help=N_("Write into this file, not to the screen."),
)
force = option("--force", is_flag=True, help=N_("Write over a file that is there."))
seed = option(
    "--seed",
    metavar=N_("WORDS"),
    help=N_("Words that the dice come from: the same words, the same battle. Without them, chance."),
)
seat = option(
    "--seat", "seat", metavar=N_("SEAT"), help=N_("Show what this seat knows ('umpire' sees everything).")
)


def detail_of(usual: int) -> Callable[[F], F]:
    """How much is told, with what is told unless somebody says."""
    return option(
        "--detail",
        type=click.IntRange(0, 2),
        default=usual,
        show_default=True,
        metavar="0|1|2",
        help=N_("How much: 0 the story, 1 with the clauses, 2 with dice and modifiers too."),
    )


detail = detail_of(1)
house = option(
    "--house",
    type=EXISTING,
    metavar=N_("FILE"),
    help=N_("A house-rules file (see 'grognard new BOOK rules')."),
)
overlay = option(
    "--overlay",
    "overlays",
    type=EXISTING,
    multiple=True,
    metavar=N_("FILE"),
    help=N_("A table file laid over the shipped tables (may be given several times)."),
)
roster = option(
    "--roster",
    "rosters",
    multiple=True,
    metavar=N_("SEAT=FILE"),
    help=N_("A seat's own army file in place of the scenario's armies."),
)
option_book = option("--book", metavar=N_("BOOK"), help=N_("The rule book that the files are for."))
scenario_book = option(
    "--book", metavar=N_("BOOK"), help=N_("The rule book of the scenario, where its name does not say.")
)
options = option(
    "--option",
    "options",
    multiple=True,
    metavar=N_("NAME=VALUE"),
    help=N_("Set one option of the rules (may be given several times)."),
)


def pairs(values: Sequence[str], option_name: str) -> dict[str, str]:
    """``name=value`` arguments as a mapping; a usage error for one without the sign."""
    found: dict[str, str] = {}
    for value in values:
        name, sign, rest = value.partition("=")
        if not sign or not name or not rest:
            raise click.BadParameter(
                say(T("'{value}' should look like NAME=VALUE", value=value)), param_hint=option_name
            )
        found[name] = rest
    return found
