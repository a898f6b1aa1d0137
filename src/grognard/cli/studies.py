"""The file of a study: one row a battle, of all variants; it grows while battles are fought, so that it resumes."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from grognard.cli.failing import Failed
from grognard.locale import T

Row: TypeAlias = dict[str, str | int]
JOB, VARIANT, SEED = "job", "variant", "seed"


class StudyFile:
    """Rows by job and seed. ``.csv`` or JSON Lines; a torn last line is left out and written over."""

    def __init__(self, path: Path | None, jobs: Collection[str]) -> None:
        self.path = path
        self.rows: dict[str, dict[int, Row]] = {job: {} for job in jobs}
        self._columns: list[str] = []
        if path is not None and path.exists():
            self._read(path)

    def known(self, job: str) -> dict[int, Row]:
        """Rows of a job that were there already."""
        return self.rows[job]

    def add(self, job: str, variant: str, rows: Iterable[Row]) -> None:
        """Keep rows, in the file too."""
        new = [row for row in rows if int(row[SEED]) not in self.rows[job]]
        self.rows[job].update({int(row[SEED]): row for row in new})
        if self.path is not None and new:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8", newline="") as file:
                file.write(self._text([{JOB: job, VARIANT: variant, **row} for row in new]))

    @property
    def _csv(self) -> bool:
        return self.path is not None and self.path.suffix == ".csv"

    def _text(self, rows: list[Row]) -> str:
        if not self._csv:
            return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        out = io.StringIO()
        head, self._columns = not self._columns, self._columns or list(rows[0])
        writer = csv.DictWriter(out, self._columns, lineterminator="\n")
        if head:
            writer.writeheader()
        writer.writerows(rows)
        return out.getvalue()

    def _read(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        lines: Iterable[Any] = csv.DictReader(io.StringIO(whole)) if self._csv else whole.splitlines()
        for number, line in enumerate(lines, 2 if self._csv else 1):
            job, row = self._row(path, number, line)
            self.rows[job][int(row[SEED])] = row
        if whole != text:
            path.write_text(whole, encoding="utf-8", newline="")

    def _row(self, path: Path, number: int, line: Any) -> tuple[str, Row]:
        try:
            row = {key: _value(key, one) for key, one in (line if self._csv else json.loads(line)).items()}
            self._columns = list(row)
            job, _ = str(row.pop(JOB)), row.pop(VARIANT)
            int(row[SEED])
        except (ValueError, KeyError, AttributeError, TypeError):
            raise Failed(T("{file}:{line}: this is no row of a study", file=str(path), line=number)) from None
        if job not in self.rows:
            raise Failed(T("{file} holds another study; take another file", file=str(path)))
        return job, row


def _value(key: str, word: Any) -> str | int:
    if key in (JOB, VARIANT) or not isinstance(word, str | int):
        return str(word)
    return int(word) if isinstance(word, int) or word.lstrip("-").isdecimal() else word


def of_seeds(rows: Mapping[int, Row], numbers: Iterable[int]) -> list[Row]:
    """The rows of these seeds that are there."""
    return [rows[one] for one in numbers if one in rows]
