from tests.broken_bots.manners import Message, serve


def chat(message: Message) -> None:
    print("I like a1\x1b[2J", flush=True)


serve(decide=chat)
