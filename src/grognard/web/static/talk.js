// Questions to the server: words or JSON back, refusals as errors that can be shown.

export const battle = document.getElementById("battle");
export const base = battle.dataset.base;
export const lang = document.documentElement.lang;
const said = JSON.parse(battle.dataset.words);

/** A sentence of the page with its places filled. */
export function words(name, facts = {}) {
  return said[name].replace(/\{(\w+)\}/g, (_, key) => facts[key] ?? "");
}

const query = (path, more) => `${base}/${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ lang, ...more })}`;

async function answered(response) {
  if (response.ok && !response.headers.has("x-refused")) return response;
  const text = await response.text();
  throw new Error(response.headers.get("content-type")?.startsWith("text/plain") ? text : words("failed"));
}

/** Fetch; whatever the network or the server says against it comes as an Error with words for people. */
async function ask(url, how = {}) {
  let response;
  try {
    response = await fetch(url, { ...how, headers: { "x-part": "1", ...how.headers } });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error(words("failed"));
  }
  return answered(response);
}

/** Text; null where there is nothing (any more) to be said. */
export const getText = async (path, more = {}) => {
  const response = await ask(query(path, more));
  return response.status === 204 ? null : response.text();
};
export const getJson = async (path, more = {}) => (await ask(query(path, more))).json();
export const send = async (path, value, signal) =>
  (await ask(query(path), { method: "POST", body: JSON.stringify(value), headers: { "content-type": "application/json" }, signal })).json();
export const post = async (path, form) => (await ask(query(path), { method: "POST", body: new URLSearchParams(form) })).text();
export const address = query;
