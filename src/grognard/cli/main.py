"""The program: a lazy group, so that ``grognard --help`` imports no command."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import click

from grognard import __version__
from grognard.cli.failing import failed
from grognard.cli.kit import Group, option
from grognard.cli.lang import N_, from_arguments, from_environment, say, speak
from grognard.locale import T

COMMANDS: dict[str, tuple[str, str]] = {
    "serve": ("serve", N_("Open the war room: battles in the browser.")),
    "demo": ("demo", N_("Watch a short battle and read its report.")),
    "play": ("play", N_("Play a battle in the terminal.")),
    "replay": ("replay", N_("Step through a recorded battle.")),
    "report": ("report", N_("Write the report of a recorded battle.")),
    "verify": ("verify", N_("Check a record: chain, rules, dice.")),
    "odds": ("odds", N_("Exact chances of a decision or of a described clash.")),
    "run": ("run", N_("Let the computer fight many battles and count.")),
    "simulate": ("simulate", N_("Study what an option or a table changes.")),
    "books": ("shelf", N_("List the rule books.")),
    "rules": ("rules", N_("Read and search the rules of a book.")),
    "scenarios": ("shelf", N_("List the scenarios.")),
    "new": ("paper", N_("Write a commented scenario, army or rules file.")),
    "check": ("paper", N_("Check files that you wrote.")),
    "companion": ("companion", N_("Follow a battle of toy soldiers on a floor, with typed dice.")),
    "muster": ("muster", N_("Turn a description of troops into numbers.")),
    "sheets": ("sheets", N_("Write order sheets for a real table.")),
    "roster": ("roster", N_("Merge, draft and carry armies on between battles.")),
    "backup": ("serve", N_("Write all that the war room keeps into one file.")),
    "restore": ("serve", N_("Fill a new war room from such a file.")),
}
"""Command -> module of this room (the command is its attribute of that name), and one line about it."""

HELP = N_("Play, umpire, simulate and report wargames under the rule books on the shelf.")
EPILOG = N_("'grognard play' begins a battle at once; 'grognard COMMAND --help' tells more.")


class Program(Group):
    """Commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found = getattr(import_module(f"grognard.cli.{COMMANDS[cmd_name][0]}"), cmd_name)
        assert isinstance(found, click.Command)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(say("Commands")):
            formatter.write_dl([(name, say(words)) for name, (_, words) in COMMANDS.items()])

    def main(self, args: Any = None, standalone_mode: bool = True, **extra: Any) -> Any:  # type: ignore[override]
        """Errors become one message and an exit code."""
        given = list(sys.argv[1:] if args is None else args)
        speak(from_arguments(given) or from_environment(os.environ))
        try:
            if any("\0" in one for one in given):  # no system has such names, and its calls stumble over them
                raise click.UsageError(say(T("an argument has a NUL in it")))
            code = super().main(args, standalone_mode=False, **extra)
            sys.stdout.flush()
        except (Exception, KeyboardInterrupt) as error:
            code = failed(error)
        code = code if isinstance(code, int) else 0
        if standalone_mode:
            sys.exit(code)
        return code


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(f"grognard {__version__}")
        ctx.exit()


@click.group(
    "grognard", cls=Program, help=HELP, epilog=EPILOG, subcommand_metavar=N_("COMMAND [ARGUMENTS]...")
)
@option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_version,
    help=N_("Show the version."),
)
def program() -> None:
    """Everything else is in the commands."""


def main() -> None:
    """Entry point of the installed program."""
    program(prog_name="grognard")


if __name__ == "__main__":
    main()
