"""Parting, the end, the aftermath, and what the table itself tells, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.chronicle import TableWords
from grognard.rulebooks.feudal.events import (
    BattleEnded,
    CommanderFate,
    Conceded,
    FeatureTaken,
    LearningTested,
    LevelGained,
    Parted,
    PartingOffered,
    Reckoned,
    TacticLearned,
    Upkeep,
)
from grognard.rulebooks.feudal.hand_words import WORDS
from grognard.rulebooks.feudal.order_words import order_words, question_words
from grognard.rulebooks.feudal.words_names import STATUSES, Names, check_dice, with_check
from grognard.rulebooks.feudal.words_tactical import Telling
from grognard.show.model import Block, Detail, Die, Heading, Line, Number, Words

STATES: Mapping[str, Text] = {
    "ready": T("fit to fight"),
    "short_handed": T("short-handed"),
    "remnant": T("a remnant"),
    "destroyed": T("nothing left"),
}

# --- parting and the end ---


def conceded(telling: Telling, event: Conceded) -> Iterator[Block]:
    names = telling.names
    words = T("{seat} concedes: all its armies withdraw", seat=names.who(event.seat))
    yield Line(words, side=names.at(event.seat))


def parting_offered(telling: Telling, event: PartingOffered) -> Iterator[Block]:
    sides = tuple(telling.names.side(one) for one in event.sides)
    yield Line(T("Offered to part: {sides}", sides=sides))


@clause("FE-PART-02")
def parted(telling: Telling, event: Parted) -> Iterator[Block]:
    why: Words = {
        "agreement": T("all sides agree"),
        "quiet": T("nobody did anything in two passes"),
        "nightfall": T("night falls"),
    }.get(event.why, T("the umpire's word"))
    if event.reason:
        why = event.reason
    words = T("The sides part: {why}; that was the last round", why=why)
    if event.next_round:
        words = T("The sides part: {why}; next comes round {round}", why=why, round=event.next_round)
    yield Line(words)


def battle_ended(telling: Telling, event: BattleEnded) -> Iterator[Block]:
    yield Line(end_words(telling.names, event))


@clause("FE-END-01", "FE-END-02", "FE-END-03", "FE-END-05")
def end_words(names: Names, event: BattleEnded) -> Text:
    """Who won and holds the field, or why nobody did."""
    if event.winners:
        winners = tuple(names.side(one) for one in event.winners)
        if event.reason == "shared_victory":
            return T("Shared victory in round {round}: {winners}", winners=winners, round=event.rounds)
        return T("Victory in round {round}, and the field: {winners}", winners=winners, round=event.rounds)
    if event.reason == "mutual_destruction":
        return T("Nobody won: the last armies fell together in round {round}", round=event.rounds)
    return T("Undecided: the sides parted after round {round}", round=event.rounds)


# --- aftermath ---


def _after(telling: Telling) -> Iterator[Block]:
    """The heading before the first line of the aftermath."""
    if not telling.over:
        telling.over = True
        yield Heading(1, T("After the battle"), "aftermath")


@clause("FE-AFT-01")
def reckoned(telling: Telling, event: Reckoned) -> Iterator[Block]:
    yield from _after(telling)
    names = telling.names
    details = (
        Detail(T("outcome"), STATUSES.get(event.outcome, event.outcome)),
        Detail(T("men before"), Number(event.before)),
        Detail(T("standing"), Number(event.standing), "FE-AFT-01"),
        Detail(T("recovered"), event.recovered, "FE-AFT-01"),
        Detail(T("scattered"), -event.scattered, "FE-AFT-01"),
        Detail(T("men after"), Number(event.after)),
        Detail(T("Strength"), Number(event.strength), "FE-SIZE-01"),
        Detail(T("morale record"), event.record, "FE-MOR-03"),
    )
    facts = {
        "army": names.army(event.army),
        "before": event.before,
        "after": event.after,
        "state": STATES.get(event.state, event.state),
    }
    words = T("{army}: men {before} → {after}", **facts)
    if event.state != "ready":
        words = T("{army}: men {before} → {after} ({state})", **facts)
    yield Line(words, details=details, side=names.side_at(event.army))


def level_gained(telling: Telling, event: LevelGained) -> Iterator[Block]:
    yield from _after(telling)
    names = telling.names
    details = [
        Detail(T("level before"), Number(event.before)),
        Detail(T("charisma"), Number(event.after), "FE-CMD-03"),
        Detail(T("leadership"), Number(2 * event.after), "FE-CMD-03"),
    ]
    if event.feature_due:
        details.append(Detail(T("a feature"), T("is due"), "FE-AFT-03"))
    yield Line(
        T(
            "{commander} ({army}) rose to level {level}",
            commander=names.commander(event.army, event.commander),
            army=names.army(event.army),
            level=event.after,
        ),
        details=tuple(details),
        side=names.side_at(event.army),
    )


def feature_taken(telling: Telling, event: FeatureTaken) -> Iterator[Block]:
    yield from _after(telling)
    names = telling.names
    yield Line(
        T(
            "{commander} ({army}) has a new feature: {feature}",
            commander=names.commander(event.army, event.commander),
            army=names.army(event.army),
            feature=names.feature(event.feature, event.choice),
        ),
        side=names.side_at(event.army),
    )


def learning_tested(telling: Telling, event: LearningTested) -> Iterator[Block]:
    yield from _after(telling)
    names = telling.names
    army = names.army(event.army)
    words = T("{army} learned from the battle", army=army)
    if not event.success:
        words = T("{army} learned nothing from the battle", army=army)
    yield Line(
        with_check(words, event.roll),
        details=names.check(event.roll),
        dice=check_dice(event.roll),
        side=names.side_at(event.army),
    )


def tactic_learned(telling: Telling, event: TacticLearned) -> Iterator[Block]:
    yield from _after(telling)
    names = telling.names
    yield Line(
        T(
            "{army} knows a new tactic: {tactic}",
            army=names.army(event.army),
            tactic=names.tactic(event.tactic),
        ),
        side=names.side_at(event.army),
        indent=1,
    )


def fate_words(names: Names, fate: str) -> Words:
    return next((row.name for row in names.tables.commander_fate if row.result == fate), fate)


def commander_fate(telling: Telling, event: CommanderFate) -> Iterator[Block]:
    yield from _after(telling)
    names = telling.names
    yield Line(
        T(
            "{commander}, who led {army}: {fate}",
            commander=names.commander(event.army, event.commander),
            army=names.army(event.army),
            fate=fate_words(names, event.fate),
        ),
        dice=(Die(event.face, 20),) if event.face else (),
        side=names.side_at(event.army),
    )


def upkeep(telling: Telling, event: Upkeep) -> Iterator[Block]:
    yield from _after(telling)
    names = telling.names
    facts = {"army": names.army(event.army), "pp": event.pp, "wage": event.wage}
    words = T("{army}: {pp} PP a fief turn", **facts)
    if event.wage:
        words = T("{army}: {pp} PP a fief turn, and {wage} in coin for its commander", **facts)
    yield Line(words, side=names.side_at(event.army))


# --- the table ---


TABLE = TableWords[Telling](
    WORDS, lambda telling, army: telling.names.army(army), question_words, order_words
)
"""What the table itself tells."""
