"""The pieces of a battle as rules and players look at them: the same questions of a position and of a view.

In a view the enemies' numbers are guesses (``view``), so whatever rests on them is one too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Any, TypeVar

from grognard.core.chance import Modifier
from grognard.core.rule import clause
from grognard.rulebooks.fantasy.model import (
    TURN,
    Character,
    Contact,
    Ground,
    Melee,
    SpellInForce,
    Thing,
    Turn,
    Unit,
)
from grognard.rulebooks.fantasy.setup import FantasySetup, Value
from grognard.rulebooks.fantasy.tables import (
    STATS,
    AnyEffect,
    ArmourChange,
    Forbid,
    Grant,
    HitMod,
    MeleeWeapon,
    MissileWeapon,
    Mount,
    Profile,
    StatChange,
    Stats,
    Tables,
)
from grognard.space.measure import gap
from grognard.space.outline import Base
from grognard.space.pose import between2

P = TypeVar("P")
CAP = 10
_ID = attrgetter("id")
STAY: dict[type[Thing], tuple[Any, ...]] = {
    Unit: (Character, Contact, Melee, SpellInForce, Ground, Turn, "in", "contacts_of", "spells_on", "land"),
    Character: (
        Unit,
        "units",
        Contact,
        Melee,
        SpellInForce,
        Ground,
        Turn,
        "contacts_of",
        "spells_on",
        "land",
    ),
    Contact: (Unit, "units", Character, Melee, SpellInForce, Ground, Turn, "in", "spells_on", "land"),
}
"""Of what was worked out, that in which a kind of pieces has no part."""
FREE = frozenset({Melee, Turn})
"""Kinds that nothing but the list of them rests on."""
Items = tuple[Modifier, ...]


class Field:
    """``side``: whose view it is, "" for a position. ``kept``: what was worked out about these pieces."""

    __slots__ = ("kept", "pieces", "setup", "side", "tables")

    def __init__(self, setup: FantasySetup, pieces: Mapping[str, Thing], side: str = "") -> None:
        self.setup = setup
        self.tables: Tables = setup.tables
        self.pieces = pieces
        self.side = side
        self.kept: dict[Any, Any] = {}

    # --- what never changes ---

    def option(self, key: str) -> Value:
        return self.setup.options[key]

    def home(self, side: str) -> bool:
        """The side fights on home ground (FA-SPC-07)."""
        return self.setup.armies[side].home_ground

    # --- pieces ---

    @property
    def turn(self) -> Turn:
        return self.pieces[TURN]  # type: ignore[return-value]

    def unit(self, unit_id: str) -> Unit:
        return self.pieces[unit_id]  # type: ignore[return-value]

    def character(self, one: str) -> Character:
        return self.pieces[one]  # type: ignore[return-value]

    def of_type(self, kind: type[P]) -> list[P]:
        """All pieces of a type in ascending text order of their ids (FA-GEN-11)."""
        found: list[P] | None = self.kept.get(kind)
        if found is None:
            every: Iterable[Any] = self.pieces.values()
            found = self.kept[kind] = sorted([one for one in every if one.__class__ is kind], key=_ID)
        return found

    def forget(self, kind: type[Thing]) -> None:
        """A piece of that kind is another now: what was worked out goes, but for what rests on other kinds alone."""
        if kind in FREE:
            self.kept.pop(kind, None)
        elif self.kept:
            self.keep(self, kind)

    def keep(self, field: Field, kind: type[Thing]) -> None:
        """Take over what was worked out about another field that differs in a piece of that kind alone."""
        kept = field.kept
        self.kept = {key: kept[key] for key in STAY.get(kind, ()) if key in kept}

    @property
    def all_units(self) -> list[Unit]:
        """Those off the table too, by id."""
        return self.of_type(Unit)

    @property
    def units(self) -> list[Unit]:
        """Units on the table, by id."""
        found: list[Unit] | None = self.kept.get("units")
        if found is None:
            found = self.kept["units"] = [unit for unit in self.all_units if unit.status == "ready"]
        return found

    @property
    def characters(self) -> list[Character]:
        """All of them, the dead too, by id."""
        return self.of_type(Character)

    @property
    def contacts(self) -> list[Contact]:
        return self.of_type(Contact)

    @property
    def melees(self) -> list[Melee]:
        return self.of_type(Melee)

    @property
    def spells(self) -> list[SpellInForce]:
        return self.of_type(SpellInForce)

    @property
    def grounds(self) -> list[Ground]:
        """Terrain that spells have made."""
        return self.of_type(Ground)

    def of_side(self, side: str, own: bool = True) -> list[Unit]:
        """Units on the table of a side (or of all others), by id."""
        key = ("side", side, own)
        found: list[Unit] | None = self.kept.get(key)
        if found is None:
            found = self.kept[key] = [unit for unit in self.units if (unit.side == side) == own]
        return found

    def enemies(self, unit_id: str) -> list[Unit]:
        return self.of_side(self.unit(unit_id).side, own=False)

    def friends(self, unit_id: str) -> list[Unit]:
        """The other units of its side."""
        return [unit for unit in self.of_side(self.unit(unit_id).side) if unit.id != unit_id]

    def ready(self, unit_id: str) -> bool:
        """It is a unit, and on the table."""
        piece = self.pieces.get(unit_id)
        return isinstance(piece, Unit) and piece.status == "ready"

    # --- characters ---

    @clause("FA-CMD-01")
    def characters_in(self, unit_id: str) -> list[Character]:
        """Living characters who stand in a unit, by id."""
        found: dict[str, list[Character]] | None = self.kept.get("in")
        if found is None:
            found = self.kept["in"] = {}
            for one in self.characters:
                if one.alive:
                    found.setdefault(one.unit, []).append(one)
        return found.get(unit_id, [])

    @clause("FA-GEN-08")
    def alone(self, unit_id: str) -> Character | None:
        """The character who is all that is left of a unit, the first by id; None while rank and file live."""
        if self.unit(unit_id).models:
            return None
        return next(iter(self.characters_in(unit_id)), None)

    @clause("FA-CMD-04")
    def general(self, side: str) -> Character | None:
        """A side's general while he lives and his unit stands on the table."""
        one = self.pieces.get(self.setup.armies[side].general)
        found = isinstance(one, Character) and one.alive and self.ready(one.unit)
        return one if found else None  # type: ignore[return-value]

    # --- contacts ---

    def contacts_of(self, unit_id: str) -> list[Contact]:
        found: dict[str, list[Contact]] | None = self.kept.get("contacts_of")
        if found is None:
            found = self.kept["contacts_of"] = {}
            for contact in self.contacts:
                found.setdefault(contact.a, []).append(contact)
                found.setdefault(contact.b, []).append(contact)
        return found.get(unit_id, [])

    def engaged(self, unit_id: str) -> bool:
        """In contact with an enemy (FA-ORD-13)."""
        known = self.kept.get("contacts_of")
        return unit_id in known if known is not None else bool(self.contacts_of(unit_id))

    def foes(self, unit_id: str) -> list[str]:
        """Enemies in contact with it, by id."""
        return sorted(contact.other(unit_id) for contact in self.contacts_of(unit_id))

    # --- what a unit is made of ---

    def profile(self, unit_id: str) -> Profile:
        return self.tables.profiles[self.pieces[unit_id].profile]  # type: ignore[union-attr]

    def hero_profile(self, one: str) -> Profile:
        return self.tables.characters[self.character(one).profile]

    def mount(self, unit_id: str) -> Mount | None:
        mount = self.profile(unit_id).mount
        return self.tables.mounts.get(mount) if mount else None

    def hero_mount(self, one: str) -> Mount | None:
        return self.tables.mounts.get(self.character(one).mount)

    def weapon(self, unit_id: str) -> MeleeWeapon:
        return self.tables.melee[self.profile(unit_id).weapon]

    def missile(self, unit_id: str) -> MissileWeapon | None:
        return self.tables.missile.get(self.profile(unit_id).missile)

    @clause("FA-UNIT-02")
    def full_rank(self, unit: Unit) -> int:
        """Models of a full rank of its kind (machines: 0)."""
        return self.tables.bases[unit.kind].full_rank

    # --- spells and awards ---

    def spells_on(self, target: str) -> list[SpellInForce]:
        """Spells that work on a unit or character now, by id; those just cast do not yet (FA-MAG-21)."""
        found: dict[str, list[SpellInForce]] | None = self.kept.get("spells_on")
        if found is None:
            found = self.kept["spells_on"] = {}
            for spell in self.spells:
                if not spell.fresh:
                    found.setdefault(spell.target, []).append(spell)
        return found.get(target, [])

    def effects_on(self, target: str, kind: type[P]) -> Iterator[tuple[SpellInForce, P]]:
        """Effects of one kind of all spells that work on a piece."""
        for spell in self.spells_on(target):
            for effect in self.tables.spells[spell.spell].effects:
                if isinstance(effect, kind):
                    yield spell, effect

    @clause("FA-MAG-12", "FA-MAG-17")
    def _spell_items(self, target: str, kind: type[AnyEffect], key: str, value: str) -> Items:
        """What spells add, each by its own name: of one spell cast twice on the target the larger amount counts."""
        if not self.spells_on(target):
            return ()
        found: dict[str, int] = {}
        for spell, effect in self.effects_on(target, kind):
            if not key or getattr(effect, key) == value:
                amount = effect.add * (2 if spell.doubled else 1)  # type: ignore[union-attr]
                found[spell.spell] = max(found.get(spell.spell, 0), amount, key=abs)
        return tuple(Modifier(spell, amount) for spell, amount in found.items() if amount)

    def gift_items(self, gifts: Iterable[str], effect: str) -> Items:
        """What awards add (FA-LEG-01)."""
        if not gifts:
            return ()
        rows = (self.tables.bonuses[one] for one in gifts)
        return tuple(Modifier(row.id, row.amount) for row in rows if row.effect == effect)

    def stat_items(self, piece: Unit | Character, stat: str) -> Items:
        """What awards and spells add to a characteristic; a character shares in the spells on his unit."""
        targets = (piece.id,) if isinstance(piece, Unit) else (piece.id, piece.unit)
        if not piece.gifts and not any(self.spells_on(one) for one in targets):
            return ()
        spells = (self._spell_items(one, StatChange, "stat", stat) for one in targets)
        return (*self.gift_items(piece.gifts, stat), *(item for items in spells for item in items))

    # --- derived numbers ---

    def stats(self, unit_id: str) -> Stats:
        """Characteristics of the rank and file as they are now, weapons left out."""
        key = ("stats", unit_id)
        found: Stats | None = self.kept.get(key)
        if found is None:
            unit = self.unit(unit_id)
            found = self.kept[key] = self._effective(unit, self.profile(unit_id), self.mount(unit_id))
        return found

    def hero(self, one: str) -> Stats:
        """The same of a character."""
        key = ("stats", one)
        found: Stats | None = self.kept.get(key)
        if found is None:
            hero = self.character(one)
            found = self.kept[key] = self._effective(hero, self.hero_profile(one), self.hero_mount(one))
        return found

    def _effective(self, piece: Unit | Character, profile: Profile, mount: Mount | None) -> Stats:
        printed = mounted(profile.stats, mount) if mount else profile.stats
        its_unit = piece.id if isinstance(piece, Unit) else piece.unit
        if not (
            piece.gifts or self.spells_on(its_unit) or (its_unit != piece.id and self.spells_on(piece.id))
        ):
            return printed
        return Stats(*(self._capped(piece, stat, getattr(printed, stat)) for stat in STATS))

    @clause("FA-GEN-09")
    def _capped(self, piece: Unit | Character, stat: str, printed: int) -> int:
        least = 1 if stat in ("S", "T") and printed else 0
        items = self.stat_items(piece, stat)
        return min(max(printed + sum(item.value for item in items), least), CAP) if items else printed

    def rules(self, unit_id: str) -> frozenset[str]:
        """Special rules of the profile, and those that spells grant."""
        key = ("rules", unit_id)
        found: frozenset[str] | None = self.kept.get(key)
        if found is None:
            found = frozenset(self.profile(unit_id).rules)
            if self.spells_on(unit_id):
                found = found.union(effect.rule for _, effect in self.effects_on(unit_id, Grant))
            self.kept[key] = found
        return found

    def hit_items(self, unit_id: str, when: str) -> Items:
        """What spells add to to-hit rolls: ``shoot``, ``melee`` by the unit, ``shot_at``, ``meleed`` against it."""
        return self._spell_items(unit_id, HitMod, "when", when)

    def armour_items(self, unit_id: str) -> Items:
        """Armour, barding, awards and spells of the rank and file."""
        key = ("armour", unit_id)
        found: Items | None = self.kept.get(key)
        if found is None:
            unit, profile = self.unit(unit_id), self.profile(unit_id)
            barding = bool(profile.mount) and profile.barding
            found = self.kept[key] = self._armour(unit, profile.armour, barding, (unit_id,))
        return found

    def hero_armour(self, one: str) -> Items:
        """Armour of a character; his horse is barded as those of his unit."""
        hero = self.character(one)
        unit = self.pieces.get(hero.unit)
        barding = bool(hero.mount) and isinstance(unit, Unit) and self.tables.profiles[unit.profile].barding
        return self._armour(hero, self.hero_profile(one).armour, barding, (one, hero.unit))

    @clause("FA-WND-06")
    def _armour(self, piece: Unit | Character, armour: str, barding: bool, targets: tuple[str, ...]) -> Items:
        table = self.tables.armour
        spells = [item for one in targets for item in self._spell_items(one, ArmourChange, "", "")]
        items = [
            Modifier(armour, table.bonus[armour]),
            Modifier("barding", table.barding if barding else 0),
            *self.gift_items(piece.gifts, "armour"),
            *spells,
        ]
        return tuple([item for item in items if item.value])

    def forbidden(self, unit_id: str) -> frozenset[str]:
        """Actions that spells forbid the unit (FA-ORD-14)."""
        if not self.spells_on(unit_id):
            return frozenset()
        return frozenset(
            action for _, effect in self.effects_on(unit_id, Forbid) for action in effect.actions
        )

    # --- distances ---

    @clause("FA-UNIT-06")
    def distance(self, one: str, other: str) -> int:
        """The least distance between two rectangles, in thousandths."""
        key = ("gap", one, other) if one < other else ("gap", other, one)
        found: int | None = self.kept.get(key)
        if found is None:
            found = self.kept[key] = _apart(self.unit(one).shape, self.unit(other).shape)
        return found

    def nearest(self, unit_id: str, among: Iterable[Unit]) -> Unit | None:
        """The nearest of some units, centre to centre; equally near ones: the lowest id."""
        here = self.unit(unit_id).centre
        return min(among, key=lambda unit: (between2(here, unit.centre), unit.id), default=None)

    def nearest_enemy(self, unit_id: str) -> Unit | None:
        return self.nearest(unit_id, self.enemies(unit_id))


@lru_cache(maxsize=2048)
def _apart(one: Base, other: Base) -> int:
    """Kept, since both sides and the rules measure the same, and do so again where nobody has moved."""
    return gap(one, other)


@clause("FA-MNT-01", "FA-MNT-02", "FA-MNT-03")
def mounted(rider: Stats, mount: Mount) -> Stats:
    """M of the mount; T and W the larger of the two; everything else the rider's."""
    return Stats(
        mount.M, rider.WS, rider.BS, rider.S, max(rider.T, mount.T), max(rider.W, mount.W), rider.I,
        rider.A, rider.Ld,
    )  # fmt: skip
