package party

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/plain"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
	"downsync/game/toy"
)

// actAt is when something was done about a match.
var actAt = regexp.MustCompile(`"(at|since)":"[^"]*"`)

// StateOf returns everything stored about a match.
func (p *Party) StateOf(id table.ID) string {
	p.T.Helper()
	pub := p.PublicOf(id)
	for _, h := range p.Hosts() {
		x, err := h.Hall.Public(context.Background(), id)
		m, merr := h.Hall.Meta(context.Background(), id)
		if err != nil || merr != nil || fmt.Sprintf("%+v", x.Meta) != fmt.Sprintf("%+v", m) || len(x.Facts) != len(pub.Facts) {
			p.T.Errorf("a host has the match otherwise: %v, %v; players %v, those stored %v", err, merr, x.Meta.Users, m.Users)
		}
	}
	s := fmt.Sprintf("%+v\n%+v\n%+v\n%v\n%+v\n", pub.Facts, pub.Asked, pub.Clocks, pub.Meta.Users, pub.Result)
	for seat := game.Seat(1); seat <= 2; seat++ {
		v, err := p.Hall.Private(context.Background(), id, seat)
		if err != nil {
			p.T.Fatal(err)
		}
		s += fmt.Sprintf("%+v\n%t\n", v.Facts, v.CanUndo)
		for _, a := range v.Asks {
			s += fmt.Sprint(a.ID, a.By, a.Left, a.Early, "\n")
		}
	}
	for _, prefix := range []string{"dispute/", "act/", "past/", "ladder/", "conduct/", "user/"} {
		rs, err := p.Store.List(context.Background(), prefix, "", 999)
		if err != nil {
			p.T.Fatal(err)
		}
		for _, r := range rs {
			s += fmt.Sprintf("%s %s\n", r.Key, actAt.ReplaceAll(r.Value, nil))
		}
	}
	return strings.ReplaceAll(s, string(id), "ID")
}

// Court is a party with moderators and a match of ann's against ben.
func Court(t *testing.T) (*Party, table.ID) {
	t.Helper()
	return CourtOn(&Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: plain.Forms{}})})
}

// CourtOn appoints moderators on the party's server, and begins a match of ann's against ben.
func CourtOn(p *Party) (*Party, table.ID) {
	p.T.Helper()
	p.May[Owner] = wire.ManageServer
	p.Slash(Owner, []string{"setup"}, Opt("moderators", string(ModRole)))
	for _, u := range []wire.UserID{Judge, Second, JudgeElsewhere} {
		p.Roles[u] = []wire.RoleID{"5", ModRole}
	}
	return p, p.Begin()
}

// Mod gives a command of /mod about the match.
func (p *Party) Mod(user wire.UserID, id table.ID, verb string, options ...bottest.Option) wire.Answer {
	p.T.Helper()
	return p.Slash(user, []string{"mod", verb}, append(options, In(string(id)))...)
}

// Moderates runs the command, confirms it, and delivers everything.
func (p *Party) Moderates(user wire.UserID, id table.ID, verb string, options ...bottest.Option) wire.Answer {
	p.T.Helper()
	p.Says(p.Mod(user, id, verb, append(options, Opt("reason", "for a good reason"))...), "You are about to")
	a := p.Click(user, p.Newest(user), "|go")
	p.Settle()
	if verb == "replace" { // which offers the seat
		if a, _ = p.TakeSeat(string(id)); !strings.Contains(Text(a), "in this match now") {
			p.T.Errorf("the seat is not taken: %s", Text(a))
		}
		p.Settle()
	}
	return a
}

// Offers has the moderator offer a seat, and returns the message with the buttons.
func (p *Party) Offers(judge wire.UserID, id table.ID, side string, user wire.UserID) bottest.Message {
	p.T.Helper()
	p.Says(p.Mod(judge, id, "replace", Opt("side", side), Opt("user", string(user)), Opt("reason", "for a good reason")), "You are about to** offer a seat")
	p.Says(p.Click(judge, p.Newest(judge), "|go"), "Done")
	p.Settle()
	cards := p.Cards()
	for n := range cards {
		if m := cards[len(cards)-1-n]; strings.Contains(bottest.Words(m.Message), "do you take the seat") {
			return m
		}
	}
	p.T.Fatal("nothing is offered")
	return bottest.Message{}
}
