package downsync

import (
	"slices"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage/memory"
)

// Moves that were taken back are no news: the news tell the remaining moves, and once that something was taken back.
func TestNewsTellWhatStands(t *testing.T) {
	s := newPlayground(t, side(), "designate A1 A2 A3 A4 A5", "done", "move A1 to 8,13", "move A2 to 14,13", "move A3 to 20,12")
	for n := range 2 {
		if _, err := s.hall.Undo(t.Context(), []string{"one", "two"}[n], "m", 1); err != nil {
			t.Fatal(err)
		}
	}
	s.order("move A2 to 14,12")
	p := s.private()
	var moves []string
	taken := 0
	for _, f := range wording.Standing(p.Facts) {
		switch f := f.(type) {
		case rules.Moved:
			moves = append(moves, f.Path[len(f.Path)-1].String())
		case game.TookBack:
			taken++
		}
	}
	if want := []string{"8,13", "14,12"}; !slices.Equal(moves, want) || taken != 1 {
		t.Errorf("moves %v, expected %v; taken back %d times", moves, want, taken)
	}
	if all := len(p.Facts) - len(wording.Standing(p.Facts)); all != 5 {
		t.Errorf("%d facts left out, expected two moves, their ends, and a word", all)
	}
}

// A contact and the Unit that it becomes are one choice, and the line names both.
func TestRevealInOneChoice(t *testing.T) {
	h := &hand{playground: newPlayground(t, side(), "designate A1 A2 A3 A4 A5")}
	h.within(2, "revealing a contact", func() { h.pick("A1 as Virago"); h.press("Reveal it") })
	if p, _ := h.private().View.(rules.View).Piece("A1"); p.IsPing() {
		t.Error("A1 is a contact still")
	}
}

// A side is deployed in two presses. The list tells deployed contacts from the others.
func TestDeployAtOnce(t *testing.T) {
	force := []string{"harbinger", "crusader", "samson"}
	c := rules.Defaults()
	c.Forces, c.Salts = [2][]string{force, force}, [2]string{"ann's", "ben's"}
	h := &hand{playground: &playground{t: t, hall: table.New(memory.New(), tabletest.NewClock(), table.Options{Games: []game.Game{rules.Rules()}, Dice: func(table.ID) game.Dice { return &falling{6} }})}}
	if err := h.hall.Open(t.Context(), "open", "m",
		table.Opening{Game: "downsync", Config: c.Encode(), Users: []table.User{"ann", "ben"},
			Place: []byte(`{"names":["Ann","Ben"]}`)}); err != nil {
		t.Fatal(err)
	}
	h.press("I deploy first")
	h.shows(3, "")
	h.shows(1, "deploy A2 at 9,5")
	if text := begun(h.drafted("deploy A2 at 9,5")); !strings.Contains(text, "D1") || !strings.Contains(text, "9,5") {
		t.Errorf("a contact's place is said as %q", text)
	}
	h.within(1, "a whole side", func() { h.press("Deploy all there, then adjust") })
	_, m := h.see()
	if words := bottest.Words(m); !strings.Contains(words, "stands in ") {
		t.Errorf("nobody is told where a contact stands:\n%s", words)
	}
	h.press("Done deploying")
	if p := h.private(); p.Asks[0].Name == "deploy" {
		t.Error("the side does not stand")
	}
}

// drafted returns the first question with a draft and its controls laid out.
func (h *hand) drafted(begun string) (*layout, draft) {
	h.t.Helper()
	p := h.private()
	v := wording.Reading{View: p.View.(rules.View)}
	c := newLayout(p, v, withShortcuts(v, p.Asks[0]))
	d, _ := menu.Read(c.Ask.Menu, begun)
	controls(c, d)
	return c, d
}

// shows fails the test unless the picture shows that many contacts to deploy.
func (h *hand) shows(want int, begun string) {
	h.t.Helper()
	c, d := h.drafted(begun)
	s := staged(c, d)
	if s == nil || len(s.Ways) != want {
		h.t.Fatalf("%q is drawn as %+v, expected %d places", begun, s, want)
	}
	for _, w := range s.Ways {
		if w.R <= 0 || len(w.Path) != 1 || c.v.Try().Deploy("A1", w.Path[0]) != nil {
			h.t.Errorf("a contact is drawn as %+v", w)
		}
	}
}

// falling are dice that each show one less than the one before, down to one.
type falling struct{ next int }

func (d *falling) Roll(game.Seat, int, int) (int, error) {
	d.next = max(d.next-1, 0)
	return d.next + 1, nil
}

// One press takes back the whole of a press, even after a restart in between.
func TestOnePressTakesBackAPress(t *testing.T) {
	s := newRoom(t, 1, nil, "")
	s.seat()
	user := ann
	if !asking(s.console(ann)) {
		user = ben
	}
	first := func(words string) {
		s.press(user, s.console(user), words)
		s.Settle()
	}
	first(string(labels["first"]))
	before := events(t, s)
	first("Deploy all there, then adjust")
	for n, rec := range events(t, s)[len(before):] {
		if rec.MarkNote() == "" && rec.Joined != (n > 0) {
			t.Errorf("record %d of the press, %q: joined %t", n+1, rec.Order, rec.Joined)
		}
	}
	if _, ok := bottest.ControlsOf(s.console(user).Message).Find("Deploy all there, then adjust"); ok {
		t.Fatal("they do not stand")
	}
	s.Restart()
	first("Undo")
	m := s.console(user).Message
	if _, ok := bottest.ControlsOf(m).Find("Deploy all there, then adjust"); !ok {
		t.Errorf("a press took back less than a press:\n%s", bottest.Words(m))
	}
	for _, c := range bottest.ControlsOf(m).Selects {
		for _, o := range c.Options {
			if strings.Contains(o.Note, "stands in") {
				t.Errorf("%s: %s", o.Label, o.Note)
			}
		}
	}
}

// events returns the records of the match so far.
func events(t *testing.T, s *sitting) []game.Record {
	t.Helper()
	live, err := s.Hall.MatchesOf(t.Context(), table.User(ann))
	if err != nil || len(live) != 1 {
		t.Fatal(live, err)
	}
	stored, err := s.Store.Load(t.Context(), live[0].Match)
	if err != nil {
		t.Fatal(err)
	}
	var out []game.Record
	for _, e := range append(stored.Before, stored.Events...) {
		rec, err := game.DecodeRecord(e.Data)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, rec)
	}
	return out
}
