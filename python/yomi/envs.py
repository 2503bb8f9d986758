"""Yomi's games as environments: PettingZoo for several seats, Gymnasium for one.

Needs ``pip install "yomi[envs]"`` (numpy, pettingzoo, gymnasium).

>>> from yomi import envs
>>> env = envs.aec("kuhn")
>>> env.reset(seed=3)
>>> env.agent_selection, env.observe("seat_0")["action_mask"].tolist()
('seat_0', [1, 1, 0, 0])
>>> env.step(0)
>>> env.agent_selection
'seat_1'
"""

from __future__ import annotations

from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from . import _asked, _yomi
from ._games import Setting
from ._matches import _open
from ._vec import Vec, vec


#: After so many numbers that are not legal an episode of `Alone` ends.
MOST_ILLEGAL = 100


def _deal_seed(given: int | None, rng: np.random.Generator) -> int:
    """The seed that was given, or the next of the environment's own."""
    return given if given is not None else int(rng.integers(2**63))


def _number(action: Any, moves: int) -> int:
    """The number of a move; another value is refused."""
    try:
        number = index(action)
    except TypeError:
        raise TypeError(f"action={action!r}: expected a whole number from 0 to {moves - 1}") from None
    if not 0 <= number < moves:
        raise ValueError(f"action={number}: expected a whole number from 0 to {moves - 1}")
    return number


def _observed(size: int, moves: int) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(-np.inf, np.inf, (size,), np.float32),
            "action_mask": spaces.Box(0, 1, (moves,), np.int8),
        }
    )


