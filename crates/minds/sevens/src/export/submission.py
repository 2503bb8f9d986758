"""Sevens (七並べ) with the tunnel: a contest submission in one file.

Written by `yomi export sevens --python`; needs Python 3.8 or newer and numpy. Call `my_AI(state)` when it is your turn.

It returns `(card, pass_flag)`: a card to play and 0, or NO_CARD and 1 for a pass. Passing on purpose, to hold a card back and
let the others run out of passes, is the heart of the game, so the flag must reach the engine: `state.next(card, pass_flag)`.

How it plays: a policy that was learnt by playing (tables of weights, at the end of this file) names a move. Then every
move, the pass too, is tried in the same random worlds: hands dealt to the others that agree with what is known of them,
played to the end. The policy's move is kept unless another is clearly better.

What lay open when the others passed is half of what is known of them. The engine's log leaves passes out, so ask `my_AI` at every
turn, also when there is nothing to play: what it remembers from one turn to the next tells who passed when.
"""

import base64
import copy
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
    """(n, 16): two slots a lane, for its gap and its end, in the order in which the policy looks at cards."""
    return np.stack([gap, tunnel], axis=2).reshape(len(gap), 2 * LANES)


# ---- Many games side by side -------------------------------------------------------------------------------------


class Games:
    """Many games side by side, all hands known. In a real one the others' hands are empty and never looked at."""

    FIELDS = ("hands", "table", "cards", "passes", "alive", "passed_over", "mover")

    def __init__(self, hands, table, cards, passes, alive, passed_over, mover):
        self.hands = hands  # (n, players, 8)
        self.table = table  # (n, 8)
        self.cards = cards  # (n, players): how many are in the hand
        self.passes = passes  # (n, players)
        self.alive = alive  # (n, players): has not burst
        self.passed_over = passed_over  # (n, players, 8): what lay open at the passes of a seat, bursts left out
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
        stays = np.flatnonzero(~plays & (self.of_mover(self.passes) < FREE_PASSES))
        if len(stays):
            gap, tunnel = open_cards(self.table[stays])
            self.passed_over[stays, self.mover[stays]] |= gap | tunnel
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
THEIR_MOVES = THEIR_PASSES + 2 * (MOST_PASSES + 2)
# Open cards that another seat may have, those that it must have, and its passes, all in one; the last row is for nobody.
MOST_POSSIBLE, MOST_SURE = 5, 2
MOVES = (MOST_POSSIBLE + 1) * (MOST_SURE + 1) * (MOST_PASSES + 1) + 1
STANDINGS = THEIR_MOVES + 2 * MOVES
# The same for the six rows of a pass.
PASS_BY_CARDS = (MOST_PASSES + 1) * (MOST_PLAYABLE + 1) * 2 * (MOST_PRESSURE + 1)
PASS_BY_TEMPO = PASS_BY_CARDS + (MOST_PASSES + 1) * (MOST_CARDS + 1)
PASS_BY_LEAST = PASS_BY_TEMPO + (MOST_PASSES + 1) * (MOST_TEMPO + 1)
PASS_BY_MOVES = PASS_BY_LEAST + (MOST_PASSES + 1) * (MOST_CARDS + 1)
PASS_ROWS = PASS_BY_MOVES + 2 * (MOST_PASSES + 1) * MOVES
# What a card opens: three bits of whom it helps, and four of how the next and the last stand.
OPENINGS = 128
# Rows of each table: lanes, standing, cards, passes, openings, the chance to win (which playing does not need).
TABLES = [729 * 3, STANDINGS, 6 * PICTURES, PASS_ROWS, OPENINGS, 1]
STANDING_AT, CARDS_AT, PASSES_AT, OPENINGS_AT = np.cumsum(TABLES)[:4]


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


def lane_rows(hand, unseen):
    """What the far end of each lane's suit is, and the row of each lane: whose its cells are."""
    far = ((hand[:, PARTNER] & END) > 0) + 2 * ((unseen[:, PARTNER] & END) > 0)
    return far, 3 * (THREES[hand] + 2 * THREES[unseen]) + far


