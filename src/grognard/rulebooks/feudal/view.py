"""Who sees what (chapter What is hidden from whom). A view is built up from nothing for each seat."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

import msgspec
from msgspec.structs import replace

from grognard.core.dice import Rng
from grognard.core.rule import clause
from grognard.core.state import UMPIRE, Order, Outcome, Question, State
from grognard.locale import Name
from grognard.rulebooks.feudal import effects, muster
from grognard.rulebooks.feudal.effects import Bearer
from grognard.rulebooks.feudal.model import (
    FIELD,
    NAMELESS,
    Army,
    Commander,
    FeudalSetup,
    FeudalState,
    Field,
    InForce,
    Lord,
    Posture,
    Sheet,
    Status,
    Thing,
)
from grognard.rulebooks.feudal.secrecy import band, insiders, is_secret


class Seen(msgspec.Struct, frozen=True):
    """What everybody sees of an army. ``missiles`` None: not known."""

    id: str
    oob: int
    name: Name
    seat: str
    side: str
    troop: str
    row: Name
    tags: tuple[str, ...]
    posture: str
    status: str
    band: str
    tactic: str
    strategy: int | None
    stalled: bool
    conditions: tuple[InForce, ...]
    commander: Name | None
    level: int
    missiles: int | None


class FeudalView(msgspec.Struct, frozen=True):
    """The battle as one seat knows it. ``armies`` are those whose numbers it knows, with their sheets in ``setup``
    (the setup as this seat knows it); ``seen`` is every army from outside; ``answers`` are sealed orders of its own
    side."""

    seat: str
    side: str
    setup: FeudalSetup
    field: Field
    seen: dict[str, Seen]
    armies: dict[str, Army]
    lords: dict[str, Lord]
    asked: tuple[Question, ...]
    answers: tuple[tuple[str, Order], ...]
    waiting: tuple[str, ...]
    outcome: Outcome | None
    finished: bool

    def bearer(self, army_id: str) -> Bearer:
        """The army as effects see it; where its numbers aren't known, as its row lets one guess."""
        army, sheet = self.known(army_id)
        return effects.bearer(self.setup.tables, army, sheet, self.field)

    def known(self, army_id: str) -> tuple[Army, Sheet]:
        """Army and sheet, true ones where the seat knows them, else a guess from outside."""
        if army_id in self.armies:
            return self.armies[army_id], self.setup.sheets[army_id]
        return guess(self.setup, self.seen[army_id])

    def on_field(self, side: str = "") -> list[Seen]:
        """Armies on the field in order of battle, of one side or of all."""
        return [one for one in self.seen.values() if one.status == "ready" and side in ("", one.side)]

    def enemies(self, army_id: str) -> list[Seen]:
        side = self.seen[army_id].side
        return [one for one in self.on_field() if one.side != side]


def view(setup: FeudalSetup, state: FeudalState, seat: str) -> FeudalView:
    """The position with what is asked of the seat, and the sealed orders of its own side."""
    allies = _allies(setup, seat)
    open_now, answered = [], []
    for question in state.questions:
        if question.answer is None:
            open_now.append(question)
        elif question.seat in allies:
            answered.append((question.id, question.answer))
    return replace(
        _position(setup, state.pieces, seat, state.outcome),
        asked=tuple(question for question in open_now if question.seat == seat),
        answers=tuple(answered),
        waiting=_waiting(setup, open_now, seat, allies),
        finished=state.finished,
    )


def _waiting(
    setup: FeudalSetup, open_now: list[Question], seat: str, allies: tuple[str, ...]
) -> tuple[str, ...]:
    """Seats still to answer. In the fog of intelligence those of the own side: whom a step asks tells what he has."""
    seats = dict.fromkeys(question.seat for question in open_now)
    if setup.options["fog"] == "intelligence" and seat != UMPIRE:
        return tuple(one for one in seats if one in allies)
    return tuple(seats)


def _allies(setup: FeudalSetup, seat: str) -> tuple[str, ...]:
    return (UMPIRE, *(one.id for one in setup.seats)) if seat == UMPIRE else setup.allies(seat)


@lru_cache(maxsize=64)
def _position(
    setup: FeudalSetup, pieces: tuple[Thing, ...], seat: str, outcome: Outcome | None
) -> FeudalView:
    """What a seat sees of the pieces; kept, because every question of a step looks at the same ones."""
    opened = seat == UMPIRE or outcome is not None
    things = {piece.id: piece for piece in pieces}
    field = cast(Field, things[FIELD])
    known = _known(setup, seat, opened)
    side = "" if seat == UMPIRE else setup.side_of(seat)
    fog = setup.options["fog"] == "intelligence" and not opened
    dim = {one: fog and sheet.side != side for one, sheet in setup.sheets.items()}
    lords = {
        one.id: _lord(setup, cast(Lord, things[f"seat:{one.id}"]), opened or one.side == side, fog)
        for one in setup.seats
    }
    return FeudalView(
        seat,
        side,
        known,
        replace(field, hits=(), routing=(), intents=tuple(i for i in field.intents if i.act != "adopt")),
        {one: _seen(sheet, cast(Army, things[one]), dim[one]) for one, sheet in setup.sheets.items()},
        {one: _dimmed(cast(Army, things[one]), dim[one]) for one in known.sheets},
        lords,
        (),
        (),
        (),
        outcome,
        False,
    )


