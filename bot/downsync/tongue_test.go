package downsync

import (
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/downsync/worlds"
	"downsync/bot/lang"
	"downsync/bot/menu"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
)

// A player's language shows to nobody else. Whatever language ann's Discord has, ben and an onlooker are delivered the same,
// byte for byte. Ann herself reads everything in her language.
func TestLanguageShowsToNobody(t *testing.T) {
	w := worlds.Pairs()[0].World[0]
	w.Acts = append([]twins.Act{{Who: string(ann), Look: twins.Show}}, w.Acts...)
	english := twins.Play(t, w, bottest.Setup{Forms: Forms{brush: sketch{}}}, twins.Leak{}, nil)
	german := twins.Play(t, w, bottest.Setup{Forms: Forms{brush: sketch{}}}, twins.Leak{}, map[wire.UserID]string{ann: "de"})
	for _, user := range []wire.UserID{ben, eve} {
		one, other := english.Others()[user], german.Others()[user]
		if one != other {
			t.Errorf("%s can tell ann's language:\n%s", user, twins.Difference(one, other))
		}
		if strings.Contains(other, "Du bist") || strings.Contains(other, "Runde ") {
			t.Errorf("%s is told something in German", user)
		}
	}
	letters := func(s *twins.Table) (words, channels string) {
		for _, it := range s.Wire.Delivered(ann, 0) {
			if strings.HasPrefix(string(it.Message.Channel), "dm-") {
				channels += bottest.Words(it.Message.Message)
			} else if it.Message.Only == ann {
				words += bottest.Words(it.Message.Message)
			}
		}
		return words, channels
	}
	for s, want := range map[*twins.Table]string{english: "You are A", german: "Du bist A"} {
		words, channels := letters(s)
		if !strings.Contains(words, want) || !strings.Contains(channels, want) {
			t.Errorf("ann is not told %q, in an answer and in direct messages", want)
		}
	}
}

// The public messages of a challenge and its match have the server's language, whoever acts. It never changes during the
// match.
func TestServerLanguage(t *testing.T) {
	s := newRoom(t, 1, live, "live")
	s.Locales = map[wire.UserID]string{"": "de", ben: "fr"}
	s.seat()
	s.Locales[""] = "en-US"
	s.Settle()
	public := ""
	for _, it := range s.Wire.Delivered(eve, 0) {
		public += bottest.Words(it.Message.Message)
	}
	for _, want := range []string{"fordert", "Die Partie läuft", "Partie: klein", "Aufbau", "Meine Sicht"} {
		if !strings.Contains(public, want) {
			t.Errorf("everybody is not told %q:\n%s", want, public)
		}
	}
	for _, never := range []string{"challenges", "Set-up", "My view", "small game"} {
		if strings.Contains(public, never) {
			t.Errorf("everybody is told %q", never)
		}
	}
	if private := bottest.Words(s.console(ben).Message); !strings.Contains(private, "You are") {
		t.Errorf("ben's Discord speaks French, which we do not; written to as:\n%s", private)
	}
}

// In every language a phone shows the whole label of each button, and the texts of selects and forms fit.
func TestTextsFitInEveryLanguage(t *testing.T) {
	for _, l := range lang.All() {
		fits := func(most int, texts ...game.Text) {
			for _, text := range texts {
				if s := l.Text(text); len([]rune(s)) > most {
					t.Errorf("%s: %d characters, at most %d: %q", l, len([]rune(s)), most, s)
				}
			}
		}
		fits(menu.LongestButton, slices.Collect(maps.Values(labels))...)
		for _, q := range questions {
			fits(menu.LongestButton, q.Done)
		}
		fits(menu.LongestButton-len([]rune(l.Text(", boosted (1 CP)"))), labels["counter cm"], "Attack", "Scan", "Do it")
		fits(menu.LongestButton, "Back", "Undo", "Plans", "Do it", "Move there", "Deploy there", "Reveal it",
			"Elsewhere", "Type a point")
		fits(menu.LongestOption, slices.Collect(maps.Values(holders))...)
		fits(45, "A point on the board", "x,y in inches from lower left, or a square", "By way of (not needed)")
	}
}

