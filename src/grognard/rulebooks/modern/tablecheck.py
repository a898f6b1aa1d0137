"""What no single row shows: tables that must agree with each other and with what the rules need."""

from __future__ import annotations

from typing import Any

from grognard.core.rule import clause
from grognard.files import Document, Option, Path, Sifted
from grognard.locale import T, Text
from grognard.rulebooks.modern.cardcheck import CardCheck
from grognard.rulebooks.modern.tablefile import WORDS, UnitCardRow
from grognard.rulebooks.modern.tablemake import power_of, price_of
from grognard.rulebooks.options import shown
from grognard.rulebooks.tablechecks import TableCheck

ABILITIES = (
    "amphibious",
    "river_navigation",
    "engineer",
    "airplane",
    "stealth",
    "radar",
    "indirect_fire",
    "siege",
    "deploy_to_fire",
    "mountaineer",
    "pathfinder",
    "airborne",
    "saboteur",
    "repair",
    "medic",
    "no_hold",
    "command_post",
    "civilian",
)
NEEDED = {"ability": ABILITIES, "terrain": ("clear",)}
_BY_ID = {"unit_card": "MO-UNIT-03"} | dict.fromkeys(
    ("ability", "terrain", "kso_card", "general_card", "option")
)


def check_tables(document: Document, shipped: Document, sifted: Sifted) -> None:
    """Raises Problems for rows that are not well-formed, and for all that does not agree."""
    tables = _Tables(document, sifted)
    tables.all_once()
    tables.needed(NEEDED)
    tables.closed("ability", ABILITIES, "MO-UNIT-10")
    tables.units()
    tables.ground()
    tables.limits()
    for section in ("kso_card", "general_card"):
        for at, row in sifted.rows.get(section, []):
            CardCheck(tables, (section, at)).run(row)
    tables.options(shipped, option_problem)
    tables.done()


class _Tables(TableCheck):
    def __init__(self, document: Document, sifted: Sifted) -> None:
        super().__init__(document, sifted, WORDS, _BY_ID)

    # --- units -----------------------------------------------------------------------------------------

    def units(self) -> None:
        weights = {row.id: row.weight for _, row in self.sifted.rows["ability"]}
        each = self.sifted.parts.get("passenger_weight")
        for at, row in self.sifted.rows["unit_card"]:
            path: Path = ("unit_card", at)
            for number, ability in enumerate(row.abilities):
                self.among((*path, "abilities", number), T("ability"), ability, ABILITIES, "MO-UNIT-10")
            self._statuses(path, row)
            if each is not None and all(ability in weights for ability in row.abilities):
                self._worth(path, row, power_of(row, weights, each))

    @clause("MO-UNIT-06")
    def _statuses(self, path: Path, row: UnitCardRow) -> None:
        right = 1 if "airplane" in row.abilities else 2
        if row.statuses == right:
            return
        message = (
            T("statuses {statuses}; an aeroplane has 1", statuses=row.statuses)
            if right == 1
            else T("statuses {statuses}; only an aeroplane (ability airplane) has 1", statuses=row.statuses)
        )
        where: Path = (*path, "statuses") if "statuses" in row.model_fields_set else path
        self.find(where, message, "MO-UNIT-06")

    @clause("MO-ACAD-10")
    def _worth(self, path: Path, row: UnitCardRow, power: int) -> None:
        for key, right in (("power", power), ("price", price_of(power))):
            said = getattr(row, key)
            if said is not None and said != right:
                message = T("{key} {said} does not match the card: {right}", key=key, said=said, right=right)
                self.find((*path, key), message, "MO-ACAD-10")

    # --- ground and numbers ----------------------------------------------------------------------------

    @clause("MO-MAP-04", "MO-TERR-01")
    def ground(self) -> None:
        seen: dict[str, str] = {}
        for at, row in self.sifted.rows["terrain"]:
            path: Path = ("terrain", at)
            other = seen.setdefault(row.symbol, row.id)
            if other != row.id:
                message = T("symbol {symbol} is that of '{other}'", symbol=row.symbol, other=other)
                self.find((*path, "symbol"), message, "MO-MAP-04")
            for ability in (*row.cost_with, *row.sight_kept_with):
                self.among(path, T("ability"), ability, ABILITIES, "MO-UNIT-10")
        road = self.sifted.parts.get("road")
        for one in (*road.cost_into, *road.cancels_armour_bonus_in) if road else ():
            self.among(("road",), T("terrain"), one, self.ids["terrain"], "MO-TERR-11")

    @clause("MO-GNL-07", "MO-END-03")
    def limits(self) -> None:
        score = self.sifted.parts.get("score")
        if score is not None and score.major <= score.minor:
            message = T("major {major} is not above minor {minor}", major=score.major, minor=score.minor)
            self.add(("score", "major"), message, "MO-END-03")
        limits = self.sifted.parts.get("limits")
        if limits is None:
            return
        for at, row in self.sifted.rows["general_card"]:
            for key, (least, most) in limits:
                value = getattr(row, key)
                if not least <= value <= most:
                    message = T(
                        "{key} {value}; valid: {least} to {most}",
                        key=key,
                        value=value,
                        least=least,
                        most=most,
                    )
                    self.find(("general_card", at, key), message, "MO-GNL-07")


def option_problem(option: Option, value: Any) -> Text | None:
    """Why an option cannot have that value; None if it can."""
    if option.kind == "number":
        return _number_problem(option, value)
    if option.chooses(value):
        return None
    values = tuple(shown(one.value) for one in option.values)
    return T("option {key} = {value}; valid: {values}", key=option.id, value=shown(value), values=values)


def _number_problem(option: Option, value: Any) -> Text | None:
    whole = isinstance(value, int) and not isinstance(value, bool)
    if whole and (value == 0 or option.least <= value <= option.most):
        return None
    return T(
        "{key} {value}; valid: 0 or {least} to {most}",
        key=option.id,
        value=shown(value),
        least=option.least,
        most=option.most,
    )
