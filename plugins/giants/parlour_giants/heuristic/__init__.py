"""The opinion of bots about a position: the values of states, of moves and of bids, and what ways cost."""
