"""Leagues: pools whose bots come as folders."""
