"""Doctrine, point 1: exact expected damage of every pair and grade, by enumeration of the d20; and who is there.

Armies that strike alike share one *shape*, so a field of 120 armies comes down to a dozen kinds.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from grognard.rulebooks.feudal import effects
from grognard.rulebooks.feudal.attack import figures, strikes
from grognard.rulebooks.feudal.effects import Acting, Bearer, Moment
from grognard.rulebooks.feudal.model import Army, FeudalSetup, InForce, Sheet
from grognard.rulebooks.feudal.morale import own_morale
from grognard.rulebooks.feudal.view import FeudalView, Seen

MELEE, FIRST_MELEE = Moment("melee", False), Moment("melee", True)
RANGED, FIRST_RANGED = Moment("ranged", False), Moment("ranged", True)
KEPT_PAIRS = 200_000
"""Pairs of shapes kept for one setup; then the memory is emptied."""


class Clash(NamedTuple):
    """One attack in short: bonus of the d20, what it has to exceed, damage added, halved or not."""

    bonus: int
    goal: int
    extra: int
    halve: bool

    @property
    def needs(self) -> int:
        """Lowest face that hits (20 also where only a natural 20 does anything)."""
        return min(max(self.goal - self.bonus + 1, 1), 20)


class Shape(msgspec.Struct, eq=False):
    """All that matters about an army in an attack; one object for all armies that are alike."""

    bearer: Bearer
    number: int
    silent: frozenset[str]
    """Phases in which it may not attack (``any``: both)."""


class Shapes:
    """Shapes and the clashes between them, kept as long as the setup lives."""

    def __init__(self, setup: FeudalSetup) -> None:
        self.setup = setup
        self.one_misses = setup.options["natural_one_attack"] == "miss"
        self.least = int(setup.options["min_hit_damage"])
        self.mirrored = setup.options["strategy_damage"] == "mirrored"
        self._shapes: dict[tuple[int, frozenset[str], int, int, int, int], tuple[Acting, Shape]] = {}
        self._clashes: dict[tuple[int, int, Moment], Clash] = {}

    def shape(self, who: Bearer, strategy: int = 0) -> Shape:
        """The shape of a bearer under that grade."""
        army, sheet = who.army, who.sheet
        key = (id(who.acting), who.tags, sheet.attack, sheet.defence, army.tactic_pass, strategy)
        kept = self._shapes.get(key)
        if kept is None:
            bearer = Bearer(replace(army, strategy=strategy), sheet, who.acting, who.tags)
            silent = frozenset(effect.phase for _, effect in who.acting if effect.kind == "no_attack")
            kept = self._shapes[key] = (who.acting, Shape(bearer, len(self._shapes), silent))
        return kept[1]

    def clash(self, attacker: Shape, target: Shape, moment: Moment) -> Clash:
        key = (attacker.number, target.number, moment)
        found = self._clashes.get(key)
        if found is None:
            numbers = figures(self.setup, attacker.bearer, target.bearer, moment)
            found = Clash(numbers.bonus, numbers.goal, numbers.extra, bool(numbers.halve))
            self._clashes[key] = found
        return found

    def graded(self, clash: Clash, mine: int, theirs: int) -> Clash:
        """A melee clash between Standards, now with these grades (columns of table ``strategy``)."""
        grades = self.setup.tables.grades
        me, they, plain = grades[mine], grades[theirs], grades[0]
        extra = clash.extra + me.damage - plain.damage
        if self.mirrored:
            extra += they.damage - plain.damage
        return Clash(
            clash.bonus + me.attack - plain.attack,
            clash.goal + they.defence - plain.defence,
            extra,
            clash.halve,
        )

    def mean(self, clash: Clash) -> float:
        return mean(clash, self.one_misses, self.least)

    def capped(self, clash: Clash, most: int) -> float:
        return capped(clash, self.one_misses, self.least, most)

    @property
    def full(self) -> bool:
        return len(self._clashes) > KEPT_PAIRS


@lru_cache(maxsize=4096)
def mean(clash: Clash, one_misses: bool, least: int) -> float:
    """Expected damage of one attack."""
    return sum(throw.meaning.damage for throw in strikes(*clash, one_misses, least).throws) / 20


@lru_cache(maxsize=4096)
def capped(clash: Clash, one_misses: bool, least: int, most: int) -> float:
    """Expected damage of one attack on somebody who has ``most`` HP left."""
    return sum(min(throw.meaning.damage, most) for throw in strikes(*clash, one_misses, least).throws) / 20


@lru_cache(maxsize=32)
def _shapes(setup: FeudalSetup) -> list[Shapes]:
    return [Shapes(setup)]


def shapes_of(setup: FeudalSetup) -> Shapes:
    """The memory of that setup, begun afresh when it has grown too large."""
    kept = _shapes(setup)
    if kept[0].full:
        kept[0] = Shapes(setup)
    return kept[0]


class Scene:
    """A view as its seat's staff sees it: friends, foes, and what they'd do to each other."""

    def __init__(self, view: FeudalView) -> None:
        self.view = view
        self.shapes = shapes_of(view.setup)
        self.tables = view.setup.tables
        self.own = view.on_field(view.side)
        self.foes = [one for one in view.on_field() if one.side != view.side]
        self._known: dict[str, tuple[Army, Sheet]] = {}
        self._shape: dict[tuple[str, str], Shape] = {}
        first = view.field.melee == 0 or (view.field.phase == "melee" and view.field.melee == 1)
        self.melee = FIRST_MELEE if first else MELEE
        begun = view.field.ranged > 1 or (view.field.ranged == 1 and view.field.phase != "ranged")
        self.ranged = RANGED if begun else FIRST_RANGED

    # --- who ---

    def known(self, army_id: str) -> tuple[Army, Sheet]:
        """Army and sheet; numbers of a secret army are guessed from its row (point 2)."""
        if army_id not in self._known:
            self._known[army_id] = self.view.known(army_id)
        return self._known[army_id]

    def army(self, army_id: str) -> Army:
        return self.known(army_id)[0]

    def sheet(self, army_id: str) -> Sheet:
        return self.known(army_id)[1]

    def bearer(self, army_id: str) -> Bearer:
        army, sheet = self.known(army_id)
        return effects.bearer(self.tables, army, sheet, self.view.field)

    def changed(self, army_id: str, phase: str, **fields: object) -> Shape:
        """The shape that an army would have with these fields changed."""
        army, sheet = self.known(army_id)
        return self._of(replace(army, **fields), sheet, phase, self.view.field.conditions)

    def shape(self, army_id: str, phase: str) -> Shape:
        """How an army strikes and is struck in a pass of that phase."""
        key = (army_id, phase)
        if key not in self._shape:
            army, sheet = self.known(army_id)
            self._shape[key] = self._of(army, sheet, phase, self.view.field.conditions)
        return self._shape[key]

    def under(self, army_id: str, phase: str, sky: tuple[InForce, ...]) -> Shape:
        """Its shape under other conditions of the field."""
        army, sheet = self.known(army_id)
        return self._of(army, sheet, phase, sky)

    def _of(self, army: Army, sheet: Sheet, phase: str, sky: tuple[InForce, ...]) -> Shape:
        """In a melee pass everyone who fights is in melee, and the grade is added afterwards."""
        if phase == "melee" and army.posture != "in_melee":
            army = replace(army, posture="in_melee")
        who = effects.bearer(self.tables, army, sheet, replace(self.view.field, conditions=sky))
        return self.shapes.shape(who, 0 if phase == "melee" else army.strategy or 0)

    # --- what they do to each other ---

    def blow(self, attacker: str, target: str, mine: int = 0, theirs: int = 0) -> Clash:
        """A blow under these grades."""
        plain = self.shapes.clash(self.shape(attacker, "melee"), self.shape(target, "melee"), self.melee)
        return self.shapes.graded(plain, mine, theirs)

    def shot(self, attacker: str, target: str) -> Clash:
        return self.shapes.clash(self.shape(attacker, "ranged"), self.shape(target, "ranged"), self.ranged)

    # --- sums ---

    @cached_property
    def sides(self) -> dict[str, int]:
        """Sides on the field -> HP that they still have there."""
        found: dict[str, int] = {}
        for one in self.view.on_field():
            found[one.side] = found.get(one.side, 0) + self.army(one.id).hp
        return found

    @cached_property
    def shares(self) -> dict[str, float]:
        """Side -> HP on the field / full HP of all its armies."""
        full: dict[str, int] = {}
        for one in self.view.seen.values():
            full[one.side] = full.get(one.side, 0) + self.sheet(one.id).hp_max
        return {side: self.sides.get(side, 0) / most for side, most in full.items()}

    def power(self, armies: Iterable[Seen]) -> int:
        """Fighting power: HP times Attack."""
        return sum(self.army(one.id).hp * max(self.sheet(one.id).attack, 1) for one in armies)

    def strength(self, armies: Iterable[Seen]) -> int:
        return sum(self.sheet(one.id).strength for one in armies)

    def morale(self, army_id: str) -> int:
        """Its morale in a rout check, as far as its own sources go."""
        who = self.bearer(army_id)
        troop = self.tables.troops[who.sheet.troop]
        return effects.total(own_morale(who, troop.morale, "rout", self.melee))

    def shoots(self, one: Seen) -> bool:
        """It has missiles and keeps its distance."""
        return self.army(one.id).missiles > 0 and one.posture == "standoff"

    def cover(self, army_id: str) -> int:
        """Defence that works and position give it."""
        who = self.bearer(army_id)
        groups = {"works", "conjured", "position"}
        ids = {c.id for c in who.army.conditions if self.tables.conditions[c.id].group in groups}
        items = effects.parts("defence", who, self.melee)
        return sum(item.value for item in items if item.source.partition(":")[2] in ids)
