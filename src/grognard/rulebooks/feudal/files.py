"""Scenario, army and house-rules files, read, checked and made ready for setup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path as FilePath

from pydantic import BaseModel

from grognard.core.rule import clause
from grognard.core.state import Seat, Side
from grognard.files import (
    Collector,
    Document,
    HouseRules,
    Options,
    Partial,
    Path,
    Place,
    Source,
    overlaid,
    read_houses,
    read_yaml,
    sift,
)
from grognard.locale import Name, T
from grognard.rulebooks.feudal import muster
from grognard.rulebooks.feudal.model import NAMELESS, Commander, FeatureHeld, RoundScript, Tables
from grognard.rulebooks.feudal.scenariocheck import (
    WORDS,
    ForceCheck,
    Muster,
    ScenarioCheck,
)
from grognard.rulebooks.feudal.scenariofile import (
    ArmyFile,
    ArmyRow,
    BlockRow,
    BodyRow,
    CommanderRow,
    RulesFile,
    ScenarioFile,
    SeatRow,
)
from grognard.rulebooks.feudal.tables import TablesFile, offered

SCENARIOS = FilePath(__file__).parent / "scenarios"
SCHEMAS: Mapping[str, type[BaseModel] | Partial] = {
    "scenario": ScenarioFile,
    "army": ArmyFile,
    "rules": RulesFile,
    "tables": Partial(TablesFile),
}


@dataclass(frozen=True)
class ArmyData:
    """One army as the files have it, defaults filled in: head-counts and volleys are numbers, not None.

    ``commander`` None: the seat chooses in setup. ``hp``: what it starts with; ``missiles``: before features.
    """

    id: str
    oob: int
    name: Name
    seat: str
    troop: str
    men: int
    tactics: tuple[str, ...]
    commander: Commander | None
    conditions: tuple[str, ...]
    morale_record: int
    hp: int
    missiles: int
    survivors: bool


@dataclass(frozen=True)
class ScenarioData:
    """A checked scenario: armies ascending by ``oob``, every option with a value, rounds ascending."""

    id: str
    name: Name
    sides: tuple[Side, ...]
    seats: tuple[Seat, ...]
    armies: tuple[ArmyData, ...]
    options: dict[str, str | int | bool]
    rounds: tuple[RoundScript, ...]
    shared_victory: tuple[tuple[str, ...], ...]
    artefacts: dict[str, tuple[str, ...]]
    free_commanders: dict[str, tuple[Commander, ...]]
    document: Document
    paths: dict[str, Path]

    def place(self, army: str) -> Place:
        """Where an army is written."""
        return self.document.place(self.paths.get(army, ()))


@dataclass(frozen=True)
class Roster:
    """A seat's own army file: armies in file order, without seat and ``oob``."""

    armies: tuple[ArmyData, ...]
    artefacts: tuple[str, ...]
    commanders: tuple[Commander, ...]
    document: Document


@clause("FE-GEN-03", "FE-GEN-06", "FE-MULTI-01", "FE-TAC-03", "FE-CMD-01", "FE-CMD-06", "FE-CMD-08")
def read_scenario(
    source: Source,
    name: str | None,
    tables: Tables,
    overlays: Sequence[Source] = (),
    options: Options | None = None,
) -> ScenarioData:
    """The battle in a scenario file (path) or text.

    ``overlays`` are variants that state only what differs from it; ``options`` are house rules that go
    before the scenario's own. Raises :class:`grognard.files.Problems` with everything that is wrong.
    """
    document = overlaid(source, name, overlays)
    sifted = sift(document, ScenarioFile, clause="Ready-made forces", words=WORDS)
    chosen = _options(tables, document, options or {})
    checker = ScenarioCheck(document, tables, sifted, chosen)
    checker.run()
    return _scenario(checker, ScenarioFile.model_validate(document.data))


def read_army_file(
    source: Source, name: str | None, tables: Tables, options: Options | None = None
) -> Roster:
    """One seat's armies; ``options`` as in :func:`read_scenario`.

    Raises :class:`grognard.files.Problems` with everything that is wrong.
    """
    document = read_yaml(source, name)
    sifted = sift(document, ArmyFile, clause="Ready-made forces", words=WORDS)
    checker = ForceCheck(document, tables, sifted, _options(tables, document, options or {}))
    musters = checker.musters()
    for one in musters:
        checker.army(one)
    checker.unique_ids(musters)
    checker.lead_all(musters)
    checker.artefacts(("artefacts",), sifted.rows["artefacts"])
    checker.free_commanders(("commanders",), sifted.rows["commanders"])
    checker.done()
    file = ArmyFile.model_validate(document.data)
    return Roster(
        armies=tuple(army for one in musters for army in _armies(one, tables, 0)),
        artefacts=tuple(file.artefacts),
        commanders=tuple(_commander(row, tables) for row in file.commanders),
        document=document,
    )


def with_roster(scenario: ScenarioData, seat: str, roster: Roster) -> ScenarioData:
    """The scenario with that seat's armies, artefacts and free commanders taken from its own file.

    Raises :class:`grognard.files.Problems` if an id or a commander is in the battle already.
    """
    others = [army for army in scenario.armies if army.seat != seat]
    _check_roster(roster, others)
    first = max((army.oob for army in others), default=0) + 1
    own = [replace(army, seat=seat, oob=first + at) for at, army in enumerate(roster.armies)]
    return replace(
        scenario,
        armies=tuple(sorted([*others, *own], key=lambda army: army.oob)),
        artefacts={**scenario.artefacts, seat: roster.artefacts},
        free_commanders={**scenario.free_commanders, seat: roster.commanders},
    )


