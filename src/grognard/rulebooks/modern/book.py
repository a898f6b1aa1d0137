"""The rule book object: its rooms, for the table and for windows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.core.dice import Rng
from grognard.core.events import Told
from grognard.core.rule import clauses_in, rules_of
from grognard.core.state import PUBLIC, UMPIRE, Order, Question, State
from grognard.locale import Name, Text
from grognard.rulebooks.book import Book, Drag, Strength
from grognard.rulebooks.modern import (
    abilities,
    aftermath,
    battle,
    card_words,
    cardcheck,
    cards,
    clocks,
    conferences,
    decisions,
    decisions_base,
    decisions_card,
    decisions_fire,
    decisions_move,
    decks,
    deployment,
    effects_run,
    events,
    field,
    filekind,
    files,
    fire,
    ground,
    hits,
    imagine,
    invariants,
    lines,
    lineup,
    mapcheck,
    model,
    moments,
    movement,
    own_turn,
    passing,
    points,
    previews,
    previews_unit,
    refusals,
    scenariocheck,
    sequence,
    setup,
    tablecheck,
    tables,
    takeback,
    targets,
    templates,
    transport,
    unitcheck,
    values,
    victory,
    view,
    visibility,
    ways,
    windows,
    works,
)

if TYPE_CHECKING:
    from grognard.core.game import Heard
    from grognard.orders import Asked, Vocabulary
    from grognard.rulebooks.hand import HandWords
    from grognard.show.model import Block, Picture, Report, Words
    from grognard.show.moving import Frame

CHAPTERS = (
    sequence,
    deployment,
    own_turn,
    movement,
    transport,
    works,
    fire,
    hits,
    visibility,
    windows,
    cards,
    abilities,
    effects_run,
    points,
    conferences,
    victory,
)
"""Modules with rules that the agenda may call."""
STATEMENTS = (
    *CHAPTERS,
    aftermath,
    battle,
    card_words,
    cardcheck,
    clocks,
    decisions,
    decisions_base,
    decisions_card,
    decisions_fire,
    decisions_move,
    decks,
    field,
    files,
    ground,
    lines,
    lineup,
    mapcheck,
    moments,
    passing,
    previews,
    previews_unit,
    refusals,
    scenariocheck,
    setup,
    tablecheck,
    tables,
    takeback,
    targets,
    unitcheck,
    values,
    view,
    ways,
)
"""Modules whose functions state clauses."""


class ModernBook(Book):
    """`modern` on the shelf."""

    id = "modern"
    name = Name("Modern war: battles of combined arms", "Современная война: общевойсковой бой")
    version = setup.VERSION
    battle = battle.ModernBattle
    package = __package__ or ""
    prefix = "MO"
    takes_maps = True
    setup_type = model.ModernSetup
    state_type = State[model.Thing]
    event_types = events.EVENTS
    has_clocks = True
    aftermath_name = "battle_result.toml"
    rules = rules_of(CHAPTERS)
    decisions = decisions.DECISIONS
    statements = STATEMENTS

    @cached_property
    def clauses(self) -> dict[str, list[str]]:
        from grognard.rulebooks.modern import (
            order_reading,
            order_ways,
            order_words,
            picture,
            picture_counters,
            picture_deeds,
            picture_ground,
            picture_margin,
            picture_scene,
            picture_text,
            report,
            report_tally,
            sheets,
            words_after,
            words_fight,
            words_names,
            words_turn,
        )

        words = (words_turn, words_fight, words_after, words_names, order_words, order_reading, order_ways)
        drawn = (
            picture,
            picture_counters,
            picture_deeds,
            picture_ground,
            picture_margin,
            picture_scene,
            picture_text,
        )
        return clauses_in((*self.statements, *words, *drawn, sheets, report, report_tally))

    def start(self, setup_: Any) -> State[Any]:
        return sequence.start(setup_)

    def view(self, setup_: Any, state: Any, seat: str) -> view.ModernView:
        return view.view(setup_, state, seat)

    def eyes(self, setup_: Any, state: Any, seat: str) -> str:
        """When all is over everything is open to generals; the press knows no more than before (MO-END-04)."""
        open_to = state.finished and seat in setup_.generals
        return UMPIRE if open_to else seat

    def check_take_back(self, setup_: Any, seat: str, told: Sequence[Told], answered: Sequence[str]) -> None:
        takeback.check_take_back(setup_, seat, told, answered)

    def imagine(self, setup_: Any, view_: Any, rng: Rng) -> State[Any]:
        return imagine.imagine(view_, rng)

    def turn(self, state: Any) -> str:
        if state.outcome is not None:
            return "end"
        clock = state.piece(model.CLOCK)
        return f"{clock.round}.{clock.active}" if clock.turn else "deployment"

    def scenarios(self) -> dict[str, Path]:
        return setup.scenarios()

    def read_setup(self, source: Path | str, name: str | None = None, **more: Any) -> model.ModernSetup:
        if more.pop("rosters", None):
            raise self.no_army_files()
        return setup.read_setup(source, name, **more)

    def check_file(self, path: Path) -> Text:
        return filekind.check_file(path)

    def template(self, kind: str, lang: str = "en") -> str:
        if kind not in templates.KINDS:
            raise self.no_army_files()
        return templates.template(kind, lang)

    def measures(self, setup_: Any, state: Any) -> Mapping[str, str | int]:
        return invariants.measures(setup_, state)

    def check_invariants(self, setup_: Any, before: Any, after: Any) -> list[str]:
        return invariants.broken(setup_, before, after)

    def hand_words(self) -> HandWords:
        from grognard.rulebooks.modern import hand_words

        return hand_words.WORDS

    def doctrine(self, view_: Any, question: Question, options: Sequence[Order], rng: Rng) -> Order:
        from grognard.rulebooks.modern import doctrine

        return doctrine.answer(view_, question)

    def ideas(self, view_: Any, question: Question, options: Sequence[Order]) -> Sequence[Order]:
        from grognard.rulebooks.modern import foresight

        return foresight.ideas(view_, question, options)

    def worth(self, setup_: Any, state: Any, side: str) -> float:
        from grognard.rulebooks.modern import foresight

        return foresight.worth(setup_, state, side)

    def clock(self, view_: Any, question: Question) -> tuple[str, int]:
        return clocks.clock_of(view_.field, question)

    def aftermath(
        self, setup_: Any, state: Any, heard: Sequence[Heard], lang: str = "en", cycle: int = 0
    ) -> str:
        from grognard.rulebooks.modern import report
        from grognard.show import as_text

        dispatch = report.short(self.view(setup_, state, PUBLIC), heard)
        return aftermath.battle_result(setup_, state, as_text.text(dispatch, lang, 0), cycle)

    # --- words ---

    def lines(self, view_: Any, heard: Sequence[Heard]) -> Sequence[Block]:
        from grognard.rulebooks.modern import words

        return words.lines(view_, heard)

    def report(self, view_: Any, heard: Sequence[Heard]) -> Report:
        from grognard.rulebooks.modern import report

        return report.report(view_, heard)

    def order_of_battle(self, view_: Any) -> Sequence[Block]:
        from grognard.rulebooks.modern import sheets

        return sheets.order_of_battle(view_)

    def question_words(self, view_: Any, question: Question) -> Text:
        from grognard.rulebooks.modern import order_words

        return order_words.question_words(view_, question)

    def order_words(self, view_: Any, question: Question, order: Order) -> Text:
        from grognard.rulebooks.modern import order_words

        return order_words.order_words(view_, question, order)

    def default_words(self, view_: Any, question: Question) -> Text:
        from grognard.rulebooks.modern import order_words, passing

        default = self.decisions[question.kind].default(view_, question)
        return order_words.TURN_LOST if passing.TIME_UP in default else super().default_words(view_, question)

    def vocabulary(self, view_: Any) -> Vocabulary:
        from grognard.rulebooks.modern import order_reading

        return order_reading.vocabulary(view_)

    def asked(self, view_: Any, questions: Sequence[Question]) -> Sequence[Asked]:
        from grognard.rulebooks.modern import order_reading

        return order_reading.asked(view_, questions)

    def asked_for(self, view_: Any, questions: Sequence[Question], text: str) -> Sequence[Asked]:
        from grognard.rulebooks.modern import order_reading

        return order_reading.asked(view_, questions, text)

    def purpose_words(self, purpose: str) -> Text:
        from grognard.rulebooks.modern import purposes

        return purposes.purpose_words(purpose)

    def measure_words(self, setup_: Any, name: str) -> Words:
        from grognard.rulebooks.modern import measure_words

        return measure_words.measure_words(setup_, name)

    def value_words(self, setup_: Any, name: str, value: str | int) -> Words:
        from grognard.rulebooks.modern import measure_words

        return measure_words.value_words(setup_, name, value)

    # --- pictures ---

    def picture(self, view_: Any, heard: Sequence[Heard] = (), lang: str = "en") -> Picture:
        from grognard.rulebooks.modern import picture

        return picture.picture(view_, heard, lang)

    def table_text(self, view_: Any, heard: Sequence[Heard] = (), lang: str = "en", width: int = 80) -> str:
        from grognard.rulebooks.modern import picture

        return picture.table_text(view_, heard, lang, width)

    def film(
        self, moments: Iterable[tuple[Any, Sequence[Heard]]], lang: str = "en", steps: int = 6
    ) -> Iterator[Frame]:
        from grognard.rulebooks.modern import picture_motion

        return picture_motion.replay(moments, lang, steps)

    # --- the hand on the picture ---

    def aim(
        self, view_: Any, question: Question, drag: Drag, lang: str = "en", heard: Sequence[Heard] = ()
    ) -> tuple[Order, ...]:
        from grognard.rulebooks.modern import aim

        return aim.aim(view_, question, drag, lang, heard)

    def ghost(
        self, view_: Any, question: Question, order: Order, lang: str = "en", heard: Sequence[Heard] = ()
    ) -> str:
        from grognard.rulebooks.modern import ghost

        return ghost.ghost(view_, question, order, lang, heard)

    def reach(self, view_: Any, piece: str, lang: str = "en", heard: Sequence[Heard] = ()) -> str:
        from grognard.rulebooks.modern import reaching

        return reaching.reach(view_, piece, lang, heard)

    def agenda_words(self, view_: Any) -> Sequence[Words]:
        from grognard.rulebooks.modern import strengths

        return strengths.agenda_words(view_)

    def strengths(self, view_: Any) -> Sequence[Strength]:
        from grognard.rulebooks.modern import strengths

        return strengths.strengths(view_)
