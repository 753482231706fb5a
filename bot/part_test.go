package bot_test

import (
	"slices"
	"strconv"
	"testing"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/bot/wire"
)

// Whatever the length of a list, its parts show each option once, and no part has too many. The part with what was chosen is shown.
func TestParts(t *testing.T) {
	for _, most := range []int{wire.MostChoices, wire.MostOptions} {
		for _, n := range []int{0, 1, most - 2, most - 1, most, most + 1, 2*most - 4, 2*most - 3, 3 * most, 300} {
			var all []wire.Option
			for i := range n {
				all = append(all, wire.Option{Value: strconv.Itoa(i)})
			}
			var seen []string
			for part, again := 0, true; again; {
				again = false
				shown := bot.Part(lang.English, all, part, most)
				if len(shown) > most {
					t.Fatalf("%d options, part %d has %d", n, part, len(shown))
				}
				for _, o := range shown {
					switch next, leads := bot.PartOf([]string{o.Value}); {
					case !leads:
						seen = append(seen, o.Value)
					case next > part:
						part, again = next, true
					case next != 0:
						t.Errorf("%d options: part %d leads back to %d", n, part, next)
					}
				}
			}
			if len(seen) != n || len(slices.Compact(slices.Sorted(slices.Values(seen)))) != n {
				t.Errorf("%d options are shown as %d", n, len(seen))
			}
			for i := range all {
				value := []string{all[i].Value}
				if shown := bot.PartAfter(lang.English, all, value, most); !slices.ContainsFunc(shown, func(o wire.Option) bool { return o.Value == value[0] }) {
					t.Errorf("%d options: %d was chosen, and is not shown", n, i)
				}
			}
		}
	}
	for _, value := range []string{"@part.", "@part.-1", "@part.x", "part.1", "@F6", ""} {
		if n, ok := bot.PartOf([]string{value}); ok {
			t.Errorf("%q leads to %d", value, n)
		}
	}
}
