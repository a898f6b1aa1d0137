// Looking back: earlier moments of the battle as this seat saw them, beside the present, which goes on unseen.

import { Parts } from "./frame.js";
import { battle, getJson, words } from "./talk.js";

const NAMES = ["status", "picture", "forces", "log", "agenda"];
const PACE = 1100;

export class Past extends EventTarget {
  constructor(table) {
    super();
    this.table = table;
    this.step = 0;
    this.parts = null;
    this.asked = 0;
  }

  host(name) {
    return document.querySelector(`[data-past="${name}"]`);
  }

  _hosts() {
    if (this.parts) return;
    for (const name of NAMES) {
      const now = document.querySelector(`[data-part="${name}"]`);
      const twin = now.cloneNode(false);
      delete twin.dataset.part;
      twin.dataset.past = name;
      now.after(twin);
    }
    this.parts = new Parts((name) => this.host(name), "");
  }

  /** The page came as an earlier moment: what it shows moves over to the past. */
  adopt(step) {
    this._hosts();
    for (const name of NAMES) {
      const now = document.querySelector(`[data-part="${name}"]`);
      for (const child of now.childNodes) this.host(name).append(child.cloneNode(true));
    }
    this._shown(step);
    this.parts.frame = "none";
  }

  get range() {
    return document.querySelector('[data-part="timeline"] input[type=range]');
  }

  get last() {
    return Number(this.range.max);
  }

  /** The timeline, which the server draws for the present, shows where we look. */
  told() {
    const at = this.step || this.last;
    this.range.value = at;
    document.querySelector('[data-part="timeline"] h2').textContent = words("moment", { step: at, last: this.last });
    const turns = [...document.querySelectorAll('[data-part="timeline"] option')];
    const turn = turns.findLast((one) => Number(one.value) <= at);
    if (turn) turn.selected = true;
    for (const one of document.querySelectorAll("[data-time=play]")) one.textContent = this.playing ? `❚❚ ${words("pause")}` : `▶ ${words("play")}`;
  }

  /** Show moment number `step`. */
  async go(step) {
    const wanted = Math.min(Math.max(step, 1), this.last);
    if (wanted === this.step) return;
    this._hosts();
    const ticket = ++this.asked;
    const known = this.parts.frame && this.parts.frame !== "none" ? this.step : 0;
    const message = await getJson(`at/${wanted}`, known ? { since: known } : {});
    if (ticket !== this.asked) return;
    const before = this.step ? this.table.places() : null;
    if (this.parts.take(message) === null) {
      this.parts.frame = "";
      this.parts.take(await getJson(`at/${wanted}`));
    }
    this._shown(wanted);
    if (before) this.table.glide(before);
  }

  _shown(step) {
    this.step = step;
    document.body.classList.add("looking-back");
    battle.classList.add("looking-back");
    document.getElementById("past-bar").hidden = false;
    this.table.use(this.host("picture"));
    this.table.redrawn();
    this.told();
    this._address(step);
    const log = document.getElementById("log");
    log.scrollTop = log.scrollHeight;
    this.dispatchEvent(new Event("moved"));
  }

  _address(step) {
    const url = new URL(location);
    if (step) url.searchParams.set("at", step);
    else url.searchParams.delete("at");
    history.replaceState(null, "", url);
  }

  /** Back to the present. */
  now() {
    if (this.playing) this.stop();
    this.asked++;
    if (!this.step) return;
    this.step = 0;
    document.body.classList.remove("looking-back");
    battle.classList.remove("looking-back");
    document.getElementById("past-bar").hidden = true;
    this.table.use(document.querySelector('[data-part="picture"]'));
    this.table.redrawn();
    this.told();
    this._address(0);
    this.dispatchEvent(new Event("moved"));
  }

  play() {
    if (this.playing) return this.stop();
    const from = this.step && this.step < this.last ? this.step : 0;
    this.playing = true;
    this.told();
    const next = async (step) => {
      if (!this.playing) return;
      if (step > this.last) return this.now();
      await this.go(step).catch(() => this.stop());
      this.timer = setTimeout(next, PACE, step + 1);
    };
    next(from + 1);
  }

  stop() {
    this.playing = false;
    clearTimeout(this.timer);
    this.told();
  }
}
