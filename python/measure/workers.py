"""The figures of Ray in docs/results.md: one local worker beside two, in turns, and what comes to the driver.

    python python/measure/workers.py
"""

from __future__ import annotations

import statistics
import time
from typing import Any

import ray  # type: ignore[import-not-found, unused-ignore]

import yomi.ray
from yomi import _asked, _yomi

ROUNDS = 3


def match(workers: int, games: int) -> tuple[dict[str, Any], yomi.ray.Progress]:
    last: list[yomi.ray.Progress] = []
    report = yomi.ray.arena(
        "leduc",
        ["ismcts", "random"],
        games,
        limit="200it",
        seed=1,
        workers=workers,
        check=0.0,
        seconds=1.0,
        progress=last.append,
    )
    return report, last[-1]


def joining() -> None:
    """How many games a second the driver adds up."""
    game = yomi.game("leduc")
    wanted = _asked.wanted(["cfr", "random"], 400_000, None, 1, None, None, False)
    part, games, _ = _yomi.arena_part(game, wanted, 0, 200_000)
    began = time.process_time()
    _yomi.arena_join(game, wanted, [part])
    took = time.process_time() - began
    print(f"a part of {games} games has {len(part) / games:.1f} bytes a game; {games / took:,.0f} games/s are joined")


def main() -> None:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    match(2, 600)
    games, signatures, ratios = 200_000, set(), []
    for _ in range(ROUNDS):
        speed = {}
        for workers in (1, 2):
            report, last = match(workers, games)
            signatures.add(report["signature"])
            speed[workers] = last.games / last.seconds
            print(
                f"{workers} workers: {speed[workers]:.1f} games/s, {last.games / last.worked:.1f} per worker, {last.tasks} tasks, "
                f"{last.received / last.games:.1f} bytes a game, {last.received / last.seconds:.0f} bytes/s"
            )
        ratios.append(speed[2] / speed[1])
    print(f"two over one: {statistics.median(ratios):.2f} of {[round(ratio, 2) for ratio in ratios]}; signatures: {signatures}")
    joining()


if __name__ == "__main__":
    main()
