"""Who is who: browsers that came by, invitation links, seats."""

from grognard.web.people.seats import (
    HOST,
    JOURNALIST,
    OBSERVER,
    Sitting,
    holds,
    hosts,
    invite,
    revoke,
    sit_down,
    sittings,
)
from grognard.web.people.visits import COOKIE, Visitor, find_visit, new_visit

__all__ = [
    "COOKIE",
    "HOST",
    "JOURNALIST",
    "OBSERVER",
    "Sitting",
    "Visitor",
    "find_visit",
    "holds",
    "hosts",
    "invite",
    "new_visit",
    "revoke",
    "sit_down",
    "sittings",
]
