package page

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot/lang"
	"downsync/game/table"
)

// The text about the grids of a window names the first moment at which it can close. It bounds the finer grid in the same clause, so it is
// right before that bound and after it.
func TestGridsHaveTheirBounds(t *testing.T) {
	from := time.Unix(2e9, 0)
	coarse := table.Grid{From: from, Tick: 15 * time.Minute, FineTick: 15 * time.Second, FineFrom: from.Add(5 * time.Second)}
	both := coarse
	both.FineUntil = from.Add(5 * time.Minute)
	for l, want := range map[lang.Language][2]string{
		lang.English:  {": every 15 seconds until <t:2000000300:T>, then every 15 minutes.", ", every 15 minutes."},
		lang.Of("de"): {": alle 15 Sekunden bis <t:2000000300:T>, danach alle 15 Minuten.", ", alle 15 Minuten."},
	} {
		for i, g := range []table.Grid{both, coarse} {
			got := closing(l, g)
			if first := fmt.Sprintf("<t:%d:T>", g.Closing(time.Time{}).Unix()); len(got) != 1 || !strings.Contains(got[0], first) || !strings.HasSuffix(got[0], want[i]) {
				t.Errorf("%s: %q, expected %s in it and its end %q", l, got, first, want[i])
			}
		}
	}
	if first := both.Closing(time.Time{}); !first.After(from) || first.After(from.Add(20*time.Second)) || !coarse.Closing(time.Time{}).After(first) {
		t.Errorf("the window can close at %s at first, with the coarse grid alone at %s", first, coarse.Closing(time.Time{}))
	}
	for what, g := range map[string]table.Grid{"with its answer": {}, "after a fixed time": {Tick: 15 * time.Second}} {
		if got := closing(lang.English, g); len(got) > 0 {
			t.Errorf("a window that closes %s is described by %q", what, got)
		}
	}
}

// Everybody reads when a window can close, unless its clock stands.
func TestAskedSaysWhenItCloses(t *testing.T) {
	from := time.Unix(2e9, 0)
	a := table.Asked{Seat: 1, Name: "watch", Window: true, By: from.Add(time.Hour), Grid: table.Grid{From: from, Tick: 15 * time.Minute}}
	stands := a
	stands.By, stands.Left = time.Time{}, time.Hour
	for _, x := range []struct {
		asked table.Asked
		says  bool
	}{{a, true}, {stands, false}} {
		lines := Asked(lang.English, table.Meta{Users: []table.User{"ann", "ben"}}, []table.Asked{x.asked}, Questions{{Name: "watch", Of: "watches"}})
		said := strings.Join(lines, "\n")
		last := fmt.Sprintf("<t:%d:R> at the latest", a.Grid.Closing(a.By).Unix())
		if first := fmt.Sprintf("<t:%d:T>", a.Grid.Closing(time.Time{}).Unix()); strings.Contains(said, first) != x.says || strings.Contains(said, last) != x.says {
			t.Errorf("%+v: it says\n%s\nexpected %s and %s: %t", x.asked, said, first, last, x.says)
		}
	}
}
