"""The umpire's desk: everything open at a glance, and everything that he may do. Each ruling stands in the record."""

from grognard.web.desk.pages import router

__all__ = ["router"]
