// The picture under the hand: pan, zoom, pinch, pick a piece, drag it. Knows nothing of rules or of the server.

const SVG = "http://www.w3.org/2000/svg";
const GLIDE = 320;
const LEAST = 9.5; // pixels that the letters of a label are high, if that takes no more than
const GROWTH = 1.5; // times the size that it has in the drawing
const GROWTH_LINES = 1.2; // a label of several lines, which may not run into each other
const CAPITALS = 0.72; // of the size of letters: how high the capital ones are,
const TAILS = 0.1; // and how far the small ones hang down
const FRAME = 8; // units of the drawing around the table that are shown with it
const APART = 1.5; // units of the drawing that are left free on both sides of a label
const CLICK = 5; // pixels within which a press is no drag
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const svgNode = (name, attributes = {}) => {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
};

/** Where a line of letters of a size lies: left, top, right, bottom. */
const lies = ({ held, share, wide, base, scale }, size) => {
  const left = held - wide * size * share;
  return [left - APART, base - CAPITALS * size * scale, left + wide * size + APART, base + TAILS * size * scale];
};

const meet = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** The size of every line of every label: `least` if that is at most GROWTH times its own, less where the label would
 * lie on another one or leave the sheet (from `west` to `east`), and never less than its own. */
const grown = (lines, least, west, east) => {
  const sizes = new Map();
  for (const { label, own } of lines) sizes.set(label, Math.max(own, Math.min(least, own * (sizes.has(label) ? GROWTH_LINES : GROWTH))));
  const shrink = ({ label, own }) => {
    const size = sizes.get(label);
    sizes.set(label, Math.max(own, size * 0.94));
    return size > own;
  };
  for (let again = true; again; ) {
    const areas = lines.map((one) => lies(one, sizes.get(one.label)));
    const crowded = new Set();
    areas.forEach((area, at) => {
      if (lines[at].inside && (area[0] < west || area[2] > east)) crowded.add(lines[at]);
      for (let other = at + 1; other < areas.length; other++) {
        if (lines[at].label !== lines[other].label && meet(area, areas[other])) crowded.add(lines[at]).add(lines[other]);
      }
    });
    again = [...crowded].filter(shrink).length > 0;
  }
  return lines.map(({ one, own, label }) => [one, own, sizes.get(label)]);
};

export class Table extends EventTarget {
  /** `may(unit)` says whether a piece can be dragged now. */
  constructor(section, may) {
    super();
    this.section = section;
    this.may = may;
    this.pointers = new Map();
    this.over = {};
    this.marks = [];
    this.use(section.querySelector("[data-part=picture]"));
    this._listen();
    new ResizeObserver(() => this.fitted && this.fit()).observe(section);
    document.fonts.addEventListener("loadingdone", () => this.view && this._letter(true));
  }

  /** Work on the drawing in `host` (the present or the past). */
  use(host) {
    this.host = host;
    const svg = host.querySelector("svg");
    if (svg === null || svg === this.svg) return;
    this.svg = svg;
    svg.dataset.box ??= svg.getAttribute("viewBox");
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    this.layer = svg.querySelector(":scope > .overlay") ?? svg.appendChild(svgNode("g", { class: "overlay", "data-over": "" }));
    for (const name of ["reach", "halos", "ghost", "hand"]) {
      this.over[name] = this.layer.querySelector(`.${name}`) ?? this.layer.appendChild(svgNode("g", { class: name }));
    }
    if (this.view) this._show(this.view);
    else this.fit();
  }

  /** The drawing has been changed: what lies over it is laid again. */
  redrawn() {
    this.layer = this.svg.querySelector(":scope > .overlay");
    this.svg.append(this.layer);
    this.lettered = null;
    if (this.fitted) this.fit();
    else this._letter();
    this.halos();
  }

  // --- where things are, in the user units of the drawing ---

  /** The matrix from an element's units to those of the drawing. */
  matrix(element) {
    return this.svg.getScreenCTM().inverse().multiply(element.getScreenCTM());
  }

  units() {
    return [...this.svg.querySelectorAll("[data-unit]")].filter((one) => one.closest("[data-over]") === null);
  }

  unit(id) {
    return this.units().find((one) => one.dataset.unit === id) ?? null;
  }

