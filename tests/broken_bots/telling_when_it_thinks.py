import sys
import time
from pathlib import Path

from tests.broken_bots.manners import Message, serve


def ponder(message: Message) -> None:
    Path(sys.argv[1]).write_text("thinking\n", encoding="utf-8")
    time.sleep(60)


serve(decide=ponder)
