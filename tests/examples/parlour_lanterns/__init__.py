"""Lanterns: all seats hang lanterns in order together, and nobody sees the own cards.

A cooperative game for two to five, in the manner of Hanabi. There are five colours, each with three
lanterns of number 1, two of 2, 3 and 4, and one of 5. In turn a seat tells another about its cards
for one of eight candles, drops a card for a candle, or hangs one: numbers rise by one in each
colour. At the third mistake the match is over, else a turn each after the last card is drawn.
"""
