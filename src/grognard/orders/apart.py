"""Which words mean one thing alone: of what cannot be ordered now, only they are known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.locale import Name
from grognard.orders.folding import fold, stem
from grognard.orders.model import Keyword


def unmistakable(others: Iterable[Keyword], wanted: Iterable[Keyword]) -> Iterator[Keyword]:
    """Of others those phrases of which no word stands in a wanted keyword."""
    taken = {_core(word) for one in wanted for phrase in _phrases(one) for word in phrase.split()}
    for one in others:
        free = tuple(
            phrase for phrase in _phrases(one) if not any(_clashes(word, taken) for word in phrase.split())
        )
        if free:
            yield Keyword(one.concept, Name(free[0]), free[1:])


def _phrases(keyword: Keyword) -> tuple[str, ...]:
    return (keyword.name.en, keyword.name.ru, *keyword.en, *keyword.ru)


def _core(word: str) -> str:
    return fold(word[:-1]) if word.endswith("*") else stem(fold(word))


def _clashes(word: str, taken: Iterable[str]) -> bool:
    core = _core(word)
    return any(core.startswith(other) or other.startswith(core) for other in taken)
