"""Bringing a store's tables up to date: a new store gets them at once, an old one step by step."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text

from grognard.web.store.models import Base

if TYPE_CHECKING:
    from alembic.config import Config

_HERE = Path(__file__).parent / "migrations"
LOCK = 0x67726F67
"""Number of PostgreSQL's lock under which one worker brings the tables up to date."""


def configuration() -> Config:
    """Alembic's view of our migrations."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(_HERE))
    return made


def bring_up_to_date(engine: Engine) -> None:
    """Make all tables, or change those of an older version; workers that start together wait for each other."""
    with engine.begin() as line:
        if line.dialect.name == "postgresql":
            line.execute(text(f"select pg_advisory_xact_lock({LOCK})"))
        have = _present(line)
        if have == newest():
            return
        from alembic import command  # only where there is something to do: it takes its time

        made = configuration()
        made.attributes["connection"] = line
        if have is None and not inspect(line).has_table("battle"):
            Base.metadata.create_all(line)
            command.stamp(made, "head")
        else:
            command.upgrade(made, "head")


def newest() -> str:
    """The last of our migrations; their files are numbered as they are."""
    return max(found[0] for one in (_HERE / "versions").iterdir() if (found := re.match(r"\d{4}", one.name)))


def _present(line: Connection) -> str | None:
    """The migration at which a store is; None for a new one, and for one that is older than all of them."""
    if not inspect(line).has_table("alembic_version"):
        return None
    found: str | None = line.scalar(text("select version_num from alembic_version"))
    return found
