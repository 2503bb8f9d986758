"""OpenSpiel's games under Yomi's searches, and the audit of OpenSpiel's games. Runs where open_spiel is installed."""

from __future__ import annotations

import random
from typing import Any

import pytest

import yomi

pyspiel: Any = pytest.importorskip("pyspiel")

from yomi import openspiel  # noqa: E402


def play(game: Any, seats: list[Any], seed: int) -> list[float]:
    """One game of OpenSpiel between bots: `step(state)` gives an action."""
    state, luck = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(luck.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0])
        else:
            state.apply_action(seats[state.current_player()](state))
    return list(state.returns())


def test_open_games_are_searched_by_mcts_and_alphabeta() -> None:
    game = openspiel.adapt("tic_tac_toe")
    session = game.deal(seed=0)
    session.play_all("0 3 1 4")  # Both have two in a row; the mover wins at 2.
    for agent in ("mcts", "alphabeta"):
        assert yomi.advise(session.view(), agent, "3000it,50000nodes").move == "2"
    assert yomi.advise(game.deal(seed=0).view(), "alphabeta", "400000nodes").value == 0.0


@pytest.mark.parametrize("name", ["liars_dice", "phantom_ttt", "goofspiel(num_cards=4)", "gin_rummy", "leduc_poker"])
def test_five_hidden_games_are_played_against_random(name: str) -> None:
    """Each for a few games in an arena of Yomi, whose worlds are compared with what was seen."""
    adapted = openspiel.adapt(name)
    games, limit = (2, "10it") if name == "gin_rummy" else (6, "60it")
    report = yomi.arena(adapted, ["best", "random"], games=games, limit=limit)
    assert report["games"] == games


def test_against_openspiels_own_bot() -> None:
    """Liar's dice: Yomi's ismcts, whose worlds come by rejection, and OpenSpiel's random bot; 60 games. By chance 30 wins with a
    standard deviation of 3.9; four of them are 45.5."""
    game, bot = pyspiel.load_game("liars_dice"), openspiel.Bot("liars_dice", "ismcts", "300it")
    won = 0
    for number in range(60):
        seat, luck = number % 2, random.Random(number)

        def uniform(state: Any, luck: random.Random = luck) -> int:
            return int(luck.choice(state.legal_actions()))

        seats = [bot.step, uniform] if seat == 0 else [uniform, bot.step]
        won += play(game, seats, number)[seat] > 0
    assert won >= 46


def test_worlds_by_rejection_are_of_the_information_state_and_of_its_chances() -> None:
    """Liar's dice with one die each: after the own die is seen, the opponent's is uniform; chi-squared with 5 degrees of
    freedom stays below 30 with a chance of 99.998%."""
    spiel = openspiel.SpielGame(pyspiel.load_game("liars_dice"))
    assert not spiel.resamples
    state = spiel.game.new_initial_state()
    state.apply_action(2)
    state.apply_action(4)
    sight, rng = spiel.seen(openspiel.Place(state), 0), random.Random(1)
    drawn = [0] * 6
    for _ in range(3000):
        if len(drawn) and rng.random() < 0.05:
            sight.pool = None  # A new pool of candidates.
        world = spiel.world(sight, 0, rng)
        assert spiel.seen(world, 0) == sight
        drawn[world.history[1]] += 1
    assert sum((count - 500) ** 2 / 500 for count in drawn) < 60
    assert min(drawn) > 300


def test_worlds_that_are_too_rare_are_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openspiel, "MOST_TRIES", 3)
    view = openspiel.adapt("liars_dice").deal(seed=1).view()
    with pytest.raises(openspiel.TooFewWorlds, match="histories look to seat"):
        yomi.advise(view, "ismcts", "50it")


def test_games_that_cannot_be_adapted_are_refused() -> None:
    with pytest.raises(ValueError, match="explicit chance"):
        openspiel.adapt("negotiation")


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "liars_dice"])
def test_the_audit_finds_nothing_where_there_is_nothing(name: str) -> None:
    report = yomi.audit.openspiel(name, games=200)
    assert report["pairs"] > 100 and report["findings"] == []


def test_the_audit_finds_the_leak_of_gin_rummys_layoff_phase() -> None:
    """There, resampling gives the true state, with the knocker's deadwood that the other seat is not shown."""
    report = yomi.audit.openspiel("gin_rummy", games=150, seed=1)
    told = [finding for finding in report["findings"] if finding["what"] == "resampled: always the truth"]
    assert {finding["phase"] for finding in told} == {"Layoff"}, report["counts"]
    # It can be reproduced: the world is the truth, and the seat is shown none of the opponent's cards.
    finding, state = told[0], pyspiel.load_game("gin_rummy").new_initial_state()
    for action in finding["history"]:
        state.apply_action(action)
    world = state.resample_from_infostate(finding["seat"], random.Random(5).random)
    assert str(world) == str(state) != state.observation_string(finding["seat"])


