// Live clocks: the seconds that are left run down beside the turn. The server alone says when time is up.

const FEW = 10000;
let ahead = null; // milliseconds by which this machine's clock is ahead of the server's

/** Our clocks may differ: the Date of any answer tells by how much, to half a second. */
async function compare() {
  ahead = 0;
  try {
    const sent = Date.now();
    const response = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" });
    const theirs = Date.parse(response.headers.get("date"));
    if (!Number.isNaN(theirs)) ahead = (sent + Date.now()) / 2 - (theirs + 500);
  } catch {
    // the server is not to be reached: our own clock will do
  }
}

function run() {
  for (const time of document.querySelectorAll("time[data-runs]")) {
    if (ahead === null) compare();
    const left = Math.max(0, Date.parse(time.dateTime) - (Date.now() - ahead));
    const seconds = Math.ceil(left / 1000);
    const words = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (time.textContent !== words) time.textContent = words;
    time.parentElement.classList.toggle("few", left < FEW);
  }
}

setInterval(run, 200);
run();
