from tests.broken_bots.manners import Message, send, serve


def boast(message: Message) -> None:
    send(type="hello", protocol=99, name="broken")


serve(hello=boast)
