// The battle page, alive: the stream keeps it up to date; table, panel and timeline work together.

import { Parts } from "./frame.js";
import { Panel, completing } from "./panel.js";
import { Past } from "./past.js";
import { Table } from "./table.js";
import { address, battle, getJson, getText, send, words } from "./talk.js";

document.documentElement.classList.add("js");
const $ = (id) => document.getElementById(id);
const narrow = matchMedia("(max-width: 760px), (max-height: 500px)");
const place = (name) => document.querySelector(`[data-part="${name}"]`);

const started = Number(battle.dataset.step ?? 0);
const table = new Table($("table"), (node) => node.dataset.unit && panel.open !== "" && !past.step);
const panel = new Panel(table);
const past = new Past(table);
const parts = new Parts(place, started ? "" : battle.dataset.frame);

// --- the stream ---

let stream = null, waits = 0, lost = false, polls = 0;

function listen() {
  stream = new EventSource(address("stream", { frame: parts.frame }));
  stream.onmessage = (event) => take(JSON.parse(event.data));
  stream.onopen = () => {
    clearTimeout(waits);
    waits = 0;
    if (lost) line("back");
    lost = false;
  };
  stream.onerror = () => {
    if (!waits && !lost) waits = setTimeout(() => { lost = true; line("lost"); }, 700);
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 1500);
  };
}

function line(name) {
  const shown = $("line");
  shown.textContent = words(name);
  shown.classList.toggle("back", name === "back");
  shown.hidden = false;
  if (name === "back") setTimeout(() => { if (!lost) shown.hidden = true; }, 2500);
}

/** Fetch the present whole: the stream may be slow or shut off. */
async function catchUp() {
  try {
    take(await getJson("now"));
  } catch {
    line("lost");
  }
}

function take(message) {
  const heard = { scroll: nearEnd() };
  const glides = "picture" in message.parts && !past.step;
  const before = glides && parts.frame ? table.places() : null;
  const fresh = parts.take(message);
  if (fresh === null) return catchUp();
  if (glides) {
    table.use(place("picture"));
    table.redrawn();
    if (before) table.glide(before);
  }
  told(fresh.log ?? [], heard.scroll);
  if ("question" in message.parts) asked();
  else if ("picture" in message.parts) panel.mark();
  for (const one of document.querySelectorAll(".sheet-extra:not(.shown)")) {
    const part = one.querySelector("[data-part]")?.dataset.part;
    if (part in message.parts && message.from !== "" && part !== "talk") document.querySelector(`[data-sheet="${one.id}"]`).classList.add("news");
  }
  if ("timeline" in message.parts && past.step) past.told();
  if ("forces" in message.parts) pressed();
  if ("picture" in message.parts && $("in-words").open) tableInWords();
  if ("picture" in message.parts && picked && !past.step) reach();
  battle.dataset.frame = parts.frame;
}

// --- news ---

const log = $("log");
const nearEnd = () => log.scrollHeight - log.scrollTop - log.clientHeight < 60;

function told(fresh, follow) {
  const lines = place("log");
  lines.classList.add("told");
  for (const one of lines.querySelectorAll(".new")) one.classList.remove("new");
  for (const one of fresh) one.classList.add("new");
  if (fresh.length === 0) return;
  if (follow) log.scrollTop = log.scrollHeight;
  const said = fresh.slice(-4).map((one) => (one.querySelector("p") ?? one).textContent.trim());
  announce(said.join(". "));
  if (narrow.matches && battle.dataset.sheet !== "log") document.querySelector('[data-sheet="log"]').classList.add("news");
}

function announce(text) {
  $("news").textContent = text;
}

function asked() {
  panel.drawn();
  titled();
  if (panel.open) {
    announce(panel.heading);
    if (narrow.matches) {
      sheet("panel");
      lookAtAsked(true);
    } else lookAtAsked(false);
  }
}

const title = document.title;
const titled = () => { document.title = panel.open ? `● ${title}` : title; };

function lookAtAsked(near) {
  const found = panel.pieces.map((id) => table.unit(id)).filter(Boolean);
  if (found.length) table.look(found, near);
}

// --- picking a piece ---

let picked = "", reaching = 0;

