"""Questions in the words of strangers, and the page that answers each."""

FIRST = 3
"""The page must be among so many."""

QUESTIONS = [
    ("play with friends over the internet", "friends"),
    ("play online", "friends"),
    ("invite", "friends"),
    ("tunnel", "friends"),
    ("deploy", "hosting"),
    ("docker", "hosting"),
    ("nginx", "hosting"),
    ("install on windows", "installing"),
    ("externally managed environment", "installing"),
    ("mouse", "playing"),
    ("undo a move", "playing"),
    ("save and resume", "playing"),
    ("screen reader", "playing"),
    ("phone", "browser"),
    ("spectators", "browser"),
    ("rules of giants in german", "editions"),
    ("write a card game", "tutorial"),
    ("hidden information", "howto/views"),
    ("dice", "howto/kit"),
    ("hex grid", "howto/kit"),
    ("variant option", "howto/options"),
    ("translate", "howto/translating"),
    ("publish my game", "howto/site"),
    ("Rust bot", "protocol"),
    ("is my bot better", "tournaments"),
    ("elo", "statistics"),
    ("reinforcement learning", "pettingzoo"),
    ("train an agent", "pettingzoo"),
    ("gymnasium", "pettingzoo"),
    ("language model", "assistants"),
    ("how fast", "speed"),
    ("contribute", "contributing"),
]
