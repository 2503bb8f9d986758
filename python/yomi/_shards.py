"""Ranges of deals, played by a crew of workers: cutting, waiting, trying again, comparing.

Nothing here knows Ray: a `Crew` starts a range somewhere and tells when it is done. What is played depends on the range
alone, so that ranges may be cut, lost, played twice and finished in any order.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

T = TypeVar("T")

#: Deals of the first range of a match, when nothing is known of its speed.
PROBE = 8
#: A range may be this many times as long as the last one whose speed is known.
GROWTH = 8
#: How often a range is tried before it is given up.
MOST_TRIES = 10
#: A sequential test is looked at when this many times as many deals are there as at the last look.
LOOK_AGAIN = 1.25
#: Seconds after which the size of the crew is asked for again.
COUNT_AGAIN = 5.0


class WorkersLost(RuntimeError):
    """Workers that play a range keep dying."""


class Disagreement(RuntimeError):
    """Two plays of a range came out differently: a worker, or its machine, is not to be trusted."""


class Lost(Exception):
    """The worker died; its range is to be played again."""


class Range(NamedTuple):
    """Deals, or places, of a job: from `start` up to `stop`."""

    job: int
    start: int
    stop: int


class Done(NamedTuple, Generic[T]):
    """What a worker sends back."""

    payload: T
    #: How many games that was.
    games: int
    #: Of what must be the same when the range is played again.
    digest: str
    #: Wall time.
    seconds: float
    #: Which worker it was.
    worker: str
    #: Bytes that came over the wire.
    size: int


@dataclass
class Job:
    """Something that is played in ranges."""

    number: int
    #: What is left of it, in order.
    gaps: list[tuple[int, int]]
    #: Whether two plays of a range are the same.
    repeatable: bool = True
    #: Whether it may end sooner, by a test that looks at its deals in order.
    sequential: bool = False
    #: The length of every range, where that is fixed.
    fixed: int | None = None
    #: Seconds of a deal, as far as is known, and the longest range that was timed.
    pace: float = 0.0
    timed: int = 0

    def cut(self, seconds: float, crew: int) -> Range | None:
        """The next range: about `seconds` long, shorter at the end, so that the crew ends together."""
        if not self.gaps:
            return None
        start, stop = self.gaps[0]
        length = self.fixed or self._length(seconds, crew)
        end = min(stop, start + length)
        self.gaps[0] = (end, stop)
        if end == stop:
            del self.gaps[0]
        return Range(self.number, start, end)

    def _length(self, seconds: float, crew: int) -> int:
        if not self.timed:
            return PROBE
        fitting = min(int(seconds / max(self.pace, 1e-9)), GROWTH * self.timed)
        left = sum(stop - start for start, stop in self.gaps)
        # The last ranges are shorter, and not below a second where it takes that long.
        shared = max(left // max(crew, 1), int(1.0 / max(self.pace, 1e-9)))
        return max(1, min(fitting, shared))

    def learn(self, deals: int, seconds: float) -> None:
        """Takes note of how long a range took."""
        pace = seconds / max(deals, 1)
        self.pace = pace if not self.timed else 0.5 * (self.pace + pace)
        self.timed = max(self.timed, deals)


@dataclass(frozen=True)
class Progress:
    """How it stands; the last one has the figures of the whole run."""

    games: int = 0
    tasks: int = 0
    #: Ranges that were played again because a worker died.
    retried: int = 0
    #: Ranges that were played twice, and compared.
    replayed: int = 0
    #: Bytes that came from workers.
    received: int = 0
    #: Seconds of work, over all workers, and since the start.
    worked: float = 0.0
    seconds: float = 0.0
    #: Different workers that have sent something.
    workers: int = 0
    crew: int = 0


class Crew(Protocol[T]):
    """Whoever plays ranges."""

    def size(self) -> int:
        """How many ranges are played at a time."""

    def submit(self, task: Range, apart_from: Done[T] | None) -> Any:
        """Starts a range; one that was played before is to be played elsewhere. Gives a ticket."""

    def wait(self, tickets: Sequence[Any]) -> Sequence[Any]:
        """Those of the tickets that are done; waits for one, but not for long."""

    def result(self, ticket: Any) -> Done[T]:
        """What came of it; raises `Lost` where the worker died."""

    def cancel(self, ticket: Any) -> None:
        """It is not needed any more."""


@dataclass
class _Waiting(Generic[T]):
    task: Range
    #: Of a range that is played again to compare: what came first.
    first: Done[T] | None = None
    tries: int = 1


@dataclass
class _Run(Generic[T]):
    """Ranges on their way."""

    jobs: Sequence[Job]
    crew: Crew[T]
    seconds: float
    check: float
    seed: int
    decided: Callable[[int], bool] | None
    tell: Callable[[Progress], object] | None
    waiting: dict[Any, _Waiting[T]] = field(default_factory=dict)
    again: deque[_Waiting[T]] = field(default_factory=deque)
    over: set[int] = field(default_factory=set)
    #: Ranges that are there, by job: where the first gap is, and those behind it.
    there: dict[int, tuple[int, dict[int, int]]] = field(default_factory=dict)
    looked: dict[int, int] = field(default_factory=dict)
    progress: Progress = Progress()
    names: set[str] = field(default_factory=set)
    began: float = field(default_factory=time.monotonic)
    counted: float = float("-inf")
    slots: int = 1

    def go(self) -> Iterator[tuple[Range, Done[T]]]:
        try:
            while self._fill():
                for ticket in self.crew.wait(list(self.waiting)):
                    # A sequential test may have ended meanwhile, and taken its ranges along.
                    held = self.waiting.pop(ticket, None)
                    if held is not None:
                        yield from self._ended(ticket, held)
        finally:
            for ticket in self.waiting:
                self.crew.cancel(ticket)

    def _fill(self) -> bool:
        """Starts ranges while there is room; whether any are on their way."""
        now = time.monotonic()
        if now - self.counted > COUNT_AGAIN:
            self.slots, self.counted = max(1, self.crew.size()), now
        while len(self.waiting) < self.slots:
            held = self.again.popleft() if self.again else self._next()
            if held is None:
                break
            self.waiting[self.crew.submit(held.task, held.first)] = held
        return bool(self.waiting)

    def _next(self) -> _Waiting[T] | None:
        for job in self.jobs:
            task = job.cut(self.seconds, self.slots)
            if task is not None:
                return _Waiting(task)
        return None

    def _ended(self, ticket: Any, held: _Waiting[T]) -> Iterator[tuple[Range, Done[T]]]:
        task = held.task
        if task.job in self.over:
            return
        try:
            done = self.crew.result(ticket)
        except Lost as why:
            if held.tries >= MOST_TRIES:
                raise WorkersLost(
                    f"deals {task.start} to {task.stop} were lost {held.tries} times with their workers: {why}"
                ) from why
            self._note(retried=1)
            self.again.append(_Waiting(task, held.first, held.tries + 1))
            return
        self.names.add(done.worker)
        if held.first is not None:
            self._compare(task, held.first, done)
            self._note(replayed=1, received=done.size, worked=done.seconds)
            return
        job = self.jobs[task.job]
        job.learn(task.stop - task.start, done.seconds)
        self._note(games=done.games, tasks=1, received=done.size, worked=done.seconds)
        if job.repeatable and self._is_checked(task):
            self.again.append(_Waiting(task, done))
        yield task, done
        self._look(task, job)

    def _is_checked(self, task: Range) -> bool:
        if self.check <= 0:
            return False
        # The first range always: also a short match has one that is compared.
        return task.start == 0 or Random(f"{self.seed} {task.job} {task.start}").random() < self.check

    def _compare(self, task: Range, first: Done[T], second: Done[T]) -> None:
        if first.digest != second.digest:
            raise Disagreement(
                f"deals {task.start} to {task.stop} came out differently on {first.worker} and on {second.worker}: "
                "one of them has another build, or its hardware fails"
            )

    def _look(self, task: Range, job: Job) -> None:
        """Asks a sequential test whether what is there without a gap decides it."""
        if not job.sequential or self.decided is None:
            return
        end, behind = self.there.setdefault(job.number, (0, {}))
        behind[task.start] = task.stop
        while end in behind:
            end = behind.pop(end)
        self.there[job.number] = (end, behind)
        if end and end >= LOOK_AGAIN * self.looked.get(job.number, 0):
            self.looked[job.number] = end
            if self.decided(job.number):
                self._end(job)

    def _end(self, job: Job) -> None:
        self.over.add(job.number)
        job.gaps.clear()
        self.again = deque(held for held in self.again if held.task.job != job.number)
        for ticket in [ticket for ticket, held in self.waiting.items() if held.task.job == job.number]:
            self.crew.cancel(ticket)
            del self.waiting[ticket]

    def _note(
        self, games: int = 0, tasks: int = 0, retried: int = 0, replayed: int = 0, received: int = 0, worked: float = 0.0
    ) -> None:
        before = self.progress
        self.progress = Progress(
            before.games + games,
            before.tasks + tasks,
            before.retried + retried,
            before.replayed + replayed,
            before.received + received,
            before.worked + worked,
            time.monotonic() - self.began,
            len(self.names),
            self.slots,
        )
        if self.tell is not None:
            self.tell(self.progress)


def play(
    jobs: Sequence[Job],
    crew: Crew[T],
    *,
    seconds: float = 3.0,
    check: float = 0.0,
    seed: int = 0,
    decided: Callable[[int], bool] | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Iterator[tuple[Range, Done[T]]]:
    """Plays jobs, numbered from 0, in ranges of about `seconds`; gives every range once, in the order in which they end.

    A part `check` of the ranges is played again elsewhere: where it comes out differently a `Disagreement` is raised.
    """
    return _Run(jobs, crew, seconds, check, seed, decided, progress).go()
