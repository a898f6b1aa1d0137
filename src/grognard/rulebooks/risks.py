"""What the preview of an order says, on a small card beside its ghost."""

from __future__ import annotations

from typing import Any

from grognard.core.book import Decision
from grognard.core.errors import Refused
from grognard.core.state import Order, Question
from grognard.show.drawing import Point, note
from grognard.show.markup import Markup, join, tag
from grognard.show.metrics import measure, wrap_text
from grognard.show.tabletop.ghosts import Trace
from grognard.show.tabletop.paper import Paper

WIDEST, SIZE, GAP = 230, 11.5, 30
"""The card: its width at most, its letters, and how far it keeps off the ghost."""
MOST = 7


def risks(decision: Decision, view: Any, question: Question, order: Order, lang: str) -> list[str]:
    """Lines and chances of the preview in words; none of an order that can't be given."""
    try:
        preview = decision.preview(view, question, decision.check(view, question, order))
    except Refused:
        return []
    lines = [words.say(lang) for words in preview.lines]
    if preview.chances and len(preview.chances) <= MOST:
        parts = [f"{what.say(lang)} {round(100 * chance)}%" for what, chance in preview.chances]
        lines.append(" · ".join(parts))
    return lines[:MOST]


def laid(
    trace: Trace,
    paper: Paper[Any],
    decision: Decision,
    view: Any,
    question: Question,
    order: Order,
    lang: str,
) -> str:
    """What an order draws on a table, with its card, as it lies on the sheet; "" if it draws nothing."""
    parts, map_ = list(trace.parts), paper.map
    if parts and trace.at is not None:
        lines = risks(decision, view, question, order, lang)
        parts.append(card(lines, map_.at(trace.at), (4, 4, map_.width - 4, map_.height - 4)))
    return paper.laid(parts, data_ghost=str(order[0]))


def card(lines: list[str], at: Point, room: tuple[float, float, float, float]) -> Markup:
    """A card beside a point, within left, top, right and bottom; nothing without lines."""
    if not lines:
        return join(())
    rows = [part for words in lines for part in wrap_text(words, WIDEST, SIZE)]
    wide = max(measure(row, SIZE, "sans-bold") for row in rows) + 2 * SIZE
    high = len(rows) * SIZE * 1.4 + SIZE
    left, top, right, bottom = room
    x = at[0] + GAP if at[0] + GAP + wide < right else max(at[0] - GAP - wide, left)
    y = min(max(at[1] - high - GAP * 0.8, top), max(bottom - high, top))
    return tag("g", note((x, y), lines, SIZE, WIDEST), data_notes=len(lines))
