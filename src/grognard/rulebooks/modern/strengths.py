"""The order of battle for a side panel, and what comes next, as the seat of a view knows them."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.book import Strength
from grognard.rulebooks.modern.card_words import ARM_WORDS
from grognard.rulebooks.modern.effects import ARMS
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import PHASES, General, Unit
from grognard.rulebooks.modern.order_words import question_words
from grognard.rulebooks.modern.sheets import STATUSES, state
from grognard.rulebooks.modern.values import command
from grognard.rulebooks.modern.view import ModernView
from grognard.rulebooks.modern.words_names import PHASE_WORDS, Names, unit_name
from grognard.show.model import Words

TURNS = 4
"""So many turns to come are named."""


# --- strengths -------------------------------------------------------------------------------------------


@clause("MO-UNIT-01", "MO-KSO-01")
def strengths(view: ModernView) -> tuple[Strength, ...]:
    """Each side's generals, under each his units; then the reserve; of what is hidden only what everybody knows."""
    names, field = Names(view), view.field
    rows: list[Strength] = []
    for at, side in enumerate(view.setup.sides):
        for general in field.generals_of(side.id):
            rows.append(_general(names, field, general, at))
            rows += [_unit(field, unit, at, general.id) for unit in field.units if unit.general == general.id]
        rows += _reserve(view, side.id, at)
    return tuple(rows)


def _general(names: Names, field: Field, general: General, side: int) -> Strength:
    card = field.general_card(general.id)
    left = max(0, command(field, general.id) - general.activations) if general.id in field.active else 0
    facts = {"cards": len(general.hand), "credits": general.credits}
    words = T("has left") if general.gone else T("cards {cards}, credits {credits}", **facts)
    name, ability, gone = names.who(general.id), card.ability.name, bool(general.gone)
    return Strength(general.id, name, side, ability, words, 0, left, gone, units=0)


@clause("MO-UNIT-06", "MO-UNIT-08", "MO-TURN-11")
def _unit(field: Field, unit: Unit, side: int, under: str) -> Strength:
    """``left``: it may still be activated, and still fire."""
    gone = unit.status == "destroyed"
    parts: list[Text] = [] if unit.status == "map" else [STATUSES[unit.status]]
    if unit.status == "map":
        parts = [Text("{hex}", {"hex": field.label(unit.hex)}), *state(unit)]
    left = 0 if gone or not field.is_read(unit) else (not unit.activated) + (not unit.attacks)
    words = Text("{states}", {"states": tuple(parts)})
    return Strength(
        unit.id, unit_name(field, unit), side, ARM_WORDS[field.arm(unit)], words, unit.lost, left, gone, under
    )


@clause("MO-UNIT-01")
def _reserve(view: ModernView, side: str, at: int) -> Iterator[Strength]:
    """Own reserves unit by unit, others' as how many of each arm."""
    counts = dict(view.reserves).get(side, (0, 0, 0, 0))
    if not sum(counts):
        return
    name = f"reserve:{side}"
    yield Strength(name, T("Reserve"), at, "", T("units {count}", count=sum(counts)), units=0)
    known = [unit for unit in view.field.units if unit.side == side and unit.status == "reserve"]
    yield from (_unit(view.field, unit, at, name) for unit in known)
    if not known:
        for arm, count in zip(ARMS, counts, strict=True):
            if count:
                words = T("units {count}", count=count)
                yield Strength(f"{name}:{arm}", ARM_WORDS[arm], at, "", words, under=name, units=count)


# --- what comes next -------------------------------------------------------------------------------------


@clause("MO-TURN-01", "MO-TURN-04")
def agenda_words(view: ModernView) -> tuple[Words, ...]:
    """What is asked, the phases left of this turn, the next turns; all of it is public."""
    if view.outcome is not None:
        return ()
    names, clock = Names(view), view.field.clock
    found: list[Words] = [question_words(view, question) for question in view.asked]
    if clock.turn:
        left = PHASES[PHASES.index(clock.phase) + 1 :] if clock.phase in PHASES else ()
        found += [PHASE_WORDS[phase] for phase in left]
    found += [T("turn of {general}", general=names.who(one)) for one in _next(view)]
    return tuple(found)


def _next(view: ModernView) -> list[str]:
    """Whose turns come after this one, while rounds are left."""
    field, clock = view.field, view.field.clock
    rounds = view.setup.rounds - clock.round
    start = clock.place + 1 if clock.turn else 0
    order = [*clock.order[start:], *(one for _ in range(max(rounds, 0)) for one in clock.order)]
    return [one for one in order if field.seats_in(one)][:TURNS]
