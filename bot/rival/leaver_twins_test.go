package rival_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/chance"
	"downsync/game/rival"
	"downsync/game/table"
	"downsync/game/toy"
)

// leaverTwins are two matches that differ in what the program does in secret in seats that players have left to it.
type leaverTwins struct {
	t      *testing.T
	worlds [2]*party.Party
	sent   [2]int
	log    []string
	gone   []wire.UserID // have left
	back   []wire.UserID // got their seats back by a rewind: they may know what the program did there
}

// threes are dice whose faces depend only on how many were rolled in the same stream.
type threes struct{}

func (threes) Roll(_ game.Seat, number, sides int) (int, error) { return 1 + number%sides, nil }

var drawn = regexp.MustCompile(`"Silent":(true|false)|[0-9a-f]{64}|[0-9a-f]{12}…|[0-9a-z]{16,}\.(json|png)|"[0-9a-f]{24,}"`)

// secretly plays what nobody else may notice otherwise in the one world than in the other.
func secretly(world int) mind.Mind {
	return mind.Mind{Play: func(p rival.Position, _ rival.Level, _ *chance.Source) (rival.Choice, error) {
		line := map[string][2]mind.Order{"bid": {"bid 2", "bid 2"}, "tune": {"done", "tune"}, "claim": {"pass", "pass"}, "peek": {"leave", "peek"}}[p.Ask.Name][world]
		if line == "tune" && p.View.(toy.View).Tuned == 3 {
			line = "done"
		}
		return rival.Choice{Reply: line, Why: "bidding %d is safe", Args: []any{world}}, nil
	}}
}

