package screens

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/customid"
	"downsync/bot/wire"
)

// readThread is the page that lays the messages of a thread out below each other, as on a phone, and writes down their heights.
const readThread = `<!doctype html><meta charset=utf-8><link rel=stylesheet href=/frame.css><link rel=stylesheet href=/message.css>
<style>html,body{height:auto;overflow:visible;display:block}.pane{border-radius:0;display:block}#out{display:none}</style><pre id=out></pre><script type=module>
import { components } from "/component.js";
import { h } from "/dom.js";
addEventListener("unhandledrejection", e => document.getElementById("out").textContent = String(e.reason));
const context = { act: () => null, waiting: () => false, click: () => {}, account: () => null, channel: () => null };
const pane = h("div", { class: "pane" });
pane.style.width = "PHONEpx";
document.body.append(pane);
for (const list of await (await fetch("/thread")).json()) {
  const head = h("header", {}, h("span", { class: "name bot" }, "Downsync"), h("span", { class: "tag" }, "APP"), h("time", { class: "at" }, "Today at 19:30"));
  pane.append(h("article", { class: "message" }, h("div", { class: "avatar" }), h("div", { class: "body" }, head, h("div", { class: "components" }, components(list, context)))));
}
for (const img of pane.querySelectorAll("img")) img.loading = "eager";
const whole = e => e.getBoundingClientRect().height + parseFloat(getComputedStyle(e).marginTop);
document.getElementById("out").textContent = JSON.stringify([...pane.children].map(e => Math.round(whole(e))));
</script>`

// MostThread is the greatest height of the thread of a finished match with nine cards, in pixels of a phone.
const MostThread = 4000

// Thread checks that the thread of the duel's finished match takes at most that many pixels of a phone, and that it holds the cards of its
// turns: each past one has a headline, a board and a button for its lines. Each message has its author above it, as when some time has
// passed since the one before.
func Thread(t *testing.T, s *bottest.Duel, turns, most int) {
	t.Helper()
	messages := s.Wire.Messages(s.Wire.Threads()[0])
	for _, m := range messages[:len(messages)-1] {
		if _, ok := bottest.ControlsOf(m.Message).Find(customid.Happened + "|"); !ok || len(m.Files) != 1 {
			t.Errorf("a closed card with %d pictures; a button for its lines: %t\n%s", len(m.Files), ok, bottest.Words(m.Message))
		}
	}
	last := &messages[len(messages)-1].Message
	last.Blocks = append(last.Blocks, wire.Text(s.Text("match.dice-open"))) // which dice of tests do not have
	if len(messages) < turns {
		t.Errorf("%d cards of %d turns", len(messages), turns)
	}
	srv := serve()
	defer srv.Close()
	var all []any
	for _, m := range messages {
		all = append(all, asComponents(m.Message, srv.picture))
	}
	srv.json("/thread", all)
	srv.page("/read", readThread)
	var heights []int
	if !srv.measured(t, "/read", &heights, shot{"THREAD_PNG", "/read", phone, 6000}) {
		t.Log("there is no Chromium here: the thread is not measured")
		return
	}
	sum := 0
	for i, h := range heights {
		sum += h
		t.Logf("%4d px: %s", h, firstLine(messages[i].Message))
	}
	if t.Logf("%d messages, %d px", len(heights), sum); sum > most || len(heights) != len(messages) {
		t.Errorf("%d px of thread, at most %d", sum, most)
	}
}

// firstLine returns the first line of a message.
func firstLine(m wire.Message) string {
	line, _, _ := strings.Cut(bottest.Words(m), "\n")
	return line
}
