"""Movement, works, sight and fire in words, the sums share by share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.chance import Modifier
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.modern import events as told
from grognard.rulebooks.modern.words_names import Names, half
from grognard.rulebooks.modern.words_turn import Telling
from grognard.show.model import Block, Content, Detail, Line, Number

UNTOLD = -1
"""A number that a hearer may not know."""

# --- movement --------------------------------------------------------------------------------------------


@clause("MO-MOVE-02", "MO-MOVE-09")
def unit_moved(telling: Telling, event: told.UnitMoved) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.unit(event.counter), "path": names.hexes(event.path)}
    details: tuple[Detail, ...] = (
        Detail(T("hexes entered"), Number(max(0, len(event.path) - 1)), "MO-MOVE-09"),
    )
    if event.cost:
        details += (Detail(T("cost"), half(event.cost), "MO-MOVE-02"),)
    yield Line(T("{unit} moved {path}", **facts), details=details, side=names.colour(event.counter.side))


@clause("MO-MOVE-10")
def stayed(telling: Telling, event: told.Stayed) -> Iterator[Block]:
    names = telling.names
    words = T("{unit} was activated and stays", unit=names.counter(event.counter))
    yield Line(words, side=names.colour(event.counter.side))


@clause("MO-TRAN-03")
def embarked(telling: Telling, event: told.Embarked) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.counter(event.counter), "transport": names.counter(event.transport)}
    yield Line(T("{unit} went aboard {transport}", **facts), side=names.colour(event.counter.side))


@clause("MO-TRAN-04", "MO-TRAN-06")
def disembarked(telling: Telling, event: told.Disembarked) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.counter(event.counter), "transport": names.counter(event.transport)}
    yield Line(T("{unit} got off {transport}", **facts), side=names.colour(event.counter.side))


WORKED: Mapping[str, Text] = {
    "fort": T("{unit} dug in: fort of level {level} in {hex}"),
    "crossing": T("{unit} laid a crossing in {hex}"),
    "demolish": T("{unit} demolished the passage in {hex}"),
    "clear": T("{unit} cleared the mines in {hex}"),
    "lower": T("{unit} lowered the fort in {hex} to level {level}"),
    "interrupt": T("{unit} interrupted the work in {hex}"),
    "repair": T("{unit} repaired the unit in {hex}"),
    "medic": T("{unit} treated the wounded in {hex}"),
}


@clause("MO-WORK-02", "MO-WORK-03", "MO-WORK-04")
def work_done(telling: Telling, event: told.WorkDone) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.counter(event.counter), "hex": names.hex(event.hex), "level": Number(event.level)}
    words = WORKED.get(event.work, T("{unit} worked in {hex}"))
    yield Line(Text(words.source, facts), side=names.colour(event.counter.side))


# --- what cards do to units ------------------------------------------------------------------------------


@clause("MO-UNIT-06")
def healed(telling: Telling, event: told.Healed) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.counter(event.counter), "lost": Number(event.lost)}
    yield Line(T("{unit} is restored, statuses lost now: {lost}", **facts),
               side=names.colour(event.counter.side), indent=1)  # fmt: skip


@clause("MO-KSO-22")
def reinforced(telling: Telling, event: told.Reinforced) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.counter(event.counter), "general": names.strong(event.general)}
    yield Line(T("{unit} came from the reserve, under {general}", **facts),
               side=names.colour(event.counter.side), indent=1)  # fmt: skip


def relocated(telling: Telling, event: told.Relocated) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.counter(event.counter), "origin": names.hex(event.origin)}
    yield Line(T("{unit} was taken there from {origin}", **facts),
               side=names.colour(event.counter.side), indent=1)  # fmt: skip


# --- ground ----------------------------------------------------------------------------------------------


@clause("MO-TERR-12")
def fort_changed(telling: Telling, event: told.FortChanged) -> Iterator[Block]:
    names = telling.names
    facts = {"hex": names.hex(event.hex), "level": Number(event.level), "by": names.doer(event.by)}
    words = T("Fort in {hex}: level {level} ({by})", **facts)
    if not event.level:
        words = T("The fort in {hex} is gone ({by})", hex=facts["hex"], by=facts["by"])
    yield Line(words, side=names.at(event.by), indent=1)


@clause("MO-WORK-02")
def crossing_laid(telling: Telling, event: told.CrossingLaid) -> Iterator[Block]:
    names = telling.names
    words = T("A crossing is laid in {hex} ({by})", hex=names.hex(event.hex), by=names.doer(event.by))
    yield Line(words, side=names.at(event.by), indent=1)


@clause("MO-WORK-05")
def passage_demolished(telling: Telling, event: told.PassageDemolished) -> Iterator[Block]:
    names = telling.names
    words = T("The passage in {hex} is demolished, roads end there ({by})", hex=names.hex(event.hex),
              by=names.doer(event.by))  # fmt: skip
    yield Line(words, side=names.at(event.by), indent=1)


@clause("MO-TERR-14")
def mines_laid(telling: Telling, event: told.MinesLaid) -> Iterator[Block]:
    names = telling.names
    words = T("Mines are laid in {hex} ({by})", hex=names.hex(event.hex), by=names.doer(event.by))
    yield Line(words, side=names.colour(event.side), indent=1)


@clause("MO-TERR-14")
def mines_found(telling: Telling, event: told.MinesFound) -> Iterator[Block]:
    names = telling.names
    words = T(
        "Engineers of {side} found mines in {hex}", side=names.side(event.side), hex=names.hex(event.hex)
    )
    yield Line(words, side=names.colour(event.side), indent=1)


@clause("MO-TERR-14")
def mines_cleared(telling: Telling, event: told.MinesCleared) -> Iterator[Block]:
    names = telling.names
    facts = {"side": names.side(event.side), "hex": names.hex(event.hex), "by": names.doer(event.by)}
    yield Line(T("Mines of {side} in {hex} are gone ({by})", **facts), side=names.at(event.by), indent=1)


# --- sight -----------------------------------------------------------------------------------------------


@clause("MO-VIS-04")
def inspected(telling: Telling, event: told.Inspected) -> Iterator[Block]:
    names = telling.names
    facts = {
        "side": names.side(event.side),
        "hex": names.hex(event.counter.hex),
        "unit": names.number(event.counter.number),
    }
    yield Line(
        T("{side} made out the counter in {hex}: {unit}", **facts), side=names.colour(event.side), indent=1
    )


# --- fire ------------------------------------------------------------------------------------------------

RESULTS: Mapping[str, Text] = {
    "held": T("it holds"),
    "lost": T("a status is lost"),
    "destroyed": T("destroyed"),
}


@clause("MO-FIRE-01", "MO-KSO-12")
def shot_declared(telling: Telling, event: told.ShotDeclared) -> Iterator[Block]:
    names = telling.names
    facts = {
        "shooter": names.counter(event.shooter),
        "target": names.counter(event.target),
        "distance": Number(event.distance),
    }
    yield Line(T("{shooter} aims at {target}, distance {distance}", **facts),
               side=names.colour(event.shooter.side))  # fmt: skip


@clause("MO-FIRE-03", "MO-FIRE-04")
def shot(telling: Telling, event: told.Shot) -> Iterator[Block]:
    names = telling.names
    facts = {"shooter": names.counter(event.shooter), "target": names.counter(event.target)}
    words = T("{shooter} fired at {target}", **facts)
    distance = Detail(T("distance"), Number(event.distance), "MO-FIRE-02")
    details = (
        distance,
        *_reckoning(names, T("attack"), event.attack, event.before, event.armour, event.parts, event.after),
    )
    said = _ended(words, event.attack, event.before, event.armour, event.result)
    yield Line(said, details=details, side=names.colour(event.shooter.side))


@clause("MO-KSO-21", "MO-FIRE-11", "MO-TERR-14")
def strike(telling: Telling, event: told.Strike) -> Iterator[Block]:
    names = telling.names
    target = names.counter(event.target)
    words = T("Mines under {target}", target=target)
    if event.source != "mines":
        words = T("{card} struck {target}", card=names.card(event.source), target=target)
    details = tuple(
        _reckoning(names, T("strike"), event.value, event.before, event.armour, event.parts, event.after)
    )
    said = _ended(words, event.value, event.before, event.armour, event.result)
    yield Line(said, details=details, indent=1)


@clause("MO-FIRE-03", "MO-FIRE-04", "MO-FIRE-05")
def _ended(words: Text, value: int, before: int, armour: int, result: str) -> Content:
    """The sum against the armour, as far as the hearer may know them, and what comes of it."""
    outcome = RESULTS.get(result, result)
    if value == UNTOLD:
        return T("{what}: {result}", what=words, result=outcome)
    if before == UNTOLD:
        return T("{what}: {value}, {result}", what=words, value=Number(value), result=outcome)
    total: Content = Number(value)
    if before:
        total = T(
            "{before} + {value} = {total}",
            before=Number(before),
            value=Number(value),
            total=Number(before + value),
        )
    if armour == UNTOLD:
        return T("{what}: {total}, {result}", what=words, total=total, result=outcome)
    return T(
        "{what}: {total} of {armour}, {result}",
        what=words,
        total=total,
        armour=Number(armour),
        result=outcome,
    )


@clause("MO-FIRE-04", "MO-GEN-08")
def _reckoning(
    names: Names, what: Text, value: int, before: int, armour: int, parts: tuple[Modifier, ...], after: int
) -> Iterator[Detail]:
    if value != UNTOLD:
        yield Detail(what, Number(value), "MO-FIRE-03")
    if before != UNTOLD:
        yield Detail(T("sum before it"), Number(before), "MO-FIRE-04")
    if armour != UNTOLD:
        for part in parts:
            yield Detail(T("armour: {part}", part=names.part(part.source)), part.value, "MO-GEN-08")
        yield Detail(T("armour"), Number(armour), "MO-FIRE-03")
    if after != UNTOLD:
        yield Detail(T("sum after it"), Number(after), "MO-FIRE-05")


@clause("MO-UNIT-06", "MO-FIRE-13")
def destroyed(telling: Telling, event: told.Destroyed) -> Iterator[Block]:
    names = telling.names
    words: Content = T("{unit} is destroyed", unit=names.counter(event.counter))
    if any(event.passengers):
        words = (words, T(", with those aboard: {arms}", arms=names.arms(event.passengers)))
    yield Line(words, side=names.colour(event.counter.side), indent=1)


@clause("MO-FIRE-09", "MO-RES-01")
def armour_restored(telling: Telling, event: told.ArmourRestored) -> Iterator[Block]:
    units = telling.names.counters(event.counters)
    yield Line(T("Armour is whole again: {units}", units=units))
