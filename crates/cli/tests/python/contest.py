"""A stand-in for the contest's engine: the part of its `State` that a submission sees, written from the rules page.

Suits and numbers are enums and the rows of field_cards are in the order of the suits; the log has the cards played and who
played them, and leaves passes out; a burst lays the hand. Unlike the contest's own engine a game ends at once when somebody
has won.
"""

import random
from enum import Enum

FREE_PASSES = 3


class Suit(Enum):
    SPADE = "♠"
    CLUB = "♣"
    HEART = "♡"
    DIAMOND = "♢"


class Number(Enum):
    ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING = [
        (val, name) for val, name in enumerate("A 2 3 4 5 6 7 8 9 10 J Q K".split(), 1)
    ]

    @property
    def val(self):
        return self.value[0]


class Card:
    def __init__(self, suit, number):
        self.suit, self.number = suit, number

    def __eq__(self, other):
        return isinstance(other, Card) and (self.suit, self.number) == (other.suit, other.number)

    def __hash__(self):
        return hash((self.suit, self.number))

    def text(self):
        """As Yomi writes it."""
        return self.suit.name[0] + self.number.value[1]


DECK = [Card(suit, number) for suit in Suit for number in Number]
BY_TEXT = {card.text(): card for card in DECK}


class State:
    """A game. Of `players_cards` a submission may look at the lengths alone."""

    def __init__(self, hands, first):
        self.players_num = len(hands)
        self.players_cards = [list(hand) for hand in hands]
        self.turn_player = first
        self.field_cards = [[int(number is Number.SEVEN) for number in Number] for _ in Suit]
        self.pass_count = [0] * len(hands)
        self.out_player = []
        self.all_actions, self.all_players = [], []
        self.winner = None

    @staticmethod
    def deal(players, rng):
        deck = DECK[:]
        rng.shuffle(deck)
        hands = [deck[seat::players] for seat in range(players)]
        first = next(p for p, hand in enumerate(hands) if BY_TEXT["D7"] in hand)
        return State([[card for card in hand if card.number is not Number.SEVEN] for hand in hands], first)

    def lies(self, suit, val):
        return self.field_cards[list(Suit).index(suit)][val - 1] == 1

    def put(self, card):
        self.field_cards[list(Suit).index(card.suit)][card.number.val - 1] = 1

    def legal_actions(self):
        found = []
        for suit in Suit:
            low = [val for val in range(6, 0, -1) if not self.lies(suit, val)][:1]
            high = [val for val in range(8, 14) if not self.lies(suit, val)][:1]
            tunnel = [val for val, other in ((1, 13), (13, 1)) if self.lies(suit, other) and not self.lies(suit, val)]
            found += [Card(suit, list(Number)[val - 1]) for val in sorted(set(low + high + tunnel))]
        return found

    def my_hands(self):
        return self.players_cards[self.turn_player]

    def my_actions(self):
        return [card for card in self.legal_actions() if card in self.my_hands()]

    def next(self, card, pass_flag=0):
        seat, hand = self.turn_player, self.my_hands()
        if pass_flag == 1:
            self.pass_count[seat] += 1
            if self.pass_count[seat] > FREE_PASSES:
                for laid in hand:
                    self.put(laid)
                hand.clear()
                self.out_player.append(seat)
        else:
            assert card in self.my_actions(), "%s cannot be played" % (card and card.text())
            hand.remove(card)
            self.put(card)
            self.all_actions.append(card)
            self.all_players.append(seat)
            if not hand:
                self.winner = seat
        left = [p for p in range(self.players_num) if p not in self.out_player]
        if len(left) == 1:
            self.winner = left[0]
        turn = (seat + 1) % self.players_num
        while turn not in left:
            turn = (turn + 1) % self.players_num
        self.turn_player = turn


def random_player(state, rng):
    """Any card that can be played; passes only when there is none."""
    actions = state.my_actions()
    return (rng.choice(actions), 0) if actions else (None, 1)


def match(my_AI, deals, seed, players=3):
    """Every deal once from each seat, against random players. How many games `my_AI` wins."""
    won = 0
    for deal in range(deals):
        for seat in range(players):
            # One generator for the deal, the same for every seat, and one for the others' luck.
            state = State.deal(players, random.Random("%d/%d" % (seed, deal)))
            luck = random.Random("%d/%d/%d" % (seed, deal, seat))
            while state.winner is None:
                own = state.turn_player == seat
                state.next(*(my_AI(state) if own else random_player(state, luck)))
            won += state.winner == seat
    return won
