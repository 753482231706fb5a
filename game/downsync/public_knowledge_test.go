package downsync

import (
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/seal"
)

// The panel counts the tokens that stopped hits must have cost, knows the faction once a Unit is seen, and is the same for
// everybody.
func TestKnowledge(t *testing.T) {
	s := (&Lab{Active: 1, Pieces: []LabPiece{
		{Label: "A1", Unit: "crusader", Bases: []LabBase{{At: at(10, 10)}}},
		{Label: "B1", Unit: "samson", Overwatch: true, Bases: []LabBase{{At: at(30, 30)}}},
		{Label: "B2", Sig: "small", Bases: []LabBase{{At: at(20, 30)}}},
	}}).state(t)
	told := []game.Fact{Stopped{Target: Ref{Label: "B1"}}, Stopped{Target: Ref{Label: "B1"}}, Stopped{Target: Ref{Label: "B1"}}, Stopped{Target: Ref{Label: "B1"}},
		Refreshed{Unit: "B1"}, Stopped{Target: Ref{Label: "B1"}}}
	for _, who := range []game.Viewer{game.Onlooker(), game.Player(1), game.Player(2)} {
		k := view(s, who).Knowledge(2, told)
		if len(k.Suspects) != 1 || len(k.Contacts) != 1 {
			t.Fatalf("%s: %+v", who, k)
		}
		b := k.Suspects[0]
		if b.Bases[0].Of != 4 || b.Bases[0].Tokens != 2 { // 3+1; four stops used the Hardened one, then a refresh, then one more
			t.Errorf("%s: the Samson may hold %+v", who, b.Bases)
		}
		if !b.Watch {
			t.Errorf("%s: it may be on Overwatch", who)
		}
		if got := k.Contacts[0].Units; slices.Contains(got, "widow-scout") || !slices.Contains(got, "vector-squad") {
			t.Errorf("%s: B2 can be %v", who, got)
		}
	}
	k := view(s, game.Onlooker()).Knowledge(2, told[:1])
	if k.Suspects[0].Bases[0].Tokens != 3 {
		t.Errorf("after one stop %+v", k.Suspects[0].Bases)
	}
}

// Everybody is told the hash of each force, unless nothing is secret (S9).
func TestCommitments(t *testing.T) {
	c := Defaults()
	c.Forces, c.Salts = [2][]string{{"virago"}, {"courier"}}, [2]string{"one", "two"}
	began := setUp{Conf: c}.For(game.Onlooker()).(Began)
	if !slices.Equal(began.Rosters, []string{seal.Hash("one", c.Forces[0]), seal.Hash("two", c.Forces[1])}) {
		t.Errorf("told %v", began.Rosters)
	}
	c.Secrecy = Open
	if began := (setUp{Conf: c}).For(game.Onlooker()).(Began); began.Rosters != nil {
		t.Error("an open match seals nothing")
	}
	if text := strings.Join(began.Rosters, " "); strings.Contains(text, "virago") {
		t.Error(text)
	}
}
