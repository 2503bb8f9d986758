"""Tests of a submission of `yomi export sevens --python --agent seed-pimc`.

    YOMI_SUBMISSION=seed.py YOMI_GAMES=games.json python3 check_seed.py

The games were played by Yomi itself: hands, who begins, all moves, which seat moved by the seed's rollout policy, and the
bonuses of its cards.
"""

import json
import os
import unittest

import contest
import measure
import numpy as np
from contest import BY_TEXT, State

seed = measure.load(os.environ["YOMI_SUBMISSION"])


def strict(state):
    """As `my_AI`, but hides no fault."""
    card = seed.decide(state, list(state.my_actions()))
    return (card, 0) if card else (None, 1)


class SameAsYomi(unittest.TestCase):
    def test_rollout_policy_and_bonuses(self):
        with open(os.environ["YOMI_GAMES"], encoding="utf-8") as file:
            games = json.load(file)
        moved = compared = 0
        for game in games:
            state = State([[BY_TEXT[text] for text in hand] for hand in game["hands"]], game["first"])
            seed.REMEMBERED.clear()
            for move, bonuses in zip(game["moves"], game["bonuses"]):
                if state.turn_player == game["own"]:
                    seen = seed.read_state(state)
                    own = seen.own_game()
                    playable = own.playable()
                    slot = int(seed.rollout_slots(own, playable)[0])
                    place = (slot // 2, int(playable[0, slot])) if slot >= 0 else None
                    card = BY_TEXT.get(move)
                    self.assertEqual(place, card and seed.place_of(card))
                    moved += card is not None
                    laid = seed.lanes_of(p for seat, p in seed.read_log(state) if seat == seen.me)
                    found = seed.bonuses(seen, laid, playable)
                    for text, bonus in bonuses.items():
                        lane, bit = seed.place_of(BY_TEXT[text])
                        slots = [s for s in (2 * lane, 2 * lane + 1) if playable[0, s] == bit]
                        self.assertAlmostEqual(found[slots[0]], bonus, places=9, msg="%s in %s" % (text, game["moves"]))
                        compared += 1
                state.next(BY_TEXT.get(move), int(move == "pass"))
        self.assertGreater(moved, 300)
        self.assertGreater(compared, 800)


class Playing(unittest.TestCase):
    def test_worlds_agree_with_passes(self):
        state = State([[BY_TEXT[t] for t in hand.split()] for hand in ("S6 S5 H6", "H5 D6 D5", "C6 C5 D4")], 0)
        for card in set(BY_TEXT.values()) - {card for hand in state.players_cards for card in hand}:
            state.put(card)
        state.next(BY_TEXT["S6"])
        state.next(None, 1)
        state.next(BY_TEXT["C6"])
        seen = seed.read_state(state)
        hands = seed.determinize(seen, 200, np.random.default_rng(1))
        # Seat 1 passed while D6, S5, H6 and C6 lay open: it holds none of them.
        lane, bit = seed.place_of(BY_TEXT["D6"])
        self.assertFalse((hands[:, 1, lane] & bit).any())
        # The D6 is at seat 2, with any one of the four other cards.
        self.assertEqual(len(np.unique(hands, axis=0)), 4)

    def test_values_of_playouts(self):
        # Whoever lays its last card wins: seat 0 at once, or seat 1 while seat 0 holds one card or four.
        def value(hands, first):
            state = State([[BY_TEXT[t] for t in hand.split()] for hand in hands], 0)
            for card in set(BY_TEXT.values()) - {card for hand in state.players_cards for card in hand}:
                state.put(card)
            seen = seed.read_state(state)
            lanes = np.stack([seed.lanes_of(seed.places_of(hand)) for hand in state.players_cards])
            games = seen.games(lanes[None])
            lane, bit = seed.place_of(BY_TEXT[first])
            slot = [s for s in (2 * lane, 2 * lane + 1) if games.playable()[0, s] == bit]
            return float(seed.play_out(games, np.array(slot[:1]), 0)[0])

        self.assertEqual(value(("S6", "H6 H5", "D6 D5"), "S6"), 2)
        self.assertAlmostEqual(value(("S6 S5", "H6", "D6 D5"), "S6"), -1)
        self.assertAlmostEqual(value(("S6 S5 S4 S3 S2", "H6", "D6 D5"), "S6"), -1.3)

    def test_wins_against_random_players(self):
        # Yomi's own wins 71 of 100 with 50 simulations; of 48 games that is 34 with a standard error of 3.1, and random play wins 16.
        self.assertGreaterEqual(contest.match(strict, 16, seed=1), 22)


if __name__ == "__main__":
    unittest.main()
