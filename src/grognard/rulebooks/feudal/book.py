"""The rule book object: its rooms, for the table and for windows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.core.dice import Rng
from grognard.core.rule import rules_of
from grognard.core.state import Order, Question, State
from grognard.locale import Name
from grognard.rulebooks.book import Book
from grognard.rulebooks.feudal import (
    aftermath,
    battle,
    blows,
    clash,
    clash_setup,
    conditions,
    decisions,
    doctrine,
    ending,
    events,
    invariants,
    missiles,
    model,
    rout,
    sequence,
    setup,
    strategy,
    tactics,
    targets,
    view,
)
from grognard.rulebooks.rooms import RoomedBook

if TYPE_CHECKING:
    from grognard.core.game import Heard
    from grognard.orders import Asked, Vocabulary

CHAPTERS = (sequence, conditions, tactics, missiles, strategy, targets, blows, rout, ending, aftermath, clash)
"""Modules with rules that the agenda may call."""


class FeudalBook(RoomedBook):
    """`feudal` on the shelf."""

    id = "feudal"
    has_army_files = True
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
    film = Book.film
    """Armies have no places: a picture a moment."""

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

    def roster(self, setup_: Any, state: Any, seat: str, lang: str = "en") -> str:
        from grognard.rulebooks.feudal import roster

        return roster.roster(setup_, state, seat, lang)

    def change_roster(
        self, text: str, change: str, words: Sequence[str], lang: str = "en", **more: Any
    ) -> str:
        from grognard.rulebooks.feudal import between

        return between.change(text, change, words, lang, **more)

    def vocabulary(self, view_: Any) -> Vocabulary:
        from grognard.rulebooks.feudal import order_words

        return order_words.vocabulary(view_)

    def asked(self, view_: Any, questions: Sequence[Question]) -> Sequence[Asked]:
        from grognard.rulebooks.feudal import order_words

        return order_words.asked(view_, questions)

    def asked_for(self, view_: Any, questions: Sequence[Question], text: str) -> Sequence[Asked]:
        return self.asked(view_, questions)

    def reach(self, view_: Any, piece: str, lang: str = "en", heard: Sequence[Heard] = ()) -> str:
        from grognard.rulebooks.feudal import ghost

        return ghost.reach(view_, piece, lang, heard)

    def doctrine(self, view_: Any, question: Question, options: Sequence[Order], rng: Rng) -> Order:
        return doctrine.answer(view_, question, options)

    def measures(self, setup_: Any, state: Any) -> Mapping[str, str | int]:
        if setup_.scenario == clash_setup.SCENARIO:
            return clash_setup.measures(state)
        return invariants.measures(setup_, state)

    def clash(self, words: Sequence[str], options: Mapping[str, Any]) -> tuple[model.FeudalSetup, State[Any]]:
        return clash_setup.clash_of(words, options)
