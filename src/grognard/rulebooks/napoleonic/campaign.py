"""Armies between battles: days that go by, recruits, and the way into the next scenario (chapter Campaign)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import yaml

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.files import Document, unknown
from grognard.locale import T
from grognard.rulebooks.napoleonic import scenariofile
from grognard.rulebooks.napoleonic.campaignfile import (
    END_OF_WAR,
    ArmyFile,
    CarriedGun,
    CarriedUnit,
    Strength,
    read_army,
    write_army,
)
from grognard.rulebooks.napoleonic.losses import QUARTERS
from grognard.rulebooks.napoleonic.tablemodel import Tables

Row: TypeAlias = dict[str, Any]


# --- days --------------------------------------------------------------------------------------------


@clause("NA-CAMP-01", "NA-END-06", "NA-END-07", "NA-ROUT-14")
def on_day(file: ArmyFile, date: str, tables: Tables) -> ArmyFile:
    """The army on that day, or when the war is over (``end_of_war``): who is due by then is back, in whole figures and
    as far as there is room."""
    unit = [_unit_on(one, date) for one in file.unit]
    gun = [_gun_on(one, date, tables.limits.crew_gun) for one in file.gun]
    person = [one for one in file.person if not _due(one.returns, date)]
    head = file.army if date == END_OF_WAR else file.army.model_copy(update={"date": date})
    return file.model_copy(update={"army": head, "unit": unit, "gun": gun, "person": person})


def _due(day: str, date: str) -> bool:
    """Days come first, the end of the war after them all, ``never`` last: so they stand in the alphabet."""
    return day <= date


def _back(row: Strength, date: str) -> tuple[int, Row]:
    """Quarters that are back by then, and what is still to come."""
    due = sum(one.quarters for one in row.returns if _due(one.day, date))
    return row.quarters + due, {"returns": [one for one in row.returns if not _due(one.day, date)]}


def _unit_on(row: CarriedUnit, date: str) -> CarriedUnit:
    quarters, changed = _back(row, date)
    more = min(quarters // QUARTERS, row.full - row.figures)
    tired = row.tired if row.tired and date <= row.tired else None
    changed |= {"figures": row.figures + more, "quarters": quarters - QUARTERS * more, "tired": tired}
    return row.model_copy(update=changed)


def _gun_on(row: CarriedGun, date: str, most: int) -> CarriedGun:
    quarters, changed = _back(row, date)
    more = max(min(quarters // QUARTERS, most - row.crew), 0)
    return row.model_copy(update={**changed, "crew": row.crew + more, "quarters": quarters - QUARTERS * more})


# --- changes that windows ask for --------------------------------------------------------------------


def _date(file: ArmyFile, words: Sequence[str], tables: Tables) -> ArmyFile:
    (to,) = words
    if to != END_OF_WAR and not _is_day(to):
        raise Refused("NA-CAMP-01", T("'{date}' is no day; write it as 1812-09-07", date=to))
    if to < file.army.date:
        raise Refused("NA-CAMP-01", T("the army is on {date} already", date=file.army.date))
    return on_day(file, to, tables)


def _is_day(word: str) -> bool:
    try:
        return bool(scenariofile.day(word))
    except ValueError:
        return False


@clause("NA-CAMP-02")
def _draft(file: ArmyFile, words: Sequence[str], tables: Tables) -> ArmyFile:
    """Recruits fill a regiment up, to its full strength at most; half of them or more are its minus."""
    name, word = words
    row = next((one for one in file.unit if one.id == name), None)
    if row is None:
        raise Refused("NA-CAMP-02", unknown(T("unit"), name, [one.id for one in file.unit]))
    room = row.full - row.figures
    if not word.isdecimal() or not 1 <= len(word) <= 3 or not 1 <= int(word) <= room:
        raise Refused(
            "NA-CAMP-02",
            T("'{unit}' can't take '{number}' recruits", unit=name, number=word),
            T(
                "it has {figures} figures of {full}, so at most {room}",
                figures=row.figures,
                full=row.full,
                room=room,
            ),
        )
    more = int(word)
    filled = row.model_copy(update={"figures": row.figures + more, "recruits": row.recruits + more})
    return file.model_copy(update={"unit": [filled if one is row else one for one in file.unit]})


Change: TypeAlias = Callable[[ArmyFile, Sequence[str], Tables], ArmyFile]
CHANGES: Mapping[str, tuple[str, int, Change]] = {
    "date": ("YYYY-MM-DD | end_of_war", 1, _date),
    "draft": ("UNIT FIGURES", 2, _draft),
}
"""Change -> what it is told, how many words, and who makes it."""


def change(text: str, name: str, words: Sequence[str], tables: Tables, lang: str = "en") -> str:
    """The army file after a change between battles; Refused with the clause, Problems for a bad file."""
    if name not in CHANGES:
        raise Refused("", unknown(T("change"), name, CHANGES))
    usage, count, made = CHANGES[name]
    if len(words) != count:
        raise Refused("", T("'{change}' is told: {usage}", change=name, usage=usage))
    return write_army(made(read_army(text), words, tables), lang)


# --- into the next battle ----------------------------------------------------------------------------


@clause("NA-CAMP-01", "NA-CAMP-02", "NA-CAMP-03", "NA-ROUT-14", "NA-END-07")
def laid_over(scenario: Document, file: ArmyFile, tables: Tables, date: str) -> str:
    """A variant of a scenario in which a seat's units are as strong as they are on the day of the battle.

    A unit without figures, a lost gun and whoever is away stay out; a formation that has lost its general so is led by
    his deputy, of the lowest rank that his post allows.
    """
    rows = _Overlay(scenario.data, on_day(file, date, tables), tables).rows(date)
    return yaml.safe_dump(rows, allow_unicode=True, sort_keys=False)


class _Overlay:
    """A scenario as data, and the army that marches into it."""

    def __init__(self, data: Any, army: ArmyFile, tables: Tables) -> None:
        self.army, self.tables = army, tables
        self.units: dict[str, Row] = {row["id"]: row for row in _rows(data, "unit")}
        self.people: dict[str, Row] = {row["id"]: row for row in _rows(data, "person")}
        self.formations: dict[str, Row] = {row["id"]: row for row in _rows(data, "formation")}
        units = [one for one in army.unit if one.id in self.units]
        guns = [one for one in army.gun if one.id in self.units]
        self.lost = {one.id for one in units if not one.figures} | {one.id for one in guns if one.lost}
        self.left_units = [one for one in units if one.id not in self.lost]
        self.left_guns = [one for one in guns if one.id not in self.lost]

    def rows(self, date: str) -> Row:
        unit = [*(self._unit(one, date) for one in self.left_units), *map(self._gun, self.left_guns)]
        empty = set(self._empty())
        people = list(self._people(empty))
        away = self._removed_people(empty)
        found: Row = {"unit": [*unit, *_struck(self.lost)], "person": [*people, *_struck(away)]}
        if empty:
            found["formation"] = _struck(empty)
        return {key: rows for key, rows in found.items() if rows}

    @clause("NA-CAMP-02", "NA-ROUT-14")
    def _unit(self, one: CarriedUnit, date: str) -> Row:
        row = {"id": one.id, "figures": one.figures, "full": one.full, "recruits": one.recruits}
        return {**row, "colours": one.colours, "tired": one.tired is not None and date <= one.tired}

    def _gun(self, one: CarriedGun) -> Row:
        return {"id": one.id, "crew": one.crew}

    # --- formations that are no more ---

    def _empty(self) -> Iterator[str]:
        """Formations of which the last unit is gone, with all that stood under them."""
        left = {row.get("formation") for one, row in self.units.items() if one not in self.lost}
        used = {one for formation in left for one in self._way_up(str(formation))}
        gone = {one for unit in self.lost for one in self._way_up(str(self.units[unit].get("formation")))}
        yield from sorted(gone - used)

    def _way_up(self, formation: str) -> Iterator[str]:
        while formation in self.formations:
            yield formation
            formation = str(self.formations[formation].get("parent", ""))

    # --- persons ---

    def _removed_people(self, empty: set[str]) -> list[str]:
        away = {one.id for one in self.army.person}
        return [one for one, row in self.people.items() if one in away or row.get("formation") in empty]

    @clause("NA-OOB-02", "NA-END-07")
    def _people(self, empty: set[str]) -> Iterator[Row]:
        """Deputies of commanders who are away, and those who have to stand with another unit now."""
        away = {one.id for one in self.army.person}
        for one, row in self.people.items():
            at = self._place(row)
            post = self.tables.posts.get(str(row.get("post")))
            if row.get("formation") in empty or not at:
                continue
            if one in away and post is not None and post.commands:
                en, ru = row.get("en", one), row.get("ru", "")
                names = {"en": f"Deputy of {en}", **({"ru": f"Заместитель ({ru})"} if ru else {})}
                ranked = {"rank": post.ranks[0], "post": post.id, "formation": row.get("formation")}
                yield {"id": f"{one}_deputy", **names, **ranked, "with": at}
            elif one not in away and at != row.get("with"):
                yield {"id": one, "with": at}

    def _place(self, row: Row) -> str:
        """His unit, or where that is gone another of his formation, else any other under the same roof."""
        at = str(row.get("with"))
        if at not in self.lost:
            return at
        for formation in self._way_up(str(row.get("formation"))):
            for one, unit in sorted(self.units.items()):
                if one not in self.lost and formation in self._way_up(str(unit.get("formation"))):
                    return one
        return ""


def _rows(data: Any, key: str) -> list[Row]:
    rows = data.get(key) if isinstance(data, dict) else None
    return [row for row in rows if isinstance(row, dict) and "id" in row] if isinstance(rows, list) else []


def _struck(ids: set[str] | list[str]) -> list[Row]:
    return [{"remove": sorted(ids)}] if ids else []