def test_the_audit_finds_actions_that_tell_what_the_observation_does_not() -> None:
    report = yomi.audit.openspiel("gin_rummy", games=30, seed=1)
    found = [finding for finding in report["findings"] if finding["phase"] == "FirstUpcard"]
    finding, states = found[0], []
    for history in (finding["history"], finding["other_history"]):
        state = pyspiel.load_game("gin_rummy").new_initial_state()
        for action in history:
            state.apply_action(action)
        states.append(state)
    seat = finding["seat"]
    assert states[0].observation_string(seat) == states[1].observation_string(seat)
    assert states[0].legal_actions() != states[1].legal_actions()


@pytest.mark.parametrize("chance", [0, 3])
def test_what_is_hidden_does_not_decide_where_resampling_gives_it_away(chance: int) -> None:
    """Colored trails: the second proposer does not see the first proposal, and OpenSpiel resamples the true one every time."""
    game, bot = pyspiel.load_game("colored_trails"), openspiel.Bot("colored_trails", "ismcts", "400it", seed=1)
    board = game.new_initial_state()
    board.apply_action(chance)
    actions = board.legal_actions()
    states = [board.child(action) for action in (actions[0], actions[len(actions) // 2], actions[-1])]
    assert len({state.information_state_string(1) for state in states}) == 1
    worlds = {state.resample_from_infostate(1, random.Random(seed).random).history()[-1] for state in states[:1] for seed in range(9)}
    assert worlds == {actions[0]}  # Else nothing is tested.
    decisions = [bot.decide(state) for state in states]
    assert len({(made.move, made.value) for made in decisions}) == 1
    sight = bot._spiel.seen(openspiel.Place(states[0]), 1)
    assert len({bot._spiel.world(sight, 1, random.Random(seed)).history for seed in range(40)}) > 5


def test_the_audit_finds_a_game_that_always_gives_the_truth_away() -> None:
    found = yomi.audit.openspiel("colored_trails", games=200)["findings"]
    told = [finding for finding in found if finding["what"] == "resampled: always the truth"]
    assert 1 in {finding["seat"] for finding in told}
    for finding in told:
        states = []
        for history in (finding["history"], finding["other_history"]):
            state = pyspiel.load_game("colored_trails").new_initial_state()
            for action in history:
                state.apply_action(action)
            states.append(state)
        seat = finding["seat"]
        assert states[0].information_state_string(seat) == states[1].information_state_string(seat)
        for state in states:
            assert str(state.resample_from_infostate(seat, random.Random(3).random)) == str(state)


def test_resampling_is_trusted_where_it_may_be() -> None:
    """Found in random games alone; gin rummy's Layoff is known, and has no worlds by rejection."""
    assert openspiel.SpielGame("leduc_poker").leaks == frozenset()
    assert openspiel.SpielGame("hearts").leaks == frozenset()
    assert openspiel.SpielGame("gin_rummy").leaks == {("Layoff", 0), ("Layoff", 1)}


def test_states_that_nobody_can_decide_are_refused() -> None:
    game, bot = pyspiel.load_game("kuhn_poker"), openspiel.Bot("kuhn_poker", "ismcts", "50it")
    state = game.new_initial_state()
    with pytest.raises(ValueError, match="chance is to act"):
        bot.step(state)
    for action in (0, 1):
        state.apply_action(action)
    assert bot.step(state) in state.legal_actions()
    same = pyspiel.load_game("kuhn_poker(players=2)").new_initial_state()
    for action in (0, 1):
        same.apply_action(action)
    assert bot.step(same) in (0, 1)
    for action in (0, 0):
        state.apply_action(action)
    with pytest.raises(ValueError, match="the game is over"):
        bot.step(state)
    for other in ("tic_tac_toe", "kuhn_poker(players=3)"):
        with pytest.raises(ValueError, match="expected one of kuhn_poker"):
            bot.step(pyspiel.load_game(other).new_initial_state())
    with pytest.raises(ValueError, match="all move at once"):
        openspiel.Bot("matrix_pd", "mcts", "50it").step(pyspiel.load_game("matrix_pd").new_initial_state())
    with pytest.raises(TypeError, match="expected a state of OpenSpiel"):
        bot.step(None)


def test_games_that_are_none_are_refused() -> None:
    for wrong in (None, 5):
        with pytest.raises(TypeError, match="expected a game of OpenSpiel"):
            openspiel.adapt(wrong)
        with pytest.raises(TypeError, match="expected a game of OpenSpiel"):
            yomi.audit.openspiel(wrong)
    for number in (0, -1):
        with pytest.raises(ValueError, match="games="):
            yomi.audit.openspiel("kuhn_poker", games=number)
    for ask in (openspiel.adapt, yomi.audit.openspiel):
        with pytest.raises(ValueError, match="mean-field"):
            ask("mfg_crowd_modelling")
