"""What is refused, and how; what can be pickled; what a seat that waits is told."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import yomi


@pytest.mark.parametrize(
    ("call", "kind", "says"),
    [
        (lambda: yomi.vec("kuhn", 1 << 40), ValueError, "expected 1 to 4194304"),
        (lambda: yomi.vec("kuhn", -1), ValueError, "n=-1: expected a whole number"),
        (lambda: yomi.vec("kuhn", 2).play_out(1 << 62), ValueError, "rounds of 2 games; expected at most"),
        (lambda: yomi.vec("kuhn", 2).step([0.5, 0.5]), TypeError, "expected one whole number per game"),
        (lambda: yomi.vec("kuhn", 2).step([[0, 0]]), TypeError, r"shape \(1, 2\)"),
        (lambda: yomi.arena("kuhn", "random", 2), TypeError, "expected a list of texts"),
        (lambda: yomi.arena("kuhn", [1, 2], 2), TypeError, "expected a list of texts"),  # type: ignore[list-item]
        (lambda: yomi.arena("kuhn", ["random", "random"], -1), ValueError, "games=-1: expected a whole number"),
        (lambda: yomi.arena("kuhn", ["random", "random"], 2, seed=1 << 64), ValueError, "seed=18446744073709551616"),
        (lambda: yomi.suite("maze", boards=-1), ValueError, "boards=-1"),
        (lambda: yomi.review(None), TypeError, "expected a Record"),  # type: ignore[arg-type]
        (lambda: yomi.rules("kuhn", lang="fr"), ValueError, "expected 'en' or 'ja'"),
        (lambda: yomi.game("kuhn").deal(seed=1).view().picture(lang="fr"), ValueError, "expected 'en' or 'ja'"),
        (lambda: yomi.advise(yomi.game("kuhn").deal(seed=1).view(), tree=-1), ValueError, "tree=-1"),
        (lambda: pickle.dumps(yomi.game("kuhn").deal(seed=1)), TypeError, "cannot pickle"),
    ],
)
def test_bad_arguments_are_named_with_what_would_be_accepted(
    call: Callable[[], object], kind: type[Exception], says: str
) -> None:
    with pytest.raises(kind, match=says):
        call()


class Endless(yomi.PythonGame[int]):
    """A game that forgets to end."""

    name = "endless"

    def start(self, seed: int) -> int:
        return 0

    def turn(self, state: int) -> int | None:
        return state % 2

    def moves(self, state: int) -> list[int]:
        return [1]

    def apply(self, state: int, move: int) -> int:
        return state + move


def test_a_game_that_never_ends_is_noticed() -> None:
    view = yomi.python_game(Endless()).deal(seed=0).view()
    with pytest.raises(ValueError, match="endless: not over after 100000 moves"):
        yomi.advise(view, "mcts", "100it")
    with pytest.raises(TypeError, match="is written in Python and cannot be pickled"):
        pickle.dumps(view)


def test_games_views_decisions_records_and_faults_are_pickled() -> None:
    session = yomi.game("sevens", players=4).deal(seed=3)
    again: Any = pickle.loads(pickle.dumps(yomi.game("sevens", players=4)))
    assert again.players == 4 and again.deal(seed=3).view().json() == session.view().json()
    view = session.view()
    assert pickle.loads(pickle.dumps(view)).json() == view.json()
    decision = yomi.advise(view, "heuristic", "1it")
    assert pickle.loads(pickle.dumps(decision)).to_dict() == decision.to_dict()
    assert pickle.loads(pickle.dumps(session.record())) == session.record()
    try:
        session.play("XX")
    except yomi.MoveFault as why:
        copy = pickle.loads(pickle.dumps(why))
        assert (type(copy), str(copy), copy.expected) == (yomi.MoveFault, str(why), why.expected)


def test_a_seat_that_waits_is_told_for_whom() -> None:
    session = yomi.game("sevens").deal(seed=3)
    waits = yomi.advise(session.view(0), limit="50ms")
    assert (waits.move, waits.waiting_for, waits.value, waits.candidates) == ("", 1, None, [])
    assert waits.reasons[0].en == "it is seat 1's turn; seat 0 has nothing to decide now"
    assert pickle.loads(pickle.dumps(waits)).waiting_for == 1
    assert yomi.advise(session.view(), limit="20it").waiting_for is None
    # Faults of the question come first, and at the end of a game there is nothing to wait for.
    with pytest.raises(yomi.UnknownFault):
        yomi.advise(session.view(0), "nobody")
    over = yomi.game("kuhn").deal(seed=1)
    over.play_all("check bet fold")
    with pytest.raises(yomi.MoveFault, match="over"):
        yomi.advise(over.view(0), limit="20it")


def test_a_review_is_of_a_record_its_text_or_its_file(tmp_path: Path) -> None:
    session = yomi.game("leduc").deal(seed=7, agents=["random", None], limit="1it")
    while not session.is_over:
        if session.to_move == 0:
            session.agent_move()
        else:
            session.play(session.legal[0])
    record = session.record()
    record.write(tmp_path / "game.json")
    heard: list[int] = []
    reviews = [yomi.review(form) for form in (record, record.json(), tmp_path / "game.json")]
    assert reviews[0] == reviews[1] == reviews[2] and reviews[0]["seat"] == 1, "the person's seat"
    other = yomi.review(record, seat=0, progress=heard.append)
    assert other["agent"] == "random" and heard[-1] == len(other["decisions"])
    assert abs(sum(other["ledger"].values()) - other["result"]) < 1e-9
    with pytest.raises(yomi.OptionFault):
        yomi.review(record, seat=2)


def test_arrays_outlive_their_batch_and_are_the_callers() -> None:
    games = yomi.vec("leduc", n=4)
    obs, _ = games.reset()
    assert obs is not None
    before, legal = games.observe().copy(), games.legal
    obs[:] = 9
    legal[:] = False
    assert (games.observe() == before).all() and games.legal.any()
    kept = games.observe()
    del games
    assert (np.asarray(kept) == before).all()
