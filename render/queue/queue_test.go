package queue

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// No more pictures are drawn at once than there are turns. Those that somebody waits for come before patient ones that were there
// first, and within each kind the order is kept.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := New[uint8](2, 1000)
		ends := []func(){all.Take(true), all.Take(false)}
		var got []string
		for i := range 3 {
			for _, patient := range []bool{true, false} {
				go func() {
					end := all.Take(patient)
					got = append(got, fmt.Sprint(patient, i))
					end()
				}()
				synctest.Wait()
			}
		}
		if len(got) > 0 {
			t.Fatalf("%v are drawn beside two others", got)
		}
		ends[0]()
		synctest.Wait()
		want := []string{"false 0", "false 1", "false 2", "true 0", "true 1", "true 2"}
		if !slices.Equal(got, want) {
			t.Errorf("%v, expected %v", got, want)
		}
		ends[1]()
		if all.free != 2 {
			t.Errorf("%d of 2 turns are free at the end", all.free)
		}
	})
}

// A picture that several want at once is drawn once, and so also one that was drawn while another waited for its turn. A picture that
// somebody waits for does not wait for the same picture in a patient turn that has not begun.
func TestDrawnOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := New[uint8](2, 1000)
		drawn, goOn := 0, make(chan struct{})
		const key = 1
		got := make(chan []byte, 3)
		ask := func(patient bool) {
			go func() {
				png, err := all.Once(key, key, patient, func() ([]byte, error) {
					drawn++
					<-goOn
					return []byte("picture"), nil
				})
				if err != nil {
					t.Error(err)
				}
				got <- png
			}()
			synctest.Wait()
		}
		ends := []func(){all.Take(false), all.Take(false)}
		ask(true)
		ask(false)
		ends[0]() // this begins the second's turn
		ask(true)
		ends[1]()
		synctest.Wait()
		if drawn != 1 || len(got) != 0 {
			t.Fatalf("%d are drawn at once and %d are there", drawn, len(got))
		}
		close(goOn)
		synctest.Wait()
		if drawn != 1 || len(got) != 3 || all.free != 2 {
			t.Errorf("drawn %d times for %d of 3; %d turns of 2 are free", drawn, len(got), all.free)
		}
		for len(got) > 0 {
			if png := <-got; !bytes.Equal(png, []byte("picture")) {
				t.Errorf("got %q", png)
			}
		}
	})
}

// Pictures that are kin are drawn one after another, in parallel with others.
func TestKinDrawnInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := New[uint8](3, 1000)
		var drawn []uint8
		goOn := make(chan struct{})
		for _, at := range []struct{ key, kin uint8 }{{1, 9}, {2, 9}, {3, 8}} {
			go func() {
				_, err := all.Once(at.key, at.kin, false, func() ([]byte, error) {
					drawn = append(drawn, at.key)
					<-goOn
					return nil, nil
				})
				if err != nil {
					t.Error(err)
				}
			}()
			synctest.Wait()
		}
		if !slices.Equal(drawn, []uint8{1, 3}) {
			t.Errorf("%v are drawn at once, expected the first and the third, as the second is kin of the first", drawn)
		}
		close(goOn)
		synctest.Wait()
		if len(drawn) != 3 || all.free != 3 || len(all.being) != 0 {
			t.Errorf("%v are drawn at the end, with %d of 3 turns free and %d under way", drawn, all.free, len(all.being))
		}
	})
}

// Among kin that wait for one of them, a picture that somebody waits for is drawn before patient ones that were there first, and
// none keeps others from a turn.
func TestAnswersBeforePatientKin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := New[uint8](2, 1000)
		var drawn []uint8
		goOn := make(chan struct{})
		for _, at := range []struct {
			key, kin uint8
			patient  bool
		}{{1, 9, true}, {2, 9, true}, {3, 9, true}, {4, 9, false}, {5, 8, true}, {6, 7, true}} {
			go func() {
				_, err := all.Once(at.key, at.kin, at.patient, func() ([]byte, error) {
					drawn = append(drawn, at.key)
					if at.kin == 9 {
						<-goOn
					}
					return nil, nil
				})
				if err != nil {
					t.Error(err)
				}
			}()
			synctest.Wait()
		}
		for range 4 {
			goOn <- struct{}{}
			synctest.Wait()
		}
		if want := []uint8{1, 5, 6, 4, 2, 3}; !slices.Equal(drawn, want) {
			t.Errorf("drawn in the order %v, expected %v", drawn, want)
		}
		if all.free != 2 || len(all.being) != 0 {
			t.Errorf("%d of 2 turns are free at the end, and %d keys under way", all.free, len(all.being))
		}
	})
}

// If a picture cannot be drawn, everybody who wants it learns why.
func TestFailureIsToldToAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := New[uint8](1, 1000)
		goOn := make(chan struct{})
		var failed atomic.Int64
		for range 3 {
			go func() {
				_, err := all.Once(1, 2, false, func() ([]byte, error) {
					<-goOn
					return nil, errors.New("no")
				})
				if err != nil {
					failed.Add(1)
				}
			}()
		}
		synctest.Wait()
		close(goOn)
		synctest.Wait()
		if failed.Load() != 3 || all.free != 1 {
			t.Errorf("%d of 3 learn it; %d of 1 turns are free", failed.Load(), all.free)
		}
	})
}
