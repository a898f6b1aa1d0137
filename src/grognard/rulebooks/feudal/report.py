"""The after-action report: who won, the armies in a table, the course by rounds, what came after, and the luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from grognard.core.events import Event
from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.feudal.events import (
    BattleBegan,
    BattleEnded,
    CommanderFate,
    FeatureTaken,
    LearningTested,
    LevelGained,
    Reckoned,
    TacticLearned,
    Upkeep,
)
from grognard.rulebooks.feudal.report_tally import ArmyCount, Luck, Tally
from grognard.rulebooks.feudal.view import FeudalView
from grognard.rulebooks.feudal.words import lines
from grognard.rulebooks.feudal.words_after import STATES, end_words, fate_words
from grognard.rulebooks.feudal.words_names import BANDS, STATUSES, Names, score
from grognard.rulebooks.luck import Sample, luck_table, sample_rows, thrown
from grognard.rulebooks.reports import ending, subtitle
from grognard.show.model import Block, Column, Content, Heading, Number, Paragraph, Report, Table, listed

E = TypeVar("E", bound=Event)
UNKNOWN = "?"


def report(view: FeudalView, heard: Sequence[Heard]) -> Report:
    """Of a battle, or of as much of it as has been heard; nothing in it that the seat may not know."""
    names = Names(view)
    events = [one.event for one in heard]
    tally = Tally(names, events)
    end = next(_of(BattleEnded, events), None)
    result, over = ending(names, events, end_words(names, end) if end else None)
    blocks = (
        Paragraph(result),
        Paragraph(_length(tally)),
        *army_tables(names, tally),
        *_course(view, heard),
        *_aftermath(names, events),
        *luck_blocks(names, tally),
    )
    return Report(view.setup.name, blocks, subtitle(over))


def _length(tally: Tally) -> Text:
    return T(
        "Rounds: {rounds}; ranged passes: {ranged}; melee passes: {melee}",
        rounds=tally.passes["tactical"],
        ranged=tally.passes["ranged"],
        melee=tally.passes["melee"],
    )


def _of(kind: type[E], events: Iterable[Event]) -> Iterator[E]:
    return (event for event in events if isinstance(event, kind))


# --- the armies ---


def army_tables(names: Names, tally: Tally) -> tuple[Table, Table]:
    """Men and HP at start and end with the outcome; damage dealt and taken, shots, blows, hits, natural 1s and 20s.

    Two, because one is wider than a terminal.
    """
    armies = tally.armies.items()
    fates = (Column(T("Men"), "right"), Column(T("HP"), "right"), Column(T("Outcome")))
    deeds = (T("Dealt"), T("Taken"), T("Shots"), T("Blows"), T("Hits"), T("1s"), T("20s"))
    return (
        Table(
            (Column(T("Army")), Column(T("Side")), *fates),
            tuple(_fate_row(names, one, count) for one, count in armies),
        ),
        Table(
            (Column(T("Army")), *(Column(head, "right") for head in deeds)),
            tuple(_deeds_row(names, one, count) for one, count in armies),
        ),
    )


def _fate_row(names: Names, army: str, count: ArmyCount) -> tuple[Content, ...]:
    return (
        names.army(army),
        names.side(names.view.seen[army].side),
        _span(count.men, count.men_after),
        _hit_points(count),
        STATUSES[count.outcome],
    )


def _deeds_row(names: Names, army: str, count: ArmyCount) -> tuple[Content, ...]:
    return (
        names.army(army),
        _sum(count.dealt, count.dealt_hidden),
        _sum(count.taken, count.taken_hidden),
        *(Number(n) for n in (count.shots, count.blows, count.hits, count.ones, count.twenties)),
    )


def _span(before: int | None, after: int | None) -> Content:
    if before is None:
        return UNKNOWN
    return Number(before) if after is None else (Number(before), "\u00a0→\u00a0", Number(after))


@clause("FE-NPC-02")
def _hit_points(count: ArmyCount) -> Content:
    if count.hp_start is not None:
        return _span(count.hp_start, count.hp)
    return BANDS[count.band or "fresh"]


def _sum(known: int, hidden: bool) -> Content:
    if hidden:
        return T("{known} or more", known=Number(known)) if known else UNKNOWN
    return Number(known)


# --- the course ---


def _course(view: FeudalView, heard: Sequence[Heard]) -> Iterator[Block]:
    """The chronicle up to the end of the battle; the rest is in tables."""
    end = next((at for at, one in enumerate(heard) if isinstance(one.event, BattleEnded)), len(heard))
    course = [one for one in heard[: end + 1] if not isinstance(one.event, BattleBegan)]
    if course:
        yield Heading(1, T("The course of the battle"), "course")
        yield from lines(view, course)


# --- after the battle ---


@clause("FE-AFT-05", "FE-AFT-06")
def _aftermath(names: Names, events: Sequence[Event]) -> Iterator[Block]:
    tables = (
        _reckoning(names, tuple(_of(Reckoned, events))),
        _commanders(names, events),
        _lessons(names, events),
        _next_battle(names, events),
    )
    if any(table.rows for table in tables):
        yield Heading(1, T("After the battle"), "aftermath")
    yield from (table for table in tables if table.rows)


@clause("FE-AFT-01")
def _reckoning(names: Names, events: Sequence[Reckoned]) -> Table:
    heads = (T("Before"), T("Standing"), T("Recovered"), T("Scattered"), T("After"))
    return Table(
        (Column(T("Army")), *(Column(head, "right") for head in heads)),
        tuple(
            (
                names.army(one.army),
                Number(one.before),
                Number(one.standing),
                Number(one.recovered),
                Number(one.scattered),
                Number(one.after),
            )
            for one in events
        ),
        T("Head-counts"),
    )


@clause("FE-AFT-02", "FE-AFT-03", "FE-AFT-08")
def _commanders(names: Names, events: Sequence[Event]) -> Table:
    rows: dict[str, list[Content]] = {}
    who: dict[str, Content] = {}
    for event in _news_of_commanders(events):
        who[event.army] = names.commander(event.army, event.commander)
        rows.setdefault(event.army, []).append(_news(names, event))
    return Table(
        (Column(T("Commander")), Column(T("Army")), Column(T("News"))),
        tuple((who[army], names.army(army), listed(news)) for army, news in rows.items()),
        T("Commanders"),
    )


CommanderNews = LevelGained | FeatureTaken | CommanderFate


def _news_of_commanders(events: Iterable[Event]) -> Iterator[CommanderNews]:
    return (event for event in events if isinstance(event, LevelGained | FeatureTaken | CommanderFate))


def _news(names: Names, event: CommanderNews) -> Content:
    if isinstance(event, LevelGained):
        return T("level {before} → {after}", before=event.before, after=event.after)
    if isinstance(event, FeatureTaken):
        return T("feature {feature}", feature=names.feature(event.feature, event.choice))
    return fate_words(names, event.fate)


@clause("FE-AFT-04")
def _lessons(names: Names, events: Sequence[Event]) -> Table:
    learned = {one.army: one.tactic for one in _of(TacticLearned, events)}
    rows: list[tuple[Content, ...]] = []
    for one in _of(LearningTested, events):
        check: Content = T("{total} against {dc}", total=score(one.roll), dc=one.roll.dc) if one.roll else ""
        tactic: Content = names.tactic(learned[one.army]) if one.army in learned else ""
        rows.append((names.army(one.army), check, tactic))
    return Table(
        (Column(T("Army")), Column(T("Morale check")), Column(T("New tactic"))), tuple(rows), T("Lessons")
    )


@clause("FE-AFT-06", "FE-CMD-10")
def _next_battle(names: Names, events: Sequence[Event]) -> Table:
    """What each army is worth now, and what it costs where that is known."""
    costs = {one.army: (Number(one.pp), Number(one.wage)) for one in _of(Upkeep, events)}
    heads = (T("Strength"), T("Record"), T("PP"), T("Wage"))
    return Table(
        (Column(T("Army")), Column(T("State")), *(Column(head, "right") for head in heads)),
        tuple(
            (
                names.army(one.army),
                STATES[one.state],
                Number(one.strength),
                Number(one.record, signed=True),
                *costs.get(one.army, ()),
            )
            for one in _of(Reckoned, events)
        ),
        T("For the next battle (PP and wage a fief turn)"),
    )


# --- luck ---

SAMPLES: Mapping[str, tuple[Text, Callable[[Luck], Sample]]] = {
    "ones": (T("natural 1s"), lambda luck: luck.ones),
    "twenties": (T("natural 20s"), lambda luck: luck.twenties),
    "hits": (T("hits"), lambda luck: luck.hits),
    "damage": (T("damage dealt"), lambda luck: luck.damage),
    "checks": (T("Morale checks passed at once"), lambda luck: luck.checks),
}


def luck_blocks(names: Names, tally: Tally) -> Iterator[Block]:
    """Thrown against expected for each side, with the spread that chance alone gives (one standard deviation)."""
    sides = [one for one in names.setup.sides if tally.luck[one.id].faces.count]
    if not sides:
        return
    lucks = [tally.luck[side.id] for side in sides]
    rows: list[tuple[Content, ...]] = [
        (T("d20s thrown"), *(Number(luck.faces.count) for luck in lucks)),
        (T("mean of the d20s"), *(_mean(luck.faces) for luck in lucks)),
        *sample_rows(SAMPLES.values(), lucks),
    ]
    yield from luck_table((names.side(side.id) for side in sides), rows)


def _mean(faces: Sample) -> Content:
    n = faces.count
    return thrown(faces.got / n, faces.mean / n, faces.spread / n, 2)
