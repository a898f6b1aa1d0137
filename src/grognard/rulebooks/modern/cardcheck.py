"""Operation cards and abilities that agree with themselves: windows, targets, effects that can do something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from grognard.core.rule import clause
from grognard.files import Path
from grognard.locale import T, Text
from grognard.rulebooks.modern.effectfile import HoldRow, LastingRow, TargetRow
from grognard.rulebooks.modern.tablefile import AbilityOfGeneral, GeneralRow, OperationRow
from grognard.rulebooks.modern.tablemake import needs_target

LASTING_OPS = ("modify", "scale", "set", "hide", "restrict", "general", "immune", "extra_attack")
"""What needs a card that stays on the table."""
PASSIVE_OPS = ("modify", "scale", "set", "build", "immune", "hold", "general")
"""What an ability can do that nobody declares."""
WHAT: dict[str, Text] = {
    "unit": T("a unit"),
    "hex": T("a hex"),
    "general": T("a general"),
    "card": T("a card"),
}


class Finder(Protocol):
    """Takes down a problem with an item of a list."""

    def find(self, path: Path, message: Text, clause: str | None = None, key: bool = False) -> None: ...


class CardCheck:
    """One card at its path in the file."""

    def __init__(self, problems: Finder, path: Path) -> None:
        self.problems, self.path = problems, path

    def run(self, row: OperationRow | GeneralRow) -> None:
        if isinstance(row, OperationRow):
            self._operation(row)
        else:
            self._ability(row.ability, (*self.path, "ability"))

    def say(self, path: Path, message: Text, clause_id: str) -> None:
        self.problems.find(path, message, clause_id)

    # --- operation cards -------------------------------------------------------------------------------

    @clause("MO-KSO-10", "MO-KSO-12", "MO-KSO-20")
    def _operation(self, row: OperationRow) -> None:
        if row.sudden and not row.windows:
            self.say(self.path, T("a sudden card needs windows"), "MO-KSO-12")
        if row.windows and not row.sudden:
            self.say((*self.path, "windows"), T("only a sudden card has windows"), "MO-KSO-12")
        self._targeted(self.path, row.target, row.effects)
        for at, effect in enumerate(row.effects):
            inside = (*self.path, "effects", at)
            self._well_formed(inside, effect)
            if row.kind == "Q":
                self._at_once(inside, effect)

    @clause("MO-KSO-02")
    def _at_once(self, path: Path, effect: Any) -> None:
        lasts = isinstance(effect, LastingRow) and effect.lasts == "turn"
        required = isinstance(effect, HoldRow) and not effect.reset
        if (effect.op in LASTING_OPS and not lasts) or required:
            message = T("{op} needs a card that lasts: kind T or S (Q works at once)", op=effect.op)
            self.say(path, message, "MO-KSO-02")

    @clause("MO-KSO-08")
    def _targeted(self, path: Path, target: TargetRow, effects: Sequence[Any]) -> None:
        for at, effect in enumerate(effects):
            needed = needs_target(effect)
            if needed and target.what != needed:
                message = T("{op} needs {what} as target", op=effect.op, what=WHAT[needed])
                self.say((*path, "effects", at), message, "MO-KSO-08")
        if target.what == "none" and target.model_fields_set - {"what"}:
            self.say((*path, "target"), T("a card without a target says nothing else of it"), "MO-KSO-08")
        if target.arms and target.what != "unit":
            self.say((*path, "target", "arms"), T("only units have arms"), "MO-KSO-08")
        fits = {"sight": "unit", "known": "unit", "none": target.what}.get(target.needs, "hex")
        if fits != target.what:
            message = T("needs {needs} goes with {what}", needs=target.needs, what=WHAT[fits])
            self.say((*path, "target", "needs"), message, "MO-KSO-08")

    # --- effects ---------------------------------------------------------------------------------------

    @clause("MO-KSO-20")
    def _well_formed(self, path: Path, effect: Any) -> None:
        if isinstance(effect, LastingRow):
            self._scope(path, effect)
        if isinstance(effect, HoldRow) and (effect.required is None) != effect.reset:
            self.say(path, T("hold: give required, or reset: true"), "MO-KSO-20")
        if effect.op == "build" and effect.what != "fort" and "levels" in effect.model_fields_set:
            self.say((*path, "levels"), T("only forts have levels"), "MO-KSO-20")

    def _scope(self, path: Path, effect: LastingRow) -> None:
        if effect.scope in ("own_arm", "enemy_arm") and not effect.arms:
            self.say(path, T("scope {scope} needs arms", scope=effect.scope), "MO-KSO-20")
        if (effect.scope == "enemy_within") != ("radius" in effect.model_fields_set):
            message = T("radius goes with scope enemy_within, and only with it")
            self.say(path, message, "MO-KSO-20")

    # --- abilities -------------------------------------------------------------------------------------

    @clause("MO-GNL-05")
    def _ability(self, row: AbilityOfGeneral, path: Path) -> None:
        for at, effect in enumerate(row.effects):
            self._well_formed((*path, "effects", at), effect)
        if row.use == "passive":
            self._passive(row, path)
            return
        if row.when is None:
            self.say(path, T("key 'when' is missing: only a passive ability has none"), "MO-GNL-05")
        if row.target is not None:
            self._targeted(path, row.target, row.effects)

    def _passive(self, row: AbilityOfGeneral, path: Path) -> None:
        for key, value in (("when", row.when), ("target", row.target)):
            if value is not None:
                self.say((*path, key), T("a passive ability has no {key}", key=key), "MO-GNL-05")
        for at, effect in enumerate(row.effects):
            aimed = isinstance(effect, LastingRow) and effect.scope in ("target", "enemy_within")
            once = effect.op == "build" and not effect.trigger
            if effect.op not in PASSIVE_OPS or aimed or once:
                message = T("{op} cannot work without being declared", op=effect.op)
                self.say((*path, "effects", at), message, "MO-GNL-05")
