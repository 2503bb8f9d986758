"""Sevens (七並べ) with the tunnel: a contest submission in one file.

Written by `yomi export sevens --python`; needs Python 3.8 or newer and numpy. Call `my_AI(state)` when it is your turn.

It returns `(card, pass_flag)`: a card to play and 0, or NO_CARD and 1 for a pass. Passing on purpose, to hold a card back and
let the others run out of passes, is the heart of the game, so the flag must reach the engine: `state.next(card, pass_flag)`.

How it plays: a policy that was learnt by playing (tables of weights, at the end of this file) names a move. Then every
move, the pass too, is tried in the same random worlds: hands dealt to the others that agree with what is known of them,
played to the end. The policy's move is kept unless another is clearly better.
"""

import base64
import time
import zlib

import numpy as np

# ---- What you may change -----------------------------------------------------------------------------------------

TIME_BUDGET = 0.2  # Seconds a move. 0: the policy alone, a millisecond or two a move.
MOST_WORLDS = 1024  # Worlds a move. With time enough for all of them a position always gets the same answer.
SEED = 1  # Of the worlds.
NO_CARD = None  # What stands in the place of the card when we pass.
FREE_PASSES = 3  # The next pass is a burst.
# Another move than the policy's must win so much more often in the worlds, beside so many standard errors.
TRUST = 0.005
ERRORS = 2.0

# ---- The policy's weights ----------------------------------------------------------------------------------------

# __MADE_BY__
WEIGHTS = "__WEIGHTS__"

# ---- Cards -------------------------------------------------------------------------------------------------------
# Every suit has two lanes: 6 down to A, and 8 up to K. A set of cards is eight bytes, one a lane, and in a byte the bits are
# counted outwards from the 7: bit 0 is the 6 or the 8, bit 5 the A or the K. Lanes 2s and 2s + 1 belong to suit s.

LANES = 8
END = 32  # The bit of A and K.
FULL = 63
BYTES = np.arange(256)
POPULATION = np.array([bin(b).count("1") for b in BYTES])
# The first gap of a lane: the lowest bit that is not set, 0 where all six lie.
GAP = np.array([(~b & (b + 1)) & FULL for b in BYTES], np.uint8)
# The cells before the first card of a lane.
BEFORE = np.array([(b & -b) - 1 & FULL if b & FULL else FULL for b in BYTES], np.uint8)
# The bits of a byte as if they were digits in base three.
THREES = np.array([sum(3**k for k in range(6) if b >> k & 1) for b in BYTES])
# How far from the 7 the single bit of a byte is, from 1.
DISTANCE = np.array([max(1, int(b).bit_length()) for b in BYTES])
PARTNER = np.arange(LANES) ^ 1


def open_cards(table):
    """The cards that fit tables (n, 8): the gap of every lane, and the ends that the tunnel opens beside it."""
    gap = GAP[table]
    # When exactly one of A and K lies, the other may be played. Where it is the gap as well it counts once.
    tunnel = table[:, PARTNER] & ~table & END & ~gap
    return gap, tunnel


def in_slots(gap, tunnel):
    """(n, 16): two slots a lane, its gap and its end, in the order in which the policy looks at cards."""
    return np.stack([gap, tunnel], axis=2).reshape(len(gap), 2 * LANES)


# ---- The policy --------------------------------------------------------------------------------------------------
# The same as `policy` of Yomi, to the last bit: rows of a table are added up and cut off at zero (the mood), and a move is
# worth the product of its own rows with the mood.

