"""Training of a game's learned evaluation by self-play."""
