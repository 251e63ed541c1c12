"""Bots outside this process, in any language: docs/protocol.md is for those who write one."""

from parlour.players.process.command import is_external
from parlour.players.process.player import External

__all__ = ["External", "is_external"]
