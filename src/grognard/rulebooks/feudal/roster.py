"""The army file of a seat after a battle, and what may happen to it before the next: merging, drafts, hunger.

Remnants may not enter a battle, so they stand at the end of the file as comment lines that are YAML but for their
``#``; the functions here read them, the next battle doesn't.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import yaml

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.files import Collector, read_yaml, sift
from grognard.locale import Name, T, Text
from grognard.rulebooks.feudal import muster
from grognard.rulebooks.feudal.files import read_army_file
from grognard.rulebooks.feudal.model import (
    Army,
    Commander,
    FeudalSetup,
    FeudalState,
    Lord,
    Sheet,
    Tables,
    Troop,
)
from grognard.rulebooks.feudal.scenariocheck import WORDS
from grognard.rulebooks.feudal.scenariofile import ArmyFile

Row: TypeAlias = dict[str, Any]
"""An army or a commander as the file has it, without keys that say what goes without saying."""

REMNANTS = "# remnants:"
HUNGRY = "hungry"
ESCAPED = "escaped"


@dataclass
class RosterText:
    """An army file taken apart: ``head`` are the comment lines before everything else."""

    head: list[str] = field(default_factory=list)
    army: list[Row] = field(default_factory=list)
    artefacts: list[str] = field(default_factory=list)
    commanders: list[Row] = field(default_factory=list)
    remnants: list[Row] = field(default_factory=list)

    def find(self, army: str) -> Row:
        """The army or remnant of that id; Refused if there is none."""
        rows = [*self.army, *self.remnants]
        for row in rows:
            if row["id"] == army:
                return row
        raise Refused(
            "FE-SIZE-09",
            T("there is no army '{army}' in this file", army=army),
            T("choose from: {options}", options=tuple(row["id"] for row in rows)),
        )

    def strike(self, row: Row) -> None:
        self.army = [one for one in self.army if one is not row]
        self.remnants = [one for one in self.remnants if one is not row]

    def settle(self, row: Row, tables: Tables) -> None:
        """Put a changed army where its head-count says: among the armies or the remnants (FE-SIZE-11)."""
        troop = tables.troops[row["troop"]]
        row.pop("hp", None)
        row.pop("survivors", None)
        if muster.short_handed(tables, troop, row["men"]):
            row["survivors"] = True
        home, other = self.army, self.remnants
        if muster.remnant(tables, troop, row["men"]):
            home, other = other, home
        if any(one is row for one in other):
            other.remove(row)
            home.append(row)


# --- after a battle ----------------------------------------------------------------------------------


@clause("FE-AFT-01", "FE-AFT-08", "FE-SIZE-11", "FE-RNG-05")
def roster(setup: FeudalSetup, state: FeudalState, seat: str, lang: str = "en") -> str:
    """The army file of the seat's forces as they are after the aftermath; Refused before it is over.

    Missiles are full again and conditions of the field gone, so neither is written; commanders who were killed or
    captured are named in a comment only, those who escaped are free.
    """
    if not state.finished:
        raise Refused(
            "FE-AFT-05", T("the battle is not over yet: there is no army file before the aftermath")
        )
    file = RosterText([_comment(T("{seat} after: {battle}", seat=seat, battle=setup.name), lang)])
    file.artefacts = list(setup.artefacts.get(seat, ()))
    for piece in state.pieces:
        if isinstance(piece, Army) and setup.sheets[piece.id].seat == seat:
            _muster(file, setup, piece, lang)
        elif isinstance(piece, Lord) and piece.id == f"seat:{seat}":
            file.commanders += [commander_row(one) for one in piece.commanders]
    return write(file, lang)


def _muster(file: RosterText, setup: FeudalSetup, army: Army, lang: str) -> None:
    sheet = setup.sheets[army.id]
    if army.men == 0:
        file.head.append(_comment(T("lost: {army}", army=sheet.name), lang))
        _bereaved(file, setup.tables, army, lang)
        return
    row = army_row(army, sheet, setup.tables)
    troop = setup.tables.troops[sheet.troop]
    (file.remnants if muster.remnant(setup.tables, troop, army.men) else file.army).append(row)


@clause("FE-AFT-08")
def _bereaved(file: RosterText, tables: Tables, army: Army, lang: str) -> None:
    """The commander of a destroyed army."""
    who = army.commander
    if who.nameless:
        return
    if army.fate == ESCAPED:
        file.commanders.append(commander_row(who))
    else:
        fate = next((row.name for row in tables.commander_fate if row.result == army.fate), army.fate)
        file.head.append(_comment(T("{commander}: {fate}", commander=who.called, fate=fate), lang))


def army_row(army: Army, sheet: Sheet, tables: Tables) -> Row:
    """An army that goes on, as an entry of a file."""
    row: Row = {"id": army.id, "name": _name(sheet.name), "troop": sheet.troop, "men": army.men}
    if army.tactics:
        row["tactics"] = list(army.tactics)
    if not army.commander.nameless:
        row["commander"] = commander_row(army.commander)
    if army.morale_record:
        row["morale_record"] = army.morale_record
    if muster.short_handed(tables, tables.troops[sheet.troop], army.men):
        row["survivors"] = True
    return row


def commander_row(who: Commander) -> Row:
    """A named commander as an entry of a file."""
    row: Row = {"name": _name(who.called), "level": who.level}
    if who.features:
        row["features"] = [
            {"id": one.id, "choice": one.choice} if one.choice else one.id for one in who.features
        ]
    if who.extra_features:
        row["extra_features"] = who.extra_features
    if who.lord:
        row["lord"] = True
    return row


def _name(name: Name) -> str | Row:
    return {"en": name.en, "ru": name.ru} if name.ru else name.en


def _comment(text: Text, lang: str) -> str:
    return "# " + " ".join(text.say(lang).split())


# --- reading and writing -----------------------------------------------------------------------------


def write(file: RosterText, lang: str = "en") -> str:
    """The file's text."""
    parts: dict[str, Any] = {"army": file.army}
    if file.artefacts:
        parts["artefacts"] = file.artefacts
    if file.commanders:
        parts["commanders"] = file.commanders
    lines = [*file.head, *_dumped(parts)]
    if file.remnants:
        lines += [
            "",
            _comment(T("too few to fight until merged or reinforced (FE-SIZE-11):"), lang),
            REMNANTS,
        ]
        lines += [f"# {line}" for line in _dumped(file.remnants)]
    return "\n".join(lines) + "\n"


