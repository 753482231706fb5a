package downsync

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/downsync/wording"
	rules "downsync/game/downsync"
	"downsync/game/downsync/maps"
	"downsync/game/plane"
)

// BenchmarkArtillery draws every console of an artillery Unit among twelve enemy bases, on every named board: its actions,
// the points to aim each weapon at, and how to share out the attacks at each point. It prints the mean and the worst. Of
// three measurements it takes the shortest, because another process may delay one.
func BenchmarkArtillery(b *testing.B) {
	var hands []*hand
	for i, m := range maps.All() {
		for seed := range uint64(4) {
			hands = append(hands, &hand{playground: gunnery(b, m, 10*seed+uint64(i))})
		}
	}
	var sum, worst time.Duration
	n := 0
	for b.Loop() {
		for _, h := range hands {
			for _, page := range artilleryPages(h) {
				p := h.private()
				least := time.Hour
				for range 3 {
					start := time.Now()
					if _, err := (play{wording.Reader{Brush: blank{}}}).Console(p, page); err != nil {
						b.Fatal(err)
					}
					least = min(least, time.Since(start))
				}
				n++
				sum += least
				worst = max(worst, least)
			}
		}
	}
	b.ReportMetric(float64(sum.Microseconds())/float64(n)/1000, "ms/mean")
	b.ReportMetric(float64(worst.Microseconds())/1000, "ms/worst")
	b.ReportMetric(float64(n)/float64(len(hands)*b.N), "consoles/match")
}

// gunnery returns a match on the board in which an artillery Unit is to act.
func gunnery(b *testing.B, m maps.Map, seed uint64) *playground {
	b.Helper()
	g, err := m.Ground()
	if err != nil {
		b.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(seed, 2))
	lab := rules.Lab{Active: 1, Reserve: [2][]string{{"virago"}, {"virago"}}}
	var stand []plane.Disc
	add := func(l rules.Label, unit string) {
		card := rules.View{}.Cards().Must(unit)
		for {
			d := plane.Disc{At: plane.Point{X: plane.Inch(2000 + rnd.IntN(44000)), Y: plane.Inch(2000 + rnd.IntN(44000))}, R: plane.Radius(card.BaseMM())}
			free := g.Stand(plane.Mover{R: d.R, Infantry: card.Infantry()}, d.At) == nil
			for _, o := range stand {
				free = free && !plane.Overlap(o, d)
			}
			if free {
				stand = append(stand, d)
				lab.Pieces = append(lab.Pieces, rules.LabPiece{Label: l, Unit: unit, Bases: []rules.LabBase{{At: d.At}}})
				return
			}
		}
	}
	add("A1", "mandible")
	for i := range 12 {
		add(rules.Label(fmt.Sprintf("B%d", i+1)), []string{"harbinger", "samson", "virago", "widow-scout"}[i%4])
	}
	s := newPlaygroundOn(b, m.Slug, lab, "designate A1", "done")
	s.other()
	s.order("activate A1")
	return s
}

// artilleryPages returns the pages from the actions to a whole order.
func artilleryPages(h *hand) []bot.Page {
	p := h.private()
	v, ask := p.View.(rules.View), p.Asks[0].ID
	out := []bot.Page{{Ask: ask}}
	for _, weapon := range []string{"heavy-artillery", "shock-artillery"} {
		out = append(out, bot.Page{Ask: ask, Order: "act " + weapon})
		for _, a := range v.Aims(rules.Ref{Label: "A1", N: 1}, weapon, rules.Ref{}) {
			out = append(out, bot.Page{Ask: ask, Order: fmt.Sprintf("act %s at %s", weapon, a.At)})
		}
	}
	return out
}
