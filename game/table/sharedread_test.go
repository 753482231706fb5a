package table_test

import (
	"context"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/toy"
)

// between is a store through which something comes between what a host reads of it.
type between struct {
	table.Store
	left int
	do   func()
}

func (b *between) now() {
	if b.left--; b.left == 0 {
		b.do()
	}
}

func (b *between) Get(ctx context.Context, key string) ([]byte, error) {
	b.now()
	return b.Store.Get(ctx, key)
}

func (b *between) Load(ctx context.Context, id table.ID) (table.Loaded, error) {
	b.now()
	return b.Store.Load(ctx, id)
}

func (b *between) Head(ctx context.Context, id table.ID) (table.Head, error) {
	b.now()
	return b.Store.Head(ctx, id)
}

func (b *between) Events(ctx context.Context, id table.ID, after uint64, most int) ([]table.Event, error) {
	b.now()
	return b.Store.Events(ctx, id, after, most)
}

// A player is replaced on one host while another reads the match: as news, as a whole, or as it was. Everyone who reads of the
// replacement also reads who has had the seat since, and mistakes nobody for the player who was sent away.
func TestCheatByReplacingAsItIsRead(t *testing.T) {
	read := map[string]func(*table.Hall) (table.Public, error){
		"news":  func(h *table.Hall) (table.Public, error) { return h.Public(ctx, id) },
		"whole": func(h *table.Hall) (table.Public, error) { return h.Public(ctx, id) },
		"past": func(h *table.Hall) (p table.Public, err error) {
			for n := 1; err == nil; n++ { // the last there is
				var x table.Public
				if x, _, err = h.PublicAt(ctx, id, table.AtStep(n)); err == nil {
					p = x
				}
			}
			return p, nil
		},
	}
	for what, how := range read {
		before, after := 0, 0
		for n := 1; ; n++ {
			p := newPair(t, table.Timing{})
			p.a.must(1, "bid 2")
			through := &between{Store: p.a.store}
			reads := table.New(through, p.a.clock, table.Options{Games: []game.Game{toy.Rules()}, Shared: true,
				Dice: func(table.ID) game.Dice { return gametest.NewDice(5) }})
			if what == "news" {
				if _, err := reads.Public(ctx, id); err != nil {
					t.Fatal(err)
				}
			}
			p.b.must(2, "bid 3")
			through.left, through.do = n, func() {
				if _, err := p.b.hall.Referee(ctx, "seat", id, table.Ruling{What: "replace", Seat: 2, Replace: "u9"}); err != nil {
					t.Fatal(err)
				}
			}
			got, err := how(reads)
			if err != nil {
				t.Fatal(err)
			}
			told := table.Rulings(got.Facts) > 0
			if told && got.Meta.Users[1] != "u9" {
				t.Errorf("%s, read %d: the replacement is told, and the players are %v", what, n, got.Meta.Users)
			}
			if told {
				after++
			} else {
				before++
			}
			if through.left > 0 {
				break
			}
		}
		if before == 0 || after == 0 {
			t.Errorf("%s: told %d times, not told %d times", what, after, before)
		}
	}
}
