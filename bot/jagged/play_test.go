package jagged

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/customid"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	rules "downsync/game/jagged"
	"downsync/game/plane"
	"downsync/game/table"
	"downsync/render"
	draw "downsync/render/jagged"
)

const (
	ann = bottest.Ann
	ben = bottest.Ben
	eve = bottest.Eve
)

// sketch returns scenes as text instead of pictures, which take most of a test's time.
type sketch struct{ draw.Look }

func (s sketch) Public(b draw.Battle, n draw.News) (render.Public, error) {
	if b.Viewer != game.Onlooker() {
		return render.Public{}, fmt.Errorf("a public picture of the view of %s", b.Viewer)
	}
	return render.Public{PNG: []byte(s.Scene(b, nil, n).String())}, nil
}

func (s sketch) Measured(b draw.Battle, st *draw.Staged) (render.Public, error) {
	if b.Viewer != game.Onlooker() {
		return render.Public{}, fmt.Errorf("a public picture of the view of %s", b.Viewer)
	}
	return render.Public{PNG: []byte(s.Scene(b, st, draw.News{}).String())}, nil
}

func (s sketch) Private(b draw.Battle, st *draw.Staged, n draw.News) (render.Private, error) {
	return render.Private{Seat: b.Viewer.Seat(), PNG: []byte(s.Scene(b, st, n).String())}, nil
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
	return arenaAmong(t, l, dice, nil, options...)
}

// arenaAmong is newArena with additional games.
func arenaAmong(t testing.TB, l lang.Language, dice func(table.ID) game.Dice, more []bottest.Offer, options ...bottest.Option) *arena {
	t.Helper()
	s := &arena{bottest.NewDuel(t, l, bottest.Setup{Game: rules.Rules(), Forms: sketched, More: more, Dice: dice})}
	s.challenge(options...)
	return s
}

// challenge makes ann challenge ben, who defends, until the battle begins.
func (s *arena) challenge(options ...bottest.Option) {
	s.T.Helper()
	s.Challenge("h-a-line", "m-d-swarm", append(options, opt("faction", "human-colonies"), opt("map", "spire-yard"))...)
}

// reached reports whether the match is in that phase of a round, or later.
func (s *arena) reached(round int, phase rules.Phase) func() bool {
	return func() bool {
		v := s.Public().View.(rules.View)
		return v.Round > round || v.Round == round && v.Phase == phase || s.Over()
	}
}

// Two people play a battle from the challenge to its end by buttons alone, in each language. On the way they look everything up,
// one takes a step back, and a moderator settles a dispute.
func TestBattleByButtons(t *testing.T) {
	for _, l := range lang.All() {
		t.Run(l.String(), func(t *testing.T) {
			t.Parallel()
			s := newArena(t, l, func(table.ID) game.Dice { return gametest.NewDice(7) }, opt("options", "zones=deep"))
			n := s.Play(s.reached(1, rules.Moving), nil)
			s.asked()
			s.takeBack()
			n += s.Play(s.reached(2, rules.Shooting), nil)
			s.lookUp()
			s.Dispute("jagged", "vp 1 7", s.Say("By a moderator's ruling %s has %d VP.", "A", 7), "25")
			n += s.Play(s.Over, nil)
			if t.Logf("%d presses", n); n < 25 {
				t.Errorf("over after %d presses", n)
			}
			s.ended()
		})
	}
}

// An offered draw ends the battle once the other side accepts it.
func TestDrawByButtons(t *testing.T) {
	for _, l := range lang.All() {
		s := newArena(t, l, func(table.ID) game.Dice { return gametest.NewDice(7) })
		s.Play(s.reached(1, rules.Moving), nil)
		s.Draw()
	}
}

// turn returns the player who is asked, and the other.
func (s *arena) turn() (asked game.Seat, user, other wire.UserID) {
	s.T.Helper()
	asked = s.Public().Asked[0].Seat
	return asked, []wire.UserID{ann, ben}[asked-1], []wire.UserID{ben, ann}[asked-1]
}

// asked tries what a player may type, and what an onlooker may see.
func (s *arena) asked() {
	s.T.Helper()
	asked, user, other := s.turn()
	l := bot.SideName(asked)
	choices := s.Complete(user, []string{"order"}, opt("match", string(s.ID)), opt("line", "move "))
	if !slices.ContainsFunc(choices, func(c wire.Choice) bool { return strings.HasPrefix(c.Value, "move "+l+"1") }) {
		s.T.Errorf("completed with %v", choices)
	}
	s.Says(s.In(user, "order", opt("line", "move "+l+"1 to 40,2")), "⚠️")
	s.Says(s.In(other, "order", opt("line", "done")), "⚠️")
	s.Says(s.In(eve, "match show"), s.Say("Round %d of %d", 1, 5))
}

