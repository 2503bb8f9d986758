"""Batches of games that are stepped in Rust, for reinforcement learning."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from . import _asked, _yomi
from ._games import Setting
from ._matches import _open

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]
    Payoffs = npt.NDArray[np.float64]
    Flags = npt.NDArray[np.bool_]
    Seats = npt.NDArray[np.int8]


class Stepped(NamedTuple):
    """What a step of all games brought."""

    #: What the seat to move sees, one row per game; ``None`` without observations.
    obs: Floats | None
    #: What is hidden from it, for teachers and critics only.
    hidden: Floats | None
    #: What each seat got in games that ended in this step, 0 elsewhere: one row per game, one column per seat.
    payoffs: Payoffs
    #: Which games ended in this step.
    done: Flags


class Vec:
    """Games of one kind that are stepped together; `yomi.vec` makes it."""

    def __init__(self, games: _yomi.Batch, observe: bool, seed: int) -> None:
        self._games = games
        self._observe = observe
        self._seed = seed

    @property
    def n(self) -> int:
        """How many games there are."""
        return self._games.count

    @property
    def players(self) -> int:
        """How many seats a game has."""
        return self._games.players

    @property
    def moves(self) -> list[str]:
        """The moves by their numbers. Empty in Duel, where a move is its place in the list of legal ones."""
        return self._games.moves

    @property
    def move_count(self) -> int:
        """How many numbers moves have: the width of `legal`."""
        return self._games.width

    @property
    def obs_size(self) -> int:
        """How many numbers a seat sees."""
        return self._games.lengths[0]

    @property
    def hidden_size(self) -> int:
        """How many numbers are hidden from it."""
        return self._games.lengths[1]

    @property
    def to_move(self) -> Seats:
        """The seat to move in every game; -1 where a game is over and stays so."""
        return self._games.to_move()

    @property
    def deals(self) -> npt.NDArray[np.uint64]:
        """The seed of the deal in every place: ``game.deal(seed)`` starts alike."""
        return self._games.deals()

    @property
    def legal(self) -> Flags:
        """Which moves are legal: one row per game, one column per number of a move."""
        return self._games.legal()

    def legal_moves(self, game: int) -> list[str]:
        """The legal moves of one game as text, in order."""
        return self._games.legal_texts(game)

    @property
    def payoffs(self) -> Payoffs:
        """What each seat has got in the games that are over and stay so."""
        return self._games.payoffs()

    def observe(self, seat: int | None = None) -> Floats:
        """What this seat sees in every game; without a seat, the one to move."""
        return self._games.observations(seat)

    def observe_hidden(self, seat: int | None = None) -> Floats:
        """What is hidden from this seat. Made from the true game: never give it to a player."""
        return self._games.hidden(seat)

    def reset(self, seed: int | None = None) -> tuple[Floats | None, Floats | None]:
        """Deals every game anew, with the seed of before unless another is given; what is seen, and what is hidden."""
        _asked.whole(seed=seed)
        if seed is not None:
            self._seed = seed
        self._games.reset(self._seed)
        return self._seen()

    def step(self, moves: npt.ArrayLike) -> Stepped:
        """Plays a move in every game, given by numbers. A number that is not legal is refused, and nothing is played.

        A game that ends is followed by the next deal at once, unless the batch was made with ``again=False``: then
        what is seen is of the new game already, and the move of a game that is over does not matter.
        """
        import numpy as np

        numbers = np.asarray(moves)
        if numbers.dtype.kind not in "iu" or numbers.ndim != 1:
            raise TypeError(f"moves of type {numbers.dtype} and shape {numbers.shape}; expected one whole number per game")
        payoffs, done = self._games.step(np.ascontiguousarray(numbers, dtype=np.int64))
        return Stepped(*self._seen(), payoffs, done)

    def step_random(self) -> Stepped:
        """Plays a random move in every game, chosen in Rust."""
        payoffs, done = self._games.step_random()
        return Stepped(*self._seen(), payoffs, done)

    def play_out(self, rounds: int = 1) -> tuple[Payoffs, int]:
        """Plays every game to its end with random moves, chosen in Rust, and then deals on until `rounds` games were
        finished in each place: the payoffs of all, and how many moves were made."""
        return self._games.play_out(rounds)

    def _seen(self) -> tuple[Floats | None, Floats | None]:
        return (self.observe(), self.observe_hidden()) if self._observe else (None, None)


def vec(
    game: _yomi.Game | str,
    n: int = 1,
    *,
    seed: int = 0,
    observe: bool = True,
    again: bool = True,
    first: int = 0,
    **settings: Setting,
) -> Vec:
    """A batch of `n` games, stepped together in Rust. Needs numpy.

    >>> import yomi
    >>> games = yomi.vec("leduc", n=4)
    >>> obs, hidden = games.reset()
    >>> obs.shape, hidden.shape
    ((4, 50), (4, 3))
    >>> games.moves
    ['check', 'bet', 'fold', 'call', 'raise']
    >>> games.legal[0].tolist()
    [True, True, False, False, False]
    >>> stepped = games.step([1, 1, 0, 0])
    >>> stepped.done.tolist(), games.to_move.tolist()
    ([False, False, False, False], [1, 1, 1, 1])

    Args:
        n: how many games.
        seed: deal k of place i depends on the seed, i and k, and on nothing else.
        observe: without observations the games need no memory and are faster.
        again: whether a game that is over is followed by the next deal at once.
        first: the number of the first place. Batches of ranges of places play the games of one batch of all of them.
        settings: of the game.

    What is hidden is always an array of its own. Where a game has no observation, rows have no columns.
    """
    _asked.whole(n=n, seed=seed, first=first)
    opened = _open(game, dict(settings))
    return Vec(_yomi.Batch(opened, n, seed, observe, again, first), observe, seed)


class Chances(NamedTuple):
    """A table of chances."""

    #: What each entry, or each row, is about: a card, a deck, a kind of player.
    names: list[str]
    #: One number per name; where a card has a chance for every seat, one row per card and one column per seat.
    values: npt.NDArray[np.float64]


def belief_arrays(decision: _yomi.Decision) -> dict[str, Chances]:
    """What a decision believes of the hidden part, as arrays by the keys of ``decision.beliefs``. Needs numpy.

    >>> import yomi
    >>> view = yomi.game("kuhn").deal(seed=1).view()
    >>> beliefs = yomi.belief_arrays(yomi.advise(view, "ismcts", "200it"))
    >>> beliefs["other_card"].names, beliefs["other_card"].values.tolist()
    (['J', 'K', 'Q'], [0.0, 0.5, 0.5])
    """
    import numpy as np

    found: dict[str, Chances] = {}
    parts = decision.beliefs if isinstance(decision.beliefs, dict) else {}
    for key, part in parts.items():
        if isinstance(part, dict) and part and all(isinstance(value, (int, float)) for value in part.values()):
            found[key] = Chances(list(part), np.fromiter(part.values(), dtype=np.float64, count=len(part)))
        elif isinstance(part, list) and part and all(isinstance(row, dict) and "seats" in row for row in part):
            seats = np.asarray([row["seats"] for row in part], dtype=np.float64)
            found[key] = Chances([row["card"] for row in part], seats)
    return found