def _dumped(value: Any) -> list[str]:
    text: str = yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=100)
    return text.rstrip("\n").split("\n")


def read(text: str, tables: Tables, name: str | None = None) -> RosterText:
    """An army file taken apart, all armies with troop and men; raises Problems with everything that is wrong.
    Comments other than those at its beginning and the remnants are not kept."""
    data = read_yaml(text, name).data
    if data.get("army") != []:
        read_army_file(text, name, tables)
    lines = text.splitlines()
    head = next((at for at, line in enumerate(lines) if not line.startswith("#")), len(lines))
    return RosterText(
        lines[:head],
        [_resolved(row, tables) for row in data.get("army") or ()],
        list(data.get("artefacts") or ()),
        list(data.get("commanders") or ()),
        _remnants(lines, tables, name),
    )


def _remnants(lines: Sequence[str], tables: Tables, name: str | None) -> list[Row]:
    """The armies in the comment lines after the mark. Empty lines and blanks before them keep the places of what
    is wrong."""
    if REMNANTS not in lines:
        return []
    at = lines.index(REMNANTS)
    held = [f"  {line[2:]}" for line in lines[at + 1 :] if line.startswith("# ")]
    document = read_yaml("\n" * at + "\n".join(["army:", *held]), name)
    sifted = sift(document, ArmyFile, clause="FE-SIZE-11", words=WORDS)
    problems = Collector(document)
    problems.problems.extend(sifted.problems)
    for place, row in sifted.rows["army"]:
        if row.troop not in tables.troops or row.men is None:
            message = T("a remnant needs a known troop and its men")
            problems.add(("army", place), message, "FE-SIZE-11")
    problems.done()
    return list(document.data["army"])


