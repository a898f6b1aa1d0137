"""A battle of tin soldiers followed line by line: the umpire writes who is where or who fights whom and which dice were
thrown; each line is answered by the same rules as at the table, without a map (issue: at a real table)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, TypeAlias

from grognard.core.errors import GrognardError, Refused
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.book import LONGEST_LEDGER, Companion, Followed
from grognard.rulebooks.napoleonic import (
    companion_after,
    companion_fight,
    companion_fire,
    companion_parts,
    companion_posts,
    companion_turn,
    sequence,
)
from grognard.rulebooks.napoleonic.aftermath import army_after
from grognard.rulebooks.napoleonic.companion_floor import Floor, Memory, bury
from grognard.rulebooks.napoleonic.companion_ledger import blocks, due, sheet, wanted
from grognard.rulebooks.napoleonic.companion_roster import Roster
from grognard.rulebooks.napoleonic.companion_words import FREE, Line, read, verb_of, vocabulary
from grognard.show.model import Line as Row

Deed: TypeAlias = Callable[[Floor, Line], None]
DEEDS: Mapping[str, Deed] = {
    "turn": companion_turn.turn,
    "fire": companion_fire.fire,
    "fight": companion_fight.fight,
    "fate": companion_after.fate,
    "obey": companion_after.obey,
    "pursue": companion_after.pursue,
    "stay": companion_after.stay,
    "follow": companion_after.follow,
    "rout": companion_after.rout_said,
    "pass": companion_after.in_the_way,
    "neighbour": companion_after.neighbour,
    "take": companion_after.take,
    "join": companion_after.join,
    "replace": companion_posts.replace_general,
    "lead": companion_posts.take_over,
    "give": companion_posts.give_back,
    "split": companion_parts.split,
    "reunite": companion_parts.reunite,
    "crew": companion_parts.crew,
    "state": companion_turn.state,
    "lose": companion_turn.take_off,
    "roll": companion_turn.initiative,
    "end": companion_turn.end,
}
BEGINNING = FREE[1:]
"""Verbs of the first lines, which name the armies."""
BEFORE = ("turn", "state", "join", "end")
"""What may be said before the first turn has begun; anything else begins it."""
MOST_LINES = 600
KEPT, LATELY = 32, 4
"""So many ledgers are remembered, and a beginning is looked for so many lines back."""


def follow(book: Any, text: str, lang: str = "en", folder: Path | None = None) -> Companion:
    """The ledger of a battle followed to its end. ``folder``: where files that it names are read; None: nowhere."""
    lines = text[:LONGEST_LEDGER].splitlines()
    followed, answers = LEDGERS.followed(book, lines[:MOST_LINES], folder)
    if len(lines) > MOST_LINES or len(text) > LONGEST_LEDGER:
        why = T("the ledger ends here: it has {most} lines and {letters} characters at most",
                most=MOST_LINES, letters=LONGEST_LEDGER)  # fmt: skip
        answers.append(Followed(MOST_LINES + 1, "", problem=Refused("", why)))
    floor = followed.floor
    if floor is None:
        return Companion(book.name, tuple(answers))
    over = floor.battle.outcome is not None
    return Companion(
        floor.setup.name,
        tuple(answers),
        due(floor, lang),
        sheet(floor),
        _armies(floor, lang) if over else {},
    )


def _armies(floor: Floor, lang: str) -> dict[str, str]:
    state = floor.battle.state()
    return {seat.id: army_after(floor.setup, state, seat.id, lang) for seat in floor.setup.seats}


class Ledgers:
    """Ledgers that were followed lately: who writes a line more need not wait for all that came before. Files may
    change, so that a battle that is read from one is always followed anew."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[Follower, tuple[Followed, ...]]] = OrderedDict()
        self._guard = Lock()

    def followed(
        self, book: Any, lines: Sequence[str], folder: Path | None
    ) -> tuple[Follower, list[Followed]]:
        """All lines followed, from the longest beginning that is known."""
        follower, answers = self._known(lines) or (Follower(book, folder), [])
        answers += [follower.answer(at, lines[at - 1]) for at in range(len(answers) + 1, len(lines) + 1)]
        if follower.floor is not None and not follower.roster.reads_files:
            with self._guard:
                self._kept["\n".join(lines)] = follower.copy(), tuple(answers)
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
        return follower, answers

    def _known(self, lines: Sequence[str]) -> tuple[Follower, list[Followed]] | None:
        with self._guard:
            for count in range(len(lines), max(len(lines) - LATELY, 0), -1):
                key = "\n".join(lines[:count])
                if key in self._kept:
                    self._kept.move_to_end(key)
                    follower, answers = self._kept[key]
                    return follower.copy(), list(answers)
        return None


