"""Profiles and characters: known weapons, armour, rules and mounts, and what fits together (chapter Bad input)."""

from __future__ import annotations

from grognard.core.rule import clause
from grognard.files import Path
from grognard.locale import T, Text
from grognard.rulebooks.fantasy.tablefile import ArmourBonus, ProfileRow, TroopRow
from grognard.rulebooks.fantasy.tables import SKILLS
from grognard.rulebooks.tablechecks import TableCheck

ARMOURS = tuple(ArmourBonus.model_fields)


class ProfileCheck:
    """One profile or character at ``path``."""

    def __init__(self, whole: TableCheck, path: Path, row: TroopRow) -> None:
        self.whole, self.path, self.row = whole, path, row

    def run(self) -> None:
        self._weapons()
        self._rules()
        if isinstance(self.row, ProfileRow):
            self._mount(self.row)
            self._machine(self.row)

    def _say(self, key: str, message: Text, clause_id: str) -> None:
        self.whole.find((*self.path, key) if key else self.path, message, clause_id)

    @clause("FA-WPN-11", "FA-WND-06", "FA-MNT-06")
    def _weapons(self) -> None:
        row, ids = self.row, self.whole.ids
        self.whole.among(
            (*self.path, "melee"), T("melee weapon"), row.melee, ids["melee_weapon"], "FA-WPN-01"
        )
        if row.missile is not None:
            self.whole.among(
                (*self.path, "missile"), T("missile weapon"), row.missile, ids["missile_weapon"], "FA-WPN-12"
            )
        self.whole.among((*self.path, "armour"), T("kind of armour"), row.armour, ARMOURS, "FA-WND-06")
        if row.mount is not None:
            self.whole.among((*self.path, "mount"), T("mount"), row.mount, ids["mount"], "FA-MNT-01")

    @clause("FA-SPC-01", "FA-SPC-02", "FA-SPC-07", "FA-SPC-10", "FA-SPC-11", "FA-SPC-12")
    def _rules(self) -> None:
        for at, rule in enumerate(self.row.rules):
            self.whole.among((*self.path, "rules", at), T("special rule"), rule, SKILLS, "FA-SPC-01")

    @clause("FA-MNT-01", "FA-MNT-06")
    def _mount(self, row: ProfileRow) -> None:
        if row.kind == "horse" and row.mount is None:
            self._say("", T("a horse unit needs a mount"), "FA-MNT-01")
        if row.kind in ("foot", "machine") and row.mount is not None:
            self._say("mount", T("kind {kind} has no mount; write kind: horse", kind=row.kind), "FA-MNT-01")
        if row.barding and row.mount is None:
            self._say("barding", T("barding without a mount"), "FA-MNT-06")

    @clause("FA-WM-01", "FA-SHO-15")
    def _machine(self, row: ProfileRow) -> None:
        keys = ("crew", "machine_T", "machine_W")
        for key in keys:
            said = getattr(row, key)
            if row.kind == "machine" and said is None:
                self._say("", T("a war machine needs {key}", key=key), "FA-WM-01")
            elif row.kind != "machine" and said is not None:
                self._say(key, T("{key} is for war machines only (kind: machine)", key=key), "FA-WM-01")
        if (row.kind == "machine") != (row.role == "machine"):
            self._say("role", T("kind {kind} with role {role}; machines have both", kind=row.kind, role=row.role),
                      "FA-ORD-12")  # fmt: skip
