// Small conveniences of the paper pages. Everything works without them.
import { ownTimes } from "./times.js";

document.documentElement.classList.add("scripted");

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (button === null) return;
  const field = button.parentElement.querySelector("[data-copied]");
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // an address without TLS has no clipboard of the new kind
  }
  button.dataset.done = "✓";
  setTimeout(() => delete button.dataset.done, 2000);
});

document.addEventListener("submit", (event) => {
  const words = event.submitter?.dataset.confirm;
  if (words && !window.confirm(words)) event.preventDefault();
});

ownTimes(document);
