"""The ledger of losses, trophies, what becomes of the fallen and of persons, and when they return."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic import events as told
from grognard.rulebooks.napoleonic.model import Gun, Trooper, Unit
from grognard.rulebooks.napoleonic.report_tally import SideCount, Tally, UnitCount
from grognard.rulebooks.napoleonic.sheets import figure_words
from grognard.rulebooks.napoleonic.states import STANDINGS, is_dim
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.rulebooks.napoleonic.words_after import return_words
from grognard.rulebooks.napoleonic.words_names import CAUSES, Names, quarters
from grognard.rulebooks.napoleonic.words_rout import WAYS, way_words
from grognard.show.model import Block, Column, Content, Heading, Number, Table, listed

# --- the sides -------------------------------------------------------------------------------------------


@clause("NA-CAS-06", "NA-UNIT-02")
def loss_blocks(view: NapoleonicView, tally: Tally) -> Iterator[Block]:
    """Figures lost of each side by cause, and in men."""
    columns = (
        Column(T("Side")),
        *(Column(words, "right") for words in CAUSES.values()),
        Column(T("in all"), "right"),
        Column(T("Men"), "right"),
    )
    yield Heading(1, T("Losses"), "losses")
    yield Table(columns, tuple(_loss_row(tally, side.id) for side in view.setup.sides), T("Figures lost"))
    yield from _ways(view, tally)


def _loss_row(tally: Tally, side: str) -> tuple[Content, ...]:
    units = [count for _, count in tally.of_side(side)]
    figures = [sum(one.lost[cause] for one in units) for cause in CAUSES]
    men = tally.names.tables.scale.figure_men
    return (tally.names.side(side), *map(Number, (*figures, sum(figures), sum(figures) * men)))


@clause("NA-ROUT-01", "NA-ROUT-02", "NA-ROUT-07", "NA-ROUT-17")
def _ways(view: NapoleonicView, tally: Tally) -> Iterator[Block]:
    """Routs of each side by way."""
    seen = [way for way in WAYS if any(count.ways[way] for count in tally.sides.values())]
    if not seen:
        return
    columns = (
        Column(T("Rout")),
        *(Column(tally.names.side(side.id), "right") for side in view.setup.sides),
    )
    rows = tuple(
        (way_words(way)[0], *(Number(tally.sides[side.id].ways[way]) for side in view.setup.sides))
        for way in seen
    )
    yield Table(columns, rows, T("Routs by way"))


# --- trophies --------------------------------------------------------------------------------------------


@clause("NA-TROPH-01")
def trophy_blocks(view: NapoleonicView, tally: Tally) -> Iterator[Block]:
    """What each side holds of the enemy's: at the end as counted then, before it as it stands on the table."""
    heads = (T("Prisoners"), T("Colours"), T("Generals and staff"), T("Guns"), T("Wagons"))
    columns = (
        Column(T("Side")),
        *(Column(head, "right") for head in heads),
        Column(T("Own men freed"), "right"),
    )
    rows = tuple(_trophies(view, tally, side.id) for side in view.setup.sides)
    yield Table(columns, rows, T("Trophies"))


def _trophies(view: NapoleonicView, tally: Tally, side: str) -> tuple[Content, ...]:
    count = tally.sides[side]
    figures = _held(view, count, side)
    return (tally.names.side(side), *map(Number, figures), Number(count.freed))


def _held(view: NapoleonicView, count: SideCount, side: str) -> tuple[int, int, int, int, int]:
    end = count.breakdown
    camp = end if end is not None else view.field.camp(side)
    return camp.prisoners, camp.colours, camp.persons, camp.guns, camp.wagons


# --- persons ---------------------------------------------------------------------------------------------


@clause("NA-FATE-02", "NA-END-07", "NA-CMD-13")
def person_blocks(tally: Tally) -> Iterator[Block]:
    """Every person whom a die of fate or an enemy's hand has reached: when, what, and when he is back."""
    columns = (
        Column(T("Person")),
        Column(T("Post")),
        Column(T("Turn"), "right"),
        Column(T("Fate")),
        Column(T("Back")),
    )
    rows = [_hit_row(tally.names, turn, event) for turn, event in tally.persons]
    rows += [_taken_row(tally.names, *one) for one in tally.taken]
    if rows:
        yield Heading(1, T("Generals and staff"), "persons")
        yield Table(columns, tuple(rows))


def _hit_row(names: Names, turn: int, event: told.PersonHit) -> tuple[Content, ...]:
    back = return_words(names, event.returns)
    return names.person(event.person), _post(names, event.person), Number(turn), names.fate(event.fate), back


def _taken_row(names: Names, turn: int, person: str, captor: str) -> tuple[Content, ...]:
    fate = T("captured by {enemy}", enemy=names.of(captor))
    return names.person(person), _post(names, person), Number(turn), fate, return_words(names, "never")


def _post(names: Names, person: str) -> Content:
    sheet = names.setup.persons.get(person)
    return Text("{post}, {formation}", {"post": names.post(sheet.post), "formation": names.of(sheet.formation)}
                ) if sheet else ""  # fmt: skip


# --- regiments and guns ----------------------------------------------------------------------------------


