"""Bots outside this process, in any language: docs/protocol.md is for those who write one."""

from parlour.bots.external.command import is_external
from parlour.bots.external.player import External

__all__ = ["External", "is_external"]
