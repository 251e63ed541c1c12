"""Players: their base class, the referee, time control, and the included bots."""
