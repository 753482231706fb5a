package bot_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/hosts"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// anyDeed returns a random deed in a match.
func anyDeed(r *rand.Rand) hosts.Deed {
	pick := func(words ...string) string { return words[r.IntN(len(words))] }
	mod := wire.UserID(pick(string(judge), string(second)))
	player := wire.UserID(pick("ann", "ben", "ben", "cal"))
	side, whom := pick("A", "B"), pick("cal", "eve", "ben", "ann")
	switch n := r.IntN(24); {
	case n < 8:
		return hosts.Deed{Who: player, Verb: "order", More: []bottest.Option{party.Opt("line", pick("bid 1", "bid 2", "bid 3", "undo", "claim", "pass", "done", "note red", "quit", "leave", "bid 1; bid 2"))}}
	case n < 12:
		verb := pick("pause", "extend", "withdraw", "resume")
		return hosts.Deed{Who: player, Verb: "clock " + verb, More: []bottest.Option{party.Opt("for", "2h"), party.Opt("by", "2h")}}
	case n < 13:
		return hosts.Deed{Who: player, Verb: "clock " + pick("vacation", "back"), More: []bottest.Option{party.Opt("days", "2")}}
	case n < 15:
		return hosts.Deed{Who: player, Verb: "dispute " + pick("open", "withdraw", "appeal"), More: []bottest.Option{party.Opt("reason", "why"), party.Opt("number", "1")}}
	case n < 18:
		return hosts.Deed{Who: mod, Verb: "mod replace", More: []bottest.Option{party.Opt("side", side), party.Opt("user", whom)}}
	case n < 19:
		return hosts.Deed{Who: mod, Verb: "mod rewind", More: []bottest.Option{party.Opt("event", pick("1", "2", "3"))}}
	case n < 20:
		return hosts.Deed{Who: mod, Verb: "mod " + pick("pause", "resume", "dismiss", "uphold", "note")}
	case n < 21:
		return hosts.Deed{Who: mod, Verb: "mod answer", More: []bottest.Option{party.Opt("side", side)}}
	case n < 22:
		return hosts.Deed{Who: mod, Verb: "mod extend", More: []bottest.Option{party.Opt("hours", "3")}}
	case n < 23:
		return hosts.Deed{Who: mod, Verb: "mod end", More: []bottest.Option{party.Opt("result", pick("a", "b", "draw", "void"))}}
	}
	return hosts.Deed{Who: mod, Verb: "mod rule", More: []bottest.Option{party.Opt("ruling", pick("points 1 2", "bid 2"))}}
}

// Two people on different hosts act at once. The outcome is the same as for one after the other, wherever one deed
// comes between the reads and writes of the other's host.
func TestCheatByComingBetween(t *testing.T) {
	for _, seed := range hosts.Seeds(979, 1005, 1081, 1247) { // these found something
		var cut *hosts.Interruption
		// run does the first deed, and does the second at the nth use of the store, right after it (0), before it (-1)
		// or alone (-2).
		run := func(n int) (stands string, said [2]string, what string, reached bool) {
			r := rand.New(rand.NewPCG(uint64(seed), 31))
			cut = &hosts.Interruption{}
			p := party.PlainAs(t, func(s *bottest.Setup) { s.Store = cut.Store })
			p.May[owner] = wire.ManageServer
			p.Slash(owner, setup, party.Opt("moderators", string(modRole)))
			for _, u := range []wire.UserID{judge, second} {
				p.Roles[u] = []wire.RoleID{"5", modRole}
			}
			id := p.Begin(party.Opt("clock", "slow"))
			for range r.IntN(5) {
				d := anyDeed(r)
				d.Ready(p, id)
				d.Do(p, id)
				if r.IntN(2) == 0 {
					p.Clock.Advance(time.Duration(r.IntN(1200)) * time.Minute)
				}
				p.Settle()
			}
			a, b := anyDeed(r), anyDeed(r)
			if a.Who == b.Who {
				b = hosts.Deed{Who: second, Verb: "mod replace", More: []bottest.Option{party.Opt("side", "A"), party.Opt("user", "cal")}}
				if a.Who == second {
					b.Who = judge
				}
			}
			what = fmt.Sprint(a, " / ", b)
			if r.IntN(3) == 0 { // the clock of a question is about to run out
				b = hosts.Deed{Verb: "time", Span: time.Duration(1+r.IntN(2)) * time.Millisecond, Host: p.Start()}
				if r.IntN(3) == 0 && !strings.HasPrefix(a.Verb, "mod") { // a moderator's question waits for an hour
					b.Span = 200 * time.Hour
				}
				if asked := p.PublicOf(id).Asked; len(asked) > 0 {
					if left := asked[r.IntN(len(asked))].By.Sub(p.Clock.Now()); left > 0 {
						p.Pass(left - time.Millisecond)
					}
				}
				what = fmt.Sprint(a, " / ", b.Span)
			}
			a.Ready(p, id)
			b.Ready(p, id)
			if r.IntN(4) == 0 {
				p.Restart()
			}
			said, reached = cut.Both(n, func() string { return a.Do(p, id) }, func() string { return b.Do(p, id) })
			p.Settle()
			return p.StateOf(id), said, what, reached
		}
		hosts.Compare(t, seed, run, func(said string) bool { return strings.HasPrefix(said, "⚠️") })
	}
}

