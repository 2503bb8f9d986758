"""PettingZoo's and Gymnasium's own tests on every game."""

from __future__ import annotations

import doctest
import warnings
from typing import Any

import numpy as np
import pytest

import yomi

pytest.importorskip("pettingzoo")
pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

from yomi import envs

SEATS = {entry["game"]: entry["players"] for entry in yomi.games()}
TABLES = [name for name, seats in SEATS.items() if seats > 1]
ALONE = [name for name, seats in SEATS.items() if seats == 1]


def test_every_game_has_an_environment() -> None:
    assert len(TABLES) == 7 and len(ALONE) == 4


def test_the_doctest() -> None:
    assert doctest.testmod(envs).failed == 0


@pytest.mark.parametrize("name", TABLES)
def test_pettingzoos_own_test_of_the_interface(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(envs.aec(name), num_cycles=300, verbose_progress=False)


@pytest.mark.parametrize("name", TABLES)
def test_pettingzoos_own_test_of_seeds(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: envs.aec(name), num_cycles=50)


@pytest.mark.parametrize("name", ALONE)
def test_gymnasiums_own_test(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(envs.single(name), skip_render_check=True)


@pytest.mark.parametrize("name", TABLES)
def test_a_random_game_pays_its_seats(name: str) -> None:
    env, rng = envs.aec(name), np.random.default_rng(2)
    env.reset(seed=7)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        assert observation is not None
        paid[agent] += float(reward)
        action = None
        if not (terminated or truncated):
            action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        env.step(action)
    assert any(paid.values())
    if name in ("connect-four", "duel", "sevens"):
        assert sum(paid.values()) == 1.0


def test_a_seat_that_is_not_to_move_sees_no_moves() -> None:
    env = envs.aec("leduc")
    env.reset(seed=1)
    assert env.observe("seat_0")["action_mask"].sum() == 2
    assert env.observe("seat_1")["action_mask"].sum() == 0


@pytest.mark.parametrize("name", ALONE)
def test_a_game_alone_is_paid_at_its_end(name: str) -> None:
    env: Any = envs.single(name)
    rng = np.random.default_rng(1)
    seen, _ = env.reset(seed=5)
    for _ in range(10_000):
        seen, reward, done, cut, _ = env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        assert not cut
        if done:
            break
        assert reward == 0
    assert done and reward > 0


def test_an_illegal_number_changes_nothing_and_many_end_the_episode() -> None:
    env: Any = envs.single("twin-cool")
    seen, _ = env.reset(seed=5)
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    for times in range(1, envs.MOST_ILLEGAL + 1):
        again, reward, done, cut, info = env.step(illegal)
        assert (reward, done, info) == (0.0, False, {"illegal": True})
        assert cut == (times == envs.MOST_ILLEGAL)
    assert (again["observation"] == seen["observation"]).all()


def test_the_wrong_kind_of_environment_is_refused() -> None:
    with pytest.raises(ValueError, match="yomi.envs.single"):
        envs.aec("maze")
    with pytest.raises(ValueError, match="yomi.envs.aec"):
        envs.single("kuhn")


def test_what_is_no_number_of_a_move_is_refused() -> None:
    alone: Any = envs.single("maze", size="5x5", turns=10)
    several: Any = envs.aec("kuhn")
    alone.reset(seed=1)
    several.reset(seed=1)
    for env, count in ((alone, alone.action_space.n), (several, 4)):
        for wrong, kind in ((-1, ValueError), (count, ValueError), (1.9, TypeError), ("0", TypeError), (None, TypeError)):
            with pytest.raises(kind, match=f"expected a whole number from 0 to {count - 1}"):
                env.step(wrong)
        for seed in (-1, 2**64):
            with pytest.raises(ValueError, match="seed="):
                env.reset(seed=seed)
    assert several.agent_selection == "seat_0"
    several.step(np.int8(0))
    assert several.agent_selection == "seat_1"


@pytest.mark.parametrize("name", ALONE)
def test_no_move_is_made_before_the_deal_or_after_the_end(name: str) -> None:
    env: Any = envs.single(name)
    with pytest.raises(gymnasium.error.ResetNeeded, match="no game has been dealt"):
        env.step(0)
    seen, _ = env.reset(seed=5)
    done = False
    while not done:
        action = int(np.flatnonzero(seen["action_mask"])[0])
        seen, _, done, _, _ = env.step(action)
    with pytest.raises(gymnasium.error.ResetNeeded, match="the game is over"):
        env.step(action)
    env.reset(seed=5)
    env.step(action)
