// By post: the reader's own time beside a deadline, one button that copies, fields of the clock that matter.

for (const time of document.querySelectorAll("time[data-local]")) {
  const when = new Date(time.dateTime);
  if (Number.isNaN(when.getTime())) continue;
  const words = when.toLocaleString(document.documentElement.lang, {
    weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit",
  });
  const yours = document.createElement("span");
  yours.className = "yours";
  yours.textContent = ` · ${time.dataset.local}: ${words}`;
  time.append(yours);
}

for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(text.value);
    } catch {
      text.select();
      document.execCommand("copy");
    }
    button.textContent = button.dataset.done;
  });
}

for (const choice of document.querySelectorAll("select[data-rule]")) {
  const parts = choice.closest("fieldset").querySelectorAll("[data-for]");
  const show = () => {
    for (const part of parts) part.hidden = !part.dataset.for.split(" ").includes(choice.value);
  };
  choice.addEventListener("change", show);
  show();
}