WIDTH = 16
PICTURES = 365 * 3
BY_TUNNEL = 364
# Where the pictures of a card at this distance begin.
FIRST_PICTURE = np.array([0, 121, 40, 13, 4, 1, 0])
MOST_PASSES, MOST_CARDS, MOST_PLAYABLE, MOST_OPEN, MOST_TEMPO, MOST_PRESSURE = 3, 19, 5, 8, 9, 6
# Where the rows of each number begin, among those that say how the game stands.
OWN_PASSES = 0
OWN_CARDS = OWN_PASSES + MOST_PASSES + 1
PLAYABLE = OWN_CARDS + MOST_CARDS + 1
OPEN_TO_OTHERS = PLAYABLE + MOST_PLAYABLE + 1
TEMPO = OPEN_TO_OTHERS + MOST_OPEN + 1
THEIR_CARDS = TEMPO + MOST_TEMPO + 1
THEIR_PASSES = THEIR_CARDS + 2 * (MOST_CARDS + 1)
STANDINGS = THEIR_PASSES + 2 * (MOST_PASSES + 2)
# The same for the four rows of a pass.
PASS_BY_CARDS = (MOST_PASSES + 1) * (MOST_PLAYABLE + 1) * 2 * (MOST_PRESSURE + 1)
PASS_BY_TEMPO = PASS_BY_CARDS + (MOST_PASSES + 1) * (MOST_CARDS + 1)
PASS_BY_LEAST = PASS_BY_TEMPO + (MOST_PASSES + 1) * (MOST_TEMPO + 1)
PASS_ROWS = PASS_BY_LEAST + (MOST_PASSES + 1) * (MOST_CARDS + 1)
# Rows of each table: lanes, standing, cards, passes, the chance to win (which playing does not need).
TABLES = [729 * 3, STANDINGS, 6 * PICTURES, PASS_ROWS, 1]
STANDING_AT, CARDS_AT, PASSES_AT = np.cumsum(TABLES)[:3]


def read_weights(text):
    """Tables of a scale and a byte a number, as `yomi tune sevens` writes them, as rows of floats."""
    data = zlib.decompress(base64.b85decode(text))
    rows, at = [], 0
    for count in TABLES:
        scale = np.frombuffer(data, "<f4", 1, at)
        numbers = np.frombuffer(data, np.int8, count * WIDTH, at + 4)
        rows.append(numbers.astype(np.float32).reshape(count, WIDTH) * scale)
        at += 4 + count * WIDTH
    if at != len(data):
        raise ValueError("the weights are not whole")
    return np.concatenate(rows)


ROWS = read_weights(WEIGHTS)


class Games:
    """Many games side by side, all hands known. In a real one the others' hands are empty and never looked at."""

    FIELDS = ("hands", "table", "cards", "passes", "alive", "mover")

    def __init__(self, hands, table, cards, passes, alive, mover):
        self.hands = hands  # (n, players, 8)
        self.table = table  # (n, 8)
        self.cards = cards  # (n, players): how many are in the hand
        self.passes = passes  # (n, players)
        self.alive = alive  # (n, players): has not burst
        self.mover = mover  # (n,)

    def __len__(self):
        return len(self.mover)

    def pick(self, which):
        """Some of the games, copied."""
        return Games(*(getattr(self, field)[which] for field in self.FIELDS))

    def of_mover(self, what):
        return what[np.arange(len(self)), self.mover]

    def playable(self):
        """(n, 16): the cards that the movers may play, in slots."""
        hand = self.of_mover(self.hands)
        gap, tunnel = open_cards(self.table)
        return in_slots(gap & hand, tunnel & hand)

    def play(self, slots, cards):
        """The movers play the card in a slot, or pass where it is -1. Says who has won, -1 where nobody has."""
        n, players = self.cards.shape
        index = np.arange(n)
        plays = slots >= 0
        bits = np.where(plays, cards[index, slots], 0).astype(np.uint8)
        lanes = np.maximum(slots, 0) // 2
        self.hands[index, self.mover, lanes] &= ~bits
        self.table[index, lanes] |= bits
        self.cards[index, self.mover] -= plays
        self.passes[index, self.mover] += ~plays
        won = np.where(self.of_mover(self.cards) == 0, self.mover, -1)
        burst = np.flatnonzero(self.of_mover(self.passes) > FREE_PASSES)
        if len(burst):
            seats = self.mover[burst]
            self.table[burst] |= self.hands[burst, seats]
            self.hands[burst, seats] = 0
            self.cards[burst, seats] = 0
            self.alive[burst, seats] = False
            last = burst[self.alive[burst].sum(1) == 1]
            won[last] = self.alive[last].argmax(1)
        # The next seat that is still in the game.
        turns = (self.mover[:, None] + np.arange(1, players + 1)) % players
        steps = self.alive[index[:, None], turns].argmax(1)
        self.mover = turns[index, steps]
        return won


