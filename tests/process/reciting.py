"""A bot that recites one match: it writes its lines if the host writes the others as expected."""

import json
import sys
from pathlib import Path
from typing import Any


def same(heard: str, known: str) -> bool:
    ours: dict[str, Any] = json.loads(known)
    return bool(json.loads(heard) == ours)


lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
for line in lines:
    side, _, message = line.partition(" ")
    if side == "<":
        sys.stdout.write(message + "\n")
        sys.stdout.flush()
    else:
        heard = sys.stdin.readline()
        if not same(heard, message):
            sys.exit(f"expected {message}, heard {heard}")
Path(sys.argv[1]).with_suffix(".done").write_text("all was said", encoding="utf-8")
