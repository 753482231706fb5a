// A pane: one person's window, with the list of places at its side and one of them open.
import { avatar, h, icon, nameOf, redraw } from "./dom.js";
import { DM, isThread } from "./client.js";
import { Composer } from "./composer.js";
import { joins, messageElement, preview } from "./message.js";
import { modalElement } from "./modal.js";

const shownAtFirst = 120; // messages; more on request
const LOCALES = [["en-US", "English"], ["de", "Deutsch"], ["fr", "Français"]]; // the bot speaks some of them

export class Pane {
  // app has clients, people and save().
  constructor(app, id, place) {
    this.app = app;
    this.id = id;
    this.wanted = place.channel; // a channel's id or name, or "dm"
    this.channel = null;
    this.limit = shownAtFirst;
    this.stuck = true; // to the bottom: new messages scroll into sight
    this.elements = new Map(); // message id -> {message, joined, act, el}
    this.composer = new Composer(this);
    this.places = h("nav", { class: "places", "aria-label": "Channels" });
    this.title = h("div", { class: "title" });
    this.log = h("div", { class: "log", role: "log", "aria-live": "polite", tabindex: "0", onscroll: () => this.scrolled() });
    this.typing = h("div", { class: "typing", "aria-live": "polite" });
    this.jump = h("button", { class: "jump", type: "button", hidden: true, onclick: () => this.toBottom() }, "New messages ↓");
    this.toasts = h("div", { class: "toasts", "aria-live": "polite" });
    this.overlay = h("div", { class: "overlay" });
    this.switcher = h("div", { class: "switcher", role: "tablist", "aria-label": "Player" });
    this.menu = h("details", { class: "menu" });
    this.root = h("section", { class: "pane" }, h("header", { class: "pane-head" }, this.switcher, this.menu),
      h("div", { class: "pane-body" }, this.places,
        h("div", { class: "chat" }, this.title, this.log, this.jump, this.toasts, this.typing, this.composer.root)), this.overlay);
    this.sizes = new ResizeObserver(() => this.stuck && this.toBottom());
    this.sizes.observe(this.log);
    this.listen = change => this.changed(change);
    this.use(place.user);
  }

  // use shows another person.
  use(name) {
    this.client?.listeners.delete(this.listen);
    this.client = this.app.client(name);
    this.client.listeners.add(this.listen);
    this.elements.clear();
    this.channel = null;
    this.changed({ kind: "view" });
  }

  drop() {
    this.client.listeners.delete(this.listen);
    this.sizes.disconnect();
    this.root.remove();
  }

  get here() { return this.client.channels.get(this.channel); }

  // settle finds the channel to show: the wanted one, else what was open, else #general.
  settle() {
    const c = this.client;
    const wanted = this.wanted === "dm" ? c.dm() : c.channels.get(this.wanted) ?? [...c.channels.values()].find(x => x.name === this.wanted && x.type !== DM);
    const next = wanted ?? this.here ?? c.general();
    if (wanted && this.wanted !== "dm") this.wanted = null;
    if (next && next.id !== this.channel) {
      this.channel = next.id;
      this.limit = shownAtFirst;
      this.elements.clear();
      this.log.replaceChildren();
      this.toasts.querySelector(`[data-channel="${next.id}"]`)?.remove();
      return true;
    }
    return false;
  }

  goTo(channel) {
    if (!this.client.channels.has(channel)) return;
    this.wanted = channel;
    this.settle();
    this.draw(true);
    this.app.save();
    this.app.badges();
  }

  changed(change) {
    if (!this.client.user) return this.drawHead();
    if (change.kind === "typing") return this.drawTyping();
    if (change.kind === "clock") return;
    const moved = this.settle();
    if (change.kind === "message" && change.ping && change.channel !== this.channel) this.toast(change.message);
    if (change.kind === "modal" || change.kind === "view") this.drawModal();
    if (change.kind === "interaction") this.modalAnswered(change.data);
    this.draw(moved);
    this.app.badges();
  }

