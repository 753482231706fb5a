package lobby_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game"
	toyrival "downsync/game/toy/rival"
)

// Five users take the seats of a table, all say that they are ready, and play.
func TestFiveAtATable(t *testing.T) {
	p := party.New(t, toyrival.New())
	p.Opens("seats:5")
	party.Want(t, bottest.Words(p.Card().Message), "opens a table of Toy for 5 players", "1. <@ann> (Name of ann): ⏳ not yet", "5. free", "1 more player is needed")
	p.Sits(ben)
	party.Want(t, bottest.Words(p.Card().Message), "2. <@ben> (Name of ben): ✔️ ready", "**Name of ann** can start now")
	var channel strings.Builder
	for _, m := range p.Wire.Messages(bottest.General) {
		channel.WriteString(bottest.Words(m.Message))
	}
	if said := channel.String(); !strings.Contains(said, "See the newer card") || strings.Contains(said, "All seats are taken") {
		t.Errorf("the channel says %s", said)
	}
	if !slices.Equal(p.Card().Mention, []wire.UserID{ann}) {
		t.Errorf("as soon as the match can begin its host is called; the card calls %v", p.Card().Mention)
	}
	p.Sits(cal, dan)
	party.Want(t, p.Sits(eve), "as soon as all are ready")
	party.Want(t, bottest.Words(p.Card().Message), "5. <@eve> (Name of eve): ✔️ ready", "The match begins when all are ready")
	party.Want(t, p.Clicks("fay", p.Card(), "ready|"), "all seats are taken")
	party.Want(t, p.Clicks(ann, p.Card(), "ready|"), "The match begins")
	m := p.Match()
	if !slices.Equal(m.Meta.Users, []wire.UserID{ann, ben, cal, dan, eve}) {
		t.Errorf("they sit as %v", m.Meta.Users)
	}
	for _, u := range m.Meta.Users {
		if _, ok := p.Wire.Console(u); !ok {
			t.Errorf("%s was sent no console", u)
		}
	}
	if open := bottest.OpenTables(t, p.Store); len(open) > 0 {
		t.Errorf("the table is left: %v", open)
	}
}

// The host starts with the players who have come; the other seats are dropped.
func TestHostStartsWithThoseWhoCame(t *testing.T) {
	p := party.New(t, toyrival.New())
	p.Opens("seats:4")
	p.Clicks(ann, p.Newest(ann), "force|", "green")
	p.Sits(ben, cal)
	p.Clicks(ben, p.Card(), "decline|")
	party.Want(t, bottest.Words(p.Card().Message), "2. free", "3. <@cal> (Name of cal): ✔️ ready", "can start now")
	p.Clicks(ann, p.Card(), "change|")
	party.Want(t, p.Clicks(ann, p.Newest(ann), "start|"), "The match begins")
	if m := p.Match(); !slices.Equal(m.Meta.Users, []wire.UserID{ann, cal}) {
		t.Errorf("they sit as %v", m.Meta.Users)
	}
}

// Only the host can start a match, and not with too few players.
func TestWhoStarts(t *testing.T) {
	p := party.New(t, toyrival.New())
	p.Opens("seats:3")
	id := p.Table().ID
	party.Want(t, party.Text(p.Press(ann, p.Card(), "start|"+id)), "needs 2 players who are ready")
	p.Sits(ben)
	party.Want(t, party.Text(p.Press(ben, p.Card(), "start|"+id)), "Only **Name of ann** can start the match")
	p.Clock.Advance(11 * time.Minute) // a Ready counts for ten minutes with such a clock
	party.Want(t, party.Text(p.Press(ann, p.Card(), "start|"+id)), "needs 2 players who are ready")
	p.Press(ben, p.Card(), "ready|"+id)
	party.Want(t, party.Text(p.Press(ann, p.Card(), "start|"+id)), "The match begins")
}

// Guests are notified by name, and nobody else can take a seat until the host opens the table.
func TestGuests(t *testing.T) {
	p := party.New(t, toyrival.New())
	bottest.Words(*p.Slash(ann, []string{"match", "challenge"}, party.Options("seats:4", "invite:cal")...).Letter)
	if open := bottest.OpenTables(t, p.Store); len(open) > 0 {
		t.Errorf("a name that is no mention opens %v", open)
	}
	p.Opens("seats:4", "opponent:ben", "invite:<@cal>")
	party.Want(t, bottest.Words(p.Card().Message), "Invited: <@ben> (Name of ben), <@cal> (Name of cal).")
	if m := p.Card().Mention; !slices.Equal(m, []wire.UserID{ben, cal}) {
		t.Errorf("the card calls %v", m)
	}
	party.Want(t, bottest.Words(p.Card().Message), "Anyone may take the other seats.")
	party.Want(t, p.Clicks(ben, p.Card(), "decline|"), "Declined")
	party.Want(t, bottest.Words(p.Card().Message), "Invited: <@cal> (Name of cal).")
	p.Clicks(ann, p.Card(), "change|")
	p.Clicks(ann, p.Newest(ann), "invite|", "dan")
	if m := p.Card().Mention; !slices.Equal(m, []wire.UserID{dan}) {
		t.Errorf("the new card calls %v", m)
	}
	party.Want(t, p.Clicks(eve, p.Card(), "accept|"), "for those who are invited: **Name of ben**, **Name of cal**, **Name of dan**.")
	p.Sits(cal, dan)
	p.Clicks(ann, p.Card(), "change|")
	p.Clicks(ann, p.Newest(ann), "anyone|")
	p.Sits(eve)
	if us := p.Table().Users(); !slices.Equal(us, []wire.UserID{ann, cal, dan, eve}) {
		t.Errorf("at the table sit %v", us)
	}
}

