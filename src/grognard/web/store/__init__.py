"""What the war room keeps: battles with their records line by line, seats, people, messages."""

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

__all__ = [
    "Account",
    "Base",
    "Battle",
    "Grant",
    "Link",
    "Message",
    "RecordLine",
    "Seat",
    "Store",
    "Visit",
]
