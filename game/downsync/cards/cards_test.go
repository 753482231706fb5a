package cards

import "testing"

func TestCatalogue(t *testing.T) {
	if len(Printed().All()) != 18 {
		t.Errorf("%d units, want 18", len(Printed().All()))
	}
	for _, u := range Printed().All() {
		if u.Signature == "" && u.PackagedWith == "" {
			t.Errorf("%s has neither signature nor carrier", u.Slug)
		}
		for _, tr := range u.Traits {
			if _, ok := Means(tr.ID); !ok {
				t.Errorf("%s: trait %s has no meaning", u.Slug, tr.ID)
			}
		}
		for _, a := range u.Actions {
			if a.Effect != Special && (a.ROF < 1 || (a.Range == 0) != a.Unlimited) {
				t.Errorf("%s: action %s: rof %d range %d", u.Slug, a.ID, a.ROF, a.Range)
			}
			for _, tr := range a.Traits {
				if _, ok := Means(tr.ID); !ok {
					t.Errorf("%s %s: trait %s has no meaning", u.Slug, a.ID, tr.ID)
				}
			}
		}
	}
}

// G6: the starter lists fill exactly the Small game, the EX1 lists the Standard game.
func TestG6Armies(t *testing.T) {
	want := map[string]map[Signature]int{
		"small":    {Small: 2, Medium: 3, Large: 1},
		"standard": {Small: 4, Medium: 5, Large: 2},
	}
	for _, a := range Armies() {
		got := map[Signature]int{}
		for _, s := range a.Units {
			u := Printed().Must(s)
			if u.Faction != a.Faction {
				t.Errorf("%s: %s is of the %s", a.ID, s, u.Faction)
			}
			got[u.Signature]++
		}
		for sig, n := range want[a.Size] {
			if got[sig] != n {
				t.Errorf("%s: %d %s, want %d", a.ID, got[sig], sig, n)
			}
		}
	}
}
