import sys

from tests.broken_bots.manners import Message, decide, serve


def shout(message: Message) -> None:
    sys.stderr.write("thinking aloud\n" * 50_000 + "done\n")
    decide(message)


serve(decide=shout)
