"""The draft of a feudal battle with the book's own ways of looking at it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import count
from typing import Any, TypeAlias, cast

from grognard.core.battle import Battle
from grognard.core.rule import clause
from grognard.rulebooks.feudal import effects
from grognard.rulebooks.feudal.effects import Bearer, Moment
from grognard.rulebooks.feudal.model import (
    FIELD,
    Army,
    Constants,
    FeudalSetup,
    Field,
    InForce,
    Lord,
    Sheet,
    Tables,
    Thing,
)

FIRST_RANGED, LATER_RANGED = Moment("ranged", True), Moment("ranged", False)
FIRST_MELEE, LATER_MELEE = Moment("melee", True), Moment("melee", False)
TACTICAL = Moment("tactical", False)
Look: TypeAlias = int


class Memo:
    """Figures worked out under one setup, by the looks of those concerned.

    A battle meets few different looks and many exact HP, so an attack is added up once and then looked up.
    """

    __slots__ = ("_looks", "_numbers", "found")

    MOST = 100_000

    def __init__(self) -> None:
        self._numbers = count()
        self._looks: dict[tuple[object, ...], Look] = {}
        self.found: dict[tuple[object, ...], Any] = {}

    @clause("FE-GEN-04")
    def look(self, army: Army, sheet: Sheet, sky: tuple[InForce, ...]) -> Look:
        """Number of everything that effects and their filters read of an army; of HP only the two thresholds."""
        key = (
            army.id,
            army.commander,
            army.posture,
            army.tactic,
            army.tactic_pass,
            army.spent_tactics,
            army.strategy,
            army.missiles > 0,
            army.hp * 2 <= sheet.hp_max,
            army.hp <= sheet.strength,
            army.conditions,
            sky,
        )
        number = self._looks.get(key)
        if number is None:
            if len(self._looks) + len(self.found) > self.MOST:
                self._looks.clear()
                self.found.clear()
            number = self._looks.setdefault(key, next(self._numbers))
        return number


class Kept:
    """What a draft has worked out about an army as it is now."""

    __slots__ = ("army", "bearer", "look", "sky")

    def __init__(self, army: Army, sky: tuple[InForce, ...]) -> None:
        self.army, self.sky = army, sky
        self.bearer: Bearer | None = None
        self.look: Look = -1


@lru_cache(maxsize=16)
def memo_of(setup: FeudalSetup) -> Memo:
    """The memo of a setup; setups are told apart by identity."""
    return Memo()


class FeudalBattle(Battle[FeudalSetup, Thing]):
    """A feudal position being played on."""

    __slots__ = ()

    @property
    def tables(self) -> Tables:
        return self.setup.tables

    @property
    def constants(self) -> Constants:
        return self.setup.tables.constants

    @property
    def field(self) -> Field:
        return self._pieces[FIELD]  # type: ignore[return-value]

    def army(self, army_id: str) -> Army:
        return self._pieces[army_id]  # type: ignore[return-value]

    def lord(self, seat: str) -> Lord:
        return cast(Lord, self.piece(f"seat:{seat}"))

    def sheet(self, army_id: str) -> Sheet:
        return self.setup.sheets[army_id]

    def side(self, army_id: str) -> str:
        return self.setup.sheets[army_id].side

    def armies(self) -> list[Army]:
        """All armies in order of battle."""
        pieces = self._pieces
        return [pieces[one] for one in self.setup.sheets]  # type: ignore[misc]

    def on_field(self) -> list[Army]:
        """Armies with status ready, in ascending ``oob``: the order of all dice (FE-GEN-03)."""
        pieces: Any = self._pieces
        return [army for one in self.setup.sheets if (army := pieces[one]).status == "ready"]

    def in_order(self, ids: Iterable[str]) -> list[str]:
        """Ids in ascending ``oob``."""
        return sorted(ids, key=lambda one: self.sheet(one).oob)

    def enemies(self, army_id: str) -> list[Army]:
        """Armies of other sides on the field."""
        side = self.side(army_id)
        return [army for army in self.on_field() if self.side(army.id) != side]

    def sides_on_field(self) -> list[str]:
        sheets = self.setup.sheets
        return list(dict.fromkeys([sheets[army.id].side for army in self.on_field()]))

    def bearer(self, army_id: str) -> Bearer:
        """The army with all that acts on it (kept until it or the field's conditions change)."""
        kept = self._kept(army_id)
        if kept.bearer is None:
            sheet = self.setup.sheets[army_id]
            kept.bearer = effects.bearer(self.setup.tables, kept.army, sheet, self.field)
        return kept.bearer

    def look(self, army_id: str) -> Look:
        """What attacks on and by the army depend on, as a number: equal looks give equal figures."""
        kept = self._kept(army_id)
        if kept.look < 0:
            kept.look = self.memo.look(kept.army, self.setup.sheets[army_id], kept.sky)
        return kept.look

    def _kept(self, army_id: str) -> Kept:
        army: Any = self._pieces[army_id]
        sky = self._pieces[FIELD].conditions  # type: ignore[union-attr]
        kept: Kept | None = self.kept.get(army_id)
        if kept is None or kept.army is not army or kept.sky is not sky:
            kept = self.kept[army_id] = Kept(army, sky)
        return kept

    @property
    def memo(self) -> Memo:
        """What was worked out before under this setup."""
        return memo_of(self.setup)

    def option(self, key: str) -> str | int | bool:
        return self.setup.options[key]

    def act_of(self, army_id: str) -> str:
        """What the army was ordered to do in this pass, "" if nothing."""
        return next((intent.act for intent in self.field.intents if intent.army == army_id), "")

    def attackers_of(self, army_id: str) -> list[str]:
        """Armies whose attack of this pass is on that army."""
        return [
            i.army
            for i in self.field.intents
            if i.target == army_id and i.act in ("attack", "shoot", "strike_back")
        ]

    def seats_of_side(self, side: str) -> tuple[str, ...]:
        return tuple(seat.id for seat in self.setup.seats if seat.side == side)

    def moment(self) -> Moment:
        return moment_of(self.field)


@clause("FE-SEQ-01")
def moment_of(field: Field) -> Moment:
    """Phase and whether its first pass of the round is on; the tactical phase is neither ranged nor melee."""
    if field.phase == "ranged":
        return FIRST_RANGED if field.ranged == 1 else LATER_RANGED
    if field.phase == "melee":
        return FIRST_MELEE if field.melee == 1 else LATER_MELEE
    return TACTICAL


@clause("FE-RNG-01")
def next_ranged(field: Field) -> Moment:
    """The ranged pass that is on, or else the next one."""
    now = field.ranged == 1 if field.phase == "ranged" else field.ranged == 0
    return FIRST_RANGED if now else LATER_RANGED
