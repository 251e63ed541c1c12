"""Options of a command that are made from the fields of a struct."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

import pytest
import typer  # noqa: TID251  these are tests of what makes its options
from msgspec import Meta, Struct
from typer.testing import CliRunner  # noqa: TID251  likewise

from parlour.cli.struct_options import Fields, Typed, with_options
from parlour.rules.errors import MisuseError


class Size(Struct, frozen=True):
    """A struct that is typed in one option."""

    width: int = 3
    height: int = 4

    def fault(self) -> str | None:
        return "expected a width above 0" if self.width < 1 else None


class Base(Struct, frozen=True):
    """Fields that another struct has too."""

    size: Annotated[Size, Meta(description="How large it is.")] = Size()


class Sample(Base, frozen=True, kw_only=True):
    """One field of each kind."""

    bots: Annotated[
        list[str | Size],
        Meta(description="A bot.", extra={"option": "--bot", "completes": "bot"}),
    ] = []
    number: Annotated[Annotated[int, Meta(ge=1)] | None, Meta(description="How many.")] = 7
    how: Annotated[Literal["fast", "slow"] | None, Meta(description="How fast.")] = None
    ladder: Annotated[bool | list[int], Meta(description="Steps.")] = False
    restart: Annotated[bool, Meta(description="Start again each time.")] = True
    kept_in: Annotated[Path | None, Meta(description="Where.")] = None


@with_options
def whole(given: Sample) -> None:
    typer.echo(repr(given))


@with_options
def part(
    typed: Annotated[Typed, Fields(Sample, without=("how",))],
    word: Annotated[str, typer.Argument()] = "",
) -> None:
    typer.echo(f"{word} {typed}")


def said(command: Callable[..., None], line: str) -> str:
    """Return what a command prints; a refusal is raised."""
    app = typer.Typer(rich_markup_mode=None)
    app.command()(command)
    done = CliRunner().invoke(app, line.split())
    if isinstance(done.exception, MisuseError):
        raise done.exception
    return done.output.strip()


@pytest.mark.parametrize(
    ("line", "sample"),
    [
        pytest.param("", Sample(), id="nothing"),
        pytest.param("--bot a --bot b", Sample(bots=["a", "b"]), id="several"),
        pytest.param("--number 2 --how slow", Sample(number=2, how="slow"), id="one word of two"),
        pytest.param("--ladder --no-restart", Sample(ladder=True, restart=False), id="switches"),
        pytest.param("--kept-in a/b", Sample(kept_in=Path("a/b")), id="path"),
        pytest.param("--size width=9", Sample(size=Size(9)), id="struct"),
    ],
)
def test_a_command_is_given_the_struct(line: str, sample: Sample) -> None:
    assert said(whole, line) == repr(sample)


def test_a_command_is_given_what_was_typed_and_no_default() -> None:
    assert said(part, "") == "{}"
    assert said(part, "word --number 7") == "word {'number': 7}"
    assert "No such option" in said(part, "--how fast")


def test_help_has_the_descriptions_the_bounds_and_the_defaults() -> None:
    lines = [" ".join(line.split()) for line in said(whole, "--help").splitlines()]

    assert any(line.startswith("--bot ") and line.endswith(" A bot.") for line in lines)
    assert "--number N How many. [default: 7] [x>=1]" in lines
    assert "--restart / --no-restart Start again each time." in lines
    assert "--size NAME=VALUE,… How large it is." in lines
    assert lines.index("--size NAME=VALUE,… How large it is.") > lines.index(
        "--kept-in PATH Where."
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param("--size wid=1", "--size: there is no setting 'wid'", id="unknown field"),
        pytest.param("--size width=x", "--size: width: expected a whole number", id="kind"),
        pytest.param("--size width", "expected --size NAME=VALUE,…, got 'width'", id="no pair"),
        pytest.param("--size width=0", "--size: expected a width above 0", id="fault"),
    ],
)
def test_a_wrong_field_is_refused_with_the_option(line: str, reason: str) -> None:
    with pytest.raises(MisuseError, match=reason):
        said(whole, line)


@pytest.mark.parametrize("typed", [("--number", "0"), ("--number", "x"), ("--how", "later")])
def test_a_wrong_value_is_refused_by_its_option(typed: tuple[str, str]) -> None:
    assert f"Invalid value for '{typed[0]}'" in said(whole, " ".join(typed))