def lane_rows(hand, unseen):
    """What the far end of each lane's suit is, and the row of each lane: whose its cells are."""
    far = ((hand[:, PARTNER] & END) > 0) + 2 * ((unseen[:, PARTNER] & END) > 0)
    return far, 3 * (THREES[hand] + 2 * THREES[unseen]) + far


def others_in_turn(games):
    """The other seats after the mover (n, players - 1), and which of them are in the game."""
    n, players = games.cards.shape
    seats = (games.mover[:, None] + np.arange(1, players)) % players
    return seats, games.alive[np.arange(n)[:, None], seats]


def stage(games, hand_size, seats, alive):
    close = games.passes[np.arange(len(games))[:, None], seats] + 1 >= FREE_PASSES
    return (hand_size > 3).astype(int) + (hand_size > 7) + 3 * (close & alive).any(1)


def standing_rows(games, hand, unseen, playable, seats, alive):
    """The rows that say how the game stands (n, 9)."""
    index = np.arange(len(games))
    gap, tunnel = open_cards(games.table)
    open_to_others = POPULATION[(gap | tunnel) & unseen].sum(1)
    tempo = POPULATION[BEFORE[unseen] & hand].sum(1)
    used = np.clip(MOST_PASSES - (FREE_PASSES - games.passes), 0, MOST_PASSES)
    cards = np.minimum(games.cards, MOST_CARDS)
    rows = [
        OWN_PASSES + games.of_mover(used),
        OWN_CARDS + games.of_mover(cards),
        PLAYABLE + np.minimum((playable > 0).sum(1), MOST_PLAYABLE),
        OPEN_TO_OTHERS + np.minimum(open_to_others, MOST_OPEN),
        TEMPO + np.minimum(tempo, MOST_TEMPO),
    ]
    # The next in the game, and the last before the mover again where that is somebody else.
    first = alive.argmax(1)
    last = alive.shape[1] - 1 - alive[:, ::-1].argmax(1)
    for i, (at, there) in enumerate([(first, alive.any(1)), (last, alive.sum(1) > 1)]):
        seat = seats[index, at]
        rows.append(THEIR_CARDS + i * (MOST_CARDS + 1) + np.where(there, cards[index, seat], 0))
        nobody = MOST_PASSES + 1
        rows.append(THEIR_PASSES + i * (MOST_PASSES + 2) + np.where(there, used[index, seat], nobody))
    return np.stack(rows, axis=1)


def pass_rows(games, standing, seats, alive):
    """The four rows of a pass."""
    index = np.arange(len(games))[:, None]
    used = standing[:, 0] - OWN_PASSES
    pressure = np.where(alive, games.passes[index, seats], 0).sum(1)
    least = np.where(alive, games.cards[index, seats], MOST_CARDS).min(1)
    crowd = (games.alive.sum(1) > 2).astype(int)
    playable = used * (MOST_PLAYABLE + 1) + standing[:, 2] - PLAYABLE
    return [
        (playable * 2 + crowd) * (MOST_PRESSURE + 1) + np.minimum(pressure, MOST_PRESSURE),
        PASS_BY_CARDS + used * (MOST_CARDS + 1) + standing[:, 1] - OWN_CARDS,
        PASS_BY_TEMPO + used * (MOST_TEMPO + 1) + standing[:, 4] - TEMPO,
        PASS_BY_LEAST + used * (MOST_CARDS + 1) + np.minimum(least, MOST_CARDS),
    ]


def times_mood(rows, mood):
    """The product of rows with the mood, added up in the order in which Yomi does it: ties fall the same way."""
    products = ROWS[rows] * mood
    parts = products[..., :8]
    for first in range(8, WIDTH, 8):
        parts = parts + products[..., first : first + 8]
    total = parts[..., 0]
    for i in range(1, 8):
        total = total + parts[..., i]
    return total


