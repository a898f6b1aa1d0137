"""The rule book object: its rooms, for the table and for windows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grognard.core.dice import Rng
from grognard.core.rule import rules_of
from grognard.core.state import State
from grognard.locale import Name
from grognard.rulebooks.book import Book
from grognard.rulebooks.feudal import (
    aftermath,
    attack,
    battle,
    blows,
    clash,
    conditions,
    decisions,
    effects,
    ending,
    events,
    missiles,
    model,
    morale,
    muster,
    rout,
    secrecy,
    sequence,
    setup,
    strategy,
    tactics,
    targets,
    view,
)

CHAPTERS = (sequence, conditions, tactics, missiles, strategy, targets, blows, rout, ending, aftermath, clash)
"""Modules with rules that the agenda may call."""
STATEMENTS = (*CHAPTERS, attack, battle, decisions, effects, morale, muster, secrecy, setup, view)
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
