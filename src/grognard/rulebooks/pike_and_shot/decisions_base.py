"""What all decisions share: options worked out once for a position, and chances in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from grognard.core.book import Preview
from grognard.core.state import Order, Question
from grognard.locale import T, Text
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.model import Band
from grognard.rulebooks.pike_and_shot.rolls import Roll, odds
from grognard.rulebooks.pike_and_shot.view import PikeView

Options: TypeAlias = Callable[[PikeView, Question], tuple[Order, ...]]
BANDS: tuple[Band, ...] = ("bad", "normal", "good")


def kept(view: PikeView, question: Question, options: Options) -> tuple[Order, ...]:
    """The options of a question: it, its check and its preview look at the same list."""
    memo = view.field.kept
    key = ("options", question.kind, question.about)
    found: tuple[Order, ...] | None = memo.get(key)
    if found is None:
        found = memo[key] = options(view, question)
    return found


def band_words(band: Band) -> Text:
    return {"bad": T("bad"), "normal": T("normal"), "good": T("good")}[band]


def chances(field: Field, roll: Roll, *lines: Text) -> Preview:
    """Chances of the bands of a test."""
    found = odds(field, roll)
    return Preview(lines, tuple((band_words(band), found[band]) for band in BANDS if band in found))
