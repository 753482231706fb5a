package downsync

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	luck "downsync/game/chance"
	rules "downsync/game/downsync"
	"downsync/game/downsync/maps"
	"downsync/game/downsync/rival"
	gamerival "downsync/game/rival"
	"downsync/game/table"
	"downsync/render"
)

// plain is a brush whose pictures are small, and not empty.
type plain struct{ sketch }

func (plain) Preview(rules.View) (render.Public, error) {
	return render.Public{PNG: []byte("a map")}, nil
}

// passive plays a round against the program. It plays the default for every question to ann, and returns the match's end.
func passive(t *testing.T, options ...bottest.Option) (*bottest.Room, table.Public) {
	t.Helper()
	r := bottest.New(t, bottest.Setup{Game: rules.Rules(), Forms: bottest.WithRival{Offered: Forms{brush: plain{}}, Mind: rival.New()}})
	options = append(options, bottest.Option{Name: "opponent", Value: string(bottest.Self)}, bottest.Option{Name: "max_rounds", Value: "1"})
	a := r.Slash(ann, []string{"match", "challenge"}, options...)
	all, err := r.Hall.MatchesOf(context.Background(), ann)
	if err != nil || len(all) != 1 {
		t.Fatalf("%v %s", err, bottest.Words(*a.Letter))
	}
	id := all[0].Match
	for n := range 1000 {
		r.Pass(6 * time.Second)
		p, err := r.Hall.Private(context.Background(), id, 1)
		if err != nil {
			t.Fatal(err)
		}
		if p.Result != nil {
			break
		}
		for _, a := range p.Asks {
			if a.Default != nil && a.ID == bot.Owed(p) {
				if _, err := r.Hall.Act(context.Background(), fmt.Sprint("ann", n), id, 1, a.ID, a.Default); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	all2, err := r.Hall.Public(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return r, all2
}

// The program plays in both sizes, on every map, in both editions, veiled and open, at every strength offered. Each of its
// answers is legal. The match ends, fits its dice, and can be looked at step by step, by the program's side too. An ordinary
// run tries two matches. SOAK=1 tries all maps.
func TestTheBotPlaysEverywhere(t *testing.T) {
	option := func(name, value string) bottest.Option { return bottest.Option{Name: name, Value: value} }
	strengths := rival.New().Strengths()
	var all []string
	for _, m := range maps.All() {
		all = append(all, m.Slug)
	}
	for n, slug := range append(all, "random") {
		if os.Getenv("SOAK") == "" && slug != "plain" && slug != "saltmarket" {
			continue
		}
		size, secrecy, edition := []string{"small", "standard"}[n%2], []string{"veiled", "open"}[n/2%2], []string{"2023-03", "4.2"}[n/4%2]
		strength := string(strengths[n%len(strengths)])
		t.Run(strings.Join([]string{slug, size, secrecy, edition, strength}, " "), func(t *testing.T) {
			t.Parallel()
			r, p := passive(t, option("map", slug), option("size", size), option("secrecy", secrecy), option("rules", edition), option("rival", strength))
			if p.Result == nil {
				t.Fatal("no end")
			}
			id := option("match", string(p.ID))
			if a := r.Slash(ann, []string{"match", "verify"}, id); !strings.Contains(bottest.Words(*a.Letter), "fits") {
				t.Errorf("verified: %s", bottest.Words(*a.Letter))
			}
			r.Slash(ann, []string{"match", "replay"}, id, option("step", "1"), option("view", "B"))
			if m := r.Newest(ann); !strings.Contains(bottest.Words(m.Message), "Step 1 of ") || len(m.Files) != 1 {
				t.Errorf("the program's side at the first step: %d pictures\n%s", len(m.Files), bottest.Words(m.Message))
			}
			for line := range strings.Lines(r.Log.String()) {
				if strings.Contains(line, "opponent") || strings.Contains(line, "level=ERROR") {
					t.Error(line)
				}
			}
		})
	}
}

// A player who plays briskly against the program usually waits 3 seconds from their press to their next question, and at most
// 8. An ordinary run plays a Round. SOAK=1 plays matches of both sizes against each strength, and prints the waits.
func TestWaitsForTheBot(t *testing.T) {
	strengths, sizes, rounds := rival.New().Strengths()[2:], []string{"small"}, 1
	if os.Getenv("SOAK") == "1" {
		strengths, sizes, rounds = rival.New().Strengths(), []string{"small", "standard"}, 6
	}
	for _, size := range sizes {
		for _, strength := range strengths {
			t.Run(size+" "+string(strength), func(t *testing.T) {
				waits := waitsFor(t, strength, size, rounds)
				slices.Sort(waits)
				if len(waits) < 5 {
					t.Fatalf("waited %d times only", len(waits))
				}
				usual, worst := waits[len(waits)/2], waits[len(waits)-1]
				t.Logf("%d waits: median %s, worst %s", len(waits), usual, worst)
				if usual > 3*time.Second || worst > 8*time.Second {
					t.Errorf("the median wait is %s, the worst %s", usual, worst)
				}
			})
		}
	}
}

// waitsFor returns ann's waits after each press that leaves her without a question. She plays as the regular does.
func waitsFor(t *testing.T, against gamerival.Strength, size string, rounds int) (waits []time.Duration) {
	ctx := context.Background()
	option := func(name, value string) bottest.Option { return bottest.Option{Name: name, Value: value} }
	r := bottest.New(t, bottest.Setup{Game: rules.Rules(), Forms: bottest.WithRival{Offered: Forms{brush: plain{}}, Mind: rival.New()}})
	r.Slash(ann, []string{"match", "challenge"}, option("opponent", string(bottest.Self)), option("rival", string(against)), option("style", "careful"), option("size", size), option("max_rounds", fmt.Sprint(rounds)))
	all, err := r.Hall.MatchesOf(ctx, ann)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	id, mind := all[0].Match, rival.New()
	source := luck.Source(7)
	for {
		const step, longest = 200 * time.Millisecond, time.Minute
		waited, p := time.Duration(0), table.Position{}
		for ; ; waited += step {
			if p, err = r.Hall.Position(ctx, id, 1); err != nil {
				t.Fatal(err)
			}
			if p.Result != nil {
				return waits
			}
			if bot.Owed(p.Private) != "" {
				break
			}
			if waited > longest {
				t.Fatal("ann is asked nothing any more")
			}
			r.Pass(step)
		}
		if waited > 0 {
			waits = append(waits, waited)
		}
		a := p.Asks[slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return a.ID == bot.Owed(p.Private) })].Ask
		choice, err := mind.Choose(gamerival.Position{Seat: 1, View: p.View, Told: p.Facts, Ask: a, Imagine: p.Imagine}, gamerival.Level{Strength: gamerival.Regular, Style: gamerival.Careful}, &source)
		if err != nil {
			t.Fatal(err)
		}
		r.Slash(ann, []string{"order"}, option("line", choice.Reply.Order()), option("match", string(id)))
		r.Settle()
	}
}
