"""What goes in and out of the API besides battles and orders: talk, clocks, reports, dice, records, the desk."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from grognard.web.api.models import Arg, Fields, Lines, Model, Question, Short, Written

# --- talk, clock, papers ---


class Message(Model):
    """``kind``: ``public``, ``side`` or ``note``."""

    id: str
    kind: str
    seat: str
    called: str
    words: str
    at: str
    mine: bool


class Channel(Model):
    """Where the seat may write."""

    channel: str
    words: str


class Talk(Model):
    """The last messages that the seat may read, oldest first; ``older``: there are more."""

    messages: list[Message]
    older: bool
    channels: list[Channel]


class Saying(Model):
    """A message: one of the channels of ``GET talk``."""

    channel: Short
    words: Annotated[Lines, Field(max_length=4000)]


class Awaited(Model):
    """A seat that is waited for; ``left``: seconds that remain while the clock stands still."""

    seat: str
    due: str
    left: float | None
    late: bool
    missed: int


class ClockFace(Model):
    """The battle's clock: its fields as ``PUT clock`` takes them, and who is waited for until when."""

    fields: dict[str, str | float | int]
    awaited: list[Awaited]


class ClockFields(Model):
    """A clock by its fields; those that are left out have their usual value."""

    fields: Fields


class Extension(Model):
    """Hours of running clock more, for one seat or for all that are waited for."""

    hours: Annotated[float, Field(allow_inf_nan=False)]
    seat: Short = ""


class OfSeat(Model):
    """The seat that it is about."""

    seat: Short


class Turn(Model):
    """A finished turn of which there is a report."""

    number: int
    name: str


class ArmyOf(Model):
    """A seat whose army file may be had."""

    seat: str
    side: str
    name: str


class Reports(Model):
    """Turns, in which forms their reports are written, and for which readers the caller may have them."""

    turns: list[Turn]
    forms: list[str]
    readers: list[str]


class ReportPosts(Model):
    """A report, in as many posts as a board needs."""

    form: str
    reader: str
    posts: list[str]


class Stirred(Model):
    """Words that a seat stirred into the dice."""

    seat: str
    words: str


class Secret(Model):
    """A revealed secret of the dice; the last link's is the seed."""

    link: int
    secret: str


class Luck(Model):
    """Dice of one size that the seat has seen fall for one side: ``faces`` counts each face from 1."""

    side: int | None
    sides: int
    thrown: int
    mean: float
    expected: float
    spread: float
    faces: list[int]


class Dice(Model):
    """What was promised before the battle, what was revealed since; ``words_count``: words may still be stirred in."""

    dice: str
    commitment: str
    links: int
    words: list[Stirred]
    secrets: list[Secret]
    words_count: bool
    luck: list[Luck]


class OwnWords(Model):
    """Words for the dice."""

    words: Annotated[Written, Field(min_length=1, max_length=200)]


class Judgement(Model):
    """What verification says of a record: everything was computed again, and the dice were checked a second time
    (``second`` "" where there is no revealed seed to check with)."""

    good: bool
    book: str
    title: str
    lines: int = 0
    dice_checked: int = 0
    finished: bool = False
    problem: str = ""
    line: int = 0
    second: str = ""


class Upload(Model):
    """A record's file, and the seed file beside it where the battle is not over."""

    record: Annotated[str, Field(max_length=2_000_000)]
    seed: Annotated[str, Field(max_length=1000)] = ""


# --- the umpire ---


class OpenQuestion(Question):
    """A question of any seat."""

    seat: str


class Piece(Model):
    """A piece with its fields."""

    id: str
    kind: str
    fields: dict[str, Any]


class Deed(Model):
    """An answer or a ruling, by the line of the record to which the battle can be rolled back."""

    line: int
    seat: str
    words: str
    by: str


class Desk(Model):
    """Everything open at a glance."""

    status: str
    questions: list[OpenQuestion]
    deeds: list[Deed]
    pieces: list[Piece]


class AnswerFor(Model):
    """An order for an absent seat; without one the default of the rules counts."""

    question: Short
    order: Annotated[list[Arg], Field(max_length=400)] = []


Reason = Annotated[Lines, Field(max_length=2000)]


class Reasoned(Model):
    """Why."""

    reason: Reason


class Veto(Reasoned):
    """Give a waiting answer back."""

    question: Short


class Change(Model):
    """One field of one piece."""

    piece: Short
    field: Short
    value: Any


class Ruling(Reasoned):
    """A ruling, in words alone or with changes of pieces; ``scope``: for how long or for whom it counts."""

    scope: Short = ""
    changes: Annotated[list[Change], Field(max_length=100)] = []


class RollBack(Reasoned):
    """The battle goes on before that line of the record."""

    line: Annotated[int, Field(ge=0, lt=2**31)]


class End(Reasoned):
    """The battle ends; ``winners`` are sides."""

    winners: Annotated[list[Short], Field(max_length=20)] = []
