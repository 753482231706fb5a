package storage

import (
	"testing"
	"testing/synctest"
	"time"
)

// The marks of deliveries wait for another write and share its transaction. Time ends the wait as well, and so does the end of the store.
func TestLateMarks(t *testing.T) {
	for _, x := range []struct {
		name string
		end  func(*Store)
		want int
	}{
		{"another write", func(s *Store) { s.writes <- &write{} }, 3},
		{"time", func(*Store) { time.Sleep(time.Second) }, 2}, // of the bubble
		{"the end", func(s *Store) { close(s.quit) }, 2},
	} {
		t.Run(x.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &Store{writes: make(chan *write, maxGroup), quit: make(chan struct{}), opts: Options{Late: time.Second}}
				groups := make(chan []*write, 1)
				go func() { groups <- gather(s, &write{late: true}, 1) }()
				synctest.Wait()
				s.writes <- &write{late: true}
				synctest.Wait()
				if len(groups) > 0 {
					t.Fatal("the marks did not wait")
				}
				x.end(s)
				synctest.Wait()
				if len(groups) == 0 {
					t.Fatal("the marks wait on")
				}
				if got := len(<-groups); got != x.want {
					t.Errorf("a group of %d, expected %d", got, x.want)
				}
			})
		})
	}
}

// No other write waits, whatever comes first.
func TestOnlyMarksAreLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Store{writes: make(chan *write, maxGroup), quit: make(chan struct{}), opts: Options{Late: time.Second}}
		s.writes <- &write{late: true}
		began := time.Now()
		if got := gather(s, &write{}, 1); len(got) != 2 || time.Since(began) > 0 {
			t.Errorf("a group of %d after %s", len(got), time.Since(began))
		}
	})
}
