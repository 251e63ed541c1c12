"""Hooks: how plugins come in, and what they yield."""

from parlour.hooks.specifications import BotScheme, Command, Face, RuleNotes, hookimpl

__all__ = ["BotScheme", "Command", "Face", "RuleNotes", "hookimpl"]