class Table(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """A game of several seats, one move at a time. Rewards are payoffs, at the end of the game.

    An observation is a dictionary of ``observation``, what the seat sees (see docs/python.md), and ``action_mask``, which of its
    moves are legal: none while it is not to move. A move is its number in ``env.moves``; in Duel its place in the list
    of legal moves.
    """

    def __init__(self, game: _yomi.Game, render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata = {
            "name": f"yomi_{game.name}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.game = game
        self._games: Vec = vec(game, n=1, again=False)
        self._rng = np.random.default_rng()
        self.possible_agents = [f"seat_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        self._observed = {
            agent: _observed(self._games.obs_size, self._games.move_count) for agent in self.possible_agents
        }
        self._moves = {agent: spaces.Discrete(self._games.move_count) for agent in self.possible_agents}

    @property
    def moves(self) -> list[str]:
        """The moves by their numbers; of Duel those that are legal now."""
        return self._games.moves or self._games.legal_moves(0)

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an observation looks like."""
        return self._observed[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """The numbers of moves."""
        return self._moves[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game; the same seed deals the same."""
        _asked.whole(seed=seed)
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._games.reset(_deal_seed(seed, self._rng))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_move()

    def _to_move(self) -> str:
        return self.possible_agents[max(0, int(self._games.to_move[0]))]

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat sees, and which of its moves are legal."""
        seat = self.possible_agents.index(agent)
        mask = self._games.legal[0].astype(np.int8)
        own = int(self._games.to_move[0]) == seat
        return {
            "observation": self._games.observe(seat)[0],
            "action_mask": mask if own else np.zeros_like(mask),
        }

    def observe_hidden(self, agent: str) -> np.ndarray[Any, np.dtype[np.float32]]:
        """What is hidden from a seat, for teachers and critics."""
        hidden: np.ndarray[Any, np.dtype[np.float32]] = self._games.observe_hidden(self.possible_agents.index(agent))[0]
        return hidden

    def step(self, action: int | None) -> None:
        """Plays a move of the seat to move, by its number."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = _number(action, self._games.move_count)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        done = bool(self._games.step([number]).done[0])
        if done:
            self.rewards = dict(zip(self.possible_agents, self._games.payoffs[0].tolist(), strict=True))
            self.terminations = dict.fromkeys(self.possible_agents, True)
        else:
            self.agent_selection = self._to_move()
        self._accumulate_rewards()
        if done:
            self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """The legal moves as text, with ``render_mode="ansi"``."""
        if self.render_mode != "ansi":
            gymnasium.logger.warn("render() needs render_mode='ansi'")
            return None
        return f"{self.game.name}: {self.agent_selection} to move, {' '.join(self._games.legal_moves(0))}"

    def close(self) -> None:
        """Nothing is held open."""


class Alone(gymnasium.Env[dict[str, Any], Any]):
    """A game of one player. The reward is the payoff, at the end of the game.

    A number that is not legal changes nothing: reward 0, and ``info["illegal"]`` is set. After `MOST_ILLEGAL` of them the
    episode is truncated. Which numbers are legal is in every observation. What is no number of a move is an exception, and
    so is a step before `reset` or after the end.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, game: _yomi.Game, render_mode: str | None = None) -> None:
        self.game = game
        self.render_mode = render_mode
        self._games: Vec = vec(game, n=1, again=False)
        self._board: list[float] = []
        self._placed: list[int] = []
        self._illegal = 0
        #: Why no move can be made, where that is so.
        self._waits: str | None = "no game has been dealt"
        self._places = game.name == "auto-maze"
        size = 2 * self._games.move_count if self._places else self._games.obs_size
        self.observation_space = _observed(size, self._games.move_count)
        self.action_space = spaces.Discrete(self._games.move_count)

    @property
    def moves(self) -> list[str]:
        """The moves by their numbers."""
        return self._games.moves

    def _seen(self) -> dict[str, Any]:
        if self._places:
            placed = np.zeros(len(self._board), np.float32)
            placed[self._placed] = 1
            observation = np.concatenate([np.asarray(self._board, np.float32), placed])
        else:
            observation = self._games.observe(0)[0]
        return {"observation": observation, "action_mask": self._games.legal[0].astype(np.int8)}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deals a new game; the same seed deals the same."""
        _asked.whole(seed=seed)
        super().reset(seed=seed)
        self._games.reset(_deal_seed(seed, self.np_random))
        self._placed = []
        self._illegal = 0
        self._waits = None
        if self._places:
            # The points of the automatic maze are in the view: it has nothing else to see.
            rows = self.game.deal(seed=int(self._games.deals[0])).view(0).to_dict()["points"]
            self._board = [int(digit) / 9 for row in rows for digit in row]
        return self._seen(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Plays a move, by its number."""
        if self._waits is not None:
            raise gymnasium.error.ResetNeeded(f"{self._waits}; expected reset() before step()")
        number = _number(action, self._games.move_count)
        if not self._games.legal[0, number]:
            self._illegal += 1
            cut = self._illegal >= MOST_ILLEGAL
            self._waits = "the episode was truncated" if cut else None
            return self._seen(), 0.0, False, cut, {"illegal": True}
        done = bool(self._games.step([number]).done[0])
        self._waits = "the game is over" if done else None
        self._placed.append(number)
        return self._seen(), float(self._games.payoffs[0, 0]), done, False, {}

    def render(self) -> str | None:
        """The legal moves as text, with ``render_mode="ansi"``."""
        if self.render_mode != "ansi":
            return None
        return f"{self.game.name}: {' '.join(self._games.legal_moves(0))}"


def aec(
    game: _yomi.Game | str, *, render_mode: str | None = None, **settings: Setting
) -> AECEnv[str, dict[str, Any], int]:
    """A PettingZoo environment of a game of more than one seat, in the wrapper that checks the order of calls."""
    opened = _open(game, dict(settings))
    if opened.players < 2:
        raise ValueError(f"{opened.name} is for one player; expected yomi.envs.single({opened.name!r})")
    return wrappers.OrderEnforcingWrapper(Table(opened, render_mode))


def single(game: _yomi.Game | str, *, render_mode: str | None = None, **settings: Setting) -> Alone:
    """A Gymnasium environment of a one-player game."""
    opened = _open(game, dict(settings))
    if opened.players != 1:
        raise ValueError(f"{opened.name} is for several players; expected yomi.envs.aec({opened.name!r})")
    return Alone(opened, render_mode)
