"""Opening matches with their records and bots, and finding saved ones."""
