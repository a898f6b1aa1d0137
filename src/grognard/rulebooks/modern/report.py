"""The closing report: who won and why, the score, losses by arm, points and what they paid, a paragraph a round, the
map, the order of battle, the course."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.modern.card_words import ARM_WORDS
from grognard.rulebooks.modern.effects import ARMS
from grognard.rulebooks.modern.events import BattleOpened, RoundStarted
from grognard.rulebooks.modern.report_tally import RoundCount, SideCount, Tally
from grognard.rulebooks.modern.sheets import order_of_battle
from grognard.rulebooks.modern.victory import score
from grognard.rulebooks.modern.view import ModernView
from grognard.rulebooks.modern.words import lines
from grognard.rulebooks.modern.words_after import end_words, score_table
from grognard.rulebooks.modern.words_names import YIELDS, Names
from grognard.rulebooks.reports import ending, subtitle
from grognard.show.model import (
    Block,
    Column,
    Content,
    Heading,
    Number,
    Paragraph,
    Report,
    Strong,
    Table,
    listed,
)


@clause("MO-REP-01", "MO-REP-02", "MO-END-04")
def report(view: ModernView, heard: Sequence[Heard]) -> Report:
    """Of a battle, or of as much of it as has been heard; nothing in it that the seat may not know."""
    events = [one.event for one in heard]
    tally = Tally.of(view, events)
    result, over = ending(tally.names, events, end_words(tally.names, tally.end) if tally.end else None)
    blocks = (
        *_result(view, tally, result),
        *loss_blocks(tally),
        *side_blocks(tally),
        *point_blocks(view, tally),
        *story(tally),
        Heading(1, T("The forces"), "forces"),
        *order_of_battle(view),
        *_course(view, heard),
    )
    return Report(view.setup.name, blocks, subtitle(over))


@clause("MO-REP-02", "MO-REP-03")
def short(view: ModernView, heard: Sequence[Heard]) -> Report:
    """What goes to the news: sides and generals, the outcome, losses, and a paragraph a round."""
    events = [one.event for one in heard]
    tally = Tally.of(view, events)
    result, _ = ending(tally.names, events, end_words(tally.names, tally.end) if tally.end else None)
    blocks = (
        *_result(view, tally, result),
        Paragraph(T("Sides: {sides}", sides=tuple(_sides(tally.names)))),
        *loss_blocks(tally),
        *story(tally),
    )
    return Report(view.setup.name, blocks, T("Short report"))


def _sides(names: Names) -> Iterator[Text]:
    for side in names.setup.sides:
        seats = [one for one, sheet in names.setup.generals.items() if sheet.side == side.id]
        generals = tuple(names.strong(seat) for seat in seats)
        yield T("{side} (generals: {generals})", side=names.side(side.id), generals=generals)


def _result(view: ModernView, tally: Tally, result: Text) -> Iterator[Block]:
    """Who won and why, the rounds, the score."""
    yield Paragraph(result)
    yield Paragraph(T("Rounds: {rounds} of {last}", rounds=view.field.clock.round, last=view.setup.rounds))
    yield from _score(view, tally)


@clause("MO-END-02", "MO-CP-07")
def _score(view: ModernView, tally: Tally) -> Iterator[Block]:
    """As it was at the end; before it as it would be now, for those who know which units can't hold."""
    if tally.end is not None:
        yield score_table(tally.names, tally.end.scores)
    elif view.side:
        yield score_table(tally.names, tuple(score(view.field, side.id) for side in view.setup.sides))


# --- losses ----------------------------------------------------------------------------------------------


@clause("MO-REP-02", "MO-UNIT-08")
def loss_blocks(tally: Tally) -> Iterator[Block]:
    """Statuses lost and units destroyed of each side, by arm."""
    columns = (
        Column(T("Side")),
        *(Column(ARM_WORDS[arm], "right") for arm in ARMS),
        Column(T("in all"), "right"),
    )
    yield Heading(1, T("Losses"), "losses")
    yield Table(columns, _rows(tally, "lost"), T("Statuses lost"))
    yield Table(columns, _rows(tally, "destroyed"), T("Units destroyed"))


def _rows(tally: Tally, what: str) -> tuple[tuple[Content, ...], ...]:
    rows: list[tuple[Content, ...]] = []
    for side, count in tally.sides.items():
        found = count.lost if what == "lost" else count.destroyed
        figures = (*(found[arm] for arm in ARMS), sum(found.values()))
        rows.append((tally.names.side(side), *map(Number, figures)))
    return tuple(rows)


