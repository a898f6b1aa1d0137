"""The pieces as rules and views look at them: who is who, of which arm, under whom, who stands with whom.

Rules look at the draft's field, decisions at that of a view, so both ask the same questions.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias, TypeVar

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic import lineup
from grognard.rulebooks.napoleonic.fighting_value import Manner, manner
from grognard.rulebooks.napoleonic.model import (
    CLOCK,
    FRAY,
    ON_TABLE,
    WORKS,
    Body,
    Camp,
    Clock,
    Corridor,
    Formation,
    FormationSheet,
    Fray,
    Gun,
    GunSheet,
    KindId,
    NapoleonicSetup,
    Objective,
    Person,
    PersonSheet,
    Terrain,
    Thing,
    Trooper,
    Unit,
    UnitSheet,
    Wagon,
    WagonSheet,
    Works,
    camp_id,
    objective_id,
)
from grognard.rulebooks.napoleonic.order_of_battle import Chain, bonus
from grognard.rulebooks.napoleonic.tablemodel import Branch, Distances, Obstacle, Tables
from grognard.rulebooks.positions import These
from grognard.space.measure import gap, surely_apart
from grognard.space.outline import Base
from grognard.space.terrain import Table

Value: TypeAlias = str | int | bool
AnySheet: TypeAlias = UnitSheet | GunSheet | WagonSheet
B = TypeVar("B", bound=Body)
_ID = attrgetter("id")
ROUNDED = 4
"""More than corners and a distance are ever rounded by (thousandths)."""


class Printed(NamedTuple):
    """What is printed about a body, and follows from it: arm (wagons have none), column of its losses (wagons count as
    guns), its own move mounted or on foot as it is printed."""

    formation: str
    arm: str
    branch: Branch
    move: int


@lru_cache(maxsize=1 << 11)
def shapes_gap(one: Base, two: Base) -> int:
    """The distance of two footprints; kept beyond the position."""
    return gap(one, two)


class Field:
    """Pieces by id under a setup. ``kept`` holds what was worked out about them and is emptied at every change;
    ``standing``: who is on the table, emptied when one of those changes; ``staff``: who stands with whom and leads
    whom, emptied when a person changes; ``names``: ids by kind, found anew where a piece comes or goes."""

    __slots__ = ("kept", "names", "pieces", "printed", "setup", "staff", "standing")

    def __init__(
        self,
        setup: NapoleonicSetup,
        pieces: Mapping[str, Thing],
        names: dict[type[Any], list[str]] | None = None,
    ) -> None:
        self.setup = setup
        self.pieces = pieces
        self.kept: dict[Any, Any] = {}
        self.standing: dict[Any, list[Any]] = {}
        self.staff: dict[str, Any] = {}
        self.names = _kinds(setup, tuple(pieces)) if names is None else names
        self.printed = _printed(setup)

    def put(self, *things: Any) -> Field:
        """The same field with other pieces in the place of some: what would be if."""
        if not things:
            return self.copy(dict(self.pieces))
        known = all(thing.id in self.pieces for thing in things)
        pieces = {**self.pieces, **{thing.id: thing for thing in things}}
        return Field(self.setup, pieces, self.names if known else None)

    def copy(self, pieces: Mapping[str, Thing]) -> Field:
        """A field that begins with what is known of the same pieces."""
        copy = Field(self.setup, pieces, self.names)
        copy.kept, copy.standing, copy.staff = self.kept.copy(), self.standing.copy(), self.staff.copy()
        return copy

    def forget(self, changed: Thing, *, names: bool = False) -> None:
        """A piece has changed; ``names``: it has come or gone."""
        self.kept = {}
        if isinstance(changed, Body):
            self.standing = {}
        elif isinstance(changed, Person):
            self.staff = {}
        if names:
            self.names = _kinds(self.setup, tuple(self.pieces))

    # --- what it all stands on ---

    @property
    def tables(self) -> Tables:
        return self.setup.tables

    @property
    def distances(self) -> Distances:
        return self.setup.tables.distances

    @property
    def table(self) -> Table:
        return Table(self.setup.width, self.setup.height)

    def option(self, key: str) -> Value:
        return self.setup.options[key]

    @property
    def clock(self) -> Clock:
        return self.pieces[CLOCK]  # type: ignore[return-value]

    @property
    def turn(self) -> int:
        return self.clock.turn

    @property
    def works(self) -> Works:
        return self.pieces[WORKS]  # type: ignore[return-value]

    @property
    def fray(self) -> Fray:
        return self.pieces[FRAY]  # type: ignore[return-value]

    # --- pieces by id ---

    def unit(self, unit_id: str) -> Unit:
        return self.pieces[unit_id]  # type: ignore[return-value]

    def gun(self, gun_id: str) -> Gun:
        return self.pieces[gun_id]  # type: ignore[return-value]

    def trooper(self, one: str) -> Trooper:
        return self.pieces[one]  # type: ignore[return-value]

    def body(self, one: str) -> Body:
        return self.pieces[one]  # type: ignore[return-value]

    def find(self, one: str) -> Body | None:
        """What stands under that id, on the table or not."""
        piece = self.pieces.get(one)
        return piece if isinstance(piece, Body) else None

    def person(self, one: str) -> Person:
        return self.pieces[one]  # type: ignore[return-value]

    def formation(self, one: str) -> Formation:
        return self.pieces[one]  # type: ignore[return-value]

    def objective(self, one: str) -> Objective:
        return self.pieces[objective_id(one)]  # type: ignore[return-value]

    def camp(self, side: str) -> Camp:
        return self.pieces[camp_id(side)]  # type: ignore[return-value]

    # --- sheets ---

    def sheet(self, body: Body) -> AnySheet:
        """What is printed about it."""
        return sheets(self.setup)[body.sheet]

    def unit_sheet(self, unit: Unit) -> UnitSheet:
        return self.setup.units[unit.sheet]

    def formation_of(self, body: Body) -> str:
        return self.printed[body.sheet].formation

    def seat(self, body: Body) -> str:
        """The seat that commands it."""
        return self.setup.formations[self.printed[body.sheet].formation].seat

    def person_sheet(self, person: Person) -> PersonSheet:
        return self.setup.persons[person.id]

    def person_seat(self, person: Person) -> str:
        return self.setup.formations[person.formation].seat

    def formation_sheet(self, one: str) -> FormationSheet:
        return self.setup.formations[one]

    def way_up(self, formation: str) -> tuple[str, ...]:
        """A formation and all above it, the highest last."""
        return way_up(self.setup, formation)

    # --- sides ---

    def enemy(self, side: str) -> str:
        """The other side."""
        first, second = self.setup.sides
        return second.id if side == first.id else first.id

    @clause("NA-SEQ-05")
    def in_order(self, bodies: list[B]) -> list[B]:
        """In the order of dice: by side as in the scenario file, then by id as text."""
        by_id = sorted(bodies, key=_ID)
        return [one for side in self.setup.sides for one in by_id if one.side == side.id]

    # --- what stands on the table ---

    def _all(self, kind: type[Any]) -> list[Any]:
        found: list[Any] | None = self.kept.get(kind)
        if found is None:
            pieces = self.pieces
            found = self.kept[kind] = [pieces[one] for one in self._names(kind)]
        return found

    def _names(self, kind: type[Any]) -> list[str]:
        """Ids of all pieces of a kind; they change only where one comes or goes."""
        found = self.names.get(kind)
        if found is None:
            found = self.names[kind] = [one.id for one in self.pieces.values() if isinstance(one, kind)]
        return found

    @property
    def units(self) -> list[Unit]:
        """Regiments on the table, those that flee too."""
        return self._on_table(Unit)

    @property
    def guns(self) -> list[Gun]:
        return self._on_table(Gun)

    @property
    def wagons(self) -> list[Wagon]:
        return self._on_table(Wagon)

    @property
    def troopers(self) -> list[Trooper]:
        """Regiments and guns on the table."""
        return self._on_table(Trooper)

    @property
    def bodies(self) -> list[Body]:
        """All that has a footprint on the table."""
        return self._on_table(Body)

    def _on_table(self, kind: type[Any]) -> list[Any]:
        found: list[Any] | None = self.standing.get(kind)
        if found is None:
            found = self.standing[kind] = [one for one in self._all(kind) if one.standing in ON_TABLE]
        return found

    @property
    def persons(self) -> list[Person]:
        """All of them, wherever they are."""
        return self._all(Person)

    @property
    def formations(self) -> list[Formation]:
        return self._all(Formation)

    @property
    def corridors(self) -> list[Corridor]:
        return self._all(Corridor)

    def units_of(self, side: str) -> list[Unit]:
        """A side's regiments on the table."""
        key = ("units", side)
        found: list[Unit] | None = self.standing.get(key)
        if found is None:
            found = self.standing[key] = [unit for unit in self.units if unit.side == side]
        return found

    def of_seat(self, seat: str) -> list[Body]:
        """What a seat commands on the table."""
        return [body for body in self.bodies if self.seat(body) == seat]

    @clause("NA-CMD-09", "NA-MOVE-12")
    def threats(self, side: str) -> list[Unit]:
        """Enemy regiments of a side that are not fleeing."""
        key = ("threats", side)
        found: list[Unit] | None = self.standing.get(key)
        if found is None:
            enemy = self.units_of(self.enemy(side))
            found = self.standing[key] = [unit for unit in enemy if unit.standing != "fleeing"]
        return found

    # --- what a body is ---

    def arm(self, body: Body) -> str:
        """Its arm; wagons have none."""
        return self.printed[body.sheet].arm

    def branch(self, body: Body) -> Branch:
        """The column of its losses; wagons count as guns."""
        return self.printed[body.sheet].branch

    def manner(self, unit: Unit) -> Manner:
        """How it fights and moves: dismounted horse as foot (NA-UNIT-07)."""
        return manner(self.unit_sheet(unit).branch, dismounted=unit.kind == "dismounted")

    def is_foot(self, body: Body) -> bool:
        return isinstance(body, Unit) and self.manner(body) == "foot"

    def is_horse(self, body: Body) -> bool:
        return isinstance(body, Unit) and self.manner(body) == "horse"

    @clause("NA-CC-35", "NA-MOVE-03", "NA-UNIT-07")
    def own_move(self, body: Body) -> int:
        """Its own move, of which pushes, flights and pursuits are parts: that of its arm, on foot of foot."""
        if isinstance(body, Unit) and body.kind == "dismounted":
            return self.tables.kinds["dismounted"].move
        return self.printed[body.sheet].move

    @clause("NA-MOVE-13", "NA-MOVE-14", "NA-MOVE-15")
    def plain_move(self, body: Body) -> int:
        """What it may go in a turn as it stands, before anything that limits it."""
        own = self.tables.kinds[body.kind].move if isinstance(body, Unit) else 0
        return own or self.own_move(body)

    def footprint(
        self, unit: Unit, kind: KindId | None = None, figures: int | None = None
    ) -> tuple[int, int]:
        """Frontage and depth as it stands, or would stand."""
        count = unit.figures if figures is None else figures
        return _footprint(self.setup, self.unit_sheet(unit).branch, kind or unit.kind, max(count, 1))

    # --- how a body is ---

    @clause("NA-END-01")
    def is_fit(self, unit: Unit) -> bool:
        """A regiment with figures that neither flees nor is spent or rallied in the rear."""
        return unit.standing == "ready" and unit.figures > 0

    @clause("NA-PURS-02")
    def rests(self, unit: Unit) -> bool:
        """It pursued in the turn before, and its whole turn is paid."""
        return unit.pursued > 0 and unit.pursued == self.turn - 1

    def is_spent(self, body: Body) -> bool:
        """After a second rout (NA-ROUT-13)."""
        return isinstance(body, Trooper) and body.rout is not None and body.rout.count > 1

    @clause("NA-MOVE-11")
    def gives_way(self, unit: Unit) -> bool:
        """It withdraws a full move and does not resist this turn."""
        return unit.full_withdrawal == self.turn

    def locked_with(self, unit: Unit) -> tuple[str, ...]:
        return tuple(lock.enemy for lock in unit.locks)

    # --- distances ---

    @clause("NA-CMD-01")
    def gap(self, one: Body, two: Body) -> int:
        """The shortest distance between two footprints."""
        return shapes_gap(one.shape, two.shape)

    @clause("NA-CMD-01")
    def within(self, one: Body, two: Body, limit: int) -> bool:
        """Whether the distance of two footprints is at most ``limit``; middles far apart or close tell it."""
        x, y = one.x - two.x, one.y - two.y
        far2 = x * x + y * y
        if far2 <= limit * limit:
            return True
        most = limit + (one.frontage + one.depth + two.frontage + two.depth) // 2 + ROUNDED
        if far2 > most * most:
            return False
        a, b = one.shape, two.shape
        return not surely_apart(a, b, limit + 1) and shapes_gap(a, b) <= limit

    # --- persons ---

    def persons_at(self, one: str) -> list[Person]:
        """Who stands with a unit or gun, present."""
        found: dict[str, list[Person]] | None = self.staff.get("persons_at")
        if found is None:
            found = {}
            for person in self.persons:
                if person.present:
                    found.setdefault(person.at, []).append(person)
            self.staff["persons_at"] = found
        return found.get(one, [])

    @clause("NA-OOB-08", "NA-OOB-10")
    def bonus(self, person: Person) -> int:
        """What he gives; a senior who does a junior's work gives that of his own post (NA-CMD-20)."""
        at_gun = isinstance(self.pieces.get(person.at), Gun)
        return _bonus(self.setup, person.post, self.person_sheet(person).rank, at_gun)

    @clause("NA-OOB-08", "NA-OOB-09", "NA-CMD-10", "NA-MOD-04")
    def leader(self, one: str) -> int:
        """What the persons with a unit give to it: the highest bonus, by option all of them."""
        values = [self.bonus(man) for man in self.persons_at(one) if not man.barred == self.turn > 0]
        return sum(values) if self.option("leaders_stack") else max(values, default=0)

    @clause("NA-OOB-07")
    def has_general(self, one: str) -> bool:
        """Whether a general of the rules, no staff officer, stands with it."""
        found: frozenset[str] | None = self.staff.get("generals")
        if found is None:
            men = (man for man in self.persons if man.present and self.bonus(man) > 0)
            found = self.staff["generals"] = frozenset(man.at for man in men)
        return one in found

    # --- the chain of command ---

    @property
    def chain(self) -> Chain:
        """Posts as they are held now, by persons who are there."""
        chain: Chain | None = self.staff.get("chain")
        if chain is None:
            holders = {(man.formation, man.post): man.id for man in self.persons if man.present}
            for man in self.persons:
                if man.present and man.acting:
                    holders[man.acting, self.post_of(man.acting)] = man.id
            chain = self.staff["chain"] = _chain(self.setup, tuple(holders.items()))
        return chain

    def post_of(self, formation: str) -> str:
        """The post that leads a formation: that of its printed commander, else the first of its level."""
        printed = printed_leaders(self.setup).get(formation, "")
        if printed:
            return self.setup.persons[printed].post
        level = self.setup.formations[formation].level
        return next(one.id for one in self.tables.posts.values() if one.commands and level in one.levels)

    @clause("NA-CMD-16", "NA-CMD-20")
    def in_charge(self, formation: str) -> Person | None:
        """Who leads a formation and is there: a senior who has taken it over, else its commander."""
        found: dict[str, Person] | None = self.staff.get("acting")
        if found is None:
            seniors = [man for man in reversed(self.persons) if man.acting and man.present]
            found = self.staff["acting"] = {man.acting: man for man in seniors}
        if formation in found:
            return found[formation]
        commander = self.formation(formation).commander
        man_there = self.person(commander) if commander else None
        return man_there if man_there and man_there.present and not man_there.acting else None

    @clause("NA-CMD-11", "NA-CMD-12", "NA-CMD-13", "NA-CMD-14")
    def is_inactive(self, formation: str) -> bool:
        """Without a general, or still within the turns that his loss costs. One whose general is yet to come, or that
        never had one of its own (a brigade inside a division), is not."""
        key = ("inactive", formation)
        found: bool | None = self.kept.get(key)
        if found is None:
            found = self.kept[key] = self._is_inactive(formation)
        return found

    def _is_inactive(self, formation: str) -> bool:
        inactive = self.formation(formation).inactive
        if inactive and self.turn <= inactive:
            return True
        printed = printed_leaders(self.setup).get(formation)
        if not printed or self.in_charge(formation) is not None:
            return False
        commander = self.formation(formation).commander
        return not (commander and (self.person(commander).waiting or self.person(commander).acting))

    @clause("NA-CMD-11", "NA-CMD-14")
    def inactive_above(self, formation: str) -> str:
        """The lowest formation on the way up that is inactive, "" for none."""
        key = ("inactive above", formation)
        found: str | None = self.kept.get(key)
        if found is None:
            above = (one for one in self.way_up(formation) if self.is_inactive(one))
            found = self.kept[key] = next(above, "")
        return found

    # --- ground ---

    def terrain(self, one: str) -> Terrain:
        return grounds(self.setup)[one]

    def obstacle(self, terrain: Terrain) -> Obstacle:
        return self.tables.obstacles[terrain.kind]

    @property
    def terrains(self) -> tuple[Terrain, ...]:
        """All pieces but destroyed works, which are no obstacles any more; a destroyed bridge is still there, and
        closed (NA-OBS-13)."""
        gone = self.works.destroyed
        if not gone:
            return self.setup.terrain
        return tuple(one for one in self.setup.terrain if one.id not in gone or self.obstacle(one).crossing)

    @clause("NA-OBS-13")
    def is_closed(self, terrain: Terrain) -> bool:
        """A burning building and a destroyed bridge are barred to all."""
        return terrain.id in self.works.burning or terrain.id in self.works.destroyed


