"""How a bot behaves; the broken ones override a part of it."""

import json
import sys
from collections.abc import Callable
from typing import Any, TypeAlias

Message: TypeAlias = dict[str, Any]


def send(**message: Any) -> None:
    print(json.dumps(message), flush=True)


def hello(message: Message) -> None:
    send(type="hello", protocol=1, name="broken")


def ready(message: Message) -> None:
    send(type="ready")


def decide(message: Message) -> None:
    send(type="move", id=message["id"], move=message["moves"][0]["text"])


def leave(message: Message) -> None:
    sys.exit(0)


def serve(**own: Callable[[Message], None]) -> None:
    """Answer every message, in the bot's own way or else politely."""
    answers = {"hello": hello, "ready": ready, "decide": decide, "quit": leave} | own
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] in answers:
            answers[message["type"]](message)
