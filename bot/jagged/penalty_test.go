package jagged

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/jagged/cards"
)

// bitten returns a battle in which A has lost a Position, or with taken, in which B has and A took it.
func bitten(t *testing.T, l lang.Language, position string, taken bool, lab rules.Lab) (*desk, reading) {
	t.Helper()
	p := cards.FindPosition(position)
	c := rules.Defaults()
	c.Attacker, c.Penalties = p.Faction, []string{position}
	if taken {
		c.Attacker = cards.Other(p.Faction)
	}
	for _, o := range cards.Positions() {
		if o.Faction != c.Attacker {
			c.Position = o.ID
		}
	}
	w := sketched
	w.Language = l
	d := deskOf(t, w, c, lab)
	return d, reading{d.view(), w, w.look("")}
}

// aligned returns two lines of models of those units, 8" apart.
func aligned(a, b []string) (out []rules.LabModel) {
	for i, u := range a {
		out = append(out, rules.LabModel{Label: rules.Label(fmt.Sprintf("A%d", i+1)), Unit: u, At: at(4, 4+3*float64(i))})
	}
	for i, u := range b {
		out = append(out, rules.LabModel{Label: rules.Label(fmt.Sprintf("B%d", i+1)), Unit: u, At: at(12, 4+3*float64(i))})
	}
	return out
}

// Each penalty is named on the page of each question that it affects, with the side and the Position, in Rounds in which it applies
// (J16.5, J16.7, JQ50).
func TestPagesNameThePenalty(t *testing.T) {
	humans, martians := []string{"colonist-rifleman", "support-mech"}, []string{"rootblade-initiate", "crystal-sniper"}
	for _, x := range []struct {
		position string
		phase    rules.Phase
		round    int
	}{{"human-outer-gate", rules.Reinforce, 2}, {"human-field-medical-station", rules.Reinforce, 3}, {"human-supply-depot", rules.Shooting, 1},
		{"human-defense-armorium", rules.Shooting, 2}, {"human-interface-node", rules.Moving, 1}, {"human-interface-node", rules.Shooting, 1},
		{"human-forge-core-reactor", rules.Reinforce, 2}, {"martian-outer-gate", rules.Reinforce, 2},
		{"martian-supply-distribution-hub", rules.Rushing, 1}, {"martian-hydroponic-reclamation-bay", rules.Rushing, 2}, {"martian-crystalline-nursery", rules.Shooting, 4},
		{"martian-arms-manufacturer", rules.Shooting, 1}, {"martian-bloodroot-hatchery", rules.Rushing, 1}, {"martian-bloodroot-hatchery", rules.Moving, 1},
		{"martian-neural-mainframe", rules.Shooting, 1}} {
		for _, l := range lang.All() {
			p := cards.FindPosition(x.position)
			sides := [][]string{humans, martians}
			if p.Faction == cards.Martians {
				sides = [][]string{martians, humans}
			}
			if x.position == "martian-bloodroot-hatchery" && x.phase == rules.Rushing { // a model that may Rush all the same
				sides[0] = []string{"rootblade-initiate", "bloodroot-stalker"}
			}
			d, v := bitten(t, l, x.position, false, rules.Lab{Round: x.round, Phase: x.phase, Models: aligned(sides[0], sides[1])})
			words, _ := d.console(1, "")
			want := v.lostBy(p)
			if !strings.Contains(words, want) {
				t.Errorf("%s, %s, Round %d: the page does not say %q:\n%s", l, x.phase, x.round, want, words)
			}
			if p.Penalty.First {
				d, _ = bitten(t, l, x.position, false, rules.Lab{Round: 2, Phase: x.phase, Models: aligned(sides[0], sides[1])})
				if words, _ = d.console(1, ""); strings.Contains(words, p.Name) {
					t.Errorf("%s, %s: Round 2 still names %s", l, x.phase, p.Name)
				}
			}
		}
	}
}

