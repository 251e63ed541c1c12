"""A match as one seat, or an onlooker, is shown it: messages to a page."""
