// The components of a message: text, pictures, boxes, buttons and selects.
import { h, icon, lightbox, local } from "./dom.js";
import { markdown } from "./markdown.js";
import { selectMenu } from "./select.js";

const buttonStyles = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

// emoji is a custom emoji's picture or a Unicode one.
export function emoji(e) {
  return e.id ? h("img", { class: "emoji", src: `/emojis/${e.id}.png`, alt: `:${e.name}:` }) : h("span", { class: "emoji" }, e.name);
}

// components builds a list of them. act is the interaction that runs on the message, if any; click(custom_id, values) makes one.
export function components(list, context) {
  return list.map(c => component(c, context));
}

function component(c, context) {
  switch (c.type) {
    case 1: return h("div", { class: "row" }, c.components.map(k => component(k, context)));
    case 2: return button(c, context);
    case 3: case 5: case 6: case 7: case 8:
      return selectMenu(c, context, values => context.click(c.custom_id, values), { waiting: context.waiting() });
    case 9: return h("div", { class: "section" }, h("div", { class: "section-text" }, components(c.components, context)), component(c.accessory, context));
    case 10: return h("div", { class: "text" }, markdown(c.content, context));
    case 11: return picture(c.media, c.description, c.spoiler, "thumbnail");
    case 12: return gallery(c.items);
    case 13: return fileCard(c);
    case 14: return h("hr", { class: (c.divider ? "line" : "gap") + (c.spacing === 2 ? " wide" : "") });
    case 17: return container(c, context);
  }
  return h("div", { class: "text unknown" }, `(a component of type ${c.type})`);
}

function container(c, context) {
  const style = c.accent_color === null ? null : { "--accent": "#" + c.accent_color.toString(16).padStart(6, "0") };
  const box = h("div", { class: "container" + (style ? " accented" : "") + (c.spoiler ? " veiled" : ""), style }, components(c.components, context));
  if (c.spoiler) box.addEventListener("click", () => box.classList.remove("veiled"), { once: true });
  return box;
}

function button(b, context) {
  const face = [b.emoji && emoji(b.emoji), b.label && h("span", {}, b.label)];
  if (b.style === 5) return h("a", { class: "button link", href: b.url, target: "_blank", rel: "noopener noreferrer" }, face, h("span", { "aria-hidden": "true" }, "↗"));
  const act = context.act();
  const running = act?.state === "pending" && act.custom_id === b.custom_id;
  return h("button", {
    class: `button ${buttonStyles[b.style] ?? "secondary"}${running ? " running" : ""}`, type: "button",
    disabled: b.disabled || context.waiting(), "aria-busy": running ? "true" : null, onclick: () => context.click(b.custom_id),
  }, face, running && h("span", { class: "dots", "aria-label": "waiting" }, h("i"), h("i"), h("i")));
}

function gallery(items) {
  return h("div", { class: `gallery n${Math.min(items.length, 5)}` }, items.map(i => picture(i.media, i.description, i.spoiler, "")));
}

// picture shows an image with its alt text; a click makes it large.
export function picture(media, alt, spoiler, more) {
  const src = local(media.url);
  const img = h("img", { src, alt: alt ?? "", width: media.width || null, height: media.height || null, loading: "lazy", decoding: "async" });
  const frame = h("button", {
    class: `picture ${more}${spoiler ? " veiled" : ""}`, type: "button", "aria-label": alt ? `Picture: ${alt}` : "Picture", title: alt ?? "",
    onclick: () => frame.classList.contains("veiled") ? frame.classList.remove("veiled") : lightbox(src, alt),
  }, img, alt && h("span", { class: "alt", "aria-hidden": "true" }, "ALT"));
  return frame;
}

function fileCard(c) {
  return h("a", { class: "file", href: local(c.file.url), download: c.name }, icon("file"),
    h("span", { class: "words" }, c.name, h("small", {}, size(c.size))));
}

export const size = n => n < 1024 ? `${n} bytes` : n < 1048576 ? `${(n / 1024).toFixed(1)} KB` : `${(n / 1048576).toFixed(1)} MB`;
