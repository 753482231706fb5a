package referee_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// courtTwins are two matches that differ in private acts of ann's.
type courtTwins struct {
	t      *testing.T
	worlds [2]*party.Party
	in     [2]bottest.Option
	sent   [2]int
	log    []string
}

var byChance = regexp.MustCompile(`[0-9a-f]{64}|[0-9a-f]{12}…|[0-9a-z]{16}\.json|"[0-9a-f]{24,}"`)

// both does the same thing in either match, and compares what everybody except ann is told.
func (w *courtTwins) both(format string, do func(n int, p *party.Party), args ...any) {
	w.t.Helper()
	w.log = append(w.log, fmt.Sprintf(format, args...))
	var told [2]map[wire.UserID]string
	for n, p := range w.worlds {
		do(n, p)
		p.Settle()
		told[n] = map[wire.UserID]string{}
		for _, u := range []wire.UserID{ben, judge, second, owner, eve} {
			for _, s := range p.Wire.Delivered(u, w.sent[n]) {
				told[n][u] += fmt.Sprintf("%s %s\n%v\n", s.What, bottest.Words(s.Message.Message), s.Choices)
				for _, f := range s.Message.Files {
					told[n][u] += fmt.Sprintf("%d: %s\n", len(f.Name), f.Data)
				}
			}
			told[n][u] = byChance.ReplaceAllString(told[n][u], "…")
		}
		w.sent[n] = p.Wire.Count()
	}
	for u, all := range told[0] {
		if all != told[1][u] {
			w.t.Errorf("%s is told otherwise: %s", u, bottest.FirstDifference(all, told[1][u]))
		}
	}
}

// Nobody learns anything of ann's private acts, or of whether she has answered under seal, whatever the other player
// does about disputes, and whatever moderators decide who have not looked.
func TestCheatByDisputingInTwoWorlds(t *testing.T) {
	seeds := 6
	if os.Getenv("SOAK") == "1" {
		seeds = 1500
	}
	for seed := range uint64(seeds) {
		lot := rand.New(rand.NewPCG(seed, 5))
		w := &courtTwins{t: t}
		tuning := seed%2 == 1
		for n := range w.worlds {
			p := party.Plain(t)
			p.May[owner] = wire.ManageServer
			p.Slash(owner, setup, party.Opt("moderators", string(modRole)))
			p.Roles[judge], p.Roles[second] = []wire.RoleID{modRole}, []wire.RoleID{modRole}
			w.worlds[n], w.in[n] = p, party.In(string(p.Begin(party.Opt("clock", "slow"))))
			if tuning {
				p.Play(ann, "bid 3")
				p.Play(ben, "bid 2")
			}
			w.sent[n] = p.Wire.Count()
		}
		secrets := []string{"bid 1", "bid 3", "note red", "note blue", "undo"}
		if tuning {
			secrets = []string{"tune", "tune", "note red", "note blue", "undo"}
		}
		slash := func(u wire.UserID, command []string, options ...bottest.Option) {
			w.both("%s: %v %v", func(n int, p *party.Party) {
				p.Slash(u, command, append(options[:len(options):len(options)], w.in[n])...)
			}, u, command, options)
		}
		for range 14 {
			m := []wire.UserID{judge, second, owner}[lot.IntN(3)]
			reason, event := party.Opt("reason", "a reason"), party.Opt("event", fmt.Sprint(1+lot.IntN(8)))
			switch x := lot.IntN(12); {
			case x < 4:
				line, only := secrets[lot.IntN(len(secrets))], 1
				other := secrets[lot.IntN(len(secrets))]
				w.both("ann: %s, and in the other world %s", func(n int, p *party.Party) {
					switch {
					case n == only:
						p.Slash(ann, []string{"order"}, party.Opt("line", line), w.in[n])
					case lot.IntN(2) == 0 && seed%3 == 0:
						p.Slash(ann, []string{"order"}, party.Opt("line", other), w.in[n])
					}
				}, line, other)
			case x < 5:
				slash(ben, []string{"dispute", "open"}, reason, party.Opt("event", fmt.Sprint(1+lot.IntN(4))))
			case x < 6:
				slash(ben, []string{"dispute", []string{"withdraw", "appeal", "list"}[lot.IntN(3)]}, reason, party.Opt("number", event.Value))
			case x < 7:
				slash(ben, party.ClockCommand([]string{"pause", "extend", "withdraw", "vacation", "back"}[lot.IntN(5)]), party.Opt("for", "2d"), party.Opt("by", "1d"), party.Opt("days", "1"))
			case x < 8:
				slash([]wire.UserID{ben, eve, m}[lot.IntN(3)], strings.Fields([]string{"match show", "match log", "match ledger", "match verify", "inbox", "clock show", "privacy export", "match list"}[lot.IntN(8)]))
			case x < 9 && lot.IntN(3) == 0:
				w.both("ann disputes her last event", func(n int, p *party.Party) {
					all, err := p.Hall.Private(ctx, table.ID(w.in[n].Value), 1)
					if err != nil {
						t.Fatal(err)
					}
					p.Slash(ann, []string{"dispute", "open"}, reason, party.Opt("event", all.Numbers[len(all.Facts)-1].String()), w.in[n])
				})
			case x < 10:
				d := time.Duration(lot.IntN(90)) * time.Minute
				w.both("%v pass", func(_ int, p *party.Party) { p.Pass(d) }, d)
			default:
				verb := []string{"rewind", "rewind", "answer", "extend", "pause", "resume", "note", "dismiss", "uphold", "legal"}[lot.IntN(10)]
				slash(m, []string{"mod", verb}, reason, event, party.Opt("hours", "5"), party.Opt("side", "A"))
				w.both("%s confirms", func(_ int, p *party.Party) {
					if sure, ok := bottest.ControlsOf(p.Newest(m).Message).Find("|go"); ok {
						p.Press(m, p.Newest(m), sure)
					}
				}, m)
			}
			if t.Failed() {
				t.Fatalf("seed %d\n%s", seed, strings.Join(w.log, "\n"))
			}
		}
	}
}
