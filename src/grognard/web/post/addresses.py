"""Where notices can go: what people write, checked, and what the carrier makes of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from ipaddress import ip_address
from urllib.parse import quote, urlsplit

from grognard.core.errors import GrognardError
from grognard.locale import T, Text
from grognard.web.post.fence import is_public
from grognard.web.settings import Settings

_MAIL = re.compile(r"[^@\s<>,;:?&\"']{1,64}@[^@\s<>,;:?&\"']{1,190}\.[^@\s.<>,;:?&\"']{2,60}")
_CHAT = re.compile(r"-?\d{3,20}|@[A-Za-z]\w{3,40}")
_DISCORD = re.compile(r"https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/\d+/[\w-]+")
_PLAIN = ("pover", "slack", "tgram")
_HOSTS = ("gotify", "matrix", "mmost", "ntfy", "rocket")
SCHEMES = (*_HOSTS, *(f"{one}s" for one in _HOSTS), *_PLAIN)
"""Services of apprise that anybody may name by their apprise address: none of them reads files."""

MEANS: Mapping[str, Text] = {
    "email": T("e-mail"),
    "telegram": T("Telegram"),
    "discord": T("Discord"),
    "webhook": T("webhook"),
    "other": T("another service"),
}


class BadAddress(GrognardError):
    """What was written is no address of that kind, or leads where nothing is sent to."""


def offered(settings: Settings) -> list[str]:
    """The means that this server has."""
    missing = {name for name, has in (("email", settings.mail), ("telegram", settings.telegram)) if not has}
    return [name for name in MEANS if name not in missing]


def checked(settings: Settings, means: str, target: str) -> str:
    """The target, tidied; BadAddress with what would be right."""
    target = target.strip()
    if means not in offered(settings) or len(target) > 500:
        raise BadAddress(T("this server sends nothing by '{means}'", means=means[:40]))
    if means == "email":
        return _match(_MAIL, target, T("'{address}' is no e-mail address", address=target))
    if means == "telegram":
        return _match(
            _CHAT,
            target,
            T("'{address}' is no Telegram chat: its number, or @channel", address=target),
        )
    if means == "discord":
        wrong = T("a Discord address looks like https://discord.com/api/webhooks/...")
        return _match(_DISCORD, target, wrong)
    return _url(settings, target, ("http", "https") if means == "webhook" else SCHEMES)


def _match(pattern: re.Pattern[str], target: str, wrong: Text) -> str:
    if pattern.fullmatch(target) is None:
        raise BadAddress(wrong)
    return target


def _url(settings: Settings, target: str, schemes: tuple[str, ...]) -> str:
    try:
        parts = urlsplit(target)
        host = parts.hostname or ""
    except ValueError:
        raise BadAddress(T("'{address}' is no address", address=target)) from None
    if parts.scheme not in schemes or not host:
        listed = ", ".join(f"{one}://" for one in schemes)
        raise BadAddress(T("the address must begin with one of: {schemes}", schemes=listed))
    if parts.scheme not in ("http", "https") and (parts.query or parts.fragment):
        raise BadAddress(T("an address of such a service can have no '?...' here"))
    if not settings.private_addresses and _is_private(host):
        raise BadAddress(T("'{host}' is an address of a private network; nothing is sent there", host=host))
    return target


def _is_private(host: str) -> bool:
    """What can be said from the name alone; the rest the fence sees when something is sent."""
    try:
        return not is_public(str(ip_address(host)))
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local", ".internal"))


def masked(means: str, target: str) -> str:
    """Enough of the address for its owner to know it again, in case somebody looks over his shoulder."""
    if means == "email":
        name, _, domain = target.partition("@")
        return f"{name[:1]}…@{domain}"
    if means == "telegram":
        return f"…{target[-3:]}"
    return f"{urlsplit(target).scheme}://{urlsplit(target).hostname}/…"


def as_apprise(settings: Settings, means: str, target: str) -> str:
    """The address as apprise wants it."""
    if means == "email":
        return f"{settings.mail}{'&' if '?' in settings.mail else '?'}to={quote(target, safe='')}"
    if means == "telegram":
        return f"tgram://{settings.telegram}/{quote(target, safe='@')}/"
    if means == "webhook":
        return target.replace("http", "json", 1)
    return target


def is_fenced(settings: Settings, means: str) -> bool:
    """Whether the address was chosen by a player: mail goes through the server's own mail host."""
    return means != "email" and not settings.private_addresses
