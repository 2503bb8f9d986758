"""Ranges of deals, without Ray: cutting, losing workers, comparing, and joining to the report of the whole."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import yomi
from yomi import _asked, _shards, _yomi
from yomi._shards import Done, Lost, Progress, Range

PLAN = """
[[game]]
game = "kuhn"
agents = ["cfr", "random", "ismcts"]
games = 40
limit = "50it"
"""


class Here:
    """A crew in this process that ends its ranges in another order than they were begun, and loses some."""

    def __init__(self, work: Any, size: int = 4, loses: float = 0.0, wrong: int | None = None) -> None:
        self.work, self._size, self.loses, self.wrong = work, size, loses, wrong
        self.random = random.Random(1)
        self.begun: dict[int, tuple[Range, bool]] = {}
        self.ranges: list[Range] = []
        self.cancelled = 0

    def size(self) -> int:
        return self._size

    def submit(self, task: Range, apart_from: Done[bytes] | None) -> int:
        ticket = len(self.ranges)
        self.ranges.append(task)
        self.begun[ticket] = (task, apart_from is not None)
        return ticket

    def wait(self, tickets: Sequence[int]) -> Sequence[int]:
        return self.random.sample(list(tickets), 1)

    def result(self, ticket: int) -> Done[bytes]:
        task, again = self.begun[ticket]
        if self.random.random() < self.loses:
            raise Lost("killed")
        part, games, digest = self.work(task)
        if again and task.start == self.wrong:
            digest = "another"
        # A hundredth of a second a deal.
        return Done(part, games, digest, 0.01 * (task.stop - task.start), f"worker {ticket % 3}", len(part))

    def cancel(self, ticket: int) -> None:
        self.cancelled += 1


def wanted(games: int, limit: str = "30it", sprt: str | None = None) -> _asked.Wanted:
    return _asked.wanted(["ismcts", "random"], games, limit, 5, None, sprt, False)


def played(crew: Here, games: int, **options: Any) -> Iterator[tuple[Range, Done[bytes]]]:
    return _shards.play([_shards.Job(0, [(0, games // 2)])], crew, seconds=0.5, **options)


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    for row in report["agents"]:
        del row["cpu_ms_per_move"], row["cpu_ms_per_game"]
    return report


def test_ranges_in_any_order_with_lost_workers_join_to_the_same_report() -> None:
    game, match = yomi.game("leduc"), wanted(1200)
    crew = Here(lambda task: _yomi.arena_part(game, match, task.start, task.stop), loses=0.2)
    heard: list[Progress] = []
    parts = [done.payload for _, done in played(crew, 1200, check=0.3, progress=heard.append)]
    local = yomi.arena("leduc", ["ismcts", "random"], games=1200, limit="30it", seed=5)
    assert without_times(_yomi.arena_join(game, match, parts)) == without_times(local)
    last = heard[-1]
    assert last.games == 1200 and last.retried > 0 and last.replayed > 0 and last.workers == 3
    assert last.received < 40 * last.games


def test_ranges_become_as_long_as_asked_for_and_cover_all_deals_once() -> None:
    crew = Here(lambda task: (b"", 0, ""))
    ranges = sorted(task for task, _ in played(crew, 4000))
    assert ranges[0][1:] == (0, _shards.PROBE) and ranges[-1].stop == 2000
    assert all(one.stop == two.start for one, two in zip(ranges, ranges[1:], strict=False))
    # Half a second at a hundredth a deal; the last ones are shared out, none of them above.
    lengths = [task.stop - task.start for task in ranges]
    assert 40 <= max(lengths) <= 50 and sum(lengths) == 2000


def test_a_range_that_is_lost_again_and_again_ends_it() -> None:
    crew = Here(lambda task: (b"", 0, ""), loses=1.0)
    with pytest.raises(_shards.WorkersLost, match="lost 10 times"):
        list(played(crew, 4))
    crew = Here(lambda task: (b"", 0, ""), size=3, loses=1.0)
    with pytest.raises(_shards.WorkersLost):
        list(played(crew, 100))
    assert crew.cancelled > 0, "what was on its way is cancelled"


def test_two_plays_that_differ_are_noticed() -> None:
    crew = Here(lambda task: (b"", 0, "one"), wrong=0)
    with pytest.raises(_shards.Disagreement, match="deals 0 to 8 came out differently on worker . and on worker ."):
        list(played(crew, 100, check=0.01))
    crew = Here(lambda task: (b"", 0, "one"), wrong=0)
    assert len(list(played(crew, 100, check=0.0))) > 1, "nobody looked"


def test_a_sequential_test_ends_a_match_in_ranges_where_it_ends_it_here() -> None:
    game, match = yomi.game("connect-four"), _asked.wanted(["mcts", "random"], 2000, "50it", 0, None, "elo0=0,elo1=100", False)
    parts: list[bytes] = []

    def decided(job: int) -> bool:
        assert job == 0
        return "interrupted" not in _yomi.arena_join(game, match, parts)

    crew = Here(lambda task: _yomi.arena_part(game, match, task.start, task.stop))
    job = _shards.Job(0, [(0, 1000)], sequential=True)
    for _, done in _shards.play([job], crew, seconds=0.2, decided=decided):
        parts.append(done.payload)
    local = yomi.arena("connect-four", ["mcts", "random"], games=2000, limit="50it", sprt="elo0=0,elo1=100")
    assert without_times(_yomi.arena_join(game, match, parts)) == without_times(local)
    assert sum(task.stop - task.start for task in crew.ranges) < 500, "far fewer than all"


def test_parts_with_moves_are_kept_as_a_match_is(tmp_path: Path) -> None:
    game, match = yomi.game("leduc"), wanted(12)
    parts = [_yomi.arena_part(game, match, start, start + 2, True)[0] for start in (4, 0, 2)]
    joined = _yomi.arena_join(game, match, parts, tmp_path / "joined.db")
    local = yomi.arena(game, ["ismcts", "random"], games=12, limit="30it", seed=5, store=tmp_path / "local.db")
    assert joined["signature"] == local["signature"]
    stores = [yomi.Store(tmp_path / name) for name in ("joined.db", "local.db")]
    records = [[store.show(row["id"]) for row in store.list()] for store in stores]
    assert records[0] == records[1] and len(records[0]) == 12
    assert [yomi.Record.of(text) for text in _yomi.part_records(game, ["ismcts", "random"], parts[1])] == records[0][:4]
    with pytest.raises(yomi.OptionFault):
        _yomi.part_records(game, ["ismcts"], parts[1])


def test_a_tournament_in_parts_is_the_tournament_and_can_be_gone_on_with(tmp_path: Path) -> None:
    local = yomi.tournament(PLAN, name="small")
    parts = _yomi.TournamentParts(PLAN, "small", False, False)
    for match in parts.matches():
        for start, stop in ((8, 20), (0, 8)):
            part = _yomi.tournament_part(PLAN, "small", False, match["number"], start, stop)
            parts.take_part(match["number"], part[0])
    joined = parts.join()
    assert joined["signature"] == local["signature"] and "interrupted" not in joined

    def rows(report: dict[str, Any]) -> Any:
        return [(row["name"], row["rating"], row["ci95"], row["se"]) for row in report["events"][0]["agents"]]

    assert rows(joined) == rows(local)
    # Half of it in parts, the rest here; and once more from the store.
    store = tmp_path / "games.db"
    kept = _yomi.TournamentParts(PLAN, "small", False, False, store)
    assert kept.wants_moves
    kept.take_part(1, _yomi.tournament_part(PLAN, "small", False, 1, 3, 9, True)[0])
    assert kept.matches()[1]["gaps"] == [[0, 3], [9, 20]]
    assert kept.join()["interrupted"]
    del kept
    whole = yomi.tournament(PLAN, name="small", store=store)
    assert whole["signature"] == local["signature"]
    again = _yomi.TournamentParts(PLAN, "small", False, False, store)
    assert again.matches() == [] and again.join()["signature"] == local["signature"]
    with pytest.raises(yomi.UnknownFault):
        parts.take_part(7, b"")
    with pytest.raises(yomi.ViewFault):
        parts.take_part(0, b"nonsense")


def test_what_cannot_be_played_or_joined_is_refused() -> None:
    game, match = yomi.game("kuhn"), wanted(20)
    with pytest.raises(yomi.LimitFault):
        _yomi.arena_part(game, match, 5, 30)
    part = _yomi.arena_part(game, match, 0, 5)[0]
    for parts in ([part, part], [part[:-1]], [b""]):
        with pytest.raises(yomi.ViewFault):
            _yomi.arena_join(game, match, parts)
    assert _yomi.arena_join(game, match, [])["interrupted"]
    assert _yomi.arena_shape(game, wanted(20, "5ms")) == (10, 2, False)
    assert _yomi.arena_shape(game, match) == (10, 2, True)


def test_places_of_a_batch_are_the_same_in_any_cut() -> None:
    import numpy as np

    whole = yomi.vec("leduc", n=10, seed=4)
    parts = [yomi.vec("leduc", n=count, seed=4, first=first) for first, count in ((0, 3), (3, 7))]
    for _ in range(30):
        stepped = whole.step_random()
        pieces = [games.step_random() for games in parts]
        assert stepped.obs is not None
        assert (stepped.obs == np.concatenate([piece.obs for piece in pieces])).all()
        assert (stepped.payoffs == np.concatenate([piece.payoffs for piece in pieces])).all()
