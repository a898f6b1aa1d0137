"""``verify``: the chain of a record, the rules played again, and the dice, checked twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from grognard.cli.failing import NO, tell
from grognard.cli.kit import EXISTING, argument, as_json, command
from grognard.cli.lang import N_, lang, say
from grognard.cli.output import put, put_json
from grognard.cli.records import BadRecord
from grognard.core.errors import RecordError
from grognard.core.record import Journal
from grognard.core.replay import Verdict
from grognard.core.replay import verify as replayed
from grognard.core.second import second_check
from grognard.locale import T, Text
from grognard.rulebooks import shelf


@command(
    "verify",
    help=N_(
        "Check a record: its chain of seals, every step against the rules, every die against the seed, and the "
        "dice once more by a small checker that shares no code with the program. Says what was checked and where "
        "the first difference is."
    ),
)
@argument("record", N_("RECORD"), type=EXISTING)
@as_json
@click.pass_context
def verify(ctx: click.Context, record: Path, as_json: bool) -> None:
    journal, verdict = _verdict(record)
    second = second_check(journal) if verdict.divergence is None else None
    ok = verdict.divergence is None and (second is None or second[0])
    if as_json:
        put_json(_row(record, verdict, second, ok))
    else:
        _say(record, journal, verdict, second, ok)
    if not ok:
        ctx.exit(NO)


def _verdict(record: Path) -> tuple[Journal, Verdict]:
    try:
        journal = Journal.open(record)
    except RecordError as error:
        raise BadRecord(record, error) from None
    if journal.notice is not None:
        tell(f"{record}:{len(journal.lines) + 1}: {journal.notice.say(lang())}")
    return journal, replayed(shelf.book(journal.header.book), journal)


def _say(record: Path, journal: Journal, verdict: Verdict, second: tuple[bool, str] | None, ok: bool) -> None:
    header = journal.header
    put(T("{title}: {book} {version}", title=header.title, book=header.book, version=header.version))
    rows: list[Text] = [T("chain    {lines} lines, each sealed to the one before", lines=len(journal.lines))]
    if verdict.divergence is None:
        rows.append(T("rules    every step played again: the same events and positions"))
        rows.append(T("dice     {count}: {how}", count=verdict.dice_checked, how=verdict.dice))
        rows.append(_second_words(second))
        rows.append(T("battle   over") if verdict.finished else T("battle   not over yet"))
    for row in rows:
        put(f"  {say(row)}")
    if ok:
        put(say(T("In order.")))
    elif verdict.divergence is not None:
        put(f"{record}:{verdict.divergence.line}: {verdict.divergence.say(lang())}")


def _second_words(second: tuple[bool, str] | None) -> Text:
    if second is None:
        return T("again    the second checker has no seed to check with")
    good, words = second
    return (
        T("again    the second checker, which shares no code with the program, agrees")
        if good
        else T("again    the second checker does not agree: {words}", words=words)
    )


def _row(record: Path, verdict: Verdict, second: tuple[bool, str] | None, ok: bool) -> dict[str, Any]:
    wrong = verdict.divergence
    return {
        "record": str(record),
        "ok": ok,
        "lines": verdict.lines,
        "dice": verdict.dice_checked,
        "how": verdict.dice,
        "finished": verdict.finished,
        "second": None if second is None else {"ok": second[0], "says": second[1]},
        "divergence": None if wrong is None else {"line": wrong.line, "what": wrong.say(lang())},
    }
