package downsync

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game"
	"downsync/render"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// asComponents is a console as the local page shows it: the components of Discord's API.
func asComponents(m bot.Message) []map[string]any {
	var walk func([]bot.Block) []map[string]any
	walk = func(bs []bot.Block) (out []map[string]any) {
		for _, b := range bs {
			switch b := b.(type) {
			case bot.Text:
				out = append(out, map[string]any{"type": 10, "content": string(b)})
			case bot.Picture:
				size, _ := png.DecodeConfig(bytes.NewReader(m.Files[b.File].Data))
				url := "data:image/png;base64," + base64.StdEncoding.EncodeToString(m.Files[b.File].Data)
				out = append(out, map[string]any{"type": 12, "items": []any{map[string]any{"description": b.Alt,
					"media": map[string]any{"url": url, "width": size.Width, "height": size.Height}}}})
			case bot.Row:
				var row []any
				for i, x := range b {
					row = append(row, map[string]any{"type": 2, "style": int(x.Style), "label": x.Label, "disabled": x.Disabled, "custom_id": fmt.Sprint(x.Label, i)})
				}
				out = append(out, map[string]any{"type": 1, "components": row})
			case bot.Select:
				var options []any
				for _, o := range b.Options {
					options = append(options, map[string]any{"label": o.Label, "value": o.Value, "description": o.Note, "default": o.Chosen})
				}
				out = append(out, map[string]any{"type": 1, "components": []any{map[string]any{"type": 3, "custom_id": "s", "placeholder": b.Placeholder,
					"options": options, "min_values": b.Min, "max_values": b.Max}}})
			case bot.Box:
				out = append(out, map[string]any{"type": 17, "accent_color": b.Accent, "components": walk(b.Blocks)})
			}
		}
		return out
	}
	return walk(m.Blocks)
}

// measure is the page that lays consoles out beside each other in both widths, and writes down how high their parts are.
const measure = `<!doctype html><meta charset=utf-8><link rel=stylesheet href=/frame.css><link rel=stylesheet href=/message.css>
<style>html,body{height:auto;overflow:visible;display:block}.pane{border-radius:0;display:block}</style><pre id=out></pre><script type=module>
import { components } from "/component.js";
import { h } from "/dom.js";
const out = [];
for (const [name, list] of Object.entries(await (await fetch("/consoles")).json())) for (const wide of [360, 1400]) {
  const context = { act: () => null, waiting: () => false, click: () => {}, account: () => null, channel: () => null };
  const body = h("div", { class: "body" }, h("div", { class: "components" }, components(list, context)));
  const pane = h("div", { class: "pane", style: { width: wide + "px" } }, h("article", { class: "message" }, h("div", { class: "avatar" }), body));
  pane.style.width = wide + "px";
  document.body.append(pane);
  await Promise.all([...pane.querySelectorAll("img")].map(i => { i.loading = "eager"; return i.decode().catch(() => 0); }));
  const box = e => { const r = e.getBoundingClientRect(); return [r.top + scrollY, r.bottom + scrollY]; };
  const boards = [...pane.querySelectorAll(".picture img")], main = pane.querySelector(".button.primary, .button.success") ?? pane.querySelector(".select, .button");
  const asked = [...pane.querySelectorAll(".text")].find(t => t.querySelector("h5, h4, h3") && t.textContent.includes("?") || t.dataset.ask) ?? [...pane.querySelectorAll(".text")].at(-1);
  const all = [box(boards.at(-1)), box(main), box(asked)], whole = box(body);
  out.push({ name, wide, span: Math.round(Math.max(...all.map(x => x[1])) - Math.min(...all.map(x => x[0]))), whole: Math.round(whole[1] - whole[0]),
    board: Math.round(all[0][1] - all[0][0]), parts: [...pane.querySelectorAll(".container > *")].map(e => (e.className || e.tagName) + ":" + Math.round(box(e)[1] - box(e)[0])).join(" ") });
}
document.getElementById("out").textContent = JSON.stringify(out);
document.title = "done";
</script>`

