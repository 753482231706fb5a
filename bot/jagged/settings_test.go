package jagged

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	rules "downsync/game/jagged"
	"downsync/game/jagged/cards"
)

// terms returns the settings of a challenge with these options.
func terms(t *testing.T, o map[string]string) (json.RawMessage, rules.Terms) {
	t.Helper()
	raw, err := lobby{Forms{}}.Settings(o)
	if err != nil {
		t.Fatal(err)
	}
	var out rules.Terms
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return raw, out
}

// Settings that a challenge leaves open are drawn from its seed: a named board, and the attacking faction unless a list determines
// it.
func TestSettings(t *testing.T) {
	seen := map[string]bool{}
	for _, seed := range []string{"1", "2", "3", "4", "5", "6", "7", "8"} {
		_, c := terms(t, map[string]string{bot.OptionSeed: seed})
		if _, again := terms(t, map[string]string{bot.OptionSeed: seed}); again.Board != c.Board || again.Attacker != c.Attacker {
			t.Errorf("seed %s settles %+v, then %+v", seed, c, again)
		}
		seen[c.Board], seen[c.Attacker] = true, true
	}
	if len(seen) != 5 {
		t.Errorf("eight seeds settle %v", seen)
	}
	_, c := terms(t, map[string]string{"force": "m-a-hunt", "map": "random", "options": "wounds=printed, zones deep; pv=60"})
	if c.Attacker != cards.Martians || !strings.HasPrefix(c.Board, "random:") || c.PV != 60 || strings.Join(c.Changed(), ", ") != "zones deep, wounds printed" {
		t.Errorf("settled %+v", c)
	}
	for want, o := range map[string]map[string]string{"expected pairs": {"options": "wounds"}, "expected combined or printed": {"options": "wounds=some"}, "expected one of": {"map": "atlantis"},
		"expected 0 to 100": {"options": "pv=101"}, "expected human-colonies or martian-order": {"faction": "venus"}} {
		if _, err := (lobby{Forms{}}).Settings(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v; expected %q", o, err, want)
		}
	}
}

// Each seat is offered the lists of its faction and role, and can bring only those. Both lists open as the battle begins.
func TestForcesFitTheirSeats(t *testing.T) {
	w := Forms{Voice: bot.Voice{Language: lang.English}}
	raw, _ := terms(t, map[string]string{"faction": cards.Martians, "map": "spire-yard"})
	for seat, usual := range map[game.Seat]string{1: "m-a-pack", 2: "h-d-picket"} {
		all := roster{w}.Forces(raw, seat)
		if len(all) != 4 || all[0].Value != usual || all[0].About == "" || all[0].Units == "" {
			t.Errorf("seat %d is offered %+v", seat, all)
		}
		for _, f := range all {
			force, note, err := roster{w}.ReadForce(raw, seat, f.Value)
			if err != nil || force != f.Value || seat == 1 && usual == f.Value && !strings.Contains(note, "kept for Reinforcements") && note != "" {
				t.Errorf("seat %d: %s is %s, %q, %v", seat, f.Value, force, note, err)
			}
			if _, _, err := (roster{w}).ReadForce(raw, 3-seat, f.Value); err == nil {
				t.Errorf("seat %d may bring %s", 3-seat, f.Value)
			}
		}
	}
	code, _, err := roster{w}.ReadForce(raw, 1, "martian-warp-specialist dino-raptor rootblade-initiate rootblade-initiate")
	if err != nil || len(code) > wire.LongestChoice || (roster{w}).ForceNamed(raw, code).Name != "a list of 4 models, 65 BP" {
		t.Errorf("a typed list is %s, %+v, %v", code, roster{w}.ForceNamed(raw, code), err)
	}
	for options, asked := range map[string]string{"": "objective", "lists=open": "list"} {
		raw, _ := terms(t, map[string]string{"faction": cards.Martians, "map": "spire-yard", "options": options})
		if first := begun(t, w, raw, code); first != asked {
			t.Errorf("%q: %s is asked first", options, first)
		}
	}
	small := []string{"martian-warp-specialist dino-raptor", "h-d-line"}
	if _, err := (lobby{w}).Config(raw, small); err == nil {
		t.Error("a Force of two models is brought to a new battle")
	}
	older := json.RawMessage(strings.Replace(string(raw), `"rulings":2`, `"rulings":1`, 1))
	if conf, err := (lobby{w}).Config(older, small); err != nil || !strings.Contains(string(conf), `"rulings":1`) {
		t.Errorf("a challenge with two models was open when the rulings changed: %s, %v", conf, err)
	}
	if _, err := (lobby{w}).Config(raw, []string{"m-a-hunt", "m-a-hunt"}); err == nil {
		t.Error("both bring the Attacker's list")
	}
}

// begun returns the first question of a battle with those settings.
func begun(t *testing.T, w Forms, raw json.RawMessage, attacker string) string {
	t.Helper()
	conf, err := lobby{w}.Config(raw, []string{attacker, "h-d-line"})
	if err != nil {
		t.Fatal(err)
	}
	m, st, err := rules.Rules().Start(2, conf, gametest.NewDice(1))
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	return m.Groups()[0].Asks[0].Name
}

// If the loss of an Archive lets a side choose the board in the battle, lists are asked for after it.
func TestListsAfterTheBoard(t *testing.T) {
	c := rules.Defaults().Terms
	c.Attacker, c.Penalties = cards.Martians, []string{"human-data-archive"}
	raw, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	if first := begun(t, Forms{}, raw, "m-a-hunt"); first != "board" {
		t.Errorf("%s is asked first", first)
	}
}

// Players read the names of sample lists, never their ids: in challenges, in the builder, and where a list is asked for.
func TestListsHaveNames(t *testing.T) {
	said := map[string]string{}
	for _, faction := range factions {
		raw, _ := terms(t, map[string]string{"faction": faction})
		for seat := game.Seat(1); seat <= 2; seat++ {
			for _, f := range (roster{sketched}).Forces(raw, seat) {
				said[f.Value] = f.Name + f.About + f.Units
			}
		}
		for _, o := range (lobby{sketched}).Suggest("force", map[string]string{"force": ""}) {
			said["suggested "+o.Value] = o.Name
		}
	}
	for _, o := range (builder{sketched}).Starters() {
		said["built "+o.Value] = o.Label + o.Note
	}
	d := onSpireYard(t, sketched, rules.Defaults())
	for seat := game.Seat(1); seat <= 2; seat++ {
		words, c := d.console(seat, "")
		for _, b := range c.Buttons {
			words += b.Label
		}
		said[fmt.Sprint("asked ", seat)] = words
	}
	if len(said) < 2*len(cards.Lists()) {
		t.Errorf("%d places: %v", len(said), said)
	}
	for _, l := range cards.Lists() {
		named := 0
		for where, text := range said {
			if strings.Contains(text, l.ID) {
				t.Errorf("%s: %q names %s by its id", where, text, l.ID)
			}
			if strings.Contains(text, l.Name) {
				named++
			}
		}
		if l.Name == "" || named < 2 {
			t.Errorf("%s, %q: named %d times", l.ID, l.Name, named)
		}
	}
}

// Every choice other than the default has words, because public cards show the settings of a match.
func TestOptionsHaveWords(t *testing.T) {
	for _, o := range rules.MatchOptions {
		bottest.SaidInWords(t, o.Values, func(value string) ([]string, error) {
			c := rules.Defaults()
			err := c.Set(o.Name, value)
			return c.Changed(), err
		}, optionWords)
	}
}
