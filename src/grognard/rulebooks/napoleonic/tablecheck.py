"""What no single row shows: tables that must agree with each other and with what the rules need."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.core.rule import clause
from grognard.files import Collector, Document, Path, Sifted, item_words, unknown
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic.tablefile import WORDS, OptionEntry, OutcomeRow, PostEntry

NEEDED = {
    "arm": (
        "foot",
        "heavy_horse",
        "horse",
        "light_horse_regular",
        "light_horse_irregular",
        "foot_gun",
        "horse_gun",
    ),
    "status": ("line",),
    "formation_kind": ("line", "march_column", "open_order", "dismounted"),
    "obstacle": (
        "hill",
        "village",
        "town_block",
        "bridge",
        "ford",
        "defile",
        "stream",
        "ravine",
        "fence",
        "field_work",
        "stone_barrier",
        "fortress_wall",
        "bush",
        "wood",
        "river",
        "water",
        "guns_or_train",
    ),
    "fate": ("killed", "badly_wounded", "wounded", "lightly_wounded", "shaken", "shielded"),
    "post": (
        "army_commander",
        "corps_commander",
        "chief_of_staff",
        "division_commander",
        "artillery_chief",
        "aide",
    ),
}
CLOSED = ("arm", "formation_kind", "fate", "post")
"""What one of them does is in the program: a game master may change them, not add to them."""
LEADS = ("regiment", "battery", "gun", "covering_regiment")
"""What a post may lead besides other posts."""
_BY_ID = ("arm", "status", "formation_kind", "obstacle", "fate", "rank", "post", "option")


def check_tables(document: Document, shipped: Document, sifted: Sifted) -> None:
    """Raises Problems for rows that are not well-formed, and for all that does not agree."""
    tables = _Tables(document, sifted)
    for section in _BY_ID:
        tables.repeated(section)
    tables.needed()
    tables.closed()
    tables.posts()
    tables.clashes()
    tables.fate()
    tables.after()
    tables.lengths()
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
        return [row["id"] for row in records if isinstance(row.get("id"), str)]

    def find(self, path: Path, message: Text, clause_id: str | None = None) -> None:
        """A problem with an item of a list, which the message then names."""
        items = tuple(item_words(self.data, path, WORDS))
        named = T("{items}: {message}", items=items, message=message) if items else message
        self.add(path, named, clause_id)

    def among(self, path: Path, what: Text, word: str, known: Iterable[str], clause_id: str) -> None:
        listed = list(known)
        if word not in listed:
            self.find(path, unknown(what, word, listed), clause_id)

    def repeated(self, section: str) -> None:
        seen: dict[str, int] = {}
        for at, row in self.sifted.rows[section]:
            first = seen.setdefault(row.id, at)
            if first != at:
                line = self.document.place((section, first)).line
                message = T("id '{id}' is used twice, first in line {line}", id=row.id, line=line)
                self.add((section, at, "id"), message)

    def needed(self) -> None:
        for section, ids in NEEDED.items():
            for one in ids:
                if one not in self.ids[section]:
                    self.add((section,), T("the rules need '{id}'; it cannot be struck", id=one), key=True)

    def closed(self) -> None:
        for section in CLOSED:
            for at, row in self.sifted.rows[section]:
                if row.id not in NEEDED[section]:
                    self.add((section, at, "id"), unknown(WORDS[section], row.id, NEEDED[section]))

    # --- command ---------------------------------------------------------------------------------------

    @clause("NA-OOB-06", "NA-CMD-15")
    def posts(self) -> None:
        for at, row in self.sifted.rows["post"]:
            path: Path = ("post", at)
            self._ranks(path, row)
            for number, post in enumerate(row.leads):
                self.among(
                    (*path, "leads", number), T("post"), post, (*self.ids["post"], *LEADS), "NA-CMD-02"
                )
            for number, post in enumerate(row.may_replace):
                self.among((*path, "may_replace", number), T("post"), post, self.ids["post"], "NA-CMD-15")

    def _ranks(self, path: Path, row: PostEntry) -> None:
        for number, rank in enumerate(row.ranks):
            self.among((*path, "ranks", number), T("rank"), rank, self.ids["rank"], "NA-OOB-06")
        order = [self.ids["rank"].index(rank) for rank in row.ranks if rank in self.ids["rank"]]
        if order != sorted(order):
            self.find((*path, "ranks"), T("ranks stand from junior to senior"), "NA-OOB-06")

    # --- losses, close combat --------------------------------------------------------------------------

    @clause("NA-CC-06")
    def clashes(self) -> None:
        for key, rows in self.sifted.parts.get("close_combat") or ():
            self._complete(("close_combat", key), rows)

    def _complete(self, path: Path, rows: list[OutcomeRow]) -> None:
        """Every difference from 0 up stands in one row."""
        following = 0
        for at, row in enumerate(rows):
            if row.difference[0] != following:
                message = T(
                    "row {row} begins at {least}, not at {right}",
                    row=at + 1,
                    least=row.difference[0],
                    right=following,
                )
                self.add((*path, at, "difference"), message, "NA-CC-06")
                return
            if len(row.difference) == 1:
                following = -1
                continue
            following = row.difference[1] + 1
        if following != -1:
            self.add(path, T("the last row must be open: [{least}]", least=following), "NA-CC-06")

    @clause("NA-FATE-02", "NA-UNIT-04")
    def fate(self) -> None:
        if len(self.ids["fate"]) != 6:
            message = T("the fate die has 6 faces, not {count}", count=len(self.ids["fate"]))
            self.add(("fate",), message, "NA-FATE-02", key=True)

    @clause("NA-END-04", "NA-END-05")
    def after(self) -> None:
        for key, rows in self.sifted.parts.get("after_battle") or ():
            total = sum(row.quarters for row in rows)
            if total != 4:
                message = T("{side}: {total} quarters; they must be 4", side=key, total=total)
                self.add(("after_battle", key), message, "NA-END-04")

    @clause("NA-ART-04", "NA-ART-08")
    def lengths(self) -> None:
        distances, angles = self.sifted.parts.get("distances"), self.sifted.parts.get("angles")
        if distances is not None and distances.battery_interval_max < distances.battery_interval_min:
            message = T("battery_interval_max is below battery_interval_min")
            self.add(("distances", "battery_interval_max"), message, "NA-ART-08")
        if angles is not None and angles.pivot_half < angles.pivot_minus_one:
            self.add(("angles", "pivot_half"), T("pivot_half is below pivot_minus_one"), "NA-ART-04")

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
                self.add(("option", at, "default"), wrong, row.clauses[0])
        for one in printed.keys() - set(self.ids["option"]):
            self.add(("option",), T("the rules need '{id}'; it cannot be struck", id=one), key=True)


def _fixed(row: Any) -> Any:
    values = [one.get("value") for one in row.get("values", []) if isinstance(one, dict)]
    return row.get("kind"), values, row.get("least"), row.get("most"), row.get("clauses")


def option_problem(row: OptionEntry, value: Any) -> Text | None:
    """Why an option cannot have that value; None if it can."""
    if row.kind != "choice":
        return _number_problem(row, value)
    values = [one.value for one in row.values]
    if any(value == one and type(value) is type(one) for one in values):
        return None
    return T(
        "{key} = '{value}'; one of {values}",
        key=row.id,
        value=_shown(value),
        values=tuple(_shown(one) for one in values),
    )


def _number_problem(row: OptionEntry, value: Any) -> Text | None:
    kinds = (int, float) if row.kind == "length" else (int,)
    fits = isinstance(value, kinds) and not isinstance(value, bool) and row.least <= value <= row.most
    if fits and abs(value * 1000 - round(value * 1000)) < 1e-6:
        return None
    least, most = f"{row.least:g}", f"{row.most:g}"
    return T("{key} = '{value}'; {least} to {most}", key=row.id, value=_shown(value), least=least, most=most)


def _shown(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value
