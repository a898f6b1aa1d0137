"""Tables of the people's rooms."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Index, String
from sqlalchemy.orm import Mapped, mapped_column

from grognard.web.store.models import Base


class Attempt(Base):
    """A login that failed. ``who``: sha256 of the name that was tried, or of the address that tried it."""

    __tablename__ = "attempt"
    __table_args__ = (Index("attempt_who", "who", "at"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    who: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(index=True)
