// The page: a bar, and panes side by side, one person each.
import { get, h, now, post, setClock, stamp } from "./dom.js";
import { Client, DM } from "./client.js";
import { Pane } from "./pane.js";

const clients = new Map(); // username -> Client
let bot = null; // the bot's account, once it wrote something
const remembered = JSON.parse(localStorage.getItem("panes") ?? "null");

const app = {
  people: [],
  panes: [],

  client(name) {
    if (!clients.has(name)) {
      const c = new Client(name);
      c.listeners.add(change => followed(c, change));
      clients.set(name, c);
      c.open();
    }
    return clients.get(name);
  },

  account(id) { return this.people.find(p => p.id === id) ?? (bot?.id === id ? bot : null); },

  botName() { return bot ? bot.global_name : "Downsync"; },

  // waitingFor counts what is unread and meant for somebody.
  waitingFor(client) {
    if (!client.user) return 0;
    return [...client.channels.keys()].reduce((n, id) => n + client.unread(id).mine, 0);
  },

  // badges follow what was read in any pane.
  badges() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      this.panes.forEach(p => p.client.user && (p.drawHead(), p.drawPlaces()));
      const n = this.panes.reduce((sum, p) => sum + this.waitingFor(p.client), 0);
      document.title = (n ? `(${n}) ` : "") + "Local Discord";
    });
  },

  save() {
    localStorage.setItem("panes", JSON.stringify(this.panes.map(p => ({ user: p.client.name, channel: p.here?.type === DM ? "dm" : p.channel }))));
  },

  // split opens one more pane: the DM beside the channel, or the other way round.
  split(pane) {
    if (this.panes.length >= 6) return;
    layout([...this.panes.flatMap(p => p === pane ? [placeOf(p), { user: p.client.name, channel: p.here?.type === DM ? "general" : "dm" }] : [placeOf(p)])]);
  },
};

const placeOf = p => ({ user: p.client.name, channel: p.here?.type === DM ? "dm" : p.channel ?? "general" });

// followed notes what concerns the whole page.
function followed(client, change) {
  if (change.kind === "user") loadPeople().then(() => app.badges());
  if (change.kind === "view" || change.kind === "message") {
    for (const c of client.channels.values()) {
      bot ??= c.messages.findLast(m => m.author.bot)?.author ?? null;
      if (bot) break;
    }
  }
  if (change.kind === "clock") tick();
  app.badges();
}

async function loadPeople() {
  app.people = (await get("/local/users")).map(p => p.user);
  app.people.slice(0, 6).forEach(p => app.client(p.username));
}

// layout puts these places side by side.
function layout(places) {
  app.panes.forEach(p => p.drop());
  app.panes = places.map((place, i) => new Pane(app, i, place));
  const root = document.getElementById("panes");
  root.dataset.count = places.length;
  root.replaceChildren(...app.panes.map(p => p.root));
  app.panes.forEach(p => p.client.user && p.draw(true));
  document.querySelectorAll("[data-layout]").forEach(b => b.setAttribute("aria-pressed", String(Number(b.dataset.layout) === places.length)));
  app.save();
}

// arrange makes a usual layout: one pane, two people, or two people with their DMs below.
function arrange(n) {
  const users = app.people.slice(0, 2).map(p => p.username);
  const open = app.panes[0] ? placeOf(app.panes[0]) : { user: users[0], channel: "general" };
  const second = users[1] ?? users[0];
  if (n === 1) return layout([open]);
  const top = [{ user: users[0], channel: open.channel === "dm" ? "general" : open.channel }, { user: second, channel: open.channel === "dm" ? "general" : open.channel }];
  layout(n === 2 ? top : [...top, { user: users[0], channel: "dm" }, { user: second, channel: "dm" }]);
}

const clock = h("time", { class: "clock", title: "The server's time" });

function tick() {
  const t = now();
  clock.textContent = narrow.matches ? stamp(t, "T") : `${stamp(t, "d")} ${stamp(t, "T")}`;
}

async function advance(by) {
  const { now } = await post("/local/clock", { advance: by });
  setClock(now);
  tick();
}

function bar() {
  const say = text => { document.getElementById("bar-note").textContent = text; };
  const step = (label, by) => h("button", { type: "button", title: `Move the server's clock on by ${by}`, onclick: () => advance(by).catch(e => say(e.message)) }, label);
  const grid = (n, label, title) => h("button", { type: "button", "data-layout": n, title, onclick: () => arrange(n) }, label);
  document.getElementById("bar").append(
    h("span", { class: "brand" }, h("img", { src: "icon.svg", alt: "", width: 20, height: 20 }), h("span", {}, "Local Discord")),
    h("span", { class: "group clock-group" }, clock, step("+30 s", "30s"), step("+15 min", "15m"), step("+1 h", "1h"), step("+1 day", "24h")),
    h("span", { class: "group layout-group" }, grid(1, "▭", "One pane"), grid(2, "▯▯", "Two people side by side"), grid(4, "⊞", "Two people, their direct messages below")),
    h("button", { type: "button", title: "Let one more player join", onclick: () => post("/local/users", { count: app.people.length + 1 }).then(loadPeople).then(() => app.badges()).catch(e => say(e.message)) }, "+ player"),
    h("span", { id: "bar-note", class: "muted", role: "status" }));
  setInterval(tick, 1000);
}

// Streams rest while the page is hidden: a browser keeps few connections to one server, and other tabs may need them.
document.addEventListener("visibilitychange", () => {
  for (const c of clients.values()) document.hidden ? c.close() : c.open();
});

// narrow is a phone: one pane with a switch between the people.
const narrow = matchMedia("(max-width: 760px)");

async function begin() {
  setClock((await get("/local/clock")).now);
  bar();
  tick();
  await loadPeople();
  const known = remembered?.filter(p => app.people.some(u => u.username === p.user));
  if (known?.length && !(narrow.matches && known.length > 1)) layout(known);
  else arrange(narrow.matches ? 1 : 2);
}

begin().catch(e => document.getElementById("panes").replaceChildren(h("p", { class: "problem" }, `The server cannot be reached: ${e.message}`)));
