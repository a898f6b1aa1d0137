"""What no single row shows: tables that must agree with each other and with what the rules need."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.core.rule import clause
from grognard.files import Collector, Document, Path, Sifted, item_words, unknown
from grognard.locale import T, Text
from grognard.rulebooks.modern.cardcheck import CardCheck
from grognard.rulebooks.modern.tablefile import WORDS, OptionEntry, UnitCardRow
from grognard.rulebooks.modern.tablemake import power_of, price_of

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
_BY_ID = ("unit_card", "ability", "terrain", "kso_card", "general_card", "option")


def check_tables(document: Document, shipped: Document, sifted: Sifted) -> None:
    """Raises Problems for rows that are not well-formed, and for all that does not agree."""
    tables = _Tables(document, sifted)
    for section in _BY_ID:
        tables.repeated(section)
    tables.needed()
    tables.abilities()
    tables.units()
    tables.ground()
    tables.limits()
    for section in ("kso_card", "general_card"):
        for at, row in sifted.rows.get(section, []):
            CardCheck(tables, (section, at)).run(row)
    tables.options(shipped)
    tables.done()


class _Tables(Collector):
    def __init__(self, document: Document, sifted: Sifted) -> None:
        super().__init__(document)
        self.problems.extend(sifted.problems)
        self.sifted = sifted
        self.data: Any = document.data
        self.ids = {section: self._ids(self.data.get(section)) for section in _BY_ID}

    def _ids(self, rows: Any) -> list[str]:
        """Ids of all records that have one, well-formed or not."""
        records = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
        return [str(row["id"]) for row in records if isinstance(row.get("id"), str | int)]

    def find(self, path: Path, message: Text, clause: str | None = None, key: bool = False) -> None:
        """A problem with an item of a list, which the message then names."""
        items = tuple(item_words(self.data, path, WORDS))
        named = T("{items}: {message}", items=items, message=message) if items else message
        self.add(path, named, clause, key)

    def among(self, path: Path, what: Text, word: str, known: Iterable[str], clause: str) -> None:
        listed = list(known)
        if word not in listed:
            self.find(path, unknown(what, word, listed), clause)

    def repeated(self, section: str) -> None:
        seen: dict[str, int] = {}
        for at, row in self.sifted.rows.get(section, []):
            first = seen.setdefault(str(row.id).casefold(), at)
            if first != at:
                line = self.document.place((section, first)).line
                message = T("id '{id}' is used twice, first in line {line}", id=row.id, line=line)
                self.add((section, at, "id"), message, "MO-UNIT-03" if section == "unit_card" else None)

    def needed(self) -> None:
        for section, ids in NEEDED.items():
            for one in ids:
                if one not in self.ids[section]:
                    self.add((section,), T("the rules need '{id}'; it cannot be struck", id=one), key=True)

    @clause("MO-UNIT-10")
    def abilities(self) -> None:
        """The list is closed: what an ability does is in the program."""
        for at, row in self.sifted.rows["ability"]:
            if row.id not in ABILITIES:
                self.add(("ability", at, "id"), unknown(T("ability"), row.id, ABILITIES), "MO-UNIT-10")

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

    # --- options ---------------------------------------------------------------------------------------

    def options(self, shipped: Document) -> None:
        """A game master's file may change defaults and words, not what there is to choose."""
        printed: dict[str, Any] = {row["id"]: row for row in shipped.data["option"]}
        for at, row in self.sifted.rows["option"]:
            ours = printed.get(row.id)
            if ours is None:
                self.add(("option", at, "id"), unknown(T("option"), row.id, printed))
            elif _fixed(self.data["option"][at]) != _fixed(ours):
                self.add(("option", at), T("the values of option {id} are fixed by the rules", id=row.id))
            elif (wrong := option_problem(row, row.default)) is not None:
                self.add(("option", at, "default"), wrong, row.clauses[0] if row.clauses else None)
        for one in printed.keys() - set(self.ids["option"]):
            self.add(("option",), T("the rules need '{id}'; it cannot be struck", id=one), key=True)


def _fixed(row: Any) -> Any:
    values = [one.get("value") for one in row.get("values", []) if isinstance(one, dict)]
    return row.get("kind"), values, row.get("least"), row.get("most")


def option_problem(row: OptionEntry, value: Any) -> Text | None:
    """Why an option cannot have that value; None if it can."""
    if row.kind == "number":
        return _number_problem(row, value)
    values = [one.value for one in row.values]
    if any(value == one and type(value) is type(one) for one in values):
        return None
    return T(
        "option {key} = {value}; valid: {values}",
        key=row.id,
        value=shown(value),
        values=tuple(map(shown, values)),
    )


def _number_problem(row: OptionEntry, value: Any) -> Text | None:
    whole = isinstance(value, int) and not isinstance(value, bool)
    if whole and (value == 0 or row.least <= value <= row.most):
        return None
    return T(
        "{key} {value}; valid: 0 or {least} to {most}",
        key=row.id,
        value=shown(value),
        least=row.least,
        most=row.most,
    )


def shown(value: Any) -> str:
    """As files write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
