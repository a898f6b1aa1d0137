"""What a server does before the first page: nothing that only rare work needs."""

from __future__ import annotations

import subprocess
import sys

import pytest
from alembic.script import ScriptDirectory
from fastapi.testclient import TestClient
from pydantic import TypeAdapter

from grognard.web import api
from grognard.web.app import create_app
from grognard.web.settings import Settings
from grognard.web.store.migrating import configuration, newest

START = """
import sys
from grognard.web.app import create_app
from grognard.web.settings import Settings
create_app(Settings(sys.argv[1], "not very"))
print(*sorted({one.partition(".")[0] for one in sys.modules} & {"alembic", "apprise", "numpy", "psycopg", "shapely"}))
"""


def test_our_migrations_are_numbered_as_alembic_has_them() -> None:
    assert newest() == ScriptDirectory.from_config(configuration()).get_current_head()


@pytest.mark.slow
def test_libraries_for_rare_work_are_not_read_at_the_start(settings: Settings) -> None:
    create_app(settings)  # the tables are there from the last time
    command = [sys.executable, "-c", START, settings.database]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_the_first_request_of_the_api_finds_everything_ready(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(settings)
    client = TestClient(app)  # without its start: nothing else is under way
    api.warm(app)
    made: list[object] = []
    make = TypeAdapter.__init__

    def counted(self: TypeAdapter[object], *what: object, **more: object) -> None:
        made.append(what)
        make(self, *what, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(TypeAdapter, "__init__", counted)
    assert client.get("/api/v1/languages").status_code == 200
    assert made == []
