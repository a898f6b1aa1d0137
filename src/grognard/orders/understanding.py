"""What one stretch of a post amounts to: who is spoken to, what is ordered, or why it cannot be told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice, takewhile
from typing import Literal, NamedTuple, TypeAlias

from grognard.locale import T, Text
from grognard.orders.lexicon import Lexicon
from grognard.orders.matching import MANY, Desk, Form, Hit, settled
from grognard.orders.model import Doubt, Span, Suggestion
from grognard.orders.tagging import Bit
from grognard.orders.wording import Wording

How: TypeAlias = Literal["named", "with", "crowd", "topic", "before", "guessed", "nobody"]
Status: TypeAlias = Literal["complete", "partly", "ambiguous", "header", "failed"]
CROWDS = ("all", "rest")
LEAST = 1.0
SEVERAL = T("this can mean several things: say which of them, or “all” for every one")
"""No verdict on a stretch is better."""


class Context(NamedTuple):
    """Whom the words before spoke to. ``header``: they were named alone, as a heading."""

    pieces: tuple[str, ...] = ()
    header: bool = False
    stranger: Span | None = None
    verbs: tuple[Bit, ...] = ()
    topic: tuple[Bit, ...] = ()


class Stretch(NamedTuple):
    """Bits that may make up one order. ``addresses`` count those before each colon or dash, the last first;
    ``address``: those before the one that parts who is spoken to from what is said."""

    text: str
    bits: tuple[Bit, ...]
    addresses: tuple[int, ...] = ()
    marks: tuple[Bit, ...] = ()
    unknown: tuple[Span, ...] = ()
    refused: bool = False
    doubtful: tuple[Text, ...] = ()
    nobody: tuple[Text, ...] = ()
    address: int = 0

    @property
    def span(self) -> Span:
        return (self.bits[0].span[0], self.bits[-1].span[1])

    def after(self, mark: str) -> set[Span]:
        """The bit right after each such mark."""
        places = [one.span[1] for one in self.marks if one.mark == mark]
        following = (next((bit.span for bit in self.bits if bit.span[0] >= at), None) for at in places)
        return {span for span in following if span}


class Statement(NamedTuple):
    """One order as it was said. ``crowd`` is "all" or "rest" where it was not said to a piece by name."""

    hit: Hit
    span: Span
    doubts: tuple[Text, ...] = ()
    remarks: tuple[Text, ...] = ()
    crowd: str = ""
    how: How = "named"
    addressed: bool = False


class Sense(NamedTuple):
    """What a stretch amounts to; ``verdict`` orders the readings of a sentence (less is better).

    Most senses are weighed and dropped, so orders and doubts are put into words only when asked for.
    """

    status: Status
    verdict: float
    statements: Callable[[], Iterable[Statement]] = tuple
    doubts: tuple[Callable[[], Doubt | None], ...] = ()
    context: Context = Context()


class _Attempt(NamedTuple):
    how: How
    subjects: tuple[tuple[str, ...], ...]
    items: tuple[Bit, ...]
    carried: bool = False


class Understanding:
    """Makes sense of stretches, given what is asked and the words for it."""

    def __init__(self, desk: Desk, lexicon: Lexicon, wording: Wording) -> None:
        self.desk, self.lexicon, self.wording = desk, lexicon, wording
        self._found: dict[object, list[list[Hit]]] = {}

    def sense(self, stretch: Stretch, context: Context) -> Sense:
        """The first way to take the stretch that leaves nothing over, or the best reason why there is none."""
        if not stretch.bits[0].keys and not stretch.bits[0].mark:
            return Sense("header", 2.5, context=Context(stranger=stretch.span))
        stretch = stretch._replace(address=self._address(stretch))
        stretch, listed = self._without_bullet(stretch, context)
        lesser: Sense | None = None
        for attempt in self._attempts(stretch, context):
            found = self._try(stretch, attempt, context)
            if found and listed:
                found = _doubted(found, T("the number before it was taken for a bullet"))
            if found and found.status == "complete":
                return self._unless_prose(found, stretch)
            lesser = lesser or found
        return lesser or self._why_not(stretch, context)

    def _unless_prose(self, sense: Sense, stretch: Stretch) -> Sense:
        """An order that has to be picked out of a tale is no order, but it is worth a question."""
        if stretch.address or len(stretch.unknown) <= 2 * len(stretch.bits):
            return sense
        doubt = partial(self._in_a_tale, stretch, sense.statements)
        return sense._replace(status="failed", statements=tuple, doubts=(doubt,))

    def _in_a_tale(self, stretch: Stretch, statements: Callable[[], Iterable[Statement]]) -> Doubt:
        suggestions = tuple(self.suggested(one.hit, True) for one in islice(statements(), MANY))
        return Doubt(stretch.span, T("perhaps an order, among other words"), suggestions)

    def _address(self, stretch: Stretch) -> int:
        """Up to the last colon or dash; of orders with a grammar, which may hold such, up to the first after nothing
        but names."""
        if not self.desk.composes:
            return stretch.addresses[0] if stretch.addresses else 0
        names = (bit.mark in CROWDS or bool(bit.keys & self.lexicon.thing_ids) for bit in stretch.bits)
        leading = sum(takewhile(bool, names))
        return min((at for at in stretch.addresses if at <= leading), default=0)

    # --- ways to take it --------------------------------------------------------------------------------

    def _without_bullet(self, stretch: Stretch, context: Context) -> tuple[Stretch, bool]:
        """A number with a dot that begins a line: of a list, if a piece is named next or in a heading above."""
        if not stretch.bits[0].bullet or len(stretch.bits) == 1:
            return stretch, False
        second = stretch.bits[1]
        named_next = second.mark in CROWDS or bool(self.desk.pieces(second))
        under_heading = context.header and bool(context.pieces)
        if not named_next and not under_heading:
            return stretch, False
        rest = stretch._replace(bits=stretch.bits[1:], address=max(stretch.address - 1, 0))
        return rest, under_heading and not named_next

    def _attempts(self, stretch: Stretch, context: Context) -> Iterator[_Attempt]:
        bits = stretch.bits
        if any(bit.mark in CROWDS for bit in bits):
            yield self._crowd(stretch) if self.desk.about else self._whole_side(bits)
            return
        yield from self._of_bodies(stretch)
        yield from self._named(stretch)
        named = any(bit.keys & self.lexicon.thing_ids for bit in bits[: stretch.address])
        if (
            named and self.desk.about
        ):  # where no question is about a piece, a name is part of the order itself
            return
        yield _Attempt("topic", (), (*context.topic, *bits))
        if context.stranger:
            return
        if context.pieces:
            told = [one for piece in context.pieces for one in self.desk.bodies.get(piece, (piece,))]
            how: How = "crowd" if len(told) > len(context.pieces) else "before"
            yield _Attempt(how, tuple((piece,) for piece in told), bits)
        others_act = self.desk.composes and (self._foreign_first(bits) or bool(self.desk.pieces(bits[0])))
        for at, bit in enumerate(bits):
            pieces = tuple(self.desk.pieces(bit))
            if pieces and not bit.number and not others_act:
                yield _Attempt("guessed", (pieces,), (*bits[:at], *bits[at + 1 :]))
        if not context.pieces and not (self._foreign_first(bits) and len(self.desk.about) > 1):
            yield _Attempt("nobody", (), bits)

    def _foreign_first(self, bits: Sequence[Bit]) -> bool:
        """Others do something: a thing that gets no orders, and then a verb."""
        return self._not_addressed(bits[0]) and any(map(self._is_verb, bits[1:]))

    def _named(self, stretch: Stretch) -> Iterator[_Attempt]:
        bits, instruments = stretch.bits, stretch.after("with")
        armed = [bit for bit in bits if bit.span in instruments and self.desk.pieces(bit)]
        if armed:
            items = tuple(bit for bit in bits if bit not in armed)
            yield _Attempt("with", tuple(tuple(self.desk.pieces(bit)) for bit in armed), items)
        for length in self._leading(stretch):
            subjects = tuple(tuple(self.desk.pieces(bit)) for bit in bits[:length])
            topics = tuple(bit for bit, who in zip(bits, subjects, strict=False) if not who)
            yield _Attempt("named", tuple(filter(None, subjects)), (*topics, *bits[length:]))

    def _of_bodies(self, stretch: Stretch) -> Iterator[_Attempt]:
        """A division is told something, and so is everybody in it; single ones may be named beside it."""
        for length in self._leading(stretch):
            heads = stretch.bits[:length]
            told = [self.desk.members(bit) or tuple(self.desk.pieces(bit)) for bit in heads]
            bodies = [bool(self.desk.members(bit)) for bit in heads]
            if any(bodies) and all(body or len(who) == 1 for body, who in zip(bodies, told, strict=True)):
                each = dict.fromkeys(piece for who in told for piece in who)
                yield _Attempt("crowd", tuple((piece,) for piece in each), stretch.bits[length:])

    def _leading(self, stretch: Stretch) -> Iterator[int]:
        """How many bits at the beginning may be those who get the order."""
        if stretch.address:
            head = stretch.bits[: stretch.address]
            if any(map(self.desk.pieces, head)) and not any(map(self._not_addressed, head)):
                yield stretch.address
            return
        length = 0
        while length < len(stretch.bits) and self.desk.pieces(stretch.bits[length]):
            if self._is_measure(stretch.bits, length):
                break
            length += 1
        yield from range(length, 0, -1)

    def _is_measure(self, bits: Sequence[Bit], at: int) -> bool:
        """The spearmen 3 forward: a number after a name is no other name."""
        return self.desk.composes and at > 0 and bits[at].number and not bits[at - 1].number

    def _not_addressed(self, bit: Bit) -> bool:
        """A thing that gets no orders now."""
        return bool(bit.keys & self.lexicon.thing_ids) and not self.desk.pieces(bit)

    @staticmethod
    def _whole_side(bits: Sequence[Bit]) -> _Attempt:
        """Where nobody by himself is asked, "everyone" is a word of an order to the seat."""
        return _Attempt("nobody", (), tuple(bit for bit in bits if bit.mark not in CROWDS))

    def _crowd(self, stretch: Stretch) -> _Attempt:
        spared: set[str] = set()
        excepted, sparing = stretch.after("except"), False
        items: list[Bit] = []
        for at, bit in enumerate(stretch.bits):
            sparing = bit.span in excepted or (sparing and bool(self.desk.pieces(bit)))
            sparing = sparing and not (stretch.address and at >= stretch.address)
            if sparing:
                spared.update(self.desk.members(bit) or self.desk.pieces(bit))
            elif bit.mark not in CROWDS:
                items.append(bit)
        group = self._group(stretch)
        subjects = tuple((piece,) for piece in group or self.desk.owners if piece not in spared)
        return _Attempt("crowd", subjects, tuple(items[1:] if group else items))

    def _group(self, stretch: Stretch) -> list[str]:
        """All archers: everybody whom the name after "all" may mean."""
        at = next(at for at, bit in enumerate(stretch.bits) if bit.mark in CROWDS) + 1
        if at == 2 and self.desk.members(stretch.bits[0]):
            return [*self.desk.members(stretch.bits[0])]
        excepted = stretch.after("except")
        if at != 1 or at >= len(stretch.bits) or stretch.bits[at].span in excepted:
            return []
        named = stretch.bits[at]
        pieces = self.desk.members(named) or self.desk.pieces(named)
        return [piece for piece in pieces if piece in self.desk.owners]

    # --- trying one -------------------------------------------------------------------------------------

    def _try(self, stretch: Stretch, attempt: _Attempt, context: Context) -> Sense | None:
        if not attempt.items:
            return None
        if attempt.how in ("topic", "nobody"):
            if self.desk.composes and self.desk.about and not any(map(self._is_verb, attempt.items)):
                return None
            return self._unaddressed(stretch, attempt, context)
        found = self._all_hits(attempt)
        if attempt.how == "crowd":
            return self._for_crowd(stretch, attempt, found)
        if not any(found):
            return self._with_verb_before(stretch, attempt, context)
        single = [hits[0] for hits in found if len(hits) == 1]
        if attempt.how == "guessed" and not single:
            return None
        doubts = tuple(
            partial(self._unsettled, stretch, attempt, at, hits)
            for at, hits in enumerate(found)
            if len(hits) != 1
        )
        status: Status = "complete" if not doubts else "partly" if single else "ambiguous"
        statements = partial(self._statements, stretch, attempt, single)
        pieces = tuple(hit.asked.about or "" for hit in single) or attempt.subjects[0]
        verdict = {"complete": 1.0, "partly": 3.0, "ambiguous": 3.0}[status] + 0.2 * (
            attempt.how == "guessed"
        )
        return Sense(status, verdict, statements, doubts, self._next(pieces, attempt, context))

    def _all_hits(self, attempt: _Attempt) -> list[list[Hit]]:
        """For each subject the options that the items say; remembered, for sentences are read many ways."""
        same = (attempt.subjects, tuple(bit.keys for bit in attempt.items))
        if same not in self._found:
            self._found[same] = [self._hits(pieces, attempt.items) for pieces in attempt.subjects]
        return self._found[same]

    def _hits(self, pieces: Sequence[str], items: Sequence[Bit]) -> list[Hit]:
        return settled(
            hit for piece in pieces for form in self.desk.about[piece] for hit in form.hits(items, piece)
        )

    def _next(self, pieces: tuple[str, ...], attempt: _Attempt, context: Context) -> Context:
        """A heading holds for all the lines below it."""
        under_heading = attempt.how == "before" and context.header
        return Context(pieces, under_heading, verbs=tuple(bit for bit in attempt.items if self._is_verb(bit)))

    def _is_verb(self, bit: Bit) -> bool:
        return bool(bit.keys & self.lexicon.verbs)

    def _with_verb_before(self, stretch: Stretch, attempt: _Attempt, context: Context) -> Sense | None:
        """The Levy attacks the Knights, the Archers the Spears."""
        corrected = any(bit.mark == "correct" for bit in stretch.marks)
        if attempt.carried or not context.verbs or (attempt.how == "before" and not corrected):
            return None
        if any(map(self._is_verb, attempt.items)):
            return None
        again = attempt._replace(items=(*context.verbs, *attempt.items), carried=True)
        return self._try(stretch, again, context)

    def _for_crowd(self, stretch: Stretch, attempt: _Attempt, found: list[list[Hit]]) -> Sense | None:
        crowd = next((bit.mark for bit in stretch.bits if bit.mark in CROWDS), "all")
        found = [[hit for hit in hits if _is_allowed(hit)] for hits in found]
        single = [hits[0] for hits in found if len(hits) == 1]
        if not any(found):
            return None
        statements = partial(self._statements, stretch, attempt, single, crowd)
        left = [who[0] for who, hits in zip(attempt.subjects, found, strict=True) if len(hits) != 1]
        doubts = (partial(self._not_for_all, stretch, left),) if left and crowd == "all" else ()
        return Sense("complete", 1.0, statements, doubts)

    def _not_for_all(self, stretch: Stretch, left: Sequence[str]) -> Doubt:
        names = tuple(map(self.wording.key, left))
        return Doubt(stretch.span, T("this is not offered, or not clear enough, to: {names}", names=names))

    def _unaddressed(self, stretch: Stretch, attempt: _Attempt, context: Context) -> Sense | None:
        forms = self.desk.forms_with(attempt.items)
        if attempt.how == "topic":
            forms = [form for form in forms if form.asked.about is None and form.asked.topic]
            forms = [form for form in forms if any(map(form.names_topic, attempt.items))]
        hits = settled(hit for form in forms for hit in form.hits(attempt.items))
        if not hits:
            return None
        if len(hits) > 1:
            return self._several(stretch, hits)
        about = hits[0].asked.about
        verbs = tuple(bit for bit in attempt.items if self._is_verb(bit))
        after = self._next((about,), attempt, context) if about else context._replace(verbs=verbs)
        return Sense("complete", 1.2, partial(self._statements, stretch, attempt, hits), context=after)

    def _several(self, stretch: Stretch, hits: Sequence[Hit]) -> Sense:
        """Nobody was named, and several things could be meant; in a tale that says nothing."""
        if len(stretch.unknown) > len(stretch.bits):
            return Sense("ambiguous", 3.0)
        return Sense("ambiguous", 3.0, doubts=(partial(self._who_or_which, stretch, hits),))

    def _who_or_which(self, stretch: Stretch, hits: Sequence[Hit]) -> Doubt:
        abouts = list(dict.fromkeys(hit.asked.about for hit in hits if hit.asked.about))
        if len(abouts) == 1:
            return self._which(stretch, hits)
        why = next(iter(stretch.nobody), T("who is to do this?"))
        return Doubt(stretch.span, why, self.wording.names(abouts[:MANY]))

    # --- what to say about it ---------------------------------------------------------------------------

    def _statements(
        self, stretch: Stretch, attempt: _Attempt, hits: Sequence[Hit], crowd: str = ""
    ) -> Iterator[Statement]:
        for hit in hits:
            yield self._statement(stretch, attempt, hit, crowd)

    def _statement(self, stretch: Stretch, attempt: _Attempt, hit: Hit, crowd: str) -> Statement:
        doubts = [*stretch.doubtful, *stretch.nobody]
        for bit in stretch.bits:
            doubts += [
                T("“{word}” was read as “{meant}”", word=word, meant=meant) for word, meant in bit.slips
            ]
            if bit.past:
                doubts.append(T("it sounds like something that has happened"))
        if stretch.refused:
            doubts.append(T("what it says not to do was left out"))
        if attempt.carried:
            doubts.append(T("what to do was taken from the words before"))
        if hit.doubt:
            doubts.append(Text(hit.doubt))
        doubts += hit.doubts
        doubts += self._doubts_of_address(stretch, attempt, hit)
        remarks = []
        if hit.implied:
            meant = tuple(self.wording.key(key) for key in hit.implied)
            remarks.append(T("not said, taken as meant: {parts}", parts=meant))
        return Statement(
            hit, stretch.span, tuple(doubts), tuple(remarks), crowd, attempt.how, bool(stretch.address)
        )

    def _doubts_of_address(self, stretch: Stretch, attempt: _Attempt, hit: Hit) -> Iterator[Text]:
        alone = len(self.desk.owners) == 1 or len(self.desk.forms) == 1
        subject = self.wording.subject(hit.asked)
        if attempt.how == "named" and self._parted(stretch, len(attempt.subjects)):
            yield T("unknown words stand between the names")
        implicit = attempt.how in ("before", "guessed", "nobody")
        certain = (attempt.how == "before" or alone) and not self._foreign_first(stretch.bits)
        if implicit and subject is not None and (stretch.unknown or not certain):
            yield T("taken as an order to {piece}", piece=subject)
        elif len(stretch.unknown) > len(stretch.bits):
            yield T("much else stands around it")

    @staticmethod
    def _parted(stretch: Stretch, subjects: int) -> bool:
        start, end = stretch.bits[0].span[1], stretch.bits[subjects - 1].span[0]
        return any(start <= at < end for at, _ in stretch.unknown)

    def _unsettled(self, stretch: Stretch, attempt: _Attempt, at: int, hits: list[Hit]) -> Doubt:
        if hits:
            return self._which(stretch, hits)
        return self._not_offered(stretch, attempt.subjects[at], attempt.items)

    def _which(self, stretch: Stretch, hits: Sequence[Hit]) -> Doubt:
        owners = {hit.asked.about: hit.asked for hit in hits}
        suggestions = tuple(self.suggested(hit, len(owners) > 1) for hit in hits[:MANY])
        if len(owners) > 1 and None not in owners:
            return Doubt(stretch.span, SEVERAL, suggestions)
        return Doubt(stretch.span, T("this can mean several things"), suggestions)

    def suggested(self, hit: Hit, with_owner: bool) -> Suggestion:
        plain = self.wording.suggestion(hit.asked, hit.option)
        subject = self.wording.subject(hit.asked) if with_owner else None
        if subject is None:
            return plain
        words = T("{piece}: {order}", piece=subject, order=plain.words)
        return Suggestion(words, plain.question, plain.order)

    def _not_offered(self, stretch: Stretch, pieces: Sequence[str], items: Sequence[Bit]) -> Doubt:
        forms = [form for piece in pieces for form in self.desk.about[piece]]
        whole, suggestions = self._nearest(forms, items)
        names = tuple(self.wording.key(piece) for piece in pieces)
        if problem := self._problem(forms, items):
            return Doubt(stretch.span, problem, suggestions)
        if whole:
            return Doubt(stretch.span, T("not a whole order for {piece}", piece=names), suggestions)
        if number := self._odd_number(stretch, forms, items):
            return Doubt(stretch.span, T("“{number}” has no place here", number=number), suggestions)
        return Doubt(stretch.span, T("{piece} cannot be ordered to do this now", piece=names), suggestions)

    @staticmethod
    def _problem(forms: Sequence[Form], items: Sequence[Bit]) -> Text | None:
        """What a grammar has against it."""
        made = ((form, form.asked.grammar) for form in forms)
        found = (grammar.problem(form.said(items)) for form, grammar in made if grammar is not None)
        return next(found, None)

    def _not_asked(self, stretch: Stretch, items: Sequence[Bit]) -> Doubt:
        """The same where the seat itself is asked."""
        whole, suggestions = self._nearest(self.desk.forms, items)
        if whole:
            return Doubt(stretch.span, T("not a whole order"), suggestions)
        if number := self._odd_number(stretch, self.desk.forms, items):
            return Doubt(stretch.span, T("“{number}” has no place here", number=number), suggestions)
        return Doubt(stretch.span, T("this cannot be ordered now"), suggestions)

    def _nearest(self, forms: Sequence[Form], items: Sequence[Bit]) -> tuple[bool, tuple[Suggestion, ...]]:
        """Whether the items are part of an order that may be given, and what comes nearest to them."""
        whole = [form for form in forms if form.explains(items)]
        near = [(form.asked, option) for form in whole or forms for option in form.near(items)]
        return bool(whole), tuple(self.wording.suggestion(asked, option) for asked, option in near[:MANY])

    def _odd_number(self, stretch: Stretch, forms: Sequence[Form], items: Sequence[Bit]) -> str:
        """The number that alone keeps the items from being an order; "" if there is none."""
        numbers = [bit for bit in items if bit.number and not bit.keys & self.lexicon.thing_ids]
        others = [bit for bit in items if bit not in numbers]
        if len(numbers) != 1 or not any(form.explains(others) for form in forms):
            return ""
        return stretch.text[slice(*numbers[0].span)]

    def _why_not(self, stretch: Stretch, context: Context) -> Sense:
        """No way to take it leaves nothing over: a heading, or a doubt if it looks like an order."""
        length = stretch.address or next(iter(self._leading(stretch)), 0)
        addressed = [tuple(self.desk.pieces(bit)) for bit in stretch.bits[:length]]
        pieces = tuple(piece for who in addressed for piece in who)
        foreign = [bit for bit in stretch.bits[: stretch.address or 1] if self._not_addressed(bit)]
        items = stretch.bits[length:] if self.desk.about else self._whole_side(stretch.bits).items
        if pieces and not items and not foreign:
            settled_pieces = tuple(who[0] for who in addressed if len(who) == 1)
            return Sense("header", 2.5, context=Context(settled_pieces, True))
        if self.desk.name_topics(stretch.bits):
            return Sense("header", 2.5, context=Context(topic=stretch.bits))
        after = context._replace(verbs=())
        if pieces or foreign:
            # What follows a name without orders is meant for that name, never for whoever happens to be asked.
            after = Context(pieces, stranger=None if pieces else foreign[0].span)
        doubt = partial(self._doubt, stretch, context, pieces, foreign, items)
        return Sense("failed", 5.0 + len(stretch.bits), doubts=(doubt,), context=after)

    def _doubt(
        self,
        stretch: Stretch,
        context: Context,
        pieces: Sequence[str],
        foreign: list[Bit],
        items: Sequence[Bit],
    ) -> Doubt | None:
        ordered = any(map(self._is_verb, items))
        left_over = bool(context.verbs) and not stretch.unknown
        in_a_tale = len(stretch.unknown) > len(stretch.bits)
        # "The knights maul the orcs": whoever is asked and somebody else, and a verb that nobody knows.
        # The same for a condition or the like after an order to somebody.
        telling = (
            self.lexicon.thing_ids if pieces else self.lexicon.concepts if context.pieces else frozenset()
        )
        met = self.desk.composes and any(bit.keys & telling for bit in items)
        if not (stretch.address or left_over or ((ordered or met) and not in_a_tale)):
            return None
        if left_over and not ordered and (not self.desk.about or all(bit.number for bit in items)):
            return Doubt(stretch.span, T("this was left over: no order took it up"))
        if context.stranger and not pieces and not foreign:
            return self._nobody(stretch, context.stranger)
        if pieces:
            return self._not_offered(stretch, pieces, items)
        if foreign and not self.desk.about and foreign[0].keys & self.desk.by_key.keys():
            return self._not_asked(stretch, items)
        if foreign:
            return self._no_orders(stretch, foreign[0])
        spoken_to = context.pieces or tuple(self.desk.owners)
        if context.pieces or len(spoken_to) == 1:
            return self._not_offered(stretch, spoken_to, items)
        if not self.desk.about:
            return self._not_asked(stretch, items)
        why = next(iter(stretch.nobody), T("who is to do this?"))
        return Doubt(stretch.span, why, self._candidates(items))

    def _no_orders(self, stretch: Stretch, named: Bit) -> Doubt:
        """Somebody is named to whom nothing can be said now."""
        keys = [key for key in sorted(map(str, named.keys)) if key in self.lexicon.things]
        names = tuple(map(self.wording.key, keys))
        idle = self.lexicon.things[keys[0]].idle
        if idle:
            return Doubt(stretch.span, T("{piece} gets no orders: {why}", piece=names, why=Text(idle)))
        return Doubt(stretch.span, T("{piece} gets no orders now", piece=names))

    def _nobody(self, stretch: Stretch, name: Span) -> Doubt:
        words = stretch.text[slice(*name)].split()
        alike = [key for word in words for key in self.lexicon.similar(word) if key in self.desk.about]
        suggestions = self.wording.names(list(dict.fromkeys(alike))[:MANY])
        return Doubt((name[0], stretch.span[1]), T("nobody of that name gets orders now"), suggestions)

    def _candidates(self, items: Sequence[Bit]) -> tuple[Suggestion, ...]:
        forms = [form for form in self.desk.forms_with(items) if form.explains(items)]
        abouts = list(dict.fromkeys(form.asked.about for form in forms if form.asked.about))
        return self.wording.names(abouts[:MANY])


def _is_allowed(hit: Hit) -> bool:
    grammar = hit.asked.grammar
    return grammar is None or grammar.allows(hit.option.order)


def _doubted(sense: Sense, doubt: Text) -> Sense:
    def doubted() -> Iterator[Statement]:
        return (one._replace(doubts=(*one.doubts, doubt)) for one in sense.statements())

    return sense._replace(statements=doubted)
