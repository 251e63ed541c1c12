"""The examples of a rule as people read them: the table, what is possible, and what comes of it."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from parlour.match import Game, Match, SeatHistory
from parlour.match.drawing import TEXT_COLUMNS, TEXT_ROWS
from parlour.rules import ParlourError, Result, ScoreLine, Seat, Space, Viewer, describe_refusal
from parlour.table.text.sentences import result_lines, score_lines, sentence
from parlour.table.text.telling import Teller
from parlour.table.view import TableDrawing
from parlour.words import say
from parlour_examples.example import Example, examples_of, give, mover


class ShownExample(Struct, frozen=True):
    """An example that was played, in the language that is spoken."""

    example: Example
    title: str
    table: TableDrawing
    """The table in its position."""
    verdicts: tuple[str, ...]
    """For each of its moves whether it is possible, and why not."""
    told: tuple[str, ...]
    """The sentences that tell its answers and what they lead to."""
    match: Match
    """The match after its answers."""

    @property
    def sheet(self) -> tuple[ScoreLine, ...]:
        """The score after its answers."""
        viewer = self.table.viewer
        view = self.match.view(_observer(self.example, viewer))
        return TableDrawing(self.match.game, view, viewer).score

    @property
    def counted(self) -> tuple[str, ...]:
        """The score, if it belongs to the example, and the result of a match that is over."""
        match, viewer = self.match, self.table.viewer
        lines: list[str] = []
        if self.example.score:
            lines += score_lines(self.sheet, viewer, is_over=match.is_over)
        if isinstance(match.awaited, Result):
            lines += result_lines(match.game, match.awaited, viewer)
        return tuple(lines)

    @property
    def drawing(self) -> str:
        """The panels that it shows, as text."""
        wanted = self.example.show
        panels = self.table.panels(Space(TEXT_COLUMNS, TEXT_ROWS))
        drawn = "\n\n".join(
            f"{panel.title}\n{panel.body.plain}"
            for panel in panels
            if panel.name in wanted or not wanted
        )
        return "\n".join(map(str.rstrip, drawn.split("\n"))).rstrip()

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The example as Markdown."""
        lines = "\n".join(f"- {line}" for line in (*self.verdicts, *self.told))
        columns = ("\n".join(text) for text in ([self.drawing], self.counted))
        drawn, counted = (f"```text\n{text}\n```" if text else "" for text in columns)
        return tuple(filter(None, (f"**{self.title}**", drawn, lines, counted)))


def paragraphs(game: Game, number: str) -> Iterator[str]:
    """Yield the examples of a rule as Markdown, or the fault of one that cannot be played."""
    try:
        for example in shown_examples(game, number):
            yield from example.paragraphs
    except ParlourError as fault:
        yield str(fault)


def shown_examples(game: Game, number: str) -> Iterator[ShownExample]:
    """Play the examples of a rule, with the first of their options.

    Raises:
        ParlourError: One of them cannot be played.
    """
    for example in examples_of(game):
        if example.rule == number:
            yield shown(game, example, example.options[0])


def shown(game: Game, example: Example, options: Mapping[str, object]) -> ShownExample:
    """Play an example with some options.

    Raises:
        ParlourError: It cannot be played.
    """
    match = example.match(game, options)
    viewer = Viewer(match.header.players)
    seat = _observer(example, viewer)
    table = TableDrawing(game, match.view(seat), viewer)
    settings = ", ".join(f"{name}={value}" for name, value in options.items())
    title = say("example.printed") if example.printed else say("example")
    title = say("example.with", example=title, settings=settings) if settings else title
    verdicts = tuple(_verdicts(match, example, viewer))
    told = tuple(_told(match, example, viewer, seat))
    return ShownExample(example, title, table, verdicts, told, match)


def _observer(example: Example, viewer: Viewer) -> Seat:
    return viewer.titles.index(example.sees) if example.sees else 0


def _verdicts(match: Match, example: Example, viewer: Viewer) -> Iterator[str]:
    """Yield whether each of its moves is possible, and why not."""
    for text in (*example.yes, *example.no):
        seat, move = mover(match, text)
        refusal = match.why_not(move, seat)
        why = describe_refusal(refusal, viewer, match.game.words.refusals) if refusal else ""
        code = "why.not_possible" if refusal else "why.possible"
        verdict = say(code, move=match.game.in_own_words(move), why=why)
        yield verdict if seat is None else f"{viewer.name(seat)}: {verdict}"


def _told(match: Match, example: Example, viewer: Viewer, seat: Seat) -> Iterator[str]:
    """Give its answers, and yield what the one who sees the table is told, and the score."""
    game = match.game
    before = len(SeatHistory(match, seat).answers)
    for text in example.play:
        give(match, text)
    answers = SeatHistory(match, seat).answers[before:]
    if game.words.narrate is not None:
        heads = (sentence(game, one.events[0], viewer) for one in answers)
        yield from filter(None, heads)
    yield from (told.sentence for told in Teller(game, viewer, None).news(answers))
