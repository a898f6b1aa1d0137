"""Everything in the store as one file, and back: from SQLite to PostgreSQL too.

The file is a zip with one JSON Lines file for each table. It holds seeds and password hashes: keep it as safe as the
store itself.
"""

from __future__ import annotations

import base64
import json
import zipfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, DateTime, LargeBinary, Table, func, insert, inspect, select, text

from grognard import __version__
from grognard.core.errors import GrognardError
from grognard.locale import T
from grognard.web.store import Base, Store

FORMAT = 1
BATCH = 500


def back_up(store: Store, path: Path) -> int:
    """Write everything, as it is at one instant, into a new file; the number of rows. A server may be running."""
    counted = 0
    with store.engine.connect() as line, zipfile.ZipFile(path, "x", zipfile.ZIP_DEFLATED) as file:
        if store.is_postgres:
            line.execute(text("set transaction isolation level repeatable read"))
        about = {"format": FORMAT, "version": __version__}
        file.writestr("about.json", json.dumps(about))
        for table in Base.metadata.sorted_tables:
            with file.open(f"{table.name}.jsonl", "w") as rows:
                for row in line.execute(select(table)).mappings():
                    rows.write(
                        json.dumps({k: _plain(v) for k, v in row.items()}, ensure_ascii=False).encode()
                        + b"\n"
                    )
                    counted += 1
    path.chmod(0o600)
    return counted


def restore(store: Store, path: Path) -> int:
    """Fill an empty store from a file; the number of rows. Refused where battles stand in the store already."""
    with zipfile.ZipFile(path) as file:
        _check(file)
        with store.engine.begin() as line:
            filled = [
                t.name
                for t in Base.metadata.sorted_tables
                if line.scalar(select(func.count()).select_from(t))
            ]
            if filled:
                raise GrognardError(
                    T("the store is not empty: {tables}; restore into a new one", tables=tuple(filled))
                )
            return sum(_fill(line, file, table) for table in Base.metadata.sorted_tables)


def _check(file: zipfile.ZipFile) -> None:
    try:
        about = json.loads(file.read("about.json"))
    except (KeyError, ValueError):
        raise GrognardError(T("this is no backup of a war room")) from None
    if about.get("format") != FORMAT:
        raise GrognardError(
            T(
                "backup format {format} is unknown; this program reads {known}",
                format=about.get("format"),
                known=FORMAT,
            )
        )


def _fill(line: Connection, file: zipfile.ZipFile, table: Table) -> int:
    counted = 0
    for rows in _batches(file, table):
        line.execute(insert(table), rows)
        counted += len(rows)
    if line.dialect.name == "postgresql":
        for column in inspect(table).primary_key.columns:
            if column.autoincrement is True or (column.name == "id" and column.type.python_type is int):
                line.execute(
                    text(
                        f"select setval(pg_get_serial_sequence('{table.name}', '{column.name}'), "
                        f"coalesce((select max({column.name}) from {table.name}), 0) + 1, false)"
                    )
                )
    return counted


def _batches(file: zipfile.ZipFile, table: Table) -> Iterator[list[dict[str, Any]]]:
    if f"{table.name}.jsonl" not in file.namelist():
        return
    batch: list[dict[str, Any]] = []
    with file.open(f"{table.name}.jsonl") as rows:
        for row in rows:
            batch.append(_read(json.loads(row), table))
            if len(batch) == BATCH:
                yield batch
                batch = []
    if batch:
        yield batch


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


def _read(row: dict[str, Any], table: Table) -> dict[str, Any]:
    """The row with times and bytes as the store has them; columns that there are no more are left out."""
    found = {}
    for column in table.columns:
        if column.name not in row:
            continue
        value = row[column.name]
        if value is not None and isinstance(column.type, DateTime):
            value = datetime.fromisoformat(value)
        elif value is not None and isinstance(column.type, LargeBinary):
            value = base64.b64decode(value)
        found[column.name] = value
    return found
