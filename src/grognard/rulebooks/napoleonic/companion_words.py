"""The words in which an umpire tells of a battle on a floor, and how a line of them is read.

A line is a verb, names and details in any order, dice behind a colon: ``fight odessa > fr57 front: 5 3``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.files import unknown
from grognard.locale import Name, T, Text
from grognard.orders import Keyword, Thing, Vocabulary
from grognard.orders.lexicon import Lexicon, lexicon_of
from grognard.orders.model import Key
from grognard.orders.tokens import Token, tokens
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import NapoleonicSetup, Person
from grognard.rulebooks.napoleonic.order_names import things
from grognard.rulebooks.napoleonic.setup import first_pieces

SIDES = 6
"""Of a die."""
SMALL = 30
"""Figures, dice and lengths are no greater, so a greater number is a name: the 57th."""


def _verb(what: str, en: str, ru: str, *more: str) -> Keyword:
    """``more``: further words, those in Russian letters and the others."""
    russian = tuple(one for one in more if re.search("[а-яё]", one))
    return Keyword(f"v:{what}", Name(en, ru), tuple(one for one in more if one not in russian), russian)


def _detail(what: str, en: str, ru: str, *more: str) -> Keyword:
    verb = _verb(what, en, ru, *more)
    return Keyword(f"d:{what}", verb.name, verb.en, verb.ru)


VERBS: tuple[Keyword, ...] = (
    _verb("battle", "battle", "сражение", "scenario", "сценарий", "бой по сценарию"),
    _verb("army", "army", "армия", "army file"),
    _verb("rule", "rule", "правило", "option", "опция"),
    _verb("side", "side", "сторона"),
    _verb("regiment", "regiment", "полк"),
    _verb("gun", "gun", "орудие"),
    _verb("person", "person", "лицо"),
    _verb("turn", "turn", "ход"),
    _verb("fire", "fire", "огонь", "fires", "shoots", "стреляет", "стреляют", "выстрел", "залп"),
    _verb("fight", "fight", "схватка", "close combat", "ближний бой", "бой", "удар", "бьются"),
    _verb("fate", "fate", "судьба", "участь"),
    _verb("obey", "obedience", "послушание", "obey", "obeys", "слушается", "повиновение"),
    _verb("pursue", "pursue", "преследование", "pursues", "pursuit", "преследует", "погоня"),
    _verb("stay", "stay", "остаётся", "stays", "no pursuit", "остаются", "не преследует", "стоит"),
    _verb("follow", "follow", "следует", "follows", "занимает место", "следом"),
    _verb("rout", "rout", "бегство", "routs", "бежит", "бегут"),
    _verb("pass", "in the way", "на пути", "routers pass", "на пути бегущих", "в коридоре"),
    _verb("neighbour", "neighbour", "сосед", "neighbours", "соседи"),
    _verb("take", "capture", "захват", "takes", "captures", "захватывает", "берёт"),
    _verb("join", "join", "едет", "joins", "переезжает", "присоединяется", "к части"),
    _verb("replace", "replace", "замена", "replaces", "замещение", "замещает"),
    _verb("lead", "take over", "принимает", "takes over", "берёт на себя", "принимает на себя"),
    _verb("give", "give back", "возвращает", "gives back", "сдаёт", "отдаёт обратно"),
    _verb("split", "split", "разделение", "splits", "divides", "делится", "разделяется"),
    _verb("reunite", "reunite", "воссоединение", "reunites", "rejoin", "rejoins", "воссоединяется", "соединяется"),
    _verb("crew", "crew", "прислуга", "crew goes", "swap crew", "прислуга переходит"),
    _verb("state", "state", "состояние", "now", "сейчас"),
    _verb("lose", "lose", "потери", "loses", "losses", "теряет"),
    _verb("roll", "initiative", "инициатива"),
    _verb("end", "end", "конец", "the end", "итог"),
    _verb("note", "note", "заметка", "примечание", "пометка"),
)  # fmt: skip
DETAILS: tuple[Keyword, ...] = (
    _detail("front", "front", "фронт", "in front", "с фронта", "во фронт"),
    _detail("left", "left flank", "левый фланг", "left", "слева", "в левый фланг"),
    _detail("right", "right flank", "правый фланг", "right", "справа", "в правый фланг"),
    _detail("flank", "flank", "фланг", "in the flank", "во фланг", "с фланга"),
    _detail("rear", "rear", "тыл", "in the rear", "в тыл", "с тыла"),
    _detail("standing", "standing", "стоя", "answers", "answering", "отвечает", "отвечая", "стоит"),
    _detail("attacks", "attacks", "атакует", "charges", "атаковал", "атаковали", "атакуют"),
    _detail("other", "other target", "другая цель", "another target", "цель ушла"),
    _detail("passed", "past a front", "мимо фронта", "rode past"),
    _detail("obstacle", "obstacle", "препятствие", "minus", "минус"),
    _detail("onto", "onto an obstacle", "на препятствие", "onto obstacle", "перед препятствием"),
    _detail("narrow", "narrow place", "узкое место", "narrow", "в узком месте", "теснина", "в теснине"),
    _detail("wish", "losses here", "потери сюда", "losses on it", "потери на него"),
    _detail("ball", "ball", "ядром", "ядро", "ядра", "ядрами"),
    _detail("canister", "canister", "картечью", "картечь", "case shot"),
    _detail("skirmish", "skirmishers", "стрелки", "skirmish", "стрелками", "рассыпным"),
    _detail("minus_one", "die minus one", "кубик минус один", "minus one", "минус один"),
    _detail("half", "half die", "полкубика", "half", "половина кубика", "0.5 кубика"),
    _detail("moved", "moved", "после движения", "двигалось", "двигалась"),
    _detail("pivot", "pivot", "поворот", "turned", "с поворотом"),
    _detail("degrees", "degrees", "градусов", "градуса", "градус"),
    _detail("merka", "merka", "мерки", "мерок", "мерка", "мерку"),
    _detail("figures", "figures", "солдатиков", "figure", "солдатик", "солдатика", "men", "gunners", "артиллеристов"),
    _detail("line", "in line", "в линии", "line", "линия"),
    _detail("march_column", "march column", "походная колонна", "column", "колонна", "в колонне",
            "в походной колонне"),
    _detail("open_order", "open order", "рассыпной строй", "рассыпались", "в рассыпном строю"),
    _detail("dismounted", "dismounted", "спешились", "спешены", "dismounts"),
    _detail("mounted", "mounted", "на конях", "верхом", "mounts"),
    _detail("square", "square", "каре", "in square", "в каре"),
    _detail("uncommanded", "without command", "без команды", "out of command", "вне команды"),
    _detail("commanded", "under command", "под командой", "in command"),
    _detail("withdraws", "withdraws", "отходит", "full withdrawal", "полный отход", "does not resist",
            "не сопротивляется"),
    _detail("pushed", "pushed", "теснён", "теснена", "теснены"),
    _detail("stopped", "stopped by canister", "остановлен картечью", "stopped", "остановлен", "остановлена"),
    _detail("disordered", "disordered", "расстроен", "расстроена", "расстроены"),
    _detail("unruly", "out of hand", "не слушается", "unruly"),
    _detail("reforming", "re-forming", "перестраивается", "reforming"),
    _detail("changed", "split or rejoined", "разделился", "split", "rejoined", "соединился"),
    _detail("silenced", "silenced", "молчит", "подавлено"),
    _detail("left_field", "left the field", "покинул поле", "покинула поле", "ушёл с поля", "ушли с поля"),
    _detail("arrives", "arrives", "прибыл", "прибыла", "прибыли", "on the table", "на столе"),
    _detail("returns", "back in the battle", "снова в бою", "returns to battle"),
    _detail("general", "has general", "с генералом", "general", "генерал", "has a general"),
    _detail("appointed", "appointed", "назначен", "назначен старшим", "by appointment"),
    _detail("in_person", "in person", "лично", "himself", "сам"),
    _detail("given", "given", "отдан", "отдана", "given away"),
    _detail("apart", "apart", "разошлись", "parted", "out of reach"),
    _detail("routers", "routers", "бегущие", "carried away", "увлечён", "увлечены бегущими"),
    _detail("fire", "by fire", "от огня", "guns", "артиллерия"),
    _detail("combat", "in close combat", "в ближнем бою"),
    _detail("taken", "as prisoners", "пленными", "prisoners", "пленные"),
    _detail("wins", "win", "победили", "wins", "won", "победила", "победа"),
    _detail("truce", "truce", "перемирие"),
    _detail("draw", "draw", "ничья"),
    _detail("concedes", "concedes", "уступают поле", "concede", "уступил поле", "сдались"),
)  # fmt: skip
ROLL = ("roll", "rolled", "бросок", "брось", "кинь", "бросай")
"""Instead of faces: the program throws."""
FILLERS = (
    "полк", "полка", "полку", "полки", "regiment", "enemy", "враг", "врага", "стороне", "его", "её", "gun", "орудие",
    "у", "of", "die", "кубик", "has", "is", "are", "есть",
)  # fmt: skip
_ARROW = re.compile(r"\s*(?:[-=–—]*>|→|⇒|➜)\s*")
_DICE = re.compile(r"\s*(.*?)((?:(?:\s+|(?<!\S))\d+\b)*)\s*", re.DOTALL | re.ASCII)
"""A name, then faces behind spaces."""
_PART = re.compile(r"\b([^\W\d_]\w*)\.(\d{1,3})\b")
POINT = "\ua78f"
"""Stands for the point in the id of a part, odessa.2, which is one word then."""


# --- the words that count -------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def vocabulary(setup: NapoleonicSetup, parts: tuple[tuple[str, str], ...] = ()) -> Vocabulary:
    """Verbs, details, kinds of obstacles, and whatever has a name in the battle; ``parts``: ids of parts of regiments
    and of those regiments."""
    kinds = tuple(Keyword(f"k:{one.id}", one.name) for one in setup.tables.obstacles.values())
    sides = tuple(Thing(f"side:{side.id}", side.name, aliases=(side.id,)) for side in setup.sides)
    pieces = {
        piece.id: replace(piece, waiting=False) if isinstance(piece, Person) else piece
        for piece in first_pieces(setup)
    }
    pieces |= {part: replace(pieces[whole], id=part) for part, whole in parts}
    named = tuple(map(_by_one_word, things(Field(setup, pieces), "", "")))
    return Vocabulary((*VERBS, *DETAILS, *kinds), (*named, *sides), FILLERS, decimals=True)


@clause("NA-UNIT-08")
def _by_one_word(thing: Thing) -> Thing:
    """A part of a regiment by its id too."""
    if not _PART.fullmatch(thing.id):
        return thing
    return replace(thing, aliases=(*thing.aliases, thing.id.replace(".", POINT)))


BARE = Vocabulary((*VERBS, *DETAILS), (), FILLERS, decimals=True)
"""Before the battle is named."""


class Bit(NamedTuple):
    """A stretch of words: what they may mean, the number that they are, how they are written; ``to``: an arrow."""

    keys: frozenset[Key]
    number: float | None
    text: str
    to: bool = False


class Part(NamedTuple):
    """What stands between two commas: names in order, details, numbers. ``arrow``: how many names stand before ``>``,
    0 without one."""

    names: tuple[Bit, ...]
    details: frozenset[str]
    numbers: tuple[float, ...]
    arrow: int

    def has(self, *details: str) -> bool:
        return any(f"d:{one}" in self.details for one in details)

    @property
    def kinds(self) -> list[str]:
        """Kinds of obstacles that are named."""
        return sorted(one.removeprefix("k:") for one in self.details if one.startswith("k:"))


class Faces(NamedTuple):
    """Dice as they are written: faces with the names before them (None: of the next who throws), or ``rolled``."""

    faces: tuple[tuple[Bit | None, int], ...] = ()
    rolled: bool = False


class Line(NamedTuple):
    """A line that was read. ``verb`` "" for an empty one; ``rest``: what follows the verb as written."""

    verb: str
    parts: tuple[Part, ...]
    dice: Faces
    rest: str = ""

    def has(self, *details: str) -> bool:
        return any(part.has(*details) for part in self.parts)

    @property
    def names(self) -> tuple[Bit, ...]:
        return tuple(bit for part in self.parts for bit in part.names)

    @property
    def numbers(self) -> tuple[float, ...]:
        return tuple(number for part in self.parts for number in part.numbers)


# --- reading --------------------------------------------------------------------------------------------

FREE = ("note", "battle", "army", "rule", "side", "regiment", "gun", "person")
"""Verbs whose line is read by themselves."""


def verb_of(text: str) -> tuple[str, str]:
    """The verb that a line begins with, and what follows; ("", text) without one."""
    lexicon = lexicon_of(BARE)
    words = [token for token in tokens(text, decimals=True) if token.kind != "bullet"]
    run = words[: next((at for at, one in enumerate(words) if one.kind == "break"), len(words))]
    match = lexicon.match(run, 0) if run else None
    verb = (
        next((str(key)[2:] for key in sorted(map(str, match.keys)) if key.startswith("v:")), "")
        if match
        else ""
    )
    if not verb or match is None or match.slips:
        return "", text
    return verb, text[run[match.length - 1].end :].strip()


@clause("NA-SEQ-01")
def read(text: str, words: Vocabulary) -> Line:
    """A line of the ledger; Refused with what is not understood in it."""
    bare = text.strip()
    if not bare or bare.startswith("#"):
        return Line("", (), Faces())
    verb, rest = verb_of(bare)
    if verb in FREE:
        return Line(verb, (), Faces(), rest)
    if not verb:
        if not _ARROW.search(bare):
            raise Refused("", unknown(T("word"), bare.split()[0], _verbs()))
        verb = "fight"
    lexicon = lexicon_of(words)
    head, colon, tail = _PART.sub(rf"\1{POINT}\2", rest).rpartition(":")
    dice = _faces(tail, lexicon) if colon else Faces()
    return Line(verb, tuple(_parts(head if colon else tail, lexicon)), dice, rest)


def _verbs() -> list[str]:
    return [name for one in VERBS for name in (one.name.en, one.name.ru) if name]


def _parts(text: str, lexicon: Lexicon) -> Iterator[Part]:
    for part in re.split(r"[,;](?!\d)|\n", text):
        bits = list(_bits(part, lexicon))
        if bits:
            yield _part(bits)


def _part(bits: Sequence[Bit]) -> Part:
    names, details, numbers, arrow = list[Bit](), set[str](), list[float](), 0
    for bit in bits:
        concepts = [str(key) for key in bit.keys if str(key)[:2] in ("d:", "k:", "v:")]
        if bit.to:
            arrow = len(names)
        elif concepts:
            details.update(concepts)
        elif bit.number is not None and (bit.number <= SMALL or not _ids(bit)):
            numbers.append(bit.number)
        else:
            names.append(bit)
    return Part(tuple(names), frozenset(details), tuple(numbers), arrow)


def _ids(bit: Bit) -> list[str]:
    return sorted(key for key in bit.keys if isinstance(key, str) and not _is_number(key))


def _is_number(key: str) -> bool:
    return key.replace(".", "", 1).isdigit()


def _bits(text: str, lexicon: Lexicon) -> Iterator[Bit]:
    for at, stretch in enumerate(_ARROW.split(text)):
        if at:
            yield Bit(frozenset(), None, ">", to=True)
        run = list[Token]()
        for token in (*tokens(stretch, decimals=True), Token("break", ".", 0, 0)):
            if token.kind != "break":
                run.append(token)
                continue
            yield from _of_run(run, stretch, lexicon)
            run = []


def _of_run(run: list[Token], text: str, lexicon: Lexicon) -> Iterator[Bit]:
    at = 0
    while at < len(run):
        match = lexicon.match(run, at)
        end = at + max(match.length, 1)
        written = text[run[at].start : run[end - 1].end].strip().replace(POINT, ".")
        if match.keys:
            number = float(run[at].text) if match.number else None
            yield Bit(match.keys, number, written)
        elif not match.mark and not lexicon.is_idle(run[at].text):
            raise Refused("", _not_known(written, lexicon))
        at = end


def _not_known(word: str, lexicon: Lexicon) -> Text:
    known = [said for key in lexicon.similar(word) for said in _said(key)]
    return unknown(
        T("word"), word, known[:8] or [one for thing in lexicon.things for one in _said(thing)][:8]
    )


def _said(key: Key) -> list[str]:
    """How a thing or a word is called: things by their ids, which are short and alike in all languages."""
    if not isinstance(key, str):
        return []
    for one in (*VERBS, *DETAILS):
        if one.concept == key:
            return [one.name.en, one.name.ru or one.name.en]
    return [] if ":" in key else [key]


def _faces(text: str, lexicon: Lexicon) -> Faces:
    """``5 3``, ``53``, ``odessa 5, fr57 3``, ``roll``."""
    if text.strip().casefold() in ROLL:
        return Faces(rolled=True)
    found = list[tuple[Bit | None, int]]()
    for chunk in re.split("[,;]", text):
        words, digits = _DICE.fullmatch(chunk).groups()  # type: ignore[union-attr]
        if words and not digits:
            raise Refused("", T("'{words}' are no dice: write faces from 1 to 6, or roll", words=words))
        owner = next(_bits(words, lexicon), None) if words else None
        found += [(owner, _face(digit)) for digit in digits if digit.strip()]
    return Faces(tuple(found))


def _face(digit: str) -> int:
    if not 1 <= int(digit) <= SIDES:
        raise Refused("NA-GEN-02", T("'{word}' is no face of a die: they are 1 to 6", word=digit))
    return int(digit)


# --- who is meant ---------------------------------------------------------------------------------------


def one_of(bit: Bit, fits: Callable[[str], bool], what: Text, known: Mapping[str, Name]) -> str:
    """The one that a name stands for; Refused where it is nobody's who fits, or that of several."""
    ids = [one for one in _ids(bit) if fits(one)]
    if len(ids) == 1:
        return ids[0]
    if not ids:
        raise Refused("", T("'{word}' is no {what}", word=bit.text, what=what))
    named = tuple(Text("{name} ({id})", {"name": known.get(one, Name(one)), "id": one}) for one in ids)
    raise Refused("", T("'{word}' may be {names}; say which", word=bit.text, names=named))
