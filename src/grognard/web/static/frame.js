// What the server draws, put into the page: parts by name, whole or as lists of elements of which only the new ones come.

const SVG = "http://www.w3.org/2000/svg";
const CUT = " data-cut>";
const END = "</>";
/** Attributes of a drawing's own tag that the page keeps to itself. */
const OURS = new Set(["width", "height", "viewBox", "style", "class", "data-box"]);

const template = document.createElement("template");

function made(html, inSvg) {
  template.innerHTML = inSvg ? `<svg xmlns="${SVG}">${html}</svg>` : html;
  return inSvg ? template.content.firstElementChild.firstElementChild : template.content.firstElementChild;
}

/** Put exactly `children` into `parent`, moving as little as possible; what lies over the drawing stays on top. */
function settle(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child) && !child.hasAttribute("data-over")) child.remove();
  let place = parent.firstElementChild;
  for (const child of children) {
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
}

/** The pieces of a drawing as they stand in the page, cut where the server cut them (battle/svg.py). */
function cut(element, found = []) {
  found.push({ node: element, opens: true });
  for (const child of element.children) {
    if (child.hasAttribute("data-over")) continue;
    if (child.hasAttribute("data-cut")) cut(child, found);
    else found.push({ node: child });
  }
  found.push(null);
  return found;
}

function piece(html) {
  if (html === END) return null;
  if (!html.endsWith(CUT)) return { node: made(html, true) };
  const name = /^<([a-zA-Z]+)/.exec(html)[1];
  return { node: made(`${html}</${name}>`, true), opens: true };
}

/** The old list with the steps of live/patch.py done: new elements, or [start, count] of the old ones. */
const stepped = (old, steps, fresh) =>
  steps.flatMap((step) => (Array.isArray(step) ? old.slice(step[0], step[0] + step[1]) : [fresh(step)]));

function redraw(host, steps) {
  const svg = host.querySelector("svg");
  const pieces = stepped(svg ? cut(svg) : [], steps, piece);
  const open = [];
  for (const one of pieces) {
    if (one === null) {
      const { node, children } = open.pop();
      if (open.length === 0) {
        if (svg === null) host.replaceChildren(node);
        else if (node !== svg) dress(svg, node);
        settle(svg ?? node, children);
      } else settle(node, children);
      continue;
    }
    open.at(-1)?.children.push(one.node);
    if (one.opens) open.push({ node: one.node, children: [] });
  }
}

/** The drawing's own tag has changed: its size goes to data-box, the rest is taken over. */
function dress(svg, model) {
  for (const { name, value } of model.attributes) if (!OURS.has(name)) svg.setAttribute(name, value);
  svg.dataset.box = model.getAttribute("viewBox");
}

function relist(host, steps) {
  const old = [...host.children];
  const next = stepped(old, steps, (html) => made(html, false));
  settle(host, next);
  const before = new Set(old);
  return next.filter((one) => !before.has(one));
}

/** Parts of the page that belong together: `host(name)` finds the place of each. */
export class Parts {
  constructor(host, frame) {
    this.host = host;
    this.frame = frame;
  }

  /** Take over a message; what is new by name (elements of lists). Null if it builds on a frame we don't show. */
  take(message) {
    if (message.from !== "" && message.from !== this.frame) return null;
    const fresh = {};
    for (const [name, part] of Object.entries(message.parts)) {
      const host = this.host(name);
      if (host === null) continue;
      if (typeof part === "string") fresh[name] = exchange(host, part);
      else if ("pieces" in host.dataset) fresh[name] = redraw(host, part);
      else fresh[name] = relist(host, part);
    }
    this.frame = message.to;
    return fresh;
  }
}

/** New markup for a part. The focus stays where it was, if what had it is there again. */
function exchange(host, html) {
  const focused = host.contains(document.activeElement) ? document.activeElement : null;
  const key = focused && keyOf(focused);
  const typed = focused instanceof HTMLInputElement && focused.type === "search" ? focused.value : "";
  host.innerHTML = html;
  if (focused === null) return [];
  const again = key ? host.querySelector(key) : null;
  if (again && typed) again.value = typed;
  (again ?? host.closest("[tabindex]") ?? host).focus({ preventScroll: true });
  return [];
}

function keyOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  for (const name of ["data-row", "data-ask", "data-time", "data-filter"]) {
    if (element.hasAttribute(name)) return `[${name}="${CSS.escape(element.getAttribute(name))}"]`;
  }
  return element.name ? `[name="${CSS.escape(element.name)}"]${element.value && element.type !== "range" ? `[value="${CSS.escape(element.value)}"]` : ""}` : "";
}
