"""What no single row shows: tables that must agree with each other and with what the rules need."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.core.rule import clause
from grognard.files import Collector, Document, Path, Sifted, item_words, unknown
from grognard.locale import T, Text
from grognard.rulebooks.fantasy.tablefile import WORDS, BonusEffect, OptionEntry, effect_of
from grognard.rulebooks.fantasy.tables import SKILLS
from grognard.rulebooks.fantasy.writing import ratio, shown

MISSILE_RULES = ("penetration", "blast", "misfire", "paired_in_melee")
"""Special rules that only missile weapons have."""
NUMBERED = ("ap", "multishot")
"""Those that are written with a number from 1 to 9, ``ap2``; missile weapons only."""
RULES = (*SKILLS, *MISSILE_RULES, *NUMBERED)
NEEDED = {"special_rule": RULES, "terrain": ("open",), "melee_weapon": ("hand_weapon",)}
_BY_ID = {
    "profile": "FA-GEN-05",
    "mount": "FA-MNT-01",
    "character": "FA-CMD-01",
    "melee_weapon": "FA-WPN-01",
    "missile_weapon": "FA-WPN-12",
    "special_rule": "FA-SPC-01",
    "terrain": "FA-TER-01",
    "path": "FA-MAG-16",
    "legend_bonus": "FA-LEG-01",
    "option": None,
}


class TableCheck(Collector):
    """All tables; ``ids`` holds the ids of each list, of rows well-formed or not."""

    def __init__(self, document: Document, sifted: Sifted) -> None:
        super().__init__(document)
        self.problems.extend(sifted.problems)
        self.sifted = sifted
        self.data: Any = document.data
        self.ids = {section: self._ids(self.data.get(section)) for section in _BY_ID}

    def _ids(self, rows: Any) -> list[str]:
        records = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
        return [row["id"] for row in records if isinstance(row.get("id"), str)]

    def run(self, shipped: Document) -> None:
        """Everything but troops and spells, which have checks of their own."""
        for section, clause_id in _BY_ID.items():
            self._repeated(section, clause_id)
        self._needed()
        self._rules()
        self._lines()
        self._fractions()
        self._victory()
        self._bonuses()
        self._options(shipped)

    def find(self, path: Path, message: Text, clause: str | None = None, key: bool = False) -> None:
        """A problem with an item of a list, which the message then names."""
        items = tuple(item_words(self.data, path, WORDS))
        named = T("{items}: {message}", items=items, message=message) if items else message
        self.add(path, named, clause, key)

    def among(self, path: Path, what: Text, word: str, known: Iterable[str], clause: str) -> None:
        listed = list(known)
        if word not in listed:
            self.find(path, unknown(what, word, listed), clause)

    # --- ids -------------------------------------------------------------------------------------------

    def _repeated(self, section: str, clause_id: str | None) -> None:
        seen: dict[str, int] = {}
        for at, row in self.sifted.rows.get(section, []):
            first = seen.setdefault(row.id.casefold(), at)
            if first != at:
                line = self.document.place((section, first)).line
                message = T("id '{id}' is used twice, first in line {line}", id=row.id, line=line)
                self.add((section, at, "id"), message, clause_id)

    def _needed(self) -> None:
        for section, ids in NEEDED.items():
            for one in ids:
                if one not in self.ids[section]:
                    self.add((section,), T("the rules need '{id}'; it cannot be struck", id=one), key=True)
        if not self.sifted.rows["spell"] and ("spell", 0) not in self.sifted.bad:
            message = T("the rules need '{id}'; it cannot be struck", id="break_enchantment")
            self.add(("spell",), message, "FA-MAG-04", key=True)

    @clause("FA-SPC-03", "FA-SPC-05", "FA-SPC-06", "FA-SPC-08", "FA-SPC-09")
    def _rules(self) -> None:
        """The list is closed: what a special rule does is in the program. Weapons have known ones."""
        for at, row in self.sifted.rows["special_rule"]:
            if row.id not in RULES:
                self.add(("special_rule", at, "id"), unknown(T("special rule"), row.id, RULES), "FA-SPC-01")
        for at, row in self.sifted.rows["missile_weapon"]:
            for number, rule in enumerate(row.rules):
                if not is_weapon_rule(rule):
                    path: Path = ("missile_weapon", at, "rules", number)
                    self.find(path, unknown(T("special rule"), rule, weapon_rules()), "FA-SPC-01")

    # --- numbers ---------------------------------------------------------------------------------------

    @clause("FA-TER-03", "FA-MOV-03")
    def _lines(self) -> None:
        for at, row in self.sifted.rows["terrain"]:
            if row.cross and not row.line:
                self.find(("terrain", at, "cross"), T("cross is for lines (line: true)"), "FA-TER-03")
            if row.los == "deep" and not row.deep:
                self.find(("terrain", at, "los"), T("los deep needs a number of cells, deep"), "FA-LOS-04")

    @clause("FA-SHO-05", "FA-LD-02")
    def _fractions(self) -> None:
        units = self.sifted.parts.get("range_unit")
        for key, text in units or ():
            if not _over(text):
                self.add(("range_unit", key), T("{key} must be above 0", key=key), "FA-SHO-05")
        steps = self.sifted.parts.get("loss_steps")
        for key, row in steps or ():
            if _over(row.factor) < 1:
                self.add(("loss_steps", key, "factor"), T("{key} must be at least {least}, not {value}",
                         key="factor", least=1, value=row.factor), "FA-LD-02")  # fmt: skip
        if steps is not None and _over(steps.third_left.lost) <= _over(steps.half_left.lost):
            message = T("third_left comes with fewer losses than half_left; the harder step has more")
            self.add(("loss_steps", "third_left", "lost"), message, "FA-LD-02")

    @clause("FA-VIC-02")
    def _victory(self) -> None:
        row = self.sifted.parts.get("victory")
        if row is not None and row.minor_below < row.draw_below:
            message = T(
                "minor_below {minor} is less than draw_below {draw}",
                minor=row.minor_below,
                draw=row.draw_below,
            )
            self.add(("victory", "minor_below"), message, "FA-VIC-02")

    @clause("FA-LEG-01")
    def _bonuses(self) -> None:
        for at, row in self.sifted.rows["legend_bonus"]:
            effects = effect_of(row.effect)
            if len(effects) != 1:
                keys = tuple(BonusEffect.model_fields)
                message = T(
                    "give exactly one effect, not {count}; valid: {keys}", count=len(effects), keys=keys
                )
                self.find(("legend_bonus", at, "effect"), message, "FA-LEG-01")

    # --- options ---------------------------------------------------------------------------------------

    def _options(self, shipped: Document) -> None:
        """A game master's file may change defaults and words, not what there is to choose."""
        printed: dict[str, Any] = {row["id"]: row for row in shipped.data["option"]}
        for at, row in self.sifted.rows["option"]:
            ours = printed.get(row.id)
            if ours is None:
                self.add(("option", at, "id"), unknown(T("option"), row.id, printed), "Options")
            elif _fixed(self.data["option"][at]) != _fixed(ours):
                self.add(("option", at), T("the values of option {id} are fixed by the rules", id=row.id))
            elif (wrong := option_problem(row, row.default)) is not None:
                self.add(("option", at, "default"), wrong, row.clauses[0] if row.clauses else None)
        for one in printed.keys() - set(self.ids["option"]):
            self.add(("option",), T("the rules need '{id}'; it cannot be struck", id=one), key=True)