  draw(moved) {
    this.drawHead();
    this.drawPlaces();
    this.drawTitle();
    this.drawMessages(moved);
    this.drawTyping();
  }

  drawHead() {
    const people = this.app.people.map(p => ({ p, on: p.username === this.client.name, waits: this.app.waitingFor(this.app.client(p.username)) }));
    redraw(this.switcher, people, () => people.map(({ p, on, waits }) => h("button", {
      type: "button", role: "tab", class: "person", "aria-selected": String(on), title: `${nameOf(p)} (@${p.username})`, onclick: () => this.switchTo(p.username),
    }, avatar(p, true), h("span", { class: "label" }, nameOf(p)), !on && waits > 0 && h("span", { class: "badge" }, waits))));
    const c = this.client;
    redraw(this.menu, [c.name, c.dmClosed, c.installed, c.admin, c.moderator, c.locale], () => [h("summary", { title: "Settings", "aria-label": "Settings" }, "⋯"),
      h("div", { class: "menu-list" },
        h("label", { class: "check" }, h("input", { type: "checkbox", checked: c.dmClosed, onchange: e => c.setDM(e.target.checked) }), h("span", {}, "Closed to DMs", h("small", { class: "muted" }, "the bot gets “cannot send messages to this user”"))),
        h("label", { class: "check" }, h("input", { type: "checkbox", checked: c.admin, onchange: e => c.setAdmin(e.target.checked) }), h("span", {}, "Server administrator", h("small", { class: "muted" }, "may use the bot's admin commands"))),
        h("label", { class: "check" }, h("input", { type: "checkbox", checked: c.installed, onchange: e => c.setInstalled(e.target.checked) }), h("span", {}, "Has installed the app", h("small", { class: "muted" }, "its commands also work where it is not"))),
        h("label", { class: "check" }, h("input", { type: "checkbox", checked: c.moderator, onchange: e => c.setModerator(e.target.checked) }), h("span", {}, "Role @Moderator", h("small", { class: "muted" }, "of use once /setup names it"))),
        h("label", { class: "check" }, h("select", { onchange: e => c.setLocale(e.target.value) }, ...LOCALES.map(([value, name]) => h("option", { value, selected: value === c.locale }, name))), h("span", {}, "Language of this Discord", h("small", { class: "muted" }, "the bot is told it"))),
        h("button", { type: "button", class: "plain", onclick: () => { this.menu.open = false; this.app.split(this); } }, "Open another pane"))]);
  }

  switchTo(name) {
    if (name === this.client.name) return;
    this.wanted = this.here?.type === DM ? "dm" : this.channel;
    this.use(name);
    this.app.save();
  }

  drawPlaces() {
    const all = [...this.client.channels.values()];
    const open = c => !c.thread_metadata.archived || c.id === this.channel;
    const list = all.filter(c => c.type === 0).flatMap(c => [c, ...all.filter(t => isThread(t) && t.parent_id === c.id && open(t))]);
    const dms = all.filter(c => c.type === DM);
    const rows = [...list, ...dms].map(c => ({ id: c.id, type: c.type, name: c.type === DM ? this.app.botName() : c.name, here: c.id === this.channel, ...this.client.unread(c.id) }));
    redraw(this.places, [this.client.guild.name, rows], () => [h("div", { class: "guild" }, this.client.guild.name), rows.slice(0, list.length).map(r => this.place(r)),
      h("div", { class: "head" }, "Direct messages"), rows.slice(list.length).map(r => this.place(r)), !dms.length && h("div", { class: "muted none" }, "none yet")]);
    if (this.shownPlace !== this.channel) this.places.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.shownPlace = this.channel;
  }

  place(r) {
    const kind = isThread(r) ? "thread" : r.type === DM ? "dm" : "channel";
    return h("button", {
      type: "button", class: `place ${kind}${r.all ? " unread" : ""}`, "aria-current": r.here ? "page" : null, title: r.name, onclick: () => this.goTo(r.id),
    }, h("span", { class: "sign", "aria-hidden": "true" }, { thread: "⤷", dm: "◆", channel: "#" }[kind]), h("span", { class: "label" }, r.name),
    r.mine > 0 ? h("span", { class: "badge", "aria-label": `${r.mine} for you` }, r.mine) : r.all > 0 && h("span", { class: "dot", "aria-label": "unread" }));
  }