def field_of(setup: NapoleonicSetup, pieces: tuple[Thing, ...], known: Field | None = None) -> Field:
    """One for all who look at the same pieces; it begins with what is ``known`` of them."""
    return _field_of(setup, These(pieces, known))


@lru_cache(maxsize=32)
def _field_of(setup: NapoleonicSetup, these: These[Thing, Field]) -> Field:
    known = these.known()
    if known is not None:
        return known.put()
    return Field(setup, {piece.id: piece for piece in these.pieces})


@lru_cache(maxsize=64)
def _chain(setup: NapoleonicSetup, holders: tuple[tuple[tuple[str, str], str], ...]) -> Chain:
    return Chain(setup.tables, setup.formations, dict(holders))


@lru_cache(maxsize=4096)
def _bonus(setup: NapoleonicSetup, post: str, rank: str, at_gun: bool) -> int:
    return bonus(setup.tables, post, rank, at_gun)


@lru_cache(maxsize=1024)
def _footprint(setup: NapoleonicSetup, branch: Branch, kind: KindId, figures: int) -> tuple[int, int]:
    return lineup.footprint(setup.tables, branch, kind, figures)


@lru_cache(maxsize=64)
def _kinds(setup: NapoleonicSetup, ids: tuple[str, ...]) -> dict[type[Any], list[str]]:
    """Ids by kind of piece, as they become known: an id is ever of one kind."""
    return {}


