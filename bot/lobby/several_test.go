package lobby_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	forms "downsync/bot/toy"
	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/toy"
	toyrival "downsync/game/toy/rival"
)

// hall is a bot that offers the toy game, on a server with a usual clock of ten minutes a question.
type hall struct {
	*bottest.Room
	t *testing.T
}

const ann, ben, cal, dan, eve = bot.UserID("ann"), bot.UserID("ben"), bot.UserID("cal"), bot.UserID("dan"), bot.UserID("eve")

func newHall(t *testing.T) *hall {
	t.Helper()
	return &hall{t: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: bottest.WithRival{Offered: forms.Forms{}, Mind: toyrival.New()},
		Dice:    func(table.ID) game.Dice { return gametest.NewDice(1) },
		Timings: map[string]table.Timing{"none": {}, "quick": {Clocks: map[string]time.Duration{"turn": 10 * time.Minute}}}, Default: "quick"})}
}

// opens has ann open a table.
func (h *hall) opens(options ...string) {
	h.t.Helper()
	var os []bottest.Option
	for _, o := range options {
		name, value, _ := strings.Cut(o, ":")
		os = append(os, bottest.Option{Name: name, Value: value})
	}
	h.Slash(ann, []string{"match", "challenge"}, os...)
}

// card is the newest card in the channel.
func (h *hall) card() bottest.Message {
	h.t.Helper()
	ms := h.Wire.Messages(bottest.General)
	if len(ms) == 0 {
		h.t.Fatal("no card was posted")
	}
	return ms[len(ms)-1]
}

// clicks presses the control that holds the words.
func (h *hall) clicks(u bot.UserID, m bottest.Message, words string, values ...string) string {
	h.t.Helper()
	id, ok := bottest.ControlsOf(m.Message).Find(words)
	if !ok {
		h.t.Fatalf("no %q in:\n%s", words, bottest.Words(m.Message))
	}
	a := h.Press(u, m, id, values...)
	if a.Letter == nil {
		return ""
	}
	return bottest.Words(*a.Letter)
}

// sits gives the users seats, one after another.
func (h *hall) sits(users ...bot.UserID) (answer string) {
	h.t.Helper()
	for _, u := range users {
		h.clicks(u, h.card(), "accept|")
		answer = h.clicks(u, h.Newest(u), "force|", "red")
	}
	return answer
}

func (h *hall) table() bottest.OpenTable {
	h.t.Helper()
	open := bottest.OpenTables(h.t, h.Store)
	if len(open) != 1 {
		h.t.Fatalf("%d tables are open", len(open))
	}
	return open[0]
}

// match is the only match of ann.
func (h *hall) match() table.Public {
	h.t.Helper()
	h.Settle()
	all, err := h.Hall.MatchesOf(h.t.Context(), ann)
	if err != nil || len(all) != 1 {
		h.t.Fatalf("matches of ann: %v, %v", all, err)
	}
	p, err := h.Hall.Public(h.t.Context(), all[0].Match)
	if err != nil {
		h.t.Fatal(err)
	}
	return p
}

func want(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("no %q in:\n%s", w, text)
		}
	}
}

// Five take the seats of a table, all say that they are ready, and play.
func TestFiveAtATable(t *testing.T) {
	h := newHall(t)
	h.opens("seats:5")
	want(t, bottest.Words(h.card().Message), "opens a table of Toy for 5 players", "1. <@ann>: ⏳ not yet", "5. free", "1 more player is needed")
	h.sits(ben)
	want(t, bottest.Words(h.card().Message), "2. <@ben>: ✔️ ready", "**Name of ann** can start now")
	if !slices.Equal(h.card().Mention, []bot.UserID{ann}) {
		t.Errorf("as soon as the match can begin its host is called; the card calls %v", h.card().Mention)
	}
	h.sits(cal, dan)
	want(t, h.sits(eve), "as soon as all are ready")
	want(t, bottest.Words(h.card().Message), "5. <@eve>: ✔️ ready", "The match begins when all are ready")
	want(t, h.clicks("fay", h.card(), "ready|"), "all seats are taken")
	want(t, h.clicks(ann, h.card(), "ready|"), "The match begins")
	p := h.match()
	if !slices.Equal(p.Meta.Users, []bot.UserID{ann, ben, cal, dan, eve}) {
		t.Errorf("they sit as %v", p.Meta.Users)
	}
	for _, u := range p.Meta.Users {
		if _, ok := h.Wire.Console(u); !ok {
			t.Errorf("%s was sent no console", u)
		}
	}
	if open := bottest.OpenTables(t, h.Store); len(open) > 0 {
		t.Errorf("the table is left: %v", open)
	}
}

// The host starts with those who have come; the others' seats are left out.
func TestHostStartsWithThoseWhoCame(t *testing.T) {
	h := newHall(t)
	h.opens("seats:4")
	h.clicks(ann, h.Newest(ann), "force|", "green")
	h.sits(ben, cal)
	h.clicks(ben, h.card(), "decline|")
	want(t, bottest.Words(h.card().Message), "2. free", "3. <@cal>: ✔️ ready", "can start now")
	h.clicks(ann, h.card(), "change|")
	want(t, h.clicks(ann, h.Newest(ann), "start|"), "The match begins")
	if p := h.match(); !slices.Equal(p.Meta.Users, []bot.UserID{ann, cal}) {
		t.Errorf("they sit as %v", p.Meta.Users)
	}
}

