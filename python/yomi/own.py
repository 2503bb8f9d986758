"""A game of one's own, written in Python and searched by the searches of Rust.

Two players take one to three sticks in turn; who takes the last one wins:

>>> import yomi
>>> class Sticks(yomi.PythonGame[int]):
...     name = "sticks"
...     def start(self, seed):
...         return 10                                  # sticks times two, and whose turn it is: 5 sticks, seat 0
...     def turn(self, state):
...         return None if state < 2 else state % 2
...     def moves(self, state):
...         return range(1, min(3, state // 2) + 1)
...     def apply(self, state, move):
...         return state - 2 * move + (1 if state % 2 == 0 else -1)
...     def payoffs(self, state):
...         return (0.0, 1.0) if state % 2 == 0 else (1.0, 0.0)
>>> game = yomi.python_game(Sticks())
>>> decision = yomi.advise(game.deal(seed=0).view(), "alphabeta", "10000nodes")
>>> decision.move, decision.value, decision.basis      # one is taken: four are left, and the opponent loses
('1', 1.0, 'proven')
>>> yomi.arena(game, ["mcts", "random"], games=20, limit="200it")["agents"][0]["win_rate"] > 0.5
True
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from . import _yomi

if TYPE_CHECKING:
    from random import Random

S = TypeVar("S", bound=Hashable)


class PythonGame(Generic[S]):
    """What a game written in Python says of itself: five methods, and up to seven more.

    States are hashable values that are never changed: numbers, tuples, frozen dataclasses. Equal states are the same
    position. A move, and an outcome of chance, is an ``int``.

    A game in which something is hidden also has `seen` and `world`; one with chance has `chances`; `text` gives moves
    names, `evaluate` helps `alphabeta`, `picture` draws. What a game does not have stays ``None``.
    """

    #: What the game is called.
    name: str = "game"
    #: How many seats there are, 1 to 6.
    players: int = 2
    #: The least and the most any payoff can be. With (0, 1) values are told as chances to win.
    bounds: tuple[float, float] = (0.0, 1.0)
    #: Whether the payoffs of two players always add up to the sum of the bounds: `alphabeta` relies on it.
    zero_sum: bool = True

    def start(self, seed: int) -> S:
        """The start of game number `seed`: the deal, the board."""
        raise NotImplementedError

    def turn(self, state: S) -> int | Literal["chance"] | None:
        """The seat to move, ``"chance"``, or ``None`` when the game is over."""
        raise NotImplementedError

    def moves(self, state: S) -> Sequence[int]:
        """The legal moves of the seat to move, each once, at least one."""
        raise NotImplementedError

    def apply(self, state: S, move: int) -> S:
        """The position after a legal move or an outcome of chance. The one before stays as it is."""
        raise NotImplementedError

    def payoffs(self, state: S) -> Sequence[float]:
        """What each seat gets when the game is over."""
        raise NotImplementedError

    # What only some games have. As methods they have these signatures:
    #   chances(self, state) -> [(outcome, probability), ...]     where turn says "chance"
    #   seen(self, state, seat) -> Hashable                       all that a seat knows, its memory included
    #   world(self, seen, seat, random) -> state                  a state that looks so to the seat, drawn by its probability
    #   event(self, state, move, seat) -> str                     how a move looks to a seat, in words
    #   evaluate(self, state, seat) -> float                      what a position looks worth to a seat, inside the bounds
    #   text(self, move) -> str                                   the name of a move
    #   picture(self, state_or_seen) -> str                       a drawing
    chances: Any = None
    seen: Any = None
    world: Any = None
    event: Any = None
    evaluate: Any = None
    text: Any = None
    picture: Any = None


def python_game(game: PythonGame[Any]) -> _yomi.Game:
    """Opens a game that is written in Python: the result is a `Game` like any other, with sessions, advice and arena.

    Which agents there are depends on the game: ``mcts``, ``flat`` and ``random`` where nothing is hidden, ``alphabeta`` and
    ``minimax`` too for two players with zero sum and no chance, ``ismcts``, ``pimc`` and ``random`` where something is hidden.
    ``best`` is ``mcts`` or ``ismcts``.

    Python runs in one thread at a time, so such games are searched and played in one thread. An exception that a method raises
    comes out of the call that asked. Views of such a game cannot be read back from JSON.
    """
    return _yomi.open_python(game)


def check(game: PythonGame[Any], games: int = 20, seed: int = 0) -> int:
    """Plays random games and checks what a game promises; returns the number of positions that were looked at.

    States are hashable and not changed by `apply`; moves are different; payoffs add up where `zero_sum` says so; sampled
    worlds look like what is seen, and have the same moves. What is wrong is an ``AssertionError`` that says where.
    """
    import random

    rng = random.Random(seed)
    looked = 0
    for number in range(games):
        state = game.start(number)
        while (turn := game.turn(state)) is not None:
            looked += 1
            before = hash(state)
            if turn == "chance":
                outcomes = list(game.chances(state))
                move = rng.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0]
            else:
                moves = list(game.moves(state))
                assert moves and len(set(moves)) == len(moves), f"moves of {state!r}: {moves}"
                _check_worlds(game, state, turn, rng)
                move = rng.choice(moves)
            after = game.apply(state, move)
            assert hash(state) == before, f"apply changed the state that it was given: {state!r}"
            state = after
        paid = list(game.payoffs(state))
        assert len(paid) == game.players, f"payoffs of {state!r}: {paid}"
        if game.zero_sum and game.players == 2:
            assert abs(sum(paid) - sum(game.bounds)) < 1e-9, f"payoffs of {state!r} do not add up: {paid}"
    return looked


def _check_worlds(game: PythonGame[Any], state: Any, turn: int, rng: Random) -> None:
    if game.seen is None:
        return
    for seat in range(game.players):
        known = game.seen(state, seat)
        world = game.world(known, seat, rng)
        assert game.seen(world, seat) == known, f"a world of {known!r} looks different to seat {seat}: {world!r}"
        assert game.turn(world) == turn, f"a world of {known!r} has another turn: {world!r}"
        if seat == turn:
            assert list(game.moves(world)) == list(game.moves(state)), f"a world of {known!r} has other moves"
