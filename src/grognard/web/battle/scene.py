"""What an audience sees of a battle, as parts of the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from grognard.core.state import UMPIRE
from grognard.show.as_html import part
from grognard.web.live.hub import Audience, Frame
from grognard.web.moment import Moment
from grognard.web.tables import Tables
from grognard.web.templating import fragment

_TAG = re.compile(r"<(/?)([a-zA-Z]+)[^>]*?(/?)>")
SHOWN = 24
"""Options on the page; more are found by words."""


class Scenes:
    """Renders frames for the hub and the page."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def frame(self, audience: Audience) -> Frame:
        """Everything that changes on the page of that audience."""
        with self.tables.reading(audience.battle) as table:
            moment = table.moment()
        return Frame(dict(parts(moment, audience.seat, audience.lang)))


def parts(moment: Moment, seat: str, lang: str) -> Iterator[tuple[str, Any]]:
    """The page's parts by name."""
    view, heard = moment.view(seat), moment.heard(seat)
    picture = moment.book.picture(view, (), lang)
    yield "picture", tuple(elements(picture.svg))
    rules = f"/rules/{moment.book.id}"
    yield (
        "log",
        tuple(part(block, lang, 2, rules, at) for at, block in enumerate(moment.book.lines(view, heard))),
    )
    yield "question", question(moment, seat, lang)


def question(moment: Moment, seat: str, lang: str) -> str:
    """What the seat is asked, with its options."""
    asked = moment.asked(seat) if seat != UMPIRE else ()
    shown = asked[0] if asked else None
    options = moment.options(shown) if shown else ()
    view = moment.view(seat)
    listed = (
        [(order, moment.book.order_words(view, shown, order)) for order in options[:SHOWN]] if shown else []
    )
    words = moment.book.question_words(view, shown) if shown else ""
    return fragment(
        "battle/question.html",
        lang,
        moment=moment,
        seat=seat,
        question=shown,
        words=words,
        options=listed,
        left=len(asked),
        more=len(options) - len(listed),
    )


def elements(svg: str) -> Iterator[str]:
    """The opening tag of a drawing, then each of its top elements."""
    depth, start = 0, 0
    for tag in _TAG.finditer(svg):
        closing, _, alone = tag.groups()
        if depth == 0:
            yield tag[0]
            depth, start = 1, tag.end()
            continue
        if not alone:
            depth += -1 if closing else 1
        if depth == 1:
            yield svg[start : tag.end()]
            start = tag.end()
        elif depth == 0:
            return
