package page

import (
	"strings"
	"testing"
	"time"

	"downsync/bot/lang"
	"downsync/game/table"
)

// The text about the grids of a window bounds the finer one in the same clause, so it is right before that bound and after it.
func TestGridsHaveTheirBounds(t *testing.T) {
	from := time.Unix(2e9, 0)
	g := table.Grid{From: from, Tick: 15 * time.Minute, FineTick: 15 * time.Second, FineFrom: from, FineUntil: from.Add(5 * time.Minute)}
	for l, want := range map[lang.Language]string{lang.English: ": every 15 seconds until <t:2000000300:T>, then every 15 minutes.", lang.Of("de"): ": alle 15 Sekunden bis <t:2000000300:T>, danach alle 15 Minuten."} {
		if got := closing(l, g); len(got) != 1 || !strings.HasSuffix(got[0], want) {
			t.Errorf("%s: %q, expected its end %q", l, got, want)
		}
	}
}
