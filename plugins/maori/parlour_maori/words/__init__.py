"""The words of Maori: what people read of it, and the short lines that they may type."""
