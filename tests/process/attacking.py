"""A bot that attacks its host in the way its first word names, before each answer.

It imports nothing of ours: it runs with a cleaned environment, in a folder of its own, and in a
sandbox. Its other words are the way's own.
"""

import json
import mmap
import os
import signal
import socket
import sys
import threading
import time
from pathlib import Path
from typing import Any

MIB = 1 << 20
WORDS = sys.argv[2:]


def shared_memory() -> None:
    """Fill memory that it shares with nobody, which no limit of a process counts."""
    for _ in range(16):
        region = mmap.mmap(-1, 64 * MIB)
        for page in range(0, 64 * MIB, mmap.PAGESIZE):
            region[page] = 1
        HELD.append(region)


def after_its_turn() -> None:
    """Fill memory after its first answer; it gives no second one."""
    if threading.active_count() > 1:
        wait()
    threading.Thread(target=shared_memory, daemon=True).start()


def memory_file() -> None:
    """Fill a file in memory that is never mapped."""
    fd = os.memfd_create("held")
    for _ in range(1_024):
        os.write(fd, b"x" * MIB)


def many_hands() -> None:
    """Let each of several processes hold less than the limit."""
    for _ in range(8):
        if os.fork() == 0:
            HELD.append(bytearray(b"x" * (60 * MIB)))
            wait()
    wait()


def crowd() -> None:
    """Start more processes than it may, each in a session of its own."""
    for _ in range(300):
        if os.fork() == 0:
            os.setsid()
            wait()
    wait()


def daemon() -> None:
    """Leave one process that has nothing of its parent's: neither session nor environment.

    It notes its id in the file that is named, or in a file of the folder.
    """
    if HELD:
        return
    HELD.append("one")
    pids = Path(WORDS[0])
    if pids.is_dir():
        pids /= "pids"
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            lines = (
                "import os, signal, sys, time",
                "signal.signal(signal.SIGTERM, signal.SIG_IGN)",
                "open(sys.argv[1], 'a').write(f'{os.getpid()}\\n')",
                "time.sleep(60)",
            )
            os.execve(sys.executable, ["quiet", "-c", "; ".join(lines), str(pids)], {})  # noqa: S606  an attack
        os._exit(0)
    while not (pids.exists() and pids.read_text("utf-8").endswith("\n")):
        time.sleep(0.001)


def kill_the_supervisor() -> None:
    """Leave such a process, and kill all that could end it."""
    daemon()
    os.kill(os.getppid(), signal.SIGKILL)
    wait()


def tell() -> None:
    """Write down what it was handed, and litter its folder."""
    folder = Path.cwd()
    told = {
        "environment": dict(os.environ),
        "folder": str(folder),
        "files": sorted(path.name for path in folder.iterdir()),
    }
    with Path(WORDS[0]).open("a", encoding="utf-8") as file:
        file.write(json.dumps(told) + "\n")
    (folder / "kept.txt").write_text("for the next match", encoding="utf-8")
    locked = folder / "locked"
    locked.mkdir(exist_ok=True)
    (locked / "file").touch()
    (folder / "away").symlink_to(Path(WORDS[0]).parent)
    locked.chmod(0)


def look_around() -> None:
    """Try to read files and to reach the network; say in its refusal what it could do."""
    done = []
    for word in WORDS:
        kind, _, what = word.partition("=")
        try:
            if kind == "read":
                Path(what).read_bytes()
            elif kind == "list":
                list(Path(what).iterdir())
            elif kind == "write":
                Path(what).write_text("was here", encoding="utf-8")
            elif kind == "connect":
                socket.create_connection(("127.0.0.1", int(what)), 5).close()
            elif kind == "signal":
                os.kill(int(what), 0)
        except OSError:
            continue
        done.append(kind)
    sys.stderr.write(f"could: {' '.join(done)}\n")
    sys.stderr.flush()


def wait() -> None:
    time.sleep(60)
    os._exit(0)


HELD: list[Any] = []
ATTACK = globals()[sys.argv[1]]


def answer(message: dict[str, Any]) -> dict[str, Any] | None:
    if message["type"] == "hello":
        return {"type": "hello", "protocol": 1, "name": "attacking"}
    if message["type"] == "ready":
        return {"type": "ready"}
    if message["type"] == "decide":
        ATTACK()
        return {"type": "move", "id": message["id"], "move": message["moves"][0]["text"]}
    return None


for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "quit":
        break
    reply = answer(asked)
    if reply is not None:
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()
os._exit(0)
