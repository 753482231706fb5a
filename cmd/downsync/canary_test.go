package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/local"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
	draw "downsync/render/downsync"
)

// Canaries: all secrets of the two sides are marked with words that occur nowhere else. The Units of both forces are a server's
// own cards with such names, so that Reserves, plans and begun orders are marked too. The salts are random anyway.

// marker is the mark of a Unit: its owner and its number.
var marker = regexp.MustCompile(`^(?i)zqx(ann|ben)[a-f]`)

// markLength is the length of a mark.
const markLength = len("zqxanna")

// marksIn returns the marks in a text, each as marker splits it. It tests only text that begins like a mark against the regular
// expression, because most deliveries are pictures.
func marksIn(text string) (found [][]string) {
	for i := strings.IndexAny(text, "zZ"); i >= 0; i = strings.IndexAny(text, "zZ") {
		text = text[i:]
		if m := marker.FindStringSubmatch(text[:min(markLength, len(text))]); m != nil {
			found = append(found, m)
		}
		text = text[1:]
	}
	return found
}

// Custom ids carry a kind, the match or challenge, and numbers.
var (
	customIDs = regexp.MustCompile(`"custom_id":"([^"]*)"`)
	plainID   = regexp.MustCompile(`^(more\|)?([a-z0-9]+|[a-z]+\|[a-z0-9]{8}(\|[0-9.]*)*|seal\|[a-z0-9]{8}\|[0-9a-f]{64})$`)
)

// marks returns a force's marks, small Units first.
func marks(who string) []string {
	var out []string
	for c := 'a'; c <= 'f'; c++ {
		out = append(out, fmt.Sprintf("zqx%s%c", who, c))
	}
	return out
}

// canaryCards returns a file of cards for both forces of a small game.
func canaryCards() string {
	var b strings.Builder
	b.WriteString("slug = \"marked\"\nname = \"Marked\"\n")
	for _, who := range []string{"ann", "ben"} {
		for i, slug := range marks(who) {
			sig := []string{"small", "small", "medium", "medium", "medium", "large"}[i]
			fmt.Fprintf(&b, "[[unit]]\nslug = %q\nname = %q\ntype = \"Vehicle\"\nsignature = %q\nspd = 8\nscan = 6\ntarg = 5\ndef = 14\ncm = 1\n"+
				"[[unit.action]]\nid = \"gun\"\nname = \"Gun\"\ncost = \"A\"\neffect = \"kill\"\nrange = 30\nrof = 2\n", slug, strings.ToUpper(slug[:1])+slug[1:], sig)
		}
	}
	return b.String()
}

// aviary is a stage with a match of marked forces.
type aviary struct {
	*stepped
	id    table.ID
	r     *rand.Rand
	read  map[string]int
	shown map[string]bool // marks that the table has seen
	salts []string
}

// seeded returns dice that roll the same every time.
type seeded struct{ *rand.Rand }

func (d seeded) Roll(_ game.Seat, _, sides int) (int, error) { return d.IntN(sides) + 1, nil }

// newAviary begins a match of marked forces; plant, if set, puts something between the bot and the wire.
func newAviary(t *testing.T, seed uint64, plant func(*stepped, wire.Wire) wire.Wire) *aviary {
	t.Helper()
	a := &aviary{stepped: newStepped(t, seeded{rand.New(rand.NewPCG(seed, 1))}), r: rand.New(rand.NewPCG(seed, 2)),
		read: map[string]int{}, shown: map[string]bool{}}
	a.conf.Cards.File = filepath.Join(t.TempDir(), "marked.toml")
	if err := os.WriteFile(a.conf.Cards.File, []byte(canaryCards()), 0o600); err != nil {
		t.Fatal(err)
	}
	if plant != nil {
		a.conf.seams.wire = func(w wire.Wire) wire.Wire { return plant(a.stepped, w) }
	}
	a.host = a.start()
	ann, ben := a.srv.User("player1"), a.srv.User("player2")
	out := a.finish(ann.Slash("#general", "/match challenge opponent:@player2 size:small force:"+strings.Join(marks("ann"), ", ")))
	b := button(ben.View(), "accept|")
	if b == nil {
		t.Fatal(a.answer("player1", out))
	}
	_, id, _ := strings.Cut(b.id, "|")
	a.id = table.ID(id)
	out = a.finish(ben.Click(b.message, b.id))
	a.finish(ben.Click(out.Message, "own|"+id))
	a.finish(ben.Submit("force|"+id, map[string]any{"force": strings.Join(marks("ben"), "\n")}))
	b = button(ann.View(), "ready|")
	a.finish(ann.Click(b.message, b.id))
	a.settle()
	a.salt()
	return a
}

