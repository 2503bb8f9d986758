"""The figures of "The desk" in docs/results.md: `python3 desk.py YOMI WHAT`, where YOMI is a release build and WHAT one of
arena, million, kills, full-disk, requests, garbage, deaf. Everything is bounded, happens in a temporary folder, and ends with
a line of JSON; what is not as it should be ends it with an error. full-disk mounts a tmpfs and has to be run as root."""

import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time

YOMI = sys.argv[1]
ENVIRONMENT = {**os.environ, "YOMI_STORE": "-", "LANG": "C"}


def run(*args, env=None, check=True):
    ran = subprocess.run([YOMI, *args], capture_output=True, text=True, env={**ENVIRONMENT, **(env or {})})
    assert not check or ran.returncode == 0, (args, ran)
    return ran


def timed(*args):
    """Wall and CPU seconds of a command, and what it printed."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    out = run(*args).stdout
    wall, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, out


def load():
    return round(os.getloadavg()[0], 2)


RANDOM_FOUR = ["arena", "connect-four", "--agents", "random random", "--json"]


def arena(_):
    """Random players without a store, by CPU seconds, and two threads beside one."""
    games = 2_000_000
    rows = {"load": load()}
    for threads in 1, 2, 1, 2:
        wall, cpu, _ = timed(*RANDOM_FOUR, "--games", str(games), "--threads", str(threads))
        key = f"threads_{threads}"
        best = rows.get(key, {"games_per_cpu_s": 0, "wall_s": wall})
        rows[key] = {
            "games_per_cpu_s": max(best["games_per_cpu_s"], round(games / cpu)),
            "wall_s": round(min(best["wall_s"], wall), 2),
        }
    rows["speedup"] = round(rows["threads_1"]["wall_s"] / rows["threads_2"]["wall_s"], 2)
    return rows


def million(folder):
    """A million stored games: written, listed, rated, and their size."""
    games, store = 1_000_000, os.path.join(folder, "games.db")
    rows = {"load": load()}
    wall, cpu, _ = timed(*RANDOM_FOUR, "--games", str(games), "--store", store)
    rows["written_per_cpu_s"], rows["written_per_s"] = round(games / cpu), round(games / wall)
    rows["bytes_a_game"] = round(os.path.getsize(store) / games, 1)
    wall, cpu, _ = timed("games-db", "stats", "--json", "--store", store)
    rows["rated_cpu_s"], rows["rated_wall_s"] = round(cpu, 2), round(wall, 2)
    wall, cpu, out = timed("games-db", "list", "--csv", "--store", store)
    rows["listed_cpu_s"], rows["listed_wall_s"] = round(cpu, 2), round(wall, 2)
    assert out.count("\n") == games + 1
    wall, cpu, out = timed("games-db", "list", "--store", store)
    rows["last_20_wall_s"] = round(wall, 3)
    wall, cpu, _ = timed("games-db", "verify", "--store", store)
    rows["verified_cpu_s"] = round(cpu, 1)
    return rows


PLAN = """seed = 9
limit = "{limit}"
games = {games}
[[game]]
game = "connect-four"
agents = ["random", "mcts", "mcts(c=0.5)"]
[[game]]
game = "kuhn"
agents = ["random", "cfr"]
"""


def count_acknowledged(store):
    """Games that are in the store now, by a process of its own."""
    if not os.path.exists(store):
        return 0
    return json.loads(run("games-db", "stats", "--json", "--store", store).stdout)["games"]


def kills(folder):
    """A hundred kills at random moments: no game lost, no damage, the signature of an undisturbed run."""
    plan, store = os.path.join(folder, "plan.toml"), os.path.join(folder, "games.db")
    with open(plan, "w") as file:
        file.write(PLAN.format(limit="300it", games=6000))
    wall, cpu, out = timed("tournament", plan, "--no-store", "--json")
    undisturbed = json.loads(out)
    moments, before, killed, grew, began = random.Random(16), 0, 0, 0, time.monotonic()
    while killed < 100 and time.monotonic() - began < 500:
        child = subprocess.Popen(
            [YOMI, "tournament", plan, "--store", store, "--json"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
        time.sleep(moments.random() * max(0.3, wall / 60))
        if child.poll() is None:
            killed += 1
        child.send_signal(signal.SIGKILL)
        child.wait()
        now = count_acknowledged(store)
        assert now >= before, f"games were lost: {before}, then {now}"
        grew += now > before
        before = now
        if now == undisturbed["games"]:
            break
    kept_before_the_end = before
    found = json.loads(run("tournament", plan, "--store", store, "--json").stdout)
    assert found["signature"] == undisturbed["signature"] and found["games"] == undisturbed["games"]
    ratings = [[(row["name"], row["rating"], row["ci95"]) for row in event["agents"]] for event in found["events"]]
    assert ratings == [
        [(row["name"], row["rating"], row["ci95"]) for row in event["agents"]] for event in undisturbed["events"]
    ]
    sound = json.loads(run("games-db", "verify", "--json", "--store", store).stdout)
    assert sound["sound"] and sound["games"] == found["games"], sound
    return {"kills": killed, "starts_that_added_games": grew, "games": found["games"],
            "kept_when_last_killed": kept_before_the_end, "signature": found["signature"],
            "undisturbed_cpu_s": round(cpu, 1)}


def full_disk(folder):
    """A disk of 2 MiB that fills: one message, nothing damaged, and the rest when there is room."""
    plan, disk = os.path.join(folder, "plan.toml"), os.path.join(folder, "disk")
    os.mkdir(disk)
    with open(plan, "w") as file:
        file.write(PLAN.format(limit="20it", games=10_000))
    undisturbed = json.loads(run("tournament", plan, "--no-store", "--json").stdout)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk], check=True)
    try:
        store = os.path.join(disk, "games.db")
        args = ["tournament", plan, "--store", store, "--json"]
        said = []
        for size in "2m", "4m":
            subprocess.run(["mount", "-o", f"remount,size={size}", disk], check=True)
            full = run(*args, check=False)
            assert full.returncode == 2 and full.stdout == "", full
            # What goes on says so first.
            lines = [line for line in full.stderr.splitlines() if line.startswith("yomi: ")]
            assert len(lines) == 1 and "the disk is full" in lines[0], full
            said.append(lines[0])
            verified = run("games-db", "verify", "--json", "--store", store, check=False)
            assert verified.returncode == 0 and json.loads(verified.stdout)["sound"], verified
        kept = count_acknowledged(store)
        subprocess.run(["mount", "-o", "remount,size=200m", disk], check=True)
        found = json.loads(run(*args).stdout)
        assert found["signature"] == undisturbed["signature"], (found["signature"], undisturbed["signature"])
        sound = json.loads(run("games-db", "verify", "--json", "--store", store).stdout)
        assert sound["sound"] and sound["games"] == found["games"]
        return {"kept_when_full": kept, "games": found["games"], "said": said[0].replace(store, "STORE")}
    finally:
        subprocess.run(["umount", disk], check=True)


def memory_kib(process):
    with open(f"/proc/{process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))


def engine(*args):
    return subprocess.Popen([YOMI, "engine", *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT)


def ask(process, request):
    process.stdin.write(json.dumps(request).encode() + b"\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def requests(_):
    """10,000 requests with a limit of 1 ms, one after another: how late answers are, and the memory."""
    process, count, limit_ms = engine("--workers", "1"), 10_000, 1.0
    late, sizes = [], {}
    request = {"cmd": "advise", "game": "connect-four", "moves": "44", "agent": "mcts", "limit": "1ms"}
    for i in range(count + 200):
        began = time.perf_counter()
        answer = ask(process, {**request, "id": i})
        elapsed = 1000 * (time.perf_counter() - began)
        assert answer["id"] == i and "decision" in answer, answer
        # The first ones warm up the process.
        if i >= 200:
            late.append(elapsed - limit_ms)
        if i in (1000, 5000, count + 199):
            sizes[i] = memory_kib(process)
    ask(process, {"id": "end", "cmd": "quit"})
    late.sort()
    part = lambda share: round(late[int(share * len(late))], 2)
    return {"load": load(), "late_ms_p50": part(0.5), "late_ms_p99": part(0.99), "late_ms_p999": part(0.999),
            "late_ms_most": round(late[-1], 1), "memory_kib": list(sizes.values())}


def garbage(_):
    """100,000 lines that are no requests: an error each, and it still answers."""
    process, count, noise = engine(), 100_000, random.Random(16)
    kinds = [b"", b"x", b"{", b"[]", b"null", b'{"id":1}', b'{"id":[],"cmd":"ping"}', b'{"id":1,"cmd":"fly"}',
             b'{"id":1,"cmd":"advise","game":7}', b"\xff\xfe", b'{"id":1,"cmd":"advise","view":{"game":"kuhn"}}']
    def line():
        pick = noise.randrange(len(kinds) + 2)
        return kinds[pick] if pick < len(kinds) else noise.randbytes(noise.randrange(60)).replace(b"\n", b"")
    def write():
        for _ in range(count):
            process.stdin.write(line() + b"\n")
        process.stdin.write(b'{"id":"still here","cmd":"ping"}\n')
        process.stdin.flush()
    threading.Thread(target=write, daemon=True).start()
    errors, alive, sizes = 0, False, []
    while errors < count or not alive:
        answer = json.loads(process.stdout.readline())
        errors += "error" in answer
        alive = alive or answer == {"id": "still here", "ok": True}
        if errors in (count // 10, count):
            sizes.append(memory_kib(process))
    return {"errors": errors, "alive": alive, "memory_kib": [sizes[0], sizes[-1]],
            "ended": ask(process, {"id": 0, "cmd": "quit"}) == {"id": 0, "ok": True}}


def deaf(_):
    """A client that sends and never reads."""
    process, sizes = engine(), []
    os.set_blocking(process.stdin.fileno(), False)
    lines = b'{"id":%d,"cmd":"games"}\n{"id":%d,"cmd":"advise","game":"kuhn","report_every_ms":1,"limit":"100ms"}\n'
    sent, began, left = 0, time.monotonic(), b""
    while time.monotonic() - began < 20:
        left = left or lines % (2 * sent, 2 * sent + 1)
        try:
            written = os.write(process.stdin.fileno(), left)
            left = left[written:]
            sent += not left
        except BlockingIOError:
            time.sleep(0.01)
        if len(sizes) < int(time.monotonic() - began):
            sizes.append(memory_kib(process))
    process.kill()
    process.wait()
    assert sizes[-1] <= sizes[len(sizes) // 2] + 8 * 1024, sizes
    return {"pairs_taken": sent, "memory_kib_by_second": sizes}


WHAT = {"arena": arena, "million": million, "kills": kills, "full-disk": full_disk, "requests": requests,
        "garbage": garbage, "deaf": deaf}
with tempfile.TemporaryDirectory() as folder:
    print(json.dumps({sys.argv[2]: WHAT[sys.argv[2]](folder)}))
