// The question panel: answers with their prices, one chosen and laid on the table before it is given.

import { battle, getText, post, send, words } from "./talk.js";

const panel = document.getElementById("panel");
const question = document.getElementById("question");
const confirm = document.getElementById("confirm");
const answer = document.getElementById("answer");
const oneClick = document.getElementById("one-click");

export class Panel extends EventTarget {
  /** `table` shows ghosts and marks. */
  constructor(table) {
    super();
    this.table = table;
    this.asked = ""; // the question that the reader wants to see
    this.chosen = null;
    this.about = null; // the piece whose answers are shown
    oneClick.checked = localStorage.getItem("one-click") === "1";
    oneClick.addEventListener("change", () => localStorage.setItem("one-click", oneClick.checked ? "1" : "0"));
    panel.addEventListener("click", (event) => this._click(event));
    panel.addEventListener("input", (event) => event.target.matches("[data-filter]") && this._look());
    panel.addEventListener("submit", (event) => this._submit(event));
    panel.addEventListener("pointerover", (event) => this._point(event.target.closest(".choice")));
    panel.addEventListener("focusin", (event) => this._point(event.target.closest(".choice")));
    document.getElementById("give").addEventListener("click", () => this.give());
    document.getElementById("put-back").addEventListener("click", () => this.putBack());
    this.drawn(false);
  }

  get form() {
    return question.querySelector(".answers");
  }

  get open() {
    return this.form?.dataset.question ?? "";
  }

  /** Which asking of the open question this is: an order sent twice counts once. */
  get occasion() {
    return this.form?.elements.occasion.value ?? "";
  }

  get choices() {
    return [...question.querySelectorAll(".choice")].filter((one) => !one.hidden);
  }

  /** The ids of pieces that the question is about. */
  get pieces() {
    return (this.form?.dataset.about ?? "").split(" ").filter((id) => id && this.table.unit(id));
  }

  get heading() {
    return question.querySelector(".ask")?.textContent.trim() ?? "";
  }

  // --- the question ---

  /** The panel has been drawn anew by the server, which shows the first question. */
  async drawn(changed = true) {
    if (changed) {
      this.putBack(false);
      if (answer.classList.contains("wrong")) this.say("");
      if (!panel.contains(document.activeElement)) panel.scrollTop = 0;
      if (this.given && document.activeElement === document.body) question.focus({ preventScroll: true });
      this.given = false;
    }
    this.about = null;
    if (this.asked && this.asked !== this.open) {
      const wanted = question.querySelector(`[data-ask="${CSS.escape(this.asked)}"]`);
      if (wanted) return this.show(this.asked);
      this.asked = "";
    }
    this.mark();
    this._prices();
  }

  async show(id) {
    this.asked = id;
    try {
      question.innerHTML = await getText("question", { q: id });
    } catch (error) {
      return this.say(error.message, true);
    }
    this.putBack(false);
    this.about = null;
    this.mark();
    this._prices();
    this.dispatchEvent(new Event("shown"));
  }

  /** Open questions as [id, element]. */
  questions() {
    return [...question.querySelectorAll("[data-ask]")].map((one) => one.dataset.ask);
  }

  // --- prices and chances come after the panel, in one go ---

  async _prices() {
    const bare = [...question.querySelectorAll(".choice:not(.priced)")];
    if (bare.length === 0) return;
    const asked = this.open;
    await new Promise((go) => (window.requestIdleCallback ?? setTimeout)(go, { timeout: 200 }));
    for (const one of bare) one.classList.add("priced");
    try {
      const found = await send("previews", { question: asked, orders: bare.map((one) => JSON.parse(one.value)) });
      found.forEach((price, at) => {
        bare[at].querySelector("em").textContent = price.short;
        bare[at].querySelector(".price").innerHTML = price.html;
      });
      battle.dataset.priced = asked;
    } catch {
      // The question has gone on meanwhile: its successor is priced when it comes.
    }
  }

  // --- looking for an answer ---

