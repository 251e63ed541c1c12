"""A bot that breaks the protocol in the way its first word names, and is polite otherwise."""

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

Message: TypeAlias = dict[str, Any]
Answers: TypeAlias = dict[str, Sequence[Callable[[Message], object]]]
"""What the bot does when a message comes, by the type of the message, and at its start."""

KNOWN = {"type", "id", "view", "moves", "offers", "told", "clock"}
ASKED: Message = {}
"""All fields of the messages so far; a later one counts."""


def send(**message: Any) -> None:
    print(json.dumps(message), flush=True)


def greet(protocol: int = 1, **more: Any) -> None:
    send(type="hello", protocol=protocol, name="broken", **more)


def ready(_: Message) -> None:
    send(type="ready")


def move(asked: Message, text: str | None, **more: Any) -> None:
    send(type="move", id=asked["id"], move=text, **more)


def decide(asked: Message) -> None:
    move(asked, asked["moves"][0]["text"])


def wait(_: Message) -> None:
    time.sleep(60)


def ignore_the_end(_: Message) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def decide_once(asked: Message) -> None:
    if asked["id"] > 1:
        raise RuntimeError("out of ideas")
    decide(asked)


def decide_strictly(asked: Message) -> None:
    if asked.keys() - KNOWN:
        sys.exit("what is that?")
    decide(asked)


def fork_children(message: Message) -> None:
    for way in ("stays", "leaves"):
        if os.fork() == 0:
            ignore_the_end(message)
            if way == "leaves":
                os.setsid()
            wait(message)
            os._exit(0)


MANNERS: Answers = {
    "hello": [lambda _: greet()],
    "ready": [ready],
    "decide": [decide],
    "quit": [lambda _: sys.exit(0)],
}
BRAINLESS = "Error: the brain is missing\n    at think (brain.js:7)\n\nBrain.js v1.0"
WAYS: dict[str, Answers] = {
    "answering_another": {"decide": [lambda asked: decide(asked | {"id": asked["id"] + 1})]},
    "answering_twice": {"decide": [decide, decide]},
    "answering_when_stopped": {"stop": [lambda _: decide(ASKED)]},
    "babbling": {"decide": [decide, *[ready] * 20_000]},
    "closing_its_output": {"decide": [lambda _: os.close(1), wait]},
    "declining": {"hello": [lambda _: greet(games=["go"])]},
    "declining_to_move": {"decide": [lambda asked: move(asked, None)]},
    "dying_at_start": {"start": [lambda _: sys.exit("the brain is missing")]},
    "dying_in_mid_match": {"decide": [decide_once]},
    "dying_in_other_words": {"start": [lambda _: sys.exit(BRAINLESS)]},
    "eating_memory": {"decide": [lambda _: [bytearray(1 << 20) for _ in range(1_000)]]},
    "forking_children": {"start": [fork_children]},
    "from_the_future": {"hello": [lambda _: greet(99)]},
    "garbage": {"decide": [lambda _: print("I like a1\x1b[2J", flush=True)]},
    "half_a_line": {"decide": [lambda _: print('{"type":"move","id":1,', end="", flush=True)]},
    "huge_line": {"decide": [lambda asked: move(asked, "place a1", why="so " * 1_000_000)]},
    "ignoring_quit": {"start": [ignore_the_end], "quit": [wait]},
    "ignoring_the_kill": {"start": [ignore_the_end], "decide": [wait]},
    "illegal_move": {"decide": [lambda asked: move(asked, "place a1")]},
    "no_such_move": {"decide": [lambda asked: move(asked, "O-O-O")]},
    "shouting": {
        "decide": [
            lambda _: print("thinking aloud\n" * 50_000 + "done", file=sys.stderr, flush=True),
            decide,
        ]
    },
    "silent": {"hello": [], "quit": []},
    "slow": {"decide": [wait]},
    "strict": {"decide": [decide_strictly]},
    "telling_when_it_thinks": {
        "decide": [lambda _: Path(sys.argv[2]).write_text("thinking\n", encoding="utf-8"), wait]
    },
    "wrong_stream": {
        "decide": [lambda _: print('{"type":"move","id":1,"move":"place a1"}', file=sys.stderr)]
    },
}

OWN = MANNERS | WAYS[sys.argv[1]]
for begin in OWN.get("start", ()):
    begin({})
for line in sys.stdin:
    ASKED |= (heard := json.loads(line))
    for answer in OWN.get(heard["type"], ()):
        answer(heard)
