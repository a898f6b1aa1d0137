"""A fence around what is sent to addresses that players chose: nothing goes to this machine or its network.

It stands where every library asks for the address behind a name, so that neither a redirect nor a name that
changes its mind gets through. It holds in the thread that put it up only.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

_here = threading.local()
_resolve = socket.getaddrinfo
_TRANSLATED = ip_network("64:ff9b::/96")


class Fenced(OSError):
    """The name leads to an address that is not the world's."""


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the open network."""
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if inner is None and found in _TRANSLATED:
            inner = IPv4Address(int(found) & 0xFFFFFFFF)
        found = inner or found
    return found.is_global and not found.is_multicast


def _fenced(*args: Any, **more: Any) -> Any:
    found = _resolve(*args, **more)
    if getattr(_here, "up", False) and not all(is_public(str(row[4][0])) for row in found):
        raise Fenced("not an address of the open network")
    return found


@contextmanager
def fence() -> Iterator[None]:
    """Inside, this thread reaches public addresses only."""
    socket.getaddrinfo = _fenced
    _here.up = True
    try:
        yield
    finally:
        _here.up = False
