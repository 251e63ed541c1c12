"""A bot that writes on its standard error all that it is sent, and plays on."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind in {"match", "over"}:
        sys.stderr.write(line)
    if kind == "hello":
        answer: dict[str, object] = {"type": "hello", "protocol": 1, "name": "echo"}
    elif kind == "ready":
        answer = {"type": "ready"}
    elif kind == "decide":
        moves = message["moves"]
        answer = {
            "type": "move",
            "id": message["id"],
            "move": moves[2 * message["id"] % len(moves)]["text"],
        }
    elif kind == "quit":
        break
    else:
        continue
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
