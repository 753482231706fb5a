package downsync

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/screens"
	"downsync/bot/downsync/wording"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
	"downsync/render"
	draw "downsync/render/downsync"
)

// sized is a brush whose pictures have the size of real ones.
type sized struct {
	blank
	board, dice []byte
}

func (b sized) Private(v rules.View, _ *draw.Staged, _ draw.PrivateNews) (render.Private, error) {
	return render.Private{Seat: v.Viewer.Seat(), PNG: b.board}, nil
}

func (b sized) PrivateDice(seat game.Seat, facts []game.Fact, most int) (render.Private, error) {
	if _, ok := (draw.Look{}).Dice(facts, most); !ok {
		return render.Private{Seat: seat}, nil
	}
	return render.Private{Seat: seat, PNG: b.dice}, nil
}

// everyConsole returns a console for every kind of question, and for the drafts that stage something: the longest of each
// kind.
func everyConsole(t *testing.T) map[string]wire.Message {
	t.Helper()
	s := newPlayground(t, side(), "designate A1 A2 A3 A4 A5", "done")
	v := s.private().View.(rules.View)
	pic, err := draw.Look{}.Private(v, nil, draw.PrivateNews{})
	if err != nil {
		t.Fatal(err)
	}
	b := sized{board: pic.PNG}
	out := map[string]wire.Message{}
	keep := func(kind string, p table.Private, page bot.Page) {
		t.Helper()
		p.Asks = slices.Clone(p.Asks)
		p.Asks[0].By = time.Unix(2e9, 0) // a clock runs
		for _, l := range lang.All() {
			c, err := play{wording.Reader{Brush: b, Voice: bot.Voice{Language: l}}}.Console(p, page)
			if err != nil {
				t.Fatal(err)
			}
			if err := bottest.Sendable(c.Message); err != nil {
				t.Errorf("%s, %v: %v", kind, page, err)
			}
			if page.Order == "" {
				asked := play{wording.Reader{Voice: bot.Voice{Language: l}}}.Question(p, p.Asks[0])
				screens.FirstWords(t, kind+" "+l.String(), asked, c.Message)
			}
			if name := kind + " " + l.String(); len(bottest.Words(c.Message)) > len(bottest.Words(out[name])) {
				out[name] = c.Message
			}
		}
	}
	watch := func(c rules.Config, stop func(rules.View) bool, prefers string) {
		match := newNewcomer(t, c, 1)
		match.prefers = prefers
		match.seen = func(p table.Private, page bot.Page) {
			keep(p.Asks[0].Name, p, page)
			if p.Asks[0].Name == "deploy" {
				keep("deploy placed", p, bot.Page{Ask: p.Asks[0].ID, Order: "deploy " + bot.SideName(p.Seat) + "1 at " + map[game.Seat]string{1: "12,5", 2: "12,43"}[p.Seat]})
			}
		}
		match.play(400, stop)
	}
	watch(starters(t), func(rules.View) bool { return false }, "")
	oneTurn := func(v rules.View) bool { return v.Turn > 1 }
	joins, lab := rules.Defaults(), fiveUnits()
	lab.Pieces[4].Overwatch, lab.Pieces[4].Activated = true, true
	joins.Lab = &lab
	watch(joins, oneTurn, "Add A5")
	pays, stunned := rules.Defaults(), fiveUnits()
	stunned.Pieces[3].Bases[0].Stun = true
	pays.Lab, pays.Rules = &stunned, rules.Edition42
	watch(pays, oneTurn, "")
	for _, l := range lang.All() {
		p := newPupilBefore(t, l, b)
		for n := 0; !p.over(); n++ {
			out[fmt.Sprintf("lesson %d %s", n, l)] = p.Newest(ann).Message
			p.follow(p.Newest(ann), p.hint())
		}
	}
	found := rules.Lab{Active: 1, Reserve: [2][]string{{}, {"virago", "crusader"}}, Pieces: []rules.LabPiece{
		{Label: "A1", Unit: "virago", Bases: []rules.LabBase{at(20, 10)}}, {Label: "B1", Sig: "medium", Bases: []rules.LabBase{at(20, 16)}}}}
	finds := newPlayground(t, found, "move A1 to 20,12.5")
	p, err := finds.hall.Private(t.Context(), "m", 2)
	if err != nil {
		t.Fatal(err)
	}
	keep(p.Asks[0].Name, p, bot.Page{})
	at := func(s *playground, kind, draft string) {
		t.Helper()
		p := s.private()
		keep(strings.TrimSpace(p.Asks[0].Name+" "+kind), p, bot.Page{Ask: p.Asks[0].ID, Order: draft})
	}
	at(s, "staged", "move A3 to 20,17")
	at(s, "fine", "move A3 to 20,17 @fine")
	at(s, "begun", "move A3")
	at(s, "together", "together A4 to 26,14")
	at(s, "everyone", "everyone towards n")
	at(s, "square", "move A3 @E3")
	infantry := side()
	infantry.Pieces[0].Sig, infantry.Reserve[0] = "small", []string{"vector-squad", "virago"}
	s = newPlayground(t, infantry, "designate A1")
	at(s, "placed", "reveal A1 as vector-squad at 8,12 9.5,12 6.5,12")
	stunned = side()
	stunned.Pieces[2].Bases[0].Stun, stunned.Pieces[3].Bases[0].Stun, stunned.Pieces[3].Bases[1].Stun = true, true, true
	s = newPlayground(t, stunned, "designate A3 A4")
	at(s, "", "")
	gunner := side()
	gunner.Pieces[2].Unit = "mandible"
	s = newPlayground(t, gunner, "designate A3", "done")
	for s.private().Asks[0].Name != "act" {
		if s.private().Asks[0].Name == "next" {
			s.order("activate A3")
			continue
		}
		s.other()
	}
	for _, ch := range s.private().Asks[0].Menu {
		if has(ch, "targets") {
			at(s, "aim", ch.Words)
		}
	}
	return out
}

// Every kind of question fits on one screen of a phone, in both languages.
func TestOneScreen(t *testing.T) {
	screens.One(t, everyConsole(t), "choose", "deploy", "designate", "reveal", "refresh", "move", "next", "act", "act aim", "react", "declare", "boost", "priority",
		"counter", "identify", "join", "recover", "move staged", "move everyone", "reveal placed", "deploy placed")
}
