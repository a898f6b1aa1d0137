"""Sheets to be printed and handed round a real table: what a seat commands, with room to write, and the order of battle
of its side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.rule import clause
from grognard.core.state import PUBLIC, UMPIRE
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic import command, refusals
from grognard.rulebooks.napoleonic.command import Measured
from grognard.rulebooks.napoleonic.model import Body, Gun, Unit
from grognard.rulebooks.napoleonic.sheets import arm_words, army, figure_words, link_words
from grognard.rulebooks.napoleonic.states import parts
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.rulebooks.napoleonic.words_names import Names, knows, signed
from grognard.show.model import Block, Column, Content, Heading, Paragraph, Table, listed

BLANK = "…" * 12
"""Room to write in."""

VERBS: Mapping[str, Text] = {
    "hold": T("hold"),
    "move": T("move"),
    "attack": T("attack (whom)"),
    "withdraw_half": T("withdraw half a move"),
    "withdraw_full": T("withdraw a full move"),
    "about_face": T("about face"),
    "form": T("form (line, march column, open order; dismount, mount)"),
    "cross": T("cross (what)"),
    "split": T("split (into parts of)"),
    "rejoin": T("reunite"),
    "reform": T("re-form"),
    "escort": T("escort (gun or wagon)"),
    "move_half": T("move half a move"),
    "move_full": T("move a full move"),
    "swap_crew": T("take gunners (how many, from which gun)"),
}


@clause("NA-MOVE-01", "NA-SEQ-07")
def order_sheets(view: NapoleonicView) -> tuple[Block, ...]:
    """A sheet for the seat of the view and the order of battle of its side; for the umpire and the public those of
    every seat and side, as far as they are known."""
    alone, names = view.seat not in (UMPIRE, PUBLIC), Names(view)
    seats = [seat.id for seat in view.setup.seats if not alone or seat.id == view.seat]
    sides = dict.fromkeys(view.setup.side_of(seat) for seat in seats)
    blocks = [block for seat in seats for block in _sheet(names, seat)]
    for side in sides:
        if knows(view, side):
            blocks.append(Heading(1, T("Order of battle: {side}", side=names.side(side)), f"battle-{side}"))
            blocks += army(names, side)
    return tuple(blocks)


def _sheet(names: Names, seat: str) -> Iterator[Block]:
    turn = max(names.field.turn, 1)
    yield Heading(1, T("Orders of {seat}, turn {turn}", seat=names.strong(seat), turn=turn), f"orders-{seat}")
    side = names.setup.side_of(seat)
    known = command.links(names.field, side)
    for formation in names.setup.formations.values():
        own = [
            body
            for body in names.field.bodies
            if formation.seat == seat and names.field.formation_of(body) == formation.id and body.side == side
        ]
        if own:
            rows = tuple(_row(names, body, known) for body in own)
            yield Heading(3, names.of(formation.id))
            yield Table(_COLUMNS, rows)
    people = tuple(_people(names, seat))
    if people:
        yield Table(_PERSONS, people, T("Generals and staff"))
    yield from _legend()


_COLUMNS = (
    Column(T("Regiment or gun")),
    Column(T("Arm")),
    Column(T("Figures"), "right"),
    Column(T("Command link, merka")),
    Column(T("State")),
    Column(T("Order (phase 1)")),
    Column(T("Target, pivot (phase 2)")),
    Column(T("Strike (phase 3)")),
)


@clause("NA-MOVE-18", "NA-CMD-08", "NA-ART-03", "NA-CC-02")
def _row(names: Names, body: Body, known: Mapping[str, Measured]) -> tuple[Content, ...]:
    """Blank where it may write something, a dash where it may not."""
    free = body in refusals.may_be_ordered(names.field)
    shoots = isinstance(body, Gun) or (isinstance(body, Unit) and body.kind == "open_order")
    return (
        names.of(body.id),
        arm_words(names, body),
        figure_words(names, body),
        link_words(names, known.get(body.id)),
        listed(list(parts(names, body))),
        BLANK if free else "–",
        BLANK if shoots else "–",
        BLANK if isinstance(body, Unit) else "–",
    )


_PERSONS = (
    Column(T("Person")),
    Column(T("Post")),
    Column(T("Stands with")),
    Column(T("Gives"), "right"),
    Column(T("Joins, takes over")),
)


@clause("NA-CMD-10")
def _people(names: Names, seat: str) -> Iterator[tuple[Content, ...]]:
    field = names.field
    for man in field.persons:
        if man.present and man.at and field.person_seat(man) == seat:
            bonus = signed(field.bonus(man))
            yield names.person(man.id), names.post(man.post), names.of(man.at), bonus, BLANK


@clause("NA-MOVE-01", "NA-ART-09")
def _legend() -> Iterator[Block]:
    units = tuple(VERBS[verb] for verb in refusals.UNIT_VERBS)
    guns = tuple(VERBS[verb] for verb in refusals.GUN_VERBS)
    yield Paragraph(T("Orders of regiments: {verbs}", verbs=units))
    yield Paragraph(T("Orders of guns: {verbs}", verbs=guns))
    yield Paragraph(
        T("Who has no order holds. Phase 2: ball or canister and the target. Phase 3: one enemy, or nobody")
    )