@clause("NA-CAS-06", "NA-OOB-01")
def ledger_blocks(view: NapoleonicView, tally: Tally) -> Iterator[Block]:
    """One table a side, formation by formation: figures lost by cause, fights, routs, how it stands."""
    columns = (
        Column(T("Regiment or gun")),
        Column(T("At the start"), "right"),
        Column(T("Lost"), "right"),
        Column(T("Left"), "right"),
        Column(T("To what")),
        Column(T("Hits"), "right"),
        Column(T("Won/held/lost"), "right"),
        Column(T("Routs")),
        Column(T("Outcome")),
    )
    yield Heading(1, T("Ledger of regiments and guns"), "ledger")
    for side in view.setup.sides:
        counts = dict(tally.of_side(side.id))
        rows = [
            row
            for one in view.setup.formations.values()
            if one.side == side.id
            for row in _of(tally, one.id, counts)
        ]
        if rows:
            yield Table(columns, tuple(rows), tally.names.side(side.id))


def _of(tally: Tally, formation: str, counts: dict[str, UnitCount]) -> Iterator[tuple[Content, ...]]:
    """A line with the formation's name, then its regiments and guns that were in the fight."""
    field = tally.names.field
    own = [
        one
        for one in counts
        if isinstance(piece := field.pieces.get(one), Trooper) and field.formation_of(piece) == formation
    ]
    if own:
        yield (tally.names.of(formation),)
        yield from (_ledger_row(tally.names, one, counts[one]) for one in own)


def _ledger_row(names: Names, one: str, count: UnitCount) -> tuple[Content, ...]:
    piece = names.field.trooper(one)
    start, left = _strengths(names, piece)
    fights = f"{count.beat}/{count.held}/{count.beaten}"
    routs = listed([T("turn {turn}: {way}", turn=turn, way=way_words(way)[0]) for turn, way in count.routs])
    return (
        names.of(one),
        start,
        Number(count.fallen),
        left,
        _by_cause(count),
        Number(count.hits) if count.shots else "",
        fights,
        routs,
        _outcome(names, piece, count),
    )


def _by_cause(count: UnitCount) -> Content:
    """``guns 2, close combat 3``."""
    return listed(
        [(words, " ", Number(count.lost[cause])) for cause, words in CAUSES.items() if count.lost[cause]]
    )


def _strengths(names: Names, piece: Trooper) -> tuple[Content, Content]:
    """At the start (of a part "") and now; of one seen from afar neither for certain."""
    if is_dim(names.view, piece):
        return "?", figure_words(names, piece)
    if isinstance(piece, Gun):
        return Number(names.setup.guns[piece.sheet].crew), Number(piece.crew)
    assert isinstance(piece, Unit)
    start: Content = Number(names.field.unit_sheet(piece).figures) if piece.id == piece.sheet else ""
    return start, Number(piece.figures)


def _outcome(names: Names, piece: Trooper, count: UnitCount) -> Content:
    if isinstance(piece, Gun) and piece.owner != piece.side:
        return T("in the hands of {side}", side=names.side(piece.owner))
    if piece.standing == "destroyed" or count.fate == "destroyed":
        return STANDINGS["destroyed"]
    if piece.standing == "waiting":
        return T("never came on")
    if piece.standing == "fleeing":
        return T("spent") if names.field.is_spent(piece) else T("fleeing")
    return STANDINGS.get(piece.standing, T("in the ranks"))


# --- after the battle ------------------------------------------------------------------------------------


@clause("NA-END-03", "NA-END-04", "NA-END-05", "NA-END-06")
def breakdown_blocks(view: NapoleonicView, tally: Tally) -> Iterator[Block]:
    """What becomes of the figures struck out, in quarters of a figure: the side, then each regiment and gun."""
    if tally.end is None or not any(one.breakdown for one in tally.sides.values()):
        return
    yield Heading(1, T("Who returns, and when"), "returns")
    for side in view.setup.sides:
        total = tally.sides[side.id].breakdown
        if total is not None and (total.lost or total.prisoners_lost):
            rows = [one for one in tally.breakdowns if one.side == side.id]
            yield from _breakdown(tally.names, total, rows)


def _breakdown(
    names: Names, total: told.SideBreakdown, rows: Sequence[told.LossBreakdown]
) -> Iterator[Table]:
    parts = (
        Column(T("Of the figures lost")),
        Column(T("Figures"), "right"),
        Column(T("Men"), "right"),
        Column(T("Back")),
    )
    yield Table(parts, tuple(_part_rows(names, total)), names.side(total.side))
    columns = (
        Column(T("Regiment or gun")),
        Column(T("Lost"), "right"),
        *(Column(names.part(part), "right") for part, _, _ in total.parts),
        Column(T("Prisoners"), "right"),
        Column(T("Colours lost"), "right"),
    )
    yield Table(columns, tuple(_breakdown_row(names, one) for one in rows))


def _part_rows(names: Names, total: told.SideBreakdown) -> Iterator[tuple[Content, ...]]:
    men = names.tables.scale.figure_men
    for part, count, returns in total.parts:
        yield names.part(part), quarters(count), Number(round(count * men / 4)), return_words(names, returns)
    lost = total.prisoners_lost
    yield T("prisoners of the enemy"), Number(lost), Number(lost * men), ""


def _breakdown_row(names: Names, one: told.LossBreakdown) -> tuple[Content, ...]:
    shares = (quarters(count) for _, count, _ in one.parts)
    return names.of(one.unit), Number(one.lost), *shares, Number(one.prisoners), Number(one.colours)