  /** The box around an element. */
  box(element) {
    const { x, y, width, height } = element.getBBox();
    const matrix = this.matrix(element);
    const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].map(([px, py]) => new DOMPoint(px, py).matrixTransform(matrix));
    const xs = corners.map((one) => one.x), ys = corners.map((one) => one.y);
    return new DOMRect(Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  }

  /** The middle of a piece: where its drawing has its origin, else the middle of its box. */
  middle(element) {
    const placed = element.matches('[transform^="translate"]') ? element : element.querySelector('[transform^="translate"]');
    if (placed) {
      const inside = placed.getScreenCTM();
      const { e, f } = this.svg.getScreenCTM().inverse().multiply(inside);
      return new DOMPoint(e, f);
    }
    const box = this.box(element);
    return new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
  }

  point(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  // --- what is shown ---

  /** The part of the drawing that is the table: the sheet within the sheet, if there is one. */
  ground() {
    const inner = this.svg.querySelector(":scope > svg[x]");
    const [x, y, w, h] = (this.svg.dataset.box ?? "0 0 100 100").split(" ").map(Number);
    if (inner === null) return new DOMRect(x, y, w, h);
    const [ix, iy, iw, ih] = ["x", "y", "width", "height"].map((name) => Number(inner.getAttribute(name)));
    return new DOMRect(ix - FRAME, iy - FRAME, iw + 2 * FRAME, ih + 2 * FRAME);
  }

  _show(view) {
    this.view = view;
    this.svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
    this._letter();
  }

  /** Labels (letters with a halo) stay legible from afar: each grows as far as it may without lying on another. */
  _letter(anew = false) {
    const least = (LEAST * this.view.width) / Math.max(this.section.clientWidth, 1);
    if (!anew && this.lettered === this.svg && Math.abs(least / this.least - 1) < 0.03) return;
    if (anew || this.lettered !== this.svg) this.lines = this._lines();
    this.lettered = this.svg;
    this.least = least;
    const { left, right } = this.ground();
    for (const [one, own, size] of grown(this.lines, least, left + FRAME, right - FRAME)) one.style.fontSize = size > own ? `${size}px` : "";
  }

  /** The lines of all labels as they are drawn: where each is held, how wide it is; lines of one label have its number. */
  _lines() {
    const found = [...this.svg.querySelectorAll("text[paint-order]")];
    for (const one of found) one.style.fontSize = "";
    let label = 0, above = null;
    return found.map((one) => {
      const { x, width } = this.box(one), matrix = this.matrix(one);
      const [own, ownX, ownY] = ["font-size", "x", "y"].map((name) => Number(one.getAttribute(name)));
      const share = { middle: 0.5, end: 1 }[one.getAttribute("text-anchor")] ?? 0;
      const goesOn = above?.x === ownX && above.own === own && ownY > above.y && ownY - above.y < own * 1.3;
      above = { x: ownX, y: ownY, own };
      if (!goesOn) label += 1;
      const base = new DOMPoint(ownX, ownY).matrixTransform(matrix).y, inside = one.ownerSVGElement !== this.svg;
      return { one, own, label, share, inside, scale: matrix.a, held: x + width * share, base, wide: width / own };
    });
  }

  /** The view with the window's own shape around a box. */
  _around(box, margin = 0) {
    const { clientWidth, clientHeight } = this.section;
    const shape = clientWidth / Math.max(clientHeight, 1);
    let width = box.width * (1 + margin), height = box.height * (1 + margin);
    if (width / height < shape) width = height * shape;
    else height = width / shape;
    return new DOMRect(box.x + box.width / 2 - width / 2, box.y + box.height / 2 - height / 2, width, height);
  }

  fit() {
    this.fitted = true;
    this._show(this._around(this.ground(), 0.015));
  }

  zoom(factor, at = null) {
    const view = this.view, ground = this._around(this.ground());
    const middle = at ?? new DOMPoint(view.x + view.width / 2, view.y + view.height / 2);
    const width = Math.min(Math.max(view.width / factor, ground.width / 24), ground.width * 2.2);
    const by = width / view.width;
    this.fitted = false;
    this._show(this._kept(new DOMRect(middle.x - (middle.x - view.x) * by, middle.y - (middle.y - view.y) * by, width, view.height * by)));
  }

  pan(dx, dy) {
    this.fitted = false;
    this._show(this._kept(new DOMRect(this.view.x + dx, this.view.y + dy, this.view.width, this.view.height)));
  }

  /** Never lose the table from sight. */
  _kept(view) {
    const ground = this.ground();
    const x = Math.min(Math.max(view.x, ground.x - view.width * 0.7), ground.right - view.width * 0.3);
    const y = Math.min(Math.max(view.y, ground.y - view.height * 0.7), ground.bottom - view.height * 0.3);
    return new DOMRect(x, y, view.width, view.height);
  }

  /** Bring pieces into view, near enough to see them well; `near`: zoom in on them. */
  look(elements, near = false) {
    if (elements.length === 0) return;
    const boxes = elements.map((one) => this.box(one));
    const x = Math.min(...boxes.map((one) => one.x)), y = Math.min(...boxes.map((one) => one.y));
    const box = new DOMRect(x, y, Math.max(...boxes.map((one) => one.right)) - x, Math.max(...boxes.map((one) => one.bottom)) - y);
    const ground = this.ground();
    if (near) {
      const least = Math.min(ground.width, ground.height) * 0.62;
      const wide = new DOMRect(box.x + box.width / 2 - Math.max(box.width, least) / 2, box.y + box.height / 2 - Math.max(box.height, least) / 2, Math.max(box.width, least), Math.max(box.height, least));
      this.fitted = false;
      this._slide(this._around(wide, 0.25));
    } else if (box.x < this.view.x || box.y < this.view.y || box.right > this.view.right || box.bottom > this.view.bottom) {
      this.fitted = false;
      this._slide(new DOMRect(box.x + box.width / 2 - this.view.width / 2, box.y + box.height / 2 - this.view.height / 2, this.view.width, this.view.height));
    }
  }

  _slide(to) {
    const from = this.view, began = performance.now();
    if (calm.matches || !from) return this._show(to);
    cancelAnimationFrame(this.sliding);
    const step = (time) => {
      const part = Math.min((time - began) / GLIDE, 1), eased = part * (2 - part);
      const mix = (name) => from[name] + (to[name] - from[name]) * eased;
      this._show(new DOMRect(mix("x"), mix("y"), mix("width"), mix("height")));
      if (part < 1) this.sliding = requestAnimationFrame(step);
    };
    this.sliding = requestAnimationFrame(step);
  }

  // --- pieces glide from where they were ---

  places() {
    return new Map(this.units().map((one) => [one.dataset.unit, this.middle(one)]));
  }

  glide(before) {
    if (calm.matches) return;
    const gliding = [];
    for (const one of this.units()) {
      const old = before.get(one.dataset.unit);
      if (!old) continue;
      const scale = this.matrix(one.parentNode).a || 1;
      const now = this.middle(one), dx = (old.x - now.x) / scale, dy = (old.y - now.y) / scale;
      if (Math.hypot(dx, dy) < 2) continue;
      gliding.push(one.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0px 0px" }], { duration: GLIDE, easing: "ease-in-out" }));
    }
    if (gliding.length === 0) return;
    this.over.halos.style.opacity = "0";
    Promise.allSettled(gliding.map((one) => one.finished)).then(() => {
      this.halos();
      this.over.halos.style.opacity = "";
    });
  }

  // --- what lies over the drawing ---

  lay(name, svg) {
    this.over[name].innerHTML = svg;
  }

  /** Frames around pieces: a list of [id, kind]. */
  mark(marks) {
    this.marks = marks;
    this.halos();
  }

  halos() {
    const frames = [];
    for (const [id, kind] of this.marks) {
      const found = this.unit(id);
      if (!found) continue;
      const box = this.box(found);
      frames.push(svgNode("rect", { class: `halo ${kind}`, x: box.x - 4, y: box.y - 4, width: box.width + 8, height: box.height + 8, rx: 6 }));
    }
    this.over.halos.replaceChildren(...frames);
  }

  // --- the hand ---

  _listen() {
    const section = this.section;
    section.addEventListener("pointerdown", (event) => this._down(event));
    section.addEventListener("pointermove", (event) => this._move(event));
    for (const name of ["pointerup", "pointercancel"]) section.addEventListener(name, (event) => this._up(event));
    section.addEventListener("wheel", (event) => this._wheel(event), { passive: false });
    section.addEventListener("pointerleave", () => this._tell("away"));
  }

  _tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  _down(event) {
    if (event.button !== 0 || event.target.closest(".sheet") === null) return;
    const node = event.target.closest("[data-unit]");
    this.pointers.set(event.pointerId, event);
    this.section.setPointerCapture(event.pointerId);
    if (this.pointers.size === 2) {
      this._drop(false);
      this.pinch = this._spread();
      this.press = null;
      return;
    }
    this.press = { node, event, at: this.point(event), id: event.pointerId, moved: false };
  }

  _spread() {
    const [a, b] = [...this.pointers.values()];
    return { size: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 };
  }

  _move(event) {
    if (!this.pointers.has(event.pointerId)) {
      const node = event.target.closest?.("[data-unit]");
      if (event.pointerType === "mouse") this._tell(node ? "hover" : "away", { unit: node?.dataset.unit, event });
      return;
    }
    this.pointers.set(event.pointerId, event);
    if (this.pinch) return this._pinched(event);
    const press = this.press;
    if (!press || press.id !== event.pointerId) return;
    if (!press.moved && Math.hypot(event.clientX - press.event.clientX, event.clientY - press.event.clientY) < CLICK) return;
    if (!press.moved) this._begin(press);
    if (this.drag) this._dragged(event);
    else {
      const now = this.point(event);
      this.pan(press.at.x - now.x, press.at.y - now.y);
    }
  }

  _pinched() {
    const now = this._spread();
    const at = this.point({ clientX: now.x, clientY: now.y }), before = this.point({ clientX: this.pinch.x, clientY: this.pinch.y });
    this.pan(before.x - at.x, before.y - at.y);
    this.zoom(now.size / this.pinch.size, before);
    this.pinch = now;
  }

  _begin(press) {
    press.moved = true;
    if (!press.node || !this.may(press.node)) {
      this.host.classList.add("pans");
      return;
    }
    const node = press.node, middle = this.middle(node);
    this.drag = { node, middle, turn: 0, from: press.at };
    const { a, b, c, d, e, f } = this.matrix(node.parentNode);
    const copy = svgNode("g", { transform: `matrix(${a} ${b} ${c} ${d} ${e} ${f})` });
    copy.append(node.cloneNode(true));
    this.over.hand.replaceChildren(copy);
    this._tell("lift", { unit: node.dataset.unit });
  }

  _dragged(event) {
    const { drag } = this;
    drag.event = event;
    const now = this.point(event);
    const dx = now.x - drag.from.x, dy = now.y - drag.from.y;
    this.over.hand.setAttribute("transform", `translate(${dx} ${dy}) rotate(${drag.turn} ${drag.middle.x} ${drag.middle.y})`);
    const under = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest("[data-unit]")).find((one) => one && one !== drag.node && one.closest("[data-over]") === null);
    this._tell("drag", { unit: drag.node.dataset.unit, x: drag.middle.x + dx, y: drag.middle.y + dy, turn: drag.turn, target: under?.dataset.unit ?? "", event });
  }

  _up(event) {
    this.pointers.delete(event.pointerId);
    if (this.pinch) {
      if (this.pointers.size < 2) this.pinch = null;
      return;
    }
    const press = this.press;
    this.press = null;
    this.host.classList.remove("pans");
    if (this.drag) return this._drop(event.type === "pointerup");
    if (press && !press.moved && event.type === "pointerup") {
      this._tell("click", { unit: press.node?.dataset.unit ?? "", x: press.at.x, y: press.at.y, event });
    }
  }

  /** End a drag; `good`: the piece was put down, not given up. */
  _drop(good) {
    if (!this.drag) return;
    this.drag = null;
    this.over.hand.replaceChildren();
    this.over.hand.removeAttribute("transform");
    this._tell(good ? "drop" : "giveup");
  }

  giveUp() {
    this._drop(false);
  }

  _wheel(event) {
    if (event.target.closest(".sheet") === null) return;
    event.preventDefault();
    if (this.drag) {
      this.drag.turn += Math.sign(event.deltaY) * (event.shiftKey ? 1 : 5);
      if (this.drag.event) this._dragged(this.drag.event);
      return;
    }
    this.zoom(1.0016 ** -event.deltaY, this.point(event));
  }
}
