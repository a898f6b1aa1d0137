"""The order language of the book: words that count now, and how every answer may be put."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING

from grognard.core.book import allows
from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.orders import Asked, Keyword, Option, Thing, Vocabulary
from grognard.orders.apart import unmistakable
from grognard.orders.tokens import tokens
from grognard.orders.wording import readable
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.model import Unit
from grognard.rulebooks.pike_and_shot.order_keywords import (
    ARMS,
    FILLERS,
    FORMATIONS,
    ORDINALS,
    SIDES,
    VERBS,
)
from grognard.rulebooks.pike_and_shot.order_names import unit_name
from grognard.rulebooks.pike_and_shot.order_ways import ways
from grognard.rulebooks.pike_and_shot.order_words import MOST_NAMED, facing, order_words
from grognard.rulebooks.pike_and_shot.steps import furthest
from grognard.rulebooks.pike_and_shot.words_names import plain_name

if TYPE_CHECKING:
    from grognard.rulebooks.pike_and_shot.view import PikeView

OF_A_UNIT = ("use", "step", "reply", "fight_next", "face", "loss")
OF_A_COMMANDER = ("deploy", "initial_order")
HALF_INCH, DEGREES_5 = 500, 50
"""Lengths and angles that are offered besides those on the list of options; any other may be said."""
MOST = 1000
"""No measure is greater."""
FEW = 4
"""Of so many units any some can be told to act together."""


# --- what is asked -----------------------------------------------------------------------------------


def asked(view: PikeView, questions: Sequence[Question], text: str = "") -> tuple[Asked, ...]:
    """Open questions for the order language, with their defaults; steps also with the measures in the text."""
    return tuple(_asked(view, question, text) for question in questions)


def _asked(view: PikeView, question: Question, text: str) -> Asked:
    from grognard.rulebooks.pike_and_shot.decisions import DECISIONS

    default = DECISIONS[question.kind].default(view, question)
    options = tuple(
        Option(order, tuple(ways(view, question, order)), order_words(view, question, order))
        for order in dict.fromkeys((*sayable(view, question), *_measured(view, question, text)))
    )
    about = str(question.about[0]) if question.kind in (*OF_A_UNIT, *OF_A_COMMANDER) else None
    topic = f"topic:base:{question.about[1]}" if question.kind == "face" else None
    return Asked(question.id, options, about, topic, order_words(view, question, default))


def sayable(view: PikeView, question: Question) -> tuple[Order, ...]:
    """Every answer that words can give: those on the list first, then more lengths and angles."""
    from grognard.rulebooks.pike_and_shot.decisions import DECISIONS

    memo = view.field.kept
    key = ("sayable", question.kind, question.about)
    found: tuple[Order, ...] | None = memo.get(key)
    if found is None:
        decision = DECISIONS[question.kind]
        listed = list(dict.fromkeys((*decision.options(view, question), decision.default(view, question))))
        more: list[Order] = []
        if question.kind == "step":
            for order in _more_steps(view.field, view.field.unit(str(question.about[0]))):
                if order not in listed and allows(decision, view, question, order):
                    more.append(order)
        if question.kind == "card":
            more += _some_together(view.field.commander(str(question.about[0])).cp, listed)
        found = memo[key] = tuple(dict.fromkeys((*listed, *more)))
    return found


def _measured(view: PikeView, question: Question, text: str) -> Iterator[Order]:
    """Steps by every number in the text, in thousandths of an inch and tenths of a degree. They may be refused:
    then the rules say what would be right."""
    if question.kind != "step":
        return
    free = view.field.unit(str(question.about[0])).mode != "straight"
    for number in dict.fromkeys(token.text for token in tokens(text, True) if token.kind == "number"):
        length, angle = (_whole(number, parts) for parts in (1000, 10))
        if length:
            yield "advance", length
        if length and free:
            yield from (("manoeuvre", "side_step", side, length) for side in ("left", "right"))
            yield "manoeuvre", "step_back", length
        if angle and free:
            yield from (("manoeuvre", "turn", sign * angle) for sign in (1, -1))
            yield from (("manoeuvre", "wheel", side, angle) for side in ("left", "right"))


def _whole(number: str, parts: int) -> int:
    """``number`` in so many parts of one; 0 if that is no whole number of them, or out of all reason."""
    value = Decimal(number) * parts
    return int(value) if value == int(value) and 0 < value <= MOST * parts else 0


def _more_steps(field: Field, unit: Unit) -> Iterator[Order]:
    """Advances by half inches, turns and wheels by 5 degrees, turns to face each enemy, side-steps, steps back."""
    for length in range(HALF_INCH, furthest(field, unit).distance + 1, HALF_INCH):
        yield "advance", length
    if unit.mode == "straight":
        return
    for angle in range(DEGREES_5, 1800, DEGREES_5):
        yield "manoeuvre", "turn", angle
        yield "manoeuvre", "turn", -angle
    for enemy in field.enemies(unit.id):
        yield "manoeuvre", "turn", facing(unit, enemy)
    for side in ("left", "right"):
        for angle in range(DEGREES_5, 901, DEGREES_5):
            yield "manoeuvre", "wheel", side, angle
        for length in range(HALF_INCH, field.move(unit) + 1, HALF_INCH):
            yield "manoeuvre", "side_step", side, length
    for length in range(HALF_INCH, field.move(unit) + 1, HALF_INCH):
        yield "manoeuvre", "step_back", length


@clause("PS-COORD-01", "PS-COORD-02")
def _some_together(cp: int, listed: Iterable[Order]) -> Iterator[Order]:
    """Coordinated orders to some of those who can, with any number of command points that he has."""
    full = dict.fromkeys((one[1], one[3:]) for one in listed if one[0] == "coordinate")
    for action, words in full:
        size = 1 if action == "restore" else 2
        parts = [words[at : at + size] for at in range(0, len(words), size)]
        for some in _subsets(parts):
            units = tuple(word for part in some for word in part)
            if len(units) <= (MOST_NAMED if action != "move" else 2 * MOST_NAMED):
                yield from (("coordinate", action, spent, *units) for spent in range(1, cp + 1))


def _subsets(parts: Sequence[Order]) -> Iterator[tuple[Order, ...]]:
    """All of them, all subsets of a few; of many those of one, of two, and all but one."""
    yield tuple(parts)
    sizes = range(1, len(parts)) if len(parts) <= FEW else (1, 2, len(parts) - 1)
    for size in sizes:
        yield from combinations(parts, size)


# --- words -------------------------------------------------------------------------------------------


def vocabulary(view: PikeView) -> Vocabulary:
    """The words of what is asked in full; of other verbs those single words that mean nothing else here, so that an
    order which is not possible now is told apart from chatter."""
    keys = {
        key
        for question in view.asked
        for order in sayable(view, question)
        for way in ways(view, question, order)
        for key in way.parts
    }
    known = [*VERBS, *SIDES, *_tables(view), *_bases(view)]
    wanted = [one for one in known if one.concept in keys or one.concept.startswith("topic:")]
    others = (one for one in known if one.concept.startswith("do:") and one.concept not in keys)
    return Vocabulary((*wanted, *unmistakable(others, wanted)), tuple(_things(view)), FILLERS, decimals=True)


def _tables(view: PikeView) -> Iterator[Keyword]:
    """Formations, and base types while one is lost."""
    for formation in view.setup.tables.formations.values():
        en, ru = FORMATIONS.get(formation.id, ((), ()))
        yield Keyword(f"formation:{formation.id}", formation.name, en, ru)
    if any(question.kind == "loss" for question in view.asked):
        for base in view.setup.tables.bases.values():
            yield Keyword(f"base:{base.id}", base.name)


def _bases(view: PikeView) -> Iterator[Keyword]:
    """Bases by number, where several of a unit are asked for."""
    for question in view.asked:
        if question.kind == "face":
            yield Keyword(f"topic:base:{question.about[1]}", ORDINALS[int(question.about[1])])


def _things(view: PikeView) -> Iterator[Thing]:
    """Units by id, name, arm, kind of troops and commander; commanders; objectives."""
    field = view.field
    for sheet in view.setup.sheets.values():
        unit = field.pieces.get(sheet.id)
        if isinstance(unit, Unit) and unit.status in ("ready", "waiting"):
            yield Thing(sheet.id, unit_name(view.setup, sheet.id), aliases=tuple(_aliases(view, unit)))
    for post in view.setup.commanders.values():
        surnames = [name.split()[-1] for name in (post.name.en, post.name.ru) if " " in name]
        yield Thing(post.id, readable(post.name), aliases=tuple(dict.fromkeys([post.id, *surnames])))
    for one in view.setup.objectives.values():
        yield Thing(f"place:{one.id}", readable(one.name))


def _aliases(view: PikeView, unit: Unit) -> Iterator[str]:
    sheet = view.setup.sheets[unit.id]
    post = view.setup.commanders[sheet.command].name
    plain = plain_name(view.setup, sheet)
    yield unit.id
    for own, commander in ((plain.en, post.en), (plain.ru or plain.en, post.ru or post.en)):
        yield own
        yield f"{own} {commander}"
    types = [view.setup.tables.bases[base.type] for base in unit.bases]
    for kind in dict.fromkeys(types):
        yield from filter(None, (kind.name.en, kind.name.ru))
    if unit.bases:
        yield from ARMS.get(view.field.arm(unit), ())
