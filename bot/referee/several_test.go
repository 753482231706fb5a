package referee_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
	toyrival "downsync/game/toy/rival"
)

// court is a party with a moderator and a match of four.
type court struct {
	*party.Party
	t  *testing.T
	id table.ID
}

func newCourt(t *testing.T) court {
	t.Helper()
	p := party.New(t, toyrival.New())
	p.May[owner] = wire.ManageServer
	p.Slash(owner, []string{"setup"}, party.Options("moderators:"+string(modRole))...)
	p.Roles[judge] = []wire.RoleID{modRole}
	return court{p, t, p.Plays([]wire.UserID{party.Ben, party.Cal, party.Dan}).ID}
}

// rules gives a command of /mod and confirms it.
func (c court) rules(verb string, options ...string) string {
	c.t.Helper()
	asked := c.asks(verb, options...)
	if !strings.Contains(asked, "You are about to") {
		c.t.Fatalf("/mod %s: %s", verb, asked)
	}
	done := c.Clicks(judge, c.Newest(judge), "|go")
	c.Settle()
	return done
}

// asks gives a command of /mod.
func (c court) asks(verb string, options ...string) string {
	os := append(party.Options(options...), bottest.Option{Name: "match", Value: string(c.id)}, bottest.Option{Name: "reason", Value: "for a good reason"})
	return party.Text(c.Slash(judge, []string{"mod", verb}, os...))
}

func (c court) result() *game.Result {
	c.t.Helper()
	return c.Match().Result
}

// A moderator looks at each side of a match of four by its letter, and at no other side.
func TestLooksAtEachSide(t *testing.T) {
	c := newCourt(t)
	for _, side := range []string{"A", "B", "C", "D"} {
		party.Want(t, c.asks("show", "view:"+side), "look at the view of "+side+" (Name of ")
	}
	party.Want(t, c.asks("show", "view:E"), "Name a view: public, A (Name of ann), B (Name of ben), C (Name of cal), D (Name of dan) or all.")
	party.Want(t, c.asks("answer", "side:E"), "Name a side: A (Name of ann), B (Name of ben), C (Name of cal), D (Name of dan).")
}

// One of four players opens a dispute. All are told, and a moderator decides it, answers for one side and ends the
// match for another.
func TestDisputeOfSeveral(t *testing.T) {
	c := newCourt(t)
	c.Slash(party.Cal, []string{"dispute", "open"}, party.Options("reason:the bid did not count", "match:"+string(c.id))...)
	c.Settle()
	if m := c.Match(); m.Clocks.Held != "dispute" {
		t.Fatalf("the match is held by %q\n%s", m.Clocks.Held, bottest.Words(c.Newest(party.Cal).Message))
	}
	c.rules("uphold")
	c.rules("answer", "side:D")
	for _, u := range c.Match().Meta.Users {
		if !told(c, u) {
			t.Errorf("%s was not told of the decisions", u)
		}
	}
	party.Want(t, c.asks("end", "result:e"), "Expected a result: the side that wins (A (Name of ann), B (Name of ben), C (Name of cal), D (Name of dan)), draw or void.")
	c.rules("end", "result:c")
	if r := c.result(); r == nil || !slices.Equal(r.Rank, []int{2, 2, 1, 2}) {
		t.Errorf("the moderator let C win: %+v", r)
	}
	party.Want(t, bottest.Words(c.Card().Message), "Name of cal wins")
}

// told reports whether the user has a direct message about a moderator's act.
func told(c court, u wire.UserID) bool {
	for _, s := range c.Wire.Delivered(u, 0) {
		if strings.Contains(bottest.Words(s.Message.Message), "moderator") {
			return true
		}
	}
	return false
}

// A seat of four is offered to another member, who plays it from then on.
func TestSeatOfSeveralIsReplaced(t *testing.T) {
	c := newCourt(t)
	c.rules("replace", "side:B", "user:"+string(party.Eve))
	if a, _ := c.TakeSeat(string(c.id)); !strings.Contains(party.Text(a), "in this match now") {
		t.Fatalf("the seat is not taken: %s", party.Text(a))
	}
	c.Settle()
	if us := c.Match().Meta.Users; !slices.Equal(us, []wire.UserID{party.Ann, party.Eve, party.Cal, party.Dan}) {
		t.Errorf("they sit as %v", us)
	}
	party.Want(t, c.Orders(party.Eve, "bid 2"), "✔️")
}

