"""Objectives, truce, the end and what it cost, and what the table itself tells, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grognard.core.events import DefaultTaken, Ruling
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.chronicle import TableWords
from grognard.rulebooks.napoleonic import events as told
from grognard.rulebooks.napoleonic.campaignfile import later
from grognard.rulebooks.napoleonic.hand_words import WORDS
from grognard.rulebooks.napoleonic.order_words import order_words, question_words
from grognard.rulebooks.napoleonic.words_names import RETURNS, Names, day, quarters
from grognard.rulebooks.napoleonic.words_turn import Telling
from grognard.show.model import Block, Column, Content, Detail, Heading, Line, Number, Table

REASONS: Mapping[str, tuple[Text, str]] = {
    "turn_limit": (T("the last turn is over"), "NA-END-02"),
    "concession": (T("the field was conceded"), "NA-END-02"),
    "no_fit_units": (T("a side has nothing left that can fight"), "NA-END-02"),
    "truce": (T("a truce"), "NA-END-04"),
    "umpire": (T("the umpire's word"), "NA-END-01"),
}


# --- the end of turns ------------------------------------------------------------------------------------


@clause("NA-END-08")
def objective_held(telling: Telling, event: told.ObjectiveHeld) -> Iterator[Block]:
    names = telling.names
    facts = {"objective": names.name(event.objective), "side": names.side(event.side)}
    words = T("{objective}: in the hands of {side}", **facts)
    if event.before:
        words = T("{objective}: {side} takes it from {before}", before=names.side(event.before), **facts)
    yield Line(words, side=names.colour(event.side))


@clause("NA-END-01")
def truce_offered(telling: Telling, event: told.TruceOffered) -> Iterator[Block]:
    names = telling.names
    yield Line(T("{side}: a truce is offered", side=names.side(event.side)), side=names.colour(event.side))


@clause("NA-END-01", "NA-END-04")
def truce(telling: Telling, event: told.Truce) -> Iterator[Block]:
    yield Line(T("A truce: both sides gather their wounded"))


@clause("NA-END-01", "NA-END-02")
def concession(telling: Telling, event: told.Concession) -> Iterator[Block]:
    names = telling.names
    yield Line(T("{side}: the field is conceded", side=names.side(event.side)), side=names.colour(event.side))


# --- the end ---------------------------------------------------------------------------------------------


@clause("NA-END-01", "NA-END-02")
def battle_ended(telling: Telling, event: told.BattleEnded) -> Iterator[Block]:
    names = telling.names
    yield Heading(1, T("The end"), "end")
    side = names.colour(event.winners[0]) if event.winners else None
    yield Line(end_words(names, event), (REASONS.get(event.reason, ("", "NA-END-01"))[1],), side=side)
    if names.setup.objectives:
        yield score_table(names, event.score)


@clause("NA-END-02")
def end_words(names: Names, event: told.BattleEnded) -> Text:
    """Who won, and why it is over."""
    why: Content = REASONS.get(event.reason, (event.reason, ""))[0]
    if not event.winners:
        return T("The battle is over ({why}): a draw", why=why)
    winners = tuple(names.side(one) for one in event.winners)
    return T("The battle is over ({why}): victory of {winners}", why=why, winners=winners)


@clause("NA-END-08")
def score_table(names: Names, score: tuple[tuple[str, int], ...]) -> Table:
    rows: tuple[tuple[Content, ...], ...] = tuple(
        (names.side(side), Number(points)) for side, points in score
    )
    return Table((Column(T("Side")), Column(T("Points"), "right")), rows, T("Objectives"))


# --- what it cost ----------------------------------------------------------------------------------------


@clause("NA-END-07", "NA-CAMP-01")
def return_words(names: Names, returns: str) -> Content:
    """``in a week (14 September 1812)``."""
    words = RETURNS.get(returns, returns)
    days = names.tables.return_days.get(returns)
    if not days or not names.setup.date:
        return words
    back = later(names.setup.date, days)
    return Text("{when} ({day})", {"when": words, "day": day(back)})


@clause("NA-END-04", "NA-END-05", "NA-END-06")
def parts_details(names: Names, parts: Sequence[tuple[str, int, str]]) -> Iterator[Detail]:
    """Each part of the losses in figures and men, and when it returns."""
    men = names.tables.scale.figure_men
    for part, count, returns in parts:
        facts = {
            "figures": quarters(count),
            "men": Number(round(count * men / 4)),
            "when": return_words(names, returns),
        }
        yield Detail(names.part(part), T("{figures} figures, {men} men; back: {when}", **facts), "NA-END-06")


@clause("NA-END-03", "NA-END-06")
def loss_breakdown(telling: Telling, event: told.LossBreakdown) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.of(event.unit), "lost": Number(event.lost), "prisoners": Number(event.prisoners)}
    words = T("{unit}: lost {lost}, prisoners {prisoners}", **facts)
    if event.colours:
        words = T("{what}, colours {count}", what=words, count=Number(event.colours))
    details = tuple(parts_details(names, event.parts))
    yield Line(words, details=details, side=names.colour(event.side), indent=1)


@clause("NA-END-07", "NA-FATE-02")
def person_after(telling: Telling, event: told.PersonAfter) -> Iterator[Block]:
    names = telling.names
    facts = {
        "person": names.person(event.person),
        "fate": names.fate(event.fate),
        "when": return_words(names, event.returns),
    }
    words = T("{person}: {fate}; back: {when}", **facts)
    yield Line(words, side=names.colour(event.side), indent=1)


@clause("NA-END-03", "NA-END-04", "NA-END-05", "NA-TROPH-01")
def side_breakdown(telling: Telling, event: told.SideBreakdown) -> Iterator[Block]:
    names = telling.names
    facts = {"side": names.side(event.side), "lost": Number(event.lost)}
    words = T("{side}: lost {lost}, of its men in enemy hands {captured}",
              captured=Number(event.prisoners_lost), **facts)  # fmt: skip
    details = (*parts_details(names, event.parts), *trophy_details(event))
    yield Line(words, details=details, side=names.colour(event.side))


TROPHIES: Mapping[str, Text] = {
    "prisoners": T("trophies: prisoners, figures"),
    "colours": T("trophies: colours"),
    "persons": T("trophies: generals and staff"),
    "guns": T("trophies: guns"),
    "wagons": T("trophies: wagons"),
}


@clause("NA-TROPH-01")
def trophy_details(event: told.SideBreakdown) -> Iterator[Detail]:
    for field, words in TROPHIES.items():
        yield Detail(words, Number(getattr(event, field)), "NA-TROPH-01")


# --- the table -------------------------------------------------------------------------------------------


class _TableWords(TableWords[Telling]):
    @clause("NA-GEN-01")
    def ruling(self, telling: Telling, event: Ruling) -> Iterator[Block]:
        return super().ruling(telling, event)

    @clause("NA-SEQ-07")
    def default_taken(self, telling: Telling, event: DefaultTaken) -> Iterator[Block]:
        return super().default_taken(telling, event)


TABLE = _TableWords(WORDS, lambda telling, one: telling.names.of(one), question_words, order_words)
"""What the table itself tells."""
