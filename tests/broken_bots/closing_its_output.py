import os
import time

from tests.broken_bots.manners import Message, serve


def close(message: Message) -> None:
    os.close(1)
    time.sleep(60)


serve(decide=close)
