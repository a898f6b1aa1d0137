"""grognard: plays, umpires, simulates and reports wargames under home-made rule books."""

__version__ = "0.1.0"
