"""Hooks: how plugins come in, and what they yield."""

from parlour.hooks.specifications import BotScheme, Command, Face, Marker, RuleNotes, hookimpl

__all__ = ["BotScheme", "Command", "Face", "Marker", "RuleNotes", "hookimpl"]