def policy_scores(games, playable):
    """The score of a pass and of every slot (n, 17); what cannot be done has minus infinity."""
    hand = games.of_mover(games.hands)
    unseen = ~(games.table | hand) & FULL
    far, lanes = lane_rows(hand, unseen)
    seats, alive = others_in_turn(games)
    standing = standing_rows(games, hand, unseen, playable, seats, alive)
    mood = np.zeros((len(games), WIDTH), np.float32)
    for row in np.concatenate([lanes, standing + STANDING_AT], axis=1).T:
        mood += ROWS[row]
    mood = np.maximum(mood, 0)
    mood[:, 0] = 1
    scores = np.full((len(games), 1 + 2 * LANES), -np.inf, np.float32)
    may_pass = games.of_mover(games.passes) < FREE_PASSES
    by_pass = sum(times_mood(row + PASSES_AT, mood) for row in pass_rows(games, standing, seats, alive))
    scores[:, 0] = np.where(may_pass, by_pass, -np.inf)
    distance = DISTANCE[playable[:, 0::2]]
    pictures = FIRST_PICTURE[distance] + THREES[hand >> distance] + 2 * THREES[unseen >> distance]
    pictures = np.stack([pictures, np.full_like(pictures, BY_TUNNEL)], axis=2).reshape(len(games), -1)
    by_stage = stage(games, POPULATION[hand].sum(1), seats, alive)[:, None] * PICTURES
    game, slot = np.nonzero(playable)
    rows = (CARDS_AT + by_stage + 3 * pictures + np.repeat(far, 2, axis=1))[game, slot]
    scores[game, slot + 1] = times_mood(rows, mood[game])
    return scores


def policy_slots(games, playable):
    """What the policy does: a slot, or -1 for a pass."""
    best = policy_scores(games, playable).argmax(1) - 1
    return np.where((playable > 0).any(1), best, -1)


# ---- Worlds ------------------------------------------------------------------------------------------------------


class Deals:
    """Deals of cards to seats with exact counts, each card to one that may hold it, all deals equally likely.

    `ways[i]` holds the number of ways to deal cards i, i + 1, ... for all capacities that the seats may have left, so that a card
    goes to each seat as often as it does among all deals: nothing is ever tried again.
    """

    def __init__(self, allowed, counts):
        self.allowed, self.counts = allowed, counts  # (cards, seats) of bool; cards a seat gets
        ways = np.zeros([count + 1 for count in counts])
        ways[(0,) * len(counts)] = 1
        self.ways = [ways]
        for seats in allowed[::-1]:
            before = np.zeros_like(ways)
            for seat in np.flatnonzero(seats):
                more = [slice(None)] * len(counts)
                less = list(more)
                more[seat], less[seat] = slice(1, None), slice(None, -1)
                before[tuple(more)] += ways[tuple(less)]
            ways = before
            self.ways.append(ways)
        self.ways.reverse()

    def possible(self):
        """How many deals there are."""
        return self.ways[0][tuple(self.counts)]

    def draw(self, worlds, rng):
        """(worlds, cards): who gets each card."""
        left = np.tile(np.array(self.counts), (worlds, 1))
        index = np.arange(worlds)
        owners = np.zeros((worlds, len(self.allowed)), int)
        for card, seats in enumerate(self.allowed):
            weights = np.zeros((worlds, len(self.counts)))
            for seat in np.flatnonzero(seats):
                after = left.copy()
                after[:, seat] -= 1
                fits = after[:, seat] >= 0
                ways = self.ways[card + 1][tuple(np.maximum(after, 0).T)]
                weights[:, seat] = np.where(fits, ways, 0)
            marks = rng.random(worlds) * weights.sum(1)
            # The first whose sum is above the mark, which is a seat with some weight.
            owner = (np.cumsum(weights, axis=1) > marks[:, None]).argmax(1)
            owners[:, card] = owner
            left[index, owner] -= 1
        return owners


def lanes_of(cards):
    """A set of cards, given as (lane, bit), as eight bytes."""
    lanes = np.zeros(LANES, np.uint8)
    for lane, bit in cards:
        lanes[lane] |= bit
    return lanes


def cards_of(lanes):
    return [(lane, 1 << k) for lane in range(LANES) for k in range(6) if lanes[lane] >> k & 1]


