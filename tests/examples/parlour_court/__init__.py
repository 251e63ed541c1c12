"""Court: every seat claims to know somebody at court, and others may doubt it.

A bluffing game for two to five, in the manner of Coup. There are five cards of each of four
courtiers. Each seat holds two, face down, and two coins. A claim may be doubted by the others in
turn, and some deeds may be prevented by claiming a courtier, which may be doubted too. Whoever
doubts a true claim loses a card, and so does anyone who is caught. The last seat with a card wins.
"""
