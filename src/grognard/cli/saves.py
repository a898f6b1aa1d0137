"""Where saved battles lie, and the seed that is kept beside a record until it is revealed."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from grognard.cli.failing import Failed
from grognard.core.game import secret
from grognard.core.state import Setup
from grognard.locale import T


class Kept(NamedTuple):
    """What lies beside an unfinished record: its seed, and who holds which seat."""

    seed: bytes
    holders: dict[str, str]


def folder() -> Path:
    """The folder of saved battles (``XDG_DATA_HOME`` counts)."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "grognard" / "battles"


def new_path(setup: Setup) -> Path:
    """A file that is not there yet, named after the book, the scenario and the time."""
    stem = f"{setup.book}-{setup.scenario}-{datetime.now():%Y%m%d-%H%M%S}"
    path, number = folder() / f"{stem}.jsonl", 1
    while path.exists():
        number += 1
        path = folder() / f"{stem}-{number}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def seed_path(record: Path) -> Path:
    return record.with_name(record.name + ".seed")


def make_seed(words: str | None) -> bytes:
    """32 bytes from words, or from chance."""
    return secrets.token_bytes(32) if words is None else secret(words)


def keep(record: Path, seed: bytes, holders: Mapping[str, str]) -> None:
    """Write the seed beside the record; only its owner may read it."""
    path = seed_path(record)
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump({"seed": seed.hex(), "seats": dict(holders)}, file)


def kept(record: Path) -> Kept:
    """Seed and holders; Failed where the file is missing or broken."""
    path = seed_path(record)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return Kept(bytes.fromhex(data["seed"]), {str(k): str(v) for k, v in data["seats"].items()})
    except FileNotFoundError:
        raise Failed(
            T("{path} is missing: without its seed the battle can be read but not played on", path=str(path))
        ) from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Failed(T("{path} is no seed file of a battle", path=str(path))) from None


def let_go(record: Path) -> None:
    """The battle is over and its seed stands in the record: the file beside it is of no use any more."""
    seed_path(record).unlink(missing_ok=True)
