"""Changes told between the worker processes of one PostgreSQL database (LISTEN/NOTIFY).

What a battle's lines change is told in the transaction that writes them: nobody hears of a line that is not there,
and no line is there that nobody heard of. A worker whose line was cut looks at every battle that somebody watches.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import structlog
from sqlalchemy import text
from sqlalchemy.orm import Session

from grognard.web.store import Store

if TYPE_CHECKING:
    import psycopg

CHANNEL = "grognard"
EVERYTHING = "*"
PAUSE = 2.0
log = structlog.get_logger()


class Wire:
    """One worker's end. ``heard(battle)`` is called for what others tell, :data:`EVERYTHING` after a cut."""

    def __init__(self, store: Store, heard: Callable[[str], None]) -> None:
        self.store, self.heard = store, heard
        self.name = secrets.token_hex(4)
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="wire", daemon=True)

    def start(self) -> None:
        """Listen, where the database can tell."""
        if self.store.is_postgres:
            self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(3)

    def tell(self, db: Session, battle: str) -> None:
        """Tell the other workers when the transaction of ``db`` is through."""
        if self.store.is_postgres:
            db.execute(
                text("select pg_notify(:channel, :what)"),
                {"channel": CHANNEL, "what": f"{self.name}:{battle}"},
            )

    def _listen(self) -> None:
        import psycopg  # only where there is a PostgreSQL: it takes its time

        address = self.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._stopped.is_set():
            try:
                with psycopg.connect(address, autocommit=True) as line:
                    line.execute(f"listen {CHANNEL}")
                    self.heard(EVERYTHING)
                    self._hear(line)
            except psycopg.Error as error:
                log.warning("the line to the other workers is cut", error=str(error).splitlines()[0])
                self._stopped.wait(PAUSE)

    def _hear(self, line: psycopg.Connection) -> None:
        while not self._stopped.is_set():
            for notice in line.notifies(timeout=1.0):
                sender, _, battle = notice.payload.partition(":")
                if sender != self.name:
                    self.heard(battle)
