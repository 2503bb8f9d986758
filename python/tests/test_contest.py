"""The adapter for the contest's State, on the stand-in of its engine that the exported submission is tested with."""

from __future__ import annotations

import random
import sys
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import yomi
from yomi.contest import SevensPlayer, card_text, sevens_ai

sys.path.insert(0, str(Path(__file__).parents[2] / "crates" / "cli" / "tests" / "python"))
import contest as engine  # type: ignore[import-not-found]


def with_history(state: Any, history: list[Any]) -> Any:
    """The same state with `history` in place of the two lists."""
    fields = ("players_num", "turn_player", "field_cards", "pass_count", "out_player", "my_hands", "my_actions")
    return SimpleNamespace(**{field: getattr(state, field) for field in fields}, history=history)


def play(seed: int, players: int, ask: Any, luck: random.Random) -> int:
    """One game; `ask(state, true history)` chooses for seat 0, the others are random and pass on purpose now and then."""
    state = engine.State.deal(players, random.Random(seed))
    history: list[tuple[int, Any, int]] = []
    while state.winner is None:
        seat = state.turn_player
        if seat == 0:
            move = ask(state, history)
        else:
            move = engine.random_player(state, luck)
            if luck.random() < 0.2 and state.pass_count[seat] < engine.FREE_PASSES:
                move = (None, 1)
        history.append((seat, *move))
        state.next(*move)
    return int(state.winner)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_pass_is_recovered_turn_by_turn(players: int) -> None:
    player, luck, looked = SevensPlayer("policy", "1it"), random.Random(1), 0
    burst = False

    def ask(state: Any, history: list[Any]) -> Any:
        nonlocal looked, burst
        view = player.view(state)
        assert view.seat == 0 and set(view.legal) - {"pass"} == {card_text(card) for card in state.my_actions()}
        burst |= bool(state.out_player)
        if not state.out_player:
            told = ["pass" if flag else card_text(card) for _, card, flag in history]
            assert view.history == told
            looked += 1
        return player(state)

    for seed in range(8):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            play(seed, players, ask, luck)
    assert looked > 20


def test_a_log_with_passes_is_read_from_the_deal_on() -> None:
    """A new player in the middle of a game knows every pass where the log has them."""

    def ask(state: Any, history: list[Any]) -> Any:
        if not state.out_player:
            fresh = SevensPlayer("policy", "1it")
            told = ["pass" if flag else card_text(card) for _, card, flag in history]
            assert fresh.view(with_history(state, history)).history == told
        return SevensPlayer("policy", "1it")(with_history(state, history))

    for seed in range(5):
        play(seed, 3, ask, random.Random(seed))


def test_a_new_game_is_noticed() -> None:
    player = SevensPlayer("policy", "1it")
    for seed in range(20):
        state = engine.State.deal(3, random.Random(seed))
        if state.turn_player == 0:
            assert player.view(state).history == []
            state.next(*player(state))


def test_the_answer_is_the_contests_own_card() -> None:
    state = engine.State.deal(3, random.Random(4))
    card, flag = sevens_ai(state)
    if flag == 0:
        assert any(card == action for action in state.my_actions())
        assert isinstance(card, engine.Card)
    else:
        assert card is None
    state.next(card, flag)


def test_it_wins_more_than_its_share_against_random_players() -> None:
    """48 games of three: by chance 16 wins with a standard deviation of 3.3; four of them are 29.2."""
    player = SevensPlayer("policy", "1it")
    assert engine.match(player, deals=16, seed=5) >= 30


def test_a_state_that_cannot_be_read_is_answered_legally_and_said() -> None:
    state = engine.State.deal(3, random.Random(4))
    state.pass_count = [9, 9, 9]
    with pytest.warns(UserWarning, match="could not be read"):
        card, flag = SevensPlayer()(state)
    assert (card in state.my_actions()) if flag == 0 else card is None


@pytest.mark.parametrize(
    ("card", "text"),
    [
        (SimpleNamespace(suit="spade", number=1), "SA"),
        (SimpleNamespace(suit="♡", number="10"), "H10"),
        (engine.Card(engine.Suit.CLUB, engine.Number.KING), "CK"),
        ("♦7", "D7"),
        (("hearts", 12), "HQ"),
    ],
)
def test_cards_are_taken_as_engines_write_them(card: Any, text: str) -> None:
    assert card_text(card) == text


def test_what_is_not_a_card_is_refused() -> None:
    for wrong in ("X9", "S14", ("spades", 0)):
        with pytest.raises(ValueError, match="is not a"):
            card_text(wrong)


def test_it_is_part_of_the_package() -> None:
    assert yomi.contest.sevens_ai is sevens_ai


@pytest.mark.parametrize("history", [[{}], [()], [(0,)], 5, [None]])
def test_whatever_the_log_holds_a_legal_card_is_played(history: Any) -> None:
    state = engine.State.deal(3, random.Random(4))
    while not state.my_actions():
        state.next(*engine.random_player(state, random.Random(4)))
    with pytest.warns(UserWarning, match="first legal card"):
        assert sevens_ai(with_history(state, history)) == (state.my_actions()[0], 0)


def test_numbers_of_numpy_are_read() -> None:
    np = pytest.importorskip("numpy")
    assert card_text(("hearts", np.int64(12))) == "HQ"
    assert card_text(SimpleNamespace(suit="spades", number=np.uint8(1))) == "SA"
    for wrong in (np.int64(14), True, np.float64(3)):
        with pytest.raises(ValueError, match="not a number of a card"):
            card_text(("hearts", wrong))
