package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	small "downsync/bot/toy"
	"downsync/game"
	"downsync/game/table"
)

// stage is a server with a campaign of two against two, moderators and matches, on two hosts each of which may die on its own.
type stage struct {
	*party
	*rand.Rand
	lives []*life // of the hosts, as they were started
	cut   *cutting
	page  string // the campaign's controls
	acts  int
	log   []string
}

func (m mortalWire) Delete(ctx context.Context, channel bot.ChannelID, id bot.MessageID) error {
	return m.do(func() error { return m.Wire.Delete(ctx, channel, id) })
}

func (m mortalWire) Thread(ctx context.Context, channel bot.ChannelID, message bot.MessageID, name string) (id bot.ChannelID, err error) {
	err = m.do(func() error { id, err = m.Wire.Thread(ctx, channel, message, name); return err })
	return id, err
}

// byNumber are dice that a step which is decided again finds as they were, like those of a seed.
type byNumber struct{}

func (byNumber) Roll(stream game.Seat, number, sides int) (int, error) {
	return (7*number+3*int(stream))%sides + 1, nil
}

func newStage(t *testing.T, seed uint64) *stage {
	s := &stage{Rand: rand.New(rand.NewPCG(seed, 41)), cut: &cutting{}}
	var now *life
	s.party = newPartyAs(t, func(x *bottest.Setup) {
		x.Forms = bottest.WithRival{Offered: small.Forms{}, Mind: mind{}}
		x.Dice = func(table.ID) game.Dice { return byNumber{} }
		x.Store = func(y table.Store) table.Store {
			now = &life{}
			s.lives = append(s.lives, now)
			return cutIn{mortal{y, now}, s.cut}
		}
		x.Through = func(room *bottest.Room, y bot.Wire) bot.Wire {
			return mortalWire{y, now, map[bot.UserID]time.Time{}, func() time.Time { return room.Clock.Now() }}
		}
	})
	s.May[owner] = bot.ManageServer
	s.Slash(owner, setup, opt("moderators", string(modRole)))
	for _, u := range []bot.UserID{judge, second} {
		s.Roles[u] = []bot.RoleID{"5", modRole}
	}
	clock := []string{"none", "slow", "quick"}[s.IntN(3)]
	options := []bottest.Option{opt("name", "The cup"), opt("side", "1"), opt("clock", clock), opt("form", []string{"five", "three"}[s.IntN(2)])}
	s.Slash(ann, []string{"campaign", "start"}, options...)
	s.Settle()
	for n, u := range []bot.UserID{ben, cal, dan} {
		s.Slash(u, []string{"campaign", "join"}, opt("side", []string{"2", "1", "2"}[n]))
	}
	s.Settle()
	s.page = "campaign|" + war{s.party}.id() + "@guild|"
	if s.IntN(2) == 0 {
		s.begin(opt("clock", []string{"none", "slow", "quick"}[s.IntN(3)]))
	}
	return s
}

// does has a host carry out an interaction with that number.
func (s *stage) does(h bottest.Host, n int, i bot.Interaction) bot.Answer {
	i.ID, i.At, i.Name, i.Self = bot.InteractionID(fmt.Sprintf("x%d", n)), s.Clock.Now(), s.Name(i.User), bottest.Self
	i.Guild, i.Channel, i.GuildLocale, i.Locale = "guild", bottest.General, "en-US", "en-US"
	i.Permissions, i.Roles = s.May[i.User], s.Roles[i.User]
	i.Names, i.Bots, i.Members = map[bot.UserID]string{}, map[bot.UserID]bool{bottest.Self: true}, map[bot.UserID]bool{}
	if i.Kind == 0 {
		i.Kind = bot.Press
	}
	if i.Message == "" {
		i.Message = "m1"
	}
	for _, u := range append(slices.Clone(everybody), judge, second, bottest.Self) {
		i.Names[u], i.Members[u] = s.Name(u), true
	}
	a := h.Bot.Handle(ctx, i)
	if a.Placed != nil {
		a.Placed(true)
	}
	return a
}

// due has a host do what is due. One that is dead fails in all of it.
func (s *stage) due(h bottest.Host) {
	for range 3 {
		_, _ = h.Hall.Timers().Fire(ctx)
		_, _ = h.Outbox.Send(ctx)
		_, _ = h.Bot.Due(ctx)
	}
}

var everybody = []bot.UserID{ann, ben, cal, dan, eve}

