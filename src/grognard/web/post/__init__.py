"""By post: clocks and deadlines, orders from posts, turn reports, notices."""

from fastapi import APIRouter

from grognard.web.post import clock_pages, notice_pages, pages, report_pages
from grognard.web.post.clock import Clock, clock_of
from grognard.web.post.clock_form import read_clock
from grognard.web.post.desk import check_in_time, extend, freeze, set_clock, thaw
from grognard.web.post.runner import JobRunner

router = APIRouter()
for room in (clock_pages, notice_pages, report_pages, pages):
    router.include_router(room.router)

__all__ = [
    "Clock",
    "JobRunner",
    "check_in_time",
    "clock_of",
    "extend",
    "freeze",
    "read_clock",
    "router",
    "set_clock",
    "thaw",
]
