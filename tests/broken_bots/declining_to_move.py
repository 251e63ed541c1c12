from tests.broken_bots.manners import Message, send, serve


def decline(message: Message) -> None:
    send(type="move", id=message["id"], move=None)


serve(decide=decline)
