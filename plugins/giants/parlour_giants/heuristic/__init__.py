"""The opinion of bots about a position: values of states, moves and bids, and costs of ways."""
