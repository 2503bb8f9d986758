"""Batches of games."""

from __future__ import annotations

import numpy as np
import pytest

import yomi

EVERY_GAME = [entry["game"] for entry in yomi.games()]
#: Games in which something is hidden in the state itself.
HIDING = {"simultaneous-maze", "kuhn", "leduc", "sevens", "duel"}


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_batch_is_stepped_by_numbers_and_ends_its_games(name: str) -> None:
    games, rng = yomi.vec(name, n=8, seed=3), np.random.default_rng(1)
    obs, hidden = games.reset()
    assert obs is not None and obs.shape == (8, games.obs_size) and obs.dtype == np.float32
    assert hidden is not None and hidden.shape == (8, games.hidden_size)
    assert (games.hidden_size > 0) == (name in HIDING)
    assert games.obs_size > 0 or name == "auto-maze"
    ended = 0
    for _ in range(400):
        mask = games.legal
        assert mask.shape == (8, games.move_count) and mask.any(axis=1).all()
        # The mask says exactly what is legal.
        for game in (0, 7):
            texts = games.legal_moves(game)
            named = [games.moves[number] for number in np.flatnonzero(mask[game])] if games.moves else texts
            assert sorted(named) == sorted(texts) and int(mask[game].sum()) == len(texts)
        chosen = [rng.choice(np.flatnonzero(row)) for row in mask]
        stepped = games.step(chosen)
        assert stepped.obs is not None and np.isfinite(stepped.obs).all()
        assert (stepped.payoffs[~stepped.done] == 0).all()
        ended += int(stepped.done.sum())
    assert ended > 0


@pytest.mark.parametrize("name", ["kuhn", "leduc", "sevens", "duel", "simultaneous-maze"])
def test_what_is_hidden_is_in_its_own_array_and_changes_no_observation(name: str) -> None:
    """Deals that look alike to a seat and differ in what is hidden have equal observations."""
    games = yomi.vec(name, n=3000, seed=5)
    obs, hidden = games.reset()
    assert obs is not None and hidden is not None
    if name == "simultaneous-maze":  # The board is the same for both; what is hidden is the first seat's choice.
        moves = np.argmax(games.legal, axis=1)
        games.step(moves)
        alike = games.observe()
        assert (alike[:, -2:] == obs[:, -2:]).all() and (games.observe_hidden().sum(axis=1) == 1).all()
        return
    seen: dict[bytes, set[bytes]] = {}
    for row, secret in zip(obs, hidden, strict=True):
        seen.setdefault(row.tobytes(), set()).add(secret.tobytes())
    if name in ("kuhn", "leduc"):
        assert max(len(secrets) for secrets in seen.values()) >= 2


@pytest.mark.parametrize("name", ["duel", "sevens", "connect-four", "twin-cool"])
def test_a_place_plays_the_deal_that_it_names(name: str) -> None:
    """A session of that seed starts alike; in Duel the observation is the vector of its view."""
    game = yomi.game(name)
    games = yomi.vec(game, n=20, seed=4)
    obs, _ = games.reset()
    assert obs is not None
    for place, seed in enumerate(games.deals.tolist()):
        session = game.deal(seed=seed)
        assert session.to_move == games.to_move[place]
        if name != "twin-cool":  # Its first cards are drawn, which every table does by its own luck.
            assert sorted(session.legal) == sorted(games.legal_moves(place))
        if name == "duel":
            assert (session.view().vector() == obs[place]).all()


def test_hands_of_sevens_are_what_is_not_on_the_table() -> None:
    games = yomi.vec("sevens", n=10, seed=2)
    for _ in range(20):
        obs, hidden, *_ = games.step_random()
        assert obs is not None and hidden is not None
        own, table, others = obs[:, :48], obs[:, 48:96], hidden.reshape(10, 2, 48)
        assert (own + table + others.sum(axis=1) == 1).all()


