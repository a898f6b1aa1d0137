"""Who is who: browsers that came by, invitation links, seats."""

from grognard.web.people.seats import OBSERVER, Sitting, invite, revoke, sit_down, sittings
from grognard.web.people.visits import COOKIE, Visitor, find_visit, new_visit

__all__ = [
    "COOKIE",
    "OBSERVER",
    "Sitting",
    "Visitor",
    "find_visit",
    "invite",
    "new_visit",
    "revoke",
    "sit_down",
    "sittings",
]
