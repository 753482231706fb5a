package render_test

import (
	"image"
	"testing"

	downsynccards "downsync/game/downsync/cards"
	jaggedcards "downsync/game/jagged/cards"
	syndicatecards "downsync/game/syndicate/cards"
	"downsync/render"
	downsync "downsync/render/downsync"
	jagged "downsync/render/jagged"
	syndicate "downsync/render/syndicate"
)

// portraits returns the portraits of all printed Units, by game.
func portraits() map[string][]*render.Portrait {
	out := map[string][]*render.Portrait{}
	for _, u := range downsynccards.Printed().All() {
		out["downsync"] = append(out["downsync"], downsync.PortraitOf(u))
	}
	for _, u := range jaggedcards.Units() {
		out["jagged"] = append(out["jagged"], jagged.Portrait(u.ID))
	}
	for _, o := range syndicatecards.Printed().Operators {
		out["syndicate"] = append(out["syndicate"], syndicate.Portrait(o.ID))
	}
	for _, m := range syndicatecards.Printed().Mercenaries {
		out["syndicate"] = append(out["syndicate"], syndicate.Portrait(m.ID))
	}
	return out
}

// mask returns which of the 40 x 40 parts of a portrait are mostly ink.
func mask(t *testing.T, p *render.Portrait) (out []bool) {
	t.Helper()
	const edge = 40
	m := pictureOf(t, render.Sheet{Lines: []render.Line{render.Row(render.Cell{Portrait: p, Large: true})}})
	at := image.Rect(70, 42, 292, 264)
	part := at.Dx() / edge
	for y := range edge {
		for x := range edge {
			bright := 0
			for i := range part * part {
				r, _, _, _ := m.At(at.Min.X+x*part+i%part, at.Min.Y+y*part+i/part).RGBA()
				bright += int(r >> 8)
			}
			out = append(out, bright > 80*part*part)
		}
	}
	return out
}

// Every printed Unit has a portrait of its own, and within a game no two of them nearly share their lines.
func TestPortraitsDiffer(t *testing.T) {
	for game, all := range portraits() {
		masks := make([][]bool, len(all))
		for i, p := range all {
			if p == nil {
				t.Fatalf("%s: Unit %d has no portrait", game, i)
			}
			masks[i] = mask(t, p)
			for j := range i {
				if all[j].Name == p.Name {
					t.Errorf("%s: two portraits of %s", game, p.Name)
				}
				both, either := 0, 0
				for k := range masks[i] {
					if masks[i][k] || masks[j][k] {
						either++
					}
					if masks[i][k] && masks[j][k] {
						both++
					}
				}
				if share := float64(both) / float64(either); share > 0.75 {
					t.Errorf("%s: %s and %s share %.0f %% of their lines", game, all[j].Name, p.Name, 100*share)
				}
			}
		}
	}
}

// BenchmarkPortraits measures the drawing of all portraits.
func BenchmarkPortraits(b *testing.B) {
	all := portraits()
	n := 0
	for b.Loop() {
		for _, list := range all {
			for _, p := range list {
				render.Sketch(p)
				n++
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(n), "µs/portrait")
}
