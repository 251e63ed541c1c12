"""Bots in separate processes, in any language: docs/protocol.md is for their authors."""
