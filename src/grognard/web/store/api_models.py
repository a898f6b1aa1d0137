"""Tables of the API."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from grognard.web.store.models import Base


class OrderKey(Base):
    """An ``Idempotency-Key`` of a seat: orders with it are given once. ``orders`` is their sha256, ``line`` the
    length of the record before them: from there on it holds their receipts."""

    __tablename__ = "api_order_key"
    battle_id: Mapped[str] = mapped_column(ForeignKey("battle.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[str] = mapped_column(String(60), primary_key=True)
    key: Mapped[str] = mapped_column(String(80), primary_key=True)
    orders: Mapped[str] = mapped_column(String(64))
    line: Mapped[int]
    made: Mapped[datetime]