def _check_roster(roster: Roster, others: Iterable[ArmyData]) -> None:
    problems = Collector(roster.document)
    led = {army.commander.name: army.id for army in others if army.commander and army.commander.name}
    taken = {army.id for army in others}
    for at, army in enumerate(roster.armies):
        if army.id in taken:
            problems.add(("army", at, "id"), T("army id '{id}' is taken", id=army.id), "FE-GEN-03")
        who = army.commander or NAMELESS
        if who.name in led:
            message = T(
                "commander '{name}' leads '{one}' and '{other}'; one army each",
                name=who.called,
                one=led[who.name],
                other=army.id,
            )
            problems.add(("army", at, "commander", "name"), message, "FE-CMD-01")
    problems.done()


def read_house_rules(source: Source, name: str | None, tables: Tables) -> HouseRules:
    """Options and overlays of a game master; paths of overlays are taken from the file's own folder.

    Raises :class:`grognard.files.Problems` with everything that is wrong.
    """
    return read_houses(source, name, RulesFile, WORDS, offered(tables))


def _options(tables: Tables, document: Document, house: Options) -> dict[str, str | int | bool]:
    """Every option: the house's, else the scenario's, else the printed value."""
    return offered(tables).every(document.data.get("scenario"), house)


def _scenario(checker: ScenarioCheck, file: ScenarioFile) -> ScenarioData:
    musters, tables = checker.musters(), checker.tables
    return ScenarioData(
        id=file.scenario.id,
        name=Name(file.scenario.en, file.scenario.ru),
        sides=tuple(Side(row.id, Name(row.en or row.id, row.ru)) for row in file.side),
        seats=tuple(Seat(row.id, row.side, row.kind) for row in file.seat),
        armies=_numbered(musters, tables),
        options=checker.options,
        rounds=_rounds(file),
        shared_victory=tuple(tuple(group) for group in file.scenario.shared_victory),
        artefacts={row.id: tuple(row.artefacts) for row in file.seat},
        free_commanders={row.id: _free(row, tables) for row in file.seat},
        document=checker.document,
        paths={army: one.path for one in musters for army in one.ids()},
    )


def _numbered(musters: Sequence[Muster], tables: Tables) -> tuple[ArmyData, ...]:
    """All armies by ``oob``; those of blocks come after the others, in file order."""
    armies: list[ArmyData] = []
    for one in musters:
        last = max((army.oob for army in armies), default=0)
        armies.extend(_armies(one, tables, last + 1))
    return tuple(sorted(armies, key=lambda army: army.oob))


def _armies(one: Muster, tables: Tables, first: int) -> list[ArmyData]:
    row = one.row
    first = (row.oob or 0) if isinstance(row, ArmyRow) else first
    step = 1 if isinstance(row, BlockRow) else 0
    return [
        _army(row, tables, army, number, first + step * (number - 1))
        for number, army in enumerate(one.ids(), 1)
    ]


def _army(row: BodyRow, tables: Tables, army: str, number: int, oob: int) -> ArmyData:
    force = tables.forces.get(row.force or "")
    troop = tables.troops[force.troop if force else row.troop or ""]
    men = force.men if force else row.men or 0
    name = Name(row.name.en, row.name.ru) if row.name else troop.name
    return ArmyData(
        id=army,
        oob=oob,
        name=Name(_counted(name.en, number), _counted(name.ru, number)),
        seat=row.seat if isinstance(row, ArmyRow | BlockRow) else "",
        troop=troop.id,
        men=men,
        tactics=tuple(row.tactics),
        commander=_commander(row.commander, tables, number) if row.commander else None,
        conditions=tuple(row.conditions),
        morale_record=row.morale_record,
        hp=muster.starting_hp(tables, troop, men) if row.hp is None else row.hp,
        missiles=troop.missiles if row.missiles is None else row.missiles,
        survivors=row.survivors,
    )


def _counted(template: str, number: int) -> str:
    return template.replace("{n}", str(number))


def _commander(row: CommanderRow, tables: Tables, number: int = 1) -> Commander:
    if row.name is None:
        return NAMELESS
    return Commander(
        name=_counted(row.name.en, number),
        level=tables.constants.start_level if row.level is None else row.level,
        features=tuple(FeatureHeld(held.id, held.choice) for held in row.features),
        lord=row.lord,
        extra_features=row.extra_features,
        ru=_counted(row.name.ru, number),
    )


def _free(row: SeatRow, tables: Tables) -> tuple[Commander, ...]:
    return tuple(_commander(one, tables) for one in row.commanders)


def _rounds(file: ScenarioFile) -> tuple[RoundScript, ...]:
    return tuple(
        RoundScript(
            number=row.number,
            field=None if row.field is None else tuple(row.field),
            armies={army: tuple(conditions) for army, conditions in row.armies.items()},
        )
        for row in sorted(file.round, key=lambda row: row.number)
    )
