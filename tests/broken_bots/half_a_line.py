import sys

from tests.broken_bots.manners import Message, serve


def begin(message: Message) -> None:
    sys.stdout.write('{"type":"move","id":1,')
    sys.stdout.flush()


serve(decide=begin)
