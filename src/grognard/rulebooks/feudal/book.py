"""The rule book object: its rooms, for the table and for windows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.core.dice import Rng
from grognard.core.rule import clauses_in, rules_of
from grognard.core.state import Order, Question, State
from grognard.locale import Name, Text
from grognard.rulebooks.book import Book, Drag, Strength
from grognard.rulebooks.feudal import (
    aftermath,
    attack,
    battle,
    blows,
    clash,
    clash_setup,
    concession,
    conditions,
    decisions,
    decisions_after,
    doctrine,
    effects,
    ending,
    events,
    filekind,
    files,
    invariants,
    missiles,
    model,
    morale,
    muster,
    rout,
    secrecy,
    sequence,
    setup,
    strategy,
    tables,
    tactics,
    targets,
    templates,
    view,
)

if TYPE_CHECKING:
    from grognard.core.game import Heard
    from grognard.orders import Asked, Vocabulary
    from grognard.rulebooks.hand import HandWords
    from grognard.show.model import Block, Picture, Report, Words

CHAPTERS = (sequence, conditions, tactics, missiles, strategy, targets, blows, rout, ending, aftermath, clash)
"""Modules with rules that the agenda may call."""
STATEMENTS = (
    *CHAPTERS,
    attack,
    battle,
    clash_setup,
    concession,
    decisions,
    decisions_after,
    effects,
    files,
    morale,
    muster,
    secrecy,
    setup,
    tables,
    view,
)
"""Modules whose functions state clauses."""


class FeudalBook(Book):
    """`feudal` on the shelf."""

    id = "feudal"
    name = Name("Feudal: fief armies and their battles", "Феод: армии и их битвы")
    version = setup.VERSION
    battle = battle.FeudalBattle
    package = __package__ or ""
    prefix = "FE"
    setup_type = model.FeudalSetup
    state_type = State[model.Army | model.Lord | model.Field]
    event_types = events.EVENTS
    rules = rules_of(CHAPTERS)
    decisions = decisions.DECISIONS
    statements = STATEMENTS

    @cached_property
    def clauses(self) -> dict[str, list[str]]:
        from grognard.rulebooks.feudal import picture, report, roster, sheets

        return clauses_in((*self.statements, picture, report, roster, sheets))

    def start(self, setup_: Any) -> State[Any]:
        return setup.start(setup_)

    def view(self, setup_: Any, state: Any, seat: str) -> view.FeudalView:
        return view.view(setup_, state, seat)

    def imagine(self, setup_: Any, view_: Any, rng: Rng) -> State[Any]:
        return view.imagine(setup_, view_, rng)

    def turn(self, state: Any) -> str:
        field = state.piece(model.FIELD)
        if state.outcome is not None:
            return "aftermath"
        if field.phase not in ("ranged", "melee"):
            return f"{field.round}.{field.phase}"
        return f"{field.round}.{field.phase}.{field.ranged if field.phase == 'ranged' else field.melee}"

    def scenarios(self) -> dict[str, Path]:
        return setup.scenarios()

    def read_setup(self, source: Path | str, name: str | None = None, **more: Any) -> model.FeudalSetup:
        return setup.read_setup(source, name, **more)

    def check_file(self, path: Path) -> Text:
        return filekind.check_file(path)

    def template(self, kind: str, lang: str = "en") -> str:
        return templates.template(kind, lang)

    def roster(self, setup_: Any, state: Any, seat: str, lang: str = "en") -> str:
        from grognard.rulebooks.feudal import roster

        return roster.roster(setup_, state, seat, lang)

    def change_roster(
        self, text: str, change: str, words: Sequence[str], lang: str = "en", **more: Any
    ) -> str:
        from grognard.rulebooks.feudal import between

        return between.change(text, change, words, lang, **more)

    def lines(self, view_: Any, heard: Sequence[Heard]) -> Sequence[Block]:
        from grognard.rulebooks.feudal import words

        return words.lines(view_, heard)

    def report(self, view_: Any, heard: Sequence[Heard]) -> Report:
        from grognard.rulebooks.feudal import report

        return report.report(view_, heard)

    def order_of_battle(self, view_: Any) -> Sequence[Block]:
        from grognard.rulebooks.feudal import sheets

        return sheets.order_of_battle(view_)

    def question_words(self, view_: Any, question: Question) -> Text:
        from grognard.rulebooks.feudal import order_words

        return order_words.question_words(view_, question)

    def order_words(self, view_: Any, question: Question, order: Order) -> Text:
        from grognard.rulebooks.feudal import order_words

        return order_words.order_words(view_, question, order)

    def purpose_words(self, purpose: str) -> Text:
        from grognard.rulebooks.feudal import purposes

        return purposes.purpose_words(purpose)

    def vocabulary(self, view_: Any) -> Vocabulary:
        from grognard.rulebooks.feudal import order_words

        return order_words.vocabulary(view_)

    def asked(self, view_: Any, questions: Sequence[Question]) -> Sequence[Asked]:
        from grognard.rulebooks.feudal import order_words

        return order_words.asked(view_, questions)

    def picture(
        self, view_: Any, heard: Sequence[Heard] = (), lang: str = "en", narrow: bool = False
    ) -> Picture:
        """``narrow``: a sheet 360 wide, for telephones."""
        from grognard.rulebooks.feudal import picture

        return picture.picture(view_, heard, lang, narrow)

    def aim(
        self, view_: Any, question: Question, drag: Drag, lang: str = "en", heard: Sequence[Heard] = ()
    ) -> tuple[Order, ...]:
        from grognard.rulebooks.feudal import aim

        return aim.aim(view_, question, drag, lang, heard)

    def ghost(
        self, view_: Any, question: Question, order: Order, lang: str = "en", heard: Sequence[Heard] = ()
    ) -> str:
        from grognard.rulebooks.feudal import ghost

        return ghost.ghost(view_, question, order, lang, heard)

    def reach(self, view_: Any, piece: str, lang: str = "en", heard: Sequence[Heard] = ()) -> str:
        from grognard.rulebooks.feudal import ghost

        return ghost.reach(view_, piece, lang, heard)

    def agenda_words(self, view_: Any) -> Sequence[Words]:
        from grognard.rulebooks.feudal import strengths

        return strengths.agenda_words(view_)

    def hand_words(self) -> HandWords:
        from grognard.rulebooks.feudal import hand_words

        return hand_words.WORDS

    def strengths(self, view_: Any) -> Sequence[Strength]:
        from grognard.rulebooks.feudal import strengths

        return strengths.strengths(view_)

    def table_text(self, view_: Any, heard: Sequence[Heard] = (), lang: str = "en", width: int = 80) -> str:
        from grognard.rulebooks.feudal import picture

        return picture.table_text(view_, heard, lang, width)

    def doctrine(self, view_: Any, question: Question, options: Sequence[Order], rng: Rng) -> Order:
        return doctrine.answer(view_, question, options)

    def measures(self, setup_: Any, state: Any) -> Mapping[str, str | int]:
        if setup_.scenario == clash_setup.SCENARIO:
            return clash_setup.measures(state)
        return invariants.measures(setup_, state)

    def measure_words(self, setup_: Any, name: str) -> Words:
        from grognard.rulebooks.feudal import measure_words

        return measure_words.measure_words(setup_, name)

    def value_words(self, setup_: Any, name: str, value: str | int) -> Words:
        from grognard.rulebooks.feudal import measure_words

        return measure_words.value_words(setup_, name, value)

    def clash(self, words: Sequence[str], options: Mapping[str, Any]) -> tuple[model.FeudalSetup, State[Any]]:
        return clash_setup.clash_of(words, options)

    def check_invariants(self, setup_: Any, before: Any, after: Any) -> list[str]:
        return invariants.broken(setup_, before, after)
