"""Tests of a submission of `yomi export sevens --python`.

    YOMI_SUBMISSION=submission.py YOMI_GAMES=games.json python3 check.py

The games were played by Yomi itself: hands, who begins, all moves, and which seat moved by `policy`.
"""

import json
import os
import random
import types
import unittest
from itertools import permutations

import contest
import measure
import numpy as np
from contest import BY_TEXT, State

submission = measure.load(os.environ["YOMI_SUBMISSION"])


def policy_only(state):
    submission.TIME_BUDGET = 0
    return submission.my_AI(state)


def position(hands, table, me=0, passes=None):
    """A state in the middle of a game."""
    state = State([[BY_TEXT[text] for text in hand.split()] for hand in hands], me)
    for text in table.split():
        state.put(BY_TEXT[text])
    state.pass_count = list(passes or state.pass_count)
    return state


class SameAsYomi(unittest.TestCase):
    def test_the_policy_plays_the_same_moves(self):
        with open(os.environ["YOMI_GAMES"], encoding="utf-8") as file:
            games = json.load(file)
        asked = passes = 0
        for game in games:
            state = State([[BY_TEXT[text] for text in hand] for hand in game["hands"]], game["first"])
            for number, move in enumerate(game["moves"]):
                self.assertIsNone(state.winner)
                if state.turn_player == game["policy"] and state.my_actions():
                    card, flag = policy_only(state)
                    said = "pass" if flag else card.text()
                    self.assertEqual(said, move, "game %s, move %d" % (game["name"], number))
                    asked, passes = asked + 1, passes + flag
                state.next(BY_TEXT.get(move), int(move == "pass"))
            self.assertEqual(state.winner, game["winner"])
        self.assertGreater(asked, 300)
        self.assertGreater(passes, 30)


class Playing(unittest.TestCase):
    def test_wins_against_random_players(self):
        # Expected are nine games of ten and more; 180 games at 90% have a standard error of 2.2%, and what lies at 80%
        # is four of them and more away.
        self.assertGreaterEqual(contest.match(policy_only, 60, seed=1), 144)

    def test_searching_is_legal_with_two_to_six(self):
        submission.TIME_BUDGET, submission.MOST_WORLDS = 60, 8
        for players in range(2, 7):
            # The engine refuses what is not legal, and `decide` hides no fault as `my_AI` would.
            def searching(state):
                actions = state.my_actions()
                card = submission.decide(state, actions, float("inf")) if actions else None
                return (card, 0) if card else (None, 1)

            contest.match(searching, 1, seed=players, players=players)

    def test_a_position_has_one_answer(self):
        submission.TIME_BUDGET, submission.MOST_WORLDS = 60, 64
        for deal in range(5):
            state = State.deal(3, random.Random(deal))
            self.assertEqual(submission.my_AI(state), submission.my_AI(state))

    def test_the_search_overrules_a_policy_that_throws_the_game_away(self):
        # Each has one card that fits: whoever does not play it now has lost.
        submission.MOST_WORLDS = 64
        state = position(["S6", "H6", "D6"], "", me=0)
        lying = set(BY_TEXT.values()) - {card for hand in state.players_cards for card in hand}
        for card in lying:
            state.put(card)
        seen = submission.read_state(state)
        slots = np.flatnonzero(seen.own_game().playable()[0])
        self.assertEqual(submission.search(seen, [-1, *slots], -1, float("inf")), slots[0])

    def test_time_is_kept(self):
        state = State.deal(3, random.Random(1))
        seen = submission.read_state(state)
        slots = [int(slot) for slot in np.flatnonzero(seen.own_game().playable()[0])]
        drawn, clock = [], iter(range(1000))
        real, draw = submission.time, submission.Deals.draw
        submission.MOST_WORLDS = 10**9
        try:
            # A clock that goes on by a second whenever it is read.
            submission.time = types.SimpleNamespace(perf_counter=lambda: next(clock))
            submission.Deals.draw = lambda self, number, rng: drawn.append(number) or draw(self, number, rng)
            submission.search(seen, [-1] + slots, -1, 9)
        finally:
            submission.time, submission.Deals.draw = real, draw
        # Each part takes a second, and the next one is not begun when it might end after the ninth.
        self.assertEqual(drawn, [8, 16, 32, 64, 64])


