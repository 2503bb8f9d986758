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
                # Asked at every turn, since what it has seen before is part of what it knows.
                if state.turn_player == game["policy"]:
                    card, flag = policy_only(state)
                    said = "pass" if flag else card.text()
                    self.assertEqual(said, move, "game %s, move %d" % (game["name"], number))
                    choice = bool(state.my_actions())
                    asked, passes = asked + choice, passes + choice * flag
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
                seen, actions = submission.read_state(state), state.my_actions()
                card = submission.decide(seen, actions, float("inf")) if actions else None
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


def lanes(cards):
    return submission.lanes_of(submission.places_of(cards))


def follow(state, moves):
    """Plays moves, "pass" or a card each. Says what lay open at the passes of each seat, bursts left out."""
    passed_over = np.zeros((state.players_num, 8), np.uint8)
    for move in moves.split():
        if move == "pass" and state.pass_count[state.turn_player] < contest.FREE_PASSES:
            passed_over[state.turn_player] |= lanes(state.legal_actions())
        state.next(BY_TEXT.get(move), int(move == "pass"))
    return passed_over


def small_game(hands=("S6 S5 S4 S3 C6 C5", "H6 H5 H4 H3 C8 C9", "D6 D5 D4 D3 C4 C10")):
    """A game with few cards, some to play and some to hold back; seat 0 begins."""
    return State([[BY_TEXT[text] for text in hand.split()] for hand in hands], 0)


