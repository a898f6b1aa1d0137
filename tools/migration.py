"""Write a migration of the war room's store: ``python tools/migration.py "what changes"``.

It compares the models with the newest migrations, on an empty SQLite. Read what comes out before you commit it.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from alembic import command
from sqlalchemy import create_engine

from grognard.web.store import migrating


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a migration of the war room's store.")
    parser.add_argument("what", help="what changes, in a few words")
    what = parser.parse_args().what
    with tempfile.TemporaryDirectory() as folder:
        engine = create_engine(f"sqlite:///{Path(folder) / 'empty.db'}")
        with engine.begin() as line:
            made = migrating.configuration()
            made.attributes["connection"] = line
            command.upgrade(made, "head")
            command.revision(made, what, autogenerate=True, rev_id=f"{1 + len(_versions()):04}")


def _versions() -> list[Path]:
    return list((Path(migrating.__file__).parent / "migrations" / "versions").glob("*.py"))


if __name__ == "__main__":
    main()
