"""Promises: each seat promises a number of tricks, and must take exactly these.

A trick-taking game for three to six, in the manner of Oh Hell, with a pack of 52 cards. Each seat
is dealt some cards, and the next card is turned: its suit is trump. In turn each promises a number
of tricks; the last may not make all promises add up to the tricks there are. Suit must be followed.
A seat has a point a trick, and ten for a promise kept.
"""
