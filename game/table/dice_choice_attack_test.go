package table_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/game/toy"
	"downsync/storage/memory"
)

// withWords plays a match of the toy in which these seats gave words, and returns its file and the seal on its card.
func withWords(t *testing.T, seats ...game.Seat) (c table.Carried, seal string) {
	t.Helper()
	b := &bench{t: t, clock: tabletest.NewClock(), store: memory.New()}
	b.cold()
	o := table.Opening{Game: "toy", Users: []table.User{"u1", "u2", "u3"}, Seed: testSeed(9), Entropy: make([]string, 3)}
	for _, s := range seats {
		o.Entropy[s-1] = table.Entropy(wordsOf(s))
	}
	if err := b.hall.Open(ctx, "open", id, o); err != nil {
		t.Fatal(err)
	}
	b.rounds(0, 3)
	return b.carried(), testSeed(9).Commitment()
}

func wordsOf(s game.Seat) string { return fmt.Sprint("words of seat ", s) }

// firstDice returns what the first two dice that everybody sees show.
func firstDice(s table.Seed, entropy []string) [2]int {
	return [2]int{table.Derive(s, entropy, 0, 1, 20), table.Derive(s, entropy, 0, 2, 6)}
}

// chosen holds the dice that the cheating host wants.
var chosen = [2]int{20, 6}

// found searches until the host has the dice that it wants. change draws something again.
func found(t *testing.T, s *table.Seed, entropy []string, change func(n int)) {
	t.Helper()
	for n := range 10_000 {
		if firstDice(*s, entropy) == chosen {
			return
		}
		change(n)
	}
	t.Fatal("the host found nothing")
}

// compares returns what the page tells a player to compare with what verify says of a match: the seal of the card, the hash of each seat's
// words, and which seats gave none. It returns "" if all of it is as they saw it before the match.
func compares(a table.Audited, seal string, gave []game.Seat) string {
	if a.Dice.Commitment != seal {
		return "another seal"
	}
	for n, entropy := range a.Dice.Entropy {
		seat := game.Seat(n + 1)
		switch part := a.Dice.Part(seat); {
		case part == table.FromOlderHost:
			return "the host drew what is missing"
		case (part == table.FromWords) != slices.Contains(gave, seat):
			return "another seat gave words"
		case part == table.FromWords && entropy != table.Entropy(wordsOf(seat)):
			return "other words"
		}
	}
	return ""
}

// A host that wants other dice, after its seal was shown and the words were given, has to change something that the match depends on. verify
// refuses the file, or it says what the host changed. It is the same whichever seats gave no words: a challenger, a seat that was accepted
// by a button, both of a rematch, or the program's.
func TestHostThatChoosesItsDice(t *testing.T) {
	for _, gave := range [][]game.Seat{nil, {1}, {2}, {3}, {1, 2}, {1, 3}, {2, 3}, {1, 2, 3}} {
		c, seal := withWords(t, gave...)
		honest, err := audit(fileOf(t, c))
		if err != nil || compares(honest, seal, gave) != "" || firstDice(testSeed(9), honest.Dice.Entropy) == chosen {
			t.Fatalf("%v gave words, an honest host: %v, %q", gave, err, compares(honest, seal, gave))
		}
		cheats := map[string]func(*game.DiceTerms, *table.Seed) (change func(n int)){
			"another seed": func(d *game.DiceTerms, s *table.Seed) func(int) {
				return func(n int) {
					*s = table.Seed{byte(n), byte(n >> 8), 1}
					d.Commitment = s.Commitment()
					for i := range d.Entropy {
						if seat := game.Seat(i + 1); !slices.Contains(gave, seat) {
							d.Entropy[i] = table.EntropyWithout(*s, seat)
						}
					}
				}
			},
			"another seed under the old seal": func(_ *game.DiceTerms, s *table.Seed) func(int) {
				return func(n int) { *s = table.Seed{byte(n), byte(n >> 8), 2} }
			},
		}
		for i := range 3 {
			seat := game.Seat(i + 1)
			draws := func(d *game.DiceTerms) func(int) {
				return func(n int) { d.Entropy[i] = table.Entropy(fmt.Sprint("drawn ", n)) }
			}
			if slices.Contains(gave, seat) {
				cheats[fmt.Sprint("other words for seat ", seat)] = func(d *game.DiceTerms, _ *table.Seed) func(int) { return draws(d) }
				cheats[fmt.Sprint("as if seat gave none ", seat)] = func(d *game.DiceTerms, _ *table.Seed) func(int) {
					d.Words = slices.DeleteFunc(d.Words, func(s game.Seat) bool { return s == seat })
					return draws(d)
				}
				continue
			}
			cheats[fmt.Sprint("drawn for seat ", seat)] = func(d *game.DiceTerms, _ *table.Seed) func(int) { return draws(d) }
			cheats[fmt.Sprint("as if seat gave words ", seat)] = func(d *game.DiceTerms, _ *table.Seed) func(int) {
				d.Words = append(d.Words, seat)
				slices.Sort(d.Words)
				return draws(d)
			}
			cheats[fmt.Sprint("as an older program drew it for seat ", seat)] = func(d *game.DiceTerms, _ *table.Seed) func(int) {
				d.Version, d.Words = 0, nil
				return draws(d)
			}
		}
		for what, cheat := range cheats {
			terms, seed := honest.Dice.DiceTerms, testSeed(9)
			terms.Entropy, terms.Words = slices.Clone(terms.Entropy), slices.Clone(terms.Words)
			found(t, &seed, terms.Entropy, cheat(&terms, &seed))
			forged, err := tabletest.Redeal(toy.Rules(), c, terms, seed)
			if err != nil {
				t.Fatal(err)
			}
			a, err := audit(fileOf(t, forged))
			if err == nil && compares(a, seal, gave) == "" {
				t.Errorf("%v gave words, %s: nobody notices", gave, what)
			}
			if strings.HasPrefix(what, "drawn for") && err == nil {
				t.Errorf("%v gave words, %s: verify accepts it", gave, what)
			}
		}
	}
}

