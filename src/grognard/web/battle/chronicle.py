"""The log as markup. A turn that is over is drawn once for each audience; only the last one is drawn again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from grognard.show.as_html import part
from grognard.show.model import Block, Heading
from grognard.show.speech import plain
from grognard.web.battle.course import Chapter
from grognard.web.battle.sight import Sight

SHOWN = 160
"""Lines of the log on the page; what came before is fetched when somebody wants it."""
KEPT = 400


class Written(NamedTuple):
    """A stretch of the log in one language: its elements, its headings of the first level, how many lines the
    audience has heard in it, and the line of the record that ended it (0: it still grows)."""

    elements: tuple[str, ...]
    turns: tuple[str, ...]
    heard: int
    closed: int


class Chronicle:
    """Draws logs for all audiences of all battles."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str, str, int], Written] = OrderedDict()
        self._guard = threading.Lock()

    def written(self, sight: Sight, lang: str) -> list[Written]:
        """The log of a sight, turn by turn."""
        done: list[Written] = []
        heard = 0
        for chapter in sight.course.chapters(sight.moment.version - 1):
            stretch = self._stretch(sight, chapter, heard, lang)
            heard += stretch.heard
            done.append(stretch)
        return done

    def _stretch(self, sight: Sight, chapter: Chapter, before: int, lang: str) -> Written:
        key = (sight.moment.battle, sight.eyes, lang, chapter.closed)
        with self._guard:
            kept = self._kept.get(key) if chapter.closed else None
            if kept is not None:
                self._kept.move_to_end(key)
                return kept
        made = _written(sight, chapter, before, lang)
        if chapter.closed:
            with self._guard:
                self._kept[key] = made
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
        return made


def _written(sight: Sight, chapter: Chapter, before: int, lang: str) -> Written:
    book = sight.moment.book
    heard = sight.heard(chapter.told, before)
    blocks = book.lines(sight.view, heard) if heard else ()
    rules = f"/rules/{book.id}"
    elements = tuple(str(part(_named(block, before, at), lang, 2, rules)) for at, block in enumerate(blocks))
    turns = tuple(
        plain(block.words, lang) for block in blocks if isinstance(block, Heading) and block.level == 1
    )
    return Written(elements, turns, len(heard), chapter.closed)


def _named(block: Block, before: int, at: int) -> Block:
    """Headings get addresses that no other stretch of the log has."""
    return replace(block, anchor=f"log-{before}-{at}") if isinstance(block, Heading) else block


def shown(written: Sequence[Written]) -> tuple[str, ...]:
    """The last lines of the log, from a heading on if there is one near."""
    every = [element for stretch in written for element in stretch.elements]
    return tuple(every[-SHOWN:])