  drawTitle() {
    const c = this.here;
    if (!c) return this.title.replaceChildren();
    const name = c.type === DM ? this.app.botName() : c.name;
    const parent = isThread(c) ? this.client.channels.get(c.parent_id) : null;
    this.title.classList.toggle("spare", !parent && this.client.online); // on a phone the tab above says as much
    redraw(this.title, [c.id, name, c.topic, parent?.name, c.thread_metadata, this.client.online], () => [
      parent && [h("button", { class: "plain", type: "button", onclick: () => this.goTo(parent.id) }, `# ${parent.name}`), h("span", { class: "muted" }, " › ")],
      !parent && h("span", { class: "sign", "aria-hidden": "true" }, c.type === DM ? "◆ " : "# "), h("b", {}, name), c.topic && h("span", { class: "muted topic" }, c.topic),
      c.thread_metadata?.archived && h("span", { class: "tag muted" }, c.thread_metadata.locked ? "locked" : "archived"), !this.client.online && h("span", { class: "tag offline" }, "connecting…")]);
    const short = name.length > 22 ? name.slice(0, 21) + "…" : name;
    this.composer.label(`Message ${c.type === DM ? "" : "#"}${short}`);
  }

  // view is what a message needs of this pane.
  view() {
    return { client: this.client, complain: text => this.composer.complain(text), id: `p${this.id}`, account: id => this.app.account(id), find: id => this.here?.messages.find(m => m.id === id), goTo: id => this.goTo(id),
      seek: id => document.getElementById(`p${this.id}-${id}`)?.scrollIntoView({ block: "center", behavior: "smooth" }), context: m => this.context(m) };
  }

  // context is what texts and components of a message need.
  context(m) {
    const c = this.client;
    const act = () => m && c.actOn(m.id);
    return {
      locale: c.locale, user: id => this.app.account(id), channel: id => c.channels.get(id), open: id => this.goTo(id), people: () => this.app.people,
      rooms: types => [...c.channels.values()].filter(x => x.type !== DM && (!types?.length || types.includes(x.type))),
      roles: () => c.guild?.roles ?? [],
      act, waiting: () => act()?.state === "pending",
      click: (id, values) => c.click(m.id, id, values).catch(e => this.composer.complain(e.message)),
    };
  }

  drawMessages(moved) {
    const c = this.here;
    if (!c) return;
    const newest = c.messages.at(-1)?.id;
    const news = newest !== this.newest;
    this.newest = newest;
    const view = this.view();
    const start = this.starter(c, view);
    const messages = c.messages.slice(-this.limit);
    const nodes = [];
    if (c.messages.length > messages.length) nodes.push(this.earlier ??= h("button", { class: "plain earlier", type: "button", onclick: () => { this.limit += shownAtFirst; this.draw(false); } }, "Show earlier messages"));
    else nodes.push(start);
    const kept = new Map();
    messages.forEach((m, i) => {
      const joined = Boolean(joins(messages[i - 1], m));
      const act = this.client.actOn(m.id);
      const thread = this.client.channels.get(m.id) ?? this.client.channels.get(m.message_reference?.channel_id);
      const stamp = `${joined} ${act?.id} ${act?.state} ${thread?.messages?.length} ${thread?.name}`;
      const old = this.elements.get(m.id);
      const entry = old && old.message === m && old.stamp === stamp ? old : { message: m, stamp, el: messageElement(m, joined, view) };
      kept.set(m.id, entry);
      nodes.push(entry.el);
    });
    this.elements = kept;
    this.client.commandsIn(c.id).forEach(a => nodes.push(this.commandNote(a)));
    place(this.log, nodes);
    if (moved || this.stuck) this.toBottom();
    else if (news) this.jump.hidden = false;
  }

