"""What a battle leaves of a seat's forces: the army file with which they march to the next one (chapters End and
Campaign)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.napoleonic import victory
from grognard.rulebooks.napoleonic.campaignfile import (
    END_OF_WAR,
    NEVER,
    ArmyFile,
    ArmyHead,
    CarriedGun,
    CarriedPerson,
    CarriedUnit,
    ReturnRow,
    Strength,
    later,
    read_army,
    write_army,
)
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.losses import QUARTERS
from grognard.rulebooks.napoleonic.model import (
    GunSheet,
    NapoleonicSetup,
    NapoleonicState,
    Person,
    Trooper,
    Unit,
    UnitSheet,
)
from grognard.rulebooks.napoleonic.persons import LEFT
from grognard.rulebooks.napoleonic.tablemodel import Returns, Tables

SOME_DAY = "1805-01-01"
"""The day of a battle whose scenario names none."""


@clause("NA-CAMP-01", "NA-CAMP-04", "NA-END-06", "NA-END-07")
def army_after(setup: NapoleonicSetup, state: NapoleonicState, seat: str, lang: str = "en") -> str:
    """The army file of a seat when the battle is over. Refused while it is on."""
    if state.outcome is None:
        raise Refused("NA-CAMP-01", T("a battle leaves an army file when it is over"))
    field = Field(setup, {piece.id: piece for piece in state.pieces})
    own = [one for one, sheet in setup.formations.items() if sheet.seat == seat]
    head = ArmyHead(seat=seat, date=setup.date or SOME_DAY, battle=setup.scenario)
    came = read_army(setup.carried[seat]) if seat in setup.carried else ArmyFile(army=head)
    units = [_unit(field, state, sheet) for sheet in setup.units.values() if sheet.formation in own]
    guns = [_gun(field, state, sheet) for sheet in setup.guns.values() if sheet.formation in own]
    away = [_person(field, man) for man in field.persons if man.formation in own and _is_away(man)]
    file = ArmyFile(
        army=head,
        unit=_with_earlier(units, came.unit),
        gun=_with_earlier(guns, came.gun),
        person=[*away, *(one for one in came.person if one.id not in {other.id for other in away})],
    )
    return write_army(file, lang)


Row = TypeVar("Row", bound=Strength)


@clause("NA-CAMP-01", "NA-END-06")
def _with_earlier(rows: Sequence[Row], came: Sequence[Row]) -> list[Row]:
    """What battles before this one still owe: returns of those who fought, and whoever was not here at all."""
    before = {one.id: one for one in came}
    here = {one.id for one in rows}
    fought = [_still_due(one, before[one.id]) if one.id in before else one for one in rows]
    return [*fought, *(one for one in came if one.id not in here)]


def _still_due(row: Row, was: Row) -> Row:
    due = Counter({one.day: one.quarters for one in row.returns})
    due.update({one.day: one.quarters for one in was.returns})
    returns = [ReturnRow(day=day, quarters=quarters) for day, quarters in sorted(due.items())]
    return row.model_copy(update={"quarters": was.quarters, "returns": returns})


# --- strengths ---------------------------------------------------------------------------------------


@clause("NA-UNIT-08", "NA-CAMP-02", "NA-CAMP-04", "NA-ROUT-14")
def _unit(field: Field, state: NapoleonicState, sheet: UnitSheet) -> CarriedUnit:
    """A regiment with all its parts; its flags of the battle are forgotten but for the tiredness of a second rout."""
    parts = [one for one in field.pieces.values() if isinstance(one, Unit) and one.sheet == sheet.id]
    figures = sum(one.figures for one in parts)
    spent = any(field.is_spent(one) for one in parts)
    date = field.setup.date or SOME_DAY
    return CarriedUnit(
        id=sheet.id,
        figures=figures,
        full=max(sheet.full or sheet.figures, figures),
        recruits=0 if _is_hardened(field, parts) else sum(one.recruits for one in parts),
        colours=sum(one.colours for one in parts if one.id == sheet.id),
        tired=later(date, 1) if spent else None,
        returns=_returns(field, state, parts),
    )


@clause("NA-CAMP-03")
def _is_hardened(field: Field, parts: Iterable[Unit]) -> bool:
    """By option recruits are old soldiers after one battle without a rout."""
    if field.option("recruits_harden") != "after_one_battle":
        return False
    return all(one.standing != "waiting" and not one.has_routed for one in parts)


@clause("NA-TROPH-02")
def _gun(field: Field, state: NapoleonicState, sheet: GunSheet) -> CarriedGun:
    """A gun with its crew, also that which has left it."""
    gun = field.gun(sheet.id)
    return CarriedGun(
        id=sheet.id,
        crew=gun.crew + gun.spare,
        lost=gun.owner != gun.side,
        returns=_returns(field, state, [gun]),
    )


@clause("NA-END-04", "NA-END-05", "NA-END-06", "NA-PURS-10", "NA-CAMP-01")
def _returns(field: Field, state: NapoleonicState, parts: Sequence[Trooper]) -> list[ReturnRow]:
    """Who comes back when; of the rest nothing more is heard. Prisoners that were retaken return next day."""
    assert state.outcome is not None
    due: dict[str, int] = {}
    for one in parts:
        how = victory.ending(one.side, state.outcome.winners)
        shares = victory.shares(field, one, how, state.outcome.reason == "truce")
        rows = [(share.returns, share.quarters) for share in shares]
        rows.append(("next_day", QUARTERS * one.ledger.retaken))
        for returns, quarters in rows:
            day = day_of(field.tables, field.setup.date or SOME_DAY, returns)
            if quarters and day != NEVER:
                due[day] = due.get(day, 0) + quarters
    return [ReturnRow(day=day, quarters=quarters) for day, quarters in sorted(due.items())]


@clause("NA-CAMP-01")
def day_of(tables: Tables, date: str, returns: Returns) -> str:
    """The day on which somebody is back who fell on ``date``; never or at the end of the war."""
    if returns in (NEVER, END_OF_WAR):
        return returns
    return later(date, tables.return_days.get(returns, 0))


# --- persons -----------------------------------------------------------------------------------------


def _is_away(man: Person) -> bool:
    return bool(man.fate)


@clause("NA-END-07", "NA-FATE-02")
def _person(field: Field, man: Person) -> CarriedPerson:
    """Captured ones stay prisoners; who left the field with his unit is back next day, a shaken one at once."""
    date, tables = field.setup.date or SOME_DAY, field.tables
    known = {row.id: row.returns for row in tables.fate.values()}
    returns: Returns = "next_day" if man.fate == LEFT else known.get(man.fate, "never")
    return CarriedPerson(id=man.id, fate=man.fate, returns=day_of(tables, date, returns))
