package render

import (
	"strings"
	"testing"
	"unicode/utf8"

	"downsync/game"
	"downsync/render/canvas"
	"downsync/render/label"
)

// worstNames holds names that Discord accepts: 32 characters of every width and script, emoji, endless combining marks, and signs
// that reverse the flow of text.
var worstNames = []string{
	strings.Repeat("W", 32), strings.Repeat("W ", 16), strings.Repeat("i", 32), "Alexandra Konstantinopolitanskaya", "Bot (veteran, cunning)",
	strings.Repeat("漢", 32), strings.Repeat("🦊", 16), "👩‍👩‍👧‍👦 Familie", "🇩🇪🇩🇪", "שלום עולם", "مرحبا بالعالم", "\u202eabc\u202c", "e" + strings.Repeat("\u0301", 31),
	"Z̴̢͝a̷l̵g̶o̸", "Nguyễn Thị Ánh", "𝓐𝓵𝓮𝔁", "Ｗｉｄｅ　Ｎａｍｅ", "…", "\u200b\u200b", "a\nb", "", "Player One",
}

// overlapping returns the words of a picture that overlap, and words that leave it.
func overlapping(words []word, picture label.Box) (out []string) {
	for i, w := range words {
		if strings.TrimSpace(w.text) == "" {
			continue
		}
		if !w.Within(picture) {
			out = append(out, "outside: "+w.text)
		}
		for _, o := range words[:i] {
			if w.Hits(o.Box) {
				out = append(out, w.text+" / "+o.text)
			}
		}
	}
	return out
}

// In every picture with players' words, whatever the players and their server are called, no word leaves the picture and no two
// overlap: a result, the head of a board, the origin below it, a strip, a sheet, cards, and the map of a campaign.
func TestWorstNames(t *testing.T) {
	server := strings.Repeat("The Wondrous Club ", 6)
	for i, name := range worstNames {
		for _, other := range []string{worstNames[(i+1)%len(worstNames)], name, "Ann"} {
			names := []string{name, other}
			of := Origin{Game: "Syndicate Protocol", Map: "Reactor Corridors", Server: server, Names: names}
			r := Reader{Theme: Display}.Ending(game.Result{Rank: []int{1, 2}}, names, []int{12, 10})
			r.Of, r.Facts, r.Turns, r.Best = of, "12 Rounds · on Force Rating destroyed", 12, Disc{R: 1, Side: 1}
			r.BestIs, r.Board = [3]string{"MVP", "A3 " + r.Sides[0].Name, "12 kills · 10 damage"}, Scene{W: 48, H: 48}
			for turn := range 3 {
				r.Moments = append(r.Moments, Moment{Turn: 4 * (turn + 1), Side: 1, Note: r.Sides[0].Name + " scores first"})
			}
			scene := Scene{W: 48, H: 48, Title: "ROUND 12   TURN 34", Status: "A is active: reaction engagement", Origin: of,
				Tallies: []Tally{{name, 12, 12, 12}, {other, 10, 3, 12}}}
			for what, draw := range map[string]func(c *picture){
				"result": func(c *picture) {
					resultHead(c, r)
					resultSide(c, r, besideBoard(r))
				},
				"head":   func(c *picture) { head(c, scene) },
				"origin": func(c *picture) { of.below(c, 300) },
				"strip": func(c *picture) {
					captionOf(c, Pane{Caption: name}, label.BoxOf(100, 600, 500, 900), 1)
					captionOf(c, Pane{Caption: other}, label.BoxOf(528, 600, 928, 900), 2)
				},
				"sheet": func(c *picture) {
					s := Sheet{Title: name, Lines: []Line{Row(Bold(name), Plain(other))}}
					var all []laid
					for _, l := range s.Lines {
						all = append(all, flow(c, l)...)
					}
					c.sheet(s, all)
				},
				"cards": func(c *picture) {
					card(c, Card{Name: name, Figure: other}, 100, 300)
					handCard(c, Card{Name: name, Kind: other, Figure: "12 damage"}, 400, 700)
				},
				"campaign": func(c *picture) {
					c.planet(Planet{Poles: [2]Pole{{name, 1}, {other, 2}}, Belts: [][]Region{{{Name: name, Value: "PV 80"}}, {{Name: other, Value: "PV 80"}, {Name: name, Value: "PV 80"}},
						{{Name: other, Value: "PV 80"}}, {{Name: other, Value: "PV 80"}}}})
				},
			} {
				c := take(1372, 1, Display, 2)
				words := printed(c)
				draw(c)
				c.Print = nil
				release(c)
				if bad := overlapping(*words, label.BoxOf(0, 0, width, 1372)); len(bad) > 0 {
					t.Errorf("%s, %q and %q: %q", what, name, other, bad)
				}
				for _, w := range *words {
					if w.text != canvas.Drawable(w.text) || !utf8.ValidString(w.text) {
						t.Errorf("%s, %q and %q: %q has letters that the fonts lack", what, name, other, w.text)
					}
				}
			}
			if _, err := (Scene{W: 48, H: 48, Origin: of, Tallies: scene.Tallies}).png(); err != nil {
				t.Error(err)
			}
		}
	}
}

// A name is not cut off on a board in play, below a board, and on a result, where one of 32 usual letters takes two rows.
func TestUsualNamesAreWhole(t *testing.T) {
	const long, usual = "Alexandra Konstantinopolitanskay", "Player One"
	r := Reader{Theme: Display}.Ending(game.Result{Rank: []int{1, 2}}, []string{long, usual}, []int{3, 2})
	r.Of = Origin{Game: "Downsync", Map: "Saint Oren's Abbey", Server: "Berlin Wargamers"}
	for what, draw := range map[string]func(c *picture){
		"result": func(c *picture) { resultHead(c, r) },
		"head": func(c *picture) {
			head(c, Scene{W: 48, H: 48, Title: "ROUND 3   TURN 9", Status: "A is active: designate", Tallies: []Tally{{usual, 2, 3, 5}, {"Player Two", 1, 5, 5}}})
		},
		"origin": func(c *picture) {
			Origin{Game: r.Of.Game, Map: r.Of.Map, Server: r.Of.Server, Names: []string{long, usual}}.below(c, 100)
		},
	} {
		c := take(1372, 1, Display, 2)
		words := printed(c)
		draw(c)
		c.Print = nil
		release(c)
		for _, w := range *words {
			if strings.HasSuffix(w.text, "…") {
				t.Errorf("%s: %q is cut off", what, w.text)
			}
		}
	}
}
