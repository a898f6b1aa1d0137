"""What is wrong with a regiment or a gun of a scenario, looked at alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.rule import clause
from grognard.files import Path, unknown
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic.scenariofile import UnitRow
from grognard.rulebooks.napoleonic.tablemodel import Arm

if TYPE_CHECKING:
    from grognard.rulebooks.napoleonic.scenariocheck import ScenarioCheck

FOOT_ONLY = ("march_column", "open_order")


class UnitCheck:
    """Arm, status, formation, strength."""

    def __init__(self, whole: ScenarioCheck, path: Path, row: UnitRow) -> None:
        self.whole, self.path, self.row = whole, path, row
        self.tables = whole.tables

    def say(self, key: str, message: Text, clause_id: str) -> None:
        path = (*self.path, key) if key else self.path
        self.whole.say(path, T("unit '{id}'", id=self.row.id), message, clause_id)

    def run(self) -> None:
        row, tables = self.row, self.tables
        self.whole.known_formation(self.path, T("unit '{id}'", id=row.id), row.formation)
        if row.status not in tables.statuses:
            self.say("status", unknown(T("status"), row.status, tables.statuses), "NA-MOD-02")
        if row.kind not in tables.kinds:
            self.say("kind", unknown(T("formation"), row.kind, tables.kinds), "Model, unit")
        arm = tables.arms.get(row.arm)
        if arm is None:
            self.say("arm", unknown(T("arm"), row.arm, tables.arms), "Model, unit")
        elif arm.branch == "gun":
            self._gun()
        else:
            self._regiment(arm)

    @clause("NA-UNIT-03")
    def _gun(self) -> None:
        row, most = self.row, self.tables.limits.crew_gun
        if row.crew is None or not 0 <= row.crew <= most:
            self._number("crew", row.crew, 0, most, "NA-UNIT-03")
        for key, clause_id in (("figures", "NA-UNIT-03"), ("full", "NA-UNIT-03"), ("recruits", "NA-CAMP-02")):
            if getattr(row, key):
                self.say(key, T("a gun has a crew, no {key}", key=key), clause_id)
        if row.lances or row.tired:
            self.say("lances" if row.lances else "tired", T("guns have no fighting value"), "NA-UNIT-04")
        if row.kind != "line":
            self.say("kind", T("guns stand in line"), "Model, unit")

    @clause("NA-UNIT-03", "NA-CAMP-02")
    def _regiment(self, arm: Arm) -> None:
        row, limits = self.row, self.tables.limits
        if row.figures is None or not 1 <= row.figures <= limits.most_figures:
            self._number("figures", row.figures, 1, limits.most_figures, "NA-UNIT-03")
        elif row.full is not None and not row.figures <= row.full <= limits.most_figures:
            self._number("full", row.full, row.figures, limits.most_figures, "NA-UNIT-03")
        elif not 0 <= row.recruits <= row.figures:
            self._number("recruits", row.recruits, 0, row.figures, "NA-CAMP-02")
        if not 0 <= row.colours <= limits.most_colours:
            self._number("colours", row.colours, 0, limits.most_colours, "Model, unit")
        if row.crew is not None or row.battery:
            key = "battery" if row.battery else "crew"
            self.say(key, T("only a gun has {key}", key=key), "Model, gun")
        if row.lances and arm.branch != "horse":
            self.say("lances", T("only horse has lances"), "NA-MOD-05")
        self._kind(arm)

    def _kind(self, arm: Arm) -> None:
        kind = self.row.kind
        if kind in FOOT_ONLY and arm.branch != "foot":
            message = T("{kind} is for foot only", kind=self.tables.kinds[kind].name)
            self.say("kind", message, "NA-MOVE-13" if kind == "march_column" else "NA-SKIR-01")
        if kind == "dismounted" and not arm.dismounts:
            self.say("kind", T("only light horse dismounts"), "NA-UNIT-07")

    def _number(self, key: str, value: int | None, least: int, most: int, clause_id: str) -> None:
        if value is None:
            self.say("", T("key '{key}' is missing", key=key), clause_id)
            return
        message = T(
            "{key} = {value}; give a whole number from {least} to {most}",
            key=key,
            value=value,
            least=least,
            most=most,
        )
        self.say(key, message, clause_id)
