"""Chat of a side, public chat, private notes."""

from grognard.web.talk.pages import router
from grognard.web.talk.parts import stand_on_the_battle_page, talk_form, talk_part

__all__ = ["router", "stand_on_the_battle_page", "talk_form", "talk_part"]
