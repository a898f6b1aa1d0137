"""The luck of each side: what was thrown against what one should expect, in the value of the results.

Expected values and spreads come from the exact distribution of every single throw; blows and volleys go through the
rules' own pool of attacks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from grognard.core.events import Event
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.fantasy import events as told
from grognard.rulebooks.fantasy.attacks import Attack, kills
from grognard.rulebooks.fantasy.casting import dispel_result, magic_dice
from grognard.rulebooks.fantasy.leadership import passing
from grognard.rulebooks.fantasy.prospects import cast_odds
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.rulebooks.fantasy.words_fight import UNTOLD
from grognard.rulebooks.fantasy.words_names import Names
from grognard.rulebooks.luck import Sample, luck_table, sample_rows
from grognard.rulebooks.reports import counted
from grognard.show.model import Block

TWO_DICE = 7.0, 35 / 6
"""Mean and variance of 2d6."""


@dataclass
class Luck:
    """The dice of one side."""

    melee: Sample = field(default_factory=Sample)
    shots: Sample = field(default_factory=Sample)
    guns: Sample = field(default_factory=Sample)
    misfires: Sample = field(default_factory=Sample)
    tests: Sample = field(default_factory=Sample)
    charges: Sample = field(default_factory=Sample)
    casts: Sample = field(default_factory=Sample)
    dispels: Sample = field(default_factory=Sample)


def moments(odds: Mapping[int, Fraction]) -> tuple[float, float]:
    """Mean and variance of a number with these chances."""
    mean = sum((number * share for number, share in odds.items()), Fraction(0))
    square = sum((number * number * share for number, share in odds.items()), Fraction(0))
    return float(mean), float(square - mean * mean)


# --- counting ------------------------------------------------------------------------------------------


class Lucks:
    """The luck of each side, counted from what was heard."""

    def __init__(self, view: FantasyView, events: Sequence[Event]) -> None:
        self.names = Names(view)
        self.sixes = view.setup.options["natural6"] == "hit_is_wound"
        self.sides: dict[str, Luck] = {side.id: Luck() for side in view.setup.sides}
        counted(COUNTERS, self, events)

    def of(self, who: str) -> Luck:
        """Of the side of a unit or character."""
        return self.sides.setdefault(self.names.side_of(who), Luck())

    @clause("FA-WND-01", "FA-WND-04", "FA-SPC-04")
    def struck(self, event: told.Struck) -> None:
        dice = ((event.attacks, event.to_hit),) if event.to_hit else ()
        auto = 0 if event.to_hit else event.attacks
        killing: Any = event.killing
        attack = Attack(dice, auto, event.to_wound, event.to_save, killing, self.sixes)
        self.of(event.unit).melee.add(event.unsaved, *moments(kills(attack)))

    @clause("FA-SHO-01", "FA-WND-01")
    def shot(self, event: told.Shot) -> None:
        """Volleys whose hits all fall on one body; those into a melee or at a machine are shared out."""
        unit = self.names.field.pieces.get(event.target)
        spread = any(item.source == "into_melee" for item in event.items)
        if spread or getattr(unit, "kind", "") == "machine":
            return
        groups = (
            (event.shots - event.indirect, event.to_hit),
            (event.indirect, event.to_hit_indirect),
        )
        dice = tuple(group for group in groups if group[0])
        attack = Attack(dice, 0, event.to_wound, event.to_save, six_wounds=self.sixes)
        self.of(event.unit).shots.add(event.unsaved, *moments(kills(attack)))

    @clause("FA-WM-04", "FA-SHO-03")
    def gun(self, event: told.BallFlew | told.BombFell) -> None:
        """A shot that was no misfire: the die shows 2 to 6."""
        share = min(max(7 - event.to_hit, 0), 5) / 5
        luck = self.of(event.machine)
        luck.guns.chance(event.face >= event.to_hit, share)
        luck.misfires.chance(False, 1 / 6)

    @clause("FA-WM-04")
    def misfired(self, event: told.Misfired) -> None:
        self.of(event.machine).misfires.chance(True, 1 / 6)

    @clause("FA-LD-01", "FA-LD-02", "FA-LEG-02")
    def tested(self, event: told.Tested) -> None:
        """As far as the hearer knows the number."""
        if event.ld == UNTOLD:
            return
        share = passing(event.ld, event.factor)
        if event.rerolled:
            self.of(event.unit).tests.chance(False, share)
        self.of(event.unit).tests.chance(event.passed, share)

    @clause("FA-CHG-01")
    def charged(self, event: told.Charged) -> None:
        self.of(event.unit).charges.add(sum(event.dice), *TWO_DICE)

    @clause("FA-MAG-09", "FA-MAG-10")
    def cast(self, event: told.SpellCast) -> None:
        odds = cast_odds(len(event.dice), event.bonus, event.value)
        share = 1 - float(odds.get("failed", 0)) - float(odds.get("barred", 0))
        self.of(event.wizard).casts.chance(event.result not in ("failed", "barred"), share)

    @clause("FA-MAG-13", "FA-MAG-14")
    def dispelled(self, event: told.SpellDispelled) -> None:
        """Of spells that could be dispelled at all."""
        if not event.spell or event.result == "undispellable":
            return
        dice = magic_dice(len(event.dice))
        good = sum(
            weight
            for throw, weight in dice.branches
            if dispel_result(throw.meaning, event.bonus, event.against) == "dispelled"
        )
        self.of(event.wizard).dispels.chance(event.result == "dispelled", good / dice.total)


COUNTERS: Mapping[type[Event], Callable[[Lucks, Any], None]] = {
    told.Struck: Lucks.struck,
    told.Shot: Lucks.shot,
    told.BallFlew: Lucks.gun,
    told.BombFell: Lucks.gun,
    told.Misfired: Lucks.misfired,
    told.Tested: Lucks.tested,
    told.Charged: Lucks.charged,
    told.SpellCast: Lucks.cast,
    told.SpellDispelled: Lucks.dispelled,
}

# --- words ---------------------------------------------------------------------------------------------

ROWS: tuple[tuple[Text, Callable[[Luck], Sample]], ...] = (
    (T("melee: wounds not saved"), lambda luck: luck.melee),
    (T("shooting: wounds not saved"), lambda luck: luck.shots),
    (T("machines: hits"), lambda luck: luck.guns),
    (T("machines: misfires"), lambda luck: luck.misfires),
    (T("tests passed"), lambda luck: luck.tests),
    (T("charges: dice in all"), lambda luck: luck.charges),
    (T("spells cast"), lambda luck: luck.casts),
    (T("spells dispelled"), lambda luck: luck.dispels),
)


def luck_blocks(view: FantasyView, events: Sequence[Event]) -> Iterator[Block]:
    """Thrown against expected for each side, with the spread that chance alone gives (one standard deviation)."""
    lucks = Lucks(view, events)
    sides = [side.id for side in view.setup.sides]
    yield from luck_table(
        map(lucks.names.side, sides), sample_rows(ROWS, [lucks.sides[one] for one in sides])
    )
