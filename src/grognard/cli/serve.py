"""``serve``, ``backup``, ``restore``: the war room on this machine."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.cli import kit
from grognard.cli.failing import Failed
from grognard.cli.kit import EXISTING, FILE, argument, command, option
from grognard.cli.lang import N_, say
from grognard.cli.output import bold, put, refuse_if_there
from grognard.locale import T

if TYPE_CHECKING:
    from grognard.web.store import Store

LOOPBACK = "127.0.0.1"


@command(
    "serve",
    help=N_(
        "Open the war room: battles in the browser, live and by post. It listens on this machine only unless --host "
        "says otherwise. Settings of a public server (database, address, secret) come from the environment: "
        "GROGNARD_DATABASE, GROGNARD_ADDRESS, GROGNARD_SECRET, GROGNARD_DATA."
    ),
    epilog=N_("For example: grognard serve --port 8080"),
)
@option(
    "--host", default=LOOPBACK, show_default=True, metavar=N_("ADDRESS"), help=N_("Address to listen on.")
)
@option(
    "--port", type=int, default=8000, show_default=True, metavar=N_("NUMBER"), help=N_("Port to listen on.")
)
@option(
    "--workers",
    type=kit.COUNT,
    default=1,
    show_default=True,
    metavar=N_("NUMBER"),
    help=N_("Processes; more than one needs PostgreSQL."),
)
@option("--proxy", is_flag=True, help=N_("A proxy in front of us says who calls (X-Forwarded-For)."))
def serve(host: str, port: int, workers: int, proxy: bool) -> None:
    from grognard.web.server.process import run
    from grognard.web.settings import Settings

    settings = Settings.from_environment()
    if workers > 1 and settings.database.startswith("sqlite"):
        raise Failed(T("several workers need PostgreSQL: set GROGNARD_DATABASE=postgresql://..."))
    listening = _listening(host, port)
    put(
        bold(say(T("The war room is open: {address}", address=settings.address or _address(host, listening))))
    )
    put(say(T("Battles are kept in {place}. Ctrl-C closes.", place=settings.where)))
    run(listening, workers, proxy)


def _listening(host: str, port: int) -> socket.socket:
    """The port, ours; Failed with what to do where another program has it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        found = socket.create_server((host, port), family=family)
    except OSError as error:
        raise Failed(
            T(
                "cannot listen on {host}:{port}: {error}; another one: grognard serve --port {other}",
                host=host,
                port=port,
                error=os.strerror(error.errno or 0),
                other=port + 1,
            )
        ) from None
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # what it accepts sends at once, too
    return found


def _address(host: str, listening: socket.socket) -> str:
    shown = "localhost" if host in ("0.0.0.0", "::") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{listening.getsockname()[1]}"


@command(
    "backup",
    help=N_("Write everything that the war room keeps into one new file. The server may be running."),
)
@argument("file", N_("FILE"), type=FILE)
def backup(file: Path) -> None:
    from grognard.web.server.backup import back_up

    refuse_if_there(file, False)
    rows = back_up(_store(), file)
    put(say(T("{rows} rows are in {file}. It holds secrets: keep it safe.", rows=rows, file=str(file))))


@command("restore", help=N_("Fill a new, empty war room from a file that 'backup' wrote."))
@argument("file", N_("FILE"), type=EXISTING)
def restore(file: Path) -> None:
    from grognard.web.server.backup import restore as fill

    put(say(T("{rows} rows are back.", rows=fill(_store(), file))))


def _store() -> Store:
    from grognard.web.settings import Settings
    from grognard.web.store import Store

    store = Store(Settings.from_environment().database)
    store.make_tables()
    return store
