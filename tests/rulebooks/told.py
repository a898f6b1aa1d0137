"""What is asked of the words of every book: all in both languages, every line with a clause that there is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from grognard.core.events import Event
from grognard.locale import Text, translate
from grognard.show.as_text import text
from grognard.show.model import Block, Line, Report
from tests.rulebooks.printed import printed

OPEN = re.compile(r"None|\{|\(\)|, ,|\(,")
"""A place that nothing has filled."""


def maker(facts: Mapping[str, Any], special: Mapping[str, Mapping[str, Any]]) -> Callable[..., Any]:
    """Makes events with facts of the right sort in them; ``special``: by kind of event."""

    def made(kind: type[Event], /, **more: Any) -> Any:
        known = {**facts, **special.get(kind.__name__, {}), **more}
        return kind(**{field.name: known[field.name] for field in msgspec.structs.fields(kind)})

    return made


def texts(value: Any) -> Iterator[Text]:
    """Every sentence of a block, also those within others."""
    if isinstance(value, Text):
        yield value
        yield from texts(tuple(value.facts.values()))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from texts(one)
    elif isinstance(value, msgspec.Struct):
        yield from texts([getattr(value, name) for name in value.__struct_fields__])


def check_translated(value: Any) -> None:
    for one in texts(value):
        bare = re.sub(r"\{\w+\}", "", one.source)
        assert not re.search("[A-Za-z]{2}", bare) or translate(one.source, "ru") != one.source, one.source


def check_told(blocks: Sequence[Block]) -> None:
    """Something is told in both languages, with no place left open."""
    assert blocks
    check_translated(blocks)
    for lang in ("en", "ru"):
        said = text(Report("", tuple(blocks)), lang, 2, 300)
        assert not OPEN.search(said), said


def check_clauses(book_id: str, blocks: Iterable[Block]) -> None:
    """Every line has a clause, and the book has every clause that is named."""
    lines = [one for one in blocks if isinstance(one, Line)]
    used = {clause for one in lines for clause in (*one.clauses, *(item.clause for item in one.details))}
    assert all(one.clauses for one in lines)
    assert used - {""} <= set(printed(book_id).ids)
