"""One person's turn: the question with its numbered options, orders in words, and the keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from grognard.cli.clocks import minutes
from grognard.cli.console import Quit, TimeUp, agreed, ask, complete_with, within
from grognard.cli.keys import KEYS, Pressed, pressed, words_in
from grognard.cli.lang import lang, say
from grognard.cli.measured import percent
from grognard.cli.output import bold, dim, put, put_blocks, put_hung, width
from grognard.core.book import Preview
from grognard.core.errors import GrognardError, Refused
from grognard.core.state import Order, Question
from grognard.locale import T
from grognard.orders import Understood, Vocabulary, read, read_answer, read_back, suggest
from grognard.show.cells import cells, pad, wrap

if TYPE_CHECKING:
    from grognard.cli.table import Table
    from grognard.orders import Asked

FEW = 24
"""Options that are listed unasked, of those that the rule book lists; of longer lists the beginning."""
CONCEDE: Order = ("concede",)


def person(table: Table, seat: str) -> None:
    """Ask this seat until all its questions are answered or the battle has moved on."""
    asked_first = len(table.game.asked(seat))
    while questions := table.game.asked(seat):
        turn = _Turn(table, seat, questions)
        turn.show(asked_first)
        clock = table.clock(seat)
        try:
            with within(clock.left if clock else None):
                while not turn.over:
                    turn.hear(ask(f"{seat} {minutes(clock.left())}" if clock else seat, "> "))
        except TimeUp:
            turn.time_up()
        if clock:
            clock.stop()
        if turn.redraw or len(table.game.log) > turn.heard_at:
            return


class _Turn:
    """One question on the screen. ``over``: it is answered, or the screen must be drawn anew."""

    def __init__(self, table: Table, seat: str, questions: Sequence[Question]) -> None:
        self.table, self.game, self.book, self.seat = table, table.game, table.book, seat
        self.questions, self.question = questions, questions[0]
        self.view: Any = self.game.view(seat)
        self.heard_at = len(self.game.log)
        self.listed = 0
        self.over = self.redraw = False

    @cached_property
    def asked(self) -> Sequence[Asked]:
        return self.book.asked(self.view, self.questions)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return self.book.vocabulary(self.view)

    @cached_property
    def options(self) -> tuple[Order, ...]:
        """As the order language counts them, so that numbers mean the same everywhere."""
        current = self.current
        return tuple(one.order for one in current.options) if current else self.game.options(self.question)

    @cached_property
    def current(self) -> Asked | None:
        return next((one for one in self.asked if one.question == self.question.id), None)

    # --- showing ---

    def show(self, of: int = 0, everything: bool = False) -> None:
        """The question, its options and what is known of each."""
        left = len(self.questions)
        words = say(self.book.question_words(self.view, self.question))
        words += f"  {of - left + 1}/{of}" if of > 1 else ""
        *lines, last = wrap(words, width())
        for line in lines:
            put(bold(line))
        put(f"{bold(last)}  {dim(self._clauses(width() - cells(last) - 2))}".rstrip())
        few = min(FEW, len(self.game.options(self.question)))
        shown = self.options if everything else self.options[:few]
        self._list(shown)
        self.listed = len(shown)
        if len(shown) < len(self.options):
            left = len(self.options) - len(shown)
            put(dim(say(T("    and {count} more: 'all' lists them, or say it in words", count=left))))
        complete_with(
            lambda line: [(one.start, one.text) for one in suggest(line, self.asked, self.vocabulary, lang())]
        )

    def _clauses(self, room: int) -> str:
        """The clauses behind the question, as many as there is room for."""
        shown = ""
        for one in self.book.decisions[self.question.kind].clauses:
            if len(shown) + len(one) + 1 > room:
                break
            shown += f"{one} "
        return shown.rstrip()

    def _list(self, options: Sequence[Order]) -> None:
        words = [say(self.book.order_words(self.view, self.question, order)) for order in options]
        notes = [note_words(self.game.preview(self.question, order)) for order in options]
        digits = len(str(len(self.options)))
        for number, lines in enumerate(two_columns(words, notes, width() - digits - 4), 1):
            for at, line in enumerate(lines):
                put(f"  {number if at == 0 else '':>{digits}}  {line}")

    # --- hearing ---

    def hear(self, line: str) -> None:
        """What a person typed: nothing, a key, or an order."""
        if not line:
            self.show()
            return
        key = pressed(line)
        try:
            if key is not None:
                self._press(key)
            else:
                self._order(line)
        except GrognardError as error:
            put_hung("", say(T("No: {why}", why=error.say(lang()))))

    def _order(self, line: str) -> None:
        asked = self.book.asked_for(self.view, self.questions, line)
        full = read(line, asked, self.vocabulary)
        elsewhere = [one for one in full.orders if one.question != self.question.id]
        if len(full.orders) > 1 or elsewhere:
            for row in read_back(full, asked, self.vocabulary, lang(), line):
                put_hung("  ", row)
            if agreed(T("Give these orders?"), otherwise=full.sure):
                self._give([(one.question, one.order) for one in full.orders])
            return
        if self.current is None:
            raise Refused("", T("this is answered by the number of an option"))
        current = next(one for one in asked if one.question == self.question.id)
        found = read_answer(line, current, self.vocabulary)
        if isinstance(found, Understood):
            self._confirm(found)
            return
        put_hung("", say(T("Not taken: {why}", why=found.text)))
        for one in found.suggestions:
            put_hung("    ", say(one.words))

    def _confirm(self, found: Understood) -> None:
        words = self.book.order_words(self.view, self.question, found.order)
        for remark in found.remarks:
            put_hung("    ", say(remark))
        if found.confidence == "sure" or agreed(T("“{order}”?", order=words)):
            self._give([(found.question, found.order)])

    def _give(self, orders: Sequence[tuple[str, Order]]) -> None:
        questions = {one.id: one for one in self.questions}
        for name, order in orders:
            words = self.book.order_words(self.view, questions[name], order)
            with within(None):
                self.table.submit(questions[name], order)
            put_hung("  = ", say(words), dim)
        put()
        self.over = True

    def time_up(self) -> None:
        """The clock has run out: the rules' own answers count."""
        put()
        put(bold(say(T("Time is up."))))
        for question in self.game.asked(self.seat):
            self.table.take_default(question)
        put()
        self.over = True

    # --- keys ---

    def _press(self, key: Pressed) -> None:
        getattr(self, f"_{key.key}")(key.rest)

    def _help(self, rest: str) -> None:
        how = T("Answer with the number of an option, its words, or orders for several armies in one line.")
        put("\n".join(wrap(say(how), width())))
        example = next(iter(self.book.rules_text().paragraphs), "")
        rows = [
            (", ".join(words_in(lang(), words)), say(about).replace("{clause}", example))
            for words, about in KEYS.values()
        ]
        wide = max(len(words) for words, _ in rows)
        for words, about in rows:
            for at, line in enumerate(wrap(about, width() - wide - 4)):
                put(f"  {words if at == 0 else '':<{wide}}  {line}")

    def _all(self, rest: str) -> None:
        self.show(everything=True)

    def _questions(self, rest: str) -> None:
        for one in self.questions:
            put_hung("  ", say(self.book.question_words(self.view, one)))

    def _default(self, rest: str) -> None:
        """The rules' own answers to everything still open, said before they count."""
        orders = [(one, self.book.decisions[one.kind].default(self.view, one)) for one in self.questions]
        for question, _ in orders:
            words = self.book.question_words(self.view, question)
            put_hung("  ", f"{say(words)} {say(self.book.default_words(self.view, question))}")
        if agreed(T("Give these orders?")):
            self._give([(question.id, order) for question, order in orders])

    def _odds(self, rest: str) -> None:
        number = int(rest.rstrip(".)") or 0) if rest else 0
        if number > len(self.options):
            raise Refused(
                "",
                T("there is no option {number}; the last is {last}", number=number, last=len(self.options)),
            )
        chosen = [number] if number else range(1, self.listed + 1)
        for one in chosen:
            order = self.options[one - 1]
            preview = self.game.preview(self.question, order)
            put_hung(f"  {one}  ", say(self.book.order_words(self.view, self.question, order)))
            known = [*map(say, preview.lines), *chance_lines(preview)]
            for words in known or [say(T("nothing is rolled for it"))]:
                put_hung("       ", words)

    def _table(self, rest: str) -> None:
        self.table.show_table(self.seat)
        self.show()

    def _oob(self, rest: str) -> None:
        put_blocks(self.book.order_of_battle(self.view), 2)
        put()

    def _log(self, rest: str) -> None:
        since = 0 if rest else self.table.told_before(self.seat)
        put_blocks(self.book.lines(self.view, self.table.heard_since(self.seat, since)), 2)
        put()

    def _rule(self, rest: str) -> None:
        from grognard.cli import rules

        sought = rest or (self.book.decisions[self.question.kind].clauses or ("",))[0]
        rules.show(self.book, rules.find(self.book, sought))
        put()

    def _agenda(self, rest: str) -> None:
        from grognard.cli.agenda import coming

        for words in coming(self.book, self.game.state):
            put(f"  {words}")

    def _map(self, rest: str) -> None:
        for path in self.table.draw(self.seat):
            put(say(T("written: {path}", path=str(path))))

    def _undo(self, rest: str) -> None:
        if self.table.undo(self.seat):
            put(T("Taken back. Dice that have fallen are never thrown again."))
            self.over = self.redraw = True
        else:
            put(T("It stands: the others did not agree."))

    def _concede(self, rest: str) -> None:
        """The first open question that takes it gets it."""
        for one in self.questions:
            try:
                order = self.book.decisions[one.kind].check(self.view, one, CONCEDE)
            except Refused:
                continue
            if agreed(T("Give the battle up?"), otherwise=False):
                self.table.submit(one, order)
                self.over = True
            return
        raise Refused(
            "", T("the rules do not let you give up at this question"), T("answer it and try at the next")
        )

    def _save(self, rest: str) -> None:
        put(say(T("It is kept already, in {path}", path=str(self.table.record_path))))

    def _quit(self, rest: str) -> None:
        raise Quit


def two_columns(words: Sequence[str], notes: Sequence[str], room: int) -> Iterator[list[str]]:
    """Each word with its note beside it, or below it where there is no room; nothing is wider than ``room``."""
    most = max(map(cells, notes), default=0)
    wide = max((cells(one) for one in words if cells(one) + 2 + most <= room), default=0)
    for word, note in zip(words, notes, strict=True):
        beside = f"{pad(word, wide)}  "
        if note and cells(beside) + cells(note) <= room:
            yield [beside + dim(note)]
        else:
            yield [*wrap(word, room), *(f"  {dim(line)}" for line in (wrap(note, room - 2) if note else ()))]


def chance_lines(preview: Preview) -> list[str]:
    """``hits: 45%``, one a line."""
    return [f"{say(words)}: {percent(share, preview.guessed)}" for words, share in preview.chances]


def note_words(preview: Preview) -> str:
    """What stands beside an option: its chances, else all there is to know of it if that is one line."""
    if not preview.chances:
        return say(preview.lines[0]) if len(preview.lines) == 1 else ""
    return ", ".join(f"{say(words)} {percent(share, preview.guessed)}" for words, share in preview.chances)