// Of a typed guest, Discord sends no name: the bot asks for it, so that every message says who they are, also one that does not notify them. Somebody who is not on
// the server stays without a name. A bot is refused.
func TestTypedGuestsHaveNames(t *testing.T) {
	p := party.New(t, toyrival.New())
	p.Opens("seats:4", "invite:<@cal> <@!dan>")
	p.Slash(ann, []string{"match", "cancel"})
	p.Opens("seats:4", "invite:<@cal> <@!dan>") // within an hour, nobody is notified again
	if m := p.Card().Mention; len(m) != 0 {
		t.Errorf("the second card notifies %v", m)
	}
	party.Want(t, bottest.Words(p.Card().Message), "Invited: <@cal> (Name of cal), <@dan> (Name of dan).")
	p.Slash(ann, []string{"match", "cancel"})
	p.Strangers = map[wire.UserID]bool{"gus": true}
	p.Opens("seats:4", "invite:<@gus>")
	party.Want(t, bottest.Words(p.Card().Message), "Invited: <@gus>.")
	p.Says(p.Slash(ann, []string{"match", "challenge"}, party.Options("seats:3", "invite:<@"+string(bottest.Self)+">")...), "Bots do not play")
}

// Anyone may take the seats that are not kept for guests.
func TestSeatsBesideGuests(t *testing.T) {
	p := party.New(t, toyrival.New())
	p.Opens("seats:4", "opponent:ben", "invite:<@cal>")
	p.Sits(eve)
	if words := bottest.Words(p.Card().Message); strings.Contains(words, "Anyone may take") {
		t.Errorf("only guests can come:\n%s", words)
	}
	party.Want(t, p.Clicks("fay", p.Card(), "accept|"), "for those who are invited")
	p.Sits(cal, ben)
	if us := p.Table().Users(); !slices.Equal(us, []wire.UserID{ann, eve, cal, ben}) {
		t.Errorf("at the table sit %v", us)
	}
}

// The message that called the host shows the current number of players.
func TestHostsMessageIsUpdated(t *testing.T) {
	p := party.New(t, toyrival.New())
	p.Opens("seats:5")
	p.Sits(ben)
	for _, x := range []struct {
		do   func()
		says string
	}{
		{func() {}, "can start.** Seats taken: 2 of 5."},
		{func() { p.Sits(cal) }, "can start.** Seats taken: 3 of 5."},
		{func() { p.Clicks(cal, p.Card(), "decline|") }, "can start.** Seats taken: 2 of 5."},
		{func() { p.Clicks(ben, p.Card(), "decline|") }, "cannot start yet.** Seats taken: 1 of 5."},
	} {
		x.do()
		all := p.Direct(ann)
		if said := bottest.Words(all[len(all)-1].Message); len(all) != 1 || !strings.Contains(said, x.says) {
			t.Errorf("%d messages, the last: %s\nexpected %q", len(all), said, x.says)
		}
	}
}

// A table of several is called a table, a challenge of two a challenge.
func TestTableIsNoChallenge(t *testing.T) {
	p := party.New(t, toyrival.New())
	p.Says(p.Slash(ann, []string{"match", "challenge"}, party.Options("seats:3")...), "Your table is open")
	p.Sits(ben)
	party.Want(t, p.Clicks(ben, p.Card(), "decline|"), "You have left the table")
	card := p.Card()
	p.Says(p.Slash(ann, []string{"match", "cancel"}), "Withdrawn")
	for _, m := range p.Wire.Messages(card.Channel) {
		if m.ID == card.ID {
			card = m
		}
	}
	party.Want(t, bottest.Words(card.Message), "~~Table of Name of ann.~~ Withdrawn.")
}

// A table stays reserved for its guests even if some decline. When the last of them declines and nobody has come, it
// ends.
func TestGuestsDecline(t *testing.T) {
	p := withGuests(t)
	p.Clicks(ben, p.Card(), "decline|")
	party.Want(t, p.Clicks(eve, p.Card(), "accept|"), "for those who are invited")
	p.Clicks(ben, p.Card(), "accept|") // they change their mind
	p.Clicks(ben, p.Newest(ben), "force|", "red")
	party.Want(t, bottest.Words(p.Card().Message), "Declined: Name of ben.")
	p.Clicks(cal, p.Card(), "decline|")
	party.Want(t, p.Clicks(eve, p.Card(), "accept|"), "for those who are invited")
	p = withGuests(t)
	p.Clicks(ben, p.Card(), "decline|")
	p.Clicks(cal, p.Card(), "decline|")
	if open := bottest.OpenTables(t, p.Store); len(open) > 0 {
		t.Errorf("all have declined, and it is open: %v", open)
	}
}

