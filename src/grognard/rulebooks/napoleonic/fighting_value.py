"""The modifiers of a unit in close combat, item by item (chapter Fighting value), without any positions.

A :class:`Fighter` says what is true of a unit this turn. The table battle fills it in from its pieces, an umpire
at a real table by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from grognard.core.chance import Modifier
from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.tablemodel import Branch, Modifiers, Tables

Flank: TypeAlias = Literal["front", "left", "right", "rear"]
"""The side of a unit that is struck."""
Manner: TypeAlias = Literal["foot", "horse"]
"""How a unit fights: which close-combat table it uses (NA-CC-07)."""


class Strike(NamedTuple):
    """A strike that a unit suffers: who strikes, in which manner, and where."""

    striker: str
    manner: Manner
    flank: Flank


class Fighter(msgspec.Struct, frozen=True):
    """A unit, or under option ``gun_defence`` a crew, in this turn's close combat.

    ``figures`` at the start of phase 3 (NA-UNIT-05). ``leader``: what the persons with it give (NA-OOB-08, 09).
    ``obstacle``: what the worst one takes in the pair at hand, 0 or less (NA-OBS-10, 11). ``attacks``: it carries
    out an attack; ``lances``: it has them and this attack, carried home, is its first (NA-MOD-05). ``routed_enemy``:
    its +1 counts by now (NA-MOD-08). ``square``: foot in square under option ``square`` ``all_round`` (NA-MOVE-09).
    ``changed``: it split or rejoined this turn; ``tired``: it routed twice on the day before. The rest are states
    of NA-MOD-10 to 24.
    """

    branch: Branch
    figures: int
    status: str = "line"
    recruits: int = 0
    leader: int = 0
    obstacle: int = 0
    heavy: bool = False
    dismounted: bool = False
    attacks: bool = False
    lances: bool = False
    reforming: bool = False
    passed_front: bool = False
    routed_enemy: bool = False
    routed: bool = False
    pushed: bool = False
    stopped: bool = False
    unruly: bool = False
    disordered: bool = False
    column: bool = False
    changed: bool = False
    tired: bool = False
    square: bool = False

    @property
    def manner(self) -> Manner:
        return manner(self.branch, dismounted=self.dismounted)


@clause("NA-CC-07", "NA-UNIT-07", "NA-ART-19", "NA-SKIR-04")
def manner(branch: Branch, *, dismounted: bool = False) -> Manner:
    """Foot, dismounted light horse, open order and crews fight as foot."""
    return "horse" if branch == "horse" and not dismounted else "foot"


@clause("NA-MOD-01", "NA-MOD-25", "NA-ART-19")
def modifiers(tables: Tables, one: Fighter, strikes: Sequence[Strike]) -> tuple[Modifier, ...]:
    """Every item of the fighting value that isn't 0, in the order of the chapter; their sum has no bounds.

    A crew that defends itself has missing gunners, strikes suffered and the obstacle only.
    """
    table = tables.modifiers
    own = () if one.branch == "gun" else (*_standing(tables, one), *_deeds(table, one), *_states(table, one))
    items = (
        *own,
        *_caught(table, one, strikes),
        *strikes_suffered(table, one, strikes),
        ("missing", missing(table, one)),
        ("obstacle", one.obstacle),
    )
    return tuple(Modifier(source, value) for source, value in items if value)


def total(items: Iterable[Modifier]) -> int:
    """The fighting value."""
    return sum(item.value for item in items)


Items: TypeAlias = Iterator[tuple[str, int]]


@clause("NA-MOD-02", "NA-MOD-03", "NA-MOD-04", "NA-CAMP-02")
def _standing(tables: Tables, one: Fighter) -> Items:
    """Status, recruits (once with the status of recruits), leader."""
    status = tables.statuses[one.status]
    yield f"status:{one.status}", status.fv
    if half_recruits(one.recruits, one.figures) and not status.recruits:
        yield "recruits", tables.modifiers.recruits_half
    yield "leader", one.leader


@clause("NA-CAMP-02")
def half_recruits(recruits: int, figures: int) -> bool:
    """Whether half of the figures or more are recruits."""
    return recruits > 0 and 2 * recruits >= figures


@clause("NA-MOD-05", "NA-MOD-06", "NA-MOD-08", "NA-MOD-15")
def _deeds(table: Modifiers, one: Fighter) -> Items:
    if one.manner == "horse" and one.attacks:
        yield "lances", one.lances * table.lances_first_attack
        yield "heavy", one.heavy * table.heavy_horse_attacks
        yield "passed_front", one.passed_front * table.passed_front_of_foot
    yield "routed_enemy", one.routed_enemy * table.has_routed_enemy


@clause("NA-MOD-10", "NA-MOD-11", "NA-MOD-12", "NA-MOD-20", "NA-MOD-24", "NA-ROUT-14", "NA-MOVE-13")
def _states(table: Modifiers, one: Fighter) -> Items:
    yield "routed", one.routed * table.has_routed
    yield "pushed", one.pushed * table.pushed
    yield "stopped", one.stopped * table.stopped_by_canister
    yield "unruly", one.unruly * table.unruly
    yield "disordered", one.disordered * table.disordered
    yield "column", one.column * table.march_column
    yield "changed", one.changed * table.split_or_rejoin
    yield "tired", one.tired * table.second_rout_day_before


@clause("NA-MOD-13", "NA-CC-34")
def _caught(table: Modifiers, one: Fighter, strikes: Sequence[Strike]) -> Items:
    """Horse struck while it carries out no attack; re-forming counts instead of standing, for heavy horse too."""
    if not strikes or one.attacks or one.manner == "foot":
        return
    if one.reforming:
        yield "reforming", table.horse_reforming
    else:
        yield "caught_standing", table.heavy_horse_standing if one.heavy else table.horse_standing


@clause("NA-MOD-21", "NA-MOD-22", "NA-MOVE-09")
def strikes_suffered(table: Modifiers, one: Fighter, strikes: Sequence[Strike]) -> Items:
    """Sides struck, number of strikes, foot and horse together."""
    sides = {strike.flank for strike in strikes if not (one.square and strike.manner == "horse")}
    for side in ("left", "right"):
        yield f"flank:{side}", (side in sides) * table.flank
    yield "rear", ("rear" in sides) * table.rear
    yield "strikes", (len(strikes) >= 2) * table.two_or_more_strikes
    both = {strike.manner for strike in strikes} == {"foot", "horse"}
    yield "combined", (both and one.manner == "foot") * table.combined_foot_and_horse


@clause("NA-UNIT-04", "NA-UNIT-05", "NA-UNIT-07", "NA-SKIR-04")
def missing(table: Modifiers, one: Fighter) -> int:
    """What missing figures take; dismounted light horse keeps the minimum of horse."""
    if one.branch == "horse":
        return max(table.min_horse - one.figures, 0) * table.missing_horse_figure
    return max(table.min_foot - one.figures, 0) * table.missing_foot_figure


@clause("NA-UNIT-04", "NA-CC-20")
def is_weak(table: Modifiers, one: Fighter) -> bool:
    """Fewer figures than a full unit has: option ``lock_break`` ``below_strength`` asks for it."""
    return one.figures < (table.min_horse if one.branch == "horse" else table.min_foot)
