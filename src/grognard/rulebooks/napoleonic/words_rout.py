"""Routs, neighbours, pursuit and trophies in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic import events as told
from grognard.rulebooks.napoleonic.words_move import detour, went
from grognard.rulebooks.napoleonic.words_names import Names, dice, merka
from grognard.rulebooks.napoleonic.words_turn import Telling
from grognard.show.model import Block, Content, Detail, Line, Number, listed

WAYS: Mapping[str, tuple[Text, str]] = {
    "1": (T("way 1: beaten by 5 or more"), "NA-ROUT-01"),
    "2": (T("way 2: pushed or silenced in two turns running"), "NA-ROUT-02"),
    "3": (T("way 3: pushed onto an obstacle"), "NA-ROUT-03"),
    "4": (T("way 4: pushed in a narrow place"), "NA-ROUT-05"),
    "5": (T("way 5: pushed when stopped by canister"), "NA-ROUT-06"),
    "6": (T("way 6: stopped by canister twice"), "NA-ROUT-07"),
    "contagion": (T("carried away by routers"), "NA-ROUT-17"),
    "second": (T("second rout"), "NA-ROUT-12"),
}


def way_words(way: str) -> tuple[Content, str]:
    return WAYS.get(way, (way, "NA-ROUT-01"))


@clause("NA-ROUT-08", "NA-ROUT-09", "NA-ROUT-15", "NA-ROUT-19")
def routed(telling: Telling, event: told.Routed) -> Iterator[Block]:
    names = telling.names
    way, where = way_words(event.way)
    facts = {"unit": names.of(event.unit), "way": way, "length": went(event.distance, event.direction)}
    words = T("ROUT: {unit} ({way}), {length}", **facts)
    if not event.corridor:
        words = T("ROUT: {unit} ({way}), out of sight", unit=names.of(event.unit), way=way)
    details: list[Detail] = []
    if event.overthrowers:
        details.append(Detail(T("overthrown by"), listed(names.all(event.overthrowers)), "NA-ROUT-19"))
    if event.corridor in names.field.pieces:
        details.append(Detail(T("corridor closed through turn"), Number(telling.turn + 1), "NA-ROUT-15"))
    details += detour(telling, event.unit)
    yield Line(words, (where, "NA-ROUT-09"), tuple(details), side=names.at(event.unit))


@clause("NA-ROUT-16")
def neighbour_back(telling: Telling, event: told.NeighbourBack) -> Iterator[Block]:
    names = telling.names
    facts = {
        "unit": names.of(event.unit),
        "routed": names.of(event.routed),
        "length": merka(event.distance),
    }
    words = T("{unit}, neighbour of {routed}, falls back {length}", **facts)
    yield Line(words, details=detour(telling, event.unit), side=names.at(event.unit), indent=1)


PASSED: Mapping[str, Text] = {
    "routs": T("{unit}, in the way of {routed}, is carried away"),
    "stands": T("{unit}, in the way of {routed}, stands"),
    "disordered": T("{unit}, in the way of {routed}, is disordered"),
    "silenced": T("{unit}, in the way of {routed}, falls silent"),
    "reforms": T("{unit}, in the way of {routed}, withdraws and re-forms"),
}


@clause("NA-ROUT-17", "NA-ART-18")
def routers_pass(telling: Telling, event: told.RoutersPass) -> Iterator[Block]:
    names = telling.names
    sentence = PASSED.get(event.result, PASSED["stands"])
    words = Text(sentence.source, {"unit": names.of(event.unit), "routed": names.of(event.routed)})
    faces, way = (event.die,) if event.die else (), detour(telling, event.unit)
    yield Line(words, details=way, dice=dice(faces), side=names.at(event.unit), indent=1)


# --- pursuit ---------------------------------------------------------------------------------------------


@clause("NA-PURS-01", "NA-CMD-21")
def obedience(telling: Telling, event: told.Obedience) -> Iterator[Block]:
    names = telling.names
    words = T("{unit} obeys", unit=names.of(event.unit))
    where = "NA-PURS-03"
    if not event.obeys:
        words, where = T("{unit} does not obey", unit=names.of(event.unit)), "NA-PURS-04"
    yield Line(words, ("NA-PURS-01", where), dice=dice((event.die,)), side=names.at(event.unit))


@clause("NA-PURS-03", "NA-PURS-04", "NA-PURS-05")
def pursuit(telling: Telling, event: told.Pursuit) -> Iterator[Block]:
    names = telling.names
    facts = {
        "unit": names.of(event.unit),
        "routed": names.of(event.routed),
        "length": merka(event.distance),
    }
    words = T("{unit} pursues {routed} out of hand, {length}", **facts)
    if event.obeys:
        words = T("{unit} pursues {routed} in order, {length}", **facts)
    if event.stopped_by:
        words = T("{what}; stopped: {why}", what=words, why=names.obstacle(event.stopped_by))
    yield Line(words, details=detour(telling, event.unit), side=names.at(event.unit), indent=1)


@clause("NA-PURS-06", "NA-PURS-07", "NA-PURS-08", "NA-PURS-09", "NA-PURS-10")
def pursuit_roll(telling: Telling, event: told.PursuitRoll) -> Iterator[Block]:
    """One die or one pair of dice of a pursuit: the pursuer's first."""
    names = telling.names
    facts = {"unit": names.of(event.pursuer), "routed": names.of(event.routed)}
    words, where = _roll_words(names, event, facts)
    yield Line(words, (where, "NA-PURS-06"), dice=dice(event.dice), side=names.at(event.pursuer), indent=1)