class Seen:
    """What we know: the public part of a game, our hand, and what the others cannot hold."""

    def __init__(self, me, hand, table, cards, passes, alive, cannot):
        self.me, self.hand, self.table = me, hand, table
        self.cards, self.passes, self.alive, self.cannot = cards, passes, alive, cannot

    def games(self, hands):
        """A game for each of `hands` (n, players, 8), with us to move."""
        n = len(hands)

        def repeat(what):
            return np.repeat(np.array(what)[None], n, axis=0)

        return Games(
            hands, repeat(self.table), repeat(self.cards), repeat(self.passes), repeat(self.alive), np.full(n, self.me)
        )

    def own_game(self):
        hands = np.zeros((1, len(self.cards), LANES), np.uint8)
        hands[0, self.me] = self.hand
        return self.games(hands)

    def deals(self):
        """The deals that agree with all this, and what they deal: the seats, and the unseen cards."""
        others = [p for p in range(len(self.cards)) if p != self.me and self.alive[p]]
        unseen = cards_of(~(self.table | self.hand) & FULL)
        counts = [self.cards[p] for p in others]
        allowed = np.array([[not self.cannot[p][lane] & bit for p in others] for lane, bit in unseen], bool)
        deals = Deals(allowed.reshape(len(unseen), len(others)), counts)
        if not deals.possible():
            # Somebody passed on purpose, so passes say nothing for sure.
            deals = Deals(np.ones((len(unseen), len(others)), bool), counts)
        if not deals.possible():
            raise ValueError("the hands do not add up")
        return deals, others, unseen

    def worlds(self, source, number, rng):
        deals, others, unseen = source
        hands = np.zeros((number, len(self.cards), LANES), np.uint8)
        hands[:, self.me] = self.hand
        for card, owners in zip(unseen, deals.draw(number, rng).T):
            hands[np.arange(number), np.array(others)[owners], card[0]] |= card[1]
        return hands


# ---- Trying the moves --------------------------------------------------------------------------------------------

# The first worlds tell how fast this machine is; then more go side by side, which costs less for each.
FIRST_WORLDS = 8
WORLDS_AT_ONCE = 64


def play_out(games, first, me, rng):
    """Plays `first` and then to the end, we by the policy and the others at random. Says which games we win."""
    wins = np.zeros(len(games), bool)
    where = np.arange(len(games))
    slots, playable = first, games.playable()
    while len(games):
        won = games.play(slots, playable)
        wins[where] = won == me
        # Where we have burst there is nothing left to win.
        goes_on = np.flatnonzero((won < 0) & games.alive[:, me])
        games, where = games.pick(goes_on), where[goes_on]
        playable = games.playable()
        # A random card of those that fit: the largest of random numbers, above 0, that the others do not get.
        lots = np.where(playable > 0, 1 - rng.random(playable.shape), 0)
        slots = np.where((playable > 0).any(1), lots.argmax(1), -1)
        ours = np.flatnonzero(games.mover == me)
        if len(ours):
            slots[ours] = policy_slots(games.pick(ours), playable[ours])
    return wins


def search(seen, moves, favourite, deadline):
    """The best of the moves (slots, -1 for the pass): `favourite`, unless another is clearly better."""
    rng = np.random.default_rng([SEED, int(POPULATION[seen.table].sum()), int(sum(seen.passes))])
    source = seen.deals()
    moves = list(moves)
    wins = {move: np.zeros(0) for move in moves}
    total, number, slowest = 0, FIRST_WORLDS, 0.0
    while len(moves) > 1 and total < MOST_WORLDS:
        begun = time.perf_counter()
        # Twice as many worlds take at most twice as long.
        if begun + slowest * (2 if number < WORLDS_AT_ONCE else 1) > deadline:
            break
        # The same worlds for all moves: what luck does to one it does to the others.
        worlds = np.tile(seen.worlds(source, number, rng), (len(moves), 1, 1))
        results = play_out(seen.games(worlds), np.repeat(moves, number), seen.me, rng)
        for move, part in zip(moves, results.reshape(len(moves), number)):
            wins[move] = np.concatenate([wins[move], part])
        total += number
        number = min(2 * number, WORLDS_AT_ONCE, MOST_WORLDS - total)
        moves = still_in_it(moves, wins, favourite)
        slowest = max(slowest, time.perf_counter() - begun)
    others = [move for move in moves if move != favourite]
    if not total or not others:
        return favourite
    best = max(others, key=lambda move: wins[move].mean())
    lead, error = lead_of(best, favourite, wins)
    return best if lead > TRUST + ERRORS * error else favourite


def lead_of(move, other, wins):
    """How much more often one move wins than another in the same worlds, and the standard error of that."""
    difference = wins[move] - wins[other]
    return difference.mean(), max(difference.std(), 0.1) / len(difference) ** 0.5


