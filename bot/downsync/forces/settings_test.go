package forces

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/downsync/wording"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/maps"
)

func TestSettings(t *testing.T) {
	for _, c := range []struct {
		options map[string]string
		says    string // in the summary; after "!" in the error
	}{
		{nil, "small game, VIP Capture, veiled"},
		{map[string]string{"rules": "4.2", "size": "standard", "map": "saltmarket"}, "standard game, Control Objectives, veiled, on Saltmarket, rules 4.2"},
		{map[string]string{"map": "plain", "options": "mixed_factions=on, bail_out_in 3; max_rounds=6"}, "veiled, factions may mix, 6 Rounds, passengers bail out within 3\""},
		{map[string]string{"max_rounds": "4"}, ", 4 Rounds"},
		{map[string]string{"map": "random:7"}, "on Random 7"},
		{map[string]string{"size": "huge"}, `!size "huge": expected small or standard`},
		{map[string]string{"secrecy": "none"}, `!secrecy "none": expected veiled or open`},
		{map[string]string{"rules": "5"}, `!rules "5": expected 2023-03 or 4.2`},
		{map[string]string{"map": "moon"}, `!map "moon": expected one of plain, `},
		{map[string]string{"options": "sudden_death=on"}, `!option "sudden_death": expected one of mixed_factions, `},
		{map[string]string{"options": "max_rounds"}, `!options "max_rounds": expected pairs like max_rounds=6`},
		{map[string]string{"max_rounds": "101"}, `!max_rounds 101: expected 0 (no limit) to 100`},
	} {
		raw, err := Lobby{wording.Reader{}}.Settings(c.options)
		summary := Lobby{wording.Reader{}}.Summary(raw)
		want, refused := strings.CutPrefix(c.says, "!")
		switch {
		case refused && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%v: %v; expected %q", c.options, err, want)
		case !refused && (err != nil || !strings.Contains(summary, want)):
			t.Errorf("%v: %q, %v; expected %q", c.options, summary, err, want)
		case !refused:
			if _, err := (Lobby{wording.Reader{}}).Config(raw, []string{armyFor(raw), armyFor(raw)}); err != nil {
				t.Errorf("%v: %v", c.options, err)
			}
		}
	}
	a, _ := Lobby{wording.Reader{}}.Settings(map[string]string{"map": "random"})
	b, _ := Lobby{wording.Reader{}}.Settings(map[string]string{"map": "random"})
	if string(a) == string(b) {
		t.Errorf("a random map is drawn once: %s", a)
	}
}

// The terms of every size, edition and secrecy are complete.
func TestTerms(t *testing.T) {
	for _, c := range []struct {
		options map[string]string
		says    []string
	}{
		{map[string]string{"map": "plain"}, []string{"**Small game**: up to 6 Units", "3 Victory Points", "VIP Capture", "each enemy Unit within 4\"", "**Veiled**", "In the printed game"}},
		{map[string]string{"size": "standard", "map": "saltmarket", "secrecy": "open", "rules": "4.2", "max_rounds": "6"},
			[]string{"**Standard game, on Saltmarket**: up to 11 Units", "Control Objectives", "each enemy Unit within 6\"", "**Open**, as the game is printed", "**Besides**: rules 4.2, 6 Rounds."}},
	} {
		raw, err := Lobby{wording.Reader{}}.Settings(c.options)
		if err != nil {
			t.Fatal(err)
		}
		got := Lobby{wording.Reader{}}.Terms(raw)
		for _, want := range c.says {
			if !strings.Contains(got, want) {
				t.Errorf("%v: no %q in\n%s", c.options, want, got)
			}
		}
		if strings.Contains(got, "%!") {
			t.Errorf("%v: %s", c.options, got)
		}
	}
	if got := (Lobby{wording.Reader{}}).Terms(nil) + (Lobby{wording.Reader{}}).Summary(json.RawMessage("x")); got != "" {
		t.Errorf("of settings that cannot be read it says %q", got)
	}
}

// A force is named to its owner: an army by name, whatever the order of its Units, another force by its size. Cards that no
// longer exist are counted too.
func TestMustered(t *testing.T) {
	raw, err := Lobby{wording.Reader{}}.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ typed, name, units string }{
		{"coalition-starter", "Coalition Starter Set", "2 Virago"},
		{"virago, widow scout", "a force of 2 Units", "Virago, Widow Scout"},
	} {
		force, _, err := Roster{wording.Reader{}}.ReadForce(raw, 1, c.typed)
		if got := (Roster{wording.Reader{}}).ForceNamed(raw, force); err != nil || got.Name != c.name || !strings.Contains(got.Units, c.units) {
			t.Errorf("%s: %+v, %v", c.typed, got, err)
		}
	}
	if got := (Roster{wording.Reader{}}).ForceNamed(raw, "gone,virago"); got.Name != "a force of 2 Units" || got.Units != "" {
		t.Errorf("of cards that are no more: %+v", got)
	}
}

func armyFor(raw json.RawMessage) string { return Roster{wording.Reader{}}.Forces(raw, 1)[0].Value }