// Evidence of a match of four is one file that names all sides, and verify recomputes the match.
func TestEvidenceOfSeveral(t *testing.T) {
	c := newCourt(t)
	c.rules("evidence")
	files := c.Newest(judge).Files
	if len(files) != 1 || !strings.Contains(string(files[0].Data), "dan") {
		t.Errorf("the evidence has %d files", len(files))
	}
	party.Want(t, party.Text(c.Slash(party.Cal, []string{"match", "verify"}, party.Options("match:"+string(c.id))...)), "So far everything fits", "side D")
}

// A pause of four begins once all four propose it.
func TestClocksOfSeveral(t *testing.T) {
	c := newCourt(t)
	pause := func(u wire.UserID) string {
		return party.Text(c.Slash(u, []string{"clock", "pause"}, party.Options("for:2h", "match:"+string(c.id))...))
	}
	for _, u := range []wire.UserID{party.Ann, party.Ben, party.Cal} {
		pause(u)
		if c.Match().Clocks.Stopped() {
			t.Fatalf("it is paused though dan has not agreed")
		}
	}
	pause(party.Dan)
	if !c.Match().Clocks.Stopped() {
		t.Error("all four have agreed, and it goes on")
	}
	c.Pass(3 * time.Hour)
	if c.Match().Clocks.Stopped() {
		t.Error("the pause does not end")
	}
}

// Nobody takes over a side that is out while the others play on: it cannot be offered, and an offer from before is void. The same
// holds if its player has their data removed.
func TestNobodyTakesOverASideThatIsOut(t *testing.T) {
	for name, leave := range map[string]func(c court){
		"conceded": func(c court) { c.Orders(party.Ben, "quit") },
		"removed":  func(c court) { c.Erase(party.Ben) },
	} {
		t.Run(name, func(t *testing.T) {
			c := newCourt(t)
			offer := c.Offers(judge, c.id, "B", eve)
			leave(c)
			c.Settle()
			if m := c.Match(); m.Result != nil || !slices.Equal(m.Out, []game.Seat{2}) {
				t.Fatalf("out are %v, the result is %v", m.Out, m.Result)
			}
			c.Says(c.Click(eve, offer, "Take the seat"), "is no longer open")
			if u := c.Match().Meta.Users[1]; u == eve {
				t.Error("eve has the seat")
			}
			party.Want(t, c.asks("replace", "side:B", "user:"+string(eve)), "that side is out of the match; name one that plays on")
		})
	}
}

// A player who leaves their seat to the program may still dispute that, judges the match as little as any player, and gets the seat back
// by a rewind. Moderators alone can look at what the program knows there; the evidence holds it, and verify fits.
func TestModeratorsAndLeavers(t *testing.T) {
	p := party.New(t, toyrival.New())
	p.May[owner] = wire.ManageServer
	p.Slash(owner, []string{"setup"}, party.Options("moderators:"+string(modRole))...)
	p.Roles[judge], p.Roles[party.Ben] = []wire.RoleID{modRole}, []wire.RoleID{modRole}
	c := court{p, t, p.Plays([]wire.UserID{party.Ben, party.Cal}, "leaver:program").ID}
	told := len(c.Match().Facts)
	c.Orders(party.Ben, "quit")
	c.Pass(2 * time.Second)
	in := bottest.Option{Name: "match", Value: string(c.id)}
	dispute := func(u wire.UserID, options ...bottest.Option) string {
		return party.Text(c.Slash(u, []string{"dispute", "open"}, append(options, in, party.Opt("reason", "I did not mean to leave"))...))
	}
	party.Want(t, dispute(party.Eve), "You do not play in this match")
	party.Want(t, dispute(party.Ben, party.Opt("event", "99")), "from 1 to 2")
	party.Want(t, dispute(party.Ben, party.Opt("event", "2")), "The match is stopped")
	if !c.Match().Clocks.Stopped() {
		t.Error("the dispute stops nothing")
	}
	party.Want(t, party.Text(c.Slash(party.Ben, []string{"mod", "dismiss"}, in, party.Opt("reason", "for a good reason"))), "You play in this match")
	c.rules("rival")
	if files := c.Newest(judge).Files; len(files) != 1 || !strings.Contains(string(files[0].Data), `"seat": 2`) || !strings.Contains(string(files[0].Data), `"strength": "regular"`) {
		t.Errorf("the moderator is shown %+v", files)
	}
	c.rules("evidence")
	if files := c.Newest(judge).Files; len(files) != 1 || !strings.Contains(string(files[0].Data), `"ben"`) {
		t.Error("the evidence does not name ben")
	}
	c.rules("uphold")
	c.rules("rewind", "event:"+strconv.Itoa(told+1))
	if m := c.Match(); len(m.Out) != 0 || m.Meta.Player(2) != party.Ben {
		t.Errorf("after the rewind out are %v, and %s plays", m.Out, m.Meta.Player(2))
	}
	party.Want(t, c.Orders(party.Ben, "bid 2"), "✔️")
	if rs, err := c.Store.List(t.Context(), "rival/", "", 9); err != nil || len(rs) != 0 {
		t.Errorf("the program keeps %d records, %v", len(rs), err)
	}
	party.Want(t, party.Text(c.Slash(party.Cal, []string{"match", "verify"}, in)), "So far everything fits")
}