// layout is how high the parts of a console are on the page, in pixels.
type height struct {
	Name  string
	Wide  int
	Span  int // from the top of the question, the board and the main button to the bottom of the last of them
	Whole int
	Board int
	Parts string
}

var written = regexp.MustCompile(`(?s)<pre id="out">(.*?)</pre>`)

// inBrowser lays the consoles out in a browser. ok is false where there is none.
func inBrowser(t *testing.T, consoles map[string]bot.Message) (out []height, ok bool) {
	t.Helper()
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil && browser == "" {
			browser = path
		}
	}
	if browser == "" {
		return nil, false
	}
	all := map[string]any{}
	for name, m := range consoles {
		all[name] = asComponents(m)
	}
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(filepath.Join("..", "local", "page"))))
	mux.HandleFunc("/measure", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, measure) })
	mux.HandleFunc("/consoles", func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(all) })
	srv := httptest.NewServer(mux)
	defer srv.Close()
	args := []string{"--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", "--user-data-dir=" + t.TempDir()}
	page, err := exec.CommandContext(t.Context(), browser, append(args, "--dump-dom", srv.URL+"/measure")...).Output()
	if err != nil {
		t.Fatalf("%s: %v", browser, err)
	}
	found := written.FindSubmatch(page)
	if found == nil || json.Unmarshal([]byte(html.UnescapeString(string(found[1]))), &out) != nil {
		t.Fatalf("the page has no measures:\n%s", page)
	}
	if file := os.Getenv("CONSOLES_PNG"); file != "" { // to be looked at
		shot := append(args, "--window-size=1800,30000", "--screenshot="+file, srv.URL+"/measure")
		if err := exec.CommandContext(t.Context(), browser, shot...).Run(); err != nil {
			t.Error(err)
		}
	}
	return out, true
}

// sized is a brush whose pictures have the size of real ones.
type sized struct {
	blank
	board, dice []byte
}

func (b sized) Private(v rules.View, _ *draw.Staged) (render.Private, error) {
	return render.Private{Seat: v.Viewer.Seat(), PNG: b.board}, nil
}

func (b sized) PrivateDice(seat game.Seat, facts []game.Fact, most int) (render.Private, error) {
	if _, ok := (draw.Look{}).Dice(facts, most); !ok {
		return render.Private{Seat: seat}, nil
	}
	return render.Private{Seat: seat, PNG: b.dice}, nil
}

// everyConsole is a console of every kind of question, and of the drafts that stage something: the longest of those that come up.
func everyConsole(t *testing.T) map[string]bot.Message {
	t.Helper()
	s := newPlayground(t, side(), "designate A1 A2 A3 A4 A5", "done")
	v := s.private().View.(rules.View)
	pic, err := draw.Look{}.Private(v, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := sized{board: pic.PNG}
	out := map[string]bot.Message{}
	keep := func(kind string, m bot.Message) {
		if len(bottest.Words(m)) > len(bottest.Words(out[kind])) {
			out[kind] = m
		}
	}
	match := newNewcomer(t, starters(t), 7)
	match.forms.brush, match.seen = b, keep
	match.play(400, func(rules.View) bool { return false })
	at := func(s *playground, kind, draft string) {
		t.Helper()
		p := s.private()
		l, err := Forms{brush: b}.Console(p, bot.Page{Ask: p.Asks[0].ID, Order: draft})
		if err != nil {
			t.Fatal(err)
		}
		keep(p.Asks[0].Name+" "+kind, l.Message)
	}
	at(s, "staged", "move A3 to 20,17")
	at(s, "fine", "move A3 to 20,17 @fine")
	at(s, "begun", "move A3")
	at(s, "together", "together A4 to 26,14")
	at(s, "everyone", "everyone towards n")
	at(s, "square", "move A3 @E3")
	return out
}

func TestOneScreen(t *testing.T) {
	consoles := everyConsole(t)
	heights, ok := inBrowser(t, consoles)
	if !ok {
		t.Log("there is no Chromium")
	}
	for _, h := range heights {
		t.Logf("%-28s %4d px wide: %4d of %4d, board %d; %s", h.Name, h.Wide, h.Span, h.Whole, h.Board, strings.TrimSpace(h.Parts))
	}
}
