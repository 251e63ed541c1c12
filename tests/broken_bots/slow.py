import time

from tests.broken_bots.manners import Message, serve


def ponder(message: Message) -> None:
    time.sleep(60)


serve(decide=ponder)
