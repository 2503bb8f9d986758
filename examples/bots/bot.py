"""A player for Yomi in Python: chooses among the legal moves by chance, in any game.

    yomi arena connect-four --agents "exec(cmd='python3 examples/bots/bot.py') random" --games 20
"""

import json
import random
import sys

luck = random.Random()

for line in sys.stdin:
    message = json.loads(line)
    answer = {"id": message["id"]}
    if message["cmd"] == "start":  # game, settings, seat, seed
        luck.seed(message["seed"])
        answer["ok"] = True
    elif message["cmd"] == "move":  # game, view, limit
        # Everything that the seat sees is in the view. Put your thinking here.
        answer["move"] = luck.choice(message["view"]["legal"])
    else:  # over, with the payoffs of all seats
        answer["ok"] = True
    print(json.dumps(answer), flush=True)
