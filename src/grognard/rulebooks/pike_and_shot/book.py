"""The rule book object: its rooms, for the table and for windows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grognard.core.dice import Rng
from grognard.core.rule import rules_of
from grognard.core.state import State
from grognard.locale import Name
from grognard.rulebooks.book import Book
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
    formations,
    going,
    impulses,
    invariants,
    model,
    morale,
    movement,
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
    touch,
    victory,
    view,
)

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
    formations,
    going,
    plans,
    rolls,
    seeing,
    setup,
    standing,
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
    setup_type = model.PikeSetup
    state_type = State[model.Unit | model.Commander | model.Smoke | model.Objective | model.Turn]
    event_types = events.EVENTS
    rules = rules_of(CHAPTERS)
    decisions = decisions.DECISIONS
    statements = STATEMENTS

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
        return setup.read_setup(source, name, **more)

    def measures(self, setup_: Any, state: Any) -> Mapping[str, str | int]:
        return invariants.measures(setup_, state)

    def check_invariants(self, setup_: Any, before: Any, after: Any) -> list[str]:
        return invariants.broken(setup_, before, after)
