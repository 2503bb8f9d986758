"""Sevens (七並べ) with the tunnel: the seed's own player for its contest, in one file.

Written by `yomi export sevens --python --agent seed-pimc`; needs Python 3.8 or newer and numpy. Call `my_AI(state)` when it
is your turn: it returns `(card, 0)`, or `(NO_CARD, 1)` when it has nothing to play. It never passes by choice.

How it plays (PIMC): what the others cannot hold follows from their passes (CardTracker); the unseen cards are dealt at random
until the deal agrees; in every such world every card is laid and played out by the rollout policy. The sum of the playouts
and the weighted bonuses decide. All playouts of a move go side by side in numpy arrays.

The engine's log leaves passes out, so ask `my_AI` at every turn, also when there is nothing to play.
"""

import copy

import numpy as np

# ---- What you may change -----------------------------------------------------------------------------------------

SEED = 1  # Of the worlds.
NO_CARD = None  # What stands in the place of the card when we pass.
FREE_PASSES = 3  # The next pass is a burst.

SIMULATION_COUNT = 700
SIMULATION_DEPTH = 350
DETERMINIZATION_ATTEMPTS = 120
STRATEGY_WEIGHT_MULTIPLIER = 1.2
ENABLE_TUNNEL_LOCK = True
TUNNEL_LOCK_WEIGHT = 3
ENABLE_BURST_FORCE = True
BURST_FORCE_WEIGHT = 3
ACE_KING_BASE_BONUS = 8
TUNNEL_COMPLETE_BONUS = 10
ADJACENT_CARD_BONUS = 6
ADJACENT_CARD_PENALTY = 6
SAFE_MOVE_BONUS = 14
SUIT_CONCENTRATION_MULTIPLIER = 2.5
HAND_REDUCTION_BONUS = 0.15
CHAIN_POTENTIAL_MULTIPLIER = 12
AGGRESSIVE_MODE_THRESHOLD = 0.6
DEFENSIVE_MODE_THRESHOLD = 0.8
AGGRESSIVENESS_MULTIPLIER = 0.3
URGENCY_MULTIPLIER = 0.5
ROLLOUT_ACE_KING_BONUS = 8
ROLLOUT_ADJACENT_BONUS = 4
ROLLOUT_ADJACENT_PENALTY = 4
ROLLOUT_SAFE_BONUS = 8
ROLLOUT_SUIT_MULTIPLIER = 1.5
ROLLOUT_HAND_REDUCTION = 0.2
ROLLOUT_CHAIN_MULTIPLIER = 6

