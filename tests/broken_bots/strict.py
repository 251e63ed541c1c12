import sys

from tests.broken_bots.manners import Message, decide, serve

KNOWN = {"type", "id", "view", "moves", "offers", "told", "clock"}


def pedantic(message: Message) -> None:
    if message.keys() - KNOWN:
        sys.exit("what is that?")
    decide(message)


serve(decide=pedantic)
