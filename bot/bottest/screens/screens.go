// Package screens measures consoles in the layout of the local Discord's page: in a browser, or by the page's own rules if there is
// none.
package screens

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"image/png"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"downsync/bot/discord"
	"downsync/bot/lang"
	"downsync/bot/wire"
)

// asComponents returns a console as the components of Discord's API, for the local page. pictures returns the address of a picture.
func asComponents(m wire.Message, pictures func(png []byte) string) []map[string]any {
	var walk func([]wire.Block) []map[string]any
	walk = func(bs []wire.Block) (out []map[string]any) {
		for _, b := range bs {
			switch b := b.(type) {
			case wire.Text:
				out = append(out, map[string]any{"type": 10, "content": string(b)})
			case wire.Picture:
				size, _ := png.DecodeConfig(bytes.NewReader(m.Files[b.File].Data))
				out = append(out, map[string]any{"type": 12, "items": []any{map[string]any{"description": b.Alt,
					"media": map[string]any{"url": pictures(m.Files[b.File].Data), "width": size.Width, "height": size.Height}}}})
			case wire.Row:
				var row []any
				for i, x := range b {
					row = append(row, map[string]any{"type": 2, "style": int(x.Style), "label": x.Label, "disabled": x.Disabled, "custom_id": fmt.Sprint(x.Label, i)})
				}
				out = append(out, map[string]any{"type": 1, "components": row})
			case wire.Select:
				var options []any
				for _, o := range b.Options {
					options = append(options, map[string]any{"label": o.Label, "value": o.Value, "description": o.Note, "default": o.Chosen})
				}
				out = append(out, map[string]any{"type": 1, "components": []any{map[string]any{"type": 3, "custom_id": "s", "placeholder": b.Placeholder,
					"options": options, "min_values": b.Min, "max_values": b.Max}}})
			case wire.Box:
				out = append(out, map[string]any{"type": 17, "accent_color": b.Accent, "components": walk(b.Blocks)})
			}
		}
		return out
	}
	return walk(discord.Sent(m))
}

// measure is the page that lays consoles out side by side in both widths, and writes down the heights of their parts.
const measure = `<!doctype html><meta charset=utf-8><link rel=stylesheet href=/frame.css><link rel=stylesheet href=/message.css>
<style>html,body{height:auto;overflow:visible;display:block}.pane{border-radius:0;display:block}</style><pre id=out></pre><script type=module>
import { components } from "/component.js";
import { h } from "/dom.js";
const out = [];
addEventListener("unhandledrejection", e => document.getElementById("out").textContent = String(e.reason));
for (const [name, list] of Object.entries(await (await fetch("/consoles")).json())) for (const wide of [PHONE, 1400]) {
  const context = { act: () => null, waiting: () => false, click: () => {}, account: () => null, channel: () => null };
  const body = h("div", { class: "body" }, h("div", { class: "components" }, components(list, context)));
  const pane = h("div", { class: "pane", style: { width: wide + "px" } }, h("article", { class: "message" }, h("div", { class: "avatar" }), body));
  pane.style.width = wide + "px";
  document.body.append(pane);
  const box = e => { const r = e.getBoundingClientRect(); return [r.top + scrollY, r.bottom + scrollY]; };
  const boards = [...pane.querySelectorAll(".picture img")], main = pane.querySelector(".button.primary, .button.success") ?? pane.querySelector(".select, .button");
  const parts = [...pane.querySelectorAll(".container > *")], board = parts.findLastIndex(e => e.querySelector("img"));
  const asked = parts.slice(board + 1).find(e => e.classList.contains("text"));
  const arrows = [...pane.querySelectorAll(".button")].filter(b => "↖↗↙↘".includes(b.textContent));
  if (!boards.length || !main) throw name;
  const all = [boards.at(-1), main, asked, ...arrows].filter(Boolean).map(box), whole = box(body);
  out.push({ name, wide, span: Math.round(whole[1] - Math.min(...all.map(x => x[0]))), whole: Math.round(whole[1] - whole[0]),
    board: Math.round(all[0][1] - all[0][0]), parts: parts.map(e => (e.className || e.tagName) + ":" + Math.round(box(e)[1] - box(e)[0])).join(" ") });
}
document.getElementById("out").textContent = JSON.stringify(out);
document.title = "done";
</script>`

