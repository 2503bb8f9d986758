"""Many games, and where they are kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import yomi

PLAN = """
[[game]]
game = "kuhn"
agents = ["cfr", "random", "ismcts"]
games = 40
limit = "50it"
"""


def test_a_match_is_the_same_every_time_and_reports_progress() -> None:
    heard: list[int] = []
    first = yomi.arena("kuhn", ["cfr", "random"], games=100, limit="100it", seed=7, progress=heard.append)
    again = yomi.arena(yomi.game("kuhn"), ["cfr", "random"], games=100, limit="100it", seed=7)
    assert first["signature"] == again["signature"] and first["games"] == 100
    assert heard[-1] == 100
    assert first["signature"] != yomi.arena("kuhn", ["cfr", "random"], games=100, limit="100it", seed=8)["signature"]


def test_settings_belong_to_a_name() -> None:
    report = yomi.arena("sevens", ["random", "policy"], games=4, settings={"players": 2})
    assert report["settings"]["players"] == 2
    with pytest.raises(TypeError, match="has been opened"):
        yomi.arena(yomi.game("sevens"), ["random"] * 3, games=3, settings={"players": 3})


def test_a_sequential_test_ends_when_it_has_decided() -> None:
    report = yomi.arena("connect-four", ["mcts", "random"], games=2000, limit="50it", sprt="elo0=0,elo1=100")
    assert report["sprt"]["verdict"] == "h1" and report["games"] < 2000


def test_a_suite_of_several_agents_has_differences() -> None:
    report = yomi.suite("maze", ["greedy", "random"], boards=30, settings={"size": "6x6", "turns": 12})
    assert [row["agent"] for row in report["agents"]] == ["greedy", "random"]
    assert report["differences"][0]["mean"] > 0


def test_calibration_writes_its_map(tmp_path: Path) -> None:
    out = tmp_path / "map.json"
    report = yomi.calibrate("connect-four", "mcts", ["mcts"], games=40, limit="200it", random_moves=4, out=out)
    assert report["decisions"] > 100
    json.loads(out.read_text(encoding="utf-8"))


def test_an_audit_finds_honest_players_honest() -> None:
    report = yomi.audit.agent("leduc", "ismcts", positions=30, limit="60it")
    assert report["verdict"] == "clean" and report["positions"] >= 30 and report["peeks"] == 0


def test_a_tournament_goes_on_where_it_was_and_gives_its_result_again(tmp_path: Path) -> None:
    plan = tmp_path / "small.toml"
    plan.write_text(PLAN, encoding="utf-8")
    store = tmp_path / "games.db"
    heard: list[int] = []
    first = yomi.tournament(plan, store=store, progress=heard.append)
    again = yomi.tournament(plan, store=store)
    unkept = yomi.tournament(PLAN, name="small")
    assert first["name"] == "small" and heard[-1] == 120
    assert first["signature"] == again["signature"] == unkept["signature"]
    assert yomi.Store(store).runs()[0]["kind"] == "tournament"
    with pytest.raises(yomi.Fault):
        yomi.tournament("nonsense")


def test_a_store_lists_shows_and_exports(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    yomi.arena("kuhn", ["cfr", "random"], games=6, limit="20it", store=path)
    store = yomi.Store(path)
    rows = store.list(game="kuhn", player="cfr")
    assert len(rows) == 6 and rows[0]["source"] == "arena" and rows[0]["finished"]
    assert len(store.list(last=2)) == 2 and store.list(game="leduc") == []
    record = store.show(rows[0]["id"])
    record.check()
    assert store.export(tmp_path / "all.jsonl") == 6
    lines = (tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["record"]["moves"] == record.moves
    assert store.runs()[0]["result"]["games"] == 6
    key = store.keep(record)
    assert store.show(key) == record and len(store.list()) == 7


def test_a_store_that_is_missing_is_made_only_where_that_is_asked(tmp_path: Path) -> None:
    with pytest.raises(yomi.Fault):
        yomi.Store(tmp_path / "none.db")
    assert yomi.Store(tmp_path / "none.db", create=True).list() == []
    with pytest.raises(TypeError, match="there is no filter"):
        yomi.Store(tmp_path / "none.db").list(games="kuhn")  # type: ignore[call-arg]
    with pytest.raises(yomi.UnknownFault):
        yomi.Store(tmp_path / "none.db").show(3)
