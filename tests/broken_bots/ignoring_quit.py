import signal
import time

from tests.broken_bots.manners import Message, serve


def linger(message: Message) -> None:
    while True:
        time.sleep(60)


signal.signal(signal.SIGTERM, signal.SIG_IGN)
serve(quit=linger)
