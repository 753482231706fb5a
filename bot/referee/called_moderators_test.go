package referee_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/bot/keys"
	"downsync/bot/wire"
	"downsync/game/toy"
)

// discreet is a Wire to which Discord does not tell who may moderate.
type discreet struct {
	wire.Wire
	err *error
}

func (w discreet) Moderators(ctx context.Context, g wire.GuildID, role wire.RoleID, users []wire.UserID) ([]wire.UserID, error) {
	if *w.err != nil {
		return nil, *w.err
	}
	return w.Wire.Moderators(ctx, g, role, users)
}

// A user who has lost the right to moderate gets no more messages, however they lost it, and is forgotten. If Discord
// does not tell who has it, they are forgotten when they are first refused.
func TestOnlyModeratorsAreWrittenTo(t *testing.T) {
	for name, c := range map[string]struct {
		loses func(*party.Party)
		blind error
		told  []wire.UserID
	}{
		"nobody lost it":                   {func(*party.Party) {}, nil, []wire.UserID{judge, owner}},
		"the role is taken":                {func(p *party.Party) { p.Roles[judge] = []wire.RoleID{"5"} }, nil, []wire.UserID{owner}},
		"the role is another now":          {func(p *party.Party) { p.Slash(owner, setup, party.Opt("moderators", "5")) }, nil, []wire.UserID{owner}},
		"they have left":                   {func(p *party.Party) { p.Strangers = map[wire.UserID]bool{judge: true} }, nil, []wire.UserID{owner}},
		"the owner manages it no more":     {func(p *party.Party) { p.May[owner] = 0 }, nil, []wire.UserID{judge}},
		"a manager by role, who loses one": {func(p *party.Party) { p.May[judge], p.Roles[judge] = wire.Administrator, nil }, nil, []wire.UserID{judge, owner}},
		"Discord does not tell":            {func(p *party.Party) { p.Roles[judge] = nil }, wire.ErrDenied, []wire.UserID{judge, owner}},
		"Discord does not tell, and they were refused": {func(p *party.Party) {
			p.Roles[judge] = nil
			p.Says(p.Slash(judge, []string{"mod", "list"}), "you have neither")
		}, wire.ErrDenied, []wire.UserID{owner}},
	} {
		t.Run(name, func(t *testing.T) {
			err := error(nil)
			p := &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: plain.Forms{},
				Through: func(_ *bottest.Room, w wire.Wire) wire.Wire { return discreet{w, &err} }})}
			p.May[owner] = wire.ManageServer
			p.Slash(owner, setup, party.Opt("moderators", string(modRole)))
			p.Roles[judge] = []wire.RoleID{modRole}
			p.Slash(judge, []string{"mod", "list"})
			p.Wire.Mute = []wire.RoleID{modRole, "5"}
			id := p.Begin()
			c.loses(p)
			err = c.blind
			p.Slash(ann, []string{"dispute", "open"}, party.Opt("match", string(id)), party.Opt("reason", "that roll"))
			p.Settle()
			var told []wire.UserID
			for _, u := range []wire.UserID{judge, owner} {
				for _, m := range p.Direct(u) {
					if strings.Contains(bottest.Words(m.Message), "A dispute waits for you") {
						told = append(told, u)
					}
				}
			}
			if len(told) != len(c.told) || len(told) > 0 && told[0] != c.told[0] {
				t.Errorf("written to %v, expected %v", told, c.told)
			}
			if rs, _ := p.Store.List(t.Context(), keys.Moderators, "", 9); len(rs) != len(c.told) && name != "the role is another now" {
				t.Errorf("%d are known, expected %v", len(rs), c.told)
			}
		})
	}
}

// While Discord cannot be reached, the notification waits: it goes to nobody without the right, and leaves out nobody
// with it.
func TestModeratorsAreAskedAgain(t *testing.T) {
	err := error(&wire.WireError{Status: 500, RetryAfter: time.Second, Text: "later"})
	p := &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: plain.Forms{},
		Through: func(_ *bottest.Room, w wire.Wire) wire.Wire { return discreet{w, &err} }})}
	p.May[owner] = wire.ManageServer
	p.Slash(owner, setup)
	id := p.Begin()
	p.Slash(ann, []string{"dispute", "open"}, party.Opt("match", string(id)), party.Opt("reason", "that roll"))
	p.Settle()
	if n := len(p.Direct(owner)); n != 0 {
		t.Errorf("%d messages while it cannot be told", n)
	}
	err = nil
	p.Pass(10 * time.Minute)
	if n := len(p.Direct(owner)); n != 1 {
		t.Errorf("%d messages afterwards", n)
	}
}
