// A select menu: a field that opens a list. One value is sent when it is picked, several when the list closes.
import { avatar, h, nameOf } from "./dom.js";
import { emoji } from "./component.js";

// optionsOf is what a select offers: its own options, or people, channels or roles.
function optionsOf(select, context) {
  if (select.type === 3 || select.type === 21 || select.type === 22) {
    return select.options.map(o => ({ ...o, mark: o.emoji && emoji(o.emoji) }));
  }
  const preset = new Set((select.default_values ?? []).map(v => v.id));
  if (select.type === 5 || select.type === 7) {
    return context.people().map(u => ({ value: u.id, label: nameOf(u), description: "@" + u.username, mark: avatar(u, true), default: preset.has(u.id) }));
  }
  if (select.type === 8) {
    return context.rooms(select.channel_types).map(c => ({ value: c.id, label: "#" + c.name, default: preset.has(c.id) }));
  }
  if (select.type === 6) {
    return context.roles().map(r => ({ value: r.id, label: r.name.startsWith("@") ? r.name : "@" + r.name, default: preset.has(r.id) }));
  }
  return [];
}

// selectMenu builds the menu. done(values) is called when the choice is made; in a modal it may be called again.
export function selectMenu(select, context, done, state = {}) {
  const options = optionsOf(select, context);
  const most = select.type === 21 ? 1 : select.max_values ?? (select.type === 22 ? options.length : 1);
  const least = select.min_values ?? 1;
  let chosen = options.filter(o => o.default).map(o => o.value);
  const before = chosen.join("\n");
  const label = h("span", { class: "chosen" });
  const field = h("button", {
    class: "select", type: "button", "aria-haspopup": "listbox", "aria-expanded": "false",
    disabled: select.disabled || state.waiting, "aria-label": select.placeholder ?? "Make a selection", onclick: () => (list ? close(true) : open()),
  }, label, h("span", { class: "caret", "aria-hidden": "true" }, "▾"));
  const root = h("div", { class: "select-box" }, field);
  let list = null;

  function show() {
    const picked = options.filter(o => chosen.includes(o.value));
    label.classList.toggle("empty", !picked.length);
    label.replaceChildren(...(picked.length ? picked.map(o => h("span", { class: most > 1 ? "chip" : "" }, o.mark?.cloneNode(true) ?? "", o.label))
      : [select.placeholder ?? "Make a selection"]));
  }

  function open() {
    const rows = options.map(o => h("button", {
      class: "option", type: "button", role: "option", "aria-selected": String(chosen.includes(o.value)), "data-value": o.value, onclick: () => pick(o),
    }, o.mark ?? "", h("span", { class: "words" }, o.label, o.description && h("small", {}, o.description)),
    most > 1 && h("span", { class: "tick", "aria-hidden": "true" })));
    list = h("div", { class: "options", role: "listbox", "aria-multiselectable": String(most > 1), onkeydown: move },
      most > 1 && h("div", { class: "options-head" }, h("span", {}, `Choose ${least === most ? most : `${least} to ${most}`}`),
        h("button", { type: "button", class: "done", onclick: () => close(true) }, "Done")), rows);
    root.append(list);
    field.setAttribute("aria-expanded", "true");
    (rows.find(r => r.getAttribute("aria-selected") === "true") ?? rows[0])?.focus({ preventScroll: true });
    const room = innerHeight - field.getBoundingClientRect().bottom;
    list.classList.toggle("above", room < 260 && field.getBoundingClientRect().top > room);
    setTimeout(() => addEventListener("pointerdown", outside));
    addEventListener("keydown", escape);
  }

  function pick(option) {
    if (most === 1) {
      chosen = chosen.includes(option.value) && least === 0 ? [] : [option.value];
      return close(true, true);
    }
    if (chosen.includes(option.value)) chosen = chosen.filter(v => v !== option.value);
    else if (chosen.length < most) chosen = [...chosen, option.value];
    for (const row of list.querySelectorAll(".option")) row.setAttribute("aria-selected", String(chosen.includes(row.dataset.value)));
    show();
  }

  function close(keep, picked) {
    if (!list) return;
    list.remove();
    list = null;
    field.setAttribute("aria-expanded", "false");
    removeEventListener("pointerdown", outside);
    removeEventListener("keydown", escape);
    const enough = chosen.length >= least && chosen.length <= most;
    if (keep && enough && (picked || chosen.join("\n") !== before)) done(chosen);
    else if (keep && !enough && !state.lenient) chosen = before ? before.split("\n") : [];
    show();
    field.focus({ preventScroll: true });
  }

  const outside = e => { if (!root.isConnected || !root.contains(e.target)) close(true); };
  const escape = e => { if (e.key === "Escape") { e.stopPropagation(); close(false); } };

  function move(e) {
    const rows = [...list.querySelectorAll(".option")];
    const at = rows.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    rows[(to + rows.length) % rows.length]?.focus();
  }

  show();
  root.values = () => chosen;
  return root;
}
