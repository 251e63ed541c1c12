"""A bot for Parlour that plays any game: a random legal move from the list it is sent.

It needs Python 3.9 or later and nothing else. Start here: replace ``choose``.

    parlour play maori --player "exec:python3 bot.py"
    parlour bot check "python3 bot.py" --game maori
"""

import json
import random
import sys


def choose(message: dict, match: dict, rng: random.Random) -> str:
    """Return the text of a move.

    ``message["view"]`` is all that the seat may know, ``message["moves"]`` the legal
    moves, ``message["told"]`` what has happened since the last question.
    """
    return rng.choice(message["moves"])["text"]


def main() -> None:
    """Answer the host's messages until it says quit, or is gone."""
    match: dict = {}
    rng = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            send({"type": "hello", "protocol": 1, "name": "Python starter"})
        elif kind == "ready":
            send({"type": "ready"})
        elif kind == "match":
            match, rng = message, random.Random(message["seed"])
        elif kind == "decide":
            # Moves out of turn are offers; with no legal moves, null declines them.
            text = choose(message, match, rng) if message["moves"] else None
            send({"type": "move", "id": message["id"], "move": text})
        elif kind == "quit":
            break
        # "stop" finds nothing to stop here, "over" nothing to learn; all else is ignored.


def send(message: dict) -> None:
    """Write one message, and do not let it wait in a buffer."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
