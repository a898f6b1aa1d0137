"""What a companion answers: what a line came to, what is owed, how everybody stands, the ledger of losses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from grognard.core.events import Told
from grognard.core.game import Heard, heard_by
from grognard.core.rule import clause
from grognard.core.state import UMPIRE
from grognard.locale import T, Text
from grognard.orders.folding import fold
from grognard.orders.lexicon import lexicon_of
from grognard.orders.wording import decimal
from grognard.rulebooks.book import Due
from grognard.rulebooks.napoleonic import events as told
from grognard.rulebooks.napoleonic import states
from grognard.rulebooks.napoleonic.companion_floor import Floor, Owed
from grognard.rulebooks.napoleonic.companion_posts import vacancies
from grognard.rulebooks.napoleonic.companion_words import BARE
from grognard.rulebooks.napoleonic.model import Gun, Trooper, Unit
from grognard.rulebooks.napoleonic.order_names import SHORT
from grognard.rulebooks.napoleonic.purposes import purpose_words
from grognard.rulebooks.napoleonic.report_losses import (
    breakdown_blocks,
    ledger_blocks,
    loss_blocks,
    person_blocks,
    trophy_blocks,
)
from grognard.rulebooks.napoleonic.report_tally import Tally
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.rulebooks.napoleonic.words import PHASE, lines
from grognard.rulebooks.napoleonic.words_names import Names, merka, name_of
from grognard.rulebooks.napoleonic.words_rout import way_words
from grognard.show.model import Block, Column, Content, Detail, Heading, Line, Number, Table, listed

# --- what a line came to: without a map nobody knows headings, so that ways are said by whom one goes from --------


@clause("NA-CC-09", "NA-CC-22")
def _pushed(names: Names, event: told.Pushed) -> Line:
    words = T("{unit} goes back {length}, away from {enemies}; fighting value -1 in the next turn",
              unit=names.of(event.unit), length=merka(event.distance), enemies=names.all(event.by))  # fmt: skip
    return Line(words, ("NA-CC-22", "NA-CC-09"), side=names.at(event.unit), indent=1)


@clause("NA-CC-30")
def _parted(names: Names, event: told.Parted) -> Line:
    words = T("{unit} goes back {length} to re-form and may not attack in the next turn",
              unit=names.of(event.unit), length=merka(event.distance))  # fmt: skip
    return Line(words, ("NA-CC-30",), side=names.at(event.unit), indent=1)


@clause("NA-CC-31")
def _repulsed(names: Names, event: told.Repulsed) -> Line:
    words = T("{unit} goes back {length} to re-form", unit=names.of(event.unit), length=merka(event.distance))
    return Line(words, ("NA-CC-31",), side=names.at(event.unit), indent=1)


@clause("NA-ROUT-09", "NA-ROUT-15")
def _routed(names: Names, event: told.Routed) -> Line:
    way, where = way_words(event.way)
    facts = {"unit": names.of(event.unit), "way": way, "length": merka(event.distance)}
    words = T("ROUT: {unit} ({way}); it runs {length} at once", **facts)
    by = Detail(T("overthrown by"), listed(names.all(event.overthrowers)), "NA-ROUT-19")
    details = (by,) if event.overthrowers else ()
    return Line(words, (where, "NA-ROUT-09"), details, side=names.at(event.unit))


OWN: Mapping[type[Any], Any] = {
    told.Pushed: _pushed,
    told.Parted: _parted,
    told.Repulsed: _repulsed,
    told.Routed: _routed,
}


def blocks(view: NapoleonicView, out: Sequence[Told | Block]) -> Iterator[Block]:
    """Events in words, rows as they are."""
    names = Names(view)
    for one in out:
        if not isinstance(one, Told):
            yield one
            continue
        event: Any = one.versions[0][0]
        own = OWN.get(type(event))
        rows = (own(names, event),) if own else lines(view, (Heard(1, one.clauses, event),))
        yield from (row for row in rows if not (isinstance(row, Heading) and row.level == PHASE))


# --- dice that are not there yet --------------------------------------------------------------------------


@clause("NA-SEQ-05")
def wanted(floor: Floor, missing: Sequence[tuple[str, str]]) -> tuple[Text, ...]:
    """Which dice to throw, by whom, in this order."""
    return tuple(
        T(
            "throw {dice} for {who} ({purpose})",
            dice=len(list(run)),
            who=floor.names.name(who),
            purpose=purpose_words(why),
        )
        for (why, who), run in groupby(missing)
    )


# --- what is owed -------------------------------------------------------------------------------------------

VERBS: Mapping[str, tuple[str, str]] = {
    "fate": ("fate {who}: ", "судьба {who}: "),
    "obey": ("obedience {who}: ", "послушание {who}: "),
    "pursue": ("pursue {who} > {about}: ", "преследование {who} > {about}: "),
    "follow": ("follow {who}", "следует {who}"),
    "refuge": ("join {who} ", "едет {who} "),
    "take": ("capture {about} > {who}", "захват {about} > {who}"),
    "pass": ("in the way {who} > ", "на пути {who} > "),
    "lead": ("join {who} ", "едет {who} "),
    "rout": ("rout {who}, onto an obstacle", "бегство {who}, на препятствие"),
}
"""How the line begins that pays it, in both languages."""


def due(floor: Floor, lang: str) -> tuple[Due, ...]:
    """All that must or may be done now, the musts first, each with the line that does it."""
    owed = sorted(floor.memory.owed, key=lambda one: not one.must)
    return (
        *(Due(_due_words(floor, one), _due_line(one, lang), one.must) for one in owed),
        *(_vacant(floor, *each, lang) for each in vacancies(floor)),
    )


@clause("NA-CMD-11", "NA-CMD-15", "NA-CMD-16")
def _vacant(floor: Floor, formation: str, juniors: Sequence[str], seniors: Sequence[str], lang: str) -> Due:
    """A post that may be filled at the end of the turn."""
    names = floor.names
    facts = {"formation": names.name(formation), "persons": tuple(map(names.name, (*juniors, *seniors)))}
    words = T(
        "{formation} is without a general and takes no active part; may take the post: {persons}", **facts
    )
    begun = ("replace {man} > {formation}", "замена {man} > {formation}")[lang == "ru"]
    line = begun.format(man=(*juniors, *seniors)[0], formation=_called(floor, formation, lang))
    return Due(words, line + (": " if juniors else (", in person", ", лично")[lang == "ru"]), must=False)


@clause("NA-OOB-01")
def _called(floor: Floor, formation: str, lang: str) -> str:
    """How a line names a formation: by its id, unless that is a word of the language, as that of the I Corps is."""
    if len(formation) >= SHORT and not lexicon_of(BARE).is_idle(fold(formation)):
        return formation
    return name_of(floor.setup, formation).say(lang)


def _due_line(owed: Owed, lang: str) -> str:
    line = VERBS[owed.what][lang == "ru"]
    return line.format(who=owed.who, about=owed.about.split()[0] if owed.about else "")


@clause(
    "NA-FATE-01",
    "NA-PURS-01",
    "NA-PURS-03",
    "NA-PURS-04",
    "NA-PURS-06",
    "NA-CC-22",
    "NA-TROPH-02",
    "NA-ROUT-04",
)
def _due_words(floor: Floor, owed: Owed) -> Text:
    names = floor.names
    enemies = tuple(map(names.name, owed.about.split()))
    facts: dict[str, Content] = {"unit": names.name(owed.who), "enemy": enemies}
    match owed.what:
        case "fate":
            people = tuple(names.name(man.id) for man in floor.field.persons_at(owed.who))
            return T("fate of {persons}, with {unit}: sixes thrown at it {count}", persons=people,
                     count=owed.count, **facts)  # fmt: skip
        case "obey":
            return T("{unit} has overthrown {enemy} and throws for obedience", **facts)
        case "pursue" if owed.must:
            return T(
                "{unit} must pursue {enemy} out of hand; dice: casualties, prisoners, colours, persons",
                **facts,
            )
        case "pursue":
            return T(
                "{unit} may pursue {enemy}, or stay; dice: casualties, prisoners, colours, persons", **facts
            )
        case "follow":
            return T("{unit} may follow {enemy} up to {length}", length=_plain(owed.count), **facts)
        case "refuge":
            return T(
                "{unit} has lost his unit: he joins another within 2 merka, is captured or leaves the field",
                **facts,
            )
        case "take":
            return T("{unit} takes {enemy}, if no foot or horse of its own side is within 0.5 merka", **facts)
        case "lead":
            return T("{unit} joins a regiment or gun of {enemy}: he has taken its post", **facts)
        case "pass":
            return T("whoever stands in the way of {unit}, and its neighbours within 0.5 merka", **facts)
        case _:
            return T("{unit} routs if an obstacle lies within {length} behind it, or it stands in a narrow place",
                     length=_plain(owed.count), **facts)  # fmt: skip


def _plain(thousandths: int) -> Text:
    """A length in merka for a sentence that stands alone."""
    words = merka(thousandths)
    return Text(words.source, {**words.facts, "length": decimal(thousandths, 1000)})


# --- how everybody stands ---------------------------------------------------------------------------------


def sheet(floor: Floor) -> tuple[Block, ...]:
    """Everybody as he stands now, losses by cause, trophies, persons, the ledger, and after the end who returns."""
    view = floor.view()
    heard = heard_by(floor.heard, UMPIRE)
    tally = Tally.of(view, [one.event for one in heard])
    return (
        *_standing(floor),
        *loss_blocks(view, tally),
        *trophy_blocks(view, tally),
        *person_blocks(tally),
        *ledger_blocks(view, tally),
        *breakdown_blocks(view, tally),
    )


@clause("NA-CAS-06", "NA-CMD-06")
def _standing(floor: Floor) -> Iterator[Block]:
    names = floor.names
    columns = (
        Column(T("Regiment or gun")),
        Column(T("Left"), "right"),
        Column(T("of"), "right"),
        Column(T("State")),
    )
    yield Heading(1, T("How they stand, turn {turn}", turn=floor.battle.turn), "standing")
    for side in floor.setup.sides:
        own = [
            one
            for one in floor.battle.pieces.values()
            if isinstance(one, Trooper) and one.side == side.id and not _is_reunited(one)
        ]
        yield Table(columns, tuple(_row(floor, names, one) for one in own), names.side(side.id))


@clause("NA-UNIT-09")
def _is_reunited(one: Trooper) -> bool:
    return one.id != one.sheet and one.standing == "gone"


def _row(floor: Floor, names: Names, one: Trooper) -> tuple[Content, ...]:
    sheet = floor.setup.units.get(one.sheet) or floor.setup.guns[one.sheet]
    left = one.figures if isinstance(one, Unit) else one.crew if isinstance(one, Gun) else 0
    start = getattr(sheet, "figures", None)
    people = [names.person(man.id) for man in floor.field.persons_at(one.id)]
    told_apart = (names.of(one.id), f" ({one.id})")
    return (
        told_apart,
        Number(left),
        Number(sheet.crew if start is None else start),
        listed([*states.parts(names, one), *people]),
    )
