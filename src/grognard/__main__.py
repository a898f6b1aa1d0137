"""``python -m grognard``."""

from __future__ import annotations

from grognard.cli.main import main

if __name__ == "__main__":
    main()
