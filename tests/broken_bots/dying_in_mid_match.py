from tests.broken_bots.manners import Message, decide, serve


def once(message: Message) -> None:
    if message["id"] > 1:
        raise RuntimeError("out of ideas")
    decide(message)


serve(decide=once)