def still_in_it(moves, wins, favourite):
    """Drops the moves that are far behind the favourite, so that the time goes to the others."""

    def hopeless(move):
        lead, error = lead_of(move, favourite, wins)
        return lead + 2.5 * error < 0

    return [move for move in moves if move == favourite or not hopeless(move)]


# ---- The contest's state -----------------------------------------------------------------------------------------

SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
SUIT_NAMES = [
    ("♠", "♤", "spade", "スペード"),
    ("♥", "♡", "heart", "ハート"),
    ("♦", "♢", "diamond", "ダイヤ"),
    ("♣", "♧", "club", "クラブ", "クローバー"),
]
# The rows of field_cards where suits do not say: as the contest lists them, and as people often do.
ROW_ORDERS = [(SPADES, CLUBS, HEARTS, DIAMONDS), (SPADES, HEARTS, DIAMONDS, CLUBS)]
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def suit_of(suit):
    """0 to 3, whatever the engine writes: an enum, a name, a symbol, a letter or a number."""
    for said in (getattr(suit, "name", None), getattr(suit, "value", None), suit):
        if isinstance(said, (int, np.integer)):
            return int(said) % 4
        text = str(said).lower()
        for index, names in enumerate(SUIT_NAMES):
            if any(name in text for name in names) or text == names[2][0]:
                return index
    raise ValueError("unknown suit %r" % (suit,))


def number_of(number):
    """1 to 13, whatever the engine writes."""
    for said in (getattr(number, "val", None), getattr(number, "value", None), number):
        if isinstance(said, (tuple, list)) and said:
            said = said[0]
        if isinstance(said, (int, np.integer)):
            return int(said)
        if str(said).upper() in RANKS:
            return RANKS.index(str(said).upper()) + 1
    raise ValueError("unknown number %r" % (number,))


def place_of(card):
    """The lane and the bit of a card; None for a seven."""
    suit, number = suit_of(card.suit), number_of(card.number)
    if number == 7:
        return None
    return 2 * suit + (number > 7), 1 << (abs(number - 7) - 1)


def places_of(cards):
    return [place for place in map(place_of, cards) if place is not None]


def row_orders(hand):
    """Which suit each row of field_cards may be, the likeliest first."""
    suits = [card.suit for card in hand]
    kind = type(suits[0])
    if hasattr(kind, "__members__"):
        return [[suit_of(suit) for suit in kind]]
    if all(isinstance(suit, (int, np.integer)) for suit in suits):
        return [range(4)]
    return ROW_ORDERS


def table_of(field, hand, played):
    """The cards on the table. The rows are in an order in which what was played lies and our hand does not."""
    tables = []
    for order in row_orders(hand):
        table = np.zeros(LANES, np.uint8)
        for row, suit in zip(np.asarray(field), order):
            for number in np.flatnonzero(row) + 1:
                if number != 7:
                    table[2 * suit + (number > 7)] |= 1 << (abs(number - 7) - 1)
        tables.append(table)
    own = lanes_of(places_of(hand))

    def agrees(table):
        return not (table & own).any() and all(table[lane] & bit for lane, bit in played)

    return next(filter(agrees, tables), tables[0])


def hand_sizes(state, me, own, unseen, alive, log):
    """How many cards each seat has. Everybody may know; which cards they are is not looked at."""
    players = len(alive)
    if hasattr(state, "players_cards"):
        sizes = [len(hand) for hand in state.players_cards]
        if sum(sizes) - sizes[me] == unseen and min(size for size, there in zip(sizes, alive) if there) > 0:
            return sizes
    # From an even deal and the log. Who laid the sevens is not known: what is missing is shared out evenly.
    expected = [52 / players - sum(1 for seat, _ in log if seat == p) for p in range(players)]
    sizes = [max(1, int(expected[p])) if alive[p] else 0 for p in range(players)]
    sizes[me] = own
    others = [p for p in range(players) if alive[p] and p != me]
    while sum(sizes) - own < unseen and others:
        sizes[max(others, key=lambda p: expected[p] - sizes[p])] += 1
    while sum(sizes) - own > unseen:
        sizes[max((p for p in others if sizes[p] > 1), key=lambda p: sizes[p] - expected[p])] -= 1
    return sizes


