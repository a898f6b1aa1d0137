"""What a description wishes for, with the reasons and doubts that come up while it is worked out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from grognard.locale import Name, T, Text
from grognard.rulebooks.fantasy.muster_reading import Heard, Said
from grognard.rulebooks.fantasy.muster_words import HUMAN, Word, muster_file
from grognard.rulebooks.fantasy.tables import Profile, Tables

Words: TypeAlias = Text | Name


@dataclass
class Wish:
    """``reasons``: field of the profile to the words that gave it; ``doubts`` and ``hints`` for the game master."""

    heard: Heard
    tables: Tables
    reasons: dict[str, list[Words]] = field(default_factory=dict)
    doubts: list[Text] = field(default_factory=list)
    hints: list[Text] = field(default_factory=list)

    # --- who they are ---

    @cached_property
    def people(self) -> Said:
        """The people whose numbers count; men where none is named."""
        peoples = self.having("people")
        self.one_of(peoples, lambda word: word.people, T("two peoples"))
        return peoples[0] if peoples else Said(muster_file()[HUMAN], "")

    @property
    def strangers(self) -> bool:
        """A people with numbers of its own."""
        return self.people.word.id != HUMAN

    @cached_property
    def troops(self) -> tuple[Said, ...]:
        """What kind of troops: the first says how they fight, the last who they are (militia), maybe the same."""
        troops = self.having("troop")
        armed = [one for one in troops if not one.word.status]
        self.one_of(armed, lambda word: word.troop, T("two kinds of troops, describe each unit apart"))
        statuses = [one for one in troops if one.word.status]
        return (*armed[:1], *statuses[:1])

    @cached_property
    def likes(self) -> tuple[tuple[Said, Profile], ...]:
        """Ready-made profiles whose arms are usual for such troops, the likeliest first."""
        found = [(one, self.tables.profiles[one.word.troop]) for one in self.troops]
        if self.people.word.gear and not self.troops:
            found.append((self.people, self.tables.profiles[self.people.word.people]))
        return tuple(found)

    # --- what is said ---

    def having(self, key: str) -> list[Said]:
        """What says something of that field and is not denied, in the order of the text."""
        return [one for one in self.heard.said if getattr(one.word, key) and not one.denied]

    def denied(self, key: str) -> Said | None:
        return next((one for one in self.heard.said if getattr(one.word, key) and one.denied), None)

    def one_of(
        self, said: Sequence[Said], value: Callable[[Word], Any], what: Text, clause: str = ""
    ) -> None:
        """Doubt where different ones are said: the first counts."""
        others = [one.text for one in said[1:] if value(one.word) != value(said[0].word)]
        if others:
            self.doubt(
                T(
                    "{what}: '{first}' counts, not {others}",
                    what=what,
                    first=said[0].text,
                    others=quoted(others),
                ),
                clause,
            )

    def usual(self, key: str, value: Callable[[Profile], Any]) -> Any:
        """What such troops usually have there, with its reason; "" if nothing."""
        for said, profile in self.likes:
            if value(profile):
                self.usually(key, said)
                return value(profile)
        return ""

    # --- why ---

    def because(self, key: str, *words: Words) -> None:
        self.reasons.setdefault(key, []).extend(words)

    def by(self, key: str, said: Said) -> None:
        self.because(key, T("'{word}'", word=said.text))

    def usually(self, key: str, said: Said) -> None:
        self.because(key, T("usual for {who}", who=said.word.name))

    def doubt(self, text: Text, clause: str = "") -> None:
        self.doubts.append(T("{doubt} ({clause})", doubt=text, clause=clause) if clause else text)

    def hint(self, text: Text) -> None:
        self.hints.append(text)


def quoted(words: Iterable[str]) -> tuple[Text, ...]:
    return tuple(T("'{word}'", word=word) for word in words)
