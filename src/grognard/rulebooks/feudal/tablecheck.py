"""What no single row shows: tables that must agree with each other and with what the rules need."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.files import Document, Option, Path, Sifted, unknown
from grognard.locale import T, Text
from grognard.rulebooks.feudal.vocabulary import WORDS
from grognard.rulebooks.options import shown
from grognard.rulebooks.tablechecks import TableCheck

FIELD_GROUPS = ("sky", "light", "air")
NEEDED = {
    "tactic": ("standard",),
    "condition": ("clear", "day", "still", "firm", "hidden", "ambusher", "ambushed", "hungry"),
}
_BEARERS = ("troop", "condition", "tactic", "feature")
_BY_ID = ("strategy", *_BEARERS, "artefact", "veto", "option", "force")


def check_tables(document: Document, shipped: Document, sifted: Sifted) -> None:
    """Raises Problems for rows that are not well-formed, and for all that does not agree."""
    tables = _Tables(document, sifted)
    if any(len(head) < 2 for head in sifted.bad):
        tables.done()
    tables.all_once()
    tables.needed(NEEDED)
    tables.standard()
    tables.sizes()
    tables.grades()
    tables.effects()
    tables.conditions()
    tables.artefacts()
    tables.aftermath()
    tables.options(shipped, option_problem)
    tables.troops()
    tables.done()


class _Tables(TableCheck):
    def __init__(self, document: Document, sifted: Sifted) -> None:
        super().__init__(document, sifted, WORDS, dict.fromkeys(_BY_ID))
        self.groups = list(dict.fromkeys(row["group"] for _, row in self.rows("condition")))
        self.scope = {row["id"]: row["scope"] for _, row in self.rows("condition")}

    def rows(self, section: str) -> Iterator[tuple[int, Any]]:
        """The well-formed records of a list, with their index."""
        rows = self.data[section] if isinstance(self.data.get(section), list) else []
        yield from ((at, row) for at, row in enumerate(rows) if (section, at) not in self.sifted.bad)

    def standard(self) -> None:
        for at, row in self.rows("tactic"):
            if row["id"] == "standard" and (row.get("effects") or row.get("needs")):
                self.add(("tactic", at), T("Standard has no effects and no needs"), "FE-TAC-02")

    def sizes(self) -> None:
        for name, rows in self.data["size"].items():
            if not rows:
                self.add(("size", name), T("size table '{name}' has no row", name=name), "FE-SIZE-02")
            for at in range(1, len(rows)):
                self._step(name, at, rows[at - 1], rows[at])

    def _step(self, name: str, at: int, before: Any, row: Any) -> None:
        if row["from"] <= before["from"]:
            message = T(
                "size table '{name}': row {row} starts at {men}, not above {before}",
                name=name,
                row=at + 1,
                men=row["from"],
                before=before["from"],
            )
            self.add(("size", name, at, "from"), message, "FE-SIZE-02")
        if row["bonus"] < before["bonus"]:
            message = T(
                "size table '{name}': row {row} has bonus {bonus}, below {before}",
                name=name,
                row=at + 1,
                bonus=row["bonus"],
                before=before["bonus"],
            )
            self.add(("size", name, at, "bonus"), message, "FE-SIZE-02")

    def grades(self) -> None:
        rows = self.data["strategy"]
        grades = sorted(row["grade"] for _, row in self.rows("strategy"))
        if len(grades) == len(rows) and grades != [-2, -1, 0, 1, 2]:
            self.add(("strategy",), T("strategy table must hold the five grades"), "FE-STR-01", key=True)

    def troops(self) -> None:
        least = self.data["constants"]["army"]["strength_min"]
        for at, row in self.rows("troop"):
            worth = row.get("unit_strength") or self.data["unit_strength"].get(row["level"])
            if worth is None:
                message = T("table unit_strength has no level {level}", level=row["level"])
                self.find(("troop", at, "level"), message, "FE-SIZE-08")
            elif all(worth + size["bonus"] < least for size in self.data["size"][row["table"]]):
                message = T("no row of its size table gives Strength {least}", least=least)
                self.find(("troop", at), message, "FE-SIZE-06")
        for at, row in self.rows("force"):
            if row["troop"] not in self.ids["troop"]:
                self.find(("force", at, "troop"), unknown(T("troop"), row["troop"], self.ids["troop"]))

    # --- effects ---------------------------------------------------------------------------------------

    def effects(self) -> None:
        for section in _BEARERS:
            for at, row in self.rows(section):
                for number, effect in enumerate(row.get("effects", [])):
                    self._effect(section, row, (section, at, "effects", number), effect)

    def _effect(self, section: str, row: Any, path: Path, effect: Any) -> None:
        if effect["kind"] == "ignore":
            for at, one in enumerate(effect["list"]):
                self.among((*path, "list", at), T("condition"), one, [*self.ids["condition"], *self.groups])
        if effect["kind"] == "lend_tactic" and effect["value"] != "$choice":
            self.among((*path, "value"), T("tactic"), effect["value"], self.ids["tactic"])
        elif effect["kind"] == "lend_tactic" and row.get("choice") != "tactic":
            self.find((*path, "value"), T("$choice needs a feature with choice: tactic"))
        if effect.get("tactic_pass") is not None and section != "tactic":
            self.find((*path, "tactic_pass"), T("tactic_pass is for tactics only"), key=True)

    def conditions(self) -> None:
        for at, row in self.rows("condition"):
            if (row["group"] in FIELD_GROUPS) != (row["scope"] == "field"):
                message = T("group {group} is not for scope {scope}", group=row["group"], scope=row["scope"])
                self.find(("condition", at, "group"), message, "FE-COND-03")

    def artefacts(self) -> None:
        for at, row in self.rows("artefact"):
            for number, effect in enumerate(row["effects"]):
                self._magic(("artefact", at, "effects", number), row["target"], effect)

    def _magic(self, path: Path, target: str, effect: Any) -> None:
        kind = effect["kind"]
        field = kind in ("set_field", "clear_group")
        scope = "field" if field else "army"
        if (target == "field") != field:
            self.find(
                (*path, "kind"),
                T("{kind} does not fit target {target}", kind=kind, target=target),
                "FE-ART-06",
            )
        if kind in ("set_field", "set_army"):
            known = [one for one in self.ids["condition"] if self.scope.get(one, scope) == scope]
            self.among(
                (*path, "value"),
                T("field condition") if field else T("army condition"),
                effect["value"],
                known,
            )
        if kind in ("clear_group", "clear_army_group"):
            known = [one for one in self.groups if (one in FIELD_GROUPS) == field]
            self.among(
                (*path, "value"), T("field group") if field else T("army group"), effect["value"], known
            )

    # --- after the battle, options ---------------------------------------------------------------------

    def aftermath(self) -> None:
        rows = [row for _, row in self.rows("commander_fate")]
        faces = [face for row in rows for face in range(row["from"], row["to"] + 1)]
        if len(rows) == len(self.data["commander_fate"]) and faces != list(range(1, 21)):
            message = T("commander_fate must give every result of 1d20 once, in order")
            self.add(("commander_fate",), message, "FE-AFT-08", key=True)
        skies = [row["id"] for _, row in self.rows("condition") if row["group"] == "sky"]
        for at, one in enumerate(self.data["sky_drift"]["ladder"]):
            self.among(("sky_drift", "ladder", at), T("sky"), one, skies)


def option_problem(option: Option, value: Any) -> Text | None:
    """Why an option cannot have that value; None if it can."""
    if option.kind == "number":
        return _number_problem(option, value)
    if isinstance(value, bool) if option.kind == "flag" else option.chooses(value):
        return None
    values = [one.value for one in option.values] or [True, False]
    said = tuple(map(shown, values))
    return T("option {key}='{value}'; choose {values}", key=option.id, value=shown(value), values=said)


def _number_problem(option: Option, value: Any) -> Text | None:
    if isinstance(value, int) and not isinstance(value, bool) and option.least <= value <= option.most:
        return None
    return T(
        "option {key}='{value}'; choose {least} to {most}",
        key=option.id,
        value=shown(value),
        least=option.least,
        most=option.most,
    )
