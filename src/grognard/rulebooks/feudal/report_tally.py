"""What a battle comes to, counted from its events alone: for each army, and for the luck of each side."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from grognard.core.events import Event, Ruling
from grognard.core.rule import clause
from grognard.rulebooks.feudal.attack import strikes
from grognard.rulebooks.feudal.conditions import heal_amount
from grognard.rulebooks.feudal.effects import total
from grognard.rulebooks.feudal.events import (
    AmbushTried,
    Annihilated,
    ArtefactUsed,
    Attacked,
    LearningTested,
    Left,
    Lost,
    PassBegan,
    Reckoned,
    RoutTested,
    StrategyChosen,
    TacticChanged,
    Tended,
)
from grognard.rulebooks.feudal.morale import MoraleRoll
from grognard.rulebooks.feudal.words_battle import really_hit
from grognard.rulebooks.feudal.words_names import Names
from grognard.rulebooks.luck import Sample
from grognard.rulebooks.reports import counted

MEAN_D20, VARIANCE_D20 = 10.5, 33.25


@dataclass
class ArmyCount:
    """One army so far. ``hp`` and head-counts are None where the viewer doesn't know them; ``hidden`` says that some
    damage it dealt, or suffered, is not known; ``taken`` is damage and attrition as they fell."""

    men: int | None
    men_after: int | None = None
    hp_start: int | None = None
    hp: int | None = None
    band: str = ""
    dealt: int = 0
    dealt_hidden: bool = False
    taken: int = 0
    taken_hidden: bool = False
    shots: int = 0
    blows: int = 0
    hits: int = 0
    ones: int = 0
    twenties: int = 0
    outcome: str = "ready"


@dataclass
class Luck:
    """The dice of one side."""

    faces: Sample = field(default_factory=Sample)
    ones: Sample = field(default_factory=Sample)
    twenties: Sample = field(default_factory=Sample)
    hits: Sample = field(default_factory=Sample)
    damage: Sample = field(default_factory=Sample)
    checks: Sample = field(default_factory=Sample)

    def die(self, face: int, attack: bool = False) -> None:
        self.faces.add(face, MEAN_D20, VARIANCE_D20)
        if attack:
            self.ones.add(face == 1, 1 / 20, 19 / 400)
            self.twenties.add(face == 20, 1 / 20, 19 / 400)


class Odds(NamedTuple):
    """Of one attack: chance to hit, mean damage, variance of the damage."""

    hit: float
    mean: float
    variance: float


@lru_cache(maxsize=1024)
@clause("FE-ATT-02", "FE-DMG-01")
def odds_of(bonus: int, goal: int, extra: int, halved: bool, one_misses: bool, least: int) -> Odds:
    """Of one attack with these figures, before its die fell."""
    table = strikes(bonus, goal, extra, halved, one_misses, least)
    damages = [throw.meaning.damage for throw in table.throws]
    mean = sum(damages) / 20
    hits = sum(face + bonus > goal and not (one_misses and face == 1) for face in range(1, 21))
    return Odds(hits / 20, mean, sum(d * d for d in damages) / 20 - mean * mean)


class Tally:
    """Counts by army id and by side id."""

    def __init__(self, names: Names, events: Iterable[Event]) -> None:
        self.names = names
        self.armies = {one: self._fresh(one) for one in names.view.seen}
        self.luck = {side.id: Luck() for side in names.setup.sides}
        self.passes = {"tactical": 0, "ranged": 0, "melee": 0}
        counted(COUNTERS, self, events)

    def _fresh(self, army: str) -> ArmyCount:
        sheet = self.names.setup.sheets.get(army)
        if sheet is None:
            return ArmyCount(None)
        return ArmyCount(sheet.men, hp_start=sheet.hp_start, hp=sheet.hp_start)

    def _luck(self, army: str) -> Luck:
        return self.luck[self.names.view.seen[army].side]

    # --- events ---

    def attacked(self, event: Attacked) -> None:
        army = self.armies[event.attacker]
        army.shots += event.kind == "shot"
        army.blows += event.kind != "shot"
        hit = really_hit(self.names, event)
        army.hits += hit
        if event.damage is None:
            army.dealt_hidden = army.dealt_hidden or hit or event.face == 20
        else:
            army.dealt += event.damage
        if event.face is not None:
            army.ones += event.face == 1
            army.twenties += event.face == 20
            self._luck(event.attacker).die(event.face, attack=True)
        self._attack_luck(event, hit)

    def _attack_luck(self, event: Attacked, hit: bool) -> None:
        if event.face is None or event.goal is None or event.damage is None:
            return
        options = self.names.setup.options
        chance, mean, variance = odds_of(
            total(event.attack),
            event.goal,
            total(event.extra),
            event.halved,
            options["natural_one_attack"] == "miss",
            int(options["min_hit_damage"]),
        )
        luck = self._luck(event.attacker)
        luck.hits.add(hit, chance, chance * (1 - chance))
        luck.damage.add(event.damage, mean, variance)

    def lost(self, event: Lost) -> None:
        army = self.armies[event.army]
        army.band = event.band
        army.hp = event.after
        army.taken += (event.damage or 0) + (event.attrition or 0)
        army.taken_hidden = army.taken_hidden or event.damage is None

    def tended(self, event: Tended) -> None:
        self.armies[event.army].hp = event.after

    def artefact_used(self, event: ArtefactUsed) -> None:
        """A cauldron heals without telling how much: as its table says."""
        sheet = self.names.setup.sheets.get(event.target)
        artefact = self.names.tables.artefacts.get(event.artefact)
        for effect in artefact.effects if artefact and sheet else ():
            army = self.armies[event.target]
            if effect.kind == "heal" and sheet and army.hp is not None:
                army.hp = min(sheet.hp_max, army.hp + heal_amount(effect.value, sheet.strength))

    def ruling(self, event: Ruling) -> None:
        for change in event.changes:
            army = self.armies.get(change.piece)
            if army and change.field == "hp":
                army.hp = json.loads(change.after)
            if army and change.field == "status":
                army.outcome = json.loads(change.after)

    def gone(self, event: Left) -> None:
        status = {"routed": "routed", "withdrew": "withdrawn"}.get(event.how)
        self.armies[event.army].outcome = status or self.armies[event.army].outcome
        self.checked(event)

    def annihilated(self, event: Annihilated) -> None:
        self.armies[event.army].outcome = "destroyed"

    def reckoned(self, event: Reckoned) -> None:
        army = self.armies[event.army]
        army.outcome, army.men_after = event.outcome, event.after

    def pass_began(self, event: PassBegan) -> None:
        self.passes[event.phase] += 1

    def ambush(self, event: AmbushTried) -> None:
        if event.face is not None:
            self._luck(event.army).die(event.face)

    def checked(self, event: TacticChanged | StrategyChosen | RoutTested | Left | LearningTested) -> None:
        """A Morale check: its dice, and whether the first of them was enough."""
        roll: MoraleRoll | None = event.roll
        if roll is None:
            return
        luck = self._luck(event.army)
        for face in roll.faces:
            luck.die(face)
        need = roll.dc - total(roll.parts)
        chance = min(max(21 - need, 0), 20) / 20
        luck.checks.add(roll.faces[0] >= need, chance, chance * (1 - chance))


Counter: TypeAlias = Callable[[Tally, Any], None]

COUNTERS: Mapping[type[Event], Counter] = {
    PassBegan: Tally.pass_began,
    AmbushTried: Tally.ambush,
    ArtefactUsed: Tally.artefact_used,
    TacticChanged: Tally.checked,
    StrategyChosen: Tally.checked,
    Attacked: Tally.attacked,
    Lost: Tally.lost,
    Tended: Tally.tended,
    RoutTested: Tally.checked,
    Left: Tally.gone,
    LearningTested: Tally.checked,
    Annihilated: Tally.annihilated,
    Reckoned: Tally.reckoned,
    Ruling: Tally.ruling,
}
