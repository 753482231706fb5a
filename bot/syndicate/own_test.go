package syndicate

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
)

// ownFile is a server's own file, with one of everything.
const ownFile = `
[[operator]]
id = "halo"
name = "Halo"
color = "verge"
acc = 4
dod = 3
hp = 16
ld = 2
ability = "surge-step"

[[weapon]]
id = "old-faithful"
name = "Old Faithful"
category = "pistol"
range = 4
rof = 2
trait = "quickdraw"

[[armor]]
id = "raincoat"
name = "Raincoat"
type = "light"
arm = 1
load = 1
dod = 0
move = 0
trait = "ballistic-gel"

[[mercenary]]
id = "extra"
name = "Extra"
color = "verge"
role = "runner"
acc = 3
dod = 2
arm = 0
hp = 9
weapon = "Test Pistol"
dice = 1
range = 3
ability = "kinetic-shadow"

[[card]]
id = "deep-breath"
name = "Deep Breath"
color = "universal"
type = "maneuver"
text = "Be Focused."
do = [{ op = "status", status = "focused", who = "self" }]
`

// withOwn returns the forms of a server that has those cards.
func withOwn(t *testing.T) Forms {
	t.Helper()
	set, err := cards.Read("own.toml", []byte(ownFile))
	if err != nil {
		t.Fatal(err)
	}
	cat, err := cards.Printed().With(set)
	if err != nil {
		t.Fatal(err)
	}
	return Forms{Own: cat}
}

// A server's own cards are offered by the builder, are part of a share code, can be played, and can be looked up. A server that
// lacks them says so.
func TestOwnCards(t *testing.T) {
	w := withOwn(t)
	s := cards.Starters()[0].Squad
	for _, x := range cards.Starters() {
		if o, _ := cards.Printed().Operator(x.Operator); o.Color == "verge" {
			s = x.Squad
		}
	}
	s.Deck = maps.Clone(s.Deck)
	for id, n := range s.Deck {
		if x, _ := cards.Printed().Card(id); x.Type != cards.Movement && n >= 2 {
			s.Deck[id], s.Deck["deep-breath"] = n-2, 2
			if s.Deck[id] == 0 {
				delete(s.Deck, id)
			}
			break
		}
	}
	code := w.squads().encode(s)
	usual := slices.Clone(s.Mercenaries)
	for part, values := range map[string][]string{buildOperator: {"halo"}, buildWeapon: {"old-faithful"}, buildArmor: {"raincoat"}} {
		var err error
		if code, err = (builder{w}).ChangeForce(code, part, values); err != nil {
			t.Fatal(err)
		}
	}
	code, err := builder{w}.ChangeForce(code, buildMercs, []string{usual[1], "extra"})
	if err != nil {
		t.Fatal(err)
	}
	again, err := w.squads().decode(strings.ToLower(code))
	if err != nil || again.Operator != "halo" || again.Weapon != "old-faithful" || again.Armor != "raincoat" || again.Deck["deep-breath"] != 2 ||
		!slices.Contains(again.Mercenaries, "extra") || !slices.Contains(again.Mercenaries, usual[1]) || len(code) > wire.LongestChoice {
		t.Fatalf("%s is %+v, %v", code, again, err)
	}
	if _, err := (Forms{}).squads().decode(code); err == nil || !strings.Contains(err.Error(), "another server's own") {
		t.Errorf("a server without those cards says %v", err)
	}
	blocks, err := builder{w}.BuilderPage(code, bot.Built{})
	if err != nil || !strings.Contains(string(blocks[0].(wire.Text)), "✔️") {
		t.Fatalf("%v, %v", blocks, err)
	}
	raw, err := lobby{w}.Settings(map[string]string{})
	if err != nil {
		t.Fatal(err)
	}
	var terms rules.Terms
	if err := json.Unmarshal(raw, &terms); err != nil || terms.Cards == nil || len(terms.Cards.Cards) != 1 {
		t.Fatalf("the terms are %s, %v", raw, err)
	}
	force, _, err := roster{w}.ReadForce(raw, 1, code)
	if err != nil {
		t.Fatal(err)
	}
	conf, err := lobby{w}.Config(raw, []string{force, cards.Starters()[0].ID})
	if err != nil {
		t.Fatal(err)
	}
	m, st, err := rules.Rules().Start(2, conf, gametest.NewDice(1))
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	if u, ok := m.View(game.Player(2)).(rules.View).Unit("A"); !ok || u.Name != "Halo" {
		t.Errorf("side 2 sees %+v", u)
	}
	for _, name := range []string{"Halo", "Old Faithful", "Raincoat", "Extra", "Deep Breath"} {
		if _, err := (library{w}).lookCard(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := (library{Forms{}}).lookCard(name); err == nil {
			t.Errorf("a server without it knows %s", name)
		}
	}
	if got := w.squads().encode(cards.Starters()[2].Squad); got != (Forms{}).squads().encode(cards.Starters()[2].Squad) {
		t.Errorf("a squad of printed cards has another code here: %s", got)
	}
}

// A squad holds at most a few of a server's own things, so that its code fits a control.
func TestOwnCardsAreFew(t *testing.T) {
	var file strings.Builder
	for i := range mostOwn + 1 {
		id := string(rune('a' + i))
		file.WriteString("[[card]]\nid = \"own-" + id + "\"\nname = \"Own " + id + "\"\ncolor = \"universal\"\ntype = \"maneuver\"\ntext = \"Be Focused.\"\ndo = [{ op = \"status\", status = \"focused\", who = \"self\" }]\n")
	}
	set, err := cards.Read("own.toml", []byte(file.String()))
	if err != nil {
		t.Fatal(err)
	}
	cat, err := cards.Printed().With(set)
	if err != nil {
		t.Fatal(err)
	}
	w := Forms{Own: cat}
	code := w.squads().encode(cards.Starters()[0].Squad)
	for i, x := range set.Cards {
		next, err := builder{w}.ChangeForce(code, buildMore, []string{x.ID})
		if (err != nil) != (i == mostOwn) {
			t.Fatalf("%d own cards: %v", i+1, err)
		}
		if err == nil {
			code = next
		}
	}
	if len(code) > wire.LongestChoice {
		t.Errorf("a code of %d characters", len(code))
	}
}