// phone is the width of the screen in pixels.
const phone = 360

// byRule returns the span of a console on a phone by the rules of the page's style sheet: from the top of its board to its end. Without a
// board it is the whole console.
func byRule(m wire.Message) int {
	all := allBlocks(discord.Sent(m))
	for i, b := range slices.Backward(all) {
		if _, ok := b.(wire.Picture); ok {
			all = all[i:]
			break
		}
	}
	return wire.HeightOnPhone(m.Files, all)
}

// allBlocks returns the blocks with those in their boxes.
func allBlocks(bs []wire.Block) (out []wire.Block) {
	for _, b := range bs {
		if box, ok := b.(wire.Box); ok {
			out = append(out, allBlocks(box.Blocks)...)
		} else {
			out = append(out, b)
		}
	}
	return out
}

// Whole checks that a message without a board fits one screen of a phone.
func Whole(t *testing.T, name string, m wire.Message) {
	t.Helper()
	if h := byRule(m); h > mostSpan {
		t.Errorf("%s: %d px by the page's rules, at most %d", name, h, mostSpan)
	}
}

// height holds the heights of a console's parts on the page, in pixels.
type height struct {
	Name  string
	Wide  int
	Span  int // from the top of the board, or of the question if that is higher, to the end of the message
	Whole int
	Board int
	Parts string
}

var written = regexp.MustCompile(`(?s)<pre id="out">(.*?)</pre>`)

// inBrowser lays the consoles out in a browser. ok is false if there is none.
func inBrowser(t *testing.T, consoles map[string]wire.Message) (out []height, ok bool) {
	t.Helper()
	srv := serve()
	defer srv.Close()
	all := map[string]any{}
	for name, m := range consoles {
		all[name] = asComponents(m, srv.picture)
	}
	srv.json("/consoles", all)
	srv.page("/measure", measure)
	const drawn = `for (const i of document.images) i.loading = "eager"; await Promise.all([...document.images].map(i => i.decode()));` + "\n"
	srv.page("/phones", strings.NewReplacer("document.getElementById(\"out\").textContent = JSON", drawn+"document.getElementById(\"out\").textContent = JSON", "[PHONE, 1400]", "[PHONE]", "display:block}.pane{", "display:flex;flex-flow:row wrap;align-items:flex-start;gap:8px;width:1860px}#out{display:none}.pane{").Replace(measure))
	return out, srv.measured(t, "/measure", &out, shot{"CONSOLES_PNG", "/phones", 1860, 8000})
}

// pages is the local Discord's page together with pages that measure parts of it.
type pages struct {
	*httptest.Server
	mux    *http.ServeMux
	served map[string]bool
}

func serve() pages {
	p := pages{mux: http.NewServeMux(), served: map[string]bool{}}
	p.mux.Handle("/", http.FileServer(http.Dir(filepath.Join("..", "local", "page"))))
	p.Server = httptest.NewServer(p.mux)
	return p
}

// picture serves a picture and returns its address.
func (p pages) picture(data []byte) string {
	path := fmt.Sprintf("/pictures/%x.png", sha256.Sum256(data))
	if !p.served[path] {
		p.served[path] = true
		p.mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(data) })
	}
	return path
}

func (p pages) json(path string, data any) {
	p.mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(data) })
}

// page serves a page, with the width of a phone in it.
func (p pages) page(path, html string) {
	p.mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, strings.Replace(html, "PHONE", fmt.Sprint(phone), 1))
	})
}

// shot is a screenshot of a page, for inspection: taken if the environment variable names a file.
type shot struct {
	variable, path string
	wide, high     int
}

