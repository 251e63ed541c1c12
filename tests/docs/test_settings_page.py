"""The table of settings in docs/tournaments.md, made from the struct that declares them."""

import os
import re
from pathlib import Path
from typing import get_args

from parlour.cli.struct_options import Option, fields_of
from parlour.tournament.plan.settings import TournamentSettings

PAGE = Path(__file__).parents[2] / "docs" / "tournaments.md"
TABLE = re.compile(r"(?<=<!-- settings -->\n).*?\n(?=\n)", re.DOTALL)


def table() -> str:
    """Return the table: what stands in the file, the option, and the description."""
    rows = ["| in the file | option | meaning |", "|---|---|---|"]
    for field in fields_of(TournamentSettings):
        option = Option(field)
        default = option.default if isinstance(option.default, str | float | int) else None
        usual = f" Unless given: `{default}`." if default and default is not True else ""
        rows.append(f"| `{field.encode_name}` | `{option.flag}` | {option.description}{usual} |")
    return "\n".join(rows) + "\n"


def test_the_page_has_the_table_of_the_settings() -> None:
    """``PARLOUR_REGOLD=1`` writes it."""
    page = PAGE.read_text("utf-8")
    if os.environ.get("PARLOUR_REGOLD"):
        PAGE.write_text(TABLE.sub(lambda _: table(), page), "utf-8")

    assert TABLE.findall(PAGE.read_text("utf-8")) == [table()]


def test_every_setting_has_a_description() -> None:
    assert all(Option(field).description for field in fields_of(TournamentSettings))
    assert all(get_args(field.type) for field in fields_of(TournamentSettings))
