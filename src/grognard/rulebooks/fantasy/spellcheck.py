"""Paths and spells: six of levels 1 to 6 each, effects that their targets can have (chapter Bad input)."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.core.rule import clause
from grognard.files import Path
from grognard.locale import T, Text
from grognard.rulebooks.fantasy.spellfile import EffectRow, PathRow, SpellRow
from grognard.rulebooks.fantasy.tables import SKILLS
from grognard.rulebooks.tablechecks import TableCheck

LEVELS = tuple(range(1, 7))
_OF_POINTS = ("blast", "summon", "terrain")
"""Effects that need a point, so a spell of type ``area``."""
_OF_CHARACTERS = ("hits", "wounds", "drain")
"""Effects that a spell of type ``duel`` may have."""
AIMS: Mapping[str, tuple[str, ...]] = {"area": _OF_POINTS, "duel": _OF_CHARACTERS}


class PathCheck:
    """One path at ``path`` of the document."""

    def __init__(self, whole: TableCheck, path: Path, row: PathRow) -> None:
        self.whole, self.path, self.row = whole, path, row

    @clause("FA-MAG-03", "FA-MAG-16", "FA-MAG-20")
    def run(self) -> None:
        levels = [spell.level for spell in self.row.spells]
        if sorted(levels) != list(LEVELS):
            message = T(
                "path {id} has {count} spells, of levels {levels}; valid: six, one of each level from 1 to 6",
                id=self.row.id,
                count=len(levels),
                levels=tuple(map(str, levels)),
            )
            self.whole.add((*self.path, "spells"), message, "FA-MAG-03")
        for at, spell in enumerate(self.row.spells):
            self._spell((*self.path, "spells", at), spell)

    def _spell(self, path: Path, spell: SpellRow) -> None:
        right = f"{self.row.id}_{spell.level}"
        if spell.id not in (None, right):
            message = T("id '{id}'; the spell of level {level} is {right}", id=str(spell.id), level=spell.level,
                        right=right)  # fmt: skip
            self._say((*path, "id"), message, "FA-MAG-16")
        if spell.type != "self" and not spell.range:
            self._say(path, T("a spell of type {type} needs a range above 0", type=spell.type), "FA-MAG-16")
        for at, effect in enumerate(spell.effects):
            self._effect((*path, "effects", at), spell, effect)

    @clause("FA-MAG-16", "FA-MAG-17")
    def _effect(self, path: Path, spell: SpellRow, effect: EffectRow) -> None:
        aims = AIMS.get(spell.type)
        wrong = effect.verb not in aims if aims else effect.verb in (*_OF_POINTS, "drain")
        if wrong:
            valid = tuple(kind for kind in _types_for(effect.verb))
            message = T("{verb} cannot be of a spell of type {type}; valid types: {valid}", verb=effect.verb,
                        type=spell.type, valid=valid)  # fmt: skip
            self._say((*path, "verb"), message, "FA-MAG-16")
        if effect.verb == "grant":
            self.whole.among((*path, "rule"), T("special rule"), effect.rule, SKILLS, "FA-SPC-01")
        if effect.verb == "summon":
            known = self.whole.ids["profile"]
            self.whole.among((*path, "profile"), T("unit profile"), effect.profile, known, "FA-MAG-22")
        if effect.verb == "terrain":
            self._ground(path, effect.kind)

    @clause("FA-TER-01")
    def _ground(self, path: Path, kind: str) -> None:
        self.whole.among((*path, "kind"), T("terrain kind"), kind, self.whole.ids["terrain"], "FA-TER-01")
        lines = [row.id for _, row in self.whole.sifted.rows["terrain"] if row.line]
        if kind in lines:
            self._say((*path, "kind"), T("{kind} is a line, not an area", kind=kind), "FA-TER-03")

    def _say(self, path: Path, message: Text, clause_id: str) -> None:
        self.whole.find(path, message, clause_id)


def _types_for(verb: str) -> tuple[str, ...]:
    """Types of spells that may have an effect."""
    if verb in _OF_POINTS:
        return ("area",)
    if verb == "drain":
        return ("duel",)
    free = ("missile", "curse", "blessing", "self")
    return (*free, "duel") if verb in _OF_CHARACTERS else free
