"""What no single row shows: tables that must agree with each other and with what the rules need."""

from __future__ import annotations

from typing import Any

from grognard.core.rule import clause
from grognard.files import Document, Option, Path, Sifted
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic.tablefile import WORDS, OutcomeRow, PostEntry
from grognard.rulebooks.options import shown
from grognard.rulebooks.tablechecks import TableCheck
from grognard.rulebooks.writing import is_fine

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
    tables.all_once()
    tables.needed(NEEDED)
    for section in CLOSED:
        tables.closed(section, NEEDED[section])
    tables.posts()
    tables.clashes()
    tables.fate()
    tables.after()
    tables.lengths()
    tables.options(shipped, option_problem)
    tables.done()


class _Tables(TableCheck):
    def __init__(self, document: Document, sifted: Sifted) -> None:
        super().__init__(document, sifted, WORDS, dict.fromkeys(_BY_ID))

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


def option_problem(option: Option, value: Any) -> Text | None:
    """Why an option cannot have that value; None if it can."""
    if option.kind != "choice":
        return _number_problem(option, value)
    if option.chooses(value):
        return None
    values = tuple(shown(one.value) for one in option.values)
    return T("{key} = '{value}'; one of {values}", key=option.id, value=shown(value), values=values)


def _number_problem(option: Option, value: Any) -> Text | None:
    kinds = (int, float) if option.kind == "length" else (int,)
    fits = isinstance(value, kinds) and not isinstance(value, bool) and option.least <= value <= option.most
    if fits and is_fine(value, 3):
        return None
    least, most = f"{option.least:g}", f"{option.most:g}"
    return T(
        "{key} = '{value}'; {least} to {most}", key=option.id, value=shown(value), least=least, most=most
    )
