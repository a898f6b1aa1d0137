"""What an army file says: a seat's forces between battles (chapter Campaign)."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

import yaml
from pydantic import AfterValidator, Field

from grognard.files import Collector, FileModel, Path, read_yaml, sift, unknown
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic.scenariofile import day
from grognard.rulebooks.napoleonic.tablefile import Count
from grognard.rulebooks.napoleonic.tablemodel import Tables
from grognard.rulebooks.napoleonic.words_names import GONE_FATES
from grognard.rulebooks.writing import PlainId as Id

CLAUSE = "NA-CAMP-01"
END_OF_WAR, NEVER = "end_of_war", "never"
WORDS: Mapping[str, Text] = {"unit": T("unit"), "gun": T("gun"), "person": T("person")}


def _when(value: str) -> str:
    return value if value in (END_OF_WAR, NEVER) else day(value)


Day = Annotated[str, AfterValidator(day)]
When = Annotated[str, AfterValidator(_when)]
"""A day, ``end_of_war`` or ``never``."""
Quarters = Annotated[int, Field(ge=1, le=9999)]


class ArmyHead(FileModel):
    """``date``: the day on which the army is; ``battle``: the scenario from which it comes."""

    CLAUSE: ClassVar[str | None] = CLAUSE
    seat: Id
    date: Day
    battle: str = ""


class ReturnRow(FileModel):
    """Quarters of a figure that are back in the ranks on a day, or at the end of the war."""

    CLAUSE: ClassVar[str | None] = "NA-END-06"
    day: When
    quarters: Quarters


class Strength(FileModel):
    """``quarters``: less than a figure that is back and waits for the rest of it, or for room in the ranks."""

    id: Id
    quarters: Count = 0
    returns: list[ReturnRow] = Field(default_factory=list)


class CarriedUnit(Strength):
    """A regiment; ``tired``: the day on which it still has the minus of a second rout (NA-ROUT-14)."""

    CLAUSE: ClassVar[str | None] = "NA-CAMP-02"
    figures: Count
    full: Count
    recruits: Count = 0
    colours: Count = 1
    tired: Day | None = None


class CarriedGun(Strength):
    """A gun; ``lost``: the enemy has it."""

    CLAUSE: ClassVar[str | None] = "NA-TROPH-02"
    crew: Count
    lost: bool = False


class CarriedPerson(FileModel):
    """A person who is away: what befell him and when he is back."""

    CLAUSE: ClassVar[str | None] = "NA-END-07"
    id: Id
    fate: str
    returns: When


class ArmyFile(FileModel):
    """A seat's forces after a battle, for the next one."""

    CLAUSE: ClassVar[str | None] = CLAUSE
    army: ArmyHead
    unit: list[CarriedUnit] = Field(default_factory=list)
    gun: list[CarriedGun] = Field(default_factory=list)
    person: list[CarriedPerson] = Field(default_factory=list)


def read_army(source: Any, name: str | None = None, tables: Tables | None = None) -> ArmyFile:
    """An army file; Problems with all that is wrong. ``tables``: those whose limits and fates it keeps."""
    document = read_yaml(source, name)
    sifted = sift(document, ArmyFile, clause=CLAUSE, words=WORDS)
    problems = Collector(document)
    problems.problems.extend(sifted.problems)
    for at, row in sifted.rows["unit"]:
        for key, message in _wrong(row):
            problems.add(("unit", at, key), message, "NA-CAMP-02")
    for part, at, key, message, clause in _beyond(sifted.rows, tables) if tables else ():
        problems.add((part, at, key), message, clause)
    seen: set[str] = set()
    for part in ("unit", "gun", "person"):
        for at, row in sifted.rows[part]:
            if row.id in seen:
                where: Path = (part, at, "id")
                problems.add(where, T("id '{id}' is there twice", id=row.id), CLAUSE)
            seen.add(row.id)
    problems.done()
    return ArmyFile.model_validate(document.data)


def _wrong(row: CarriedUnit) -> list[tuple[str, Text]]:
    found = []
    if row.figures > row.full:
        message = T(
            "figures = {figures}; at most its full strength, {full}", figures=row.figures, full=row.full
        )
        found.append(("figures", message))
    if row.recruits > row.figures:
        message = T(
            "recruits = {recruits}; at most its figures, {figures}",
            recruits=row.recruits,
            figures=row.figures,
        )
        found.append(("recruits", message))
    return found


def _beyond(rows: Mapping[str, Any], tables: Tables) -> Iterator[tuple[str, int, str, Text, str]]:
    """(part, row, key, what is wrong, clause) where a row goes beyond the tables."""
    limits = tables.limits
    most = (
        ("unit", "full", limits.most_figures, "NA-UNIT-03"),
        ("unit", "colours", limits.most_colours, "Model, unit"),
        ("gun", "crew", limits.crew_gun, "NA-UNIT-03"),
    )
    for part, key, limit, clause in most:
        for at, row in rows[part]:
            if getattr(row, key) > limit:
                yield (
                    part,
                    at,
                    key,
                    T("{key} = {value}; at most {most}", key=key, value=getattr(row, key), most=limit),
                    clause,
                )
    fates = (*(row.id for row in tables.fate.values()), *GONE_FATES)
    for at, row in rows["person"]:
        if row.fate not in fates:
            yield "person", at, "fate", unknown(T("fate"), row.fate, fates), "NA-FATE-02"


def write_army(file: ArmyFile, lang: str = "en") -> str:
    """The file as a text with a line a row."""
    head = T(
        "# Army of seat {seat} on {date}; a scenario with these units reads it.",
        seat=file.army.seat,
        date=file.army.date,
    )
    lines = [head.say(lang), _row("army", file.army)]
    for part in ("unit", "gun", "person"):
        rows = getattr(file, part)
        if rows:
            lines += [f"{part}:", *(f"  - {_flow(row)}" for row in rows)]
    return "\n".join(lines) + "\n"


def _row(key: str, model: FileModel) -> str:
    return f"{key}: {_flow(model)}"


def _flow(model: FileModel) -> str:
    data = model.model_dump(exclude_defaults=True)
    if isinstance(model, Strength):
        data |= {key: data.pop(key) for key in ("quarters", "returns") if key in data}
    return yaml.safe_dump(
        data, default_flow_style=True, sort_keys=False, allow_unicode=True, width=10_000
    ).strip()


# --- days --------------------------------------------------------------------------------------------


def later(on: str, days: int) -> str:
    """So many days after a day, the last one there is at most."""
    year, month, number = map(int, on.split("-"))
    number += days
    while number > monthrange(year, month)[1]:
        if (year, month) == (9999, 12):
            return "9999-12-31"
        number -= monthrange(year, month)[1]
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    return f"{year:04}-{month:02}-{number:02}"
