package downsync

import (
	"slices"
	"strings"
	"testing"

	"downsync/game"
)

// The panel counts what stopped hits must have cost, knows the faction once a Unit is seen, and is the same for everybody.
func TestKnowledge(t *testing.T) {
	s := (&Lab{Active: 1, Pieces: []LabPiece{
		{Label: "A1", Unit: "crusader", Bases: []LabBase{{At: at(10, 10)}}},
		{Label: "B1", Unit: "samson", Overwatch: true, Bases: []LabBase{{At: at(30, 30)}}},
		{Label: "B2", Sig: "small", Bases: []LabBase{{At: at(20, 30)}}},
	}}).state(t)
	told := []game.Fact{Stopped{Target: Ref{Label: "B1"}}, Stopped{Target: Ref{Label: "B1"}}, Stopped{Target: Ref{Label: "B1"}}, Stopped{Target: Ref{Label: "B1"}},
		Refreshed{Unit: "B1"}, Stopped{Target: Ref{Label: "B1"}}}
	for _, who := range []game.Viewer{game.Onlooker(), game.Player(1), game.Player(2)} {
		k := s.view(who).Knowledge(2, told)
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
	k := s.view(game.Onlooker()).Knowledge(2, told[:1])
	if k.Suspects[0].Bases[0].Tokens != 3 {
		t.Errorf("after one stop %+v", k.Suspects[0].Bases)
	}
}

// The commitment is to the Units, whatever their order, and to the salt (S9).
func TestCommitment(t *testing.T) {
	a, b := Commitment("salt", []string{"virago", "courier"}), Commitment("salt", []string{"courier", "virago"})
	if a != b || len(a) != 64 {
		t.Errorf("%s and %s", a, b)
	}
	for _, other := range []string{Commitment("Salt", []string{"virago", "courier"}), Commitment("salt", []string{"virago"}), Commitment("salt", []string{"virago", "virago", "courier"})} {
		if other == a {
			t.Error("another force or salt has the same commitment")
		}
	}
	c := Defaults()
	c.Forces, c.Salts = [2][]string{{"virago"}, {"courier"}}, [2]string{"one", "two"}
	began := setUp{Conf: c}.For(game.Onlooker()).(Began)
	if !slices.Equal(began.Rosters, []string{Commitment("one", c.Forces[0]), Commitment("two", c.Forces[1])}) {
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
