"""The luck of each side: what was thrown against what one should expect. A book counts; this says it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from grognard.locale import T, Text
from grognard.show.model import Block, Column, Content, Heading, Number, Table

L = TypeVar("L")
Row = tuple[Content, ...]


@dataclass
class Sample:
    """Something thrown against what one should expect: sums of results, means and variances, and how many."""

    count: int = 0
    got: float = 0
    mean: float = 0
    variance: float = 0

    def add(self, got: float, mean: float, variance: float, count: int = 1) -> None:
        self.count += count
        self.got += got
        self.mean += mean
        self.variance += variance

    def chance(self, happened: bool, share: float) -> None:
        """Something that happens with that share of probability."""
        self.add(float(happened), share, share * (1 - share))

    def die(self, got: float, values: Sequence[float]) -> None:
        """``values``: what each face of the die would have given."""
        mean = sum(values) / len(values)
        self.add(got, mean, sum(value * value for value in values) / len(values) - mean * mean)

    @property
    def spread(self) -> float:
        """One standard deviation."""
        return float(max(self.variance, 0) ** 0.5)


def sample_rows(kinds: Iterable[tuple[Text, Callable[[L], Sample]]], lucks: Sequence[L]) -> Iterator[Row]:
    """A row for each kind of throw that anybody made, a cell a side."""
    for words, sample in kinds:
        cells = [sample(luck) for luck in lucks]
        if any(one.count for one in cells):
            yield words, *map(against, cells)


def against(sample: Sample) -> Content:
    """What was thrown, beside what was to be expected; a dash for nothing."""
    return thrown(sample.got, sample.mean, sample.spread) if sample.count else "–"


def thrown(got: float, mean: float, spread: float, decimals: int = 0) -> Text:
    """On one line, in figures; what was to be expected with a decimal at least."""
    return T(
        "{got}\u00a0({mean}\u00a0±\u00a0{spread})",
        got=Number(got, decimals),
        mean=Number(mean, max(decimals, 1)),
        spread=Number(spread, max(decimals, 1)),
    )


def luck_table(sides: Iterable[Content], rows: Iterable[Row]) -> Iterator[Block]:
    """Thrown against expected for each side, with the spread that chance alone gives (one standard deviation);
    nothing without rows."""
    kept = tuple(rows)
    if not kept:
        return
    yield Heading(1, T("Luck"), "luck")
    yield Table(
        (Column(T("Thrown (expected ± spread)")), *(Column(side, "right") for side in sides)),
        kept,
        T(
            "Chance alone keeps within the spread two times in three, within twice the spread nineteen in twenty."
        ),
    )
