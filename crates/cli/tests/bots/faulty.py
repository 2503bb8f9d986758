"""A player that goes wrong on purpose: `faulty.py HOW [FILE]`. In FILE it keeps what it was sent."""

import json
import os
import signal
import sys
import time

how = sys.argv[1]
kept = open(sys.argv[2], "a") if len(sys.argv) > 2 else None
moves = 0
starts = 0

if how == "ahead":
    # It answers what it was not asked yet, and reads nothing.
    print('{"id":1,"ok":true}')
    for number in range(2, 300):
        print(json.dumps({"id": number, "move": "R"}))
    sys.stdout.flush()
    time.sleep(1000)

if how == "no-start":
    print("cannot begin", file=sys.stderr)
    sys.exit(7)

if how == "deaf":
    # It hears neither that nobody talks to it any more nor that it should end.
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    kept.write(f"{os.getpid()}\n")
    kept.flush()
    kept = None

for line in sys.stdin:
    if kept:
        kept.write(line)
        kept.flush()
    message = json.loads(line)
    answer = {"id": message["id"], "ok": True}
    if message["cmd"] == "start":
        moves = 0
        starts += 1
    elif message["cmd"] == "move":
        moves += 1
        legal = message["view"]["legal"]
        answer = {"id": message["id"], "move": legal[0]}
        trouble = starts == 2 and moves == 2
        if how == "moody" and starts % 2 == 0:
            answer["move"] = legal[-1]
        if how == "crash-first" and moves == 2 or how == "crash" and trouble:
            print("out of ideas", file=sys.stderr, flush=True)
            os._exit(3)
        if how == "late" and trouble:
            time.sleep(30)
        if how == "illegal" and trouble:
            answer["move"] = "nonsense"
        if how == "garbage" and trouble:
            print("{]", flush=True)
            continue
        if how == "error" and trouble:
            answer = {"id": message["id"], "error": {"code": "mine", "message": "no move for you"}}
        if how == "wrong-id" and trouble:
            answer["id"] = 12345
        if how == "flood":
            sys.stderr.write("x" * 100000 + "\n")
            answer["unknown"] = {"fields": ["are", "ignored"]}
        if how == "closes-input" and trouble:
            os.close(0)
            print(json.dumps(answer), flush=True)
            time.sleep(1000)
    elif how == "leaves":
        sys.exit(0)
    elif how == "silent-over":
        continue
    print(json.dumps(answer), flush=True)

while how == "deaf":
    time.sleep(60)
