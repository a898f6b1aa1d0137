"""A round of melee in chances before a die is thrown: the very functions of the round, over counts instead of dice.

What is followed is how many wounds everybody has caused to everybody; the attack pools of a step come from the rules as
the position would be by then. A melee in which that gets too much has no answer here (see :data:`MOST`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.rulebooks.fantasy import result
from grognard.rulebooks.fantasy.attacks import Attack, Blow, kills, losses
from grognard.rulebooks.fantasy.awards import reroll_of
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.fighters import Blower
from grognard.rulebooks.fantasy.leadership import leadership, takes_tests
from grognard.rulebooks.fantasy.melee import blowers_in, blows_of, lined_up, step_of, steps_of
from grognard.rulebooks.fantasy.model import Character, Contact, Melee, Thing, Unit, melee_id

Caused: TypeAlias = tuple[int, ...]
"""Wounds by pair of striker and struck, in the order of ``Reckoning.pairs``."""
Spread: TypeAlias = Mapping[Caused, float]
MOST = 1500
"""So many different ways to fall are followed at most."""
FAINT = 1e-10
"""A chance that is not followed."""


class Foretold(NamedTuple):
    """``fallen``: unit -> models that fall -> chance (crumbling included); ``heroes``: character -> that he falls;
    ``wins``, ``loses``: side -> chance (what is left is a draw); ``breaks``: unit -> that it fails its break test;
    ``rides``: charger -> that it rides through; ``wounds``: unit -> mean of wounds that it causes."""

    fallen: Mapping[str, Mapping[int, float]]
    heroes: Mapping[str, float]
    wins: Mapping[str, float]
    loses: Mapping[str, float]
    breaks: Mapping[str, float]
    rides: Mapping[str, float]
    wounds: Mapping[str, float]


class TooMuch(Exception):
    """More ways than are followed."""


@clause("FA-MEL-06", "FA-MEL-07", "FA-CR-06", "FA-CR-07")
def foretell(field: Field, contacts: Sequence[Contact], most: int = MOST) -> Foretold | None:
    """The next round of the melee of these contacts, which need not be in the field; None where it's too much."""
    try:
        return _Reckoning(field, contacts, most).foretold()
    except TooMuch:
        return None


