package downsync

import (
	"slices"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/maps"
	"downsync/game/plane"
)

// gunnery returns a view of that board with an artillery Unit, A1, among twelve enemy bases at random places, so that infantry
// is sometimes on roofs.
func gunnery(t testing.TB, board string, seed uint64) View {
	t.Helper()
	c := Defaults()
	c.Map = board
	v := View{Viewer: game.Player(1), env: newEnv(c), Table: maps.Table.Max}
	rnd := chance.Source(seed)
	place := func(unit string) plane.Disc {
		card := v.Cards().Must(unit)
		for {
			d := plane.Disc{At: plane.Point{X: plane.Inch(rnd.Next() % 48000), Y: plane.Inch(rnd.Next() % 48000)}, R: plane.Radius(card.BaseMM())}
			if m := (plane.Mover{R: d.R, Infantry: card.Infantry()}); v.Table.X >= d.At.X+d.R && maps.Table.Holds(d) && v.Ground().Stand(m, d.At) == nil {
				return d
			}
		}
	}
	add := func(l Label, unit string) {
		d := place(unit)
		v.Pieces = append(v.Pieces, Piece{Label: l, Seat: l.Seat(), Kind: "unit", Unit: unit, Bases: []Base{{N: 1, Point: d.At, R: d.R}}})
	}
	add("A1", "mandible")
	for i := range 12 {
		add(labelFor(2, i+1), []string{"harbinger", "vector-squad", "samson", "vector-squad"}[i%4])
	}
	return v
}

// The order may name exactly the targets that are offered around a point.
func TestAimTargets(t *testing.T) {
	reached, missed := 0, 0
	for i, m := range maps.All() {
		v := gunnery(t, m.Slug, uint64(i))
		s := v.board()
		p, _ := s.piece("A1")
		for _, weapon := range p.card().Actions {
			if !isClustered(weapon) {
				continue
			}
			for _, at := range aimPoints(s, "A1")[:20] {
				got := v.AimTargets(Ref{Label: "A1", N: 1}, weapon.ID, Ref{}, at)
				for _, e := range side(s, 2, isUnit) {
					r := e.ref(e.Bases[0].N)
					may := checkShot(s, p, p.Bases[0], weapon, Act{At: []plane.Point{at}, Targets: []Ref{r}}) == nil
					if slices.Contains(got, r) != may {
						t.Errorf("%s: %s at %s: %s may be named: %t; offered are %s", m.Slug, weapon.ID, at, r, may, got)
					}
					reached, missed = reached+when(may, 1), missed+when(!may, 1)
				}
			}
		}
	}
	if reached < 50 || missed < 50 {
		t.Errorf("%d targets are reached, %d are not", reached, missed)
	}
}

// BenchmarkAims computes what an artillery Unit's consoles need, on every named board: the points worth aiming at for each of
// its weapons, and the bases in reach of each point. It prints the mean and the worst. The shortest of three measurements
// counts, because another process may delay one.
func BenchmarkAims(b *testing.B) {
	var views []View
	for _, m := range maps.All() {
		for seed := range uint64(8) {
			views = append(views, gunnery(b, m.Slug, seed))
		}
	}
	var sum, worst time.Duration
	n := 0
	for b.Loop() {
		for _, v := range views {
			least := time.Hour
			for range 3 {
				start := time.Now()
				aimAll(v)
				least = min(least, time.Since(start))
			}
			n++
			sum += least
			worst = max(worst, least)
		}
	}
	b.ReportMetric(float64(sum.Microseconds())/float64(n)/1000, "ms/mean")
	b.ReportMetric(float64(worst.Microseconds())/1000, "ms/worst")
}

func aimAll(v View) {
	by := Ref{Label: "A1", N: 1}
	for _, weapon := range v.Cards().Must("mandible").Actions {
		if _, ok := weapon.Trait("clustered"); !ok || weapon.Effect == cards.Special {
			continue
		}
		for _, a := range v.Aims(by, weapon.ID, Ref{}) {
			v.AimTargets(by, weapon.ID, Ref{}, a.At)
		}
	}
}