class Sight:
    """What the movers see, as far as several rows need it."""

    def __init__(self, games, playable):
        n, players = games.cards.shape
        index = np.arange(n)[:, None]
        self.games, self.playable = games, playable
        self.hand = games.of_mover(games.hands)
        self.unseen = ~(games.table | self.hand) & FULL
        gap, tunnel = open_cards(games.table)
        self.open = gap | tunnel
        # With more than three free passes the first do not count.
        self.used = np.clip(MOST_PASSES - (FREE_PASSES - games.passes), 0, MOST_PASSES)
        # The other seats after the mover (n, players - 1), which of them are in the game, and how often they have passed.
        self.others = (games.mover[:, None] + np.arange(1, players)) % players
        self.alive = games.alive[index, self.others]
        self.their_passes = games.passes[index, self.others]
        # The next in the game, and the last before the mover again where that is somebody else (n, 2).
        ends = np.stack([self.alive.argmax(1), players - 2 - self.alive[:, ::-1].argmax(1)], axis=1)
        self.pair = self.others[index, ends]
        self.there = self.alive.sum(1)[:, None] > np.arange(2)
        # What these two passed over, and what they may have (n, 2, 8).
        self.passed_over = games.passed_over[index, self.pair]
        self.possible = np.where(self.there[:, :, None], self.unseen[:, None] & ~self.passed_over, 0)


def stage(sight):
    hand_size = POPULATION[sight.hand].sum(1)
    close = (sight.their_passes + 1 >= FREE_PASSES) & sight.alive
    return (hand_size > 3).astype(int) + (hand_size > 7) + 3 * close.any(1)


def their_moves(sight):
    """For the next and the last (n, 2): the open cards that they may have, those that they must have, and their passes."""
    open_unseen = (sight.open & sight.unseen)[:, None]
    possible = POPULATION[open_unseen & sight.possible].sum(2)
    # What the one passed over the other has, if there is no third; with nobody else it has all.
    sure = POPULATION[open_unseen & sight.passed_over[:, ::-1]].sum(2)
    sure = np.where(sight.there[:, ::-1], sure, possible)
    used = sight.used[np.arange(len(sight.pair))[:, None], sight.pair]
    by_cards = np.minimum(possible, MOST_POSSIBLE) * (MOST_SURE + 1) + np.minimum(sure, MOST_SURE)
    return np.where(sight.there, by_cards * (MOST_PASSES + 1) + used, MOVES - 1)


def standing_rows(sight):
    """The rows that say how the game stands (n, 11)."""
    games, index = sight.games, np.arange(len(sight.games))
    open_to_others = POPULATION[sight.open & sight.unseen].sum(1)
    tempo = POPULATION[BEFORE[sight.unseen] & sight.hand].sum(1)
    cards = np.minimum(games.cards, MOST_CARDS)
    rows = [
        OWN_PASSES + games.of_mover(sight.used),
        OWN_CARDS + games.of_mover(cards),
        PLAYABLE + np.minimum((sight.playable > 0).sum(1), MOST_PLAYABLE),
        OPEN_TO_OTHERS + np.minimum(open_to_others, MOST_OPEN),
        TEMPO + np.minimum(tempo, MOST_TEMPO),
    ]
    for i, (seat, there) in enumerate(zip(sight.pair.T, sight.there.T)):
        rows.append(THEIR_CARDS + i * (MOST_CARDS + 1) + np.where(there, cards[index, seat], 0))
        nobody = MOST_PASSES + 1
        rows.append(THEIR_PASSES + i * (MOST_PASSES + 2) + np.where(there, sight.used[index, seat], nobody))
    rows += [THEIR_MOVES + i * MOVES + moves for i, moves in enumerate(their_moves(sight).T)]
    return np.stack(rows, axis=1)


