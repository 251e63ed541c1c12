"""``parlour rules``."""

from typing import Annotated

import typer

from parlour.cli.arguments import AsJson, GameName, Language, Plain, find_game, is_plain
from parlour.cli.completion import complete_rule
from parlour.cli.output import print_json
from parlour.table.text.rules_text import rulebook_of, rules_found, rules_lines
from parlour.terminal.screen import console, show_markdown


def rules(
    game: GameName,
    number: Annotated[
        str | None,
        typer.Argument(
            metavar="[NUMBER]", help="A rule, 3.2, or a chapter, 3.", autocompletion=complete_rule
        ),
    ] = None,
    plain: Plain = None,
    json: AsJson = False,
    language: Language = None,
) -> None:
    """Show the numbered rules of a game.

    All of them, those of a chapter, or one rule.

    Examples:
      parlour rules maori
      parlour rules maori 3
      parlour rules maori 3.2
      parlour rules maori --json
    """
    plain = is_plain(plain=plain, language=language)
    with find_game(game) as chosen_game:
        if json:
            print_json(rules_found(rulebook_of(chosen_game), number or ""))
        else:
            text = "\n\n".join(rules_lines(chosen_game, number))
            show_markdown(text, console(plain=plain), plain=plain)