class _Reckoning:
    """``pairs``: (striker, struck) in order; ``rooms``: wounds that each can still take."""

    def __init__(self, field: Field, contacts: Sequence[Contact], most: int) -> None:
        self.most = most
        ids = sorted({one for contact in contacts for one in (contact.a, contact.b)})
        began = tuple((one, field.unit(one).models, field.unit(one).pool) for one in ids)
        duels = tuple(pair for contact in contacts for pair in contact.duels)
        names = tuple(one.id for one in sorted(contacts, key=lambda one: (one.a, one.b)))
        melee = Melee(melee_id(tuple(ids)), tuple(ids), names, duels, began=began)
        pieces = {**field.pieces, **{one.id: one for one in contacts}, melee.id: melee}
        self.field = Field(field.setup, pieces, field.side)
        self.melee = lined_up(self.field, melee)
        self.units = [field.unit(one) for one in ids]
        self.heroes = [hero for unit in self.units for hero in field.characters_in(unit.id)]
        stats = self.field.stats
        self.rooms = {unit.id: unit.models * max(stats(unit.id).W, 1) - unit.pool for unit in self.units}
        self.rooms |= {hero.id: hero.wounds for hero in self.heroes}
        self.pairs = list(self._pairs())
        self.each = {unit.id: max(stats(unit.id).W, 1) for unit in self.units}
        self.places = {
            one: tuple(at for at, (_, struck) in enumerate(self.pairs) if struck == one) for one in self.rooms
        }
        self.left: dict[tuple[str, int], tuple[int, int]] = {}
        self.fields: dict[tuple[str, int], Field] = {}
        self.kept: dict[object, Blow | None] = {}
        self.sums: dict[object, int] = {}
        self.tests: dict[object, float] = {}

    def _pairs(self) -> Iterator[tuple[str, str]]:
        for one in self.melee.contacts:
            contact: Contact = self.field.pieces[one]  # type: ignore[assignment]
            for unit in (contact.a, contact.b):
                foe = contact.other(unit)
                yield unit, foe
                yield from ((unit, hero.id) for hero in self.field.characters_in(foe))

    # --- a position on the way ---

    def suffered(self, at: Caused, piece: str) -> int:
        places = self.places[piece]
        return at[places[0]] if len(places) == 1 else sum(at[one] for one in places)

    def models(self, at: Caused, unit: Unit) -> tuple[int, int]:
        """Models left, and wounds in the pool."""
        key = unit.id, self.suffered(at, unit.id)
        found = self.left.get(key)
        if found is None:
            lost = losses(unit.models, unit.pool, self.each[unit.id], key[1])
            left = unit.models - lost.models
            found = self.left[key] = (left, lost.pool if left else 0)
        return found

    def field_at(self, at: Caused, melee: Melee | None = None) -> tuple[Field, Melee]:
        """As things would stand, and the melee with what was caused."""
        caused = sorted((*pair, n) for pair, n in zip(self.pairs, at, strict=True) if n)
        held = replace(melee or self.melee, caused=tuple(caused))
        changed: dict[str, Thing] = {held.id: held}
        for unit in self.units:
            left, pool = self.models(at, unit)
            changed[unit.id] = replace(unit, models=left, pool=pool)
        for hero in self.heroes:
            changed[hero.id] = replace(hero, wounds=max(0, hero.wounds - self.suffered(at, hero.id)))
        return Field(self.field.setup, {**self.field.pieces, **changed}, self.field.side), held

    # --- blows ---

    def spread(self) -> Spread:
        """How the wounds may fall in the whole round."""
        at: Spread = {(0,) * len(self.pairs): 1.0}
        every = list(blowers_in(self.field, self.melee))
        for step in steps_of(self.field, self.melee):
            strikers = [(number, one) for number, one in enumerate(every) if step_of(one) == step]
            at = self._step(at, strikers)
        return at

    @clause("FA-MEL-07", "FA-GEN-04")
    def _step(self, at: Spread, strikers: Sequence[tuple[int, Blower]]) -> Spread:
        """Everything of a step from the state before it."""
        found: dict[Caused, float] = {}
        for before, share in at.items():
            after: Spread = {before: share}
            for number, one in strikers:
                blow = self._blow(before, number, one)
                if blow is not None:
                    after = self._land(after, blow)
            for way, part in after.items():
                found[way] = found.get(way, 0.0) + part
            if len(found) > self.most:
                raise TooMuch
        return found

    def _blow(self, at: Caused, number: int, one: Blower) -> Blow | None:
        """The pool of a striker; worked out once for all ways that are alike for him."""
        key = (number, *self._matters(at, one))
        if key not in self.kept:
            self.kept[key] = self._worked_out(at, one)
        return self.kept[key]

    @clause("FA-MEL-07")
    def _worked_out(self, at: Caused, one: Blower) -> Blow | None:
        field, melee = self.field_at(at)
        whose = field.pieces.get(one.who.partition(".")[0])
        if isinstance(whose, Character) and not whose.alive:
            return None
        if field.option("step_up") == "at_once":
            melee = lined_up(field, melee)
            now = next((now for now in blowers_in(field, melee) if _same(now, one)), None)
            return next(blows_of(field, melee, now), None) if now else None
        return next(blows_of(field, melee, one), None)

    def _matters(self, at: Caused, one: Blower) -> tuple[int, ...]:
        """All that can make a difference to his pool."""
        unit, foe = one.unit.id, one.contact.other(one.unit.id)
        hero = one.who.partition(".")[0]
        whole = self.field.option("step_up") == "at_once"
        return (
            at[self.pairs.index((foe, unit))],
            self.suffered(at, unit) if whole else 0,
            self.suffered(at, hero) if hero in self.rooms else 0,
            int(self.suffered(at, foe) >= self.rooms[foe]),
            sum(self.suffered(at, other.id) for other in self.field.characters_in(foe)),
        )

    @clause("FA-WND-09")
    def _land(self, at: Spread, blow: Blow) -> Spread:
        """Wounds beyond the last model are lost."""
        place, odds = self.pairs.index((blow.unit, blow.target)), _floats(blow.attack)
        found: dict[Caused, float] = {}
        for way, share in at.items():
            room = self.rooms[blow.target] - self.suffered(way, blow.target)
            head, now, tail = way[:place], way[place], way[place + 1 :]
            for wounds, part in odds:
                if share * part >= FAINT:
                    after = (*head, now + min(wounds, room), *tail)
                    found[after] = found.get(after, 0.0) + share * part
        if len(found) > self.most:
            raise TooMuch
        return found

    # --- results ---

    def foretold(self) -> Foretold:
        told = _Tally(self)
        for at, share in self.spread().items():
            told.add(at, share)
        return told.foretold()

    def total(self, at: Caused, side: str) -> int:
        """The combat result of a side; all but the wounds is worked out once for so many models left."""
        own = [unit for unit in self.units if unit.side == side]
        ids = {unit.id for unit in own}
        wounds = sum(n for (striker, _), n in zip(self.pairs, at, strict=True) if striker in ids)
        key = (side, *(self.models(at, unit)[0] for unit in own), *self._alive(at, own))
        if key not in self.sums:
            field, melee = self.field_at(at)
            self.sums[key] = result.sum_of(field, replace(melee, caused=()), side).total
        return self.sums[key] + wounds * self.field.tables.combat_result.wound

    def _alive(self, at: Caused, units: Iterable[Unit]) -> Iterator[bool]:
        for unit in units:
            yield any(self.suffered(at, hero.id) < hero.wounds for hero in self.field.characters_in(unit.id))

    def stands(self, at: Caused, unit: Unit) -> bool:
        """Somebody of it is alive."""
        return self.models(at, unit)[0] > 0 or any(self._alive(at, [unit]))

    @clause("FA-CR-07", "FA-LD-05", "FA-LEG-02")
    def fails(self, at: Caused, unit: Unit, difference: int) -> float:
        """Chance that a losing unit breaks."""
        if not takes_tests(self.field, unit):
            return 0.0
        if self.field.option("break_modifier") != "difference":
            difference = 0
        key = (unit.id, self.models(at, unit)[0], difference)
        if key not in self.tests:
            field = self._field_of(at, unit)
            ld = leadership(field, field.unit(unit.id), difference)
            again, fails = reroll_of(field, unit, "break") is not None, 1 - ld.passes
            self.tests[key] = fails**2 if again else fails
        return self.tests[key]

    def _field_of(self, at: Caused, unit: Unit) -> Field:
        """With that unit as it would be, for questions about it alone."""
        key = unit.id, self.models(at, unit)[0]
        if key not in self.fields:
            self.fields[key] = self.field_at(at)[0]
        return self.fields[key]

    @cached_property
    def chargers(self) -> list[tuple[Contact, str]]:
        """Who might ride through."""
        if not self.field.option("breakthrough"):
            return []
        contacts: list[Contact] = [self.field.pieces[one] for one in self.melee.contacts]  # type: ignore[misc]
        able = ("horse", "monster")
        return [
            (contact, one)
            for contact in contacts
            for one in contact.charged
            if self.field.unit(one).kind in able and self.field.unit(contact.other(one)).kind == "foot"
        ]

    @clause("FA-CR-10")
    def rides(
        self, at: Caused, contact: Contact, rider: str, winners: Sequence[str], lost: Mapping[str, int]
    ) -> bool:
        foot = self.field.unit(contact.other(rider))
        if self.field.unit(rider).side not in winners or foot.side not in lost:
            return False
        felled = at[self.pairs.index((rider, foot.id))]
        left = self.models(at, self.field.unit(rider))[0]
        key = ("rides", contact.id, rider, felled, left, self.models(at, foot)[0])
        if key not in self.sums:
            field, melee = self.field_at(at)
            melee = replace(melee, winners=tuple(winners), lost_by=tuple(lost.items()))
            self.sums[key] = int(result.rides_through(field, melee, contact, rider))
        return bool(self.sums[key])


