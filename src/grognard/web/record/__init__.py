"""Records of battles: down, up, verified, and gone on with."""

from grognard.web.record.pages import router

__all__ = ["router"]
