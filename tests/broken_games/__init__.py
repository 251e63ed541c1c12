"""Small games for the tests: a few sound ones, and one broken game for each way to break a law."""
