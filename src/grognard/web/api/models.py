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
    only what differs, a ``map`` drawn in Tiled (``map.tmj`` or ``map.tmx`` in the scenario), and army files by seat.
    ``options``: values of the book's options; they go before all these."""

    book: Short
    scenario: Short = ""
    text: File = ""
    house_rules: File = ""
    tables: File = ""
    map: File = ""
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
    one by one (1: all at the end). ``undo``: ``usual``, ``free`` or ``never``. ``dice``: real ones (``typed``) are
    typed in at a terminal only, and refused here."""

    holders: dict[Short, Short] = {}
    public: bool = False
    links: Annotated[int, Field(ge=1, le=1000)] = 1
    clock: Fields = {}
    undo: Literal["usual", "free", "never"] = "usual"
    dice: Literal["verifiable", "typed"] = "verifiable"


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


class OrderSheets(Model):
    """Paper for a real table, in words."""

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


class Option(Model):
    """An order that may be given, and its words."""

    order: list[str | int]
    words: str


class Question(Model):
    """What the seat is asked; ``answer``: what it has answered, where others are still waited for. ``options``: the
    first answers of an open question, if they were asked for; ``more``: how many there are besides."""

    id: str
    kind: str
    words: str
    clauses: list[str]
    secret: bool
    answer: list[str | int] | None
    options: list[Option] = []
    more: int = 0


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