  /** Only answers about a piece; those about another question of it open that. */
  filter(unit, name) {
    this.about = unit ? { unit, name } : null;
    this._look();
  }

  async _look() {
    const form = this.form;
    if (form === null) return;
    const typed = form.querySelector("[data-filter]")?.value.trim().toLowerCase() ?? "";
    const unit = this.about?.unit ?? "";
    const box = form.querySelector(".choices");
    if (box.dataset.more) {
      const asked = this.open;
      clearTimeout(this.waits);
      this.waits = setTimeout(async () => {
        const html = await getText("options", { q: asked, words: typed, unit }).catch(() => null);
        if (html === null || asked !== this.open) return;
        box.innerHTML = html;
        this._looked();
        this._prices();
      }, 120);
      return;
    }
    for (const one of box.children) {
      const said = one.querySelector("b").textContent.toLowerCase();
      const fits = typed.split(/\s+/).every((word) => said.includes(word));
      one.hidden = !(fits && (!unit || JSON.parse(one.value).includes(unit)));
    }
    this._looked();
  }

  _looked() {
    const note = this.form.querySelector(".filtered");
    note.hidden = this.about === null && this.choices.length > 0;
    note.replaceChildren();
    if (this.about) {
      const all = document.createElement("button");
      all.type = "button";
      all.textContent = words("all");
      all.addEventListener("click", () => this.filter(null));
      note.append(words("showing", { piece: this.about.name }), " ", all);
    } else if (this.choices.length === 0) note.append(words("none"));
  }

  /** The pieces that an answer names, apart from the one that is asked. */
  _named(choice) {
    return JSON.parse(choice.value).slice(1).filter((one) => typeof one === "string" && this.table.unit(one));
  }

  /** Marks on the table: who is asked, and the pieces that answers are about. */
  mark(pointed = null) {
    const marks = this.pieces.map((id) => [id, "asked"]);
    const named = new Set(this.choices.flatMap((one) => this._named(one)));
    for (const id of named) if (!this.pieces.includes(id)) marks.push([id, "may"]);
    if (pointed) for (const id of this._named(pointed)) marks.push([id, "picked"]);
    if (this.picked) marks.push([this.picked, "picked"]);
    this.table.mark(marks);
  }

  _point(choice) {
    if (choice === this.pointed) return;
    this.pointed = choice;
    this.mark(choice);
  }

  /** Answers that name a piece. */
  about_(unit) {
    return this.choices.filter((one) => JSON.parse(one.value).includes(unit));
  }

  // --- choosing ---

  _click(event) {
    const tab = event.target.closest("[data-ask]");
    if (tab) {
      event.preventDefault();
      this.show(tab.dataset.ask);
      return;
    }
    const choice = event.target.closest(".choice");
    if (!choice) return;
    event.preventDefault();
    if (oneClick.checked || (choice.classList.contains("chosen") && event.detail === 0)) {
      this.give({ question: this.open, occasion: this.occasion, order: choice.value });
    } else this.choose(choice);
  }

  /** Choose an answer of the panel: it lies on the table until it is given or put back. */
  async choose(choice) {
    this._chose(this.open, this.occasion, choice.value, choice.querySelector("b").textContent, choice.querySelector(".price").innerHTML);
    choice.classList.add("chosen");
    choice.setAttribute("aria-pressed", "true");
    const wanted = this.chosen;
    try {
      const found = await send("ghost", { question: wanted.question, order: JSON.parse(wanted.order) });
      if (this.chosen === wanted) this.table.lay("ghost", found.ghost);
    } catch (error) {
      if (this.chosen === wanted) this.say(error.message, true);
    }
  }

