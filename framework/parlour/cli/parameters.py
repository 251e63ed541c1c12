"""Commands that read words without pydantic, the library that typer converts values with."""

import sys
from shutil import get_terminal_size
from typing import Any, get_args

from typer.core import TyperArgument, TyperCommand, TyperOption


class QuickOption(TyperOption):
    """An option that leaves a value as it is typed if nothing is to be converted.

    typer converts each value by pydantic, even None. To import pydantic takes as long as to list
    the commands.
    """

    def process_value(self, ctx: Any, value: Any) -> Any:
        """Return the value that the command gets."""
        if not _is_converted(self, value):
            return super().process_value(ctx, value)
        return value if self.callback is None else self.callback(ctx, self, value)


class QuickArgument(TyperArgument):
    """An argument that leaves a value as it is typed if nothing is to be converted."""

    def process_value(self, ctx: Any, value: Any) -> Any:
        """Return the value that the command gets."""
        is_read = self.callback is None and _is_converted(self, value)
        return value if is_read else super().process_value(ctx, value)


class QuickReader:
    """A command or a group that reads words quickly, and shows a long help in a pager."""

    def get_params(self, ctx: Any) -> Any:
        """Return the options and arguments, which import pydantic only for what they convert."""
        parameters = super().get_params(ctx)  # type: ignore[misc]  # of the class beside this one
        for one in parameters:
            one.__class__ = QuickOption if isinstance(one, TyperOption) else QuickArgument
        return parameters

    def get_help(self, ctx: Any) -> str:
        """Return the help; if it is longer than the terminal, its pager shows it instead."""
        text: str = super().get_help(ctx)  # type: ignore[misc]  # likewise
        if sys.stdout.isatty() and text.count("\n") >= get_terminal_size().lines:
            from parlour.terminal.screen import (  # noqa: PLC0415  slow to import, and seldom needed
                console,
                show_in_pager,
            )

            show_in_pager(console(), text)
            return ""
        return text


class QuickCommand(QuickReader, TyperCommand):
    """A command that imports pydantic only for a value that it converts."""


def _is_converted(one: TyperOption | TyperArgument, value: object) -> bool:
    """Return whether a value is what a command gets: none, a text for a text, or a choice."""
    kind: Any = getattr(one, "type_descriptor", None)  # typer has it since 0.29
    is_word = kind is not None and kind.parameter_info.parser is None and isinstance(value, str)
    is_as_typed = is_word and (kind.annotation is str or value in get_args(kind.annotation))
    return not one.required if value is None else is_as_typed
