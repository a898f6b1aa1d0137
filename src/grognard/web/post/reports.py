"""Reports of turns for boards, mail and pages, as one seat or the public may know them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, get_args

from grognard.core.errors import GrognardError
from grognard.core.game import heard_by
from grognard.core.record import Line
from grognard.core.state import PUBLIC, UMPIRE
from grognard.locale import Name, T, Text
from grognard.show import as_html
from grognard.show.as_bbcode import bbcode
from grognard.show.as_markdown import markdown
from grognard.show.as_text import text
from grognard.show.boards import BOARDS, Profile
from grognard.show.model import Heading, Level, Picture, Report, Words
from grognard.show.posts import split
from grognard.web.moment import Moment
from grognard.web.post.turns import Turn, position, told_in, turns_of

FORMS: dict[str, Text | str] = {
    "phpbb": "phpBB",
    "vbulletin": "vBulletin",
    "xenforo": "XenForo",
    "ipb": "Invision (IPB)",
    "mybb": "MyBB",
    "rusff": "rusff, mybb.ru",
    "md": "Markdown",
    "html": "HTML",
    "text": T("plain text"),
}
"""How a report can be written."""
WHOLE = "all"
"""In the place of a turn's number: the whole battle so far."""


class NoSuchTurn(GrognardError):
    """The battle has no such turn (yet)."""


class Told(NamedTuple):
    """A report, and for each of its pictures from which snapshot and since which it was drawn (none: the present)."""

    report: Report
    pictures: tuple[tuple[int, int], ...] = ()


class Chronicle:
    """A battle as somebody's eyes saw it, turn by turn."""

    def __init__(self, moment: Moment, lines: Sequence[Line], eyes: str) -> None:
        self.moment, self.lines = moment, lines
        self.eyes = moment.eyes(eyes)
        self.turns = turns_of(lines)

    def turn(self, number: str) -> Turn:
        """The turn of that number; NoSuchTurn."""
        found = next((one for one in self.turns if str(one.number) == number), None)
        if found is None:
            raise NoSuchTurn(T("this battle has no finished turn '{turn}'", turn=number[:20]))
        return found

    def report(self, number: str, lang: str, pictures: bool = True) -> Told:
        """The report of a turn, or of everything so far."""
        return self._whole() if number == WHOLE else self._turn(self.turn(number), lang, pictures)

    def _whole(self) -> Told:
        moment = self.moment
        view = moment.book.view(moment.setup, moment.state, self.eyes)
        made = moment.book.report(view, moment.heard(self.eyes))
        return Told(Report(made.title, made.blocks, self._subtitle(made.subtitle)))

    def _turn(self, turn: Turn, lang: str, pictures: bool) -> Told:
        book = self.moment.book
        view = self.view(turn.after)
        heard = heard_by(told_in(book, self.lines, turn.lines), self.eyes)
        course = tuple(book.lines(view, heard))
        if not course or not isinstance(course[0], Heading):
            course = (Heading(1, T("What happened"), "course"), *course)
        words = self._subtitle(T("Turn {number}", number=turn.number))
        story = tuple(book.story(view, heard))
        if not pictures:
            return Told(Report(self.moment.setup.name, (*story, *course), words))
        shown = ((turn.before, 0), (turn.after, turn.before))
        before, after = (self.picture(line, since, lang) for line, since in shown)
        tale, details = (story, course) if story else (course, ())
        blocks = (Heading(1, T("Before")), before, *tale, Heading(1, T("After")), after, *details)
        return Told(Report(self.moment.setup.name, blocks, words), shown)

    def _subtitle(self, what: Words) -> Text:
        return T("{what} – {reader}", what=what, reader=reader_words(self.moment, self.eyes))

    # --- positions ---

    def view(self, line: int) -> Any:
        """What the eyes saw at the snapshot in that line."""
        book, setup = self.moment.book, self.moment.setup
        return book.view(setup, position(book, self.lines, line), self.eyes)

    def picture(self, line: int, since: int, lang: str) -> Picture:
        """The position at a snapshot, with arrows for what happened since another (0: none)."""
        book = self.moment.book
        turn = next((one for one in self.turns if (one.after, one.before) == (line, since)), None)
        told = told_in(book, self.lines, turn.lines) if turn is not None else []
        return book.picture(self.view(line), heard_by(told, self.eyes), lang)


def reader_words(moment: Moment, eyes: str) -> Text | Name:
    """For whom a report is."""
    if eyes == PUBLIC:
        return T("for everybody")
    if eyes == UMPIRE:
        return T("everything open") if moment.state.finished else T("for the umpire only")
    side = next(one for one in moment.setup.sides if one.id == moment.setup.side_of(eyes))
    return T("for {side} only", side=side.name)


def written(
    told: Told, form: str, lang: str, detail: Level, urls: Sequence[str], limit: int = 0
) -> list[str]:
    """The report in one of the forms, in as many posts as a board needs (``limit`` characters, 0: what its makers
    allow); one for other forms."""
    if form == "md":
        return [markdown(told.report, lang, detail, urls)]
    if form == "html":
        return [as_html.page(told.report, lang, detail)]
    if form == "text":
        return [text(told.report, lang, detail)]
    if form not in get_args(Profile):
        raise GrognardError(T("reports are not written as '{form}'", form=form[:20]))
    profile: Any = form
    post = bbcode(told.report, lang, detail, profile, urls)
    return split(post, max(limit or BOARDS[form].limit, 500))
