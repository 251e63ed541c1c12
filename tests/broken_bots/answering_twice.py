from tests.broken_bots.manners import Message, decide, serve


def twice(message: Message) -> None:
    decide(message)
    decide(message)


serve(decide=twice)
