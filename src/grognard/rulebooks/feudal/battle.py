"""The draft of a feudal battle with the book's own ways of looking at it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

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
    Lord,
    Sheet,
    Tables,
    Thing,
)


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
        return cast(Field, self.piece(FIELD))

    def army(self, army_id: str) -> Army:
        return cast(Army, self.piece(army_id))

    def lord(self, seat: str) -> Lord:
        return cast(Lord, self.piece(f"seat:{seat}"))

    def sheet(self, army_id: str) -> Sheet:
        return self.setup.sheets[army_id]

    def side(self, army_id: str) -> str:
        return self.setup.sheets[army_id].side

    def armies(self) -> list[Army]:
        """All armies in order of battle."""
        return [self.army(one) for one in self.setup.sheets]

    def on_field(self) -> list[Army]:
        """Armies with status ready, in ascending ``oob``: the order of all dice (FE-GEN-03)."""
        return [army for army in self.armies() if army.status == "ready"]

    def in_order(self, ids: Iterable[str]) -> list[str]:
        """Ids in ascending ``oob``."""
        return sorted(ids, key=lambda one: self.sheet(one).oob)

    def enemies(self, army_id: str) -> list[Army]:
        """Armies of other sides on the field."""
        side = self.side(army_id)
        return [army for army in self.on_field() if self.side(army.id) != side]

    def sides_on_field(self) -> list[str]:
        return list(dict.fromkeys(self.side(army.id) for army in self.on_field()))

    def bearer(self, army_id: str) -> Bearer:
        return effects.bearer(self.tables, self.army(army_id), self.sheet(army_id), self.field)

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
        return Moment("ranged", field.ranged == 1)
    if field.phase == "melee":
        return Moment("melee", field.melee == 1)
    return Moment("tactical", False)


@clause("FE-RNG-01")
def next_ranged(field: Field) -> Moment:
    """The ranged pass that is on, or else the next one."""
    now = field.ranged == 1 if field.phase == "ranged" else field.ranged == 0
    return Moment("ranged", now)
