"""The rule book object: its rooms, for the table and for windows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.core.dice import Rng
from grognard.core.rule import rules_of
from grognard.core.state import Order, Question, State
from grognard.locale import Name, Text
from grognard.rulebooks.book import Proposal
from grognard.rulebooks.fantasy import (
    alignment,
    battle,
    charging,
    clash,
    clash_setup,
    decisions,
    events,
    files,
    foresight,
    invariants,
    leadership,
    legend,
    machines,
    magic,
    melee,
    model,
    motion,
    ordering,
    placing,
    reforming,
    result,
    retreats,
    sequence,
    setup,
    shooting,
    spells,
    view,
)
from grognard.rulebooks.rooms import RoomedBook

if TYPE_CHECKING:
    from grognard.core.game import Heard
    from grognard.show.model import Block

CHAPTERS = (
    sequence,
    legend,
    placing,
    ordering,
    melee,
    result,
    leadership,
    shooting,
    machines,
    magic,
    spells,
    charging,
    motion,
    alignment,
    retreats,
    reforming,
    clash,
)
"""Modules with rules that the agenda may call."""


class FantasyBook(RoomedBook):
    """`fantasy` on the shelf."""

    id = "fantasy"
    name = Name("Fantasy: the Battle in Chernorechye", "Фэнтези: Битва в Черноречье")
    version = setup.VERSION
    battle = battle.FantasyBattle
    package = __package__ or ""
    prefix = "FA"
    has_muster = True
    takes_maps = True
    setup_type = setup.FantasySetup
    state_type = State[model.Thing]
    event_types = events.EVENTS
    rules = rules_of(CHAPTERS)
    decisions = decisions.DECISIONS

    def start(self, setup_: Any) -> State[Any]:
        return sequence.start(setup_)

    def view(self, setup_: Any, state: Any, seat: str) -> view.FantasyView:
        return view.view(setup_, state, seat)

    def imagine(self, setup_: Any, view_: Any, rng: Rng) -> State[Any]:
        return foresight.imagine(view_, rng)

    def worth(self, setup_: Any, state: Any, side: str) -> float:
        return foresight.worth(setup_, state, side)

    def turn(self, state: Any) -> str:
        if state.outcome is not None:
            return "end"
        number = state.piece(model.TURN).number
        return str(number) if number else "deployment"

    def scenarios(self) -> dict[str, Path]:
        return files.scenarios()

    def read_setup(self, source: Path | str, name: str | None = None, **more: Any) -> setup.FantasySetup:
        if more.pop("rosters", None):
            raise self.no_army_files()
        return files.read_setup(source, name, **more)

    def muster(self, text: str, lang: str = "en") -> Proposal:
        from grognard.rulebooks.fantasy.muster import muster
        from grognard.rulebooks.fantasy.muster_page import proposal
        from grognard.rulebooks.fantasy.printed import load_tables

        tables = load_tables()
        return proposal(muster(text, tables), tables, lang)

    def doctrine(self, view_: Any, question: Question, options: Sequence[Order], rng: Rng) -> Order:
        from grognard.rulebooks.fantasy import doctrine

        return doctrine.answer(view_, question)

    def measures(self, setup_: Any, state: Any) -> Mapping[str, str | int]:
        if setup_.scenario == clash_setup.SCENARIO:
            return clash_setup.measures(setup_, state)
        return invariants.measures(setup_, state)

    def clash(
        self, words: Sequence[str], options: Mapping[str, Any]
    ) -> tuple[setup.FantasySetup, State[Any]]:
        return clash_setup.clash_of(words, options)

    # --- words ---

    def story(self, view_: Any, heard: Sequence[Heard]) -> Sequence[Block]:
        from grognard.rulebooks.fantasy import report_story

        return tuple(report_story.story_blocks(view_, [one.event for one in heard]))

    def default_words(self, view_: Any, question: Question) -> Text:
        from grognard.rulebooks.fantasy import order_words

        return order_words.default_words(view_, question)
