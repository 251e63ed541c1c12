from tests.broken_bots.manners import Message, decide, serve


def stray(message: Message) -> None:
    decide(message | {"id": message["id"] + 1})


serve(decide=stray)
