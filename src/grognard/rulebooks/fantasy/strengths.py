"""The order of battle for a side panel, and what comes next, as the seat of a view knows them."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.book import Strength
from grognard.rulebooks.fantasy.model import Character, Unit
from grognard.rulebooks.fantasy.order_words import question_words
from grognard.rulebooks.fantasy.sheets import hero_state, models, state
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.rulebooks.fantasy.words_names import KINDS, PHASES, RANKS, Names, hero_name, unit_name
from grognard.show.model import Strong, Words

ORDER = ("orders", "A", "B", "C")


# --- strengths -------------------------------------------------------------------------------------------


@clause("FA-GEN-05", "FA-UNIT-03", "FA-VIC-03")
def strengths(view: FantasyView) -> tuple[Strength, ...]:
    """Each seat of each side, under it its units, under them their characters."""
    names = Names(view)
    rows: list[Strength] = []
    for at, side in enumerate(view.setup.sides):
        for seat in view.setup.seats:
            if seat.side == side.id:
                units = [unit for unit in view.field.all_units if unit.seat == seat.id]
                rows.append(_seat(names, seat.id, at, units))
                for unit in units:
                    rows += _unit(names, unit, at, seat.id)
    return tuple(rows)


def _seat(names: Names, seat: str, side: int, units: list[Unit]) -> Strength:
    """``left``: how many of its units still wait for an order."""
    ready = sum(unit.status == "ready" for unit in units)
    waiting = sum(one.kind == "order" and one.seat == seat for one in names.view.asked)
    words = T("units {ready} of {all}", ready=ready, all=len(units))
    return Strength(seat, names.who(seat), side, "", words, 0, waiting, not ready, units=0)


@clause("FA-WND-08", "FA-ORD-01")
def _unit(names: Names, unit: Unit, side: int, under: str) -> Iterator[Strength]:
    """``pips``: wounds in the pool; ``left``: it may still be given an order."""
    asked = any(one.about and one.about[0] == unit.id for one in names.view.asked)
    gone = unit.status != "ready"
    parts = state(names, unit) if gone else (models(names, unit), *state(names, unit))
    words = Text("{parts}", {"parts": tuple(map(_plain, parts))})
    name = unit_name(names.field, unit.id)
    yield Strength(unit.id, name, side, KINDS[unit.kind], words, unit.pool, int(asked), gone, under)
    for one in names.field.characters:
        if one.unit == unit.id:
            yield _hero(names, one, side)


def _hero(names: Names, one: Character, side: int) -> Strength:
    parts = tuple(_plain(part) for part in hero_state(names, one))
    words = Text("{parts}", {"parts": parts}) if parts else ""
    name = hero_name(names.field, one.id)
    return Strength(one.id, name, side, RANKS[one.rank], words, 0, 0, not one.alive, one.unit, 0)


def _plain(part: object) -> object:
    """Words without colour and figures: a panel has its own."""
    if isinstance(part, Text):
        return Text(part.source, {key: _plain(value) for key, value in part.facts.items()})
    if isinstance(part, tuple):
        return tuple(map(_plain, part))
    return part.words if isinstance(part, Strong) else getattr(part, "value", part)


# --- what comes next -------------------------------------------------------------------------------------


@clause("FA-ORD-01", "FA-VIC-01")
def agenda_words(view: FantasyView) -> tuple[Words, ...]:
    """What is asked, the phases left of this turn, the turns left; all of it is public."""
    if view.outcome is not None:
        return ()
    turn = view.field.turn
    found: list[Words] = list(_asked(view))
    at = ORDER.index(turn.phase) if turn.phase in ORDER else len(ORDER)
    if turn.phase != "before":
        found += [PHASES[phase] for phase in ORDER[at + 1 :]]
    if turn.number < view.setup.turns:
        found.append(T("turn {turn} of {last}", turn=turn.number + 1, last=view.setup.turns))
    return tuple(found)


def _asked(view: FantasyView) -> Iterator[Words]:
    """Orders in one line, whatever else is asked in its own words."""
    waiting = sum(one.kind == "order" for one in view.asked)
    if waiting:
        yield T("orders, units that have none yet: {count}", count=waiting)
    yield from (question_words(view, one) for one in view.asked if one.kind != "order")
