"""The pieces as rules and views look at them: who is who, of which arm, under whom.

Rules look at the draft's field, decisions at that of a view, so both ask the same questions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, cast

from grognard.core.rule import clause
from grognard.rulebooks.pike_and_shot.model import (
    TURN,
    Base,
    BaseType,
    Commander,
    CommanderSheet,
    Formation,
    Parameters,
    PikeSetup,
    Profile,
    Sheet,
    Smoke,
    Stand,
    Survey,
    Tables,
    Thing,
    Turn,
    Unit,
)
from grognard.rulebooks.positions import These
from grognard.space.outline import Box, Disc
from grognard.space.pose import Point

BY_ANY = frozenset({"turn_only", "ponderous"})
"""Traits that a unit has if any of its bases has them; ``pike`` and ``lance`` belong to a base alone."""
HORSE, FOOT, GUN = "horse", "foot", "gun"
NO_PROFILE = "steady"
STILL, UNITS = "still", "units"
COMMANDERS, ATTACHED, SMOKE = "commanders", "attached", "smoke"


@lru_cache(maxsize=1024)
@clause("PS-DICE-09")
def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """Key that puts S2 before S10."""
    parts = re.findall(r"\d+|\D+", name)
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)


@clause(
    "PS-BASE-01",
    "PS-BASE-03",
    "PS-BASE-11",
    "PS-BASE-12",
    "PS-MOVE-01",
    "PS-CMD-01",
    "PS-CMD-05",
    "PS-TURN-04",
)
class Field:
    """Pieces by id under a setup. ``kept`` holds what was worked out about them and is emptied at every change;
    ``host`` what hangs on the units alone and ``posts`` what on the commanders, and they are emptied when one of
    these changes; ``still`` what hangs on nothing but where units stand, for as long as all stand so."""

    __slots__ = ("host", "kept", "pieces", "posts", "setup")

    def __init__(
        self, setup: PikeSetup, pieces: Mapping[str, Thing], host: dict[Any, Any] | None = None
    ) -> None:
        self.setup = setup
        self.pieces = pieces
        self.host: dict[Any, Any] = {} if host is None else host
        self.posts: dict[Any, Any] = {}
        self.kept: dict[Any, Any] = {}

    def put(self, *things: Thing) -> Field:
        """The same field with other pieces in the place of some: what would be if. Where all stand as they do, what
        hangs on that is still known."""
        field = Field(self.setup, {**self.pieces, **{thing.id: thing for thing in things}})
        if STILL in self.host and all(stands_as(thing, self.pieces.get(thing.id)) for thing in things):
            field.host[STILL] = self.host[STILL]
        return field

    def forget(self, changed: Thing, stands: bool) -> None:
        """What hangs on a piece that has changed, come or gone is known no more. ``stands``: it has not moved."""
        if changed.__class__ is Unit:
            if not stands:
                self.host = {}
            elif UNITS in self.host:
                self.host = {STILL: self.host[STILL]} if STILL in self.host else {}
        elif changed.__class__ is Commander:
            self.posts = {}
        self.kept.clear()

    @property
    def still(self) -> dict[Any, Any]:
        found: dict[Any, Any] | None = self.host.get(STILL)
        if found is None:
            found = self.host[STILL] = _still(self.setup.survey, tuple([one.stand for one in self.units]))
        return found

    def follow(self, before: Field, units: Mapping[str, Unit], *, stands: bool, posts: bool) -> None:
        """Take over from the position before what was listed there. ``units``: who has changed since; ``stands``: but
        none has moved, come or gone; ``posts``: commanders have changed."""

        def as_now(listed: list[Unit]) -> list[Unit]:
            return [units.get(one.id, one) for one in listed] if units else listed

        if not posts:
            self.posts = before.posts
        if stands and UNITS not in self.host:
            known = {key: listed for key, listed in before.host.items() if key != STILL}
            self.host.update({STILL: before.still, **{key: as_now(listed) for key, listed in known.items()}})

    # --- what it all stands on ---

    @property
    def tables(self) -> Tables:
        return self.setup.tables

    @property
    def parameters(self) -> Parameters:
        return self.setup.tables.parameters

    @property
    def turn(self) -> Turn:
        return cast(Turn, self.pieces[TURN])

    def option(self, key: str) -> str | int | bool:
        return self.setup.options[key]

    def is_on(self, key: str) -> bool:
        return self.setup.options[key] == "on"

    # --- units ---

    def unit(self, unit_id: str) -> Unit:
        return self.pieces[unit_id]  # type: ignore[return-value]

    def stands(self, unit_id: str) -> bool:
        """There is such a unit, and it is on the table."""
        found = self.pieces.get(unit_id)
        return isinstance(found, Unit) and found.status == "ready"

    def sheet(self, unit_id: str) -> Sheet:
        return self.setup.sheets[unit_id]

    def side(self, unit_id: str) -> str:
        return self.setup.sheets[unit_id].side

    def seat(self, unit_id: str) -> str:
        return self.setup.sheets[unit_id].seat

    @property
    def units(self) -> list[Unit]:
        """Units on the table, in order of battle."""
        found: list[Unit] | None = self.host.get(UNITS)
        if found is None:
            every = map(self.pieces.get, self.setup.sheets)
            found = [unit for unit in every if unit.__class__ is Unit and unit.status == "ready"]
            self.host[UNITS] = found
        return found

    def of_side(self, side: str, own: bool = True) -> list[Unit]:
        """Units on the table of a side (or of the other sides)."""
        found: list[Unit] | None = self.host.get((side, own))
        if found is None:
            sheets = self.setup.sheets
            found = [unit for unit in self.units if (sheets[unit.id].side == side) == own]
            self.host[side, own] = found
        return found

    def enemies(self, unit_id: str) -> list[Unit]:
        return self.of_side(self.side(unit_id), own=False)

    def friends(self, unit_id: str) -> list[Unit]:
        """The other units of its side."""
        return [unit for unit in self.of_side(self.side(unit_id)) if unit.id != unit_id]

    def others(self, unit_id: str) -> list[Unit]:
        return [unit for unit in self.units if unit.id != unit_id]

    def type_of(self, base: Base) -> BaseType:
        return self.setup.tables.bases[base.type]

    @clause("PS-BASE-11")
    def has(self, unit: Unit, trait: str) -> bool:
        """A unit has some traits if any of its bases has them, others if all have; its own are added."""
        if trait in self.setup.sheets[unit.id].traits:
            return True
        types = self.setup.tables.bases
        held = (trait in types[base.type].traits for base in unit.bases)
        return any(held) if trait in BY_ANY else bool(unit.bases) and all(held)

    @clause("PS-BASE-11")
    def arm(self, unit: Unit) -> str:
        """The arm of all its bases; a mixed unit counts as foot."""
        arms = {self.setup.tables.bases[base.type].arm for base in unit.bases}
        return arms.pop() if len(arms) == 1 else FOOT

    def is_pike(self, base: Base) -> bool:
        return "pike" in self.setup.tables.bases[base.type].traits

    @clause("PS-MOVE-01")
    def move(self, unit: Unit) -> int:
        """M of the slowest base, in the version of the option ``movement``."""
        types = self.setup.tables.bases
        first = self.setup.options["movement"] == "one_two_three"
        return min(types[b.type].move_v1 if first else types[b.type].move for b in unit.bases)

    @clause("PS-FORM-01", "PS-ROUT-02", "PS-MAN-07")
    def formation(self, unit: Unit) -> Formation:
        """The formation that counts now: a hanging unit has none of its own, nor has a routing one."""
        formations = self.setup.tables.formations
        if unit.hanging is not None or unit.routing:
            return formations["hanging"]
        return formations[unit.formation]

    # --- commanders ---

    def commander(self, one: str) -> Commander:
        return self.pieces[one]  # type: ignore[return-value]

    def post(self, one: str) -> CommanderSheet:
        """What is printed about a post: side, level, superior, seat."""
        return self.setup.commanders[one]

    @property
    def commanders(self) -> list[Commander]:
        """Posts on the table, held or not."""
        found: list[Commander] | None = self.posts.get(COMMANDERS)
        if found is None:
            every = map(self.pieces.get, self.setup.commanders)
            found = [one for one in every if one.__class__ is Commander and one.status == "ready"]
            self.posts[COMMANDERS] = found
        return found

    def profile(self, commander: Commander) -> Profile | None:
        return next((one for one in self.setup.tables.profiles if one.id == commander.profile), None)

    @clause("PS-BASE-03", "PS-BASE-12")
    def disc(self, commander: Commander) -> Disc:
        """A commander's circle; it takes no room."""
        size = self.parameters.commander_size[self.post(commander.id).level]
        return Disc((commander.x, commander.y), size // 2)

    @clause("PS-CMD-05")
    def superior(self, one: str) -> str:
        """The nearest superior whose post is held; "" for none. One whom a view hides is taken to be there."""
        above = self.post(one).under
        while above in self.pieces and not self.commander(above).alive:
            above = self.post(above).under
        return above

    @clause("PS-TURN-04", "PS-CMD-05")
    def subordinates(self, one: str) -> list[Commander]:
        """Living commanders directly under him, those of fallen ones between included."""
        return [other for other in self.commanders if other.alive and self.superior(other.id) == one]

    def command_units(self, one: str) -> list[Unit]:
        """Units directly under a commander."""
        key = "command", one
        found: list[Unit] | None = self.host.get(key)
        if found is None:
            sheets = self.setup.sheets
            found = self.host[key] = [unit for unit in self.units if sheets[unit.id].command == one]
        return found

    def attached_to(self, unit_id: str) -> list[Commander]:
        return self.attached.get(unit_id, [])

    @property
    def attached(self) -> dict[str, list[Commander]]:
        """Unit -> living commanders attached to it."""
        found: dict[str, list[Commander]] | None = self.posts.get(ATTACHED)
        if found is None:
            found = self.posts[ATTACHED] = {}
            for one in self.commanders:
                if one.alive and one.attached:
                    found.setdefault(one.attached, []).append(one)
        return found

    @clause("PS-PANIC-03")
    def chain(self, unit_id: str) -> Iterator[str]:
        """The posts above a unit, from its own commander up."""
        one = self.sheet(unit_id).command
        while one:
            yield one
            one = self.post(one).under

    @property
    def smoke(self) -> list[Smoke]:
        found: list[Smoke] | None = self.kept.get(SMOKE)
        if found is None:
            found = [piece for piece in self.pieces.values() if piece.__class__ is Smoke]
            self.kept[SMOKE] = found
        return found


def stands_as(thing: Thing, before: Thing | None) -> bool:
    """Whether a piece takes the same ground as the one in whose place it is."""
    if isinstance(thing, Unit) and isinstance(before, Unit):
        return thing.bases == before.bases and thing.status == before.status
    return thing.__class__ is before.__class__


def field_of(setup: PikeSetup, pieces: tuple[Thing, ...], known: Field | None = None) -> Field:
    """One for all who look at the same pieces; the first may bring one that is ``known`` to be theirs."""
    return _field_of(setup, These(pieces, known))


@lru_cache(maxsize=32)
def _field_of(setup: PikeSetup, these: These[Thing, Field]) -> Field:
    return these.known() or Field(setup, {piece.id: piece for piece in these.pieces})


@lru_cache(maxsize=64)
def _still(survey: Survey, stands: tuple[Stand, ...]) -> dict[Any, Any]:
    """What is known of the ground where units stand so: the same before and after volleys, tests and cards."""
    return {}


def close_by(units: Iterable[Unit], box: Box, distance: int = 0) -> list[Unit]:
    """Those of some units whose boxes come within a distance of a box, in the same order: a first cut, and so often
    made that it makes no call for each."""
    west, south, east, north = box[0] - distance, box[1] - distance, box[2] + distance, box[3] + distance
    return [
        unit
        for unit in units
        if (one := unit.box)[0] <= east and west <= one[2] and one[1] <= north and south <= one[3]
    ]


def in_order(ids: Iterable[str]) -> list[str]:
    """Ids in natural order (PS-DICE-09)."""
    return sorted(ids, key=natural)


def middle_of_table(setup: PikeSetup) -> Point:
    return setup.width // 2, setup.height // 2
