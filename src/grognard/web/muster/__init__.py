"""Troops described in words: numbers proposed for the umpire to change and accept."""

from grognard.web.muster.pages import router

__all__ = ["router"]
