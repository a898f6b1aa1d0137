"""The rule book object: its rooms, for the table and for windows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grognard.core.dice import Rng
from grognard.core.rule import rules_of
from grognard.core.state import State
from grognard.locale import Name, Text
from grognard.rulebooks.book import Book
from grognard.rulebooks.modern import (
    abilities,
    battle,
    card_words,
    cards,
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
    model,
    moments,
    movement,
    own_turn,
    passing,
    points,
    previews,
    previews_unit,
    refusals,
    sequence,
    setup,
    tables,
    targets,
    templates,
    transport,
    values,
    victory,
    view,
    visibility,
    ways,
    windows,
    works,
)

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
    battle,
    card_words,
    decisions,
    decisions_base,
    decisions_card,
    decisions_fire,
    decisions_move,
    decks,
    field,
    files,
    ground,
    lineup,
    lines,
    moments,
    passing,
    previews,
    previews_unit,
    refusals,
    setup,
    tables,
    targets,
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
    setup_type = model.ModernSetup
    state_type = State[model.Thing]
    event_types = events.EVENTS
    rules = rules_of(CHAPTERS)
    decisions = decisions.DECISIONS
    statements = STATEMENTS

    def start(self, setup_: Any) -> State[Any]:
        return sequence.start(setup_)

    def view(self, setup_: Any, state: Any, seat: str) -> view.ModernView:
        return view.view(setup_, state, seat)

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
