package syndicate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/syndicate/worlds"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/table"
)

// Two matches that differ only in ann's secret deliver the same to ben and to an onlooker, with notifications in private or in the
// thread.
func TestTwinWorldsOnTheWire(t *testing.T) { twins.OnTheWire(t, worlds.Pairs(), sketched) }

// The same holds for pictures, which are drawn from the same views.
func TestTwinPictures(t *testing.T) {
	pair := worlds.Pair("a commit under seal")
	twins.Same(t, pair, Forms{})
}

// The same holds when the others try every command there is.
func TestTwinsSwept(t *testing.T) {
	twins.SweptAlike(t, sketched, worlds.Pair("hand"), worlds.Pair("that a commit is in"))
}

// talkative is the game's forms with a leak of ann's secrets to everybody.
type talkative struct {
	Forms
	play
	tell func(v rules.View) string
	told string
	alt  bool // in the picture's description, not in the text
}

func (f *talkative) Game() bot.Game {
	g := f.Forms.Game()
	in := g.In
	g.In = func(v bot.Voice) bot.Forms {
		all := in(v)
		f.play = all.Play.(play)
		all.Play = f
		return all
	}
	return g
}

func (f *talkative) Console(p table.Private, page bot.Page) (wire.Letter, error) {
	if p.Seat == 1 {
		f.told = f.tell(p.View.(rules.View))
	}
	return f.play.Console(p, page)
}

func (f *talkative) Card(p table.Public, facts []game.Fact) (wire.Notice, error) {
	n, err := f.play.Card(p, facts)
	if !f.alt {
		n.Blocks = append(n.Blocks, wire.Text(f.told+"."))
		return n, err
	}
	for i, b := range n.Blocks {
		if box, ok := b.(wire.Box); ok {
			for j, x := range box.Blocks {
				if pic, ok := x.(wire.Picture); ok {
					pic.Alt += f.told
					box.Blocks[j] = pic
				}
			}
			n.Blocks[i] = box
		}
	}
	return n, err
}

// movement counts the Movement cards of ann's hand.
func movement(v rules.View) string {
	n := 0
	for _, id := range v.Sides[0].Hand {
		if x, ok := v.Catalogue().Card(id); ok && x.Type == cards.Movement {
			n++
		}
	}
	return fmt.Sprint(n)
}

// Planted leaks of every kind are detected: the ones for every game, and this game's own.
func TestPlantedLeaks(t *testing.T) {
	caught := func(name, kind string, forms func() bottest.Offered, leak twins.Leak) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var seen [2]string
			for i, w := range worlds.Pair(kind).World {
				seen[i] = twins.Delivered(t, w, forms(), leak)[twins.Ben]
			}
			if seen[0] == seen[1] {
				t.Error("the leak is not noticed")
			}
		})
	}
	plain := func() bottest.Offered { return sketched }
	for _, leak := range twins.Leaks() {
		switch leak.Name {
		case "a fact shown early", "a refusal": // these tell how many facts ann was told
			caught(leak.Name, "an order in vain", plain, leak)
		case "an autocomplete entry": // TestConfidingHalls has this game's own
		default:
			caught(leak.Name, "when a commit came", plain, leak)
		}
	}
	talks := func(alt bool, tell func(rules.View) string) func() bottest.Offered {
		return func() bottest.Offered { return &talkative{Forms: sketched, tell: tell, alt: alt} }
	}
	caught("a card in an alt text", "hand", talks(true, func(v rules.View) string { return strings.Join(v.Sides[0].Hand, " ") }), twins.Leak{})
	caught("how many cards of a type a hand has", "hand", talks(false, movement), twins.Leak{})
	caught("an order that was not carried out", "an order in vain", talks(false, func(v rules.View) string {
		if p := v.Sides[0].Ahead; p != nil {
			return p.Attack
		}
		return ""
	}), twins.Leak{})
	caught("the deck as brought", "deck as brought", talks(false, func(v rules.View) string { return fmt.Sprint(v.Sides[0].List) }), twins.Leak{})
	caught("a draw by the number of its die", "draw", talks(false, func(v rules.View) string {
		return fmt.Sprint(v.Sides[0].Deck)
	}), twins.Leak{})
	i := slices.IndexFunc(twins.Leaks(), func(l twins.Leak) bool { return l.Name == "an extra edit" })
	caught("a commit by an edit", "when a commit came", plain, twins.Leaks()[i])
}

// confiding is a hall that tells ben what ann holds, in suggestions or in refusals.
type confiding struct {
	bot.Hall
	suggests bool
}

func (h confiding) hand(id table.ID) string {
	p, err := h.Hall.Private(context.Background(), id, 1) // in nobody's name
	if err != nil {
		return ""
	}
	return strings.Join(p.View.(rules.View).Sides[0].Hand, "-")
}

func (h confiding) Private(ctx context.Context, id table.ID, seat game.Seat) (table.Private, error) {
	p, err := h.Hall.Private(ctx, id, seat)
	for i := range p.Asks {
		if seat == 2 && h.suggests {
			p.Asks[i].Menu = append(slices.Clone(p.Asks[i].Menu), game.Choice{Words: "commit " + h.hand(id)})
		}
	}
	return p, err
}

func (h confiding) Act(ctx context.Context, cause string, id table.ID, seat game.Seat, ask string, r game.Reply, more ...game.Reply) (table.Outcome, error) {
	out, err := h.Hall.Act(ctx, cause, id, seat, ask, r, more...)
	if no, ok := err.(*game.Refusal); ok && seat == 2 && !h.suggests {
		told := *no
		told.Text += game.Text(h.hand(id))
		err = &told
	}
	return out, err
}

// A card that leaks into a suggestion or a refusal is detected.
func TestConfidingHalls(t *testing.T) {
	for _, suggests := range []bool{true, false} {
		var seen [2]string
		for i, w := range worlds.Pair("hand").World {
			s := twins.Open(t, w, bottest.Setup{Forms: sketched, Hall: func(h bot.Hall) bot.Hall { return bot.HallOf(confiding{h, suggests}) }}, nil)
			s.Do(twins.Read("ben! complete"), twins.Read("ben! wrong"))
			seen[i] = s.Others()[twins.Ben]
		}
		if seen[0] == seen[1] {
			t.Errorf("in suggestions %t: the leak is not noticed", suggests)
		}
	}
}

// Nobody learns what ann looks at.
func TestTwinsLooking(t *testing.T) { twins.OnTheWire(t, []twins.Pair{worlds.Looking()}, sketched) }