def pass_rows(sight, standing):
    """The six rows of a pass (6, n)."""
    games = sight.games
    used = standing[:, 0] - OWN_PASSES
    pressure = np.where(sight.alive, sight.their_passes, 0).sum(1)
    their_cards = games.cards[np.arange(len(games))[:, None], sight.others]
    least = np.where(sight.alive, their_cards, MOST_CARDS).min(1)
    crowd = (games.alive.sum(1) > 2).astype(int)
    playable = used * (MOST_PLAYABLE + 1) + standing[:, 2] - PLAYABLE
    rows = [
        (playable * 2 + crowd) * (MOST_PRESSURE + 1) + np.minimum(pressure, MOST_PRESSURE),
        PASS_BY_CARDS + used * (MOST_CARDS + 1) + standing[:, 1] - OWN_CARDS,
        PASS_BY_TEMPO + used * (MOST_TEMPO + 1) + standing[:, 4] - TEMPO,
        PASS_BY_LEAST + used * (MOST_CARDS + 1) + np.minimum(least, MOST_CARDS),
        PASS_BY_MOVES + used * MOVES + standing[:, 9] - THEIR_MOVES,
        PASS_BY_MOVES + (MOST_PASSES + 1 + used) * MOVES + standing[:, 10] - THEIR_MOVES - MOVES,
    ]
    return np.stack(rows)


def card_rows(sight, far):
    """The row of each slot by what lies beyond the card (n, 16)."""
    distance = DISTANCE[sight.playable[:, 0::2]]
    pictures = FIRST_PICTURE[distance] + THREES[sight.hand >> distance] + 2 * THREES[sight.unseen >> distance]
    pictures = in_slots(pictures, np.full_like(pictures, BY_TUNNEL))
    return stage(sight)[:, None] * PICTURES + 3 * pictures + np.repeat(far, 2, axis=1)


def opening_rows(sight):
    """The row of each slot by what the card opens (n, 16)."""
    table, laid = sight.games.table, sight.playable[:, 0::2]
    closed = ~(table | sight.open) & FULL
    # A card in a gap opens the one behind it, and at the end of a lane the other end of the suit.
    behind, across = GAP[table | laid] & closed, laid & END & closed[:, PARTNER]

    def meets(cards):
        return (behind & cards | across & cards[:, PARTNER]) > 0

    next_may, last_may = sight.possible[:, 0], sight.possible[:, 1]
    helps = meets(sight.hand) + 2 * meets(next_may) + 4 * meets(last_may)
    no_move = ~(sight.possible & sight.open[:, None]).any(2) & sight.there
    would_burst = (sight.games.passes[np.arange(len(table))[:, None], sight.pair] >= FREE_PASSES) & sight.there
    stuck = ((no_move + 2 * would_burst) * [1, 4]).sum(1)[:, None]
    # The tunnel opens an end because the other one lies, so that playing it opens nothing more.
    return in_slots(16 * helps + stuck, np.broadcast_to(stuck, helps.shape))


def times_mood(rows, mood):
    """The products of rows (kinds, n) with the mood, added up in the order in which Yomi does it: ties fall the same way."""
    products = ROWS[rows] * mood
    parts = products[..., :8]
    for first in range(8, WIDTH, 8):
        parts = parts + products[..., first : first + 8]
    total = parts[..., 0]
    for i in range(1, 8):
        total = total + parts[..., i]
    return sum(total)


def policy_scores(games, playable):
    """The score of a pass and of every slot (n, 17); what cannot be done has minus infinity."""
    sight = Sight(games, playable)
    far, lanes = lane_rows(sight.hand, sight.unseen)
    standing = standing_rows(sight)
    mood = np.zeros((len(games), WIDTH), np.float32)
    for row in np.concatenate([lanes, standing + STANDING_AT], axis=1).T:
        mood += ROWS[row]
    mood = np.maximum(mood, 0)
    mood[:, 0] = 1
    scores = np.full((len(games), 1 + 2 * LANES), -np.inf, np.float32)
    may_pass = games.of_mover(games.passes) < FREE_PASSES
    by_pass = times_mood(PASSES_AT + pass_rows(sight, standing), mood)
    scores[:, 0] = np.where(may_pass, by_pass, -np.inf)
    game, slot = np.nonzero(playable)
    rows = np.stack([CARDS_AT + card_rows(sight, far), OPENINGS_AT + opening_rows(sight)])
    scores[game, slot + 1] = times_mood(rows[:, game, slot], mood[game])
    return scores


