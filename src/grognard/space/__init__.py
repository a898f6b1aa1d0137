"""Where things stand: tabletops (hex maps arrive with a later rule book). Knows no rule.

Lengths are integers in thousandths of the rule book's unit (inch, cell, foot move), headings integers in
tenths of a degree clockwise from north; x runs east, y north. Integers decide every question, so that every
machine gives the same answer. What is rounded, and how, is stated once: in ``pose``.

``pose`` points, headings, poses; ``outline`` bases, polygons, discs; ``measure`` overlap, gap, range;
``contact`` edges and conforming; ``arcs`` zones; ``sight`` what a line crosses; ``moves`` turns, slides,
sweeps; ``formation`` ranks and files; ``terrain`` ground and table edges; ``tiled`` maps drawn in Tiled;
``kernels`` floods of questions for laboratories.
"""