// Each line of a roll or a figure that a penalty changes names the Position; other lines do not (J16.5, JQ50).
func TestLinesNameThePenalty(t *testing.T) {
	rolled := rules.AttackRolled{Aim: rules.Aim{By: "A1", Target: "B1", Weapon: "auto-cannon", SR: 55, Parts: []rules.Part{{From: "human-defense-armorium", N: 10}}, Need: 65}, Face: 70}
	for _, x := range []struct {
		position string
		a, b     string // their units
		facts    []game.Fact
		want     [2]string // in English and German
	}{
		{"human-civilian-hab-block", "colonist-rifleman", "rootblade-initiate", []game.Fact{rules.InitiativeTaken{Seat: 2, Faces: [2]int{65, 60}, Totals: [2]int{55, 60}}},
			[2]string{"Initiative: A 55 (65 − Civilian Hab Block 10), B 60: **B** has it.", "Initiative: A 55 (65 − Civilian Hab Block 10), B 60: **B** hat sie."}},
		{"martian-habitat-sector", "rootblade-initiate", "colonist-rifleman", []game.Fact{rules.InitiativeTaken{Seat: 2, Faces: [2]int{65, 60}, Totals: [2]int{55, 60}}},
			[2]string{"A 55 (65 − Habitat Sector 10), B 60", "A 55 (65 − Habitat Sector 10), B 60"}},
		{"human-tactical-operations-bay", "colonist-rifleman", "rootblade-initiate", []game.Fact{rules.InitiativeTaken{Seat: 2, Faces: [2]int{60, 60}, Totals: [2]int{60, 60}, Tied: true}},
			[2]string{"(a tie: A loses it by Tactical Operations Bay)", "(Gleichstand: A verliert ihn durch Tactical Operations Bay)"}},
		{"human-outer-gate", "colonist-rifleman", "rootblade-initiate", []game.Fact{rules.InitiativeTaken{Seat: 2, Faces: [2]int{60, 60}, Totals: [2]int{60, 60}, Tied: true}},
			[2]string{"A 60, B 60: **B** has it. (a tie: the Defender)", "(Gleichstand: der Verteidiger)"}},
		{"human-outer-gate", "colonist-rifleman", "rootblade-initiate", []game.Fact{rules.Reinforced{Model: "A2", Unit: "colonist-rifleman", At: at(2, 2), BP: 15}},
			[2]string{"No more may come (Outer Gate).", "Mehr dürfen nicht kommen (Outer Gate)."}},
		{"human-defense-armorium", "support-mech", "rootblade-initiate", []game.Fact{rolled, rules.AttackResolved{By: "A1", Target: "B1", Weapon: "auto-cannon", Face: 70, Need: 65, Outcome: rules.Hit, DAM: 2, W: 1, Wound: true}},
			[2]string{"70, needing 65 (Defense Armorium +10): **a hit**, and", "(Defense Armorium +10): **"}},
		{"human-interface-node", "colonist-rifleman", "rootblade-initiate", []game.Fact{rules.TriedToDisengage{Unit: "A1", Face: 68, Need: 70, Parts: []rules.Part{{From: "human-interface-node", N: 10}}}},
			[2]string{"68, needing 70 (Interface Node +10).", "(Interface Node +10)."}},
		{"human-supply-depot", "support-mech", "rootblade-initiate", []game.Fact{rules.AttackResolved{By: "B1", Target: "A1", Weapon: "rootblade", Face: 70, Need: 65, Outcome: rules.Hit, DAM: 1, W: 1, Wound: true}},
			[2]string{", DAM 1 against W 1 (Supply Depot), and", ", DAM 1 gegen W 1 (Supply Depot), und"}},
		{"human-supply-depot", "support-mech", "rootblade-initiate", []game.Fact{rules.AttackResolved{By: "B1", Target: "A1", Weapon: "rootblade", Face: 70, Need: 65, Outcome: rules.Hit, DAM: 1, W: 2}},
			[2]string{"but its DAM (1) is below W 2.", "aber sein DAM (1) liegt unter W 2."}},
		{"martian-crystalline-nursery", "crystal-sniper", "colonist-rifleman", []game.Fact{rules.AttackResolved{By: "A1", Target: "B1", Weapon: "crystal-lance", Face: 97, Need: 65, Outcome: rules.CriticalHit, DAM: 2, W: 1, Wound: true}},
			[2]string{"**a Critical Success** without an effect (Crystalline Nursery), and", "ohne Wirkung (Crystalline Nursery), und"}},
		{"martian-crystalline-nursery", "bloodroot-stalker", "colonist-rifleman", []game.Fact{rules.AttackResolved{By: "A1", Target: "B1", Weapon: "spine-spitter", Face: 97, Need: 65, Outcome: rules.CriticalHit, DAM: 1, W: 1, Wound: true}},
			[2]string{"**a Critical Success**, and", "**, und"}},
		{"martian-bloodroot-hatchery", "rootblade-initiate", "colonist-rifleman", []game.Fact{rules.RoundBegan{Round: 1}},
			[2]string{"begins. ⚠️ **Martian Order** lost Bloodroot Hatchery: Melee units cannot Rush in Round 1.", "⚠️ **Martian Order** ohne Bloodroot Hatchery: "}},
		{"human-forge-core-reactor", "colonist-rifleman", "rootblade-initiate", []game.Fact{rules.FlareGained{Seat: 2, From: "human-forge-core-reactor"}},
			[2]string{"B gains a Flare (Forge-Core Reactor).", "(Forge-Core Reactor)"}},
		{"human-data-archive", "colonist-rifleman", "rootblade-initiate", []game.Fact{rules.BoardSet{Board: "spire-yard"}},
			[2]string{"The board: **Spire Yard**, chosen by B (Data Archive).", "gewählt von B (Data Archive)."}},
	} {
		for n, l := range []lang.Language{lang.English, lang.Of("de")} {
			_, v := bitten(t, l, x.position, false, rules.Lab{Round: 2, Phase: rules.Moving, Models: aligned([]string{x.a}, []string{x.b})})
			if told := strings.Join(v.Teller().Told(x.facts), "\n"); !strings.Contains(told, x.want[n]) {
				t.Errorf("%s, %s: expected %q in\n%s", x.position, l, x.want[n], told)
			}
		}
	}
}

