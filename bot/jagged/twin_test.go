package jagged

import (
	"context"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/jagged/worlds"
	"downsync/game"
	"downsync/game/table"
)

// Two battles that differ only in ann's secret deliver the same to ben and to an onlooker, with notifications in private or in the
// thread.
func TestTwinWorldsOnTheWire(t *testing.T) { twins.OnTheWire(t, worlds.Pairs(), sketched) }

// The same holds for pictures, which are drawn from the same views. Facts that were shown do make a difference.
func TestTwinPictures(t *testing.T) {
	t.Parallel()
	pair := worlds.Pair("a deployment under seal")
	twins.Same(t, pair, Forms{})
	pair = worlds.Apart()
	if one, other := twins.Delivered(t, pair.World[0], sketched, twins.Leak{}), twins.Delivered(t, pair.World[1], sketched, twins.Leak{}); one[twins.Ben] == other[twins.Ben] {
		t.Error("a deployment that was shown makes no difference")
	}
}

// The same holds when the others try every command there is.
func TestTwinsSwept(t *testing.T) {
	twins.SweptAlike(t, sketched, worlds.Pair("a list under seal"), worlds.Pair("a deployment under seal"))
}

// Planted leaks of every kind are detected.
func TestPlantedLeaks(t *testing.T) {
	for _, leak := range twins.Leaks() {
		kind := "when a list and a deployment came"
		switch leak.Name {
		case "a fact shown early", "a refusal", "an autocomplete entry": // these tell how many facts ann was told, and she is told none: TestConfidingHall
			continue
		}
		t.Run(leak.Name, func(t *testing.T) {
			t.Parallel()
			var seen [2]string
			for i, w := range worlds.Pair(kind).World {
				seen[i] = twins.Delivered(t, w, sketched, leak)[twins.Ben]
			}
			if seen[0] == seen[1] {
				t.Error("the leak is not noticed")
			}
		})
	}
}

// confiding is a hall that tells ben and everybody ann's sealed answers, in different ways.
type confiding struct {
	bot.Hall
	sealed *string // ann's last order
	how    string
}

func (h confiding) Act(ctx context.Context, cause string, id table.ID, seat game.Seat, ask string, r game.Reply, more ...game.Reply) (table.Outcome, error) {
	out, err := h.Hall.Act(ctx, cause, id, seat, ask, r, more...)
	if seat == 1 && err == nil {
		*h.sealed = r.Order()
	}
	if no, ok := err.(*game.Refusal); ok && seat == 2 && h.how == "a refusal" {
		told := *no
		told.Text += game.Text(strings.ReplaceAll(*h.sealed, "%", ""))
		err = &told
	}
	return out, err
}

func (h confiding) Private(ctx context.Context, id table.ID, seat game.Seat) (table.Private, error) {
	p, err := h.Hall.Private(ctx, id, seat)
	if seat == 2 && h.how == "a suggestion" {
		for i := range p.Asks {
			p.Asks[i].Menu = append(slices.Clone(p.Asks[i].Menu), game.Choice{Words: "deploy " + strings.ReplaceAll(*h.sealed, " ", "-")})
		}
	}
	if seat == 2 && h.how == "a console" {
		p.Meta.Place = []byte(strings.Replace(string(p.Meta.Place), `"ann"`, `"ann `+*h.sealed+`"`, 1))
	}
	return p, err
}

func (h confiding) Public(ctx context.Context, id table.ID) (table.Public, error) {
	p, err := h.Hall.Public(ctx, id)
	if h.how == "the card" && !strings.HasPrefix(*h.sealed+"objective", "objective") {
		p.Asked = p.Asked[:0]
	}
	return p, err
}

// A list or a deployment that leaks before both are in is detected, wherever it shows.
func TestConfidingHall(t *testing.T) {
	for _, x := range [][2]string{{"a refusal", "a list under seal"}, {"a refusal", "a deployment under seal"}, {"a suggestion", "a deployment under seal"}, {"a console", "a list under seal"}, {"a console", "a deployment under seal"}, {"the card", "that a list is in"}, {"the card", "that a deployment is in"}} {
		t.Run(x[0]+", "+x[1], func(t *testing.T) {
			t.Parallel()
			var seen [2]string
			for i, w := range worlds.Pair(x[1]).World {
				sealed := ""
				s := twins.Open(t, w, bottest.Setup{Forms: sketched, Hall: func(h bot.Hall) bot.Hall { return bot.HallOf(confiding{h, &sealed, x[0]}) }}, nil)
				s.Do(w.Acts...)
				s.Do(twins.Read("ben! complete"), twins.Read("ben! wrong"))
				seen[i] = s.Others()[twins.Ben] + s.Others()[twins.Eve]
			}
			if seen[0] == seen[1] {
				t.Error("the leak is not noticed")
			}
		})
	}
}

// Nobody learns what ann looks at.
func TestTwinsLooking(t *testing.T) { twins.OnTheWire(t, []twins.Pair{worlds.Looking()}, sketched) }
