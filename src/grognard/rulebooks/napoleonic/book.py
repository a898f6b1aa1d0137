"""The rule book object: its rooms, for the table and for windows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from grognard.core.dice import Rng
from grognard.core.rule import clauses_in, rules_of
from grognard.core.state import State
from grognard.locale import Name, Text
from grognard.rulebooks.book import Book
from grognard.rulebooks.napoleonic import (
    aiming,
    allowance,
    battle,
    capture,
    casualties,
    changes,
    clash,
    close_combat,
    command,
    crossing,
    decisions,
    decisions_base,
    decisions_fight,
    decisions_order,
    deployment,
    events,
    fates,
    field,
    fighting_value,
    filekind,
    files,
    fire,
    fire_table,
    footing,
    forced,
    formationcheck,
    ground,
    hindrances,
    invariants,
    limits,
    lineup,
    losses,
    melee,
    model,
    movement,
    moving,
    order_of_battle,
    outcomes,
    passing,
    persons,
    placecheck,
    pursuit,
    refuges,
    refusals,
    relations,
    replacement,
    rout,
    scenariocheck,
    sequence,
    setup,
    sight,
    striking,
    tablecheck,
    tables,
    templates,
    ticks,
    tracks,
    unitcheck,
    upkeep,
    victory,
    view,
    walkers,
    waychecks,
    ways,
)

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
)
"""Modules with rules that the agenda may call."""
STATEMENTS = (
    *CHAPTERS,
    sight,
    refuges,
    waychecks,
    walkers,
    tracks,
    ticks,
    passing,
    moving,
    hindrances,
    crossing,
    changes,
    footing,
    aiming,
    allowance,
    battle,
    casualties,
    clash,
    close_combat,
    decisions,
    decisions_base,
    decisions_fight,
    decisions_order,
    fates,
    field,
    fighting_value,
    files,
    fire_table,
    forced,
    formationcheck,
    ground,
    limits,
    lineup,
    losses,
    order_of_battle,
    placecheck,
    refusals,
    relations,
    rout,
    scenariocheck,
    setup,
    striking,
    tablecheck,
    tables,
    unitcheck,
    view,
    ways,
)
"""Modules whose functions state clauses."""


class NapoleonicBook(Book):
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
    setup_type = model.NapoleonicSetup
    state_type = State[model.Thing]
    event_types = events.EVENTS
    rules = rules_of(CHAPTERS)
    decisions = decisions.DECISIONS
    statements = STATEMENTS

    @cached_property
    def clauses(self) -> dict[str, list[str]]:
        return clauses_in(self.statements)

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


BOOK = NapoleonicBook()