// A refusal because of a penalty names the Position: for a destroyed model, and for a Rush in Round 1.
func TestRefusalsNameThePenalty(t *testing.T) {
	for _, x := range []struct {
		position string
		order    game.Reply
		lab      rules.Lab
	}{
		{"human-field-medical-station", rules.Call{Unit: "walker-turret", At: at(2, 2)},
			rules.Lab{Round: 2, Phase: rules.Reinforce, Lost: [2][]string{{"walker-turret"}}, Models: aligned([]string{"combat-engineer"}, []string{"rootblade-initiate"})}},
		{"martian-bloodroot-hatchery", rules.Rush{Unit: "A1", Target: "B1"},
			rules.Lab{Round: 1, Phase: rules.Rushing, Models: aligned([]string{"rootblade-initiate", "bloodroot-stalker"}, []string{"colonist-rifleman"})}},
	} {
		d, _ := bitten(t, lang.English, x.position, false, x.lab)
		if _, err := d.Answer(1, d.ask(1).ID, x.order, nil); err == nil || !strings.Contains(err.Error(), cards.FindPosition(x.position).Name) {
			t.Errorf("%s: %v", x.order.Order(), err)
		}
	}
}

// The figures about a model name the penalty too: for a chosen attack, a Rush's strike, a Disengage, /show and /measure.
func TestFiguresNameThePenalty(t *testing.T) {
	_, v := bitten(t, lang.English, "human-supply-depot", true, rules.Lab{Round: 1, Phase: rules.Shooting, Models: aligned([]string{"rootblade-initiate", "crystal-sniper"}, []string{"support-mech"})})
	m, _ := v.Model("B1")
	if got := v.loweredW("B1", m.W); got != "1 (Supply Depot)" {
		t.Errorf("its W is %s", got)
	}
	if got, _, err := v.measured("show", map[string]string{"what": "forces"}); err != nil || !strings.Contains(got, "⚠️ **Human Colonies** lost Supply Depot: ") {
		t.Errorf("%v: the Forces:\n%s", err, got)
	}
	d, v := bitten(t, lang.English, "human-interface-node", false, rules.Lab{Round: 1, Phase: rules.Moving, Models: []rules.LabModel{{Label: "A1", Unit: "colonist-rifleman", At: at(4, 4)},
		{Label: "B1", Unit: "rootblade-initiate", At: at(6, 4)}}})
	if got := v.leaving("A1"); got != "70+ · 31 % (Interface Node +10)" {
		t.Errorf("to Disengage it takes %s", got)
	}
	if measured, _, err := v.measured("measure", map[string]string{"from": "A1", "to": "B1"}); err != nil || !strings.Contains(measured, "Interface Node 10") {
		t.Errorf("%v: %s", err, measured)
	}
	if words, c := d.console(1, ""); !strings.Contains(words+fmt.Sprint(c.Selects), "Interface Node +10") {
		t.Errorf("%+v\n%s", c.Selects, words)
	}
	_, v = bitten(t, lang.English, "human-interface-node", false, rules.Lab{Round: 1, Phase: rules.Rushing, Models: aligned([]string{"colonist-rifleman"}, []string{"rootblade-initiate"})})
	r, err := v.Rush("A1", "B1")
	if err != nil {
		t.Fatal(err)
	}
	if chance, _, _ := v.striking(r); !strings.HasSuffix(chance, " (Interface Node +10)") {
		t.Errorf("a Rush says %q", chance)
	}
}

