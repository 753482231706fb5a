package storage

import (
	"testing"
	"testing/synctest"
	"time"

	"downsync/game/table"
)

// The marks of deliveries wait for another write and share its transaction. Time also ends the wait, as does the end of the
// store.
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

// A commit that nobody waits for is late as well, and no other is.
func TestLateCommits(t *testing.T) {
	for _, late := range []bool{true, false} {
		s := &Store{writes: make(chan *write), quit: make(chan struct{}), opts: Options{Late: time.Second}}
		ended := make(chan error)
		go func() {
			_, err := s.Commit(t.Context(), table.Commit{Match: "m", Cause: "s:1", Events: [][]byte{[]byte("{}")}, Late: late})
			ended <- err
		}()
		w := <-s.writes
		if w.late != late {
			t.Errorf("a commit that is late (%t) waits for others (%t)", late, w.late)
		}
		w.done <- errClosed
		<-ended
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
