package downsync

import (
	"slices"
	"testing"
)

// R24.11, Q65: the highest die acts first, the Active Player's on a tie. Units that have acted do not count.
func TestBeforeEnemy(t *testing.T) {
	v := View{Active: 1, Engagement: &Engagement{Participants: []Participant{
		{Label: "A1", Die: 2}, {Label: "B1", Die: 6, Acted: true}, {Label: "A2", Die: 5}, {Label: "B2", Die: 3}, {Label: "A3", Die: 3}, {Label: "B3", Die: 4, Acted: true}}}}
	if got := v.BeforeEnemy(1); !slices.Equal(got, []Label{"A2", "A3"}) {
		t.Errorf("A: %v", got)
	}
	if got := v.BeforeEnemy(2); got != nil {
		t.Errorf("B: %v", got)
	}
	v.Active = 2 // now B2 goes before A3
	if got := v.BeforeEnemy(1); !slices.Equal(got, []Label{"A2"}) {
		t.Errorf("A, as B is active: %v", got)
	}
	if got := (View{}).BeforeEnemy(1); got != nil {
		t.Errorf("no engagement: %v", got)
	}
}
