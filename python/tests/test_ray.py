"""Ray, on this machine: the same reports, also when workers die."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import yomi
from yomi import _asked, _yomi

pytest.importorskip("ray")

import ray  # type: ignore[import-not-found, unused-ignore]  # noqa: E402

import yomi.ray  # noqa: E402

PLAN = """
[[game]]
game = "kuhn"
agents = ["cfr", "random", "ismcts"]
games = 60
limit = "50it"
"""


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    # What is defined in this file is sent by value: workers do not have it.
    ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    ray.cloudpickle.register_pickle_by_value(__import__(__name__))
    yield
    ray.shutdown()


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    for row in report["agents"]:
        del row["cpu_ms_per_move"], row["cpu_ms_per_game"]
    return report


def test_a_match_is_that_of_one_machine_and_ranges_are_compared() -> None:
    heard: list[yomi.ray.Progress] = []
    asked: dict[str, Any] = {"games": 6000, "seed": 9}
    agents = ["policy", "heuristic", "random"]
    found = yomi.ray.arena("sevens", agents, **asked, check=0.2, seconds=0.5, workers=2, progress=heard.append)
    assert without_times(found) == without_times(yomi.arena("sevens", agents, **asked))
    last = heard[-1]
    assert last.games == 6000 and last.replayed >= 1 and last.workers >= 2
    # Tallies, not records: however the range is cut, what is written once aside.
    wanted = _asked.wanted(agents, 6000, None, 9, None, None, False)
    part, games, _ = _yomi.arena_part(yomi.game("sevens"), wanted, 0, 1000)
    assert len(part) < 20 * games


class Fragile(yomi.PythonGame[tuple[int, int]]):
    """Sticks, whose first worker is killed in the middle of a range, and then another one."""

    name = "fragile"

    def __init__(self, marks: Path) -> None:
        self.marks, self.driver = marks, os.getpid()

    def start(self, seed: int) -> tuple[int, int]:
        if os.getpid() != self.driver:
            deals = len(list(self.marks.iterdir()))
            for at in (3, 40):
                if deals >= at and self.is_first(at):
                    os.kill(os.getpid(), signal.SIGKILL)
            (self.marks / f"{os.getpid()}-{seed}").touch()
        return 10 + seed % 7, 0

    def is_first(self, at: int) -> bool:
        """Two workers may get there together; one of them is killed."""
        try:
            (self.marks / f"killed-{at}").touch(exist_ok=False)
        except FileExistsError:
            return False
        return True

    def turn(self, state: tuple[int, int]) -> int | None:
        return state[1] if state[0] else None

    def moves(self, state: tuple[int, int]) -> Sequence[int]:
        return range(1, min(3, state[0]) + 1)

    def apply(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] - move, 1 - state[1]

    def payoffs(self, state: tuple[int, int]) -> Sequence[float]:
        return (1.0, 0.0) if state[1] else (0.0, 1.0)


def test_workers_that_are_killed_change_nothing(tmp_path: Path) -> None:
    game = Fragile(tmp_path)
    heard: list[yomi.ray.Progress] = []
    asked: dict[str, Any] = {"games": 200, "limit": "40it", "seed": 2}
    found = yomi.ray.arena(game, ["mcts", "random"], **asked, seconds=0.2, workers=2, progress=heard.append)
    assert heard[-1].retried >= 2 and sorted(path.name for path in tmp_path.glob("killed-*")) == ["killed-3", "killed-40"]
    local = yomi.arena(yomi.python_game(game), ["mcts", "random"], **asked)
    # A game in Python is numbered whenever it is opened.
    del found["settings"], local["settings"]
    assert found["signature"] == local["signature"] and without_times(found) == without_times(local)


def test_a_sequential_test_and_openings() -> None:
    asked: dict[str, Any] = {"games": 4000, "limit": "50it", "sprt": "elo0=0,elo1=100", "openings": 300}
    found = yomi.ray.arena("connect-four", ["mcts", "random"], **asked, seconds=0.3, workers=2)
    assert without_times(found) == without_times(yomi.arena("connect-four", ["mcts", "random"], **asked))
    assert found["sprt"]["verdict"] == "h1"


def test_a_tournament_is_that_of_one_machine_and_goes_on_from_a_store(tmp_path: Path) -> None:
    local = yomi.tournament(PLAN, name="small")
    store = tmp_path / "games.db"

    class Enough(Exception):
        pass

    def interrupt(progress: yomi.ray.Progress) -> None:
        if progress.games >= 30:
            raise Enough

    with pytest.raises(Enough):
        yomi.ray.tournament(PLAN, name="small", store=store, seconds=0.05, workers=2, progress=interrupt)
    found = yomi.ray.tournament(PLAN, name="small", store=store, seconds=0.05, workers=2)
    assert found["signature"] == local["signature"]
    ratings = [[row["rating"] for row in report["events"][0]["agents"]] for report in (found, local)]
    assert ratings[0] == ratings[1]
    assert len(yomi.Store(store).list()) == 180
    assert yomi.ray.tournament(PLAN, name="small", store=store)["signature"] == local["signature"]


def test_games_for_learning_are_those_of_a_match(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"games": 60, "limit": "30it", "seed": 5}
    records = list(yomi.ray.self_play("leduc", ["ismcts", "cfr"], **asked, seconds=0.1, workers=2))
    yomi.arena("leduc", ["ismcts", "cfr"], **asked, store=tmp_path / "games.db")
    store = yomi.Store(tmp_path / "games.db")
    assert records == [store.show(row["id"]) for row in store.list()]
    records[7].check()


def steps(games: yomi.Vec, count: int) -> Any:
    for _ in range(count):
        stepped = games.step_random()
    return stepped.obs


def test_batches_on_workers_are_places_of_one_batch() -> None:
    import numpy as np

    whole = steps(yomi.vec("duel", n=50, seed=3), 20)
    parts = list(yomi.ray.rollouts("duel", steps, 50, shard=16, arguments=(20,), seed=3, workers=2))
    assert [len(part) for part in parts] == [16, 16, 16, 2]
    assert (np.concatenate(parts) == whole).all()


def test_what_is_refused_is_refused_as_it_is_here() -> None:
    with pytest.raises(yomi.UnknownFault):
        yomi.ray.arena("kuhn", ["nobody", "random"], games=4)
    with pytest.raises(yomi.OptionFault):
        yomi.ray.arena("kuhn", ["random"], games=4)
    with pytest.raises(ValueError, match="check=2"):
        yomi.ray.arena("kuhn", ["random", "random"], games=4, check=2)
    with pytest.raises(ValueError, match="workers=0"):
        yomi.ray.arena("kuhn", ["random", "random"], games=4, workers=0)


def test_the_command_prints_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    import json

    command = ["arena", "kuhn", "--agents", "cfr ismcts(limit=20it)", "--games", "40", "--seed", "3"]
    assert yomi.ray.main(command) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["signature"] == yomi.arena("kuhn", ["cfr", "ismcts(limit=20it)"], 40, seed=3)["signature"]
    assert "40 games" in said.err
    assert yomi.ray.main(["arena", "chess", "--agents", "a b"]) == 2


class TwoArguments(Exception):
    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} and {two}")


def fails(games: yomi.Vec, how: str) -> Any:
    if how == "two":
        raise TwoArguments("this", "that")
    games.step([9] * games.n)


def test_what_the_work_raises_is_raised_at_once_and_in_its_own_words() -> None:
    heard: list[yomi.ray.Progress] = []
    with pytest.raises(RuntimeError, match="^TwoArguments: this and that$"):
        list(yomi.ray.rollouts("kuhn", fails, 4, arguments=("two",), progress=heard.append))
    assert not any(progress.retried for progress in heard)
    with pytest.raises(Exception) as there:
        list(yomi.ray.rollouts("kuhn", fails, 4, arguments=("fault",)))
    with pytest.raises(Exception) as here:
        fails(yomi.vec("kuhn", n=4), "fault")
    assert type(there.value) is type(here.value) and str(there.value) == str(here.value)


def test_what_is_asked_is_checked_before_the_first_game_is_taken() -> None:
    agents = ["random", "random"]
    asks: list[Any] = [yomi.ray.arena, yomi.ray.self_play]
    with pytest.raises(yomi.UnknownFault):
        yomi.ray.self_play("kuhn", ["nobody", "random"], games=4)
    with pytest.raises(ValueError, match="n=0"):
        yomi.ray.rollouts("kuhn", steps, 0)
    with pytest.raises(TypeError, match="n=2.5"):
        yomi.ray.rollouts("kuhn", steps, 2.5)  # type: ignore[arg-type]
    for ask in asks:
        with pytest.raises(TypeError, match="workers=2.5"):
            ask("kuhn", agents, games=4, workers=2.5)
        for seconds in (-1, 0, float("nan"), float("inf")):
            with pytest.raises(ValueError, match="seconds="):
                ask("kuhn", agents, games=4, seconds=seconds)
    with pytest.raises(ValueError, match="seconds=0"):
        yomi.ray.tournament(PLAN, name="small", seconds=0)