def _over(text: str) -> float:
    found = ratio(text)
    return found[0] / found[1] if found else 0


def _fixed(row: Any) -> Any:
    values = [one.get("value") for one in row.get("values", []) if isinstance(one, dict)]
    return row.get("kind"), values, row.get("least"), row.get("most")


@clause("FA-SPC-03", "FA-SPC-05")
def is_weapon_rule(rule: str) -> bool:
    """A rule that missile weapons may have: ``caracole``, ``ap2``."""
    if rule[:-1] in NUMBERED and rule[-1:] in "123456789":
        return True
    return rule in SKILLS or rule in MISSILE_RULES


def weapon_rules() -> tuple[str, ...]:
    return (*SKILLS, *MISSILE_RULES, *(f"{one}2" for one in NUMBERED))


def option_problem(row: OptionEntry, value: Any) -> Text | None:
    """Why an option cannot have that value; None if it can."""
    if row.kind == "share":
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and row.least <= value <= row.most:
            return None
        limits = {"least": f"{row.least:g}", "most": f"{row.most:g}"}
        return T("option {key} = {value}; valid: {least} to {most}", key=row.id, value=shown(value), **limits)
    values = [one.value for one in row.values]
    if any(value == one and type(value) is type(one) for one in values):
        return None
    return T(
        "option {key} = {value}; valid: {values}",
        key=row.id,
        value=shown(value),
        values=tuple(map(shown, values)),
    )
