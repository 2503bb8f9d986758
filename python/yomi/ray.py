"""Matches, tournaments and self-play on many machines, with Ray. Needs ``pip install ray``.

A match is cut into ranges of deals, each some seconds of one core, and what comes back is a tally of about a dozen bytes
for a game. The report is that of `yomi.arena`, to the bit except for CPU times, on any number of workers, whatever happens
to them:

>>> import yomi.ray                                                                    # doctest: +SKIP
>>> yomi.ray.arena("sevens", ["best", "policy", "random"], games=3000, limit="200it")  # doctest: +SKIP

On a laptop Ray starts by itself; on a cluster ``address="auto"`` (on a node of it) or ``"ray://head:10001"`` is given. All nodes need the
same wheel, installed or by ``runtime_env={"pip": ["yomi-….whl"]}``. The same from a shell::

    python -m yomi.ray arena sevens --agents "best policy random" --games 3000 --limit 200it
    python -m yomi.ray arena sevens --agents "best policy random" --games 3000 --limit 200it --address auto
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, SupportsFloat, TypeVar

import ray  # type: ignore[import-not-found, unused-ignore]

from . import _asked, _shards, _yomi
from ._games import Setting
from ._matches import _open, _plan
from ._shards import Disagreement, Done, Lost, Progress, Range, WorkersLost
from ._vec import Vec, vec
from .faults import get_language
from .own import PythonGame, python_game
from .records import Record

__all__ = ["Disagreement", "Progress", "WorkersLost", "arena", "rollouts", "self_play", "tournament"]

T = TypeVar("T")
#: The part of the ranges that is played twice and compared.
CHECK = 0.02
#: Seconds of a task.
SECONDS = 3.0
#: How long a wait for workers may take, so that Ctrl-C is noticed and progress is told.
PATIENCE = 0.5

Told = Callable[[Progress], object]


@dataclass(frozen=True)
class _ArenaWork:
    """Ranges of the deals of one match."""

    game: _yomi.Game | PythonGame[Any]
    wanted: _asked.Wanted
    moves: bool

    def play(self, task: Range) -> tuple[bytes, int, str]:
        return _yomi.arena_part(_opened(self.game), self.wanted, task.start, task.stop, self.moves)


@dataclass(frozen=True)
class _TournamentWork:
    """Ranges of the deals of the matches of a tournament."""

    text: str
    name: str
    outside: bool
    moves: bool

    def play(self, task: Range) -> tuple[bytes, int, str]:
        return _yomi.tournament_part(
            self.text, self.name, self.outside, task.job, task.start, task.stop, self.moves
        )


@dataclass(frozen=True)
class _RolloutWork:
    """Ranges of the places of a batch."""

    game: _yomi.Game
    run: Callable[..., Any]
    arguments: Any
    seed: int
    observe: bool
    again: bool

    def play(self, task: Range) -> tuple[Any, int, str]:
        count = task.stop - task.start
        games = vec(self.game, count, seed=self.seed, observe=self.observe, again=self.again, first=task.start)
        # What all ranges need lies in Ray's store, and comes to every node once.
        return self.run(games, *ray.get(self.arguments)), 0, ""


def _opened(game: _yomi.Game | PythonGame[Any]) -> _yomi.Game:
    return game if isinstance(game, _yomi.Game) else python_game(game)


def _played(work: Any, task: Range, version: str) -> Done[Any]:
    """What a worker does."""
    if version != _yomi.__version__:
        raise RuntimeError(
            f"this worker has yomi {_yomi.__version__}, the driver {version}; expected the same wheel on all nodes"
        )
    began = time.perf_counter()
    try:
        payload, games, digest = work.play(task)
    except Exception as why:
        raise _sent(why) from why
    worker = f"{ray.get_runtime_context().get_node_id()[:8]}/{os.getpid()}"
    size = len(payload) if isinstance(payload, bytes) else 0
    return Done(payload, games, digest, time.perf_counter() - began, worker, size)


def _sent(why: Exception) -> Exception:
    """The exception itself where it can be sent; otherwise its name and text. One whose ``__init__`` takes other arguments
    than it keeps is written by pickle, and cannot be read back."""
    try:
        ray.cloudpickle.loads(ray.cloudpickle.dumps(why))
    except Exception:
        return RuntimeError(f"{type(why).__name__}: {why}")
    return why


def _losses() -> tuple[type[Exception], ...]:
    """What happens to workers, and is not the doing of what they work on."""
    kinds = ray.exceptions
    return (
        kinds.WorkerCrashedError,
        kinds.NodeDiedError,
        kinds.LocalRayletDiedError,
        kinds.ObjectLostError,
        kinds.OutOfMemoryError,
    )


class _Crew:
    """Workers of Ray, one core each."""

    def __init__(self, work: Any, workers: int | None) -> None:
        self._work = ray.put(work)
        self._workers = workers
        # Ray would try again by itself; here it is counted, and told.
        self._remote = ray.remote(num_cpus=1, max_retries=0)(_played)

    def size(self) -> int:
        if self._workers is not None:
            return self._workers
        # As many again wait beside those that are played, so that no core waits for the driver.
        return 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))

    def submit(self, task: Range, apart_from: Done[Any] | None) -> Any:
        remote = self._remote if apart_from is None else self._elsewhere(apart_from)
        return remote.remote(self._work, task, _yomi.__version__)

    def _elsewhere(self, first: Done[Any]) -> Any:
        """On another node where there is one; in another process in any case, which an environment of its own makes."""
        from ray.util.scheduling_strategies import (  # type: ignore[import-not-found, unused-ignore]
            NodeAffinitySchedulingStrategy,
        )

        options: dict[str, Any] = {"runtime_env": {"env_vars": {"YOMI_REPLAY": "1"}}}
        there = first.worker.partition("/")[0]
        others = [node["NodeID"] for node in ray.nodes() if node["Alive"] and not node["NodeID"].startswith(there)]
        if others:
            chosen = others[hash(first.digest) % len(others)]
            options["scheduling_strategy"] = NodeAffinitySchedulingStrategy(node_id=chosen, soft=True)
        return self._remote.options(**options)

    def wait(self, tickets: Sequence[Any]) -> Sequence[Any]:
        ready, _ = ray.wait(list(tickets), num_returns=len(tickets), timeout=0)
        if not ready:
            ready, _ = ray.wait(list(tickets), num_returns=1, timeout=PATIENCE)
        return list(ready)

    def result(self, ticket: Any) -> Done[Any]:
        try:
            done: Done[Any] = ray.get(ticket)
        except ray.exceptions.RayTaskError as why:
            if isinstance(why.cause, _losses()):
                raise _lost(why.cause) from why
            # What the work itself raised is the caller's.
            raise (why.cause if isinstance(why.cause, Exception) else why) from why
        except _losses() as why:
            raise _lost(why) from why
        return done

    def cancel(self, ticket: Any) -> None:
        ray.cancel(ticket, force=True)


def _lost(why: Exception) -> Lost:
    return Lost(f"{type(why).__name__}: {next(iter(str(why).splitlines()), '')}")


def _connect(address: str | None, runtime_env: dict[str, Any] | None) -> None:
    """Joins a cluster, or starts Ray here; where it runs already, nothing is done."""
    if ray.is_initialized():
        return
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address is None:
        options["include_dashboard"] = False
    ray.init(address=address, runtime_env=runtime_env, **options)


def _check(check: float, repeatable: bool) -> float:
    if not 0 <= check <= 1:
        raise ValueError(f"check={check}: expected a part of the ranges, 0 to 1")
    return check if repeatable else 0.0


def _workers(workers: int | None) -> int | None:
    if workers is not None and not hasattr(workers, "__index__"):
        raise TypeError(f"workers={workers!r}: expected a whole number, or None for all cores")
    if workers is not None and workers < 1:
        raise ValueError(f"workers={workers}: expected 1 or more, or None for all cores")
    return workers


def _seconds(seconds: float) -> float:
    if not isinstance(seconds, SupportsFloat):
        raise TypeError(f"seconds={seconds!r}: expected a number above 0")
    if not 0 < float(seconds) < float("inf"):
        raise ValueError(f"seconds={seconds}: expected a number above 0")
    return float(seconds)


def _line(progress: Progress) -> None:
    """Progress on the terminal, where there is one."""
    if not sys.stderr.isatty():
        return
    each = progress.games / max(progress.seconds, 1e-9)
    text = {
        "en": f"{progress.games:,} games, {each:,.1f}/s, {progress.workers} workers, retried {progress.retried}",
        "ja": f"{progress.games:,}局、毎秒{each:,.1f}局、ワーカー{progress.workers}、やり直し{progress.retried}",
    }
    print(f"\r{text[get_language()]}\x1b[K", end="", file=sys.stderr, flush=True)


def arena(
    game: _yomi.Game | PythonGame[Any] | str,
    agents: Sequence[str],
    games: int = 100,
    *,
    limit: str | None = None,
    seed: int = 0,
    openings: int | None = None,
    sprt: str | None = None,
    settings: dict[str, Setting] | None = None,
    store: str | os.PathLike[str] | None = None,
    outside: bool = False,
    progress: Told | None = _line,
    check: float = CHECK,
    seconds: float = SECONDS,
    workers: int | None = None,
    address: str | None = None,
    runtime_env: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """`yomi.arena` on the cores of a cluster: the same report and the same signature.

    Args:
        game: its name, a `Game`, or a `PythonGame`, which is sent to the workers.
        store: keeps the games in this file, as `yomi.arena` does; their moves then come to the driver.
        progress: is called with a `Progress` whenever a range is done; by default a line on the terminal.
        check: the part of the ranges that is played again elsewhere and compared; the first one always. Limits in time and
            programs are not repeatable, and are not compared. 0 for none.
        seconds: how long a task should take.
        workers: ranges that are played at a time; all cores without it.
        address: of a cluster: ``"auto"`` or ``"ray://host:10001"``; without it Ray starts here, unless it runs.
        runtime_env: what the workers need, for `ray.init`: ``{"pip": ["yomi-….whl"]}``.

    A range whose worker died is played again; one that is lost ten times raises `WorkersLost`.
    """
    opened = python_game(game) if isinstance(game, PythonGame) else _open(game, settings)
    wanted = _asked.wanted(agents, games, limit, seed, openings, sprt, outside)
    deals, _, repeatable = _yomi.arena_shape(opened, wanted)
    check, seconds = _check(check, repeatable), _seconds(seconds)
    _workers(workers)
    _connect(address, runtime_env)
    sent = game if isinstance(game, PythonGame) else opened
    crew = _Crew(_ArenaWork(sent, wanted, store is not None), workers)
    job = _shards.Job(0, [(0, deals)], repeatable, sprt is not None)
    parts: list[bytes] = []

    def decided(_: int) -> bool:
        return not _yomi.arena_join(opened, wanted, parts).get("interrupted", False)

    for _, done in _shards.play(
        [job], crew, seconds=seconds, check=check, seed=seed, decided=decided, progress=progress
    ):
        parts.append(done.payload)
    _newline(progress)
    return _yomi.arena_join(opened, wanted, parts, None if store is None else Path(store))


def _newline(progress: Told | None) -> None:
    if progress is _line and sys.stderr.isatty():
        print(file=sys.stderr)


def tournament(
    plan: str | os.PathLike[str],
    *,
    name: str = "tournament",
    store: str | os.PathLike[str] | None = None,
    fresh: bool = False,
    outside: bool = False,
    progress: Told | None = _line,
    check: float = CHECK,
    seconds: float = SECONDS,
    workers: int | None = None,
    address: str | None = None,
    runtime_env: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """`yomi.tournament` on the cores of a cluster: the same report, ratings and signature.

    With a ``store`` every range is kept when it comes, and a tournament that was interrupted goes on with what is left,
    here or with `yomi.tournament`. The other arguments are those of `arena`.
    """
    name, text = _plan(plan, name)
    parts = _yomi.TournamentParts(text, name, outside, fresh, None if store is None else Path(store))
    matches = parts.matches()
    jobs = [
        _shards.Job(row["number"], [(start, stop) for start, stop in row["gaps"]], row["repeatable"], row["sequential"])
        for row in matches
    ]
    check, seconds = _check(check, True), _seconds(seconds)
    _workers(workers)
    if jobs:
        _connect(address, runtime_env)
        crew = _Crew(_TournamentWork(text, name, outside, parts.wants_moves), workers)
        ranges = _shards.play(
            jobs, crew, seconds=seconds, check=check, decided=parts.decided, progress=progress
        )
        for task, done in ranges:
            parts.take_part(task.job, done.payload)
        _newline(progress)
    return parts.join()


def self_play(
    game: _yomi.Game | str,
    agents: Sequence[str],
    games: int = 100,
    *,
    limit: str | None = None,
    seed: int = 0,
    openings: int | None = None,
    settings: dict[str, Setting] | None = None,
    outside: bool = False,
    progress: Told | None = None,
    check: float = CHECK,
    seconds: float = SECONDS,
    workers: int | None = None,
    address: str | None = None,
    runtime_env: dict[str, Any] | None = None,
) -> Iterator[Record]:
    """Whole games of agents for learning, as records: those of `yomi.arena` with a store, in the same order.

    Games are given as they come; who takes them slowly slows the workers down, and memory does not fill up. What is asked is
    checked at once, and the work begins with the first game that is taken.
    """
    opened = _open(game, settings)
    wanted = _asked.wanted(agents, games, limit, seed, openings, None, outside)
    deals, _, repeatable = _yomi.arena_shape(opened, wanted)
    check, seconds = _check(check, repeatable), _seconds(seconds)
    _workers(workers)
    texts = list(agents)
    # The report of nothing: it is made here, and refuses agents that do not exist.
    _yomi.arena_join(opened, wanted, [])

    def records() -> Iterator[Record]:
        _connect(address, runtime_env)
        crew = _Crew(_ArenaWork(opened, wanted, True), workers)
        job = _shards.Job(0, [(0, deals)], repeatable)
        ranges = _shards.play([job], crew, seconds=seconds, check=check, seed=seed, progress=progress)
        for part in _in_order(ranges):
            yield from map(Record.of, _yomi.part_records(opened, texts, part))

    return records()


def rollouts(
    game: _yomi.Game | str,
    play: Callable[..., T],
    n: int,
    *,
    shard: int = 256,
    arguments: Sequence[Any] = (),
    seed: int = 0,
    observe: bool = True,
    again: bool = True,
    settings: dict[str, Setting] | None = None,
    progress: Told | None = None,
    workers: int | None = None,
    address: str | None = None,
    runtime_env: dict[str, Any] | None = None,
) -> Iterator[T]:
    """Batches of `yomi.vec` on many cores: ``play(games, *arguments)`` for every `shard` places of `n`, in their order.

    ``games`` is a `Vec` of its places: the games are those of the same places of ``yomi.vec(game, n, seed=seed)``, so that the
    cut does not change what is played. `arguments`, such as the weights of a network, are sent to every node once.
    """
    _asked.whole(n=n, shard=shard, seed=seed)
    if n < 1 or shard < 1:
        raise ValueError(f"n={n}, shard={shard}: expected 1 or more")
    opened = _open(game, settings)
    _workers(workers)
    held = tuple(arguments)

    def results() -> Iterator[T]:
        _connect(address, runtime_env)
        # What is itself an argument of a task would be unpacked by Ray: this is a part of the work.
        work = _RolloutWork(opened, play, ray.put(held), seed, observe, again)
        job = _shards.Job(0, [(0, n)], repeatable=False, fixed=shard)
        yield from _in_order(_shards.play([job], _Crew(work, workers), progress=progress))

    return results()


def _in_order(ranges: Iterator[tuple[Range, Done[T]]]) -> Iterator[T]:
    """What ranges of one job brought, in the order of the ranges."""
    waiting: dict[int, tuple[int, T]] = {}
    next_one = 0
    for task, done in ranges:
        waiting[task.start] = (task.stop, done.payload)
        while next_one in waiting:
            next_one, payload = waiting.pop(next_one)
            yield payload


def main(arguments: Sequence[str] | None = None) -> int:
    """``python -m yomi.ray``: a match or a tournament from a shell."""
    import argparse
    import json

    from .faults import Fault

    def say(en: str, ja: str) -> str:
        return ja if get_language() == "ja" else en

    parser = argparse.ArgumentParser(
        prog="python -m yomi.ray",
        description=say("Matches and tournaments on many cores.", "対戦と大会を多数のコアで行います。"),
    )
    commands = parser.add_subparsers(dest="command", required=True)
    match = commands.add_parser("arena", help=say("a match", "対戦"))
    match.add_argument("game")
    match.add_argument("--agents", required=True, help=say('one per seat: "best random"', '席ごとに: "best random"'))
    match.add_argument("--games", type=int, default=100)
    match.add_argument("--limit", help=say("per decision, as in yomi arena", "一手の上限。yomi arena と同じ"))
    match.add_argument("--seed", type=int, default=0)
    match.add_argument("--openings", type=int)
    match.add_argument("--sprt")
    match.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    many = commands.add_parser("tournament", help=say("a tournament", "大会"))
    many.add_argument("file", type=Path)
    many.add_argument("--fresh", action="store_true", help=say("start anew", "最初から"))
    for command in (match, many):
        command.add_argument("--store", type=Path, help=say("keep the games in this file", "対局を保存するファイル"))
        command.add_argument("--workers", type=int, help=say("ranges at a time", "同時に行う数"))
        command.add_argument("--check", type=float, default=CHECK, help=say("part that is played twice", "二度行う割合"))
        command.add_argument("--address", help=say("of a cluster: auto, ray://HOST:10001", "クラスターの場所: auto など"))
        command.add_argument("--pip", metavar="WHEEL", help=say("install this on the workers", "ワーカーに入れるホイール"))
    asked = parser.parse_args(arguments)
    last = Progress()

    def note(progress: Progress) -> None:
        nonlocal last
        last = progress
        _line(progress)

    shared: dict[str, Any] = {
        "store": asked.store,
        "workers": asked.workers,
        "check": asked.check,
        "address": asked.address,
        "runtime_env": {"pip": [asked.pip]} if asked.pip else None,
        "progress": note,
    }
    try:
        if asked.command == "arena":
            settings = dict(pair.partition("=")[::2] for pair in asked.set)
            report = arena(
                asked.game,
                _yomi.agent_list(asked.agents),
                asked.games,
                limit=asked.limit,
                seed=asked.seed,
                openings=asked.openings,
                sprt=asked.sprt,
                settings=settings,
                **shared,
            )
        else:
            report = tournament(asked.file, fresh=asked.fresh, **shared)
    except (Fault, OSError, ValueError, WorkersLost, Disagreement) as why:
        print(f"yomi.ray: {why}", file=sys.stderr)
        return 2
    _newline(_line)
    print(json.dumps(report, ensure_ascii=False))
    print(
        f"yomi.ray: {last.games} games, {last.tasks} tasks, {last.retried} retried, {last.replayed} compared, "
        f"{last.received} bytes, {last.seconds:.1f} s, {last.games / max(last.worked, 1e-9):.1f} games/s per core",
        file=sys.stderr,
    )
    return 0


if __name__ == "__main__":
    # By its own name: what is sent to workers must be found there.
    from yomi.ray import main as named_main

    sys.exit(named_main())
