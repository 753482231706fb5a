package discord

import (
	"testing"
	"time"

	"golang.org/x/time/rate"
)

// After an outage everything that waited goes out at once. No second has more requests than allowed, whenever it begins, and a
// process keeps at least half of its share.
func TestNoSecondHasTooMany(t *testing.T) {
	for _, allowed := range []float64{45, 15, 2.25} {
		limit, burst := pace(allowed)
		l := rate.NewLimiter(limit, burst)
		var sent []time.Time
		for at := time.Unix(1<<32, 0); at.Before(time.Unix(1<<32+20, 0)); at = at.Add(time.Millisecond) {
			if l.AllowN(at, 1) {
				sent = append(sent, at)
			}
		}
		for i, from := range sent {
			n := 0
			for n < len(sent)-i && sent[i+n].Sub(from) < time.Second {
				n++
			}
			if float64(n) > max(allowed, 3) {
				t.Errorf("of %v allowed, %d in a second", allowed, n)
				break
			}
		}
		if len(sent) < int(20*allowed/2) {
			t.Errorf("of %v allowed, %d in 20 s", allowed, len(sent))
		}
	}
}
