"""OpenSpiel's games, searched by Yomi. Needs ``pip install open_spiel``.

>>> import pyspiel                                                    # doctest: +SKIP
>>> game = openspiel.adapt("liars_dice")                              # doctest: +SKIP
>>> yomi.advise(game.deal(seed=1).view(), "ismcts", "1000it").move    # doctest: +SKIP

Open games get `mcts`, those of two players with zero sum and no chance `alphabeta` too, games with something hidden `ismcts`
and `pimc`. Simultaneous games are turned into turns by OpenSpiel's own means.

Worlds of a hidden game come from OpenSpiel's `resample_from_infostate` where the game has it and it does not give the true
state away, and otherwise from histories that are drawn action by action, and thrown away as soon as they do not look to
the seat as the true one did. Where nearly all are thrown away this says so: see `Worlds`.
"""

from __future__ import annotations

import random as _random
from bisect import bisect
from functools import cached_property
from itertools import accumulate
from typing import Any, Literal

import pyspiel  # type: ignore[import-not-found]

from . import _yomi
from ._advice import advise
from ._spiel_audit import leaks, opened, phase
from .own import PythonGame, python_game

#: Histories that are begun before worlds are given up.
MOST_TRIES = 20_000
#: The same where a game can resample but gives the truth away, and none of them has fitted.
MOST_VAIN = 300
#: Worlds that are drawn at once, with weights, and then drawn from by their weights.
POOL = 64
#: With fewer worlds than this there is no search.
LEAST = 8


class TooFewWorlds(RuntimeError):
    """Hardly any history looks to the seat as the true one does: there are no worlds to search."""


class Place:
    """A position, named by its history. It is never changed."""

    __slots__ = ("_hash", "history", "state")

    def __init__(self, state: Any) -> None:
        self.state = state
        self.history = tuple(state.history())
        self._hash = hash(self.history)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Place) and self.history == other.history

    def __repr__(self) -> str:
        return str(self.state)


class Sight:
    """What a seat knows: the text of its information state. The place is kept for drawing worlds, which must look the same."""

    __slots__ = ("place", "pool", "seat", "text")

    def __init__(self, place: Place, seat: int, text: str) -> None:
        self.place, self.seat, self.text = place, seat, text
        self.pool: Worlds | None = None

    def __hash__(self) -> int:
        return hash(self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sight) and (self.seat, self.text) == (other.seat, other.text)

    def __repr__(self) -> str:
        return self.text


class Worlds:
    """Worlds for a game that cannot resample: histories that look to the seat as the true one did, step by step.

    Of the true history only this is used: what the seat saw after every action, which actions were its own, how many
    there were, and whose turn it is. Chance and the others act at random among what agrees with that; the share of it is the weight of the history, and
    worlds are drawn from a pool by weight. The others are taken to play at random.
    """

    def __init__(self, game: SpielGame, sight: Sight) -> None:
        state = game.game.new_initial_state()
        self.game, self.seat = game, sight.seat
        self.own: list[int | None] = []
        self.trail: list[str] = []
        for action in sight.place.history:
            self.own.append(action if state.current_player() == self.seat else None)
            state.apply_action(action)
            self.trail.append(game.known(state, self.seat))
        self.mover = state.current_player()
        self.tries = 0
        self.pool: list[Place] = []
        self.sums: list[float] = []

    def draw(self, random: _random.Random) -> Place:
        if not self.pool:
            self._fill(random)
        return self.pool[bisect(self.sums, random.random() * self.sums[-1], hi=len(self.sums) - 1)]

    def _fill(self, random: _random.Random) -> None:
        weights: list[float] = []
        while len(self.pool) < POOL:
            self.tries += 1
            found = self._history(random)
            if found is not None:
                self.pool.append(Place(found[0]))
                weights.append(found[1])
            if self.tries >= MOST_TRIES or (self.game.resamples and not self.pool and self.tries >= MOST_VAIN):
                break
        if len(self.pool) < LEAST:
            why = "gives the true state away when it resamples here" if self.game.resamples else "cannot resample"
            raise TooFewWorlds(
                f"{self.game.name}: {len(self.pool)} of {self.tries} histories look to seat {self.seat} as this one does; "
                f"at least {LEAST} are needed. The game {why}, and this position is too deep for rejection."
            )
        self.sums = list(accumulate(weights))

    def _history(self, random: _random.Random) -> tuple[Any, float] | None:
        """A history that looks the same at every step, and its weight; ``None`` where it came to an end."""
        state, weight = self.game.game.new_initial_state(), 1.0
        for own, seen in zip(self.own, self.trail, strict=True):
            if own is not None:
                if state.current_player() != self.seat or own not in state.legal_actions():
                    return None
                state.apply_action(own)
                if self.game.known(state, self.seat) != seen:
                    return None
                continue
            if state.is_terminal() or state.current_player() == self.seat:
                return None
            outcomes = state.chance_outcomes() if state.is_chance_node() else None
            actions = outcomes or [(action, 1 / len(state.legal_actions())) for action in state.legal_actions()]
            fitting = []
            for action, chance in actions:
                child = state.child(action)
                if self.game.known(child, self.seat) == seen:
                    fitting.append((child, chance))
            if not fitting:
                return None
            share = sum(chance for _, chance in fitting)
            state = random.choices([child for child, _ in fitting], [chance for _, chance in fitting])[0]
            weight *= share
        return (state, weight) if state.current_player() == self.mover else None


