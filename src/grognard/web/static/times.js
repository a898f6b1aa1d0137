// Moments stand in pages as UTC; here they become the reader's own time.
const written = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
const today = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" });

export function ownTimes(root) {
  for (const time of root.querySelectorAll("time[datetime]:not([data-own])")) {
    const moment = new Date(time.getAttribute("datetime"));
    const words = (moment.toDateString() === new Date().toDateString() ? today : written).format(moment);
    time.dataset.own = "";
    time.title = time.textContent;
    time.textContent = time.dataset.words ? time.dataset.words.replace("%", words) : words;
  }
}
