// Discord's markdown, as far as a bot of a game needs it. The result is built of elements, never of markup.
import { h, icon, timeElement } from "./dom.js";

// context names what mentions mean: {user: id => account, channel: id => channel, open: channel => void}, and the reader's locale.

// markdown turns a text into elements.
export function markdown(text, context) {
  const out = document.createDocumentFragment();
  const lines = text.split("\n");
  for (let i = 0; i < lines.length;) i = block(lines, i, out, context);
  return out;
}

// block reads one block that begins at line i and returns the line after it.
function block(lines, i, out, context) {
  const line = lines[i];
  if (line.startsWith("```")) return codeBlock(lines, i, out);
  const heading = /^(#{1,3}) +(.+)$/.exec(line);
  if (heading) {
    out.append(h("h" + (heading[1].length + 2), { class: "h" + heading[1].length }, inline(heading[2], context)));
    return i + 1;
  }
  const small = /^-# +(.+)$/.exec(line);
  if (small) {
    out.append(h("small", { class: "subtext" }, inline(small[1], context)));
    return i + 1;
  }
  if (line.startsWith(">>> ")) {
    out.append(h("blockquote", {}, markdown([line.slice(4), ...lines.slice(i + 1)].join("\n"), context)));
    return lines.length;
  }
  if (/^> ?/.test(line)) return gather(lines, i, /^> ?/, rows => out.append(h("blockquote", {}, markdown(rows.join("\n"), context))));
  if (/^\s*[-*] /.test(line)) return list(lines, i, out, context, "ul", /^(\s*)[-*] +/);
  if (/^\s*\d+\. /.test(line)) return list(lines, i, out, context, "ol", /^(\s*)\d+\. +/);
  const text = [line];
  while (++i < lines.length && !starts(lines[i])) text.push(lines[i]);
  out.append(h("div", { class: "para" }, text.join("\n") === "" ? h("br") : inline(text.join("\n"), context)));
  return i;
}

const starts = line => /^(```|#{1,3} |-# |>|\s*[-*] |\s*\d+\. )/.test(line);

function gather(lines, i, mark, done) {
  const rows = [];
  for (; i < lines.length && mark.test(lines[i]); i++) rows.push(lines[i].replace(mark, ""));
  done(rows);
  return i;
}

function codeBlock(lines, i, out) {
  const first = lines[i].slice(3);
  const inOne = first.indexOf("```");
  if (inOne >= 0) {
    out.append(h("pre", {}, h("code", {}, first.slice(0, inOne))));
    return i + 1;
  }
  const rows = /^[\w+-]*$/.test(first) ? [] : [first];
  for (i++; i < lines.length; i++) {
    const end = lines[i].indexOf("```");
    if (end >= 0) {
      if (end > 0) rows.push(lines[i].slice(0, end));
      i++;
      break;
    }
    rows.push(lines[i]);
  }
  out.append(h("pre", { tabindex: "0" }, h("code", {}, rows.join("\n"))));
  return i;
}

// list reads items of one kind; a deeper indent makes a list within the item before.
function list(lines, i, out, context, tag, mark) {
  const root = h(tag, tag === "ol" ? { start: /\d+/.exec(lines[i])[0] } : {});
  let inner = null;
  for (let m; i < lines.length && (m = mark.exec(lines[i])); i++) {
    const item = h("li", {}, inline(lines[i].slice(m[0].length), context));
    if (m[1].length >= 2 && root.lastChild) {
      if (!inner) root.lastChild.append(inner = h(tag));
      inner.append(item);
    } else {
      root.append(item);
      inner = null;
    }
  }
  out.append(root);
  return i;
}

// What can stand within a line, in the order it is tried.
const tokens = [
  [/^\\([*_~`|\\>#\-[\]()<])/, m => m[1]],
  [/^``([^]+?)``/, m => h("code", {}, m[1].trim())],
  [/^`([^`]+)`/, m => h("code", {}, m[1])],
  [/^<@!?(\d+)>/, (m, c) => mention(c.user?.(m[1]), m[0])],
  [/^<@&(\d+)>/, m => h("span", { class: "mention", title: m[0] }, "@Moderator")], // the one role there is
  [/^<#(\d+)>/, (m, c) => channelMention(c.channel?.(m[1]), c)],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (m, context) => timeElement(new Date(m[1] * 1000), m[2] ?? "f", context.locale)],
  [/^<(a?):(\w+):(\d+)>/, m => h("img", { class: "emoji", src: `/emojis/${m[3]}.png`, alt: `:${m[2]}:`, title: `:${m[2]}:` })],
  [/^<\/([^:>]+):\d+>/, m => h("span", { class: "mention" }, "/" + m[1])],
  [/^@(everyone|here)\b/, m => h("span", { class: "mention" }, m[0])],
  [/^\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/, (m, c) => link(m[2], inline(m[1], c))],
  [/^<?(https?:\/\/[^\s<>]+[^\s<>.,;:!?)'"])>?/, m => link(m[1], m[1])],
  [/^\*\*\*([^]+?)\*\*\*/, (m, c) => h("strong", {}, h("em", {}, inline(m[1], c)))],
  [/^\*\*([^]+?)\*\*(?!\*)/, (m, c) => h("strong", {}, inline(m[1], c))],
  [/^__([^]+?)__(?!_)/, (m, c) => h("u", {}, inline(m[1], c))],
  [/^\*(?![\s*])([^]*?[^\s*])\*(?!\*)/, (m, c) => h("em", {}, inline(m[1], c))],
  [/^_(?![\s_])([^]*?[^\s_])_(?!\w)/, (m, c) => h("em", {}, inline(m[1], c))],
  [/^~~([^]+?)~~/, (m, c) => h("s", {}, inline(m[1], c))],
  [/^\|\|([^]+?)\|\|/, (m, c) => spoiler(inline(m[1], c))],
  [/^\n/, () => h("br")],
];

// inline turns what stands within a block into nodes.
export function inline(text, context) {
  const nodes = [];
  let plain = "";
  for (let i = 0; i < text.length;) {
    const hit = /[\w]/.test(text[i - 1] ?? "") && text[i] === "_" ? null : match(text.slice(i));
    if (!hit) {
      plain += text[i++];
      continue;
    }
    if (plain) nodes.push(plain);
    plain = "";
    nodes.push(hit.make(hit.found, context));
    i += hit.found[0].length;
  }
  if (plain) nodes.push(plain);
  return nodes;
}

const special = /^[\\`<@[h*_~|\n]/;

function match(rest) {
  if (!special.test(rest)) return null;
  for (const [pattern, make] of tokens) {
    const found = pattern.exec(rest);
    if (found) return { found, make };
  }
  return null;
}

function mention(account, raw) {
  if (!account) return h("span", { class: "mention" }, "@unknown-user");
  return h("span", { class: "mention", title: `@${account.username} ${raw}` }, "@" + (account.global_name ?? account.username));
}

function channelMention(channel, context) {
  if (!channel) return h("span", { class: "mention" }, "#unknown");
  return h("button", { class: "mention", onclick: () => context.open?.(channel.id) }, channel.thread_metadata ? icon("thread") : "#", channel.name);
}

function link(href, content) {
  return h("a", { href, target: "_blank", rel: "noopener noreferrer" }, content);
}

function spoiler(content) {
  return h("button", { class: "spoiler", "aria-label": "Spoiler", onclick: e => e.currentTarget.classList.add("open") }, h("span", {}, content));
}
