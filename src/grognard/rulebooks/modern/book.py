"""The rule book object: its rooms, for the table and for windows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.core.dice import Rng
from grognard.core.events import Told
from grognard.core.rule import rules_of
from grognard.core.state import PUBLIC, UMPIRE, Order, Question, State
from grognard.locale import Name, Text
from grognard.rulebooks.modern import (
    abilities,
    aftermath,
    battle,
    cards,
    clocks,
    conferences,
    decisions,
    deployment,
    effects_run,
    events,
    fire,
    hits,
    imagine,
    model,
    movement,
    own_turn,
    passing,
    points,
    sequence,
    setup,
    takeback,
    transport,
    victory,
    view,
    visibility,
    windows,
    works,
)
from grognard.rulebooks.rooms import RoomedBook

if TYPE_CHECKING:
    from grognard.core.game import Heard

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


class ModernBook(RoomedBook):
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

    def default_words(self, view_: Any, question: Question) -> Text:
        from grognard.rulebooks.modern import order_words

        default = self.decisions[question.kind].default(view_, question)
        return order_words.TURN_LOST if passing.TIME_UP in default else super().default_words(view_, question)
