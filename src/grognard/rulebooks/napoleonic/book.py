"""The rule book object: its rooms, for the table and for windows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.core.dice import Rng
from grognard.core.rule import rules_of
from grognard.core.state import Order, Question, State
from grognard.locale import Name
from grognard.rulebooks.book import Companion
from grognard.rulebooks.napoleonic import (
    aftermath,
    battle,
    campaign,
    capture,
    clash_measures,
    clash_rules,
    clash_setup,
    command,
    decisions,
    deployment,
    events,
    fire,
    invariants,
    melee,
    model,
    movement,
    outcomes,
    persons,
    pursuit,
    replacement,
    sequence,
    setup,
    tables,
    upkeep,
    victory,
    view,
)
from grognard.rulebooks.rooms import RoomedBook

if TYPE_CHECKING:
    from grognard.core.game import Heard
    from grognard.show.model import Block

CHAPTERS = (
    sequence,
    deployment,
    upkeep,
    persons,
    command,
    movement,
    fire,
    melee,
    outcomes,
    pursuit,
    capture,
    replacement,
    victory,
    clash_rules,
)
"""Modules with rules that the agenda may call."""


class NapoleonicBook(RoomedBook):
    """`napoleonic` on the shelf."""

    id = "napoleonic"
    name = Name(
        "Napoleonic: regiments, corps and armies of toy soldiers",
        "Наполеоника: полки, корпуса и армии солдатиков",
    )
    version = setup.VERSION
    battle = battle.NapoleonicBattle
    package = __package__ or ""
    prefix = "NA"
    has_companion = True
    takes_maps = True
    has_army_files = True
    has_order_sheets = True
    setup_type = model.NapoleonicSetup
    state_type = State[model.Thing]
    event_types = events.EVENTS
    rules = rules_of(CHAPTERS)
    decisions = decisions.DECISIONS

    def start(self, setup_: Any) -> State[Any]:
        return sequence.start(setup_)

    def view(self, setup_: Any, state: Any, seat: str) -> view.NapoleonicView:
        return view.view(setup_, state, seat)

    def imagine(self, setup_: Any, view_: Any, rng: Rng) -> State[Any]:
        """Everything stands open on the table but sealed answers; with fog what isn't seen isn't there."""
        return State(view_.pieces, (), (), view_.outcome)

    def turn(self, state: Any) -> str:
        if state.outcome is not None:
            return "end"
        clock = state.piece(model.CLOCK)
        return f"{clock.turn}.{clock.phase}" if clock.turn else "deployment"

    def scenarios(self) -> dict[str, Path]:
        return setup.scenarios()

    def read_setup(self, source: Path | str, name: str | None = None, **more: Any) -> model.NapoleonicSetup:
        return setup.read_setup(source, name, **more)

    def roster(self, setup_: Any, state: Any, seat: str, lang: str = "en") -> str:
        return aftermath.army_after(setup_, state, seat, lang)

    def change_roster(
        self, text: str, change: str, words: Sequence[str], lang: str = "en", **more: Any
    ) -> str:
        overlays = more.get("overlays", ())
        return campaign.change(text, change, words, tables.load_tables(overlays), lang)

    def measures(self, setup_: Any, state: Any) -> Mapping[str, str | int]:
        if clash_measures.is_clash(setup_):
            return clash_measures.measures(setup_, state)
        return invariants.measures(setup_, state)

    def clash(
        self, words: Sequence[str], options: Mapping[str, Any]
    ) -> tuple[model.NapoleonicSetup, State[model.Thing]]:
        return clash_setup.clash_of(words, options)

    def companion(self, text: str, lang: str = "en", folder: Path | None = None) -> Companion:
        from grognard.rulebooks.napoleonic import companion

        return companion.follow(self, text, lang, folder)

    # --- words ---

    def story(self, view_: Any, heard: Sequence[Heard]) -> Sequence[Block]:
        from grognard.rulebooks.napoleonic import report_story

        return report_story.story(view_, heard)

    def order_sheets(self, view_: Any) -> Sequence[Block]:
        from grognard.rulebooks.napoleonic import order_sheet

        return order_sheet.order_sheets(view_)

    # --- players ---

    def doctrine(self, view_: Any, question: Question, options: Sequence[Order], rng: Rng) -> Order:
        from grognard.rulebooks.napoleonic import doctrine

        return doctrine.answer(view_, question)

    def worth(self, setup_: Any, state: Any, side: str) -> float:
        from grognard.rulebooks.napoleonic import foresight

        return foresight.worth(setup_, state, side)


BOOK = NapoleonicBook()