// doing is what somebody does, in their own order; span alone is time that goes by.
type doing struct {
	n    int
	i    bot.Interaction
	span time.Duration
}

func (d doing) String() string {
	if d.i.User == "" {
		return "time " + d.span.String()
	}
	return fmt.Sprint(d.i.User, " ", d.i.CustomID, d.i.Values, d.i.Command, d.i.Options)
}

// do carries it out on a host.
func (s *stage) do(h bottest.Host, d doing) string {
	if d.i.User == "" {
		s.Clock.Advance(d.span)
		s.due(h)
		return ""
	}
	return text(s.does(h, d.n, d.i))
}

// What differs between two runs in which the same came about: the ids of messages, and what was drawn at random; who was called and is
// still to be called; and the millisecond by which the clock may go on in between.
var (
	messageIDs = regexp.MustCompile(`"message":"",|"message":"m[0-9]+",|"[me][0-9]+"|\b(m|e|t)[0-9]+\b`)
	calls      = regexp.MustCompile(`,"(unnotified|notifying|notified|recalled|rung|freed_at|freed)":"[^"]*"|,"(shown|deaf|stage)":[0-9]+|,"(written|callers)":\[[^]]*\]`)
	drawn      = regexp.MustCompile(`[A-Z2-7]{26}|"(seed|entropy)":"[^"]*"|gone\.[A-Z0-9a-z.]+|"(hash|key|style)":"[^"]*"`)
	moment     = strings.NewReplacer(".001Z", "Z", `,"used":1000000,`, ",", `,"used":1000000}`, "}", `,"used":[1000000]`, "", `,"used":[0,1000000]`, "", "001000000", "000000000")
)

// aside are the sorts of records that show things, are kept for later looks, or are made anew by them.
var aside = []string{"page", "ledger", "room", "thread", "card", "filming", "film", "salts", "called", "direct", "past", "prefs", "remind", "rival", "thought",
	"confirm", "campaign.news", "campaign.mine"}

// stands is all that is stored, and what each host says of the matches.
func (s *stage) stands() string {
	s.t.Helper()
	s.does(s.Hosts()[0], 9999, bot.Interaction{User: eve, CustomID: s.page + "map"}) // which settles what a host left behind
	var b strings.Builder
	all, err := s.Store.List(ctx, "", "", 9999)
	if err != nil {
		s.t.Fatal(err)
	}
	var lines []string
	for _, r := range all {
		sort, _, _ := strings.Cut(r.Key, "/")
		if slices.Contains(aside, sort) {
			continue
		}
		var ends struct{ Until time.Time }
		if sort == "table" && json.Unmarshal(r.Value, &ends) == nil && ends.Until.Before(s.Clock.Now()) {
			continue // whoever lists them clears it away
		}
		v := messageIDs.ReplaceAllString(r.Key+" "+moment.Replace(string(r.Value)), "M")
		lines = append(lines, drawn.ReplaceAllString(calls.ReplaceAllString(v, ""), "R"))
	}
	slices.Sort(lines)
	fmt.Fprintln(&b, strings.Join(lines, "\n"))
	for _, id := range s.ids("match/") {
		for n, h := range s.Hosts() {
			pub, err := h.Hall.Public(ctx, table.ID(id))
			if err != nil {
				s.t.Error(err)
				continue
			}
			x := fmt.Sprintf("%s %+v\n%+v\n%+v\n%v\n%+v\n", id, pub.Facts, pub.Asked, pub.Clocks, pub.Meta.Users, pub.Result)
			for seat := game.Seat(1); seat <= 2; seat++ {
				v, err := h.Hall.Private(ctx, table.ID(id), seat)
				if err != nil {
					s.t.Fatal(err)
				}
				x += fmt.Sprintf("%+v\n%t\n", v.Facts, v.CanUndo)
				for _, a := range v.Asks {
					x += fmt.Sprint(a.ID, a.By, a.Left, a.Early, "\n")
				}
			}
			x = drawn.ReplaceAllString(x, "R")
			if n == 0 {
				b.WriteString(x)
			} else if !strings.HasSuffix(b.String(), x) {
				s.t.Errorf("the hosts have %s otherwise: %s", id, x)
			}
		}
	}
	return b.String()
}

// only has one host left in the room.
func (s *stage) only(h bottest.Host) {
	for n := range s.Hosts() {
		s.Hosts()[n] = h
	}
}
