"""Work in the background: bots that think, and commands that take a while."""

from collections.abc import Callable
from threading import Thread

from textual.app import App
from textual.message import Message

from parlour.table.reply import BotAnswer, Reply


class Answered(Message):
    """Work in the background has come to its end."""

    def __init__(self, answer: BotAnswer | Reply | Exception) -> None:
        super().__init__()
        self.answer = answer
        """Its result, or the error that it raised."""


def work_in_background(app: App[None], work: Callable[[], BotAnswer | Reply]) -> None:
    """Do something in a thread that does not keep the program from ending.

    The app is sent ``Answered`` with the result.
    """

    def do() -> None:
        try:
            answer: BotAnswer | Reply | Exception = work()
        except Exception as fault:  # noqa: BLE001  a game or a bot may raise anything
            answer = fault
        app.post_message(Answered(answer))

    Thread(target=do, daemon=True).start()
