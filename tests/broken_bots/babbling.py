from tests.broken_bots.manners import Message, decide, ready, serve


def babble(message: Message) -> None:
    decide(message)
    for _ in range(20_000):
        ready(message)


serve(decide=babble)