// A match of a program before entropy followed from the seed still verifies, and verify says what its host could choose.
func TestDrawnByAnOlderHost(t *testing.T) {
	c, _ := withWords(t, 1)
	old := game.DiceTerms{Commitment: testSeed(9).Commitment(), Entropy: []string{table.Entropy(wordsOf(1)), table.Entropy("drawn"), table.Entropy("drawn too")}}
	c, err := tabletest.Redeal(toy.Rules(), c, old, testSeed(9))
	if err != nil {
		t.Fatal(err)
	}
	if first := c.Events[0].Data; !strings.Contains(first, `"dice":{"commitment":`) || strings.Contains(first, `"words"`) {
		t.Errorf("not as an older program wrote it: %s", first)
	}
	if a, err := audit(fileOf(t, c)); err != nil || a.Rolls == 0 || a.Dice.Part(1) != table.FromOlderHost || a.Dice.Part(2) != table.FromOlderHost {
		t.Errorf("%+v, %v", a.Dice, err)
	}
}

// Terms of a form that no host writes are refused.
func TestTermsOfNoHost(t *testing.T) {
	c, _ := withWords(t, 1)
	for what, bend := range map[string]func(*game.DiceTerms){
		"an unknown version":        func(d *game.DiceTerms) { d.Version = game.DiceVersion + 1 },
		"a version in between":      func(d *game.DiceTerms) { d.Version = 1 },
		"words of no version":       func(d *game.DiceTerms) { d.Version = 0 },
		"a seat that is not there":  func(d *game.DiceTerms) { d.Words = []game.Seat{1, 4} },
		"everybody's seat":          func(d *game.DiceTerms) { d.Words = []game.Seat{0, 1} },
		"a seat twice":              func(d *game.DiceTerms) { d.Words = []game.Seat{1, 1} },
		"seats out of order":        func(d *game.DiceTerms) { d.Words = []game.Seat{2, 1} },
		"a part too few":            func(d *game.DiceTerms) { d.Entropy = d.Entropy[:2] },
		"a part in capital letters": func(d *game.DiceTerms) { d.Entropy[0] = strings.ToUpper(d.Entropy[0]) },
		"another hash":              func(d *game.DiceTerms) { d.Commitment = "12" },
	} {
		honest, err := audit(fileOf(t, c))
		if err != nil {
			t.Fatal(err)
		}
		terms := honest.Dice.DiceTerms
		terms.Entropy, terms.Words = slices.Clone(terms.Entropy), slices.Clone(terms.Words)
		bend(&terms)
		forged, err := tabletest.Redeal(toy.Rules(), c, terms, testSeed(9))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := audit(fileOf(t, forged)); err == nil {
			t.Errorf("%s: accepted", what)
		}
	}
}
