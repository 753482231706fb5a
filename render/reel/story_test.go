package reel

import (
	"fmt"
	"slices"
	"testing"

	"downsync/game"
	"downsync/render"
)

// five returns the story of a match of five sides.
func five() (s Story) {
	for side := render.Side(1); side <= 5; side++ {
		s.Turns++
		s.Add(Deed{Side: side, By: fmt.Sprintf("%c1", '@'+rune(side)), Points: 1, Place: int(side)})
		s.Point(fmt.Sprintf("%c1", '@'+rune(side)), 1)
	}
	s.Turns++
	s.Add(Deed{Side: 4, By: "D2", Of: "C1"})
	s.Hit("D2", 1)
	s.Add(Deed{Side: 5, By: "E1", Points: 2})
	s.Point("E1", 2)
	return s
}

// Of five sides, every deed is a moment in its Turn and of its side; the three most valuable have a note: the most points, the last
// ones, and the first.
func TestMoments(t *testing.T) {
	var told []string
	all := five().Moments(func(d Deed) (note, brief string) { return fmt.Sprint(d.Side, " in ", d.Turn), "" })
	for i, m := range all {
		if m.Note != "" {
			told = append(told, m.Note)
		}
		if want := min(i+1, 6); m.Turn != want || m.Score != (i != 5) {
			t.Errorf("moment %d: %+v", i, m)
		}
	}
	if want := []string{"1 in 1", "2 in 2", "5 in 6"}; !slices.Equal(told, want) || len(all) != 7 {
		t.Errorf("%d moments, told %q, expected %q", len(all), told, want)
	}
}

// The piece that did most may be of any side. Ties go to the winner, then to the first label.
func TestBest(t *testing.T) {
	s := five()
	if best, did := s.Best(1); best != "E1" || did != (Done{Points: 3}) || SideOf(best) != 5 {
		t.Errorf("%s with %+v", best, did)
	}
	s.Hit("C9", 9)
	for winner, want := range map[render.Side]string{0: "C9", 3: "C9", 5: "E1"} {
		if best, _ := s.Best(winner); best != want {
			t.Errorf("if %d wins: %s, expected %s", winner, best, want)
		}
	}
	if best, did := (Story{}).Best(1); best != "" || did != (Done{}) {
		t.Errorf("without deeds: %s with %+v", best, did)
	}
}

// A piece's two most valuable deeds are told.
func TestBestIs(t *testing.T) {
	for want, did := range map[string]Done{"1 kill · 2 points": {1, 3, 2}, "2 points · 1 hit": {0, 1, 2}, "2 kills": {Kills: 2}} {
		if got := BestIs(render.Reader{}, "D2", did, game.Text("%d points"), game.Text("%d {hit|hits}")); got != [3]string{"MVP", "D2", want} {
			t.Errorf("%+v: %q, expected %q", did, got, want)
		}
	}
}

// Steps to show are chosen by worth, then evenly, within 30 seconds, and shown longer if there are few.
func TestPick(t *testing.T) {
	for name, holds := range map[string][]int{"few": {0, MoveTime, 0, KillTime}, "many": slices.Repeat([]int{MoveTime, HitTime, KillTime, 0}, 20), "none": {0, 0}} {
		times, sum, kills := pick(holds), resultTime, 0
		for step, time := range times {
			sum += time
			if time < holds[step-1] || time > 2*holds[step-1] || holds[step-1] == 0 {
				t.Errorf("%s: step %d, worth %d, is shown for %d", name, step, holds[step-1], time)
			}
			if holds[step-1] == KillTime {
				kills++
			}
		}
		if sum > mostHighlights || name == "few" && len(times) != 2 || name == "many" && (kills != 10 || sum < leastHighlights) {
			t.Errorf("%s: %d steps, %d of them kills, for %d", name, len(times), kills, sum)
		}
	}
}
