"""A turn's close combat said of units and of who strikes whom, from which side: no map is asked for (chapters Close
combat and Fighting value).

The table battle fills a :class:`Clash` in from its pieces, an umpire at a real table by hand; odds branch over the
dice of the same one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import msgspec
from msgspec.structs import replace

from grognard.core.chance import Modifier
from grognard.core.rule import clause
from grognard.rulebooks.napoleonic import fire_table
from grognard.rulebooks.napoleonic.close_combat import (
    Pair,
    Result,
    Suffered,
    Verdict,
    best_attacker,
    compare,
    losses_fall_on,
    pairs,
    suffered,
    worst,
)
from grognard.rulebooks.napoleonic.fighting_value import Fighter, Flank, Strike, modifiers, total
from grognard.rulebooks.napoleonic.model import Bout
from grognard.rulebooks.napoleonic.tablemodel import Tables


class Foe(msgspec.Struct, frozen=True):
    """A unit, or a gun or wagon that is struck. ``move``: its own in thousandths. ``why``: why it throws no die when
    it is struck: non_resisting, second (it flees), spent, gun; "" for a unit that resists."""

    fighter: Fighter
    move: int
    why: str = ""

    @property
    def resists(self) -> bool:
        return not self.why


class Stroke(msgspec.Struct, frozen=True):
    """A strike and the side of the target that it meets (NA-CC-02)."""

    striker: str
    target: str
    flank: Flank = "front"


class Clash(msgspec.Struct, frozen=True, dict=True):
    """Everybody who strikes or is struck, in the order of dice. ``wishes``: on which striker the losses of a unit that
    strikes nobody should fall; ``obstacles``: what the worst obstacle takes from (unit, against enemy), 0 or less;
    ``firefights``: locked pairs (lower id first) that only fire, without a comparison."""

    foes: Mapping[str, Foe]
    strokes: tuple[Stroke, ...]
    wishes: Mapping[str, str] = {}
    obstacles: Mapping[Pair, int] = {}
    firefights: frozenset[Pair] = frozenset()

    @cached_property
    def targets(self) -> dict[str, str]:
        """Whom each striker strikes."""
        return {one.striker: one.target for one in self.strokes}

    @cached_property
    def strikers(self) -> dict[str, dict[str, Flank]]:
        """Of each unit that is struck, who strikes it and where."""
        found: dict[str, dict[str, Flank]] = {}
        for one in self.strokes:
            found.setdefault(one.target, {})[one.striker] = one.flank
        return found


class Harm(msgspec.Struct, frozen=True):
    """What the dice cost one unit, gun or wagon: ``by``: who took figures from it; ``sixes`` call for fate."""

    losses: int = 0
    sixes: int = 0
    silenced: bool = False
    by: tuple[str, ...] = ()


# --- dice and losses ---------------------------------------------------------------------------------


@clause("NA-CC-05", "NA-MOVE-11", "NA-ART-19", "NA-ROUT-12", "NA-ROUT-13")
def rollers(clash: Clash) -> tuple[str, ...]:
    """Who throws a die: whoever strikes, and whoever is struck and resists."""
    return tuple(
        one
        for one, foe in clash.foes.items()
        if one in clash.targets or (one in clash.strikers and foe.resists)
    )


@clause("NA-CC-05")
def falls_on(clash: Clash, unit: str) -> str:
    """On whom the losses of a unit's die fall."""
    return losses_fall_on(
        clash.targets.get(unit, ""), clash.strikers.get(unit, {}), clash.wishes.get(unit, "")
    )


@clause("NA-CAS-02", "NA-CC-05", "NA-CC-20", "NA-MOVE-11", "NA-FATE-01")
def harm(tables: Tables, clash: Clash, dice: Mapping[str, int]) -> dict[str, Harm]:
    """Losses of all that the dice fall on, as the table has them; wagons have nobody to lose."""
    found: dict[str, Harm] = {}
    for unit, face in dice.items():
        on = falls_on(clash, unit)
        if not on or on not in clash.foes:
            continue
        hit = fire_table.blow(tables, face, clash.foes[on].fighter.branch)
        old = found.get(on, Harm())
        found[on] = Harm(
            old.losses + hit.losses,
            old.sixes + hit.fate,
            old.silenced or hit.silenced,
            (*old.by, unit) if hit.losses else old.by,
        )
    return found


# --- comparison --------------------------------------------------------------------------------------


@clause("NA-MOD-01", "NA-OBS-10", "NA-OBS-11")
def fighting_value(tables: Tables, clash: Clash, unit: str, enemy: str) -> tuple[Modifier, ...]:
    """Every modifier of a unit in its pair with an enemy."""
    fighter = replace(clash.foes[unit].fighter, obstacle=clash.obstacles.get((unit, enemy), 0))
    strikes = [
        Strike(one, clash.foes[one].fighter.manner, flank)
        for one, flank in clash.strikers.get(unit, {}).items()
    ]
    return modifiers(tables, fighter, strikes)


