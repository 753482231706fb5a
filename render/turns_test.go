package render

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
)

// No more pictures are drawn at once than there are turns. Those that somebody waits for come before patient ones that were there
// first, and each kind in its order.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := turns{free: 2}
		ends := []func(){all.take(true), all.take(false)}
		var got []string
		for i := range 3 {
			for _, patient := range []bool{true, false} {
				go func() {
					end := all.take(patient)
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
