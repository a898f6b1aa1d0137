"""What goes in and out of the API, as its description shows it.

Words are in the caller's language (``?lang=`` or ``Accept-Language``). Times are ISO 8601 in UTC.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from grognard.show.speech import clean, clean_lines
from grognard.web.post.orders import MOST

Whole = Annotated[int, Field(ge=-(2**31), lt=2**31)]
Written = Annotated[str, AfterValidator(clean)]
"""What somebody wrote: one line without characters that are not writing."""
Lines = Annotated[str, AfterValidator(lambda words: "\n".join(clean_lines(words)))]
Short = Annotated[Written, Field(max_length=200)]
Arg = Annotated[str, Field(max_length=200), AfterValidator(clean)] | Whole
File = Annotated[str, Field(max_length=1_000_000)]
SeatName = Annotated[str, Field(pattern=r"^\w[\w.-]{0,59}$")]
Order = Annotated[list[Arg], Field(min_length=1, max_length=400, examples=[["hold"]])]


class Model(BaseModel):
    """No keys but those that are described."""

    model_config = ConfigDict(extra="forbid")


# --- errors ---


class Fault(Model):
    """One thing that is wrong with a file."""

    line: int
    column: int
    message: str
    clause: str = ""


class Problem(Model):
    """Why a request was not carried out: ``error`` in words, the ``clause`` of the rules that forbids it, a ``hint`` at
    what would be right ("" where there is none)."""

    error: str
    clause: str = ""
    hint: str = ""
    problems: list[Fault] = []


# --- the shelf ---


class Named(Model):
    """A name in every language."""

    en: str
    ru: str = ""


class BookCard(Model):
    """A rule book."""

    id: str
    name: Named
    version: str
    scenarios: list[str]


class SeatOfSetup(Model):
    """A seat of a scenario."""

    id: str
    side: str
    kind: str


class SideOfSetup(Model):
    """A side of a scenario."""

    id: str
    name: Named


class Scenario(Model):
    """A ready-made battle; ``text`` is its file."""

    book: str
    id: str
    name: Named
    sides: list[SideOfSetup]
    seats: list[SeatOfSetup]
    text: str


class Paragraph(Model):
    """A paragraph of the rules, in Markdown."""

    clause: str
    chapter: str
    text: str


class Setting(Model):
    """A battle's files: a shipped ``scenario`` or the ``text`` of one; with it ``house_rules``, ``tables`` that say
    only what differs, and army files by seat. ``options``: values of the book's options; they go before all these."""

    book: Short
    scenario: Short = ""
    text: File = ""
    house_rules: File = ""
    tables: File = ""
    armies: dict[SeatName, File] = {}
    options: dict[Short, str | Whole | bool | float] = {}


class Checked(Model):
    """What is wrong with a scenario; nothing if it may be played."""

    good: bool
    problems: list[Fault]


# --- battles and people ---


class Login(Model):
    """An account's name and password."""

    name: Annotated[str, Field(max_length=200)]
    password: Annotated[str, Field(max_length=400)]


class Token(Model):
    """Sent with every request as ``Authorization: Bearer TOKEN``."""

    token: str


Fields = dict[Annotated[str, Field(max_length=20)], Annotated[str, Field(max_length=100)] | float]


class NewBattle(Setting):
    """``holders``: seat -> ``person``, a computer player or ``default`` (seats that are not named are held by persons,
    the umpire's by nobody). ``clock``: fields as in ``GET clock``. ``links``: in how many turns the dice are revealed
    one by one (1: all at the end). ``undo``: ``usual``, ``free`` or ``never``."""

    holders: dict[Short, Short] = {}
    public: bool = False
    links: Annotated[int, Field(ge=1, le=1000)] = 1
    clock: Fields = {}
    undo: Literal["usual", "free", "never"] = "usual"


class Made(Model):
    """The new battle. ``host`` and ``seats`` are tokens: each is also the last part of an invitation's address
    (``/join/TOKEN``)."""

    battle: str
    host: str
    seats: dict[str, str]


class Chair(Model):
    """A seat and what it is called."""

    seat: str
    name: str


class Mine(Model):
    """A battle in which the caller sits, or which he set up."""

    battle: str
    title: str
    turn: str
    status: str
    seats: list[Chair]
    my_move: bool
    due: str = ""


class BattleCard(Model):
    """What everybody at the table knows. ``waiting_for``: seats that still have to answer, as far as all may know."""

    battle: str
    title: str
    book: str
    scenario: str
    status: Literal["running", "paused", "over"]
    turn: str
    public: bool
    sides: list[SideOfSetup]
    seats: list[SeatOfSetup]
    waiting_for: list[str]


class Key(Model):
    """An invitation that the caller may see: its ``token`` opens the seat."""

    id: str
    token: str
    hand_over: bool
    used: bool


class Place(Model):
    """A seat: who holds it, how many have come by its links, and the links that the caller may see."""

    seat: str
    name: str
    holder: str
    called: str
    people: int
    mine: bool
    keys: list[Key]


