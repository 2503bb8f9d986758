"""Games written in Python."""

from __future__ import annotations

import random
import sys
import threading
import time
import _thread
from collections.abc import Sequence
from typing import Any, Literal

import pytest

import yomi
from yomi import own


class Sticks(yomi.PythonGame[tuple[int, int]]):
    """One to three sticks in turn; who takes the last one wins. A state is the sticks and whose turn it is."""

    name = "sticks"

    def __init__(self, sticks: int = 10) -> None:
        self.sticks = sticks

    def start(self, seed: int) -> tuple[int, int]:
        return self.sticks, 0

    def turn(self, state: tuple[int, int]) -> int | None:
        return state[1] if state[0] else None

    def moves(self, state: tuple[int, int]) -> Sequence[int]:
        return range(1, min(3, state[0]) + 1)

    def apply(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] - move, 1 - state[1]

    def payoffs(self, state: tuple[int, int]) -> Sequence[float]:
        return (1.0, 0.0) if state[1] else (0.0, 1.0)


class Kuhn(yomi.PythonGame[tuple[Any, ...]]):
    """Kuhn poker: a state is the two cards, dealt by chance, and what was said: 0 passes, 1 bets."""

    name = "kuhn in python"
    bounds = (-2.0, 2.0)
    DEALS = [(a, b) for a in range(3) for b in range(3) if a != b]

    def start(self, seed: int) -> tuple[Any, ...]:
        return ()

    def turn(self, state: tuple[Any, ...]) -> int | Literal["chance"] | None:
        if not state:
            return "chance"
        said = state[1:]
        return None if said in ((0, 0), (0, 1, 0), (0, 1, 1), (1, 0), (1, 1)) else len(said) % 2

    def chances(self, state: tuple[Any, ...]) -> list[tuple[int, float]]:
        return [(deal, 1 / 6) for deal in range(6)]

    def moves(self, state: tuple[Any, ...]) -> Sequence[int]:
        return (0, 1)

    def apply(self, state: tuple[Any, ...], move: int) -> tuple[Any, ...]:
        return (*state, move) if state else (self.DEALS[move],)

    def payoffs(self, state: tuple[Any, ...]) -> Sequence[float]:
        cards, said = state[0], state[1:]
        if said[-2:] == (1, 0):  # A bet was not called.
            gain = 1 if len(said) == 2 else -1
        else:
            gain = (1 if cards[0] > cards[1] else -1) * (2 if said[-1] == 1 else 1)
        return gain, -gain

    def seen(self, state: tuple[Any, ...], seat: int) -> tuple[Any, ...]:
        return (state[0][seat], *state[1:]) if state else ()

    def world(self, seen: tuple[Any, ...], seat: int, random: random.Random) -> tuple[Any, ...]:
        if not seen:
            return ()
        other = random.choice([card for card in range(3) if card != seen[0]])
        return ((seen[0], other) if seat == 0 else (other, seen[0]), *seen[1:])

    def text(self, move: int) -> str:
        return ("pass", "bet")[move]


class Dice(yomi.PythonGame[tuple[int, ...]]):
    """Alone: stop with what the die shows, or roll once more."""

    name, players, bounds, zero_sum = "dice", 1, (0.0, 6.0), False

    def start(self, seed: int) -> tuple[int, ...]:
        return ()

    def turn(self, state: tuple[int, ...]) -> int | Literal["chance"] | None:
        return "chance" if len(state) in (0, 2) else 0 if len(state) == 1 else None

    def chances(self, state: tuple[int, ...]) -> list[tuple[int, float]]:
        return [(face, 1 / 6) for face in range(1, 7)]

    def moves(self, state: tuple[int, ...]) -> Sequence[int]:
        return (0, 1)

    def apply(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        if len(state) == 1:
            return (state[0], state[0], state[0]) if move == 0 else (state[0], move)
        return (*state, move)

    def payoffs(self, state: tuple[int, ...]) -> Sequence[float]:
        return (float(state[-1]),)


def test_the_games_keep_their_promises() -> None:
    assert own.check(Sticks()) > 50 and own.check(Kuhn()) > 50 and own.check(Dice()) > 20


@pytest.mark.parametrize("agent", ["mcts", "alphabeta", "best", "minimax(depth=12)"])
def test_searches_play_sticks_perfectly(agent: str) -> None:
    for sticks in (5, 6, 7, 9, 10):
        view = yomi.python_game(Sticks(sticks)).deal(seed=0).view()
        decision = yomi.advise(view, agent, "20000it,100000nodes")
        assert int(decision.move) == sticks % 4, (sticks, decision)
        assert decision.game == "python" and decision.unit == "win"


def test_hidden_games_are_searched_over_worlds() -> None:
    """With the lowest card a bet is never called by the highest: the last seat to speak folds it."""
    game = yomi.python_game(Kuhn())
    for seed in range(12):
        session = game.deal(seed=seed)
        session.play("bet")
        view = session.view(1)
        card = view.to_dict()["seen"][0]
        decision = yomi.advise(view, "ismcts", "2000it", seed=seed)
        assert decision.unit == "chips" and decision.worlds > 0
        if card == 0:
            assert decision.move == "pass"
        if card == 2:
            assert decision.move == "bet" and decision.value is not None and decision.value > 1.9


def test_chance_alone() -> None:
    game = yomi.python_game(Dice())
    for seed in range(8):
        session = game.deal(seed=seed)
        shown = session.view(0).to_dict()["position"][0]
        decision = yomi.advise(session.view(), "mcts", "4000it")
        if shown != 3:  # 3 is near the mean of the other choice, 3.5.
            assert (decision.move == "0") == (shown >= 4), (shown, decision)


def test_games_in_python_meet_in_an_arena_and_are_recorded() -> None:
    game = yomi.python_game(Sticks(9))
    report = yomi.arena(game, ["alphabeta", "random"], games=40, limit="2000nodes", seed=2)
    again = yomi.arena(game, ["alphabeta", "random"], games=40, limit="2000nodes", seed=2)
    assert report["signature"] == again["signature"] and report["agents"][0]["win_rate"] > 0.9
    hidden = yomi.arena(yomi.python_game(Kuhn()), ["ismcts", "random"], games=60, limit="100it")
    assert hidden["agents"][0]["mean_payoff"] > 0
    session = game.deal(seed=1)
    session.play_all("1 3 2 3")
    assert session.payoffs == [0.0, 1.0] and session.record().moves == ["1", "3", "2", "3"]


def test_the_same_seed_gives_the_same_answer() -> None:
    view = yomi.python_game(Kuhn()).deal(seed=3).view()
    values = {yomi.advise(view, "ismcts", "500it", seed=4).value for _ in range(3)}
    assert len(values) == 1


def test_an_exception_in_a_game_comes_out_of_the_call() -> None:
    class Breaking(Sticks):
        def moves(self, state: tuple[int, int]) -> Sequence[int]:
            if state[0] == 3:
                raise RuntimeError("three is no number")
            return super().moves(state)

    game = yomi.python_game(Breaking())
    with pytest.raises(RuntimeError, match="three is no number"):
        yomi.advise(game.deal(seed=0).view(), "mcts", "1000it")
    with pytest.raises(RuntimeError, match="three is no number"):
        yomi.arena(game, ["random", "random"], games=4)
    session = game.deal(seed=0)
    session.play("3")
    session.play("3")
    with pytest.raises(RuntimeError, match="three is no number"):
        session.play("1")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"moves": lambda state: ()}, "moves gave none"),
        ({"payoffs": lambda state: (1.0,)}, "expected 2 numbers"),
        ({"payoffs": lambda state: (7.0, -6.0)}, "from 0 to 1"),
        ({"turn": lambda state: 5}, "expected a seat from 0 to 1"),
        ({"turn": lambda state: "chance"}, "expected a method chances"),
    ],
)
def test_what_a_game_does_wrong_is_said(wrong: dict[str, Any], said: str) -> None:
    game = Sticks(2)
    for name, method in wrong.items():
        setattr(game, name, method)
    with pytest.raises(ValueError, match=said):
        yomi.advise(yomi.python_game(game).deal(seed=0).view(), "mcts", "100it")


