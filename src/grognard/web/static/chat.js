// Talk: a message is sent without leaving the page; new lines are shown where one reads.
import { ownTimes } from "./times.js";

const place = document.querySelector('[data-part="talk"]');
const tab = document.querySelector('[data-sheet="sheet-talk"]');
const scroller = place?.closest(".sheet-extra");
let atEnd = true;

/** What scrolls: the sheet on the battle page, the lines on a page of their own. */
const scrolls = () => scroller ?? place.querySelector(".chat-lines");

function toEnd() {
  const box = scrolls();
  if (atEnd && box !== null) box.scrollTop = box.scrollHeight;
}

function watched() {
  scrolls()?.addEventListener("scroll", (event) => {
    const box = event.currentTarget;
    atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
  }, { passive: true });
}

function shown() {
  ownTimes(place);
  if (scroller === null) watched();
  toEnd();
}

/** What is said, without the times: a part that was only drawn anew is no news. */
const said = () => [...place.querySelectorAll(".chat-line > p:not(.chat-head)")].map((line) => line.textContent).join("\n");
let heard = place === null ? "" : said();

function news() {
  shown();
  const before = heard;
  heard = said();
  if (heard !== before && tab !== null && tab.getAttribute("aria-pressed") !== "true") tab.classList.add("news");
}

async function sent(form, wrong) {
  const response = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { "x-part": "1" } });
  if (!response.ok) {
    wrong.textContent = await response.text();
    wrong.hidden = false;
    return;
  }
  wrong.hidden = true;
  form.elements.words.value = "";
  atEnd = true;
  if (place.dataset.follow) await followed();
}

for (const form of document.querySelectorAll("[data-chat]")) {
  const wrong = form.querySelector(".chat-wrong"), field = form.elements.words;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    try {
      await sent(form, wrong);
    } catch {
      wrong.textContent = form.dataset.lost;
      wrong.hidden = false;
    }
    button.disabled = false;
    field.focus();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    }
    event.stopPropagation(); // keys of the battle page
  });
}

/** On a page of its own: what is here now. */
async function followed() {
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const fresh = page.querySelector('[data-part="talk"]');
  if (fresh !== null && fresh.innerHTML !== place.dataset.had) {
    place.dataset.had = fresh.innerHTML;
    place.replaceChildren(...fresh.childNodes);
  }
}

if (place !== null) {
  new MutationObserver(news).observe(place, { childList: true });
  if (scroller !== null) watched();
  shown();
  tab?.addEventListener("click", () => setTimeout(toEnd));
  if (place.dataset.follow) {
    const stream = new EventSource(`${place.dataset.follow}/stream?frame=${place.dataset.frame ?? ""}`);
    stream.onmessage = (event) => {
      if ("talk" in JSON.parse(event.data).parts) followed();
    };
  }
}