@lru_cache(maxsize=64)
def sheets(setup: NapoleonicSetup) -> dict[str, AnySheet]:
    return {**setup.units, **setup.guns, **setup.wagons}


@lru_cache(maxsize=64)
def _printed(setup: NapoleonicSetup) -> dict[str, Printed]:
    """By sheet, found once for a battle: nothing is asked more often."""
    arms, train = setup.tables.arms, setup.tables.distances.train_move
    regiments = (
        Printed(one.formation, one.arm, one.branch, arms[one.arm].move) for one in setup.units.values()
    )
    guns = (Printed(one.formation, one.arm, "gun", arms[one.arm].move) for one in setup.guns.values())
    wagons = (Printed(one.formation, "", "gun", train) for one in setup.wagons.values())
    ids = (*setup.units, *setup.guns, *setup.wagons)
    return dict(zip(ids, (*regiments, *guns, *wagons), strict=True))


@lru_cache(maxsize=64)
def grounds(setup: NapoleonicSetup) -> dict[str, Terrain]:
    return {one.id: one for one in setup.terrain}


@lru_cache(maxsize=64)
def printed_leaders(setup: NapoleonicSetup) -> dict[str, str]:
    """Who leads each formation at the start; those without a commander of their own are left out."""
    chain = Chain.printed(setup)
    found = {one: chain.own_leader(one) for one in setup.formations}
    return {formation: person for formation, person in found.items() if person}


@lru_cache(maxsize=4096)
def way_up(setup: NapoleonicSetup, formation: str) -> tuple[str, ...]:
    way = []
    while formation:
        way.append(formation)
        formation = setup.formations[formation].parent
    return tuple(way)
