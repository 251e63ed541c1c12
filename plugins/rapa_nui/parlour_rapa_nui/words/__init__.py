"""The words of Rapa Nui: what people read of it, and the short lines that they may type."""