def test_worlds_that_look_different_are_refused() -> None:
    class Lying(Kuhn):
        def world(self, seen: tuple[Any, ...], seat: int, random: random.Random) -> tuple[Any, ...]:
            return ((0, 1), *seen[1:])

    game = yomi.python_game(Lying())
    with pytest.raises(ValueError, match="looks different"):
        for seed in range(10):
            yomi.advise(game.deal(seed=seed).view(), "ismcts", "50it")
    with pytest.raises(AssertionError, match="looks different"):
        own.check(Lying())


@pytest.mark.parametrize(("agent", "limit"), [("pimc", "30it"), ("pimc", "3000it"), ("ismcts", "300it")])
def test_an_exception_while_worlds_are_made_comes_out_as_it_is(agent: str, limit: str) -> None:
    class Broken(Kuhn):
        def world(self, seen: tuple[Any, ...], seat: int, random: random.Random) -> tuple[Any, ...]:
            raise RuntimeError("no world")

    view = yomi.python_game(Broken()).deal(seed=2).view()
    # A panic would be no Exception.
    with pytest.raises(Exception, match="no world"):
        yomi.advise(view, agent, limit)


def test_chances_that_are_no_numbers_are_refused() -> None:
    class Undealt(Kuhn):
        def chances(self, state: tuple[Any, ...]) -> list[tuple[int, float]]:
            return [(deal, float("nan")) for deal in range(6)]

    with pytest.raises(ValueError, match="positive and add up to 1"):
        yomi.python_game(Undealt()).deal(seed=0)


def test_games_in_python_may_recurse_in_a_search() -> None:
    def deep(n: int) -> int:
        return max(map(deep, [n - 1])) if n else 0

    class Deep(Sticks):
        def moves(self, state: tuple[int, int]) -> Sequence[int]:
            deep(3_000)
            return super().moves(state)

    before = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    try:
        assert yomi.advise(yomi.python_game(Deep()).deal(seed=0).view(), "mcts", "20it").iterations == 20
    finally:
        sys.setrecursionlimit(before)


def test_what_is_not_a_game_is_refused() -> None:
    with pytest.raises((TypeError, AttributeError)):
        yomi.python_game(object())  # type: ignore[arg-type]
    half = Kuhn()
    half.world = None  # type: ignore[assignment]
    with pytest.raises(TypeError, match="both seen and world"):
        yomi.python_game(half)
    many = Sticks()
    many.players = 9
    with pytest.raises(ValueError, match="expected 1 to 6"):
        yomi.python_game(many)


def test_ctrl_c_stops_a_search_of_a_game_in_python() -> None:
    view = yomi.python_game(Sticks(60)).deal(seed=0).view()
    threading.Timer(0.3, _thread.interrupt_main).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        yomi.advise(view, "mcts", "60s")
    assert time.monotonic() - began < 20


def test_a_time_limit_is_kept() -> None:
    view = yomi.python_game(Sticks(40)).deal(seed=0).view()
    decision = yomi.advise(view, "mcts", "200ms")
    assert decision.iterations > 100 and decision.elapsed_ms < 5000
