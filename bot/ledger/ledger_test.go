package ledger

import (
	"encoding/json"
	"testing"
	"time"

	"downsync/game"
)

// Whatever a stored ledger contains, appending to it has the same result as decoding all of it and encoding it again.
func TestLedgerGrows(t *testing.T) {
	var raw []byte
	var want []Delivered
	at := time.Date(2150, 3, 7, 12, 0, 0, 0, time.UTC)
	for n := range mostEntries + 20 {
		e := Delivered{News: n + n/3, Route: []game.Text{RouteDM, RouteAnswer, `a } "{" b`}[n%3], At: at.Add(time.Duration(n) * time.Minute)}
		if n > 0 && e.News <= want[len(want)-1].News {
			t.Fatal("no news")
		}
		grown, err := With(raw, e)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, e)
		want = want[max(0, len(want)-mostEntries):]
		whole, err := json.Marshal(want)
		if err != nil || string(grown) != string(whole) {
			t.Fatalf("after %d entries %v\n%s\nexpected\n%s", n, err, grown, whole)
		}
		raw = grown
		if again, err := With(raw, e); err != nil || again != nil {
			t.Fatalf("the same news were entered again: %s %v", again, err)
		}
	}
	for _, broken := range []string{"{", "[{]", `[{"n":"x"}]`} {
		if got, err := With([]byte(broken), Delivered{News: 1}); err == nil {
			t.Errorf("%q became %q", broken, got)
		}
	}
}
