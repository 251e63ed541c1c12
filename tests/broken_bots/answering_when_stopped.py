from tests.broken_bots.manners import Message, decide, send, serve

asked: list[Message] = []


def ponder(message: Message) -> None:
    asked.append(message)
    decide(message)


def stop(message: Message) -> None:
    send(type="move", id=message["id"], move=asked[-1]["moves"][0]["text"])


serve(decide=ponder, stop=stop)
