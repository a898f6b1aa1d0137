// Keeps the battle page up to date from its stream of server-sent events.
const battle = document.getElementById("battle");
let frame = battle.dataset.frame;

/** The elements that `part` is a list of: for a drawing those inside the svg. */
function host(part) {
  return part.dataset.part === "picture" ? part.querySelector("svg") : part;
}

function made(html, inSvg) {
  const template = document.createElement("template");
  template.innerHTML = inSvg ? `<svg xmlns="http://www.w3.org/2000/svg">${html}</svg>` : html;
  return inSvg ? template.content.firstElementChild.firstElementChild : template.content.firstElementChild;
}

/** Steps as live/patch.py makes them: new elements, or [start, count] of the old ones. */
function patched(part, steps) {
  const parent = host(part), svg = part.dataset.part === "picture";
  const old = [...parent.children];
  if (svg) steps = steps[0] instanceof Array && steps[0][0] === 0 ? [[1, steps[0][1] - 1], ...steps.slice(1)] : steps.slice(1);
  const shift = svg ? 1 : 0;
  const next = steps.flatMap((step) => (step instanceof Array ? old.slice(step[0] - shift, step[0] - shift + step[1]) : [made(step, svg)]));
  parent.replaceChildren(...next);
}

function show(message) {
  for (const [name, part] of Object.entries(message.parts)) {
    const place = battle.querySelector(`[data-part="${name}"]`);
    if (place === null) continue;
    if (typeof part === "string") place.innerHTML = part;
    else patched(place, part);
  }
  frame = message.to;
}

const stream = new EventSource(`${battle.dataset.stream}?frame=${frame}`);
stream.onmessage = (event) => show(JSON.parse(event.data));
