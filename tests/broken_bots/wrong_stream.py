import sys

from tests.broken_bots.manners import Message, serve


def mutter(message: Message) -> None:
    print('{"type":"move","id":1,"move":"place a1"}', file=sys.stderr, flush=True)


serve(decide=mutter)
