"""Playing on the full screen; how the match ended is printed on the usual one."""

import os

from parlour.table import Beginning
from parlour.terminal.faces import Wish
from parlour.terminal.input import PlayerLeft
from parlour.words import say
from parlour_screen.app import TableApp

NO_COLOR = "NO_COLOR"
"""Environment variable of people who want no colours."""


def play_on_screen(wish: Wish) -> Beginning | None:
    """Play a match on the full screen, and return the match that is wanted next.

    Raises:
        PlayerLeft: A person left, and was told how to resume the match.
    """
    table = wish.open()
    colours = os.environ.get(NO_COLOR)
    app = TableApp(table, bell=wish.settings.bell, pace=wish.settings.pace)
    try:
        with table:
            app.run()
            if app.fault is not None:
                raise app.fault
            if app.left:
                raise PlayerLeft(app.left, interrupted=app.interrupted)  # noqa: TRY301  bots leave at once
    except PlayerLeft as left:
        print(*table.farewell(left.why), sep="\n")
        raise
    finally:
        if colours is not None:  # Textual takes it out; the next match must find it
            os.environ[NO_COLOR] = colours
    print(*table.result(), sep="\n")
    print(say("end.record", path=table.path))
    return app.next
