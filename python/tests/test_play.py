"""Games, views, sessions, records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import yomi

EVERY_GAME = [entry["game"] for entry in yomi.games()]


def test_there_are_the_games_of_the_registry() -> None:
    assert len(EVERY_GAME) == 11
    assert {"sevens", "duel", "twin-cool", "walled-maze"} < set(EVERY_GAME)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_game_is_played_to_its_end_recorded_and_replayed(name: str, tmp_path: Path) -> None:
    session = yomi.game(name).deal(seed=5)
    turns = 0
    while not session.is_over:
        seat = session.to_move
        assert seat is not None
        view = session.view(seat)
        assert view.legal == session.legal and view.to_move == seat
        session.play(session.legal[turns % len(session.legal)])
        turns += 1
    assert session.legal == [] and session.payoffs is not None
    assert len(session.payoffs) == session.players
    record = session.record()
    record.write(tmp_path / "game.json")
    again = yomi.Record.read(tmp_path / "game.json")
    assert again == record
    assert len(list(again.replay())) == len(record.moves) + 1


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_view_is_read_as_it_was_written_and_tells_nothing_hidden(name: str) -> None:
    session = yomi.game(name).deal(seed=8)
    for _ in range(3):
        if not session.is_over:
            session.play(session.legal[0])
    for seat in range(session.players):
        view = session.view(seat)
        assert yomi.view(view.json()).to_dict() == view.to_dict() == json.loads(view.json())
        assert yomi.view(view.to_dict()).picture() == view.picture()
        assert view.game == name and view.seat == seat


def test_a_move_is_taken_back() -> None:
    session = yomi.game("connect-four").deal(seed=0)
    session.play_all("44")
    assert session.undo(1) and session.to_move == 1
    assert not session.undo(1)
    assert session.record().moves == ["4"]


def test_a_seat_that_does_not_exist_is_refused() -> None:
    session = yomi.game("kuhn").deal(seed=0)
    with pytest.raises(IndexError, match="expected 0 to 1"):
        session.view(2)


def test_agents_sit_at_a_table() -> None:
    session = yomi.game("kuhn").deal(seed=2, agents=[None, "cfr"], limit="100it")
    session.play("check")
    moved = session.agent_move()
    assert moved.agent == "cfr" and moved.move in ("check", "bet")
    with pytest.raises(yomi.OptionFault, match="one per seat"):
        yomi.game("kuhn").deal(seed=2, agents=["cfr"])


def test_a_real_game_is_entered_as_it_happens() -> None:
    log = yomi.game("connect-four").log(0)
    log.enter("4 4")
    assert log.view().history == ["4", "4"]
    with pytest.raises(yomi.MoveFault):
        log.enter("4 9")
    assert log.view().history == ["4", "4"], "a refused entry changes nothing"
    assert log.take_back() and log.view().history == ["4"]


def test_an_exact_answer() -> None:
    session = yomi.game("connect-four").deal(seed=0)
    session.play_all("44444455555533")
    assert session.solve("outcome", limit="2000000nodes")["value"] in (-1, 0, 0.5, 1)


def test_duel_takes_cards_as_content_and_paths_only_as_paths() -> None:
    content = Path(__file__).parents[2] / "crates" / "fuzz" / "src" / "small-cards.toml"
    text = content.read_text(encoding="utf-8")
    named = yomi.game("duel", cards=content)
    assert yomi.game("duel", cards=text).cards() == named.cards() != yomi.game("duel").cards()
    # A string is never a path: no file is opened because a text names it.
    with pytest.raises(yomi.OptionFault):
        yomi.game("duel", cards=str(content))
    # Views and records carry the content with them.
    session = named.deal(seed=1)
    assert yomi.view(session.view(0).json()).legal == session.view(0).legal
    session.record().check()


def test_the_vector_of_a_view_has_its_names() -> None:
    view = yomi.game("duel").deal(seed=1).view(0)
    vector, names = view.vector(), view.vector_names()
    assert vector.shape == (len(names),) and vector.dtype == "float32"
    assert vector[names.index("stage.charge")] == 1.0
    with pytest.raises(yomi.OptionFault, match="no vector"):
        yomi.game("kuhn").deal(seed=1).view(0).vector()
