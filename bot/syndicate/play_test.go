package syndicate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	rules "downsync/game/syndicate"
	"downsync/game/table"
	"downsync/render"
	draw "downsync/render/syndicate"
)

const (
	ann = bottest.Ann
	ben = bottest.Ben
	eve = bottest.Eve
)

// sketch returns scenes as text instead of pictures, which take most of a test's time.
type sketch struct{ draw.Look }

func (s sketch) Public(v rules.View, n draw.News) (render.Public, error) {
	if v.Viewer != game.Onlooker() {
		return render.Public{}, fmt.Errorf("a public picture of the view of %s", v.Viewer)
	}
	return render.Public{PNG: []byte(s.Scene(v, nil, n).String())}, nil
}

func (s sketch) Measured(v rules.View, st *draw.Staged) (render.Public, error) {
	if v.Viewer != game.Onlooker() {
		return render.Public{}, fmt.Errorf("a public picture of the view of %s", v.Viewer)
	}
	return render.Public{PNG: []byte(s.Scene(v, st, draw.News{}).String())}, nil
}

func (s sketch) Private(v rules.View, st *draw.Staged, n draw.News) (render.Private, error) {
	return render.Private{Seat: v.Viewer.Seat(), PNG: []byte(s.Scene(v, st, n).String())}, nil
}

func (s sketch) Result(v rules.View, told []game.Fact) (render.Public, error) {
	return render.Public{PNG: fmt.Appendf(nil, "the end after %d facts", len(told))}, render.End{Viewer: v.Viewer, Result: v.Result}.Check()
}

// sketched holds the forms with sketches.
var sketched = Forms{brush: func(l draw.Look) brush { return sketch{l} }}

// arena is a room in which ann and ben play.
type arena struct{ *bottest.Duel }

func opt(name, value string) bottest.Option { return bottest.Option{Name: name, Value: value} }

// newArena makes ann challenge ben in a language, and both choose a starter by buttons.
func newArena(t testing.TB, l lang.Language, dice func(table.ID) game.Dice, options ...bottest.Option) *arena {
	t.Helper()
	s := &arena{bottest.NewDuel(t, l, bottest.Setup{Game: rules.Rules(), Forms: sketched, Dice: dice})}
	s.Challenge("razor-starter", "velocity-starter", options...)
	return s
}

// steps returns a condition for the buttons that play a card step by step, not as proposed.
func (s *arena) steps(c bottest.Controls) func(wire.Button) bool {
	labelled := func(words string) func(wire.Button) bool {
		return func(b wire.Button) bool { return strings.HasSuffix(b.Label, words) }
	}
	alone := labelled(strings.TrimPrefix(s.Text("%s alone"), "%s"))
	planning, chosen := slices.ContainsFunc(c.Buttons, labelled(s.Text("Change the orders"))), slices.ContainsFunc(c.Buttons, alone)
	return func(b wire.Button) bool { return planning && (alone(b) || !chosen && b.Style == wire.Primary) }
}

// reached reports whether the match is in that phase of a round, or later.
func (s *arena) reached(round int, phase rules.Phase) func() bool {
	return func() bool {
		v := s.Public().View.(rules.View)
		return v.Round > round || v.Round == round && v.Phase == phase || s.Over()
	}
}

// An offered draw ends the match once the other side accepts it.
func TestDrawByButtons(t *testing.T) {
	for _, l := range lang.All() {
		s := newArena(t, l, func(table.ID) game.Dice { return gametest.NewDice(7) })
		s.Play(s.reached(1, rules.Planning), nil)
		s.Draw()
	}
}

// Two people play a match from the challenge to its end by buttons alone, in each language. On the way they look everything up, one
// takes a step back, and a moderator settles a dispute.
func TestMatchByButtons(t *testing.T) {
	for _, l := range lang.All() {
		t.Run(l.String(), func(t *testing.T) {
			t.Parallel()
			s := newArena(t, l, func(table.ID) game.Dice { return gametest.NewDice(7) })
			s.Prefer = s.steps
			s.Play(s.reached(1, rules.MercsMoving), nil)
			s.asked()
			s.takeBack()
			s.Play(s.reached(3, rules.Planning), nil)
			s.lookUp()
			s.Dispute("syndicate", "hp A 9", s.Say("By a moderator's ruling %s has %d HP.", "A Razor", 9), "12")
			n := s.Play(s.Over, nil)
			if n < 25 {
				t.Errorf("over after %d presses more", n)
			}
			s.ended()
		})
	}
}

