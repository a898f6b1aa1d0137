"""What a battle starts from; it never changes. Made of checked files by ``files.read_setup``, or by hand (tests).

Options by their keys in the book; ``beaten`` in hundredths, yes-or-no ones as bool, ``melee_gap`` a number, the rest
words. Options that choose between printed numbers are settled in ``tables`` already (``range_unit``, ``long_range``,
``crossbow_rate``); all others the rules ask for.
"""

from __future__ import annotations

from functools import cached_property
from typing import TypeAlias

import msgspec

from grognard.core.rule import clause
from grognard.core.state import Setup
from grognard.locale import Name
from grognard.rulebooks.fantasy.model import Character, Unit
from grognard.rulebooks.fantasy.tables import Tables
from grognard.space.outline import Outline
from grognard.space.pose import Point
from grognard.space.terrain import Table

Value: TypeAlias = str | int | bool
VERSION = "1"

DEFAULTS: dict[str, Value] = {
    "wheel_measure": "outer_rear_corner",
    "move_and_shoot": "shoot_then_move",
    "failed_charge": "full",
    "natural_in_shooting": True,
    "long_range": "half",
    "range_unit": "metre",
    "charge_reach": "highest_roll",
    "crossbow_rate": "one",
    "shoot_into_melee": False,
    "natural6": "each_roll",
    "fighting_ranks": "two_all",
    "step_up": "end_of_round",
    "melee_gap": 4,
    "ranks_after": True,
    "breakthrough": True,
    "commander_ld": False,
    "loss_steps": "remaining_third",
    "difficulty": "roll",
    "break_modifier": "difference",
    "rally_timing": "next_turn",
    "rally_alone": False,
    "ram_hit": "roll",
    "ram_needs_charge": False,
    "parry_with": "one_handed",
    "killing_blow_on": "wound",
    "junior_high_roll": "reroll",
    "winds_remainder": "deal",
    "winds_per_side": False,
    "dispel_against": "total",
    "counter_new_spells": False,
    "beaten": 60,
    "troop_condition": False,
    "gm_confirms": False,
}
"""Every option with its default (spec, Options)."""


class Terrain(msgspec.Struct, frozen=True, cache_hash=True, dict=True, omit_defaults=True):
    """A printed piece of terrain: ``polygon`` with corners in clockwise order, or ``line`` (walls, hedges).
    ``name`` None: it is called by its kind."""

    id: str
    kind: str
    polygon: tuple[Point, ...] = ()
    line: tuple[Point, ...] = ()
    name: Name | None = None

    @cached_property
    def shape(self) -> Outline:
        """The area of a polygon."""
        return Outline(self.polygon)


class Objective(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """An area worth ``points`` to whoever holds it in the end (FA-VIC-04). ``sides``: to whom, () to all."""

    id: str
    name: Name
    area: tuple[Point, ...]
    points: int
    sides: tuple[str, ...] = ()

    @cached_property
    def shape(self) -> Outline:
        return Outline(self.area)


class Army(msgspec.Struct, frozen=True):
    """What is fixed about a side. ``general``: a character's id or "". ``zone``: where its seats place their units,
    () where the scenario places them."""

    id: str
    home_ground: bool = False
    general: str = ""
    zone: tuple[Point, ...] = ()


class FantasySetup(Setup, frozen=True, kw_only=True, eq=False, dict=True):
    """``width`` and ``height`` of the table in thousandths; ``turns``: limit. ``units`` and ``characters`` as
    they stand before the first turn (profiles already decided, spells not yet rolled). ``descriptions``: what seats
    wrote of themselves and their troops, for the legend (FA-LEG-01). ``changes``: what the game master changed in
    profiles (FA-GEN-05), as (profile, field, before, after). ``notes``: the briefing."""

    tables: Tables
    width: int
    height: int
    turns: int
    terrain: tuple[Terrain, ...]
    objectives: tuple[Objective, ...]
    armies: dict[str, Army]
    units: tuple[Unit, ...]
    characters: tuple[Character, ...] = ()
    descriptions: dict[str, Name] = {}
    changes: tuple[tuple[str, str, str, str], ...] = ()
    notes: Name = Name("")

    @cached_property
    def table(self) -> Table:
        return Table(self.width, self.height)

    @cached_property
    def worths(self) -> dict[str, int]:
        """Starting worth of each side (FA-VIC-02)."""
        return {side.id: worth_of(self, side.id) for side in self.sides}

    @cached_property
    def strengths(self) -> dict[str, int]:
        """Starting models of each side (FA-VIC-03)."""
        return {
            side.id: sum(unit.start_models for unit in self.units if unit.side == side.id)
            for side in self.sides
        }


@clause("FA-VIC-02")
def worth_of(setup: FantasySetup, side: str) -> int:
    """Models times value of all that a side starts with."""
    worth = setup.tables.victory.worth
    return sum(unit.start_models * worth[unit.kind] for unit in setup.units if unit.side == side)
