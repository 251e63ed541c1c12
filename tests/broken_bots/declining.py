from tests.broken_bots.manners import Message, send, serve


def snub(message: Message) -> None:
    send(type="hello", protocol=1, name="broken", games=["go"])


serve(hello=snub)