class Passes(unittest.TestCase):
    """What lay open when the others passed, from a log that leaves passes out."""

    def setUp(self):
        submission.REMEMBERED.clear()

    def assert_found(self, state, passed_over):
        np.testing.assert_array_equal(submission.read_state(state).passed_over, passed_over)

    def games(self, number):
        """Games of players who pass on purpose now and then, one after the other, at every turn: the state, what each seat has
        passed over, and whether this can be told from the state alone."""
        for deal in range(number):
            rng = random.Random(deal)
            state = State.deal([3, 3, 2, 4, 6][deal % 5], rng)
            passed_over, in_a_row, can_be_told = np.zeros((state.players_num, 8), np.uint8), 0, True
            while state.winner is None:
                yield state, passed_over, can_be_told
                card, flag = contest.random_player(state, rng) if rng.random() < 0.85 else (None, 1)
                passed_over |= follow(state, "pass" if flag else card.text())
                in_a_row = in_a_row + 1 if flag else 0
                # Rounds of passes are not in the log, nor is who began where a burst may have come a turn later.
                can_be_told &= in_a_row < state.players_num and not state.out_player

    def test_asked_at_every_turn_it_knows_them_all(self):
        rounds = bursts = 0
        for state, passed_over, can_be_told in self.games(50):
            seen = submission.read_state(state)
            # Cards that lie do not matter any more. With several bursts at once it is not known what lay between them.
            matters = ~seen.table & submission.FULL
            self.assertFalse((seen.passed_over & ~passed_over & matters).any())
            if len(state.out_player) < 2:
                np.testing.assert_array_equal(seen.passed_over & matters, passed_over & matters)
            np.testing.assert_array_equal(submission.REMEMBERED[seen.me].lying, seen.table)
            bursts += len(state.out_player) == 1
            rounds += not can_be_told and not state.out_player
        self.assertGreater(rounds, 30)
        self.assertGreater(bursts, 100)

    def test_asked_for_the_first_time_it_knows_what_can_be_told(self):
        told = 0
        for state, passed_over, can_be_told in self.games(30):
            submission.REMEMBERED.clear()
            seen = submission.read_state(state)
            # Whatever the guess, the turns come out even.
            self.assertEqual(submission.REMEMBERED[seen.me].passes, state.pass_count)
            np.testing.assert_array_equal(submission.REMEMBERED[seen.me].lying, seen.table)
            if can_be_told:
                np.testing.assert_array_equal(seen.passed_over, passed_over)
                told += passed_over.any()
        self.assertGreater(told, 100)

    def test_a_round_of_passes_by_all(self):
        state = small_game()
        submission.read_state(state)
        before = follow(state, "pass pass pass")
        self.assert_found(state, before)
        # Seat 0 plays on: whoever knows of the round puts it before that, and else it is put as late as can be.
        follow(state, "S6 H6 D6")
        self.assert_found(state, before)
        submission.REMEMBERED.clear()
        late = np.tile(before[0] & ~lanes([BY_TEXT[text] for text in ("S6", "H6", "D6")]), (3, 1))
        late |= lanes([BY_TEXT[text] for text in ("S5", "H5", "D5")])
        self.assert_found(state, late)

    def test_passes_before_the_first_play(self):
        state = small_game()
        passed_over = follow(state, "pass H6")
        self.assertTrue(passed_over[0].any())
        self.assert_found(state, passed_over)

    def test_a_burst_lays_what_nobody_played(self):
        for remembers in (True, False):
            submission.REMEMBERED.clear()
            state = small_game()
            passed_over = follow(state, "S6 pass D6 S5 pass D5 S4 pass D4")
            if remembers:
                submission.read_state(state)
            # Seat 1 lays hearts down to the 3 and clubs from the 8 to the 9, so that seat 2 passes over what is behind.
            passed_over |= follow(state, "S3 pass pass")
            self.assertEqual(state.out_player, [1])
            self.assertTrue(passed_over[2][2] & 16 and passed_over[2][7] & 4)
            self.assert_found(state, passed_over)

    def test_between_two_bursts_nothing_is_made_up(self):
        state = small_game(("S6 S5 S4 S3 S2", "H6 H5", "D6 D5 D4 D3 D2", "C6 C5"))
        passed_over = follow(state, "S6 pass D6 pass S5 pass D5 pass S4 pass D4 pass S3 pass pass pass")
        self.assertEqual((state.out_player, state.turn_player), ([1, 3], 0))
        # Seat 2 passed when the 6 and 5 of hearts lay, but not yet those of clubs, and the state does not tell them apart.
        seen = submission.read_state(state)
        self.assertFalse((seen.passed_over & ~passed_over & ~seen.table).any())
        self.assertTrue(seen.passed_over[2].any())

    def test_a_card_that_needs_a_burst_was_played_after_it(self):
        state = small_game()
        # Seat 2 cannot have played the 10 of clubs at its turn before, when seat 1 had not laid the 8 and the 9.
        passed_over = follow(state, "S6 pass D6 S5 pass D5 S4 pass pass pass pass C10")
        self.assertEqual((state.out_player, state.turn_player), ([1], 0))
        self.assert_found(state, passed_over)

    def test_a_new_game_is_not_the_old_one(self):
        old = small_game()
        follow(old, "pass pass pass")
        submission.read_state(old)
        # Its log and its counters might go on from there, but not our hand.
        new = small_game(("H6 H5 H4 H3 C8 C9", "S6 S5 S4 S3 C6 C5", "D6 D5 D4 D3 C4 C10"))
        self.assert_found(new, follow(new, "H6 S6 D6 pass pass pass"))

    def test_worlds_go_on_as_games_do(self):
        for deal in range(10):
            rng = random.Random(deal)
            state = State.deal(3, rng)
            hands = np.stack([lanes(hand) for hand in state.players_cards])
            world = submission.read_state(state).games(hands[None])
            passed_over = np.zeros((3, 8), np.uint8)
            while state.winner is None:
                card, flag = contest.random_player(state, rng) if rng.random() < 0.85 else (None, 1)
                playable = world.playable()
                lane, bit = (-1, 0) if flag else submission.place_of(card)
                slots = [s for s in range(16) if s // 2 == lane and playable[0, s] == bit] or [-1]
                won = world.play(np.array(slots), playable)
                passed_over |= follow(state, "pass" if flag else card.text())
                np.testing.assert_array_equal(world.passed_over[0], passed_over)
                self.assertEqual(won[0], -1 if state.winner is None else state.winner)

    def test_asking_again_changes_nothing(self):
        state = small_game()
        follow(state, "pass pass pass")
        seen = submission.read_state(state)
        before = seen.passed_over.copy()
        follow(state, "S6 pass pass")
        submission.read_state(state)
        np.testing.assert_array_equal(seen.passed_over, before)
        for state, _, _ in self.games(5):
            first, second = submission.read_state(state), submission.read_state(state)
            np.testing.assert_array_equal(first.passed_over, second.passed_over)
            np.testing.assert_array_equal(first.cannot, second.cannot)

    def test_who_passes_on_purpose_is_not_tied_down(self):
        state = small_game()
        # Seat 1 passes while the 6 of hearts (lane 2) lies open to it, and plays it later.
        follow(state, "S6 pass D6")
        self.assertTrue(submission.read_state(state).cannot[1][2] & 1)
        follow(state, "S5 H6 D5")
        seen = submission.read_state(state)
        self.assertFalse(seen.cannot[1].any())
        self.assertTrue(seen.passed_over[1][2] & 1)


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