class Worlds(unittest.TestCase):
    def test_deals_are_exact_and_equally_likely(self):
        allowed = np.array([[1, 1, 1], [0, 1, 1], [1, 1, 0], [1, 1, 1], [1, 0, 1], [1, 1, 1]], bool)
        counts = [2, 3, 1]
        owners = [seat for seat, count in enumerate(counts) for _ in range(count)]
        all_deals = {deal for deal in permutations(owners) if all(allowed[i, seat] for i, seat in enumerate(deal))}
        deals = submission.Deals(allowed, counts)
        self.assertEqual(deals.possible(), len(all_deals))
        draws = 20_000
        seen = {}
        for deal in map(tuple, deals.draw(draws, np.random.default_rng(3))):
            seen[deal] = seen.get(deal, 0) + 1
        self.assertEqual(set(seen), all_deals)
        expected = draws / len(all_deals)
        chi = sum((count - expected) ** 2 / expected for count in seen.values())
        freedom = len(all_deals) - 1
        # Mean and variance of chi-squared are k and 2k: five sigma.
        self.assertLess(chi, freedom + 5 * (2 * freedom) ** 0.5)

    def test_worlds_agree_with_passes(self):
        """Games of random players, who pass only when they must: the true hands are never ruled out."""
        ruled_out = 0
        for deal in range(40):
            rng = random.Random(deal)
            state = State.deal(3, rng)
            while state.winner is None:
                seen = submission.read_state(state)
                self.assertEqual(seen.cards, [len(hand) for hand in state.players_cards])
                for seat, hand in enumerate(state.players_cards):
                    held = submission.lanes_of(submission.places_of(hand))
                    if seat != seen.me:
                        self.assertFalse((seen.cannot[seat] & held).any())
                        ruled_out += int(submission.POPULATION[seen.cannot[seat]].sum())
                state.next(*contest.random_player(state, rng))
        self.assertGreater(ruled_out, 1000)

    def test_unknown_hand_sizes_are_close(self):
        """Without the engine's word they follow from the log but for who held the sevens."""
        for deal in range(10):
            rng = random.Random(deal)
            state = State.deal(3, rng)
            while state.winner is None:
                seen = submission.read_state(state)
                hidden = types.SimpleNamespace(**{k: v for k, v in vars(state).items() if k != "players_cards"})
                hidden.my_hands = state.my_hands
                guessed = submission.read_state(hidden).cards
                self.assertEqual(sum(guessed), sum(seen.cards))
                self.assertTrue(all(abs(a - b) <= 3 for a, b in zip(guessed, seen.cards)), (guessed, seen.cards))
                state.next(*contest.random_player(state, rng))

    def test_who_passes_on_purpose_is_not_tied_down(self):
        log = [(0, (0, 1)), (2, (4, 1)), (0, (0, 2)), (1, (2, 1))]
        alive = [True] * 3
        # Seat 1 passed while the 6 of hearts (2, 1) lay open to it, and plays it now.
        cannot = submission.held_back(log[:3], 0, alive, np.zeros(8, np.uint8))
        self.assertTrue(cannot[1][2] & 1)
        cannot = submission.held_back(log, 0, alive, np.zeros(8, np.uint8))
        self.assertFalse(cannot[1].any())


class Interface(unittest.TestCase):
    def test_suits_and_numbers_in_any_words(self):
        for words in (["♠", "♥", "♦", "♣"], ["SPADE", "HEART", "DIAMOND", "CLUB"], ["s", "h", "d", "c"], [0, 1, 2, 3]):
            self.assertEqual([submission.suit_of(word) for word in words], [0, 1, 2, 3])
        self.assertEqual([submission.suit_of(suit) for suit in contest.Suit], [0, 3, 1, 2])
        for words in ([1, 11, 13], ["A", "J", "K"], [contest.Number.ACE, contest.Number.JACK, contest.Number.KING]):
            self.assertEqual([submission.number_of(word) for word in words], [1, 11, 13])

    def test_rows_of_text_suits_are_found(self):
        """Where suits are no enum the order of the rows is the one that agrees with the log."""
        hand = [types.SimpleNamespace(suit="♠", number=6)]
        played = [submission.place_of(types.SimpleNamespace(suit="♣", number=8))]
        for row in (1, 3):
            field = np.zeros((4, 13), int)
            field[:, 6] = 1
            field[row, 7] = 1
            self.assertEqual(list(np.flatnonzero(submission.table_of(field, hand, played))), [7])

    def test_whatever_is_broken_the_answer_is_legal(self):
        def fault(*_):
            raise RuntimeError("broken")

        for name, value in [
            ("field_cards", "nonsense"),
            ("pass_count", None),
            ("all_players", [9] * 3),
            ("all_actions", 5),
            ("my_hands", fault),
            ("players_num", "many"),
        ]:
            state = State.deal(3, random.Random(4))
            for _ in range(3):
                state.next(*contest.random_player(state, random.Random(5)))
            setattr(state, name, value)
            actions = State.my_actions(state) if name not in ("my_hands", "field_cards") else [BY_TEXT["S6"]]
            state.my_actions = lambda actions=actions: actions
            card, flag = submission.my_AI(state)
            self.assertTrue(flag == 0 and card in actions or flag == 1 and card is None, name)

    def test_without_a_card_it_passes(self):
        state = position(["S2", "S6 S5", "H6 H5"], "")
        self.assertEqual(submission.my_AI(state), (None, 1))

    def test_it_never_bursts_by_choice(self):
        state = position(["S6 S5 S4", "H6 H5", "D6 D5"], "", passes=[3, 0, 0])
        submission.TIME_BUDGET = 0
        self.assertEqual(submission.my_AI(state), (BY_TEXT["S6"], 0))


if __name__ == "__main__":
    unittest.main()
