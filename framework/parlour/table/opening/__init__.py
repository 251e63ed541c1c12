"""Opening matches with their records and bots, and finding those that were saved."""