def side_blocks(tally: Tally) -> Iterator[Block]:
    """What each side did: shots, statuses taken, cards, credits."""
    heads = (
        T("Shots"),
        T("Statuses taken"),
        T("Cards played"),
        T("of them cancelled"),
        T("Payments of points"),
        T("Credits spent"),
        T("Turns lost to the clock"),
    )
    columns = (Column(T("Side")), *(Column(head, "right") for head in heads))
    rows: list[tuple[Content, ...]] = [
        (tally.names.side(side), *_deeds(count)) for side, count in tally.sides.items()
    ]
    yield Table(columns, tuple(rows), T("What they did"))


def _deeds(count: SideCount) -> tuple[Number, ...]:
    figures = (
        count.shots,
        count.taken,
        count.cards,
        count.cancelled,
        count.paid,
        count.spent,
        count.timeouts,
    )
    return tuple(map(Number, figures))


# --- points ----------------------------------------------------------------------------------------------


@clause("MO-CP-01", "MO-CP-02", "MO-CP-03")
def point_blocks(view: ModernView, tally: Tally) -> Iterator[Block]:
    """Every control point: what it pays, the runs on it now, whom it has paid how often."""
    names, field = tally.names, view.field
    columns = (
        Column(T("Control point")),
        Column(T("Hex")),
        Column(T("Pays")),
        Column(T("Held in a row")),
        Column(T("Has paid")),
    )
    rows: list[tuple[Content, ...]] = []
    for point in field.points:
        sheet = names.setup.points[point.id]
        runs = listed([_counted(names, holder, run) for holder, run in point.runs])
        paid = [_counted(names, who, times) for (one, who), times in tally.pays.items() if one == point.id]
        rows.append((sheet.name, names.hex(sheet.hex), YIELDS[sheet.yields], runs, listed(paid)))
    if rows:
        yield Table(columns, tuple(rows), T("Control points"))
        yield Table(_CREDITS, tuple(_credits(view, names)), T("Hands and credits"))


def _counted(names: Names, holder: str, count: int) -> Content:
    return (names.strong(holder), " ", Number(count))


_CREDITS = (
    Column(T("General")),
    Column(T("Cards in hand"), "right"),
    Column(T("Credits"), "right"),
    Column(T("Vouchers"), "right"),
    Column(T("Hand")),
)


@clause("MO-KSO-01", "MO-CP-05")
def _credits(view: ModernView, names: Names) -> Iterator[tuple[Content, ...]]:
    """What everybody knows of hands and credits; the cards where the seat may see them."""
    for seat in view.setup.generals:
        general = view.field.general(seat)
        figures = (len(general.hand), general.credits, len(general.vouchers))
        cards = listed(names.cards(one for one in general.hand if one))
        yield (names.strong(seat), *map(Number, figures), cards)


# --- the story -------------------------------------------------------------------------------------------


@clause("MO-REP-02")
def story(tally: Tally) -> Iterator[Block]:
    """One paragraph a round: captures, payments, losses, cards."""
    told = [(one, words) for one in tally.rounds if (words := list(_of_round(tally.names, one)))]
    if told:
        yield Heading(1, T("Round by round"), "story")
    for one, words in told:
        head: Content = Strong(
            T("Round {round}.", round=one.number) if one.number else T("Before the first round.")
        )
        parts: list[Content] = [head]
        for sentence in words:
            parts += [" ", sentence, "."]
        yield Paragraph(tuple(parts))


def _of_round(names: Names, one: RoundCount) -> Iterator[Text]:
    if one.taken:
        taken = [
            T("{point} ({general})", point=names.point(p), general=names.strong(g)) for p, g in one.taken
        ]
        yield T("Taken: {points}", points=tuple(taken))
    if one.paid:
        paid = [
            T("{point} ({general})", point=names.point(p.point), general=names.strong(p.general))
            for p in one.paid
        ]
        yield T("Paid: {points}", points=tuple(paid))
    if one.destroyed:
        yield T("Destroyed: {units}", units=names.counters(event.counter for event in one.destroyed))
    if one.lost:
        lost = [
            Text("{side} {count}", {"side": names.side(s), "count": Number(n)}) for s, n in one.lost.items()
        ]
        yield T("Statuses lost: {sides}", sides=tuple(lost))
    if one.cards:
        cards = [T("{card} ({general})", card=names.card(c), general=names.strong(g)) for g, c in one.cards]
        yield T("Cards: {cards}", cards=tuple(cards))


# --- the course ------------------------------------------------------------------------------------------


def _course(view: ModernView, heard: Sequence[Heard]) -> Iterator[Block]:
    """The chronicle from the first round on."""
    course = [one for one in heard if not isinstance(one.event, BattleOpened)]
    if any(isinstance(one.event, RoundStarted) for one in course):
        yield Heading(1, T("The course of the battle"), "course")
        yield from lines(view, course)
