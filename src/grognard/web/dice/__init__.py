"""The dice of a battle: what was promised before, what came, and how anybody can check it."""

from grognard.web.dice.pages import router

__all__ = ["router"]