def _resolved(row: Row, tables: Tables) -> Row:
    """A ready force with its troop and men written out."""
    force = tables.forces.get(row.get("force", ""))
    if force is None:
        return dict(row)
    plain = {key: value for key, value in row.items() if key != "force"}
    return {"id": plain.pop("id"), "troop": force.troop, "men": force.men, **plain}


# --- between battles ---------------------------------------------------------------------------------


@clause("FE-SIZE-09")
def merge(text: str, tables: Tables, into: str, other: str, commander: str = "", lang: str = "en") -> str:
    """Army ``other`` goes up in army ``into``; ``commander`` stays (the first one's, or the other's if it has none),
    the other one is free. Either may be a remnant. Refused for different troop types; Problems for a bad file."""
    file = read(text, tables)
    first, second = file.find(into), file.find(other)
    if first is second:
        raise Refused("FE-SIZE-09", T("'{army}' can't merge with itself", army=into))
    one, two = _army(first), _army(second)
    joined = muster.merged(one, two, first["troop"], second["troop"])
    stays = _who_stays(first, second, commander)
    for row in (first, second):
        if "commander" in row and row is not stays and row["commander"].get("name"):
            file.commanders.append(row["commander"])
    first["men"], leader = joined.men, stays.get("commander")
    _put(first, "tactics", list(joined.tactics))
    _put(first, "commander", leader)
    _put(first, "morale_record", joined.morale_record)
    file.strike(second)
    file.settle(first, tables)
    return _checked(file, tables, lang)


def _who_stays(first: Row, second: Row, commander: str) -> Row:
    """Whose commander leads both; ``commander`` is his name in either language."""
    led = [row for row in (first, second) if _leader(row).en]
    if not commander:
        return first if first in led else second
    for row in led:
        if commander in (_leader(row).en, _leader(row).ru):
            return row
    raise Refused(
        "FE-SIZE-09",
        T("'{name}' commands neither of the two", name=commander),
        T("choose from: {options}", options=tuple(map(_leader, led))),
    )


def _leader(row: Row) -> Name:
    """The name of the commander; empty if he has none."""
    named = (row.get("commander") or {}).get("name") or ""
    return Name(named["en"], named.get("ru", "")) if isinstance(named, dict) else Name(str(named))


@clause("FE-SIZE-10")
def draft(
    text: str, tables: Tables, army: str, recruits: int, least: str = "recruit", lang: str = "en"
) -> str:
    """``recruits`` join an army or a remnant; ``least``: option ``draft_minimum``. Refused below the minimum."""
    file = read(text, tables)
    row = file.find(army)
    muster.check_draft(tables, _troop(row, tables), recruits, least)
    row["men"] += recruits
    file.settle(row, tables)
    return _checked(file, tables, lang)


@clause("FE-AFT-07")
def unpaid(text: str, tables: Tables, armies: Iterable[str], lang: str = "en") -> str:
    """These armies got no PP in a fief turn: hungry in the next battle, the morale record down by 1."""
    file = read(text, tables)
    for army in armies:
        row = file.find(army)
        conditions = list(row.get("conditions") or ())
        if HUNGRY not in conditions and HUNGRY in tables.conditions:
            _put(row, "conditions", [*conditions, HUNGRY])
        record = max(tables.constants.record_min, row.get("morale_record", 0) - 1)
        _put(row, "morale_record", record)
    return _checked(file, tables, lang)


def _troop(row: Row, tables: Tables) -> Troop:
    return tables.troops[row["troop"]]


def _army(row: Row) -> Army:
    """The row as the rules of merging see it."""
    return Army(
        row["id"],
        hp=0,
        tactics=tuple(row.get("tactics") or ()),
        morale_record=row.get("morale_record", 0),
        men=row["men"],
    )


def _put(row: Row, key: str, value: Any) -> None:
    """What is empty or nought goes without saying."""
    if value:
        row[key] = value
    else:
        row.pop(key, None)


def _checked(file: RosterText, tables: Tables, lang: str) -> str:
    """The text, which a battle must be able to read (unless only remnants are left)."""
    text = write(file, lang)
    if file.army:
        read_army_file(text, None, tables)
    return text
