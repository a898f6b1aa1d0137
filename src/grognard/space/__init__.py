"""Where things stand: tabletops and maps of hexes. Knows no rule.

Tabletop lengths are integers in thousandths of the rule book's unit (inch, cell, foot move), headings integers
in tenths of a degree clockwise from north; x runs east, y north. Integers decide every question, so that every
machine gives the same answer. What is rounded, and how, is stated once: in ``pose``.

``pose`` points, headings, poses; ``outline`` bases, polygons, discs; ``measure`` overlap, gap, range;
``contact`` edges and conforming; ``arcs`` zones; ``sight`` what a line crosses; ``moves`` turns, slides,
sweeps; ``formation`` ranks and files; ``terrain`` ground and table edges; ``tiled`` maps drawn in Tiled;
``kernels`` floods of questions for laboratories.

Hexes: ``hex_grid`` numbers, labels, neighbours, distance, sets; ``hex_map`` terrain, roads, bridges, sites, and
what a battle changes; ``hex_moves`` costs, reach, paths; ``hex_lines`` lines of fire and sight; ``hex_tiled``
and ``hex_tiled_out`` from Tiled and back; ``hex_random`` maps for tests and measurements.
"""