const nameOf = (unit) => document.querySelector(`[data-part=forces] [data-row="${CSS.escape(unit)}"] .name`)?.textContent ?? table.unit(unit)?.querySelector("title")?.textContent.split(/[:(.]/)[0].trim() ?? unit;

async function pick(unit, { filter = true, look = false } = {}) {
  picked = unit;
  panel.picked = unit;
  pressed();
  const url = new URL(location);
  if (unit) url.searchParams.set("unit", unit);
  else url.searchParams.delete("unit");
  history.replaceState(null, "", url);
  ++reaching;
  table.lay("reach", "");
  if (!unit) {
    panel.filter(null);
    return panel.mark();
  }
  if (filter && !past.step) await about(unit);
  panel.mark();
  const node = table.unit(unit);
  if (look && node) table.look([node]);
  announce(words("selected", { piece: nameOf(unit) }));
  await reach();
}

/** What the picked piece can reach from where it stands. */
async function reach() {
  const ticket = ++reaching;
  const svg = await getText(`reach/${encodeURIComponent(picked)}`, past.step ? { at: past.step } : {}).catch(() => "");
  if (ticket === reaching) table.lay("reach", svg);
}

/** Answers about a piece: its own question if it has one, else those that name it. */
async function about(unit) {
  if (panel.pieces.includes(unit)) return panel.filter(null);
  const own = panel.questions().find((id) => id.split(":").slice(1).includes(unit));
  if (own) return panel.show(own);
  const found = panel.about_(unit);
  if (found.length) panel.filter(unit, nameOf(unit));
  if (found.length === 1) panel.choose(found[0]);
}

function pressed() {
  for (const row of document.querySelectorAll("[data-row]")) row.setAttribute("aria-pressed", String(row.dataset.row === picked));
}

table.addEventListener("click", ({ detail }) => {
  hide();
  if (detail.unit) pick(detail.unit === picked ? "" : detail.unit);
  else if (picked) pick("");
  else if (panel.open) aimAt({ x: detail.x, y: detail.y });
});

$("forces").addEventListener("click", (event) => {
  const row = event.target.closest("[data-row]");
  if (row) pick(row.dataset.row === picked ? "" : row.dataset.row, { look: true });
});

function nextPiece(by) {
  const rows = [...document.querySelectorAll(past.step ? "[data-past=forces] [data-row]" : "[data-part=forces] [data-row]")].map((one) => one.dataset.row).filter((id) => table.unit(id));
  if (rows.length) pick(rows[(rows.indexOf(picked) + by + rows.length) % rows.length], { look: true });
}

// --- a hand on the picture ---

let wanted = null, aiming = false, aborts = null, meant = null;

/** One question to the server at a time; of those that pile up meanwhile only the last is asked. */
async function aim(hand) {
  wanted = hand;
  if (aiming) return;
  aiming = true;
  while (wanted) {
    const asking = wanted;
    wanted = null;
    aborts = new AbortController();
    const began = performance.now();
    try {
      const { event, ...sent } = asking;
      const found = await send("aim", { ...sent, question: panel.open, draft: draft() }, aborts.signal);
      performance.measure("aim", { start: began });
      if (table.drag) meaning(found, event);
    } catch {
      meant = null;
    }
  }
  aiming = false;
  if (aimed) aimed();
}

let aimed = null;
const draft = () => (panel.chosen && panel.chosen.question === panel.open ? JSON.parse(panel.chosen.order) : []);

function meaning(found, event) {
  meant = found;
  table.lay("ghost", found.ghost);
  const first = found.orders[0];
  if (!first) return hide();
  hover(event, verdict(first));
}

function verdict(one) {
  const box = document.createElement("div");
  const head = box.appendChild(document.createElement("b"));
  head.textContent = one.words;
  const more = box.appendChild(document.createElement("span"));
  if (one.legal) more.innerHTML = one.html;
  else {
    more.className = "no";
    more.textContent = one.clause ? `${one.why} (${one.clause})` : one.why;
  }
  return box;
}

table.addEventListener("lift", ({ detail }) => { meant = null; pick(detail.unit, { filter: false }); });
table.addEventListener("drag", ({ detail }) => {
  const { unit, x, y, turn, target, event } = detail;
  aim({ piece: unit, x, y, target, heading: turn ? headingOf(unit, turn) : null, event });
});
table.addEventListener("drop", () => {
  const done = () => {
    aimed = null;
    hide();
    if (!meant?.orders.length) return table.lay("ghost", "");
    if (meant.orders[0].legal) panel.aimed(meant);
    else {
      panel.say(verdictWords(meant.orders[0]), true);
      setTimeout(() => { if (!panel.chosen) table.lay("ghost", ""); }, 1800);
    }
    if (narrow.matches) sheet("panel");
  };
  if (aiming) {
    table.drag = { settling: true };
    aimed = () => { table.drag = null; done(); };
  } else done();
});
table.addEventListener("giveup", () => { aborts?.abort(); wanted = null; meant = null; table.lay("ghost", ""); hide(); });

const verdictWords = (one) => `${one.words}: ${one.why}${one.clause ? ` (${one.clause})` : ""}`;

function headingOf(unit, turn) {
  const node = table.unit(unit);
  const turned = node?.querySelector('[transform*="rotate"]') ?? node;
  const { a, b } = table.matrix(turned);
  return (((Math.atan2(b, a) * 180) / Math.PI + turn) % 360 + 360) % 360;
}

/** A click on the ground: perhaps an answer. */
async function aimAt(at) {
  const found = await send("aim", { ...at, question: panel.open, draft: draft() }).catch(() => null);
  if (!found?.orders.length) return;
  if (found.orders[0].legal) panel.aimed(found);
  else panel.say(verdictWords(found.orders[0]), true);
}

// --- words at the pointer ---

const tip = $("hover");

function hover(event, content) {
  const frame = $("table").getBoundingClientRect();
  tip.replaceChildren(content);
  tip.hidden = false;
  const x = event.clientX - frame.left, y = event.clientY - frame.top;
  tip.style.left = `${Math.min(x + 16, frame.width - tip.offsetWidth - 8)}px`;
  tip.style.top = `${y + 18 + tip.offsetHeight > frame.height ? Math.max(4, y - tip.offsetHeight - 12) : y + 18}px`;
}

const hide = () => { tip.hidden = true; };
table.addEventListener("away", hide);

// --- panels, sheets, keys ---

function fold(name) {
  const folded = battle.classList.toggle(`fold-${name}`);
  localStorage.setItem(`fold-${name}`, folded ? "1" : "0");
  document.querySelector(`[data-fold=${name}]`).setAttribute("aria-expanded", String(!folded));
}

for (const button of document.querySelectorAll("[data-fold]")) {
  button.addEventListener("click", () => fold(button.dataset.fold));
  if (localStorage.getItem(`fold-${button.dataset.fold}`) === "1") fold(button.dataset.fold);
}

function sheet(name) {
  battle.dataset.sheet = name;
  for (const one of document.querySelectorAll(".sheet-extra")) one.classList.toggle("shown", one.id === name);
  for (const one of document.querySelectorAll("[data-sheet]")) {
    const shown = one.dataset.sheet === name || (one.dataset.sheet === "log" && !narrow.matches && !name.startsWith("sheet-"));
    one.setAttribute("aria-pressed", String(shown));
    if (one.dataset.sheet === name) one.classList.remove("news");
  }
  if (name === "log") log.scrollTop = log.scrollHeight;
}

narrow.addEventListener("change", () => sheet("panel"));
for (const one of document.querySelectorAll(".tabs [data-sheet]")) one.addEventListener("click", () => sheet(one.dataset.sheet));

const zooms = { in: () => table.zoom(1.35), out: () => table.zoom(1 / 1.35), fit: () => table.fit(), asked: () => lookAtAsked(true) };
for (const one of document.querySelectorAll("[data-zoom]")) one.addEventListener("click", () => zooms[one.dataset.zoom]());

const times = { play: () => past.play(), now: () => past.now() };
$("time").addEventListener("click", (event) => {
  const button = event.target.closest("[data-time]");
  if (!button) return;
  const by = Number(button.dataset.time);
  if (by) stepBy(by);
  else times[button.dataset.time]();
});
$("time").addEventListener("submit", (event) => event.preventDefault());
$("time").addEventListener("input", (event) => event.target.name === "at" && past.go(Number(event.target.value)).catch((error) => panel.say(error.message, true)));
$("to-now").addEventListener("click", (event) => {
  event.preventDefault();
  past.now();
});
past.addEventListener("moved", () => {
  panel.picked = "";
  picked = "";
  table.lay("reach", "");
  table.lay("ghost", "");
  pressed();
  if (past.step) table.mark([]);
  else panel.mark();
});

function stepBy(by) {
  if (past.playing) past.stop();
  const from = past.step || past.last;
  if (past.step && from + by > past.last) past.now();
  else past.go(from + by).catch((error) => panel.say(error.message, true));
}

const keys = {
  q: () => $("question").focus(),
  t: () => $("table").focus(),
  "/": () => (document.querySelector("[data-filter]") ?? $("question")).focus(),
  w: () => { if ($("by-words")) { $("by-words").open = true; $("words").focus(); } },
  n: () => nextPiece(1),
  p: () => nextPiece(-1),
  "+": zooms.in,
  "=": zooms.in,
  "-": zooms.out,
  0: zooms.fit,
  ".": zooms.asked,
  "[": () => stepBy(-1),
  "]": () => stepBy(1),
  o: () => fold("forces"),
  l: () => fold("log"),
  d: () => fold("panel"),
  "?": () => $("help").showModal(),
};
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const field = event.target.closest("input:not([type=range], [type=checkbox]), textarea, select");
  if (event.key === "Escape") {
    if (table.drag) table.giveUp();
    else if (panel.chosen) panel.putBack();
    else if (picked) pick("");
    else field?.blur();
    return;
  }
  if (field) return;
  if (arrows[event.key] && document.activeElement === $("table")) {
    const [dx, dy] = arrows[event.key], step = table.view.width / 9;
    event.preventDefault();
    table.pan(dx * step, dy * step);
  } else if (/^[1-9]$/.test(event.key)) {
    const choice = panel.choices[Number(event.key) - 1];
    if (choice) { panel.choose(choice); choice.focus(); }
  } else if (event.key === "Enter" && panel.chosen && !event.target.closest("a, button, summary")) {
    event.preventDefault();
    panel.give();
  } else if (keys[event.key] && !event.target.matches("input[type=range]")) {
    event.preventDefault();
    keys[event.key]();
  }
});

