package downsync

import (
	"fmt"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game/downsync/maps"
)

// A challenge without a map uses a named one, drawn by the seed. Equal seeds draw the same map, and the seeds reach every
// map.
func TestNamedMapByDefault(t *testing.T) {
	f, seen := Forms{brush: blank{}}, map[string]bool{}
	for seed := range 200 {
		o := map[string]string{bot.OptionSeed: fmt.Sprint(seed)}
		raw, err := lobby{f}.Settings(o)
		if err != nil {
			t.Fatal(err)
		}
		again, err := lobby{f}.Settings(o)
		if err != nil || string(again) != string(raw) {
			t.Errorf("seed %d gives %s, then %s: %v", seed, raw, again, err)
		}
		c, err := settled(f, raw)
		if err != nil {
			t.Fatal(err)
		}
		seen[c.Map] = true
	}
	if len(seen) != len(maps.All())-1 || seen[maps.Plain] {
		t.Errorf("the maps %v", seen)
	}
	raw, err := lobby{f}.Settings(map[string]string{"map": maps.Plain, bot.OptionSeed: "7"})
	if c, _ := settled(f, raw); err != nil || c.Map != maps.Plain {
		t.Errorf("the plain map is not to be had: %q, %v", c.Map, err)
	}
}

// Every challenge has a picture of its battlefield.
func TestChallengeHasItsMap(t *testing.T) {
	for _, options := range [][]bottest.Option{nil, {{Name: "map", Value: maps.Plain}}, {{Name: "map", Value: "twinbridge"}}} {
		s := newRoom(t, 1, nil, "")
		s.Slash(ann, []string{"match", "challenge"}, append(options, bottest.Option{Name: "opponent", Value: string(ben)})...)
		card := s.Wire.Messages(bottest.General)[0]
		if len(card.Files) != 1 || !strings.Contains(bottest.Words(card.Message), "The battlefield: ") {
			t.Errorf("%v: %d pictures\n%s", options, len(card.Files), bottest.Words(card.Message))
		}
	}
}
