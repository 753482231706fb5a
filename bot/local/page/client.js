// One person's client: what they see, kept up to date by server-sent events.
import { compareIDs, get, post, setClock } from "./dom.js";

const kinds = ["message", "message_update", "message_delete", "channel", "channel_delete", "modal", "interaction", "user", "typing",
  "clock", "commands"];

// DM is the type of the bot's direct channel.
export const DM = 1;
export const isThread = c => c.type === 11 || c.type === 12;

export class Client {
  constructor(name) {
    this.name = name; // player1
    this.user = null; // the account, once loaded
    this.channels = new Map(); // id -> channel with messages, oldest first
    this.modal = null;
    this.acts = new Map(); // id -> outcome, while pending or failed
    this.typed = new Map(); // interaction id -> the command as it was typed
    this.typing = new Map(); // channel id -> until when the bot types
    this.online = false;
    this.listeners = new Set();
    this.seq = 0;
    this.early = null; // events that came while the view was loading
  }

  // open connects; it can be called again after close.
  open() {
    if (this.source) return;
    this.source = new EventSource(`/local/users/${this.name}/events`);
    this.source.addEventListener("hello", () => this.load());
    this.source.onerror = () => { this.online = false; this.tell({ kind: "link" }); };
    for (const kind of kinds) {
      this.source.addEventListener(kind, e => {
        const event = { kind, seq: Number(e.lastEventId), data: JSON.parse(e.data) };
        if (this.early) this.early.push(event);
        else this.apply(event);
      });
    }
  }

  close() {
    this.source?.close();
    this.source = null;
    this.online = false;
  }

  // load fetches the whole view; events that are in it already are passed over.
  async load() {
    this.early ??= [];
    try {
      const view = await get(`/local/users/${this.name}/view`);
      this.user = view.user;
      this.guild = view.guild;
      this.dmClosed = view.dm_closed;
      this.installed = view.installed;
      this.admin = view.admin;
      this.moderator = view.moderator;
      this.locale = view.locale;
      this.modal = view.modal;
      this.channels = new Map(view.channels.map(c => [c.id, c]));
      this.acts = new Map(view.pending.map(a => [a.id, a]));
      this.seq = view.seq;
      this.online = true;
      setClock(view.now);
    } catch {
      return; // the stream reconnects by itself, and loads again
    }
    const early = this.early;
    this.early = null;
    this.tell({ kind: "view" });
    early.forEach(e => this.apply(e));
  }

  apply({ kind, seq, data }) {
    if (seq <= this.seq) return;
    this.seq = seq;
    switch (kind) {
      case "message":
      case "message_update": {
        const messages = this.channels.get(data.message.channel_id)?.messages;
        if (!messages) return;
        put(messages, data.message);
        this.typing.delete(data.message.channel_id);
        this.tell({ kind, channel: data.message.channel_id, message: data.message, ping: data.ping });
        return;
      }
      case "message_delete": {
        const channel = this.channels.get(data.channel_id);
        if (channel) channel.messages = channel.messages.filter(m => m.id !== data.id);
        break;
      }
      case "channel":
        this.channels.set(data.id, { ...data, messages: this.channels.get(data.id)?.messages ?? [] });
        break;
      case "channel_delete":
        this.channels.delete(data.id);
        break;
      case "modal":
        this.modal = data;
        break;
      case "interaction":
        this.note(data);
        break;
      case "typing":
        this.typing.set(data.channel_id, Date.now() + 10000);
        setTimeout(() => this.tell({ kind: "typing", channel: data.channel_id }), 10000);
        break;
      case "clock":
        setClock(data.now);
        break;
    }
    this.tell({ kind, channel: data?.channel_id ?? data?.channel ?? data?.id, data });
  }

  // note keeps an interaction while the user waits for it, and its failure until they act again.
  note(outcome) {
    if (outcome.state === "pending" || outcome.state === "failed") this.acts.set(outcome.id, outcome);
    else this.acts.delete(outcome.id);
  }

