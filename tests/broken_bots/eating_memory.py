from tests.broken_bots.manners import Message, serve


def eat(message: Message) -> None:
    eaten: list[bytearray] = []
    while len(eaten) < 1_000:
        eaten.append(bytearray(1 << 20))


serve(decide=eat)
