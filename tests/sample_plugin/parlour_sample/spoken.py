"""The face ``spoken``: whole sentences, which a program can read aloud."""

import sys

from parlour import SetupError
from parlour.table import HUMAN, Beginning, Chair, Reply, Show, Table
from parlour.terminal.faces import Wish


def play(wish: Wish) -> Beginning | None:
    """Play one match: tell the news, read a line, do it."""
    if wish.game.has_hidden_information and wish.header.players.count(HUMAN) > 1:
        raise SetupError("expected one person at most, since all hear what is said")
    with wish.open() as table:
        while not (turn := table.turn()).is_over:
            if turn.is_automatic:
                say(*table.apply(table.ask_bot(turn)).lines)
            elif not ask(table.chair(turn.seat)):
                words, command = table.farewell("the input has ended")
                say(words)
                print(command)
                return None
        say_end(table)
    return None


def ask(chair: Chair) -> bool:
    """Ask a person until the match has moved; return whether they are still there."""
    view = chair.view()
    say(*(told.sentence for told in view.news), *view.notes)
    say(*view.table.changed_lines, view.prompt)
    for line in sys.stdin:
        reply = chair.enter(line.strip())
        answer(chair, reply)
        if reply.left:
            return False
        if reply.moved:
            return True
    return False


def answer(chair: Chair, reply: Reply) -> None:
    """Say what came of a line."""
    say(*reply.lines, reply.question)
    if reply.show is Show.MOVES:
        say("you may:", *(move.label for move in chair.moves.every.values()))
    elif reply.show is Show.TABLE:
        say(*chair.view().table.now.described)


def say_end(table: Table) -> None:
    for seat in sorted(table.people):
        say(*(told.sentence for told in table.chair(seat).view().news))
    say(*table.result())


def say(*texts: str) -> None:
    """Print each text as a sentence, with a capital letter and a full stop."""
    for text in filter(None, map(str.strip, texts)):
        end = "" if text[-1] in ".?!:" else "."
        print(f"{text[0].upper()}{text[1:]}{end}")
