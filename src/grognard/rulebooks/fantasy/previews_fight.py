"""What a charge or a round of melee would come to: who falls, who wins, who breaks, who catches whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.book import Preview
from grognard.core.chance import Chance
from grognard.core.rule import clause
from grognard.locale import Name, T, Text
from grognard.rulebooks.fantasy import aiming, charging, doctrine_odds, shooting
from grognard.rulebooks.fantasy.amounts import amount
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.flush import met_edge
from grognard.rulebooks.fantasy.model import Contact, Leg, Motion, Unit, UnitOrder
from grognard.rulebooks.fantasy.motion import downhill
from grognard.rulebooks.fantasy.prospects import mean, volley_odds
from grognard.rulebooks.fantasy.rounds import Foretold, foretell
from grognard.rulebooks.fantasy.seeing import block, land
from grognard.rulebooks.fantasy.ticks import Meeting, run
from grognard.rulebooks.fantasy.words_names import hero_name, unit_name
from grognard.show.tabletop.figures import EDGES

Odds = Mapping[int, float]
TAIL = 0.05
"""Chance of what is left out at either end of a range."""


# --- numbers and words ------------------------------------------------------------------------------------


def tenth(number: float) -> Name:
    """One digit behind the point, or comma."""
    said = f"{number:.1f}"
    return Name(said, said.replace(".", ","))


def cells(thousandths: int) -> Name:
    """A length, near enough for a decision."""
    return tenth(thousandths / 1000)


def weights(dice: int | Chance[int]) -> dict[int, float]:
    """Chance of each number of an amount."""
    if isinstance(dice, int):
        return {dice: 1.0}
    return {throw.meaning: part / dice.total for throw, part in dice.branches}


def fall_words(field: Field, unit_id: str, odds: Odds) -> Text:
    """How many of a unit fall: the mean, and where nine cases of ten lie."""
    low, high = between(odds)
    average = tenth(sum(number * part for number, part in odds.items()))
    facts = {"unit": unit_name(field, unit_id), "mean": average}
    if low == high:
        return T("{unit}: {mean} fall on average", **facts)
    return T("{unit}: {mean} fall on average, as a rule {low} to {high}", low=low, high=high, **facts)


def between(odds: Odds) -> tuple[int, int]:
    """What lies between the tails."""
    numbers, below, above = sorted(odds), 0.0, 0.0
    low = high = numbers[0]
    for low in numbers:
        below += odds[low]
        if below > TAIL:
            break
    for high in reversed(numbers):
        above += odds[high]
        if above > TAIL:
            break
    return low, high


# --- a charge ---------------------------------------------------------------------------------------------


class Run(NamedTuple):
    """A charge on the table as it is, while everybody stands: whom it meets ("" nobody), and with what chance."""

    met: str
    arrives: float


@clause("FA-CHG-01", "FA-CHG-02", "FA-CHG-05")
def run_of(field: Field, unit_id: str, order: UnitOrder) -> Run:
    """The least roll that meets an enemy decides; a higher one meets the same."""
    key = ("run", unit_id, order.targets[:1], order.path)
    found: Run | None = field.kept.get(key)
    if found is None:
        found = field.kept[key] = _run(field, unit_id, order)
    return found


def _run(field: Field, unit_id: str, order: UnitOrder) -> Run:
    path = order.path or charging.charge_path(field, unit_id, order.targets[0])
    rolls = weights(charging.CHARGE)
    needed = max(2, -(-field.distance(unit_id, order.targets[0]) // 1000) - field.stats(unit_id).M)
    able = [roll for roll in rolls if roll >= needed] or [charging.HIGHEST]
    met = _meets(field, unit_id, path, able[-1])
    if not met:
        return Run("", 0.0)
    while len(able) > 1:
        middle = (len(able) - 1) // 2
        able = able[: middle + 1] if _meets(field, unit_id, path, able[middle]) else able[middle + 1 :]
    return Run(met, min(1.0, sum(part for roll, part in rolls.items() if roll >= able[0])))


def _meets(field: Field, unit_id: str, path: tuple[Leg, ...], roll: int) -> str:
    """Whom a charge with this roll meets while everybody stands."""
    unit = field.unit(unit_id)
    motion = Motion("charge", path, (roll + field.stats(unit_id).M) * 1000, rolled=roll)
    bodies = [charging.body_of(field, replace(one, motion=None)) for one in field.units if one.id != unit_id]
    bodies.append(charging.body_of(field, replace(unit, motion=motion)))
    meetings: Sequence[Meeting] = run(bodies, land(field)).meetings
    return next((one.b if one.a == unit_id else one.a for one in meetings if unit_id in (one.a, one.b)), "")


@clause("FA-CHG-08", "FA-CHG-11", "FA-UNIT-05", "FA-MEL-16")
def contact_of(field: Field, unit_id: str, foe_id: str) -> Contact:
    """The contact that a charge from where it stands makes, if the other holds."""
    unit, foe = field.unit(unit_id), field.unit(foe_id)
    edge = met_edge(block(field, foe_id), block(field, unit_id))
    high = (unit_id,) if downhill(field, unit, foe) else ()
    found = doctrine_odds.contact_between(unit, foe, edge)
    return replace(found, downhill=high, turn=field.turn.number)


@clause("FA-CHG-01", "FA-MEL-06", "FA-CR-02")
def of_charge(field: Field, unit: Unit, order: UnitOrder) -> Preview:
    """Whether it arrives, the shots on its way, and the first round if the other stands."""
    aim = order.targets[0]
    distance, move = cells(field.distance(unit.id, aim)), field.stats(unit.id).M
    lines = [
        T(
            "{distance} cells to {target}, 2d6 + {move}",
            distance=distance,
            target=unit_name(field, aim),
            move=move,
        )
    ]
    there = run_of(field, unit.id, order)
    met = there.met or aim
    if there.met and there.met != aim:
        lines.append(T("{enemy} is in the way", enemy=unit_name(field, met)))
    arrives = (T("the charge arrives"), there.arrives)
    if not there.met:
        return Preview(tuple(lines), (arrives,))
    contact = contact_of(field, unit.id, met)
    edge = EDGES[contact.edge(met).value]
    lines.append(T("it strikes {enemy}: {edge}", enemy=unit_name(field, met), edge=edge))
    lines += _stand_and_shoot(field, unit, met)
    if field.engaged(met):
        lines.append(T("those who fight it already are left out"))
    fought = _round(field, [contact], unit)
    return Preview((*lines, *fought.lines), (arrives, *fought.chances), guessed=True)


@clause("FA-SHO-09")
def _stand_and_shoot(field: Field, unit: Unit, foe: str) -> Iterator[Text]:
    """What a target that may shoot does to a charger, if it stands and shoots."""
    if (
        field.unit(foe).kind == "machine"
        or aiming.may_shoot(field, foe)
        or shooting.why_not(field, foe, unit.id)
    ):
        return
    wounds = mean(volley_odds(field, foe, unit.id, reaction=True))
    facts = {"enemy": unit_name(field, foe), "mean": tenth(float(wounds))}
    yield T("if {enemy} stands and shoots: {mean} wounds on average", **facts)


# --- a round ----------------------------------------------------------------------------------------------


@clause("FA-MEL-01")
def melee_around(field: Field, unit_id: str) -> list[Contact]:
    """All contacts of the melee that a unit is in, by id."""
    return doctrine_odds.joined(field, [unit_id])


@clause("FA-MEL-06", "FA-MEL-11", "FA-RET-07")
def of_melee(field: Field, unit: Unit, order: UnitOrder) -> Preview:
    """The next round; for who goes back, whether he gets away."""
    contacts = melee_around(field, unit.id)
    acting = Field(field.setup, {**field.pieces, unit.id: replace(unit, order=order)}, field.side)
    fought = _round(acting, contacts, unit)
    if order.word == "retreat":
        caught = [(T("{enemy} catches it", enemy=unit_name(field, foe)), caught_by(field, unit.id, foe))
                  for foe in field.foes(unit.id) if field.unit(foe).kind != "machine"]  # fmt: skip
        return Preview((T("it does not strike"), *fought.lines), (*fought.chances, *caught), guessed=True)
    if order.pursues:
        foes = [foe for foe in field.foes(unit.id) if unit.kind != "machine"]
        rows = [(T("{enemy} is caught if it breaks", enemy=unit_name(field, foe)), caught_by(field, foe, unit.id))
                for foe in foes]  # fmt: skip
        return Preview(fought.lines, (*fought.chances, *rows), guessed=True)
    return Preview(fought.lines, fought.chances, guessed=True)


@clause("FA-RET-01", "FA-RET-07")
def caught_by(field: Field, prey: str, hunter: str) -> float:
    """Chance that a pursuer rolls at least what the other runs."""
    gone, after = (weights(amount(field.profile(one).retreat_dice)) for one in (prey, hunter))
    return sum(a * b for far, a in gone.items() for reach, b in after.items() if reach >= far)


@clause("FA-MEL-06", "FA-CR-06", "FA-CR-07", "FA-CR-10")
def _round(field: Field, contacts: Sequence[Contact], unit: Unit) -> Preview:
    """Who falls on both sides, how it is likely to end. A melee of too many is reckoned with means."""
    told = foretell(field, contacts)
    if told is None:
        return _roughly(field, contacts, unit)
    mine = [one for one in told.fallen if field.unit(one).side == unit.side]
    theirs = [one for one in told.fallen if one not in mine]
    lines = [fall_words(field, one, told.fallen[one]) for one in (*theirs, *mine)]
    return Preview(tuple(lines), tuple(_ends(field, told, unit.side, (*theirs, *mine))))


def _ends(field: Field, told: Foretold, side: str, units: Iterable[str]) -> Iterator[tuple[Text, float]]:
    yield T("the round is won"), told.wins[side]
    yield T("the round is lost"), told.loses[side]
    for one in units:
        if told.breaks[one]:
            yield T("{unit} breaks", unit=unit_name(field, one)), told.breaks[one]
    for one, share in told.rides.items():
        if share:
            yield T("{unit} rides through", unit=unit_name(field, one)), share
    for hero, share in told.heroes.items():
        if share:
            yield T("{hero} falls", hero=hero_name(field, hero)), share


def _roughly(field: Field, contacts: Sequence[Contact], unit: Unit) -> Preview:
    """With means in the place of dice."""
    found = doctrine_odds.round_of(Field(field.setup, field.pieces, unit.side), contacts)
    lines = (
        T("too many fight for exact chances; with averages:"),
        T("wounds given {given}, taken {taken}", given=tenth(found.given), taken=tenth(found.taken)),
        T("combat result {result}", result=tenth(found.result)),
    )
    rows = tuple(
        (T("{unit} breaks", unit=unit_name(field, one)), abs(share)) for one, share in found.runs if share
    )
    return Preview(lines, rows, guessed=True)
