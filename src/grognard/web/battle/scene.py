"""What an audience sees of a battle, as parts of the page."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from grognard.locale import Name, Text, say
from grognard.rulebooks.book import Strength
from grognard.show.as_html import part
from grognard.show.model import Picture
from grognard.web.battle.chronicle import Chronicle, Written, shown
from grognard.web.battle.panel import base_of, may_answer, panel, seat_words
from grognard.web.battle.sight import Sight, Sights
from grognard.web.battle.svg import pieces
from grognard.web.live.hub import Audience, Frame, Part
from grognard.web.tables import Tables
from grognard.web.templating import fragment

KEPT = 24
NEXT = 4
"""Things to come that are named."""


def _nothing(_sight: Sight, _seat: str, _lang: str) -> str:
    return ""


class Extra(NamedTuple):
    """A part of the page that another room fills: what a seat may see of it, as markup. ``place``: ``header`` (a word
    beside the turn), ``panel`` (under the question) or ``sheet`` (a sheet of its own under ``title``). ``below``: what
    stands under a sheet and is not drawn again while somebody writes in it, for the seat itself."""

    name: str
    place: str
    title: Text
    render: Callable[[Sight, str], str]
    below: Callable[[Sight, str, str], str] = _nothing


class Scenes:
    """Renders frames for the hub and the page. What depends on the record alone is drawn once for each position;
    ``extras`` are drawn every time."""

    def __init__(self, tables: Tables) -> None:
        self.sights = Sights(tables)
        self.chronicle = Chronicle()
        self.extras: list[Extra] = []
        self._kept: OrderedDict[tuple[str, str, str], tuple[Sight, dict[str, Part]]] = OrderedDict()
        self._past: OrderedDict[tuple[str, str, str, int], Frame] = OrderedDict()
        self._guard = threading.Lock()

    def frame(self, audience: Audience) -> Frame:
        """Everything that changes on the page of that audience."""
        sight = self.sights.of(audience.battle, audience.seat)
        made = {**self._parts(audience, sight)}
        for extra in self.extras:
            made[extra.name] = extra.render(sight, audience.lang)
        return Frame(made)

    def _parts(self, audience: Audience, sight: Sight) -> dict[str, Part]:
        with self._guard:
            kept = self._kept.get(audience)
            if kept is not None and kept[0] is sight:
                return kept[1]
        made = dict(self.parts(sight, audience.lang))
        with self._guard:
            self._kept[audience] = sight, made
            self._kept.move_to_end(audience)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return made

    def parts(self, sight: Sight, lang: str) -> Iterator[tuple[str, Part]]:
        """The page's parts by name."""
        written = self.chronicle.written(sight, lang)
        yield from self.table(sight, lang, written)
        yield "timeline", timeline(sight, written, lang, sight.steps)
        yield "question", panel(sight, lang)
        yield "aside", aside(sight, lang)

    def table(self, sight: Sight, lang: str, written: list[Written]) -> Iterator[tuple[str, Part]]:
        """The parts that the past has too."""
        picture = sight.moment.book.picture(sight.view, (), lang)
        yield "status", status(sight, picture, lang)
        yield "picture", tuple(pieces(picture.svg))
        yield "forces", forces(sight, lang)
        yield "log", shown(written)
        yield "agenda", agenda(sight, lang)

    def timeline(self, audience: Audience, step: int) -> str:
        """The timeline of the present, at an earlier moment."""
        sight = self.sights.of(audience.battle, audience.seat)
        return timeline(sight, self.chronicle.written(sight, audience.lang), audience.lang, step)

    def past(self, audience: Audience, step: int) -> Frame:
        """The audience's moment number ``step``: what it saw then, and nothing else."""
        key = (*audience, step)
        with self._guard:
            kept = self._past.get(key)
        if kept is not None:
            return kept
        sight = self.sights.past(audience.battle, audience.seat, step)
        written = self.chronicle.written(sight, audience.lang)
        made = Frame(dict(self.table(sight, audience.lang, written)))
        with self._guard:
            self._past[key] = made
            while len(self._past) > KEPT:
                self._past.popitem(last=False)
        return made


def status(sight: Sight, picture: Picture, lang: str) -> str:
    """Where the battle stands, in words."""
    waiting = [seat_words(sight, seat) for seat in sight.moment.book.waiting(sight.view)]
    return fragment(
        "battle/status.html", lang, sight=sight, picture=picture, waiting=waiting, past=sight.step
    )


def forces(sight: Sight, lang: str) -> str:
    """The order of battle with strengths; of a book that counts none, its sheets."""
    rows = sight.moment.book.strengths(sight.view)
    if not rows:
        blocks = sight.moment.book.order_of_battle(sight.view)
        return "".join(part(block, lang, 0) for block in blocks)
    sides = [side.name for side in sight.moment.setup.sides]
    return fragment("battle/forces.html", lang, sides=_by_side(sides, rows))


def _by_side(names: Sequence[Name], rows: Sequence[Strength]) -> list[tuple[int, Name | str, list[Strength]]]:
    """Rows in order under the name of their side."""
    found: dict[int, list[Strength]] = {}
    for row in rows:
        found.setdefault(row.side, []).append(row)
    return [(side, names[side] if 0 <= side < len(names) else "", found[side]) for side in sorted(found)]


def agenda(sight: Sight, lang: str) -> str:
    """What comes next, as far as the seat may know."""
    words = [say(one, lang) for one in sight.moment.book.agenda_words(sight.view)]
    return fragment("battle/agenda.html", lang, words=words[:NEXT], more=len(words) > NEXT)


def timeline(sight: Sight, written: list[Written], lang: str, now: int) -> str:
    """The moments of this seat up to the present, with the turns by name; ``now`` is the one that is looked at."""
    turns: dict[int, str] = {}
    step = 1
    for stretch in written:
        turns.update((step, words) for words in stretch.turns)
        step = sight.course.step_at(sight.seat, stretch.closed) + 1
    return fragment("battle/timeline.html", lang, sight=sight, turns=sorted(turns.items()), step=now)


def aside(sight: Sight, lang: str) -> str:
    """Whether somebody wants to take something back, and what the seat may do about its own last answer."""
    asker = sight.moment.undo_asked
    return fragment(
        "battle/aside.html",
        lang,
        sight=sight,
        base=base_of(sight),
        may_answer=may_answer(sight),
        asker_words=seat_words(sight, asker) if asker else "",
        takes_back=may_answer(sight) and sight.has_answered and not sight.moment.state.finished,
    )
