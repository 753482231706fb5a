package syndicate_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"os"
	"testing"

	"downsync/game"
	"downsync/game/syndicate"
)

// recorded rolls the dice that a record holds.
type recorded struct {
	rolls []game.Rolled
	n     int
}

func (r *recorded) Roll(game.Seat, int, int) (int, error) {
	if r.n == len(r.rolls) {
		return 0, errors.New("a die more than was rolled")
	}
	r.n++
	return r.rolls[r.n-1].Face, nil
}

// Two matches were stored before the rulings were numbered: in one a push is blocked (S5.6), in the other nobody says where a side
// deploys (R-P3). Deciding each step again gives the same result, so they still verify. Under the newest rulings it does not.
func TestOlderMatchesAreDecidedAlike(t *testing.T) {
	for rulings := range syndicate.NewestRulings + 1 {
		matches, differ := redo(t, rulings)
		if matches != 2 || (differ == 0) != (rulings == 0) {
			t.Errorf("by rulings %d %d of %d matches differ", rulings, differ, matches)
		}
	}
}

// redo decides the steps of the stored matches again under those rulings, and counts the matches that come out differently.
func redo(t *testing.T, rulings int) (matches, differ int) {
	t.Helper()
	f, err := os.Open("testdata/rulings0.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	var m game.Match // nil once it differs
	for lines.Scan() {
		rec, err := game.DecodeRecord(lines.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		var st game.Step
		dice := &recorded{rolls: rec.Rolls}
		switch {
		case rec.Start():
			matches++
			var c syndicate.Config
			if err := rec.Conf.Read(&c); err != nil {
				t.Fatal(err)
			}
			c.Rulings = rulings
			m, st, err = syndicate.Rules().Start(rec.Seats, c.Encode(), dice)
		case m != nil:
			st, err = m.Redo(rec, dice)
		default:
			continue
		}
		if err != nil || !rec.Start() && facts(t, st.Record) != facts(t, rec) {
			differ++
			m = nil
			continue
		}
		m.Apply(st)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return matches, differ
}

// facts returns the record's facts as they are stored.
func facts(t *testing.T, r game.Record) string {
	t.Helper()
	raw, err := json.Marshal(r.Facts)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
