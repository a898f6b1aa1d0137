"""Sines as integers: worked out in whole numbers, so that no machine's floating point has a say."""

from __future__ import annotations

from fractions import Fraction

ONE = 10**9
"""The length of a unit vector in the tables: a sine of 1."""
TURN = 3600
"""Tenths of a degree in a full turn."""
_FINE = 10**40
_PI = 31415926535897932384626433832795028841972


def sin_cos(degrees: Fraction) -> tuple[int, int]:
    """Sine and cosine of any angle, times ONE, to the nearest integer."""
    quarters, rest = divmod(degrees, 90)
    sine, cosine = _series(_PI * rest.numerator // (180 * rest.denominator))
    for _ in range(int(quarters) % 4):
        sine, cosine = cosine, -sine
    return _coarse(sine), _coarse(cosine)


def _series(angle: int) -> tuple[int, int]:
    """Sine and cosine, times 10**40, of an angle in radians, times 10**40."""
    sums, term, n = [0, 0], _FINE, 0
    while term:
        sums[n % 2] += term if n % 4 < 2 else -term
        n += 1
        term = term * angle // _FINE // n
    return sums[1], sums[0]


def _coarse(fine: int) -> int:
    scale = _FINE // ONE
    return (2 * fine + scale) // (2 * scale)


def _quarter() -> list[int]:
    """Sines of 0 to 90 degrees by tenths, each turned on from the one before."""
    step_sine, step_cosine = _series(_PI // 1800)
    sine, cosine, found = 0, _FINE, []
    for _ in range(901):
        found.append(_coarse(sine))
        sine, cosine = (
            (sine * step_cosine + cosine * step_sine) // _FINE,
            (cosine * step_cosine - sine * step_sine) // _FINE,
        )
    return found


def _full(quarter: list[int]) -> tuple[int, ...]:
    half = quarter + quarter[-2:0:-1]
    return tuple(half + [-value for value in half])


SIN = _full(_quarter())
"""Sine of each tenth of a degree, times ONE: 3,600 integers, the same in every quarter but for the sign."""
COS = SIN[900:] + SIN[:900]


def arc_length(radius: int, angle: int) -> int:
    """Length of the arc of ``angle`` tenths of a degree, to the nearest integer (half rounds up)."""
    return (2 * radius * abs(angle) * _PI + 1800 * _FINE) // (3600 * _FINE)


def arc_angle(radius: int, length: int) -> int:
    """The greatest angle in tenths of a degree whose arc is no longer than ``length``."""
    return length * 1800 * _FINE // (radius * _PI)
