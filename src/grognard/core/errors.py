"""What can go wrong at the table, each with a sentence, a clause and what would be right."""

from __future__ import annotations

from grognard.locale import Text


class GrognardError(Exception):
    """An error with one clear message; windows print ``say(lang)`` and never a traceback."""

    def __init__(self, message: Text) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        """Put in words when somebody asks: many refusals are found that nobody reads."""
        return str(self.message)

    def say(self, lang: str = "en") -> str:
        return self.message.say(lang)


class Refused(GrognardError):
    """An order that may not be given. Nothing has changed; the question stays open.

    ``clause`` is the rule that forbids it ("" where no rule does), ``hint`` says what would be allowed.
    """

    def __init__(self, clause: str, reason: Text, hint: Text | None = None) -> None:
        super().__init__(reason)
        self.clause = clause
        self.reason = reason
        self.hint = hint

    def say(self, lang: str = "en") -> str:
        words = self.reason.say(lang)
        if self.hint is not None:
            words += "; " + self.hint.say(lang)
        return f"{words} ({self.clause})" if self.clause else words

    def __str__(self) -> str:
        return self.say("en")


class RecordError(GrognardError):
    """A record that can't be read or doesn't add up; ``line`` counts from 1."""

    def __init__(self, line: int, message: Text) -> None:
        super().__init__(message)
        self.line = line
