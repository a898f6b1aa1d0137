"""``play``: a battle in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from grognard.cli import kit, saves
from grognard.cli.asking import person
from grognard.cli.clocks import Clocks
from grognard.cli.console import Quit, ask
from grognard.cli.failing import NO, Failed, tell
from grognard.cli.kit import EXISTING, FILE, Word, argument, command, detail, option, pairs
from grognard.cli.lang import N_, lang, say
from grognard.cli.output import put, refuse_if_there
from grognard.cli.shelf import find_book, find_scenario, title
from grognard.cli.table import DEFAULT, HOLDERS, ME, Table, farewell, scribe
from grognard.cli.typed import labels, with_dice
from grognard.core import engine
from grognard.core.errors import GrognardError, RecordError
from grognard.core.game import Game
from grognard.core.record import Journal
from grognard.core.state import UMPIRE, Setup
from grognard.locale import T
from grognard.rulebooks import headings, shelf
from grognard.rulebooks.book import Book


@command(
    "play",
    help=N_(
        "Play a battle: against the computer, several people at one screen, or only computers. SCENARIO is a "
        "shipped scenario, as BOOK/NAME or NAME alone, or a file. Every answer is saved at once; --resume goes "
        "on with a battle."
    ),
    epilog=N_("For example: grognard play feudal/skirmish --seat lord=me --dice typed"),
)
@argument("scenario", N_("[SCENARIO | FILE]"), required=False)
@option(
    "--seat",
    "seats",
    multiple=True,
    metavar=N_("SEAT=WHO"),
    help=N_(
        "Who holds a seat: me, doctrine, search, random or default (the rules' own answers). "
        "May be given for each seat."
    ),
)
@option(
    "--dice",
    type=Word("verifiable", "typed"),
    default="verifiable",
    show_default=True,
    help=N_("Dice of the program that anyone can check afterwards, or real ones typed in."),
)
@option(
    "--words",
    multiple=True,
    metavar=N_("SEAT=WORDS"),
    help=N_("A seat's own words, stirred into the dice before the first one falls."),
)
@option(
    "--clock/--no-clock",
    "clock",
    default=None,
    help=N_("Whether the clocks of the rules run in real time; without it they run at a terminal."),
)
@option("--record", type=FILE, metavar=N_("FILE"), help=N_("Where to keep the battle."))
@option("--resume", type=EXISTING, metavar=N_("RECORD"), help=N_("Go on with this battle."))
@kit.scenario_book
@kit.house
@kit.overlay
@kit.roster
@kit.options
@kit.seed
@detail
@kit.force
@click.pass_context
def play(ctx: click.Context, /, scenario: str | None, resume: Path | None, detail: int, **given: Any) -> None:
    table = _resumed(resume, given) if resume is not None else _new(scenario, given)
    table.detail = detail
    clock = given["clock"]
    if table.book.has_clocks and table.persons and (sys.stdin.isatty() if clock is None else clock):
        table.clocks = Clocks()
    _welcome(table)
    stopped: Quit | None = None
    try:
        table.play(person)
        for seat in table.persons or [UMPIRE]:
            table.tell_news(seat)
    except Quit as quit_:
        stopped = quit_
    except KeyboardInterrupt:
        put()
        farewell(table, Quit())
        raise
    farewell(table, stopped)
    if stopped is not None and stopped.ended:
        ctx.exit(NO)


def _welcome(table: Table) -> None:
    persons = table.persons
    if persons:
        put(say(T("You: {seats}. '?' lists the words that help.", seats=tuple(map(table.title, persons)))))
    if table.game.record.header.commitment:
        put(say(T("Dice are sealed: {seal}", seal=table.game.record.header.commitment[:16] + "...")))
    if table.clocks is not None:
        put(say(T("The clock runs while you are asked; --no-clock gives you all the time in the world.")))
    put()


# --- a new battle ---------------------------------------------------------------------------------------


def _new(scenario: str | None, given: Mapping[str, Any]) -> Table:
    book, source = find_scenario(scenario or _choose(), given["book"])
    setup = read_setup(book, source, given)
    holders = seated(setup, pairs(given["seats"], "--seat"))
    path = given["record"] or saves.new_path(setup)
    refuse_if_there(path, given["force"])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    seed = saves.make_seed(given["seed"])
    return begin(book, setup, holders, seed, path, given["dice"], pairs(given["words"], "--words"))


def begin(
    book: Book,
    setup: Setup,
    holders: dict[str, str],
    seed: bytes,
    path: Path,
    dice: str = "verifiable",
    words: Mapping[str, str] | None = None,
) -> Table:
    """A table with a new battle on it, its seed kept beside the record."""
    saves.keep(path, seed, holders)
    game = with_dice(
        lambda faces: Game.new(
            book, setup, seed=seed, path=path, dice=dice, faces=faces, scribe=scribe(book)
        ),
        lambda scouted: engine.begin(book, setup, scouted),
        ask,
        labels(book, lambda: book.vocabulary(book.view(setup, book.start(setup), UMPIRE))),
    )
    for seat, said in (words or {}).items():
        game.add_words(seat, said)
    return Table(game, book, holders, seed)


def _choose() -> str:
    """The scenario, from a list; a usage error where nobody can be asked."""
    found = {
        title(book, name): heading.name
        for book in shelf.names()
        for name, heading in headings.headings(book).items()
    }
    known = list(found)
    if not sys.stdin.isatty():
        raise click.UsageError(say(T("which scenario? There are: {known}", known=tuple(known))))
    wide = max(map(len, known))
    for number, (name, about) in enumerate(found.items(), 1):
        put(f"  {number:>2}  {name:<{wide}}  {about.say(lang())}")
    while True:
        try:
            line = ask(T("Which one?"), " ")
        except Quit:
            raise click.Abort from None
        if line.isdigit() and 1 <= int(line) <= len(known):
            return known[int(line) - 1]
        if line:
            return line


def read_setup(book: Book, source: Path, given: Mapping[str, Any]) -> Any:
    """The setup with house rules, tables, rosters and options laid over it."""
    more: dict[str, Any] = {}
    if given.get("house"):
        more["house"] = given["house"]
    if given.get("overlays"):
        more["overlays"] = given["overlays"]
    if given.get("rosters"):
        more["rosters"] = {seat: Path(name) for seat, name in pairs(given["rosters"], "--roster").items()}
    if given.get("options"):
        more["options"] = {key: value_of(one) for key, one in pairs(given["options"], "--option").items()}
    return book.read_setup(source, **more)


def value_of(word: str) -> str | int | bool:
    """``true``, ``12`` or a word."""
    if word in ("true", "false"):
        return word == "true"
    return int(word) if word.lstrip("-").isdigit() else word


def seated(setup: Setup, chosen: Mapping[str, str]) -> dict[str, str]:
    """Who holds each seat: as chosen; else the first player's seat is yours and the rest the computer's."""
    known = [*(seat.id for seat in setup.seats), UMPIRE]
    for seat, holder in chosen.items():
        _known(T("seat"), seat, known)
        _known(T("holder"), holder, HOLDERS)
    holders = {seat: chosen.get(seat, "doctrine") for seat in known}
    holders[UMPIRE] = chosen.get(UMPIRE, DEFAULT)
    free = [seat.id for seat in setup.seats if seat.kind == "player" and seat.id not in chosen]
    if free and ME not in chosen.values() and len(chosen) < len(setup.seats):
        holders[free[0]] = ME
    return holders


def _known(what: Any, word: str, known: Sequence[str]) -> None:
    if word not in known:
        from grognard.files import unknown

        raise GrognardError(unknown(what, word, known))


# --- going on ------------------------------------------------------------------------------------------


def _resumed(path: Path, given: Mapping[str, Any]) -> Table:
    from grognard.cli.records import BadRecord

    try:
        journal = Journal.open(path, repair=True)
        if journal.notice is not None:
            tell(f"{path}:{len(journal.lines) + 1}: {journal.notice.say(lang())}")
        book = find_book(journal.header.book)
        if not saves.seed_path(path).exists():
            _refuse_finished(path, journal)
        kept = saves.kept(path)
        game = Game.resume(book, journal, kept.seed, scribe(book))
    except RecordError as error:
        raise BadRecord(path, error) from None
    holders = {**kept.holders, **pairs(given["seats"], "--seat")}
    table = Table(game, book, seated(game.setup, holders), kept.seed)
    for seat in table.persons:
        table.remember(seat)
    return table


def _refuse_finished(path: Path, journal: Journal) -> None:
    from grognard.cli.records import Chronicle

    if Chronicle.open(path).finished:
        raise Failed(T("this battle is over; read it with: grognard report {path}", path=str(path)))
