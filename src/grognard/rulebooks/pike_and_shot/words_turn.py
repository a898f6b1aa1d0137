"""The turn in words: the beginning, cards, commanders and what they spend their points on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.pike_and_shot.events import (
    BattleBegan,
    CardDrawn,
    CommanderActivated,
    CommanderFell,
    CommanderMoved,
    CommanderReplaced,
    Coordinated,
    CpPassed,
    CpRolled,
    CpSpent,
    Deployed,
    DpRemoved,
    NoCpCard,
    OrderChanged,
    ProfileShown,
    Reinforcement,
    RiskTaken,
    Succeeded,
    TurnStarted,
)
from grognard.rulebooks.pike_and_shot.order_names import flag_place
from grognard.rulebooks.pike_and_shot.sheets import starting_tables
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.rulebooks.pike_and_shot.words_names import (
    BANDS,
    STANCES,
    Names,
    degrees,
    inches,
    more_dp,
    spot,
)
from grognard.show.model import Block, Detail, Die, Heading, Line, Number, Paragraph


class Telling:
    """What a chronicle has to remember while it goes on: the turn."""

    def __init__(self, view: PikeView) -> None:
        self.view = view
        self.names = Names(view)
        self.turn = view.field.turn.number


def battle_began(telling: Telling, event: BattleBegan) -> Iterator[Block]:
    names, setup = telling.names, telling.names.setup
    yield Heading(1, setup.name, "start")
    if setup.notes.en:
        yield Paragraph(setup.notes)
    sides = tuple(names.side(side.id) for side in setup.sides)
    yield Line(T("The battle begins: {sides}; it lasts {turns} turns", sides=sides, turns=setup.turns))
    yield from starting_tables(names)


@clause("PS-DEP-01")
def deployed(telling: Telling, event: Deployed) -> Iterator[Block]:
    names = telling.names
    words = T(
        "{commander} deployed: {units}",
        commander=names.commander(event.commander),
        units=names.units(event.units),
    )
    yield Line(words, side=names.side_at(event.commander))


def turn_started(telling: Telling, event: TurnStarted) -> Iterator[Block]:
    telling.turn = event.turn
    number, last = event.turn, telling.names.setup.turns
    yield Heading(1, T("Turn {number} of {last}", number=number, last=last), f"t{number}")


@clause("PS-DEP-02")
def reinforcement(telling: Telling, event: Reinforcement) -> Iterator[Block]:
    names = telling.names
    who = names.piece(event.id)
    if event.waits:
        words = T("{who} waited off the table, the place taken by others", who=who)
    else:
        words = T("{who} came on at {place}", who=who, place=spot(event.x, event.y))
    details: tuple[Detail, ...] = ()
    if event.id in names.setup.sheets and not event.waits:
        details = (Detail(T("heading"), degrees(event.heading)),)
    yield Line(words, details=details, side=names.side_at(event.id))


# --- cards ---


@clause("PS-TURN-02")
def card_drawn(telling: Telling, event: CardDrawn) -> Iterator[Block]:
    names = telling.names
    words = T("Card: {commander}", commander=names.commander(event.commander))
    yield Heading(2, words, f"t{telling.turn}-{event.commander}")
    yield Line(
        T(
            "{side}; cards left in the deck: {left}",
            side=names.side(event.side),
            left=Number(event.left),
        ),
        side=names.colour(event.side),
    )


def no_cp_card(telling: Telling, event: NoCpCard) -> Iterator[Block]:
    names = telling.names
    who = names.commander(event.commander)
    words = T("{commander} had acted already: no command points", commander=who)
    if event.why == "fallen":
        words = T("{commander} had fallen: a command without command points", commander=who)
    yield Line(words, side=names.side_at(event.commander))


@clause("PS-CP-01", "PS-CMD-02")
def cp_rolled(telling: Telling, event: CpRolled) -> Iterator[Block]:
    names = telling.names
    words = T(
        "{commander}: command points {cp}", commander=names.commander(event.commander), cp=Number(event.cp)
    )
    details: tuple[Detail, ...] = ()
    if event.die:
        details = (Detail(T("d3 (a d6 halved, rounded up)"), Number((event.die + 1) // 2), "PS-DICE-08"),)
    dice = (Die(event.die),) if event.die else ()
    yield Line(words, details=details, dice=dice, side=names.side_at(event.commander))


def profile_shown(telling: Telling, event: ProfileShown) -> Iterator[Block]:
    names = telling.names
    words = T(
        "{commander} turned out to be: {profile}",
        commander=names.commander(event.commander),
        profile=names.profile(event.profile),
    )
    dice = (Die(event.die),) if event.die else ()
    yield Line(words, dice=dice, side=names.side_at(event.commander))


def commander_activated(telling: Telling, event: CommanderActivated) -> Iterator[Block]:
    names = telling.names
    words = T(
        "{superior} called on {commander} to act at once",
        superior=names.commander(event.by),
        commander=names.commander(event.commander),
    )
    yield Line(words, side=names.side_at(event.commander))


# --- command points ---

USES: Mapping[str, Text] = {
    "move": T("{commander} rode: command points spent {cp}, left {left}"),
    "remove_dp": T("{commander} steadied {on}: command points spent {cp}, left {left}"),
    "impulse": T("{commander} gave {on} one more impulse: command points spent {cp}, left {left}"),
    "coordinate": T("{commander} gave a coordinated order: command points spent {cp}, left {left}"),
    "order": T("{commander} sent new orders to {on}: command points spent {cp}, left {left}"),
    "pass": T("{commander} handed command points to {on}: spent {cp}, left {left}"),
    "replace": T("{commander} replaced {on}: command points spent {cp}, left {left}"),
}


@clause("PS-CP-02")
def cp_spent(telling: Telling, event: CpSpent) -> Iterator[Block]:
    names = telling.names
    facts = {
        "commander": names.commander(event.commander),
        "on": names.piece(event.on),
        "cp": Number(event.cp),
        "left": Number(event.left),
    }
    words = USES.get(event.use, T("{commander}: command points spent {cp}, left {left}"))
    yield Line(Text(words.source, facts), side=names.side_at(event.commander), indent=1)


def commander_moved(telling: Telling, event: CommanderMoved) -> Iterator[Block]:
    names = telling.names
    facts = {"commander": names.commander(event.commander), "place": spot(event.x, event.y)}
    words = T("{commander} rode to {place}", **facts)
    if event.attached:
        words = T("{commander} joined {unit}", commander=facts["commander"], unit=names.unit(event.attached))
    yield Line(words, side=names.side_at(event.commander), indent=1)


@clause("PS-CP-08", "PS-CP-10")
def cp_passed(telling: Telling, event: CpPassed) -> Iterator[Block]:
    names = telling.names
    words = T(
        "Command points that reached {commander}: {arrived} of {sent}",
        arrived=Number(event.arrived),
        sent=Number(event.sent),
        commander=names.commander(event.to),
    )
    details = (
        Detail(T("sent"), Number(event.sent)),
        Detail(T("distance"), inches(event.distance)),
        Detail(T("lost on the way"), event.arrived - event.sent, "PS-CP-08"),
        Detail(T("arrived"), Number(event.arrived)),
    )
    yield Line(words, details=details, side=names.side_at(event.commander), indent=1)


@clause("PS-ORD-01", "PS-ORD-03", "PS-CP-11")
def order_changed(telling: Telling, event: OrderChanged) -> Iterator[Block]:
    names = telling.names
    words = T(
        "Order of {commander}: {stance}, {place}",
        commander=names.commander(event.commander),
        stance=STANCES.get(event.stance, event.stance),
        place=flag_place(telling.view, "", event.x, event.y),
    )
    yield Line(words, side=names.side_at(event.commander))


@clause("PS-CP-12")
def commander_replaced(telling: Telling, event: CommanderReplaced) -> Iterator[Block]:
    names = telling.names
    words = T("A new man took over the command of {commander}", commander=names.commander(event.commander))
    details = (
        Detail(
            T("command points that {superior} lacked from then on", superior=names.commander(event.superior)),
            -event.superior_loss,
            "PS-CP-12",
        ),
    )
    yield Line(words, details=details, side=names.side_at(event.commander), indent=1)


def dp_removed(telling: Telling, event: DpRemoved) -> Iterator[Block]:
    names = telling.names
    words = T("{unit}: {dp}", unit=names.unit(event.unit), dp=more_dp(-1))
    yield Line(words, side=names.side_at(event.unit), indent=2)


@clause("PS-COORD-01", "PS-COORD-02", "PS-COORD-03")
def coordinated(telling: Telling, event: Coordinated) -> Iterator[Block]:
    """The common row of dice and what each unit makes of it."""
    names = telling.names
    actions = {
        "move": T("On one order moved: {units} (command points in it: {cp})"),
        "shoot": T("On one order fired: {units} (command points in it: {cp})"),
    }
    words = actions.get(
        event.action, T("On one order rallied their ranks: {units} (command points in it: {cp})")
    )
    facts = {"units": names.units(event.units), "cp": Number(event.cp)}
    details = tuple(
        Detail(names.unit(unit), BANDS.get(band, band), "PS-COORD-03") for unit, band in event.results
    )
    dice = tuple(map(Die, event.row))
    yield Line(Text(words.source, facts), (), details, dice, names.side_at(event.commander), 1)


# --- fates of commanders ---


@clause("PS-CMD-03", "PS-TURN-09")
def commander_fell(telling: Telling, event: CommanderFell) -> Iterator[Block]:
    names = telling.names
    dice = (Die(event.die),) if event.die else ()
    yield Line(fell_words(names, event), dice=dice, side=names.side_at(event.commander), indent=1)


def fell_words(names: Names, event: CommanderFell) -> Text:
    who = names.commander(event.commander)
    if event.how == "killed":
        return T("{commander} was killed", commander=who)
    if event.how == "captured":
        return T("{commander} was captured", commander=who)
    return T("{commander} left the table with the troops", commander=who)


def risk_taken(telling: Telling, event: RiskTaken) -> Iterator[Block]:
    names = telling.names
    words = T("{commander} was in danger and came to no harm", commander=names.commander(event.commander))
    yield Line(words, dice=(Die(event.die),), side=names.side_at(event.commander), indent=1)


@clause("PS-CMD-04")
def succeeded(telling: Telling, event: Succeeded) -> Iterator[Block]:
    names = telling.names
    words = T(
        "{heir} took over the army from {commander}",
        heir=names.commander(event.heir),
        commander=names.commander(event.commander),
    )
    yield Line(words, side=names.side_at(event.commander))
