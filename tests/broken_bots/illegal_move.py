from tests.broken_bots.manners import Message, send, serve


def stubborn(message: Message) -> None:
    send(type="move", id=message["id"], move="place a1")


serve(decide=stubborn)