// salt reads the match's salts from the stored truth.
func (a *aviary) salt() {
	a.t.Helper()
	events, err := a.host.store.Events(a.t.Context(), a.id, 0, 1)
	if err != nil {
		a.t.Fatal(err)
	}
	a.salts = append(a.salts, regexp.MustCompile(`[A-Z2-7]{52}`).FindAllString(string(events[0].Data), -1)...)
	if len(a.salts) < 2 {
		a.t.Fatalf("no salts in the first event: %s", events[0].Data)
	}
}

// step does something at random for the player who is asked, or lets time pass.
func (a *aviary) step() {
	a.t.Helper()
	defer a.settle()
	for _, user := range []string{"player1", "player2"} {
		m := console(a.srv.User(user).View())
		if m == nil || !asks(m) {
			continue
		}
		if a.r.IntN(6) == 0 {
			who := map[string]string{"player1": "ann", "player2": "ben"}[user]
			side := map[string]string{"player1": "A", "player2": "B"}[user]
			a.finish(a.srv.User(user).Slash("#general", fmt.Sprintf("/order line:plan %s%d %s", side, 1+a.r.IntN(6), marks(who)[a.r.IntN(6)])))
			return
		}
		if k, values, ok := a.pick(user, m); ok {
			a.finish(a.srv.User(user).Click(m.ID, k, values...))
			return
		}
	}
	a.srv.Clock().Advance(15 * time.Second)
}

// pick returns a control of the console, usually one that moves the match on.
func (a *aviary) pick(user string, m *local.Message) (id string, values []string, ok bool) {
	var play, other []*local.Component
	for _, k := range controlsOf(m) {
		switch c := a.control(user, k.CustomID); {
		case strings.HasPrefix(c.Draft, "several") && c.Kind == wire.ControlChoose && a.r.IntN(2) == 0: // so that some are revealed
			return k.CustomID, []string{k.Options[a.r.IntN(len(k.Options))].Value}, true
		case c.Kind == wire.ControlSubmit && strings.HasPrefix(c.Draft, "reveal "):
			return k.CustomID, nil, true
		case c.Kind == "" || c.Kind == wire.ControlType || c.Draft == "concede":
		case strings.HasPrefix(c.Draft, "designate ") && strings.Contains(c.Draft, "; done") && a.r.IntN(4) > 0: // which reveals none
		case c.Kind == wire.ControlSubmit:
			play = append(play, k)
		default:
			other = append(other, k)
		}
	}
	if len(play) > 0 && (len(other) == 0 || a.r.IntN(2) == 0) {
		return play[a.r.IntN(len(play))].CustomID, nil, true
	}
	if len(other) == 0 {
		return "", nil, false
	}
	k := other[a.r.IntN(len(other))]
	if len(k.Options) > 0 {
		least := 1
		if k.MinValues != nil {
			least = max(1, *k.MinValues)
		}
		for _, i := range a.r.Perm(len(k.Options))[:least] {
			values = append(values, k.Options[i].Value)
		}
	}
	return k.CustomID, values, true
}

// learn notes which Units the thread reports as revealed. All pending deliveries have arrived.
func (a *aviary) learn() {
	items := a.srv.User("player3").Delivered()
	for _, it := range items[a.read["learn"]:] {
		said := inThread(it)
		for _, m := range marksIn(said) {
			if revealed(said, strings.ToUpper(m[0][:1])+strings.ToLower(m[0][1:])) {
				a.shown[strings.ToLower(m[0])] = true
			}
		}
	}
	a.read["learn"] = len(items)
}

// leak returns the first mark or salt in the text that the reader must not know, or "". For nobody as reader it returns any.
func (a *aviary) leak(text, reader string) string {
	for _, m := range marksIn(text) {
		if m[1] != reader && (reader == "nobody" || !a.shown[strings.ToLower(m[0])]) {
			return m[0]
		}
	}
	for _, s := range a.salts {
		if strings.Contains(text, s) {
			return s
		}
	}
	return ""
}

