from tests.broken_bots.manners import Message, send, serve


def ramble(message: Message) -> None:
    send(type="move", id=message["id"], move="place a1", thoughts="so " * 1_000_000)


serve(decide=ramble)
