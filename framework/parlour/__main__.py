"""``python -m parlour``."""

from parlour.cli.entry import main

if __name__ == "__main__":
    main()
