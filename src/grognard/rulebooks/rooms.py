"""A rule book whose rooms are modules of the usual names: what windows ask it for stands where it always stands.

Each room is entered when somebody asks for it, so that the book on the shelf is light. A book that keeps something
elsewhere, or has more to say, says so itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.core.state import Order, Question
from grognard.locale import Text
from grognard.rulebooks.book import Book, Drag, Strength

if TYPE_CHECKING:
    from grognard.core.game import Heard
    from grognard.orders import Asked, Vocabulary
    from grognard.rulebooks.hand import HandWords
    from grognard.show.model import Block, Picture, Report, Words
    from grognard.show.moving import Frame


class RoomedBook(Book):
    """A book with the usual rooms in its package."""

    def room(self, name: str) -> Any:
        """A module of the book."""
        return import_module(f"{self.package}.{name}")

    # --- files ---

    def check_file(self, path: Path) -> Text:
        from grognard.rulebooks import filekinds

        return filekinds.check_file(path, self.room("filekind").KINDS)

    def kind_of_file(self, path: Path) -> str:
        from grognard.files import Problems, read_yaml
        from grognard.rulebooks import filekinds

        try:
            return filekinds.kind_of(read_yaml(path), self.room("filekind").KINDS)
        except Problems:
            return ""

    def template(self, kind: str, lang: str = "en") -> str:
        from grognard.files.templates import template

        templates = self.room("templates")
        if kind not in templates.KINDS:
            raise self.no_army_files()
        folder = Path(templates.__file__).parent / "templates"
        return template(folder, kind, lang, templates.content)

    # --- words ---

    def lines(self, view: Any, heard: Sequence[Heard]) -> Sequence[Block]:
        found: Sequence[Block] = self.room("words").lines(view, heard)
        return found

    def report(self, view: Any, heard: Sequence[Heard]) -> Report:
        found: Report = self.room("report").report(view, heard)
        return found

    def order_of_battle(self, view: Any) -> Sequence[Block]:
        found: Sequence[Block] = self.room("sheets").order_of_battle(view)
        return found

    def question_words(self, view: Any, question: Question) -> Text:
        found: Text = self.room("order_words").question_words(view, question)
        return found

    def order_words(self, view: Any, question: Question, order: Order) -> Text:
        found: Text = self.room("order_words").order_words(view, question, order)
        return found

    def purpose_words(self, purpose: str) -> Text:
        found: Text = self.room("purposes").purpose_words(purpose)
        return found

    def vocabulary(self, view: Any) -> Vocabulary:
        found: Vocabulary = self.room("order_reading").vocabulary(view)
        return found

    def asked(self, view: Any, questions: Sequence[Question]) -> Sequence[Asked]:
        found: Sequence[Asked] = self.room("order_reading").asked(view, questions)
        return found

    def asked_for(self, view: Any, questions: Sequence[Question], text: str) -> Sequence[Asked]:
        found: Sequence[Asked] = self.room("order_reading").asked(view, questions, text)
        return found

    def agenda_words(self, view: Any) -> Sequence[Words]:
        found: Sequence[Words] = self.room("strengths").agenda_words(view)
        return found

    def strengths(self, view: Any) -> Sequence[Strength]:
        found: Sequence[Strength] = self.room("strengths").strengths(view)
        return found

    def hand_words(self) -> HandWords:
        found: HandWords = self.room("hand_words").WORDS
        return found

    # --- pictures, and the hand on them ---

    def picture(
        self, view: Any, heard: Sequence[Heard] = (), lang: str = "en", *, narrow: bool = False, **more: Any
    ) -> Picture:
        """``more``: as the book's ``picture`` has it (``chosen``: a piece to look at closely; ``frame``: the part of
        the table to show)."""
        found: Picture = self.room("picture").picture(view, heard, lang, narrow, **more)
        return found

    def table_text(self, view: Any, heard: Sequence[Heard] = (), lang: str = "en", width: int = 80) -> str:
        found: str = self.room("picture").table_text(view, heard, lang, width)
        return found

    def film(
        self, moments: Iterable[tuple[Any, Sequence[Heard]]], lang: str = "en", steps: int = 6
    ) -> Iterator[Frame]:
        found: Iterator[Frame] = self.room("picture_motion").replay(moments, lang, steps=steps)
        return found

    def aim(
        self, view: Any, question: Question, drag: Drag, lang: str = "en", heard: Sequence[Heard] = ()
    ) -> tuple[Order, ...]:
        found: tuple[Order, ...] = self.room("aim").aim(view, question, drag, lang, heard)
        return found

    def ghost(
        self, view: Any, question: Question, order: Order, lang: str = "en", heard: Sequence[Heard] = ()
    ) -> str:
        found: str = self.room("ghost").ghost(view, question, order, lang, heard)
        return found

    def reach(self, view: Any, piece: str, lang: str = "en", heard: Sequence[Heard] = ()) -> str:
        found: str = self.room("reaching").reach(view, piece, lang, heard)
        return found

    # --- laboratory ---

    def measures(self, setup: Any, state: Any) -> Mapping[str, str | int]:
        found: Mapping[str, str | int] = self.room("invariants").measures(setup, state)
        return found

    def measure_words(self, setup: Any, name: str) -> Words:
        found: Words = self.room("measure_words").measure_words(setup, name)
        return found

    def value_words(self, setup: Any, name: str, value: str | int) -> Words:
        found: Words = self.room("measure_words").value_words(setup, name, value)
        return found

    def check_invariants(self, setup: Any, before: Any, after: Any) -> list[str]:
        found: list[str] = self.room("invariants").broken(setup, before, after)
        return found
