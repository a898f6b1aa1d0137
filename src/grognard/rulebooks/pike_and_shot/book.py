"""The rule book object: its rooms, for the table and for windows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grognard.core.dice import Rng
from grognard.core.rule import rules_of
from grognard.core.state import Order, Question, State
from grognard.locale import Name
from grognard.rulebooks.pike_and_shot import (
    battle,
    cards,
    charge,
    combat,
    coordination,
    decisions,
    deployment,
    events,
    impulses,
    model,
    morale,
    movement,
    reactions,
    rout,
    sequence,
    setup,
    shooting,
    steps,
    victory,
    view,
)
from grognard.rulebooks.rooms import RoomedBook

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


class PikeBook(RoomedBook):
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

    def doctrine(self, view_: Any, question: Question, options: Sequence[Order], rng: Rng) -> Order:
        from grognard.rulebooks.pike_and_shot import doctrine

        return doctrine.answer(view_, question, options)
