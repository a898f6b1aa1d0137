"""Addresses that can stand in any markup."""

from __future__ import annotations

from urllib.parse import quote, urlsplit


def safe_url(url: str) -> str:
    """``url`` with every character that could end a tag or a link written as ``%xx``.

    Raises ``ValueError`` unless it is an address of the web (``http`` or ``https``) or a relative one.
    """
    if urlsplit(url).scheme not in ("", "http", "https"):
        raise ValueError(f"a picture's address must begin with http:// or https://, not {url[:40]!r}")
    return quote(url, safe="/:?#=&%~+,;@-._")
