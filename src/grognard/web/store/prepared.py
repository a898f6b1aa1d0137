"""Questions of SQLite that come with every request, written out once."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Engine, Select
from sqlalchemy.dialects import sqlite


class Prepared:
    """A question of columns whose text, names and readers of columns are made once; what changes is a ``bindparam``
    of text or number. Of the time that such a small question takes, SQLite itself needs a tenth."""

    def __init__(self, question: Select[*tuple[Any, ...]], values: dict[str, Any]) -> None:
        self.question = question
        dialect = sqlite.dialect(paramstyle="named")
        compiled = question.compile(dialect=dialect).construct_expanded_state(values)
        self._text, self._values = compiled.statement, dict(compiled.parameters)
        columns = list(question.selected_columns)
        self._readers = [one.type.dialect_impl(dialect).result_processor(dialect, None) for one in columns]
        self._row = namedtuple("_row", [str(one.key) for one in columns])  # type: ignore[misc]

    def ask(self, engine: Engine, values: dict[str, Any]) -> Sequence[Any]:
        """The rows that answer it, outside any transaction."""
        line = engine.raw_connection()
        try:
            rows = line.cursor().execute(self._text, self._values | values).fetchall()
        finally:
            line.close()
        return [self._row(*map(_read, self._readers, row)) for row in rows]


def _read(reader: Any, value: Any) -> Any:
    return value if reader is None else reader(value)
