"""The battle page: the picture, the question, the log, live."""

from grognard.web.battle.pages import router

__all__ = ["router"]
