"""``odds``: chances of a pending decision, and of a clash described in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.cli.failing import Failed
from grognard.cli.kit import argument, as_json, command, option, options, pairs, seat
from grognard.cli.lang import N_, say
from grognard.cli.measured import Measured, figure, percent
from grognard.cli.output import bold, dim, put, put_blocks, put_hung, put_json
from grognard.cli.play import value_of
from grognard.cli.records import Chronicle
from grognard.cli.shelf import find_book
from grognard.core.state import PUBLIC, UMPIRE, Order, Question
from grognard.locale import T, Text
from grognard.rulebooks import shelf

if TYPE_CHECKING:
    from grognard.lab.odds import Answer
    from grognard.show.model import Block

FEW = 12
"""Values of one measure that are shown one by one; of more, mean and range."""
CLASH = "clash"


@command(
    "odds",
    help=N_(
        "Chances of the decision that a recorded battle waits for (RECORD), as the asked seat can know them, or "
        "exact ones from the true position with --seat umpire. Or of a clash in words: BOOK clash ARMY vs ARMY."
    ),
    epilog=N_("For example: grognard odds feudal clash warriors 150 vs knights 15 lance_charge"),
)
@argument("what", N_("RECORD | BOOK"))
@argument("words", N_("[clash ARMY vs ARMY]..."), nargs=-1)
@seat
@option("--question", metavar=N_("QUESTION"), help=N_("Which question, where several are open."))
@option("--order", metavar=N_("ORDER"), help=N_("Only this answer: its words as in the record, with blanks."))
@options
@option(
    "--budget", type=int, default=1_000_000, metavar=N_("NUMBER"), help=N_("Positions to look at, at most.")
)
@option("--seconds", type=float, default=60.0, metavar=N_("NUMBER"), help=N_("Time to look, at most."))
@option("--fractions", is_flag=True, help=N_("Chances as exact fractions too."))
@option("--floats", is_flag=True, help=N_("Reckon with decimals: faster, no longer exact to the last digit."))
@as_json
def odds(what: str, words: tuple[str, ...], as_json: bool, **how: Any) -> None:
    if what in shelf.names() or (words and words[0] == CLASH):
        _clash(what, words, as_json, how)
    elif words:
        raise Failed(T("after a record no more words are wanted: {words}", words=" ".join(words)))
    else:
        _pending(Path(what), as_json, how)


# --- a described clash ----------------------------------------------------------------------------------


def _clash(name: str, words: tuple[str, ...], as_json: bool, how: Mapping[str, Any]) -> None:
    book = find_book(name)
    if words[:1] != (CLASH,) or len(words) < 2:
        raise Failed(T("say it so: grognard odds {book} clash ARMY vs ARMY", book=name))
    from grognard.lab.odds import absorb

    given = {key: value_of(one) for key, one in pairs(how["options"], "--option").items()}
    setup, state = book.clash(words[1:], given)
    answer = absorb(book, setup, state, exact=not how["floats"], budget=_budget(how))
    if as_json:
        put_json(answer.builtins())
        return
    put(bold(" ".join(words[1:])))
    put()
    show(answer, how["fractions"], Measured(book, setup))


def _budget(how: Mapping[str, Any]) -> Any:
    from grognard.lab.graph import Budget

    return Budget(how["budget"], how["seconds"])


def show(answer: Answer, fractions: bool, measured: Measured) -> None:
    """Every measure: a bar for each value where they are few, else mean and range."""
    put_blocks(list(_blocks(answer, fractions, measured)), 0)
    put()
    if answer.open:
        put(_why_open(answer))
    put(dim(say(T("positions: {found}, branched: {branched}", found=answer.found, branched=answer.branched))))


def _blocks(answer: Answer, fractions: bool, measured: Measured) -> Iterator[Block]:
    from grognard.show.model import Bar, Chart, Column, Paragraph, Plain, Strong, Table

    many: list[tuple[str, ...]] = []
    for name, chances in answer.table().items():
        if len(chances) > FEW and all(isinstance(value, int) for value in chances):
            values = [int(value) for value in chances]
            mean = figure(float(answer.mean(name)))
            many.append((measured.name(name), mean, str(min(values)), str(max(values))))
            continue
        bars = [
            Bar(measured.value(name, value), float(chance), note=_chance(answer, chance))
            for value, chance in chances.items()
        ]
        yield Paragraph(Strong(measured.name(name)))
        yield Chart(tuple(bars), maximum=1)
        if fractions and answer.exact:
            rows = [f"{measured.value(name, one)} = {Fraction(chance)}" for one, chance in chances.items()]
            yield Plain("\n".join(rows))
    if many:
        heads = (T("measure"), T("mean"), T("least"), T("most"))
        columns = tuple(Column(head, "right" if at else "left") for at, head in enumerate(heads))
        yield Table(columns, tuple(many))


def _chance(answer: Answer, chance: Any) -> str:
    low, high = answer.interval(chance)
    return _percent(low) if low == high else f"{_percent(low)} ... {_percent(high)}"


def _percent(share: Any) -> str:
    return f"{figure(float(share) * 100)}%"


def _why_open(answer: Answer) -> Text:
    if answer.stopped:
        return T(
            "The budget ended before all was followed: {open} is open; the chances are intervals.",
            open=_percent(answer.open),
        )
    return T("{open} of it never comes to an end.", open=_percent(answer.open))


# --- a pending decision ---------------------------------------------------------------------------------


def _pending(path: Path, as_json: bool, how: Mapping[str, Any]) -> None:
    chronicle = Chronicle.open(path)
    if chronicle.finished:
        raise Failed(T("this battle is over: nothing is asked any more"))
    exact = how["seat"] == UMPIRE
    question = _question(chronicle, None if exact else how["seat"], how["question"])
    orders = _orders(chronicle, question, how["order"])
    rows = [_row(chronicle, question, order, exact, how) for order in orders]
    if as_json:
        put_json({"question": question.id, "seat": question.seat, "exact": exact, "options": rows})
        return
    view = chronicle.view(question.seat)
    put(bold(f"{question.seat}: {say(chronicle.book.question_words(view, question))}"))
    for number, row in enumerate(rows, 1):
        put_hung(f"  {number}  ", say(row["words"]))
        for line in _row_lines(row, Measured(chronicle.book, chronicle.setup)):
            put_hung("       ", line)


def _question(chronicle: Chronicle, seat: str | None, wanted: str | None) -> Question:
    if seat not in (None, PUBLIC):
        chronicle.reader(seat)
    open_ones = [one for one in chronicle.state.questions if one.answer is None and seat in (None, one.seat)]
    if not open_ones:
        raise Failed(T("seat '{seat}' is asked nothing now", seat=seat))
    if wanted is None:
        return open_ones[0]
    for one in open_ones:
        if wanted in (one.id, one.kind):
            return one
    from grognard.files import unknown

    raise Failed(unknown(T("question"), wanted, [one.id for one in open_ones]))


def _orders(chronicle: Chronicle, question: Question, wanted: str | None) -> Sequence[Order]:
    decision, view = chronicle.book.decisions[question.kind], chronicle.view(question.seat)
    if wanted is None:
        return decision.options(view, question)
    return [decision.check(view, question, tuple(value_of(word) for word in wanted.split()))]


def _row(
    chronicle: Chronicle, question: Question, order: Order, exact: bool, how: Mapping[str, Any]
) -> dict[str, Any]:
    book, view = chronicle.book, chronicle.view(question.seat)
    row: dict[str, Any] = {"order": list(order), "words": book.order_words(view, question, order)}
    if exact:
        from grognard.lab.odds import until_asked

        more = {"exact": not how["floats"], "budget": _budget(how)}
        answer = until_asked(book, chronicle.setup, chronicle.state, question.id, order, **more)
        return {**row, "odds": answer.builtins()}
    preview = book.decisions[question.kind].preview(view, question, order)
    chances = [{"what": words, "chance": share} for words, share in preview.chances]
    return {**row, "lines": list(preview.lines), "chances": chances, "guessed": preview.guessed}


def _row_lines(row: Mapping[str, Any], measured: Measured) -> Iterator[str]:
    for words in row.get("lines", ()):
        yield say(words)
    for one in row.get("chances", ()):
        chance = percent(one["chance"], True) if row["guessed"] else _percent(one["chance"])
        yield f"{say(one['what'])}: {chance}"
    if "odds" not in row:
        return
    moving = {name: one for name, one in row["odds"]["chances"].items() if len(one) > 1}
    if not moving:
        yield say(T("nothing is thrown before the next question"))
    for name, chances in moving.items():
        if len(chances) <= FEW:
            shares = (
                (value, one["value"] if isinstance(one, dict) else one) for value, one in chances.items()
            )
            yield f"{measured.name(name)}: " + ", ".join(
                f"{measured.value(name, value)} {_percent(share)}" for value, share in shares
            )
