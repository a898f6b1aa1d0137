"""What comes next: the agenda of the table in the words of the rules, without whom it concerns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from grognard.cli.lang import lang, say
from grognard.cli.output import width
from grognard.core.state import State
from grognard.locale import T
from grognard.rulebooks.book import Book

_MARKS = re.compile(r"\*\*|`|(?<!\w)\*|\*(?!\w)")
_SENTENCE = re.compile(r".+?[.:](?= |$)", re.DOTALL)


def coming(book: Book, state: State[Any]) -> Iterator[str]:
    """The next steps in their order, each once: clause and first sentence. Who acts in them stays out of it."""
    printed = book.rules_text(lang()).paragraphs
    steps = [book.rules[name].clauses for name, _ in reversed(state.agenda)]
    then = [book.rules[one.then].clauses for one in state.questions if one.then]
    for clauses in dict.fromkeys([*then, *steps]):
        known = next((one for one in clauses if one in printed), None)
        if known is not None:
            yield _short(f"{known}  {_first(printed[known].text)}")
    if not state.agenda and not state.questions:
        yield say(T("nothing: the battle is over"))


def _first(markdown: str) -> str:
    plain = _MARKS.sub("", markdown.partition("\n")[0])
    found = _SENTENCE.match(plain)
    return found[0] if found else plain


def _short(words: str) -> str:
    most = width() - 2
    return words if len(words) <= most else words[: most - 3].rstrip() + "..."
