package toy

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	rules "downsync/game/toy"
	"downsync/game/toy/rival"
)

// The toy's opponent plays a match to its end through the bot, and every answer is legal.
func TestToyAgainstTheBot(t *testing.T) {
	r := bottest.New(t, bottest.Setup{Game: rules.Rules(), Forms: bottest.WithRival{Offered: Forms{}, Mind: rival.New()}})
	r.Slash("ann", []string{"match", "challenge"}, bottest.Option{Name: "rival", Value: string(rival.New().Strengths()[0])})
	ctx := context.Background()
	all, err := r.Hall.MatchesOf(ctx, "ann")
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	for n := range 100 {
		r.Pass(6 * time.Second)
		p, err := r.Hall.Private(ctx, all[0].Match, 1)
		if err != nil {
			t.Fatal(err)
		}
		if p.Result != nil {
			break
		}
		if bot.Owed(p) != "" {
			if _, err := r.Hall.Act(ctx, fmt.Sprint("ann", n), p.ID, 1, p.Asks[0].ID, p.Asks[0].Default); err != nil {
				t.Fatal(err)
			}
		}
	}
	if p, err := r.Hall.Public(ctx, all[0].Match); err != nil || p.Result == nil {
		t.Errorf("no end: %v", err)
	}
	if log := r.Log.String(); strings.Contains(log, "opponent") || strings.Contains(log, "level=ERROR") {
		t.Error(log)
	}
}
