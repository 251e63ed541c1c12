"""The things on the table of Rapa Nui, said once: as text, plain lines and a picture show it."""
