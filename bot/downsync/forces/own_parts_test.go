package forces

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/discord"
	"downsync/bot/downsync/books"
	"downsync/bot/downsync/wording"
	"downsync/bot/wire"
	"downsync/game/cardfile"
	"downsync/game/downsync/cards"
)

// However many Units of its own a server has, the builder offers each of them to be added and read, and each faction.
func TestEveryOwnUnitIsReached(t *testing.T) {
	for _, x := range []struct {
		part    string
		faction func(int) string
		want    func(int) string
	}{
		{buildAdd, func(int) string { return "own" }, func(i int) string { return fmt.Sprintf("own-%d", i) }},
		{buildFaction, func(i int) string { return fmt.Sprintf("side-%d", i) }, func(i int) string { return fmt.Sprintf("side-%d", i) }},
	} {
		var own []*cards.Unit
		for i := range cardfile.MaxOwn {
			own = append(own, &cards.Unit{Slug: fmt.Sprintf("own-%d", i), Name: fmt.Sprintf("Own %d", i), Type: "Light Vehicle", Faction: x.faction(i), Signature: cards.Small, Spd: 6, Def: 13})
		}
		f := Builder{wording.Reader{Own: own}}
		code, err := f.ChangeForce(f.NewForce(), buildFaction, []string{x.faction(0)})
		if err != nil {
			t.Fatal(err)
		}
		var got, read []string
		for pressed, again := (bot.Built{}), true; again; {
			again = false
			blocks, err := f.BuilderPage(code, pressed)
			if err != nil {
				t.Fatal(err)
			}
			if err := discord.Check(wire.Message{Blocks: []wire.Block{wire.Box{Blocks: blocks}}}); err != nil {
				t.Fatal(err)
			}
			for _, b := range blocks {
				s, ok := b.(wire.Select)
				for _, o := range s.Options {
					n, leads := bot.PartOf([]string{o.Value})
					switch {
					case ok && s.ID == customid.BookAside(books.BookUnit):
						slug, _, _ := strings.Cut(o.Value, "@")
						read = append(read, slug)
					case s.ID != customid.BuildControl(x.part):
					case !leads:
						got = append(got, o.Value)
					case n > 0:
						pressed, again = bot.Built{Part: x.part, Values: []string{o.Value}}, true
					}
				}
			}
		}
		for i := range own {
			if !slices.Contains(got, x.want(i)) {
				t.Errorf("%s is not offered by %q", x.want(i), x.part)
			}
			if x.part == buildAdd && !slices.Contains(read, x.want(i)) {
				t.Errorf("%s cannot be read", x.want(i))
			}
		}
	}
}
