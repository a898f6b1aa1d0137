"""The printed rules of every book on the shelf, each paragraph at its own address."""

from grognard.web.rules.pages import router

__all__ = ["router"]
