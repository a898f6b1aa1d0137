// Setting a battle up: line numbers, problems beside their lines while one writes, files into their fields.
const form = document.querySelector("[data-check]");
const editors = new Map([...document.querySelectorAll("[data-editor]")].map((field) => [field.dataset.editor, field]));
const marks = new Map();

function numbered(field) {
  const gutter = field.previousElementSibling, wrong = marks.get(field.dataset.editor) ?? new Map();
  const count = field.value.split("\n").length;
  gutter.replaceChildren(...Array.from({ length: count }, (_, at) => {
    const line = document.createElement("span");
    line.textContent = String(at + 1);
    if (wrong.has(at + 1)) {
      line.className = "wrong";
      line.title = wrong.get(at + 1);
    }
    return line;
  }));
  gutter.scrollTop = field.scrollTop;
}

function marked(lines) {
  marks.clear();
  for (const [field, line, words] of lines) {
    if (!marks.has(field)) marks.set(field, new Map());
    const found = marks.get(field);
    found.set(line, found.has(line) ? `${found.get(line)}\n${words}` : words);
  }
  for (const field of editors.values()) numbered(field);
}

function jump(where) {
  const [name, line, column] = where.split(":"), field = editors.get(name);
  if (field === undefined) return;
  field.closest("details").open = true;
  const lines = field.value.split("\n"), start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  const from = start + Math.max(0, column - 1);
  field.focus();
  field.setSelectionRange(from, Math.max(from, start + (lines[line - 1] ?? "").length));
  field.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(field).lineHeight));
}

let waiting, running;

async function check() {
  running?.abort();
  running = new AbortController();
  const data = new FormData(form);
  for (const name of [...data.keys()]) if (data.get(name) instanceof File) data.delete(name);
  try {
    const response = await fetch(`${form.dataset.check}?lang=${document.documentElement.lang}`, { method: "POST", body: data, headers: { "x-part": "1" }, signal: running.signal });
    if (!response.ok) return;
    const found = await response.json();
    document.getElementById("problems").innerHTML = found.html;
    marked(found.lines);
  } catch (error) {
    if (error.name !== "AbortError") console.warn(error.message);
  }
}

function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(check, 500);
}

for (const field of editors.values()) {
  field.addEventListener("scroll", () => { field.previousElementSibling.scrollTop = field.scrollTop; }, { passive: true });
  field.addEventListener("input", () => {
    numbered(field);
    soon();
  });
  numbered(field);
}

for (const file of document.querySelectorAll("[data-into]")) {
  file.addEventListener("change", async () => {
    if (file.files.length === 0) return;
    const field = document.getElementById(file.dataset.into);
    field.value = await file.files[0].text();
    file.value = "";
    field.dispatchEvent(new Event("input"));
  });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-jump]");
  if (link === null) return;
  event.preventDefault();
  jump(link.dataset.jump);
});

form.addEventListener("change", (event) => {
  if (event.target.name?.startsWith("option_")) soon();
});

const found = [...document.querySelectorAll("#problems [data-jump]")].map((link) => {
  const [field, line] = link.dataset.jump.split(":");
  return [field, Number(line), link.closest("li").querySelector("span").textContent];
});
marked(found);

for (const choice of form.querySelectorAll("select[data-rule]")) {
  const show = () => {
    for (const part of choice.closest("fieldset").querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(choice.value);
  };
  choice.addEventListener("change", show);
  show();
}
