// One message as it stands in a channel.
import { avatar, h, icon, local, nameOf, stamp, timeOf, when } from "./dom.js";
import { components, picture, size } from "./component.js";
import { markdown } from "./markdown.js";

const has = (m, flag) => (m.flags & flag) !== 0;
const EPHEMERAL = 64, LOADING = 128, THREAD = 32;

// joins tells whether a message continues the one before: same author, soon after, and nothing to say about its origin.
export function joins(before, m) {
  return before && before.author.id === m.author.id && before.type !== 18 && m.type !== 18 && !m.interaction_metadata && !m.message_reference &&
    !before.interaction_metadata && has(before, EPHEMERAL) === has(m, EPHEMERAL) && timeOf(m.id) - timeOf(before.id) < 7 * 60000;
}

// messageElement builds a message. view is what it needs of the pane: client, context(message), goTo(channel), seek(message).
export function messageElement(m, joined, view) {
  if (m.type === 18) return notice(m, view);
  const mine = m.mentions.some(u => u.id === view.client.user.id) || m.mention_everyone;
  const classes = ["message", joined && "joined", has(m, EPHEMERAL) && "ephemeral", mine && "mentioned"].filter(Boolean).join(" ");
  const date = timeOf(m.id);
  return h("article", { class: classes, id: `${view.id}-${m.id}`, "data-id": m.id, "aria-label": `Message of ${nameOf(m.author)}` },
    origin(m, view),
    joined ? h("time", { class: "side", datetime: date.toISOString(), title: stamp(date, "F") }, stamp(date, "t")) : avatar(m.author),
    h("div", { class: "body" },
      !joined && h("header", {}, h("span", { class: m.author.bot ? "name bot" : "name" }, nameOf(m.author)), m.author.bot && h("span", { class: "tag" }, "APP"),
        h("time", { class: "at", datetime: date.toISOString(), title: stamp(date, "F") }, when(date))),
      content(m, view)), !has(m, EPHEMERAL) && contextMenu(m, view));
}

// contextMenu offers the commands of applications for a message and for its author.
function contextMenu(m, view) {
  const list = h("div", { class: "context-list", role: "menu" });
  const box = h("details", { class: "context" }, h("summary", { title: "Apps", "aria-label": "Apps" }, "⋯"), list);
  const use = ask => { box.open = false; view.client.menu(ask).catch(e => view.complain(e.message)); };
  const item = (name, ask) => h("button", { type: "button", role: "menuitem", onclick: () => use({ name, ...ask }) }, name);
  box.addEventListener("toggle", async () => {
    if (!box.open) return;
    const channel = m.channel_id;
    const menus = await view.client.menus(channel).catch(() => ({ user: [], message: [] }));
    list.replaceChildren(...menus.message.map(n => item(n, { message: m.id })),
      ...menus.user.map(n => item(`${n}`, { channel, user: m.author.id })));
    if (!list.children.length) list.replaceChildren(h("span", { class: "muted" }, "No apps here"));
  });
  return box;
}

// origin is the line above a message that answers something.
function origin(m, view) {
  const meta = m.interaction_metadata;
  if (meta && meta.type === 2 && m.type === 20) {
    return h("div", { class: "origin" }, avatar(meta.user, true), h("b", {}, nameOf(meta.user)), " used ", h("span", { class: "command" }, "/" + (meta.name ?? "command")));
  }
  if (m.type !== 19 || !m.message_reference) return null;
  const to = view.find(m.message_reference.message_id);
  if (!to) return h("div", { class: "origin" }, h("i", {}, "Original message was deleted"));
  const words = preview(to, view.account);
  return h("button", { class: "origin", type: "button", onclick: () => view.seek(to.id) }, avatar(to.author, true), h("b", {}, nameOf(to.author)), " ", h("span", { class: "preview" }, words));
}

