"""``companion``: a battle of toy soldiers on a floor, followed line by line with the dice that were thrown there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grognard.cli import kit
from grognard.cli.console import Quit, ask
from grognard.cli.failing import NO, Failed
from grognard.cli.kit import FILE, argument, command, force, option
from grognard.cli.lang import N_, lang, say
from grognard.cli.output import bold, dim, put, put_blocks, put_hung, refuse_if_there, write
from grognard.cli.shelf import find_book
from grognard.locale import T
from grognard.rulebooks import shelf
from grognard.rulebooks.book import Book, Companion, Followed

if TYPE_CHECKING:
    from grognard.show.model import Level

SHOW = ("show", "sheet", "показать", "ведомость", "покажи")
UNDO = ("undo", "отмена", "отменить")
LEAVE = ("quit", "exit", "q", "выход", "хватит")
HELP = ("?", "help", "помощь")


@command(
    "companion",
    help=N_(
        "Follow a battle of toy soldiers on a floor: who fights whom and which dice were thrown, line by line, "
        "answered by the rules without a map. FILE keeps the lines; a line that is changed or deleted in it is "
        "changed or undone in the battle."
    ),
    epilog=N_("For example: grognard companion evening.txt, and then: battle skirmish"),
)
@argument("file", N_("FILE"), type=FILE)
@option("--show", is_flag=True, help=N_("Print the whole battle as followed, with its ledger, and end."))
@option(
    "--campaign",
    type=FILE,
    metavar=N_("FILE"),
    help=N_("After the battle write the army file of each seat, its name put before the ending."),
)
@kit.detail_of(2)
@kit.option_book
@force
@click.pass_context
def companion(
    ctx: click.Context,
    /,
    file: Path,
    show: bool,
    campaign: Path | None,
    book: str | None,
    detail: int,
    force: bool,
) -> None:
    chosen = _book(book)
    if campaign is not None:
        write_armies(_followed(chosen, file, _read(file)), campaign, force)
    elif show:
        found = _followed(chosen, file, _read(file))
        show_all(found, detail)
        if any(one.problem for one in found.lines):
            ctx.exit(NO)
    else:
        _Desk(chosen, file, detail).run()


def _book(name: str | None) -> Book:
    """The book that is named, else the first that follows battles on a floor."""
    known = [find_book(name)] if name is not None else [one for one in shelf.books() if one.has_companion]
    if not known:
        raise Failed(T("no rule book on the shelf follows battles on a floor"))
    if not known[0].has_companion:
        raise known[0].no_companion()
    return known[0]


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _followed(book: Book, file: Path, text: str) -> Companion:
    return book.companion(text, lang(), file.parent)


# --- all of it ------------------------------------------------------------------------------------------


def show_all(found: Companion, detail: int) -> None:
    """Every line with its answer, what is due, the sheet."""
    put(bold(found.title.say(lang())))
    for one in found.lines:
        put(f"{one.number:>3}  {one.text}" if one.text.strip() else "")
        show_answer(one, detail)
    put()
    show_due(found)
    put_blocks(found.sheet, _level(detail))


def _level(detail: int) -> Level:
    return 0 if detail == 0 else 1 if detail == 1 else 2


def show_answer(one: Followed, detail: int) -> None:
    """What a line came to, or what is wrong with it, or which dice it waits for."""
    if one.problem is not None:
        put_hung("     ! ", one.problem.say(lang()))
    for words in one.wanted:
        put_hung("     ? ", words.say(lang()))
    put_blocks(one.blocks, _level(detail))


def show_due(found: Companion) -> None:
    """What must and what may be done now, with the lines that do it."""
    if not found.due:
        return
    put(bold(say(T("Due now"))))
    for one in found.due:
        put_hung("  ! " if one.must else "  - ", one.words.say(lang()))
        put(dim(f"      {one.line}"))


def write_armies(found: Companion, path: Path, force: bool) -> None:
    """One army file a seat."""
    if not found.armies:
        raise Failed(
            T(
                "the battle is not over: its last line says who has won, 'end SIDE wins', 'end truce', 'end draw'"
            )
        )
    targets = {seat: path.with_name(f"{path.stem}.{seat}{path.suffix or '.yaml'}") for seat in found.armies}
    for target in targets.values():
        refuse_if_there(target, force)
    for seat, target in targets.items():
        write(target, found.armies[seat], force)
        put(say(T("written: {path}", path=str(target))))


# --- line by line ----------------------------------------------------------------------------------------


class _Desk:
    """The umpire at the keyboard; every line is in the file before the next one is asked for."""

    def __init__(self, book: Book, file: Path, detail: int) -> None:
        self.book, self.file, self.detail = book, file, detail
        self.lines = _read(file).splitlines() if file.exists() else []

    def followed(self, lines: Sequence[str]) -> Companion:
        return _followed(self.book, self.file, "\n".join(lines))

    def run(self) -> None:
        self._welcome()
        try:
            while True:
                self._one(ask("", f"{len(self.lines) + 1}> "))
        except Quit:
            pass
        put(say(T("kept: {path}", path=str(self.file))))

    def _welcome(self) -> None:
        put(bold(self.book.name.say(lang())))
        put(say(T("A line is a deed with its dice behind a colon; '?' lists the words that help.")))
        if self.lines:
            found = self.followed(self.lines)
            for one in found.lines:
                if one.problem is not None or one.wanted:
                    put(f"{one.number:>3}  {one.text}")
                    show_answer(one, self.detail)
            put(say(T("lines so far: {lines}", lines=len(self.lines))))
            show_due(found)
        else:
            known = ", ".join(self.book.scenarios())
            put(
                say(
                    T(
                        "Begin with 'battle NAME' ({known}), or with your own sides and regiments.",
                        known=known,
                    )
                )
            )
        put()

    def _one(self, line: str) -> None:
        word = line.casefold()
        if not line:
            return
        if word in LEAVE:
            raise Quit
        if word in HELP:
            self._help()
        elif word in SHOW:
            show_all(self.followed(self.lines), self.detail)
        elif word in UNDO:
            self._undo()
        else:
            self._add(line)

    def _help(self) -> None:
        for words in (
            T("turn 1 · fire GUN at UNIT, canister: 5 · fight UNIT > ENEMY front, UNIT > ENEMY flank: 5 3 2"),
            T(
                "obedience UNIT: 4 · pursue UNIT > ENEMY: 5 4 3 3 · fate UNIT: 6 · follow UNIT 0.5 · stay UNIT"
            ),
            T("split UNIT 6 4: 2 · reunite UNIT, UNIT.2: 4 6 · crew GUN > GUN 2"),
            T("replace PERSON > FORMATION: 4 · take over PERSON > FORMATION · give back PERSON"),
            T("state UNIT square · join PERSON UNIT · lose UNIT 2 · note anything · end SIDE wins"),
            T("without dice a line asks for them; 'roll' in their place lets the program throw"),
            T("show: the whole battle with its ledger; undo: the last line is taken back; quit"),
        ):
            put_hung("  ", say(words))

    def _undo(self) -> None:
        if not self.lines:
            put(say(T("there is nothing to take back")))
            return
        put(say(T("taken back: {line}", line=self.lines.pop())))
        self._keep()
        show_due(self.followed(self.lines))

    def _add(self, line: str) -> None:
        """A line is answered; one that is wrong is not kept, one that waits for dice asks for them."""
        found = self.followed([*self.lines, line])
        answer = found.lines[len(self.lines)]
        show_answer(answer, self.detail)
        if answer.problem is not None:
            put(dim(say(T("the line is not kept"))))
            return
        self.lines.append(line)
        self._keep()
        if answer.wanted:
            self._throw(line)
        else:
            show_due(found)

    def _throw(self, line: str) -> None:
        """The dice of the line that has just been kept without them."""
        while True:
            faces = ask(T("dice (Enter: later)"), ": ")
            if faces.casefold() in (*UNDO, *LEAVE):
                self._one(faces)
            if not faces or faces.casefold() in UNDO:
                return
            begun = line.rstrip().removesuffix(":").rstrip()
            thrown = f"{begun} {faces}" if ":" in begun else f"{begun}: {faces}"
            found = self.followed([*self.lines[:-1], thrown])
            answer = found.lines[len(self.lines) - 1]
            show_answer(answer, self.detail)
            if answer.problem is None and not answer.wanted:
                self.lines[-1] = thrown
                self._keep()
                show_due(found)
                return

    def _keep(self) -> None:
        """The file as it stands; written beside it first, so that it is never half there."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        beside = self.file.with_name(f".{self.file.name}.new")
        beside.write_text("".join(f"{line}\n" for line in self.lines), encoding="utf-8")
        beside.replace(self.file)
