"""The umpire's desk: everything open at a glance, and everything that he may do. Each ruling stands in the record."""

from grognard.web.desk.pages import router
from grognard.web.desk.standing import stand_on_the_battle_page

__all__ = ["router", "stand_on_the_battle_page"]
