"""Workers that are killed: ``python post_killed.py DATABASE TIME PLACE SENT [DATABASE TIME PLACE SENT ...]``. For each
a process does what is due at TIME and dies of SIGKILL at PLACE, a step of its work; SENT is the file to which its
letters go. Says how many were killed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from grognard.web.app import open_house
from grognard.web.post import JobRunner, jobs
from grognard.web.post.carrier import Dispatch
from grognard.web.settings import Settings

PLACES = (
    "taken",
    "before the defaults",
    "after the defaults",
    "before they are counted",
    "before it is done",
    "after it is done",
)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def around(owner: Any, name: str, before: bool, only: Callable[..., bool] = lambda *_: True) -> None:
    """Die before or after a call."""
    real = getattr(owner, name)

    def deadly(*args: Any, **more: Any) -> Any:
        if before and only(*args):
            die()
        result = real(*args, **more)
        if not before and only(*args):
            die()
        return result

    setattr(owner, name, deadly)


def arm(runner: JobRunner, place: str) -> None:
    """Set the trap."""
    if place == "taken":
        around(runner, "do", True)
    elif place == "before the defaults":
        around(runner.tables, "act", True)
    elif place == "after the defaults":
        around(runner.tables, "act", False)
    elif place == "before they are counted":
        calls = iter(range(99))
        around(runner, "follow", True, lambda *_: next(calls) == 1)
    elif place == "before it is done":
        around(runner, "_finish", True)
    elif place == "after it is done":
        around(runner, "_finish", False)
    elif place == "before a letter":
        around(runner, "carry", True)
    elif place == "after a letter":
        around(runner, "carry", False)


def main(url: str, at: str, place: str, sent: str) -> None:
    house = open_house(Settings(database=url, secret="not very", address="https://war.example"))
    house.clock = lambda: datetime.fromisoformat(at)

    def carry(dispatch: Dispatch) -> None:
        with Path(sent).open("a", encoding="utf-8") as file:
            file.write(f"{dispatch.address.seat}: {dispatch.letter.title}\n")

    runner = JobRunner(house, carry=carry)
    if "letter" in place:
        arm(runner, place)
    else:
        runner.step(("send",))
        for battle in runner.behind():
            runner.follow(battle)
        arm(runner, place)
    while (job := jobs.take(house.store, house.clock(), ("deadline", "remind", "send"))) is not None:
        runner.do(job)


def child(arguments: list[str]) -> bool:
    """Whether it was killed."""
    pid = os.fork()
    if pid == 0:
        main(*arguments)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL


if __name__ == "__main__":
    print(sum(child(sys.argv[at : at + 4]) for at in range(1, len(sys.argv), 4)))
