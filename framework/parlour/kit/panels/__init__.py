"""Panels as data: a game describes its table once, and three drawings are made of it.

The drawings are text for a terminal, plain lines to be read aloud, and a picture. A game draws
only its art.
"""
