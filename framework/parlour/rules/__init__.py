"""The parts that a game is written with: answers, events, phases, rules, notation, options."""
