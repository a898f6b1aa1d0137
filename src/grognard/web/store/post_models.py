"""Tables of play by post: who is waited for until when, work to be done, where notices go, pictures for boards."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from grognard.web.store.models import Base


class Follow(Base):
    """How far a battle has been followed: lines of record and messages already seen. Only ``active`` battles (with
    a clock or with somebody who wants notices) are looked at further. ``frozen``: when its clock was stopped."""

    __tablename__ = "post_follow"
    battle_id: Mapped[str] = mapped_column(ForeignKey("battle.id", ondelete="CASCADE"), primary_key=True)
    active: Mapped[bool] = mapped_column(default=False)
    seen: Mapped[int] = mapped_column(default=0)
    message: Mapped[int] = mapped_column(default=0)
    turn: Mapped[str] = mapped_column(String(60), default="")
    over: Mapped[bool] = mapped_column(default=False)
    frozen: Mapped[datetime | None]


class Waiting(Base):
    """A seat that is waited for: since ``since``, for the questions ``questions`` as they were open after ``line``
    lines of record. ``due`` is the deadline (none: no clock), ``closes`` the moment at which the default is taken
    (None with a due: only the host takes it). ``state``: ``open``, ``answered``, ``missed``, ``dropped``;
    ``left`` are the seconds of running clock that remain while it stands still."""

    __tablename__ = "post_waiting"
    __table_args__ = (
        UniqueConstraint("battle_id", "seat", "line"),
        Index("post_waiting_open", "battle_id", "state"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    battle_id: Mapped[str] = mapped_column(ForeignKey("battle.id", ondelete="CASCADE"))
    seat: Mapped[str] = mapped_column(String(60))
    line: Mapped[int]
    questions: Mapped[dict[str, Any]]
    turn: Mapped[str] = mapped_column(String(60), default="")
    since: Mapped[datetime]
    due: Mapped[datetime | None]
    closes: Mapped[datetime | None]
    left: Mapped[float | None]
    state: Mapped[str] = mapped_column(String(10), default="open")
    ended: Mapped[datetime | None]


class Job(Base):
    """Something to be done once, at ``due`` (None: held back). ``key`` names it: nothing is put down twice.
    ``state``: ``waiting``, ``running`` (until ``lease`` it is some worker's), ``done``, ``failed``; ``error`` says
    why the last try went wrong."""

    __tablename__ = "post_job"
    __table_args__ = (Index("post_job_due", "state", "due"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    key: Mapped[str] = mapped_column(String(160), unique=True)
    battle_id: Mapped[str | None] = mapped_column(ForeignKey("battle.id", ondelete="CASCADE"), index=True)
    facts: Mapped[dict[str, Any]] = mapped_column(default=dict)
    due: Mapped[datetime | None]
    state: Mapped[str] = mapped_column(String(10), default="waiting")
    lease: Mapped[datetime | None]
    tries: Mapped[int] = mapped_column(default=0)
    error: Mapped[str] = mapped_column(Text, default="")
    made: Mapped[datetime]
    ended: Mapped[datetime | None]


class Address(Base):
    """Where somebody in a seat wants notices; nobody else ever sees ``target``. It belongs to his right to the seat and
    goes with it. ``kinds``: which notices; ``after``: minutes that a question must have been open first."""

    __tablename__ = "post_address"
    id: Mapped[int] = mapped_column(primary_key=True)
    battle_id: Mapped[str] = mapped_column(ForeignKey("battle.id", ondelete="CASCADE"), index=True)
    seat: Mapped[str] = mapped_column(String(60))
    grant_id: Mapped[int] = mapped_column(ForeignKey("seat_grant.id", ondelete="CASCADE"), index=True)
    means: Mapped[str] = mapped_column(String(20))
    target: Mapped[str] = mapped_column(Text)
    kinds: Mapped[dict[str, Any]]
    after: Mapped[int] = mapped_column(default=0)
    lang: Mapped[str] = mapped_column(String(5), default="en")
    made: Mapped[datetime]


class Image(Base):
    """A picture that a board may show: the address is ``id`` and says nothing. The position at the snapshot in
    line ``line`` of the record as ``eyes`` saw it, with the arrows of what happened since the snapshot ``since``
    (0: none)."""

    __tablename__ = "post_image"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    battle_id: Mapped[str] = mapped_column(ForeignKey("battle.id", ondelete="CASCADE"), index=True)
    eyes: Mapped[str] = mapped_column(String(60))
    line: Mapped[int]
    since: Mapped[int] = mapped_column(default=0)
    lang: Mapped[str] = mapped_column(String(5))
    made: Mapped[datetime]
