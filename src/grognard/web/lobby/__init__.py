"""The lobby: scenarios of every book on the shelf, one click from a battle; one's own battles; new battles."""

from grognard.web.lobby.cards import warm
from grognard.web.lobby.pages import router

__all__ = ["router", "warm"]