// check looks at every new delivery to anybody, and at the log.
func (a *aviary) check() error {
	a.learn()
	for who, user := range players {
		items := a.srv.User(user).Delivered()
		for _, it := range items[a.read[user]:] {
			file := it.File // is looked at as it is
			it.File = nil
			raw, err := json.Marshal(it)
			if err != nil {
				return err
			}
			if it.Kind == local.EventInteraction {
				continue // what they did themselves
			}
			if m := a.leak(string(raw), who); m != "" {
				return fmt.Errorf("%s was delivered %q: %s", who, m, raw)
			}
			for _, m := range customIDs.FindAllStringSubmatch(string(it.Data), -1) {
				if !plainID.MatchString(m[1]) {
					return fmt.Errorf("%s was delivered the custom id %q", who, m[1])
				}
			}
			if m := a.leak(string(file), who); m != "" {
				return fmt.Errorf("%s was delivered a file with %q", who, m)
			}
		}
		a.read[user] = len(items)
	}
	if m := a.leak(a.log.String(), "nobody"); m != "" {
		return fmt.Errorf("the log holds %q", m)
	}
	return nil
}

// pictures compares the newest picture that everybody and each side was sent, pixel by pixel, with one that is drawn from that
// reader's knowledge.
func (a *aviary) pictures() {
	a.t.Helper()
	public, err := a.host.hall.Public(a.t.Context(), a.id)
	if err != nil {
		a.t.Fatal(err)
	}
	place, err := bot.PlaceOf(public.Meta)
	if err != nil {
		a.t.Fatal(err)
	}
	want, err := draw.Look{Names: [2]string(place.Names)}.Public(public.View.(rules.View), draw.TellEverybody(public.Facts))
	if err != nil {
		a.t.Fatal(err)
	}
	a.same("player3", a.newest("player3", want.PNG), want.PNG)
	if m := a.leak(draw.Look{}.Scene(public.View.(rules.View), nil).String(), "eve"); m != "" {
		a.t.Errorf("the public scene holds %q", m)
	}
	for seat, who := range []string{"ann", "ben"} {
		private, err := a.host.hall.Private(a.t.Context(), a.id, game.Seat(seat+1))
		if err != nil {
			a.t.Fatal(err)
		}
		if m := a.leak(draw.Look{}.Scene(private.View.(rules.View), nil).String(), who); m != "" {
			a.t.Errorf("the scene of %s holds %q", who, m)
		}
	}
}

// newest returns the last picture of that size that the user was sent: a card also has others, of dice and fights.
func (a *aviary) newest(user string, like []byte) []byte {
	a.t.Helper()
	size := decoded(a.t, like).Bounds()
	for _, it := range slices.Backward(a.srv.User(user).Delivered()) {
		if it.Kind == local.EventFile && bytes.HasPrefix(it.File, []byte("\x89PNG")) && decoded(a.t, it.File).Bounds() == size {
			return it.File
		}
	}
	a.t.Fatalf("%s was sent no picture", user)
	return nil
}

func (a *aviary) same(user string, got, want []byte) {
	a.t.Helper()
	x, y := decoded(a.t, got), decoded(a.t, want)
	if x.Bounds() != y.Bounds() {
		a.t.Fatalf("%s was sent a picture of %v; what they know is %v", user, x.Bounds(), y.Bounds())
	}
	for j := range x.Bounds().Dy() {
		for i := range x.Bounds().Dx() {
			if x.At(i, j) != y.At(i, j) {
				a.t.Fatalf("%s was sent a picture with %v at %d,%d; of what they know it is %v", user, x.At(i, j), i, j, y.At(i, j))
			}
		}
	}
}

