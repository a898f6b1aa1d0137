for (const box of document.querySelectorAll(".replay")) {
  const folded = box.querySelector("script");
  if (folded) {
    const { tags, rows } = JSON.parse(folded.textContent);
    for (const row of rows) {
      const frame = document.createElement("div");
      frame.className = "frame";
      frame.unfold = () => { frame.innerHTML = row.map((one) => tags[one]).join(""); delete frame.unfold; };
      folded.before(frame);
    }
  }
  const frames = [...box.querySelectorAll(".frame")];
  const [back, play, next] = box.querySelectorAll("button");
  const slide = box.querySelector("input");
  const count = box.querySelector("output");
  let at = 0, clock = 0;
  const show = (index) => {
    box.classList.toggle("moved", box.classList.contains("live"));
    at = Math.min(Math.max(index, 0), frames.length - 1);
    frames[at].unfold?.();
    frames.forEach((frame, i) => frame.classList.toggle("on", i === at));
    slide.value = at;
    count.value = `${at + 1} / ${frames.length}`;
    back.disabled = at === 0;
    next.disabled = at === frames.length - 1;
  };
  const stop = () => {
    clearInterval(clock);
    clock = 0;
    play.textContent = play.dataset.play;
  };
  const start = () => {
    if (at === frames.length - 1) show(0);
    play.textContent = play.dataset.pause;
    clock = setInterval(() => (at < frames.length - 1 ? show(at + 1) : stop()), 1500);
  };
  const step = (by) => { stop(); show(at + by); };
  back.onclick = () => step(-1);
  next.onclick = () => step(1);
  play.onclick = () => (clock ? stop() : start());
  slide.oninput = () => { stop(); show(+slide.value); };
  box.onkeydown = (event) => {
    if (event.target === slide && event.key.startsWith("Arrow")) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const moves = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => step(-at), End: () => step(frames.length) };
    if (event.key === " " && event.target === box) moves[" "] = () => play.click();
    if (moves[event.key]) { event.preventDefault(); moves[event.key](); }
  };
  show(0);
  box.classList.add("live");
}