class SeatDeed(Model):
    """``invite``, ``revoke`` (``words``: the link's id), ``empty``, ``alone``, ``hand_over``, ``holder`` (``person``, a
    computer player or ``default``), ``call`` (a name)."""

    deed: Literal["invite", "revoke", "empty", "alone", "hand_over", "holder", "call"]
    words: Short = ""


class Called(Model):
    """What the others are to call whoever takes the seat."""

    called: Short = ""


class Sitting(Model):
    """The seat that a token opens."""

    battle: str
    seat: str


# --- what a seat sees ---


class Sight(Model):
    """The position as a seat knows it. ``view`` is the rule book's own; ``moment`` counts what the seat has heard, so
    that ``?at=`` shows any of them again."""

    battle: str
    seat: str
    turn: str
    moment: int
    finished: bool
    waiting_for: list[str]
    undo_asked: str
    view: dict[str, Any]


class Heard(Model):
    """An event that the seat has heard: facts by ids, ``event["event"]`` names its kind."""

    number: int
    clauses: list[str]
    event: dict[str, Any]


class Log(Model):
    """What the seat has heard after ``since``, and the number of the last line."""

    last: int
    heard: list[Heard]


class Said(Model):
    """The log in words."""

    text: str


class InWords(Model):
    """The table in words."""

    words: str
    sheets: str


class Strength(Model):
    """A row of the order of battle."""

    id: str
    name: str
    side: int
    kind: str
    state: str
    pips: int
    left: int
    gone: bool
    under: str


class Question(Model):
    """What the seat is asked; ``answer``: what it has answered, where others are still waited for."""

    id: str
    kind: str
    words: str
    clauses: list[str]
    secret: bool
    answer: list[str | int] | None


class Option(Model):
    """An order that may be given, and its words."""

    order: list[str | int]
    words: str


class Options(Model):
    """A question with its answers; ``more``: how many fit besides."""

    question: Question
    options: list[Option]
    more: int


class Wanted(Model):
    """Orders to be judged before they are given; with ``ghost`` each as it would lie on the table (SVG)."""

    question: Short
    orders: Annotated[list[Order], Field(max_length=48)]
    ghost: bool = False


class Chance(Model):
    """What may come of an order, and how likely it is (0 to 1)."""

    words: str
    chance: float


class Verdict(Model):
    """An order as the rules see it. Not ``legal``: why, the clause, and what would be right."""

    order: list[str | int]
    words: str
    legal: bool
    error: str = ""
    clause: str = ""
    hint: str = ""
    lines: list[str] = []
    chances: list[Chance] = []
    guessed: bool = False
    ghost: str = ""


class Verdicts(Model):
    """Orders in the order in which they were sent."""

    question: str
    orders: list[Verdict]


class Hand(Model):
    """A drag or a click on the picture, in its user units: see the rule books' ``Drag``."""

    x: Annotated[float, Field(allow_inf_nan=False, ge=-1e6, le=1e6)]
    y: Annotated[float, Field(allow_inf_nan=False, ge=-1e6, le=1e6)]
    piece: Short = ""
    heading: Annotated[float, Field(allow_inf_nan=False, ge=-1e6, le=1e6)] | None = None
    target: Short = ""
    draft: Annotated[list[Arg], Field(max_length=400)] = []
    question: Short = ""


# --- orders ---


class Given(Model):
    """An order for a question."""

    question: Short
    order: Order


class Orders(Model):
    """Orders that count all together or not at all. ``version``: that of the reading which they confirm; then they are
    refused if their questions have been answered since."""

    orders: Annotated[list[Given], Field(min_length=1, max_length=200)]
    version: Annotated[int, Field(ge=0, lt=2**31)] | None = None


class Receipt(Model):
    """Proof of an order: ``seal`` is sha256 of the canonical JSON of [salt, seat, question, order]."""

    seat: str
    question: str
    order: list[str | int]
    line: int
    salt: str
    seal: str


class Receipts(Model):
    """One for each order."""

    receipts: list[Receipt]


class Post(Model):
    """Orders in words, in either language, as in a post on a board."""

    text: Annotated[Lines, Field(max_length=MOST)]


class Understood(Model):
    """An order that was read: its ``words`` say it back. Not ``sure``: see ``remarks``; ``refused``: why it cannot
    be given."""

    question: str
    order: list[str | int]
    words: str
    sure: bool
    remarks: list[str]
    refused: str


class Meant(Model):
    """What may have been meant; without an order only the word is in doubt."""

    words: str
    question: str = ""
    order: list[str | int] = []


class Doubt(Model):
    """Words that were not taken for an order, and why."""

    quoted: str
    why: str
    meant: list[Meant]


class Silence(Model):
    """A question that the post does not answer, and what happens if nobody does."""

    question: str
    default: str


class Reading(Model):
    """A post read back. Nothing counts yet: send the orders that are meant to ``orders``, with this ``version``."""

    orders: list[Understood]
    doubts: list[Doubt]
    replaced: list[str]
    silent: list[Silence]
    version: int


class Completion(Model):
    """``text`` may stand for everything from character ``start`` on."""

    start: int
    text: str


class Done(Model):
    """Whether it is done; if not, others have to agree first."""

    done: bool


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
