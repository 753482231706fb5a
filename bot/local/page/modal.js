// A modal: a form that the bot opened for one person.
import { h } from "./dom.js";
import { markdown } from "./markdown.js";
import { selectMenu } from "./select.js";

// modalElement builds the form. context is that of a message; client sends it.
export function modalElement(modal, client, context) {
  const fields = new Map(); // custom id -> () => value
  const problem = h("div", { class: "problem", role: "alert", hidden: true });
  const send = h("button", { class: "button primary", type: "submit" }, "Submit");
  const cancel = () => client.dismiss();
  const complain = text => {
    problem.textContent = text;
    problem.hidden = false;
    send.disabled = false;
    send.classList.remove("running");
  };
  const submit = async e => {
    e.preventDefault();
    problem.hidden = true;
    send.disabled = true;
    send.classList.add("running");
    try {
      await client.submit(modal.interaction, Object.fromEntries([...fields].map(([id, value]) => [id, value()])));
    } catch (err) {
      complain(err.message);
    }
  };
  const form = h("form", { class: "modal", role: "dialog", "aria-modal": "true", "aria-label": modal.title, onsubmit: submit },
    h("header", {}, h("h2", {}, modal.title), h("button", { class: "close", type: "button", "aria-label": "Close", onclick: cancel }, "✕")),
    h("div", { class: "fields-list" }, modal.components.map(c => part(c, fields, context))), problem,
    h("footer", {}, h("button", { class: "button plain", type: "button", onclick: cancel }, "Cancel"), send));
  const root = h("div", { class: "veil", onkeydown: e => { if (e.key === "Escape") cancel(); } }, form);
  root.failed = () => complain("Something went wrong. Try again.");
  root.focusFirst = () => form.querySelector("input, textarea, .select")?.focus();
  return root;
}

function part(c, fields, context) {
  switch (c.type) {
    case 1: return c.components.map(k => field(k, k.label, "", fields, context));
    case 10: return h("div", { class: "text" }, markdown(c.content, context));
    case 18: return field(c.component, c.label, c.description, fields, context);
  }
  return null;
}

function field(k, label, description, fields, context) {
  const required = k.required !== false && k.type !== 23;
  const title = h("span", { class: "field-label" }, label, required && h("span", { class: "star", "aria-label": "required" }, " *"));
  const hint = description && h("small", { class: "muted" }, description);
  if (k.type === 4) {
    const input = h(k.style === 2 ? "textarea" : "input", {
      type: k.style === 2 ? null : "text", rows: k.style === 2 ? "4" : null, minlength: k.min_length, maxlength: k.max_length ?? 4000,
      placeholder: k.placeholder, required, value: k.value ?? "",
    });
    fields.set(k.custom_id, () => input.value);
    return h("label", { class: "field" }, title, hint, input);
  }
  if (k.type === 23) {
    const box = h("input", { type: "checkbox", checked: k.default });
    fields.set(k.custom_id, () => box.checked);
    return h("label", { class: "field check" }, box, h("span", {}, title, hint));
  }
  if (k.type === 21 || k.type === 22) return group(k, title, hint, fields);
  const menu = selectMenu(k, context, () => {}, { lenient: true });
  fields.set(k.custom_id, () => menu.values());
  return h("div", { class: "field" }, title, hint, menu);
}

function group(k, title, hint, fields) {
  const boxes = k.options.map(o => h("input", { type: k.type === 21 ? "radio" : "checkbox", name: k.custom_id, value: o.value, checked: o.default }));
  fields.set(k.custom_id, () => boxes.filter(b => b.checked).map(b => b.value));
  return h("fieldset", { class: "field" }, h("legend", {}, title), hint, k.options.map((o, i) =>
    h("label", { class: "check" }, boxes[i], h("span", {}, o.label, o.description && h("small", { class: "muted" }, o.description)))));
}
