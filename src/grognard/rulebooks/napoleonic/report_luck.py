"""The luck of each side: what was thrown against what one should expect.

Expected values and spreads come from the exact distribution of every single throw, by the rules' own tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from grognard.core.events import Event
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.luck import Sample, luck_table, sample_rows
from grognard.rulebooks.napoleonic import events as told
from grognard.rulebooks.napoleonic import fire_table
from grognard.rulebooks.napoleonic.fates import is_away
from grognard.rulebooks.napoleonic.model import Trooper
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.rulebooks.napoleonic.words_names import Names
from grognard.rulebooks.reports import counted
from grognard.show.model import Block

FACES = range(1, 7)


EVEN = (0, 1, 0, 1, 0, 1)
SIX = (0, 0, 0, 0, 0, 1)


@dataclass
class Luck:
    """The dice of one side."""

    shots: Sample = field(default_factory=Sample)
    skirmish: Sample = field(default_factory=Sample)
    combat: Sample = field(default_factory=Sample)
    initiative: Sample = field(default_factory=Sample)
    obedience: Sample = field(default_factory=Sample)
    replacement: Sample = field(default_factory=Sample)
    fate: Sample = field(default_factory=Sample)


class Lucks:
    """The luck of each side, counted from what was heard."""

    def __init__(self, view: NapoleonicView, events: Sequence[Event]) -> None:
        self.names = Names(view)
        self.sides: dict[str, Luck] = {side.id: Luck() for side in view.setup.sides}
        counted(COUNTERS, self, events)

    def of(self, who: str) -> Luck:
        return self.sides.setdefault(self.names.side_of(who), Luck())

    @clause("NA-ART-06", "NA-CAS-03")
    def shot(self, event: told.Shot) -> None:
        """Shots at troops; those at places cost nobody anything."""
        target = self.names.field.pieces.get(event.target)
        if not isinstance(target, Trooper):
            return
        half = cast("fire_table.HalfDie", self.names.setup.options["half_die"])
        ammunition = cast("fire_table.Ammunition", event.ammunition)
        strength = cast("fire_table.Strength", event.strength)
        branch, tables = self.names.field.branch(target), self.names.tables
        values = [fire_table.shot(tables, face, branch, ammunition, strength, half).losses for face in FACES]
        self.of(event.gun).shots.die(event.losses, values)

    @clause("NA-SKIR-03")
    def skirmish(self, event: told.SkirmishFire) -> None:
        for face in event.dice:
            self.of(event.unit).skirmish.die(SIX[face - 1], SIX)

    @clause("NA-CC-05")
    def combat(self, event: told.CombatDie) -> None:
        self.of(event.unit).combat.die(event.die, FACES)

    @clause("NA-CMD-07", "NA-CMD-21")
    def initiative(self, event: told.InitiativeRolled) -> None:
        self.of(event.lower).initiative.die(event.succeeded, EVEN)

    @clause("NA-PURS-01")
    def obedience(self, event: told.Obedience) -> None:
        self.of(event.unit).obedience.die(event.obeys, EVEN)

    @clause("NA-CMD-18")
    def replacement(self, event: told.ReplacementRolled) -> None:
        self.of(event.person).replacement.die(event.succeeded, EVEN)

    @clause("NA-FATE-02")
    def fate(self, event: told.PersonHit) -> None:
        """Persons who came through unharmed."""
        table = self.names.tables.fate
        values = [float(not is_away(table[face])) for face in FACES]
        self.of(event.person).fate.die(values[event.die - 1], values)


COUNTERS: Mapping[type[Event], Callable[[Lucks, Any], None]] = {
    told.Shot: Lucks.shot,
    told.SkirmishFire: Lucks.skirmish,
    told.CombatDie: Lucks.combat,
    told.InitiativeRolled: Lucks.initiative,
    told.Obedience: Lucks.obedience,
    told.ReplacementRolled: Lucks.replacement,
    told.PersonHit: Lucks.fate,
}

# --- words ---------------------------------------------------------------------------------------------

ROWS: tuple[tuple[Text, Callable[[Luck], Sample]], ...] = (
    (T("close combat: dice in all"), lambda luck: luck.combat),
    (T("guns: figures hit"), lambda luck: luck.shots),
    (T("skirmishers: figures hit"), lambda luck: luck.skirmish),
    (T("initiative: even dice"), lambda luck: luck.initiative),
    (T("obedience: even dice"), lambda luck: luck.obedience),
    (T("replacement: even dice"), lambda luck: luck.replacement),
    (T("fate: came through"), lambda luck: luck.fate),
)


@clause("NA-GEN-02")
def luck_blocks(view: NapoleonicView, events: Sequence[Event]) -> Iterator[Block]:
    """Thrown against expected for each side, with the spread that chance alone gives (one standard deviation)."""
    lucks = Lucks(view, events)
    sides = [side.id for side in view.setup.sides]
    yield from luck_table(
        map(lucks.names.side, sides), sample_rows(ROWS, [lucks.sides[one] for one in sides])
    )
