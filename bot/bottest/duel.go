package bottest

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/keys"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// The people of a Duel: two players and an onlooker.
const (
	Ann = wire.UserID("ann")
	Ben = wire.UserID("ben")
	Eve = wire.UserID("eve")
)

// Duel is a room in which Ann and Ben play a match, and everybody reads one language.
type Duel struct {
	*Room
	lang.Language
	T  testing.TB
	ID table.ID
	// Prefer picks the buttons that Play presses before all others; nil: none.
	Prefer func(Controls) func(wire.Button) bool
}

// NewDuel sets the room up, with a clock of ten minutes a turn.
func NewDuel(t testing.TB, l lang.Language, setup Setup) *Duel {
	t.Helper()
	setup.Timings = map[string]table.Timing{"quick": {Clocks: map[string]time.Duration{"turn": 10 * time.Minute, "react": 3 * time.Minute}}}
	setup.Default = "quick"
	s := &Duel{T: t, Language: l, Room: New(t, setup)}
	locale := l.DiscordLocales()[0]
	s.Locales = map[wire.UserID]string{Ann: locale, Ben: locale, Eve: locale, "": locale}
	return s
}

// Challenge makes Ann challenge Ben, and both choose these forces by buttons, until the match begins.
func (s *Duel) Challenge(anns, bens string, options ...Option) {
	s.T.Helper()
	s.Slash(Ann, []string{"match", "challenge"}, append(options, Option{Name: "opponent", Value: string(Ben)})...)
	card := s.Lobby()
	s.Click(Ben, card, "accept|")
	s.Click(Ben, s.Newest(Ben), "force|", bens)
	if m, ok := s.Find(Ann, "force|"); ok {
		s.Click(Ann, m, "force|", anns)
	}
	s.Click(Ann, s.Lobby(), "ready|")
	s.Settle()
	_, id, _ := strings.Cut(ControlsOf(card.Message).Buttons[0].ID, "|")
	s.ID = table.ID(id)
}

// Said returns the private text of an answer, "" if there is none.
func Said(a wire.Answer) string {
	if a.Letter == nil {
		return ""
	}
	return Words(*a.Letter)
}

// MustFind returns the id of a control by a part of the id or of its label, like Controls.Find.
func MustFind(t testing.TB, m Message, words string) string {
	t.Helper()
	id, ok := ControlsOf(m.Message).Find(words)
	if !ok {
		t.Fatalf("no %q in:\n%s", words, Words(m.Message))
	}
	return id
}

// Find returns the newest answer to the user with a matching control.
func (s *Duel) Find(user wire.UserID, words string) (Message, bool) {
	for _, m := range slices.Backward(s.Wire.Messages(wire.ChannelID("eph-" + user))) {
		if _, ok := ControlsOf(m.Message).Find(words); ok {
			return m, true
		}
	}
	return Message{}, false
}

// Lobby returns the newest message of the channel.
func (s *Duel) Lobby() Message {
	ms := s.Wire.Messages(General)
	return ms[len(ms)-1]
}

// Click presses the control that MustFind finds.
func (s *Duel) Click(user wire.UserID, m Message, words string, values ...string) wire.Answer {
	s.T.Helper()
	return s.Press(user, m, MustFind(s.T, m, words), values...)
}

// Public returns the match as everybody sees it.
func (s *Duel) Public() table.Public {
	s.T.Helper()
	p, err := s.Hall.Public(context.Background(), s.ID)
	if err != nil {
		s.T.Fatal(err)
	}
	return p
}

// Over reports whether the match has ended.
func (s *Duel) Over() bool { return s.Public().Result != nil }

// PressOn presses one control of the user's console: the preferred one, otherwise the green one, otherwise a proposal, otherwise
// any. ok is false if there is nothing to press.
func (s *Duel) PressOn(user wire.UserID) (ok bool) {
	s.T.Helper()
	m, ok := s.Wire.Console(user)
	c := ControlsOf(m.Message)
	if !ok || len(c.Buttons) == 0 { // a message below it is the newest
		s.In(user, "match show")
		m = s.Newest(user)
		c = ControlsOf(m.Message)
	}
	prefers := func(wire.Button) bool { return false }
	if s.Prefer != nil {
		prefers = s.Prefer(c)
	}
	best, rank := wire.Button{}, 0
	for _, b := range c.Buttons {
		kind, _, _ := strings.Cut(b.ID, "|")
		n := 0
		switch {
		case prefers(b):
			n = 5
		case b.Disabled || kind != wire.ControlSubmit && kind != wire.ControlDraft:
		case b.Style == wire.Success:
			n = 4
		case b.Style == wire.Primary:
			n = 3
		case kind == wire.ControlSubmit && b.Style != wire.Danger:
			n = 1
		}
		if n > rank {
			best, rank = b, n
		}
	}
	if rank > 1 || rank > 0 && len(c.Selects) == 0 {
		s.Press(user, m, best.ID)
	} else if len(c.Selects) > 0 {
		s.Press(user, m, c.Selects[0].ID, c.Selects[0].Options[0].Value)
	} else {
		return false
	}
	s.Settle()
	return true
}

