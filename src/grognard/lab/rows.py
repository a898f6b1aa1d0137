"""Rows of a simulation: a file that grows, and what they come to."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec

from grognard.core.errors import RecordError
from grognard.locale import T

Row: TypeAlias = dict[str, str | int]
"""One battle: ``seed`` and measures by name."""
MARK = "job"
"""Column of a file that says which job a row belongs to."""
Z = 1.959963984540054
"""95 % intervals."""


class Rows:
    """Rows by seed, in a file if one is given (``.csv``, else JSON Lines); what it holds already is read first.

    A last line that was cut off while being written is dropped. RecordError: a row of another job, or no row.
    """

    def __init__(self, file: Path | None, mark: str) -> None:
        self.file, self.mark = file, mark
        self.known: dict[int, Row] = {}
        self._columns: list[str] = []
        if file is not None and file.exists():
            self._read(file)

    def sorted(self) -> list[Row]:
        return [self.known[seed] for seed in sorted(self.known)]

    def add(self, rows: Sequence[Row]) -> None:
        """Keep these rows, in the file too."""
        for row in rows:
            self.known[int(row["seed"])] = row
        if self.file is None or not rows:
            return
        text = as_csv(rows, self.mark, head=not self._columns) if self._is_csv else as_lines(rows, self.mark)
        self._columns = list(rows[0])
        with self.file.open("a", encoding="utf-8", newline="") as file:
            file.write(text)

    @property
    def _is_csv(self) -> bool:
        return self.file is not None and self.file.suffix == ".csv"

    def _read(self, file: Path) -> None:
        text = file.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            file.write_text(whole, encoding="utf-8", newline="")
        lines = csv.DictReader(io.StringIO(whole)) if self._is_csv else whole.splitlines()
        for number, line in enumerate(lines, 2 if self._is_csv else 1):
            row = self._row(number, line)
            self.known[int(row["seed"])] = row
            self._columns = list(row)

    def _row(self, number: int, line: Any) -> Row:
        try:
            row: Any = _numbers(line) if isinstance(line, dict) else msgspec.json.decode(line)
            mark = row.pop(MARK)
            int(row["seed"])
        except (msgspec.DecodeError, AttributeError, KeyError, TypeError, ValueError):
            raise RecordError(
                number, T("{file}: line {line} is no row of a simulation", file=str(self.file), line=number)
            ) from None
        if mark != self.mark:
            reason = T(
                "{file} holds battles of another setup or other players; take another file",
                file=str(self.file),
            )
            raise RecordError(number, reason)
        found: Row = row
        return found


def _numbers(line: dict[str, str]) -> dict[str, str | int]:
    return {key: int(value) if _is_number(key, value) else value for key, value in line.items()}


def _is_number(key: str, value: str) -> bool:
    return key != MARK and value.lstrip("-").isdecimal()


def as_lines(rows: Iterable[Row], mark: str = "") -> str:
    """JSON Lines."""
    return "".join(msgspec.json.encode({MARK: mark, **row} if mark else row).decode() + "\n" for row in rows)


def as_csv(rows: Sequence[Row], mark: str = "", head: bool = True) -> str:
    """CSV with the columns of the first row."""
    out = io.StringIO()
    columns = [MARK, *rows[0]] if mark else list(rows[0])
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    if head:
        writer.writeheader()
    writer.writerows({MARK: mark, **row} if mark else row for row in rows)
    return out.getvalue()


# --- what they come to ---


class Share(NamedTuple):
    """A count with its share and Wilson's interval for it (95 %)."""

    times: int
    share: float
    low: float
    high: float


class Mean(NamedTuple):
    """Mean of a number with its standard error."""

    mean: float
    error: float
    least: int
    most: int


class Summary(msgspec.Struct, frozen=True):
    """What the rows come to: for each measure in words the share of each value, for each number its mean."""

    battles: int
    shares: dict[str, dict[str, Share]]
    means: dict[str, Mean]

    def builtins(self) -> dict[str, Any]:
        """For JSON."""
        shares = {name: {v: one._asdict() for v, one in of.items()} for name, of in self.shares.items()}
        return {
            "battles": self.battles,
            "shares": shares,
            "means": {name: one._asdict() for name, one in self.means.items()},
        }


def summary(rows: Sequence[Row]) -> Summary:
    """Shares and means of all measures (not of the seeds)."""
    names = [name for name in dict.fromkeys(name for row in rows for name in row) if name != "seed"]
    shares: dict[str, dict[str, Share]] = {}
    means: dict[str, Mean] = {}
    for name in names:
        values = [row[name] for row in rows if name in row]
        numbers = [value for value in values if isinstance(value, int)]
        if len(numbers) == len(values):
            means[name] = mean_of(numbers)
        else:
            counts = Counter(str(value) for value in values)
            shares[name] = {value: wilson(count, len(values)) for value, count in counts.most_common()}
    return Summary(len(rows), shares, means)


def wilson(count: int, of: int) -> Share:
    """Share with Wilson's score interval, 95 %."""
    share, z2 = count / of, Z * Z
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = Z * sqrt(share * (1 - share) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    low = 0.0 if count == 0 else middle - half
    high = 1.0 if count == of else middle + half
    return Share(count, share, low, high)


def mean_of(values: Sequence[int]) -> Mean:
    """Mean with its standard error (0 for a single value)."""
    size = len(values)
    mean = sum(values) / size
    spread = sum((value - mean) ** 2 for value in values) / max(size - 1, 1)
    return Mean(mean, sqrt(spread / size), min(values), max(values))
