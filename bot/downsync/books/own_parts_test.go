package books

import (
	"fmt"
	"testing"

	"downsync/bot/downsync/wording"
	"downsync/bot/wire"
	"downsync/game/cardfile"
	"downsync/game/downsync/cards"
)

// From a Unit's card, every other card of its faction can be reached, however many Units of its own a server has.
func TestEveryOtherCardIsReached(t *testing.T) {
	var own []*cards.Unit
	for i := range cardfile.MaxOwn {
		own = append(own, &cards.Unit{Slug: fmt.Sprintf("own-%d", i), Name: fmt.Sprintf("Own %d", i), Type: "Light Vehicle", Faction: "own", Signature: cards.Small, Spd: 6, Def: 13})
	}
	f, seen := wording.Reader{Own: own}, map[string]bool{}
	cat, err := Catalogue(f, "")
	if err != nil {
		t.Fatal(err)
	}
	for at := "own-0"; at != ""; {
		u := cat.Must(at)
		var others wording.Options
		for _, x := range cat.All() {
			if x.Faction == "own" && x != u {
				others.Add(wire.Option{Value: x.Slug})
			}
		}
		at = ""
		shown := around(others, cat, u)
		if len(shown) > wire.MostOptions {
			t.Fatalf("a select of %d", len(shown))
		}
		for _, o := range shown {
			if !seen[o.Value] {
				seen[o.Value], at = true, o.Value
			}
		}
	}
	if len(seen) < cardfile.MaxOwn {
		t.Errorf("%d of %d cards are reached", len(seen), cardfile.MaxOwn)
	}
}