// Play continues by buttons until stop returns true. It calls each before each press, unless each is nil.
func (s *Duel) Play(stop func() bool, each func(user wire.UserID)) (presses int) {
	s.T.Helper()
	for presses = 0; !stop(); presses++ {
		asked := s.Public().Asked
		if len(asked) == 0 {
			s.T.Fatal("nobody is asked")
		}
		user := []wire.UserID{Ann, Ben}[asked[0].Seat-1]
		if p, err := s.Hall.Private(context.Background(), s.ID, asked[0].Seat); err != nil || bot.Owed(p) == "" {
			user = []wire.UserID{Ann, Ben}[2-asked[0].Seat] // the seal hides that the first has answered
		}
		if presses > 3000 {
			m, _ := s.Wire.Console(user)
			s.T.Fatalf("no end after %d presses: %+v\n%s", presses, asked, Words(m.Message))
		}
		if each != nil {
			each(user)
		}
		if !s.PressOn(user) {
			m, _ := s.Wire.Console(user)
			s.T.Fatalf("%s has nothing to press in:\n%s", user, Words(m.Message))
		}
	}
	return presses
}

// In gives a command about the match and returns the answer.
func (s *Duel) In(user wire.UserID, command string, options ...Option) wire.Answer {
	s.T.Helper()
	return s.Slash(user, strings.Fields(command), append(options, Option{Name: "match", Value: string(s.ID)})...)
}

// Concede gives the match up.
func (s *Duel) Concede(user wire.UserID) {
	s.T.Helper()
	s.In(user, "match concede")
	s.Click(user, s.Newest(user), "x|")
	s.Settle()
}

// Says fails unless the answer holds the words.
func (s *Duel) Says(a wire.Answer, words string) {
	s.T.Helper()
	if !strings.Contains(Said(a), words) {
		s.T.Errorf("answered %q; expected %q in it", Said(a), words)
	}
}

// Thread returns all text in the match's thread, with what its buttons tell of past turns.
func (s *Duel) Thread() string {
	s.T.Helper()
	raw, err := s.Store.Get(context.Background(), keys.Room(s.ID))
	if err != nil {
		s.T.Fatal(err)
	}
	return s.Read(Eve, wire.ChannelID(raw))
}

// judge is a moderator.
const judge = wire.UserID("judge")

// disputed makes Ann open a dispute, which allows the judge to act.
func (s *Duel) disputed() {
	s.T.Helper()
	s.May[judge] = wire.ManageServer
	s.In(Ann, "dispute open", Option{Name: "reason", Value: "a slip"})
}

// evidence returns the whole match, as the judge exports it.
func (s *Duel) evidence() (table.Carried, []table.Event, error) {
	s.T.Helper()
	s.In(judge, "mod evidence", Option{Name: "reason", Value: "to keep"})
	a := s.Click(judge, s.Newest(judge), "|go")
	return table.ReadCarried(a.Letter.Files[0].Data)
}

// Carried returns the whole match, as a moderator exports it in a dispute.
func (s *Duel) Carried() (table.Carried, []table.Event, error) {
	s.T.Helper()
	s.disputed()
	return s.evidence()
}