// asked tries what a player may type, and what an onlooker may see.
func (s *arena) asked() {
	s.T.Helper()
	asked := s.Public().Asked[0].Seat
	user, other := []wire.UserID{ann, ben}[asked-1], []wire.UserID{ben, ann}[asked-1]
	l := bot.SideName(asked)
	choices := s.Complete(user, []string{"order"}, opt("match", string(s.ID)), opt("line", "move "))
	if !slices.ContainsFunc(choices, func(c wire.Choice) bool { return strings.HasPrefix(c.Value, "move "+l+"1") }) {
		s.T.Errorf("completed with %v", choices)
	}
	s.Says(s.In(user, "order", opt("line", "move "+l+"1 to 12,12")), "S4.6")
	s.Says(s.In(other, "order", opt("line", "done")), "⚠️")
	s.Says(s.In(eve, "match show"), s.Say("Round %d", 1))
	said := s.Thread() + bottest.Said(s.In(eve, "match show"))
	for _, hand := range []game.Seat{1, 2} {
		p, err := s.Hall.Private(context.Background(), s.ID, hand)
		if err != nil {
			s.T.Fatal(err)
		}
		for _, id := range p.View.(rules.View).Sides[hand-1].Hand {
			x, _ := p.View.(rules.View).Catalogue().Card(id)
			told := said
			for _, side := range p.View.(rules.View).Sides { // a card that is shown may have it in its name: Ghostline Dash
				if shown, ok := p.View.(rules.View).Catalogue().Card(side.Committed); ok && strings.Contains(shown.Name, x.Name) {
					told = strings.ReplaceAll(told, shown.Name, "")
				}
			}
			if strings.Contains(told, x.Name) {
				s.T.Errorf("everybody is told of %s:\n%s", x.Name, told)
			}
		}
	}
}

// takeBack lets the player who is asked move a Mercenary and take it back.
func (s *arena) takeBack() {
	s.T.Helper()
	asked := s.Public().Asked[0].Seat
	user := []wire.UserID{ann, ben}[asked-1]
	p, _ := s.Hall.Private(context.Background(), s.ID, asked)
	to := ""
	for _, k := range p.Asks[0].Menu {
		if strings.HasPrefix(k.Words, "move "+bot.SideName(asked)+"1") {
			to = k.Words + " to " + k.Slots[0].Options[0]
		}
	}
	s.Says(s.In(user, "order", opt("line", to)), "✔️")
	s.Settle()
	s.Says(s.In(user, "order", opt("line", "undo")), s.Text("Taken back."))
	s.Settle()
}

// lookUp looks everything up.
func (s *arena) lookUp() {
	s.T.Helper()
	s.Says(s.In(ann, "know"), s.Say("### %s: hand %d, deck %d", "B", 5, 33))
	s.Says(s.In(eve, "know"), "4 ")
	s.Says(s.In(ann, "measure", opt("from", "A"), opt("to", "B")), "A Razor")
	s.Says(s.In(eve, "measure", opt("from", "A"), opt("to", "x")), "⚠️")
	s.Says(s.Slash(eve, []string{"card"}, opt("name", "Flashbang")), "Flashbang")
	s.Says(s.Slash(eve, []string{"card"}, opt("name", "Rampart")), "HP 20")
	s.Says(s.Slash(eve, []string{"card"}, opt("name", "nothing")), "⚠️")
	s.Says(s.Slash(eve, []string{"rules"}, opt("word", "cover")), "S2.5")
	s.Says(s.Slash(eve, []string{"rules"}, opt("word", "R-A2")), "R-A2")
	s.Says(s.Slash(eve, []string{"map"}, opt("map", "district-nine")), "District Nine")
	s.Says(s.In(ann, "match log", opt("rules", "true")), "*S")
	s.Says(s.In(ann, "match event", opt("event", "2")), "**S")
	s.Says(s.In(ann, "match replay", opt("step", "2")), s.Say("Round %d", 1))
	s.Says(s.In(eve, "match replay", opt("step", "2")), s.Say("Round %d", 1))
	s.Says(s.Slash(ann, []string{"help"}), s.Text("syndicate.goal"))
}

// ended checks what everybody is told of the finished match: the winner, both hands, the decks, a film.
func (s *arena) ended() {
	s.T.Helper()
	if said := s.Thread(); !strings.Contains(said, s.Text("The decks lie open.")) {
		s.T.Errorf("the thread says %s", said)
	}
	s.In(ann, "match replay", opt("step", "9"))
	if m := s.Newest(ann); len(m.Files) == 0 {
		s.T.Errorf("a still without a picture: %s", bottest.Words(m.Message))
	}
	if m := s.Lobby(); len(m.Files) != 1 || m.Files[0].Name != "result.png" {
		s.T.Errorf("the card in the channel has %d files: %s", len(m.Files), bottest.Words(m.Message))
	}
	s.In(ann, "match show")
	bottest.MustFind(s.T, s.Newest(ann), "reel|")
	p := s.Public()
	if squads, ok := (roster{Forms{}}).Played(p); !ok || len(squads) != 2 {
		s.T.Errorf("played %v", squads)
	}
	s.Says(s.Slash(eve, []string{"ladder"}), "<@ann>")
}

// Anybody can check a finished match with random dice, and a moderator's evidence of it fits its record.
func TestVerified(t *testing.T) {
	t.Parallel()
	s := newArena(t, lang.English, nil, opt("options", "mission=relay mulligan=on"))
	s.Play(s.reached(1, rules.MercsMoving), nil)
	s.Verified(rules.Rules())
}
