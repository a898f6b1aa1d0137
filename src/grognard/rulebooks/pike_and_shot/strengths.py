"""The order of battle for a side panel, and what comes next, as the seat of a view knows them."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.state import UMPIRE
from grognard.locale import Name, T, Text
from grognard.rulebooks.book import Strength
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.model import Commander, Sheet, Unit
from grognard.rulebooks.pike_and_shot.order_words import question_words
from grognard.rulebooks.pike_and_shot.sheets import FATES, STATUSES, tree
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.rulebooks.pike_and_shot.words_names import LEVELS, label
from grognard.show.model import Words

NOT_IN_VIEW = T("not in view")


def strengths(view: PikeView) -> tuple[Strength, ...]:
    """Each side's posts from the top down, under each its units; of what is hidden only what everybody knows."""
    field = view.field
    rows: list[Strength] = []
    for index, side in enumerate(view.setup.sides):
        for post in tree(field, side.id):
            rows.append(_commander(field, post, index))
            units = (one for one in field.setup.sheets.values() if one.command == post)
            rows += [_unit(field, one, index) for one in units]
    return tuple(rows)


def _commander(field: Field, post_id: str, side: int) -> Strength:
    post, one = field.post(post_id), field.pieces.get(post_id)
    level: Words = LEVELS.get(post.level, post.level)
    if not isinstance(one, Commander):
        return Strength(post_id, post.name, side, level, NOT_IN_VIEW, under=post.under, units=0)
    holder = field.setup.commanders.get(one.holder) or post
    state: Words = STATUSES["waiting"] if one.status == "waiting" else ""
    if not one.alive:
        state = FATES.get(one.fate, one.fate)
    elif one.cp:
        state = T("{cp} CP", cp=one.cp)
    return Strength(post_id, holder.name, side, level, state, 0, one.cp, not one.alive, post.under, 0)


def _unit(field: Field, sheet: Sheet, side: int) -> Strength:
    unit = field.pieces.get(sheet.id)
    name = label(field.setup, sheet)
    if not isinstance(unit, Unit):
        return Strength(sheet.id, name, side, "", NOT_IN_VIEW, under=sheet.command)
    gone = unit.status in ("destroyed", "gone")
    here = unit.status == "ready"
    kind: Words = field.formation(unit).name if here else ""
    return Strength(
        sheet.id,
        name,
        side,
        kind,
        _state(unit, len(sheet.bases)),
        unit.dp if here else 0,
        unit.left if here else 0,
        gone,
        sheet.command,
    )


def _state(unit: Unit, start: int) -> Text:
    """How many bases are left, and what it's in the middle of."""
    if unit.status != "ready":
        return STATUSES[unit.status]
    parts: list[Text] = []
    if unit.routing:
        parts.append(T("routing"))
    elif unit.hanging is not None:
        parts.append(T("in an unfinished manoeuvre"))
    if len(unit.bases) < start:
        parts.append(T("{left} of {start} bases", left=len(unit.bases), start=start))
    if unit.reacted:
        parts.append(T("has reacted"))
    elif unit.activated:
        parts.append(T("acted"))
    return Text("{parts}", {"parts": tuple(parts)}) if parts else STATUSES["ready"]


# --- what comes next ---


def agenda_words(view: PikeView) -> tuple[Words, ...]:
    """First what the seat itself is asked, then the rest of the card, the cards that are left (nobody knows their
    order), the end of the turn and the turn after it. Who may react is no part of it."""
    if view.outcome is not None or view.finished:
        return ()
    return tuple(_next(view))


def _next(view: PikeView) -> Iterator[Words]:
    field, turn = view.field, view.field.turn
    yield from (question_words(view, question) for question in view.asked)
    if not turn.number:
        yield from _before(view)
        return
    if turn.card and not any(q.kind == "card" and q.about[0] == turn.card for q in view.asked):
        yield T("the card of {commander} goes on", commander=_name(field, turn.card))
    if turn.deck:
        cards = tuple(_name(field, one) for one in turn.deck)
        yield T("cards still to be drawn, in an order that nobody knows: {commanders}", commanders=cards)
    yield T("turn end: smoke lifts, objectives and points are counted")
    if turn.number >= view.setup.turns:
        yield T("the last turn is over, and the battle with it")
        return
    yield T("turn {turn} of {turns}", turn=turn.number + 1, turns=view.setup.turns)
    coming = tuple(_coming(view, turn.number + 1))
    if coming:
        yield T("then come on: {units}", units=coming)


def _before(view: PikeView) -> Iterator[Words]:
    if any(sheet.deploy for sheet in view.setup.armies.values()):
        yield T("the commands are set up, one after another")
    if view.setup.options["orders"] != "none":
        yield T("commanders get their orders")
    yield T("turn {turn} of {turns}", turn=1, turns=view.setup.turns)


def _name(field: Field, post_id: str) -> Words:
    one = field.pieces.get(post_id)
    held = field.setup.commanders.get(one.holder) if isinstance(one, Commander) else None
    return (held or field.post(post_id)).name


def _coming(view: PikeView, turn: int) -> Iterator[Name]:
    """Reinforcements of the seat's own side; the umpire knows all."""
    for sheet in view.setup.sheets.values():
        piece = view.field.pieces.get(sheet.id)
        waits = isinstance(piece, Unit) and piece.status == "waiting"
        if waits and 0 < sheet.turn <= turn and (view.seat == UMPIRE or sheet.side == view.side):
            yield label(view.setup, sheet)
