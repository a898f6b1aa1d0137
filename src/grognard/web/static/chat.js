// Talk: a message is sent without leaving the page; new lines are shown where one reads.
import { ownTimes } from "./times.js";

const place = document.querySelector('[data-part="talk"]');
const scroller = () => place.querySelector(".chat-lines");
let atEnd = true;

function shown() {
  ownTimes(place);
  const lines = scroller();
  if (lines === null) return;
  if (atEnd) lines.scrollTop = lines.scrollHeight;
  lines.addEventListener("scroll", () => { atEnd = lines.scrollHeight - lines.scrollTop - lines.clientHeight < 40; }, { passive: true });
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
  new MutationObserver(shown).observe(place, { childList: true });
  shown();
  if (place.dataset.follow) {
    const stream = new EventSource(`${place.dataset.follow}/stream?frame=${place.dataset.frame ?? ""}`);
    stream.onmessage = (event) => {
      if ("talk" in JSON.parse(event.data).parts) followed();
    };
  }
}