def test_the_same_seed_deals_the_same_games() -> None:
    first, again, other = (yomi.vec("sevens", n=5, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(first.reset()[0], again.reset()[0])  # type: ignore[arg-type]
    assert not np.array_equal(first.reset()[0], other.reset()[0])  # type: ignore[arg-type]
    for _ in range(30):
        assert (first.step_random().payoffs == again.step_random().payoffs).all()
    assert np.array_equal(first.reset(seed=2)[0], other.reset()[0])  # type: ignore[arg-type]
    # A game does not depend on how many others there are.
    assert (yomi.vec("sevens", n=3, seed=1).reset()[0] == again.reset()[0][:3]).all()  # type: ignore[index]


def test_without_observations_there_are_none() -> None:
    games = yomi.vec("duel", n=4, observe=False)
    assert games.reset() == (None, None) and games.step_random().obs is None


@pytest.mark.parametrize("name", EVERY_GAME)
def test_games_are_played_out_at_random(name: str) -> None:
    games = yomi.vec(name, n=20, observe=False, seed=9)
    payoffs, moves = games.play_out(3)
    assert payoffs.shape == (60, games.players) and moves >= 60
    if games.players > 1 and name not in ("kuhn", "leduc"):
        assert (payoffs.sum(axis=1) > 0).all()


def test_random_play_is_fair() -> None:
    """Kuhn at random, within five sigma of what seat 0 gets by hand: showdowns are fair, a fold pays 1 to the bettor."""
    payoffs, _ = yomi.vec("kuhn", n=100, observe=False, seed=1).play_out(300)
    # Seat 0: bets (1/2) and gets +1 when seat 1 folds (1/2); checks (1/2), seat 1 bets (1/2), folds (1/2): -1.
    expected = 0.5 * 0.5 * 1 - 0.5 * 0.5 * 0.5 * 1
    assert abs(payoffs[:, 0].mean() - expected) < 5 * payoffs[:, 0].std() / np.sqrt(30_000)


def test_a_batch_that_does_not_begin_again_stays_at_its_end() -> None:
    games = yomi.vec("connect-four", n=2, again=False)
    games.reset()
    for column in (0, 1, 0, 1, 0, 1):
        assert not games.step([column, column]).done.any()
    assert games.step([0, 6]).done.tolist() == [True, False]
    assert games.to_move.tolist() == [-1, 1] and games.payoffs.tolist() == [[1.0, 0.0], [0.0, 0.0]]
    assert games.step([5, 2]).done.tolist() == [True, False], "a game that is over stays so, whatever is played"


def test_a_move_that_is_not_legal_is_refused_and_nothing_is_played() -> None:
    games = yomi.vec("kuhn", n=3)
    before, _ = games.reset()
    with pytest.raises(yomi.MoveFault) as caught:
        games.step([0, 2, 0])
    assert caught.value.entry == 1 and caught.value.expected == ["check", "bet"]
    assert (games.observe() == before).all()
    for wrong in ([-1, 0, 0], [99, 0, 0]):
        with pytest.raises(yomi.MoveFault):
            games.step(wrong)
    with pytest.raises(ValueError, match="one per game"):
        games.step([0])
    with pytest.raises(ValueError, match="expected 1 to 4194304"):
        yomi.vec("kuhn", n=0)
    with pytest.raises(IndexError, match="0 to 1"):
        games.observe(2)


def test_connect_four_is_seen_from_the_own_side() -> None:
    games = yomi.vec("connect-four", n=1)
    games.reset()
    games.step([3])
    board = games.observe(0).reshape(2, 6, 7)
    assert board[0, 0, 3] == 1 and board.sum() == 1
    assert games.observe(1).reshape(2, 6, 7)[1, 0, 3] == 1


def test_settings_and_games_are_both_taken() -> None:
    assert yomi.vec("sevens", n=1, players=4).players == 4
    assert yomi.vec(yomi.game("maze", size="3x4"), n=1).obs_size == 2 * 12 + 1


def test_beliefs_are_arrays() -> None:
    beliefs = yomi.belief_arrays(yomi.advise(yomi.game("sevens").deal(seed=3).view(), "ismcts", "200it"))
    cards = beliefs["cards"]
    assert cards.values.shape == (len(cards.names), 3)
    hidden = cards.values.sum(axis=1) > 0
    assert np.allclose(cards.values[hidden].sum(axis=1), 1.0) and len(cards.names) == 52
    decks = yomi.belief_arrays(yomi.advise(yomi.game("duel").deal(seed=3).view(), limit="100it"))["decks"]
    assert abs(decks.values.sum() - 1) < 1e-9
    open_game = yomi.advise(yomi.game("connect-four").deal(seed=3).view(), limit="100it")
    assert yomi.belief_arrays(open_game) == {}


def test_a_seed_that_is_refused_is_not_kept() -> None:
    games = yomi.vec("leduc", n=2, seed=3)
    before, _ = games.reset()
    for wrong, kind in ((-1, ValueError), (2**64, ValueError), ("x", TypeError), (1.5, TypeError)):
        with pytest.raises(kind, match="seed="):
            games.reset(wrong)  # type: ignore[arg-type]
        assert np.array_equal(games.reset()[0], before)  # type: ignore[arg-type]
