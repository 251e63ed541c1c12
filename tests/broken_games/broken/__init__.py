"""A broken game for each way to break a law, by what is wrong with them."""
