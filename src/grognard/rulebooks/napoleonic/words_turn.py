"""The battle, its turns and orders in words, and what a chronicle remembers while it goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.core.events import Event
from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.locale import T
from grognard.rulebooks.napoleonic import events as told
from grognard.rulebooks.napoleonic import order_of_battle
from grognard.rulebooks.napoleonic.order_words import body_order_words
from grognard.rulebooks.napoleonic.purposes import purpose_words
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.rulebooks.napoleonic.words_names import PHASES, Names, clock, day, dice, knows, spot
from grognard.show.model import Block, Column, Content, Detail, Heading, Line, Number, Paragraph, Table, Words
from grognard.show.tabletop.figures import length


class Telling:
    """What a chronicle has to remember: the turn and phase that are on, and how far those went of whom more is told in
    the next line; ``aimed``: distance and pivot of guns whose shot is to come. A ``brief`` one tells of aim and shot
    in one line."""

    def __init__(self, view: NapoleonicView, events: Sequence[Event] = (), *, brief: bool = False) -> None:
        self.view = view
        self.names = Names(view)
        self.turn, self.phase = begins_in(view, events)
        self.went: dict[str, told.Moved] = {}
        self.aimed: dict[str, tuple[Detail, ...]] = {}
        self.brief = brief


BEFORE = {"fire": "movement", "combat": "fire", "end": "combat"}
"""The phase before each that is told of."""


ENDINGS = (
    told.ReplacementRolled,
    told.Replaced,
    told.Rallied,
    told.TruceOffered,
    told.Truce,
    told.Concession,
)
"""Events that only the end of a turn has, whose phase nothing else begins."""


@clause("NA-SEQ-01")
def begins_in(view: NapoleonicView, events: Sequence[Event]) -> tuple[int, str]:
    """Turn and phase in which a stretch of events begins: told by the first that begins one, else as it is now."""
    for event in events:
        if isinstance(event, told.TurnStarted):
            return event.turn - 1, "end"
        if isinstance(event, told.PhaseStarted):
            return event.turn, BEFORE.get(event.phase, "movement")
    return view.field.turn, view.field.clock.phase


# --- the battle ------------------------------------------------------------------------------------------


@clause("NA-SEQ-01")
def battle_began(telling: Telling, event: told.BattleBegan) -> Iterator[Block]:
    setup = telling.names.setup
    yield Heading(1, setup.name, "start")
    if setup.notes.en:
        yield Paragraph(setup.notes)
    if setup.date:
        yield Line(T("The battle begins on {day} at {clock}", day=day(setup.date), clock=clock(setup.start)))
    yield Line(T("Turns at most: {turns}", turns=setup.turns), ("NA-END-01",))
    yield armies(telling.names)


@clause("NA-OOB-05", "NA-UNIT-02")
def armies(names: Names) -> Table:
    """Both armies as printed, reinforcements included, as far as the seat knows them."""
    columns = (
        Column(T("Side")),
        *(
            Column(head, "right")
            for head in (
                T("Regiments"),
                T("Foot, figures"),
                T("Horse, figures"),
                T("Guns"),
                T("Gunners"),
                T("Generals"),
                T("Men"),
            )
        ),
    )
    rows = tuple(
        (names.side(side.id), *(_army(names, side.id) if knows(names.view, side.id) else _UNKNOWN))
        for side in names.setup.sides
    )
    return Table(columns, rows, T("Armies"))


_UNKNOWN = ("?",) * 7


def _army(names: Names, side: str) -> Iterator[Content]:
    total = order_of_battle.Strength()
    for node in order_of_battle.tree(names.setup, side):
        total += node.strength
    generals = order_of_battle.roll(names.setup, side).generals
    men = (total.foot + total.horse) * names.tables.scale.figure_men
    regiments = total.foot_regiments + total.horse_regiments
    yield from map(Number, (regiments, total.foot, total.horse, total.guns, total.gunners, generals, men))


@clause("NA-SEQ-07")
def deployed(telling: Telling, event: told.Deployed) -> Iterator[Block]:
    names = telling.names
    details = tuple(Detail(names.of(unit), spot(at)) for unit, at in event.places)
    words = T("{seat} deployed, units: {count}", seat=names.strong(event.seat), count=len(event.places))
    yield Line(words, details=details, side=names.at(event.seat))


@clause("NA-UNIT-01")
def turn_started(telling: Telling, event: told.TurnStarted) -> Iterator[Block]:
    telling.turn, telling.phase = event.turn, "movement"
    facts = {"turn": event.turn, "last": telling.names.setup.turns, "clock": clock(event.clock)}
    yield Heading(1, T("Turn {turn} of {last}, {clock}", **facts), f"t{event.turn}")


def phase_started(telling: Telling, event: told.PhaseStarted) -> Iterator[Block]:
    telling.turn, telling.phase = event.turn, event.phase
    yield Heading(2, PHASES.get(event.phase, event.phase), f"t{event.turn}-{event.phase}")


@clause("NA-SEQ-06")
def reinforcement(telling: Telling, event: told.Reinforcement) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.of(event.unit), "at": spot(event.at)}
    words = T("Reinforcement: {unit} at {at}", **facts)
    if event.waits:
        words = T("Reinforcement delayed: {unit}; the place {at} is taken", **facts)
    yield Line(words, side=names.at(event.unit))


# --- orders ----------------------------------------------------------------------------------------------


@clause("NA-MOVE-01")
def order_revealed(telling: Telling, event: told.OrderRevealed) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.of(event.unit), "order": body_order_words(names.field, event.order)}
    yield Line(T("{unit}: {order}", **facts), side=names.colour(event.side), indent=1)


@clause("NA-MOVE-01", "NA-SEQ-03")
def orders_revealed(telling: Telling, events: Sequence[told.OrderRevealed]) -> Iterator[Block]:
    """All orders of a turn, side by side; those to whom the same is said without a way, in one line."""
    names = telling.names
    yield Heading(3, T("Orders"), f"t{telling.turn}-orders")
    for side in names.setup.sides:
        alike: dict[Order, list[str]] = {}
        for event in events:
            if event.side == side.id:
                alike.setdefault(event.order, []).append(event.unit)
        for order, units in alike.items():
            facts = {"units": names.all(units), "order": body_order_words(names.field, order)}
            yield Line(T("{units}: {order}", **facts), ("NA-MOVE-01",), side=names.colour(side.id))


# --- command ---------------------------------------------------------------------------------------------


@clause("NA-CMD-10")
def person_moved(telling: Telling, event: told.PersonMoved) -> Iterator[Block]:
    names = telling.names
    facts = {"person": names.person(event.person), "before": names.of(event.before)}
    words = T("{person}: from {before} to {after}", after=names.of(event.after), **facts)
    if not event.before:
        words = T(
            "{person} has come to {after}", person=names.person(event.person), after=names.of(event.after)
        )
    yield Line(words, side=names.at(event.person))


@clause("NA-CMD-13")
def person_back(telling: Telling, event: told.PersonBack) -> Iterator[Block]:
    names = telling.names
    facts = {"person": names.person(event.person), "unit": names.of(event.unit)}
    yield Line(T("{person} is himself again, with {unit}", **facts), side=names.at(event.person))


@clause("NA-CMD-16", "NA-CMD-20")
def post_taken(telling: Telling, event: told.PostTaken) -> Iterator[Block]:
    names = telling.names
    facts = {"person": names.person(event.person), "formation": names.of(event.formation)}
    words = T("{person} takes over {formation}", **facts)
    if event.given_back:
        words = T("{person} gives {formation} back", **facts)
    yield Line(words, side=names.at(event.person))


@clause("NA-CMD-02")
def cover_ordered(telling: Telling, event: told.CoverOrdered) -> Iterator[Block]:
    names = telling.names
    words = T("{unit} covers guns no more", unit=names.of(event.unit))
    if event.chief:
        facts = {"unit": names.of(event.unit), "chief": names.person(event.chief)}
        words = T("{unit} covers guns under {chief}", **facts)
    yield Line(words, side=names.at(event.unit))


@clause("NA-CMD-07", "NA-UNIT-08", "NA-CMD-21")
def initiative_rolled(telling: Telling, event: told.InitiativeRolled) -> Iterator[Block]:
    names = telling.names
    facts: dict[str, Words | Content] = {"unit": names.of(event.lower)}
    if not event.upper:
        words = T("Initiative of {unit} to split or reunite: no", **facts)
        if event.succeeded:
            words = T("Initiative of {unit} to split or reunite: yes", **facts)
        yield Line(words, ("NA-UNIT-08",), dice=dice((event.die,)), side=names.at(event.lower))
        return
    facts["chief"] = names.of(event.upper)
    words = T("Initiative of {unit}, out of reach of {chief}: none, without command", **facts)
    if event.succeeded:
        words = T("Initiative of {unit}, out of reach of {chief}: under command", **facts)
    details = (
        Detail(T("distance, merka"), length(event.distance), "NA-CMD-01"),
        Detail(T("radius, merka"), length(event.radius), "NA-CMD-01"),
    )
    yield Line(words, ("NA-CMD-07",), details, dice((event.die,)), names.at(event.lower))


@clause("NA-GEN-02")
def die_fell(telling: Telling, event: told.DieFell) -> Iterator[Block]:
    words = T("A die falls unseen: {purpose}", purpose=purpose_words(event.purpose))
    yield Line(words, dice=dice((event.die,)))


@clause("NA-CMD-11")
def command_lost(telling: Telling, event: told.CommandLost) -> Iterator[Block]:
    names = telling.names
    facts = {"formation": names.of(event.formation), "person": names.person(event.person)}
    yield Line(T("{formation} has lost its general, {person}", **facts), side=names.at(event.formation))


HOW = {
    "senior": (T("a senior in person"), "NA-CMD-16"),
    "appointed": (T("appointed"), "NA-CMD-17"),
    "junior": (T("on his own initiative"), "NA-CMD-18"),
    "given": (T("given the post by his corps"), "NA-CMD-19"),
}


@clause("NA-CMD-12", "NA-CMD-15")
def replaced(telling: Telling, event: told.Replaced) -> Iterator[Block]:
    names = telling.names
    how, where = HOW.get(event.how, (event.how, "NA-CMD-15"))
    facts = {"formation": names.of(event.formation), "person": names.person(event.person), "how": how}
    words = T("{formation} is led by {person} ({how})", **facts)
    if event.inactive:
        words = T("{formation} is led by {person} ({how}); inactive through turn {turn}",
                  turn=event.inactive, **facts)  # fmt: skip
    yield Line(words, (where, "NA-CMD-12"), side=names.at(event.formation))


@clause("NA-CMD-18", "NA-CMD-21")
def replacement_rolled(telling: Telling, event: told.ReplacementRolled) -> Iterator[Block]:
    names = telling.names
    facts = {"formation": names.of(event.formation), "person": names.person(event.person)}
    words = T("{person} tries to take command of {formation}: in vain", **facts)
    if event.succeeded:
        words = T("{person} tries to take command of {formation}: he does", **facts)
    yield Line(words, dice=dice((event.die,)), side=names.at(event.formation))
