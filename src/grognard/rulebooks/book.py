"""What the shelf offers to windows: a rule book with its files, words, pictures and doctrine.

Rooms that need heavy libraries (files, pictures) are imported when they are entered, so that ``BOOK`` itself is light.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from grognard.core.book import RuleBook
from grognard.core.dice import Rng
from grognard.core.errors import Refused
from grognard.core.rule import clauses_in
from grognard.core.state import Order, Question, Setup, State
from grognard.locale import Name, T, Text
from grognard.rulebooks.hand import HandWords
from grognard.rulebooks.measures import winner_words
from grognard.rulebooks.rules_text import RulesText, read_rules

if TYPE_CHECKING:
    from grognard.core.game import Heard
    from grognard.orders import Asked, Vocabulary
    from grognard.show.model import Block, Picture, Report, Words
    from grognard.show.moving import Frame

MOMENT = 2500
"""Milliseconds for which a picture of a film without motion stands."""


class Drag(msgspec.Struct, frozen=True):
    """What a hand did on the picture, in the user units of its SVG.

    A drag: ``piece`` (its ``data-unit``) was put down with its middle at (``x``, ``y``); ``heading``: degrees clockwise
    from the top of the picture to which its front was turned, None where the hand didn't turn it; ``target``: the
    ``data-unit`` under the pointer, or "" (the piece itself counts as nothing). A click at (``x``, ``y``): ``piece`` is
    "", ``target`` what was clicked, or "". ``draft``: the order that lies on the table as a ghost and is changed by
    this drag, where an answer takes several (deployment).
    """

    piece: str
    x: float
    y: float
    heading: float | None = None
    target: str = ""
    draft: Order = ()


class Strength(msgspec.Struct, frozen=True):
    """One row of an order of battle. ``side``: index of the side, as in pictures; ``pips``: disorder, wounds or what
    else the book counts against a piece; ``left``: impulses or other actions it still has; ``gone``: dead, broken or
    off the table. ``under``: id of the row under which it stands (a command), or "". ``units``: how many units it
    stands for, 0 for a seat, a command or a person.
    """

    id: str
    name: Text | Name | str
    side: int
    kind: Text | Name | str = ""
    state: Text | Name | str = ""
    pips: int = 0
    left: int = 0
    gone: bool = False
    under: str = ""
    units: int = 1


LONGEST_DESCRIPTION = 20_000
"""Characters of a description of troops that windows hand to ``Book.muster``."""


class Reckoned(msgspec.Struct, frozen=True):
    """One value of a proposal and what gave it."""

    name: Text | Name | str
    value: Text | Name | str | int
    why: tuple[Text | Name, ...] = ()


class Proposal(msgspec.Struct, frozen=True):
    """What a description of troops may be in the numbers of a book. ``doubts``: what contradicts itself or was not
    understood; ``hints`` for whoever decides; ``file``: the same to paste into a scenario."""

    name: Name
    values: tuple[Reckoned, ...]
    doubts: tuple[Text, ...]
    hints: tuple[Text, ...]
    file: str


LONGEST_LEDGER = 60_000
"""Characters of a ledger that windows hand to ``Book.companion``."""


class Followed(msgspec.Struct, frozen=True):
    """What one line of a ledger came to: report blocks; or the ``problem`` for which it counts for nothing; or the dice
    that are still ``wanted`` for it, in order. ``number`` counts lines from 1."""

    number: int
    text: str
    blocks: tuple[Any, ...] = ()
    problem: Refused | None = None
    wanted: tuple[Text, ...] = ()


class Due(msgspec.Struct, frozen=True):
    """What the rules ask for now, and how the line begins that does it; ``must``: there is no choice."""

    words: Text
    line: str
    must: bool


class Companion(msgspec.Struct, frozen=True):
    """A battle at a real table as its ledger has it: an answer to each line, what is due, the sheet of losses as report
    blocks. ``armies``: by seat, the army file after the battle; empty while it is on."""

    title: Name
    lines: tuple[Followed, ...]
    due: tuple[Due, ...] = ()
    sheet: tuple[Any, ...] = ()
    armies: Mapping[str, str] = {}


class Book(RuleBook):
    """A rule book on the shelf."""

    package: ClassVar[str]
    prefix: ClassVar[str]
    """Prefix of the clause ids, e.g. ``FE``."""
    has_clocks: ClassVar[bool] = False
    """Whether the rules put clocks to questions (``clock``)."""
    has_muster: ClassVar[bool] = False
    """Whether descriptions of troops become numbers (``muster``)."""
    has_companion: ClassVar[bool] = False
    """Whether a battle at a real table can be followed line by line (``companion``)."""
    takes_maps: ClassVar[bool] = False
    """Whether a scenario may name a map drawn in Tiled (``.tmj``, ``.tmx``) beside it."""
    has_army_files: ClassVar[bool] = False
    """Whether a battle leaves army files with which the next one begins (``roster``)."""
    has_order_sheets: ClassVar[bool] = False
    """Whether there is paper on which orders are written at a real table (``order_sheets``)."""
    aftermath_name: ClassVar[str] = ""
    """Name of the file that a battle hands on when it is over (``aftermath``), or ""."""

    # --- the paper rules ---

    def rules_text(self, lang: str = "en") -> RulesText:
        """The rule book in our own words."""
        name = "RULES.ru.md" if lang == "ru" else "RULES.md"
        return read_rules(files(self.package).joinpath(name).read_text(encoding="utf-8"))

    @cached_property
    def clauses(self) -> dict[str, list[str]]:
        """Clause id -> functions that carry it out, in all rooms of the book: those of the agenda's rules first."""
        chapters = {name.partition(".")[0] for name in self.rules}
        rooms = [name for _, name, _ in iter_modules(import_module(self.package).__path__)]
        rooms.sort(key=lambda name: (name not in chapters, name))
        return clauses_in(import_module(f"{self.package}.{name}") for name in rooms)

    # --- files ---

    def scenarios(self) -> dict[str, Path]:
        """Shipped scenarios by id."""
        raise NotImplementedError

    def read_setup(self, source: Path | str, name: str | None = None, **more: Any) -> Any:
        """A setup from a scenario file or its text (keywords: house, overlays, rosters, options, as the book has
        them); raises Problems with everything that is wrong."""
        raise NotImplementedError

    def check_file(self, path: Path) -> Text:
        """Check a scenario, army, house-rules or table file, told apart by its keys; what it is, in words.
        Raises Problems."""
        raise NotImplementedError

    def kind_of_file(self, path: Path) -> str:
        """``scenario``, ``army``, ``rules`` or ``tables`` as the keys of the file say, "" where they say nothing to
        this book."""
        raise NotImplementedError

    def template(self, kind: str, lang: str = "en") -> str:
        """A commented file to start from: ``scenario``, ``army``, ``rules`` or ``tables``; Refused for a kind of
        file that the book has not."""
        raise NotImplementedError

    def roster(self, setup: Any, state: Any, seat: str, lang: str = "en") -> str:
        """The army file of a seat's forces after the battle; the next battle reads it. Refused by a book that has
        no army files, such as this."""
        raise self.no_army_files()

    def change_roster(
        self, text: str, change: str, words: Sequence[str], lang: str = "en", **more: Any
    ) -> str:
        """An army file after a change between battles, e.g. ``merge``, with what it's told (keywords: house,
        overlays, options, as in ``read_setup``); Refused for a change that there is not or that the rules forbid."""
        raise self.no_army_files()

    def no_army_files(self) -> Refused:
        """What a book says whose scenarios hold all there is to say about armies."""
        return Refused(
            "",
            T("the book '{book}' has no army files", book=self.id),
            T("its scenarios say who fights and with what"),
        )

    def muster(self, text: str, lang: str = "en") -> Proposal:
        """Troops described in words, in any language of the book, as numbers for the game master to decide on.
        ``lang``: of comments in the file. Refused for a text that describes no troops, and by a book whose troops are
        not described, such as this."""
        raise self.no_muster()

    def no_muster(self) -> Refused:
        """What a book says whose troops are not described in words."""
        return Refused(
            "",
            T("the book '{book}' makes no troops of descriptions", book=self.id),
            T("its files say what there is to choose from"),
        )

    def companion(self, text: str, lang: str = "en", folder: Path | None = None) -> Companion:
        """A battle of toy soldiers followed as its ledger tells it, in any language of the book, with the dice that
        were thrown there; the same text always comes to the same. ``lang``: of the lines that are proposed; ``folder``:
        where files that the ledger names are, None: it may name none. Refused by a book that follows no battles, such
        as this."""
        raise self.no_companion()

    def no_companion(self) -> Refused:
        """What a book says that follows no battles at a real table."""
        return Refused(
            "",
            T("the book '{book}' follows no battles on a floor", book=self.id),
            T("play them with 'grognard play' or in the browser"),
        )

    def aftermath(
        self, setup: Any, state: Any, heard: Sequence[Heard], lang: str = "en", cycle: int = 0
    ) -> str:
        """The file that a battle hands on to those who reckon what comes of it. ``heard``: what everybody heard of
        it; ``cycle``: of the campaign. Refused while the battle is on, and by a book whose battles hand on nothing,
        such as this."""
        raise Refused(
            "",
            T("battles of the book '{book}' hand on no file of results", book=self.id),
            T("the report tells what became of everybody"),
        )

    # --- words ---

    def lines(self, view: Any, heard: Sequence[Heard]) -> Sequence[Block]:
        """What a seat has heard, as report blocks; ``view`` gives the names."""
        raise NotImplementedError

    def report(self, view: Any, heard: Sequence[Heard]) -> Report:
        """The whole report of a battle or a part of it, for the seat of the view."""
        raise NotImplementedError

    def story(self, view: Any, heard: Sequence[Heard]) -> Sequence[Block]:
        """What the seat has heard as a story to be read, told piece by piece, for the report of a turn; of a book
        that tells none, ()."""
        return ()

    def order_of_battle(self, view: Any) -> Sequence[Block]:
        """The armies as the seat knows them now, with their sheets."""
        raise NotImplementedError

    def order_sheets(self, view: Any) -> Sequence[Block]:
        """Paper for a real table: what the seat of the view commands, with room to write its orders; for the umpire
        and the public that of every seat. Refused by a book without, such as this."""
        raise Refused("", T("the book '{book}' has no order sheets", book=self.id))

    def question_words(self, view: Any, question: Question) -> Text:
        """What is asked, in words."""
        raise NotImplementedError

    def order_words(self, view: Any, question: Question, order: Order) -> Text:
        """An order in words; the order language reads them back as the same order."""
        raise NotImplementedError

    def default_words(self, view: Any, question: Question) -> Text:
        """What comes of it if nobody answers the question, in words; a book says more where its rules' own order says
        no more than that there was none."""
        default = self.decisions[question.kind].default(view, question)
        return self.order_words(view, question, default)

    def purpose_words(self, purpose: str) -> Text:
        """What dice are thrown for (``core.events.Rolled.purpose``), in words."""
        raise NotImplementedError

    def vocabulary(self, view: Any) -> Vocabulary:
        """Words of the order language: verbs, names of armies and things."""
        raise NotImplementedError

    def asked(self, view: Any, questions: Sequence[Question]) -> Sequence[Asked]:
        """Open questions for the order language."""
        raise NotImplementedError

    def asked_for(self, view: Any, questions: Sequence[Question], text: str) -> Sequence[Asked]:
        """The same for what somebody wrote: where any measure may be said, those in the text are offered too, after
        the others. Of these the rules may refuse one, and then say why."""
        return self.asked(view, questions)

    # --- pictures ---

    def picture(
        self, view: Any, heard: Sequence[Heard] = (), lang: str = "en", *, narrow: bool = False
    ) -> Picture:
        """The battle as the seat sees it; ``heard`` since the last step gives the arrows. ``narrow``: a sheet for
        telephones and columns of a forum. Hands point at the wide one."""
        raise NotImplementedError

    def table_text(self, view: Any, heard: Sequence[Heard] = (), lang: str = "en", width: int = 80) -> str:
        """The same content for a terminal."""
        raise NotImplementedError

    def film(
        self, moments: Iterable[tuple[Any, Sequence[Heard]]], lang: str = "en", steps: int = 6
    ) -> Iterator[Frame]:
        """A battle or a part of it as a moving picture: a seat's views, each with what it heard since the one before,
        as frames for ``show.moving.animation``. ``steps``: frames of each move; of a book whose pieces don't move,
        one picture a moment."""
        from grognard.show.moving import Frame

        for view, heard in moments:
            yield Frame(self.picture(view, heard, lang).svg, MOMENT)

    # --- the hand on the picture: from the view alone, in the units of ``picture(view, heard, lang)`` ---

    def aim(
        self, view: Any, question: Question, drag: Drag, lang: str = "en", heard: Sequence[Heard] = ()
    ) -> tuple[Order, ...]:
        """Orders that a drag or click may mean as an answer to the question, likeliest first. All pass the
        decision's ``check``, or, where no such order is legal, the one that comes nearest stands there alone: ``check``
        refuses it and says why. () if it means nothing here. ``lang`` and ``heard`` are those of the picture,
        so that everything lies where it lies there."""
        return ()

    def ghost(
        self, view: Any, question: Question, order: Order, lang: str = "en", heard: Sequence[Heard] = ()
    ) -> str:
        """An order as it would lie on the table, as an SVG ``<g>``: the pieces where they come to stand, their path
        and arcs, and the risks they run, in words. "" if there is nothing to draw."""
        return ""

    def reach(self, view: Any, piece: str, lang: str = "en", heard: Sequence[Heard] = ()) -> str:
        """What a chosen piece can reach, as an SVG ``<g>``: arcs, ranges, movement, command. "" if nothing."""
        return ""

    def waiting(self, view: Any) -> tuple[str, ...]:
        """Seats that still have to answer, in asking order, as far as the seat of the view may know."""
        found: tuple[str, ...] = view.waiting
        return found

    def clock(self, view: Any, question: Question) -> tuple[str, int]:
        """Which clock runs while the question is open, and its seconds. Clocks of one name run on for a seat from
        question to question while the turn (``turn``) is the same, and stand still while others are asked;
        ``answer`` begins anew with each question. ("", 0): none. When it has run out the default is taken."""
        return ("", 0)

    def agenda_words(self, view: Any) -> Sequence[Words]:
        """What comes next, in order, as far as the seat of the view may know."""
        return ()

    def strengths(self, view: Any) -> Sequence[Strength]:
        """The order of battle as the seat knows it, commands before what is under them."""
        return ()

    # --- the umpire's hand on the pieces ---

    def hand_words(self) -> HandWords:
        """Words for kinds, fields and values of the pieces; of a book that says none, their ids in plain letters."""
        return HandWords()

    def names_for(self, setup: Any, state: Any, piece: Any, field: str) -> Collection[Any]:
        return self.hand_words().named(field, str(piece.__struct_config__.tag), setup, state.pieces)

    # --- players and laboratory ---

    def doctrine(self, view: Any, question: Question, options: Sequence[Order], rng: Rng) -> Order:
        """What a sensible player answers, from the view alone."""
        raise NotImplementedError

    def ideas(self, view: Any, question: Question, options: Sequence[Order]) -> Sequence[Order]:
        """Orders worth a thought, the most promising first, for search from the view alone; here all options."""
        return options

    def worth(self, setup: Any, state: Any, side: str) -> float:
        """How good a position is for a side, from -1 (lost) to 1 (won), for search; here nothing but the outcome."""
        outcome = state.outcome
        if outcome is None or not outcome.winners:
            return 0.0
        return 1.0 if side in outcome.winners else -1.0

    def measures(self, setup: Any, state: Any) -> Mapping[str, str | int]:
        """Numbers and words by which battles are counted (winner, rounds, HP left ...)."""
        raise NotImplementedError

    def measure_words(self, setup: Any, name: str) -> Words:
        """The name of a measure; of a book that says none, its id in plain letters."""
        return name.replace("_", " ")

    def value_words(self, setup: Any, name: str, value: str | int) -> Words:
        """A value of that measure; of a book that says none, sides by name and ids in plain letters."""
        return winner_words(setup, str(value)) if name == "winner" else str(value).replace("_", " ")

    def clash(self, words: Sequence[str], options: Mapping[str, Any]) -> tuple[Setup, State[Any]]:
        """A described clash (``grognard odds BOOK clash ...``) as a setup and a position that asks nothing. Refused
        by a book that knows none, such as this."""
        raise Refused("", T("the book '{book}' reckons no clashes in words", book=self.id))

    def check_invariants(self, setup: Any, before: Any, after: Any) -> list[str]:
        """What must always hold and does not; empty if all is well. The referee asks after each step."""
        raise NotImplementedError