@lru_cache(maxsize=256)
@clause("FE-NPC-01", "FE-NPC-02")
def _known(setup: FeudalSetup, seat: str, open_now: bool) -> FeudalSetup:
    """The setup as the seat knows it: sheets without secret armies, no script of rounds to come."""
    if open_now:
        return setup
    sheets = {
        one: sheet
        for one, sheet in setup.sheets.items()
        if not is_secret(setup, one) or seat in insiders(setup, one)
    }
    side = setup.side_of(seat)
    if setup.options["fog"] == "intelligence":
        sheets = {one: sheet if sheet.side == side else _dim_sheet(sheet) for one, sheet in sheets.items()}
    own = {s.id: setup.free_commanders.get(s.id, ()) for s in setup.seats if s.side == side}
    return replace(setup, sheets=sheets, rounds=(), free_commanders=own, artefacts={})


def _dim_sheet(sheet: Sheet) -> Sheet:
    return replace(sheet, tactics=(), commander=None, missiles=0)


def _seen(sheet: Sheet, army: Army, fog: bool) -> Seen:
    return Seen(
        sheet.id,
        sheet.oob,
        sheet.name,
        sheet.seat,
        sheet.side,
        sheet.troop,
        sheet.row,
        sheet.tags,
        army.posture,
        army.status,
        band(army, sheet),
        effects.tactic_in_force(army),
        army.strategy,
        army.stalled is not None,
        army.conditions,
        None if army.commander.nameless else army.commander.called,
        army.commander.level,
        None if fog and "missiles:" not in army.shown else army.missiles,
    )


def _dimmed(army: Army, fog: bool) -> Army:
    """Under the fog of intelligence: no list of tactics, features or volleys before they are used."""
    if not fog:
        return army
    features = tuple(one for one in army.commander.features if f"feature:{one.id}" in army.shown)
    return replace(
        army,
        commander=replace(army.commander, features=features, extra_features=0),
        missiles=army.missiles if "missiles:" in army.shown else 0,
        tactics=tuple(one for one in army.tactics if f"tactic:{one}" in army.shown),
        last_target="",
    )


def _lord(setup: FeudalSetup, lord: Lord, own: bool, fog: bool) -> Lord:
    """A seat's things: an offer to part and free commanders are for its own side, unused artefacts too in the fog."""
    if own:
        return lord
    artefacts = lord.artefacts
    if fog:
        held = setup.artefacts.get(lord.id.partition(":")[2], ())
        full = {one: setup.tables.artefacts[one].charges * held.count(one) for one in held}
        artefacts = tuple((one, left) for one, left in artefacts if left < full[one])
    return Lord(lord.id, artefacts=artefacts, conceded=lord.conceded)


@clause("FE-NPC-02")
def guess(setup: FeudalSetup, seen: Seen) -> tuple[Army, Sheet]:
    """An army known from outside only: the Strength of its row, HP as its band says."""
    tables = setup.tables
    troop = tables.troops[seen.troop]
    men = next((row.from_ for row in tables.size[troop.table] if row.name == seen.row), 1)
    strength = muster.strength(tables, troop, men)
    full = muster.hit_points(tables.constants, strength)
    hp = {"fresh": full, "engaged": full * 3 // 4, "bloodied": full // 2, "wavering": strength, "gone": 0}[
        seen.band
    ]
    sheet = Sheet(
        seen.id,
        seen.oob,
        seen.name,
        seen.seat,
        seen.side,
        seen.troop,
        men,
        seen.row,
        strength,
        full,
        full,
        muster.base_attack(strength),
        muster.base_defence(tables.constants, strength),
        seen.tags,
        troop.missiles,
    )
    army = Army(
        seen.id,
        hp=max(hp, 0 if seen.band == "gone" else 1),
        commander=NAMELESS
        if seen.commander is None
        else Commander(seen.commander.en, seen.level, ru=seen.commander.ru),
        missiles=troop.missiles if seen.missiles is None else seen.missiles,
        posture=cast(Posture, seen.posture),
        status=cast(Status, seen.status),
        tactic=seen.tactic,
        strategy=seen.strategy,
        conditions=seen.conditions,
        men=men,
    )
    return army, sheet


def imagine(setup: FeudalSetup, view: FeudalView, rng: Rng) -> FeudalState:
    """A full state that the view allows: secret armies as their rows let one guess, within their bands."""
    pieces: list[Army | Lord | Field] = []
    for one in view.seen:
        army, sheet = view.known(one)
        pieces.append(
            army if one in view.armies else replace(army, hp=_within(army, sheet, view.seen[one].band, rng))
        )
    lords = [view.lords[seat.id] for seat in setup.seats]
    return State((*pieces, *lords, view.field), (), (), view.outcome)


def _within(army: Army, sheet: Sheet, state: str, rng: Rng) -> int:
    fitting = [hp for hp in range(sheet.hp_max + 1) if band(replace(army, hp=hp), sheet) == state]
    return rng.choice(fitting) if fitting else army.hp