// withGuests returns a party at which ann has invited ben and cal to a table of three.
func withGuests(t *testing.T) *party.Party {
	t.Helper()
	p := party.New(t, nil)
	p.Opens("seats:3", "opponent:ben", "invite:<@cal>")
	return p
}

// A host who removes a player frees that seat alone, and the player cannot come back.
func TestSendAwayFromSeveral(t *testing.T) {
	p := party.New(t, toyrival.New())
	p.Opens("seats:3")
	p.Sits(ben, cal)
	p.Clicks(ann, p.Card(), "change|")
	party.Want(t, p.Clicks(ann, p.Newest(ann), "|ben"), "has been sent away")
	party.Want(t, bottest.Words(p.Card().Message), "2. free", "3. <@cal> (Name of cal): ✔️ ready")
	party.Want(t, p.Clicks(ben, p.Card(), "accept|"), "has opened this challenge to others again")
	p.Sits(dan)
	party.Want(t, bottest.Words(p.Card().Message), "2. <@dan> (Name of dan): ✔️ ready")
}

// The program takes as many seats as the host gives it, each with its own name and strength, and plays in all of them.
func TestProgramInSeveralSeats(t *testing.T) {
	p := party.New(t, toyrival.New())
	p.Opens("seats:4")
	for n, strength := range []string{"recruit", "regular"} {
		p.Clicks(ann, p.Card(), "change|")
		p.Clicks(ann, p.Newest(ann), "rivals|")
		p.Clicks(ann, p.Newest(ann), strength)
		party.Want(t, bottest.Words(p.Card().Message), strconv.Itoa(n+2)+". **Bot")
	}
	p.Sits(ben)
	p.Clicks(ann, p.Card(), "ready|")
	m := p.Match()
	if len(m.Meta.Users) != 4 || m.Meta.Users[3] != ben {
		t.Fatalf("they sit as %v", m.Meta.Users)
	}
	p.Pass(time.Minute)
	for _, seat := range []game.Seat{2, 3} {
		if own, err := p.Hall.Private(t.Context(), m.ID, seat); err != nil || bot.Owed(own) != "" {
			t.Errorf("after a minute the program owes %q in seat %d (%v)", bot.Owed(own), seat, err)
		}
	}
}

// Pressing Rematch on the console of a finished match leaves that console unchanged, also for the players who are
// asked.
func TestRematchLeavesTheResult(t *testing.T) {
	p := party.New(t, nil)
	id := p.Plays([]wire.UserID{ben, cal}, "rounds:1").ID
	p.Orders(ben, "quit")
	p.Orders(ann, "quit")
	if m, err := p.Hall.Public(t.Context(), id); err != nil || m.Result == nil {
		t.Fatalf("it has not ended: %v", err)
	}
	for _, u := range []wire.UserID{cal, ben} {
		if a := p.Press(u, p.Console(u), "rematch|"+string(id)); !a.Fresh {
			t.Errorf("the answer to %s takes the place of the result", u)
		}
	}
}

// All players are offered a rematch, at the same table.
func TestRematchOfSeveral(t *testing.T) {
	p := party.New(t, toyrival.New())
	p.Opens("seats:3", "rounds:1")
	p.Sits(ben, cal)
	p.Clicks(ann, p.Card(), "ready|")
	id := p.Match().ID
	p.Orders(ben, "quit")
	p.Orders(ann, "quit")
	m, err := p.Hall.Public(t.Context(), id)
	if err != nil || m.Result == nil {
		t.Fatalf("two of three gave up, and it has not ended: %+v %v", m.Result, err)
	}
	places := "1. Name of cal · 2. Name of ann · 3. Name of ben"
	party.Want(t, bottest.Words(p.Card().Message), "Name of cal wins, as everyone else quit", places)
	party.Want(t, p.Written(ben), places)
	p.Press(cal, p.Card(), "rematch|"+string(id))
	open := p.Table()
	if !slices.Equal(open.Users(), []wire.UserID{cal, ann, ben}) {
		t.Errorf("at the new table sit %v", open.Users())
	}
	if m := p.Card().Mention; !slices.Equal(m, []wire.UserID{ann, ben}) {
		t.Errorf("its card calls %v", m)
	}
	party.Want(t, bottest.Words(p.Card().Message), "🔁 **Name of cal** offers a rematch of Toy")
	for _, u := range []wire.UserID{ann, ben} {
		party.Want(t, p.Written(u), "🔁 **Name of cal asks you for a rematch** of Toy")
	}
	p.Press(ann, p.Card(), "ready|"+open.ID)
	party.Want(t, party.Text(p.Press(cal, p.Card(), "start|"+open.ID)), "The match begins")
	party.Want(t, p.Written(ben), "The match has begun without you.", "Name of cal has started the match of Toy without you")
	if all, err := p.Hall.MatchesOf(t.Context(), cal); err != nil || len(all) == 0 {
		t.Errorf("matches of cal: %v, %v", all, err)
	}
}
