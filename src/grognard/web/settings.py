"""What a server is told from outside: environment variables named ``GROGNARD_...``, with defaults for one's own
machine."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import make_url


@dataclass(frozen=True)
class Settings:
    """``database`` is an SQLAlchemy URL; ``secret`` signs links and cookies; ``address`` is how the world calls this
    server ("" where it is as the browser says); ``secure``: cookies over TLS only."""

    database: str
    secret: str
    address: str = ""
    secure: bool = False
    kept_tables: int = 200
    upload_bytes: int = 2_000_000
    requests_a_minute: int = 1200
    mail: str = ""
    """Apprise address of the host that sends our e-mail, e.g. ``mailtos://user:word@smtp.example.org?from=war@x.org``"""
    telegram: str = ""
    """Token of our Telegram bot."""
    private_addresses: bool = False
    """Whether notices may go to addresses of private networks."""
    cache: Path | None = None
    """Folder for what can be made again; none: it is made at every start."""

    @property
    def where(self) -> str:
        """The database as one may show it, without its password."""
        return make_url(self.database).render_as_string(hide_password=True)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """The settings of this process; a data folder and a secret are made where there are none."""
        given = os.environ if environment is None else environment
        folder = Path(given.get("GROGNARD_DATA") or _data_folder(given)).expanduser()
        address = given.get("GROGNARD_ADDRESS", "").rstrip("/")
        return cls(
            database=given.get("GROGNARD_DATABASE") or f"sqlite:///{_made(folder) / 'warroom.db'}",
            secret=given.get("GROGNARD_SECRET") or _kept_secret(folder),
            address=address,
            cache=folder / "cache",
            secure=address.startswith("https:"),
            mail=given.get("GROGNARD_MAIL", ""),
            telegram=given.get("GROGNARD_TELEGRAM", ""),
            private_addresses=given.get("GROGNARD_PRIVATE_ADDRESSES", "") not in ("", "0"),
        )


def _data_folder(given: Mapping[str, str]) -> Path:
    return Path(given.get("XDG_DATA_HOME") or "~/.local/share") / "grognard"


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _kept_secret(folder: Path) -> str:
    """A secret kept in a file that only its owner may read, so that links outlive a restart."""
    path = _made(folder) / "secret"
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="utf-8")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(secrets.token_urlsafe(32))
    return path.read_text(encoding="utf-8")
