package syndicate_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
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

// Matches that were stored under older rulings are decided again with the same result, so they still verify; under the next rulings
// each differs. Two were stored before the rulings were numbered: in one a push is blocked (S5.6), in the other nobody says where a
// side deploys (R-P3). Those of rulings 1 were played at random.
func TestOlderMatchesAreDecidedAlike(t *testing.T) {
	for stored, n := range []int{2, 4} {
		for rulings := range syndicate.NewestRulings + 1 {
			matches, differ := redo(t, stored, rulings)
			if matches != n || rulings == stored && differ > 0 || rulings == stored+1 && differ < n {
				t.Errorf("stored by rulings %d: by rulings %d %d of %d matches differ", stored, rulings, differ, matches)
			}
		}
	}
}

// redo decides the steps of the matches that were stored by some rulings again under others, and counts the matches that come out
// differently.
func redo(t *testing.T, stored, rulings int) (matches, differ int) {
	t.Helper()
	f, err := os.Open(fmt.Sprintf("testdata/rulings%d.jsonl.gz", stored))
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