// Dispute plays a dispute that ends with a ruling, for which the thread says said, and a rewind to that step; and it checks the
// evidence.
func (s *Duel) Dispute(id, ruling, said, step string) {
	s.T.Helper()
	s.disputed()
	reason := Option{Name: "reason", Value: "because"}
	for _, c := range []struct {
		verb    string
		options []Option
	}{{"rule", []Option{reason, {Name: "ruling", Value: ruling}}}, {"rewind", []Option{reason, {Name: "event", Value: step}}}, {"uphold", []Option{reason}}} {
		s.In(judge, "mod "+c.verb, c.options...)
		s.Click(judge, s.Newest(judge), "|go")
		s.Settle()
	}
	if all := s.Thread(); !strings.Contains(all, said) {
		s.T.Errorf("the thread says %s", all)
	}
	if carried, _, err := s.evidence(); err != nil || carried.Meta.Game != id {
		s.T.Errorf("the evidence: %+v, %v", carried.Meta, err)
	}
	s.Settle()
}

// Verified makes Ben give the match up. Then anybody can check it, and a moderator's evidence of it fits its record.
func (s *Duel) Verified(rules game.Game) {
	s.T.Helper()
	s.Concede(Ben)
	s.Says(s.In(Eve, "match verify"), "✅")
	if said := s.Thread(); !strings.Contains(said, "Name of ann wins by concession") {
		s.T.Errorf("the thread says %s", said)
	}
	carried, events, err := s.Carried()
	if err == nil {
		_, err = carried.Audit(rules, events)
	}
	if err != nil {
		s.T.Error(err)
	}
}

// pointed matches what a lesson says to press or to choose, perhaps in a select that it names first.
var pointed = regexp.MustCompile(`👉 [^*]*(?:\*[^+*]+\*:? [^*]*)?\*\*([^*]+)\*\*`)

// Learn takes Eve through the game's lesson by pressing only what it says, until it says done. Each screen must name something on
// it. steps is the number of the lesson's steps; most is the greatest average number of presses for each step. It returns the screens.
func (s *Duel) Learn(steps, most int, done string) (screens []wire.Message) {
	s.T.Helper()
	s.Slash(Eve, []string{"learn"})
	presses := 0
	for ; presses < 60; presses++ {
		m := s.Newest(Eve)
		if strings.Contains(Words(m.Message), done) {
			break
		}
		screens = append(screens, m.Message)
		if !s.Follow(Eve, m) {
			s.T.Fatalf("nothing to press in:\n%s", Words(m.Message))
		}
	}
	if presses < steps || presses > most*steps {
		s.T.Errorf("%d presses, then\n%s", presses, Words(s.Newest(Eve).Message))
	}
	return screens
}

// Follow presses what a page of a lesson names, or its only control. ok is false if that is not on the page.
func (s *Duel) Follow(user wire.UserID, m Message) (ok bool) {
	s.T.Helper()
	c, wanted := ControlsOf(m.Message), s.Text("Next")
	if at := pointed.FindStringSubmatch(Words(m.Message)); at != nil {
		wanted = at[1]
	}
	for _, b := range c.Buttons {
		if b.Label == wanted && !b.Disabled {
			s.Press(user, m, b.ID)
			return true
		}
	}
	for _, k := range c.Selects {
		if i := slices.IndexFunc(k.Options, func(o wire.Option) bool { return o.Label == wanted }); i >= 0 {
			s.Press(user, m, k.ID, k.Options[i].Value)
			return true
		}
	}
	return false
}

// Draw makes Ann offer a draw, which reaches Ben by a message that notifies. Ben accepts it by buttons and must confirm.
func (s *Duel) Draw() {
	s.T.Helper()
	posts := func() (n int) {
		for _, sent := range s.Wire.Delivered(Ben, 0) {
			if sent.What == "post" && sent.Channel == dm(Ben) {
				n++
			}
		}
		return n
	}
	before := posts()
	s.Pass(time.Minute) // Ben is no longer present
	s.Says(s.In(Ann, "order", Option{Name: "line", Value: "draw"}), "✔️")
	s.Settle()
	if now := posts(); now != before+1 {
		s.T.Errorf("%d new messages tell of the offer", now-before)
	}
	s.In(Ben, "match show")
	s.Click(Ben, s.Newest(Ben), s.Text("Accept the draw, concede"))
	s.Says(s.Click(Ben, s.Newest(Ben), s.Text("Accept the draw")), s.Text("**Accept the draw?** The match ends, and nobody has won."))
	if s.Over() {
		s.T.Fatal("one press ends the match")
	}
	s.Click(Ben, s.Newest(Ben), s.Text("Accept the draw"))
	s.Settle()
	if p := s.Public(); p.Result == nil || p.Result.Why != "agreement" {
		s.T.Errorf("the match ends with %+v", p.Result)
	}
}
