"""Battles on a tabletop drawn to scale: the kit of the rule books whose units stand anywhere on a table.

``plane``: how the table lies on the sheet. ``names``: names where they hide least. ``sheet``: head, map, small map,
legend under each other. ``margin``: what stands around the map. ``paper``: the way back from the sheet to the table.
``letters``: the same table in letters. ``courses``, ``arrows``: what a turn brought. ``film``: the same in motion.
``ground``, ``signs``: strokes that every book's ground and signs are made of. ``ghosts``: orders laid on the table.
``scenes``: words and drawings as they are gathered. The kit knows no unit and no rule: a
book hands it shapes, words and layers.
"""
