"""By post: clocks and deadlines, orders from posts, turn reports, notices."""

from grognard.web.post.clock import Clock, clock_of
from grognard.web.post.clock_form import read_clock
from grognard.web.post.desk import check_in_time, extend, freeze, set_clock, thaw
from grognard.web.post.runner import JobRunner

__all__ = [
    "Clock",
    "JobRunner",
    "check_in_time",
    "clock_of",
    "extend",
    "freeze",
    "read_clock",
    "set_clock",
    "thaw",
]