// --- papers: the whole log, seals, the table in words ---

async function paper(link) {
  $("paper-title").textContent = link.textContent;
  $("paper-body").innerHTML = await getText(new URL(link.href).pathname.split("/").at(-1), past.step ? { at: past.step } : {});
  $("paper").showModal();
}

for (const id of ["earlier", "receipts"]) {
  $(id)?.addEventListener("click", (event) => {
    event.preventDefault();
    paper(event.currentTarget).catch((error) => panel.say(error.message, true));
  });
}

async function tableInWords() {
  $("words-of-table").innerHTML = await getText("words", past.step ? { at: past.step } : {}).catch((error) => error.message);
}

$("in-words").addEventListener("toggle", () => $("in-words").open && tableInWords());
$("help-open").addEventListener("click", () => $("help").showModal());

// --- the first turn ---

function tour() {
  const steps = [...document.querySelectorAll("#tour li")];
  let at = -1;
  const go = () => {
    document.querySelector(".toured")?.classList.remove("toured");
    steps[at]?.classList.remove("on");
    at += 1;
    if (at >= steps.length) return end();
    steps[at].classList.add("on");
    document.querySelector(steps[at].dataset.at)?.classList.add("toured");
  };
  const end = () => {
    document.querySelector(".toured")?.classList.remove("toured");
    $("tour").hidden = true;
    at = steps.length;
  };
  /** Whoever does what a step speaks of is led on. */
  const done = (what) => { if (steps[at]?.dataset.on === what) go(); };
  panel.addEventListener("chose", () => done("chose"));
  panel.addEventListener("given", () => done("given"));
  $("tour").addEventListener("keydown", (event) => { if (event.key === "Escape") end(); });
  $("tour").hidden = false;
  document.querySelector("[data-tour=next]").addEventListener("click", go);
  document.querySelector("[data-tour=end]").addEventListener("click", end);
  go();
  document.querySelector("[data-tour=next]").focus({ preventScroll: true });
}

// --- begin ---

panel.addEventListener("given", () => {
  clearTimeout(polls);
  polls = setTimeout(() => { if (stream.readyState !== EventSource.OPEN) catchUp(); }, 400);
});
panel.addEventListener("shown", () => lookAtAsked(narrow.matches));
completing();
sheet("panel");
log.scrollTop = log.scrollHeight;
titled();
if (started) past.adopt(started);
if (battle.dataset.unitAsked) pick(battle.dataset.unitAsked, { look: true });
else if (narrow.matches) lookAtAsked(true);
if ("tour" in battle.dataset) tour();
listen();
battle.dataset.ready = "";