  /** Choose what a hand on the table meant; `orders` are its meanings, likeliest first. */
  aimed(found) {
    const { question: asked, occasion, orders, ghost } = found;
    const [first, ...others] = orders;
    this._chose(asked, occasion, first.order, first.words, first.legal ? first.html : "");
    for (const one of question.querySelectorAll(".choice")) one.classList.toggle("chosen", asked === this.open && one.value === first.order);
    this.table.lay("ghost", ghost);
    const list = confirm.querySelector(".others");
    for (const one of others.filter((each) => each.legal).slice(0, 4)) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = one.words;
      button.addEventListener("click", () => this._other(found, one));
      list.append(button);
    }
  }

  async _other(found, order) {
    const { ghost } = await send("ghost", { question: found.question, order: JSON.parse(order.order) }).catch(() => ({ ghost: "" }));
    this.aimed({ ...found, ghost, orders: [order, ...found.orders.filter((one) => one !== order)] });
  }

  _chose(asked, occasion, order, said, more) {
    this.putBack(false);
    this.chosen = { question: asked, occasion, order };
    confirm.hidden = false;
    confirm.querySelector(".chosen").textContent = said;
    confirm.querySelector(".chosen-more").innerHTML = more;
    answer.replaceChildren();
    this.dispatchEvent(new Event("chose"));
  }

  /** Nothing is chosen any more. */
  putBack(focus = true) {
    if (this.chosen === null) return;
    this.chosen = null;
    confirm.hidden = true;
    confirm.querySelector(".others").replaceChildren();
    const was = question.querySelector(".choice.chosen");
    was?.classList.remove("chosen");
    was?.removeAttribute("aria-pressed");
    this.table.lay("ghost", "");
    if (focus) was?.focus();
  }

  async give(order = this.chosen) {
    if (!order || this.giving) return;
    this.giving = true;
    this.given = panel.contains(document.activeElement);
    panel.setAttribute("aria-busy", "true");
    try {
      const receipt = await post("answer", order);
      this.putBack(false);
      this.asked = "";
      this.say(receipt, false, true);
      this.dispatchEvent(new Event("given"));
    } catch (error) {
      this.say(error.message, true);
    } finally {
      this.giving = false;
      panel.removeAttribute("aria-busy");
    }
  }

  /** What came of it, in words; `markup`: it is our own. */
  say(text, wrong = false, markup = false) {
    answer.classList.toggle("wrong", wrong);
    if (markup) answer.innerHTML = text;
    else answer.textContent = text;
  }

  // --- forms: taking back, orders in words ---

  async _submit(event) {
    const form = event.target;
    event.preventDefault();
    if (form.matches(".answers") || this.giving) return;
    this.giving = true;
    const path = new URL(form.action).pathname.slice(battle.dataset.base.length + 1);
    try {
      const html = await post(path, new FormData(form));
      if (path === "read") readBack(html);
      else if (path === "answers") {
        this.say(html, false, true);
        document.getElementById("read-back").replaceChildren();
        document.getElementById("words").value = "";
        this.dispatchEvent(new Event("given"));
      } else {
        answer.replaceChildren();
        this.dispatchEvent(new Event("given"));
      }
    } catch (error) {
      this.say(error.message, true);
    } finally {
      this.giving = false;
    }
  }
}

function readBack(html) {
  const shown = document.getElementById("read-back");
  document.getElementById("suggestions").hidden = true;
  shown.innerHTML = html;
  shown.scrollIntoView({ block: "nearest" });
}

/** Completions under the field for orders in words. */
export function completing() {
  const field = document.getElementById("words");
  const list = document.getElementById("suggestions");
  if (field === null) return;
  let waits = 0;
  field.addEventListener("input", () => {
    clearTimeout(waits);
    waits = setTimeout(async () => {
      const typed = field.value;
      const found = field.value.trim() ? await post("suggest", { text: field.value }).then(JSON.parse, () => []) : [];
      if (typed !== field.value) return;
      list.hidden = found.length === 0;
      list.replaceChildren(...found.slice(0, 8).map((one) => offered(one, field, list)));
    }, 160);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && !list.hidden && field.selectionStart === field.value.length) {
      event.preventDefault();
      list.querySelector("button").focus();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) field.form.requestSubmit();
  });
}

function offered(one, field, list) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = one.text.trim();
  button.addEventListener("click", () => {
    field.value = field.value.slice(0, one.start) + one.text;
    list.hidden = true;
    field.focus();
  });
  item.append(button);
  return item;
}
