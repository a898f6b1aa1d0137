"""The table: state, dice, decisions, events, record. Knows no rule, no map, no screen."""
