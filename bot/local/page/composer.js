// The line at the bottom of a channel: words, or a slash command with its popup.
import { h } from "./dom.js";

const heads = { command: "Commands", subcommand: "Subcommands", option: "Options", value: "Values", completion: "Suggestions" };

export class Composer {
  // pane has client, channel and an error(text).
  constructor(pane) {
    this.pane = pane;
    this.list = [];
    this.at = -1;
    this.history = [];
    this.input = h("textarea", {
      rows: "1", spellcheck: "false", autocomplete: "off", "aria-label": "Message or command", "aria-autocomplete": "list",
      oninput: () => this.changed(), onkeydown: e => this.key(e), onfocus: () => this.changed(), onblur: () => setTimeout(() => this.hide(), 150),
    });
    this.popup = h("div", { class: "popup", role: "listbox", hidden: true });
    this.problem = h("div", { class: "problem", role: "alert", hidden: true });
    this.root = h("form", { class: "composer", onsubmit: e => { e.preventDefault(); this.send(); } },
      this.popup, this.problem, h("div", { class: "line" },
        h("button", { class: "slash", type: "button", title: "Commands", "aria-label": "Commands", onclick: () => this.begin() }, "/"),
        this.input, h("button", { class: "send", type: "submit", "aria-label": "Send", title: "Send" }, "➤")));
  }

  label(text) { this.input.placeholder = text; }

  begin() {
    if (!this.input.value.startsWith("/")) this.input.value = "/";
    this.input.focus();
    this.changed();
  }

  async changed() {
    this.fit();
    this.problem.hidden = true;
    const text = this.input.value;
    if (!text.startsWith("/") || document.activeElement !== this.input) return this.hide();
    this.waiting?.abort();
    const ask = this.waiting = new AbortController();
    await new Promise(r => setTimeout(r, 90));
    if (ask.signal.aborted) return;
    try {
      const { suggestions } = await this.pane.client.suggest(this.pane.channel, text, ask.signal);
      if (!ask.signal.aborted) this.offer(suggestions);
    } catch (e) {
      if (e.name !== "AbortError") this.offer([], e.message);
    }
  }

  fit() {
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, 160)}px`;
  }

  // offer shows suggestions. What must be given is chosen beforehand, so that Enter takes it; what may be is not, so that Enter sends.
  offer(list, note) {
    this.list = list;
    const first = list[0];
    const typed = list.some(s => s.text.trim() === this.input.value.trim());
    const eager = first && (first.kind === "command" || first.kind === "subcommand" || first.kind === "value" && !typed || first.required);
    this.at = eager ? 0 : -1;
    const rows = list.map((s, i) => h("button", {
      class: "suggestion", type: "button", role: "option", onpointerdown: e => { e.preventDefault(); this.take(i); },
    }, h("b", {}, s.name), s.detail && h("span", { class: "muted" }, s.detail)));
    this.popup.replaceChildren(...(list.length ? [h("div", { class: "popup-head" }, heads[list[0].kind] ?? ""), ...rows] : note ? [h("div", { class: "popup-note" }, note)] : []));
    this.popup.hidden = !this.popup.children.length;
    this.mark();
  }

  mark() {
    [...this.popup.querySelectorAll(".suggestion")].forEach((row, i) => {
      row.setAttribute("aria-selected", String(i === this.at));
      if (i === this.at) row.scrollIntoView({ block: "nearest" });
    });
  }

  hide() {
    this.popup.hidden = true;
    this.list = [];
    this.at = -1;
  }

  take(i) {
    this.input.value = this.list[i].text;
    this.input.focus();
    this.input.setSelectionRange(this.input.value.length, this.input.value.length);
    this.hide();
    this.changed();
  }

  key(e) {
    if (e.isComposing) return;
    const n = this.list.length;
    if (!this.popup.hidden && n && (e.key === "ArrowDown" || e.key === "ArrowUp")) {
      e.preventDefault();
      this.at = e.key === "ArrowDown" ? (this.at + 1) % n : (Math.max(this.at, 0) + n - 1) % n;
      return this.mark();
    }
    if (!this.popup.hidden && n && (e.key === "Tab" && !e.shiftKey || e.key === "Enter" && this.at >= 0)) {
      e.preventDefault();
      return this.take(Math.max(this.at, 0));
    }
    if (e.key === "Escape" && !this.popup.hidden) {
      e.stopPropagation();
      return this.hide();
    }
    if (e.key === "ArrowUp" && this.input.value === "" && this.history.length) {
      e.preventDefault();
      this.input.value = this.history.at(-1);
      return this.changed();
    }
    if (e.key === "Enter" && !e.shiftKey) {
      e.preventDefault();
      this.send();
    }
  }

  async send() {
    const text = this.input.value.trim();
    if (!text) return;
    this.waiting?.abort();
    this.hide();
    try {
      if (text.startsWith("/")) await this.pane.client.slash(this.pane.channel, text);
      else await this.pane.client.say(this.pane.channel, text);
    } catch (e) {
      return this.complain(e.message);
    }
    this.history.push(text);
    this.input.value = "";
    this.fit();
  }

  // complain says why something could not be done, until the next key.
  complain(text) {
    this.problem.textContent = text;
    this.problem.hidden = false;
  }
}
