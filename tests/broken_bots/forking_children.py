import os
import signal
import time

from tests.broken_bots.manners import serve

for way in ("stays", "leaves"):
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if way == "leaves":
            os.setsid()
        time.sleep(60)
        os._exit(0)
serve()
