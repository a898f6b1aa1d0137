"""Movement in words: who went where and why he stopped, new ways to stand, splits, contested places, crossings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic import events as told
from grognard.rulebooks.napoleonic.words_names import Names, merka, spot
from grognard.rulebooks.napoleonic.words_turn import Telling
from grognard.show.model import Block, Content, Detail, Line, Number
from grognard.show.tabletop.figures import degrees, length

KINDS: Mapping[str, tuple[Text, str]] = {
    "order": (T("{unit} moves to {after}"), "NA-MOVE-04"),
    "withdrawal": (T("{unit} withdraws to {after}"), "NA-MOVE-12"),
    "flight": (T("{unit} flees to {after}"), "NA-ROUT-09"),
    "push": (T("{unit} is pushed back to {after}"), "NA-CC-36"),
    "follow_up": (T("{unit} follows up to {after}"), "NA-CC-22"),
    "pursuit": (T("{unit} pursues to {after}"), "NA-PURS-05"),
    "back": (T("{unit} goes back to {after}"), "NA-CC-36"),
    "place": (T("{unit} gets away to {after}"), "NA-ART-12"),
}
"""What moved it: the sentence and its clause."""
STOPS: Mapping[str, tuple[Text, str]] = {
    "end": (T("as far as it would"), "NA-MOVE-04"),
    "contact": (T("contact with the enemy"), "NA-MOVE-22"),
    "obstacle": (T("an obstacle"), "NA-OBS-12"),
    "priority": (T("another goes first"), "NA-MOVE-23"),
    "corridor": (T("the corridor of routers"), "NA-ROUT-15"),
    "table": (T("the edge of the table"), "NA-MOVE-17"),
}


def stop_words(names: Names, why: str, by: str) -> Content:
    """Why somebody stopped and at whom or what."""
    words: Content = STOPS.get(why, (why, ""))[0]
    return Text("{why} ({by})", {"why": words, "by": _by(names, by)}) if by else words


def _by(names: Names, by: str) -> Content:
    if by in names.tables.obstacles:
        return names.obstacle(by)
    return names.of(by.removeprefix("corridor:"))


FORCED = ("push", "back", "follow_up", "pursuit")
"""Ways of which the next line about the unit tells: why it went and how far."""


@clause("NA-MOVE-04", "NA-MOVE-20", "NA-MOVE-22")
def moved(telling: Telling, event: told.Moved) -> Iterator[Block]:
    """A way by order; one that a fight or rout brings about is kept for the line that tells of that."""
    if event.kind in FORCED or (event.kind == "flight" and telling.phase != "movement"):
        telling.went[event.unit] = event
    else:
        yield from way_line(telling, event)


@clause("NA-CC-36")
def detour(telling: Telling, unit: str) -> tuple[Detail, ...]:
    """Of a way that was kept: where it ended and what stopped it."""
    event = telling.went.pop(unit, None)
    if event is None:
        return ()
    end = Detail(T("now at"), spot(event.after))
    if event.why == "end":
        return (end,)
    return end, Detail(T("stopped"), stop_words(telling.names, event.why, event.by), "NA-CC-36")


def way_line(telling: Telling, event: told.Moved) -> Iterator[Block]:
    names = telling.names
    sentence, where = KINDS.get(event.kind, KINDS["order"])
    words = Text(sentence.source, {"unit": names.of(event.unit), "after": spot(event.after)})
    if event.why != "end":
        words = T("{what}; stopped: {why}", what=words, why=stop_words(names, event.why, event.by))
    yield Line(words, (where,), tuple(_way(event)), side=names.at(event.unit), indent=1)


def _way(event: told.Moved) -> Iterator[Detail]:
    yield Detail(T("set out from"), spot(event.before))
    for at in event.path[:-1]:
        yield Detail(T("by way of"), spot(at), "NA-MOVE-04")
    yield Detail(T("cost, merka"), length(event.cost), "NA-MOVE-04")
    if event.ticks:
        yield Detail(T("last tick"), Number(event.ticks), "NA-MOVE-20")


@clause("NA-ART-07")
def sighted(telling: Telling, event: told.Sighted) -> Iterator[Block]:
    names = telling.names
    words = T("{unit} comes into sight at {at}", unit=names.of(event.unit), at=spot(event.at))
    yield Line(words, side=names.at(event.unit), indent=1)


@clause("NA-MOVE-13", "NA-MOVE-14", "NA-UNIT-07")
def formed(telling: Telling, event: told.Formed) -> Iterator[Block]:
    names = telling.names
    words = T("{unit} stands now: {kind}", unit=names.of(event.unit), kind=names.kind(event.kind))
    yield Line(words, side=names.at(event.unit), indent=1)


@clause("NA-UNIT-08")
def split(telling: Telling, event: told.Split) -> Iterator[Block]:
    names = telling.names
    parts = tuple(
        T("{unit} (figures {figures})", unit=names.of(one), figures=Number(figures))
        for one, figures in event.parts
    )
    words = T("{unit} splits: {parts}", unit=names.of(event.unit), parts=parts)
    yield Line(words, side=names.at(event.unit), indent=1)


@clause("NA-UNIT-09")
def rejoined(telling: Telling, event: told.Rejoined) -> Iterator[Block]:
    names = telling.names
    facts = {"parts": names.all(event.parts), "figures": Number(event.figures)}
    words = T("{unit} is whole again of {parts}: figures {figures}", unit=names.of(event.unit), **facts)
    yield Line(words, side=names.at(event.unit), indent=1)


@clause("NA-ART-16")
def crew_changed(telling: Telling, event: told.CrewChanged) -> Iterator[Block]:
    names = telling.names
    facts = {"before": names.of(event.before), "after": names.of(event.after)}
    words = T("Gunners from {before} to {after}: {gunners}", gunners=Number(event.gunners), **facts)
    yield Line(words, side=names.at(event.after), indent=1)


@clause("NA-MOVE-24", "NA-OBS-03")
def place_contested(telling: Telling, event: told.PlaceContested) -> Iterator[Block]:
    names = telling.names
    facts = {"place": names.obstacle(event.place), "units": names.all(event.units)}
    words = T("{units} come to {place} at once: nobody enters", **facts)
    if event.winner:
        words = T("{units} come to {place}: {winner} enters", winner=names.of(event.winner), **facts)
    details = (Detail(T("tick"), Number(event.tick), "NA-MOVE-20"),)
    yield Line(words, details=details, side=names.at(event.winner), indent=1)


@clause("NA-OBS-04", "NA-OBS-05", "NA-OBS-09")
def crossed(telling: Telling, event: told.Crossed) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.of(event.unit), "place": names.obstacle(event.terrain)}
    words = T("{unit} crosses {place} to {after}", after=spot(event.after), **facts)
    if event.stays:
        words = T("{unit} can't cross {place}, its far side is taken; it stays at {after}",
                  after=spot(event.after), **facts)  # fmt: skip
    yield Line(words, side=names.at(event.unit), indent=1)


@clause("NA-TROPH-03")
def escorted(telling: Telling, event: told.Escorted) -> Iterator[Block]:
    names = telling.names
    facts = {"gun": names.of(event.gun), "unit": names.of(event.unit), "at": spot(event.at)}
    words = T("{unit} escorts {gun}, now at {at}", **facts)
    if event.safe:
        words = T("{unit} has brought {gun} to safety at {at}", **facts)
    yield Line(words, side=names.at(event.unit), indent=1)


LEFT: Mapping[str, Text] = {
    "order": T("{unit} leaves the table by order"),
    "flight": T("{unit} flees from the table"),
    "pushed": T("{unit} is pushed from the table"),
    "spent": T("{unit} leaves the table, spent"),
    "escort": T("{unit} is brought from the table"),
}


@clause("NA-MOVE-17")
def left_field(telling: Telling, event: told.LeftField) -> Iterator[Block]:
    names = telling.names
    words = LEFT.get(event.reason, T("{unit} leaves the table"))
    yield Line(Text(words.source, {"unit": names.of(event.unit)}), side=names.at(event.unit), indent=1)


def went(distance: int, direction: int) -> Text:
    """``0.5 merka towards 180°``."""
    return T("{length} towards {degrees}", length=merka(distance), degrees=degrees(direction))
