"""The order of battle for a side panel, and what comes next, as the seat of a view knows them."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.orders.wording import decimal
from grognard.rulebooks.book import Strength
from grognard.rulebooks.napoleonic import command
from grognard.rulebooks.napoleonic.model import Body, FormationSheet, Person, Unit
from grognard.rulebooks.napoleonic.order_words import question_words
from grognard.rulebooks.napoleonic.sheets import arm_words, bodies_of, figure_words, link_words, strength
from grognard.rulebooks.napoleonic.states import formation_parts, minuses, parts, person_parts
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.rulebooks.napoleonic.words_names import LEVELS, PHASES, Names, knows
from grognard.show.model import Content, Number, Strong, Words

ORDER = ("movement", "fire", "combat", "end")
MANY = ("order", "fire", "skirmish", "strike")
"""Kinds of which each unit is asked; they are counted."""


# --- strengths -------------------------------------------------------------------------------------------


@clause("NA-OOB-01", "NA-OOB-04")
def strengths(view: NapoleonicView) -> tuple[Strength, ...]:
    """Formations from the top down, under each its generals and staff, then its regiments, guns and wagons."""
    names = Names(view)
    rows: list[Strength] = []
    for at, side in enumerate(view.setup.sides):
        for sheet in view.setup.formations.values():
            if sheet.side == side.id and not sheet.parent:
                rows += _formation(names, sheet, at)
    return tuple(rows)


def _formation(names: Names, sheet: FormationSheet, side: int) -> Iterator[Strength]:
    """``left``: how many of its bodies still wait for an order."""
    field, own = names.field, bodies_of(names.field, sheet.id)
    figures, _, guns = strength(field, sheet.id)
    facts = {"figures": figures, "guns": guns}
    sums = T("figures {figures}, guns {guns}", **facts) if guns else T("figures {figures}", figures=figures)
    words = Text("{parts}", {"parts": tuple(map(_plain, (sums, *formation_parts(names, sheet.id))))})
    asked = sum(_is_asked(names, body.id) for body in own)
    name = names.name(sheet.id)
    level, gone = LEVELS[sheet.level], not (figures or guns)
    yield Strength(sheet.id, name, side, level, words, 0, asked, gone, sheet.parent, 0)
    if knows(names.view, sheet.side):
        yield from (_person(names, man, side) for man in field.persons if man.formation == sheet.id)
    yield from (_body(names, body, side, sheet.id) for body in own if _counts(body))
    for below in names.setup.formations.values():
        if below.parent == sheet.id:
            yield from _formation(names, below, side)


def _counts(body: Body) -> bool:
    """Parts that have rejoined their regiment are no more."""
    return not (body.id != body.sheet and isinstance(body, Unit) and not body.figures)


def _person(names: Names, man: Person, side: int) -> Strength:
    state = list(person_parts(names, man))
    if man.present and man.at:
        state.insert(0, T("stands with {unit}", unit=names.name(man.at)))
    state += _broken(names, man.id, man.side)
    words = Text("{parts}", {"parts": tuple(map(_plain, state))})
    name = names.name(man.id)
    return Strength(man.id, name, side, names.post(man.post), words, 0, 0, bool(man.fate), man.formation, 0)


def _body(names: Names, body: Body, side: int, under: str) -> Strength:
    """``pips``: states that take something from its fighting value; ``left``: it may still be given an order."""
    gone = body.standing in ("gone", "destroyed")
    state = parts(names, body) if gone else (figure_words(names, body), *parts(names, body))
    if body.standing == "ready":
        state = (*state, *_broken(names, body.id, body.side))
    words = Text("{parts}", {"parts": tuple(_plain(one) for one in state if one != "")})
    kind = Text("{parts}", {"parts": _kind(names, body)})
    asked = int(_is_asked(names, body.id))
    pips = minuses(names.field, body)
    return Strength(body.id, names.name(body.id), side, kind, words, pips, asked, gone, under)


@clause("NA-CMD-01", "NA-CMD-06")
def _broken(names: Names, one: str, side: str) -> Iterator[Content]:
    """Whose reach a body or person of a side that is known is out of now."""
    link = command.links(names.field, side).get(one) if knows(names.view, side) else None
    if link is not None and not link.held:
        yield link_words(names, link)


def _kind(names: Names, body: Body) -> tuple[object, ...]:
    """Arm and status without the commas between them: a panel sets its own."""
    words = arm_words(names, body)
    found = words if isinstance(words, tuple) else (words,)
    return tuple(_plain(one) for one in found if one != ", ")


def _is_asked(names: Names, one: str) -> bool:
    return any(question.about and question.about[0] == one for question in names.view.asked)


def _plain(part: object) -> object:
    """Words without colour and figures: a panel has its own."""
    if isinstance(part, Text):
        return Text(part.source, {key: _plain(value) for key, value in part.facts.items()})
    if isinstance(part, tuple):
        return tuple(map(_plain, part))
    if isinstance(part, Number) and isinstance(part.value, float):
        return decimal(round(part.value * 100), 100)
    return part.words if isinstance(part, Strong) else getattr(part, "value", part)


# --- what comes next -------------------------------------------------------------------------------------


@clause("NA-SEQ-01", "NA-END-01")
def agenda_words(view: NapoleonicView) -> tuple[Words, ...]:
    """What is asked, the phases left of this turn, the turns left; all of it is public."""
    if view.outcome is not None:
        return ()
    clock = view.field.clock
    found: list[Words] = list(_asked(view))
    at = ORDER.index(clock.phase) if clock.phase in ORDER else -1
    found += [PHASES[phase] for phase in ORDER[at + 1 :]] if clock.turn else []
    if clock.turn < view.setup.turns:
        found.append(T("turn {turn} of {last}", turn=clock.turn + 1, last=view.setup.turns))
    return tuple(found)


WAITING = {
    "order": T("orders to give: {count}"),
    "fire": T("guns to aim: {count}"),
    "skirmish": T("skirmishers to fire: {count}"),
    "strike": T("strikes to name: {count}"),
}


def _asked(view: NapoleonicView) -> Iterator[Words]:
    """What is asked of many units in one line, whatever else in its own words."""
    for kind in MANY:
        waiting = sum(one.kind == kind for one in view.asked)
        if waiting:
            yield Text(WAITING[kind].source, {"count": waiting})
    yield from (question_words(view, one) for one in view.asked if one.kind not in MANY)
