"""Acting: what each act of a person does to a session, and what it answers."""
