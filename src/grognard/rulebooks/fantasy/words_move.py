"""Movement in words: where everybody went and why he stopped, charges, clashes, retreats and who was caught."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.fantasy import events as told
from grognard.rulebooks.fantasy.order_words import legs
from grognard.rulebooks.fantasy.words_names import Names, cells, dice, point
from grognard.rulebooks.fantasy.words_turn import Telling
from grognard.show.model import Block, Content, Detail, Line, Number
from grognard.show.tabletop.figures import EDGES, degrees
from grognard.space.pose import Pose

TOLD_WITH_ITS_END = frozenset({"charge", "retreat", "withdraw", "pursuit"})
"""Motions of which the next event says more."""
KINDS: Mapping[str, Text] = {
    "march": T("{unit} marched {cells}"),
    "move": T("{unit} moved {cells}"),
    "charge": T("{unit} charged {cells}"),
    "retreat": T("{unit} ran {cells}"),
    "withdraw": T("{unit} drew back {cells}"),
    "pursuit": T("{unit} followed {cells}"),
}
STOPS: Mapping[str, tuple[Text, str]] = {
    "contact": (T("met {what}"), "FA-MOV-05"),
    "ground": (T("stopped by {what}"), "FA-MOV-03"),
    "edge": (T("stopped at the table's edge"), "FA-MOV-07"),
    "friends": (T("friends were in the way"), "FA-MOV-06"),
    "spent": (T("its distance was used up"), "FA-MOV-02"),
}


def place(at: Pose) -> Text:
    """Where the middle of a front stands, and its heading."""
    return Text("{point}, {heading}", {"point": point((at.x, at.y)), "heading": degrees(at.heading)})


def stop_words(names: Names, event: told.Moved) -> Text | None:
    """Why it stopped before its path was done; None if it got there."""
    if event.stop not in STOPS or event.stop == "spent":
        return None
    what: Content = names.piece(event.at) if event.stop == "contact" else names.ground(event.at)
    words = STOPS[event.stop][0]
    return Text(words.source, {"what": what}) if event.at or "{" not in words.source else None


@clause("FA-MOV-02", "FA-MOV-03", "FA-MOV-04", "FA-MOV-05")
def moved(telling: Telling, event: told.Moved) -> Iterator[Block]:
    """A line of its own for marches and moves; of all others in the line that tells what came of them."""
    if event.kind in TOLD_WITH_ITS_END:
        telling.went[event.unit] = event
        return
    names = telling.names
    words = KINDS.get(event.kind, KINDS["move"])
    said: Content = Text(words.source, {"unit": names.unit(event.unit), "cells": cells(event.cells)})
    stopped = stop_words(names, event)
    if stopped is not None:
        said = (said, ", ", stopped)
    yield Line(said, details=tuple(way_details(event)), side=names.at(event.unit))


@clause("FA-MOV-02", "FA-UNIT-07")
def way_details(event: told.Moved) -> Iterator[Detail]:
    """Path, what it cost, where it began and ended, why it ended."""
    if event.path:
        yield Detail(T("path"), Text("{legs}", {"legs": legs(event.path)}), "FA-MOV-02")
    yield Detail(T("way gone"), cells(event.cells), "FA-MOV-04")
    yield Detail(T("cost"), cells(event.cost), "FA-MOV-02")
    yield Detail(T("set out from"), place(event.start))
    yield Detail(T("came to"), place(event.end))
    if event.stop == "spent":
        yield Detail(STOPS["spent"][0], "", "FA-MOV-02")


def _way(telling: Telling, unit: str) -> tuple[Detail, ...]:
    """How the unit of a line went, if that was told just before."""
    went = telling.went.pop(unit, None)
    return tuple(way_details(went)) if went else ()


# --- charges ---------------------------------------------------------------------------------------------


@clause("FA-CHG-01", "FA-CHG-02", "FA-CHG-05", "FA-UNIT-05")
def charged(telling: Telling, event: told.Charged) -> Iterator[Block]:
    names = telling.names
    facts: dict[str, Content] = {
        "unit": names.unit(event.unit),
        "aim": names.unit(event.aim),
        "cells": cells(event.allowance),
        "met": names.unit(event.met),
        "edge": EDGES.get(event.edge, event.edge),
    }
    words = T("{unit} charged {aim}, {cells}, and did not reach it", **facts)
    if event.met and event.met == event.aim:
        words = T("{unit} charged {aim}, {cells}, and struck its {edge}", **facts)
    elif event.met:
        words = T("{unit} charged {aim}, {cells}, and ran into {met}, its {edge}", **facts)
    rolled = Number(sum(event.dice))
    details = (
        Detail(T("dice"), rolled, "FA-CHG-01"),
        Detail(T("distance"), cells(event.allowance), "FA-CHG-01"),
        *_way(telling, event.unit),
    )
    yield Line(words, details=details, dice=dice(event.dice), side=names.at(event.unit))
    if event.clash:
        yield Line(T("both were in motion: they fought at once"), ("FA-MOV-08",), indent=1)


@clause("FA-MOV-08")
def clashed(telling: Telling, event: told.Clashed) -> Iterator[Block]:
    names = telling.names
    facts = {"one": names.unit(event.a), "other": names.unit(event.b)}
    details = tuple(
        Detail(names.unit(unit), (cells(gone), ", ", place(pose)))
        for unit, gone, pose in zip((event.a, event.b), event.gone, event.poses, strict=True)
    )
    yield Line(T("Clash: {one} and {other} ran into each other", **facts), details=details)


@clause("FA-CHG-08", "FA-CHG-09", "FA-MEL-16")
def aligned(telling: Telling, event: told.Aligned) -> Iterator[Block]:
    names = telling.names
    facts = {
        "unit": names.unit(event.unit),
        "target": names.unit(event.target),
        "edge": EDGES.get(event.edge, event.edge),
        "cells": cells(event.overlap),
    }
    details = (Detail(T("now at"), place(event.end)),)
    yield Line(T("{unit} stood along the {edge} of {target}, contact {cells}", **facts), details=details,
               side=names.at(event.unit), indent=1)  # fmt: skip


# --- retreats --------------------------------------------------------------------------------------------


@clause("FA-RET-01", "FA-RET-02", "FA-RET-06", "FA-RET-07")
def retreated(telling: Telling, event: told.Retreated) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.unit(event.unit), "cells": cells(event.distance), "to": degrees(event.heading)}
    words = T("{unit} ran {cells} to {to}", **facts)
    if not event.forced:
        words = T("{unit} drew back {cells} to {to}", **facts)
    details = (Detail(T("dice"), Number(sum(event.dice)), "FA-RET-01"), *_way(telling, event.unit))
    where = "FA-RET-03" if event.forced else "FA-ORD-08"
    yield Line(words, (where, "FA-RET-01"), details, dice(event.dice), names.at(event.unit))
    if event.caught:
        caught = T("{enemy} caught {unit}", enemy=names.unit(event.caught), unit=facts["unit"])
        yield Line(caught, ("FA-RET-07",), side=names.at(event.caught), indent=1)
    if event.left:
        yield Line(T("over the table's edge"), ("FA-RET-06",), side=names.at(event.unit), indent=1)


@clause("FA-RET-07", "FA-RET-08")
def pursued(telling: Telling, event: told.Pursued) -> Iterator[Block]:
    names = telling.names
    facts = {
        "unit": names.unit(event.unit),
        "enemy": names.unit(event.prey),
        "cells": cells(event.distance),
    }
    words = T("{unit} followed {enemy} {cells} and caught it", **facts)
    if not event.caught:
        words = T("{unit} followed {enemy} {cells} and did not catch it", **facts)
    details = (Detail(T("dice"), Number(sum(event.dice)), "FA-RET-07"), *_way(telling, event.unit))
    yield Line(words, details=details, dice=dice(event.dice), side=names.at(event.unit))


@clause("FA-RET-04")
def rallied(telling: Telling, event: told.Rallied) -> Iterator[Block]:
    names = telling.names
    facts: dict[str, Content] = {"unit": names.unit(event.unit), "to": degrees(event.heading)}
    if event.passed:
        telling.running.discard(event.unit)
        words = T("{unit} halted, facing {to}", **facts)
    else:
        words = T("{unit} ran on", unit=facts["unit"])
    yield Line(words, side=names.at(event.unit), indent=1)


# --- on the spot -----------------------------------------------------------------------------------------


@clause("FA-ORD-09", "FA-UNIT-08", "FA-UNIT-09")
def reformed(telling: Telling, event: told.Reformed) -> Iterator[Block]:
    names = telling.names
    row = names.tables.formations.get(event.formation)
    facts = {
        "unit": names.unit(event.unit),
        "to": degrees(event.pose.heading),
        "files": Number(event.files),
        "formation": row.name if row else event.formation,
    }
    words: Content = T("{unit} reformed: facing {to}, files {files}, {formation}", **facts)
    if event.merged:
        words = (words, T("; with {part}", part=names.unit(event.merged)))
    details = (Detail(T("now at"), place(event.pose)),)
    yield Line(words, details=details, side=names.at(event.unit))


@clause("FA-MEL-15", "FA-CR-11", "FA-UNIT-04", "FA-UNIT-08")
def shifted(telling: Telling, event: told.Shifted) -> Iterator[Block]:
    names = telling.names
    words = T("{unit} now at {place}", unit=names.unit(event.unit), place=place(event.end))
    yield Line(words, side=names.at(event.unit), indent=1)


@clause("FA-MAG-22")
def summoned(telling: Telling, event: told.Summoned) -> Iterator[Block]:
    names = telling.names
    row = names.tables.profiles.get(event.profile)
    facts = {
        "wizard": names.hero(event.caster),
        "unit": names.unit(event.unit),
        "profile": row.name if row else event.profile,
        "models": Number(event.models),
    }
    words = T("{wizard} called up {unit} ({profile}, models {models})", **facts)
    details = (Detail(T("at"), place(event.end)),)
    yield Line(words, details=details, side=names.at(event.unit), indent=1)
