package rating

import (
	"math"
	"testing"
)

// Figures of npm openskill 5.0.1 with its default constants, for four new players.
func TestSkillsOfFour(t *testing.T) {
	for _, c := range []struct {
		ranks []int
		want  []Skill
	}{
		{[]int{1, 2, 3, 4}, []Skill{{27.7953, 8.2636}, {26.5529, 8.1796}, {24.6894, 8.0841}, {20.9624, 8.0841}}},
		{[]int{1, 1, 3, 4}, []Skill{{25.9318, 0}, {25.9318, 0}, {25.9318, 0}, {22.2047, 0}}},
		{[]int{4, 3, 2, 1}, []Skill{{20.9624, 8.0841}, {24.6894, 8.0841}, {26.5529, 8.1796}, {27.7953, 8.2636}}},
	} {
		got := AfterMatch([]Skill{NewSkill(), NewSkill(), NewSkill(), NewSkill()}, c.ranks)
		for n, w := range c.want {
			if math.Abs(got[n].Mu-w.Mu) > 5e-5 || w.Sigma > 0 && math.Abs(got[n].Sigma-w.Sigma) > 5e-5 {
				t.Errorf("ranks %v, player %d: %.4f %.4f, expected %.4f %.4f", c.ranks, n+1, got[n].Mu, got[n].Sigma, w.Mu, w.Sigma)
			}
		}
	}
}

// However a match ends, a better place is never worth less, and equal players stay equal.
func TestBetterPlacesAreWorthMore(t *testing.T) {
	players := []Skill{NewSkill(), {30, 2}, {18, 4}, {25, 1}, NewSkill()}
	for place := 1; place < 5; place++ {
		ranks := func(first int) []int { return []int{first, 6, 7, 8, 5} }
		better, worse := AfterMatch(players, ranks(place)), AfterMatch(players, ranks(place+5))
		if better[0].Mu <= worse[0].Mu {
			t.Errorf("place %d gives %.3f, place %d %.3f", place, better[0].Mu, place+5, worse[0].Mu)
		}
	}
	same := AfterMatch([]Skill{NewSkill(), NewSkill(), NewSkill()}, []int{1, 1, 1})
	if same[0] != same[1] || same[1] != same[2] || math.Abs(same[0].Mu-25) > 1e-9 {
		t.Errorf("three new players who share the first place: %v", same)
	}
}

// A new player has 1500 points, and surely more than 800.
func TestPointsOfSkills(t *testing.T) {
	if s := NewSkill(); s.Points() != 1500 || math.Abs(s.Range()-700) > 1e-9 || math.Abs(s.Sure()-800) > 1e-9 {
		t.Errorf("%v: %.1f ± %.1f", s, s.Points(), s.Range())
	}
}