  // starter is what stands at a channel's beginning; a thread begins with the message it was started on.
  starter(c, view) {
    const from = isThread(c) && this.client.channels.get(c.parent_id)?.messages.find(m => m.id === c.id);
    return h("div", { class: "starter" }, h("span", { class: "big", "aria-hidden": "true" }, c.type === DM ? "◆" : isThread(c) ? icon("thread") : "#"),
      h("h2", {}, c.type === DM ? this.app.botName() : c.name),
      h("p", { class: "muted" }, c.type === DM ? "Your direct messages with the bot. Nobody else sees them." : isThread(c) ? "This thread is for everyone on the server." : `The beginning of #${c.name}. Type / for the bot's commands.`),
      from && h("button", { class: "origin", type: "button", onclick: () => view.goTo(c.parent_id) }, avatar(from.author, true), h("b", {}, nameOf(from.author)), " ", h("span", { class: "preview" }, preview(from, id => this.app.account(id)))));
  }

  // commandNote stands for a command that is under way, or that nobody answered.
  commandNote(a) {
    const text = this.client.typed.get(a.id) ?? "a command";
    const failed = a.state === "failed";
    return h("article", { class: "message ephemeral note" }, avatar(this.client.user), h("div", { class: "body" },
      h("header", {}, h("span", { class: "name" }, nameOf(this.client.user)), h("span", { class: "command" }, text)),
      failed ? h("div", { class: "failed", role: "alert" }, a.reason || "The application did not respond")
        : h("div", { class: "thinking" }, h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), " Sending command…"),
      failed && h("footer", {}, "Only you can see this · ", h("button", { class: "plain", type: "button", onclick: () => this.client.forget(a) }, "Dismiss"))));
  }

  drawTyping() {
    const busy = (this.client.typing.get(this.channel) ?? 0) > Date.now();
    this.typing.replaceChildren(...(busy ? [h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), h("b", {}, this.app.botName()), " is typing…"] : []));
  }

  drawModal() {
    const m = this.client.modal;
    if (m && this.modal?.of === m.interaction) return;
    this.modal?.el.remove();
    this.modal = m && { of: m.interaction, id: m.custom_id, el: modalElement(m, this.client, this.context(null)) };
    if (!this.modal) return;
    this.overlay.append(this.modal.el);
    this.modal.el.focusFirst();
  }

  modalAnswered(act) {
    if (act?.type === 5 && act.state === "failed" && act.custom_id === this.modal?.id) {
      this.client.acts.delete(act.id);
      this.modal.el.failed();
    }
  }

  // toast tells of something for this person in a place that is not open.
  toast(m) {
    const c = this.client.channels.get(m.channel_id);
    const gone = () => el.remove();
    const el = h("button", { class: "toast", type: "button", onclick: () => { gone(); this.goTo(m.channel_id); } }, avatar(m.author, true),
      h("span", { class: "words" }, h("b", {}, c.type === DM ? `${nameOf(m.author)} sent you a message` : `#${c.name}`), h("span", { class: "muted" }, preview(m, id => this.app.account(id)))));
    el.dataset.channel = m.channel_id;
    this.toasts.replaceChildren(el);
    setTimeout(gone, 8000);
  }

  atBottom() { return this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 60; }

  toBottom() {
    this.stuck = true;
    this.jump.hidden = true;
    this.log.scrollTop = this.log.scrollHeight;
    this.markRead();
  }

  scrolled() {
    this.stuck = this.atBottom();
    if (this.stuck) {
      this.jump.hidden = true;
      this.markRead();
    }
  }

  // markRead counts what is in sight as read.
  markRead() {
    if (this.channel && this.root.isConnected && !document.hidden && this.stuck) this.client.read(this.channel);
  }
}

// place makes these nodes the children, touching only what changed: scrolling and focus stay.
function place(parent, nodes) {
  const keep = new Set(nodes);
  for (const child of [...parent.childNodes]) if (!keep.has(child)) child.remove();
  nodes.forEach((node, i) => {
    if (parent.childNodes[i] !== node) parent.insertBefore(node, parent.childNodes[i] ?? null);
  });
}
