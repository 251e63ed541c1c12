from tests.broken_bots.manners import Message, send, serve


def castle(message: Message) -> None:
    send(type="move", id=message["id"], move="O-O-O")


serve(decide=castle)
