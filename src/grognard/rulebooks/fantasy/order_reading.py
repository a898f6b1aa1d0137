"""The order language of the book: what is asked, and the words that count now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grognard.core.rule import clause
from grognard.core.state import UMPIRE, Order, Question
from grognard.locale import Name
from grognard.orders import Asked, Keyword, Option, Thing, Vocabulary, with_said
from grognard.orders.compass import COMPASS
from grognard.orders.model import Grammar
from grognard.orders.wording import readable
from grognard.rulebooks.fantasy.order_grammar import UnitGrammar
from grognard.rulebooks.fantasy.order_keywords import (
    ATTACHED,
    FILLERS,
    FORMATION,
    FORMATIONS,
    MAGIC,
    MOTIONS,
    NUMBERS,
    ORDERS,
    OTHERS,
    UNITS,
)
from grognard.rulebooks.fantasy.order_names import spell_keyword, things
from grognard.rulebooks.fantasy.order_places import PlaceGrammar
from grognard.rulebooks.fantasy.order_ways import seat_key, ways
from grognard.rulebooks.fantasy.order_words import bonus_name, default_words, order_words
from grognard.rulebooks.fantasy.tables import BREAK_ENCHANTMENT

if TYPE_CHECKING:
    from grognard.rulebooks.fantasy.view import FantasyView

OF_ORDERS = ("order", "deploy")
"""Kinds of questions whose answers are read by a grammar."""
MINOR = (
    "n:",
    "num:",
    "say:",
    "at:",
    "if:",
    "sep:",
    "form:",
    "do:via",
    "do:full",
    "do:formation",
    "do:cast",
    "do:duel",
)
"""How concepts begin that alone are no sign of an order."""


# --- what is asked ---------------------------------------------------------------------------------------


def asked(view: FantasyView, questions: Sequence[Question], text: str = "") -> tuple[Asked, ...]:
    """Open questions for the order language, with their defaults; with ``text`` also what is ordered in it."""
    every = [_asked(view, question) for question in questions]
    by_id = {question.id: question for question in questions}
    return with_said(text, every, vocabulary(view), lambda id, order: _option(view, by_id[id], order))


def _asked(view: FantasyView, question: Question) -> Asked:
    key = ("asked", question.id, question.kind, question.about)
    found: Asked | None = view.field.kept.get(key)
    if found is None:
        found = view.field.kept[key] = _made(view, question)
    return found


def _made(view: FantasyView, question: Question) -> Asked:
    from grognard.rulebooks.fantasy.decisions import DECISIONS

    decision = DECISIONS[question.kind]
    options = tuple(_option(view, question, order) for order in decision.options(view, question))
    about, speakers = None, tuple[str, ...]()
    if question.kind == "order":
        about = str(question.about[0])
        speakers = tuple(one.id for one in view.field.characters_in(about))
    words = default_words(view, question)
    return Asked(question.id, options, about, None, words, _grammar(view, question), speakers)


def _option(view: FantasyView, question: Question, order: Order) -> Option:
    return Option(order, ways(view, question, order), order_words(view, question, order))


def _grammar(view: FantasyView, question: Question) -> Grammar | None:
    if question.kind == "order":
        return UnitGrammar(view.field, str(question.about[0]), vocabulary(view).keys)
    return PlaceGrammar(view, question, vocabulary(view).keys) if question.kind == "deploy" else None


# --- words -----------------------------------------------------------------------------------------------


def vocabulary(view: FantasyView) -> Vocabulary:
    """The words that count for what is asked now."""
    key = ("vocabulary", view.seat, view.asked)
    found: Vocabulary | None = view.field.kept.get(key)
    if found is None:
        found = view.field.kept[key] = Vocabulary(
            tuple(_keywords(view)), tuple(_things(view)), FILLERS, decimals=True
        )
    return found


def _keywords(view: FantasyView) -> Iterator[Keyword]:
    for one in _words(view):
        minor = one.concept.startswith(MINOR)
        yield Keyword(one.concept, one.name, one.en, one.ru, minor)


def _words(view: FantasyView) -> Iterator[Keyword]:
    kinds = {question.kind for question in view.asked}
    others = {
        "deploy": ("do:deploy", "at:listed"),
        "confirm": ("do:confirm",),
        "legend": ("do:legend", "do:nobody"),
        "order": ("do:rally", "do:run", "do:default"),
    }
    wanted = {concept for kind, concepts in others.items() if kind in kinds for concept in concepts}
    yield from (one for one in OTHERS if one.concept in wanted)
    if kinds & {*OF_ORDERS}:
        yield from (*MOTIONS, *UNITS, *FORMATION, *NUMBERS, *COMPASS)
        yield from _formations(view)
        yield next(one for one in MAGIC if one.concept == "at:point")
    if "order" in kinds:
        yield from (*ORDERS, *ATTACHED)
        yield from (one for one in MAGIC if one.concept != "at:point")
        yield from _spells(view)
    if "legend_bonus" in kinds:
        yield from (
            Keyword(f"bonus:{one.id}", bonus_name(one.name)) for one in view.field.tables.bonuses.values()
        )
    if "legend" in kinds:
        yield from _seats(view)


def _formations(view: FantasyView) -> Iterator[Keyword]:
    for key, formation in view.field.tables.formations.items():
        en, ru = FORMATIONS.get(key, ((), ()))
        yield Keyword(f"form:{key}", formation.name, en, ru)


@clause("FA-MAG-04", "FA-MAG-05")
def _spells(view: FantasyView) -> Iterator[Keyword]:
    """Those of the paths of the side's own wizards, so that a spell nobody has learnt can be refused."""
    seats = {question.seat for question in view.asked}
    own = [one for one in view.field.characters if one.level and one.seat in seats]
    if own:
        yield spell_keyword(view.field.tables.spells[BREAK_ENCHANTMENT])
    paths = {one.path for one in own}
    yield from (
        spell_keyword(one) for one in view.field.tables.spells.values() if one.path in paths and one.level
    )


def _seats(view: FantasyView) -> Iterator[Keyword]:
    """Seats by their ids and their sides."""
    names = {side.id: side.name for side in view.setup.sides}
    for seat in view.setup.seats:
        alone = sum(one.side == seat.side for one in view.setup.seats) == 1
        name = names[seat.side] if alone else Name(seat.id)
        yield Keyword(seat_key(seat.id), readable(name), (seat.id,))


@clause("FA-ORD-01")
def _things(view: FantasyView) -> Iterator[Thing]:
    seat = next((question.seat for question in view.asked if question.seat != UMPIRE), view.seat)
    side = next((one.side for one in view.setup.seats if one.id == seat), "")
    yield from things(view.field, side, seat)
