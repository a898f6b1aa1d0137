"""Accounts for those who want their battles in one place."""

from grognard.web.accounts.pages import router

__all__ = ["router"]