// evenly sets the same delays for the program's seats in both worlds.
func evenly(t *testing.T, p *party.Party) {
	rs, err := p.Store.List(ctx, "rival/", "", 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rs {
		var all map[string]any
		if err := json.Unmarshal(r.Value, &all); err != nil {
			t.Fatal(err)
		}
		if all["key"] == r.Key || all["key"] == nil {
			continue
		}
		all["key"] = r.Key
		raw, err := json.Marshal(all)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Store.Put(ctx, table.Record{Key: r.Key, Value: raw}); err != nil {
			t.Fatal(err)
		}
	}
}

// twinUsers are the players in the order of their seats, an onlooker and the moderators.
var twinUsers = []wire.UserID{ann, ben, party.Cal, party.Dan, eve, party.Judge, party.Second, party.Owner}

// both does the same thing in either match, and compares what everybody is told, except whether it comes with a sound: that depends on which
// of the hosts knows of a press.
func (w *leaverTwins) both(format string, do func(n int, p *party.Party), args ...any) {
	w.t.Helper()
	w.log = append(w.log, fmt.Sprintf(format, args...))
	var told [2]map[wire.UserID]string
	for n, p := range w.worlds {
		p.Turn(0)
		do(n, p)
		p.Turn(0)
		p.Settle()
		for _, u := range w.gone {
			if p.PublicOf("twin").Meta.LeftBy(u) == 0 {
				w.back = append(w.back, u)
			}
		}
		told[n] = map[wire.UserID]string{}
		for _, u := range twinUsers {
			for _, s := range p.Wire.Delivered(u, w.sent[n]) {
				files := s.Message.Files
				s.Message.Files = nil
				raw, err := json.Marshal(s)
				if err != nil {
					w.t.Fatal(err)
				}
				s.Message.Files = files
				told[n][u] += drawn.ReplaceAllString(string(raw), "…") + "\n"
				for _, f := range s.Message.Files {
					if strings.HasSuffix(f.Name, ".json") {
						told[n][u] += drawn.ReplaceAllString(string(f.Data), "…") + "\n"
					}
				}
			}
		}
		w.sent[n] = p.Wire.Count()
	}
	for u, all := range told[0] {
		if all != told[1][u] && !slices.Contains(w.back, u) {
			w.t.Errorf("%s is told otherwise: %s", u, difference(all, told[1][u]))
		}
	}
}

// Nobody learns what the program does in secret for players who left: neither they nor others, whatever they and the moderators try who
// have not looked.
func TestTwinsOfWhatTheBotDoesForLeavers(t *testing.T) {
	seeds := 6
	if os.Getenv("SOAK") == "1" {
		seeds = 300
	}
	for seed := range uint64(seeds) {
		lot := rand.New(rand.NewPCG(seed, 5))
		w := &leaverTwins{t: t}
		users := twinUsers[:4]
		in := party.In("twin")
		for n := range w.worlds {
			p := party.New(t, secretly(n), func(s *bottest.Setup) { s.Dice = func(table.ID) game.Dice { return threes{} } })
			p.May[party.Owner] = wire.ManageServer
			p.Slash(party.Owner, []string{"setup"}, party.Opt("moderators", string(party.ModRole)))
			p.Roles[party.Judge], p.Roles[party.Second] = []wire.RoleID{party.ModRole}, []wire.RoleID{party.ModRole}
			card, err := p.Wire.Post(ctx, bottest.General, wire.Message{Blocks: []wire.Block{wire.Text("a match")}}, "card")
			if err != nil {
				t.Fatal(err)
			}
			conf := toy.Config{Rounds: 4, Keep: true, Colours: []string{"red", "blue", "green", "red"}}
			place := bot.Place{Guild: "guild", Channel: bottest.General, Message: card, Names: []string{"ann", "ben", "cal", "dan"}, Clock: "quick", Settings: json.RawMessage(toy.Config{Rounds: 4}.Encode()), Hints: seed%2 == 1}
			raw, err := json.Marshal(place)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Hall.Open(ctx, "open", "twin", table.Opening{Game: "toy", Config: conf.Encode(), Users: []table.User{ann, ben, party.Cal, party.Dan}, Timing: p.Bot.Timings["quick"], Place: raw,
				Seed: table.Seed{1: byte(seed)}, Entropy: make([]string, 4)}); err != nil {
				t.Fatal(err)
			}
			p.Settle()
			w.worlds[n], w.sent[n] = p, p.Wire.Count()
		}
		slash := func(u wire.UserID, command []string, options ...bottest.Option) {
			w.both("%s: %v %v", func(n int, p *party.Party) {
				p.Slash(u, command, append(options[:len(options):len(options)], in)...)
			}, u, command, options)
		}
		leave := func(u wire.UserID) {
			if slices.Contains(w.gone, u) {
				return
			}
			note := []string{"note low", "note red", "note blue"}[lot.IntN(3)]
			w.log = append(w.log, fmt.Sprintf("%s: %s, quit", u, note))
			w.gone = append(w.gone, u)
			for n, p := range w.worlds { // the first delay is drawn before it can be fixed
				p.Slash(u, []string{"order"}, party.Opt("line", note), in)
				p.Slash(u, []string{"order"}, party.Opt("line", "quit"), in)
				p.Settle()
				evenly(t, p)
				p.Pass(2 * time.Second)
				p.Settle()
				w.sent[n] = p.Wire.Count()
			}
		}
		leave(users[lot.IntN(2)])
		for range 110 {
			people := slices.DeleteFunc(slices.Clone(users), func(u wire.UserID) bool { return slices.Contains(w.gone, u) })
			m := []wire.UserID{party.Judge, party.Second, party.Owner}[lot.IntN(3)]
			reason, event := party.Opt("reason", "a reason"), party.Opt("event", fmt.Sprint(1+lot.IntN(20)))
			anyone := append(slices.Clone(users), eve, m)[lot.IntN(6)]
			switch x := lot.IntN(30); {
			case x < 18:
				u := people[lot.IntN(len(people))]
				seat := game.Seat(slices.Index(users, u) + 1)
				v, err := w.worlds[0].Hall.Private(ctx, "twin", seat)
				if err != nil {
					t.Fatal(err)
				}
				if name, _, _ := strings.Cut(bot.Owed(v), "."); name != "" {
					slash(u, []string{"order"}, party.Opt("line", map[string]string{"bid": fmt.Sprint("bid ", 1+lot.IntN(4)), "tune": "done", "claim": []string{"claim", "pass"}[lot.IntN(2)], "peek": "leave"}[name]))
				}
			case x < 19 && lot.IntN(2) == 0:
				slash(anyone, []string{"dispute", "open"}, reason, party.Opt("event", fmt.Sprint(1+lot.IntN(14))))
			case x < 20:
				slash(anyone, []string{"dispute", []string{"withdraw", "appeal", "list"}[lot.IntN(3)]}, reason, party.Opt("number", event.Value))
			case x < 21 && lot.IntN(2) == 0:
				slash(anyone, party.ClockCommand([]string{"pause", "extend", "withdraw", "vacation", "back"}[lot.IntN(5)]), party.Opt("for", "2d"), party.Opt("by", "1h"), party.Opt("days", "1"))
			case x < 22:
				slash(anyone, []string{"match", []string{"event", "replay"}[lot.IntN(2)]}, event, party.Opt("step", event.Value))
			case x < 24:
				slash(anyone, strings.Fields([]string{"match show", "match log", "match ledger", "match verify", "inbox", "clock show", "privacy export", "match list", "privacy show"}[lot.IntN(9)]))
			case x < 25 && lot.IntN(2) == 0 && len(w.gone) < 2:
				leave(people[lot.IntN(len(people))])
			case x < 26:
				d := time.Duration(lot.IntN(90)) * time.Second
				w.both("%v pass", func(_ int, p *party.Party) { p.Pass(d) }, d)
			case x < 27:
				w.both("restart", func(_ int, p *party.Party) { p.Restart() })
			case x < 28:
				w.both("%s completes", func(_ int, p *party.Party) { p.Complete(anyone, []string{"order"}, in, party.Opt("line", "")) }, anyone)
			default:
				verb := []string{"rewind", "rewind", "answer", "extend", "pause", "resume", "note", "dismiss", "uphold", "legal", "rule", "resume", "resume"}[lot.IntN(13)]
				side := party.Opt("side", []string{"A", "B", "C", "D"}[lot.IntN(4)])
				slash(m, []string{"mod", verb}, reason, event, party.Opt("hours", "5"), side, party.Opt("ruling", "points 1 2"))
				w.both("%s confirms", func(_ int, p *party.Party) {
					if sure, ok := bottest.ControlsOf(p.Newest(m).Message).Find("|go"); ok {
						p.Press(m, p.Newest(m), sure)
					}
				}, m)
			}
			for _, p := range w.worlds {
				evenly(t, p)
			}
			if t.Failed() {
				t.Fatalf("seed %d\n%s", seed, strings.Join(w.log, "\n"))
			}
			if w.worlds[0].PublicOf("twin").Result != nil {
				break
			}
			now := w.worlds[0].PublicOf("twin").Meta
			w.gone = slices.DeleteFunc(w.gone, func(u wire.UserID) bool { return now.LeftBy(u) == 0 })
		}
	}
}

// difference returns the place where two texts first differ, with its surroundings.
func difference(a, b string) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	around := func(s string) string { return s[max(0, n-120):min(len(s), n+120)] }
	return around(a) + "\n" + around(b)
}
