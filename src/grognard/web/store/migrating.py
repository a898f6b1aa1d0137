"""Bringing a store's tables up to date: a new store gets them at once, an old one step by step."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect, text

from grognard.web.store.models import Base

_HERE = Path(__file__).parent / "migrations"
LOCK = 0x67726F67
"""Number of PostgreSQL's lock under which one worker brings the tables up to date."""


def configuration() -> Config:
    """Alembic's view of our migrations."""
    made = Config()
    made.set_main_option("script_location", str(_HERE))
    return made


def bring_up_to_date(engine: Engine) -> None:
    """Make all tables, or change those of an older version; workers that start together wait for each other."""
    head = ScriptDirectory.from_config(configuration()).get_current_head()
    with engine.begin() as line:
        if line.dialect.name == "postgresql":
            line.execute(text(f"select pg_advisory_xact_lock({LOCK})"))
        have = MigrationContext.configure(line).get_current_revision()
        if have == head and head is not None:
            return
        made = configuration()
        made.attributes["connection"] = line
        if have is None and not inspect(line).has_table("battle"):
            Base.metadata.create_all(line)
            command.stamp(made, "head")
        else:
            command.upgrade(made, "head")
