"""``simulate``: rows of many battles, and what one option or one table changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from grognard.cli import battles
from grognard.cli.failing import INTERRUPTED
from grognard.cli.kit import EXISTING, FILE, argument, as_json, command, option, pairs
from grognard.cli.lang import N_, say
from grognard.cli.measured import Measured, figure
from grognard.cli.output import bold, dim, put, put_json, put_table
from grognard.cli.play import read_setup, value_of
from grognard.cli.shelf import find_scenario
from grognard.cli.studies import Row, StudyFile, of_seeds
from grognard.locale import T, Text
from grognard.rulebooks.book import Book

if TYPE_CHECKING:
    from grognard.lab.rows import Summary


PORTION = 500
"""Battles after which the rows go into the file."""


class Variant(NamedTuple):
    """One way to play: its label and the setup."""

    label: str
    setup: Any


@command(
    "simulate",
    help=N_(
        "Study what an option or a table changes: the same seeds are fought in every variant. --vary takes one "
        "option with its values; --overlay compares a table file with the shipped tables. With -o a row for each "
        "battle is kept in a file (.csv, else JSON Lines), and a study that was stopped goes on where it was."
    ),
    epilog=N_(
        "For example: grognard simulate feudal/standard --vary rout=strength,half,never --seeds 500 -o rout.csv"
    ),
)
@argument("scenario", N_("SCENARIO | FILE"))
@option(
    "--vary",
    multiple=True,
    metavar=N_("OPTION=VALUE,VALUE..."),
    help=N_("An option and the values to compare."),
)
@option(
    "--overlay",
    "tables",
    type=EXISTING,
    multiple=True,
    metavar=N_("FILE"),
    help=N_("A table file to compare with the shipped tables; several are several variants."),
)
@battles.of_battles
@option("-o", "--output", "file", type=FILE, metavar=N_("FILE"), help=N_("Keep the rows here."))
@as_json
@click.pass_context
def simulate(
    ctx: click.Context,
    /,
    scenario: str,
    vary: tuple[str, ...],
    file: Path | None,
    as_json: bool,
    **given: Any,
) -> None:
    from grognard.lab.rows import summary

    book, source = find_scenario(scenario, given["book"])
    rows, whole = _fought(book, list(variants(book, source, vary, given)), file, given)
    found = {label: summary(some) for label, some in rows.items() if some}
    if as_json:
        put_json({label: one.builtins() for label, one in found.items()})
    elif found:
        setup = read_setup(book, source, given)
        put(bold(say(T("{scenario}: what changes", scenario=setup.name))))
        _compare(found, Measured(book, setup))
    if not whole:
        ctx.exit(INTERRUPTED)


def _fought(
    book: Book, found: Sequence[Variant], file: Path | None, given: Mapping[str, Any]
) -> tuple[dict[str, list[Row]], bool]:
    """(rows by variant, whether all were fought); what the file holds already is not fought again."""
    from grognard.lab.simulate import Job

    held = battles.players(found[0].setup, given["seats"])
    jobs = {one.label: Job(book, one.setup, held).mark for one in found}
    study = StudyFile(file, set(jobs.values()))
    numbers = battles.seeds(given["count"], given["first"])
    rows: dict[str, list[Row]] = {}
    whole = True
    for label, setup in found:
        job = jobs[label]
        todo = [one for one in numbers if one not in study.known(job)]
        while todo and whole:
            portion, todo = todo[:PORTION], todo[PORTION:]
            new, whole = battles.fight(book, setup, held, portion, label, given["processes"])
            study.add(job, label, new)
        rows[label] = of_seeds(study.known(job), numbers)
    return rows, whole


def variants(book: Book, source: Path, vary: Sequence[str], given: Mapping[str, Any]) -> Iterator[Variant]:
    """As it is printed or set, then one variant for each value and each table file."""
    wanted = [
        (key, value_of(one)) for key, values in pairs(vary, "--vary").items() for one in values.split(",")
    ]
    plain = read_setup(book, source, given)
    if not wanted or given["tables"]:
        yield Variant("as_it_is", plain)
    for key, value in wanted:
        yield Variant(
            f"{key}={value}".lower(), _set(book, source, given, (f"{key}={value_word(value)}",), ())
        )
    for path in given["tables"]:
        yield Variant(path.stem, _set(book, source, given, (), (path,)))


def value_word(value: str | int | bool) -> str:
    """A value as options write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _set(
    book: Book, source: Path, given: Mapping[str, Any], options: tuple[str, ...], tables: tuple[Path, ...]
) -> Any:
    return read_setup(book, source, {**given, "options": (*given["options"], *options), "overlays": tables})


def _compare(found: Mapping[str, Summary], measured: Measured) -> None:
    """A row a measure, a column a variant; the interval of a share, the error of a mean."""
    first = next(iter(found.values()))
    heads: tuple[Text | str, ...] = (T("measure"), *found)
    rows: list[tuple[str, ...]] = [
        ("", *(say(T("{count} battles", count=one.battles)) for one in found.values()))
    ]
    for name in first.shares:
        values = dict.fromkeys(value for one in found.values() for value in one.shares.get(name, {}))
        rows.append((measured.name(name), *("" for _ in found)))
        for value in values:
            cells = (one.shares.get(name, {}).get(value) for one in found.values())
            rows.append((f"- {measured.value(name, value)}", *(_share(cell) for cell in cells)))
    for name in first.means:
        means = (one.means.get(name) for one in found.values())
        rows.append(
            (measured.name(name), *(f"{figure(m.mean)} ± {figure(m.error)}" if m else "-" for m in means))
        )
    put()
    put_table(heads, rows, right=tuple(range(1, len(found) + 1)))
    put()
    put(dim(say(T("± is half the 95% interval of a share, and the standard error of a mean."))))


def _share(one: Any) -> str:
    if one is None:
        return "0%"
    return f"{figure(one.share * 100, 1)}% ± {figure((one.high - one.low) * 50, 1)}"
