"""Jobs: once, whoever does them and whoever is killed at it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from grognard.core.errors import Refused
from grognard.core.game import Game
from grognard.locale import T
from grognard.web.post import JobRunner, jobs
from grognard.web.post.carrier import Dispatch, NotSent
from grognard.web.store import Job, Store
from tests.web import post_killed
from tests.web.post_scenes import NOON, ONE, TWO, Post, begin, close_houses, same

closing = pytest.fixture(autouse=True)(close_houses)
KINDS = ("deadline", "remind", "send")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    found = Store(f"sqlite:///{tmp_path / 'jobs.db'}")
    found.make_tables()
    return found


def put(store: Store, key: str, minutes: float = 0) -> bool:
    with store.writing() as db:
        return jobs.put(db, "send", key, NOON + timedelta(minutes=minutes), NOON)


def taken(store: Store, minutes: float = 0) -> Job | None:
    return jobs.take(store, NOON + timedelta(minutes=minutes), KINDS)


def test_a_key_is_used_once(store: Store) -> None:
    assert put(store, "a")
    assert not put(store, "a")
    job = taken(store)
    assert job is not None
    with store.writing() as db:
        jobs.done(db, job, NOON)
    assert not put(store, "a")


def test_what_has_been_due_longest_comes_first_and_nothing_before_its_time(store: Store) -> None:
    put(store, "late", 3)
    put(store, "early", 1)
    assert taken(store, 0.5) is None
    first = taken(store, 5)
    assert first is not None
    assert first.key == "send:early"


def test_a_lease_that_has_run_out_is_anybodys(store: Store) -> None:
    put(store, "a")
    first = taken(store)
    assert first is not None
    assert taken(store, 4) is None
    again = taken(store, 6)
    assert again is not None
    assert again.id == first.id
    with store.writing() as db:
        jobs.done(db, first, NOON)  # the slow worker has lost it
    with store.reading() as db:
        assert db.get_one(Job, first.id).state == "running"


def test_pauses_grow_and_then_it_is_given_up_until_somebody_wants_it_again(store: Store) -> None:
    put(store, "a")
    at, pauses = 0.0, []
    for _ in range(len(jobs.PAUSES) + 1):
        job = taken(store, at)
        assert job is not None
        with store.writing() as db:
            last = jobs.failed(
                db, job, T("the service answered {code}", code="503"), NOON + timedelta(minutes=at)
            )
            due = db.get_one(Job, job.id).due
        assert due is not None
        pauses.append((due - NOON).total_seconds() / 60 - at)
        at = (due - NOON).total_seconds() / 60
    assert last
    assert pauses[:-1] == sorted(pauses[:-1])
    with store.reading() as db:
        job = db.query(Job).one()
        assert (job.state, jobs.why(job).say("ru")) == ("failed", "служба ответила 503")


def race(runners: list[JobRunner]) -> None:
    """All at once."""
    gate = threading.Barrier(len(runners))

    def work(runner: JobRunner) -> None:
        gate.wait()
        while runner.step():
            pass

    threads = [threading.Thread(target=work, args=(one,)) for one in runners]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_two_workers_do_each_job_once(any_url: str) -> None:
    """Two houses over one store, as two server processes are."""
    first = begin(any_url)
    first.runner.step()
    second = same(any_url, first)
    second.sent = first.sent
    first.now = second.now = NOON + timedelta(hours=24)
    race([first.runner, second.runner, first.worker(), second.worker()])
    assert first.by(ONE) == ["default"] * 3
    assert first.by(TWO) == ["default"] * 3
    assert (first.seat(ONE).missed, first.seat(TWO).missed) == (1, 1)
    told = Counter((one.address.seat, *one.letter) for _, one in first.sent)
    assert set(told.values()) == {1}
    assert not first.jobs("deadline", "running")


def test_an_order_at_the_very_deadline_is_taken_or_refused_never_lost(any_url: str) -> None:
    """The seat's own answer and the default run against each other."""
    post = begin(any_url)
    post.runner.step()
    post.now = NOON + timedelta(hours=24)
    gate = threading.Barrier(2)
    outcome: list[str] = []

    def order() -> None:
        def act(game: Game) -> None:
            question = game.asked(TWO)[0]
            game.submit(TWO, question.id, game.options(question)[0])

        gate.wait()
        try:
            post.house.tables.act(post.battle, act)
            outcome.append("taken")
        except (IndexError, Refused) as error:
            outcome.append(type(error).__name__)

    thread = threading.Thread(target=order)
    thread.start()
    gate.wait()
    post.runner.step()
    thread.join()
    post.runner.step()
    assert outcome[0] in ("taken", "Refused", "IndexError")
    assert len(post.by(ONE)) == 3
    assert post.seat(ONE).missed == 1


