"""Computer players: they answer decisions from views only. The referee plays whole battles and watches the rules."""

from grognard.players.player import DoctrinePlayer, Player, RandomPlayer
from grognard.players.playing import Undecided, drive, play_out
from grognard.players.referee import RefereeReport, Violation, referee
from grognard.players.search import SearchPlayer

__all__ = [
    "DoctrinePlayer",
    "Player",
    "RandomPlayer",
    "RefereeReport",
    "SearchPlayer",
    "Undecided",
    "Violation",
    "drive",
    "play_out",
    "referee",
]