def read_log(state):
    """What was played, as pairs of seat and place, sevens left out."""
    actions, players = getattr(state, "all_actions", None), getattr(state, "all_players", None)
    if actions is None or players is None or len(actions) != len(players):
        return []
    pairs = [(int(seat), place_of(card)) for seat, card in zip(players, actions) if hasattr(card, "suit")]
    if any(not 0 <= seat < int(state.players_num) for seat, _ in pairs):
        raise ValueError("the log names a seat that does not exist")
    return [(seat, place) for seat, place in pairs if place is not None]


def held_back(log, me, alive, table):
    """What each seat cannot hold: the cards that lay open to it when it passed.

    The engine's log leaves passes out, but whoever was skipped between two plays has passed. Somebody who later plays a card
    that was open at a pass of its own passes on purpose, and then its passes say nothing.
    """
    players = len(alive)
    cannot = np.zeros((players, LANES), np.uint8)
    on_purpose = set()
    lying = np.zeros(LANES, np.uint8)
    laid_by_bursts = table & ~lanes_of(place for _, place in log)
    passes = [0] * players
    out = [p for p in range(players) if not alive[p]]
    mover = log[0][0] if log else me
    for seat, place in list(log) + [(me, None)]:
        while mover != seat:
            # With several bursts it is not known who laid what, and then only our own table is sure.
            gone = passes[mover] > FREE_PASSES
            if not gone and not (len(out) > 1 and any(passes[p] > FREE_PASSES for p in out)):
                gap, tunnel = open_cards(lying[None])
                cannot[mover] |= (gap | tunnel)[0]
            passes[mover] += 1
            if len(out) == 1 and mover == out[0] and passes[mover] == FREE_PASSES + 1:
                lying |= laid_by_bursts
            mover = (mover + 1) % players
        if place is not None:
            lane, bit = place
            if cannot[seat][lane] & bit:
                on_purpose.add(seat)
            lying[lane] |= bit
            mover = (mover + 1) % players
    for seat in on_purpose:
        cannot[seat] = 0
    return cannot


def read_state(state):
    me = int(state.turn_player)
    hand = list(state.my_hands())
    players = int(state.players_num)
    out = [int(p) for p in state.out_player]
    alive = [p not in out for p in range(players)]
    log = read_log(state)
    table = table_of(state.field_cards, hand, [place for _, place in log])
    own = lanes_of(places_of(hand))
    unseen = int(POPULATION[~(table | own) & FULL].sum())
    cards = hand_sizes(state, me, len(places_of(hand)), unseen, alive, log)
    passes = [int(p) for p in state.pass_count]
    return Seen(me, own, table, cards, passes, alive, held_back(log, me, alive, table))


# ---- The answer --------------------------------------------------------------------------------------------------


def decide(state, actions, deadline):
    """The card to play, or None for a pass."""
    by_place = {place_of(card): card for card in actions}
    seen = read_state(state)
    game = seen.own_game()
    playable = game.playable()
    # The engine has the last word on what may be played.
    for slot in np.flatnonzero(playable[0]):
        if (slot // 2, int(playable[0, slot])) not in by_place:
            playable[0, slot] = 0
    if not playable.any():
        return actions[0]
    scores = policy_scores(game, playable)[0]
    favourite = int(scores.argmax()) - 1
    moves = np.flatnonzero(np.isfinite(scores)) - 1
    if len(moves) > 1 and TIME_BUDGET > 0:
        try:
            favourite = search(seen, [int(move) for move in moves], favourite, deadline)
        except ValueError:
            pass  # No world agrees with what the engine says: the policy's move needs none.
    return by_place[favourite // 2, int(playable[0, favourite])] if favourite >= 0 else None


def my_AI(state):
    """The contest's entry: `(card, 0)` to play a card, `(NO_CARD, 1)` to pass."""
    deadline = time.perf_counter() + TIME_BUDGET
    actions = list(state.my_actions())
    if not actions:
        return NO_CARD, 1
    try:
        card = decide(state, actions, deadline)
    except Exception:
        # Whatever went wrong: a legal card is better than a game that stops.
        card = actions[0]
    return (NO_CARD, 1) if card is None else (card, 0)
