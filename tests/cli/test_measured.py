"""Chances and figures in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grognard.cli.lang import speak
from grognard.cli.measured import figure, percent


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    speak("en")
    yield
    speak("en")


@pytest.mark.parametrize(
    ("share", "known", "guessed"),
    [
        (0, "0%", "about 0%"),
        (0.003, "<1%", "about 5%"),
        (0.07, "7%", "about 5%"),
        (0.5249, "52%", "about 50%"),
        (0.53, "53%", "about 55%"),
        (0.998, ">99%", "about 95%"),
        (1, "100%", "about 100%"),
    ],
)
def test_shares(share: float, known: str, guessed: str) -> None:
    """What can happen is never nought, and a guess is no exact figure."""
    assert (percent(share), percent(share, guessed=True)) == (known, guessed)


def test_in_russian() -> None:
    speak("ru")
    assert (percent(0.52, guessed=True), figure(1234.5, 1)) == ("около 50%", "1\u00a0234,5")
