"""A battle of toy soldiers on a floor, followed in the browser: the page keeps its ledger, the server nothing."""

from grognard.web.companion.pages import router

__all__ = ["router"]