// The log of every player and everybody's card say in words what a moderator does with a match.
func TestActsAreInTheLog(t *testing.T) {
	c := newCourt(t)
	for _, act := range [][]string{{"pause"}, {"resume"}, {"extend", "hours:2"}, {"show", "view:B"}, {"evidence"}, {"note"}, {"answer", "side:B"}, {"rule", "ruling:points 1 3"},
		{"replace", "side:D", "user:" + string(eve)}, {"rewind", "event:3"}, {"show", "view:all"}, {"end", "result:draw"}} {
		c.rules(act[0], act[1:]...)
	}
	log := ""
	for page := 1; page < 4; page++ {
		log += party.Text(c.Slash(party.Ann, []string{"match", "log"}, party.Options("match:"+string(c.id), "page:"+strconv.Itoa(page))...))
	}
	var cards strings.Builder
	for _, m := range c.Cards() {
		cards.WriteString(bottest.Words(m.Message))
	}
	acts := 0
	for _, f := range c.PublicOf(c.id).Facts {
		if f, ok := f.(game.Refereed); ok {
			acts++
			if said := bot.ActText(lang.English, f); said == "" {
				t.Errorf("no words for %+v", f)
			} else {
				party.Want(t, log, said)
				party.Want(t, cards.String(), said)
			}
		}
	}
	if acts < 12 {
		t.Errorf("%d acts", acts)
	}
}

// The moderators read of each player of a match of several whether they conceded or lost by time, whatever ended the match for the others.
func TestConductOfSeveral(t *testing.T) {
	for _, leaver := range []string{"out", "program"} {
		p := party.New(t, toyrival.New(), func(s *bottest.Setup) {
			s.Timings["quick"] = table.Timing{Clocks: map[string]time.Duration{"turn": 10 * time.Minute}, Misses: 1}
		})
		p.May[owner] = wire.ManageServer
		p.Slash(owner, []string{"setup"}, party.Options("moderators:"+string(modRole))...)
		p.Roles[judge] = []wire.RoleID{modRole}
		id := p.Plays([]wire.UserID{party.Ben, party.Cal, party.Dan}, "leaver:"+leaver, "rounds:5").ID
		p.Orders(party.Ben, "quit")
		for n := 0; n < 20 && len(p.PublicOf(id).Out) < 2; n++ { // ann does nothing
			for seat, u := range map[game.Seat]wire.UserID{3: party.Cal, 4: party.Dan} {
				v, err := p.Hall.Private(t.Context(), id, seat)
				if err != nil {
					t.Fatal(err)
				}
				if ask, owes := bot.OwedAsk(v); owes {
					p.Orders(u, ask.Default.Order())
				}
			}
			p.Pass(11 * time.Minute)
		}
		p.Orders(party.Dan, "quit")
		if m := p.PublicOf(id); m.Result == nil || !slices.Equal(m.Result.Rank, []int{3, 4, 1, 2}) {
			t.Fatalf("leaver:%s: %+v, out %v", leaver, m.Result, m.Out)
		}
		said := party.Text(p.Slash(judge, []string{"mod", "list"}))
		party.Want(t, said, "<@ben> (Name of ben): 1 match, 1 conceded, 0 lost on time", "<@ann> (Name of ann): 1 match, 0 conceded, 1 lost on time", "<@dan> (Name of dan): 1 match, 1 conceded, 0 lost on time")
		if strings.Contains(said, "<@cal> (Name of cal): 1 match") {
			t.Errorf("cal lost nothing: %s", said)
		}
	}
}