// Nobody but the host starts a match, and not with too few.
func TestWhoStarts(t *testing.T) {
	h := newHall(t)
	h.opens("seats:3")
	id := h.table().ID
	want(t, text(h.Press(ann, h.card(), "start|"+id)), "needs 2 players who are ready")
	h.sits(ben)
	want(t, text(h.Press(ben, h.card(), "start|"+id)), "Only **Name of ann** starts the match")
	h.Clock.Advance(11 * time.Minute) // a Ready counts for ten with such a clock
	want(t, text(h.Press(ann, h.card(), "start|"+id)), "needs 2 players who are ready")
	h.Press(ben, h.card(), "ready|"+id)
	want(t, text(h.Press(ann, h.card(), "start|"+id)), "The match begins")
}

func text(a bot.Answer) string {
	if a.Letter == nil {
		return ""
	}
	return bottest.Words(*a.Letter)
}

// Guests are called by name, and nobody else can take a seat until the host opens the table.
func TestGuests(t *testing.T) {
	h := newHall(t)
	h.opens("seats:4", "opponent:ben", "invite:<@cal>")
	want(t, bottest.Words(h.card().Message), "Invited: <@ben>, <@cal>.")
	if m := h.card().Mention; !slices.Equal(m, []bot.UserID{ben, cal}) {
		t.Errorf("the card calls %v", m)
	}
	want(t, h.clicks(eve, h.card(), "accept|"), "are asked to accept it")
	want(t, h.clicks(ben, h.card(), "decline|"), "Declined")
	want(t, bottest.Words(h.card().Message), "Invited: <@cal>.")
	h.clicks(ann, h.card(), "change|")
	h.clicks(ann, h.Newest(ann), "invite|", "dan")
	if m := h.card().Mention; !slices.Equal(m, []bot.UserID{dan}) {
		t.Errorf("the new card calls %v", m)
	}
	h.sits(cal, dan)
	h.clicks(ann, h.card(), "change|")
	h.clicks(ann, h.Newest(ann), "anyone|")
	h.sits(eve)
	if us := h.table().Users(); !slices.Equal(us, []bot.UserID{ann, cal, dan, eve}) {
		t.Errorf("at the table sit %v", us)
	}
}

// A host who sends somebody away frees their seat alone, and they cannot come back.
func TestSendAwayFromSeveral(t *testing.T) {
	h := newHall(t)
	h.opens("seats:3")
	h.sits(ben, cal)
	h.clicks(ann, h.card(), "change|")
	want(t, h.clicks(ann, h.Newest(ann), "|ben"), "is out of it")
	want(t, bottest.Words(h.card().Message), "2. free", "3. <@cal>: ✔️ ready")
	want(t, h.clicks(ben, h.card(), "accept|"), "has opened this challenge to others again")
	h.sits(dan)
	want(t, bottest.Words(h.card().Message), "2. <@dan>: ✔️ ready")
}

// The program takes as many seats as the host gives it, each with a name and a strength of its own, and plays in all of them.
func TestProgramInSeveralSeats(t *testing.T) {
	h := newHall(t)
	h.opens("seats:4")
	for n, strength := range []string{"recruit", "regular"} {
		h.clicks(ann, h.card(), "change|")
		h.clicks(ann, h.Newest(ann), "rivals|")
		h.clicks(ann, h.Newest(ann), strength)
		want(t, bottest.Words(h.card().Message), strconv.Itoa(n+2)+". **Bot")
	}
	h.sits(ben)
	h.clicks(ann, h.card(), "ready|")
	p := h.match()
	if len(p.Meta.Users) != 4 || p.Meta.Users[3] != ben {
		t.Fatalf("they sit as %v", p.Meta.Users)
	}
	h.Pass(time.Minute)
	for _, seat := range []game.Seat{2, 3} {
		if own, err := h.Hall.Private(t.Context(), p.ID, seat); err != nil || bot.Owed(own) != "" {
			t.Errorf("after a minute the program owes %q in seat %d (%v)", bot.Owed(own), seat, err)
		}
	}
}

// All who played are offered a rematch, at the same table.
func TestRematchOfSeveral(t *testing.T) {
	h := newHall(t)
	h.opens("seats:3", "rounds:1")
	h.sits(ben, cal)
	h.clicks(ann, h.card(), "ready|")
	id := h.match().ID
	for _, u := range []bot.UserID{ben, ann} {
		h.Slash(u, []string{"order"}, bottest.Option{Name: "line", Value: "quit"})
		h.Settle()
	}
	p, err := h.Hall.Public(t.Context(), id)
	if err != nil || p.Result == nil {
		t.Fatalf("two of three gave up, and it has not ended: %+v %v", p.Result, err)
	}
	h.Press(cal, h.card(), "rematch|"+string(id))
	open := h.table()
	if !slices.Equal(open.Users(), []bot.UserID{cal, ann, ben}) {
		t.Errorf("at the new table sit %v", open.Users())
	}
	if m := h.card().Mention; !slices.Equal(m, []bot.UserID{ann, ben}) {
		t.Errorf("its card calls %v", m)
	}
	h.Press(ann, h.card(), "ready|"+open.ID)
	want(t, text(h.Press(cal, h.card(), "start|"+open.ID)), "The match begins")
	if all, err := h.Hall.MatchesOf(t.Context(), cal); err != nil || len(all) == 0 {
		t.Errorf("matches of cal: %v, %v", all, err)
	}
}