def policy_slots(games, playable):
    """What the policy does: a slot, or -1 for a pass."""
    best = policy_scores(games, playable).argmax(1) - 1
    return np.where((playable > 0).any(1), best, -1)


# ---- What is known -----------------------------------------------------------------------------------------------


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

    def __init__(self, me, hand, table, cards, passes, alive, passed_over, cannot):
        self.me, self.hand, self.table = me, hand, table
        self.cards, self.passes, self.alive = cards, passes, alive
        self.passed_over, self.cannot = passed_over, cannot

    def games(self, hands):
        """A game for each of `hands` (n, players, 8), with us to move."""
        n = len(hands)

        def repeat(what):
            return np.repeat(np.array(what)[None], n, axis=0)

        public = (self.table, self.cards, self.passes, self.alive, self.passed_over)
        return Games(hands, *map(repeat, public), np.full(n, self.me))

    def own_game(self):
        hands = np.zeros((1, len(self.cards), LANES), np.uint8)
        hands[0, self.me] = self.hand
        return self.games(hands)

    def dealt(self, others, unseen, owners):
        """Hands (n, players, 8) in which the unseen cards go to the others as `owners` (n, cards) says, by their index."""
        hands = np.zeros((len(owners), len(self.cards), LANES), np.uint8)
        hands[:, self.me] = self.hand
        for card, owner in zip(unseen, owners.T):
            hands[np.arange(len(owners)), np.array(others)[owner], card[0]] |= card[1]
        return hands


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


def deals_of(seen):
    """The deals that agree with all that is seen, and what they deal: the seats, and the unseen cards."""
    others = [p for p in range(len(seen.cards)) if p != seen.me and seen.alive[p]]
    unseen = cards_of(~(seen.table | seen.hand) & FULL)
    counts = [seen.cards[p] for p in others]
    allowed = np.array([[not seen.cannot[p][lane] & bit for p in others] for lane, bit in unseen], bool)
    deals = Deals(allowed.reshape(len(unseen), len(others)), counts)
    if not deals.possible():
        # Somebody passed on purpose, so passes say nothing for sure.
        deals = Deals(np.ones((len(unseen), len(others)), bool), counts)
    if not deals.possible():
        raise ValueError("the hands do not add up")
    return deals, others, unseen


def draw_worlds(seen, source, number, rng):
    deals, others, unseen = source
    return seen.dealt(others, unseen, deals.draw(number, rng))


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
    source = deals_of(seen)
    moves = list(moves)
    wins = {move: np.zeros(0) for move in moves}
    total, number, slowest = 0, FIRST_WORLDS, 0.0
    while len(moves) > 1 and total < MOST_WORLDS:
        begun = time.perf_counter()
        # Twice as many worlds take at most twice as long.
        if begun + slowest * (2 if number < WORLDS_AT_ONCE else 1) > deadline:
            break
        # The same worlds for all moves: what luck does to one it does to the others.
        worlds = np.tile(draw_worlds(seen, source, number, rng), (len(moves), 1, 1))
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


