"""What no single row shows: tables that must agree with each other and with what the rules need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.files import Document, Option, Path, Sifted
from grognard.locale import T, Text
from grognard.rulebooks.options import shown
from grognard.rulebooks.pike_and_shot import muster
from grognard.rulebooks.pike_and_shot import tablemake as make
from grognard.rulebooks.pike_and_shot.tablefile import (
    WORDS,
    ArmyEntry,
    BasesTest,
    ConditionEntry,
    EventTest,
    FallenTest,
    IntactTest,
    UnitEntry,
    UnitsTest,
)
from grognard.rulebooks.tablechecks import TableCheck, ids_in
from grognard.rulebooks.writing import is_fine

NEEDED = {
    "formation": ("line", "column", "hanging"),
    "trait": (
        "mobile",
        "ponderous",
        "turn_only",
        "fanatic",
        "pike",
        "caracole",
        "open",
        "laager",
        "evader",
        "light",
        "artillery",
        "dismounts",
        "lance",
    ),
    "commander_profile": ("steady",),
}
_BY_ID = ("base", "formation", "trait", "terrain", "commander_profile", "army", "option")
_BOUNDS = ("at_least", "at_most", "below")


def check_tables(document: Document, shipped: Document, sifted: Sifted) -> None:
    """Raises Problems for rows that are not well-formed, and for all that does not agree."""
    tables = _Tables(document, sifted)
    tables.all_once()
    tables.needed(NEEDED)
    tables.bands()
    tables.cohesion()
    tables.bases()
    tables.formations()
    tables.swaps()
    tables.profiles()
    tables.armies()
    tables.victory()
    tables.options(shipped, option_problem)
    tables.done()


class _Tables(TableCheck):
    def __init__(self, document: Document, sifted: Sifted) -> None:
        super().__init__(document, sifted, WORDS, dict.fromkeys(_BY_ID))
        armies = self.data.get("army")
        entries = (
            [row.get("unit") for row in armies if isinstance(row, dict)] if isinstance(armies, list) else []
        )
        self.templates = sorted({one for rows in entries for one in ids_in(rows)})

    # --- numbers ---------------------------------------------------------------------------------------

    def bands(self) -> None:
        row = self.sifted.parts.get("bands")
        if row is not None and row.mid_max <= row.low_max:
            message = T("mid_max {mid} is not above low_max {low}", mid=row.mid_max, low=row.low_max)
            self.add(("bands", "mid_max"), message, "PS-DICE-01")
        margin = self.sifted.parts.get("victory_margin")
        if margin is not None and margin.marginal <= margin.draw:
            message = T("marginal {marginal} is not above draw {draw}", **margin.model_dump())
            self.add(("victory_margin", "marginal"), message, "PS-VIC-05")

    def cohesion(self) -> None:
        for key, row in self.sifted.parts.get("cohesion") or ():
            if row.broken_at <= row.shaken_at:
                broken, shaken = f"{row.broken_at:g}", f"{row.shaken_at:g}"
                message = T(
                    "broken_at {broken} is not above shaken_at {shaken}", broken=broken, shaken=shaken
                )
                self.add(("cohesion", key, "broken_at"), message, "PS-PANIC-02")
        dismay = self.sifted.parts.get("dismay")
        for at, trait in enumerate(dismay.exempt_traits if dismay else ()):
            self.among(("dismay", "exempt_traits", at), T("trait"), trait, self.ids["trait"], "PS-DISMAY-03")

    # --- bases, formations, commanders -----------------------------------------------------------------

    def bases(self) -> None:
        for at, row in self.sifted.rows["base"]:
            self._traits(("base", at, "traits"), row.traits)

    def _traits(self, path: Path, traits: Sequence[str]) -> None:
        for at, trait in enumerate(traits):
            self.among((*path, at), T("trait"), trait, self.ids["trait"], "PS-BASE-11")

    def formations(self) -> None:
        for at, row in self.sifted.rows["formation"]:
            if row.needs_trait:
                path: Path = ("formation", at, "needs_trait")
                self.among(path, T("trait"), row.needs_trait, self.ids["trait"], "PS-FORM-01")
            for least, most in (("min_files", "max_files"), ("min_ranks", "max_ranks")):
                low, high = getattr(row, least), getattr(row, most)
                if low > high:
                    message = T(
                        "{least} {low} is above {most} {high}", least=least, low=low, most=most, high=high
                    )
                    self.find(("formation", at, least), message, "PS-FORM-01")

    def swaps(self) -> None:
        for at, row in self.sifted.rows["trait"]:
            for number, base in enumerate(row.swap or ()):
                self.among(
                    ("trait", at, "swap", number), T("base type"), base, self.ids["base"], "PS-FORM-06"
                )

    def profiles(self) -> None:
        rows = self.sifted.rows["commander_profile"]
        faces = sorted(face for _, row in rows for face in row.d6)
        written = self.data.get("commander_profile")
        if isinstance(written, list) and len(rows) == len(written) and faces != [1, 2, 3, 4, 5, 6]:
            message = T("commander_profile must give every face of the d6 once")
            self.add(("commander_profile",), message, "PS-CMD-02", key=True)

    # --- armies ----------------------------------------------------------------------------------------

    def armies(self) -> None:
        tables = self.data.get("victory")
        for at, row in self.sifted.rows["army"]:
            known = tables if isinstance(tables, dict) else ()
            self.among(("army", at, "victory"), T("victory table"), row.victory, known, "PS-VIC-01")
            self._army(("army", at, "unit"), row)

    def _army(self, path: Path, army: ArmyEntry) -> None:
        self.once(path, enumerate(army.unit))
        for at, row in enumerate(army.unit):
            if row.min > row.max:
                message = T("min {least} is above max {most}", least=row.min, most=row.max)
                self.find((*path, at, "min"), message, "PS-VIC-06")
            self._traits((*path, at, "traits"), row.traits)
            self._unit((*path, at), row)

    def _unit(self, path: Path, row: UnitEntry) -> None:
        types = [
            self.among((*path, "bases", at), T("base type"), base, self.ids["base"], "Model, unit")
            for at, base in enumerate(row.bases)
        ]
        known = self.among(
            (*path, "formation"), T("formation"), row.formation, self.ids["formation"], "PS-FORM-01"
        )
        if row.files > len(row.bases):
            message = T("{files} files of {bases} bases", files=row.files, bases=len(row.bases))
            self.find((*path, "files"), message, "Model, unit")
        elif known and all(types):
            self._formed(path, row)

    def _formed(self, path: Path, row: UnitEntry) -> None:
        """``row`` is in a formation that it can be in; what is not well-formed itself is not looked at."""
        bases = {base.id: base for _, base in self.sifted.rows["base"]}
        formations = {one.id: one for _, one in self.sifted.rows["formation"]}
        if row.formation not in formations or any(base not in bases for base in row.bases):
            return
        formation = make.formation(formations[row.formation])
        types = [make.base_type(bases[base], (1, 1)) for base in row.bases]
        fault = muster.formation_fault(formation, types, row.files, row.traits)
        if fault is not None:
            self.find((*path, "formation"), fault, muster.formation_clause(formation))

    # --- victory ---------------------------------------------------------------------------------------

    def victory(self) -> None:
        for table, rows in self.sifted.parts.get("victory", {}).items():
            self.once(("victory", table), enumerate(rows))
            for at, row in enumerate(rows):
                self._condition(("victory", table, at), row)

    def _condition(self, path: Path, row: ConditionEntry) -> None:
        test, inside = row.test, (*path, "test")
        if isinstance(test, IntactTest):
            self.among((*inside, "template"), T("unit"), test.template, self.templates, "PS-VIC-07")
        if isinstance(test, BasesTest):
            self.among((*inside, "base"), T("base type"), test.base, self.ids["base"], "PS-VIC-07")
        if isinstance(test, UnitsTest) and test.trait:
            self.among((*inside, "trait"), T("trait"), test.trait, self.ids["trait"], "PS-VIC-07")
        wrong = _bounds(row)
        if wrong is not None:
            self.add(inside, T("condition '{id}': {message}", id=row.id, message=wrong), "PS-VIC-07")


def _bounds(row: ConditionEntry) -> Text | None:
    """What is wrong with the limits of a condition."""
    if isinstance(row.test, EventTest | FallenTest):
        if row.when == "end" and isinstance(row.test, EventTest):
            return T("{kind} counts events: when is once or each", kind=row.test.kind)
        return None
    given = [key for key in _BOUNDS if getattr(row.test, key) is not None]
    if row.when == "each":
        if not isinstance(row.test, UnitsTest):
            return T("{kind} is no event: when is once or end", kind=row.test.kind)
        return T("with when: each there is no {key}", key=given[0]) if given else None
    if len(given) != 1:
        return T("give one of {keys}", keys=_BOUNDS)
    return None


def option_problem(option: Option, value: Any) -> Text | None:
    """Why an option cannot have that value; None if it can."""
    if option.kind == "inches":
        return _inches_problem(option, value)
    if option.kind in ("number", "share"):
        return _number_problem(option, value)
    if option.chooses(value):
        return None
    values = tuple(shown(one.value) for one in option.values)
    return T("option {key}='{value}'; choose {values}", key=option.id, value=shown(value), values=values)


def _number_problem(option: Option, value: Any) -> Text | None:
    kinds = (int, float) if option.kind == "share" else (int,)
    fits = isinstance(value, kinds) and not isinstance(value, bool) and option.least <= value <= option.most
    if fits and (option.kind == "number" or is_fine(value, 2)):
        return None
    least, most = f"{option.least:g}", f"{option.most:g}"
    return T(
        "option {key}='{value}'; choose {least} to {most}",
        key=option.id,
        value=shown(value),
        least=least,
        most=most,
    )


def _inches_problem(option: Option, value: Any) -> Text | None:
    fits = isinstance(value, list | tuple) and all(
        isinstance(one, int | float) and not isinstance(one, bool) and 0 <= one <= 1000 for one in value
    )
    if fits:
        return None
    return T("option {key}: give a list of lengths in inches, one a turn, such as [12, 12]", key=option.id)
