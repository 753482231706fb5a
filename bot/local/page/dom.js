// Small tools: building elements, ids, times, people.

// h builds an element: h("button", {class: "x", onclick: f, disabled: true}, "text", child, …). Properties that are null or false
// are left out, children that are null or false too. Text is always text, never markup.
export function h(tag, props, ...children) {
  const el = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [k, v] of Object.entries(value)) el.style.setProperty(k, v);
    else if (name === "value") el.value = value;
    else el.setAttribute(name, value === true ? "" : value);
  }
  el.append(...children.flat(Infinity).filter(c => c !== null && c !== undefined && c !== false));
  return el;
}

const drawn = new WeakMap();

// redraw rebuilds an element's children only if what they show changed, so that a click under way is not lost to a needless change.
export function redraw(el, key, build) {
  const text = JSON.stringify(key);
  if (drawn.get(el) === text) return;
  drawn.set(el, text);
  el.replaceChildren(...build().flat(Infinity).filter(Boolean));
}

// compareIDs orders snowflakes: shorter ones are older, of equal length the lesser ones.
export function compareIDs(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

// timeOf is when a snowflake was made.
export function timeOf(id) {
  return new Date(Number(BigInt(id) >> 22n) + 1420070400000);
}

export const nameOf = account => account.global_name ?? account.username;

const colours = ["#3ba55c", "#e0564f", "#e8a33d", "#2fa3b5", "#b35fd6", "#d9578f", "#7289da", "#8a9a3b"];

// avatar is a round mark with a person's initials; the bot has a sign of its own.
export function avatar(account, small) {
  const number = Number(/\d+$/.exec(account.username)?.[0] ?? 0);
  const words = nameOf(account).split(/\s+/);
  const initials = account.bot ? "◆" : (words[0][0] + (words[1]?.[0] ?? "")).toUpperCase();
  return h("span", {
    class: small ? "avatar small" : "avatar", "aria-hidden": "true",
    style: { background: account.bot ? "#5865f2" : colours[(number + colours.length - 1) % colours.length] },
  }, initials);
}

// local rewrites an address of this server to one relative to the page, which may be open as localhost.
export function local(url) {
  try {
    const u = new URL(url, location.href);
    return u.pathname.startsWith("/attachments/") || u.pathname.startsWith("/emojis/") ? u.pathname : u.href;
  } catch {
    return "";
  }
}

// post sends a change; it throws the server's reason if it is refused.
export async function post(path, body) {
  const res = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  return answer(res);
}

// get reads something; it throws the server's reason if it is refused.
export async function get(path, signal) {
  return answer(await fetch(path, { signal }));
}

async function answer(res) {
  const data = await res.json().catch(() => ({}));
  if (!res.ok) throw new Error(data.error ?? `the server answered ${res.status}`);
  return data;
}

// The server's clock, which may have been advanced: milliseconds ahead of the browser's.
let ahead = 0;
export function setClock(now) { ahead = new Date(now) - Date.now(); }
export const now = () => new Date(Date.now() + ahead);

// Signs of the page's own, drawn so that no font is needed for them.
const icons = {
  eye: "M12 5C7 5 3 8.5 1.5 12 3 15.5 7 19 12 19s9-3.5 10.5-7C21 8.5 17 5 12 5zm0 11.5a4.5 4.5 0 1 1 0-9 4.5 4.5 0 0 1 0 9zm0-2.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  thread: "M4 3h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-9l-5 5v-5H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zm3 4v1.5h10V7zm0 3.5V12h7v-1.5z",
  file: "M6 2h8l5 5v14a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1zm7.5 1.5V8H18zM8 12v1.5h8V12zm0 4v1.5h8V16z",
};

// icon draws one of these signs.
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", icons[name]);
  svg.append(path);
  return svg;
}

// From the largest number of each unit on the next one is used: 22 hours are a day, 45 minutes an hour.
const units = [["second", 1, 45], ["minute", 60, 45], ["hour", 3600, 22], ["day", 86400, 26], ["month", 2629800, 11], ["year", 31557600, Infinity]];
const styles = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};

// stamp writes a moment in one of Discord's styles, in the language of who reads it; R is relative to the server's clock.
export function stamp(date, style, locale) {
  if (style !== "R") return new Intl.DateTimeFormat(locale || "en-GB", styles[style] ?? styles.f).format(date);
  const seconds = (date - now()) / 1000;
  const [unit, size] = units.find(([, size, limit]) => Math.round(Math.abs(seconds) / size) < limit);
  return new Intl.RelativeTimeFormat(locale || "en-GB").format(Math.round(seconds / size), unit);
}

// timeElement shows a moment and is kept up to date while it is relative.
export function timeElement(date, style, locale) {
  return h("time", { class: "stamp", datetime: date.toISOString(), title: stamp(date, "F", locale), lang: locale, "data-style": style }, stamp(date, style, locale));
}

setInterval(() => {
  for (const el of document.querySelectorAll('time[data-style="R"]')) {
    const text = stamp(new Date(el.dateTime), "R", el.lang);
    if (el.textContent !== text) el.textContent = text;
  }
}, 1000);

// when is the time beside a message's author.
export function when(date) {
  const today = now();
  const time = stamp(date, "t");
  return date.toDateString() === today.toDateString() ? time : `${stamp(date, "d")} ${time}`;
}

// lightbox shows a picture as large as the window lets it; a click on it shows its own size, to be scrolled to where it was clicked.
export function lightbox(src, alt) {
  const close = () => { box.remove(); removeEventListener("keydown", onKey); };
  const onKey = e => { if (e.key === "Escape") close(); };
  const img = h("img", { src, alt, onclick: e => {
    if (img.naturalWidth <= img.clientWidth && !frame.classList.contains("large")) return;
    e.stopPropagation();
    const { left, top, width, height } = img.getBoundingClientRect();
    const x = (e.clientX - left) / width, y = (e.clientY - top) / height;
    if (frame.classList.toggle("large")) frame.scrollTo(x * img.offsetWidth - frame.clientWidth / 2, y * img.offsetHeight - frame.clientHeight / 2);
  } });
  const frame = h("div", { class: "frame" }, img);
  const box = h("div", { class: "lightbox", role: "dialog", "aria-label": "Picture", onclick: close },
    frame, alt && h("p", {}, alt), h("button", { class: "close", "aria-label": "Close" }, "✕"));
  addEventListener("keydown", onKey);
  document.body.append(box);
  box.querySelector("button").focus();
}