// English words that no German sentence contains.
var english = regexp.MustCompile(`(?i)\b(the|your|you|of|and|with|contact|unit|until|its|choose|what|which)\b`)

// quotes matches text that stays as it is typed or printed: orders, and the names of Units, actions and traits.
var quotes = regexp.MustCompile("`[^`]*`")

// leftover returns the English in a German text.
func leftover(text string) string {
	for line := range strings.SplitSeq(text, "\n") {
		shown := quotes.ReplaceAllString(line, "")
		if id, label, ok := strings.Cut(shown, " "); ok && strings.Contains(id, "|") {
			shown = label
		}
		shown = strings.TrimPrefix(shown, "until-change ") // an option's value, which nobody reads
		for _, name := range printed() {
			shown = strings.ReplaceAll(shown, name, "")
		}
		if w := english.FindString(shown); w != "" {
			return w + " in " + line
		}
	}
	return ""
}

// printed returns the names on the cards and the players' names.
var printed = sync.OnceValue(func() []string {
	out := []string{"Name of "}
	for _, u := range cards.Printed().All() {
		out = append(out, u.Name)
		for _, a := range u.Actions {
			out = append(out, a.Name)
		}
		for _, x := range append(slices.Clone(u.Traits), traitsOf(u)...) {
			if m, ok := cards.Means(x.ID); ok {
				out = append(out, m.Name)
			}
		}
	}
	slices.SortFunc(out, func(a, b string) int { return len(b) - len(a) })
	return slices.Compact(out)
})

func traitsOf(u *cards.Unit) []cards.Trait {
	var out []cards.Trait
	for _, a := range u.Actions {
		out = append(out, a.Traits...)
	}
	return out
}

// The largest match, 22 contacts on the widest table, with random presses, in German. Every message stays within Discord's
// limits, which the wire checks. None has a word of English, and no button's label is cut.
func TestLargestMatchInGerman(t *testing.T) {
	s := newRoom(t, 5, live, "live")
	s.Locales = map[wire.UserID]string{"": "de", ann: "de", ben: "de"}
	s.seat(bottest.Option{Name: "size", Value: rules.Standard}, bottest.Option{Name: "rules", Value: rules.Edition42},
		bottest.Option{Name: "max_rounds", Value: "3"})
	r := rand.New(rand.NewPCG(5, 2))
	seen, over := 0, false
	for step := 0; step < 600 && !over; step++ {
		acted := false
		for _, user := range []wire.UserID{ann, ben} {
			m := s.console(user)
			if over = strings.Contains(bottest.Words(m.Message), "Partie vorbei"); over || !asking(m) {
				continue
			}
			skip := func(id string) bool { return s.Control(user, id).Draft == "concede" }
			if id, values, ok := (bottest.Presser{User: user, Rand: r, Skip: skip}).Choose(m.Message); ok {
				s.one(user, m, id, values, r)
				acted = true
				break
			}
		}
		if !acted {
			s.Pass(15 * time.Second)
		}
		for _, user := range []wire.UserID{ann, eve} {
			for _, it := range s.Wire.Delivered(user, seen) {
				if w := leftover(bottest.Words(it.Message.Message)); w != "" {
					t.Fatalf("step %d: %s", step, w)
				}
				for _, b := range bottest.ControlsOf(it.Message.Message).Buttons {
					if strings.HasSuffix(b.Label, "…") && !strings.Contains(b.Does.Draft, "@list.") { // those open a list
						t.Errorf("step %d: a button's label is cut: %s", step, b.Label)
					}
				}
			}
		}
		seen = s.Wire.Count()
	}
	if seen < 200 {
		t.Errorf("only %d deliveries", seen)
	}
}
