"""What no single row shows: tables that must agree with each other and with what the rules need."""

from __future__ import annotations

from typing import Any

from grognard.core.rule import clause
from grognard.files import Document, Option, Path, Sifted, unknown
from grognard.locale import T, Text
from grognard.rulebooks.fantasy.tablefile import WORDS, BonusEffect, effect_of
from grognard.rulebooks.fantasy.tables import SKILLS
from grognard.rulebooks.fantasy.writing import ratio
from grognard.rulebooks.options import shown
from grognard.rulebooks.tablechecks import TableCheck

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


class AllTables(TableCheck):
    """Everything but troops and spells, which have checks of their own."""

    def __init__(self, document: Document, sifted: Sifted) -> None:
        super().__init__(document, sifted, WORDS, _BY_ID)

    def run(self, shipped: Document) -> None:
        self.all_once()
        self.needed(NEEDED)
        if not self.sifted.rows["spell"] and ("spell", 0) not in self.sifted.bad:
            self.lacking("spell", "break_enchantment", "FA-MAG-04")
        self.closed("special_rule", RULES, "FA-SPC-01")
        self._rules()
        self._lines()
        self._fractions()
        self._victory()
        self._bonuses()
        self.options(shipped, option_problem, "Options")

    @clause("FA-SPC-03", "FA-SPC-05", "FA-SPC-06", "FA-SPC-08", "FA-SPC-09")
    def _rules(self) -> None:
        """Weapons have known ones."""
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


def _over(text: str) -> float:
    found = ratio(text)
    return found[0] / found[1] if found else 0


@clause("FA-SPC-03", "FA-SPC-05")
def is_weapon_rule(rule: str) -> bool:
    """A rule that missile weapons may have: ``caracole``, ``ap2``."""
    if rule[:-1] in NUMBERED and rule[-1:] in "123456789":
        return True
    return rule in SKILLS or rule in MISSILE_RULES


def weapon_rules() -> tuple[str, ...]:
    return (*SKILLS, *MISSILE_RULES, *(f"{one}2" for one in NUMBERED))


def option_problem(option: Option, value: Any) -> Text | None:
    """Why an option cannot have that value; None if it can."""
    if option.kind == "share":
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and option.least <= value <= option.most:
            return None
        limits = {"least": f"{option.least:g}", "most": f"{option.most:g}"}
        return T(
            "option {key} = {value}; valid: {least} to {most}", key=option.id, value=shown(value), **limits
        )
    if option.chooses(value):
        return None
    values = tuple(shown(one.value) for one in option.values)
    return T("option {key} = {value}; valid: {values}", key=option.id, value=shown(value), values=values)
