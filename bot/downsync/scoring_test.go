package downsync

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/downsync/wording"
	"downsync/bot/wire"
	rules "downsync/game/downsync"
)

// askedOf returns a match of these pieces at A's question of that name.
func askedOf(t *testing.T, name string, pieces ...rules.LabPiece) *playground {
	t.Helper()
	s := newPlayground(t, rules.Lab{Active: 1, Pieces: pieces})
	for n := 0; s.private().Asks[0].Name != name; n++ {
		if n > 9 {
			t.Fatalf("asked %s", s.private().Asks[0].Name)
		}
		switch s.private().Asks[0].Name {
		case "designate":
			s.order("designate A1 A2")
		case "move":
			s.order("done")
		default:
			s.other()
		}
	}
	return s
}

func lone(l rules.Label, unit string, x, y float64) rules.LabPiece {
	return rules.LabPiece{Label: l, Unit: unit, Bases: []rules.LabBase{at(x, y)}}
}

// primaries returns the labels of the coloured buttons of A's console.
func primaries(t *testing.T, s *playground) (out []string, words string) {
	t.Helper()
	l, err := play{wording.Reader{Brush: blank{}}}.Console(s.private(), bot.Page{})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range bottest.ControlsOf(l.Message).Buttons {
		if b.Style == wire.Primary {
			out = append(out, b.Label)
		}
	}
	return out, bottest.Words(l.Message)
}

// A point within a move comes before a shot.
func TestScoringIsProposed(t *testing.T) {
	s := askedOf(t, "next", lone("A1", "crusader", 12, 41), lone("A2", "virago", 30, 20), lone("B1", "crusader", 34, 30))
	if got, words := primaries(t, s); len(got) != 1 || got[0] != "A1: move to where it scores" {
		t.Errorf("%q in\n%s", got, words)
	}
}

// If too many enemies guard their VIP for a point, the console says so and proposes no move for it.
func TestTooFewToScore(t *testing.T) {
	s := askedOf(t, "next", lone("A1", "crusader", 12, 38), lone("A2", "virago", 30, 20), lone("B1", "crusader", 15, 34), lone("B2", "crusader", 9, 34))
	if got, words := primaries(t, s); len(got) > 0 && strings.Contains(got[0], "where it scores") || !strings.Contains(words, "Too few at the enemy VIP to score: the enemy has 2 within 4\" of it.") {
		t.Errorf("%q in\n%s", got, words)
	}
}

// If an enemy can reach the VIP and score, the nearest Unit is proposed as a guard. The list gives its distance from the own VIP.
func TestGuardIsProposed(t *testing.T) {
	s := askedOf(t, "move", lone("A1", "crusader", 30, 10), lone("A2", "virago", 10, 40), lone("B1", "crusader", 36, 20))
	got, words := primaries(t, s)
	if len(got) != 1 || got[0] != "A1 guards, move the rest there" {
		t.Errorf("%q in\n%s", got, words)
	}
	p := s.private()
	l, err := play{wording.Reader{Brush: blank{}}}.Console(p, bot.Page{Ask: p.Asks[0].ID, Order: "move A1"})
	if err != nil {
		t.Fatal(err)
	}
	notes := map[string]string{}
	for _, list := range bottest.ControlsOf(l.Message).Selects {
		for _, o := range list.Options {
			notes[o.Label] = o.Note
		}
	}
	// The VIP is at 36,12. At the end of the way 0.9" are left between the bases.
	if got := notes["Towards my VIP"]; got != "4\" far, 3\" left · 0.9\" to your VIP · B1 6.2\" away" {
		t.Errorf("towards the own VIP: %q", got)
	}
	if got := notes["Towards the enemy VIP"]; !strings.Contains(got, "to where it scores") {
		t.Errorf("towards the enemy VIP: %q", got)
	}
}
