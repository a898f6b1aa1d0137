"""A battle being played at this screen: persons and computers around one table."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.cli import saves
from grognard.cli.clocks import Clocks, Running
from grognard.cli.console import Quit, agreed, ask, hand_over
from grognard.cli.lang import lang, say
from grognard.cli.output import put, put_blocks, width
from grognard.cli.typed import labels, scouting, with_dice
from grognard.core.events import Told
from grognard.core.game import Game, Heard, Receipt, heard_by
from grognard.core.record import Answered, Moved
from grognard.core.replay import read_told
from grognard.core.state import UMPIRE, Order, Question, Setup, State
from grognard.locale import LANGUAGES, T, Text
from grognard.players import DoctrinePlayer, Player, RandomPlayer, SearchPlayer
from grognard.players.playing import answer_of, chances
from grognard.rulebooks.book import Book

ME, DEFAULT = "me", "default"
COMPUTERS: Mapping[str, type[Player]] = {
    "doctrine": DoctrinePlayer,
    "search": SearchPlayer,
    "random": RandomPlayer,
}
HOLDERS = (ME, *COMPUTERS, DEFAULT)
"""Who may hold a seat: a person here, a computer player, or nobody (then the rules' defaults count)."""


class Table:
    """The game with whoever holds its seats. ``detail`` is how much is told of what happened; ``clocks`` run where
    the rule book has any, None: nowhere."""

    def __init__(self, game: Game, book: Book, holders: dict[str, str], seed: bytes, detail: int = 1) -> None:
        self.game, self.book, self.holders, self.seed = game, book, holders, seed
        self.detail: Any = detail
        self.clocks: Clocks | None = None
        self.players: dict[str, Player] = {
            seat: COMPUTERS[holder]() for seat, holder in holders.items() if holder in COMPUTERS
        }
        self._heard: dict[str, int] = {}
        self._before: dict[str, int] = {}
        self._shown: dict[str, str] = {}
        self._others: dict[str, int] = {}
        self._last = ""
        self._pictured = 0

    # --- who is who ---

    @property
    def persons(self) -> list[str]:
        """Seats held by persons at this screen."""
        return [seat for seat, holder in self.holders.items() if holder == ME]

    def side_of(self, seat: str) -> str:
        return UMPIRE if seat == UMPIRE else self.game.setup.side_of(seat)

    def title(self, seat: str) -> str:
        """``lord (The fief)``: a seat with its side."""
        sides = {one.id: one.name.say(lang()) for one in self.game.setup.sides}
        return seat if seat == UMPIRE else f"{seat} ({sides[self.side_of(seat)]})"

    @property
    def shared(self) -> bool:
        """Persons of more than one side look at this screen in turn."""
        return len({self.side_of(seat) for seat in self.persons}) > 1

    # --- answering ---

    def clock(self, seat: str) -> Running | None:
        """The clock that runs for the seat now: the shortest of those on its questions."""
        if self.clocks is None:
            return None
        view = self.game.view(seat)
        found = [self.book.clock(view, one) for one in self.game.asked(seat)]
        name, seconds = min((one for one in found if one[0]), key=lambda one: one[1], default=("", 0))
        return self.clocks.start(seat, self.book.turn(self.game.state), name, seconds) if name else None

    def submit(self, question: Question, order: Order) -> Receipt:
        """A person's or a computer's answer; dice thrown by hand are asked for."""
        return self._taken(
            question, order, lambda faces: self.game.submit(question.seat, question.id, order, faces=faces)
        )

    def take_default(self, question: Question) -> Receipt:
        """The rules' own answer to a question that nobody answered in time."""
        order = self.book.decisions[question.kind].default(self.game.view(question.seat), question)
        return self._taken(question, order, lambda faces: self.game.take_default(question, faces))

    def _taken(self, question: Question, order: Order, take: Callable[[Sequence[int]], Receipt]) -> Receipt:
        view = self.game.view(question.seat)
        for seat in self.persons:
            self._others[seat] = 0 if seat == question.seat else self._others.get(seat, 0) + 1
        return with_dice(
            take,
            scouting(self.game, question.id, order),
            ask,
            labels(self.book, lambda: self.book.vocabulary(view)),
        )

    def computers_answer(self) -> bool:
        """One seat without a person answers; False if none is asked."""
        seat = next((one for one in self.game.waiting_for() if self.holders.get(one) != ME), None)
        if seat is None:
            return False
        view = self.game.view(seat)
        rng = chances(self.luck(), (seat,))[seat]
        for question in self.game.asked(seat):
            if seat in self.players:
                order = answer_of(self.book, self.players[seat], view, question, rng)
            else:
                order = self.book.decisions[question.kind].default(view, question)
            self.submit(question, order)
        return True

    def luck(self) -> int:
        """Chance of the computer players at this moment; from the battle's seed, so that ``--seed`` repeats it."""
        at = f"{self.seed.hex()}:players:{len(self.game.record.lines)}"
        return int.from_bytes(hashlib.sha256(at.encode()).digest()[:8], "big")

    # --- telling ---

    def tell_news(self, seat: str) -> None:
        """What the seat has heard since it was last told."""
        before, self._heard[seat] = self._heard.get(seat, 0), len(self.game.log)
        heard = self.heard_since(seat, before)
        if not heard:
            return
        self._before[seat] = before
        put_blocks(self.book.lines(self.game.view(seat), heard), self.detail)
        put()

    def heard_since(self, seat: str, place: int) -> list[Heard]:
        """What the seat has heard after that place of the log, with the eyes that the book gives it."""
        eyes = self.book.eyes(self.game.setup, self.game.state, seat)
        return heard_by(self.game.log[place:], eyes)

    def remember(self, seat: str) -> None:
        """Going on with a record: what the seat had heard when it last answered is not told again."""
        lines = self.game.record.lines
        last = max(
            (row.n for row in lines if isinstance(row.entry, Answered) and row.entry.seat == seat), default=0
        )
        since = [row.entry for row in lines[last:] if isinstance(row.entry, Moved)]
        told = sum(len(read_told(self.book, entry.told)) for entry in since)
        self._heard[seat] = max(len(self.game.log) - told, 0)

    def told_before(self, seat: str) -> int:
        """The place in the log where the last news of that seat begin."""
        return self._before.get(seat, 0)

    def forget(self) -> None:
        """Something was taken back: what was told counts from the new end."""
        for seat, place in self._heard.items():
            self._heard[seat] = min(place, len(self.game.log) - 1)

    def show_table(self, seat: str) -> None:
        put(self.book.table_text(self.game.view(seat), (), lang(), width()).rstrip("\n"))
        put()

    def greet(self, seat: str) -> None:
        """The screen becomes this seat's: handed over if others look at it too, news, the field of a new turn or
        if others have done more than reply."""
        if self.shared and seat != self._last:
            hand_over(T("{seat}, it is your turn. Enter when nobody else looks.", seat=self.title(seat)))
        self.tell_news(seat)
        turn = self.book.turn(self.game.state)
        acted = self._others.get(seat, 0) > 1
        if self._shown.get(seat) != turn or acted or (self.shared and seat != self._last):
            self.show_table(seat)
        self._last, self._shown[seat] = seat, turn

    # --- taking back ---

    def undo(self, seat: str) -> bool:
        """Take the seat's last answer back, with the others' consent where something has happened since."""
        done = self.game.undo(seat)
        if not done:
            done = self._consented(seat)
        if done:
            self.forget()
        return done

    def _consented(self, seat: str) -> bool:
        others = [one.id for one in self.game.setup.seats if one.kind == "player" and one.id != seat]
        for other in others:
            question = T(
                "{seat} wants to take the last answer back. {other}, do you agree?", seat=seat, other=other
            )
            if self.holders.get(other) == ME and not agreed(question, otherwise=False):
                return False
            if self.game.consent(other):
                return True
        return self.game.consent(UMPIRE)

    # --- pictures ---

    def draw(self, seat: str) -> list[Path]:
        """The field as the seat sees it, as SVG and PNG beside the record."""
        from grognard.cli.output import write
        from grognard.show.png import png

        self._pictured += 1
        stem = self.record_path.with_suffix("")
        picture = self.book.picture(self.game.view(seat), (), lang())
        base = stem.with_name(f"{stem.name}-{seat}-{self._pictured}")
        paths = [base.with_suffix(".svg"), base.with_suffix(".png")]
        write(paths[0], picture.svg, force=True)
        write(paths[1], png(picture.svg, scale=2), force=True)
        return paths

    @property
    def record_path(self) -> Path:
        path = self.game.record.path
        assert path is not None
        return path

    # --- the course ---

    def play(self, person: Callable[[Table, str], None]) -> None:
        """To the end of the battle; ``person(table, seat)`` gets the answers of a seat held by a person."""
        while not self.game.state.finished:
            if self.computers_answer():
                if not self.persons:
                    self.tell_news(UMPIRE)
                continue
            seat = next(one for one in self.game.waiting_for() if self.holders.get(one) == ME)
            self.greet(seat)
            person(self, seat)
        saves.let_go(self.record_path)


def scribe(book: Book) -> Callable[[Setup, State[Any], Sequence[Told]], dict[str, str]]:
    """How each turn read, kept in the record in every language: it can be read when the rules have moved on."""

    def page(setup: Setup, state: State[Any], told: Sequence[Told]) -> dict[str, str]:
        from grognard.show import as_text
        from grognard.show.model import Report

        blocks = tuple(book.lines(book.view(setup, state, UMPIRE), heard_by(told, UMPIRE)))
        return {one: as_text.text(Report(setup.name, blocks), one, 2) for one in LANGUAGES}

    return page


def outcome_words(setup: Setup, state: State[Any]) -> Text:
    """Who has won, in one sentence."""
    sides = {one.id: one.name for one in setup.sides}
    if state.outcome is None:
        return T("The battle is not over.")
    winners = tuple(sides[one] for one in state.outcome.winners)
    return (
        T("The battle is over. Victory: {winners}", winners=winners)
        if winners
        else T("The battle is over; nobody has won.")
    )


def farewell(table: Table, quit_: Quit | None) -> None:
    """Where the battle is kept, and how to go on with it."""
    path = table.record_path
    table.game.record.close()
    if quit_ is not None:
        put(say(T("The battle is kept. Go on with: grognard play --resume {path}", path=str(path))))
        return
    put(outcome_words(table.game.setup, table.game.state))
    put()
    put(say(T("Record: {path}", path=str(path))))
    put(say(T("Report: grognard report {path}", path=str(path))))
    put(say(T("Check:  grognard verify {path}", path=str(path))))