  // pendingOn is what runs or failed last on a message.
  actOn(message) {
    let last = null;
    for (const a of this.acts.values()) if (a.source === message && a.type === 3) last = a;
    return last;
  }

  // commandsIn are the typed commands of a channel that run or failed.
  commandsIn(channel) {
    return [...this.acts.values()].filter(a => a.type === 2 && a.channel === channel);
  }

  forget(act) {
    this.acts.delete(act.id);
    this.tell({ kind: "interaction", channel: act.channel, data: act });
  }

  async slash(channel, text) {
    const { interaction } = await post(this.path("slash"), { channel, text });
    this.typed.set(interaction, text);
    this.tell({ kind: "interaction", channel });
  }

  menus(channel) { return get(`${this.path("menus")}?${new URLSearchParams({ channel })}`); }

  async menu(ask) {
    const { interaction } = await post(this.path("menu"), ask);
    this.typed.set(interaction, ask.name);
  }

  say(channel, content) { return post(this.path("say"), { channel, content }); }

  click(message, custom_id, values = []) {
    for (const a of [...this.acts.values()]) if (a.source === message && a.state === "failed") this.acts.delete(a.id);
    return post(this.path("click"), { message, custom_id, values });
  }

  submit(modal, fields) { return post(this.path("submit"), { modal, fields }); }

  dismiss(message) { return post(this.path("dismiss"), message ? { message } : {}); }

  async setDM(closed) {
    await post(this.path("dm"), { closed });
    this.dmClosed = closed;
    this.tell({ kind: "settings" });
  }

  async setInstalled(installed) {
    await post(this.path("install"), { installed });
    this.installed = installed;
    this.tell({ kind: "settings" });
  }

  async setAdmin(admin) {
    await post(this.path("admin"), { admin });
    this.admin = admin;
    this.tell({ kind: "settings" });
  }

  async setModerator(moderator) {
    await post(this.path("moderator"), { moderator });
    this.moderator = moderator;
    this.tell({ kind: "settings" });
  }

  async setLocale(locale) {
    await post(this.path("locale"), { locale });
    this.locale = locale;
    this.tell({ kind: "settings" });
  }

  suggest(channel, text, signal) {
    return get(`${this.path("autocomplete")}?${new URLSearchParams({ channel, text })}`, signal);
  }

  path(what) { return `/local/users/${this.name}/${what}`; }

  tell(change) { this.listeners.forEach(f => f(change)); }

  dm() { return [...this.channels.values()].find(c => c.type === DM); }

  general() { return [...this.channels.values()].find(c => c.type === 0); }

  // What was read is kept in the browser, by guild, user and channel.
  key(channel) { return `read/${this.guild?.id}/${this.name}/${channel}`; }

  read(channel) {
    const last = this.channels.get(channel)?.messages.at(-1);
    if (!last || this.lastRead(channel) === last.id) return;
    localStorage.setItem(this.key(channel), last.id);
    this.tell({ kind: "read", channel });
  }

  lastRead(channel) { return localStorage.getItem(this.key(channel)) ?? "0"; }

  // unread counts what others wrote since, and how much of it was for this person.
  unread(channel) {
    const c = this.channels.get(channel);
    const last = this.lastRead(channel);
    let all = 0, mine = 0;
    for (let i = c.messages.length - 1; i >= 0 && compareIDs(c.messages[i].id, last) > 0; i--) {
      const m = c.messages[i];
      if (m.author.id === this.user.id || m.flags & 64) continue;
      all++;
      if (c.type === DM || m.mentions.some(u => u.id === this.user.id)) mine++;
    }
    return { all, mine };
  }
}

function put(messages, message) {
  let i = messages.length;
  while (i > 0 && compareIDs(messages[i - 1].id, message.id) > 0) i--;
  if (i > 0 && messages[i - 1].id === message.id) messages[i - 1] = message;
  else messages.splice(i, 0, message);
}
