"""Examples of rules: positions that tests play, and that people see under the rules."""
