"""``run``: many battles by computer players."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from grognard.cli import battles, kit
from grognard.cli.failing import INTERRUPTED, Failed
from grognard.cli.kit import FILE, argument, as_json, command, option
from grognard.cli.lang import N_, say
from grognard.cli.measured import Measured
from grognard.cli.output import bold, put, put_json, refuse_if_there, write
from grognard.cli.play import read_setup
from grognard.cli.shelf import find_scenario
from grognard.cli.table import scribe
from grognard.core.game import Game, secret
from grognard.locale import T
from grognard.players import Player, drive
from grognard.rulebooks.book import Book


@command(
    "run",
    help=N_(
        "Let computer players fight a scenario many times, each time with other dice, and count. The same seeds "
        "give the same battles. Ctrl-C stops and shows what is done."
    ),
    epilog=N_("For example: grognard run feudal/standard --seeds 1000 --seat duke=random"),
)
@argument("scenario", N_("SCENARIO | FILE"))
@battles.of_battles
@kit.overlay
@option("--csv", "csv_file", type=FILE, metavar=N_("FILE"), help=N_("Write a row for each battle."))
@option(
    "--record", "folder", type=FILE, metavar=N_("FOLDER"), help=N_("Keep the record of each battle here.")
)
@kit.force
@as_json
@click.pass_context
def run(
    ctx: click.Context,
    /,
    scenario: str,
    csv_file: Path | None,
    folder: Path | None,
    as_json: bool,
    **given: Any,
) -> None:
    from grognard.lab.rows import as_csv, summary

    book, source = find_scenario(scenario, given["book"])
    setup = read_setup(book, source, given)
    if csv_file is not None:
        refuse_if_there(csv_file, given["force"])
    held = battles.players(setup, given["seats"])
    numbers = battles.seeds(given["count"], given["first"])
    if folder is not None:
        rows, whole = _recorded(book, setup, held, numbers, folder, given["force"]), True
    else:
        rows, whole = battles.fight(book, setup, held, numbers, say(setup.name), given["processes"])
    if not rows:
        ctx.exit(INTERRUPTED)
    if csv_file is not None:
        write(csv_file, as_csv(rows), given["force"])
    found = summary(rows)
    if as_json:
        put_json({"scenario": setup.scenario, **found.builtins()})
    else:
        put(bold(say(T("{scenario}: {battles} battles", scenario=setup.name, battles=found.battles))))
        put()
        battles.show(found, Measured(book, setup))
    if not whole:
        ctx.exit(INTERRUPTED)


def _recorded(
    book: Book, setup: Any, held: Mapping[str, Player], numbers: range, folder: Path, force: bool
) -> list[dict[str, str | int]]:
    """The battles through the door of a game, each with a record that anybody can verify."""
    paths = {seed: folder / f"{setup.scenario}-{seed}.jsonl" for seed in numbers}
    for path in paths.values():
        refuse_if_there(path, force)
    folder.mkdir(parents=True, exist_ok=True)
    rows: list[dict[str, str | int]] = []
    with battles.bar(say(setup.name)) as grow:
        for seed, path in paths.items():
            path.unlink(missing_ok=True)
            rows.append({"seed": seed, **_one(book, setup, held, seed, path)})
            grow(len(rows), len(numbers))
    return rows


def _one(
    book: Book, setup: Any, held: Mapping[str, Player], seed: int, path: Path
) -> Mapping[str, str | int]:
    game = Game.new(book, setup, seed=secret(str(seed)), path=path, scribe=scribe(book))
    while not drive(game, held, seed=seed):
        asked = [question for one in game.waiting_for() for question in game.asked(one)]
        if not asked:
            raise Failed(T("the battle with seed {seed} does not go on", seed=seed))
        game.take_default(asked[0])
    game.record.close()
    return book.measures(setup, game.state)