// The builder names the units of the list that a penalty concerns, and says nothing to a list of the other side.
func TestBearsNamesUnits(t *testing.T) {
	c := rules.Defaults()
	c.Attacker, c.Position, c.Penalties = cards.Humans, "martian-outer-gate", []string{"human-defense-armorium"}
	raw, err := json.Marshal(c.Terms)
	if err != nil {
		t.Fatal(err)
	}
	for l, want := range map[lang.Language]string{lang.English: "-# ⚠️ Defense Armorium lost: Heavy units attack at +10. In this list: Support Mech.", lang.Of("de"): "In dieser Liste: Support Mech."} {
		w := war{Forms{Voice: bot.Voice{Language: l}}}
		if got := strings.Join(w.Bears(raw, 1, starterForce(*cards.FindList("h-a-mech")).code()), "\n"); !strings.Contains(got, want) {
			t.Errorf("%s: %s", l, got)
		}
		for _, other := range []string{"h-d-line", "m-a-hunt"} {
			if got := w.Bears(raw, 1, starterForce(*cards.FindList(other)).code()); got != nil {
				t.Errorf("%s: a list of another side is told %v", other, got)
			}
		}
	}
}

// After the loss of a Position, both sides read on their cards and in the builder what it changes in the next battle, while they
// choose their lists.
func TestPenaltyWhereListsAreChosen(t *testing.T) {
	r := newRaid(t)
	id := r.begins()
	r.ID = id
	p := r.Public()
	r.Slash(p.Meta.Users[1], []string{"order"}, opt("match", string(id)), opt("line", rules.Concede{}.Order())) // the Defender
	r.Settle()
	lost := cards.FindPosition(p.View.(rules.View).Position)
	var green []string
	for _, b := range bottest.ControlsOf(r.card().Message).Buttons {
		if b.Style == wire.Success {
			green = append(green, b.Label)
		}
	}
	if !slices.Equal(green, []string{"Which Position do you attack?"}) { // though there is room to join
		t.Errorf("green are %v", green)
	}
	u := r.called()
	r.Click(u, r.card(), "Which Position")
	challenged := bottest.Said(r.Click(u, r.Newest(u), "campaign|", bottest.ControlsOf(r.Newest(u).Message).Selects[0].Options[0].Value))
	r.Settle()
	other := r.called()
	accepted := bottest.Said(r.Click(other, r.card(), "accept|"))
	for said, own := range map[string]bool{challenged: true, accepted: false} {
		if strings.Contains(said, lost.Name+" lost: "+lost.Text) != own || strings.Contains(said, lost.Name+" taken: ") != (!own && lost.Penalty.Taker) {
			t.Errorf("%s fell; the card says\n%s", lost.ID, said)
		}
	}
	for _, l := range cards.Lists() {
		if l.Role != cards.Attacker {
			continue
		}
		words := bottest.Said(r.Slash(u, []string{"force"}, opt("code", starterForce(l).code())))
		if own := l.Faction == lost.Faction; strings.Contains(words, "**Against ") != own || strings.Contains(words, lost.Name+" lost: ") != own {
			t.Errorf("the builder says of %s\n%s", l.ID, words)
		}
	}
}