class Turns:
    """The turns of a game up to a point: the engine's log leaves passes out, so they are walked through one by one."""

    def __init__(self, players, first):
        self.mover = first
        self.log = []  # The plays so far.
        self.passes = [0] * players
        self.lying = np.zeros(LANES, np.uint8)
        self.all_known = True  # Whether all that lies is in `lying`.
        self.passed_over = np.zeros((players, LANES), np.uint8)
        self.on_purpose = set()  # Seats that played a card which they had passed over.
        self.hand = None  # Ours at this point.

    def lead_to(self, me, hand, log, passes):
        """Whether this may be the same game earlier, at a turn of ours: with another deal our hand is another."""
        since = log[len(self.log) :]
        return (
            len(passes) == len(self.passes)
            and log[: len(self.log)] == self.log
            and all(before <= now for before, now in zip(self.passes, passes))
            and np.array_equal(self.hand, hand | lanes_of(place for seat, place in since if seat == me))
        )

    def go_on(self, me, log, passes, table):
        """Walks on until all is played and passed that was, and it is our turn. Says whether the turns come out even.

        Who is next in the log plays, and everybody else passes. A round in which all pass shows in the counters alone: it is
        put as late as they allow.
        """
        not_played = table & ~lanes_of(place for _, place in log)
        while self.mover != me or len(self.log) < len(log) or self.passes != passes:
            seat = self.mover
            if self.passes[seat] <= FREE_PASSES:
                may_pass = self.passes[seat] < passes[seat]
                if self.plays_next(log, may_pass):
                    self.play(*log[len(self.log)])
                elif may_pass:
                    self.let_pass(seat, passes, not_played)
                else:
                    return False
            self.mover = (seat + 1) % len(passes)
        return True

    def plays_next(self, log, may_pass):
        if len(self.log) == len(log) or log[len(self.log)][0] != self.mover:
            return False
        lane, bit = log[len(self.log)][1]
        # A card that does not fit yet waits for a burst.
        return not (may_pass and self.all_known) or bool(self.open()[lane] & bit)

    def open(self):
        gap, tunnel = open_cards(self.lying[None])
        return (gap | tunnel)[0]

    def play(self, seat, place):
        lane, bit = place
        if self.passed_over[seat][lane] & bit:
            self.on_purpose.add(seat)
        self.lying[lane] |= bit
        self.log.append((seat, place))

    def let_pass(self, seat, passes, not_played):
        self.passes[seat] += 1
        if self.passes[seat] <= FREE_PASSES:
            # Where not all is known that lies, something open may be missing; what is too much lies by now and does not matter.
            self.passed_over[seat] |= self.open()
            return
        # A burst. Of several it is not known who laid what, but after the last all lies that nobody played.
        self.all_known = all(so_far == count for so_far, count in zip(self.passes, passes) if count > FREE_PASSES)
        if self.all_known:
            self.lying |= not_played

    def cannot(self):
        """What each seat cannot hold: what it passed over, but where it passes on purpose that says nothing."""
        cannot = self.passed_over.copy()
        cannot[list(self.on_purpose)] = 0
        return cannot


# The turns up to our last call, by our seat. From one turn of ours to the next everybody acts once, so that what has happened
# since is certain; from the beginning of a game more than one story may come out even.
REMEMBERED = {}


def turns_so_far(me, hand, log, passes, table):
    players = len(passes)
    # Whoever played first began, or where the counters forbid that the nearest seat before, which passed.
    first = log[0][0] if log else me
    begins = [Turns(players, (first - back) % players) for back in range(players)]
    points = list(begins)
    known = REMEMBERED.get(me)
    if known is not None and known.lead_to(me, hand, log, passes):
        points.insert(0, copy.deepcopy(known))
    for turns in points:
        if turns.go_on(me, log, passes, table):
            turns.hand = hand
            REMEMBERED[me] = turns
            return turns
    # The engine counts in some other way: as far as the turns could be followed is the best guess.
    return begins[0]


def read_state(state):
    """What the state says. What it says of passes is remembered for the next time."""
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
    # Only who is out has passed more often than is free, and we are asked, so we are not.
    walked = [min(p, FREE_PASSES) if alive[seat] or seat == me else FREE_PASSES + 1 for seat, p in enumerate(passes)]
    turns = turns_so_far(me, own, log, walked, table)
    return Seen(me, own, table, cards, passes, alive, turns.passed_over, turns.cannot())


# ---- The answer --------------------------------------------------------------------------------------------------


def decide(seen, actions, deadline):
    """The card to play, or None for a pass."""
    by_place = {place_of(card): card for card in actions}
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
    try:
        # Read also where there is nothing to choose, so that no turn is missing from what we remember.
        seen = read_state(state)
        card = decide(seen, actions, deadline) if actions else None
    except Exception:
        # Whatever went wrong: a legal card is better than a game that stops.
        card = actions[0] if actions else None
    return (NO_CARD, 1) if card is None else (card, 0)
