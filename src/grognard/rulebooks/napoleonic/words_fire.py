"""Fire in words: targets, shots with their rows and marks, what burns and breaks, persons hit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic import events as told
from grognard.rulebooks.napoleonic.words_names import RETURNS, dice
from grognard.rulebooks.napoleonic.words_turn import Telling
from grognard.show.model import Block, Content, Detail, Line, Number
from grognard.show.tabletop.figures import degrees, length

AMMUNITION: Mapping[str, Text] = {"ball": T("ball"), "canister": T("canister")}
STRENGTHS: Mapping[str, Text] = {
    "full": T("full die"),
    "minus_one": T("die minus one"),
    "half": T("half die"),
}
MARKS: Mapping[str, tuple[Text, str]] = {
    "silenced": (T("silenced"), "NA-ART-10"),
    "stopped": (T("stopped by canister"), "NA-ART-17"),
    "burns": (T("on fire"), "NA-ART-12"),
    "destroyed": (T("shot to pieces"), "NA-ART-13"),
}


@clause("NA-ART-03", "NA-ART-05")
def target_declared(telling: Telling, event: told.TargetDeclared) -> Iterator[Block]:
    names = telling.names
    facts = {"gun": names.of(event.gun), "target": names.of(event.target)}
    words = T("{gun} aims ball at {target}", **facts)
    if event.ammunition == "canister":
        words = T("{gun} aims canister at {target}", **facts)
    details = [Detail(T("distance, merka"), length(event.distance), "NA-ART-01")]
    if event.pivot:
        turn: Content = degrees(abs(event.pivot))
        label = T("pivot right") if event.pivot > 0 else T("pivot left")
        details.append(Detail(label, turn, "NA-ART-05"))
    telling.aimed[event.gun] = tuple(details)
    if not telling.brief:
        yield Line(words, details=tuple(details), side=names.at(event.gun))


@clause("NA-ART-04", "NA-ART-06", "NA-CAS-03")
def shot(telling: Telling, event: told.Shot) -> Iterator[Block]:
    names = telling.names
    facts = {
        "gun": names.of(event.gun),
        "target": names.of(event.target),
        "ammunition": AMMUNITION.get(event.ammunition, event.ammunition),
        "losses": Number(event.losses),
    }
    words = T("{gun} at {target}, {ammunition}: losses {losses}", **facts)
    if event.marks:
        marks = tuple(MARKS.get(mark, (mark, ""))[0] for mark in event.marks)
        words = T("{gun} at {target}, {ammunition}: losses {losses}; {marks}", marks=marks, **facts)
    aimed = telling.aimed.pop(event.gun, ()) if telling.brief else ()
    details = (
        *aimed,
        Detail(T("strength"), STRENGTHS.get(event.strength, event.strength), "NA-ART-04"),
        Detail(T("row of the casualty table"), Number(event.row), "NA-ART-06"),
    )
    clauses = (
        *(MARKS[mark][1] for mark in event.marks if mark in MARKS),
        "NA-ART-06",
        *(("NA-ART-03",) if aimed else ()),
    )
    yield Line(words, clauses, details, dice((event.die,)), names.at(event.gun))


@clause("NA-SKIR-03")
def skirmish_fire(telling: Telling, event: told.SkirmishFire) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.of(event.unit), "target": names.of(event.target)}
    words = T("Skirmishers of {unit} at {target}: shots {shots}, hits {hits}",
              shots=len(event.dice), hits=Number(event.hits), **facts)  # fmt: skip
    yield Line(words, dice=dice(event.dice), side=names.at(event.unit))


@clause("NA-ART-10", "NA-ART-11")
def gun_silenced(telling: Telling, event: told.GunSilenced) -> Iterator[Block]:
    names = telling.names
    facts = {"gun": names.of(event.gun), "turn": event.until}
    words = T("{gun} falls silent through turn {turn}", **facts)
    clauses: tuple[str, ...] = ("NA-ART-10",)
    if event.count > 1:
        words = T("{gun} falls silent for the second turn running, through turn {turn}", **facts)
        clauses = ("NA-ART-11",)
    yield Line(words, clauses, side=names.at(event.gun), indent=1)


@clause("NA-ART-17", "NA-ROUT-07")
def unit_stopped(telling: Telling, event: told.UnitStopped) -> Iterator[Block]:
    names = telling.names
    words = T("{unit} is stopped by canister in turn {turn}, shots that did it: {count}",
              unit=names.of(event.unit), turn=event.until, count=Number(event.count))  # fmt: skip
    yield Line(words, side=names.at(event.unit), indent=1)


def _ruin(
    telling: Telling, gun: str, words: Text, clause_id: str, moved: tuple[str, ...] = ()
) -> Iterator[Block]:
    names = telling.names
    if moved:
        words = T("{what}; away from it: {units}", what=words, units=names.all(moved))
    yield Line(words, (clause_id,), side=names.at(gun), indent=1)


@clause("NA-ART-12", "NA-OBS-13")
def building_burning(telling: Telling, event: told.BuildingBurning) -> Iterator[Block]:
    facts = {"gun": telling.names.of(event.gun), "place": telling.names.obstacle(event.place)}
    yield from _ruin(telling, event.gun, T("{place}: set on fire by {gun}", **facts), "NA-ART-12",
                     event.units_moved)  # fmt: skip


@clause("NA-ART-13", "NA-OBS-13")
def bridge_destroyed(telling: Telling, event: told.BridgeDestroyed) -> Iterator[Block]:
    facts = {"gun": telling.names.of(event.gun), "place": telling.names.obstacle(event.place)}
    yield from _ruin(telling, event.gun, T("{place}: bridge destroyed by {gun}", **facts), "NA-ART-13",
                     event.units_moved)  # fmt: skip


@clause("NA-ART-13")
def work_destroyed(telling: Telling, event: told.WorkDestroyed) -> Iterator[Block]:
    facts = {"gun": telling.names.of(event.gun), "place": telling.names.obstacle(event.place)}
    yield from _ruin(telling, event.gun, T("{place}: work destroyed by {gun}", **facts), "NA-ART-13")


@clause("NA-FATE-01", "NA-FATE-02")
def person_hit(telling: Telling, event: told.PersonHit) -> Iterator[Block]:
    names = telling.names
    facts = {
        "person": names.person(event.person),
        "unit": names.of(event.unit),
        "fate": names.fate(event.fate),
    }
    words = T("Fate of {person}, with {unit}: {fate}", **facts)
    details = [Detail(T("back in the ranks"), RETURNS.get(event.returns, event.returns), "NA-FATE-02")]
    if event.turn:
        details.append(Detail(T("back in this battle, turn"), Number(event.turn), "NA-CMD-13"))
    yield Line(words, details=tuple(details), dice=dice((event.die,)), side=names.at(event.person), indent=1)
