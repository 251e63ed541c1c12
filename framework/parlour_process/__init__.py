"""Bots in processes of their own, in any language: docs/protocol.md is for those who write one."""
