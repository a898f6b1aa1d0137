"""What a server process runs: the application with its logs set up, alone or one of several workers."""

from __future__ import annotations

import ctypes
import socket
import sys
from contextlib import suppress

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from grognard.web.app import create_app
from grognard.web.server.logs import set_up_logs

M_ARENA_MAX, ARENAS = -8, 2
"""Heaps of the C library (its ``mallopt``): with one for each of forty threads, memory that one thread has given back
is of no use to the others. Only one thread works at a time here."""
GRACE = 5
"""Seconds that open requests have when the server is told to stop."""


def application() -> FastAPI:
    """One worker's application; for a person at a terminal the log leaves out what went well."""
    set_up_logs(pretty=sys.stderr.isatty())
    with suppress(AttributeError, OSError):  # another C library
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS)
    return create_app()


def run(listening: socket.socket, workers: int = 1, proxy: bool = False) -> None:
    """Serve on that socket until told to stop."""
    config = uvicorn.Config(
        f"{__name__}:{application.__name__}",
        factory=True,
        workers=workers,
        proxy_headers=proxy,
        forwarded_allow_ips="*" if proxy else None,
        timeout_graceful_shutdown=GRACE,
        log_config=None,
        log_level="warning",
        access_log=False,
    )
    if workers == 1:
        uvicorn.Server(config).run([listening])
    else:
        Multiprocess(config, [listening]).run()