LEDGERS = Ledgers()


class Follower:
    """The lines so far."""

    def __init__(self, book: Any, folder: Path | None) -> None:
        self.book, self.roster = book, Roster(folder)
        self.floor: Floor | None = None
        self.said: list[str] = []

    def copy(self) -> Follower:
        """The same to go on from, once the battle has begun: its beginning changes no more."""
        made = Follower(self.book, None)
        made.roster, made.said = self.roster, self.said
        made.floor = self.floor.copy() if self.floor is not None else None
        return made

    def answer(self, number: int, text: str) -> Followed:
        try:
            return self._answer(number, text)
        except Refused as error:
            return Followed(number, text, problem=error)
        except GrognardError as error:
            return Followed(number, text, problem=Refused("", error.message))

    def _answer(self, number: int, text: str) -> Followed:
        if not text.strip() or text.strip().startswith("#"):
            return Followed(number, text)
        verb, rest = verb_of(text.strip())
        if verb == "note":
            return Followed(number, text)
        if verb in BEGINNING:
            if self.floor is not None:
                raise Refused("", T("battle, rules and armies are named before anything else"))
            words = self.roster.take(verb, rest)
            self.said.append(text.strip())
            return Followed(number, text, (Row(words),))
        return self._done(self._begun(), number, text)

    def _begun(self) -> Floor:
        if self.floor is None:
            setup = self.roster.setup()
            seed = "\n".join(self.said)
            self.floor = Floor(self.book, setup, sequence.start(setup), seed)
        return self.floor

    @clause("NA-SEQ-01", "NA-SEQ-05")
    def _done(self, floor: Floor, number: int, text: str) -> Followed:
        """A line carried out, or nothing of it: what is wrong, or which dice are missing."""
        line = read(text, vocabulary(floor.setup, floor.parts))
        if floor.battle.outcome is not None:
            raise Refused("NA-END-01", T("the battle is over"))
        before = _Before(floor)
        try:
            missing = self._carried_out(floor, line, text)
        except Refused:
            before.restore(floor)
            raise
        if missing:
            before.restore(floor)
            return Followed(number, text, wanted=wanted(floor, missing))
        return Followed(number, text, tuple(blocks(floor.view(), floor.out)))

    def _carried_out(self, floor: Floor, line: Line, text: str) -> list[tuple[str, str]]:
        floor.out = []
        if not floor.battle.turn and line.verb not in BEFORE:
            companion_turn.begin(floor, 1)
        thrown = floor.battle.thrown = floor.dice_of(line, text)
        DEEDS[line.verb](floor, line)
        bury(floor, lambda unit: "")
        floor.gather()
        labelled = [owner for owner, _ in thrown.left if owner]
        if labelled:
            who = floor.names.name(labelled[0])
            raise Refused("NA-GEN-02", T("{unit} throws no such die in this line", unit=who))
        if not thrown.missing and thrown.left:
            raise Refused("NA-GEN-02", _too_many(len(thrown.left)))
        return thrown.missing


def _too_many(count: int) -> Text:
    return T("dice too many: {count}; this line asks for no more", count=count)


class _Before:
    """How the battle stood before a line."""

    def __init__(self, floor: Floor) -> None:
        self.setup, self.state = floor.setup, floor.battle.state()
        self.memory: Memory = floor.memory
        self.heard = len(floor.heard)

    def restore(self, floor: Floor) -> None:
        floor.battle.setup = self.setup
        floor.battle.rewind({piece.id: piece for piece in self.state.pieces}, self.state)
        floor.memory = self.memory
        floor.battle.told = []
        del floor.heard[self.heard :]
        floor.out = []
