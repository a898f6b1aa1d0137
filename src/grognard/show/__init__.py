"""Pictures and reports: a kit that knows no rule and no rule book.

A rule book turns its events into a ``Report`` (headings, lines with their clauses, dice and modifiers, tables,
pictures) and its views into a ``Drawing``; a window renders them: ``as_text``, ``as_markdown``, ``as_bbcode``,
``as_html`` for reports, ``Drawing.svg`` and ``png`` for pictures. The reader's language is chosen at rendering.
"""
