"""Who sees what (chapter Model, Hidden information). A view is built up from nothing for each seat.

Of enemies it has what stands on the table: place, heading, files, models to the nearest rank (the ranks that are
drawn, rounded up), the name of their profile. Their numbers are guesses by kind (``GUESSES``), so that a field of a
view can be asked everything; whatever rests on them is a guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.core.state import PUBLIC, UMPIRE, Call, Outcome, Question
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import Character, FantasyState, Melee, Thing, Unit
from grognard.rulebooks.fantasy.setup import FantasySetup
from grognard.rulebooks.fantasy.tables import Profile, Stats, Summon

NOBODY = ""
"""Whose eyes look where a viewer is of no side."""
CREW = 3
GUESSES: dict[str, Stats] = {
    "foot": Stats(4, 3, 3, 3, 3, 1, 3, 1, 7),
    "horse": Stats(4, 3, 3, 3, 3, 1, 3, 1, 7),
    "monster": Stats(6, 3, 2, 4, 4, 3, 2, 3, 6),
    "machine": Stats(2, 3, 3, 3, 3, 1, 3, 1, 7),
}
"""What is taken to be true of troops of a kind whose numbers aren't known."""
HERO = Stats(4, 5, 4, 4, 4, 2, 4, 3, 8)
"""The same for a character."""


class FantasyView(msgspec.Struct, frozen=True):
    """The battle as one seat knows it. ``side``: whose knowledge it has, ``umpire``, or "" for the public. ``agenda``:
    what comes next, for search, only for whom is asked."""

    seat: str
    side: str
    setup: FantasySetup
    pieces: tuple[Thing, ...]
    asked: tuple[Question, ...]
    waiting: tuple[str, ...]
    agenda: tuple[Call, ...]
    outcome: Outcome | None
    finished: bool

    @property
    def field(self) -> Field:
        """The pieces as rules look at them; kept, because every question of a step looks at the same ones."""
        return _field_of(self.setup, self.pieces, self.side)


@lru_cache(maxsize=32)
def _field_of(setup: FantasySetup, pieces: tuple[Thing, ...], side: str) -> Field:
    return Field(setup, {piece.id: piece for piece in pieces}, side)


def side_seen(setup: FantasySetup, seat: str) -> str:
    """With whose eyes a seat looks: its side's, the public's, the umpire's."""
    if seat in (UMPIRE, PUBLIC):
        return UMPIRE if seat == UMPIRE else NOBODY
    return setup.side_of(seat)


def view(setup: FantasySetup, state: FantasyState, seat: str) -> FantasyView:
    """What a seat may know; after the battle everything is open to all."""
    side = UMPIRE if state.finished else side_seen(setup, seat)
    open_now = [one for one in state.questions if one.answer is None]
    asked = tuple(one for one in open_now if one.seat == seat)
    return FantasyView(
        seat,
        side,
        known_setup(setup, side),
        known(setup, state.pieces, side),
        asked,
        waiting(setup, open_now),
        state.agenda if asked else (),
        state.outcome,
        state.finished,
    )


def waiting(setup: FantasySetup, open_now: Iterable[Question]) -> tuple[str, ...]:
    """Seats that still have something to answer. In the setup's order: that of the questions would tell which of its
    units a seat has ordered already."""
    busy = {one.seat for one in open_now}
    return tuple(one for one in (*(seat.id for seat in setup.seats), UMPIRE) if one in busy)


@lru_cache(maxsize=64)
def known(setup: FantasySetup, pieces: tuple[Thing, ...], side: str) -> tuple[Thing, ...]:
    """The pieces as that side knows them."""
    return pieces if side == UMPIRE else tuple(_shown(setup, pieces, side))


def _shown(setup: FantasySetup, pieces: tuple[Thing, ...], side: str) -> Iterator[Thing]:
    for piece in pieces:
        match piece:
            case Unit():
                yield piece if piece.side == side else stranger(piece)
            case Character():
                yield piece if piece.side == side else strange_hero(piece)
            case Melee():
                pass
            case _:
                yield piece


@clause("FA-UNIT-03")
def to_the_rank(models: int, files: int) -> int:
    """Models to the nearest rank, as everybody counts them: a rank that isn't full counts as one that is, and a
    single rank shows how wide it is."""
    return models if models <= files else -(-models // files) * files


def stranger(unit: Unit) -> Unit:
    """A unit of another side: what stands on the table, and what happened before everybody's eyes."""
    machine = unit.kind == "machine"
    models = (CREW if unit.models else 0) if machine else to_the_rank(unit.models, unit.files)
    found = Unit(
        unit.id,
        unit.side,
        unit.seat,
        unit.profile,
        unit.kind,
        unit.base,
        unit.x,
        unit.y,
        unit.heading,
        unit.files,
        models,
        CREW if machine else to_the_rank(unit.start_models, unit.files),
        unit.formation,
        machine_wounds=CREW if unit.machine_wounds else 0,
        standard=unit.standard,
        status=unit.status,
        retreating=unit.retreating,
        broke=unit.broke,
        withdrawing=unit.withdrawing,
        silenced=unit.silenced,
        reload=unit.reload,
        jammed=unit.jammed,
        summoned=unit.summoned,
        fresh=unit.fresh,
    )
    found.__dict__["shape"] = unit.shape  # ranks and files are as everybody sees them
    return found


def strange_hero(one: Character) -> Character:
    """A character of another side: where he stands, and the spells that he has been seen to cast."""
    return Character(
        one.id,
        one.side,
        one.seat,
        one.profile,
        one.unit,
        one.rank,
        int(one.alive),
        mount=one.mount,
        level=one.level,
        path=one.path if one.shown else "",
        spells=one.shown,
        shown=one.shown,
        barred=one.barred,
        killed_by=one.killed_by,
    )


# --- the setup -------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
@clause("FA-GEN-05")
def known_setup(setup: FantasySetup, side: str) -> FantasySetup:
    """The setup with other sides' units as they're seen, and without the numbers of their profiles."""
    if side == UMPIRE:
        return setup
    tables = setup.tables
    own = {unit.profile for unit in setup.units if unit.side == side} | _summoned(setup, side)
    heroes = {one.profile for one in setup.characters if one.side == side}
    profiles = {key: row if key in own else guessed(row) for key, row in tables.profiles.items()}
    characters = {key: row if key in heroes else guessed(row, HERO) for key, row in tables.characters.items()}
    return replace(
        setup,
        tables=replace(tables, profiles=profiles, characters=characters),
        units=tuple(unit if unit.side == side else stranger(unit) for unit in setup.units),
        characters=tuple(one if one.side == side else strange_hero(one) for one in setup.characters),
        descriptions={seat: text for seat, text in setup.descriptions.items() if setup.side_of(seat) == side},
        changes=(),
    )


def _summoned(setup: FantasySetup, side: str) -> set[str]:
    """Profiles that a side's own wizards may call up."""
    paths = {one.path for one in setup.characters if one.side == side}
    spells = (spell for spell in setup.tables.spells.values() if spell.path in paths)
    return {effect.profile for spell in spells for effect in spell.effects if isinstance(effect, Summon)}


def guessed(row: Profile, stats: Stats | None = None) -> Profile:
    """A profile of which only the name and what one sees of it is known."""
    return Profile(
        row.id,
        row.name,
        row.kind,
        row.role,
        stats or GUESSES[row.kind],
        "hand_weapon",
        armour="light",
        mount=row.mount,
        base=row.base,
        crew=CREW if row.crew else 0,
        machine_T=7 if row.crew else 0,
        machine_W=CREW if row.crew else 0,
        rank=row.rank,
    )