func TestReadForce(t *testing.T) {
	own := []*cards.Unit{{Slug: "technical", Name: "Technical", Faction: "coalition", Signature: cards.Small, Spd: 6, Def: 13}}
	f := wording.Reader{Own: own}
	raw, err := Lobby{f}.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ typed, want string }{
		{"coalition-starter", "widow-scout,sentinel-tagger,virago,virago,gsv-phantom,guardian-destroyer"},
		{"Virago, 2 widow scout", "virago,widow-scout,widow-scout"},
		{"virago\nGSV: Phantom\nguardian destroyer", "virago,gsv-phantom,guardian-destroyer"},
		{"technical, virago", "technical,virago"},
		{"virago, courier", "!of another faction"},
		{"3 widow scout", "!3 Units of small signature; a small game allows 2"},
		{"spider-drone-infiltrator", "!comes free with the Widow Scout"},
		{"dragon", `!there is no army or Unit "dragon"`},
		{" , ", "!at least one Unit"},
	} {
		got, note, err := Roster{f}.ReadForce(raw, 1, c.typed)
		switch want, refused := strings.CutPrefix(c.want, "!"); {
		case refused && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v; expected %q", c.typed, err, want)
		case !refused && (err != nil || got != want):
			t.Errorf("%q: %q, %v; expected %q", c.typed, got, err, want)
		case !refused && (note == "") != (c.typed == "coalition-starter"):
			t.Errorf("%q is told %q", c.typed, note)
		}
	}
	conf, err := Lobby{f}.Config(raw, []string{"technical,virago", "courier"})
	if err != nil {
		t.Fatal(err)
	}
	var c rules.Config
	if err := json.Unmarshal(conf, &c); err != nil || len(c.Cards) != 1 || c.Salts[0] == c.Salts[1] || len(c.Salts[0]) < 32 {
		t.Errorf("%+v %v", c, err)
	}
	if _, err := (Lobby{wording.Reader{}}).Config(raw, []string{"virago"}); err == nil {
		t.Error("one force is enough")
	}
}

func TestSuggest(t *testing.T) {
	f := wording.Reader{}
	values := func(name string, o map[string]string) []string {
		var out []string
		for _, c := range (Lobby{f}).Suggest(name, o) {
			if len([]rune(c.Name)) > 100 || len([]rune(c.Value)) > 100 {
				t.Errorf("%s: %d and %d characters", c.Value, len(c.Name), len(c.Value))
			}
			out = append(out, c.Value)
		}
		if len(out) > 25 {
			t.Errorf("%s: %d choices", name, len(out))
		}
		return out
	}
	if got := values("map", map[string]string{"map": "salt"}); !slices.Equal(got, []string{"saltmarket"}) {
		t.Errorf("map: %v", got)
	}
	if got := values("options", map[string]string{"options": "mixed"}); !slices.Equal(got, []string{"mixed_factions="}) {
		t.Errorf("options: %v", got)
	}
	if got := values("force", map[string]string{"force": "vir"}); !slices.Equal(got, []string{"virago"}) {
		t.Errorf("force: %v", got)
	}
	if got := values("force", map[string]string{"force": "virago, wid"}); !slices.Equal(got, []string{"virago, widow-scout"}) {
		t.Errorf("going on with a force: %v", got)
	}
	if got := values("force", map[string]string{"size": "standard"}); !slices.Contains(got, "coalition-ex1") || slices.Contains(got, "coalition-starter") {
		t.Errorf("armies of a standard game: %v", got)
	}
	if got := values("nothing", nil); len(got) != 0 {
		t.Errorf("an unknown option: %v", got)
	}
}

// A match begins with the newest rulings, even if it repeats a match with older ones.
func TestNewestRulings(t *testing.T) {
	for _, of := range []string{`{"rulings":0}`, `{"rulings":1,"printed":""}`, `{"rulings":99}`} {
		raw, err := Lobby{wording.Reader{}}.Config(json.RawMessage(of), []string{"virago", "samson"})
		var c rules.Config
		if err != nil || json.Unmarshal(raw, &c) != nil || c.Rulings != rules.NewestRulings || c.Printed != rules.Defaults().Printed {
			t.Errorf("%s: rulings %d, cards %q (%v)", of, c.Rulings, c.Printed, err)
		}
	}
}

// Every unusual choice has words, because public cards say what is played.
func TestOptionsHaveWords(t *testing.T) {
	for _, o := range rules.MatchOptions {
		if o.Name == "mission" {
			continue // its name is in every summary: see TestMissionsHaveTexts
		}
		bottest.SaidInWords(t, o.Values, func(value string) ([]string, error) {
			c := rules.Defaults()
			err := c.Set(o.Name, value)
			return c.Changed(), err
		}, wording.OptionWords)
	}
}

// A challenge without a map uses a named one, drawn by the seed. Equal seeds draw the same map, and the seeds reach every
// map.
func TestNamedMapByDefault(t *testing.T) {
	f, seen := wording.Reader{}, map[string]bool{}
	for seed := range 200 {
		o := map[string]string{bot.OptionSeed: fmt.Sprint(seed)}
		raw, err := Lobby{f}.Settings(o)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Lobby{f}.Settings(o)
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
	raw, err := Lobby{f}.Settings(map[string]string{"map": maps.Plain, bot.OptionSeed: "7"})
	if c, _ := settled(f, raw); err != nil || c.Map != maps.Plain {
		t.Errorf("the plain map is not to be had: %q, %v", c.Map, err)
	}
}
