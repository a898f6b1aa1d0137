"""SVG to PNG, the same bytes on every machine: only the letters shipped with the house are used."""

from __future__ import annotations

from grognard.show.metrics import FILES, FONTS

_GREY = (
    '<filter id="grey-print" color-interpolation-filters="sRGB" x="0" y="0" width="1" height="1">'
    '<feColorMatrix type="saturate" values="0"/></filter><g filter="url(#grey-print)">'
)


def png(svg: str, width: int | None = None, scale: float | None = None, grey: bool = False) -> bytes:
    """``svg`` drawn as a PNG file, ``width`` pixels wide or ``scale`` times its own size.

    ``grey`` shows what a printer without colours leaves. Raises ``ValueError`` for what is not a drawing.
    """
    from resvg_py import svg_to_bytes

    return bytes(
        svg_to_bytes(
            svg_string=_greyed(svg) if grey else svg,
            width=width,
            zoom=scale,
            skip_system_fonts=True,
            font_files=[str(FONTS / name) for name in FILES.values()],
            font_family="PT Sans",
            sans_serif_family="PT Sans",
            serif_family="PT Serif",
            monospace_family="PT Mono",
        )
    )


def _greyed(svg: str) -> str:
    """The same drawing under a filter that takes its colours."""
    start = svg.index(">", svg.index("<svg")) + 1
    end = svg.rindex("</svg>")
    return f"{svg[:start]}{_GREY}{svg[start:end]}</g></svg>"
