package bot_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game"
	"downsync/game/chance"
	"downsync/game/rival"
	"downsync/game/table"
)

var ctx = context.Background()

// order is a reply of the toy's, as the ruleset reads it back.
type order string

func (o order) Order() string { return string(o) }

// mind plays the toy as its function says, by default the bids and claims of a cautious player.
type mind struct {
	strengths []rival.Strength
	choose    func(rival.Position, rival.Level, *chance.Source) (rival.Choice, error)
}

func (m mind) Strengths() []rival.Strength {
	if m.strengths == nil {
		return []rival.Strength{rival.Recruit, rival.Regular}
	}
	return m.strengths
}

func (m mind) Choose(p rival.Position, l rival.Level, s *chance.Source) (rival.Choice, error) {
	if m.choose != nil {
		return m.choose(p, l, s)
	}
	line := map[string]order{"bid": "bid 2", "tune": "done", "claim": "pass", "peek": "leave"}[p.Ask.Name]
	return rival.Choice{Reply: line, Why: "bidding %d is safe", Args: []any{2}, Considered: []rival.Weighed{{Order: string(line), Value: 1}, {Order: "bid 4", Value: 0.5}}}, nil
}

// rivalToy is the toy with an opponent.
type rivalToy struct {
	toyForms
	mind rival.Mind
}

func (f rivalToy) Game() bot.Game {
	g := f.toyForms.Game()
	g.Rival = f.mind
	return g
}

// newRivals is a party with an opponent in the toy.
func newRivals(t testing.TB, m rival.Mind, change ...func(*bottest.Setup)) *party {
	t.Helper()
	return newPartyAs(t, func(s *bottest.Setup) {
		s.Forms = rivalToy{mind: m}
		for _, c := range change {
			c(s)
		}
	})
}

// against begins a match of ann against the program.
func (p *party) against(options ...bottest.Option) table.ID {
	p.t.Helper()
	a := p.Slash(ann, challenge, append(options, challengeTo(bottest.Self))...)
	p.says(a, "The match begins.")
	p.Settle()
	all, err := p.Hall.MatchesOf(ctx, ann)
	if err != nil || len(all) == 0 {
		p.t.Fatalf("ann is in %v, %v", all, err)
	}
	for _, s := range all {
		if !s.Over {
			return s.Match
		}
	}
	return all[0].Match
}

// calm is longer than the program takes to answer.
const calm = 21 * time.Second

// toEnd has ann play the toy to its end, and the program with her.
func (p *party) toEnd(id table.ID) table.Public {
	p.t.Helper()
	for range 60 {
		v, err := p.Hall.Private(ctx, id, 1)
		if err != nil {
			p.t.Fatal(err)
		}
		if v.Result != nil {
			return p.publicOf(id)
		}
		for _, a := range v.Asks {
			if line := map[string]string{"bid": "bid 3", "tune": "done", "claim": "claim", "peek": "leave"}[a.Name]; line != "" {
				p.Slash(ann, []string{"order"}, opt("line", line), opt("match", string(id)))
			}
		}
		p.Settle()
		p.Pass(calm)
	}
	p.t.Fatal("no end")
	return table.Public{}
}

func (p *party) publicOf(id table.ID) table.Public {
	p.t.Helper()
	all, err := p.Hall.Public(ctx, id)
	if err != nil {
		p.t.Fatal(err)
	}
	return all
}

// noFaults fails if something went wrong.
func (p *party) noFaults() {
	p.t.Helper()
	for line := range strings.Lines(p.Log.String()) {
		if strings.Contains(line, "level=ERROR") || strings.Contains(line, "level=WARN") {
			p.t.Error(line)
		}
	}
}

// A match against the program begins at once, is played by the same questions to its end, calls and writes to nobody but its player,
// counts in a line of its own and nowhere else, and is repeated by one press.
func TestPlayTheBot(t *testing.T) {
	p := newRivals(t, mind{}, func(s *bottest.Setup) { s.Dice = nil })
	id := p.against()
	if p.toEnd(id).Result.Rank[0] != 1 {
		t.Error("ann has not won")
	}
	p.noFaults()
	has(t, p.lobby(), "**Name of ann** against **Bot (recruit, ")
	if ms := p.Wire.Messages("dm-rival"); len(ms) > 0 {
		t.Errorf("the program was written to: %v", ms)
	}
	for _, s := range p.Wire.Delivered(eve, 0) {
		if strings.Contains(fmt.Sprint(s.Mention), string(bot.RivalUser)) || strings.Contains(bottest.Words(s.Message.Message), "<@rival>") {
			t.Errorf("the program was called: %v %s", s.Mention, bottest.Words(s.Message.Message))
		}
	}
	for _, key := range []string{"rating/", "conduct/", "rival/"} {
		if rs, err := p.Store.List(ctx, key, "", 9); err != nil || len(rs) > 0 {
			t.Errorf("%s: %v %v", key, rs, err)
		}
	}
	p.says(p.Slash(ann, []string{"ladder"}, opt("user", string(ann))), "against the bot, recruit: 1–0–0 (not rated)")
	p.says(p.Slash(ann, []string{"match", "verify"}, opt("match", string(id))), "fits")

	p.says(p.click(ann, p.console(ann), "rematch|"), "The match begins.")
	p.Settle()
	if live, err := p.Bot.LiveMatches(ctx, ann); err != nil || len(live) != 1 {
		t.Errorf("after the rematch: %v %v", live, err)
	}
}

var _ = cmp.Or[int]
var _ = errors.New
var _ game.Seat
