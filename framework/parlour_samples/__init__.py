"""Three small games that the documentation speaks of: tic-tac-toe, connect four, Leduc poker."""
