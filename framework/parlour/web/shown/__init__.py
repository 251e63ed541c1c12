"""What one seat, or an onlooker, is shown of a match, as messages to its page."""
