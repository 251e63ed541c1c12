"""The view of a seat's record: the seat's views and events, as they stand in it."""

from parlour.match.game import Game
from parlour.match.seat_record import SeatRecordReader
from parlour.rules.one_line import one_line
from parlour.table.text.sentences import looked_up, result_lines
from parlour.terminal.replay_view import MAX_REASON, heading
from parlour.terminal.screen import Screen


def show_seat_record(
    game: Game, record: SeatRecordReader, screen: Screen, *, step: bool, is_finished: bool
) -> None:
    """Show the match as its seat met it, line by line; the table at the end or after each ``step``.

    Unless it ``is_finished`` only that is told which the seat may look up while it goes on.

    Raises:
        RecordError: A line is not what a seat can be told in this game.
    """
    screen.say(heading(game, screen.viewer, record.header.options))
    view, result, number = None, None, -1
    for line in record.steps(game):
        view, result = line.view, line.over
        if result is not None:
            continue
        number += 1
        tells_all = is_finished or screen.viewer.memory
        told = screen.sentences(line.events if tells_all else looked_up(game, line.events))
        told += [one_line(line.reason, MAX_REASON)] if line.reason else []
        screen.say(*(f"{number:>4}  {text}" if number else text for text in told))
        if step and number:
            screen.board(view)
    if view is not None:
        screen.board(view)
    if record.truncated:
        screen.say("The last line was cut short and is left out.")
    over = result_lines(game, result, screen.viewer) if result else ["The match is not over."]
    screen.say(*over)