@clause("NA-CC-02", "NA-CC-20", "NA-MOVE-11", "NA-ART-19")
def compared(clash: Clash) -> tuple[Pair, ...]:
    """Pairs whose results are compared: both resist, and it is no mere firefight."""
    return tuple(
        pair
        for pair in pairs((one.striker, one.target) for one in clash.strokes)
        if pair not in clash.firefights and all(clash.foes[one].resists for one in pair)
    )


@clause("NA-CC-06", "NA-CC-08")
def bouts(tables: Tables, clash: Clash, dice: Mapping[str, int], *, best: bool = False) -> tuple[Bout, ...]:
    """All pairs with their results. ``best`` (option ``multi_fight`` ``best_attacker``): of several strikers on one
    unit the highest result counts, and holds for all of them."""
    found = []
    for one, two in compared(clash):
        first, second = _result(tables, clash, dice, one, two), _result(tables, clash, dice, two, one)
        if best:
            first, second = (
                _led(tables, clash, dice, first, two),
                _led(tables, clash, dice, second, one),
            )
        found.append(Bout(first, second))
    return tuple(found)


def _result(tables: Tables, clash: Clash, dice: Mapping[str, int], unit: str, enemy: str) -> Result:
    foe = clash.foes[unit]
    value = total(fighting_value(tables, clash, unit, enemy))
    return Result(unit, foe.fighter.manner, dice[unit], value, foe.move)


@clause("NA-CC-08")
def _led(tables: Tables, clash: Clash, dice: Mapping[str, int], own: Result, target: str) -> Result:
    """A striker's result, or that of the best of all who strike the same target."""
    strikers = [one for one in clash.strikers.get(target, {}) if clash.foes[one].resists]
    if own.unit not in strikers or len(strikers) < 2:
        return own
    top = best_attacker([_result(tables, clash, dice, one, target) for one in strikers])
    return replace(own, face=top.face, fv=top.fv)


def verdicts(tables: Tables, all_bouts: Iterable[Bout]) -> tuple[Verdict, ...]:
    """The rows of the close-combat tables for all pairs."""
    return tuple(compare(tables, bout.one, bout.two) for bout in all_bouts)


# --- what follows ------------------------------------------------------------------------------------


@clause("NA-CC-08")
def suffering(all_verdicts: Iterable[Verdict]) -> dict[str, Suffered]:
    """The single worst outcome of each unit that was compared."""
    found: dict[str, list[Suffered]] = {}
    for verdict in all_verdicts:
        for one in (verdict.winner, verdict.loser):
            found.setdefault(one.unit, []).append(suffered(verdict, one))
    return {unit: worst(each) for unit, each in found.items()}


@clause("NA-CC-09", "NA-ROUT-19")
def beaten_by(all_verdicts: Sequence[Verdict], unit: str) -> tuple[str, ...]:
    """From whom a unit goes: all that beat it by 3 or more; where nobody did, those before whom it goes back to
    re-form."""
    each = [
        suffered(verdict, one)
        for verdict in all_verdicts
        for one in (verdict.winner, verdict.loser)
        if one.unit == unit
    ]
    beat = [one.enemy for one in each if one.what in ("rout", "pushed")]
    return tuple(sorted(beat or [one.enemy for one in each if one.what == "withdraws"]))


@clause("NA-CC-20")
def new_locks(all_verdicts: Iterable[Verdict], suffers: Mapping[str, Suffered]) -> tuple[Pair, ...]:
    """Pairs that are locked in a firefight from now on: neither of the two goes anywhere."""
    return tuple(
        (min(verdict.units), max(verdict.units))
        for verdict in all_verdicts
        if verdict.outcome.result == "locked"
        and all(suffers[one].what in ("locked", "stands") for one in verdict.units)
    )


@clause("NA-CC-21")
def why_unlocked(
    clash: Clash, pair: Pair, locks: Mapping[str, Iterable[str]], general: bool, weak: bool
) -> str:
    """Why a firefight is decided anew this turn: fresh_forces, general or below_strength; "" where it goes on.

    ``locks``: with whom each unit is locked; ``general``: one who did not stand with either of the two when it began
    stands with one now; ``weak``: option ``lock_break`` and one of them is below strength.
    """
    for unit in pair:
        known = set(locks.get(unit, ()))
        if any(striker not in known for striker in clash.strikers.get(unit, {})):
            return "fresh_forces"
    return "general" if general else "below_strength" if weak else ""
