"""The pages on a telephone, by lamplight and by day, in Russian: nothing beside the screen, nothing too small for a
thumb, no words too faint to read."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from grognard.core.state import UMPIRE
from grognard.rulebooks import shelf
from grognard.web.house import House
from grognard.web.people.seats import take_seat
from grognard.web.people.visits import COOKIE, new_visit
from grognard.web.post import Clock
from tests.web.conftest import PATIENCE, Server

LIGHTS: tuple[Literal["dark", "light"], ...] = ("dark", "light")
WRONG = """() => {
  const found = [], wide = document.documentElement.clientWidth;
  const words = one => (one.textContent || one.getAttribute("aria-label") || "").trim().slice(0, 40);
  const told = (what, one) => found.push(`${what}: ${one.tagName} ${one.className} ${words(one)}`);
  const shown = one => one.checkVisibility({visibilityProperty: true}) && one.getBoundingClientRect().width > 1
    && !one.closest("svg, .unseen, .skip");
  if (document.documentElement.scrollWidth > wide) found.push("wider than the screen");
  const hands = "button, select, summary, .button, nav a, input:not([type=hidden], [type=checkbox], [type=radio])";
  for (const one of document.querySelectorAll(hands))
    if (shown(one) && one.getBoundingClientRect().height < 39.5) told("too small", one);
  const head = [...document.querySelectorAll(".top > *, .top > nav > *")].filter(shown)
    .filter(one => getComputedStyle(one).display !== "contents" && !one.matches(".top > nav:has(*)"));
  head.forEach((one, at) => head.slice(at + 1).forEach(other => {
    const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
    if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
      told("overlaps", one);
  }));
  const inks = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ink => ink.slice(0, 3).map(one => one / 255)
    .map(one => one < 0.04 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
  const ground = one => { const ink = inks(getComputedStyle(one).backgroundColor);
    return (ink.length < 4 || ink[3] > 0.95) ? ink : one.parentElement ? ground(one.parentElement) : [0, 0, 0]; };
  for (const one of document.querySelectorAll("main *, header *")) {
    if (!shown(one) || ![...one.childNodes].some(part => part.nodeType === 3 && part.data.trim())) continue;
    const [ink, paper] = [light(inks(getComputedStyle(one).color)), light(ground(one))];
    if ((Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05) < 4.5) told("faint", one);
  }
  return found;
}"""


def wrong(page: Page) -> list[str]:
    """By lamplight and by day."""
    found: list[str] = []
    for light in LIGHTS:
        page.emulate_media(color_scheme=light, reduced_motion="reduce")
        page.wait_for_function("light => matchMedia(`(prefers-color-scheme:${light})`).matches", arg=light)
        found += page.evaluate(WRONG)
    return found


@pytest.mark.slow
def test_every_page_fits_a_telephone(chromium: Browser, server: Server, house: House) -> None:
    book = shelf.book("feudal")
    setup = book.read_setup(book.scenarios()["skirmish"])
    clock = {"clock": msgspec.to_builtins(Clock(rule="hours", hours=24, zone="Europe/Moscow"))}
    visitor = new_visit(house.store)
    battle = house.tables.create(book, setup, {UMPIRE: "person"}, host=visitor.id, policy=clock)
    with house.store.writing() as db:
        for seat in ("lord", UMPIRE):
            take_seat(db, house.settings.secret, battle, seat, visitor)
    context = chromium.new_context(
        base_url=server.url,
        viewport={"width": 360, "height": 740},
        color_scheme="dark",
        has_touch=True,
        locale="ru-RU",
    )
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": COOKIE, "value": visitor.token, "url": server.url}])
    page, at = context.new_page(), f"/b/{battle}/lord"
    page.goto(at)
    expect(page.locator(".deadline")).to_be_visible()
    assert wrong(page) == []
    page.locator(".menu summary").tap()
    expect(page.get_by_role("link", name="По переписке")).to_be_visible()
    pages = ("post", "dice", "record", "seats", "talk", "reports", "notices", "log", "words")
    desk = f"/b/{battle}/umpire/desk?piece=mill_watch"
    for address in ("/", desk, f"/b/{battle}/clock", "/rules/feudal", *(f"{at}/{one}" for one in pages)):
        page.goto(address)
        assert wrong(page) == [], address
    context.close()