// lobbyDeed is a deed about an open challenge.
type lobbyDeed struct {
	who    wire.UserID
	press  string // the part of the custom id before the challenge's id
	after  string
	values []string
}

func (d lobbyDeed) String() string { return fmt.Sprint(d.who, " ", d.press, d.after, d.values) }

func (d lobbyDeed) do(p *party.Party, id string) string {
	m := bottest.Message{ID: "m1", Channel: bottest.General}
	return party.Text(p.Press(d.who, m, d.press+"|"+id+d.after, d.values...))
}

func anyLobbyDeed(r *rand.Rand) lobbyDeed {
	pick := func(words ...string) string { return words[r.IntN(len(words))] }
	who := wire.UserID(pick("ann", "ann", "ben", "ben", "eve"))
	switch r.IntN(12) {
	case 0:
		return lobbyDeed{who: who, press: "accept"}
	case 1, 2, 3:
		return lobbyDeed{who: who, press: "force", values: []string{pick("red", "blue")}}
	case 4, 5:
		return lobbyDeed{who: who, press: "ready"}
	case 6, 7:
		return lobbyDeed{who: ann, press: "away", after: "|" + pick("ben", "ben", "eve")}
	case 8:
		return lobbyDeed{who: who, press: "decline"}
	case 9:
		return lobbyDeed{who: who, press: "cancel"}
	case 10:
		return lobbyDeed{who: who, press: "rivals", after: "|recruit"}
	}
	return lobbyDeed{who: who, press: "ready"}
}

// lobbyStands returns everything that depends on deeds about challenges.
func lobbyStands(p *party.Party, id string) (s string) {
	p.T.Helper()
	rs, err := p.Store.List(ctx, "table/", "", 99)
	if err != nil {
		p.T.Fatal(err)
	}
	for _, r := range rs {
		var ch map[string]any
		if err := json.Unmarshal(r.Value, &ch); err != nil {
			p.T.Fatal(err)
		}
		for _, gone := range []string{"message", "written", "seed", "callers", "entropy", "rival", "choosing"} {
			delete(ch, gone)
		}
		for _, seat := range ch["seats"].([]any) {
			x := seat.(map[string]any)
			delete(x, "by")
			delete(x, "entropy")
			if delete(x, "recalled"); x["user"] == string(bot.RivalUser) {
				delete(x, "force")
				delete(x, "rival")
			}
		}
		s += fmt.Sprintln(ch)
	}
	for _, u := range []wire.UserID{ann, ben, eve} {
		all, err := p.Bot.LiveMatches(ctx, u)
		if err != nil {
			p.T.Fatal(err)
		}
		for _, x := range all {
			pub := p.PublicOf(x.Match)
			s += fmt.Sprint(u, x.Seat, pub.Meta.Users, pub.Meta.Timing, fmt.Sprintf("%+v", pub.View), "\n")
		}
	}
	return strings.ReplaceAll(s, id, "ID")
}

// Two simultaneous deeds about a challenge have the same outcome as one after the other.
func TestCheatByComingBetweenInTheLobby(t *testing.T) {
	for _, seed := range hosts.Seeds(1, 2, 3) {
		var cut *hosts.Interruption
		run := func(n int) (stands string, said [2]string, what string, reached bool) {
			r := rand.New(rand.NewPCG(uint64(seed), 37))
			cut = &hosts.Interruption{}
			p := party.PlainWithRival(t, mind.Mind{}, func(s *bottest.Setup) { s.Store = cut.Store })
			options := []bottest.Option{party.Opt("clock", []string{"none", "quick", "slow"}[r.IntN(3)])}
			if r.IntN(4) == 0 {
				options = append(options, party.ChallengeTo(ben))
			}
			p.Slash(ann, party.Challenge, options...)
			id := p.Table().ID
			for range r.IntN(6) {
				anyLobbyDeed(r).do(p, id)
				p.Clock.Advance(time.Duration(r.IntN(700)) * time.Second)
			}
			a, b := anyLobbyDeed(r), anyLobbyDeed(r)
			what = fmt.Sprint(a, " / ", b)
			said, reached = cut.Both(n, func() string { return a.do(p, id) }, func() string { return b.do(p, id) })
			return lobbyStands(p, id), said, what, reached
		}
		hosts.Compare(t, seed, run, func(string) bool { return true })
	}
}