def _same(one: Blower, other: Blower) -> bool:
    return (one.contact.id, one.unit.id, one.who) == (other.contact.id, other.unit.id, other.who)


@lru_cache(maxsize=4096)
def _floats(attack: Attack) -> tuple[tuple[int, float], ...]:
    return tuple((wounds, float(part)) for wounds, part in kills(attack).items())


class _Tally:
    """Adds up ways to end."""

    def __init__(self, of: _Reckoning) -> None:
        self.of = of
        self.sides = sorted({unit.side for unit in of.units})
        self.fallen: dict[str, dict[int, float]] = {unit.id: {} for unit in of.units}
        self.heroes = {hero.id: 0.0 for hero in of.heroes}
        self.wins, self.loses = (dict.fromkeys(self.sides, 0.0) for _ in range(2))
        self.breaks = {unit.id: 0.0 for unit in of.units}
        self.rides = {rider: 0.0 for _, rider in of.chargers}
        self.wounds = {unit.id: 0.0 for unit in of.units}

    @clause("FA-CR-06", "FA-CR-09", "FA-CR-10")
    def add(self, at: Caused, share: float) -> None:
        of = self.of
        alive = [
            side for side in self.sides if any(of.stands(at, one) for one in of.units if one.side == side)
        ]
        winners, rows = result.outcome({side: of.total(at, side) for side in self.sides}, alive)
        lost = dict(rows)
        for (striker, _), n in zip(of.pairs, at, strict=True):
            self.wounds[striker] += share * n
        for side in winners:
            self.wins[side] += share
        for side in self.sides:
            gone = side not in alive and bool(winners)
            self.loses[side] += share * (side in lost or gone)
        for hero in self.heroes:
            self.heroes[hero] += share * (of.suffered(at, hero) >= of.rooms[hero])
        for unit in of.units:
            self._unit(at, share, unit, lost.get(unit.side, 0))
        for contact, rider in of.chargers:
            if of.rides(at, contact, rider, winners, lost):
                foot = of.field.unit(contact.other(rider))
                self.rides[rider] += share * (1 - of.fails(at, foot, lost[foot.side]))

    @clause("FA-SPC-11")
    def _unit(self, at: Caused, share: float, unit: Unit, difference: int) -> None:
        left, pool = self.of.models(at, unit)
        crumbles = difference and left and not unit.retreating and "undead" in self.of.field.rules(unit.id)
        if crumbles:
            left -= losses(left, pool, self.of.each[unit.id], difference).models
        dead, odds = unit.models - left, self.fallen[unit.id]
        odds[dead] = odds.get(dead, 0.0) + share
        if difference and self.of.stands(at, unit):
            self.breaks[unit.id] += share * self.of.fails(at, unit, difference)

    def foretold(self) -> Foretold:
        fallen = {unit: dict(sorted(odds.items())) for unit, odds in self.fallen.items()}
        return Foretold(fallen, self.heroes, self.wins, self.loses, self.breaks, self.rides, self.wounds)
