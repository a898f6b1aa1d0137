"""Modern war: battles of combined arms on hexes, with hidden counters, operation cards and clocks."""
