"""What the war room keeps: battles with their records line by line, seats, people, messages."""

from grognard.web.store.api_models import OrderKey
from grognard.web.store.database import Store
from grognard.web.store.models import (
    Account,
    Base,
    Battle,
    Grant,
    Link,
    Message,
    RecordLine,
    Seat,
    Visit,
)
from grognard.web.store.people_models import Attempt
from grognard.web.store.post_models import Address, Follow, Image, Job, Waiting

__all__ = [
    "Account",
    "Address",
    "Attempt",
    "Base",
    "Battle",
    "Follow",
    "Grant",
    "Image",
    "Job",
    "Link",
    "Message",
    "OrderKey",
    "RecordLine",
    "Seat",
    "Store",
    "Visit",
    "Waiting",
]
