"""The things on the table of Giants, said once: as text, plain lines and a picture show it."""
