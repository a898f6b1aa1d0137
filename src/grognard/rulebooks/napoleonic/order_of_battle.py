"""The order of battle as plain data: who is under whom, how strong, who is linked to whom, what a person gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import msgspec

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.limits import Roll, batteries
from grognard.rulebooks.napoleonic.model import FormationSheet, NapoleonicSetup
from grognard.rulebooks.napoleonic.tablemodel import Post, Tables

AIDE = "aide"
ARTILLERY_CHIEF = "artillery_chief"
CHIEF_OF_STAFF = "chief_of_staff"
DIVISION_COMMANDER = "division_commander"


class Strength(msgspec.Struct, frozen=True):
    """Regiments and figures of foot and horse, guns and their crews."""

    foot_regiments: int = 0
    horse_regiments: int = 0
    foot: int = 0
    horse: int = 0
    guns: int = 0
    gunners: int = 0

    def __add__(self, other: Strength) -> Strength:
        mine, theirs = msgspec.structs.astuple(self), msgspec.structs.astuple(other)
        return Strength(*(a + b for a, b in zip(mine, theirs, strict=True)))

    @property
    def figures(self) -> int:
        """All in the ranks, gunners included."""
        return self.foot + self.horse + self.gunners


class Node(msgspec.Struct, frozen=True):
    """A formation of the tree: ids of its commander ("" for none) and staff, of the regiments, guns and wagons that
    belong to it directly, the formations under it, and the strength of it all at the start."""

    formation: str
    commander: str
    staff: tuple[str, ...]
    units: tuple[str, ...]
    guns: tuple[str, ...]
    wagons: tuple[str, ...]
    below: tuple[Node, ...]
    strength: Strength

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Node]]:
        """The formation and all under it, each with its depth, from the top."""
        yield depth, self
        for one in self.below:
            yield from one.walk(depth + 1)


@clause("NA-OOB-01", "NA-OOB-03")
def tree(setup: NapoleonicSetup, side: str) -> tuple[Node, ...]:
    """The order of battle of a side: its highest formations, each with all that is under it."""
    tops = [one.id for one in setup.formations.values() if one.side == side and not one.parent]
    return tuple(_node(setup, one) for one in tops)


def _node(setup: NapoleonicSetup, formation: str) -> Node:
    below = [one.id for one in setup.formations.values() if one.parent == formation]
    nodes = tuple(_node(setup, one) for one in below)
    persons = [one for one in setup.persons.values() if one.formation == formation]
    leads = setup.tables.posts
    strength = _own_strength(setup, formation)
    for node in nodes:
        strength += node.strength
    return Node(
        formation=formation,
        commander=next((one.id for one in persons if leads[one.post].commands), ""),
        staff=tuple(one.id for one in persons if not leads[one.post].commands),
        units=tuple(one.id for one in setup.units.values() if one.formation == formation),
        guns=tuple(one.id for one in setup.guns.values() if one.formation == formation),
        wagons=tuple(one.id for one in setup.wagons.values() if one.formation == formation),
        below=nodes,
        strength=strength,
    )


def _own_strength(setup: NapoleonicSetup, formation: str) -> Strength:
    units = [one for one in setup.units.values() if one.formation == formation]
    foot = [one.figures for one in units if one.branch == "foot"]
    horse = [one.figures for one in units if one.branch == "horse"]
    crews = [one.crew for one in setup.guns.values() if one.formation == formation]
    return Strength(len(foot), len(horse), sum(foot), sum(horse), len(crews), sum(crews))


@clause("NA-OOB-05")
def roll(setup: NapoleonicSetup, side: str) -> Roll:
    """The army of a side in numbers, reinforcements included."""
    units = [one for one in setup.units.values() if one.side == side]
    guns = [one for one in setup.guns.values() if one.side == side]
    ranks, statuses = setup.tables.ranks, setup.tables.statuses
    return Roll(
        regiments=len(units),
        batteries=len(batteries((one.id, one.battery) for one in guns)),
        guns=len(guns),
        figures=sum(one.figures for one in units) + sum(one.crew for one in guns),
        elite=sum(one.figures for one in units if statuses[one.status].elite),
        generals=sum(one.side == side and ranks[one.rank].general for one in setup.persons.values()),
    )


# --- links ---------------------------------------------------------------------------------------------


class Link(msgspec.Struct, frozen=True):
    """``lower`` (a regiment, a gun or a person) must be within ``radius`` of where the person ``upper`` stands, or of
    one of ``through``: staff that extends it, as (person, radius) (NA-CMD-03)."""

    lower: str
    upper: str
    radius: int
    through: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Chain:
    """Who is linked to whom (NA-CMD-01, 02). ``holders``: who holds a post, as (formation, post) -> person; a post that
    nobody holds may be left out. A link that there is not (NA-CMD-04) is None: it counts as held."""

    tables: Tables
    formations: Mapping[str, FormationSheet]
    holders: Mapping[tuple[str, str], str]
    known: dict[tuple[str, ...], Link | None] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def printed(cls, setup: NapoleonicSetup) -> Chain:
        """As it is at the start."""
        holders = {(one.formation, one.post): one.id for one in setup.persons.values()}
        return cls(setup.tables, setup.formations, holders)

    @clause("NA-CMD-02")
    def regiment(self, unit: str, formation: str) -> Link | None:
        """To the commander of its division or independent brigade."""
        if (unit, formation) not in self.known:
            self.known[unit, formation] = self._regiment(unit, formation)
        return self.known[unit, formation]

    def _regiment(self, unit: str, formation: str) -> Link | None:
        led = self._led(formation)
        aides = self._aides(self.formations[led].parent) if led else ()
        return self._to(unit, self.leader_of(formation), self.tables.posts[DIVISION_COMMANDER].radius, aides)

    @clause("NA-CMD-02")
    def gun(self, gun: str, formation: str) -> Link | None:
        """To the chief of artillery of its formation, else to who commands that; a regiment told off to cover guns is
        linked in the same way."""
        if (gun, formation) not in self.known:
            self.known[gun, formation] = self._gun(gun, formation)
        return self.known[gun, formation]

    def _gun(self, gun: str, formation: str) -> Link | None:
        chief = self.holders.get((formation, ARTILLERY_CHIEF), "")
        radius = self.tables.posts[ARTILLERY_CHIEF].radius
        if chief:
            return self._to(gun, chief, radius, self._aides(formation))
        led = self._led(formation)
        return self._to(
            gun, self.leader_of(formation), radius, self._aides(self.formations[led].parent) if led else ()
        )

    @clause("NA-CMD-01", "NA-CMD-02", "NA-CMD-03", "NA-CMD-04")
    def person(self, person: str, post: str, formation: str) -> Link | None:
        """Of a commander to that of the formation above his, of a chief of artillery to that of his own; staff has
        none."""
        if (person, post, formation) not in self.known:
            self.known[person, post, formation] = self._person(person, post, formation)
        return self.known[person, post, formation]

    def _person(self, person: str, post: str, formation: str) -> Link | None:
        row = self.tables.posts[post]
        if row.staff:
            return None
        above = self._led(self.formations[formation].parent if row.commands else formation)
        upper = self.leader_of(above)
        staff = self.tables.posts[CHIEF_OF_STAFF]
        chief = self.holders.get((above, CHIEF_OF_STAFF), "") if post in staff.leads else ""
        return self._to(person, upper, self._radius(above), ((chief, staff.radius),) if chief else ())

    @clause("NA-CMD-03")
    def _aides(self, formation: str) -> tuple[tuple[str, int], ...]:
        """Those of a formation and of all above it: they reach down past the commanders between."""
        radius = self.tables.posts[AIDE].radius
        found = [self.holders.get((one, AIDE), "") for one in self.way_up(formation)]
        return tuple((aide, radius) for aide in found if aide)

    def way_up(self, formation: str) -> Iterator[str]:
        """A formation and all above it, the highest last."""
        while formation:
            yield formation
            formation = self.formations[formation].parent

    @clause("NA-CMD-15")
    def candidates(self, formation: str, post: str) -> tuple[str, ...]:
        """Who may take a vacant post of a formation: those whose post allows it, of the same formation, of one directly
        under it, or of one above it, in the order of the posts."""
        above = set(self.way_up(formation))
        return tuple(
            person
            for one in self.tables.posts.values()
            if post in one.may_replace
            for (own, held), person in self.holders.items()
            if held == one.id and (own in above or self.formations[own].parent == formation)
        )

    def own_leader(self, formation: str) -> str:
        """Who commands that very formation, "" for nobody."""
        posts = self.commanding(self.formations[formation].level)
        return next(
            (self.holders[formation, one.id] for one in posts if (formation, one.id) in self.holders), ""
        )

    def leader_of(self, formation: str) -> str:
        """Who commands a formation, or the nearest one above that has a commander; "" for nobody."""
        led = self._led(formation)
        return self.own_leader(led) if led else ""

    def _led(self, formation: str) -> str:
        while formation and not self.own_leader(formation):
            formation = self.formations[formation].parent
        return formation

    def commanding(self, level: str) -> Iterator[Post]:
        """The posts that lead a formation of that level."""
        return (post for post in self.tables.posts.values() if post.commands and level in post.levels)

    def _radius(self, formation: str) -> int:
        led = self._led(formation)
        return next((one.radius for one in self.commanding(self.formations[led].level)), 0) if led else 0

    @staticmethod
    def _to(lower: str, upper: str, radius: int, through: tuple[tuple[str, int], ...]) -> Link | None:
        return Link(lower, upper, radius, through) if upper and upper != lower else None


@clause("NA-CMD-01", "NA-CMD-02")
def links(setup: NapoleonicSetup, side: str) -> tuple[Link, ...]:
    """All links of a side at the start: of persons, then of regiments, then of guns."""
    chain = Chain.printed(setup)
    persons = [
        chain.person(one.id, one.post, one.formation) for one in setup.persons.values() if one.side == side
    ]
    units = [chain.regiment(one.id, one.formation) for one in setup.units.values() if one.side == side]
    guns = [chain.gun(one.id, one.formation) for one in setup.guns.values() if one.side == side]
    return tuple(one for one in (*persons, *units, *guns) if one is not None)


# --- what a person gives -------------------------------------------------------------------------------


@clause("NA-OOB-06", "NA-OOB-07", "NA-OOB-08", "NA-OOB-10")
def bonus(tables: Tables, post: str, rank: str, at_gun: bool = False) -> int:
    """Fighting value for the unit with which a person stands (with a gun: what tells a general from a staff officer).

    A rank that the post does not list is treated as the nearest that it does.
    """
    row = tables.posts[post]
    near = min(row.ranks, key=lambda one: abs(tables.seniority(one) - tables.seniority(rank)))
    return (row.bonus_at_gun if at_gun else row.bonus)[row.ranks.index(near)]


def is_general(tables: Tables, post: str, rank: str, at_gun: bool = False) -> bool:
    """A general of the rules, no staff officer (NA-OOB-07)."""
    return bonus(tables, post, rank, at_gun) > 0