// takeBack lets the player who is asked move a model and take it back.
func (s *arena) takeBack() {
	s.T.Helper()
	asked, user, _ := s.turn()
	p, err := s.Hall.Private(context.Background(), s.ID, asked)
	if err != nil {
		s.T.Fatal(err)
	}
	v := p.View.(rules.View)
	m, _ := v.Model(rules.Label(bot.SideName(asked) + "1"))
	to := *m.At
	for _, to.X = range []plane.Inch{to.X + 1500, to.X - 1500, to.X} {
		if _, _, err := v.Way(m.Label, to, nil, m.Movement); err == nil {
			break
		}
	}
	s.Says(s.In(user, "order", opt("line", "move "+bot.SideName(asked)+"1 to "+to.String())), "✔️")
	s.Settle()
	s.Says(s.In(user, "order", opt("line", "undo")), s.Text("Taken back."))
	s.Settle()
}

// lookUp looks everything up.
func (s *arena) lookUp() {
	s.T.Helper()
	s.Says(s.In(ann, "measure", opt("from", "A1"), opt("to", "B2")), "A1 Combat Engineer")
	s.Says(s.In(eve, "measure", opt("from", "A1"), opt("to", "x")), "⚠️")
	s.Says(s.In(ann, "measure", opt("from", "A1"), opt("to", "12, 12"), opt("standing", "12,10")), s.Number("1.37")+"\"")
	s.Says(s.In(ann, "show", opt("what", "reach"), opt("piece", "A1")), "A1 Combat Engineer")
	s.Says(s.In(ann, "show", opt("what", "range"), opt("piece", "A1")), "Burst Pistol")
	s.Says(s.In(eve, "show", opt("what", "forces")), "Rootblade Initiate")
	s.Says(s.Slash(eve, []string{"unit"}, opt("name", "Sand Golem")), "Sand Golem")
	s.Says(s.Slash(eve, []string{"rules"}, opt("word", "cover")), "J7.5")
	s.Says(s.Slash(eve, []string{"map"}, opt("map", "spire-yard")), "Spire Yard")
	s.Says(s.In(ann, "match log", opt("rules", "true")), "*J")
	s.Says(s.In(ann, "match event", opt("event", "2")), "**J")
	s.Says(s.In(ann, "match replay", opt("step", "2")), s.Text("Set-up"))
	s.Says(s.In(eve, "match replay", opt("step", "2")), s.Text("Set-up"))
	s.Says(s.Slash(ann, []string{"help"}), s.Text("jagged.goal"))
	s.In(ann, "match show")
	s.Says(s.Click(ann, s.Newest(ann), "?"), "**DAM**")
}

// ended checks what everybody is told of the finished battle: the winner, a still, both lists, the ladder.
func (s *arena) ended() {
	s.T.Helper()
	p := s.Public()
	if said := s.Thread(); !strings.Contains(said, play{Forms{Voice: bot.Voice{Language: s.Language}}}.Outcome(p)) || p.Result.Why == "time" {
		s.T.Errorf("%+v; the thread says %s", p.Result, said)
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
	if lists, ok := (roster{Forms{}}).Played(p); !ok || len(lists) != 2 {
		s.T.Errorf("played %v", lists)
	}
	s.Says(s.Slash(eve, []string{"ladder"}), "<@ann>")
}

// Anybody can check a finished battle with random dice, and a moderator's evidence of it fits its record.
func TestVerified(t *testing.T) {
	t.Parallel()
	s := newArena(t, lang.English, nil, opt("options", "wounds=combined"))
	s.Play(s.reached(1, rules.Shooting), nil)
	s.Verified(rules.Rules())
}

// The player who asks for a rematch attacks in it. A list that only fits the other seat is replaced by a sample list.
func TestRematch(t *testing.T) {
	t.Parallel()
	s := newArena(t, lang.English, nil)
	s.Play(s.reached(1, rules.Moving), nil)
	s.Concede(ben)
	s.Press(ben, s.Newest(ben), customid.Rematch+"|"+string(s.ID))
	s.Settle()
	a, ok := s.Find(ben, "force|")
	if !ok || !strings.Contains(bottest.Words(a.Message), "Human Colonies · Rifle Line") {
		t.Errorf("ben attacks with %s", bottest.Words(a.Message))
	}
	if !strings.Contains(bottest.Words(a.Message), "You have changed sides") || strings.Contains(bottest.Words(a.Message), "settings and forces") {
		t.Errorf("ben is told of his rematch: %s", bottest.Words(a.Message))
	}
	s.Click(ann, s.Lobby(), "ready|")
	s.Settle()
	ms, err := s.Hall.MatchesOf(context.Background(), ben)
	if err != nil || len(ms) != 2 {
		t.Fatalf("%d matches, %v", len(ms), err)
	}
	for _, m := range ms {
		if m.Match != s.ID && m.Seat != 1 {
			t.Errorf("ben sits in seat %d of the rematch", m.Seat)
		}
	}
}