# --- killed ---


def kill(cases: list[tuple[str, Post, str, Path]]) -> None:
    """Other worker processes do what is due, each killed at its place."""
    rows = [(url, post.now.isoformat(), place, str(sent)) for url, post, place, sent in cases]
    command = [sys.executable, post_killed.__file__, *(word for row in rows for word in row)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.stdout.strip() == str(len(cases)), done.stderr


@pytest.mark.slow
def test_killed_at_a_deadline_nothing_is_lost_and_nothing_done_twice(tmp_path: Path) -> None:
    whole = tmp_path / "whole.db"
    post = begin(f"sqlite:///{whole}")
    post.runner.step()
    post.now = NOON + timedelta(hours=24)
    post.house.store.close()
    cases = []
    for n, place in enumerate(post_killed.PLACES):
        shutil.copy(whole, tmp_path / f"{n}.db")
        cases.append((f"sqlite:///{tmp_path / f'{n}.db'}", post, place, tmp_path / f"{n}.sent"))
    kill(cases)
    for url, _, place, sent in cases:
        after = same(url, post, minutes=6)
        while after.runner.step():
            pass
        for seat in (ONE, TWO):
            assert after.by(seat) == ["default"] * 3, place
            assert after.seat(seat).missed == 1, place
            assert [row.state for row in after.rows(seat)] == ["missed", "open"], place
        titles = after.titles(ONE) + (sent.read_text().splitlines() if sent.exists() else [])
        assert sum(title.endswith("deadline passed, default taken") for title in titles) == 2, place
        assert sum(title.endswith("your orders, please") for title in titles) == 1, place


@pytest.mark.slow
def test_a_letter_is_never_lost_and_says_if_it_may_come_twice(tmp_path: Path) -> None:
    cases = []
    for place in ("before a letter", "after a letter"):
        url = f"sqlite:///{tmp_path / place.split()[0]}.db"
        post = begin(url, seats=(ONE,))
        post.runner.follow(post.battle)
        cases.append((url, post, place, tmp_path / place))
    kill(cases)
    for (_, post, place, sent), copies in zip(cases, (1, 2), strict=True):
        post.now += timedelta(minutes=6)
        post.runner.step()
        before = sent.read_text().count("your orders") if sent.exists() else 0
        assert before + post.titles(ONE).count("your orders, please") == copies, place
        assert "a second time" in post.sent[0][1].letter.body


def test_a_fault_in_one_job_stops_no_other(tmp_path: Path) -> None:
    def carry(dispatch: Dispatch) -> None:
        if dispatch.address.seat == ONE:
            raise RuntimeError("out of paper")
        good.append(dispatch)

    good: list[Dispatch] = []
    post = begin(f"sqlite:///{tmp_path / 'fault.db'}")
    post.carry = carry
    post.worker().step()
    assert [one.address.seat for one in good] == [TWO]
    (failed,) = [job for job in post.jobs("send", "waiting") if job.error]
    assert jobs.why(failed).say() == "an unexpected fault (RuntimeError)"


def test_what_cannot_be_sent_is_told_to_the_host_and_can_be_tried_again(tmp_path: Path) -> None:
    broken = True

    def carry(dispatch: Dispatch) -> None:
        if broken and dispatch.address.seat == TWO:
            raise NotSent(T("the service answered {code}", code="404"), for_good=True)
        post.sent.append((post.now, dispatch))

    post = begin(f"sqlite:///{tmp_path / 'broken.db'}")
    post.carry = carry
    runner = post.worker()
    runner.step()
    runner.step()
    (job,) = post.jobs("send", "failed")
    trouble = post.sent[-1][1]
    assert trouble.address.seat == ONE
    assert trouble.letter.body.startswith("sending a notice: the service answered 404")
    assert "notices.example" not in trouble.letter.body
    broken = False
    with post.house.store.writing() as db:
        jobs.again(db, job.id, post.battle, post.now)
    runner.step()
    assert post.titles(TWO) == ["your orders, please"]
