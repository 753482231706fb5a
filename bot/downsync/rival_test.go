package downsync

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game/downsync/maps"
	"downsync/game/downsync/rival"
	"downsync/game/table"
	"downsync/render"

	rules "downsync/game/downsync"
)

// withRival is Downsync as it is offered, with its opponent.
type withRival struct{ Forms }

// Game is the game.
func (f withRival) Game() bot.Game {
	g := f.Forms.Game()
	g.Rival = rival.New()
	return g
}

// plain is a brush whose pictures are small, and not empty.
type plain struct{ sketch }

func (plain) Preview(rules.View) (render.Public, error) {
	return render.Public{PNG: []byte("a map")}, nil
}

// passive plays a round against the program: whatever ann is asked, the default is played for her. It returns the match's end.
func passive(t *testing.T, options ...bottest.Option) (*bottest.Room, table.Public) {
	t.Helper()
	r := bottest.New(t, bottest.Setup{Game: rules.Rules(), Forms: withRival{Forms{brush: plain{}}}})
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

// The program plays in both sizes, on every map, in both editions, veiled and open, in every strength that is offered: each answer is
// legal, and the match comes to its end. An ordinary run tries two; with SOAK=1 it tries all maps.
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
			for line := range strings.Lines(r.Log.String()) {
				if strings.Contains(line, "opponent") || strings.Contains(line, "level=ERROR") {
					t.Error(line)
				}
			}
		})
	}
}
