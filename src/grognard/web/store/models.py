"""Tables of the store. A battle *is* its record: every line is a row whose key (battle, number) two writers cannot
both have, so that no accepted order is lost and none is taken twice."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, DateTime, ForeignKey, Index, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """Times are UTC without zone everywhere in the store."""

    type_annotation_map = {dict[str, Any]: JSON, datetime: DateTime(), bytes: LargeBinary}


class Account(Base):
    """Somebody who wants his battles in one place. Nobody needs one."""

    __tablename__ = "account"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(60), unique=True)
    password: Mapped[str] = mapped_column(String(200))
    made: Mapped[datetime]
    settings: Mapped[dict[str, Any]] = mapped_column(default=dict)


class Visit(Base):
    """A browser that came by: the cookie's token is kept as its sha256 only."""

    __tablename__ = "visit"
    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(64), unique=True)
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id", ondelete="SET NULL"), index=True)
    seen: Mapped[datetime]


class Battle(Base):
    """``length`` lines of record stand in the store; ``awaited``: ``seats`` that still have to answer and, of those,
    the ones that everybody may know of (``seen``), as the
    record's last line leaves it. ``status``: ``running``, ``paused`` or ``over``. ``policy`` holds what the host
    chose (undo, clocks; each room of the web its own key)."""

    __tablename__ = "battle"
    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    title: Mapped[dict[str, Any]]
    book: Mapped[str] = mapped_column(String(60))
    scenario: Mapped[str] = mapped_column(String(200))
    seed: Mapped[bytes]
    made: Mapped[datetime]
    touched: Mapped[datetime] = mapped_column(index=True)
    host: Mapped[int | None] = mapped_column(ForeignKey("visit.id", ondelete="SET NULL"), index=True)
    status: Mapped[str] = mapped_column(String(10), default="running", index=True)
    public: Mapped[bool] = mapped_column(default=False)
    turn: Mapped[str] = mapped_column(String(60), default="")
    length: Mapped[int] = mapped_column(default=0)
    awaited: Mapped[dict[str, Any]] = mapped_column(default=dict)
    policy: Mapped[dict[str, Any]] = mapped_column(default=dict)


class RecordLine(Base):
    """One line of a battle's record, exactly as in its file."""

    __tablename__ = "record_line"
    battle_id: Mapped[str] = mapped_column(ForeignKey("battle.id", ondelete="CASCADE"), primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    line: Mapped[bytes]


class Seat(Base):
    """Who answers for a seat of a battle. ``holder``: ``person``, a computer player's name, or ``default``. Besides
    the seats of the setup there are ``umpire`` and those that only look on."""

    __tablename__ = "seat"
    battle_id: Mapped[str] = mapped_column(ForeignKey("battle.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[str] = mapped_column(String(60), primary_key=True)
    holder: Mapped[str] = mapped_column(String(20))
    called: Mapped[str] = mapped_column(String(60), default="")
    missed: Mapped[int] = mapped_column(default=0)


class Link(Base):
    """An invitation to a seat. The address holds ``id`` and a signature; a revoked link opens nothing, and whoever
    came by it has lost the seat. ``hand_over``: the first to come by it takes the seat from those who had it."""

    __tablename__ = "link"
    id: Mapped[str] = mapped_column(String(22), primary_key=True)
    battle_id: Mapped[str] = mapped_column(ForeignKey("battle.id", ondelete="CASCADE"), index=True)
    seat: Mapped[str] = mapped_column(String(60))
    made: Mapped[datetime]
    revoked: Mapped[bool] = mapped_column(default=False)
    hand_over: Mapped[bool] = mapped_column(default=False)


class Grant(Base):
    """A browser or an account sits in a seat, by a link."""

    __tablename__ = "seat_grant"
    __table_args__ = (UniqueConstraint("link_id", "visit_id"), UniqueConstraint("link_id", "account_id"))
    id: Mapped[int] = mapped_column(primary_key=True)
    link_id: Mapped[str] = mapped_column(ForeignKey("link.id", ondelete="CASCADE"), index=True)
    visit_id: Mapped[int | None] = mapped_column(ForeignKey("visit.id", ondelete="CASCADE"), index=True)
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), index=True)


class Message(Base):
    """Chat and notes. ``channel``: ``public``, ``side:ID`` or ``note:SEAT``. Who wrote it is known for as long as his
    browser or account is."""

    __tablename__ = "message"
    __table_args__ = (Index("message_channel", "battle_id", "channel", "id"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    battle_id: Mapped[str] = mapped_column(ForeignKey("battle.id", ondelete="CASCADE"))
    channel: Mapped[str] = mapped_column(String(80))
    seat: Mapped[str] = mapped_column(String(60))
    words: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime]
    visit_id: Mapped[int | None] = mapped_column(ForeignKey("visit.id", ondelete="SET NULL"), index=True)
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id", ondelete="SET NULL"), index=True)