class SpielGame(PythonGame[Place]):
    """A game of OpenSpiel, as Yomi's searches want it."""

    def __init__(self, game: Any) -> None:
        game = opened(game)
        kind = game.get_type()
        types = pyspiel.GameType
        if kind.chance_mode == types.ChanceMode.SAMPLED_STOCHASTIC:
            raise ValueError(f"{kind.short_name} does not list its chances; expected a game with explicit chance")
        self.game = game
        #: Where games begin, if not at their start.
        self.begin: Place | None = None
        self.name = kind.short_name
        self.players = game.num_players()
        self.bounds = (float(game.min_utility()), float(game.max_utility()))
        self.zero_sum = kind.utility == types.Utility.ZERO_SUM and self.players == 2 and sum(self.bounds) == 0
        self._by_state = kind.provides_information_state_string
        hides = kind.information != types.Information.PERFECT_INFORMATION
        if hides and not (self._by_state or kind.provides_observation_string):
            raise ValueError(f"{self.name} says nothing of what a seat sees; expected information states or observations")
        if kind.chance_mode == types.ChanceMode.EXPLICIT_STOCHASTIC:
            self.chances = lambda place: place.state.chance_outcomes()
        self.resamples = hides and self._can_resample()
        if hides:
            self.seen = lambda place, seat: Sight(place, seat, self.known(place.state, seat))
            self.world = self._world
        self.event = (lambda place, action, seat: self._told(place, action, seat)) if hides else None

    def known(self, state: Any, seat: int) -> str:
        """The information state of a seat, where the game has one; otherwise what it observes."""
        text = state.information_state_string(seat) if self._by_state else state.observation_string(seat)
        return str(text)

    def _can_resample(self) -> bool:
        state, rng = self.game.new_initial_state(), _random.Random(0)
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(rng.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0])
        try:
            state.resample_from_infostate(max(0, state.current_player()), rng.random)
        except (RuntimeError, pyspiel.SpielError):
            return False
        return True

    @cached_property
    def leaks(self) -> frozenset[tuple[str, int]]:
        """The phases and seats in which resampling gives the true state away, found in random games of a fixed seed: the state that
        is played has no say in it."""
        return leaks(self.game) if self.resamples else frozenset()

    def _trusts(self, state: Any, seat: int) -> bool:
        """Whether worlds of this seat may come from resampling."""
        if not self.resamples or not self.leaks:
            return self.resamples
        # Only the seat to move was looked at.
        return bool(state.current_player() == seat and (phase(state), seat) not in self.leaks)

    def _told(self, place: Place, action: int, seat: int) -> str:
        mover = place.state.current_player()
        return str(place.state.action_to_string(mover, action)) if mover == seat else "?"

    def start(self, seed: int) -> Place:
        return self.begin or Place(self.game.new_initial_state())

    def turn(self, state: Place) -> int | Literal["chance"] | None:
        mover = int(state.state.current_player())
        if mover >= 0:
            return mover
        return "chance" if mover == pyspiel.PlayerId.CHANCE else None

    def moves(self, state: Place) -> list[int]:
        return list(state.state.legal_actions())

    def apply(self, state: Place, move: int) -> Place:
        return Place(state.state.child(move))

    def payoffs(self, state: Place) -> list[float]:
        return list(state.state.returns())

    def _world(self, sight: Sight, seat: int, random: _random.Random) -> Place:
        if self._trusts(sight.place.state, seat):
            return Place(sight.place.state.resample_from_infostate(seat, random.random))
        if sight.pool is None:
            sight.pool = Worlds(self, sight)
        return sight.pool.draw(random)

    def picture(self, shown: Place | Sight) -> str:
        return repr(shown)


class Bot:
    """A player for OpenSpiel's own loops: `step(state)` gives an action of the seat to move, decided from what it sees."""

    def __init__(self, game: Any, agent: str = "best", limit: str | None = "1s", seed: int = 0) -> None:
        self._spiel = SpielGame(game)
        self._game = python_game(self._spiel)
        self.agent, self.limit, self.seed = agent, limit, seed

    def view(self, state: Any) -> _yomi.View:
        """What the seat to move sees. A state of another game, or in which nobody is to move alone, is refused."""
        self._check(state)
        self._spiel.begin = Place(state.clone())
        return self._game.deal(seed=0).view()

    def _check(self, state: Any) -> None:
        if not isinstance(state, pyspiel.State):
            raise TypeError(f"state={state!r}: expected a state of OpenSpiel")
        own, its = self._spiel.game, state.get_game()
        if state.is_simultaneous_node():
            raise ValueError(f"all move at once in this state of {its}; expected one of pyspiel.convert_to_turn_based(game)")
        if (own.get_type().short_name, own.get_parameters()) != (its.get_type().short_name, its.get_parameters()):
            raise ValueError(f"a state of {its}; expected one of {own}")
        if state.current_player() < 0:
            where = "the game is over" if state.is_terminal() else "chance is to act"
            raise ValueError(f"{where} in this state of {its}; expected one in which a seat is to move")

    def decide(self, state: Any) -> _yomi.Decision:
        """Advice on a position."""
        return advise(self.view(state), self.agent, self.limit, seed=self.seed)

    def step(self, state: Any) -> int:
        """The action to play."""
        return int(self.decide(state).move)


def adapt(game: Any) -> _yomi.Game:
    """A game of OpenSpiel, or its name with parameters, as a `Game` of Yomi. Moves are OpenSpiel's numbers."""
    return python_game(SpielGame(game))
