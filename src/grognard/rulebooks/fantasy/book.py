"""The rule book object: its rooms, for the table and for windows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grognard.core.rule import rules_of
from grognard.core.state import State
from grognard.locale import Name, Text
from grognard.rulebooks.book import Book, Proposal
from grognard.rulebooks.fantasy import (
    aiming,
    alignment,
    amounts,
    attacks,
    awards,
    battle,
    blasts,
    casting,
    charging,
    conjuring,
    decisions,
    decisions_order,
    events,
    field,
    fighters,
    filekind,
    files,
    fire,
    flush,
    ground,
    groundcheck,
    harming,
    herocheck,
    invariants,
    leadership,
    legend,
    lineup,
    machines,
    magic,
    melee,
    model,
    motion,
    needs,
    ordering,
    orders,
    ordnance,
    paths,
    placing,
    profilecheck,
    reforming,
    refusals,
    regiment,
    result,
    retreats,
    scenariocheck,
    seeing,
    sequence,
    setup,
    setupmake,
    shooting,
    sightlines,
    spellcheck,
    spellmake,
    spells,
    tablecheck,
    tablemake,
    targeting,
    templates,
    ticks,
    tracks,
    unitcheck,
    upkeep,
    victory,
    view,
    writing,
    zones,
)

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
)
"""Modules with rules that the agenda may call."""
STATEMENTS = (
    *CHAPTERS,
    aiming,
    amounts,
    attacks,
    awards,
    battle,
    blasts,
    casting,
    conjuring,
    decisions,
    decisions_order,
    field,
    fighters,
    filekind,
    fire,
    flush,
    ground,
    groundcheck,
    harming,
    herocheck,
    invariants,
    lineup,
    needs,
    orders,
    ordnance,
    paths,
    profilecheck,
    refusals,
    regiment,
    scenariocheck,
    seeing,
    setup,
    setupmake,
    sightlines,
    spellcheck,
    spellmake,
    tablecheck,
    tablemake,
    targeting,
    ticks,
    tracks,
    unitcheck,
    upkeep,
    victory,
    view,
    writing,
    zones,
)
"""Modules whose functions state clauses."""


class FantasyBook(Book):
    """`fantasy` on the shelf."""

    id = "fantasy"
    name = Name("Fantasy: the Battle in Chernorechye", "Фэнтези: Битва в Черноречье")
    version = setup.VERSION
    battle = battle.FantasyBattle
    package = __package__ or ""
    prefix = "FA"
    setup_type = setup.FantasySetup
    state_type = State[model.Thing]
    event_types = events.EVENTS
    rules = rules_of(CHAPTERS)
    decisions = decisions.DECISIONS
    statements = STATEMENTS

    def start(self, setup_: Any) -> State[Any]:
        return sequence.start(setup_)

    def view(self, setup_: Any, state: Any, seat: str) -> view.FantasyView:
        return view.view(setup_, state, seat)

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

    def check_file(self, path: Path) -> Text:
        return filekind.check_file(path)

    def template(self, kind: str, lang: str = "en") -> str:
        if kind not in templates.KINDS:
            raise self.no_army_files()
        return templates.template(kind, lang)

    def muster(self, text: str, lang: str = "en") -> Proposal:
        from grognard.rulebooks.fantasy.muster import muster
        from grognard.rulebooks.fantasy.muster_page import proposal
        from grognard.rulebooks.fantasy.printed import load_tables

        tables = load_tables()
        return proposal(muster(text, tables), tables, lang)

    def measures(self, setup_: Any, state: Any) -> Mapping[str, str | int]:
        return invariants.measures(setup_, state)

    def check_invariants(self, setup_: Any, before: Any, after: Any) -> list[str]:
        return invariants.broken(setup_, before, after)
