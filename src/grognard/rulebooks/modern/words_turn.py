"""The battle, turns, cards and hands in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.modern import events as told
from grognard.rulebooks.modern.card_words import (
    KIND_NAMES,
    TIER_WORDS,
    WINDOW_WORDS,
    effect_words,
)
from grognard.rulebooks.modern.view import ModernView
from grognard.rulebooks.modern.words_names import (
    CONFERENCES,
    PHASE_WORDS,
    TIER_OF_CARD,
    YIELDS,
    Names,
)
from grognard.show.model import Block, Content, Detail, Heading, Line, Number, Paragraph, Table
from grognard.show.model import Column as Head


class Telling:
    """What a chronicle has to remember while it goes on: the round."""

    def __init__(self, view: ModernView) -> None:
        self.view = view
        self.names = Names(view)
        self.round = 0


# --- the battle ------------------------------------------------------------------------------------------


@clause("MO-GEN-01", "MO-TURN-02", "MO-GEN-05")
def battle_opened(telling: Telling, event: told.BattleOpened) -> Iterator[Block]:
    names, setup = telling.names, telling.names.setup
    yield Heading(1, setup.name, "start")
    if setup.notes.en:
        yield Paragraph(setup.notes)
    order = tuple(names.strong(one) for one in event.order)
    yield Line(
        T("The battle begins: rounds {rounds}, order of turns {order}", rounds=setup.rounds, order=order)
    )
    yield from _request(telling)
    yield _generals(names)


@clause("MO-GEN-02", "MO-GEN-03")
def _request(telling: Telling) -> Iterator[Block]:
    request = telling.names.setup.request
    if request is not None:
        side = telling.names.side(request.filed_by)
        facts = {
            "side": side,
            "region": request.region,
            "when": request.filed_at,
            "start": request.earliest_start,
        }
        yield Line(
            T("Asked for by {side} in {region} at {when}, not to begin before {start}", **facts), indent=1
        )


@clause("MO-GNL-01", "MO-UNIT-01")
def _generals(names: Names) -> Table:
    """Who commands what, as everybody knows it."""
    columns = (
        Head(T("General")),
        Head(T("General card")),
        Head(T("Command"), "right"),
        Head(T("Hand"), "right"),
        Head(T("Cards a turn"), "right"),
    )
    rows: list[tuple[Content, ...]] = []
    for seat in names.setup.generals:
        card = names.field.general_card(seat)
        words: Content = (names.card(card.id),)
        rows.append(
            (
                names.strong(seat),
                words,
                Number(card.command),
                Number(card.kso_limit),
                Number(card.kso_per_turn),
            )
        )
    return Table(columns, tuple(rows), T("Generals"))


@clause("MO-TURN-08")
def deployed(telling: Telling, event: told.Deployed) -> Iterator[Block]:
    names = telling.names
    words: Content = T("{unit} deployed", unit=names.counter(event.counter))
    if event.aboard:
        words = (words, T(", aboard: {units}", units=tuple(names.number(one) for one in event.aboard)))
    yield Line(words, side=names.colour(event.counter.side))


def round_started(telling: Telling, event: told.RoundStarted) -> Iterator[Block]:
    telling.round = event.round
    last = telling.names.setup.rounds
    yield Heading(1, T("Round {round} of {last}", round=event.round, last=last), f"r{event.round}")


@clause("MO-TURN-01", "MO-TURN-05")
def turn_started(telling: Telling, event: told.TurnStarted) -> Iterator[Block]:
    telling.round = event.round
    names = telling.names
    words = T("Turn of {general}", general=names.strong(event.holder))
    if event.seconds:
        words = T(
            "Turn of {general}, {seconds} seconds", general=names.strong(event.holder), seconds=event.seconds
        )
    yield Heading(2, words, f"r{event.round}-{event.holder}")


@clause("MO-TURN-04")
def phase_started(telling: Telling, event: told.PhaseStarted) -> Iterator[Block]:
    yield Heading(3, PHASE_WORDS.get(event.phase, event.phase))


def turn_ended(telling: Telling, event: told.TurnEnded) -> Iterator[Block]:
    """The next heading says it."""
    return iter(())


@clause("MO-TURN-06")
def turn_timed_out(telling: Telling, event: told.TurnTimedOut) -> Iterator[Block]:
    names = telling.names
    words = T(
        "The time of {general} is up after {seconds} seconds, in the phase {phase}: what is done stands",
        general=names.strong(event.holder),
        seconds=event.seconds,
        phase=PHASE_WORDS.get(event.phase, event.phase),
    )
    yield Line(words, side=names.at(event.holder))


@clause("MO-GNL-08", "MO-END-01")
def conceded_by(telling: Telling, event: told.ConcededBy) -> Iterator[Block]:
    names = telling.names
    who = names.strong(event.general)
    words = T("{general} left the battle", general=who)
    if event.why == "concede":
        words = T("{general} conceded", general=who)
    more = T("; his units go to {heir}", heir=names.strong(event.heir)) if event.heir else ""
    yield Line((words, more) if event.heir else words, side=names.at(event.general))


# --- cards -----------------------------------------------------------------------------------------------


@clause("MO-KSO-06", "MO-KSO-13")
def card_declared(telling: Telling, event: told.CardDeclared) -> Iterator[Block]:
    names = telling.names
    facts = {"general": names.strong(event.owner), "card": names.card(event.card)}
    words: Content = T("{general} plays {card}", **facts)
    if event.answers:
        words = T("{general} answers with {card}", **facts)
    yield Line(
        (words, *_aimed(names, event.counters, event.targets)),
        details=tuple(_effects(names, event.card)),
        side=names.at(event.owner),
        indent=1 if event.answers else 0,
    )


def _aimed(
    names: Names, counters: tuple[told.Counter, ...], targets: tuple[object, ...]
) -> Iterator[Content]:
    """On what."""
    found = (*names.counters(counters), *(names.target(one) for one in targets))  # type: ignore[arg-type]
    if found:
        yield T(": {targets}", targets=found)


@clause("MO-KSO-20")
def _effects(names: Names, card_id: str) -> Iterator[Detail]:
    operation, general = names.tables.operations.get(card_id), names.tables.generals.get(card_id)
    if operation is not None:
        yield Detail(T("tier"), TIER_WORDS[operation.tier], "MO-KSO-15")
        yield Detail(T("kind"), KIND_NAMES[operation.kind], "MO-KSO-02")
        yield from (Detail(T("effect"), effect_words(one), "MO-KSO-20") for one in operation.effects)
    elif general is not None:
        yield from (Detail(T("effect"), effect_words(one), "MO-KSO-20") for one in general.ability.effects)


@clause("MO-GNL-05")
def ability_used(telling: Telling, event: told.AbilityUsed) -> Iterator[Block]:
    names = telling.names
    words = T("{general} uses {ability}", general=names.strong(event.owner), ability=names.card(event.card))
    yield Line(
        (words, *_aimed(names, event.counters, event.targets)),
        details=tuple(_effects(names, event.card)),
        side=names.at(event.owner),
    )


@clause("MO-KSO-02", "MO-KSO-04", "MO-KSO-05")
def card_resolved(telling: Telling, event: told.CardResolved) -> Iterator[Block]:
    names = telling.names
    words = T("{card} works", card=names.card(event.card))
    if event.stays:
        words = T("{card} works and stays in play", card=names.card(event.card))
    yield Line(words, side=names.at(event.owner), indent=1)


@clause("MO-KSO-14")
def card_cancelled(telling: Telling, event: told.CardCancelled) -> Iterator[Block]:
    names = telling.names
    owner, card = event.by
    words = T(
        "{card} of {general} is cancelled", card=names.card(event.card), general=names.strong(event.owner)
    )
    if card:
        by = T(" by {card} of {general}", card=names.card(card), general=names.strong(owner))
        yield Line((words, by), side=names.at(owner), indent=1)
    else:
        yield Line(words, side=names.at(event.owner), indent=1)


@clause("MO-KSO-04")
def card_expired(telling: Telling, event: told.CardExpired) -> Iterator[Block]:
    names = telling.names
    words = T("{card} of {general} ends", card=names.card(event.card), general=names.strong(event.owner))
    yield Line(words, side=names.at(event.owner), indent=1)


@clause("MO-KSO-07")
def card_withdrawn(telling: Telling, event: told.CardWithdrawn) -> Iterator[Block]:
    names = telling.names
    words = T(
        "{general} takes {card} off the table", card=names.card(event.card), general=names.strong(event.owner)
    )
    yield Line(words, side=names.at(event.owner), indent=1)


@clause("MO-KSO-12", "MO-KSO-13")
def window_passed(telling: Telling, event: told.WindowPassed) -> Iterator[Block]:
    names = telling.names
    when = WINDOW_WORDS.get(event.window, event.window)
    yield Line(T("{general}: no answer ({when})", general=names.strong(event.seat), when=when),
               side=names.at(event.seat), indent=2)  # fmt: skip


# --- hands -----------------------------------------------------------------------------------------------

DRAWN: Mapping[str, Text] = {
    "start": T("{general} draws {card} to begin with"),
    "award": T("{general} draws {card} for credits"),
    "voucher": T("{general} draws {card} for a voucher"),
}
GONE: Mapping[str, Text] = {
    "room": T("{general} discards {card} to make room"),
    "concede": T("{general}'s {card} goes to the discards"),
    "leave": T("{general}'s {card} goes to the discards"),
}


def _card_or_tier(names: Names, card: str, tier: str) -> Content:
    return names.card(card) if card else TIER_OF_CARD[tier]


@clause("MO-KSO-01", "MO-KSO-16", "MO-KSO-17")
def card_drawn(telling: Telling, event: told.CardDrawn) -> Iterator[Block]:
    names = telling.names
    facts = {"general": names.strong(event.general), "card": _card_or_tier(names, event.card, event.tier)}
    words = DRAWN.get(event.why)
    said = (
        Text(words.source, facts)
        if words
        else T("{general} draws {card}: {why}", **facts, why=names.card(event.why))
    )
    yield Line(said, side=names.at(event.general), indent=1)


@clause("MO-KSO-18", "MO-KSO-20")
def card_discarded(telling: Telling, event: told.CardDiscarded) -> Iterator[Block]:
    names = telling.names
    facts = {"general": names.strong(event.general), "card": _card_or_tier(names, event.card, event.tier)}
    words = GONE.get(event.why)
    said = (
        Text(words.source, facts)
        if words
        else T("{general} loses {card}: {why}", **facts, why=names.card(event.why))
    )
    yield Line(said, side=names.at(event.general), indent=1)


@clause("MO-KSO-16")
def no_card_left(telling: Telling, event: told.NoCardLeft) -> Iterator[Block]:
    names = telling.names
    facts = {"general": names.strong(event.general), "tier": TIER_WORDS[event.tier]}
    yield Line(T("No card left for {general} ({tier})", **facts), side=names.at(event.general), indent=1)


def hand_seen(telling: Telling, event: told.HandSeen) -> Iterator[Block]:
    names = telling.names
    facts = {"owner": names.strong(event.owner), "general": names.strong(event.general)}
    cards = names.cards(event.cards) if event.cards else T("no card")
    yield Line(T("{owner} looks into the hand of {general}: {cards}", **facts, cards=cards),
               side=names.at(event.owner), indent=1)  # fmt: skip


def hand_peeked(telling: Telling, event: told.HandPeeked) -> Iterator[Block]:
    names = telling.names
    facts = {"owner": names.strong(event.owner), "general": names.strong(event.general)}
    yield Line(T("{owner} looks into the hand of {general}", **facts), side=names.at(event.owner), indent=1)


def clock_changed(telling: Telling, event: told.ClockChanged) -> Iterator[Block]:
    names = telling.names
    facts = {"general": names.strong(event.general), "seconds": Number(event.seconds, signed=True)}
    yield Line(
        T("The next turn of {general}: {seconds} seconds", **facts), side=names.at(event.general), indent=1
    )


def moves_added(telling: Telling, event: told.MovesAdded) -> Iterator[Block]:
    names = telling.names
    facts = {"general": names.strong(event.general), "count": Number(event.count, signed=True)}
    yield Line(T("{general}: command {count} in this turn", **facts), side=names.at(event.general), indent=1)


# --- the reserve phase -----------------------------------------------------------------------------------


@clause("MO-CP-02")
def point_run(telling: Telling, event: told.PointRun) -> Iterator[Block]:
    names = telling.names
    facts = {
        "point": names.point(event.point),
        "general": names.strong(event.holder),
        "run": Number(event.run),
    }
    words = T("{point}: held by {general}, turn {run} in a row", **facts)
    if not event.run:
        words = T("{point}: no longer held by {general}", point=facts["point"], general=facts["general"])
    yield Line(words, side=names.at(event.holder))


@clause("MO-CP-03", "MO-CP-04", "MO-CP-06")
def point_paid(telling: Telling, event: told.PointPaid) -> Iterator[Block]:
    names = telling.names
    facts = {
        "point": names.point(event.point),
        "general": names.strong(event.general),
        "what": YIELDS.get(event.yields, event.yields),
    }
    yield Line(T("{point} pays {general} {what}", **facts), side=names.at(event.general), indent=1)


@clause("MO-WORK-03", "MO-CP-02")
def point_interrupted(telling: Telling, event: told.PointInterrupted) -> Iterator[Block]:
    names = telling.names
    facts = {"point": names.point(event.point), "by": names.doer(event.by)}
    yield Line(T("{point}: all runs there begin again ({by})", **facts), side=names.at(event.by), indent=1)


@clause("MO-CP-04")
def credits_exchanged(telling: Telling, event: told.CreditsExchanged) -> Iterator[Block]:
    names = telling.names
    words = T(
        "{general} exchanges credits for {card}: paid {paid}, left {left}",
        general=names.strong(event.general),
        card=TIER_OF_CARD[event.tier],
        paid=Number(event.paid),
        left=Number(event.left),
    )
    yield Line(words, side=names.at(event.general))


@clause("MO-CP-05")
def credits_lost(telling: Telling, event: told.CreditsLost) -> Iterator[Block]:
    names = telling.names
    facts = {"general": names.strong(event.general), "count": Number(event.count)}
    yield Line(T("Credits of {general} lost: {count}", **facts), side=names.at(event.general))


@clause("MO-CP-08")
def voucher_kept(telling: Telling, event: told.VoucherKept) -> Iterator[Block]:
    names = telling.names
    facts = {"general": names.strong(event.general), "card": TIER_OF_CARD[event.tier]}
    yield Line(T("{general} keeps the right to {card}", **facts), side=names.at(event.general))


@clause("MO-RES-02", "MO-RES-03")
def conference(telling: Telling, event: told.Conference) -> Iterator[Block]:
    names = telling.names
    facts = {
        "general": names.strong(event.by),
        "what": CONFERENCES.get(event.kind, event.kind),
        "minutes": Number(event.minutes),
    }
    words = {
        "accepted": T("Agreed: {what}, {minutes} minutes"),
        "refused": T("Refused: {what}"),
    }.get(event.answer, T("{general} proposes {what}, {minutes} minutes"))
    yield Line(Text(words.source, facts), side=names.at(event.by))
