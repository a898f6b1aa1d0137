"""Structured logs, a line of JSON each, without secrets: no invitation, no token, no order, no address of anybody."""

from __future__ import annotations

import logging
import re
import sys
from typing import TextIO

import structlog

_SECRET_PATHS = re.compile(r"^(/(?:join|picture|leave)/)[^/]+")


def set_up_logs(stream: TextIO = sys.stderr, pretty: bool = False) -> None:
    """Everything that this process says, ours and the libraries', goes out in one form; ``pretty`` is for somebody who
    looks on, and leaves out what went well."""
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.format_exc_info,
    ]
    drawn = (
        structlog.dev.ConsoleRenderer(colors=False)
        if pretty
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, drawn],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING if pretty else logging.INFO)
    for name in ("alembic", "apprise", "httpx"):
        logging.getLogger(name).setLevel(logging.WARNING)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def shown_path(path: str) -> str:
    """An address as the log may show it: invitations open a seat, so they stay out."""
    return _SECRET_PATHS.sub(r"\1...", path)