// preview is a message in a few words, without markdown.
export function preview(m, account) {
  const words = m.content || textOf(m.components) || (has(m, LOADING) ? "is thinking…" : "Click to see the message");
  return words.replace(/<@!?(\d+)>/g, (_, id) => "@" + (account?.(id) ? nameOf(account(id)) : "someone"))
    .replace(/<t:(-?\d+)(?::(\w))?>/g, (_, s, style) => stamp(new Date(s * 1000), style ?? "f"))
    .replace(/^-# |^#+ |[*_`>|~]+/gm, "").replace(/\s+/g, " ").trim().slice(0, 120);
}

function textOf(list) {
  for (const c of list ?? []) {
    const t = c.content ?? textOf(c.components);
    if (t) return t;
  }
  return "";
}

function content(m, view) {
  const context = view.context(m);
  if (has(m, LOADING)) {
    const late = Date.now() - timeOf(m.id) > 15 * 60000;
    return h("div", { class: "thinking" }, late ? h("span", { class: "failed" }, "The application did not respond") :
      [h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), ` ${nameOf(m.author)} is thinking…`], has(m, EPHEMERAL) && footer(m, view));
  }
  const act = context.act();
  return [
    m.content && h("div", { class: "text" }, markdown(m.content, context), m.edited_timestamp && edited(m)),
    m.attachments.map(a => a.content_type?.startsWith("image/") ? picture(a, a.description, false, "alone") :
      h("a", { class: "file", href: local(a.url), download: a.filename }, icon("file"), h("span", { class: "words" }, a.filename, h("small", {}, size(a.size))))),
    m.embeds.map(e => embed(e, context)),
    m.components.length > 0 && h("div", { class: "components" }, components(m.components, context)),
    !m.content && m.edited_timestamp && edited(m),
    act?.state === "failed" && h("div", { class: "failed", role: "alert" }, act.reason || "This interaction failed"),
    has(m, THREAD) && threadCard(m, view),
    has(m, EPHEMERAL) && footer(m, view),
  ];
}

const edited = m => h("time", { class: "edited", datetime: m.edited_timestamp, title: stamp(new Date(m.edited_timestamp), "F") }, " (edited)");

function embed(e, context) {
  return h("div", { class: "container accented embed", style: { "--accent": e.color ? "#" + e.color.toString(16).padStart(6, "0") : "#4e5058" } },
    e.author?.name && h("small", {}, h("b", {}, e.author.name)),
    e.title && h("b", { class: "embed-title" }, markdown(e.title, context)),
    e.description && h("div", { class: "text" }, markdown(e.description, context)),
    e.fields?.length > 0 && h("div", { class: "fields" }, e.fields.map(f => h("div", { class: f.inline ? "inline" : "" }, h("b", {}, f.name), h("div", { class: "text" }, markdown(f.value, context))))),
    e.image && picture(e.image, "", false, "alone"), e.footer?.text && h("small", { class: "muted" }, e.footer.text));
}

function footer(m, view) {
  return h("footer", {}, icon("eye"), " Only you can see this · ",
    h("button", { class: "plain", type: "button", onclick: () => view.client.dismiss(m.id) }, "Dismiss message"));
}

// threadCard leads from a message to the thread that was started on it.
function threadCard(m, view) {
  const thread = view.client.channels.get(m.id);
  if (!thread) return null;
  const last = thread.messages.at(-1);
  return h("button", { class: "thread-card", type: "button", onclick: () => view.goTo(thread.id) },
    h("span", {}, h("b", {}, thread.name), h("span", { class: "go" }, `${thread.messages.length} message${thread.messages.length === 1 ? "" : "s"} ›`)),
    last && h("span", { class: "muted" }, `${nameOf(last.author)}: ${preview(last, view.account)}`));
}

// notice is the line that says that a thread was started.
function notice(m, view) {
  const thread = m.message_reference?.channel_id;
  return h("div", { class: "notice", "data-id": m.id }, icon("thread"), h("b", {}, nameOf(m.author)), " started a thread: ",
    view.client.channels.has(thread) ? h("button", { class: "plain strong", type: "button", onclick: () => view.goTo(thread) }, m.content) : h("b", {}, m.content));
}