func decoded(t testing.TB, raw []byte) image.Image {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// steps is the number of steps of a canary match.
func steps() int {
	if os.Getenv("SOAK") != "" {
		return 400
	}
	return 50
}

// In a match of marked forces, played by random presses, nobody but its owner receives a mark before it is shown on the table:
// in no message, picture, log line, metric, nor in the output of the operator's tools.
func TestCanaries(t *testing.T) {
	t.Parallel()
	a := newAviary(t, 5, nil)
	for n := 0; n < steps() || len(a.shown) == 0 && n < 10*steps(); n++ {
		a.step()
		if err := a.check(); err != nil {
			t.Fatal(err)
		}
		if n%10 == 9 {
			a.pictures()
		}
	}
	if m := a.leak(pageOf(t, a.host.counts), "nobody"); m != "" {
		t.Errorf("the metrics hold %q", m)
	}
	if len(a.shown) == 0 || len(a.shown) == 12 {
		t.Errorf("%d of the Units were revealed; expected some", len(a.shown))
	}
	a.stop()
	a.tools()
}

// tools runs the operator's tools on the store.
func (a *aviary) tools() {
	a.t.Helper()
	conf := filepath.Join(a.t.TempDir(), "downsync.toml")
	text := fmt.Sprintf("[store]\npath = %q\n[cards]\nfile = %q\n", a.conf.Store.Path, a.conf.Cards.File)
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		a.t.Fatal(err)
	}
	for _, c := range []struct {
		reader string
		args   []string
	}{
		{"nobody", []string{"check", "-config", conf}},
		{"eve", []string{"export", "-config", conf, string(a.id)}},
		{"ann", []string{"export", "-config", conf, "-seat", "1", string(a.id)}},
		{"ben", []string{"export", "-config", conf, "-seat", "2", string(a.id)}},
	} {
		var out, errs bytes.Buffer
		if status := run(a.t.Context(), c.args, &out, &errs); status != 0 || out.Len() == 0 {
			a.t.Errorf("%v: status %d, %s%s", c.args, status, out.String(), errs.String())
		}
		if m := a.leak(out.String()+errs.String(), c.reader); m != "" {
			a.t.Errorf("%v writes %q", c.args, m)
		}
	}
	var whole bytes.Buffer
	if run(a.t.Context(), []string{"export", "-config", conf, "-referee", string(a.id)}, &whole, &whole) != 0 || a.leak(whole.String(), "eve") == "" {
		a.t.Errorf("the referee's export holds no mark: %s", whole.String())
	}
}

// babbling is a wire on which every private message fails, with its text as the reason.
type babbling struct {
	wire.Wire
	calls int
}

func (w *babbling) Edit(ctx context.Context, channel wire.ChannelID, message wire.MessageID, m wire.Message) error {
	if w.calls++; w.calls%3 == 0 && m.Mention == nil {
		panic(errors.New(fmt.Sprint(m.Blocks)))
	}
	return w.Wire.Edit(ctx, channel, message, m)
}

// The text of a panic is in no log.
func TestCanariesInPanics(t *testing.T) {
	t.Parallel()
	a := newAviary(t, 6, func(_ *stepped, w wire.Wire) wire.Wire { return &babbling{Wire: w} })
	for range 12 {
		a.step()
		a.srv.Clock().Advance(10 * time.Minute)
		a.settle()
	}
	if m := a.leak(a.log.String(), "nobody"); m != "" || !strings.Contains(a.log.String(), "panicked") {
		t.Errorf("the log holds %q:\n%s", m, a.log.String())
	}
}

// indiscreet is a wire that leaks private messages in some way.
type indiscreet struct {
	wire.Wire
	leak func(ctx context.Context, w wire.Wire, private wire.Message)
}

func (w indiscreet) Post(ctx context.Context, channel wire.ChannelID, m wire.Message, nonce string) (wire.MessageID, error) {
	if m.Mention == nil {
		w.leak(ctx, w.Wire, m)
	}
	return w.Wire.Post(ctx, channel, m, nonce)
}

// Planted leaks of words are caught by the canaries.
func TestPlantedLeaksOfWords(t *testing.T) {
	for name, plant := range map[string]func(*stepped) func(context.Context, wire.Wire, wire.Message){
		"a log line": func(s *stepped) func(context.Context, wire.Wire, wire.Message) {
			log := slog.New(slog.NewTextHandler(&s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
			return func(_ context.Context, _ wire.Wire, m wire.Message) { log.Debug("sent", "what", m.Blocks) }
		},
		"a file": func(s *stepped) func(context.Context, wire.Wire, wire.Message) {
			n := 0
			return func(ctx context.Context, w wire.Wire, m wire.Message) {
				n++
				general := wire.ChannelID(s.srv.User("player1").View().Channel("#general").ID.String())
				file := wire.File{Name: "a.png", Data: fmt.Append(nil, m.Blocks)}
				if _, err := w.Post(ctx, general, wire.Message{Files: []wire.File{file}, Blocks: []wire.Block{wire.Picture{Alt: "a"}}}, fmt.Sprint("leak", n)); err != nil {
					t.Error(err)
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAviary(t, 7, func(s *stepped, w wire.Wire) wire.Wire { return indiscreet{w, plant(s)} })
			for range 10 {
				if err := a.check(); err != nil {
					return
				}
				a.step()
			}
			t.Error("the leak is not noticed")
		})
	}
}