// measured reads into out what the page has written down. It returns false if there is no browser here.
func (p pages) measured(t *testing.T, path string, out any, shots ...shot) bool {
	t.Helper()
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil && browser == "" {
			browser = path
		}
	}
	if browser == "" {
		return false
	}
	args := []string{"--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", "--user-data-dir=" + t.TempDir()}
	page, err := run(t, browser, append(args, "--dump-dom", p.URL+path)...)
	if err != nil {
		t.Fatalf("%s: %v", browser, err)
	}
	found := written.FindSubmatch(page)
	if found == nil || json.Unmarshal([]byte(html.UnescapeString(string(found[1]))), out) != nil {
		t.Fatalf("the page has no measures:\n%s", page)
	}
	for _, s := range shots {
		if file := os.Getenv(s.variable); file != "" {
			shot := append(args, fmt.Sprintf("--window-size=%d,%d", s.wide, s.high), "--screenshot="+file, p.URL+s.path)
			if _, err := run(t, browser, shot...); err != nil {
				t.Error(err)
			}
		}
	}
	return true
}

// run returns the browser's output. A browser that is ended by a signal, for lack of memory or by a fault of its own, says nothing
// about the page: run starts it again, at most twice.
func run(t *testing.T, browser string, args ...string) (out []byte, err error) {
	t.Helper()
	for range 3 {
		out, err = exec.CommandContext(t.Context(), browser, args...).Output()
		died := (*exec.ExitError)(nil)
		if !errors.As(err, &died) || died.Exited() {
			return out, err
		}
		t.Logf("%s: %v: once more", browser, err)
	}
	return out, err
}

// mostSpan is the height of a message's end that a phone shows, in pixels: it must include the board, the question and all controls.
const mostSpan = 600

// Lesson checks that every page of a lesson fits one screen of a phone, as One does.
func Lesson(t *testing.T, pages []wire.Message) {
	t.Helper()
	all := map[string]wire.Message{}
	for n, m := range pages {
		all[fmt.Sprint("page ", n+1)] = m
	}
	One(t, all)
}

// One checks that every console fits one screen of a phone. The consoles are named by their kind and language; there must be one of
// each kind in every language. A browser lays them out; if there is none, the page's own rules determine their height.
func One(t *testing.T, consoles map[string]wire.Message, kinds ...string) {
	t.Helper()
	for _, kind := range kinds {
		for _, l := range lang.All() {
			if _, ok := consoles[kind+" "+l.String()]; !ok {
				t.Errorf("no console of the kind %q in %s", kind, l)
			}
		}
	}
	consoles = maps.Clone(consoles)
	for name, m := range consoles {
		m.Blocks, m.More = append(slices.Clone(m.Blocks), wire.Row{{ID: "hint", Label: "Hint"}}), "More …" // as the bot sends it
		consoles[name] = m
		if h := byRule(m); h > mostSpan {
			t.Errorf("%s: %d px by the page's rules, at most %d", name, h, mostSpan)
		}
	}
	heights, ok := inBrowser(t, consoles)
	if !ok {
		t.Log("there is no Chromium here: measured by the page's rules alone")
		return
	}
	for _, h := range heights {
		t.Logf("%-28s %4d px wide: %4d of %4d, board %d; %s", h.Name, h.Wide, h.Span, h.Whole, h.Board, strings.TrimSpace(h.Parts))
		switch rule := byRule(consoles[h.Name]); {
		case h.Board == 0:
			t.Errorf("%s: no board", h.Name)
		case h.Wide == phone && h.Span > mostSpan:
			t.Errorf("%s: from the board to its end it takes %d px, at most %d", h.Name, h.Span, mostSpan)
		case h.Wide == phone && (rule < h.Span*9/10 || rule > h.Span*5/4):
			t.Errorf("%s: %d px by the page's rules, %d px in the browser", h.Name, rule, h.Span)
		}
	}
	if len(heights) != 2*len(consoles) {
		t.Errorf("%d measures of %d consoles in two widths", len(heights), len(consoles))
	}
}
