"""The figures of docs/results.md, section Python. Each ratio is taken in one run; speeds are in CPU seconds of one core.

    python python/measure/speeds.py [--wheel FILE]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

import yomi

T = TypeVar("T")
ROUNDS = 5


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """What the work gives, and the CPU seconds that it took."""
    began = time.process_time()
    done = work()
    return done, time.process_time() - began


def say(what: str, values: Sequence[float], unit: str) -> None:
    print(f"{what}: {statistics.median(values):,.4g} {unit} (of {len(values)}: {min(values):,.4g} to {max(values):,.4g})")


def advice() -> None:
    """What a call costs beyond what Rust spends on it, which the answer tells itself."""
    view = yomi.game("kuhn").deal(seed=1).view()
    for agent, limit in (("greedy", "1it"), ("ismcts", "100it")):
        over, inside = [], []
        for _ in range(ROUNDS):
            took, rust = 0.0, 0.0
            for _ in range(2000):
                began = time.perf_counter()
                decision = yomi.advise(view, agent, limit)
                took += time.perf_counter() - began
                rust += decision.elapsed_ms / 1000
            over.append((took - rust) / 2000 * 1e6)
            inside.append(rust / 2000 * 1e6)
        say(f"advise, {agent} {limit}, beyond Rust", over, "microseconds")
        say(f"advise, {agent} {limit}, in Rust", inside, "microseconds")


def playouts(game: str) -> None:
    """Random games of a batch beside the playouts of the benchmark, in turns."""
    games = yomi.vec(game, n=1024, observe=False)
    games.play_out(2)
    batch, rust, ratio = [], [], []
    for _ in range(ROUNDS):
        rounds = 20 if game == "duel" else 500
        _, took = timed(lambda: games.play_out(rounds))
        batch.append(1024 * rounds / took)
        rows = yomi.bench(game, seconds=0.3)["rows"]
        rust.append(next(row["per_second"] for row in rows if row["what"] == "playout"))
        ratio.append(batch[-1] / rust[-1])
    say(f"{game}, random games by vec(1024)", batch, "games/s")
    say(f"{game}, random playouts of the benchmark", rust, "playouts/s")
    say(f"{game}, the one divided by the other", ratio, "")


def stepping(game: str, observe: bool) -> None:
    """Steps with moves that numpy chose at random among the legal ones."""
    games, rng = yomi.vec(game, n=1024, observe=observe), np.random.default_rng(1)
    games.reset()

    def steps() -> None:
        for _ in range(100):
            mask = games.legal
            games.step((mask * rng.random(mask.shape)).argmax(axis=1))

    say(f"{game}, steps with numpy moves, observe={observe}", [102_400 / timed(steps)[1] for _ in range(ROUNDS)], "/s")


def observed(game: str) -> None:
    """Decisions with observations and what is hidden, moves chosen in Rust."""
    games = yomi.vec(game, n=1024)
    games.reset()

    def steps() -> None:
        for _ in range(50):
            games.step_random()

    say(f"{game}, decisions with observations", [51_200 / timed(steps)[1] for _ in range(ROUNDS)], "/s")


class Sticks(yomi.PythonGame[tuple[int, int]]):
    """A trivial game: one to three of ten sticks in turn."""

    name = "sticks"

    def start(self, seed: int) -> tuple[int, int]:
        return 10, 0

    def turn(self, state: tuple[int, int]) -> int | None:
        return state[1] if state[0] else None

    def moves(self, state: tuple[int, int]) -> Sequence[int]:
        return range(1, min(3, state[0]) + 1)

    def apply(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] - move, 1 - state[1]

    def payoffs(self, state: tuple[int, int]) -> Sequence[float]:
        return (1.0, 0.0) if state[1] else (0.0, 1.0)


class Closed(Sticks):
    """The same with `seen` and `world`, so that ismcts plays it."""

    def seen(self, state: tuple[int, int], seat: int) -> tuple[int, int]:
        return state

    def world(self, seen: tuple[int, int], seat: int, random: Any) -> tuple[int, int]:
        return seen


def own_games() -> None:
    """Iterations of the searches on a game that is written in Python."""
    for game, agent in ((Sticks(), "mcts"), (Closed(), "ismcts")):
        view = yomi.python_game(game).deal(seed=0).view()
        speeds = [20_000 / timed(lambda: yomi.advise(view, agent, "20000it"))[1] for _ in range(ROUNDS)]
        say(f"a game in Python, {agent}", speeds, "iterations/s")
    view = yomi.python_game(Sticks()).deal(seed=0).view()
    speeds = []
    for _ in range(ROUNDS):
        decision, took = timed(lambda: yomi.advise(view, "minimax(depth=9)"))
        speeds.append(decision.nodes / took)
    say("a game in Python, minimax", speeds, "nodes/s")


def beside_openspiel() -> None:
    """Iterations of ismcts from all deals, beside OpenSpiel's ISMCTSBot in C++, in turns; where open_spiel is installed."""
    try:
        import pyspiel  # type: ignore[import-not-found]
    except ImportError:
        print("open_spiel is not installed: not measured beside it")
        return
    iterations = 100_000
    for name, spiel in (("kuhn", "kuhn_poker"), ("leduc", "leduc_poker(suit_isomorphism=True)")):
        views = [yomi.game(name).deal(seed=seed).view() for seed in range(6)]
        starts = []
        for seed in range(6):
            state = pyspiel.load_game(spiel).new_initial_state()
            while state.is_chance_node():
                outcomes = [action for action, _ in state.chance_outcomes()]
                state.apply_action(outcomes[seed % len(outcomes)])
            starts.append(state)
        ratio = []
        for number in range(ROUNDS):

            def ours(views: list[yomi.View] = views, number: int = number) -> None:
                for view in views:
                    yomi.advise(view, "ismcts", f"{iterations}it", seed=number)

            def theirs(starts: list[Any] = starts, number: int = number) -> None:
                for state in starts:
                    last = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
                    evaluator = pyspiel.RandomRolloutEvaluator(1, number)
                    pyspiel.ISMCTSBot(number, evaluator, 1.0, iterations, -1, last).step(state)

            ratio.append(timed(theirs)[1] / timed(ours)[1])
        say(f"{name}, ismcts, iterations a second over those of OpenSpiel's ISMCTSBot", ratio, "")


def importing() -> None:
    """The import alone, in a fresh process."""
    for clock in ("process_time", "perf_counter"):
        script = f"import time; t = time.{clock}(); import yomi; print(time.{clock}() - t)"

        def run() -> float:
            said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
            return 1000 * float(said.stdout)

        run()
        say(f"import yomi, by {clock}", [run() for _ in range(2 * ROUNDS)], "ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wheel", type=Path, help="a wheel, to tell its size")
    wheel: Path | None = parser.parse_args().wheel
    print(f"yomi {yomi.__version__}, {yomi.BUILT_FOR}")
    advice()
    playouts("connect-four")
    playouts("duel")
    stepping("connect-four", observe=False)
    stepping("connect-four", observe=True)
    observed("duel")
    own_games()
    beside_openspiel()
    importing()
    if wheel is not None:
        print(f"wheel: {wheel.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
