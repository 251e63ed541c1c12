"""Parts that many games are made of; none of them knows a game's rules."""
