"""Letters handed to the world, by apprise."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import NamedTuple

from grognard.core.errors import GrognardError
from grognard.locale import T, Text
from grognard.web.post.addresses import as_apprise
from grognard.web.post.notices import Letter
from grognard.web.settings import Settings
from grognard.web.store.post_models import Address

_CODE = re.compile(r"error=(\d{3})")


class Dispatch(NamedTuple):
    """A letter and where it goes."""

    address: Address
    letter: Letter


Carrier = Callable[[Dispatch], None]
"""Hands a letter over, or raises NotSent."""


class NotSent(GrognardError):
    """The letter did not go out; ``for_good``: trying again makes no sense."""

    def __init__(self, message: Text, for_good: bool = False) -> None:
        super().__init__(message)
        self.for_good = for_good


def apprise_carrier(settings: Settings) -> Carrier:
    """Through apprise, which knows the services. Redirects are not followed. The service is called in this very
    thread (``Apprise.notify`` has threads of its own): the fence stands here only."""

    def carry(dispatch: Dispatch) -> None:
        import apprise

        asset = apprise.AppriseAsset(app_id="grognard", http_redirects=False, async_mode=False)
        address = dispatch.address
        service = apprise.Apprise.instantiate(
            as_apprise(settings, address.means, address.target), asset=asset, suppress_exceptions=True
        )
        if service is None:
            raise NotSent(T("apprise cannot use this address"), for_good=True)
        service.notify_format = apprise.NotifyFormat.TEXT
        with apprise.LogCapture(level=logging.WARNING) as said:  # type: ignore[no-untyped-call]
            sent = service.notify(
                body=dispatch.letter.body,
                title=dispatch.letter.title,
                body_format=apprise.NotifyFormat.TEXT,
            )
            why = said.getvalue()
        if not sent:
            raise NotSent(_why(why))

    return carry


def _why(words: str) -> Text:
    """The reason without the address, which is its owner's business."""
    code = _CODE.search(words)
    if code is not None:
        return T("the service answered {code}", code=code[1])
    return T("the service could not be reached")
