"""The luck of each side: what was thrown against what one should expect, in the value of the results.

Expected values and spreads come from the exact distribution of every single test; tests on one coordinated order read
the same row of dice, so they count as one throw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from grognard.core.chance import Sum
from grognard.core.events import Event
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.luck import Row, Sample, luck_table, sample_rows
from grognard.rulebooks.pike_and_shot.events import (
    Coordinated,
    CpRolled,
    Dismay,
    Fought,
    Panicked,
    Tested,
    Volley,
)
from grognard.rulebooks.pike_and_shot.rolls import PANIC, Roll, chance_of
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.rulebooks.pike_and_shot.words import joined
from grognard.rulebooks.pike_and_shot.words_move import move_result
from grognard.rulebooks.pike_and_shot.words_names import Names
from grognard.show.model import Block, Number

Values: TypeAlias = Mapping[str, float]
"""What each band of a test is worth."""
BETTER: Values = {"good": 1, "normal": 0, "bad": -1}


@dataclass
class Luck:
    """The dice of one side."""

    sums: Sample = field(default_factory=Sample)
    results: Sample = field(default_factory=Sample)
    points: Sample = field(default_factory=Sample)
    fire: Sample = field(default_factory=Sample)
    combat: Sample = field(default_factory=Sample)
    routs: Sample = field(default_factory=Sample)
    dismay: Sample = field(default_factory=Sample)
    cp: Sample = field(default_factory=Sample)


# --- exact figures -----------------------------------------------------------------------------------


def roll_of_test(test: Tested) -> Roll:
    """The test as it was put together."""
    return Roll(test.kind, test.worst, test.best, test.modifiers)


@clause("PS-DICE-01", "PS-DICE-03")
def shares(names: Names, test: Tested) -> dict[str, float]:
    """Chance of each band of a test before its dice fell."""
    chance = chance_of(names.tables.parameters, roll_of_test(test))
    return {throw.meaning: weight / chance.total for throw, weight in chance.branches}


def moments(chances: Mapping[str, float], values: Values) -> tuple[float, float]:
    """Mean and variance of what the bands are worth."""
    mean = sum(share * values[band] for band, share in chances.items())
    return mean, sum(share * values[band] ** 2 for band, share in chances.items()) - mean * mean


@lru_cache(maxsize=256)
def kept_moments(count: int, low: int, high: int) -> tuple[float, float]:
    """Mean and variance of the sum of the two dice kept."""
    chance: Sum[int] = Sum(count, 6, lambda kept: kept, low, high)
    mean = sum(throw.meaning * weight for throw, weight in chance.branches) / chance.total
    square = sum(throw.meaning**2 * weight for throw, weight in chance.branches) / chance.total
    return mean, square - mean * mean


def drops(test: Tested) -> tuple[int, int]:
    """How many of the lowest and of the highest dice are dropped."""
    low, high = len(test.worst), len(test.best)
    return (high, low) if test.kind == PANIC else (low, high)


def kept_sum(test: Tested) -> int:
    return test.total - sum(item.value for item in test.modifiers)


@clause("PS-COORD-03")
def row_moments(names: Names, tests: Sequence[Tested], values: Sequence[Values]) -> tuple[float, float]:
    """Mean and variance of the sum of values of tests that read one row of dice."""
    chances = [chance_of(names.tables.parameters, roll_of_test(test)) for test in tests]
    longest = max(chance.count for chance in chances)
    first = square = 0.0
    for faces in product(range(1, 7), repeat=longest):
        total = sum(
            worth[chance.read(faces[: chance.count]).meaning]
            for chance, worth in zip(chances, values, strict=True)
        )
        first += total
        square += total * total
    mean = first / 6**longest
    return mean, square / 6**longest - mean * mean


# --- counting ----------------------------------------------------------------------------------------


class Lucks:
    """The luck of each side, counted from what was heard."""

    def __init__(self, view: PikeView, events: Sequence[Event]) -> None:
        self.names = Names(view)
        self.setup = view.setup
        self.sides = {side.id: Luck() for side in view.setup.sides}
        self.events = events
        self.partners, _ = joined(events)
        deeds = {id(test): events[at] for at, test in self.partners.items()}
        self.deeds = deeds
        common: set[int] = set()
        for at, event in enumerate(events):
            if isinstance(event, Coordinated) and event.row:
                found = events[at + 1 : at + 1 + len(event.units)]
                tests = [one for one in found if isinstance(one, Tested) and one.unit in event.units]
                common |= {id(one) for one in tests}
                self.together(tests)
            elif isinstance(event, Tested):
                self.tested(event, common=id(event) in common)
            elif isinstance(event, Dismay) and event.die:
                self.of(event.unit).dismay.add(event.dp, *self._amount())
            elif isinstance(event, CpRolled) and event.die:
                self.of(event.commander).cp.add((event.die + 1) // 2, 2, 2 / 3)

    def of(self, piece_id: str) -> Luck:
        """The luck of the side that a unit or commander belongs to; of nobody, where that is not known."""
        sheet = self.setup.sheets.get(piece_id) or self.setup.commanders.get(piece_id)
        return self.sides[sheet.side] if sheet else Luck()

    def _amount(self) -> tuple[float, float]:
        """Mean and variance of d3, or of another die of the tables."""
        sides = int(self.names.tables.parameters.dismay_close[1:])
        return (sides + 1) / 2, (sides * sides - 1) / 12

    def tested(self, test: Tested, common: bool) -> None:
        """One test: its dice, its band, its worth. ``common``: it was counted with others on one row of dice."""
        if common:
            return
        luck = self.of(test.unit)
        chances = shares(self.names, test)
        sign = -1 if test.kind == PANIC else 1
        mean, variance = kept_moments(len(test.faces), *drops(test))
        luck.sums.add(sign * (kept_sum(test) - 7), sign * (mean - 7), variance)
        luck.results.add(BETTER[test.band], *moments(chances, BETTER))
        sample, values = self.worth(test)
        if sample is not None:
            sample.add(values[test.band], *moments(chances, values))

    def together(self, tests: Sequence[Tested]) -> None:
        """Tests of one coordinated order, as one throw."""
        if not tests:
            return
        luck = self.of(tests[0].unit)
        longest = max(tests, key=lambda one: len(one.faces))
        mean, variance = kept_moments(len(longest.faces), *drops(longest))
        luck.sums.add(kept_sum(longest) - 7, mean - 7, variance)
        luck.results.add(
            sum(BETTER[one.band] for one in tests),
            *row_moments(self.names, tests, [BETTER] * len(tests)),
            count=len(tests),
        )
        found = [self.worth(one) for one in tests]
        sample = found[0][0]
        if sample is not None and all(one[0] is sample for one in found):
            values = [one[1] for one in found]
            got = sum(worth[test.band] for worth, test in zip(values, tests, strict=True))
            sample.add(got, *row_moments(self.names, tests, values), count=len(tests))

    def worth(self, test: Tested) -> tuple[Sample | None, Values]:
        """Where a test counts in value, and what each band of it is worth: move points, DP, routs."""
        luck, deed = self.of(test.unit), self.deeds.get(id(test))
        if test.kind == "move":
            return luck.points, {band: move_result(self.names, band)[0] for band in BETTER}
        if isinstance(deed, Volley):
            return luck.fire, self.volley_values(deed)
        if isinstance(deed, Fought):
            return luck.combat, self.fight_values(deed)
        if isinstance(deed, Panicked):
            return luck.routs, self.panic_values(deed)
        return None, BETTER

    @clause("PS-SHOT-04", "PS-ART-02")
    def volley_values(self, event: Volley) -> Values:
        """DP for the target by band."""
        parameters = self.names.tables.parameters
        return {
            band: self.rounded(event.strength * factor)
            + (parameters.enfilade_dp if event.enfilade and factor else 0)
            for band, factor in parameters.dp_factor.items()
        }

    @clause("PS-HTH-09")
    def fight_values(self, event: Fought) -> Values:
        """DP dealt less DP taken by band."""
        parameters = self.names.tables.parameters
        return {
            band: self.rounded(event.roller.strength * parameters.dealt[band])
            - self.rounded(event.other.strength * parameters.taken[band])
            for band in BETTER
        }

    @clause("PS-ROUT-01", "PS-ROUT-11")
    def panic_values(self, event: Panicked) -> Values:
        """1 for each band that makes the unit run."""
        parameters = self.names.tables.parameters
        mild = self.setup.options["rout_scale"] == "mild"
        table = parameters.rout_on_mild if mild else parameters.rout_on
        return {band: float(band in table[event.cohesion]) for band in BETTER}

    @clause("PS-DICE-07")
    def rounded(self, quarters: int) -> int:
        """A strength times its factor, both in halves, as whole DP."""
        if self.setup.options["half_rounding"] == "down":
            return max(0, quarters // 4)
        return max(0, -(-quarters // 4))


# --- words -------------------------------------------------------------------------------------------

ROWS: Mapping[str, tuple[Text, Callable[[Luck], Sample]]] = {
    "results": (T("good results less bad ones"), lambda luck: luck.results),
    "sums": (T("dice kept, above 7 in good direction"), lambda luck: luck.sums),
    "points": (T("move points"), lambda luck: luck.points),
    "fire": (T("DP dealt by fire"), lambda luck: luck.fire),
    "combat": (T("close combat rolled: DP dealt less taken"), lambda luck: luck.combat),
    "routs": (T("panic tests that ended in rout"), lambda luck: luck.routs),
    "dismay": (T("DP of dismay from near"), lambda luck: luck.dismay),
    "cp": (T("command points rolled"), lambda luck: luck.cp),
}


def luck_blocks(view: PikeView, events: Sequence[Event]) -> Iterator[Block]:
    """Thrown against expected for each side, with the spread that chance alone gives (one standard deviation)."""
    lucks = Lucks(view, events)
    names = lucks.names
    sides = [one for one in view.setup.sides if lucks.sides[one.id].results.count]
    if not sides:
        return
    thrown = [lucks.sides[side.id] for side in sides]
    first: Row = (T("tests thrown"), *(Number(luck.results.count) for luck in thrown))
    rows = [first, *sample_rows(ROWS.values(), thrown)]
    yield from luck_table((names.side(side.id) for side in sides), rows)
