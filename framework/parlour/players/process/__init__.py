"""Bots in processes of their own, in any language: docs/protocol.md is for those who write one."""

from parlour.players.process.command import is_external
from parlour.players.process.player import ProcessPlayer

__all__ = ["ProcessPlayer", "is_external"]
