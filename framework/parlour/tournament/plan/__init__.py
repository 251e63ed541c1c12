"""Plans of tournaments: what is played, read from files and options and checked."""
