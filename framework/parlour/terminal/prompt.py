"""The prompt: it asks a person for a move, and answers what else they type."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from pathlib import Path

from parlour.match.match import Match
from parlour.rules.answers import Move
from parlour.rules.errors import IllegalMove
from parlour.rules.events import Event, Played
from parlour.rules.seats import Seat
from parlour.terminal.input import LineReader
from parlour.terminal.move_list import MoveList
from parlour.terminal.prompt_commands import COMMANDS, PromptContext
from parlour.terminal.screen import Screen
from parlour.terminal.sentences import covered_by_events

RECENT = 12
"""The greatest number of sentences shown before a move; ``log`` shows all."""


class Prompt:
    """Asks the people at this terminal, one at a time.

    Where a game has hidden information and several people play, the screen is cleared before
    the next person sits down; without a terminal, nothing is shown that is not asked for.
    """

    def __init__(
        self,
        match: Match,
        people: AbstractSet[Seat],
        screen: Screen,
        lines: LineReader,
        path: Path,
        resume_command: Callable[[Path], str],
    ) -> None:
        self.match = match
        self.screen = screen
        self._people = people
        self._lines = lines
        self._path = path
        self._resume_command = resume_command
        self._discreet = match.game.has_hidden_information and len(people) > 1
        self._sitting: Seat | None = None
        self._heard: dict[Seat, list[str]] = {seat: [] for seat in people}
        self._shown = dict.fromkeys(people, 0)

    def ask(self, seat: Seat) -> None:
        """Ask the person at ``seat`` until they have moved, or taken a move back."""
        self._seat(seat)
        decision = self.match.ask(seat)
        news = self._hear(seat, self._news(seat))
        moves = MoveList(self.match.game, decision.view, decision.moves, decision.offers)
        context = PromptContext(
            match=self.match,
            screen=self.screen,
            seat=seat,
            view=decision.view,
            legal=decision.moves,
            moves=moves,
            heard=self._heard[seat],
            path=self._path,
            resume_command=self._resume_command,
        )
        if not self._discreet or self.screen.terminal:
            self.screen.say("", *news)
            self.screen.board(decision.view)
            self.screen.moves(moves)
        while not self._answered(context, self._lines.next(f"{self._name(seat)}> ")):
            pass

    def close(self) -> None:
        """Show the end of the match; of hidden things only those that all people here know."""
        people = sorted(self._people)
        heard = [self._hear(seat, self._news(seat)) for seat in people]
        if self._discreet:
            known_to_all = (line for line in heard[0] if all(line in other for other in heard))
            self.screen.say("", *known_to_all)
        elif people:
            self.screen.say("", *heard[0])
            self.screen.board(self.match.game.rules.view(self.match.state, people[0]))

    def _answered(self, context: PromptContext, line: str) -> bool:
        """Do what a line says; return whether the match has moved."""
        seat, text = self._addressed(context.seat, line)
        if not text:
            return False
        if seat != context.seat:
            context = context.for_seat(seat, self._heard[seat])
        word, _, rest = text.partition(" ")
        command = COMMANDS.get(word.casefold())
        if command is not None and context.moves.exactly(text) is None:
            return command(context, rest.strip())
        found = context.moves.find(text)
        if isinstance(found, str):
            self.screen.say(found, "Type ? for help.")
            return False
        return self._played(seat, found)

    def _played(self, seat: Seat, moves: tuple[Move, ...]) -> bool:
        """Make the moves one after another; return whether at least one was made."""
        for number, move in enumerate(moves):
            try:
                self.match.play(move, seat)
            except IllegalMove as fault:
                reason = self.match.describe_refusal(fault.refusal, self.screen.viewer)
                self.screen.say(f"Not possible: {reason}.")
                return number > 0
        return True

    def _addressed(self, seat: Seat, line: str) -> tuple[Seat, str]:
        """Take ``seat N:`` off a line, where N is the seat of another person here, from 1."""
        head, colon, rest = line.partition(":")
        words = head.casefold().split()
        if colon and len(words) == 2 and words[0] == "seat" and words[1].isdecimal():
            other = int(words[1]) - 1
            if other in self._people:
                return other, rest.strip()
            self.screen.say(f"No person sits at seat {other + 1}.")
            return seat, ""
        return seat, line

    def _news(self, seat: Seat) -> tuple[Event, ...]:
        """Return the events that a seat was told and this prompt has not yet shown."""
        news = self.match.events(seat, self._shown[seat])
        self._shown[seat] += len(news)
        return news

    def _hear(self, seat: Seat, events: tuple[Event, ...]) -> list[str]:
        """Keep what a seat was told; return the sentences that are to be shown now."""
        heard = self._heard[seat]
        begun = not heard
        heard += self.screen.sentences(events)
        fresh = [
            event
            for event in events
            if not covered_by_events(self.match.game, event)
            and (begun or not (isinstance(event, Played) and event.seat == seat))
        ]
        news = self.screen.sentences(fresh)
        # A line that hides one sentence would take the room of that sentence.
        if len(news) > RECENT + 1:
            return [f"(… {len(news) - RECENT} earlier; 'log' shows all)", *news[-RECENT:]]
        return news

    def _seat(self, seat: Seat) -> None:
        """Clear the screen for the next person, if the one before must not look on."""
        if self._discreet and self._sitting != seat and self.screen.terminal:
            if self._sitting is not None:
                self.screen.say(*self._hear(self._sitting, self._news(self._sitting)))
                self._lines.next(f"Press Enter to clear the screen for {self._name(seat)}. ")
            self.screen.clear()
            self._lines.forget()
            self._lines.next(f"Pass to {self._name(seat)}. Press Enter when ready. ")
        self._sitting = seat

    def _name(self, seat: Seat) -> str:
        return self.screen.viewer.names[seat]