def _roll_words(names: Names, event: told.PursuitRoll, facts: Mapping[str, Content]) -> tuple[Content, str]:
    if event.step == "casualties":
        return T("{unit} cuts down of {routed}: {count}", count=Number(event.figures), **facts), "NA-PURS-07"
    if event.step == "prisoners":
        words = T("{unit} takes prisoners of {routed}: {count}", count=Number(event.prisoners), **facts)
        return words, "NA-PURS-07"
    if event.step == "colours":
        if event.colours:
            return T("{unit} takes a colour of {routed}", **facts), "NA-PURS-08"
        return T("{routed} saves its colour from {unit}", **facts), "NA-PURS-08"
    if event.step == "persons":
        if event.persons:
            people = tuple(names.person(one) for one in event.persons)
            return T("{unit} captures, with {routed}: {persons}", persons=people, **facts), "NA-PURS-09"
        return T("{unit} captures nobody of note with {routed}", **facts), "NA-PURS-09"
    return _recapture_words(names, event, facts), "NA-PURS-10"


def _recapture_words(names: Names, event: told.PursuitRoll, facts: Mapping[str, Content]) -> Content:
    if event.persons:
        people = tuple(names.person(one) for one in event.persons)
        return T("{unit} frees from {routed}: {persons}", persons=people, **facts)
    if event.colours:
        return T("{unit} wins a colour back from {routed}", **facts)
    if len(event.dice) > 1:
        return T("{unit} wins nothing back from {routed}", **facts)
    return T("{unit} frees prisoners from {routed}: {count}", count=Number(event.prisoners), **facts)


# --- guns and persons ------------------------------------------------------------------------------------


@clause("NA-TROPH-02")
def gun_captured(telling: Telling, event: told.GunCaptured) -> Iterator[Block]:
    names = telling.names
    words = T("{unit} captures {gun}", unit=names.of(event.unit), gun=names.of(event.gun))
    yield Line(words, dice=dice((event.die,)), side=names.at(event.unit))


@clause("NA-TROPH-04")
def gun_retaken(telling: Telling, event: told.GunRetaken) -> Iterator[Block]:
    names = telling.names
    words = T("{unit} retakes {gun}", unit=names.of(event.unit), gun=names.of(event.gun))
    yield Line(words, dice=dice((event.die,)), side=names.at(event.unit))


@clause("NA-TROPH-02", "NA-PURS-09")
def person_taken(telling: Telling, event: told.PersonTaken) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.of(event.unit), "person": names.person(event.person)}
    words = T("{person} gets away from {unit}", **facts)
    if event.captured:
        words = T("{person} is taken by {unit}", **facts)
    yield Line(words, dice=dice(event.dice), side=names.at(event.unit), indent=1)


# --- after a rout ----------------------------------------------------------------------------------------


@clause("NA-ROUT-09", "NA-ROUT-11")
def rallied(telling: Telling, event: told.Rallied) -> Iterator[Block]:
    names = telling.names
    words = T("{unit} has run its course and rallies in the rear", unit=names.of(event.unit))
    yield Line(words, side=names.at(event.unit))


RETURNED: Mapping[str, Text] = {
    "led": T("{unit} is led back into the battle"),
    "battle_line": T("{unit} is back in the battle: the enemy has come to it"),
}


@clause("NA-ROUT-11")
def returned_to_battle(telling: Telling, event: told.ReturnedToBattle) -> Iterator[Block]:
    names = telling.names
    sentence = RETURNED.get(event.reason, RETURNED["led"])
    words = Text(sentence.source, {"unit": names.of(event.unit)})
    yield Line(words, side=names.at(event.unit))
