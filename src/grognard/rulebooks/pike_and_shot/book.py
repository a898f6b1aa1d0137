"""The rule book object: its rooms, for the table and for windows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.core.dice import Rng
from grognard.core.rule import clauses_in, rules_of
from grognard.core.state import Order, Question, State
from grognard.locale import Name, Text
from grognard.rulebooks.book import Book, Drag, Strength
from grognard.rulebooks.pike_and_shot import (
    battle,
    cards,
    charge,
    combat,
    command,
    coordination,
    decisions,
    decisions_card,
    decisions_unit,
    deployment,
    events,
    field,
    filekind,
    files,
    formations,
    going,
    ground,
    impulses,
    invariants,
    lineup,
    model,
    morale,
    movement,
    muster,
    plans,
    reactions,
    rolls,
    rout,
    seeing,
    sequence,
    setup,
    shooting,
    standing,
    steps,
    tables,
    templates,
    touch,
    victory,
    view,
)

if TYPE_CHECKING:
    from grognard.core.game import Heard
    from grognard.orders import Asked, Vocabulary
    from grognard.rulebooks.hand import HandWords
    from grognard.show.model import Block, Picture, Report, Words
    from grognard.show.moving import Frame
    from grognard.space.outline import Box

CHAPTERS = (
    sequence,
    deployment,
    cards,
    impulses,
    steps,
    movement,
    coordination,
    reactions,
    shooting,
    charge,
    combat,
    morale,
    rout,
    victory,
)
"""Modules with rules that the agenda may call."""
STATEMENTS = (
    *CHAPTERS,
    battle,
    command,
    decisions,
    decisions_card,
    decisions_unit,
    field,
    files,
    formations,
    going,
    ground,
    lineup,
    muster,
    plans,
    rolls,
    seeing,
    setup,
    standing,
    tables,
    touch,
    view,
)
"""Modules whose functions state clauses."""


class PikeBook(Book):
    """`pike_and_shot` on the shelf."""

    id = "pike_and_shot"
    name = Name("Pike and Shot: battles of 1618-1660", "Пика и выстрел: битвы 1618-1660 годов")
    version = setup.VERSION
    battle = battle.PikeBattle
    package = __package__ or ""
    prefix = "PS"
    takes_maps = True
    setup_type = model.PikeSetup
    state_type = State[model.Unit | model.Commander | model.Smoke | model.Objective | model.Turn]
    event_types = events.EVENTS
    rules = rules_of(CHAPTERS)
    decisions = decisions.DECISIONS
    statements = STATEMENTS

    @cached_property
    def clauses(self) -> dict[str, list[str]]:
        from grognard.rulebooks.pike_and_shot import (
            order_names,
            order_words,
            picture,
            report,
            report_luck,
            sheets,
            words_after,
            words_fight,
            words_move,
            words_tests,
            words_turn,
        )

        words = (words_turn, words_move, words_fight, words_tests, words_after, order_names, order_words)
        return clauses_in((*self.statements, *words, sheets, report, report_luck, picture))

    def start(self, setup_: Any) -> State[Any]:
        return sequence.start(setup_)

    def view(self, setup_: Any, state: Any, seat: str) -> view.PikeView:
        return view.view(setup_, state, seat)

    def imagine(self, setup_: Any, view_: Any, rng: Rng) -> State[Any]:
        return view.imagine(setup_, view_, rng)

    def turn(self, state: Any) -> str:
        turn = state.piece(model.TURN)
        if state.outcome is not None:
            return "end"
        return f"{turn.number}.{turn.card}" if turn.card else str(turn.number)

    def scenarios(self) -> dict[str, Path]:
        return setup.scenarios()

    def read_setup(self, source: Path | str, name: str | None = None, **more: Any) -> model.PikeSetup:
        if more.pop("rosters", None):
            raise self.no_army_files()
        return setup.read_setup(source, name, **more)

    def check_file(self, path: Path) -> Text:
        return filekind.check_file(path)

    def template(self, kind: str, lang: str = "en") -> str:
        if kind not in templates.KINDS:
            raise self.no_army_files()
        return templates.template(kind, lang)

    def hand_words(self) -> HandWords:
        from grognard.rulebooks.pike_and_shot import hand_words

        return hand_words.WORDS

    def doctrine(self, view_: Any, question: Question, options: Sequence[Order], rng: Rng) -> Order:
        from grognard.rulebooks.pike_and_shot import doctrine

        return doctrine.answer(view_, question, options)

    def measures(self, setup_: Any, state: Any) -> Mapping[str, str | int]:
        return invariants.measures(setup_, state)

    def measure_words(self, setup_: Any, name: str) -> Words:
        from grognard.rulebooks.pike_and_shot import measure_words

        return measure_words.measure_words(setup_, name)

    def value_words(self, setup_: Any, name: str, value: str | int) -> Words:
        from grognard.rulebooks.pike_and_shot import measure_words

        return measure_words.value_words(setup_, name, value)

    def check_invariants(self, setup_: Any, before: Any, after: Any) -> list[str]:
        return invariants.broken(setup_, before, after)

    def lines(self, view_: Any, heard: Sequence[Heard]) -> Sequence[Block]:
        from grognard.rulebooks.pike_and_shot import words

        return words.lines(view_, heard)

    def order_of_battle(self, view_: Any) -> Sequence[Block]:
        from grognard.rulebooks.pike_and_shot import sheets

        return sheets.order_of_battle(view_)

    def question_words(self, view_: Any, question: Question) -> Text:
        from grognard.rulebooks.pike_and_shot import order_words

        return order_words.question_words(view_, question)

    def order_words(self, view_: Any, question: Question, order: Order) -> Text:
        from grognard.rulebooks.pike_and_shot import order_words

        return order_words.order_words(view_, question, order)

    def purpose_words(self, purpose: str) -> Text:
        from grognard.rulebooks.pike_and_shot import purposes

        return purposes.purpose_words(purpose)

    def vocabulary(self, view_: Any) -> Vocabulary:
        from grognard.rulebooks.pike_and_shot import order_reading

        return order_reading.vocabulary(view_)

    def asked(self, view_: Any, questions: Sequence[Question]) -> Sequence[Asked]:
        from grognard.rulebooks.pike_and_shot import order_reading

        return order_reading.asked(view_, questions)

    def asked_for(self, view_: Any, questions: Sequence[Question], text: str) -> Sequence[Asked]:
        from grognard.rulebooks.pike_and_shot import order_reading

        return order_reading.asked(view_, questions, text)

    def report(self, view_: Any, heard: Sequence[Heard]) -> Report:
        from grognard.rulebooks.pike_and_shot import report

        return report.report(view_, heard)

    def picture(
        self,
        view_: Any,
        heard: Sequence[Heard] = (),
        lang: str = "en",
        narrow: bool = False,
        *,
        chosen: str = "",
        frame: Box | None = None,
    ) -> Picture:
        """``narrow``: a sheet 360 wide, for telephones; ``chosen``: a unit or commander to look at closely;
        ``frame``: the part of the table to show."""
        from grognard.rulebooks.pike_and_shot import picture

        return picture.picture(view_, heard, lang, narrow, chosen=chosen, frame=frame)

    def aim(
        self, view_: Any, question: Question, drag: Drag, lang: str = "en", heard: Sequence[Heard] = ()
    ) -> tuple[Order, ...]:
        from grognard.rulebooks.pike_and_shot import aim

        return aim.aim(view_, question, drag, lang, heard)

    def ghost(
        self, view_: Any, question: Question, order: Order, lang: str = "en", heard: Sequence[Heard] = ()
    ) -> str:
        from grognard.rulebooks.pike_and_shot import ghost

        return ghost.ghost(view_, question, order, lang, heard)

    def reach(self, view_: Any, piece: str, lang: str = "en", heard: Sequence[Heard] = ()) -> str:
        from grognard.rulebooks.pike_and_shot import reaching

        return reaching.reach(view_, piece, lang, heard)

    def agenda_words(self, view_: Any) -> Sequence[Words]:
        from grognard.rulebooks.pike_and_shot import strengths

        return strengths.agenda_words(view_)

    def strengths(self, view_: Any) -> Sequence[Strength]:
        from grognard.rulebooks.pike_and_shot import strengths

        return strengths.strengths(view_)

    def film(
        self, moments: Iterable[tuple[Any, Sequence[Heard]]], lang: str = "en", steps: int = 6
    ) -> Iterator[Frame]:
        from grognard.rulebooks.pike_and_shot import picture_motion

        return picture_motion.replay(moments, lang, steps=steps)

    def table_text(self, view_: Any, heard: Sequence[Heard] = (), lang: str = "en", width: int = 80) -> str:
        from grognard.rulebooks.pike_and_shot import picture

        return picture.table_text(view_, heard, lang, width)
